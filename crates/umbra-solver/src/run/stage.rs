//! The stages of a step, as data.

use umbra_geom::Real;

use crate::kernel::projection::Projection;
use crate::kernel::velocity::Bias;
use crate::tuning::{HEAVY_PASSES, HEAVY_YIELD, PULLED_PASSES, STIFFEST, STIFFEST_PILE};
use crate::{Correction, Softness, SolverConfig, UNBOUNDED};

/// One stage of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stage {
    /// Bounces the contacts that meet fast within the substep.
    Bounce,
    /// Adds the change by gravity and forces to velocities; with `reuse`, also the change by
    /// constraints in the substep before.
    ///
    /// That is warm starting without a walk over the contacts. Within a step normals and lever arms
    /// stay the same, so the impulses to start from add up to the velocity that constraints gave a
    /// body: its current velocity minus that after the last integration.
    IntegrateVelocities {
        /// True if constraints act as in the substep before.
        reuse: bool,
    },
    /// Moves the bodies.
    IntegratePositions,
    /// Walks over contacts, colour by colour, several times.
    Contacts {
        /// The pass over them.
        pass: Pass,
        /// The loads of the contacts to visit.
        of: Loads,
        /// The number of repetitions.
        times: u32,
        /// The pass over joints before each repetition, and over trees after it; over trees alone
        /// if no contacts with the usual load are visited.
        joints: Option<JointPass>,
    },
    /// Prepares joints at their current poses; with `whole`, applies their impulses of the step
    /// before.
    PrepareJoints {
        /// True if a step begins.
        whole: bool,
        /// The fraction of the error beyond a limit that the substep removes.
        correction: Real,
    },
}

/// A pass over joints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum JointPass {
    /// Sets all impulses to zero.
    Forget,
    /// Holds joints, and pulls soft ones towards their goal.
    Push,
    /// Stops the motion of rigid joints, and motion into limits.
    Relax,
}

/// Contacts by the [load](crate::structure::Load) that they carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loads {
    /// Any load.
    All,
    /// The usual one.
    Usual,
    /// All but the usual one.
    Loaded,
    /// Far heavier bodies.
    Heavy,
}

/// The passes over contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pass {
    /// Applies the impulses of the step before.
    WarmStart,
    /// Sets all impulses to zero: without warm starting, each substep starts from zero.
    Forget,
    /// Pushes overlapping bodies apart like springs.
    Push {
        /// The bias between two movable bodies.
        movable: Bias,
        /// The bias against an immovable one: twice as stiff, or piles sink into the ground.
        anchored: Bias,
    },
    /// Stops approach and slip.
    Stop {
        /// True for the last one in a substep: impulses are summed up.
        last: bool,
    },
    /// Moves overlapping bodies apart.
    Project(Projection),
}

/// The spring of a rigid joint: as stiff as the substep can follow.
pub(crate) fn rigid_joints(Softness { hertz, damping_ratio }: Softness, h: Real) -> Bias {
    Bias::soft(followed(hertz, h), damping_ratio, UNBOUNDED, h)
}

/// The fraction of a joint's error that a substep removes.
pub(crate) fn correction(Softness { hertz, damping_ratio }: Softness, h: Real) -> Real {
    if hertz == 0.0 {
        return 0.0;
    }
    let turn = core::f32::consts::TAU * hertz * h;
    turn / (2.0 * damping_ratio + turn)
}

/// The frequency, limited to what a substep can follow.
pub(crate) fn followed(hertz: Real, h: Real) -> Real {
    if hertz < STIFFEST / h { hertz } else { STIFFEST / h }
}

impl Stage {
    /// The number of times that its work is done.
    pub(crate) fn times(self) -> u32 {
        if let Self::Contacts { times, .. } = self { times } else { 1 }
    }

    fn once(pass: Pass, joints: Option<JointPass>) -> Self {
        Self::Contacts { pass, of: Loads::All, times: 1, joints }
    }
}

/// Adds passes: `times` over joints and contacts with a usual load, more over those with others,
/// and yet more over those with a heavy one; of each so many less as `follow` over all of them.
fn repeat(stages: &mut Vec<Stage>, times: [u32; 2], passes: [Pass; 2], joints: JointPass) {
    let ([times, follow], [usual, heavy]) = (times, passes);
    let (loaded, all) = (times.max(PULLED_PASSES), times.max(HEAVY_PASSES));
    for (pass, of, times) in [
        (usual, Loads::Usual, times - follow),
        (heavy, Loads::Loaded, loaded - follow),
        (heavy, Loads::Heavy, all - loaded),
    ] {
        stages.push(Stage::Contacts { pass, of, times, joints: Some(joints) });
    }
}

/// The same with the passes that stop, the last of which is over all contacts.
fn stop(stages: &mut Vec<Stage>, times: u32, joints: JointPass) {
    let pass = Pass::Stop { last: false };
    repeat(stages, [times, 1], [pass; 2], joints);
    stages.push(Stage::once(Pass::Stop { last: true }, Some(joints)));
}

/// The stages of a step of length `dt`, in order.
pub(crate) fn stages(config: &SolverConfig, dt: Real, stages: &mut Vec<Stage>) {
    let h = dt / config.substeps as Real;
    let correction = correction(config.joint_softness, h);
    stages.clear();
    for substep in 0..config.substeps {
        stages.push(Stage::Bounce);
        let reuse = substep > 0 && config.warm_starting;
        if substep > 0 && !config.warm_starting {
            stages.push(Stage::once(Pass::Forget, Some(JointPass::Forget)));
        }
        stages.push(Stage::IntegrateVelocities { reuse });
        if substep == 0 && config.warm_starting {
            stages.push(Stage::once(Pass::WarmStart, None));
        }
        stages.push(Stage::PrepareJoints { whole: !reuse, correction });
        match config.correction {
            Correction::Soft { hertz, damping_ratio, push_speed } => {
                let soft = |hertz: Real, limit: Real| {
                    let hertz = if hertz < limit / h { hertz } else { limit / h };
                    Bias::soft(hertz, damping_ratio, push_speed, h)
                };
                let (movable, anchored) = (soft(hertz, STIFFEST_PILE), soft(2.0 * hertz, STIFFEST));
                let usual = Pass::Push { movable, anchored };
                let [movable, anchored] =
                    [movable, anchored].map(|bias| bias.yielding_less(HEAVY_YIELD));
                let heavy = Pass::Push { movable, anchored };
                repeat(stages, [config.velocity_iterations, 0], [usual, heavy], JointPass::Push);
                stages.push(Stage::IntegratePositions);
                stop(stages, config.position_iterations, JointPass::Relax);
            }
            Correction::LinearProjection { fraction, slop, max_correction } => {
                stop(stages, config.velocity_iterations, JointPass::Push);
                stages.push(Stage::IntegratePositions);
                let project = Pass::Project(Projection { fraction, slop, max_correction });
                let times = config.position_iterations;
                let joints = None;
                stages.push(Stage::Contacts { pass: project, of: Loads::All, times, joints });
            }
        }
    }
}

/// Numbers equal stages alike, in the order in which they first come.
pub(crate) fn kinds(stages: &[Stage], kinds: &mut Vec<u8>) {
    kinds.clear();
    let mut count = 0;
    for (index, stage) in stages.iter().enumerate() {
        let before = stages[..index].iter().position(|other| other == stage);
        let kind = before.map_or(count, |before| kinds[before]);
        count = count.max(kind.saturating_add(1));
        kinds.push(kind);
    }
}

#[cfg(test)]
#[path = "../../tests/unit/run_stage.rs"]
mod tests;
