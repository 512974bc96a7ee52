//! Reading a collider.

use umbra_broad::Filter;
use umbra_geom::{Aabb, Point, Pose, Real, Shape, Vector};

use crate::{BodyKey, Collider, ColliderKey, Scene};
use umbra_world::collider::{ColliderPart, CombineRule, Material, Tile, Weight};
use umbra_world::store::{ColliderInfo, Piece};
use umbra_world::world::{ColliderDef, MapView};

/// A collider of a scene, to be read.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
/// let hit = scene.cast_ray([3.0, 9.0], [0.0, -20.0], QueryFilter::default()).unwrap();
/// let collider = scene.collider(hit.collider)?;
/// assert_eq!((collider.body(), collider.friction()), (ground, 0.6));
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ColliderRef<'a> {
    scene: &'a Scene,
    key: ColliderKey,
    info: &'a ColliderInfo,
}

/// A shape of a collider, with what it is made of.
pub(crate) struct PartRef<'a> {
    pub(crate) shape: &'a Shape,
    /// Its pose on the body.
    pub(crate) offset: Pose,
    /// Its pose in the world.
    pub(crate) pose: Pose,
    pub(crate) material: Material,
    pub(crate) mass: Real,
}

impl<'a> ColliderRef<'a> {
    umbra_world::collider_properties!(collider_functions get);

    pub(crate) fn new(scene: &'a Scene, key: ColliderKey) -> Option<Self> {
        let info = scene.world.colliders.infos.get(key)?;
        Some(Self { scene, key, info })
    }

