//! Colliders as plain values: material, weight, and the pieces that they are made of.

#[doc(hidden)]
pub mod checks;
mod part;
mod pieces;
mod properties;
mod surfaces;
mod tiles;

pub use part::ColliderPart;
pub use pieces::{NewPiece, masses};
pub(crate) use surfaces::front_of;
pub use surfaces::{MaterialBits, check_lines, is_in_front};
pub use tiles::{Cell, Half, Ramp, Side, Tile};

use umbra_geom::Real;

use crate::check;

/// Surface properties of a collider, of a link of a chain, or of a cell of a tile map.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// let mud = Material { friction: 1.5, rolling_resistance: 0.2, ..Material::default() };
/// let field = Collider::tiles(1.0, [[Cell::Full.material(mud); 20]]);
/// scene.add(Body::fixed(), [field])?;
/// let ball = Body::dynamic().position([5.0, 1.5]).velocity([4.0, 0.0]);
/// let ball = scene.add(ball, [Collider::circle(0.5)])?;
/// for _ in 0..120 {
///     scene.step(1.0 / 60.0)?;
/// }
/// assert!(scene.body(ball)?.velocity().x < 0.1); // it is stuck
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct Material {
    /// Coulomb's coefficient of friction.
    pub friction: Real,
    /// The part of the approach speed that a bounce gives back, from 0 to 4: see
    /// `Collider::restitution`.
    pub restitution: Real,
    /// Rolling resistance: its torque is at most the normal force times this length.
    pub rolling_resistance: Real,
    /// Tangential speed of the surface, as of a conveyor belt.
    pub surface_speed: Real,
    /// Rule that combines its friction with another one.
    pub friction_rule: CombineRule,
    /// Rule that combines its restitution with another one.
    pub restitution_rule: CombineRule,
}

impl Default for Material {
    /// The material of a collider for which none is set.
    fn default() -> Self {
        Self {
            friction: 0.6,
            restitution: 0.0,
            rolling_resistance: 0.0,
            surface_speed: 0.0,
            friction_rule: CombineRule::Usual,
            restitution_rule: CombineRule::Usual,
        }
    }
}

/// Rule that combines a property of two materials. When the two have different rules, the one later
/// in this list counts.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// // Ice is slippery whatever lies on it.
/// let ice = Collider::cuboid(50.0, 0.5).friction(0.0).friction_rule(CombineRule::Minimum);
/// scene.add(Body::fixed(), [ice])?;
/// let tyre = Collider::cuboid(0.5, 0.5).friction(1.2);
/// let car = scene.add(Body::dynamic().position([0.0, 1.0]).velocity([9.0, 0.0]), [tyre])?;
/// for _ in 0..60 {
///     scene.step(1.0 / 60.0)?;
/// }
/// assert!(scene.body(car)?.velocity().x > 8.99);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum CombineRule {
    /// Rule of the scene, for materials without a rule of their own:
    /// [`SceneConfig::friction_rule`](crate::SceneConfig) and `restitution_rule`. If the scene has
    /// none either, the geometric mean of two frictions and the greater one of two restitutions.
    #[default]
    Usual,
    /// The square root of one times the other.
    GeometricMean,
    /// Half of the sum.
    Average,
    /// The lesser one: slippery, or dead, with everything.
    Minimum,
    /// One times the other.
    Multiply,
    /// The greater one: sticky, or lively, with everything.
    Maximum,
}

impl CombineRule {
    #[doc(hidden)]
    pub(crate) fn combine(self, a: Real, b: Real, usual: impl Fn(Real, Real) -> Real) -> Real {
        let (lesser, greater) = if a < b { (a, b) } else { (b, a) };
        match self {
            Self::Usual => usual(a, b),
            Self::GeometricMean => (a * b).sqrt(),
            Self::Average => 0.5 * (a + b),
            Self::Minimum => lesser,
            Self::Multiply => a * b,
            Self::Maximum => greater,
        }
    }
}

/// Weight of a collider: by its density or its mass.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Weight {
    Density(Real),
    Mass(Real),
}

impl Weight {
    pub fn check(self) -> Result<Self, umbra_geom::Error> {
        match self {
            Self::Density(density) => check::amount("density", density),
            Self::Mass(mass) => check::amount("mass", mass),
        }
        .map(|_| self)
    }
}
