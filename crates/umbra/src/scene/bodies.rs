//! Bodies come, go, and cross the boundary between those that move and the others.

use umbra_geom::{Pose, Vector};

use crate::store::Placement;
use crate::{Body, BodyKey, BodyKind, BodyMut, BodyRef, Error, Scene};

impl Scene {
    /// Adds a body.
    ///
    /// # Errors
    /// When a number of the body is not finite or absurd.
    pub fn add_body(&mut self, body: Body) -> Result<BodyKey, Error> {
        let body = body.checked()?;
        let key = self.bodies.push(&body);
        let index = self.bodies.records.len() - 1;
        self.refresh_mass(index);
        self.settle_side(index);
        Ok(key)
    }

    /// Takes a body out, and its colliders with it.
    ///
    /// # Errors
    /// When there is no such body.
    pub fn remove_body(&mut self, key: BodyKey) -> Result<(), Error> {
        let index = self.bodies.index(key)?;
        for collider in core::mem::take(&mut self.bodies.records[index].colliders) {
            self.forget_collider(collider);
        }
        self.bodies.records[index].enabled = false;
        let index = self.settle_side(index);
        let last = self.bodies.records.len() - 1;
        self.swap_bodies(index, last);
        self.bodies.states.pop();
        self.bodies.previous.pop();
        self.bodies.records.pop();
        self.bodies.keys.remove(key);
        Ok(())
    }

    /// A body to be read; `None` once it was removed.
    pub fn body(&self, key: BodyKey) -> Option<BodyRef<'_>> {
        self.bodies.index(key).ok().map(|index| BodyRef::new(self, index))
    }

    /// A body to be changed; `None` once it was removed.
    pub fn body_mut(&mut self, key: BodyKey) -> Option<BodyMut<'_>> {
        self.bodies.index(key).ok().map(|index| BodyMut::new(self, index))
    }

    /// The keys of all bodies, in an order that depends on what was added and removed.
    pub fn bodies(&self) -> impl Iterator<Item = BodyKey> + '_ {
        self.bodies.keys.keys()
    }

    /// Brings a body to its side of the boundary; where it is then.
    pub(crate) fn settle_side(&mut self, index: usize) -> usize {
        let record = &self.bodies.records[index];
        let should_move = record.enabled && record.kind != BodyKind::Fixed;
        self.structure_changed = true;
        match (index < self.bodies.awake, should_move) {
            (false, true) => {
                let place = self.bodies.awake;
                self.swap_bodies(index, place);
                self.bodies.awake += 1;
                place
            }
            (true, false) => {
                self.bodies.awake -= 1;
                let place = self.bodies.awake;
                self.swap_bodies(index, place);
                place
            }
            _ => index,
        }
    }

    fn swap_bodies(&mut self, a: usize, b: usize) {
        if a == b {
            return;
        }
        self.bodies.swap(a, b);
        for index in [a, b] {
            self.colliders
                .change_pieces_of(&self.bodies, index, |_, piece| piece.body = index as u32);
        }
    }

    /// Takes a body out of the simulation, without forgetting it.
    pub(crate) fn disable_body(&mut self, index: usize) -> usize {
        self.bodies.records[index].enabled = false;
        let Self { bodies, colliders, broad, .. } = self;
        colliders.change_pieces_of(bodies, index, |_, piece| {
            if let Some(proxy) = piece.proxy.take() {
                // The proxy is the piece's own, so the broad phase has it.
                let _ = broad.remove(proxy);
            }
        });
        self.settle_side(index)
    }

    /// Puts a disabled body back into the simulation; where it is then.
    pub(crate) fn enable_body(&mut self, index: usize) -> Result<usize, Error> {
        let boxes = self.boxes_of(index);
        self.bodies.records[index].enabled = true;
        let kind = self.bodies.records[index].kind;
        for (piece, aabb) in boxes {
            self.add_proxy(piece, aabb, kind)?;
        }
        Ok(self.settle_side(index))
    }

    /// Puts a body at `pose`, from where it did not come by moving.
    pub(crate) fn place_body(&mut self, index: usize, pose: Pose) -> Result<(), Error> {
        let Self { bodies, colliders, broad, .. } = self;
        let center = pose * bodies.records[index].local_center;
        let local_center = bodies.records[index].local_center;
        let mut state = bodies.states[index];
        (state.center, state.rotation) = (center, pose.rotation);
        bodies.previous[index] = Placement { center, rotation: pose.rotation };
        bodies.states[index] = state;
        let mut result = Ok(());
        colliders.change_pieces_of(bodies, index, |_, piece| {
            piece.place(&state, local_center);
            if let Some(proxy) = piece.proxy {
                let moved = broad.move_proxy(proxy, piece.reach(Vector::zeros()), Vector::zeros());
                if let Err(error) = moved {
                    result = Err(error.into());
                }
            }
        });
        broad.refresh();
        result
    }
}
