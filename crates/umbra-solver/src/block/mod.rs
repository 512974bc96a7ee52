//! Blocks: sixteen contacts side by side, in the form the kernels walk.
//!
//! A block holds the contact in its own frame: the normal, and per point the lever arms `r x normal`
//! and `r x tangent` of body A. Both anchors of a point name the same place of the world, so B's
//! lever arms are A's plus a shift that all points of the contact share. Masses are not here: they
//! come with the bodies. That makes 96 bytes per contact, and what few contacts need (rolling
//! resistance, surface speed, restitution) lies beside the blocks, not in them.
//!
//! The layout is the same at every SIMD level: a narrower level walks a block in several parts. So
//! nothing but the kernels knows how wide the machine is.
//!
//! - `mod.rs`: contacts; `filling.rs`: from the caller's contacts, and back;
//! - `joint.rs`: the same for joints; `joint_filling.rs`: from the caller's constraints.

pub(crate) mod filling;
pub(crate) mod joint;
pub(crate) mod joint_filling;

/// How many contacts a block holds.
pub(crate) const LANES: usize = 16;

/// One number for each contact of a block.
pub(crate) type Wide = [f32; LANES];

/// The slot that stands for everything fixed. It is read and never written.
pub(crate) const FIXED_SLOT: u32 = 0;
/// The slot that unused lanes read and write. Without mass, nothing ever changes in it.
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
    /// What B's `arm_normal` has more than A's.
    pub(crate) arm_offset_normal: Wide,
    /// What B's `arm_tangent` has more than A's.
    pub(crate) arm_offset_tangent: Wide,
    /// What an impulse of one in one point adds to the relative velocity in the other, as far as it
    /// counts.
    pub(crate) across: Wide,
    /// One over the determinant of the two equations for the two points.
    pub(crate) inverse: Wide,
    /// What both points gave along the normal in the step.
    pub(crate) total: Wide,
    pub(crate) points: [BlockPoint; 2],
}

/// One point of each of sixteen contacts. Where a contact has no such point, all is zero.
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

/// What only some contacts need: a torque against rolling, and a running surface.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct ColdBlock {
    pub(crate) rolling_resistance: Wide,
    pub(crate) rolling_mass: Wide,
    pub(crate) rolling_impulse: Wide,
    pub(crate) surface_speed: Wide,
}

/// How the bodies of sixteen contacts moved against one another when the step began.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Approach {
    /// How fast towards one another along the normal, at most, where they meet in the step.
    pub(crate) normal: Wide,
    /// How fast along the tangent, whichever way.
    pub(crate) tangent: Wide,
    /// One where it is the second point that strikes, and zero elsewhere.
    pub(crate) by_second: Wide,
}

/// What a block has that most blocks have not.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LaneFlags {
    /// One of the contacts uses [`ColdBlock`].
    pub(crate) cold: bool,
    /// The contacts bear heavy loads.
    pub(crate) heavily_loaded: bool,
    /// One of the contacts bore a heavy load in the step before.
    pub(crate) was_loaded: bool,
    /// Which contacts may bounce: a bit for each lane.
    pub(crate) bouncing: u16,
    /// Which others give something back: an impact may reach them.
    pub(crate) lively: u16,
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
    /// What changes nothing.
    pub(crate) const EMPTY: Self = Self {
        rolling_resistance: ZERO,
        rolling_mass: ZERO,
        rolling_impulse: ZERO,
        surface_speed: ZERO,
    };
}

/// The part of `wide` that a register of `W` lanes takes.
#[inline(always)]
pub(crate) fn part<const W: usize, T>(wide: &[T; LANES], part: usize) -> &[T; W] {
    &wide.as_chunks::<W>().0[part]
}

/// [`part`], to write to.
#[inline(always)]
pub(crate) fn part_mut<const W: usize, T>(wide: &mut [T; LANES], part: usize) -> &mut [T; W] {
    &mut wide.as_chunks_mut::<W>().0[part]
}

/// Where a contact sits in its block, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockEntry {
    /// The contact.
    pub(crate) contact: u32,
    /// The slot of the block's A.
    pub(crate) slot_a: u32,
    /// The slot of the block's B.
    pub(crate) slot_b: u32,
    /// Whether the block's A is the contact's B: the body that cannot move is always the block's A.
    /// Impulses mean the same either way, because the tangent turns with the normal.
    pub(crate) flipped: bool,
}
