//! Bodies of the scene that a branch has.

use std::collections::BTreeSet;
use umbra_geom::sort::Arrange;

use super::terrain::{Terrain, is_large};
use umbra_core::{BodyKey, BodyKind, BodyRef, ColliderKey, ContactRef, Error, Scene};

/// The bodies of a branch. Kept while a prediction begins anew with more of them.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    known: BTreeSet<BodyKey>,
    /// All but the terrain.
    bodies: Vec<BodyKey>,
    /// The first of `bodies` that is not in the branch yet.
    first_new: usize,
    /// Large fixed bodies that are not in the terrain yet.
    large: Vec<BodyKey>,
    pub(super) too_many: bool,
}

/// A body to be looked at. One that is bound to come is in whatever the bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) body: BodyKey,
    pub(super) is_bound: bool,
}

impl Candidate {
    pub(super) fn bound(body: BodyKey) -> Self {
        Self { body, is_bound: true }
    }

    pub(super) fn free(body: BodyKey) -> Self {
        Self { body, is_bound: false }
    }
}

impl Gathered {
    /// Adds bodies, and all that contacts and joints tie to them. What is not dynamic ties nothing.
    pub(super) fn add(
        &mut self,
        scene: &Scene,
        terrain: &Terrain,
        most: usize,
        mut candidates: Vec<Candidate>,
    ) -> Result<(), Error> {
        let mut next = 0;
        while let Some(&Candidate { body: key, is_bound }) = candidates.get(next) {
            next += 1;
            if terrain.contains(key) || self.known.contains(&key) {
                continue;
            }
            let body = scene.body(key)?;
            if is_large(scene, body) {
                self.known.insert(key);
                self.large.push(key);
                continue;
            }
            if !is_bound && self.bodies.len() >= most {
                self.too_many = true;
                continue;
            }
            self.known.insert(key);
            self.bodies.push(key);
            if body.kind() != BodyKind::Dynamic {
                continue;
            }
            for joint in body.joints().filter_map(|joint| scene.joint(joint).ok()) {
                candidates.extend([joint.body_a(), joint.body_b()].map(Candidate::bound));
            }
            for contact in body.contacts().filter(ContactRef::is_touching) {
                candidates.extend(contact.bodies().map(Candidate::free));
            }
        }
        Ok(())
    }

    /// The bodies that are not in the branch yet, in the order in which the scene has their
    /// colliders.
    pub(super) fn take_new(&mut self, scene: &Scene) -> Vec<BodyKey> {
        let mut new = self.bodies[self.first_new..].to_vec();
        self.first_new = self.bodies.len();
        new.arrange_by_key(|key| {
            let first = scene.body(*key).ok().and_then(|body| body.colliders().next());
            (first.map_or(usize::MAX, ColliderKey::index), *key)
        });
        new
    }

    /// True if a body that is not in the branch yet is tied by a joint to one that is.
    pub(super) fn has_joint_across(&self, scene: &Scene) -> bool {
        let (old, new) = self.bodies.split_at(self.first_new);
        let mut bodies = BTreeSet::<BodyKey>::new();
        bodies.extend(old);
        let joints = new.iter().filter_map(|key| scene.body(*key).ok()).flat_map(|it| it.joints());
        let mut joints = joints.filter_map(|joint| scene.joint(joint).ok());
        joints
            .any(|joint| [joint.body_a(), joint.body_b()].iter().any(|body| bodies.contains(body)))
    }

    /// True if a body that is not in the branch yet is like this.
    pub(super) fn has_new_that(&self, scene: &Scene, is_so: impl Fn(BodyRef<'_>) -> bool) -> bool {
        self.bodies[self.first_new..].iter().any(|key| scene.body(*key).is_ok_and(&is_so))
    }

    /// The large fixed bodies that the terrain lacks.
    pub(super) fn take_large(&mut self) -> Vec<BodyKey> {
        core::mem::take(&mut self.large)
    }

    /// All bodies are to be put into a branch again.
    pub(super) fn start_again(&mut self) {
        self.first_new = 0;
    }

    pub(super) fn has_new(&self) -> bool {
        self.first_new < self.bodies.len()
    }

    /// All but the terrain.
    pub(super) fn bodies(&self) -> &[BodyKey] {
        &self.bodies
    }

    pub(super) fn contains(&self, body: BodyKey) -> bool {
        self.known.contains(&body)
    }
}
