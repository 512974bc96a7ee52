//! Regions of discs that come beyond the boxes by which the broad phase finds them, on a grid.

use umbra_geom::{Aabb, Point, Real};

/// Number of lists, a power of two. Cells of the grid share them.
const LISTS: usize = 512;
/// A region that covers more cells than this is in a list of its own.
const MOST_CELLS: i64 = 32;

/// Regions, each with its piece.
#[derive(Debug, Default)]
pub(super) struct Beyond {
    regions: Vec<(Aabb, u32)>,
    /// Side of a cell: about as large as the first region.
    side: Real,
    /// Places of regions by their cells, and of those that cover too many.
    lists: Vec<Vec<u32>>,
    large: Vec<u32>,
}

/// The least and the greatest cell that a box overlaps.
type Cells = [[i64; 2]; 2];

impl Beyond {
    pub(super) fn clear(&mut self) {
        if !self.regions.is_empty() {
            self.regions.clear();
            self.large.clear();
            self.lists.iter_mut().for_each(Vec::clear);
        }
    }

    /// Adds the region of a piece, and returns its place.
    pub(super) fn add(&mut self, region: Aabb, piece: u32) -> u32 {
        if self.regions.is_empty() {
            let half = region.half_extents();
            self.side = 2.0 * half.x.max(half.y).max(Real::MIN_POSITIVE);
            self.lists.resize(LISTS, Vec::new());
        }
        let place = self.regions.len() as u32;
        self.regions.push((region, piece));
        self.list(place, None);
        place
    }

    /// Widens the region at a place.
    pub(super) fn widen(&mut self, place: u32, region: Aabb) {
        let before = core::mem::replace(&mut self.regions[place as usize].0, region);
        self.list(place, Some(self.cells(&before)));
    }

    /// Pieces whose regions overlap a box; some may come twice.
    pub(super) fn find(&self, around: &Aabb, mut found: impl FnMut(u32)) {
        if self.regions.is_empty() {
            return;
        }
        let mut look = |places: &[u32]| {
            for place in places {
                let (region, piece) = &self.regions[*place as usize];
                if region.overlaps(around) {
                    found(*piece);
                }
            }
        };
        look(&self.large);
        let cells = self.cells(around);
        if count(&cells) > LISTS as i64 {
            self.lists.iter().for_each(|places| look(places));
        } else {
            all(&cells).for_each(|cell| look(&self.lists[list_of(cell)]));
        }
    }

    /// Lists a region in its cells but those that it had before.
    fn list(&mut self, place: u32, before: Option<Cells>) {
        let cells = self.cells(&self.regions[place as usize].0);
        if before.is_some_and(|before| count(&before) > MOST_CELLS) {
            return;
        }
        if count(&cells) > MOST_CELLS {
            return self.large.push(place);
        }
        let is_new = |cell: &[i64; 2]| {
            let had =
                |[least, most]: Cells| (0..2).all(|it| (least[it]..=most[it]).contains(&cell[it]));
            !before.is_some_and(had)
        };
        for cell in all(&cells).filter(is_new) {
            self.lists[list_of(cell)].push(place);
        }
    }

    fn cells(&self, region: &Aabb) -> Cells {
        let cell = |at: Point| [at.x, at.y].map(|it| (it / self.side).floor() as i64);
        [cell(region.min), cell(region.max)]
    }
}

fn count([least, most]: &Cells) -> i64 {
    let along = |axis: usize| most[axis].saturating_sub(least[axis]).saturating_add(1);
    along(0).saturating_mul(along(1))
}

fn all([least, most]: &Cells) -> impl Iterator<Item = [i64; 2]> {
    let (xs, ys) = (least[0]..=most[0], least[1]..=most[1]);
    ys.flat_map(move |y| xs.clone().map(move |x| [x, y]))
}

fn list_of([x, y]: [i64; 2]) -> usize {
    // Multipliers of Teschner and others for hashes of space.
    let mixed = x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663);
    (mixed ^ (mixed >> 9)) as usize % LISTS
}
