//! Shapes of a collider after an exchange, as a value.

use umbra_geom::{Pose, Real, Shape};
use umbra_world::collider::Weight;

use crate::{ColliderKey, Material};

/// Shapes that a collider is to have: see `Scene::exchange_shapes`.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// // A ship of three parts loses its bow, and gets a shorter one.
/// let [hull, bow] = [1.0, 0.5].map(|half| Shape::from(Polygon::cuboid(half, 0.5).unwrap()));
/// let at = |x: f32| pose([x, 0.0], 0.0);
/// let parts = [(at(-2.0), hull.clone()), (at(0.0), hull), (at(1.5), bow)];
/// let ship = scene.add(Body::dynamic(), [Collider::compound(parts)])?;
/// let hull = scene.body(ship)?.colliders().next().unwrap();
/// let shapes = NewShapes::new(hull).keep([0, 1]).add(at(1.4), Circle::new(0.4)?);
/// scene.exchange_shapes(ship, [shapes])?;
/// assert_eq!(scene.collider(hull)?.shapes().count(), 3);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct NewShapes {
    pub(crate) collider: ColliderKey,
    /// Indices; a file may list them in any order.
    pub(crate) kept: Vec<usize>,
    pub(crate) added: Vec<(Pose, Shape, Option<Material>)>,
    pub(crate) weight: Option<Weight>,
}

impl NewShapes {
    /// Starts without shapes. Unless some are kept or added, the collider is removed.
    pub fn new(collider: ColliderKey) -> Self {
        Self { collider, kept: Vec::new(), added: Vec::new(), weight: None }
    }

    /// True if the collider is left without shapes.
    pub(crate) fn is_empty(&self) -> bool {
        self.kept.is_empty() && self.added.is_empty()
    }

    /// Shapes that stay as they are, by their indices in
    /// [`shapes`](crate::ColliderRef::shapes). Their contacts go on.
    pub fn keep(mut self, indices: impl IntoIterator<Item = usize>) -> Self {
        self.kept.extend(indices);
        self
    }

    /// Another shape, with its pose on the collider. It has the collider's material.
    pub fn add(mut self, pose: Pose, shape: impl Into<Shape>) -> Self {
        self.added.push((pose, shape.into(), None));
        self
    }

    /// Another shape with a material of its own.
    pub fn add_with(mut self, pose: Pose, shape: impl Into<Shape>, material: Material) -> Self {
        self.added.push((pose, shape.into(), Some(material)));
        self
    }

    /// Density of all its shapes from then on. Otherwise its density or given mass stays.
    pub fn density(mut self, density: Real) -> Self {
        self.weight = Some(Weight::Density(density));
        self
    }

    /// Mass of all its shapes together from then on.
    pub fn mass(mut self, mass: Real) -> Self {
        self.weight = Some(Weight::Mass(mass));
        self
    }
}
