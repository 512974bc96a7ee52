//! Images: second bodies of those that are on their way through a portal.
//!
//! An image is a body of its own at the other end, with copies of the colliders, so that nothing
//! else in a step need know of portals. A link joins the two, and each has a share of the mass
//! while the solver runs. When the middle of a body has gone through, body and image exchange their
//! names: all that touches them, and all joints, stay where they are.

use core::ops::ControlFlow;
use umbra_geom::sort::Arrange;

use umbra_geom::{Pose, Rotation, Vector};
use umbra_solver::Body as SolverBody;

use super::{Dirty, NewCollider};
use crate::body::{BodyDef, MassProperties, Push};
use crate::collider::NewPiece;
use crate::joint::Settings;
use crate::store::{
    ColliderInfo, Colliders, Crossing, IS_SEEN, JointInfo, Placement, PortalInfo, Traits,
    piece_indices,
};
use crate::tuning::PORTAL_GENERATIONS;
use crate::{BodyKey, ColliderKey, Error, JointKey, JointKind, Portal, PortalKey, World, check};

/// A body seen through a portal.
pub(crate) fn carried(motion: &Pose, body: &SolverBody) -> SolverBody {
    SolverBody {
        center: motion * body.center,
        rotation: check::unit(motion.rotation * body.rotation),
        velocity: motion.rotation * body.velocity,
        acceleration: motion.rotation * body.acceleration,
        locks: Default::default(),
        ..*body
    }
}

impl World {
    /// Index of a body that users know: they know no images.
    ///
    /// # Errors
    /// When there is none with this key.
    #[inline]
    pub fn body(&self, key: BodyKey) -> Result<usize, Error> {
        let index = self.bodies.index(key)?;
        let is_known = self.bodies.infos[index].image_of.is_none();
        if is_known { Ok(index) } else { Err(Error::NoSuchBody(key)) }
    }

    /// A collider that users know: they know no copies.
    ///
    /// # Errors
    /// When there is none with this key.
    pub fn collider(&self, key: ColliderKey) -> Result<&ColliderInfo, Error> {
        if self.portals.originals.contains_key(key) {
            return Err(Error::NoSuchCollider(key));
        }
        self.colliders.info(key)
    }

    /// A joint that users know: they know no links.
    ///
    /// # Errors
    /// When there is none with this key.
    pub fn joint(&self, key: JointKey) -> Result<&JointInfo, Error> {
        let info = self.joints.info(key)?;
        let is_known = info.settings.kind != JointKind::Image;
        if is_known { Ok(info) } else { Err(Error::NoSuchJoint(key)) }
    }

    /// Indices of the images of a body.
    pub fn images_of(&self, index: usize) -> impl Iterator<Item = usize> {
        let key = self.bodies.infos[index].key;
        let all = self.portals.crossings.iter().filter_map(|it| self.bodies.index(it.image).ok());
        all.filter(move |image| self.bodies.infos[*image].image_of == Some(key))
    }

    /// The motion through the portal of a crossing, and the indices of body and image.
    pub(crate) fn ends_of(&self, crossing: &Crossing) -> Option<(Pose, [usize; 2])> {
        let motion = self.portals.motion_of(crossing)?;
        let index = |key| self.bodies.index(key).ok();
        Some((motion, [index(crossing.body)?, index(crossing.image)?]))
    }

    /// True if the image of a crossing has colliders. It has none when it is there for joints
    /// alone.
    pub fn is_solid(&self, crossing: &Crossing) -> bool {
        let image = self.bodies.index(crossing.image);
        image.is_ok_and(|image| !self.bodies.infos[image].colliders.is_empty())
    }

    /// Gives a body an image at the other end of a portal.
    pub(crate) fn make_image(&mut self, portal: PortalKey, end: u8, body: BodyKey) {
        let (image, link) = Default::default();
        let mut crossing = Crossing { portal, end, body, image, link };
        let Some(motion) = self.portals.motion_of(&crossing) else { return };
        let Ok(index) = self.bodies.index(body) else { return };
        let original = self.bodies.infos[index].original();
        let def = self.bodies.def(index);
        crossing.image = self.insert_body(&BodyDef {
            pose: motion * def.pose,
            locks: Default::default(),
            constant_force: Push::NONE,
            mass_properties: Some(self.mass_of(index)),
            fracture: None,
            ..def
        });
        let Some((_, [index, image])) = self.ends_of(&crossing) else { return };
        let before = self.bodies.previous[index];
        self.bodies.previous[image] = Placement {
            center: motion * before.center,
            rotation: check::unit(motion.rotation * before.rotation),
        };
        let permit = self.generation.change();
        self.bodies.infos.write(permit)[image].image_of = Some(original);
        let axis = motion.rotation * Vector::x();
        let settings = Settings { axis, ..Settings::new(JointKind::Image) };
        let mut info = JointInfo::new([body, crossing.image], settings);
        self.take_references(&mut info, [index, image]);
        crossing.link = self.insert_joint(info);
        self.joint_changed(crossing.link);
        self.portals.crossings.push(crossing);
        self.recheck_crossing(body);
        self.follow_image(&crossing);
    }

