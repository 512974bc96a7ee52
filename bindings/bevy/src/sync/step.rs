//! The step: changes of users go in, the scene steps, what moved comes out, events are told.
use std::time::Duration;

use bevy_ecs::prelude::*;
use bevy_time::Time;

use super::changes::Changes;
use super::pending;
use super::report::Report;
use super::write_back::WriteBack;
use crate::tell::{Lists, News};
use crate::time::{Physics, PhysicsTime};
use crate::{PhysicsScene, StepLength};

/// What the step keeps from one run to the next.
pub(crate) struct StepState {
    pub changes: Changes,
    pub write_back: WriteBack,
    pub lists: Lists,
}

impl FromWorld for StepState {
    fn from_world(world: &mut World) -> Self {
        Self {
            changes: Changes::from_world(world),
            write_back: WriteBack::from_world(world),
            lists: world.query_filtered(),
        }
    }
}

/// Steps the physics by the time of its clock. With the clock paused, changes still go in, so that
/// queries see them.
pub(crate) fn step_physics(world: &mut World, mut state: Local<StepState>) {
    let dt = advance_clock(world);
    let mut report = Report::default();
    pending::reattach_moved(world);
    let news = world.resource_scope(|world, mut physics: Mut<PhysicsScene>| {
        let physics = &mut *physics;
        let StepState { changes, write_back, .. } = &mut *state;
        changes.run(world, physics, &mut report, dt);
        if dt == 0.0 {
            write_back.pause(world, physics);
            return News::default();
        }
        if let Err(error) = physics.scene.step(dt) {
            log::error!("the physics did not step: {error}");
            return News::default();
        }
        write_back.run(world, physics);
        changes.transforms.settle(world, physics);
        let news = News::of(physics);
        if !physics.links.gone.is_empty() {
            physics.links_mut().gone.clear();
        }
        news
    });
    news.tell(world, &mut state.lists);
    report.tell(world);
}

/// Advances the clock of the physics; returns the length of the step in seconds.
fn advance_clock(world: &mut World) -> f32 {
    let length = *world.resource::<StepLength>();
    let delta = match length {
        StepLength::OfSchedule => world.resource::<Time>().delta(),
        StepLength::Fixed(_) => Duration::ZERO,
    };
    let mut clock = world.resource_mut::<Time<Physics>>();
    if clock.is_paused() {
        clock.advance_by(Duration::ZERO);
        return 0.0;
    }
    let speed = clock.relative_speed();
    let (delta, dt) = match length {
        StepLength::OfSchedule => (delta, delta.as_secs_f32()),
        StepLength::Fixed(seconds) => {
            (Duration::try_from_secs_f32(seconds).unwrap_or_default(), seconds)
        }
    };
    clock.advance_by(delta.mul_f32(speed));
    if speed == 1.0 { dt } else { dt * speed }
}
