//! A grid of square cells over a picture, with lists of the lines that come near each cell.

use super::{Node, UNIT};

/// Side of a cell in grid units: four pixels.
const CELL: i64 = 4 * UNIT as i64;

/// The cells of a picture.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    columns: i64,
    rows: i64,
}

/// Numbers listed by cell.
pub(super) struct Cells {
    /// Start of the list of each cell, and the end of the last one.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Grid {
    pub(super) fn new(size: [usize; 2]) -> Self {
        // Rings reach from half a pixel to half a pixel more than the side.
        let [columns, rows] = size.map(|side| (side as i64 + 1) * i64::from(UNIT) / CELL + 1);
        Self { columns, rows }
    }

    /// Calls `visit` with each cell that is within `reach` of a segment, and with few others.
    pub(super) fn near(self, [a, b]: [Node; 2], reach: i64, mut visit: impl FnMut(usize)) {
        let [a, b] = [a, b].map(|node| node.map(i64::from));
        let (low, high) = if a[1] <= b[1] { (a, b) } else { (b, a) };
        let index = |at: i64, count: i64| at.div_euclid(CELL).clamp(0, count - 1);
        let x_at = |y: i64| {
            let rise = (high[1] - low[1]).max(1);
            low[0] + ((high[0] - low[0]) * (y - low[1])).div_euclid(rise)
        };
        for row in index(low[1] - reach, self.rows)..=index(high[1] + reach, self.rows) {
            // The part of the segment that is near this row.
            let from = (row * CELL - reach).clamp(low[1], high[1]);
            let to = ((row + 1) * CELL + reach).clamp(low[1], high[1]);
            let ends = if low[1] == high[1] { [low[0], high[0]] } else { [x_at(from), x_at(to)] };
            let left = index(ends[0].min(ends[1]) - reach - 1, self.columns);
            let right = index(ends[0].max(ends[1]) + reach + 1, self.columns);
            for column in left..=right {
                visit((row * self.columns + column) as usize);
            }
        }
    }

    /// Lists segments by the cells within `reach` of them.
    pub(super) fn list(self, segments: &[[Node; 2]], reach: i64) -> Cells {
        let mut starts = vec![0_u32; (self.columns * self.rows) as usize + 1];
        for segment in segments {
            self.near(*segment, reach, |cell| starts[cell] += 1);
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        // Filled from its end, each list arrives at its start.
        let mut items = vec![0; end as usize];
        for (index, segment) in segments.iter().enumerate().rev() {
            self.near(*segment, reach, |cell| {
                starts[cell] -= 1;
                items[starts[cell] as usize] = index as u32;
            });
        }
        Cells { starts, items }
    }
}

impl Cells {
    /// The list of a cell, in ascending order.
    pub(super) fn list(&self, cell: usize) -> &[u32] {
        &self.items[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// The lists of all cells.
    pub(super) fn lists(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.starts.len() - 1).map(|cell| self.list(cell))
    }
}
