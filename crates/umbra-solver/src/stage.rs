//! The stages of a step, as data.

use umbra_geom::Real;

use crate::kernel::projection::Projection;
use crate::kernel::velocity::Bias;
use crate::{Correction, SolverConfig};

/// A spring that swings faster than so many times per substep cannot be followed.
const STIFFEST: Real = 0.25;
/// The same where springs stand on springs: stiffer ones keep a pyramid of 30 layers awake.
const STIFFEST_PILE: Real = 1.0 / 6.0;

/// One stage of a step: a walk over all bodies or over all contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stage {
    /// Contacts that meet fast within the substep bounce.
    Bounce,
    /// Velocities gain what gravity and forces give; with `reuse`, what constraints gave in the
    /// substep before is given again.
    ///
    /// That is warm starting without a walk over the contacts. Within a step normals and lever
    /// arms stay, so the impulses a body would be started with add up to the velocity that
    /// constraints gave it: what it has now less what it had after the last integration.
    IntegrateVelocities {
        /// Whether constraints act as in the substep before.
        reuse: bool,
    },
    /// The impulses of the step before are applied.
    WarmStart,
    /// All impulses are set to zero: without warm starting, each substep starts anew.
    Forget,
    /// Contacts push overlapping bodies apart as springs do.
    Push {
        /// Between two movable bodies.
        movable: Bias,
        /// Against an immovable one: twice as stiff, or piles sink into the ground.
        anchored: Bias,
    },
    /// Contacts stop approach and slip.
    Stop {
        /// Whether it is the last of its kind in a substep: impulses are summed up.
        last: bool,
    },
    /// Bodies move.
    IntegratePositions,
    /// Overlapping bodies are moved apart.
    Project(Projection),
}

/// The stages of a step of length `dt`, in order.
pub(crate) fn stages(config: &SolverConfig, dt: Real, stages: &mut Vec<Stage>) {
    let h = dt / config.substeps as Real;
    stages.clear();
    for substep in 0..config.substeps {
        stages.push(Stage::Bounce);
        let reuse = substep > 0 && config.warm_starting;
        if substep > 0 && !config.warm_starting {
            stages.push(Stage::Forget);
        }
        stages.push(Stage::IntegrateVelocities { reuse });
        if substep == 0 && config.warm_starting {
            stages.push(Stage::WarmStart);
        }
        match config.correction {
            Correction::Soft { hertz, damping_ratio, push_speed } => {
                let soft = |hertz: Real, limit: Real| {
                    let hertz = if hertz < limit / h { hertz } else { limit / h };
                    Bias::soft(hertz, damping_ratio, push_speed, h)
                };
                let push = Stage::Push {
                    movable: soft(hertz, STIFFEST_PILE),
                    anchored: soft(2.0 * hertz, STIFFEST),
                };
                stages.extend(core::iter::repeat_n(push, config.velocity_iterations as usize));
                stages.push(Stage::IntegratePositions);
                let relax = config.position_iterations as usize;
                stages.extend((1..=relax).map(|pass| Stage::Stop { last: pass == relax }));
            }
            Correction::LinearProjection { fraction, slop, max_correction } => {
                let stop = config.velocity_iterations as usize;
                stages.extend((1..=stop).map(|pass| Stage::Stop { last: pass == stop }));
                stages.push(Stage::IntegratePositions);
                let project = Stage::Project(Projection { fraction, slop, max_correction });
                stages.extend(core::iter::repeat_n(project, config.position_iterations as usize));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configuration_decides_the_stages() {
        let mut list = vec![];
        stages(&SolverConfig::classic(5), 0.1, &mut list);
        let count = |list: &[Stage], stage: Stage| list.iter().filter(|&&s| s == stage).count();
        let stops =
            |list: &[Stage]| list.iter().filter(|s| matches!(s, Stage::Stop { .. })).count();
        assert_eq!((stops(&list), count(&list, Stage::Stop { last: true })), (5, 1));
        assert_eq!(list.iter().filter(|stage| matches!(stage, Stage::Project(_))).count(), 3);

        let soft = SolverConfig { correction: Correction::SOFT, ..SolverConfig::default() };
        stages(&soft, 1.0 / 60.0, &mut list);
        assert_eq!(count(&list, Stage::WarmStart), 1);
        assert_eq!(count(&list, Stage::IntegrateVelocities { reuse: true }), 3);
        assert_eq!((stops(&list), count(&list, Stage::Stop { last: true })), (4, 4));
        stages(&SolverConfig { warm_starting: false, ..soft }, 1.0 / 60.0, &mut list);
        assert_eq!(count(&list, Stage::WarmStart), 0);
        assert_eq!(count(&list, Stage::Forget), 3);
    }
}
