//! Colliders become platforms that bodies pass from one side, and cease to be.

use std::sync::Arc;

use umbra_geom::{Pose, Real, Shape, Vector};

use super::Scene;
use crate::collider::front_of;
use crate::store::{ColliderInfo, Passage, Piece, Traits};
use crate::{ColliderKey, Error};

/// Which sides of a piece hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    /// The way through it, in the frame of its shape or in that of the world.
    pub(crate) one_way: Option<Vector>,
    pub(crate) one_sided: bool,
}

/// Ways that differ by less are the same.
const SAME_WAY: Real = 1e-3;

impl Sides {
    /// The sides of a piece that belongs to a collider.
    pub(super) fn of(info: &ColliderInfo, offset: &Pose, shape: &Shape) -> Self {
        let front = front_of(shape).filter(|_| info.one_sided);
        let turn = || offset.rotation.inverse() * info.offset.rotation;
        let one_way = front.or_else(|| info.one_way.map(|way| turn() * way));
        Self { one_way, one_sided: front.is_some() }
    }

    /// The sides of a piece, with the way in the world.
    pub(crate) fn in_world(piece: &Piece) -> Self {
        Self { one_way: piece.one_way(), one_sided: piece.substance.one_sided }
    }

    /// Whether two platforms let pass the same: those that are sides of lines need not be parallel.
    pub(crate) fn let_pass_like(&self, other: &Self) -> bool {
        (self.one_sided && other.one_sided) || let_pass_alike(self.one_way, other.one_way)
    }
}

/// Whether not both are platforms, or their ways out are parallel.
pub(crate) fn let_pass_alike(a: Option<Vector>, b: Option<Vector>) -> bool {
    !a.zip(b).is_some_and(|(a, b)| (a - b).norm() > SAME_WAY)
}

impl Scene {
    /// Changes the sides of a collider. What is held by it and what passes it is decided anew.
    pub(crate) fn change_sides(
        &mut self,
        key: ColliderKey,
        one_way: Option<Vector>,
        one_sided: bool,
    ) -> Result<(), Error> {
        let info = self.colliders.info(key)?;
        if info.one_way == one_way && info.one_sided == one_sided {
            return Ok(());
        }
        let is_map = info.tiles.is_some();
        self.disturb_collider(key);
        if let Some(info) = self.colliders.infos.get_mut(key) {
            (info.one_way, info.one_sided) = (one_way, one_sided);
        }
        if is_map {
            self.note_seams_of_map(key);
            self.rebuild_blocks(key);
        } else {
            self.refresh_sides(key);
        }
        for info in self.contacts.infos.iter_mut().filter(|info| info.colliders.contains(&key)) {
            info.passage = Passage::Undecided;
        }
        Ok(())
    }

    fn refresh_sides(&mut self, key: ColliderKey) {
        let Some(info) = self.colliders.infos.get(key) else { return };
        for index in info.pieces.clone() {
            // Those of sleeping contacts forget what was decided too.
            self.recheck_contacts(index);
            let Some(info) = self.colliders.infos.get(key) else { return };
            let piece = &mut self.colliders.pieces[index as usize];
            let sides = Sides::of(info, &piece.offset, piece.shape());
            let substance = Arc::make_mut(&mut piece.substance);
            substance.one_way = sides.one_way;
            substance.one_sided = sides.one_sided;
            let traits = &mut self.colliders.outlines.poses[index as usize].traits;
            traits.set(Traits::IS_ONE_WAY, sides.one_way.is_some());
        }
    }
}
