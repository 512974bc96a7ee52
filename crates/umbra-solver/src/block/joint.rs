//! Blocks of joint constraints: sixteen of one form side by side, as the kernels walk them.
//!
//! What the caller gave stands for the whole step; what stands under `now` is worked out anew in every substep,
//! because lever arms and axes turn with the bodies.

use crate::block::{LANES, PADDING_SLOT, Wide};

const ZERO: Wide = [0.0; LANES];

/// The bodies of sixteen constraints, and where their anchors are.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Ends {
    pub(crate) slot_a: [u32; LANES],
    pub(crate) slot_b: [u32; LANES],
    /// The part of the slot's inverse masses that is the body's: less than one where it is split into copies.
    pub(crate) part_a: Wide,
    pub(crate) part_b: Wide,
    /// From the centres of mass to the anchors, and from A's centre to B's, as the step begins.
    pub(crate) arm_a: [Wide; 2],
    pub(crate) arm_b: [Wide; 2],
    pub(crate) between: [Wide; 2],
}

/// How sixteen constraints are held: see [`Bias`](crate::kernel::velocity::Bias).
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Softnesses {
    pub(crate) rate: Wide,
    pub(crate) mass_scale: Wide,
    pub(crate) impulse_scale: Wide,
    /// One for what is rigid and softened only so that it converges: relaxing passes hold its speed alone. Zero for
    /// springs, which are the same in all passes.
    pub(crate) relaxes: Wide,
    /// The part of the error that a substep removes by moving the bodies, without a velocity. Zero for springs, and for
    /// what has a largest impulse.
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
    /// All are held as well as can be, with any force: passes do not read `soft`.
    pub(crate) rigid: bool,
    /// How fast B's anchors are to move past A's.
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
    /// From A's anchor to B's.
    pub(crate) error: [Wide; 2],
    /// How fast B's anchor is to move past A's.
    pub(crate) goal: [Wide; 2],
    /// The inverse of what impulses of one do to the velocity: `xx`, `xy` and `yy`.
    pub(crate) inverse: [Wide; 3],
}

/// Lengths and angles.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct ScalarBlock {
    pub(crate) ends: Ends,
    /// Axes as they lie when the step begins; of pulleys, from A's centre to where its line runs to; of angles, how
    /// much ways of A count.
    pub(crate) axis: [Wide; 2],
    /// Of pulleys and angles, the same of B.
    pub(crate) ground_b: [Wide; 2],
    /// Of angles, the value as the step begins.
    pub(crate) start: Wide,
    /// How much turns of A and of B count, or the line of B.
    pub(crate) ratio_a: Wide,
    pub(crate) ratio_b: Wide,
    pub(crate) soft: Softnesses,
    pub(crate) goal: Wide,
    /// How fast the value is to change where it is held.
    pub(crate) speed: Wide,
    pub(crate) limits: [Wide; 2],
    pub(crate) motor_speed: Wide,
    pub(crate) motor_impulse: Wide,
    /// Of axes: one where another constraint holds the angle.
    pub(crate) pinned: Wide,
    /// Of holding, of the motor, of the lower and of the upper limit.
    pub(crate) impulse: [Wide; 4],
    pub(crate) now: ScalarNow,
}

/// Lengths and angles in this substep: the value, and how velocities change it.
#[derive(Clone, Debug)]
#[repr(C)]
pub(crate) struct ScalarNow {
    pub(crate) value: Wide,
    pub(crate) line_a: [Wide; 2],
    pub(crate) turn_a: Wide,
    pub(crate) line_b: [Wide; 2],
    pub(crate) turn_b: Wide,
    /// What an impulse of one adds to the speed of the value.
    pub(crate) yielding: Wide,
    /// By how much the speed will have grown, in the mean of the substep, because anchors move in circles.
    pub(crate) curve: Wide,
    /// Of axes: `turn_b`, before the torque that keeps their angle.
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
    /// Unused lanes.
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

impl ScalarBlock {
    /// Unused lanes.
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