    /// Mass of a body, to be given to another one.
    fn mass_of(&self, index: usize) -> MassProperties {
        let info = &self.bodies.infos[index];
        MassProperties { mass: info.mass, center: info.center_of_mass, inertia: info.inertia }
    }

    /// Gives the image of a crossing copies of the body's colliders.
    pub(crate) fn fill_image(&mut self, crossing: &Crossing) {
        let Ok(index) = self.bodies.index(crossing.body) else { return };
        for key in self.bodies.infos[index].colliders.clone() {
            let Some(info) = self.colliders.infos.get(key) else { continue };
            if info.sensor.is_some() {
                continue;
            }
            let pieces = info.pieces.iter().map(|piece| {
                let piece = &self.colliders.pieces[*piece as usize];
                let substance = &piece.substance;
                let (shape, mass) = (substance.shape.clone(), substance.mass);
                NewPiece { offset: piece.offset, shape, mass, material: Some(substance.material) }
            });
            let (pieces, mut info) = (pieces.collect(), info.clone());
            info.pieces.clear();
            // If the broad phase is full, the image gets no copy of this collider.
            let new = NewCollider { info, is_sensor: false, pieces };
            let Ok(copies) = self.insert_colliders(crossing.image, [new]) else { continue };
            let original = self.portals.original(key);
            for copy in copies {
                self.portals.originals.insert(copy, original);
                self.name_copy(copy, original);
            }
        }
    }

    /// Has pieces of a copy pass for those of the original: whatever meets them has met that.
    pub fn name_copy(&mut self, copy: ColliderKey, original: ColliderKey) {
        let Some(info) = self.colliders.infos.get(copy) else { return };
        for &piece in &info.pieces {
            self.colliders.pieces[piece as usize].collider = original;
        }
    }

    /// Removes the colliders of an image, and of its images.
    pub(crate) fn empty_image(&mut self, image: BodyKey) {
        let Ok(index) = self.bodies.index(image) else { return };
        for key in self.bodies.infos[index].colliders.clone() {
            // The keys are the body's own.
            let _ = self.take_out_collider(key);
        }
        // It may have had none while they have some, since names were exchanged.
        self.empty_images_of(image);
    }

    /// Has the images of a body copy its colliders anew in the next step, because they change.
    pub fn empty_images_of(&mut self, body: BodyKey) {
        for place in 0..self.portals.crossings.len() {
            let crossing = self.portals.crossings[place];
            if crossing.body == body {
                self.empty_image(crossing.image);
            }
        }
    }

    /// Puts an image where its body is seen through the portal, as fast and as heavy.
    pub(crate) fn follow_image(&mut self, crossing: &Crossing) {
        let Some((motion, [index, image])) = self.ends_of(crossing) else { return };
        let mass = self.mass_of(index);
        let is_bullet = self.bodies.infos[index].is_bullet;
        if self.bodies.infos[image].is_bullet != is_bullet {
            let permit = self.generation.change();
            self.bodies.infos.write(permit)[image].is_bullet = is_bullet;
            self.refresh_sweeps(image);
        }
        if self.bodies.infos[image].mass_properties != Some(mass)
            || self.bodies.infos[image].lock_rotation != self.bodies.infos[index].lock_rotation
        {
            let permit = self.generation.change();
            let lock_rotation = self.bodies.infos[index].lock_rotation;
            let info = &mut self.bodies.infos.write(permit)[image];
            (info.mass_properties, info.lock_rotation) = (Some(mass), lock_rotation);
            self.refresh_mass(image);
        }
        let bodies = &mut self.bodies;
        let turns = bodies.states[image].turns;
        let state = SolverBody { turns, ..carried(&motion, &bodies.states[index]) };
        bodies.marks[image].drops_through = bodies.marks[index].drops_through;
        let (tolerance, can_sleep) =
            (bodies.sleep_timers[index].tolerance, bodies.sleep_timers[index].can_sleep);
        let timer = &mut bodies.sleep_timers[image];
        (timer.tolerance, timer.can_sleep) = (tolerance, can_sleep);
        self.put_body(image, &state);
    }

    /// Puts a body and its pieces to where a state says.
    pub(crate) fn put_body(&mut self, index: usize, state: &SolverBody) {
        let before = self.bodies.states[index];
        self.bodies.states[index] = *state;
        if before.center == state.center && before.rotation == state.rotation {
            return;
        }
        let Self { bodies, colliders: Colliders { infos, pieces, outlines, .. }, .. } = self;
        for piece in piece_indices(infos, &bodies.infos[index]) {
            let place = &mut pieces[piece as usize];
            place.follow(state);
            outlines.shift(piece, place);
        }
    }

