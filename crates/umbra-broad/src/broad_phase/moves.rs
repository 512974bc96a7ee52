//! Moves of objects: one at a time, or all those of a step.

use super::late::Pending;
use super::{BroadPhase, NONE, ProxyId, Slot, fat_box, tree_of};
use crate::error::{bounded, checked};
use crate::lanes::{BoxLanes, with_lanes};
use crate::sweep::FatBox;
use crate::{Error, FatMargin};
use umbra_geom::{Aabb, Real, Vector};

/// The greatest displacement that counts as wear of a tree, in sizes of the box.
const FARTHEST: Real = 4.0;

/// The move of one proxy, for [`BroadPhase::move_many`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    /// The proxy that moved.
    pub proxy: ProxyId,
    /// The tight box that the object fills now.
    pub aabb: Aabb,
    /// Its displacement in the last step, or its expected one in the next.
    pub displacement: Vector,
}

impl BroadPhase {
    /// Moves an object to the tight box `aabb`; `displacement` is its displacement in the last
    /// step, or its expected one in the next. Returns true if it left its fat box and got another.
    ///
    /// # Errors
    /// When there is no such proxy, or a number is not finite or too large, or the box inverted.
    #[inline]
    pub fn move_proxy(
        &mut self,
        proxy: ProxyId,
        aabb: Aabb,
        displacement: Vector,
    ) -> Result<bool, Error> {
        self.check_move(&Move { proxy, aabb, displacement })?;
        if self.boxes[proxy.index as usize].now.contains(&aabb) {
            return Ok(false);
        }
        self.movers().go(proxy.index, &aabb, displacement);
        Ok(true)
    }

    /// Moves many objects, in their order: faster than [`move_proxy`](Self::move_proxy) for each,
    /// and with the same result. Returns the number of proxies that left their fat boxes and got
    /// others.
    ///
    /// # Errors
    /// The errors of [`move_proxy`](Self::move_proxy), for the first move that is refused. No proxy
    /// has moved then.
    ///
    /// ```
    /// use umbra_broad::{BroadPhase, BroadPhaseConfig, Filter, Move, ProxyKind};
    /// use umbra_geom::{Aabb, Vector};
    ///
    /// let mut broad = BroadPhase::new(BroadPhaseConfig::default())?;
    /// let mut moves = Vec::new();
    /// for x in [0.0, 5.0] {
    ///     let aabb = Aabb::new([x, 0.0], [x + 1.0, 1.0])?;
    ///     let proxy = broad.add(aabb, ProxyKind::Dynamic, Filter::default(), 0)?;
    ///     let aabb = Aabb::new([2.0, 0.0], [3.0, 1.0])?;
    ///     moves.push(Move { proxy, aabb, displacement: Vector::zeros() });
    /// }
    /// assert_eq!(broad.move_many(&moves)?, 2);
    /// assert_eq!(broad.find_new_pairs().len(), 1);
    /// # Ok::<(), umbra_broad::Error>(())
    /// ```
    pub fn move_many(&mut self, moves: &[Move]) -> Result<usize, Error> {
        let mut left = core::mem::take(&mut self.memory.0.get_or_insert_default().left);
        left.clear();
        left.resize(moves.len() + 1, 0);
        self.batch = self.batch.wrapping_add(1);
        let count = with_lanes!(self.level, lanes => self.move_plainly(lanes, moves, &mut left));
        self.memory.0.get_or_insert_default().left = left;
        count.map_or_else(|| self.move_each(moves), Ok)
    }

    /// Moves all proxies and returns the number of those that left their fat boxes. `None`, without
    /// a move, if there is a special case for [`move_each`](Self::move_each).
    #[inline(always)]
    fn move_plainly(
        &mut self,
        lanes: impl BoxLanes,
        moves: &[Move],
        left: &mut [u32],
    ) -> Option<usize> {
        let count = self.list_left(lanes, moves, left)?;
        let mut movers = self.movers();
        for number in left.get(..count)? {
            let to = &moves[*number as usize];
            movers.go(to.proxy.index, &to.aabb, to.displacement);
        }
        Some(count)
    }

