//! Colliders to be added: the builder.

use umbra_broad::Filter;
use umbra_geom::{
    Capsule, ChainSegment, Circle, Point, Polygon, Pose, Real, Segment, Shape, Vector, cut, math,
};

use super::heights::heightfield;
use crate::{CombineRule, Error, Tile, check};
use umbra_world::collider::{NewPiece, Weight};
use umbra_world::store::TileMap;
use umbra_world::world::ColliderDef;

/// Collider to be added to a body: shape, material, and filter.
///
/// The builder keeps the first error; [`Scene::add_collider`](crate::Scene::add_collider) returns
/// it.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let body = scene.add_body(Body::dynamic())?;
/// let wheel = Collider::circle(0.4).density(2.0).friction(0.9).restitution(0.1);
/// let wheel = scene.add_collider(body, wheel)?;
/// assert_eq!(scene.collider(wheel)?.body(), body);
///
/// let refused = scene.add_collider(body, Collider::circle(-1.0)).unwrap_err();
/// assert_eq!(refused.to_string(), "`radius` must be greater than zero, but is -1");
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[doc(alias("fixture", "shape", "ColliderBuilder"))]
pub struct Collider {
    pub(crate) def: ColliderDef,
    /// The first error met.
    pub(super) refused: Option<umbra_geom::Error>,
}

impl Collider {
    pub(super) fn with_shapes(shapes: Result<Vec<(Pose, Shape)>, umbra_geom::Error>) -> Self {
        let mut refused = None;
        let shapes = check::keep_first(&mut refused, shapes).unwrap_or_default();
        Self { def: ColliderDef::new(shapes), refused }
    }

    /// Builder of a collider that was checked.
    pub(crate) fn from_def(def: ColliderDef) -> Self {
        Self { def, refused: None }
    }

    /// The shapes as they are on the body, or what is wrong with the collider.
    pub(crate) fn pieces(&self) -> Result<Vec<NewPiece>, Error> {
        match &self.refused {
            Some(error) => Err(error.clone().into()),
            None => self.def.pieces(),
        }
    }

    fn single(shape: Result<impl Into<Shape>, umbra_geom::Error>) -> Self {
        Self::with_shapes(shape.map(|shape| vec![(Pose::identity(), shape.into())]))
    }

    fn several(shapes: Result<Vec<impl Into<Shape>>, umbra_geom::Error>) -> Self {
        let placed = |shape| (Pose::identity(), Into::into(shape));
        Self::with_shapes(shapes.map(|shapes| shapes.into_iter().map(placed).collect()))
    }

    /// A collider of any shape.
    pub fn new(shape: impl Into<Shape>) -> Self {
        Self::single(Ok::<Shape, _>(shape.into()))
    }

    /// A disc.
    #[doc(alias("ball"))]
    pub fn circle(radius: Real) -> Self {
        Self::single(Circle::new(radius))
    }

