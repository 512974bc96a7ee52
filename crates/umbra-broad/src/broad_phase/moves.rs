//! Objects move: one at a time, or all those of a step.

use super::{BroadPhase, NONE, ProxyId, tree_of};
use crate::Error;
use crate::error::{bounded, checked, is_good};
use umbra_geom::{Aabb, Real, Vector};

/// A box that comes farther at once, in parts of its size, is no worse for its tree.
const FARTHEST: Real = 4.0;

/// What [`BroadPhase::move_many`] is told of one proxy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    /// Who moved.
    pub proxy: ProxyId,
    /// The tight box that the object fills now.
    pub aabb: Aabb,
    /// By how much it moved in the last step, or is expected to in the next.
    pub displacement: Vector,
}

impl BroadPhase {
    /// Tells that an object now fills the tight box `aabb` and moved by `displacement` in the last
    /// step, or is expected to in the next. Whether it left its fat box and got another.
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
        self.go(proxy.index, &aabb, displacement);
        Ok(true)
    }

    /// Tells of many moves at once, in their order: faster than [`move_proxy`](Self::move_proxy) for
    /// each, and with the same result. How many of the proxies left their fat boxes and got others.
    ///
    /// # Errors
    /// As those of [`move_proxy`](Self::move_proxy), of the first move that is refused. No proxy
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
        let mut left = core::mem::take(&mut self.scratch.left);
        left.clear();
        left.resize(moves.len() + 1, 0);
        let (mut count, mut plain) = (0, true);
        self.batch = self.batch.wrapping_add(1);
        // Who left its box is not to be guessed: every move is listed, and the next one in its
        // place unless it counts.
        for (number, to) in moves.iter().enumerate() {
            let place = to.proxy.index as usize;
            let (Some(slot), Some(fat)) = (self.slots.get_mut(place), self.boxes.get(place)) else {
                plain = false;
                break;
            };
            let length = to.displacement.x.abs() + to.displacement.y.abs();
            plain &= (slot.generation == to.proxy.generation)
                & (slot.batch != self.batch)
                & is_good(&to.aabb)
                & (length <= crate::MAX_COORDINATE);
            slot.batch = self.batch;
            left[count] = number as u32;
            count += usize::from(!fat.now.contains(&to.aabb));
        }
        if plain {
            for number in &left[..count] {
                let to = &moves[*number as usize];
                self.go(to.proxy.index, &to.aabb, to.displacement);
            }
        }
        self.scratch.left = left;
        if plain { Ok(count) } else { self.move_each(moves) }
    }

    /// Something is odd: a bad move, a proxy named twice, or one not named for 256 calls.
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

    /// A proxy has left its fat box and gets another.
    #[inline(always)]
    fn go(&mut self, index: u32, aabb: &Aabb, displacement: Vector) {
        let place = index as usize;
        let kind = self.slots[place].kind;
        let before = self.boxes[place].now;
        self.boxes[place].now = self.fatten(kind, aabb, displacement);
        let slot = &mut self.slots[place];
        if slot.moved == NONE {
            slot.moved = self.moved.len() as u32;
            self.moved.push(index);
        } else if !slot.pending {
            self.pending.before.push((index, before));
        }
        let tree = tree_of(kind);
        self.pending.way[tree] += way(&before, &self.boxes[place].now);
        if !slot.pending {
            slot.pending = true;
            self.pending.counts[tree] += 1;
            self.pending.proxies.push(index);
        }
    }
}

/// How far a box came or how much it grew, in parts of its size.
#[inline(always)]
fn way(from: &Aabb, to: &Aabb) -> Real {
    let Aabb { min, max } = to;
    let across = (min.x - from.min.x).abs() + (max.x - from.max.x).abs();
    let up = (min.y - from.min.y).abs() + (max.y - from.max.y).abs();
    let way = (across + up) / ((max.x - min.x) + (max.y - min.y));
    // A box without a size has gone far, or nowhere.
    if way < FARTHEST { way } else { FARTHEST }
}
