//! Everything is seen from another origin.

use super::{BroadPhase, MOVING, NONE};
use umbra_geom::{Aabb, Vector};

impl BroadPhase {
    /// Has all boxes lie relative to another origin: moves them by `-by`. They are rounded anew, so afterwards
    /// [`forget_pairs`](Self::forget_pairs) has the next search report pairs that none has reported.
    ///
    /// ```
    /// use umbra_broad::{BroadPhase, BroadPhaseConfig, Filter, ProxyKind};
    /// use umbra_geom::{Aabb, Vector};
    ///
    /// let mut broad = BroadPhase::new(BroadPhaseConfig::default())?;
    /// let there = Aabb::new([1000.0, 0.0], [1001.0, 1.0])?;
    /// let wall = broad.add(there, ProxyKind::Static, Filter::default(), 0)?;
    /// broad.shift_origin(Vector::new(1000.0, 0.0));
    /// assert_eq!(broad.fat_aabb(wall), Some(Aabb::new([0.0, 0.0], [1.0, 1.0])?));
    /// # Ok::<(), umbra_broad::Error>(())
    /// ```
    pub fn shift_origin(&mut self, by: Vector) {
        self.refresh();
        self.catch_up();
        let shifted = |aabb: &Aabb| Aabb { min: aabb.min - by, max: aabb.max - by };
        for fat in &mut self.boxes {
            fat.now = shifted(&fat.now);
            // The empty box stays empty.
            let is_empty = fat.before == Aabb::EMPTY;
            fat.before = if is_empty { Aabb::EMPTY } else { shifted(&fat.before) };
        }
        for tree in &mut self.trees {
            tree.forget_boxes();
            tree.take_boxes(&self.boxes);
            tree.rebuild();
        }
        debug_assert!(self.trees[MOVING].len() <= self.boxes.len());
    }

    /// Has the next search report all pairs that there are, whatever searches before it have reported.
    pub fn forget_pairs(&mut self) {
        self.moved.clear();
        for (index, slot) in (0..).zip(&mut self.slots) {
            slot.moved = NONE;
            if slot.generation & 1 == 1 {
                slot.moved = self.moved.len() as u32;
                self.moved.push(index);
                self.boxes[index as usize].before = Aabb::EMPTY;
            }
        }
    }
}
