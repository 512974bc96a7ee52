//! Fields act on all bodies that come into an area: gravity, a pull to a point, wind, water.
//!
//! - `mod.rs`: what a field is told;
//! - `area.rs`: where it acts;
//!
//! What a field does to a body is in `step/fields`.

mod area;

pub use area::{FieldArea, Placed};

use umbra_broad::Filter;
use umbra_geom::{Point, Pose, Real, Vector, math};

use crate::{BodyKey, Error, check};

/// Field that acts on all dynamic bodies, or on those in an area. It is a value: add it by
/// `Scene::add_field`, change it by `Scene::field_mut`, remove it by `Scene::remove_field`.
///
/// A field pushes bodies in every step, and does not keep them awake: bodies at rest in it fall
/// asleep. They wake when the field is added, changed, moved or removed.
///
/// Areas, positions and directions are in the frame of the field: they turn with
/// [`at_pose`](Self::at_pose), and move with the body that carries the field, set by
/// [`on`](Self::on). The builder keeps the first error.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// // A lake: all below y = 0.
/// scene.add_field(Field::water(2.0).below())?;
/// let raft = scene.add(Body::dynamic(), [Collider::cuboid(1.0, 0.5).density(1.0)])?;
/// for _ in 0..1200 {
///     scene.step(1.0 / 60.0)?;
/// }
/// // Of half the density of the water, it is half under water.
/// assert!(scene.body(raft)?.position().y.abs() < 0.01);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[doc(alias("area effector", "force field", "buoyancy", "wind", "water"))]
pub struct Field {
    pub(crate) kind: FieldKind,
    pub(crate) area: FieldArea,
    pub(crate) pose: Pose,
    pub(crate) body: Option<BodyKey>,
    pub(crate) filter: Filter,
    pub(crate) enabled: bool,
    /// The first error met.
    refused: Option<Error>,
}

/// Effect of a [`Field`].
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// let river = scene.add_field(Field::water(1.0).velocity([2.0, 0.0]).below())?;
/// let FieldKind::Water { velocity, .. } = scene.field(river)?.kind() else { panic!() };
/// assert_eq!(velocity.x, 2.0); // how fast its picture flows
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case", deny_unknown_fields))]
pub enum FieldKind {
    /// Bodies whose centre of mass is in the area have this gravity instead of the scene's:
    /// [`Field::gravity`].
    Gravity {
        /// The acceleration.
        acceleration: Vector,
    },
    /// Bodies fall to a point: [`Field::attraction`].
    Attraction {
        /// The acceleration at the distance `radius`.
        acceleration: Real,
        /// Beyond it, the acceleration falls with the square of the distance; within, with it.
        radius: Real,
    },
    /// Bodies are pulled to a point with the same force, whatever their mass: [`Field::magnet`].
    Magnet {
        /// The force near the point.
        force: Real,
        /// The distance at which it has fallen to nothing.
        range: Real,
    },
    /// Edges that face the wind are pushed: [`Field::wind`].
    Wind {
        /// Velocity of the air.
        velocity: Vector,
        /// The mass of an area of air.
        #[cfg_attr(feature = "serde", serde(default = "one"))]
        density: Real,
        /// Fraction of the pressure that acts along the wind.
        #[cfg_attr(feature = "serde", serde(default = "one"))]
        drag: Real,
        /// Fraction of the pressure that acts across the wind.
        #[cfg_attr(feature = "serde", serde(default = "half"))]
        lift: Real,
    },
    /// Water lifts bodies in it and slows them down: [`Field::water`].
    Water {
        /// The mass of an area of water.
        density: Real,
        /// Rate at which a body of the density of water takes over the velocity of the water, per
        /// second.
        #[cfg_attr(feature = "serde", serde(default = "one"))]
        drag: Real,
        /// Velocity of the water.
        #[cfg_attr(feature = "serde", serde(default = "Vector::zeros"))]
        velocity: Vector,
    },
}

/// The usual density of air, and drag.
#[cfg(feature = "serde")]
fn one() -> Real {
    1.0
}

/// The usual lift.
#[cfg(feature = "serde")]
fn half() -> Real {
    0.5
}

