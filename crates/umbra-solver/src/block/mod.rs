//! Blocks: sixteen contacts side by side, in the form that the kernels walk.
//!
//! A block holds the contact in its own frame: the normal, and per point the lever arms `r x
//! normal` and `r x tangent` of body A. Both anchors of a point are the same position in the world,
//! so B's lever arms are A's plus an offset that all points of the contact share. Masses are not
//! here: they come with the bodies. That makes 96 bytes per contact; the data that few contacts
//! need (rolling resistance, surface speed, restitution) lies beside the blocks, not in them.
//!
//! The layout is the same at every SIMD level: a narrower level walks a block in several parts. So
//! only the kernels depend on the width of the machine.
//!
//! - `mod.rs`: contacts; `filling.rs`: from the caller's contacts, and back; `approach.rs`: how
//!   fast they meet; `keeping.rs`: contacts that stay in their lanes from step to step;
//! - `joint.rs`: the same for joints; `joint_filling.rs`: from the caller's constraints.

pub(crate) mod approach;
pub(crate) mod filling;
pub(crate) mod joint;
pub(crate) mod joint_filling;
pub(crate) mod keeping;

/// The number of contacts in a block.
pub(crate) const LANES: usize = 16;

/// One number for each contact of a block.
pub(crate) type Wide = [f32; LANES];

/// The slot of all immovable bodies. It is read and never written.
pub(crate) const FIXED_SLOT: u32 = 0;
/// The slot that unused lanes read and write. It has no mass, so nothing ever changes in it.
pub(crate) const PADDING_SLOT: u32 = 1;

/// Sixteen contacts. The tangent is the normal turned clockwise: `(normal_y, -normal_x)`.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct ContactBlock {
    pub(crate) slot_a: [u32; LANES],
    pub(crate) slot_b: [u32; LANES],
    pub(crate) normal_x: Wide,
    pub(crate) normal_y: Wide,
    pub(crate) friction: Wide,
    /// The difference of B's `arm_normal` from A's.
    pub(crate) arm_offset_normal: Wide,
    /// The difference of B's `arm_tangent` from A's.
    pub(crate) arm_offset_tangent: Wide,
    /// The change of the relative velocity in one point by a unit impulse in the other, as far as
    /// it is counted.
    pub(crate) across: Wide,
    /// One over the determinant of the two equations for the two points.
    pub(crate) inverse: Wide,
    /// The normal impulse of both points, summed over the step.
    pub(crate) total: Wide,
    pub(crate) points: [BlockPoint; 2],
}

/// One point of each of sixteen contacts. All numbers are zero for points that do not exist.
#[derive(Clone, Debug)]
#[repr(C)]
pub(crate) struct BlockPoint {
    pub(crate) arm_normal: Wide,
    pub(crate) arm_tangent: Wide,
    pub(crate) normal_mass: Wide,
    pub(crate) tangent_mass: Wide,
    pub(crate) separation: Wide,
    pub(crate) normal_impulse: Wide,
    pub(crate) tangent_impulse: Wide,
}

/// The data that only some contacts need: rolling resistance, and a surface speed.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct ColdBlock {
    pub(crate) rolling_resistance: Wide,
    pub(crate) rolling_mass: Wide,
    pub(crate) rolling_impulse: Wide,
    pub(crate) surface_speed: Wide,
}

/// The relative motion of the bodies of sixteen contacts when the step began.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Approach {
    /// The greatest approach speed along the normal, for contacts that meet in the step.
    pub(crate) normal: Wide,
    /// The speed along the tangent, in either direction.
    pub(crate) tangent: Wide,
    /// One where the second point is the one that hits, zero elsewhere.
    pub(crate) by_second: Wide,
}

/// The flags of a block, unset in most blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LaneFlags {
    /// True if one of the contacts uses [`ColdBlock`].
    pub(crate) cold: bool,
    /// True if the contacts bear more than the usual load.
    pub(crate) heavily_loaded: bool,
    /// True if one of the contacts bore a heavy load in the step before.
    pub(crate) was_loaded: bool,
    /// True if none of the contacts can take part in a bounce, and none met fast.
    pub(crate) is_calm: bool,
    /// The contacts that may bounce: a bit for each lane.
    pub(crate) bouncing: u16,
    /// The other contacts with restitution, which an impact may reach: a bit for each lane.
    pub(crate) lively: u16,
    /// The contacts with two points: a bit for each lane.
    pub(crate) pairs: u16,
    /// The contacts that are known to touch: a bit for each lane.
    pub(crate) touching: u16,
    /// The contacts of which a hit was reported in the step before: a bit for each lane.
    pub(crate) was_hit: u16,
}

