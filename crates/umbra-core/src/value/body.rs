//! Bodies to be added: the builder.

use umbra_geom::{Point, Pose, Real, Vector, math};
use umbra_world::body::{BodyDef, Push, checks};
use umbra_world::store::Bodies;

use crate::{BodyKind, Error, MassProperties, check};

/// A body to be added to a scene.
///
/// The builder keeps the first error; [`Scene::add_body`](crate::Scene::add_body) returns it.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let lift = Body::kinematic().position([3.0, 0.0]).velocity([0.0, 1.0]);
/// let lift = scene.add_body(lift)?;
/// assert_eq!(scene.body(lift)?.kind(), BodyKind::Kinematic);
/// let refused = scene.add_body(Body::dynamic().angle(f32::NAN)).unwrap_err();
/// assert_eq!(refused.to_string(), "`angle` must be finite, but is NaN");
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[doc(alias("rigid body", "RigidBody", "BodyDef"))]
pub struct Body {
    pub(crate) def: BodyDef,
    /// The first error met.
    refused: Option<umbra_geom::Error>,
}

impl Body {
    umbra_world::body_properties!(body_functions build);

    /// Builder of a body that was checked.
    pub(crate) fn from_def(def: BodyDef) -> Self {
        Self { def, refused: None }
    }

    /// Copies a body of a scene. A builder's velocity is that of the origin until colliders move
    /// the centre of mass; this is that of the centre of mass.
    pub(crate) fn copy_of(bodies: &Bodies, index: usize) -> Self {
        Self::from_def(bodies.def(index))
    }

    fn with_kind(kind: BodyKind) -> Self {
        Self::from_def(BodyDef::new(kind))
    }

    /// A body that never moves: ground, walls.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let ground = scene.add(Body::fixed(), [Collider::cuboid(50.0, 0.5)])?;
    /// scene.step(1.0)?;
    /// assert_eq!(scene.body(ground)?.position(), Point::origin()); // gravity leaves it alone
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("static body"))]
    pub fn fixed() -> Self {
        Self::with_kind(BodyKind::Fixed)
    }

    /// A body that moves with the velocity that the game sets, and pushes others: lifts, doors. It
    /// turns about its origin, wherever its colliders are.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let door = Body::kinematic().velocity([0.0, 2.0]);
    /// let door = scene.add(door, [Collider::cuboid(0.1, 1.0)])?;
    /// scene.step(0.5)?;
    /// assert_eq!(scene.body(door)?.position().y, 1.0); // nothing slows it down
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn kinematic() -> Self {
        Self::with_kind(BodyKind::Kinematic)
    }

    /// A body that is moved by forces, contacts and gravity.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let ball = scene.add(Body::dynamic(), [Collider::circle(0.5)])?;
    /// scene.step(0.1)?;
    /// assert!((scene.body(ball)?.velocity().y + 0.981).abs() < 1e-5); // it falls
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn dynamic() -> Self {
        Self::with_kind(BodyKind::Dynamic)
    }

    /// Position of its origin. (0, 0) by default.
    pub fn position(self, position: impl Into<Point>) -> Self {
        let position = check::position("position", position.into());
        self.with(position, |def, position| def.pose.translation = position.into())
    }

    /// Angle of its rotation, counter-clockwise, in radians. 0 by default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let ramp = Body::fixed().angle(30_f32.to_radians());
    /// let ramp = scene.add(ramp, [Collider::cuboid(3.0, 0.1)])?;
    /// let right_end = scene.body(ramp)?.world_point([3.0, 0.0]);
    /// assert!((right_end.y - 1.5).abs() < 1e-5); // it is raised
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn angle(self, angle: Real) -> Self {
        let angle = check::number("angle", angle);
        self.with(angle, |def, angle| def.pose.rotation = math::rotation(angle))
    }

    /// Position and rotation.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let spawn = pose([2.0, 1.0], 0.5); // from a level
    /// let block = scene.add_body(Body::dynamic().pose(spawn))?;
    /// assert_eq!(scene.body(block)?.pose(), spawn);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn pose(self, pose: Pose) -> Self {
        // Its rotation is brought to unit length when the body is added, and only once.
        self.with(check::pose("pose", pose).map(|_| pose), |def, pose| def.pose = pose)
    }

    /// [`velocity`](Self::velocity), as other engines call it.
    pub fn linear_velocity(self, velocity: impl Into<Vector>) -> Self {
        self.velocity(velocity)
    }

    /// Keeps a dynamic body from moving along x.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// let piston = Body::dynamic().lock_translation_x();
    /// let piston = scene.add(piston, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.body_mut(piston)?.apply_impulse([5.0, 2.0])?;
    /// scene.step(0.5)?;
    /// assert_eq!(scene.body(piston)?.position(), Point::new(0.0, 1.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn lock_translation_x(mut self) -> Self {
        self.def.locks.x = true;
        self
    }

    /// Keeps a dynamic body from moving along y.
    pub fn lock_translation_y(mut self) -> Self {
        self.def.locks.y = true;
        self
    }

    /// Makes a change with a good value, or keeps the error if it is the first.
    fn with<T>(
        mut self,
        value: Result<T, umbra_geom::Error>,
        change: impl FnOnce(&mut BodyDef, T),
    ) -> Self {
        if let Some(value) = check::keep_first(&mut self.refused, value) {
            change(&mut self.def, value);
        }
        self
    }

    /// The body with its rotation brought to unit length, or what is wrong with it.
    pub(crate) fn checked(mut self) -> Result<Self, Error> {
        if let Some(error) = self.refused {
            return Err(error.into());
        }
        self.def.pose = check::pose("pose", self.def.pose)?;
        Ok(self)
    }
}
