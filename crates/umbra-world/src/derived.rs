//! Derived data: the parts of a scene that follow from the rest and can be rebuilt.

use std::sync::Arc;

use crate::step::{concerned_by_seams, find_seams, list_joints, rebuild_structure};
use crate::store::{PieceCache, SeamList, Traits};
use crate::{BodyKind, Error, World};

impl World {
    /// Rebuilds derived data: trees, compact arrays, seams, islands and colours, lists. No result
    /// changes, and the scene continues with the same bits. For tests, and for scenes stored
    /// without derived data.
    ///
    /// # Errors
    /// When a link is broken, which is a bug.
    #[doc(hidden)]
    pub fn rebuild_derived(&mut self) -> Result<(), Error> {
        self.generation.change();
        self.broad.rebuild();
        self.sensors.broad.rebuild();
        self.colliders.maps.rebuild();
        self.rebuild_outlines();
        self.rebuild_seams();
        self.awake_pieces.forget();
        self.contacts.forget_links();
        self.joints.unlist_all(&self.structure);
        self.write_contacts();
        self.structure = Arc::default();
        // Else the next step finds out which joints and contacts are left.
        let waits = self.pending.structure || self.colliders.outlines.any_changed();
        let is_known = !(waits || self.pending.joints);
        (self.pending.joints, self.pending.structure) = (true, true);
        if is_known {
            list_joints(self);
            rebuild_structure(self)?;
        }
        Ok(())
    }

    /// Rebuilds the compact arrays of the narrow phase. Pieces marked as changed stay marked.
    pub fn rebuild_outlines(&mut self) {
        let count = self.colliders.pieces.len() as u32;
        let old = core::mem::take(&mut self.colliders.outlines);
        let mut new = PieceCache::default();
        for index in 0..count {
            let piece = &self.colliders.pieces[index as usize];
            let is_swept = !piece.is_free && self.is_swept(piece.body as usize);
            new.set(index, piece, is_swept);
        }
        for index in 0..count {
            new.make_cores_for(index, &self.colliders.pieces);
        }
        new.take_changes(old);
        self.colliders.outlines = new;
    }

    /// Looks for all seams anew, but for those that the next step looks at: they are as the step
    /// before it left them.
    fn rebuild_seams(&mut self) {
        let concerned = concerned_by_seams(self);
        let mut new = SeamList::default();
        for index in 0..self.colliders.pieces.len() as u32 {
            let body = self.colliders.pieces[index as usize].body as usize;
            let old = self.colliders.seams.entry(index);
            // What moves knows its neighbours as they were when it began to: they turn with it.
            let moves =
                self.bodies.infos.get(body).is_some_and(|info| info.kind == BodyKind::Kinematic);
            if moves || concerned.contains(&index) {
                if let Some(old) = old {
                    *new.make_entry(index) = core::mem::take(old);
                }
                continue;
            }
            let seams = find_seams(self, index);
            let traits = &mut self.colliders.outlines.poses[index as usize].traits;
            traits.set(Traits::HAS_SEAMS, seams.is_some());
            let placed = self.colliders.seams.entry(index).and_then(|entry| entry.placed);
            if seams.is_some() || placed.is_some() {
                let entry = new.make_entry(index);
                (entry.seams, entry.placed) = (seams.map(Into::into), placed);
            }
        }
        self.colliders.seams = new;
    }
}
