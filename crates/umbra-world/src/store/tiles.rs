//! The cells of a tile map, a byte for each, in chunks; and which of them have pieces.
//!
//! A map of ten million cells cannot have a piece for each shape: only the cells near something
//! that may touch them do. They are made and dropped by the *block* of 8 x 8 cells.

use std::collections::BTreeMap;
use std::sync::Arc;
use umbra_geom::sort::Arrange;

use smallvec::SmallVec;
use umbra_geom::{Aabb, Error, Point, Pose, Real, Shape};

use crate::check;
use crate::collider::Tile;
use crate::tuning::MAX_POSITION;

use super::Few;

mod kinds;
mod walk;

use kinds::{Kind, Kinds};
pub use walk::CellShape;
pub(crate) use walk::Swath;

/// The least size of a cell. The narrowest shapes in one, half a cell, are wide enough then.
const MIN_SIZE: Real = 1e-5;

/// The cells of a chunk, along a side.
pub const CHUNK: i32 = 32;
const CELLS: usize = (CHUNK * CHUNK) as usize;
/// The cells of a block, along a side.
pub(crate) const BLOCK: i32 = 8;
/// Cells are no farther from the origin than this: the middles of others have no number of their
/// own in `f32`.
const FARTHEST: i32 = 1 << 23;

/// A tile map.
#[derive(Clone, Debug, PartialEq)]
pub struct TileMap {
    size: Real,
    /// The tiles that occur.
    kinds: Arc<Kinds>,
    /// Chunks of cells by their position. Copies share unchanged chunks.
    chunks: Arc<BTreeMap<[i32; 2], Arc<Chunk>>>,
    /// The least and the greatest cell that was ever filled.
    range: Option<[[i32; 2]; 2]>,
    /// Blocks that have their pieces, by their place.
    pub blocks: BTreeMap<[i32; 2], Few<u32>>,
    /// Cells were filled since then that are beyond all others.
    pub has_grown: bool,
}

/// The kinds of the cells of a chunk, row by row.
#[derive(Clone, Debug, PartialEq)]
enum Chunk {
    /// Of the first 256 kinds.
    Narrow(Box<[u8; CELLS]>),
    /// Of any.
    Wide(Box<[u16; CELLS]>),
}

/// Cells in a row that make one shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub tile: Tile,
    /// In the frame of the map.
    pub pose: Pose,
    pub shape: Shape,
}

impl TileMap {
    /// A map of these rows, the lowest first.
    pub fn new<T: Into<Tile>>(
        size: Real,
        rows: impl IntoIterator<Item = impl IntoIterator<Item = T>>,
    ) -> Result<Self, Error> {
        let size = check::range("size", size, MIN_SIZE, MAX_POSITION)?;
        let mut map = Self {
            size,
            kinds: Arc::new(Kinds::new()),
            chunks: Arc::default(),
            range: None,
            blocks: BTreeMap::new(),
            has_grown: false,
        };
        let mut kinds = Vec::new();
        for (y, row) in (0..).zip(rows) {
            kinds.clear();
            let mut last = (Tile::default(), 0);
            for tile in row {
                let tile = tile.into();
                if tile != last.0 {
                    last = (tile, map.kind_of(tile)?);
                }
                kinds.push(last.1);
            }
            map.set_row(y, &kinds)?;
        }
        Ok(map)
    }

    /// The same cells, of which none has a piece.
    pub fn without_pieces(&self) -> Self {
        Self { blocks: BTreeMap::new(), has_grown: true, ..self.clone() }
    }

    /// Fills a row from x = 0 on, chunk by chunk: large levels have many rows.
    fn set_row(&mut self, y: i32, kinds: &[u16]) -> Result<(), Error> {
        let is_filled = |kind: &u16| *kind > 0;
        let Some(first) = kinds.iter().position(is_filled) else { return Ok(()) };
        let last = kinds.iter().rposition(is_filled).unwrap_or(first);
        check_place([last as i32, y])?;
        let chunks = Arc::make_mut(&mut self.chunks);
        for (x, part) in kinds.chunks(CHUNK as usize).enumerate() {
            if part.iter().any(is_filled) {
                let (at, start) = place([x as i32 * CHUNK, y]);
                let chunk = Arc::make_mut(chunks.entry(at).or_default());
                for (offset, kind) in part.iter().enumerate() {
                    chunk.set(start + offset, *kind);
                }
            }
        }
        self.note_filled([first as i32, y]);
        self.note_filled([last as i32, y]);
        Ok(())
    }

    /// The places of all chunks, and the kinds of their cells.
    pub fn chunks(&self) -> impl Iterator<Item = ([i32; 2], impl Iterator<Item = usize>)> {
        self.chunks.iter().map(|(at, chunk)| (*at, (0..CELLS).map(|index| chunk.get(index))))
    }

