//! Bodies that sleep, and who of them does.

use umbra::prelude::*;

use super::{DT, at, ground, scene, stack};

/// Two stacks of three on the ground, far from one another, asleep.
pub struct Sleepers {
    pub scene: Scene,
    pub ground: BodyKey,
    pub left: Vec<BodyKey>,
    pub right: Vec<BodyKey>,
}

pub fn sleepers() -> Sleepers {
    let mut scene = scene(10.0, SolverConfig::default());
    let ground = ground(&mut scene, |collider| collider);
    let (left, right) = (stack(&mut scene, -5.0, 3), stack(&mut scene, 5.0, 3));
    fall_asleep(&mut scene);
    Sleepers { scene, ground, left, right }
}

pub fn fall_asleep(scene: &mut Scene) {
    for _ in 0..180 {
        scene.step(DT).unwrap();
        if scene.stats().awake_bodies == 0 {
            return scene.validate().unwrap();
        }
    }
    panic!("{:?}", scene.stats());
}

pub fn awake(scene: &Scene, bodies: &[BodyKey]) -> usize {
    bodies.iter().filter(|key| at(scene, **key).is_awake()).count()
}

pub fn woken(scene: &Scene) -> Vec<BodyKey> {
    let woke = |event: &BodyEvent| match event {
        BodyEvent::Woke { body } => Some(*body),
        _ => None,
    };
    scene.body_events().iter().filter_map(woke).collect()
}

pub fn collider_of(scene: &Scene, body: BodyKey) -> ColliderKey {
    at(scene, body).colliders().next().unwrap()
}
