//! A game without a window, stepped by hand.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::time::Duration;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::{IntoSystem, RunSystemOnce};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;

/// An app with the physics, 60 steps per second.
pub struct Game {
    pub app: App,
}

#[derive(Resource, Default)]
struct Steps(u32);

/// A game whose transforms are where the last step left them.
pub fn game() -> Game {
    game_with(UmbraPlugin::default().without_interpolation())
}

/// A game without gravity, whose transforms are where the last step left them.
pub fn weightless() -> Game {
    let plugin = UmbraPlugin::default().with_gravity(bevy_math::Vec2::ZERO);
    game_with(plugin.without_interpolation())
}

pub fn game_with(plugin: UmbraPlugin) -> Game {
    game_with_more(plugin, |_| {})
}

/// A game to which more was added before it began.
pub fn game_with_more(plugin: UmbraPlugin, add: impl FnOnce(&mut App)) -> Game {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, plugin))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .init_resource::<Steps>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO))
        .add_systems(FixedUpdate, |mut steps: ResMut<Steps>| steps.0 += 1);
    add(&mut app);
    app.finish();
    app.update();
    Game { app }
}

impl Game {
    /// Runs a system once, at once.
    pub fn spawn<M>(&mut self, system: impl IntoSystem<(), (), M> + 'static) {
        self.app.world_mut().run_system_once(system).expect("the system runs");
    }

    /// An entity with these components.
    pub fn add(&mut self, bundle: impl Bundle) -> Entity {
        self.app.world_mut().spawn(bundle).id()
    }

    /// Updates the app once per step.
    pub fn steps(&mut self, steps: u32) {
        self.app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        for _ in 0..steps {
            self.app.update();
        }
    }

    /// Updates the app once, with a frame of this length.
    pub fn frame(&mut self, seconds: f32) {
        let length = Duration::from_secs_f32(seconds);
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
        self.app.update();
    }

    /// The number of fixed steps since the start.
    pub fn steps_done(&self) -> u32 {
        self.app.world().resource::<Steps>().0
    }

    pub fn physics(&self) -> &PhysicsScene {
        self.app.world().resource::<PhysicsScene>()
    }

    pub fn hash(&self) -> u64 {
        self.physics().state_hash()
    }

    pub fn get<C: Component + Clone>(&self, entity: Entity) -> C {
        self.app.world().get::<C>(entity).expect("the entity has the component").clone()
    }

    pub fn at(&self, entity: Entity) -> bevy_math::Vec2 {
        self.get::<Transform>(entity).translation.truncate()
    }

    /// Changes a component of an entity.
    pub fn change<C: Component<Mutability = bevy_ecs::component::Mutable>>(
        &mut self,
        entity: Entity,
        change: impl FnOnce(&mut C),
    ) {
        change(&mut self.app.world_mut().get_mut::<C>(entity).expect("the component is there"));
    }

    pub fn insert(&mut self, entity: Entity, bundle: impl Bundle) {
        self.app.world_mut().entity_mut(entity).insert(bundle);
    }

    pub fn remove<B: Bundle>(&mut self, entity: Entity) {
        self.app.world_mut().entity_mut(entity).remove::<B>();
    }

    pub fn despawn(&mut self, entity: Entity) {
        self.app.world_mut().entity_mut(entity).despawn();
    }

    /// Takes the messages of a kind that came since the last call.
    pub fn messages<M: Message>(&mut self) -> Vec<M> {
        self.app.world_mut().resource_mut::<Messages<M>>().drain().collect()
    }

    /// The body of an entity in the scene.
    pub fn body(&self, entity: Entity) -> umbra::BodyRef<'_> {
        let key = self.get::<BodyLink>(entity).key().expect("the body is in the scene");
        self.physics().body(key).expect("the body is in the scene")
    }
}