    /// Puts the body of a crossing where its image says.
    pub(crate) fn follow_back(&mut self, crossing: &Crossing) {
        let Some((motion, [index, image])) = self.ends_of(crossing) else { return };
        let own = self.bodies.states[index];
        let seen = carried(&motion.inverse(), &self.bodies.states[image]);
        let state = SolverBody { center: seen.center, rotation: seen.rotation, ..own };
        self.put_body(index, &state);
    }

    /// Marks the pieces of a body as on their way through a portal, or not. Where that changes, its
    /// contacts have to be [looked at](Self::recheck_crossing).
    pub(crate) fn mark_crossing(&mut self, body: BodyKey, crosses: bool) {
        let Ok(index) = self.bodies.index(body) else { return };
        let Self { bodies, colliders: Colliders { infos, outlines, .. }, .. } = self;
        for piece in piece_indices(infos, &bodies.infos[index]) {
            outlines.poses[piece as usize].traits.set(Traits::IS_CROSSING, crosses);
        }
    }

    /// Has the next step find the contacts of a body anew, which begins or ends its way through a
    /// portal.
    fn recheck_crossing(&mut self, body: BodyKey) {
        let Ok(index) = self.bodies.index(body) else { return };
        let Self { bodies, colliders: Colliders { infos, outlines, .. }, .. } = self;
        for piece in piece_indices(infos, &bodies.infos[index]) {
            outlines.note_stale_contacts(piece);
        }
    }

    /// Ends the crossing at a place in the list, and removes the image. Joints of the image hold
    /// the body then.
    pub(crate) fn end_crossing(&mut self, place: usize) {
        let crossing = self.portals.crossings.remove(place);
        let Crossing { body, image, link, .. } = crossing;
        while let Some(next) = self.portals.crossings.iter().position(|it| it.body == image) {
            self.end_crossing(next);
        }
        if self.joints.infos.contains_key(link) {
            self.take_out_joint(link, false);
        }
        if let Ok(index) = self.bodies.index(image) {
            for joint in self.bodies.infos[index].joints.clone() {
                self.bind_joint_elsewhere(joint, image, body);
            }
            // It is there.
            let _ = self.take_out_body(image);
        }
        if self.portals.crossings_at(body).next().is_none() {
            self.mark_crossing(body, false);
            self.recheck_crossing(body);
        }
    }

    /// Ends all crossings of a body: it is put elsewhere, or goes.
    pub fn end_crossings_of(&mut self, body: BodyKey) {
        while let Some(place) = self.portals.crossings.iter().position(|it| it.body == body) {
            self.end_crossing(place);
        }
    }

    /// Ends all crossings: the world is told without its state.
    pub fn end_all_crossings(&mut self) {
        while !self.portals.is_idle() {
            self.end_crossing(0);
        }
    }

    /// Ends the crossings of a portal that goes or changes, and wakes what sleeps at it.
    pub fn close_portal(&mut self, index: usize) {
        let PortalInfo { key, portal } = self.portals.list[index];
        self.wake_at_portal(&portal);
        while let Some(place) = self.portals.crossings.iter().position(|it| it.portal == key) {
            self.end_crossing(place);
        }
    }

    /// Wakes what sleeps at a portal.
    pub fn wake_at_portal(&mut self, portal: &Portal) {
        let mut found = Vec::new();
        for opening in [portal.opening(0), portal.opening(1)] {
            let _ = self.broad.query_aabb(&opening.aabb(), u64::MAX, |_, piece| {
                let body = self.colliders.pieces[piece as usize].body as usize;
                found.push(self.bodies.infos[body].key);
                ControlFlow::<()>::Continue(())
            });
        }
        for key in found {
            if let Ok(index) = self.bodies.index(key) {
                self.wake(index);
            }
        }
    }

