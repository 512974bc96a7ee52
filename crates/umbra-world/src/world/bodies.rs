//! Bodies cross the boundaries between awake, sleeping, and fixed or disabled ones.

use super::Dirty;
use crate::body::BodyDef;
use crate::{BodyKey, BodyKind, Error, World};

impl World {
    /// Adds a body without colliders.
    pub fn insert_body(&mut self, body: &BodyDef) -> BodyKey {
        let permit = self.generation.change();
        let key = self.bodies.push(permit, body);
        let index = self.bodies.infos.len() - 1;
        self.refresh_mass(index);
        if body.sleeping && body.enabled && body.kind != BodyKind::Fixed {
            self.add_asleep(index);
        } else {
            self.settle_side(index);
        }
        key
    }

    /// Removes a body with its colliders, its joints, the fields on it, and its images.
    ///
    /// # Errors
    /// When there is no such body.
    pub fn take_out_body(&mut self, key: BodyKey) -> Result<(), Error> {
        self.bodies.index(key)?;
        self.end_crossings_of(key);
        // Images may have been before it.
        let index = self.bodies.index(key)?;
        let index = self.disturb(index);
        self.fields.list.retain(|info| info.field.body() != Some(key));
        self.take_out_joints_of(index);
        // Waking what was joined moves bodies about.
        let index = self.bodies.index(key)?;
        let permit = self.generation.change();
        let info = &mut self.bodies.infos.write(permit)[index];
        for &collider in &core::mem::take(&mut info.colliders) {
            self.forget_collider(collider);
        }
        self.bodies.infos.write(permit)[index].enabled = false;
        let index = self.settle_side(index);
        let last = self.bodies.infos.len() - 1;
        self.swap_bodies(index, last);
        self.bodies.pop(permit);
        Ok(())
    }

    /// Moves a body to its side of the boundaries; a body that begins to move is awake. Returns its
    /// new index.
    pub fn settle_side(&mut self, index: usize) -> usize {
        let info = &self.bodies.infos[index];
        let should_move = info.enabled && info.kind != BodyKind::Fixed;
        self.pending.structure = true;
        self.relist_joints_of(index);
        match (index < self.bodies.moving, should_move) {
            (false, true) => {
                let index = self.make_moving(index);
                self.make_awake(index)
            }
            (true, false) => {
                let index = if index < self.bodies.awake { self.make_asleep(index) } else { index };
                self.bodies.moving -= 1;
                self.forget_redirected(index);
                self.swap_bodies(index, self.bodies.moving)
            }
            _ => index,
        }
    }

    /// Puts a fixed or disabled body among the sleeping ones. Returns its new index.
    pub(crate) fn make_moving(&mut self, index: usize) -> usize {
        self.bodies.moving += 1;
        self.swap_bodies(index, self.bodies.moving - 1)
    }

    /// Puts a sleeping body among the awake ones. Returns its new index.
    pub(crate) fn make_awake(&mut self, index: usize) -> usize {
        self.bodies.sleep_timers[index].in_vain = false;
        self.bodies.awake += 1;
        self.swap_bodies(index, self.bodies.awake - 1)
    }

    /// Puts an awake body among the sleeping ones. Returns its new index.
    pub(crate) fn make_asleep(&mut self, index: usize) -> usize {
        self.bodies.awake -= 1;
        self.swap_bodies(index, self.bodies.awake)
    }

    /// Swaps two bodies. Returns the new index of the first one.
    pub fn swap_bodies(&mut self, a: usize, b: usize) -> usize {
        self.awake_pieces.forget();
        self.relist_joints_of(a);
        self.relist_joints_of(b);
        if a != b {
            self.bodies.swap(a, b);
            for index in [a, b] {
                self.colliders.renumber_body(&self.bodies, index);
            }
        }
        b
    }

    /// Lists a body whose motion or place the caller changed, if it can move: the next step updates
    /// its predicted boxes.
    pub(crate) fn note_redirected(&mut self, index: usize) {
        let can_move = index < self.bodies.moving;
        let marks = &mut self.bodies.marks[index];
        if can_move && !marks.redirected {
            marks.redirected = true;
            self.pending.redirected.push(self.bodies.infos[index].key);
            // Games may add and remove many before the next step.
            if self.pending.redirected.len() > 2 * self.bodies.infos.len() {
                self.pending.redirected.retain(|key| self.bodies.keys.contains_key(*key));
            }
        }
    }

    /// Takes a body off that list which moves no more.
    pub(crate) fn forget_redirected(&mut self, index: usize) {
        if core::mem::take(&mut self.bodies.marks[index].redirected) {
            let own = self.bodies.infos[index].key;
            self.pending.redirected.retain(|key| *key != own);
        }
    }

    /// Disables a body whose numbers are not finite: its pieces leave the broad phases, and the
    /// bodies that lean on it wake.
    pub(crate) fn disable_body(&mut self, index: usize) {
        let index = self.disturb(index);
        let permit = self.generation.change();
        let info = &mut self.bodies.infos.write(permit)[index];
        info.enabled = false;
        let colliders = info.colliders.clone();
        let dirty = Dirty::PLACES | Dirty::PROXIES | Dirty::SIDE | Dirty::BOXES;
        // Pieces that leave the broad phases need no room.
        let _ = self.refresh(index, &colliders, dirty);
    }
}
