//! Colliders in files, and the shapes and materials that many of them share.

use std::collections::BTreeMap;

use umbra_geom::{ChainSegment, Pose, Real, Shape, cut};

use crate::record::{List, Number, Pair, entry, one_way, pair, point, pose_of, record, turned};
use crate::tiles::TilesRecord;
use crate::{Error, Filter, Material};
use umbra_world::World;
use umbra_world::collider::{MaterialBits, NewPiece, Weight, check_lines, masses};
use umbra_world::store::{ColliderInfo, Colliders, Piece};
use umbra_world::world::ColliderDef;

record! {
    /// A shape of a collider, and where it is on the body.
    #[derive(PartialEq)]
    pub(crate) struct PartRecord {
        shape: Option<Shape> = None,
        /// Instead of a shape: which of the file's `shapes` it is.
        shared: Option<u32> = None,
        /// On the body. Where the collider is, if this is left out.
        position: Option<Pair> = None,
        angle: Number = Number(0.0),
        rotation: Option<Pair> = None,
        /// Index of its material in the file's `materials`, if it is not that of the collider.
        material: Option<u32> = None,
    }
}

record! {
    /// A collider: of one `shape`, of several `shapes`, or of what comes of a list of points or of
    /// `tiles`.
    #[derive(PartialEq)]
    pub(crate) struct ColliderRecord {
        shape: Option<Shape> = None,
        /// Index of its shape in the file's `shapes`.
        shared: Option<u32> = None,
        shapes: List<PartRecord> = List::default(),
        /// A line through points.
        chain: List<Pair> = List::default(),
        /// A closed line through points.
        chain_loop: List<Pair> = List::default(),
        /// The inside of an outline.
        concave: List<Pair> = List::default(),
        tiles: Option<TilesRecord> = None,
        /// Position on the body.
        position: Pair = pair([0.0, 0.0]),
        /// Angle on the body, in radians.
        angle: Number = Number(0.0),
        /// The same by cosine and sine. It goes before the angle.
        rotation: Option<Pair> = None,
        density: Option<Number> = None,
        /// Instead of a density.
        mass: Option<Number> = None,
        /// Index of its material in the file's `materials`.
        material: Option<u32> = None,
        filter: Filter = Filter::default(),
        user_data: u64 = 0,
        hit_events: bool = false,
        one_way: Option<Pair> = None,
        one_sided: bool = false,
        sensor: bool = false,
        sees_sensors: bool = false,
        enabled: bool = true,
    }
}

/// The shapes and materials that a file holds once.
#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) shapes: Vec<Shape>,
    pub(crate) materials: Vec<Material>,
    numbers_of_shapes: BTreeMap<Vec<u32>, u32>,
    numbers_of_materials: BTreeMap<MaterialBits, u32>,
}

impl Shared {
    /// The shapes that occur more than once, in the order in which they do, and all materials but
    /// the usual one.
    pub(crate) fn new(world: &World) -> Self {
        let mut shared = Self::default();
        let mut counts = BTreeMap::<Vec<u32>, u32>::new();
        for piece in pieces_in_order(world) {
            if let Some(bits) = bits_of_shape(piece.shape()) {
                let count = counts.entry(bits.clone()).or_default();
                *count += 1;
                if *count == 2 {
                    shared.numbers_of_shapes.insert(bits, shared.shapes.len() as u32);
                    shared.shapes.push(piece.shape().clone());
                }
            }
            // A shape may have the usual one on a collider that has another.
            let of_collider = world.colliders.infos.get(piece.collider).map(|info| info.material);
            let usual = of_collider.unwrap_or_default();
            shared.note_material(&piece.substance.material, &usual);
        }
        let bodies = world.bodies.infos.iter();
        for key in bodies.flat_map(|body| &body.colliders) {
            if let Some(info) = world.colliders.infos.get(*key) {
                shared.note_material(&info.material, &Material::default());
            }
        }
        shared
    }

    fn note_material(&mut self, material: &Material, usual: &Material) {
        let bits = material.bits();
        if bits != usual.bits() && !self.numbers_of_materials.contains_key(&bits) {
            self.numbers_of_materials.insert(bits, self.materials.len() as u32);
            self.materials.push(*material);
        }
    }

