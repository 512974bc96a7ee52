//! Large fixed bodies, such as chains and tile maps, kept from one prediction to the next: to add a
//! piece anew takes a microsecond, to copy it a hundredth of that.

use umbra_geom::Real;
use umbra_geom::sort::Arrange;

use super::branch::Branch;
use umbra_core::{BodyKey, BodyKind, BodyRef, Error, Part, Revision, Scene};

/// Fixed bodies with more shapes than this are large.
const FEW_SHAPES: usize = 16;
/// Length of the step that finds what can be found before anything moves.
const FIRST_STEP: Real = 1.0 / 60.0;

/// The large fixed bodies that were near a path so far.
#[derive(Debug, Default)]
pub(super) struct Terrain {
    /// A scene of them alone; `None` before the first prediction.
    scene: Option<Scene>,
    part: Part,
    /// Each with the body that stands for it, in the order of their keys.
    bodies: Vec<(BodyKey, BodyKey)>,
    /// Revision of the caller's scene when they were last the same there.
    revision: Option<Revision>,
}

/// True if a body is kept as terrain.
pub(super) fn is_large(scene: &Scene, body: BodyRef<'_>) -> bool {
    if body.kind() != BodyKind::Fixed || !body.is_enabled() {
        return false;
    }
    let mut shapes = 0;
    body.colliders().filter_map(|key| scene.collider(key).ok()).any(|collider| {
        shapes += collider.shapes().take(FEW_SHAPES + 1).count();
        shapes > FEW_SHAPES || collider.cell_size().is_some()
    })
}

impl Terrain {
    /// Forgets bodies that the scene has no longer, or not like this.
    pub(super) fn follow(&mut self, scene: &Scene) -> Result<(), Error> {
        let revision = scene.revision();
        let config_is_same = self.scene.as_ref().is_some_and(|own| own.config() == scene.config());
        if config_is_same && self.revision.as_ref() == Some(&revision) {
            return Ok(());
        }
        let keys: Vec<BodyKey> = self.bodies.iter().map(|it| it.0).collect();
        let part = scene.part_of(&keys).ok();
        if !config_is_same || part.as_ref() != Some(&self.part) {
            self.rebuild(scene, &[])?;
        }
        self.revision = Some(revision);
        Ok(())
    }

    /// Adds large fixed bodies of the scene.
    pub(super) fn add(&mut self, scene: &Scene, bodies: &[BodyKey]) -> Result<(), Error> {
        let mut all: Vec<BodyKey> = self.bodies.iter().map(|it| it.0).collect();
        all.extend_from_slice(bodies);
        all.arrange();
        all.dedup();
        self.rebuild(scene, &all)?;
        self.revision = Some(scene.revision());
        Ok(())
    }

    fn rebuild(&mut self, scene: &Scene, bodies: &[BodyKey]) -> Result<(), Error> {
        (self.scene, self.revision) = (None, None);
        self.bodies.clear();
        let mut own = Scene::new(*scene.config())?;
        self.part = scene.part_of(bodies)?;
        if !bodies.is_empty() {
            let inserted = own.insert(&self.part)?;
            for field in inserted.fields {
                own.remove_field(field)?;
            }
            own.step(FIRST_STEP)?;
            self.bodies = self.part.bodies().zip(inserted.bodies).collect();
        }
        self.scene = Some(own);
        Ok(())
    }

    /// A branch that has these bodies and nothing else; not even these for a probe.
    pub(super) fn start<'a>(
        &self,
        kept: &'a mut Option<Branch>,
        is_probe: bool,
    ) -> Result<Option<&'a mut Branch>, Error> {
        let Some(own) = &self.scene else { return Ok(None) };
        if is_probe && !self.bodies.is_empty() {
            let empty = Scene::new(*own.config())?;
            return Ok(Some(Branch::copy(kept, &empty, false)));
        }
        let branch = Branch::copy(kept, own, false);
        for (in_scene, in_branch) in &self.bodies {
            branch.name(*in_scene, *in_branch);
        }
        Ok(Some(branch))
    }

    pub(super) fn contains(&self, body: BodyKey) -> bool {
        self.bodies.binary_search_by_key(&body, |it| it.0).is_ok()
    }
}
