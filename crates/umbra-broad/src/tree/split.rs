//! Divides boxes into two halves that make a good tree.
//!
//! By the surface area heuristic over a few bins (Wald 2007), within a budget of height: if the
//! cheapest split would leave more boxes on one side than a balanced tree of the remaining height
//! can contain, the median splits instead.

use umbra_geom::{Aabb, Real};

/// The number of bins. With 8 a build takes 3 % less time and its tree is 1 % worse.
const BINS: usize = 16;
/// For up to this many boxes, [`FEW_BINS`] suffice.
const SOME: usize = 64;
/// The number of bins for [`SOME`] boxes: evaluating all takes longer than filling them.
const FEW_BINS: usize = 8;
/// Up to this many boxes are split in the middle instead: half of all splits are this small, and
/// bins would take most of the time of a rebuild.
const FEW: usize = 4;

/// A box whose upper edges are negated: the union of two is the lesser number four times, which is
/// one instruction.
#[derive(Clone, Copy, Debug)]
struct Bounds([Real; 4]);

impl Bounds {
    const EMPTY: Self = Self([Real::INFINITY; 4]);

    #[inline(always)]
    fn union(&self, other: &Self) -> Self {
        let (a, b) = (&self.0, &other.0);
        let lesser = |a: Real, b: Real| if b < a { b } else { a };
        Self([lesser(a[0], b[0]), lesser(a[1], b[1]), lesser(a[2], b[2]), lesser(a[3], b[3])])
    }

    /// Half of the perimeter, negated.
    #[inline(always)]
    fn half_perimeter(&self) -> Real {
        -((self.0[0] + self.0[2]) + (self.0[1] + self.0[3]))
    }

    /// Twice the centre.
    #[inline(always)]
    fn place(&self) -> [Real; 2] {
        [self.0[0] - self.0[2], self.0[1] - self.0[3]]
    }
}

/// A leaf or a kept subtree that is to be placed in a new tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    bounds: Bounds,
    /// The caller's index of the item.
    pub(super) source: u32,
}

impl Item {
    pub(super) fn new(aabb: &Aabb, source: u32) -> Self {
        let Aabb { min, max } = aabb;
        Self { bounds: Bounds([min.x, min.y, -max.x, -max.y]), source }
    }

    #[inline(always)]
    pub(super) fn aabb(&self) -> Aabb {
        let [x0, y0, x1, y1] = self.bounds.0;
        Aabb { min: [x0, y0].into(), max: [-x1, -y1].into() }
    }
}

/// The height of a balanced tree.
pub(super) fn ceil_log2(leaves: usize) -> u32 {
    leaves.max(1).next_power_of_two().ilog2()
}

/// Reorders `items`, of which there are at least two, so that the first and the last of them form
/// good halves, and returns the size of the first half. Each half fits into a tree of less than
/// `budget` height, if all fit into one of `budget` height.
pub(super) fn split(items: &mut [Item], budget: u32) -> usize {
    let count = items.len();
    if count == 2 {
        return 1;
    }
    let mut places = Bounds::EMPTY;
    for item in items.iter() {
        let [x, y] = item.bounds.place();
        places = places.union(&Bounds([x, y, -x, -y]));
    }
    let extent = [-(places.0[0] + places.0[2]), -(places.0[1] + places.0[3])];
    let axis = usize::from(extent[1] > extent[0]);
    if count <= FEW {
        return halve(items, axis);
    }
    if count <= SOME {
        split_by_bins::<FEW_BINS>(items, budget, axis, places.0[axis], extent[axis])
    } else {
        split_by_bins::<BINS>(items, budget, axis, places.0[axis], extent[axis])
    }
}

/// The same for more than a few items, whose centres along an axis begin at `start`.
#[inline(always)]
fn split_by_bins<const BINS: usize>(
    items: &mut [Item],
    budget: u32,
    axis: usize,
    start: Real,
    extent: Real,
) -> usize {
    let count = items.len();
    let scale = BINS as Real / extent;
    if !scale.is_finite() {
        // All centres are the same: any halves do.
        return count / 2;
    }
    let bin_of = |item: &Item| {
        let place = item.bounds.0[axis] - item.bounds.0[axis + 2];
        // Unsigned, so that the compiler need not handle what is negative or no number.
        (((place - start) * scale) as u32).min(BINS as u32 - 1) as usize
    };
    let mut bins = [(0_usize, Bounds::EMPTY); BINS];
    for item in items.iter() {
        let bin = &mut bins[bin_of(item)];
        *bin = (bin.0 + 1, bin.1.union(&item.bounds));
    }
    match cheapest(&bins, budget) {
        Some(boundary) => partition(items, |item| bin_of(item) < boundary),
        None => {
            items.select_nth_unstable_by(count / 2, |a, b| {
                let by_place = a.bounds.place()[axis].total_cmp(&b.bounds.place()[axis]);
                by_place.then(a.source.cmp(&b.source))
            });
            count / 2
        }
    }
}

/// Sorts a few items along an axis and splits them in the middle.
fn halve(items: &mut [Item], axis: usize) -> usize {
    for end in 1..items.len() {
        for at in (1..=end).rev() {
            if items[at].bounds.place()[axis] < items[at - 1].bounds.place()[axis] {
                items.swap(at, at - 1);
            }
        }
    }
    items.len() / 2
}

/// The first bin of the right half in the cheapest split that stays within the budget of height.
#[inline(always)]
fn cheapest<const BINS: usize>(bins: &[(usize, Bounds); BINS], budget: u32) -> Option<usize> {
    let mut right = [(0, 0.0); BINS];
    let (mut count, mut bounds) = (0, Bounds::EMPTY);
    for (bin, from_here) in bins.iter().zip(&mut right).rev() {
        (count, bounds) = (count + bin.0, bounds.union(&bin.1));
        *from_here = (count, count as Real * bounds.half_perimeter());
    }
    let most = 1_usize.checked_shl(budget.saturating_sub(1)).unwrap_or(usize::MAX);
    let mut best = (Real::INFINITY, None);
    (count, bounds) = (0, Bounds::EMPTY);
    for (boundary, bin) in (1..BINS).zip(bins) {
        (count, bounds) = (count + bin.0, bounds.union(&bin.1));
        let other = right[boundary];
        let cost = count as Real * bounds.half_perimeter() + other.1;
        // A side without boxes costs NaN, which is not less.
        if cost < best.0 && count.max(other.0) <= most {
            best = (cost, Some(boundary));
        }
    }
    best.1
}

/// Moves the items that belong to the `left` to the front and returns their number. Swaps always: a
/// branch would be mispredicted every other time.
fn partition(items: &mut [Item], left: impl Fn(&Item) -> bool) -> usize {
    let mut front = 0;
    for at in 0..items.len() {
        let belongs = left(&items[at]);
        items.swap(at, front);
        front += usize::from(belongs);
    }
    front
}