    fn material(&self, material: &Material) -> Option<u32> {
        self.numbers_of_materials.get(&material.bits()).copied()
    }

    /// A shape, or its number.
    fn shape(&self, shape: &Shape) -> (Option<Shape>, Option<u32>) {
        let bits = bits_of_shape(shape);
        match bits.and_then(|bits| self.numbers_of_shapes.get(&bits)) {
            Some(number) => (None, Some(*number)),
            None => (Some(shape.clone()), None),
        }
    }
}

/// The pieces of all colliders that are made of shapes, in the order of bodies.
fn pieces_in_order(world: &World) -> impl Iterator<Item = &Piece> {
    let bodies = world.bodies.infos.iter();
    let colliders = bodies.flat_map(|body| body.colliders.iter().copied());
    let pieces = colliders.flat_map(|key| world.colliders.pieces_of(key));
    pieces.filter(|piece| !piece.is_cell)
}

/// Bits that distinguish polygons; `None` for shapes that take no more room than a number.
fn bits_of_shape(shape: &Shape) -> Option<Vec<u32>> {
    let Shape::Polygon(polygon) = shape else { return None };
    if polygon.half_extents().is_some() {
        return None;
    }
    let places = polygon.vertices().iter().flat_map(|vertex| [vertex.x, vertex.y]);
    Some(places.chain([polygon.radius()]).map(Real::to_bits).collect())
}

fn bits_of_pose(pose: &Pose) -> [u32; 4] {
    let at = pose.translation.vector;
    [at.x, at.y, pose.rotation.re, pose.rotation.im].map(Real::to_bits)
}

impl ColliderRecord {
    pub(crate) fn from_info(info: &ColliderInfo, colliders: &Colliders, shared: &Shared) -> Self {
        let usual = Weight::Density(if info.sensor.is_some() { 0.0 } else { 1.0 });
        let (density, mass) = match info.weight {
            weight if weight == usual => (None, None),
            Weight::Density(density) => (Some(Number(density)), None),
            Weight::Mass(mass) => (None, Some(Number(mass))),
        };
        let mut record = Self {
            tiles: info.tiles.as_deref().map(TilesRecord::from_map),
            position: pair(info.offset.translation.vector.into()),
            rotation: turned(&info.offset),
            density,
            mass,
            material: shared.material(&info.material),
            filter: info.filter,
            user_data: info.user_data,
            hit_events: info.hit_events,
            one_way: info.one_way.map(|way| pair(way.into())),
            one_sided: info.one_sided,
            sensor: info.sensor.is_some(),
            sees_sensors: info.sees_sensors,
            enabled: info.enabled,
            ..Self::default()
        };
        if info.tiles.is_none() {
            let pieces = info.pieces.iter().map(|piece| &colliders.pieces[*piece as usize]);
            let parts: Vec<_> = pieces.map(|piece| part_of(piece, info, shared)).collect();
            match &parts[..] {
                [PartRecord { shape, shared, position: None, material: None, .. }] => {
                    (record.shape, record.shared) = (shape.clone(), *shared);
                }
                _ => record.shapes = List(parts),
            }
        }
        record
    }

