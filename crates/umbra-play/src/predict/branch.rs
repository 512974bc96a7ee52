//! Branch: a scene to look ahead in, with the keys that its bodies have in the caller's scene.

use std::collections::BTreeMap;

use umbra_core::{BodyKey, ColliderKey, Error, FieldKey, Scene};

/// A branch of a scene.
#[derive(Debug)]
pub(super) struct Branch {
    pub(super) scene: Scene,
    names: Names,
}

#[derive(Debug, Default)]
struct Names {
    /// True if bodies have the keys that they have in the caller's scene.
    same: bool,
    to_branch: BTreeMap<BodyKey, BodyKey>,
    /// At the index of the body of the branch.
    to_scene: Vec<Option<(BodyKey, BodyKey)>>,
}

impl Branch {
    /// Makes it a copy of a scene.
    pub(super) fn copy<'a>(kept: &'a mut Option<Self>, scene: &Scene, same: bool) -> &'a mut Self {
        if let Some(branch) = kept {
            branch.scene.clone_from(scene);
        }
        let fresh = || Self { scene: scene.clone(), names: Names::default() };
        let branch = kept.get_or_insert_with(fresh);
        branch.names.same = same;
        branch.names.to_branch.clear();
        branch.names.to_scene.clear();
        branch
    }

    /// Has a body of the branch stand for one of the scene.
    pub(super) fn name(&mut self, in_scene: BodyKey, in_branch: BodyKey) {
        let Names { to_branch, to_scene, .. } = &mut self.names;
        to_branch.insert(in_scene, in_branch);
        let place = in_branch.index();
        if to_scene.len() <= place {
            to_scene.resize(place + 1, None);
        }
        to_scene[place] = Some((in_branch, in_scene));
    }

    /// The body that stands for one of the scene.
    pub(super) fn in_branch(&self, body: BodyKey) -> Option<BodyKey> {
        if self.names.same { Some(body) } else { self.names.to_branch.get(&body).copied() }
    }

    /// The body of the scene for which one stands.
    pub(super) fn in_scene(&self, scene: &Scene, body: BodyKey) -> Option<BodyKey> {
        if self.names.same {
            return scene.body(body).is_ok().then_some(body);
        }
        let named = self.names.to_scene.get(body.index()).copied().flatten();
        named.filter(|(key, _)| *key == body).map(|(_, key)| key)
    }

    /// The collider of the scene for which one stands: that at the same place on its body.
    pub(super) fn collider_in_scene(
        &self,
        scene: &Scene,
        collider: ColliderKey,
    ) -> Option<ColliderKey> {
        if self.names.same {
            return scene.collider(collider).is_ok().then_some(collider);
        }
        let body = self.scene.collider(collider).ok()?.body();
        let own = scene.body(self.in_scene(scene, body)?).ok()?;
        let place = self.scene.body(body).ok()?.colliders().position(|it| it == collider)?;
        own.colliders().nth(place)
    }

    /// Copies bodies of the scene into the branch, without the fields on them.
    pub(super) fn insert(&mut self, scene: &Scene, bodies: &[BodyKey]) -> Result<(), Error> {
        if bodies.is_empty() {
            return Ok(());
        }
        let part = scene.part_of(bodies)?;
        let inserted = self.scene.insert(&part)?;
        for (old, new) in part.bodies().zip(&inserted.bodies) {
            self.name(old, *new);
        }
        for field in inserted.fields {
            self.scene.remove_field(field)?;
        }
        self.push_alike(scene, bodies)
    }

    /// Applies the forces that wait for the next step of the scene.
    fn push_alike(&mut self, scene: &Scene, bodies: &[BodyKey]) -> Result<(), Error> {
        for key in bodies {
            let body = scene.body(*key)?;
            let (force, torque) = body.applied_force();
            if !body.is_dynamic() || (force.x == 0.0 && force.y == 0.0 && torque == 0.0) {
                continue;
            }
            let Some(own) = self.in_branch(*key) else { continue };
            let edit = umbra_core::BodyEdit::Force { force, torque, wakes: false };
            self.scene.edit(umbra_core::Edit::Body(own, edit))?;
        }
        Ok(())
    }

    /// Copies the fields of the scene in their order. Bodies that they are on are there.
    pub(super) fn insert_fields(&mut self, scene: &Scene) -> Result<(), Error> {
        let keys: Vec<FieldKey> = scene.fields().collect();
        for key in keys {
            let field = scene.field(key)?.clone();
            let field = match field.body().map(|body| self.in_branch(body)) {
                None => field,
                Some(Some(body)) => field.on(body),
                // Its body is beyond the bound.
                Some(None) => continue,
            };
            self.scene.add_field(field)?;
        }
        Ok(())
    }
}