    /// Body and image of a crossing exchange their names, and everything that touches or holds them
    /// stays where it is.
    pub(crate) fn exchange_with_image(&mut self, place: usize) {
        let crossing = self.portals.crossings[place];
        let Crossing { body, image, .. } = crossing;
        let [Ok(a), Ok(b)] = [body, image].map(|key| self.bodies.index(key)) else { return };
        if self.bodies.infos[b].mass_properties != Some(self.mass_of(a)) {
            // The body was cut since its image was last put there.
            self.follow_image(&crossing);
        }
        let turns = self.turns_beyond(&crossing);
        let permit = self.generation.change();
        let other = |key: BodyKey| match key {
            key if key == body => image,
            key if key == image => body,
            key => key,
        };
        for (key, index) in [(body, b), (image, a)] {
            if let Some(there) = self.bodies.keys.get_mut(key) {
                *there = index as u32;
            }
        }
        self.bodies.infos.swap(a, b);
        let infos = self.bodies.infos.write(permit);
        let joints = core::mem::take(&mut infos[a].joints);
        infos[a].joints = core::mem::replace(&mut infos[b].joints, joints);
        let mut held: Vec<JointKey> =
            infos[a].joints.iter().chain(&infos[b].joints).copied().collect();
        held.arrange();
        held.dedup();
        for joint in held {
            if let Some(info) = self.joints.infos.get_mut(joint) {
                info.bodies = info.bodies.map(other);
            }
        }
        self.bodies.marks.swap(a, b);
        self.bodies.forces.swap(a, b);
        // Images have no locks.
        let locks = core::mem::take(&mut self.bodies.states[a].locks);
        self.pending.structure |= locks.x || locks.y;
        self.bodies.states[b].locks = locks;
        (self.bodies.states[a].turns, self.bodies.states[b].turns) = (0, turns);
        self.exchange_pieces_of(b, a);
        for it in &mut self.portals.crossings {
            (it.body, it.image) = (other(it.body), other(it.image));
        }
        // The crossing itself is seen from its other end.
        let mut own = self.portals.crossings.remove(place);
        (own.body, own.image, own.end) = (body, image, 1 - own.end);
        self.portals.crossings.insert(0, own);
        self.awake_pieces.forget();
    }

    /// Sends a piece of a body that broke in a portal to where its middle is: beyond the portal, if
    /// it is past it.
    pub fn send_past_portals(&mut self, body: BodyKey, piece: BodyKey) {
        for _ in 0..PORTAL_GENERATIONS {
            let Ok(index) = self.bodies.index(piece) else { return };
            let center = self.bodies.states[index].center;
            let is_past = |it: &&Crossing| {
                let openings = self.portals.openings_of(it);
                it.body == body && openings.is_some_and(|[own, _]| own.is_past(center, 0.0))
            };
            let all = &self.portals.crossings;
            let Some(&Crossing { portal, end, .. }) = all.iter().find(is_past) else { return };
            if piece != body {
                self.make_image(portal, end, piece);
            }
            let is_own = |it: &Crossing| (it.body, it.portal, it.end) == (piece, portal, end);
            let Some(place) = self.portals.crossings.iter().position(is_own) else { return };
            self.exchange_with_image(place);
        }
    }

    /// Whole turns of a body once it is where its image is: its angle grows by that of the portal.
    fn turns_beyond(&self, crossing: &Crossing) -> i32 {
        let Some((motion, [index, image])) = self.ends_of(crossing) else { return 0 };
        let angle = |rotation: Rotation| f64::from(libm::atan2f(rotation.im, rotation.re));
        let (state, image) = (&self.bodies.states[index], &self.bodies.states[image]);
        let turned = angle(state.rotation) + angle(motion.rotation) - angle(image.rotation);
        state.turns.saturating_add(libm::round(turned / core::f64::consts::TAU) as i32)
    }

    /// Exchanges the pieces of a body's colliders with those of their copies; what has no copy
    /// comes along.
    fn exchange_pieces_of(&mut self, index: usize, image: usize) {
        let permit = self.generation.change();
        let copies = self.bodies.infos[image].colliders.clone();
        for key in self.bodies.infos[index].colliders.clone() {
            let is_copy = |copy: &&ColliderKey| self.portals.original(**copy) == key;
            let Some(copy) = copies.iter().find(is_copy).copied() else {
                self.bring_pieces(index, key);
                continue;
            };
            let infos = self.colliders.infos.write(permit);
            if let Some([own, copied]) = infos.get_disjoint_mut([key, copy]) {
                for (a, b) in own.pieces.iter().zip(&copied.pieces) {
                    // Sensors see the collider, wherever it is.
                    let outlines = &mut self.colliders.outlines;
                    let seen = [*a, *b].map(|piece| outlines.marks_of(piece) & IS_SEEN != 0);
                    outlines.mark(*a, IS_SEEN, seen[1]);
                    outlines.mark(*b, IS_SEEN, seen[0]);
                }
                core::mem::swap(&mut own.pieces, &mut copied.pieces);
            }
        }
    }

    /// Brings pieces of a collider to where their body is now.
    fn bring_pieces(&mut self, index: usize, key: ColliderKey) {
        let Some(info) = self.colliders.infos.get(key) else { return };
        for &piece in &info.pieces {
            self.colliders.pieces[piece as usize].body = index as u32;
            self.colliders.outlines.poses[piece as usize].body = index as u32;
        }
        // What is refused is too far away to be met.
        let _ = self.refresh(index, &[key], Dirty::PLACES | Dirty::MEETINGS | Dirty::BOXES);
    }
}
