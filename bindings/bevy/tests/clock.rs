//! The clock, and interpolation between steps.
mod common;

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_time::Time;
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;
use common::{Game, game_with};

/// A step is 1/60 s; bodies move one unit in it.
fn moving() -> (Game, Entity) {
    let mut game = game_with(UmbraPlugin::default().with_gravity(Vec2::ZERO));
    let body =
        game.add((RigidBody::Dynamic, Collider::circle(0.5), LinearVelocity::new(60.0, 0.0)));
    (game, body)
}

const STEP: f32 = 1.0 / 60.0;

#[test]
fn frames_between_steps_show_what_lies_between() {
    let (mut game, body) = moving();
    game.frame(STEP * 2.01);
    let mut last = game.at(body).x;
    // A third of a step each: motion is even.
    for _ in 0..30 {
        game.frame(STEP / 3.0);
        let now = game.at(body).x;
        assert!((now - last - 1.0 / 3.0).abs() < 0.01, "{last} {now}");
        last = now;
    }
    let shown = game.get::<GlobalTransform>(body).translation().x;
    assert_eq!(shown, game.at(body).x);
}

#[test]
fn fixed_systems_see_the_body_where_the_step_left_it() {
    #[derive(Resource, Default)]
    struct Seen(Vec<f32>);
    let (mut game, body) = moving();
    game.app.init_resource::<Seen>().add_systems(
        bevy_app::FixedUpdate,
        move |bodies: Query<&Transform>, mut seen: ResMut<Seen>| {
            seen.0.extend(bodies.get(body).map(|transform| transform.translation.x));
        },
    );
    for _ in 0..20 {
        game.frame(STEP * 0.7);
    }
    let seen = &game.app.world().resource::<Seen>().0;
    for (index, x) in seen.iter().enumerate() {
        assert!((x - index as f32).abs() < 1e-3, "{seen:?}");
    }
}

#[test]
fn teleports_are_not_blended() {
    let (mut game, body) = moving();
    game.frame(STEP * 3.5);
    game.change::<Transform>(body, |transform| transform.translation = bevy_math::Vec3::ZERO);
    game.frame(STEP * 0.25);
    assert_eq!(game.at(body), Vec2::ZERO);
    game.frame(STEP * 0.5);
    // A step from the new place, a quarter of which is shown.
    let x = game.at(body).x;
    assert!(x > 0.0 && x < 0.5, "{x}");
    assert!((game.body(body).position().x - 1.0).abs() < 1e-3);
}

#[test]
fn bodies_at_rest_and_static_ones_are_not_written() {
    let (mut game, _) = moving();
    let wall = game.add((RigidBody::Static, Collider::circle(0.5)));
    let rest = game.add((RigidBody::Dynamic, Transform::from_xyz(0.0, 9.0, 0.0)));
    game.frame(STEP * 2.0);
    let since = game.app.world().read_change_tick();
    game.frame(STEP * 0.5);
    game.frame(STEP * 0.5);
    let world = game.app.world();
    for entity in [wall, rest] {
        let ticks = world.entity(entity).get_change_ticks::<Transform>().expect("it is there");
        assert!(!ticks.is_changed(since, world.read_change_tick()));
    }
}

#[test]
fn without_interpolation_bodies_are_where_steps_left_them() {
    let (mut game, body) = moving();
    game.insert(body, NoInterpolation);
    game.frame(STEP * 3.5);
    assert!((game.at(body).x - 3.0).abs() < 1e-3);
}

#[test]
fn the_clock_pauses_and_scales() {
    let (mut game, body) = moving();
    game.steps(10);
    game.app.world_mut().resource_mut::<Time<Physics>>().pause();
    game.frame(STEP * 0.4);
    let before = game.at(body);
    game.frame(STEP * 1.0);
    let paused = game.at(body);
    for _ in 0..5 {
        game.frame(STEP * 0.7);
        assert_eq!(game.at(body), paused);
    }
    assert!((paused.x - 10.0).abs() < 1e-3, "{before} {paused}");
    // Changes go in while the physics stands still.
    game.change::<Transform>(body, |transform| transform.translation.x = 100.0);
    game.steps(1);
    assert_eq!(game.body(body).position().x, 100.0);
    let mut clock = game.app.world_mut().resource_mut::<Time<Physics>>();
    clock.unpause();
    clock.set_relative_speed(0.5);
    clock.set_relative_speed(f32::NAN);
    clock.set_relative_speed(-1.0);
    assert_eq!(clock.relative_speed(), 0.5);
    game.steps(10);
    assert!((game.body(body).position().x - 105.0).abs() < 1e-3);
}
