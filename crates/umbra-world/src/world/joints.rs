//! Joints come and go with their bodies, and are held as they are.

use umbra_geom::Rotation;

use crate::joint::{Opening, Settings};
use crate::measure::{Measured, gear_value};
use crate::store::{Few, JointInfo, Joints, past};
use crate::{BodyKey, Error, JointEvent, JointKey, JointKind, World};

impl World {
    /// Adds a joint, and has its bodies list it.
    pub fn insert_joint(&mut self, info: JointInfo) -> JointKey {
        let permit = self.generation.change();
        let key = self.joints.infos.insert(info);
        self.joints.slots.note(key);
        for index in self.joint_bodies(key) {
            self.bodies.infos.write(permit)[index].joints.push(key);
        }
        key
    }

    /// Notes the opening of a new joint, so that it closes slowly.
    pub fn open_joint(&mut self, key: JointKey) {
        let info = &self.joints.infos[key];
        let opening = Measured::new(info, &self.joints, &self.bodies).opening();
        self.joints.infos[key].opening = opening.if_large(self.config.length_unit);
    }

    /// A joint was closed at once, and its angle is this one now.
    pub fn joint_is_closed(&mut self, key: JointKey, angle: f64) {
        let info = &self.joints.infos[key];
        let turned = Measured::new(info, &self.joints, &self.bodies).turned();
        let mut turns = self.joints.turns(info);
        turns[0].set(angle, turned);
        let info = &mut self.joints.infos[key];
        (info.opening, info.turns) = (Opening::default(), turns);
        if let Some(listed) = self.joints.listed.get_mut(info.listed as usize) {
            listed.turns = turns;
        }
    }

    /// The second bodies of two joints to be geared.
    pub fn geared_bodies(&self, joints: [JointKey; 2]) -> Result<[BodyKey; 2], Error> {
        let mut bodies = [BodyKey::default(); 2];
        for (body, key) in bodies.iter_mut().zip(joints) {
            let info = self.joints.info(key)?;
            let frame = self.bodies.index(info.bodies[0])?;
            if !info.settings.kind.can_be_geared() || self.bodies.is_dynamic(frame) {
                return Err(Error::NotGeared(key));
            }
            *body = info.bodies[1];
        }
        Ok(bodies)
    }

    /// Turns anchors and axis of the world into those of the bodies.
    pub fn take_frames(&self, settings: &mut Settings, [a, b]: [usize; 2]) {
        let poses = [a, b].map(|index| self.bodies.pose(index));
        let local = |side: usize| poses[side].inverse_transform_point(&settings.anchors[side]);
        let anchors = if settings.kind == JointKind::Target {
            [settings.anchors[0], local(1)]
        } else {
            [local(0), local(1)]
        };
        if settings.kind != JointKind::Motor {
            settings.anchors = anchors;
        } else if settings.target.is_none() {
            let target = poses[0].inverse() * poses[1];
            settings.anchors = [target.translation.vector.into(), umbra_geom::Point::origin()];
            if settings.velocity.is_none() && settings.angular_velocity.is_none() {
                settings.target = Some(target);
            }
        }
        settings.axis = poses[0].rotation.inverse() * settings.axis;
    }

    /// Angles count from how the bodies are turned now; those of a motor joint from where both are
    /// turned alike.
    pub fn take_references(&self, info: &mut JointInfo, indices: [usize; 2]) {
        let [a, b] = indices.map(|index| self.bodies.states[index].rotation);
        info.reference = match info.settings.kind {
            JointKind::Gear => [a, b],
            JointKind::Motor => [Rotation::identity(); 2],
            _ => [past(a, b), Rotation::identity()],
        };
        info.turns = Default::default();
    }

