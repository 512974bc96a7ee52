//! Forces, impulses and targets of kinematic bodies: what acts in the next step.
use bevy_ecs::prelude::*;
use umbra::geom::math;

use super::report::Report;
use super::settings::Scan;
use crate::PhysicsScene;
use crate::components::body::KinematicTarget;
use crate::components::forces::{ExternalImpulse, ForceQueue, Push};
use crate::components::link::BodyLink;
use crate::convert::pose;

/// Scans for what pushes bodies.
pub(crate) struct ForceSync {
    queues: Scan<ForceQueue>,
    impulses: Scan<ExternalImpulse>,
    targets: QueryState<(Entity, &'static BodyLink, &'static KinematicTarget)>,
    found: Vec<Entity>,
}

impl ForceSync {
    pub fn new(world: &mut World) -> Self {
        let (queues, impulses) = (Scan::new(world), Scan::new(world));
        Self { queues, impulses, targets: world.query(), found: Vec::new() }
    }

    pub fn run(
        &mut self,
        world: &mut World,
        physics: &mut PhysicsScene,
        report: &mut Report,
        dt: f32,
    ) {
        self.queues.changed(world, &mut self.found);
        for entity in self.found.drain(..) {
            let Some(mut queue) = world.get_mut::<ForceQueue>(entity) else { continue };
            let pushes = std::mem::take(&mut queue.bypass_change_detection().0);
            push(world, physics, report, entity, "Forces", &pushes);
        }
        self.impulses.changed(world, &mut self.found);
        for entity in self.found.drain(..) {
            let Some(mut external) = world.get_mut::<ExternalImpulse>(entity) else { continue };
            let taken = std::mem::take(external.bypass_change_detection());
            if taken != ExternalImpulse::default() {
                let ExternalImpulse { impulse, torque_impulse } = taken;
                let pushes = [Push::Impulse(impulse), Push::AngularImpulse(torque_impulse)];
                push(world, physics, report, entity, "ExternalImpulse", &pushes);
            }
        }
        for (entity, link, target) in self.targets.iter(world) {
            let body = link.key().and_then(|key| physics.scene.body_mut(key).ok());
            if let Some(mut body) = body {
                let to = pose(target.position, math::rotation(target.rotation));
                report.note(entity, "KinematicTarget", body.move_to(to, dt));
            }
        }
    }
}

fn push(
    world: &World,
    physics: &mut PhysicsScene,
    report: &mut Report,
    entity: Entity,
    component: &'static str,
    pushes: &[Push],
) {
    let Some(key) = world.get::<BodyLink>(entity).and_then(BodyLink::key) else { return };
    for push in pushes {
        if let Ok(body) = physics.scene.body_mut(key) {
            report.note(entity, component, push.apply(body));
        }
    }
}