    /// Lists the moves of proxies that leave their fat boxes, and returns their number. `None` if
    /// there is a special case.
    #[inline(always)]
    fn list_left(
        &mut self,
        lanes: impl BoxLanes,
        moves: &[Move],
        left: &mut [u32],
    ) -> Option<usize> {
        let (mut count, mut plain) = (0, true);
        // Who left its box is not to be guessed: every move is listed, and the next one in its
        // place unless it counts.
        for (number, to) in moves.iter().enumerate() {
            let place = to.proxy.index as usize;
            let (slot, fat) = self.slots.get_mut(place).zip(self.boxes.get(place))?;
            let length = to.displacement.x.abs() + to.displacement.y.abs();
            let (is_good, is_inside) = lanes.is_good_and_inside(&to.aabb, &fat.now);
            plain &= (slot.generation == to.proxy.generation)
                & (slot.batch != self.batch)
                & is_good
                & (length <= crate::MAX_COORDINATE);
            slot.batch = self.batch;
            left[count] = number as u32;
            count += usize::from(!is_inside);
        }
        plain.then_some(count)
    }

    /// Moves one by one, for the special cases: a bad move, a proxy named twice, or one not named
    /// for 256 calls.
    #[cold]
    fn move_each(&mut self, moves: &[Move]) -> Result<usize, Error> {
        moves.iter().try_for_each(|to| self.check_move(to))?;
        let go = |to: &Move| self.move_proxy(to.proxy, to.aabb, to.displacement);
        moves.iter().map(go).try_fold(0, |count, left| Ok(count + usize::from(left?)))
    }

    #[inline]
    fn check_move(&self, to: &Move) -> Result<(), Error> {
        checked("aabb", &to.aabb)?;
        bounded("displacement", to.displacement.x)?;
        bounded("displacement", to.displacement.y)?;
        self.slot(to.proxy).map(|_| ())
    }

    fn movers(&mut self) -> Movers<'_> {
        let Self { config, slots, boxes, moved, pending, .. } = self;
        let boxes = &mut boxes[..slots.len()];
        Movers { margin: config.margin, slots, boxes, moved, pending }
    }
}

/// The fields that change when proxies get other fat boxes, borrowed separately for the compiler.
struct Movers<'a> {
    margin: FatMargin,
    slots: &'a mut [Slot],
    /// The boxes, cut to the length of the slots: then one check of an index is enough for both.
    boxes: &'a mut [FatBox],
    moved: &'a mut Vec<u32>,
    pending: &'a mut Pending,
}

impl Movers<'_> {
    /// Gives a proxy that left its fat box another one.
    #[inline(always)]
    fn go(&mut self, index: u32, aabb: &Aabb, displacement: Vector) {
        let Self { margin, slots, boxes, moved, pending } = self;
        let slot = &mut slots[index as usize];
        let fat = &mut boxes[index as usize];
        let before = fat.now;
        fat.now = fat_box(margin, slot.kind, aabb, displacement);
        if slot.moved == NONE {
            slot.moved = moved.len() as u32;
            moved.push(index);
        } else if !slot.pending {
            pending.before.push((index, before));
        }
        let tree = tree_of(slot.kind);
        pending.displacement[tree] += relative_displacement(&before, &fat.now);
        if !slot.pending {
            slot.pending = true;
            pending.counts[tree] += 1;
            pending.proxies.push(index);
        }
    }
}

/// The displacement and growth of a box, as a fraction of its size.
#[inline(always)]
fn relative_displacement(from: &Aabb, to: &Aabb) -> Real {
    let Aabb { min, max } = to;
    let across = (min.x - from.min.x).abs() + (max.x - from.max.x).abs();
    let up = (min.y - from.min.y).abs() + (max.y - from.max.y).abs();
    let displacement = (across + up) / ((max.x - min.x) + (max.y - min.y));
    // A box without a size has gone far, or nowhere.
    if displacement < FARTHEST { displacement } else { FARTHEST }
}
