//! Blocks of joint constraints: sixteen of one form side by side, as the kernels walk them.
//!
//! The caller's numbers stay for the whole step; the numbers under `now` are recomputed in every
//! substep, because lever arms and axes turn with the bodies.

#[cfg(debug_assertions)]
use crate::block::bits;
use crate::block::{LANES, PADDING_SLOT, Wide};

const ZERO: Wide = [0.0; LANES];

/// The bodies of sixteen constraints, and the positions of their anchors.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Ends {
    pub(crate) slot_a: [u32; LANES],
    pub(crate) slot_b: [u32; LANES],
    /// The body's fraction of the slot's inverse masses: less than one if it is split into copies.
    pub(crate) part_a: Wide,
    pub(crate) part_b: Wide,
    /// The vectors from the centres of mass to the anchors, and from A's centre to B's, as the step
    /// begins.
    pub(crate) arm_a: [Wide; 2],
    pub(crate) arm_b: [Wide; 2],
    pub(crate) between: [Wide; 2],
}

/// The softness of sixteen constraints: see [`Bias`](crate::kernel::velocity::Bias).
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Softnesses {
    pub(crate) rate: Wide,
    pub(crate) mass_scale: Wide,
    pub(crate) impulse_scale: Wide,
    /// One for rigid constraints, which are softened only to converge: relaxing passes hold only
    /// their speed. Zero for springs, which are the same in all passes.
    pub(crate) relaxes: Wide,
    /// The fraction of the error that a substep removes by moving the bodies, without a velocity.
    /// Zero for springs, and for constraints with a largest impulse.
    pub(crate) correction: Wide,
    /// The largest impulse in a substep.
    pub(crate) max_impulse: Wide,
}

/// Points that two bodies share.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct PointBlock {
    pub(crate) ends: Ends,
    pub(crate) soft: Softnesses,
    /// True if all are rigid and of unlimited force: passes do not read `soft`.
    pub(crate) rigid: bool,
    /// The target velocity of B's anchors relative to A's.
    pub(crate) velocity: [Wide; 2],
    pub(crate) impulse: [Wide; 2],
    pub(crate) now: PointNow,
}

/// Points in this substep.
#[derive(Clone, Debug)]
#[repr(C)]
pub(crate) struct PointNow {
    pub(crate) arm_a: [Wide; 2],
    pub(crate) arm_b: [Wide; 2],
    /// The vector from A's anchor to B's.
    pub(crate) error: [Wide; 2],
    /// The target velocity of B's anchor relative to A's.
    pub(crate) goal: [Wide; 2],
    /// The inverse of the change of velocity by unit impulses: `xx`, `xy` and `yy`.
    pub(crate) inverse: [Wide; 3],
}

/// Lengths and angles.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct ScalarBlock {
    pub(crate) ends: Ends,
    /// Axes at the start of the step; for pulleys, the vector from A's centre to the end of its
    /// line; for angles, the weights of A's displacement.
    pub(crate) axis: [Wide; 2],
    /// The same of B, for pulleys and angles.
    pub(crate) ground_b: [Wide; 2],
    /// The value at the start of the step, for angles.
    pub(crate) start: Wide,
    /// The weights of the rotations of A and of B, or of B's line.
    pub(crate) ratio_a: Wide,
    pub(crate) ratio_b: Wide,
    pub(crate) soft: Softnesses,
    pub(crate) goal: Wide,
    /// The target speed of the value.
    pub(crate) speed: Wide,
    pub(crate) limits: [Wide; 2],
    pub(crate) motor_speed: Wide,
    pub(crate) motor_impulse: Wide,
    /// One for axes whose angle another constraint holds.
    pub(crate) pinned: Wide,
    /// The impulses of holding, of the motor, and of the lower and upper limit.
    pub(crate) impulse: [Wide; 4],
    pub(crate) now: ScalarNow,
}

/// Lengths and angles in this substep: the value, and its gradients by the velocities.
#[derive(Clone, Debug)]
#[repr(C)]
pub(crate) struct ScalarNow {
    pub(crate) value: Wide,
    pub(crate) line_a: [Wide; 2],
    pub(crate) turn_a: Wide,
    pub(crate) line_b: [Wide; 2],
    pub(crate) turn_b: Wide,
    /// The change of the value's speed by a unit impulse.
    pub(crate) yielding: Wide,
    /// The mean growth of the speed in the substep because anchors move in circles.
    pub(crate) curve: Wide,
    /// The `turn_b` of axes without the torque that keeps their angle.
    pub(crate) pushed_turn: Wide,
}

impl Ends {
    const NONE: Self = Self {
        slot_a: [PADDING_SLOT; LANES],
        slot_b: [PADDING_SLOT; LANES],
        part_a: ZERO,
        part_b: ZERO,
        arm_a: [ZERO; 2],
        arm_b: [ZERO; 2],
        between: [ZERO; 2],
    };
}

impl Softnesses {
    const NONE: Self = Self {
        rate: ZERO,
        mass_scale: ZERO,
        impulse_scale: ZERO,
        relaxes: ZERO,
        correction: ZERO,
        max_impulse: ZERO,
    };
}

impl PointBlock {
    /// A block of unused lanes.
    pub(crate) const EMPTY: Self = Self {
        ends: Ends::NONE,
        soft: Softnesses::NONE,
        rigid: true,
        velocity: [ZERO; 2],
        impulse: [ZERO; 2],
        now: PointNow {
            arm_a: [ZERO; 2],
            arm_b: [ZERO; 2],
            error: [ZERO; 2],
            goal: [ZERO; 2],
            inverse: [ZERO; 3],
        },
    };
}

#[cfg(debug_assertions)]
impl PointBlock {
    /// True if what is filled in is equal: for checks.
    pub(crate) fn is_told_like(&self, other: &Self) -> bool {
        let ends = |Ends { slot_a, slot_b, part_a, part_b, arm_a, arm_b, between }: &Ends| {
            let pairs = [arm_a, arm_b, between].map(|pair| pair.each_ref().map(bits));
            (*slot_a, *slot_b, [part_a, part_b].map(bits), pairs)
        };
        let soft = |soft: &Softnesses| {
            let spring = [&soft.rate, &soft.mass_scale, &soft.impulse_scale, &soft.relaxes];
            (spring.map(bits), [&soft.correction, &soft.max_impulse].map(bits))
        };
        let rest = |block: &Self| {
            let wides = [&block.velocity, &block.impulse].map(|pair| pair.each_ref().map(bits));
            (block.rigid, wides)
        };
        ends(&self.ends) == ends(&other.ends)
            && soft(&self.soft) == soft(&other.soft)
            && rest(self) == rest(other)
    }
}

impl ScalarBlock {
    /// A block of unused lanes.
    pub(crate) const EMPTY: Self = Self {
        ends: Ends::NONE,
        axis: [ZERO; 2],
        ground_b: [ZERO; 2],
        start: ZERO,
        ratio_a: ZERO,
        ratio_b: ZERO,
        soft: Softnesses::NONE,
        goal: ZERO,
        speed: ZERO,
        limits: [ZERO; 2],
        motor_speed: ZERO,
        motor_impulse: ZERO,
        pinned: ZERO,
        impulse: [ZERO; 4],
        now: ScalarNow {
            value: ZERO,
            line_a: [ZERO; 2],
            turn_a: ZERO,
            line_b: [ZERO; 2],
            turn_b: ZERO,
            yielding: ZERO,
            curve: ZERO,
            pushed_turn: ZERO,
        },
    };
}