impl FieldKind {
    fn name(&self) -> &'static str {
        match self {
            Self::Gravity { .. } => "gravity",
            Self::Attraction { .. } => "attraction",
            Self::Magnet { .. } => "magnet",
            Self::Wind { .. } => "wind",
            Self::Water { .. } => "water",
        }
    }

    /// True if it pulls bodies to its position.
    pub(crate) fn pulls(&self) -> bool {
        matches!(self, Self::Attraction { .. } | Self::Magnet { .. })
    }

    /// Refuses numbers that make no sense.
    fn check(&self) -> Result<(), umbra_geom::Error> {
        match *self {
            Self::Gravity { acceleration } => drop(check::vector("acceleration", acceleration)?),
            Self::Attraction { acceleration, radius } => {
                check::number("acceleration", acceleration)?;
                check::positive("radius", radius)?;
            }
            Self::Magnet { force, range } => {
                check::number("force", force)?;
                check::positive("range", range)?;
            }
            Self::Wind { velocity, density, drag, lift } => {
                check::vector("velocity", velocity)?;
                check::amount("density", density)?;
                check::amount("drag", drag)?;
                check::number("lift", lift)?;
            }
            Self::Water { density, drag, velocity } => {
                check::amount("density", density)?;
                check::amount("drag", drag)?;
                check::vector("velocity", velocity)?;
            }
        }
        Ok(())
    }
}

impl Field {
    pub(crate) fn new(kind: FieldKind) -> Self {
        Self {
            kind,
            area: FieldArea::Everywhere,
            pose: Pose::identity(),
            body: None,
            filter: Filter::ALL,
            enabled: true,
            refused: None,
        }
    }

