//! Everything is seen from another origin.

use umbra_geom::sort::Arrange;
use umbra_geom::{Pose, Vector};

use crate::store::{Bodies, Change, Colliders, IS_FAR, Pending, Piece, piece_indices};
use crate::{BodyKind, JointKind, World};

/// Lists the columns of a world: first those with positions, which `shift_all` shifts. A column
/// that is added does not compile until it is listed here.
#[rustfmt::skip]
fn list_columns(world: &World) {
    let World {
        bodies, colliders, pending, joints: _, fields: _, portals: _, events: _, broad: _, sensors: _,
        config: _, applied: _, contacts: _, structure: _, solver: _, search_pause: _, awake_pieces: _,
        generation: _, base: _,
    } = world;
    let Bodies {
        states: _, previous: _,
        infos: _, forces: _, sleep_timers: _, marks: _, awake: _, keys: _, slots: _, any_breakable: _,
        moving: _,
    } = bodies;
    let Colliders {
        pieces: _, outlines: _, seams: _, maps: _,
        infos: _, slots: _, blocks: _, most_blocks: _, free: _,
    } = colliders;
    let Pending {
        seams: _,
        redirected: _, materials: _, edited: _, to_wake: _, added_asleep: _, disabled_pairs: _,
        all_pairs: _, joints: _, structure: _, removed: _,
    } = pending;
}

impl World {
    /// Shifts the origin of everything to `by`.
    pub fn shift_all(&mut self, by: Vector) {
        list_columns(self);
        self.generation.change();
        let Shifted { keeps_seams, is_exact } = self.shift_bodies(by);
        if !is_exact {
            self.compare_sensors();
        }
        self.shift_joints(by);
        self.shift_fields(by);
        for info in &mut self.portals.list {
            info.portal = info.portal.shifted(by);
        }
        self.shift_maps();
        for place in self.colliders.seams.places().chain(&mut self.pending.seams) {
            *place = place.moved(-by);
        }
        self.events.shift(by);
        self.sensors.broad.shift_origin(by);
        self.broad.shift_origin(by);
        (0..self.bodies.infos.len()).for_each(|index| self.follow_rounding(index));
        self.pending.all_pairs = true;
        self.colliders.outlines.clear_marks(IS_FAR);
        let bounds = self.broad.bounds();
        let has_any = bounds.min.x <= bounds.max.x;
        if has_any && (!keeps_seams || !self.colliders.maps.is_empty()) {
            // Seams are known to the last bit.
            self.pending.seams.push(bounds);
        }
    }

    /// Has the next step compare all sensors with what they overlap, also if nothing moves:
    /// rounding may have parted some.
    fn compare_sensors(&mut self) {
        let Colliders { infos, outlines, .. } = &mut self.colliders;
        for sensor in &self.sensors.list {
            let pieces = infos.get(sensor.key).map(|info| &info.pieces[..]).unwrap_or_default();
            pieces.iter().for_each(|piece| outlines.note_change(*piece, Change::All));
        }
    }

    /// Bodies, and what follows them.
    fn shift_bodies(&mut self, by: Vector) -> Shifted {
        let Self { bodies, colliders, .. } = self;
        let mut shifted = Shifted { keeps_seams: true, is_exact: true };
        for index in 0..bodies.infos.len() {
            let (state, before) = (&mut bodies.states[index], &mut bodies.previous[index]);
            let moved = state.center - before.center;
            state.center -= by;
            // How far it came in the last step is no matter of the origin.
            let still = moved == Vector::zeros();
            before.center = if still { state.center } else { before.center - by };
            let (state, kind) = (*state, bodies.infos[index].kind);
            let Colliders { infos, pieces, outlines, .. } = &mut *colliders;
            for piece in piece_indices(infos, &bodies.infos[index]) {
                let place = &mut pieces[piece as usize];
                let before = place.pose;
                place.follow(&state);
                outlines.shift(piece, place);
                let is_exact = is_shifted(place, &before, by);
                shifted.is_exact &= is_exact;
                shifted.keeps_seams &= is_exact || kind == BodyKind::Dynamic;
            }
        }
        shifted
    }

    /// Points of the world that joints hold on to.
    fn shift_joints(&mut self, by: Vector) {
        for joint in self.joints.infos.values_mut() {
            let settings = &mut joint.settings;
            match settings.kind {
                JointKind::Target => settings.anchors[0] -= by,
                JointKind::Pulley => settings.grounds = settings.grounds.map(|ground| ground - by),
                _ => continue,
            }
            if let Some(listed) = self.joints.listed.get_mut(joint.listed as usize)
                && settings.kind == JointKind::Target
            {
                listed.arms[0] = settings.anchors[0].coords;
            }
        }
    }

    /// Fields that lie in the world, and where others woke what sleeps.
    fn shift_fields(&mut self, by: Vector) {
        for info in &mut self.fields.list {
            if info.field.body.is_none() {
                info.field.pose.translation.vector -= by;
            }
            if let Some(placed) = &mut info.placed {
                placed.translation.vector -= by;
            }
        }
    }

    /// Shifts the poses of maps for which cells and seams were last searched.
    fn shift_maps(&mut self) {
        let mut keys: Vec<_> = self.colliders.maps.all().collect();
        keys.arrange();
        for key in keys {
            let frame = self.map(key).map(|map| map.frame);
            if self.colliders.maps.placed.contains_key(key) {
                self.colliders.maps.place(key, frame);
            }
            self.note_map(key);
        }
    }
}

/// Result of shifting all bodies.
struct Shifted {
    /// Nothing that has seams was rounded.
    keeps_seams: bool,
    /// Nothing at all was rounded.
    is_exact: bool,
}

/// True if the corners of a piece are where they were, to the last bit.
fn is_shifted(piece: &Piece, before: &Pose, by: Vector) -> bool {
    piece.shape().core().vertices.iter().all(|vertex| {
        let (before, now) = (before * vertex, piece.pose * vertex);
        (0..2).all(|axis| f64::from(before[axis]) - f64::from(by[axis]) == f64::from(now[axis]))
    })
}
