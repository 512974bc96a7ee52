//! Tests of casts against boxes: one cast with eight boxes, or one box with eight casts.

use super::one_by_one::OneByOne;
use super::ops::Edges;
use umbra_geom::Real;
use umbra_lanes::{LANES, f32x8, greater, i32x8, lesser, prelude::*, u32x8};

/// Number of casts that go through a tree together: a bit for each in one lane of a register.
pub(crate) const PACKET: usize = 32;
/// Number of casts in a batch.
pub(crate) const BATCH: usize = 8 * PACKET;

/// One number for each cast of a batch.
pub(crate) type Column = [Real; BATCH];

/// The slabs of all casts of a batch, side by side. The *near* edges of a box are those that a cast
/// reaches first.
#[derive(Clone, Debug)]
pub(crate) struct SlabColumns {
    /// Subtracted from near edges, along x and along y.
    pub(crate) near: [Column; 2],
    /// Subtracted from far edges.
    pub(crate) far: [Column; 2],
    pub(crate) inverse: [Column; 2],
    /// The fractions up to which casts go.
    pub(crate) limits: Column,
    /// A factor for the far end before it is compared.
    pub(crate) slack: Real,
}

impl SlabColumns {
    #[inline]
    pub(crate) fn set(&mut self, cast: usize, slab: &Slab) {
        for axis in 0..2 {
            self.near[axis][cast] = slab.near[axis];
            self.far[axis][cast] = slab.far[axis];
            self.inverse[axis][cast] = slab.inverse[axis];
        }
        self.limits[cast] = slab.limit;
    }

    /// The slab of one cast.
    #[inline(always)]
    pub(crate) fn slab(&self, cast: usize) -> Slab {
        let of = |columns: &[Column; 2]| [columns[0][cast], columns[1][cast]];
        Slab {
            near: of(&self.near),
            far: of(&self.far),
            inverse: of(&self.inverse),
            limit: self.limits[cast],
            slack: self.slack,
        }
    }
}

/// One cast, ready to be tested with boxes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slab {
    pub(crate) near: [Real; 2],
    pub(crate) far: [Real; 2],
    pub(crate) inverse: [Real; 2],
    pub(crate) limit: Real,
    pub(crate) slack: Real,
}

/// Eight boxes of a node.
#[derive(Clone, Copy)]
pub(crate) struct Boxes<'a> {
    pub(crate) edges: Edges<'a>,
    /// Bits of the boxes in use.
    pub(crate) taken: u32,
    /// Bits of the boxes that are leaves.
    pub(crate) leaves: u32,
    pub(crate) links: &'a [u32; LANES],
}

/// Memory for waiting boxes: links, and the fractions of entry, negative for leaves.
pub(crate) type Room<'a> = (&'a mut [u32; LANES], &'a mut [Real; LANES]);

/// Tests of casts against boxes. All implementations give the same bits as
/// [`Cast::enters`](crate::Cast::enters).
pub(crate) trait CastLanes: Copy {
    /// For each of eight boxes, the casts of a packet that enter it within their limits, as bits,
    /// and the first fraction of entry. The packet begins at the cast `first`; only those in
    /// `casts` are tested.
    fn boxes_entered(
        self,
        edges: Edges<'_>,
        slabs: &SlabColumns,
        first: usize,
        casts: u32,
    ) -> ([u32; LANES], [Real; LANES]);

    /// The casts of a packet that enter a box within their limits, as bits, and the first fraction
    /// of entry.
    fn casts_entering(
        self,
        aabb: &[Real; 4],
        slabs: &SlabColumns,
        first: usize,
        casts: u32,
        enters: &mut Column,
    ) -> u32;

    /// The casts of a packet whose limits are not below `enter`, as bits.
    fn casts_reaching(self, slabs: &SlabColumns, first: usize, casts: u32, enter: Real) -> u32;

    /// The distances between the starts and ends of consecutive casts, and the lengths of the
    /// casts; both summed along the axes, for `count` casts from `first` on.
    fn steps_and_lengths(self, slabs: &SlabColumns, first: usize, count: usize) -> [Real; 2];

