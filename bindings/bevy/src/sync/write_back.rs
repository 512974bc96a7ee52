//! Writes what a step moved into the components, and nothing else.
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use umbra::prelude::Pose;
use umbra::{BodyEvent, BodyKey, BodyKind, BodyRef};

use crate::PhysicsScene;
use crate::components::link::{BodyLink, Motion};
use crate::components::velocity::{AngularVelocity, LinearVelocity};
use crate::convert::{Placed, Placement, vec2};

type Moving = (
    &'static BodyLink,
    &'static mut Motion,
    &'static mut Transform,
    &'static mut LinearVelocity,
    &'static mut AngularVelocity,
);

/// Bodies that moved in a step, and the queries that write them.
pub(crate) struct WriteBack {
    roots: QueryState<Moving, Without<ChildOf>>,
    nested: QueryState<&'static BodyLink, (With<Motion>, With<ChildOf>)>,
    any: QueryState<Moving>,
    moved: Moved,
    before: Vec<BodyKey>,
}

/// Bodies that a step moved.
#[derive(Default)]
struct Moved {
    keys: Vec<BodyKey>,
    /// The step in which a body last moved, at the index of its key.
    steps: Vec<u32>,
    step: u32,
}

impl FromWorld for WriteBack {
    fn from_world(world: &mut World) -> Self {
        Self {
            roots: world.query_filtered(),
            nested: world.query_filtered(),
            any: world.query(),
            moved: Moved::default(),
            before: Vec::new(),
        }
    }
}

impl Moved {
    fn push(&mut self, key: BodyKey) {
        if self.steps.len() <= key.index() {
            self.steps.resize(key.index() + 1, self.step.wrapping_sub(1));
        }
        self.steps[key.index()] = self.step;
        self.keys.push(key);
    }

    fn contains(&self, key: BodyKey) -> bool {
        self.steps.get(key.index()) == Some(&self.step)
    }
}

/// With at most one body awake in this many, those that moved are looked up one by one.
const FEW: usize = 8;

impl WriteBack {
    pub fn run(&mut self, world: &mut World, physics: &PhysicsScene) {
        std::mem::swap(&mut self.moved.keys, &mut self.before);
        self.moved.keys.clear();
        self.moved.step = self.moved.step.wrapping_add(1);
        let most = physics.scene.body_count() / FEW;
        if physics.scene.awake_bodies().nth(most).is_none() {
            for body in physics.scene.moved_bodies() {
                self.write_one(world, physics, &body);
            }
        } else {
            self.write_tables(world, physics);
            self.write_nested(world, physics);
            self.write_asleep(world, physics);
        }
        self.write_stopped(world, physics);
    }

    fn write_one(&mut self, world: &mut World, physics: &PhysicsScene, body: &BodyRef<'_>) {
        let Some(entity) = physics.entity_of_body(body.key()) else { return };
        let parent = Placed::of_parent(world, entity);
        if let Ok(item) = self.any.get_mut(world, entity) {
            let local = |pose: &Pose| match &parent {
                Some(parent) => parent.local(pose),
                None => Placement::of_pose(pose),
            };
            write(&mut self.moved, body, item, local);
        }
    }

    /// Reads the scene in the order of the entities: most bodies are awake.
    fn write_tables(&mut self, world: &mut World, physics: &PhysicsScene) {
        for item in self.roots.iter_mut(world) {
            let body = item.0.key().and_then(|key| physics.scene.body(key).ok());
            if let Some(body) = body.filter(BodyRef::is_awake) {
                write(&mut self.moved, &body, item, Placement::of_pose);
            }
        }
    }

    /// Bodies below other entities: their transforms are as the parents see them.
    fn write_nested(&mut self, world: &mut World, physics: &PhysicsScene) {
        let links = self.nested.iter(world).filter_map(BodyLink::key);
        let awake = links.filter_map(|key| physics.scene.body(key).ok()).filter(BodyRef::is_awake);
        for body in awake.collect::<Vec<_>>() {
            self.write_one(world, physics, &body);
        }
    }

    /// Bodies that moved before they fell asleep in this step.
    fn write_asleep(&mut self, world: &mut World, physics: &PhysicsScene) {
        for event in physics.scene.body_events() {
            let BodyEvent::FellAsleep { body } = event else { continue };
            let body = physics.scene.body(*body).ok().filter(|body| !body.is_awake());
            if let Some(body) = body.filter(|body| !self.moved.contains(body.key())) {
                self.write_one(world, physics, &body);
            }
        }
    }

    /// Bodies that moved in the step before and not in this one: they have come to rest.
    fn write_stopped(&mut self, world: &mut World, physics: &PhysicsScene) {
        for key in self.before.iter().filter(|key| !self.moved.contains(**key)) {
            let (Some(entity), Ok(body)) = (physics.entity_of_body(*key), physics.scene.body(*key))
            else {
                continue;
            };
            if let Ok((_, mut motion, _, mut linear, mut angular)) = self.any.get_mut(world, entity)
            {
                let to = motion.to;
                motion.advance(to);
                set(&mut linear, |linear| &mut linear.0, vec2(body.velocity()));
                set(&mut angular, |angular| &mut angular.0, body.angular_velocity());
            }
        }
    }

    /// While the physics stands still, nothing is blended.
    pub fn pause(&mut self, world: &mut World, physics: &PhysicsScene) {
        for key in self.moved.keys.drain(..) {
            let entity = physics.entity_of_body(key);
            let item = entity.and_then(|entity| self.any.get_mut(world, entity).ok());
            if let Some((_, mut motion, ..)) = item {
                let to = motion.to;
                motion.bypass_change_detection().teleport(to);
            }
        }
    }
}

/// Writes a body into its components, unless it stands where the step before left it.
#[inline]
fn write(
    moved: &mut Moved,
    body: &BodyRef<'_>,
    item: <Moving as bevy_ecs::query::QueryData>::Item<'_, '_>,
    placement: impl Fn(&Pose) -> Placement,
) {
    let (_, mut motion, mut transform, mut linear, mut angular) = item;
    let (velocity, angular_velocity) = (vec2(body.velocity()), body.angular_velocity());
    // Only corrections move a body without velocity, and kinematic bodies have none.
    if velocity == Vec2::ZERO && angular_velocity == 0.0 && body.kind() == BodyKind::Kinematic {
        return;
    }
    set(&mut linear, |linear| &mut linear.0, velocity);
    set(&mut angular, |angular| &mut angular.0, angular_velocity);
    let to = placement(&body.pose());
    if to == motion.to && to == motion.from {
        return;
    }
    motion.bypass_change_detection().advance(to);
    to.write(&mut transform);
    moved.push(body.key());
}

/// Sets a value if it is another one, so that only real changes count as such.
fn set<C: Component<Mutability = bevy_ecs::component::Mutable>, T: PartialEq + Copy>(
    component: &mut Mut<'_, C>,
    field: impl Fn(&mut C) -> &mut T,
    value: T,
) {
    if *field(component.bypass_change_detection()) != value {
        *field(&mut **component) = value;
    }
}
