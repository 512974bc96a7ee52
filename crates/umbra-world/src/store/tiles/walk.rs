//! The cells of a map that a query has to look at: those that a box sweeps over, those in a box,
//! those near a point.
//!
//! Chunks in which nothing was ever filled are passed over, so the cost is that of the cells near
//! the query. Everything is computed in double precision: what is rounded is the place of the query
//! in the map, for which it has to leave room.

use core::ops::ControlFlow;
use umbra_geom::sort::Arrange;

use smallvec::SmallVec;
use umbra_geom::{Aabb, Pose, Real, Shape};

use super::{CHUNK, Chunk, Kind, TileMap, place};
use crate::collider::Tile;

/// So many chunks around a point are looked at before those that exist are asked one by one.
const FEW_CHUNKS: usize = 256;

/// A cell that has a shape.
#[derive(Clone, Copy, Debug)]
pub struct CellShape<'a> {
    /// Its column and row.
    pub at: [i32; 2],
    pub tile: &'a Tile,
    pub shape: &'a Shape,
    /// In the frame of the map.
    pub pose: Pose,
}

/// A box that moves, in the frame of a map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swath {
    /// Its middle when it starts.
    pub(crate) from: [f64; 2],
    pub(crate) half: [f64; 2],
    pub(crate) way: [f64; 2],
}

impl Swath {
    /// When the box is between two places along an axis, and from where to where it is then along
    /// the other one.
    fn between(&self, axis: usize, low: f64, high: f64) -> Option<(f64, [f64; 2])> {
        let reach = [low - self.half[axis], high + self.half[axis]];
        let [enter, leave] = if self.way[axis] == 0.0 {
            let is_there = reach[0] <= self.from[axis] && self.from[axis] <= reach[1];
            if is_there { [0.0, 1.0] } else { [1.0, 0.0] }
        } else {
            let [a, b] = reach.map(|end| (end - self.from[axis]) / self.way[axis]);
            [a.min(b).max(0.0), a.max(b).min(1.0)]
        };
        let other = 1 - axis;
        let [a, b] = [enter, leave].map(|part| self.from[other] + self.way[other] * part);
        let range = [a.min(b) - self.half[other], a.max(b) + self.half[other]];
        (enter <= leave).then_some((enter, range))
    }
}

