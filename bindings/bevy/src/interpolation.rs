//! Interpolation: between two steps, `Transform` shows a moment between the last two placements.
//!
//! Within the fixed schedules, `Transform` is where the last step left the body. After them it is
//! where the frame is, for rendering, cameras and whatever else `Update` does. Before the next
//! fixed step it is put back, unless it was written in between: then it is a teleport.
use bevy_ecs::prelude::*;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;

use crate::components::link::Motion;
use crate::convert::Placement;

/// A body that is shown where its last step left it.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct NoInterpolation;

/// Present if the plugin shows bodies between their last two steps.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct ShowsBetween;

/// Shows all bodies that move at the moment of the frame.
pub(crate) fn show(
    clock: Res<Time<Fixed>>,
    mut bodies: Query<(&mut Motion, &mut Transform), Without<NoInterpolation>>,
) {
    let fraction = clock.overstep_fraction();
    for (mut motion, mut transform) in &mut bodies {
        let motion = motion.bypass_change_detection();
        if motion.from == motion.to && motion.shown.is_none() {
            continue;
        }
        if motion.shown.unwrap_or(motion.to) != Placement::of(&transform) {
            // Written since the step: a teleport, which is not blended.
            continue;
        }
        let shown = motion.from.between(motion.to, fraction);
        motion.shown = Some(shown);
        shown.write(&mut transform);
    }
}

/// Puts the placements of the last step back, apart from what was written since.
pub(crate) fn put_back(mut bodies: Query<(&mut Motion, &mut Transform)>) {
    for (mut motion, mut transform) in &mut bodies {
        let motion = motion.bypass_change_detection();
        let Some(shown) = motion.shown.take() else { continue };
        let now = Placement::of(&transform);
        let keep = |now: f32, shown: f32, to: f32| if now == shown { to } else { now };
        let is_turned = [now.z, now.w] != [shown.z, shown.w];
        let back = Placement {
            x: keep(now.x, shown.x, motion.to.x),
            y: keep(now.y, shown.y, motion.to.y),
            z: if is_turned { now.z } else { motion.to.z },
            w: if is_turned { now.w } else { motion.to.w },
        };
        back.write(transform.bypass_change_detection());
        if back != motion.to {
            transform.set_changed();
        }
    }
}