    /// Gravity of an area, in place of the scene's. It acts on bodies whose centre of mass is in
    /// the area, multiplied by their `gravity_scale`. Where several areas overlap, the one added
    /// last counts.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add_field(Field::gravity([0.0, 4.0]).cuboid(2.0, 50.0))?; // a lift shaft
    /// let ball = scene.add(Body::dynamic(), [Collider::circle(0.5)])?;
    /// scene.step(0.5)?;
    /// assert!((scene.body(ball)?.velocity().y - 2.0).abs() < 1e-5);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn gravity(acceleration: impl Into<Vector>) -> Self {
        Self::new(FieldKind::Gravity { acceleration: acceleration.into() })
    }

    /// A pull to the place of the field, as planets have: `acceleration` at the distance `radius`,
    /// less by the square of the distance beyond it, and less in proportion to the distance within.
    /// Negative ones push away. On a dynamic [body](Self::on), the body is pulled back.
    ///
    /// Where a body will be is taken into account, so that orbits close.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// scene.add_field(Field::attraction(10.0, 5.0))?; // a planet: 10 m/s² at its surface
    /// // At twice its radius it pulls with a quarter of that.
    /// let speed = (2.5_f32 * 10.0).sqrt();
    /// let moon = Body::dynamic().position([10.0, 0.0]).velocity([0.0, speed]);
    /// let moon = scene.add(moon, [Collider::circle(0.5)])?;
    /// for _ in 0..600 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// let distance = scene.body(moon)?.position().coords.norm();
    /// assert!((distance - 10.0).abs() < 0.05);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn attraction(acceleration: Real, radius: Real) -> Self {
        Self::new(FieldKind::Attraction { acceleration, radius })
    }

    /// Magnet: a pull to the position of the field that does not depend on the mass of the body.
    /// The force is `force` at the position, and falls linearly to zero at `range`. Negative forces
    /// push away. If the field is [on](Self::on) a dynamic body, that body is pulled back.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// scene.add_field(Field::magnet(20.0, 4.0))?;
    /// # let near = Body::dynamic().position([2.0, 0.0]);
    /// # let near = scene.add(near, [Collider::circle(0.5)])?;
    /// # let far = Body::dynamic().position([6.0, 0.0]);
    /// # let far = scene.add(far, [Collider::circle(0.5)])?;
    /// for _ in 0..10 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!(scene.body(near)?.velocity().x < -1.0);
    /// assert_eq!(scene.body(far)?.velocity().x, 0.0); // beyond its range
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn magnet(force: Real, range: Real) -> Self {
        Self::new(FieldKind::Magnet { force, range })
    }

    /// Wind. It pushes edges that face it, like air of a [`density`](Self::density) of 1. Bodies
    /// that turn in it, or move in still air, are slowed down. Edges between two colliders of a
    /// body are pushed too.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig { gravity: Vector::zeros(), ..Default::default() })?;
    /// scene.add_field(Field::wind([10.0, 0.0]))?;
    /// let leaf = scene.add(Body::dynamic(), [Collider::cuboid(0.05, 0.5)])?;
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!(scene.body(leaf)?.velocity().x > 8.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn wind(velocity: impl Into<Vector>) -> Self {
        let velocity = velocity.into();
        Self::new(FieldKind::Wind { velocity, density: 1.0, drag: 1.0, lift: 0.5 })
    }

    /// Water of this density. The part of a body in the area is lifted by the weight of the water
    /// that it displaces, with the gravity that the body feels, and slowed down. `Scene::submerged`
    /// returns the part of a body that is under water.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// // A pool of 10 m, 3 m deep, in which the water is one unit heavy.
    /// scene.add_field(Field::water(1.0).cuboid(5.0, 1.5).at([0.0, -1.5]))?;
    /// let stone = scene.add(Body::dynamic(), [Collider::circle(0.3).density(3.0)])?;
    /// let cork = Body::dynamic().position([2.0, -2.0]);
    /// let cork = scene.add(cork, [Collider::circle(0.3).density(0.2)])?;
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!(scene.body(stone)?.position().y < -1.0 && scene.body(cork)?.position().y > -1.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn water(density: Real) -> Self {
        Self::new(FieldKind::Water { density, drag: 1.0, velocity: Vector::zeros() })
    }

    /// The density of the air or the water. Other fields have none.
    pub fn density(mut self, value: Real) -> Self {
        match &mut self.kind {
            FieldKind::Wind { density, .. } | FieldKind::Water { density, .. } => *density = value,
            _ => self = self.refuse("density"),
        }
        self
    }

    /// Drag. In wind, the fraction of the pressure that acts along it, 1 by default. In water, the
    /// rate at which a body of the density of water takes over its velocity, per second, 1 by
    /// default. Other fields have none.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// let honey = Field::water(1.0).drag(20.0);
    /// scene.add_field(honey)?;
    /// let spoon = Body::dynamic().velocity([3.0, 0.0]);
    /// let spoon = scene.add(spoon, [Collider::circle(0.3)])?;
    /// for _ in 0..30 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!(scene.body(spoon)?.velocity().x < 0.01);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn drag(mut self, value: Real) -> Self {
        match &mut self.kind {
            FieldKind::Wind { drag, .. } | FieldKind::Water { drag, .. } => *drag = value,
            _ => self = self.refuse("drag"),
        }
        self
    }

    /// Lift: the fraction of the wind's pressure on inclined edges that acts across the wind, 0.5
    /// by default. Only wind has it.
    pub fn lift(mut self, value: Real) -> Self {
        match &mut self.kind {
            FieldKind::Wind { lift, .. } => *lift = value,
            _ => self = self.refuse("lift"),
        }
        self
    }

    /// Velocity of the air or the water. Other fields have none.
    pub fn velocity(mut self, value: impl Into<Vector>) -> Self {
        match &mut self.kind {
            FieldKind::Wind { velocity, .. } | FieldKind::Water { velocity, .. } => {
                *velocity = value.into();
            }
            _ => self = self.refuse("velocity"),
        }
        self
    }

    /// Acts only in a box of these half extents, around the place of the field. Without an area, a
    /// field acts everywhere.
    pub fn cuboid(self, half_width: Real, half_height: Real) -> Self {
        self.take_area(FieldArea::cuboid(half_width, half_height))
    }

    /// Acts only in the convex polygon around these points, which are relative to the place of the
    /// field.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// // A draught that rises between two roofs.
    /// let funnel = [[-1.0, 0.0], [1.0, 0.0], [3.0, 8.0], [-3.0, 8.0]];
    /// let key = scene.add_field(Field::wind([0.0, 12.0]).polygon(funnel))?;
    /// let glider = Shape::from(Circle::new(0.5)?);
    /// assert!(scene.shape_in_field(key, &glider, pose([0.0, 4.0], 0.0))?.area > 0.78);
    /// assert_eq!(scene.shape_in_field(key, &glider, pose([3.0, 1.0], 0.0))?.area, 0.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn polygon<P: Into<Point>>(self, points: impl IntoIterator<Item = P>) -> Self {
        self.take_area(FieldArea::polygon(points))
    }

    /// Acts only below the place of the field: a lake without shores. Turned, below is where the
    /// field sees it.
    pub fn below(mut self) -> Self {
        self.area = FieldArea::Below;
        self
    }

    /// The place of the field.
    pub fn at(mut self, position: impl Into<Point>) -> Self {
        self.pose.translation = position.into().into();
        self
    }

    /// The place of the field, and how it is turned.
    pub fn at_pose(mut self, position: impl Into<Point>, angle: Real) -> Self {
        match check::number("angle", angle) {
            Ok(angle) => self.pose = math::pose(position, angle),
            Err(error) => drop(self.refused.get_or_insert(error.into())),
        }
        self
    }

    /// Attaches the field to a body: it moves and turns with the body, and is removed with it. Its
    /// position is relative to the body. The body itself does not feel it.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let planet = Body::dynamic().position([0.0, 0.0]);
    /// # let planet = scene.add(planet, [Collider::circle(0.5)])?;
    /// let pull = scene.add_field(Field::attraction(5.0, 1.0).on(planet))?;
    /// scene.body_mut(planet)?.set_position([3.0, 0.0])?;
    /// let gravity = scene.gravity_at([3.0, 1.0], Filter::ALL)?;
    /// assert!((gravity - Vector::new(0.0, -5.0)).norm() < 1e-4);
    /// scene.remove_body(planet)?;
    /// assert!(scene.field(pull).is_err()); // it went with its body
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn on(mut self, body: BodyKey) -> Self {
        self.body = Some(body);
        self
    }

    /// Filter of the colliders that feel the field: those that accept this one. A body feels
    /// gravity and pulls if one of its colliders does. All by default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// const LEAVES: u64 = 0b100;
    /// let leaf = Collider::circle(0.1).filter(Filter { category: LEAVES, ..Filter::default() });
    /// let leaf = scene.add(Body::dynamic(), [leaf])?;
    /// # let rock = Body::dynamic().position([3.0, 0.0]);
    /// # let rock = scene.add(rock, [Collider::circle(0.5)])?;
    /// let breeze = Field::wind([6.0, 0.0]).filter(Filter { mask: LEAVES, ..Filter::ALL });
    /// scene.add_field(breeze)?;
    /// scene.step(0.1)?;
    /// assert!(scene.body(leaf)?.velocity().x > 0.5 && scene.body(rock)?.velocity().x == 0.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Its area, in its own frame.
    pub fn area(&self) -> &FieldArea {
        &self.area
    }

    /// Enables or disables the field. True by default.
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// Kind of the field, with its numbers.
    pub fn kind(&self) -> FieldKind {
        self.kind
    }

    /// Pose of the field, in the world or on its body.
    pub fn pose(&self) -> Pose {
        self.pose
    }

    /// The body that it is on.
    pub fn body(&self) -> Option<BodyKey> {
        self.body
    }

    /// True if the field acts.
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    fn take_area(mut self, area: Result<FieldArea, umbra_geom::Error>) -> Self {
        match area {
            Ok(area) => self.area = area,
            Err(error) => drop(self.refused.get_or_insert(error.into())),
        }
        self
    }

    fn refuse(mut self, parameter: &'static str) -> Self {
        let kind = self.kind.name();
        self.refused.get_or_insert(Error::NotForField { parameter, kind });
        self
    }

    /// The field, if all that it was told makes sense.
    #[doc(hidden)]
    pub fn checked(mut self) -> Result<Self, Error> {
        if let Some(error) = self.refused {
            return Err(error);
        }
        self.kind.check()?;
        self.pose = check::pose("pose", self.pose)?;
        Ok(self)
    }
}
