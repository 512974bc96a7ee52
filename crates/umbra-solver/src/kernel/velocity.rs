//! Impulses that stop approach and slip: warm starting and the velocity pass.

use super::points::Points;
use super::{Pair, SideA};
use crate::block::{ColdBlock, ContactBlock, part, part_mut};
use crate::shared::States;
use umbra_lanes::Register;

/// The treatment of overlap in a velocity pass, as the scalars of one formula, `impulse' =
/// max(impulse - mass * (mass_scale * velocity + bias) - impulse_scale * impulse, 0)`, where `bias
/// = max(rate * separation, -push_speed)` below zero separation. At the push speed, the spring is
/// at its stop: it gives way by no more than it pushes, `impulse_scale * impulse <= mass *
/// push_speed`. Otherwise a load that it does not hold at this depth would press the two through
/// one another. Rigid contacts, which ignore overlap, are the case `rate = 0`, `mass_scale = 1`,
/// `impulse_scale = 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bias {
    pub(crate) rate: f32,
    pub(crate) mass_scale: f32,
    pub(crate) impulse_scale: f32,
    pub(crate) push_speed: f32,
    /// The fraction of `impulse_scale` that counts unless the bodies part fast. Passes take many
    /// substeps to find the impulses of a heavy load, and until then act like an undamped spring: a
    /// body that falls onto a light pile would rebound. But if the spring yielded fully at rest,
    /// the load would sink.
    pub(crate) held: f32,
}

/// The greatest stiffness, times the square of the substep, that a substep follows.
const FOLLOWED: f32 = 0.25;

impl Bias {
    /// Stops approach and ignores overlap.
    pub(crate) const RIGID: Self =
        Self { rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0, push_speed: 0.0, held: 1.0 };

    /// The same spring, which stops approach at once, with the fraction `held` of its yielding.
    pub(crate) fn yielding_less(self, held: f32) -> Self {
        Self { mass_scale: 1.0, held, ..self }
    }

    /// The separating speed above which bodies rebound from their support. Loads at rest tremble at
    /// less.
    pub(crate) fn parting_speed(self) -> f32 {
        0.2 * self.push_speed
    }

    /// The spring of `hertz` and `damping_ratio`, integrated implicitly over `h`.
    pub(crate) fn soft(hertz: f32, damping_ratio: f32, push_speed: f32, h: f32) -> Self {
        if hertz == 0.0 {
            return Self { push_speed, ..Self::RIGID };
        }
        let omega = 2.0 * core::f32::consts::PI * hertz;
        let a1 = 2.0 * damping_ratio + h * omega;
        let a2 = h * omega * a1;
        let a3 = 1.0 / (1.0 + a2);
        let rate = omega / a1 * (a2 * a3);
        Self { rate, mass_scale: a2 * a3, impulse_scale: a3, push_speed, held: 1.0 }
    }

    /// The scalars of a spring whose swinging is visible. Its stiffness is exact, and so is its
    /// damping as long as a substep follows its swinging. Integrated implicitly, as in
    /// [`soft`](Self::soft), a spring of 2 Hz without damping would lose a quarter of its swing in
    /// a second; stiffer ones are, or they would be unstable.
    pub(crate) fn spring(hertz: f32, damping_ratio: f32, h: f32) -> Self {
        let turn = 2.0 * core::f32::consts::PI * hertz * h;
        let stiffness = turn * turn;
        let implicit = 1.0 + 2.0 * damping_ratio * turn + stiffness;
        let part = ((stiffness - FOLLOWED) / (1.0 - FOLLOWED)).clamp(0.0, 1.0);
        let exact = if part < 1.0 { libm::expf(2.0 * damping_ratio * turn) } else { implicit };
        let divisor = exact + part * (implicit - exact);
        let divisor = if divisor < implicit { divisor } else { implicit };
        let impulse_scale = 1.0 / divisor;
        Self {
            rate: stiffness * impulse_scale / h,
            mass_scale: 1.0 - impulse_scale,
            impulse_scale,
            push_speed: crate::UNBOUNDED,
            held: 1.0,
        }
    }
}

/// Applies the impulses stored in the blocks.
#[inline(always)]
pub(crate) fn warm_start<const W: usize, L: Register<W>, A: SideA>(
    token: L::Token,
    states: &mut States,
    block: &ContactBlock,
    cold: Option<&ColdBlock>,
    at: usize,
) {
    let load = |wide| L::load(token, part::<W, _>(wide, at));
    let pair = Pair::<L>::gather(token, states, block, at);
    let (inertia_a, inertia_b) = (pair.offset_a[3], pair.offset_b[3]);
    let (mut spin_a, mut spin_b) = (pair.motion_a[2], pair.motion_b[2]);
    let (mut normal, mut tangent) = (L::splat(token, 0.0), L::splat(token, 0.0));
    for point in &block.points {
        let (along_normal, along_tangent) =
            (load(&point.normal_impulse), load(&point.tangent_impulse));
        let (arm_normal, arm_tangent) = (load(&point.arm_normal), load(&point.arm_tangent));
        normal = normal + along_normal;
        tangent = tangent + along_tangent;
        spin_a = spin_a - inertia_a * (arm_normal * along_normal + arm_tangent * along_tangent);
        spin_b = spin_b
            + inertia_b
                * ((arm_normal + pair.arm_offset_normal) * along_normal
                    + (arm_tangent + pair.arm_offset_tangent) * along_tangent);
    }
    if let Some(cold) = cold {
        let rolling = load(&cold.rolling_impulse);
        spin_a = spin_a - inertia_a * rolling;
        spin_b = spin_b + inertia_b * rolling;
    }
    pair.scatter_motion::<W, A>(states, block, at, normal, tangent, spin_a, spin_b);
}

