//! The kernels: operations on a block of contacts and the bodies it joins.
//!
//! Each is written once, over [`Lanes`](umbra_lanes::Lanes). All of them read their bodies with one
//! gather, work in the relative velocity along the normal and the tangent, and write each body
//! once.
//!
//! - [`velocity`]: warm starting, and impulses that stop approach and slip.
//! - [`projection`]: moves overlapping bodies apart.
//! - [bounce](mod@bounce) is restitution: one contact after the other and not over lanes.

pub(crate) mod bounce;
pub(crate) mod joint;
#[cfg(test)]
#[path = "../../tests/unit/kernel_oracle.rs"]
mod oracle;
pub(crate) mod points;
pub(crate) mod projection;
pub(crate) mod velocity;

use crate::block::{ContactBlock, part};
use crate::shared::States;
use umbra_lanes::Register;

/// The kinds of bodies on the A side of a block. B can always be moved.
pub(crate) trait SideA {
    /// True if impulses move A.
    const MOVABLE: bool;
}

/// Both bodies can be moved.
pub(crate) struct Movable;
/// A is fixed or kinematic: its velocity is read, it takes no impulse, and nothing is written.
pub(crate) struct Anchored;

impl SideA for Movable {
    const MOVABLE: bool = true;
}
impl SideA for Anchored {
    const MOVABLE: bool = false;
}

/// The two bodies of each contact of a register, and the frame of the contacts.
struct Pair<L> {
    motion_a: [L; 4],
    motion_b: [L; 4],
    offset_a: [L; 4],
    offset_b: [L; 4],
    normal_x: L,
    normal_y: L,
    arm_offset_normal: L,
    arm_offset_tangent: L,
}

impl<L> Pair<L> {
    #[inline(always)]
    fn gather<const W: usize>(
        token: L::Token,
        states: &States,
        block: &ContactBlock,
        at: usize,
    ) -> Self
    where
        L: Register<W>,
    {
        let slot_a = part::<W, _>(&block.slot_a, at);
        let slot_b = part::<W, _>(&block.slot_b, at);
        let load = |wide| L::load(token, part::<W, _>(wide, at));
        let [motion_a, offset_a] = L::gather_both(
            token,
            #[inline(always)]
            |lane| states.both(slot_a[lane]),
        );
        let [motion_b, offset_b] = L::gather_both(
            token,
            #[inline(always)]
            |lane| states.both(slot_b[lane]),
        );
        Self {
            motion_a,
            motion_b,
            offset_a,
            offset_b,
            normal_x: load(&block.normal_x),
            normal_y: load(&block.normal_y),
            arm_offset_normal: load(&block.arm_offset_normal),
            arm_offset_tangent: load(&block.arm_offset_tangent),
        }
    }

    /// The displacement of B relative to A along the normal since the step began, without rotation.
    #[inline(always)]
    fn parted<const W: usize>(&self) -> L
    where
        L: Register<W>,
    {
        (self.offset_b[0] - self.offset_a[0]) * self.normal_x
            + (self.offset_b[1] - self.offset_a[1]) * self.normal_y
    }

    /// The velocity of B relative to A along the normal and along the tangent, without rotation.
    #[inline(always)]
    fn relative_velocity<const W: usize>(&self) -> (L, L)
    where
        L: Register<W>,
    {
        let x = self.motion_b[0] - self.motion_a[0];
        let y = self.motion_b[1] - self.motion_a[1];
        (x * self.normal_x + y * self.normal_y, x * self.normal_y - y * self.normal_x)
    }

    /// Applies the impulse `normal`, `tangent` to the linear velocities, sets the angular ones to
    /// `spin_a` and `spin_b`, and writes the bodies.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn scatter_motion<const W: usize, A: SideA>(
        &self,
        states: &mut States,
        block: &ContactBlock,
        at: usize,
        normal: L,
        tangent: L,
        spin_a: L,
        spin_b: L,
    ) where
        L: Register<W>,
    {
        let x = normal * self.normal_x + tangent * self.normal_y;
        let y = normal * self.normal_y - tangent * self.normal_x;
        if A::MOVABLE {
            let [vx, vy, _, inv_mass] = self.motion_a;
            let slots = part::<W, _>(&block.slot_a, at);
            let motion = [vx - inv_mass * x, vy - inv_mass * y, spin_a, inv_mass];
            L::scatter(
                motion,
                #[inline(always)]
                |lane, half| states.set_motion(slots[lane], half),
            );
        }
        let [vx, vy, _, inv_mass] = self.motion_b;
        let slots = part::<W, _>(&block.slot_b, at);
        let motion = [vx + inv_mass * x, vy + inv_mass * y, spin_b, inv_mass];
        L::scatter(
            motion,
            #[inline(always)]
            |lane, half| states.set_motion(slots[lane], half),
        );
    }
}