    /// A kind of tile by its number.
    pub fn tile(&self, kind: usize) -> &Tile {
        &self.kinds[kind].tile
    }

    /// The number of a kind of tile, which may be new.
    pub fn add_kind(&mut self, tile: Tile) -> Result<u16, Error> {
        self.kind_of(tile)
    }

    /// Fills a row of a chunk with kinds.
    pub fn set_part(&mut self, chunk: [i32; 2], y: i32, kinds: &[u16]) -> Result<(), Error> {
        let filled = (0..).zip(kinds).filter(|(_, kind)| **kind > 0);
        for (x, kind) in filled {
            let cell = |chunk: i32, place: i32| chunk.checked_mul(CHUNK)?.checked_add(place);
            let at = [cell(chunk[0], x), cell(chunk[1], y)].map(|cell| cell.unwrap_or(i32::MAX));
            check_place(at)?;
            let (chunk, index) = place(at);
            let chunks = Arc::make_mut(&mut self.chunks);
            Arc::make_mut(chunks.entry(chunk).or_default()).set(index, *kind);
            self.note_filled(at);
        }
        Ok(())
    }

    /// The least and the greatest cell that was ever filled.
    pub fn range(&self) -> Option<[[i32; 2]; 2]> {
        self.range
    }

    /// Cells were filled before in all of this.
    pub fn set_range(&mut self, range: Option<[[i32; 2]; 2]>) -> Result<(), Error> {
        range.into_iter().flatten().try_for_each(check_place)?;
        self.range = range;
        Ok(())
    }

    /// The shapes of a block that a file names.
    pub fn checked_runs(&self, block: [i32; 2]) -> Result<Vec<Run>, Error> {
        let corner = block.map(|place| place.checked_mul(BLOCK).unwrap_or(i32::MAX));
        check_place(corner)?;
        Ok(self.runs(block))
    }

    fn note_filled(&mut self, at: [i32; 2]) {
        let [least, most] = self.range.unwrap_or([at, at]);
        let range =
            [[least[0].min(at[0]), least[1].min(at[1])], [most[0].max(at[0]), most[1].max(at[1])]];
        self.has_grown |= self.range != Some(range);
        self.range = Some(range);
    }

    /// The side of a cell.
    pub fn size(&self) -> Real {
        self.size
    }

    /// The tile in a cell.
    pub fn get(&self, at: [i32; 2]) -> &Tile {
        &self.kinds[self.kind(at)].tile
    }

    /// Fills a cell. Nothing changes if it is refused.
    pub(crate) fn set(&mut self, at: [i32; 2], tile: Tile) -> Result<(), Error> {
        check_place(at)?;
        if *self.get(at) == tile {
            return Ok(());
        }
        if self.kinds.is_full() && self.kinds.number(&tile).is_none() {
            self.drop_unused_kinds();
        }
        let kind = self.kind_of(tile)?;
        let (chunk, index) = place(at);
        let chunks = Arc::make_mut(&mut self.chunks);
        Arc::make_mut(chunks.entry(chunk).or_default()).set(index, kind);
        if kind > 0 {
            self.note_filled(at);
        }
        Ok(())
    }

    fn kind(&self, at: [i32; 2]) -> usize {
        let (chunk, index) = place(at);
        self.chunks.get(&chunk).map_or(0, |chunk| chunk.get(index))
    }

    /// The number of a kind, which may be new.
    fn kind_of(&mut self, tile: Tile) -> Result<u16, Error> {
        let known = self.kinds.number(&tile);
        known.map_or_else(|| Arc::make_mut(&mut self.kinds).add(tile, self.size), Ok)
    }

    /// Makes room for another kind, by dropping those that no cell is of any more.
    fn drop_unused_kinds(&mut self) {
        let mut is_used = vec![false; usize::from(u16::MAX) + 1];
        for chunk in self.chunks.values() {
            (0..CELLS).for_each(|index| is_used[chunk.get(index)] = true);
        }
        Arc::make_mut(&mut self.kinds).keep(|number| is_used[usize::from(number)]);
    }

    /// The box around all cells that were ever filled, in the frame of the map.
    pub fn bounds(&self) -> Option<Aabb> {
        let [least, most] = self.range?;
        let corner = |[x, y]: [i32; 2]| Point::new(self.size * x as Real, self.size * y as Real);
        Some(Aabb { min: corner(least), max: corner([most[0] + 1, most[1] + 1]) })
    }

    /// The box of a cell, in the frame of the map.
    pub(crate) fn cell_box(&self, at: [i32; 2]) -> Aabb {
        let middle = Point::from(self.middle(at).translation.vector);
        Aabb { min: middle, max: middle }.grown(0.5 * self.size)
    }

    /// The middle of a cell, in the frame of the map.
    fn middle(&self, [x, y]: [i32; 2]) -> Pose {
        Pose::translation(self.size * (x as Real + 0.5), self.size * (y as Real + 0.5))
    }