/// One pass over the velocities. With `BIASED`, overlap pushes according to `bias` and friction
/// waits for the relaxing pass; without, overlap is ignored and friction acts. With `sum`, the
/// impulse of each contact in this substep is added to its sum over the step.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
pub(crate) fn solve<const W: usize, L: Register<W>, A: SideA, const BIASED: bool>(
    token: L::Token,
    states: &mut States,
    block: &mut ContactBlock,
    cold: Option<&mut ColdBlock>,
    at: usize,
    inv_h: f32,
    bias: Bias,
    sum: bool,
) {
    let splat = |value| L::splat(token, value);
    let zero = splat(0.0);
    let pair = Pair::<L>::gather(token, states, block, at);
    let (inertia_a, inertia_b) = (pair.offset_a[3], pair.offset_b[3]);
    let inv_mass = if A::MOVABLE { pair.motion_a[3] + pair.motion_b[3] } else { pair.motion_b[3] };
    let (along_normal, mut along_tangent) = pair.relative_velocity();
    let (spin_a, spin_b) = (pair.motion_a[2], pair.motion_b[2]);
    let mut tangent = zero;

    // What each point would add alone.
    let points = Points::load(token, &pair, block, at);
    let (mut old, mut change) = ([zero; 2], [zero; 2]);
    for k in 0..2 {
        let (mass, separation) = (points.mass[k], points.separation[k]);
        let velocity = along_normal + spin_b * points.arms_b[k] - spin_a * points.arms_a[k];
        old[k] = L::load(token, part(&block.points[k].normal_impulse, at));
        change[k] = if BIASED {
            // Apart: only what would close the gap within the substep is stopped.
            let gap = separation * splat(inv_h);
            let spring = separation * splat(bias.rate);
            let push = spring.greater(splat(-bias.push_speed));
            let bias_velocity = separation.if_positive(gap, push);
            let mass_scale = separation.if_positive(splat(1.0), splat(bias.mass_scale));
            let mut impulse_scale = separation.if_positive(zero, splat(bias.impulse_scale));
            if bias.held < 1.0 {
                let fast = velocity - splat(bias.parting_speed());
                impulse_scale = impulse_scale * fast.if_positive(splat(1.0), splat(bias.held));
            }
            let at_stop = push - spring;
            let most = at_stop.if_positive(mass * splat(bias.push_speed), splat(f32::MAX));
            let yielded = (impulse_scale * old[k]).lesser(most);
            -(mass * (mass_scale * velocity + bias_velocity)) - yielded
        } else {
            -(mass * (velocity + separation.greater(zero) * splat(inv_h)))
        };
    }
    let load = points.solve(token, old, change);
    for (point, load) in block.points.iter_mut().zip(load) {
        load.store(part_mut(&mut point.normal_impulse, at));
    }
    if sum {
        let before = L::load(token, part(&block.total, at));
        (before + (load[0] + load[1])).store(part_mut(&mut block.total, at));
    }
    let change = [load[0] - old[0], load[1] - old[1]];
    let normal = change[0] + change[1];
    let [mut spin_a, mut spin_b] = points.turned::<W, A>(&pair, [spin_a, spin_b], change);

    if !BIASED {
        let mut surface_speed = zero;
        if let Some(cold) = cold {
            surface_speed = L::load(token, part(&cold.surface_speed, at));
            let mass = L::load(token, part(&cold.rolling_mass, at));
            let limit = L::load(token, part(&cold.rolling_resistance, at)) * (load[0] + load[1]);
            let old = L::load(token, part(&cold.rolling_impulse, at));
            let new = (old - mass * (spin_b - spin_a)).within(limit);
            let change = new - old;
            new.store(part_mut(&mut cold.rolling_impulse, at));
            if A::MOVABLE {
                spin_a = spin_a - inertia_a * change;
            }
            spin_b = spin_b + inertia_b * change;
        }
        let friction = L::load(token, part(&block.friction, at));
        along_tangent = along_tangent - surface_speed;
        for (point, load) in block.points.iter_mut().zip(load) {
            let arm_a = L::load(token, part(&point.arm_tangent, at));
            let arm_b = arm_a + pair.arm_offset_tangent;
            let mass = L::load(token, part(&point.tangent_mass, at));
            let old = L::load(token, part(&point.tangent_impulse, at));
            let velocity = along_tangent + spin_b * arm_b - spin_a * arm_a;
            let new = (old - mass * velocity).within(friction * load);
            let change = new - old;
            new.store(part_mut(&mut point.tangent_impulse, at));
            along_tangent = along_tangent + inv_mass * change;
            tangent = tangent + change;
            if A::MOVABLE {
                spin_a = spin_a - inertia_a * arm_a * change;
            }
            spin_b = spin_b + inertia_b * arm_b * change;
        }
    }
    pair.scatter_motion::<W, A>(states, block, at, normal, tangent, spin_a, spin_b);
}
