//! Tells the events of a step: the lists of touching colliders, messages and observer events.
use bevy_ecs::prelude::*;
use umbra::{BodyEvent, BodyKey, ColliderKey, ContactEvent, JointEvent, JointKey, SensorEvent};

use crate::components::collisions::CollidingEntities;
use crate::components::joint::Joint;
use crate::components::link::JointLink;
use crate::convert::{position, vec2};
use crate::events::{BodySleep, CollisionEnd, CollisionHit, CollisionStart, JointBroken};
use crate::scene::{Links, PhysicsScene};

/// One collision that began or ended, with entities.
enum Collision {
    Start(CollisionStart),
    End(CollisionEnd),
}

/// One event of a joint or a body, with entities.
enum Event {
    Broken(JointBroken, JointKey),
    JointGone(Entity, JointKey),
    Sleep(BodySleep),
}

/// The events of a step, in the order of the engine.
#[derive(Default)]
pub(crate) struct News {
    collisions: Vec<Collision>,
    hits: Vec<CollisionHit>,
    rest: Vec<Event>,
}

/// Finds whether any entity has a list of touching colliders.
pub(crate) type Lists = QueryState<(), With<CollidingEntities>>;

impl News {
    pub fn of(physics: &PhysicsScene) -> Self {
        let (scene, links) = (&physics.scene, &*physics.links);
        let mut news = Self::default();
        for event in scene.contact_events() {
            news.contact(links, event);
        }
        let sensors = scene.sensor_events().iter().filter_map(|event| sensor(links, event));
        news.collisions.extend(sensors);
        news.rest.extend(scene.joint_events().iter().filter_map(|event| joint(links, event)));
        news.rest.extend(scene.body_events().iter().filter_map(|event| sleep(links, event)));
        news
    }

    fn contact(&mut self, links: &Links, event: &ContactEvent) {
        match event {
            ContactEvent::Hit { .. } => self.hits.extend(hit(links, event)),
            _ => self.collisions.extend(contact(links, event)),
        }
    }

    pub fn tell(self, world: &mut World, lists: &mut Lists) {
        self.tell_collisions(world, lists);
        for event in self.rest {
            match event {
                Event::Broken(broken, key) => {
                    forget_joint(world, broken.entity, key);
                    world.write_message(broken);
                    trigger(world, broken.entity, broken);
                    if let Ok(mut entity) = world.get_entity_mut(broken.entity) {
                        entity.remove::<Joint>();
                    }
                }
                Event::JointGone(entity, key) => forget_joint(world, entity, key),
                Event::Sleep(sleep) => {
                    world.write_message(sleep);
                    trigger(world, sleep.entity, sleep);
                }
            }
        }
        world.flush();
    }

    /// Collisions are many. Where no list and no observer waits for them, only the messages are
    /// written.
    fn tell_collisions(&self, world: &mut World, lists: &mut Lists) {
        world.write_message_batch(self.collisions.iter().filter_map(|collision| match collision {
            Collision::Start(start) => Some(*start),
            Collision::End(_) => None,
        }));
        world.write_message_batch(self.collisions.iter().filter_map(|collision| match collision {
            Collision::End(end) => Some(*end),
            Collision::Start(_) => None,
        }));
        world.write_message_batch(self.hits.iter().copied());
        let is_told = !lists.query(world).is_empty()
            || is_observed::<CollisionStart>(world)
            || is_observed::<CollisionEnd>(world);
        for collision in self.collisions.iter().filter(|_| is_told) {
            match collision {
                Collision::Start(start) => begin(world, *start),
                Collision::End(ended) => end(world, *ended),
            }
        }
    }
}

/// True if there is an observer of events of this type.
fn is_observed<E: bevy_ecs::event::Event>(world: &World) -> bool {
    let key = world.event_key::<E>();
    let observers = key.and_then(|key| world.observers().try_get_observers(key));
    observers.is_some_and(|observers| {
        !observers.global_observers().is_empty()
            || !observers.entity_observers().is_empty()
            || !observers.component_observers().is_empty()
    })
}

/// Triggers an event on an entity that is still there.
fn trigger<'a, E: EntityEvent<Trigger<'a>: Default>>(world: &mut World, entity: Entity, event: E) {
    if world.get_entity(entity).is_ok() {
        world.trigger(event);
    }
}