impl TileMap {
    /// Calls `visit` with the shapes of all cells that a box may touch on its path, mostly in the
    /// order of the path, until it breaks. `visit` returns the fraction of the path up to which to
    /// continue.
    pub(crate) fn sweep<'a, B>(
        &'a self,
        swath: &Swath,
        limit: Real,
        mut visit: impl FnMut(CellShape<'a>) -> ControlFlow<B, Real>,
    ) -> ControlFlow<B> {
        let Some([least, most]) = self.range else { return ControlFlow::Continue(()) };
        let mut limit = f64::from(limit);
        // Strips across the axis along which it moves more: of each it sees few cells.
        let axis = usize::from(swath.way[1].abs() > swath.way[0].abs());
        let other = 1 - axis;
        let side = f64::from(self.size);
        let cells = |range: [f64; 2], axis: usize| {
            let [low, high] = range.map(|end| (end / side).floor() as i32);
            [low.max(least[axis]), high.min(most[axis])]
        };
        let (start, end) = (swath.from[axis], swath.from[axis] + swath.way[axis]);
        let whole = [start.min(end) - swath.half[axis], start.max(end) + swath.half[axis]];
        let columns = cells(whole, axis);
        let strip = |first: i32, last: i32| {
            let places = [first, last + 1].map(|column| f64::from(column) * side);
            let (enter, range) = swath.between(axis, places[0], places[1])?;
            let rows = cells(range, other);
            (rows[0] <= rows[1]).then_some((enter, rows))
        };
        let is_back = swath.way[axis] < 0.0;
        let chunk_of = |cell: i32| cell.div_euclid(CHUNK);
        for chunk in in_order(columns.map(chunk_of), is_back) {
            let first = (chunk * CHUNK).max(columns[0]);
            let last = (chunk * CHUNK + CHUNK - 1).min(columns[1]);
            let Some((enter, rows)) = strip(first, last) else { continue };
            if enter > limit {
                break;
            }
            let at = |row: i32| if axis == 0 { [chunk, row] } else { [row, chunk] };
            let [low, high] = rows.map(chunk_of);
            if !(low..=high).any(|row| self.chunks.contains_key(&at(row))) {
                continue;
            }
            let mut known: Option<([i32; 2], Option<&Chunk>)> = None;
            for column in in_order([first, last], is_back) {
                let Some((enter, rows)) = strip(column, column) else { continue };
                if enter > limit {
                    return ControlFlow::Continue(());
                }
                for row in rows[0]..=rows[1] {
                    let cell = if axis == 0 { [column, row] } else { [row, column] };
                    let (at, index) = place(cell);
                    let chunk = match known {
                        Some((known, chunk)) if known == at => chunk,
                        _ => self.chunks.get(&at).map(|chunk| &**chunk),
                    };
                    known = Some((at, chunk));
                    let kind = chunk.map_or(0, |chunk| chunk.get(index));
                    if let Some(cell) = self.cell_shape(cell, kind) {
                        limit = f64::from(visit(cell)?);
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with the shapes of the cells that a box overlaps, until it breaks.
    pub(crate) fn each_in<'a, B>(
        &'a self,
        aabb: &Aabb,
        mut visit: impl FnMut(CellShape<'a>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some([from, to]) = self.cells_in(aabb) else { return ControlFlow::Continue(()) };
        for (at, chunk) in self.chunks_in([from, to]) {
            let first = [0, 1].map(|axis| from[axis].max(at[axis] * CHUNK));
            let last = [0, 1].map(|axis| to[axis].min(at[axis] * CHUNK + CHUNK - 1));
            self.each_of_chunk(chunk, [first, last], &mut visit)?;
        }
        ControlFlow::Continue(())
    }

    /// The chunks of a range of cells in which something was filled, by their place. Those that are
    /// not there cost nothing, however many there might be.
    pub(super) fn chunks_in(&self, range: [[i32; 2]; 2]) -> SmallVec<[([i32; 2], &Chunk); 4]> {
        let [low, high] = range.map(|cell| cell.map(|place| place.div_euclid(CHUNK)));
        let mut chunks = SmallVec::new();
        let mut from = low;
        while let Some((&at, chunk)) = self.chunks.range(from..=high).next() {
            from = match at[1] {
                y if y < low[1] => [at[0], low[1]],
                y if y > high[1] => [at[0] + 1, low[1]],
                y => {
                    chunks.push((at, &**chunk));
                    [at[0], y + 1]
                }
            };
            if from > high {
                break;
            }
        }
        chunks
    }

    /// Calls `visit` with the shapes of all cells within `limit` of a point, nearer ones mostly
    /// first. `visit` returns the distance up to which to continue.
    pub(crate) fn nearest<'a>(
        &'a self,
        point: [f64; 2],
        limit: Real,
        mut visit: impl FnMut(CellShape<'a>) -> Real,
    ) {
        let Some(range) = self.range else { return };
        let [least, most] = range.map(|cell| cell.map(|place| place.div_euclid(CHUNK)));
        let mut limit = f64::from(limit);
        let side = f64::from(self.size) * f64::from(CHUNK);
        let middle = [0, 1].map(|axis| {
            let chunk = (point[axis] / side).floor() as i32;
            chunk.clamp(least[axis], most[axis])
        });
        let rings = [0, 1].map(|axis| (middle[axis] - least[axis]).max(most[axis] - middle[axis]));
        let mut looked_at = 0;
        for ring in 0..=rings[0].max(rings[1]) {
            // There is more emptiness around the point than there are chunks.
            if looked_at > FEW_CHUNKS + self.chunks.len() {
                return self.nearest_beyond(ring, middle, point, limit, visit);
            }
            let mut is_near = false;
            for [from, to] in ring_around(middle, ring) {
                let from = [0, 1].map(|axis| from[axis].max(least[axis]));
                let to = [0, 1].map(|axis| to[axis].min(most[axis]));
                let is_there = from[0] <= to[0] && from[1] <= to[1];
                if !is_there || distance(point, from, to, side) > limit {
                    continue;
                }
                is_near = true;
                looked_at += (to[0] - from[0] + 1) as usize * (to[1] - from[1] + 1) as usize;
                for x in from[0]..=to[0] {
                    for y in from[1]..=to[1] {
                        let Some(chunk) = self.chunks.get(&[x, y]) else { continue };
                        if distance(point, [x, y], [x, y], side) > limit {
                            continue;
                        }
                        self.nearest_in([x, y], chunk, point, &mut limit, &mut visit);
                    }
                }
            }
            // What is in rings around it is farther still.
            if !is_near {
                break;
            }
        }
    }

    /// The same of all chunks that are so many steps from one or more.
    #[cold]
    fn nearest_beyond<'a>(
        &'a self,
        ring: i32,
        middle: [i32; 2],
        point: [f64; 2],
        mut limit: f64,
        mut visit: impl FnMut(CellShape<'a>) -> Real,
    ) {
        let side = f64::from(self.size) * f64::from(CHUNK);
        let steps = |at: &[i32; 2]| (at[0] - middle[0]).abs().max((at[1] - middle[1]).abs());
        let rest = self.chunks.iter().filter(|(at, _)| steps(at) >= ring);
        let mut rest: Vec<_> =
            rest.map(|(at, chunk)| (distance(point, *at, *at, side), *at, chunk)).collect();
        rest.arrange_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (away, at, chunk) in rest {
            if away > limit {
                break;
            }
            self.nearest_in(at, chunk, point, &mut limit, &mut visit);
        }
    }

    fn nearest_in<'a>(
        &'a self,
        at: [i32; 2],
        chunk: &Chunk,
        point: [f64; 2],
        limit: &mut f64,
        visit: &mut impl FnMut(CellShape<'a>) -> Real,
    ) {
        let first = at.map(|place| place * CHUNK);
        let last = first.map(|cell| cell + CHUNK - 1);
        let _ = self.each_of_chunk(chunk, [first, last], &mut |cell| {
            if distance(point, cell.at, cell.at, f64::from(self.size)) <= *limit {
                *limit = f64::from(visit(cell));
            }
            ControlFlow::<()>::Continue(())
        });
    }

    fn each_of_chunk<'a, B>(
        &'a self,
        chunk: &Chunk,
        [first, last]: [[i32; 2]; 2],
        visit: &mut impl FnMut(CellShape<'a>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for y in first[1]..=last[1] {
            for x in first[0]..=last[0] {
                let (_, index) = place([x, y]);
                if let Some(cell) = self.cell_shape([x, y], chunk.get(index)) {
                    visit(cell)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    pub(super) fn cell_shape(&self, at: [i32; 2], kind: usize) -> Option<CellShape<'_>> {
        let Kind { tile, shape } = &self.kinds[kind];
        let (pose, shape) = shape.as_ref()?;
        Some(CellShape { at, tile, shape, pose: self.middle(at) * pose })
    }
}

/// From the first to the last, or the other way round.
fn in_order([first, last]: [i32; 2], is_back: bool) -> impl Iterator<Item = i32> {
    (first..=last).map(move |place| if is_back { last - (place - first) } else { place })
}

/// The squares that are so many steps from one, as ranges that do not overlap.
fn ring_around([x, y]: [i32; 2], ring: i32) -> impl Iterator<Item = [[i32; 2]; 2]> {
    let sides = [
        [[x - ring, y - ring], [x + ring, y - ring]],
        [[x - ring, y + ring], [x + ring, y + ring]],
        [[x - ring, y - ring + 1], [x - ring, y + ring - 1]],
        [[x + ring, y - ring + 1], [x + ring, y + ring - 1]],
    ];
    sides.into_iter().take(if ring == 0 { 1 } else { 4 })
}

/// Distance of a point from the squares of a range.
fn distance(point: [f64; 2], from: [i32; 2], to: [i32; 2], side: f64) -> f64 {
    let [x, y] = [0, 1].map(|axis| {
        let (low, high) = (f64::from(from[axis]) * side, (f64::from(to[axis]) + 1.0) * side);
        (low - point[axis]).max(point[axis] - high).max(0.0)
    });
    x.hypot(y)
}