const ZERO: Wide = [0.0; LANES];

impl ContactBlock {
    /// A block of unused lanes.
    pub(crate) const EMPTY: Self = Self {
        slot_a: [PADDING_SLOT; LANES],
        slot_b: [PADDING_SLOT; LANES],
        normal_x: ZERO,
        normal_y: ZERO,
        friction: ZERO,
        arm_offset_normal: ZERO,
        arm_offset_tangent: ZERO,
        across: ZERO,
        inverse: [1.0; LANES],
        total: ZERO,
        points: [const { BlockPoint::EMPTY }; 2],
    };
}

impl ContactBlock {
    /// True if all numbers of the first lanes are equal: for checks. Zero has two signs, which mean
    /// the same.
    #[cfg(debug_assertions)]
    pub(crate) fn equals(&self, other: &Self, lanes: usize) -> bool {
        let all = |block: &Self, lane: usize| {
            let contact = [
                block.normal_x[lane],
                block.normal_y[lane],
                block.friction[lane],
                block.arm_offset_normal[lane],
                block.arm_offset_tangent[lane],
                block.across[lane],
                block.inverse[lane],
                block.total[lane],
            ];
            let points = block.points.each_ref().map(|point| {
                [
                    point.arm_normal[lane],
                    point.arm_tangent[lane],
                    point.normal_mass[lane],
                    point.tangent_mass[lane],
                    point.separation[lane],
                ]
            });
            let bits = |number: f32| (number + 0.0).to_bits();
            let slots = [block.slot_a[lane], block.slot_b[lane]];
            (slots, contact.map(bits), points.map(|point| point.map(bits)))
        };
        (0..lanes.min(LANES)).all(|lane| all(self, lane) == all(other, lane))
    }
}

/// The bits of numbers. Zero has two signs, which mean the same.
#[cfg(debug_assertions)]
pub(crate) fn bits(wide: &Wide) -> [u32; LANES] {
    wide.map(|number| (number + 0.0).to_bits())
}

impl BlockPoint {
    const EMPTY: Self = Self {
        arm_normal: ZERO,
        arm_tangent: ZERO,
        normal_mass: ZERO,
        tangent_mass: ZERO,
        separation: ZERO,
        normal_impulse: ZERO,
        tangent_impulse: ZERO,
    };
}

impl Approach {
    pub(crate) const NONE: Self = Self { normal: ZERO, tangent: ZERO, by_second: ZERO };
}

impl ColdBlock {
    /// A block that changes nothing.
    pub(crate) const EMPTY: Self = Self {
        rolling_resistance: ZERO,
        rolling_mass: ZERO,
        rolling_impulse: ZERO,
        surface_speed: ZERO,
    };
}

/// The part of `wide` in a register of `W` lanes.
#[inline(always)]
pub(crate) fn part<const W: usize, T>(wide: &[T; LANES], part: usize) -> &[T; W] {
    &wide.as_chunks::<W>().0[part]
}

/// The same as [`part`], mutable.
#[inline(always)]
pub(crate) fn part_mut<const W: usize, T>(wide: &mut [T; LANES], part: usize) -> &mut [T; W] {
    &mut wide.as_chunks_mut::<W>().0[part]
}

/// The contact in a lane of a block, and its slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockEntry {
    /// The contact.
    pub(crate) contact: u32,
    /// The slot of the block's A.
    pub(crate) slot_a: u32,
    /// The slot of the block's B.
    pub(crate) slot_b: u32,
    /// True if the block's A is the contact's B: an immovable body is always the block's A.
    /// Impulses mean the same in both cases, because the tangent turns with the normal.
    pub(crate) flipped: bool,
}

impl BlockEntry {
    /// A lane that is not in use has this.
    pub(crate) const NONE: Self =
        Self { contact: 0, slot_a: PADDING_SLOT, slot_b: PADDING_SLOT, flipped: false };
}