    /// The collider without its shapes, and these. Tile maps have none.
    pub(crate) fn made_of(
        &self,
        shapes: &[Shape],
        materials: &[Material],
    ) -> Result<(ColliderDef, Vec<NewPiece>), Error> {
        let weight = match (self.density, self.mass) {
            (_, Some(Number(mass))) => Some(Weight::Mass(mass)),
            (density, None) => density.map(|Number(density)| Weight::Density(density)),
        };
        let material_of = |number| material(materials, number);
        let collider = ColliderDef {
            offset: pose_of(self.position, self.angle, self.rotation)?,
            weight: weight.map(Weight::check).transpose()?,
            material: self.material.map(material_of).transpose()?.unwrap_or_default(),
            filter: self.filter,
            user_data: self.user_data,
            hit_events: self.hit_events,
            one_way: one_way(self.one_way)?,
            one_sided: self.one_sided,
            sensor: self.sensor,
            sees_sensors: self.sees_sensors,
            ..self.outlined()?
        };
        collider.check_features()?;
        let mut pieces = Vec::new();
        let weight = collider.weight();
        for part in self.parts() {
            let shape = match (&part.shape, part.shared) {
                (Some(shape), None) => shape.clone(),
                (None, Some(number)) => entry("shared", shapes, number)?.clone(),
                _ => return Err(Error::WrongCount { parameter: "shape", count: 2, expected: 1 }),
            };
            let is_placed = part.rotation.is_some() || part.angle != Number(0.0);
            let position = part.position.or_else(|| is_placed.then(|| pair([0.0, 0.0])));
            let offset = match position {
                Some(position) => pose_of(position, part.angle, part.rotation)?,
                None => collider.offset,
            };
            let own = part.material.map(material_of).transpose()?;
            pieces.push(NewPiece {
                offset,
                shape,
                mass: umbra_geom::mass::Mass::NONE,
                material: own,
            });
        }
        let all = masses(pieces.iter().map(|piece| &piece.shape), weight)?;
        for (piece, mass) in pieces.iter_mut().zip(all) {
            piece.mass = mass;
        }
        let ours = if pieces.is_empty() { collider.pieces()? } else { pieces };
        if ours.is_empty() && self.tiles.is_none() {
            return Err(umbra_geom::Error::Empty { parameter: "shapes" }.into());
        }
        let is_map = self.tiles.is_some();
        check_lines(ours.iter().map(|piece| &piece.shape), is_map, self.one_sided)?;
        Ok((collider, ours))
    }

    /// A collider of what comes of points or tiles, or without shapes.
    fn outlined(&self) -> Result<ColliderDef, Error> {
        let points = |list: &List<Pair>| list.iter().copied().map(point).collect::<Vec<_>>();
        let ways = [
            self.shape.is_some() || self.shared.is_some(),
            !self.shapes.is_empty(),
            !self.chain.is_empty(),
            !self.chain_loop.is_empty(),
            !self.concave.is_empty(),
            self.tiles.is_some(),
        ];
        let count = ways.into_iter().filter(|given| *given).count();
        if count != 1 {
            return Err(Error::WrongCount { parameter: "shape", count, expected: 1 });
        }
        let shapes = if !self.chain.is_empty() {
            placed(ChainSegment::chain(points(&self.chain))?)
        } else if !self.chain_loop.is_empty() {
            placed(ChainSegment::chain_loop(points(&self.chain_loop))?)
        } else if !self.concave.is_empty() {
            placed(cut::decompose(&points(&self.concave), &[])?)
        } else {
            Vec::new()
        };
        let tiles = self.tiles.as_ref().map(TilesRecord::map).transpose()?;
        Ok(ColliderDef { tiles, ..ColliderDef::new(shapes) })
    }

    fn parts(&self) -> impl Iterator<Item = PartRecord> {
        let single = self.shape.is_some() || self.shared.is_some();
        let own = single.then(|| PartRecord {
            shape: self.shape.clone(),
            shared: self.shared,
            ..PartRecord::default()
        });
        own.into_iter().chain(self.shapes.iter().cloned())
    }
}

/// Shapes, each at the collider's own pose.
fn placed(shapes: Vec<impl Into<Shape>>) -> Vec<(Pose, Shape)> {
    shapes.into_iter().map(|shape| (Pose::identity(), shape.into())).collect()
}

fn part_of(piece: &Piece, info: &ColliderInfo, shared: &Shared) -> PartRecord {
    let (shape, number) = shared.shape(piece.shape());
    let is_elsewhere = bits_of_pose(&piece.offset) != bits_of_pose(&info.offset);
    let material = &piece.substance.material;
    let is_other = material.bits() != info.material.bits();
    PartRecord {
        shape,
        shared: number,
        position: is_elsewhere.then(|| pair(piece.offset.translation.vector.into())),
        angle: Number(0.0),
        rotation: if is_elsewhere { turned(&piece.offset) } else { None },
        material: is_other.then(|| shared.material(material)).flatten(),
    }
}

fn material(materials: &[Material], number: u32) -> Result<Material, Error> {
    let material = *entry("material", materials, number)?;
    material.check()?;
    Ok(material)
}
