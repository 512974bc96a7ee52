//! The plugin.
use bevy_app::prelude::*;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::schedule::common_conditions::any_with_component;
use bevy_math::Vec2;
use bevy_time::Time;
use umbra::SceneConfig;

use crate::casters::{RayCaster, ShapeCaster};
use crate::components::link::Motion;
use crate::components::mass::{AngularInertia, CenterOfMass, Mass};
use crate::convert::vector;
use crate::error::PhysicsError;
use crate::events::{BodySleep, CollisionEnd, CollisionHit, CollisionStart, JointBroken};
use crate::scene::PhysicsScene;
use crate::sync::pending::{self, Pending};
use crate::sync::{settings, step};
use crate::time::Physics;
use crate::{casters, interpolation};

/// Runs the physics in `FixedPostUpdate`.
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_math::Vec2;
/// use bevy_umbra::prelude::*;
///
/// App::new().add_plugins(UmbraPlugin::default());
/// // 100 pixels to a metre, for sprites:
/// App::new().add_plugins(UmbraPlugin::pixels_per_meter(100.0));
/// // Seen from above, without gravity:
/// App::new().add_plugins(UmbraPlugin::default().with_gravity(Vec2::ZERO));
/// ```
#[derive(Clone)]
pub struct UmbraPlugin {
    config: SceneConfig,
    schedule: Interned<dyn ScheduleLabel>,
    length: StepLength,
    interpolates: bool,
}

/// The length of a step.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) enum StepLength {
    /// The delta of `Time` in the schedule.
    OfSchedule,
    /// This many seconds.
    Fixed(f32),
}

/// The sets of the physics, in this order, in its schedule.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PhysicsSystems {
    /// The step: changes go in, the scene steps, what moved comes out, events are told.
    Step,
    /// `RayCaster` and `ShapeCaster` look at the scene as it is after the step.
    Cast,
}

impl Default for UmbraPlugin {
    fn default() -> Self {
        Self {
            config: SceneConfig::default(),
            schedule: FixedPostUpdate.intern(),
            length: StepLength::OfSchedule,
            interpolates: true,
        }
    }
}

impl UmbraPlugin {
    /// For worlds that count in pixels: tolerances are for objects of about a metre, and gravity is
    /// that of the earth.
    #[must_use]
    pub fn pixels_per_meter(pixels: f32) -> Self {
        let usual = SceneConfig::default();
        let config = SceneConfig { length_unit: pixels, gravity: usual.gravity * pixels, ..usual };
        Self { config, ..Self::default() }
    }

    /// Sets the whole configuration of the scene: substeps, sleeping, thresholds.
    #[must_use]
    pub fn with_config(mut self, config: SceneConfig) -> Self {
        self.config = config;
        self
    }

    /// Sets the gravity, in units per second squared.
    #[must_use]
    pub fn with_gravity(mut self, gravity: Vec2) -> Self {
        self.config.gravity = vector(gravity);
        self
    }

    /// Runs in another schedule.
    #[must_use]
    pub fn in_schedule(mut self, schedule: impl ScheduleLabel) -> Self {
        self.schedule = schedule.intern();
        self
    }

    /// Steps by this many seconds, whatever `Time` says: for schedules without a clock, as those of
    /// rollback libraries.
    #[must_use]
    pub fn with_step_length(mut self, seconds: f32) -> Self {
        self.length = StepLength::Fixed(seconds);
        self
    }

    /// Shows all bodies where their last step left them.
    #[must_use]
    pub fn without_interpolation(mut self) -> Self {
        self.interpolates = false;
        self
    }

    fn scene(&self) -> PhysicsScene {
        PhysicsScene::new(self.config).unwrap_or_else(|error| {
            log::error!("configuration of the physics: {error}; the default is taken instead");
            default_scene()
        })
    }
}

/// A scene with the default configuration, which the engine accepts.
fn default_scene() -> PhysicsScene {
    PhysicsScene::new(SceneConfig::default()).expect("the default configuration is valid")
}

impl Plugin for UmbraPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(self.scene())
            .insert_resource(self.length)
            .insert_resource(Time::<Physics>::default())
            .init_resource::<Time>()
            .init_resource::<Pending>();
        add_messages(app);
        add_observers(app);
        settings::register(app);
        let systems = (
            step::step_physics.in_set(PhysicsSystems::Step),
            (
                casters::cast_rays.run_if(any_with_component::<RayCaster>),
                casters::cast_shapes.run_if(any_with_component::<ShapeCaster>),
            )
                .in_set(PhysicsSystems::Cast),
        );
        app.add_systems(self.schedule, systems.chain());
        if self.interpolates {
            app.insert_resource(interpolation::ShowsBetween)
                .init_resource::<Time<bevy_time::Fixed>>()
                .add_systems(
                    FixedFirst,
                    interpolation::put_back.run_if(any_with_component::<Motion>),
                )
                .add_systems(
                    RunFixedMainLoop,
                    interpolation::show
                        .run_if(any_with_component::<Motion>)
                        .in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
                );
        }
    }
}

fn add_messages(app: &mut App) {
    app.add_message::<CollisionStart>()
        .add_message::<CollisionEnd>()
        .add_message::<CollisionHit>()
        .add_message::<JointBroken>()
        .add_message::<BodySleep>()
        .add_message::<PhysicsError>();
}

fn add_observers(app: &mut App) {
    settings::observe(app);
    app.add_observer(pending::parent_inserted).add_observer(pending::parent_removed);
    observe_mass::<Mass>(app);
    observe_mass::<AngularInertia>(app);
    observe_mass::<CenterOfMass>(app);
}

fn observe_mass<T: Component>(app: &mut App) {
    app.add_observer(|event: On<Remove<T>>, mut pending: ResMut<Pending>| {
        pending.masses.push(event.event().entity);
    });
}