fn begin(world: &mut World, start: CollisionStart) {
    list(world, start.collider1, |list| list.0.insert(start.collider2));
    list(world, start.collider2, |list| list.0.insert(start.collider1));
    trigger(world, start.collider1, start);
    trigger(world, start.collider2, start.flipped());
}

fn end(world: &mut World, end: CollisionEnd) {
    list(world, end.collider1, |list| list.0.remove(&end.collider2));
    list(world, end.collider2, |list| list.0.remove(&end.collider1));
    trigger(world, end.collider1, end);
    trigger(world, end.collider2, end.flipped());
}

fn list(world: &mut World, entity: Entity, change: impl FnOnce(&mut CollidingEntities) -> bool) {
    if let Some(mut list) = world.get_mut::<CollidingEntities>(entity) {
        change(&mut list);
    }
}

fn forget_joint(world: &mut World, entity: Entity, key: JointKey) {
    let mut physics = world.resource_mut::<PhysicsScene>();
    physics.links_mut().joints.remove(key);
    if let Some(mut link) = world.get_mut::<JointLink>(entity)
        && link.key() == Some(key)
    {
        link.0 = None;
    }
}

macro_rules! collision {
    ($type:ident, $links:ident, $colliders:expr, $is_sensor:expr) => {{
        let [one, two] = $colliders.map(|key: ColliderKey| $links.owner(key));
        let (one, two) = (one?, two?);
        $type {
            collider1: one.collider,
            collider2: two.collider,
            body1: one.body,
            body2: two.body,
            is_sensor: $is_sensor,
        }
    }};
}

fn contact(links: &Links, event: &ContactEvent) -> Option<Collision> {
    Some(match event {
        ContactEvent::Begin { colliders, .. } => {
            Collision::Start(collision!(CollisionStart, links, *colliders, false))
        }
        ContactEvent::End { colliders, .. } => {
            Collision::End(collision!(CollisionEnd, links, *colliders, false))
        }
        ContactEvent::Hit { .. } => return None,
    })
}

fn hit(links: &Links, event: &ContactEvent) -> Option<CollisionHit> {
    let ContactEvent::Hit { colliders, point, normal, speed, tangent_speed, impulse, .. } = event
    else {
        return None;
    };
    let [one, two] = colliders.map(|key| links.owner(key));
    let (one, two) = (one?, two?);
    Some(CollisionHit {
        colliders: [one.collider, two.collider],
        bodies: [one.body, two.body],
        point: position(*point),
        normal: vec2(*normal),
        speed: *speed,
        tangent_speed: *tangent_speed,
        impulse: *impulse,
    })
}

fn sensor(links: &Links, event: &SensorEvent) -> Option<Collision> {
    Some(match event {
        SensorEvent::Begin { sensor, visitor, .. } => {
            Collision::Start(collision!(CollisionStart, links, [*sensor, *visitor], true))
        }
        SensorEvent::End { sensor, visitor, .. } => {
            Collision::End(collision!(CollisionEnd, links, [*sensor, *visitor], true))
        }
    })
}

fn joint(links: &Links, event: &JointEvent) -> Option<Event> {
    match event {
        JointEvent::Broken { joint, body_a, body_b, force, torque, .. } => {
            let owner = links.joints.get(*joint)?;
            let [a, b] = [body_a, body_b].map(|key| links.bodies.get(*key).copied());
            let broken = JointBroken {
                entity: owner.entity,
                bodies: [a?, b?],
                force: vec2(*force),
                torque: *torque,
            };
            Some(Event::Broken(broken, *joint))
        }
        JointEvent::Removed { joint, .. } => {
            Some(Event::JointGone(links.joints.get(*joint)?.entity, *joint))
        }
    }
}

fn sleep(links: &Links, event: &BodyEvent) -> Option<Event> {
    let (body, is_asleep): (BodyKey, bool) = match event {
        BodyEvent::FellAsleep { body } => (*body, true),
        BodyEvent::Woke { body } => (*body, false),
        BodyEvent::Disabled { body } => {
            let entity = links.bodies.get(*body);
            log::error!("body of entity {entity:?} left all bounds and was disabled");
            return None;
        }
    };
    Some(Event::Sleep(BodySleep { entity: *links.bodies.get(body)?, is_asleep }))
}