    /// A box, given by half of its width and half of its height.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let plank = scene.add(Body::dynamic(), [Collider::cuboid(2.0, 0.1)])?;
    /// assert!((scene.body(plank)?.mass() - 0.8).abs() < 1e-6); // 4 m by 0.2 m
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("box", "rectangle"))]
    pub fn cuboid(half_width: Real, half_height: Real) -> Self {
        Self::single(Polygon::cuboid(half_width, half_height))
    }

    /// A box with its corners rounded off.
    pub fn rounded_cuboid(half_width: Real, half_height: Real, radius: Real) -> Self {
        Self::single(Polygon::rounded_cuboid(half_width, half_height, radius))
    }

    /// All points within `radius` of the segment from `a` to `b`.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let hero = Collider::capsule([0.0, 0.3], [0.0, 1.5], 0.3); // its feet are at the origin
    /// let hero = scene.add(Body::dynamic(), [hero])?;
    /// assert!((scene.body(hero)?.aabb().unwrap().max.y - 1.8).abs() < 1e-6);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn capsule(a: impl Into<Point>, b: impl Into<Point>, radius: Real) -> Self {
        Self::single(Capsule::new(a, b, radius))
    }

    /// A straight line without thickness, and so without mass.
    pub fn segment(a: impl Into<Point>, b: impl Into<Point>) -> Self {
        Self::single(Segment::new(a, b))
    }

    /// A convex polygon, points in either order.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let wedge = Collider::polygon([[0.0, 0.0], [4.0, 0.0], [4.0, 2.0]]);
    /// let wedge = scene.add(Body::fixed(), [wedge])?;
    /// assert_eq!(scene.body(wedge)?.mass(), 4.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn polygon(points: impl IntoIterator<Item = impl Into<Point>>) -> Self {
        Self::single(Polygon::new(points))
    }

    /// A convex polygon with its corners rounded off.
    pub fn rounded_polygon(
        points: impl IntoIterator<Item = impl Into<Point>>,
        radius: Real,
    ) -> Self {
        Self::single(Polygon::new(points).and_then(|polygon| polygon.rounded(radius)))
    }

    /// A line through points, smooth to slide over from both sides, without mass.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let hills = Collider::chain([[-9.0, 1.0], [-3.0, 0.0], [2.0, 0.5], [9.0, 0.0]]);
    /// let land = scene.add(Body::fixed(), [hills])?;
    /// let hills = scene.body(land)?.colliders().next().unwrap();
    /// assert_eq!(scene.collider(hills)?.shapes().count(), 3); // links
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn chain(points: impl IntoIterator<Item = impl Into<Point>>) -> Self {
        Self::several(ChainSegment::chain(points))
    }

    /// A closed line through points, smooth to slide over from both sides, without mass.
    pub fn chain_loop(points: impl IntoIterator<Item = impl Into<Point>>) -> Self {
        Self::several(ChainSegment::chain_loop(points))
    }

    /// Several shapes in their poses as one collider.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let head = Shape::from(Polygon::cuboid(0.5, 0.2)?);
    /// let shaft = Shape::from(Polygon::cuboid(0.05, 0.8)?);
    /// let hammer = Collider::compound([(pose([0.0, 1.0], 0.0), head), (Pose::identity(), shaft)]);
    /// let hammer = scene.add(Body::dynamic(), [hammer])?;
    /// assert!(scene.body(hammer)?.center_of_mass().y > 0.7); // near its head
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("composite"))]
    pub fn compound(shapes: impl IntoIterator<Item = (Pose, Shape)>) -> Self {
        let checked = |(pose, shape)| Ok((check::pose("shapes", pose)?, shape));
        let shapes: Result<Vec<_>, _> = shapes.into_iter().map(checked).collect();
        Self::with_shapes(shapes.and_then(|shapes| {
            let none = umbra_geom::Error::Empty { parameter: "shapes" };
            if shapes.is_empty() { Err(none) } else { Ok(shapes) }
        }))
    }

    /// The inside of any outline that does not cross itself, taken apart into convex pieces.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let corner = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
    /// let corner = scene.add(Body::dynamic(), [Collider::concave(corner)])?;
    /// assert!((scene.body(corner)?.mass() - 5.0).abs() < 1e-5);
    /// assert!(scene.colliders_at([2.0, 2.0], QueryFilter::default()).is_empty());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("convex decomposition", "mesh"))]
    pub fn concave(points: impl IntoIterator<Item = impl Into<Point>>) -> Self {
        let points: Vec<Point> = points.into_iter().map(Into::into).collect();
        Self::several(cut::decompose(&points, &[]))
    }

    /// Ground through these heights, from the left to the right, over a `width` around the collider's origin: a smooth
    /// [`chain`](Self::chain).
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let land = scene.add_body(Body::fixed())?;
    /// scene.add_collider(land, Collider::heightfield([3.0, 0.0, 1.0, 4.0], 30.0))?;
    /// let ball = scene.add_body(Body::dynamic().position([-10.0, 5.0]))?;
    /// scene.add_collider(ball, Collider::circle(0.5))?;
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// // It rolled from the hill at the left end towards the valley.
    /// let place = scene.body(ball)?.position();
    /// assert!(place.x > -9.0 && place.y > 0.4);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("terrain"))]
    pub fn heightfield(heights: impl IntoIterator<Item = Real>, width: Real) -> Self {
        let heights: Vec<Real> = heights.into_iter().collect();
        Self::several(heightfield(&heights, width))
    }

    /// A map of square cells with sides of `size`, given by its rows: the lowest row first, each
    /// from left to right, with the lower left corner of the first cell at the collider's origin.
    /// Rows may differ in length, or be empty. See `Cell`.
    ///
    /// The map is one collider of up to many million cells, at a byte or two per cell. Nothing
    /// catches at the seams between its cells, or between them and other fixed colliders. It has no
    /// mass, and belongs on fixed and kinematic bodies: cells touch only colliders of dynamic
    /// bodies.
    ///
    /// [`ColliderMut::set_cell`](crate::ColliderMut::set_cell) changes a cell.
    #[doc(alias("tilemap", "grid"))]
    pub fn tiles<T: Into<Tile>>(
        size: Real,
        cells: impl IntoIterator<Item = impl IntoIterator<Item = T>>,
    ) -> Self {
        let mut collider = Self::with_shapes(Ok(Vec::new()));
        collider.def.tiles = check::keep_first(&mut collider.refused, TileMap::new(size, cells));
        collider
    }

    /// Mass per area. 1 by default; of a sensor, 0.
    pub fn density(self, density: Real) -> Self {
        let weight = Weight::Density(density).check();
        self.with(weight, |collider, weight| collider.weight = Some(weight))
    }

    /// The mass, instead of a density. Spread over a shape without area, it weighs nothing.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let anvil = scene.add(Body::dynamic(), [Collider::cuboid(0.4, 0.2).mass(90.0)])?;
    /// assert_eq!(scene.body(anvil)?.mass(), 90.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn mass(self, mass: Real) -> Self {
        self.with(Weight::Mass(mass).check(), |collider, weight| collider.weight = Some(weight))
    }

    /// Friction coefficient: its resistance to sliding. The friction of two surfaces is the
    /// geometric mean of both, unless a [`friction_rule`](Self::friction_rule) says otherwise. 0.6
    /// by default.
    pub fn friction(self, friction: Real) -> Self {
        let friction = check::amount("friction", friction);
        self.with(friction, |collider, friction| collider.material.friction = friction)
    }

    /// Restitution: the fraction of an impact's speed that it gives back, from 0 to 4. The larger
    /// value of two surfaces counts, unless a [`restitution_rule`](Self::restitution_rule) says
    /// otherwise. A value above 1 adds energy, once in a substep, as the bumper of a pinball table
    /// does. 0 by default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// let ball = Body::dynamic().position([0.0, 1.5]).velocity([0.0, -10.0]);
    /// let ball = scene.add(ball, [Collider::circle(0.5).restitution(0.8)])?;
    /// scene.step(0.1)?;
    /// assert!(scene.body(ball)?.velocity().y > 7.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("bounciness", "elasticity"))]
    pub fn restitution(self, restitution: Real) -> Self {
        let restitution = check::restitution(restitution);
        self.with(restitution, |collider, restitution| collider.material.restitution = restitution)
    }

    /// Rolling resistance, as the length of a lever. The larger value of two surfaces counts. 0 by
    /// default.
    pub fn rolling_resistance(self, rolling_resistance: Real) -> Self {
        let length = check::amount("rolling_resistance", rolling_resistance);
        self.with(length, |collider, length| collider.material.rolling_resistance = length)
    }

    /// Tangential speed of its surface, clockwise around it. With a positive speed, the top of a
    /// conveyor belt carries to the right. 0 by default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let belt = Collider::cuboid(9.0, 0.5).surface_speed(2.0);
    /// scene.add(Body::fixed(), [belt])?;
    /// # let parcel = Body::dynamic().position([0.0, 1.0]);
    /// # let parcel = scene.add(parcel, [Collider::cuboid(0.5, 0.5)])?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// // A second later:
    /// assert!((scene.body(parcel)?.velocity().x - 2.0).abs() < 0.01);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn surface_speed(self, surface_speed: Real) -> Self {
        let speed = check::number("surface_speed", surface_speed);
        self.with(speed, |collider, speed| collider.material.surface_speed = speed)
    }

    /// Rule that combines its friction with that of another collider.
    pub fn friction_rule(mut self, rule: CombineRule) -> Self {
        self.def.material.friction_rule = rule;
        self
    }

    /// Rule that combines its restitution with that of another collider.
    pub fn restitution_rule(mut self, rule: CombineRule) -> Self {
        self.def.material.restitution_rule = rule;
        self
    }

    /// Filter that decides which colliders it collides with.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// const GHOST: u64 = 1 << 3;
    /// let wall = Collider::cuboid(1.0, 9.0).filter(Filter { mask: !GHOST, ..Filter::default() });
    /// scene.add(Body::fixed().position([2.0, 0.0]), [wall])?;
    /// let ghost = Collider::circle(0.5).filter(Filter { category: GHOST, ..Filter::default() });
    /// let ghost = scene.add(Body::dynamic().velocity([4.0, 0.0]), [ghost])?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// // A second later:
    /// assert!(scene.body(ghost)?.position().x > 3.9); // it went through
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("collision layer", "collision mask", "bitmask", "collision groups"))]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.def.filter = filter;
        self
    }

    /// Pose of the collider in the frame of its body. The body's origin by default.
    pub fn offset(self, offset: Pose) -> Self {
        let offset = check::pose("offset", offset);
        self.with(offset, |collider, offset| collider.offset = offset)
    }

    /// Position of its origin in the frame of its body. The angle of [`turned`](Self::turned)
    /// stays.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let slope = Collider::cuboid(2.0, 0.1).at([3.0, 1.0]).turned(0.5);
    /// let level = scene.add(Body::fixed(), [slope])?;
    /// let slope = scene.body(level)?.colliders().next().unwrap();
    /// assert_eq!(scene.collider(slope)?.offset(), pose([3.0, 1.0], 0.5));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn at(self, position: impl Into<Point>) -> Self {
        let position = check::position("position", position.into());
        self.with(position, |collider, position| collider.offset.translation = position.into())
    }

    /// Position of its origin and its angle, in radians, in the frame of its body.
    pub fn at_pose(self, position: impl Into<Point>, angle: Real) -> Self {
        self.at(position).turned(angle)
    }

    /// Angle by which it is turned on its body, about its own origin, in radians.
    pub fn turned(self, angle: Real) -> Self {
        let angle = check::number("angle", angle);
        self.with(angle, |collider, angle| collider.offset.rotation = math::rotation(angle))
    }

    /// A number for the caller.
    pub fn user_data(mut self, user_data: u64) -> Self {
        self.def.user_data = user_data;
        self
    }

    /// Reports its impacts as [`ContactEvent::Hit`](crate::ContactEvent::Hit). False by default.
    pub fn hit_events(mut self, hit_events: bool) -> Self {
        self.def.hit_events = hit_events;
        self
    }

    /// Makes it a sensor, which touches, stops and wakes nothing.
    /// [`Scene::sensor_events`](crate::Scene::sensor_events) reports the beginning and end of its
    /// overlaps. False by default; [`ColliderMut::set_sensor`](crate::ColliderMut::set_sensor)
    /// switches it.
    ///
    /// A sensor detects colliders of bodies of all kinds except its own body, asleep or awake, if
    /// the [`filter`](Self::filter) of both accepts the other. It misses nothing, however fast the
    /// two move. It has no mass unless it is given a density or a mass. Queries find it if they ask
    /// for it: [`QueryFilter::sensors`](crate::QueryFilter::sensors).
    #[doc(alias("trigger", "is_trigger"))]
    pub fn sensor(mut self, sensor: bool) -> Self {
        self.def.sensor = sensor;
        self
    }

    /// Lets it, as a sensor, see other sensors. Whether they see this one depends on their own
    /// setting. False by default.
    pub fn sees_sensors(mut self, sees_sensors: bool) -> Self {
        self.def.sees_sensors = sees_sensors;
        self
    }

    /// Makes it a one-way platform: bodies pass through it along `direction` and are held in the
    /// opposite direction. A platform to jump up through has the direction `[0.0, 1.0]`. The
    /// direction is in the collider's own frame, and turns with it.
    ///
    /// The decision to let a body pass is made when the two begin to touch, and kept until they
    /// part. Bodies arriving from the side that the direction points to, within 45 degrees, are
    /// held. [`BodyMut::drop_through`](crate::BodyMut::drop_through) lets a body fall through.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let level = scene.add_body(Body::fixed().position([0.0, 2.0]))?;
    /// scene.add_collider(level, Collider::cuboid(2.0, 0.1).one_way([0.0, 1.0]))?;
    /// let player = scene.add_body(Body::dynamic().velocity([0.0, 9.0]))?;
    /// scene.add_collider(player, Collider::circle(0.4))?;
    /// for _ in 0..180 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// let height = scene.body(player)?.position().y;
    /// assert!((height - 2.5).abs() < 0.01); // it jumped up through the platform and stands on it
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("one-way platform", "jump-through"))]
    pub fn one_way(self, direction: impl Into<Vector>) -> Self {
        let direction = check::direction("direction", direction.into());
        self.with(direction, |collider, direction| collider.one_way = Some(direction))
    }

    /// Makes a change with a good value, or keeps the error if it is the first.
    fn with<T>(
        mut self,
        value: Result<T, umbra_geom::Error>,
        change: impl FnOnce(&mut ColliderDef, T),
    ) -> Self {
        if let Some(value) = check::keep_first(&mut self.refused, value) {
            change(&mut self.def, value);
        }
        self
    }
}