    /// Writes the boxes that a cast enters, the nearest last, and returns their number. Entries
    /// beyond it are undefined.
    fn push_entered(self, boxes: Boxes<'_>, slab: &Slab, room: Room<'_>) -> usize;
}

impl CastLanes for OneByOne {
    fn boxes_entered(
        self,
        edges: Edges<'_>,
        slabs: &SlabColumns,
        first: usize,
        casts: u32,
    ) -> ([u32; LANES], [Real; LANES]) {
        let (mut met, mut nearest) = ([0; LANES], [Real::INFINITY; LANES]);
        for cast in (0..PACKET).filter(|cast| casts >> cast & 1 == 1) {
            let slab = slabs.slab(first + cast);
            for lane in 0..LANES {
                let (enter, meets) = enters(&slab, &[0, 1, 2, 3].map(|edge| edges[edge][lane]));
                met[lane] |= u32::from(meets) << cast;
                let is_nearer = meets && enter < nearest[lane];
                nearest[lane] = if is_nearer { enter } else { nearest[lane] };
            }
        }
        (met, nearest)
    }

    fn casts_entering(
        self,
        aabb: &[Real; 4],
        slabs: &SlabColumns,
        first: usize,
        casts: u32,
        to: &mut Column,
    ) -> u32 {
        (0..PACKET).filter(|cast| casts >> cast & 1 == 1).fold(0, |met, cast| {
            let (enter, meets) = enters(&slabs.slab(first + cast), aabb);
            to[first + cast] = enter;
            met | u32::from(meets) << cast
        })
    }

    fn casts_reaching(self, slabs: &SlabColumns, first: usize, casts: u32, enter: Real) -> u32 {
        let reaches = |cast: &usize| slabs.limits[first + cast] * slabs.slack >= enter;
        (0..PACKET).filter(reaches).fold(0, |bits, cast| bits | 1 << cast) & casts
    }

    fn steps_and_lengths(self, slabs: &SlabColumns, first: usize, count: usize) -> [Real; 2] {
        let mut sums = [0.0; 2];
        for axis in 0..2 {
            let way = |cast: usize| slabs.limits[cast] / slabs.inverse[axis][cast];
            for cast in first..first + count {
                sums[1] += way(cast).abs();
                if cast > first {
                    let step = slabs.near[axis][cast] - slabs.near[axis][cast - 1];
                    sums[0] += step.abs() + (step + (way(cast) - way(cast - 1))).abs();
                }
            }
        }
        sums
    }

    fn push_entered(self, boxes: Boxes<'_>, slab: &Slab, (links, signed): Room<'_>) -> usize {
        let Boxes { edges, taken, leaves, links: own } = boxes;
        let mut count = 0;
        for lane in (0..LANES).filter(|lane| taken >> lane & 1 == 1) {
            let (enter, meets) = enters(slab, &[0, 1, 2, 3].map(|edge| edges[edge][lane]));
            if meets {
                links[count] = own[lane];
                signed[count] = if leaves >> lane & 1 == 1 { -enter } else { enter };
                if count > 0 && signed[count - 1].abs() < enter {
                    links.swap(count - 1, count);
                    signed.swap(count - 1, count);
                }
                count += 1;
            }
        }
        count
    }
}

/// The fraction at which a cast enters a box; true if that is within its limit.
fn enters(slab: &Slab, aabb: &[Real; 4]) -> (Real, bool) {
    let (mut enter, mut leave) = (0.0, slab.limit);
    for axis in 0..2 {
        let inverse = slab.inverse[axis];
        let back = usize::from(inverse < 0.0);
        let near = (aabb[2 * axis + back] - slab.near[axis]) * inverse;
        let far = (aabb[2 * axis + 1 - back] - slab.far[axis]) * inverse;
        enter = if near > enter { near } else { enter };
        leave = if far < leave { far } else { leave };
    }
    (enter, enter <= leave * slab.slack)
}

