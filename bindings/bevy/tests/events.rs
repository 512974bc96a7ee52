//! Messages, observer events and lists of what touches.
mod common;

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;
use common::{Game, game, weightless};

fn floor(game: &mut Game) -> Entity {
    game.add((Collider::rectangle(40.0, 1.0), Transform::from_xyz(0.0, -0.5, 0.0)))
}

fn ball(game: &mut Game, y: f32) -> Entity {
    game.add((RigidBody::Dynamic, Collider::circle(0.5), Transform::from_xyz(0.0, y, 0.0)))
}

#[test]
fn collisions_start_and_end_as_messages_and_observer_events() {
    #[derive(Resource, Default)]
    struct Seen(Vec<(Entity, Entity, bool)>);
    let mut game = game();
    game.app.init_resource::<Seen>();
    let floor = floor(&mut game);
    let ball = ball(&mut game, 1.0);
    let world = game.app.world_mut();
    world.entity_mut(ball).observe(|event: On<CollisionStart>, mut seen: ResMut<Seen>| {
        seen.0.push((event.collider1, event.collider2, true));
    });
    world.add_observer(|event: On<CollisionEnd>, mut seen: ResMut<Seen>| {
        seen.0.push((event.collider1, event.collider2, false));
    });
    let mut starts = Vec::new();
    for _ in 0..60 {
        game.steps(1);
        starts.extend(game.messages::<CollisionStart>());
    }
    assert_eq!(starts.len(), 1);
    assert!(!starts[0].is_sensor);
    let pair = [starts[0].body1, starts[0].body2];
    assert!(pair.contains(&floor) && pair.contains(&ball));
    assert_eq!(game.app.world().resource::<Seen>().0, [(ball, floor, true)]);
    game.change::<Transform>(ball, |transform| transform.translation.y = 9.0);
    game.steps(1);
    assert_eq!(game.messages::<CollisionEnd>().len(), 1);
    // Without an entity, an observer hears both sides.
    let ends = &game.app.world().resource::<Seen>().0[1..];
    assert_eq!(ends.len(), 2);
    assert!(ends.contains(&(ball, floor, false)) && ends.contains(&(floor, ball, false)));
}

#[test]
fn a_despawned_entity_is_named_by_the_end() {
    let mut game = game();
    floor(&mut game);
    let ball = ball(&mut game, 0.5);
    game.steps(10);
    game.messages::<CollisionStart>();
    game.despawn(ball);
    game.steps(1);
    let ends = game.messages::<CollisionEnd>();
    assert_eq!(ends.len(), 1);
    assert!([ends[0].collider1, ends[0].collider2].contains(&ball));
}

#[test]
fn lists_of_what_touches_follow() {
    let mut game = game();
    let floor = floor(&mut game);
    let ball = ball(&mut game, 0.5);
    game.insert(ball, CollidingEntities::default());
    game.steps(10);
    assert_eq!(game.get::<CollidingEntities>(ball).iter().collect::<Vec<_>>(), [floor]);
    // A list that comes late has what touches already.
    game.insert(floor, CollidingEntities::default());
    assert!(game.get::<CollidingEntities>(floor).contains(ball));
    game.change::<Transform>(ball, |transform| transform.translation.y = 9.0);
    game.steps(1);
    assert!(game.get::<CollidingEntities>(ball).is_empty());
    assert!(game.get::<CollidingEntities>(floor).is_empty());
}

#[test]
fn sensors_report_what_passes() {
    let mut game = weightless();
    let coin = game.add((Collider::circle(0.3), Sensor, Transform::from_xyz(3.0, 0.0, 0.0)));
    let player =
        game.add((RigidBody::Dynamic, Collider::circle(0.4), LinearVelocity::new(6.0, 0.0)));
    game.insert(coin, CollidingEntities::default());
    let (mut starts, mut ends, mut listed) = (0, 0, 0);
    for _ in 0..60 {
        game.steps(1);
        starts += game.messages::<CollisionStart>().iter().filter(|start| start.is_sensor).count();
        ends += game.messages::<CollisionEnd>().iter().filter(|end| end.is_sensor).count();
        listed += game.get::<CollidingEntities>(coin).len();
    }
    assert_eq!((starts, ends), (1, 1));
    assert!(listed > 5);
    assert!((game.at(player).x - 6.0).abs() < 1e-3);
    game.remove::<Sensor>(coin);
    game.change::<Transform>(player, |transform| transform.translation.x = 0.0);
    game.steps(60);
    assert!(game.at(player).x < 2.5);
}

#[test]
fn hits_sleep_and_waking_are_messages() {
    let mut game = game();
    floor(&mut game);
    let ball = ball(&mut game, 3.0);
    game.insert(ball, HitEvents);
    let (mut speeds, mut sleeps) = (Vec::new(), Vec::new());
    for _ in 0..240 {
        game.steps(1);
        speeds.extend(game.messages::<CollisionHit>().iter().map(|hit| hit.speed));
        sleeps.extend(game.messages::<BodySleep>());
    }
    assert!(speeds.first().is_some_and(|speed| (*speed - 7.0).abs() < 0.3), "{speeds:?}");
    assert_eq!(sleeps, [BodySleep { entity: ball, is_asleep: true }]);
    game.insert(ball, ExternalImpulse::new(Vec2::new(0.0, 1.0)));
    game.steps(2);
    assert_eq!(game.messages::<BodySleep>(), [BodySleep { entity: ball, is_asleep: false }]);
}

#[test]
fn an_observer_may_despawn_what_it_hears_of() {
    let mut game = game();
    floor(&mut game);
    let ball = ball(&mut game, 0.5);
    game.app.world_mut().entity_mut(ball).observe(
        |event: On<CollisionStart>, mut commands: Commands| {
            commands.entity(event.collider1).despawn();
        },
    );
    game.steps(5);
    assert!(game.app.world().get_entity(ball).is_err());
    assert_eq!(game.physics().body_count(), 1);
}
