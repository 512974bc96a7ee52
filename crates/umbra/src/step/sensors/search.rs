//! What overlaps a sensor now, or did on its way: read only, so threads share it.
//!
//! A pair can change only if one of the two moved or was changed. Two searches find all such pairs:
//!
//! - a visitor that moved looks for sensors, whether they moved or not;
//! - a sensor that moved looks for visitors that stand still.
//!
//! Both look along their paths. What they find is compared with the list of what overlapped before.

use core::ops::ControlFlow;

use umbra_broad::{BroadPhase, Filter};
use umbra_geom::Real;
use umbra_geom::query::overlaps;

use super::path::{BodyMotion, Path, have_met};
use crate::ColliderKey;
use crate::scene::Overlap;
use crate::store::{Bodies, ColliderInfo, Colliders, Sensors};

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

/// What a search found, and memory for it.
#[derive(Debug, Default)]
pub(super) struct Work {
    /// What one sensor or visitor overlaps.
    found: Vec<(ColliderKey, Meeting)>,
    pub(super) changes: Vec<Change>,
    /// Visitors of several pieces, which have to be looked at as a whole.
    pub(super) compounds: Vec<ColliderKey>,
}

/// Of two for the same pair, the lesser one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Meeting {
    Overlapping,
    /// Not any more, but earlier in the step.
    Passed,
}

/// What a search reads.
#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) broad: &'a BroadPhase,
    pub(super) bodies: &'a Bodies,
    pub(super) colliders: &'a Colliders,
    pub(super) sensors: &'a Sensors,
    pub(super) dt: Real,
}

