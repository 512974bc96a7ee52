//! Explosions as values.

use umbra_broad::Filter;
use umbra_geom::{Aabb, Point, Real, Vector};

use crate::{BodyKey, Error, QueryFilter, check};

/// Burst of pressure, for `Scene::explode`. It pushes bodies within its reach, each in proportion
/// to the part of its outline that faces the centre.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let near = scene.add(Body::dynamic().position([2.0, 0.0]), [Collider::cuboid(0.5, 0.5)])?;
/// let far = scene.add(Body::dynamic().position([0.0, 4.0]), [Collider::cuboid(0.5, 0.5)])?;
/// let blown = scene.explode(Explosion::new([0.0, 0.0], 6.0).impulse(10.0))?;
/// assert_eq!(blown.len(), 2);
/// let speed = |body| scene.body(body).unwrap().velocity();
/// assert!(speed(near).x > 5.0 && speed(near).y.abs() < 1e-5);
/// assert!(speed(far).y > 2.0 && speed(far).y < speed(near).x);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Explosion {
    pub(crate) center: Point,
    pub(crate) reach: Real,
    core: Real,
    impulse: Real,
    pub(crate) shielded: bool,
    pub(crate) filter: Filter,
}

/// Effect of an [`Explosion`] on a body.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let block = Body::dynamic().position([2.0, 0.0]);
/// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
/// let [blown] = scene.explode(Explosion::new([0.0, 0.0], 6.0))?[..] else { panic!() };
/// let damage = 40.0 * blown.impulse.norm();
/// assert!(blown.body == block && damage > 10.0 && blown.piece_of.is_none());
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Blown {
    /// The body.
    pub body: BodyKey,
    /// The impulse that it got.
    pub impulse: Vector,
    /// Point in the middle of the pressure on the body.
    pub point: Point,
    /// Body that broke into this piece, if one did: see [`Body::fracture`](crate::Body::fracture).
    pub piece_of: Option<BodyKey>,
}

impl Explosion {
    /// Explosion with an impulse of 1 and this reach. It is strongest at the centre, and falls to
    /// zero at its reach.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let near = Body::dynamic().position([1.0, 0.0]);
    /// # let near = scene.add(near, [Collider::circle(0.5)])?;
    /// # let far = Body::dynamic().position([-4.0, 0.0]);
    /// # let far = scene.add(far, [Collider::circle(0.5)])?;
    /// let blown = scene.explode(Explosion::new([0.0, 0.0], 5.0))?;
    /// let strength = |key| blown.iter().find(|it| it.body == key).unwrap().impulse.norm();
    /// assert!(strength(near) > 2.0 * strength(far));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn new(center: impl Into<Point>, reach: Real) -> Self {
        let (center, filter) = (center.into(), Filter::ALL);
        Self { center, reach, core: 0.0, impulse: 1.0, shielded: false, filter }
    }

    /// Impulse on an edge of length one that faces the centre and touches it. Negative ones pull.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([2.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// // A negative one sucks in what is near.
    /// scene.explode(Explosion::new([0.0, 0.0], 5.0).impulse(-10.0))?;
    /// assert!(scene.body(ball)?.velocity().x < 0.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn impulse(mut self, per_length: Real) -> Self {
        self.impulse = per_length;
        self
    }

    /// Core radius: up to this distance it is as strong as at the centre. Zero by default, at most
    /// the reach.
    pub fn core(mut self, radius: Real) -> Self {
        self.core = radius;
        self
    }

    /// Spares bodies behind fixed and kinematic bodies, as seen from the centre. False by default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::fixed().position([2.0, 0.0]), [Collider::cuboid(0.2, 3.0)])?;
    /// # let hidden = Body::dynamic().position([4.0, 0.0]);
    /// # let hidden = scene.add(hidden, [Collider::circle(0.5)])?;
    /// let grenade = Explosion::new([0.0, 0.0], 9.0).impulse(50.0).shielded(true);
    /// assert!(scene.explode(grenade)?.is_empty()); // the wall keeps it off
    /// scene.explode(grenade.shielded(false))?;
    /// assert!(scene.body(hidden)?.velocity().x > 1.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn shielded(mut self, shielded: bool) -> Self {
        self.shielded = shielded;
        self
    }

    /// Filter of the colliders that feel the explosion and shield from it: those that accept this
    /// one. All by default.
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        check::position("center", self.center)?;
        check::positive("reach", self.reach)?;
        check::range("core", self.core, 0.0, self.reach)?;
        check::number("impulse", self.impulse)?;
        Ok(())
    }

    /// The impulse per length at a distance.
    pub(crate) fn strength_at(&self, distance: Real) -> Real {
        if distance <= self.core {
            return self.impulse;
        }
        let part = (self.reach - distance) / (self.reach - self.core);
        self.impulse * if part > 0.0 { part } else { 0.0 }
    }

    /// Finds what feels it.
    pub(crate) fn query(&self) -> QueryFilter {
        QueryFilter { filter: self.filter, ..QueryFilter::default() }
    }

    /// Box around all that it would reach from a place.
    pub(crate) fn aabb_around(&self, center: Point) -> Aabb {
        let reach = Vector::new(self.reach, self.reach);
        Aabb { min: center - reach, max: center + reach }
    }
}
