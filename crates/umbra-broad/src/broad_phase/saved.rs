//! Saves the data of a broad phase that steps change, to restore it later.

use super::{BroadPhase, MOVING, NONE, Refiltered};
use crate::sweep::FatBox;

/// The boxes of all moving proxies, and the pending work of the next search.
///
/// While no proxy is added or removed, and no static one moved, nothing else of a broad phase
/// changes.
#[derive(Clone, Debug, Default)]
pub struct SavedBoxes {
    boxes: Vec<(u32, FatBox)>,
    moved: Vec<u32>,
    refiltered: Vec<Refiltered>,
}

impl SavedBoxes {
    /// The size in bytes.
    pub fn size(&self) -> usize {
        size_of_val(&self.boxes[..])
            + size_of_val(&self.moved[..])
            + size_of_val(&self.refiltered[..])
    }
}

impl BroadPhase {
    /// Saves the boxes of moving proxies, reusing the memory of `saved`.
    ///
    /// ```
    /// use umbra_broad::{BroadPhase, BroadPhaseConfig, Filter, ProxyKind, SavedBoxes};
    /// use umbra_geom::{Aabb, Vector};
    ///
    /// let mut broad = BroadPhase::new(BroadPhaseConfig::default())?;
    /// let start = Aabb::new([0.0, 0.0], [1.0, 1.0])?;
    /// let ball = broad.add(start, ProxyKind::Dynamic, Filter::default(), 0)?;
    /// let mut saved = SavedBoxes::default();
    /// broad.save_boxes(&mut saved);
    /// let before = broad.fat_aabb(ball);
    /// broad.move_proxy(ball, Aabb::new([9.0, 0.0], [10.0, 1.0])?, Vector::zeros())?;
    /// broad.restore_boxes(&saved);
    /// assert_eq!(broad.fat_aabb(ball), before);
    /// # Ok::<(), umbra_broad::Error>(())
    /// ```
    pub fn save_boxes(&mut self, saved: &mut SavedBoxes) {
        self.refresh();
        let boxes = |index: u32| (index, self.boxes[index as usize]);
        saved.boxes.clear();
        saved.boxes.extend(self.trees[MOVING].all_data().map(boxes));
        // Static ones have another box before them until the first search.
        let is_static = |index: &u32| super::tree_of(self.slots[*index as usize].kind) != MOVING;
        saved.boxes.extend(self.moved.iter().copied().filter(is_static).map(boxes));
        saved.moved.clone_from(&self.moved);
        saved.refiltered.clone_from(&self.refiltered);
    }

    /// Restores saved boxes. In between no proxy may have been added or removed, and no static one
    /// moved.
    pub fn restore_boxes(&mut self, saved: &SavedBoxes) {
        self.refresh();
        self.forget_moves();
        for (index, fat) in &saved.boxes {
            self.boxes[*index as usize] = *fat;
        }
        for (place, index) in (0..).zip(&saved.moved) {
            debug_assert_ne!(place, NONE);
            self.slots[*index as usize].moved = place;
        }
        self.moved.clone_from(&saved.moved);
        for refiltered in &saved.refiltered {
            self.slots[refiltered.index as usize].refiltered = true;
        }
        self.refiltered.clone_from(&saved.refiltered);
        self.take_boxes_later();
    }
}
