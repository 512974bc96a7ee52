//! The cells that tile maps are made of.

use umbra_geom::{Error, Point, Polygon, Pose, Real, Segment, Shape, Vector};

use super::Material;

/// Filling of a cell of a tile map.
///
/// ```
/// use umbra::prelude::*;
///
/// // Up a slope, over a block, and a platform behind it. The lowest row comes first.
/// let slope = Cell::Slope { rises: Side::Right, ramp: Ramp::Steep, ceiling: false };
/// let rows = [
///     [Cell::Full, Cell::Full, Cell::Full, Cell::Full],
///     [Cell::Empty, slope, Cell::Full, Cell::OneWay],
/// ];
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let level = scene.add_body(Body::fixed())?;
/// let map = scene.add_collider(level, Collider::tiles(1.0, rows).friction(0.8))?;
/// scene.collider_mut(map)?.set_cell([3, 1], Cell::Empty)?; // the platform breaks
/// assert_eq!(scene.collider(map)?.cell([3, 1]), Some(Cell::Empty.into()));
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// All of it.
    Full,
    /// The part under a slope, or above one if it is a `ceiling`.
    Slope {
        /// The side at which the slope is thickest.
        rises: Side,
        /// Steepness of the slope, and the part of it that the cell has.
        ramp: Ramp,
        /// True if it hangs from the upper edge.
        ceiling: bool,
    },
    /// One half of it.
    Half {
        /// Half that is filled.
        half: Half,
    },
    /// A platform along its upper edge that bodies pass from below: see `Collider::one_way`.
    OneWay,
}

/// Left or right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Side {
    /// Towards lesser x.
    Left,
    /// Towards greater x.
    Right,
}

/// Steepness of a slope.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// // Up by one cell over two of them, from the left to the right.
/// let slope = |ramp| Cell::Slope { rises: Side::Right, ramp, ceiling: false };
/// let row = [slope(Ramp::GentleStart), slope(Ramp::GentleEnd), Cell::Full];
/// scene.add(Body::fixed(), [Collider::tiles(1.0, [row])])?;
/// let down = |x| scene.cast_ray([x, 5.0], [0.0, -9.0], QueryFilter::default()).unwrap();
/// assert!((down(0.5).point.y - 0.25).abs() < 1e-6 && (down(1.5).point.y - 0.75).abs() < 1e-6);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Ramp {
    /// 45 degrees: over one cell it rises by one.
    Steep,
    /// The first half of a slope that rises by one over two cells, 26.6 degrees: the thin part.
    GentleStart,
    /// Its second half.
    GentleEnd,
}

/// A half of a cell.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// let slab = Cell::Half { half: Half::Bottom };
/// scene.add(Body::fixed(), [Collider::tiles(1.0, [[slab; 4]])])?;
/// let hit = scene.cast_ray([2.5, 5.0], [0.0, -9.0], QueryFilter::default()).unwrap();
/// assert_eq!(hit.point.y, 0.5);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Half {
    /// The lower one.
    Bottom,
    /// The upper one.
    Top,
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// Cell with its material and a number for the caller.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// const CHEST: u64 = 12;
/// let row: [Tile; 2] = [Cell::Full.into(), Cell::Full.user_data(CHEST)];
/// let level = scene.add_body(Body::fixed())?;
/// let map = scene.add_collider(level, Collider::tiles(1.0, [row]))?;
/// let hit = scene.cast_ray([1.5, 5.0], [0.0, -9.0], QueryFilter::default()).unwrap();
/// let ColliderPart::Cell(at) = hit.part else { panic!() };
/// assert_eq!(scene.collider(map)?.cell(at).unwrap().user_data, CHEST);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct Tile {
    /// Filling of the cell.
    pub cell: Cell,
    /// Material of the cell; `None` for the collider's material.
    pub material: Option<Material>,
    /// A number for the caller.
    pub user_data: u64,
}

impl Cell {
    /// The cell, made of a material of its own.
    pub fn material(self, material: Material) -> Tile {
        Tile::from(self).material(material)
    }

    /// The cell with a number for the caller.
    pub fn user_data(self, user_data: u64) -> Tile {
        Tile::from(self).user_data(user_data)
    }

    /// True if adjoining cells of this kind in a row make one shape.
    pub(crate) fn makes_rows(self) -> bool {
        let flat = [Half::Bottom, Half::Top].map(|half| Self::Half { half });
        self == Self::Full || self == Self::OneWay || flat.contains(&self)
    }

    /// Shape of `count` cells in a row, around the centre of the first; `None` if they are empty.
    pub(crate) fn shape(self, size: Real, count: u32) -> Result<Option<(Pose, Shape)>, Error> {
        let half = 0.5 * size;
        let length = size * count as Real;
        let cuboid = |width: Real, height: Real, x: Real, y: Real| {
            let shape = Polygon::cuboid(0.5 * width, 0.5 * height)?.into();
            Ok(Some((Pose::translation(x, y), shape)))
        };
        // The middle of a row, seen from the middle of its first cell.
        let middle = 0.5 * (length - size);
        match self {
            Self::Empty => Ok(None),
            Self::Full => cuboid(length, size, middle, 0.0),
            Self::Half { half: Half::Bottom } => cuboid(length, half, middle, -0.5 * half),
            Self::Half { half: Half::Top } => cuboid(length, half, middle, 0.5 * half),
            Self::Half { half: Half::Left } => cuboid(half, size, -0.5 * half, 0.0),
            Self::Half { half: Half::Right } => cuboid(half, size, 0.5 * half, 0.0),
            Self::OneWay => {
                let ends = [-0.5 * length, 0.5 * length].map(|x| Point::new(x, 0.0));
                let line = Segment::new(ends[0], ends[1])?;
                Ok(Some((Pose::translation(middle, half), line.into())))
            }
            Self::Slope { rises, ramp, ceiling } => {
                let [low, high] = match ramp {
                    Ramp::Steep => [0.0, 1.0],
                    Ramp::GentleStart => [0.0, 0.5],
                    Ramp::GentleEnd => [0.5, 1.0],
                };
                let corner = |x: Real, y: Real| {
                    let x = if rises == Side::Left { 1.0 - x } else { x };
                    let y = if ceiling { 1.0 - y } else { y };
                    Point::new(size * (x - 0.5), size * (y - 0.5))
                };
                let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, high), (0.0, low)];
                let count = if low == 0.0 { 3 } else { 4 };
                let polygon = Polygon::new(corners[..count].iter().map(|(x, y)| corner(*x, *y)))?;
                Ok(Some((Pose::identity(), polygon.into())))
            }
        }
    }

    /// Direction in which bodies pass a platform.
    pub(crate) fn one_way(self) -> Option<Vector> {
        (self == Self::OneWay).then(Vector::y)
    }
}

impl Tile {
    /// The tile, made of a material of its own.
    #[must_use]
    pub fn material(mut self, material: Material) -> Self {
        self.material = Some(material);
        self
    }

    /// The tile with a number for the caller.
    #[must_use]
    pub fn user_data(mut self, user_data: u64) -> Self {
        self.user_data = user_data;
        self
    }

    #[doc(hidden)]
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.material.map_or(Ok(()), |material| material.check())
    }
}

impl From<Cell> for Tile {
    fn from(cell: Cell) -> Self {
        Self { cell, material: None, user_data: 0 }
    }
}