/// The entries of casts into boxes, in registers: eight boxes and one cast, or one box and eight
/// casts.
struct Entries<S: Simd> {
    enter: f32x8<S>,
    leave: f32x8<S>,
}

impl<S: Simd> Entries<S> {
    #[inline(always)]
    fn new(simd: S, limits: f32x8<S>) -> Self {
        Self { enter: f32x8::splat(simd, 0.0), leave: limits }
    }

    /// Clips along one axis: the arguments are the edges minus the starts of the casts, for the
    /// edges reached first and for the others.
    #[inline(always)]
    fn clip(&mut self, near: f32x8<S>, far: f32x8<S>, inverse: f32x8<S>) {
        let (near, far) = (near * inverse, far * inverse);
        self.enter = greater(near, self.enter);
        self.leave = lesser(far, self.leave);
    }
}

impl<S: Simd> CastLanes for S {
    #[inline(always)]
    fn boxes_entered(
        self,
        edges: Edges<'_>,
        slabs: &SlabColumns,
        first: usize,
        casts: u32,
    ) -> ([u32; LANES], [Real; LANES]) {
        // Side by side, so that an edge is chosen by its number and not by a jump.
        let mut columns = [[0.0; LANES]; 4];
        for edge in 0..4 {
            columns[edge].copy_from_slice(&edges[edge][..LANES]);
        }
        let none = i32x8::splat(self, 0);
        let infinite = f32x8::splat(self, Real::INFINITY);
        let (mut met, mut nearest) = (none, infinite);
        let mut left = casts;
        while left != 0 {
            let number = left.trailing_zeros();
            let cast = first + number as usize;
            left &= left - 1;
            let mut entries = Entries::new(self, f32x8::splat(self, slabs.limits[cast]));
            for axis in 0..2 {
                let inverse = slabs.inverse[axis][cast];
                let back = usize::from(inverse < 0.0);
                let near = f32x8::from_slice(self, &columns[2 * axis + back]);
                let far = f32x8::from_slice(self, &columns[2 * axis + 1 - back]);
                entries.clip(
                    near - slabs.near[axis][cast],
                    far - slabs.far[axis][cast],
                    f32x8::splat(self, inverse),
                );
            }
            let Entries { enter, leave } = entries;
            let meets = enter.simd_le(leave * slabs.slack);
            met |= meets.select(i32x8::splat(self, (1_u32 << number) as i32), none);
            nearest = nearest.min(meets.select(enter, infinite));
        }
        (met.bitcast::<u32x8<S>>().into(), nearest.into())
    }

    #[inline(always)]
    fn casts_entering(
        self,
        aabb: &[Real; 4],
        slabs: &SlabColumns,
        first: usize,
        casts: u32,
        to: &mut Column,
    ) -> u32 {
        let zero = f32x8::splat(self, 0.0);
        let mut met = 0;
        for group in (0..PACKET).step_by(LANES) {
            if casts >> group & 0xff == 0 {
                continue;
            }
            let range = first + group..first + group + LANES;
            let mut entries =
                Entries::new(self, f32x8::from_slice(self, &slabs.limits[range.clone()]));
            for axis in 0..2 {
                let inverse = f32x8::from_slice(self, &slabs.inverse[axis][range.clone()]);
                let lower = f32x8::splat(self, aabb[2 * axis]);
                let upper = f32x8::splat(self, aabb[2 * axis + 1]);
                let back = inverse.simd_lt(zero);
                entries.clip(
                    back.select(upper, lower)
                        - f32x8::from_slice(self, &slabs.near[axis][range.clone()]),
                    back.select(lower, upper)
                        - f32x8::from_slice(self, &slabs.far[axis][range.clone()]),
                    inverse,
                );
            }
            let Entries { enter, leave } = entries;
            enter.store_slice(&mut to[range]);
            met |= (enter.simd_le(leave * slabs.slack).to_bitmask() as u32 & 0xff) << group;
        }
        met & casts
    }

