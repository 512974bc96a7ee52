//! Collects errors during a step; they are told when the scene is a resource again.
use bevy_ecs::prelude::*;

use crate::error::{PhysicsError, Reason};

/// Errors of a step.
#[derive(Default)]
pub(crate) struct Report(Vec<PhysicsError>);

impl Report {
    /// Notes an error of a component; returns the value otherwise.
    pub fn note<T, E: Into<Reason>>(
        &mut self,
        entity: Entity,
        component: &'static str,
        result: Result<T, E>,
    ) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(reason) => {
                self.0.push(PhysicsError { entity, component, reason: reason.into() });
                None
            }
        }
    }

    /// Writes errors to the log, as messages and as observer events.
    pub fn tell(self, world: &mut World) {
        for error in self.0 {
            log::error!("{error}");
            world.write_message(error.clone());
            if world.get_entity(error.entity).is_ok() {
                world.trigger(error);
            }
        }
    }
}