impl Search<'_> {
    /// How the body of a piece moved.
    pub(super) fn motion(&self, piece: u32) -> Option<BodyMotion> {
        let body = self.colliders.outlines.poses[piece as usize].body;
        BodyMotion::of(self.bodies, body as usize, self.dt)
    }

    fn path(&self, piece: u32) -> Path {
        let motion = self.motion(piece);
        let at = piece as usize;
        Path::of(&self.colliders.pieces[at], &self.colliders.outlines.poses[at], motion.as_ref())
    }

    /// Compares one moved piece with sensors, or lists its collider if it has several pieces.
    pub(super) fn look_around(&self, piece: u32, work: &mut Work) {
        let Some(motion) = self.motion(piece) else { return };
        let cache = &self.colliders.outlines.poses[piece as usize];
        // Most pieces are near no sensor.
        let around = motion.path_box(cache);
        let is_near = || {
            let near = |_, _| ControlFlow::Break(());
            self.sensors.broad.query_aabb(&around, u64::MAX, near).is_break()
        };
        if !cache.is_seen && !is_near() {
            return;
        }
        let piece = &self.colliders.pieces[piece as usize];
        let Some(info) = self.colliders.infos.get(piece.collider) else { return };
        if info.pieces.len() > 1 {
            work.compounds.push(piece.collider);
        } else {
            self.compare_visitor(piece.collider, work);
        }
    }

    /// Compares what a visitor overlaps with what it overlapped.
    pub(super) fn compare_visitor(&self, visitor: ColliderKey, work: &mut Work) {
        let Some(info) = self.colliders.infos.get(visitor) else { return };
        let before = self.sensors.seen_by(visitor);
        work.found.clear();
        if self.is_shown(info) && (info.sensor.is_none() || self.sensors.any_see_sensors) {
            for &piece in &info.pieces {
                self.find_sensors(piece, info, before, &mut work.found);
            }
        }
        let Work { found, changes, .. } = work;
        compare(found, before.iter().copied(), |sensor, kind| {
            changes.push(Change { overlap: Overlap { sensor, visitor }, kind });
        });
    }

    /// Compares what a sensor overlaps with what it overlapped, as far as that stands still.
    pub(super) fn compare_sensor(&self, sensor: ColliderKey, work: &mut Work) {
        let Some(info) = self.colliders.infos.get(sensor) else { return };
        let Some(index) = info.sensor else { return };
        let before = &self.sensors.list[index as usize].visitors[..];
        work.found.clear();
        if self.is_shown(info) {
            for &piece in &info.pieces {
                self.find_visitors(self.broad, piece, info, before, &mut work.found);
                if info.sees_sensors {
                    self.find_visitors(&self.sensors.broad, piece, info, before, &mut work.found);
                }
            }
        }
        let Work { found, changes, .. } = work;
        let stands = |visitor: &ColliderKey| {
            let info = self.colliders.infos.get(*visitor);
            info.is_some_and(|info| self.motion(info.pieces[0]).is_none())
        };
        compare(found, before.iter().copied().filter(stands), |visitor, kind| {
            changes.push(Change { overlap: Overlap { sensor, visitor }, kind });
        });
    }

    /// Whether a collider takes part: neither it nor its body is disabled.
    fn is_shown(&self, info: &ColliderInfo) -> bool {
        match info.sensor {
            Some(index) => !self.sensors.list[index as usize].proxies.is_empty(),
            None => self.colliders.pieces[info.pieces[0] as usize].proxy.is_some(),
        }
    }

    /// Lists the sensors that a piece of a visitor overlaps.
    fn find_sensors(
        &self,
        piece: u32,
        info: &ColliderInfo,
        before: &[ColliderKey],
        found: &mut Vec<(ColliderKey, Meeting)>,
    ) {
        let Self { colliders, sensors, .. } = *self;
        let is_sensor = info.sensor.is_some();
        let (motion, cache) = (self.motion(piece), &colliders.outlines.poses[piece as usize]);
        let around = motion.as_ref().map_or(cache.tight, |motion| motion.path_box(cache));
        let path = Path::of(&colliders.pieces[piece as usize], cache, motion.as_ref());
        let mask = mask_of(&info.filter);
        let _ = sensors.broad.query_aabb(&around, mask, |proxy, other| {
            let sensor = &colliders.pieces[other as usize];
            let accepted = sensor.body != cache.body
                && sensors.broad.filter(proxy).is_some_and(|filter| filter.accepts(&info.filter));
            let sees = || {
                let info = colliders.infos.get(sensor.collider);
                !is_sensor || info.is_some_and(|info| info.sees_sensors)
            };
            if accepted && sees() {
                let old = before.contains(&sensor.collider);
                let other_path = self.path(other);
                self.meet(sensor.collider, [other, piece], [&other_path, &path], old, found);
            }
            ControlFlow::<()>::Continue(())
        });
    }

    /// Lists the visitors without motion that a piece of a sensor overlaps.
    fn find_visitors(
        &self,
        broad: &BroadPhase,
        piece: u32,
        info: &ColliderInfo,
        before: &[ColliderKey],
        found: &mut Vec<(ColliderKey, Meeting)>,
    ) {
        let Self { colliders, .. } = *self;
        let (motion, cache) = (self.motion(piece), &colliders.outlines.poses[piece as usize]);
        let around = motion.as_ref().map_or(cache.tight, |motion| motion.path_box(cache));
        let path = Path::of(&colliders.pieces[piece as usize], cache, motion.as_ref());
        let mask = mask_of(&info.filter);
        let _ = broad.query_aabb(&around, mask, |proxy, other| {
            let visitor = &colliders.pieces[other as usize];
            let accepted = visitor.body != cache.body
                && broad.filter(proxy).is_some_and(|filter| filter.accepts(&info.filter));
            if accepted && self.motion(other).is_none() {
                let old = before.binary_search(&visitor.collider).is_ok();
                let other_path = self.path(other);
                self.meet(visitor.collider, [piece, other], [&path, &other_path], old, found);
            }
            ControlFlow::<()>::Continue(())
        });
    }

    /// Notes whether two pieces overlap, or did earlier in the step. That does not matter for what overlapped before.
    fn meet(
        &self,
        key: ColliderKey,
        pieces: [u32; 2],
        paths: [&Path; 2],
        overlapped_before: bool,
        found: &mut Vec<(ColliderKey, Meeting)>,
    ) {
        let [a, b] = pieces.map(|piece| &self.colliders.pieces[piece as usize]);
        if overlaps(a.shape(), &a.pose, b.shape(), &b.pose) {
            found.push((key, Meeting::Overlapping));
        } else if !overlapped_before && have_met([a.shape(), b.shape()], paths) {
            found.push((key, Meeting::Passed));
        }
    }
}

/// What the trees can sort out by themselves. A group may let through what categories do not.
fn mask_of(filter: &Filter) -> u64 {
    if filter.group == 0 { filter.mask } else { u64::MAX }
}

/// Compares what was found with what overlapped before, which is in order.
fn compare(
    found: &mut Vec<(ColliderKey, Meeting)>,
    before: impl Iterator<Item = ColliderKey>,
    mut change: impl FnMut(ColliderKey, ChangeKind),
) {
    found.sort_unstable();
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
