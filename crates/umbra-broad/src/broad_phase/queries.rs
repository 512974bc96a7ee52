//! Queries about the proxies, from any thread.

use super::{BroadPhase, MOVING, ProxyId, STATIC};
use crate::Cast;
use core::ops::ControlFlow;
use umbra_geom::{Aabb, Point, Real};

impl BroadPhase {
    /// Calls `visit` with every proxy, and its data, whose fat box overlaps `aabb` and whose
    /// category has a bit in common with `mask`, until it breaks.
    pub fn query_aabb<B>(
        &self,
        aabb: &Aabb,
        mask: u64,
        mut visit: impl FnMut(ProxyId, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        [STATIC, MOVING].iter().try_for_each(|tree| {
            self.tree(*tree)
                .query_aabb(aabb, mask, |index| visit(self.id(index), self.data_of(index)))
        })
    }

    /// A box around the fat boxes of all proxies; [`Aabb::EMPTY`] when there are none.
    pub fn bounds(&self) -> Aabb {
        self.tree(STATIC).bounds().union(&self.tree(MOVING).bounds())
    }

    /// Calls `visit` with every proxy, and its data, whose fat box holds `point` and whose
    /// category has a bit in common with `mask`, until it breaks.
    pub fn query_point<B>(
        &self,
        point: impl Into<Point>,
        mask: u64,
        mut visit: impl FnMut(ProxyId, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let point = point.into();
        [STATIC, MOVING].iter().try_for_each(|tree| {
            self.tree(*tree)
                .query_point(point, mask, |index| visit(self.id(index), self.data_of(index)))
        })
    }

    /// Calls `visit` with every proxy, and its data, whose fat box `cast` hits and whose category
    /// has a bit in common with `mask`: static ones first, nearer ones mostly first.
    ///
    /// `visit` returns the fraction at which the cast is to end: see
    /// [`Tree::cast`](crate::Tree::cast). Its last argument is the fraction at which the cast
    /// enters the fat box, and never more than the true one.
    pub fn cast<B>(
        &self,
        cast: &Cast,
        mask: u64,
        mut visit: impl FnMut(ProxyId, u32, Real) -> ControlFlow<B, Real>,
    ) -> ControlFlow<B> {
        let mut cast = *cast;
        for tree in [STATIC, MOVING] {
            let mut limit = cast.max_fraction();
            self.tree(tree).cast(&cast, mask, |index, fraction| {
                limit = visit(self.id(index), self.data_of(index), fraction)?;
                ControlFlow::Continue(limit)
            })?;
            cast = cast.with_max_fraction(limit);
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with every proxy, and its data, whose fat box is not farther from `point` than
    /// `max_distance` and whose category has a bit in common with `mask`: static ones first, nearer
    /// ones mostly first.
    ///
    /// `visit` also receives the distance of the fat box, or a little less, and returns the
    /// distance at which the search is to end: see [`Tree::nearest`](crate::Tree::nearest).
    pub fn nearest<B>(
        &self,
        point: impl Into<Point>,
        max_distance: Real,
        mask: u64,
        mut visit: impl FnMut(ProxyId, u32, Real) -> ControlFlow<B, Real>,
    ) -> ControlFlow<B> {
        let (point, mut limit) = (point.into(), max_distance);
        for tree in [STATIC, MOVING] {
            // The first tree may have found the point deep in something: what holds it counts in the other one too.
            let from = if limit < 0.0 && tree != STATIC { 0.0 } else { limit };
            self.tree(tree).nearest(point, from, mask, |index, distance| {
                limit = visit(self.id(index), self.data_of(index), distance)?;
                ControlFlow::Continue(limit)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with the data of every static proxy whose box overlaps `aabb` and which would
    /// make a pair with `proxy`, until it breaks. Without such a proxy, `visit` is not called.
    pub fn query_static<B>(
        &self,
        proxy: ProxyId,
        aabb: &Aabb,
        mut visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.contains(proxy) {
            return ControlFlow::Continue(());
        }
        self.trees[STATIC].query_aabb(aabb, u64::MAX, |index| {
            if self.accepts(proxy.index, index) {
                visit(self.data_of(index))
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    pub(super) fn id(&self, index: u32) -> ProxyId {
        ProxyId { index, generation: self.slots[index as usize].generation }
    }

    pub(super) fn data_of(&self, index: u32) -> u32 {
        self.slots[index as usize].data
    }
}