    /// The least and the greatest cell that a box in the frame of the map overlaps, among those
    /// that were ever filled.
    pub fn cells_in(&self, aabb: &Aabb) -> Option<[[i32; 2]; 2]> {
        let [least, most] = self.range?;
        // What is not finite, or beyond all cells, is held to their range.
        let cell = |place: Real| (place / self.size).floor() as i32;
        let from = [cell(aabb.min.x).max(least[0]), cell(aabb.min.y).max(least[1])];
        let to = [cell(aabb.max.x).min(most[0]), cell(aabb.max.y).min(most[1])];
        (from[0] <= to[0] && from[1] <= to[1]).then_some([from, to])
    }

    /// The shapes of the cells in a range that have one, row by row, with their poses in the frame
    /// of the map.
    pub fn shapes_in(&self, range: [[i32; 2]; 2]) -> impl Iterator<Item = CellShape<'_>> {
        let mut chunks = self.chunks_in(range);
        chunks.arrange_by_key(|(at, _)| [at[1], at[0]]);
        // Those beside one another share their rows.
        let mut first = 0;
        let rows = core::iter::from_fn(move || {
            let at = chunks.get(first)?.0[1];
            let beside = chunks[first..].iter().take_while(|(other, _)| other[1] == at);
            let beside: SmallVec<[_; 4]> = beside.copied().collect();
            first += beside.len();
            Some((at, beside))
        });
        let [from, to] = range;
        let within = move |chunk: i32, axis: usize| {
            let first = chunk * CHUNK;
            from[axis].max(first)..=to[axis].min(first + CHUNK - 1)
        };
        let places = rows.flat_map(move |(at, beside)| {
            within(at, 1).flat_map(move |y| {
                beside.clone().into_iter().flat_map(move |(at, chunk)| {
                    within(at[0], 0).map(move |x| ([x, y], chunk.get(place([x, y]).1)))
                })
            })
        });
        places.filter_map(|(at, kind)| self.cell_shape(at, kind))
    }

    /// The shapes of a block: cells in a row that are alike make one.
    pub(crate) fn runs(&self, [block_x, block_y]: [i32; 2]) -> Vec<Run> {
        let mut runs = Vec::new();
        for y in block_y * BLOCK..(block_y + 1) * BLOCK {
            let (mut x, end) = (block_x * BLOCK, (block_x + 1) * BLOCK);
            while x < end {
                let (kind, start) = (self.kind([x, y]), x);
                let tile = self.kinds[kind].tile;
                x += 1;
                while x < end && tile.cell.makes_rows() && self.kind([x, y]) == kind {
                    x += 1;
                }
                // A size that makes one cell makes a row.
                if let Ok(Some((pose, shape))) = tile.cell.shape(self.size, (x - start) as u32) {
                    runs.push(Run { tile, pose: self.middle([start, y]) * pose, shape });
                }
            }
        }
        runs
    }
}

impl Chunk {
    fn get(&self, index: usize) -> usize {
        match self {
            Self::Narrow(kinds) => usize::from(kinds[index]),
            Self::Wide(kinds) => usize::from(kinds[index]),
        }
    }

    fn set(&mut self, index: usize, kind: u16) {
        match self {
            Self::Narrow(kinds) => match u8::try_from(kind) {
                Ok(kind) => kinds[index] = kind,
                Err(_) => {
                    let mut wide = Box::new(kinds.map(u16::from));
                    wide[index] = kind;
                    *self = Self::Wide(wide);
                }
            },
            Self::Wide(kinds) => kinds[index] = kind,
        }
    }
}

impl Default for Chunk {
    fn default() -> Self {
        Self::Narrow(Box::new([0; CELLS]))
    }
}

/// Refuses cells so far away that their places cannot be computed with.
fn check_place(at: [i32; 2]) -> Result<(), Error> {
    for (parameter, place) in ["cell.x", "cell.y"].into_iter().zip(at) {
        let most = FARTHEST as Real;
        check::range(parameter, place as Real, -most, most - 1.0)?;
    }
    Ok(())
}

/// The chunk of a cell, and its index there.
fn place([x, y]: [i32; 2]) -> ([i32; 2], usize) {
    let chunk = [x.div_euclid(CHUNK), y.div_euclid(CHUNK)];
    let within = [x.rem_euclid(CHUNK), y.rem_euclid(CHUNK)];
    (chunk, (within[1] * CHUNK + within[0]) as usize)
}

/// The blocks of a range of cells.
pub(crate) fn blocks_of([from, to]: [[i32; 2]; 2]) -> impl Iterator<Item = [i32; 2]> {
    let block = |[x, y]: [i32; 2]| [x.div_euclid(BLOCK), y.div_euclid(BLOCK)];
    let (from, to) = (block(from), block(to));
    (from[1]..=to[1]).flat_map(move |y| (from[0]..=to[0]).map(move |x| [x, y]))
}
