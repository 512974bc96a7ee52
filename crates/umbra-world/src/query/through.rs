//! Rays and casts through portals: the way of one is cut where it enters a portal, and goes on
//! behind the other end.

use core::ops::ControlFlow;

use umbra_broad::MAX_COORDINATE;
use umbra_geom::{Aabb, Point, Pose, Real, Vector};

use super::{CastHit, DynFilter, Met};
use crate::store::Entrance;
use crate::tuning::PORTALS_ON_WAY;
use crate::{World, check};

/// Straight part of a way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    /// The motion from where the way began.
    pub(super) motion: Pose,
    pub(super) origin: Point,
    pub(super) translation: Vector,
    /// The fractions of the whole way before it, and of it.
    start: Real,
    share: Real,
}

impl Leg {
    /// The fraction of the whole way at a fraction of this part.
    fn to_whole(self, fraction: Real) -> Real {
        self.start + self.share * fraction
    }

    /// The fraction of this part at a fraction of the whole way, which does not end before it.
    fn to_own(self, fraction: Real) -> Real {
        let own = (fraction - self.start) / self.share;
        if own < 1.0 { own } else { 1.0 }
    }

    fn whole(origin: Point, translation: Vector) -> Self {
        Self { motion: Pose::identity(), origin, translation, start: 0.0, share: 1.0 }
    }

    /// The pose of something that is at the start of this part, and had a pose where the way began.
    pub(super) fn pose(&self, pose: &Pose) -> Pose {
        if self.motion == Pose::identity() {
            // To the last bit.
            return *pose;
        }
        Pose::from_parts(
            self.origin.coords.into(),
            check::unit(self.motion.rotation * pose.rotation),
        )
    }
}

impl World {
    /// True if queries with this filter may go through a portal.
    #[inline]
    pub(super) fn goes_through(&self, filter: &DynFilter) -> bool {
        filter.portals && !self.portals.list.is_empty()
    }

    /// The first hit on a way, of which `cast` casts a straight part.
    #[inline]
    pub(super) fn first_on_way(
        &self,
        origin: Point,
        translation: Vector,
        filter: &DynFilter,
        cast: impl Fn(&Leg) -> Option<CastHit>,
    ) -> Option<CastHit> {
        if !self.goes_through(filter) || !is_good(origin, translation) {
            return cast(&Leg::whole(origin, translation));
        }
        self.legs(origin, translation).find_map(|leg| {
            let hit = cast(&leg)?;
            Some(CastHit { fraction: leg.to_whole(hit.fraction), ..hit })
        })
    }

    /// Every hit on a way, of which `cast` casts a straight part, until `visit` breaks. It answers
    /// with the fraction to go on to.
    #[inline]
    pub(super) fn each_on_way(
        &self,
        origin: Point,
        translation: Vector,
        filter: &DynFilter,
        mut visit: impl FnMut(CastHit) -> ControlFlow<(), Real>,
        cast: impl Fn(&Leg, &mut dyn FnMut(CastHit) -> ControlFlow<(), Real>),
    ) {
        if !self.goes_through(filter) || !is_good(origin, translation) {
            return cast(&Leg::whole(origin, translation), &mut visit);
        }
        let mut limit = 1.0;
        for leg in self.legs(origin, translation) {
            if leg.start > limit {
                return;
            }
            let mut visit = |hit: CastHit| {
                let told = CastHit { fraction: leg.to_whole(hit.fraction), ..hit };
                if told.fraction <= limit {
                    let ControlFlow::Continue(wanted) = visit(told) else {
                        limit = -1.0;
                        return ControlFlow::Break(());
                    };
                    limit = if wanted < limit { wanted } else { limit };
                }
                ControlFlow::Continue(leg.to_own(limit))
            };
            cast(&leg, &mut visit);
        }
    }

    /// The straight parts of a way through portals, in order.
    fn legs(&self, origin: Point, translation: Vector) -> impl Iterator<Item = Leg> {
        let mut next = Some(Leg::whole(origin, translation));
        let legs = core::iter::from_fn(move || {
            let mut leg = next.take()?;
            if let Some((part, motion)) = self.entered(leg.origin, leg.translation) {
                let rest = 1.0 - part;
                next = Some(Leg {
                    motion: motion * leg.motion,
                    origin: motion * (leg.origin + leg.translation * part),
                    translation: motion.rotation * (leg.translation * rest),
                    start: leg.to_whole(part),
                    share: leg.share * rest,
                });
                leg.translation *= part;
                leg.share *= part;
            }
            Some(leg)
        });
        legs.take(PORTALS_ON_WAY + 1)
    }

    /// The motions through the portals that are no farther in front of a point than this.
    pub fn portals_before(&self, point: Point, reach: Real) -> impl Iterator<Item = Pose> {
        let around = Aabb { min: point, max: point }.grown(reach);
        let is_near =
            move |it: &Entrance| it.opening.height(point) > 0.0 && it.opening.meets(&around);
        self.portals.entrances().filter(is_near).map(|it| it.motion)
    }

    /// The motion through the first portal that a way enters.
    pub fn portal_on_way(&self, origin: Point, translation: Vector) -> Option<Pose> {
        self.entered(origin, translation).map(|(_, motion)| motion)
    }

    /// True if a shape that goes through portals does not meet something at a point, because that
    /// lies behind one in front of which the shape is.
    #[inline]
    pub(super) fn is_beyond_portal(&self, met: &Met, filter: &DynFilter) -> bool {
        self.goes_through(filter) && self.is_behind_opening(met)
    }

    #[cold]
    fn is_behind_opening(&self, met: &Met) -> bool {
        let slack = self.config.portal_slack();
        let origin = met.pose.translation.vector.into();
        let portals = self.portals.list.iter().filter(|info| info.portal.enabled);
        let mut openings =
            portals.flat_map(|info| [info.portal.opening(0), info.portal.opening(1)]);
        openings.any(|opening| {
            opening.height(origin) > slack
                && opening.is_beside(origin)
                && opening.is_past(met.point, slack)
        })
    }

    /// The first portal that a way enters, as the part of it up to there, and the motion through
    /// it.
    fn entered(&self, origin: Point, translation: Vector) -> Option<(Real, Pose)> {
        let first = Entrance::first(self.portals.entrances(), origin, translation, 0.0);
        first.map(|(part, it)| (part, it.motion))
    }
}

/// True unless a query refuses the way as a whole, be the part before a portal ever so short.
fn is_good(origin: Point, translation: Vector) -> bool {
    let numbers = [origin.x, origin.y, translation.x, translation.y];
    numbers.iter().all(|number| number.abs() <= MAX_COORDINATE)
}
