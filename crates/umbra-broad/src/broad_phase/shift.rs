//! Shifts the origin of all boxes.

use super::{BroadPhase, NONE};
use crate::sweep::FatBox;
use umbra_geom::{Aabb, Vector};

impl BroadPhase {
    /// Shifts the origin to `by`: moves all boxes by `-by`. They are rounded again and may begin to
    /// overlap, so the next search reports all pairs, including those that earlier searches
    /// reported.
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
        self.moved.clear();
        for ((index, slot), fat) in (0..).zip(&mut self.slots).zip(&mut self.boxes) {
            *fat = FatBox { now: fat.now.moved(-by), before: Aabb::EMPTY };
            slot.moved = NONE;
            if slot.generation & 1 == 1 {
                slot.moved = self.moved.len() as u32;
                self.moved.push(index);
            }
        }
        for tree in &mut self.trees {
            tree.forget_boxes();
            tree.take_boxes(&self.boxes);
            tree.rebuild();
        }
    }
}
