//! Colliders to be added: the builder.

use umbra_broad::Filter;
use umbra_geom::{
    Capsule, ChainSegment, Circle, Point, Polygon, Pose, Real, Segment, Shape, Vector, cut, math,
};

use super::heights::heightfield;
use crate::{CombineRule, Error, Material, Tile, check};
use umbra_world::collider::{NewPiece, Weight, checks};
use umbra_world::features::TILES;
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

/// A collider to be added that is not refused.
pub(crate) struct CheckedCollider {
    pub(crate) collider: Collider,
    pub(crate) pieces: Vec<NewPiece>,
}

impl Collider {
    umbra_world::collider_properties!(collider_functions build);

    pub(super) fn with_shapes(shapes: Result<Vec<(Pose, Shape)>, umbra_geom::Error>) -> Self {
        let mut refused = None;
        let shapes = check::keep_first(&mut refused, shapes).unwrap_or_default();
        Self { def: ColliderDef::new(shapes), refused }
    }

    /// Builder of a collider that was checked.
    pub(crate) fn from_def(def: ColliderDef) -> Self {
        Self { def, refused: None }
    }

    /// Another shape of a material of its own, if each has one.
    pub(crate) fn with_part(mut self, pose: Pose, shape: Shape, material: Material) -> Self {
        self.def.shapes.push((pose, shape));
        self.def.materials.get_or_insert_default().push(material);
        self
    }

    /// The collider with its shapes as they are on the body, or what is wrong with it.
    pub(crate) fn checked(self) -> Result<CheckedCollider, Error> {
        let pieces = self.pieces()?;
        Ok(CheckedCollider { collider: self, pieces })
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

    /// Ground through these heights, from the left to the right, over a `width` around the
    /// collider's origin: a smooth [`chain`](Self::chain).
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
        // A build without tile maps refuses it when it is added.
        let cells = cells.into_iter().take_while(|_| TILES);
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