    fn info(&self) -> &'a ColliderInfo {
        self.info
    }

    /// Key of the collider.
    pub fn key(&self) -> ColliderKey {
        self.key
    }

    /// The body that it belongs to.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([2.0, 1.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// // The body that was clicked on:
    /// let clicked = scene.colliders_at([2.2, 1.1], QueryFilter::default());
    /// assert_eq!(scene.collider(clicked[0])?.body(), ball);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn body(&self) -> BodyKey {
        self.info.body
    }

    /// Pose of the collider in the frame of its body.
    pub fn offset(&self) -> Pose {
        self.info.offset
    }

    /// Shapes with their poses in the world; one, except for chains, compounds and tile maps, where
    /// each cell has one.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let block = Body::dynamic().position([5.0, 0.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// let collider = scene.body(block)?.colliders().next().unwrap();
    /// for (shape, pose) in scene.collider(collider)?.shapes() {
    ///     let Shape::Polygon(polygon) = shape else { continue };
    ///     let corners: Vec<_> = polygon.vertices().iter().map(|corner| pose * corner).collect();
    ///     assert!(corners.contains(&Point::new(5.5, 0.5))); // to be drawn
    /// }
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn shapes(&self) -> impl Iterator<Item = (&'a Shape, Pose)> + use<'a> {
        let pieces = self.pieces().map(|piece| (piece.shape(), piece.pose));
        let cells = self.map().into_iter().flat_map(|map| map.parts_in(map.map.range()));
        pieces.chain(cells.map(|cell| (cell.shape, cell.pose)))
    }

    /// Shapes with their poses on the body; one, except for chains, compounds and tile maps.
    pub fn local_shapes(&self) -> impl Iterator<Item = (&'a Shape, Pose)> + use<'a> {
        self.shapes_on_body(None)
    }

    /// Its shapes with their poses on the body. Cells of a tile map that lie outside of a `view` of
    /// the world are left out; other shapes are listed wherever they are.
    pub fn shapes_on_body(
        &self,
        view: Option<Aabb>,
    ) -> impl Iterator<Item = (&'a Shape, Pose)> + use<'a> {
        let cells = self.map().into_iter().flat_map(move |map| {
            map.parts_in(view.map_or(map.map.range(), |view| map.range_in(&view)))
        });
        let pieces = self.pieces().map(|piece| (piece.shape(), piece.offset));
        pieces.chain(cells.map(|cell| (cell.shape, cell.offset)))
    }

    /// Builder of a collider like this one, with its shapes or cells: see
    /// [`BodyRef::to_builder`](crate::BodyRef::to_builder).
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5).friction(0.1)])?;
    /// let ice = scene.body(ground)?.colliders().next().unwrap();
    /// let more = scene.collider(ice)?.to_builder().at([40.0, 0.0]);
    /// let more = scene.add_collider(ground, more)?;
    /// assert_eq!(scene.collider(more)?.friction(), 0.1);
    /// assert_eq!(scene.collider(more)?.aabb().max.x, 60.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("clone", "copy", "duplicate"))]
    pub fn to_builder(&self) -> Collider {
        Collider::from_def(ColliderDef::like(self.info, self.pieces()))
    }

    /// Builder of a collider like this one, with these of its shapes.
    pub(crate) fn builder_of(&self, shapes: impl Iterator<Item = usize>) -> Collider {
        let pieces = shapes.filter_map(|index| self.info.pieces.get(index));
        let pieces = pieces.map(|piece| &self.scene.world.colliders.pieces[*piece as usize]);
        Collider::from_def(ColliderDef::like(self.info, pieces))
    }

    /// Its shapes on the body with what they are made of; none of a tile map.
    pub(crate) fn parts(&self) -> impl Iterator<Item = PartRef<'a>> + use<'a> {
        self.pieces().map(|piece| PartRef {
            shape: piece.shape(),
            offset: piece.offset,
            pose: piece.pose,
            material: piece.substance.material,
            mass: piece.substance.mass.mass,
        })
    }

    /// True if its mass follows from a density.
    pub(crate) fn has_density(&self) -> bool {
        matches!(self.info.weight, Weight::Density(_))
    }

    /// Its pieces, unless they are those of cells.
    fn pieces(&self) -> impl Iterator<Item = &'a Piece> + use<'a> {
        self.scene.world.colliders.pieces_of(self.key).take_while(|piece| !piece.is_cell)
    }

    /// The same collider as a tile map, if it is one.
    fn map(&self) -> Option<MapView<'a>> {
        self.scene.world.map(self.key)
    }

    /// The smallest box around it in the world; around all cells that were ever filled, if it is a
    /// tile map.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let road = scene.add_body(Body::fixed().position([0.0, 2.0]))?;
    /// let hill = Collider::chain([[-5.0, 0.0], [0.0, 1.0], [4.0, 0.5]]);
    /// let road = scene.add_collider(road, hill)?;
    /// let around = scene.collider(road)?.aabb();
    /// assert_eq!((around.min, around.max), (Point::new(-5.0, 2.0), Point::new(4.0, 3.0)));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn aabb(&self) -> Aabb {
        if let Some(map) = self.map() {
            return map.bounds().unwrap_or(Aabb::EMPTY);
        }
        self.shapes().fold(Aabb::EMPTY, |aabb, (shape, pose)| aabb.union(&shape.aabb(&pose)))
    }

    /// Tile in a cell; `None` if the collider is no [tile map](crate::Collider::tiles).
    pub fn cell(&self, at: [i32; 2]) -> Option<Tile> {
        self.map().map(|map| *map.map.get(at))
    }

    /// The cell that holds a point of the world; nothing if it is no tile map. Hits name theirs
    /// themselves: see [`ColliderPart`](crate::ColliderPart).
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let level = scene.add_body(Body::fixed().position([10.0, 0.0]))?;
    /// # let map = scene.add_collider(level, Collider::tiles(0.5, [[Cell::Full; 8]; 3]))?;
    /// // A pickaxe takes out the block at this place.
    /// let at = scene.collider(map)?.cell_at([11.2, 0.7]).unwrap();
    /// assert_eq!(at, [2, 1]);
    /// scene.collider_mut(map)?.set_cell(at, Cell::Empty)?;
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn cell_at(&self, point: impl Into<Point>) -> Option<[i32; 2]> {
        self.map().map(|map| map.cell_at(point.into()))
    }

    /// The side of a cell, if it is a tile map.
    pub fn cell_size(&self) -> Option<Real> {
        self.map().map(|map| map.map.size())
    }

    /// The cells of a tile map in a box of the world that are not empty, row by row from below;
    /// none of other colliders.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let level = scene.add_body(Body::fixed())?;
    /// let rows = [vec![Cell::Full; 100], vec![Cell::Empty; 100], vec![Cell::OneWay; 3]];
    /// let map = scene.add_collider(level, Collider::tiles(1.0, rows))?;
    /// // Draws what the camera sees:
    /// let view = Aabb { min: Point::new(0.5, 0.5), max: Point::new(3.5, 3.5) };
    /// let seen = scene.collider(map)?.cells_in(&view).count();
    /// assert_eq!(seen, 4 + 3);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn cells_in(&self, aabb: &Aabb) -> impl Iterator<Item = ([i32; 2], Tile)> + use<'a> {
        let cells = self.map().and_then(|map| Some((map.map, map.range_in(aabb)?)));
        let cells = cells.into_iter().flat_map(|(map, range)| map.shapes_in(range));
        cells.map(|cell| (cell.at, *cell.tile))
    }

    /// Mass of the collider.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let parts = [Collider::circle(1.0).mass(5.0), Collider::cuboid(0.5, 0.5).density(3.0)];
    /// let robot = scene.add(Body::dynamic(), parts)?;
    /// let masses = scene.body(robot)?.colliders().map(|key| scene.collider(key).unwrap().mass());
    /// assert_eq!(masses.collect::<Vec<_>>(), [5.0, 3.0]);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn mass(&self) -> Real {
        self.scene.world.colliders.pieces_of(self.key).map(|piece| piece.substance.mass.mass).sum()
    }

    /// Mass per area; zero when it has no area.
    pub fn density(&self) -> Real {
        match self.info.weight {
            Weight::Density(density) => density,
            Weight::Mass(mass) => {
                let areas = self.shapes().map(|(shape, _)| shape.area_properties().area);
                let area: Real = areas.sum();
                if area > 0.0 { mass / area } else { 0.0 }
            }
        }
    }

    /// True if it collides whenever its body is enabled.
    pub fn is_enabled(&self) -> bool {
        self.info.enabled
    }

    /// True if it is a sensor.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let zone = scene.add_body(Body::fixed())?;
    /// let zone = scene.add_collider(zone, Collider::circle(2.0).sensor(true))?;
    /// assert!(scene.collider(zone)?.is_sensor());
    /// assert_eq!(scene.collider(zone)?.mass(), 0.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn is_sensor(&self) -> bool {
        self.info.sensor.is_some()
    }

    /// Visitors of this sensor, the colliders that overlapped it as of the last step, in the order
    /// of their keys. Those removed or disabled since then are left out. A collider that is no
    /// sensor has none; [`seen_by`](Self::seen_by) returns the sensors that it overlaps.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let pond = scene.add_body(Body::fixed())?;
    /// let pond = scene.add_collider(pond, Collider::cuboid(4.0, 2.0).sensor(true))?;
    /// let fish = scene.add_body(Body::dynamic().position([1.0, 0.0]))?;
    /// let fish = scene.add_collider(fish, Collider::circle(0.2))?;
    ///
    /// scene.step(1.0 / 60.0)?;
    /// assert!(scene.collider(pond)?.overlaps().eq([fish]));
    /// assert!(scene.collider(fish)?.seen_by().eq([pond]));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn overlaps(&self) -> impl Iterator<Item = ColliderKey> + use<'a> {
        let sensors = &self.scene.world.sensors.list;
        let sensor = self.info.sensor.and_then(|index| sensors.get(index as usize));
        sensor.into_iter().flat_map(|sensor| sensor.visitors.iter().copied())
    }

    /// The sensors that this collider overlaps, as of the last step, in the order of their keys.
    pub fn seen_by(&self) -> impl Iterator<Item = ColliderKey> + use<'a> {
        self.scene.world.sensors.seen_by(self.key).iter().copied()
    }

    /// Material of each of its [`shapes`](Self::shapes), in their order. A tile map lists none,
    /// because each [cell](Self::cell) has its own.
    pub fn materials(&self) -> impl Iterator<Item = Material> + use<'a> {
        self.pieces().map(|piece| piece.substance.material)
    }

    /// Material of one of its shapes or cells; `None` if there is no such part.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let level = scene.add_body(Body::fixed())?;
    /// let ice = Material { friction: 0.0, ..Material::default() };
    /// let row = [Cell::Full.into(), Cell::Full.material(ice)];
    /// let map = scene.add_collider(level, Collider::tiles(1.0, [row]))?;
    /// // Which footstep is to be heard?
    /// let ground = scene.cast_ray([1.5, 3.0], [0.0, -5.0], QueryFilter::default()).unwrap();
    /// assert_eq!(scene.collider(map)?.material_of(ground.part), Some(ice));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn material_of(&self, part: ColliderPart) -> Option<Material> {
        match part {
            ColliderPart::Shape(index) => {
                self.pieces().nth(index).map(|piece| piece.substance.material)
            }
            ColliderPart::Cell(at) => {
                self.cell(at).map(|tile| tile.material.unwrap_or(self.info.material))
            }
        }
    }
}