    /// Captures the reference values that the joint was not given, from the current poses of its
    /// bodies.
    pub fn capture_reference(&mut self, key: JointKey) {
        let info = &self.joints.infos[key];
        let measured = Measured::new(info, &self.joints, &self.bodies);
        let has_length = matches!(
            info.settings.kind,
            JointKind::Distance | JointKind::Spring | JointKind::Pulley
        );
        let rest = if has_length {
            info.settings.rest.or(Some(measured.length()))
        } else {
            info.settings.rest
        };
        let gear = if info.settings.kind == JointKind::Gear {
            gear_value(&self.joints, &self.bodies, info)
        } else {
            0.0
        };
        let tooth = info.tooth_at(measured.angle());
        let info = &mut self.joints.infos[key];
        (info.settings.rest, info.gear_value, info.tooth) = (rest, gear, tooth);
    }

    /// Wakes the bodies of a joint that was added, is being removed or consists of other parts now,
    /// and makes the next step list joints anew.
    pub fn joint_changed(&mut self, key: JointKey) {
        self.pending.joints = true;
        self.disturb_joint(key);
    }

    /// Wakes what a change of a joint could set in motion, except bodies that were all added
    /// asleep.
    pub fn disturb_joint(&mut self, key: JointKey) {
        let bodies = self.joints.infos[key].bodies;
        let rests = |key: &BodyKey| {
            self.bodies.index(*key).is_ok_and(|index| {
                self.bodies.marks[index].added_asleep || !self.bodies.is_dynamic(index)
            })
        };
        if bodies.iter().all(rests) {
            return;
        }
        for key in bodies {
            if let Ok(index) = self.bodies.index(key)
                && self.bodies.is_dynamic(index)
            {
                self.disturb(index);
            }
        }
    }

    /// The indices of the bodies that list a joint: one or two.
    pub fn joint_bodies(&self, key: JointKey) -> impl Iterator<Item = usize> + use<> {
        let [a, b] = self.joints.infos[key].bodies;
        let index = |key| self.bodies.index(key).ok();
        let second = if a == b { None } else { index(b) };
        index(a).into_iter().chain(second)
    }

    /// Removes a joint, and gears that it is part of. With `notes`, the next events say so.
    pub fn take_out_joint(&mut self, key: JointKey, notes: bool) {
        let permit = self.generation.change();
        let gears = self.gears_of(key);
        self.joints.gears -= usize::from(self.joints.infos[key].geared.is_some());
        self.joint_changed(key);
        for index in self.joint_bodies(key) {
            self.bodies.infos.write(permit)[index].joints.retain(|other| *other != key);
        }
        let bodies = self.joints.infos[key].bodies;
        let Joints { infos, slots, .. } = &mut self.joints;
        let info = infos.remove(key);
        slots.note_removal(infos, key, JointInfo::vacant);
        if info.is_some_and(|info| !info.settings.collide_connected) {
            self.update_collisions_of(bodies);
        }
        if notes {
            let [body_a, body_b] = bodies.map(|key| self.bodies.original(key));
            self.events.joints.next.push(JointEvent::Removed { joint: key, body_a, body_b });
        }
        for (gear, _) in gears {
            self.take_out_joint(gear, true);
        }
    }

    /// Has a joint hold another body in the place of one.
    pub fn bind_joint_elsewhere(&mut self, key: JointKey, from: BodyKey, to: BodyKey) {
        if let Some(info) = self.joints.infos.get(key) {
            let moved = |body: BodyKey| if body == from { to } else { body };
            self.bind_joint(key, info.bodies.map(moved));
        }
    }

    /// Has a joint hold these bodies, at the same places of them. Gears follow the joints that they
    /// gear.
    pub fn bind_joint(&mut self, key: JointKey, bodies: [BodyKey; 2]) {
        self.bind_one(key, bodies);
        for (gear, joints) in self.gears_of(key) {
            self.bind_one(gear, joints.map(|joint| self.joints.infos[joint].bodies[1]));
        }
    }