    #[inline(always)]
    fn casts_reaching(self, slabs: &SlabColumns, first: usize, casts: u32, enter: Real) -> u32 {
        let enter = f32x8::splat(self, enter);
        let mut reaching = 0;
        for group in (0..PACKET).step_by(LANES) {
            let limits = &slabs.limits[first + group..first + group + LANES];
            let reaches = (f32x8::from_slice(self, limits) * slabs.slack).simd_ge(enter);
            reaching |= (reaches.to_bitmask() as u32 & 0xff) << group;
        }
        reaching & casts
    }

    #[inline(always)]
    fn steps_and_lengths(self, slabs: &SlabColumns, first: usize, count: usize) -> [Real; 2] {
        if count < PACKET {
            return OneByOne.steps_and_lengths(slabs, first, count);
        }
        let zero = f32x8::splat(self, 0.0);
        let (mut steps, mut lengths) = (zero, zero);
        for axis in 0..2 {
            // The last step of the third is the first of the fourth, which does not matter.
            for at in [0, 8, 16, 23] {
                let load = |column: &Column, at: usize| {
                    f32x8::from_slice(self, &column[first + at..first + at + LANES])
                };
                let start = |at: usize| load(&slabs.near[axis], at);
                let way = |at: usize| load(&slabs.limits, at) / load(&slabs.inverse[axis], at);
                let step = start(at + 1) - start(at);
                steps += step.abs() + (step + (way(at + 1) - way(at))).abs();
                lengths += way(at).abs();
            }
        }
        [steps.reduce_sum(), lengths.reduce_sum()]
    }

    #[inline(always)]
    fn push_entered(self, boxes: Boxes<'_>, slab: &Slab, (links, signed): Room<'_>) -> usize {
        let mut entries = Entries::new(self, f32x8::splat(self, slab.limit));
        for axis in 0..2 {
            let inverse = slab.inverse[axis];
            let [lower, upper] = [boxes.edges[2 * axis], boxes.edges[2 * axis + 1]];
            let (near, far) = if inverse < 0.0 { (upper, lower) } else { (lower, upper) };
            entries.clip(
                f32x8::from_slice(self, &near[..LANES]) - slab.near[axis],
                f32x8::from_slice(self, &far[..LANES]) - slab.far[axis],
                f32x8::splat(self, inverse),
            );
        }
        let Entries { enter, leave } = entries;
        // The bits of the lanes, each moved to the sign of its lane.
        let signs = i32x8::simd_from(self, [31, 30, 29, 28, 27, 26, 25, 24]);
        let zero = i32x8::splat(self, 0);
        let is_taken = (i32x8::splat(self, boxes.taken as i32) << signs).simd_lt(zero);
        let is_leaf = (i32x8::splat(self, boxes.leaves as i32) << signs).simd_lt(zero);
        let meets = enter.simd_le(leave * slab.slack) & is_taken;
        let values = is_leaf.select(-enter, enter);
        // The number of the lane takes the place of the last bits, so that only one is the nearest. As integers, which
        // sort as positive numbers do. Without a jump, and with little that waits for something else: see `interleave`.
        let numbers = i32x8::simd_from(self, [0, 1, 2, 3, 4, 5, 6, 7]);
        let keys = (enter.bitcast::<i32x8<S>>() & !7) | numbers;
        let keys = meets.select(keys, i32x8::splat(self, i32::MAX));
        let least = keys.reduce_min();
        let rest = meets & !keys.simd_eq(i32x8::splat(self, least));
        values.compress(rest).store_slice(signed);
        u32x8::simd_from(self, *boxes.links).compress(rest).store_slice(links);
        let count = (meets.to_bitmask() as u32).count_ones() as usize;
        let nearest = least as usize % LANES;
        let last = count.saturating_sub(1) % LANES;
        let values: [Real; LANES] = values.into();
        (links[last], signed[last]) = (boxes.links[nearest], values[nearest]);
        count
    }
}
