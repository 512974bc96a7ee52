//! Search for overlaps of sensors, now or earlier in the step: read only, so threads share it.
//!
//! A pair can change only if one of the two moved or was changed. Two searches find all such pairs:
//!
//! - a visitor that moved looks for sensors, whether they moved or not;
//! - a sensor that moved looks for visitors that stand still.
//!
//! Both look along their paths. What they find is compared with the list of what overlapped before.

use core::ops::ControlFlow;
use umbra_geom::sort::Arrange;

use umbra_broad::{BroadPhase, Filter};
use umbra_geom::{Aabb, Real, Vector};

use super::parts::PieceOrMap;
use super::path::Travel;
use crate::ColliderKey;
use crate::store::{
    Bodies, ColliderInfo, Colliders, Form, IS_FAR, IS_SEEN, Portals, PoseCache, Sensors,
};
use crate::world::Overlap;

/// A change of an overlap. In this order they are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Change {
    pub(super) overlap: Overlap,
    pub(super) kind: ChangeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ChangeKind {
    Begins,
    /// It began and ended within the step.
    Passes,
    Ends,
}

/// Results of a search, and memory for it.
#[derive(Debug, Default)]
pub(super) struct Work {
    /// Overlaps of one sensor or visitor.
    found: Found,
    pub(super) changes: Vec<Change>,
    /// Visitors of several pieces, which have to be looked at as a whole.
    pub(super) compounds: Vec<ColliderKey>,
    /// Pieces that are near no sensor.
    pub(super) far: Vec<u32>,
}

/// Overlaps of one sensor or visitor.
pub(super) type Found = Vec<(ColliderKey, Meeting)>;

/// Of two for the same pair, the lesser one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Meeting {
    Overlapping,
    /// Not any more, but earlier in the step.
    Passed,
}

/// Data that a search reads.
#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) broad: &'a BroadPhase,
    pub(super) bodies: &'a Bodies,
    pub(super) colliders: &'a Colliders,
    pub(super) sensors: &'a Sensors,
    pub(super) portals: &'a Portals,
    pub(super) dt: Real,
    /// A box around all sensors.
    pub(super) bounds: Aabb,
    /// Minimum distance of sensors from the fat box of a piece at which they cannot touch it while
    /// that box stays.
    pub(super) slack: Real,
}

impl<'a> Search<'a> {
    /// Motion of a piece's body.
    pub(super) fn motion(&self, piece: u32) -> Option<Travel> {
        let body = self.colliders.outlines.poses[piece as usize].body;
        Travel::new(self.bodies, body as usize, self.dt)
    }

    /// Compares one moved piece with sensors, or lists its collider if it has several pieces.
    pub(super) fn look_around(&self, index: u32, work: &mut Work) {
        let outlines = &self.colliders.outlines;
        let (marks, cache) = (outlines.marks_of(index), &outlines.poses[index as usize]);
        // Most pieces stay in a fat box that is near no sensor.
        if marks == IS_FAR && stays_within(cache, self.slack) {
            return;
        }
        let piece = &self.colliders.pieces[index as usize];
        // It went from one fat box to the other: to compute its path takes longer.
        let fat = piece.proxy.and_then(|proxy| self.broad.recent_aabb(proxy));
        let is_far = fat.is_some_and(|fat| self.is_far(&fat.grown(self.slack)));
        if is_far {
            work.far.push(index);
        }
        if (is_far && marks & IS_SEEN == 0) || self.motion(index).is_none() {
            return;
        }
        let Some(info) = self.colliders.infos.get(piece.collider) else { return };
        if info.pieces.len() > 1 || self.portals.copies_of(piece.collider).next().is_some() {
            work.compounds.push(piece.collider);
        } else {
            self.compare_visitor(piece.collider, work);
        }
    }

    /// True if no sensor is in a box.
    #[inline]
    fn is_far(&self, around: &Aabb) -> bool {
        let near = |_, _| ControlFlow::Break(());
        let is_apart = !self.bounds.overlaps(around);
        (is_apart || self.sensors.broad.query_aabb(around, u64::MAX, near).is_continue())
            && !self.is_near_map(around)
    }

    /// Compares what a visitor overlaps with what it overlapped.
    pub(super) fn compare_visitor(&self, visitor: ColliderKey, work: &mut Work) {
        let Some(info) = self.colliders.infos.get(visitor) else { return };
        let before = self.sensors.seen_by(visitor);
        let Work { found, changes, .. } = work;
        found.clear();
        if info.sensor.is_none() || self.sensors.any_see_sensors {
            self.find(visitor, info, Role::Visitor, before, found);
        }
        compare(found, before.iter().copied(), |sensor, kind| {
            changes.push(Change { overlap: Overlap { sensor, visitor }, kind });
        });
    }

    /// Compares what a sensor overlaps with what it overlapped, as far as that stands still.
    pub(super) fn compare_sensor(&self, sensor: ColliderKey, work: &mut Work) {
        let Some(info) = self.colliders.infos.get(sensor) else { return };
        let Some(index) = info.sensor else { return };
        let before = &self.sensors.list[index as usize].visitors[..];
        let Work { found, changes, .. } = work;
        found.clear();
        self.find(sensor, info, Role::Sensor, before, found);
        let stood = |visitor: &ColliderKey| {
            let info = self.colliders.infos.get(*visitor);
            let body = info.and_then(|info| self.bodies.index(info.body).ok());
            body.is_some_and(|body| self.stands(body as u32))
        };
        compare(found, before.iter().copied().filter(stood), |visitor, kind| {
            changes.push(Change { overlap: Overlap { sensor, visitor }, kind });
        });
    }