    /// The gears that count a joint, with the joints that they count.
    fn gears_of(&self, key: JointKey) -> Vec<(JointKey, [JointKey; 2])> {
        // Few scenes have gears, and many joints may go at once.
        let all = self.joints.infos.iter().take_while(|_| self.joints.gears > 0);
        let counts = all.filter_map(|(gear, info)| Some((gear, info.geared?)));
        counts.filter(|(_, joints)| joints.contains(&key)).collect()
    }

    /// True if a gear counts a joint.
    pub fn is_geared(&self, key: JointKey) -> bool {
        !self.gears_of(key).is_empty()
    }

    /// Has a joint hold these bodies, and them list it. Those before and those after wake.
    fn bind_one(&mut self, key: JointKey, after: [BodyKey; 2]) {
        let info = &self.joints.infos[key];
        let (before, collides) = (info.bodies, info.settings.collide_connected);
        if before == after {
            return;
        }
        let permit = self.generation.change();
        self.joint_changed(key);
        for index in self.joint_bodies(key) {
            self.bodies.infos.write(permit)[index].joints.retain(|other| *other != key);
        }
        self.joints.infos[key].bodies = after;
        for index in self.joint_bodies(key) {
            self.bodies.infos.write(permit)[index].joints.push(key);
        }
        self.joint_changed(key);
        self.pending.structure = true;
        if !collides {
            self.update_collisions_of(before);
            self.update_collisions_of(after);
        }
    }

    /// Removes the joints of a body that goes.
    pub fn take_out_joints_of(&mut self, index: usize) {
        for joint in self.bodies.infos[index].joints.clone() {
            // A gear goes with the joints that it counts.
            if self.joints.infos.contains_key(joint) {
                self.take_out_joint(joint, true);
            }
        }
    }

    /// Has the joints listed anew if the body has any: it has another index, another kind or
    /// another centre of mass.
    pub(crate) fn relist_joints_of(&mut self, index: usize) {
        self.pending.joints |= !self.bodies.infos[index].joints.is_empty();
    }

    /// The joints of a body that join it to another one in one island, with the other bodies.
    pub(crate) fn joined_bodies(&self, index: usize) -> impl Iterator<Item = usize> + use<'_> {
        let info = &self.bodies.infos[index];
        info.joints.iter().filter_map(move |key| {
            let joint = self.joints.infos.get(*key).filter(|joint| joint.joins())?;
            let other = self.bodies.index(joint.other(info.key)).ok()?;
            let takes_part = self.bodies.infos[other].enabled && self.bodies.is_dynamic(other);
            (other != index && takes_part).then_some(other)
        })
    }

    /// Ends or looks for contacts between the bodies of a joint, whichever it asks for now.
    pub fn update_collisions(&mut self, key: JointKey) {
        self.update_collisions_of(self.joints.infos[key].bodies);
    }

    /// Ends or looks for contacts between two bodies, and between their images, whichever their
    /// joints ask for.
    pub(crate) fn update_collisions_of(&mut self, bodies: [BodyKey; 2]) {
        let ends = bodies.map(|key| self.bodies.index(self.bodies.original(key)).ok());
        let originals = ends.into_iter().flatten();
        let all = originals.flat_map(|index| core::iter::once(index).chain(self.images_of(index)));
        let all: Few<usize> = all.collect();
        // The broad phase knows nothing of joints: to it, two that a joint kept apart were a pair all along.
        let ([a, b], infos) = (ends, &self.bodies.infos);
        let collide = a.zip(b).is_some_and(|(a, b)| !self.joints.keep_apart(&infos[a], &infos[b]));
        self.pending.all_pairs |= collide;
        for index in all {
            for piece in self.pieces_of_body(index).collect::<Few<_>>() {
                let proxy = self.colliders.pieces[piece as usize].proxy.filter(|_| collide);
                if let Some(proxy) = proxy {
                    // The proxy is the piece's own, so the broad phase has it.
                    let _ = self.broad.search_again(proxy);
                }
                self.recheck_contacts(piece);
            }
        }
    }
}
