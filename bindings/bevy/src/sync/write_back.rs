//! Writes what a step moved into the components, and nothing else.
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use umbra::prelude::Pose;
use umbra::{BodyKey, Scene};

use crate::PhysicsScene;
use crate::components::link::{BodyLink, Motion};
use crate::components::velocity::{AngularVelocity, LinearVelocity};
use crate::convert::{Placed, Placement};

type Moving = (
    &'static BodyLink,
    &'static mut Motion,
    &'static mut Transform,
    &'static mut LinearVelocity,
    &'static mut AngularVelocity,
);

/// Where a body is and how fast, at the index of its key.
#[derive(Clone, Copy)]
struct Slot {
    /// The key in the step that wrote this: slots of other steps count as empty.
    key: u64,
    step: u32,
    pose: Pose,
    velocity: Vec2,
    angular_velocity: f32,
}

/// Bodies that moved in a step, and the queries that write them.
pub(crate) struct WriteBack {
    roots: QueryState<Moving, Without<ChildOf>>,
    nested: QueryState<(Entity, Moving), With<ChildOf>>,
    any: QueryState<Moving>,
    slots: Vec<Slot>,
    moved: Vec<BodyKey>,
    before: Vec<BodyKey>,
    step: u32,
}

impl FromWorld for WriteBack {
    fn from_world(world: &mut World) -> Self {
        Self {
            roots: world.query_filtered(),
            nested: world.query_filtered(),
            any: world.query(),
            slots: Vec::new(),
            moved: Vec::new(),
            before: Vec::new(),
            step: 0,
        }
    }
}

/// With fewer than one mover in this many bodies, movers are looked up one by one.
const FEW: usize = 8;

impl WriteBack {
    pub fn run(&mut self, world: &mut World, physics: &PhysicsScene) {
        self.gather(&physics.scene);
        let bodies = physics.scene.body_count();
        if self.moved.len() * FEW < bodies {
            self.write_few(world, physics);
        } else {
            self.write_tables(world);
        }
        self.write_nested(world);
        self.write_stopped(world, physics);
    }

    fn gather(&mut self, scene: &Scene) {
        self.step = self.step.wrapping_add(1);
        std::mem::swap(&mut self.moved, &mut self.before);
        self.moved.clear();
        for body in scene.moved_bodies() {
            let key = body.key();
            let velocity = body.linear_velocity();
            let slot = Slot {
                key: key.to_bits(),
                step: self.step,
                pose: body.pose(),
                velocity: Vec2::new(velocity.x, velocity.y),
                angular_velocity: body.angular_velocity(),
            };
            if self.slots.len() <= key.index() {
                self.slots
                    .resize(key.index() + 1, Slot { step: self.step.wrapping_sub(1), ..slot });
            }
            self.slots[key.index()] = slot;
            self.moved.push(key);
        }
    }

    fn write_few(&mut self, world: &mut World, physics: &PhysicsScene) {
        for key in &self.moved {
            let entity = physics.entity_of_body(*key);
            let item = entity.and_then(|entity| self.roots.get_mut(world, entity).ok());
            if let Some(item) = item {
                write(&self.slots, self.step, item, Placement::of_pose);
            }
        }
    }

    fn write_tables(&mut self, world: &mut World) {
        for item in self.roots.iter_mut(world) {
            write(&self.slots, self.step, item, Placement::of_pose);
        }
    }

    /// Bodies below other entities: their transforms are as the parents see them.
    fn write_nested(&mut self, world: &mut World) {
        let (last, now) = (world.last_change_tick(), world.read_change_tick());
        if self.nested.is_empty(world, last, now) {
            return;
        }
        let entities: Vec<_> = self.nested.iter(world).map(|(entity, _)| entity).collect();
        for entity in entities {
            let parent = Placed::of_parent(world, entity).unwrap_or(Placed::identity());
            if let Ok((_, item)) = self.nested.get_mut(world, entity) {
                write(&self.slots, self.step, item, |pose| parent.local(pose));
            }
        }
    }

    /// Bodies that moved in the step before and not in this one: they have come to rest.
    fn write_stopped(&mut self, world: &mut World, physics: &PhysicsScene) {
        for key in &self.before {
            let slot = &self.slots[key.index()];
            if slot.step == self.step && slot.key == key.to_bits() {
                continue;
            }
            let (Some(entity), Ok(body)) = (physics.entity_of_body(*key), physics.scene.body(*key))
            else {
                continue;
            };
            if let Ok((_, mut motion, _, mut linear, mut angular)) = self.any.get_mut(world, entity)
            {
                let to = motion.to;
                motion.advance(to);
                set(&mut linear, |linear| &mut linear.0, crate::convert::vec2(body.velocity()));
                set(&mut angular, |angular| &mut angular.0, body.angular_velocity());
            }
        }
    }

    /// While the physics stands still, nothing is blended.
    pub fn pause(&mut self, world: &mut World, physics: &PhysicsScene) {
        for key in self.moved.drain(..) {
            let entity = physics.entity_of_body(key);
            let item = entity.and_then(|entity| self.any.get_mut(world, entity).ok());
            if let Some((_, mut motion, ..)) = item {
                let to = motion.to;
                motion.bypass_change_detection().teleport(to);
            }
        }
    }
}

fn write(
    slots: &[Slot],
    step: u32,
    item: <Moving as bevy_ecs::query::QueryData>::Item<'_, '_>,
    placement: impl Fn(&Pose) -> Placement,
) {
    let (link, mut motion, mut transform, mut linear, mut angular) = item;
    let Some(key) = link.0 else { return };
    let slot = match slots.get(key.index()) {
        Some(slot) if slot.step == step && slot.key == key.to_bits() => slot,
        _ => return,
    };
    let to = placement(&slot.pose);
    motion.bypass_change_detection().advance(to);
    to.write(&mut transform);
    set(&mut linear, |linear| &mut linear.0, slot.velocity);
    set(&mut angular, |angular| &mut angular.0, slot.angular_velocity);
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