    /// True if a body did not move.
    fn stands(&self, body: u32) -> bool {
        // An image is where its body is, for sensors.
        let original = self.bodies.infos[body as usize].image_of;
        let body = original.and_then(|key| self.bodies.index(key).ok()).unwrap_or(body as usize);
        Travel::new(self.bodies, body, self.dt).is_none()
    }

    /// Lists what a collider overlaps: the sensors that it is a visitor of, or, of a sensor, the
    /// visitors that stand still.
    fn find(
        &self,
        key: ColliderKey,
        info: &ColliderInfo,
        role: Role,
        before: &[ColliderKey],
        found: &mut Found,
    ) {
        let body = self.bodies.index(info.body);
        if !info.enabled || !body.is_ok_and(|body| self.bodies.infos[body].enabled) {
            return;
        }
        if let Some(place) = self.place_of(key) {
            self.find_at(&PieceOrMap::Map(place), info, role, before, found);
            return;
        }
        let copies = self.portals.copies_of(key);
        let copies = copies.filter_map(|copy| self.colliders.infos.get(copy));
        for &piece in info.pieces.iter().chain(copies.flat_map(|copy| &copy.pieces)) {
            self.find_at(&PieceOrMap::Piece(piece), info, role, before, found);
        }
    }

    /// The same for a piece or a map of it.
    fn find_at(
        &self,
        own: &PieceOrMap<'a>,
        info: &ColliderInfo,
        role: Role,
        before: &[ColliderKey],
        found: &mut Found,
    ) {
        let (around, body) = (self.around(own), self.body_of(own));
        let is_wanted = |other: &ColliderInfo, of: u32| match role {
            Role::Visitor => {
                other.sensor.is_some() && (info.sensor.is_none() || other.sees_sensors)
            }
            Role::Sensor => (other.sensor.is_none() || info.sees_sensors) && self.stands(of),
        };
        let mut look = |key: ColliderKey, other: &PieceOrMap<'a>, filter: &Filter| {
            let of = self.body_of(other);
            if of == body || !filter.accepts(&info.filter) {
                return;
            }
            if self.colliders.infos.get(key).is_some_and(|info| is_wanted(info, of)) {
                let pair = if role == Role::Sensor { [own, other] } else { [other, own] };
                let meeting = self.meeting_of(pair, before.binary_search(&key).is_ok());
                found.extend(meeting.map(|meeting| (key, meeting)));
            }
        };
        let sensors = (role == Role::Visitor || info.sees_sensors).then_some(&self.sensors.broad);
        let solid = (role == Role::Sensor).then_some(self.broad);
        for broad in solid.into_iter().chain(sensors) {
            let _ = broad.query_aabb(&around, mask_of(&info.filter), |proxy, index| {
                let piece = &self.colliders.pieces[index as usize];
                // Maps are looked at as such.
                if !piece.is_cell
                    && let Some(filter) = broad.filter(proxy)
                {
                    look(piece.collider, &PieceOrMap::Piece(index), &filter);
                }
                ControlFlow::<()>::Continue(())
            });
        }
        if self.colliders.maps.is_empty() || matches!(own, PieceOrMap::Map(_)) {
            // Maps do not see one another.
            return;
        }
        for place in self.maps_in(&around) {
            look(place.map.key, &PieceOrMap::Map(place), &place.map.info.filter);
        }
    }
}

/// Role of a collider in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Visitor,
    Sensor,
}

/// True if a piece that is in its fat box before and after the step cannot have left it by more
/// than `slack` in between: only turning takes it outside.
#[inline]
fn stays_within(cache: &PoseCache, slack: Real) -> bool {
    // The turn of a disc is not known; beside the centre of its body, it may go round in any circle.
    let (turn, radius) = (cache.turn, cache.bounding_radius);
    let goes_straight = cache.form != Form::Circle || cache.arm == Vector::zeros();
    // An arc bulges by an eighth of the square of the angle.
    goes_straight && cache.extent * turn * turn <= 8.0 * slack * radius * radius
}

/// Mask of categories for the trees, which they can check by themselves. A group may let through
/// more than categories do.
fn mask_of(filter: &Filter) -> u64 {
    if filter.group == 0 { filter.mask } else { u64::MAX }
}

/// Compares what was found with what overlapped before, which is in order.
fn compare(
    found: &mut Found,
    before: impl Iterator<Item = ColliderKey>,
    mut change: impl FnMut(ColliderKey, ChangeKind),
) {
    found.arrange();
    found.dedup_by_key(|(key, _)| *key);
    let mut before = before.peekable();
    for &(key, meeting) in &*found {
        while let Some(gone) = before.next_if(|gone| *gone < key) {
            change(gone, ChangeKind::Ends);
        }
        match (before.next_if_eq(&key).is_some(), meeting) {
            (true, Meeting::Overlapping) => {}
            (true, Meeting::Passed) => change(key, ChangeKind::Ends),
            (false, Meeting::Overlapping) => change(key, ChangeKind::Begins),
            (false, Meeting::Passed) => change(key, ChangeKind::Passes),
        }
    }
    before.for_each(|gone| change(gone, ChangeKind::Ends));
}
