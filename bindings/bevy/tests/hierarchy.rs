//! Children, parents and scales.
mod common;

use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;
use common::{Game, game, weightless};

fn child(game: &mut Game, parent: Entity, bundle: impl Bundle) -> Entity {
    game.add((bundle, ChildOf(parent)))
}

#[test]
fn children_with_colliders_make_compounds() {
    let mut game = weightless();
    let hammer = game.add((RigidBody::Dynamic, Transform::from_xyz(3.0, 0.0, 0.0)));
    child(&mut game, hammer, Collider::rectangle(0.2, 2.0));
    let head = child(
        &mut game,
        hammer,
        (Collider::rectangle(1.0, 0.5), Transform::from_xyz(0.0, 1.0, 0.0), ColliderDensity(4.0)),
    );
    game.steps(1);
    let body = game.body(hammer);
    assert_eq!(body.colliders().count(), 2);
    assert!((body.mass() - (0.4 + 2.0)).abs() < 1e-5);
    assert!((body.center_of_mass().y - 2.0 / 2.4).abs() < 1e-5);
    // A child that moves moves its collider.
    game.change::<Transform>(head, |transform| transform.translation.y = -1.0);
    game.steps(1);
    assert!((game.body(hammer).center_of_mass().y + 2.0 / 2.4).abs() < 1e-5);
    game.despawn(head);
    game.steps(1);
    assert!((game.body(hammer).mass() - 0.4).abs() < 1e-5);
}

#[test]
fn grandchildren_count_and_what_is_between_may_move() {
    let mut game = weightless();
    let body = game.add(RigidBody::Dynamic);
    let arm = child(&mut game, body, Transform::from_xyz(1.0, 0.0, 0.0));
    child(&mut game, arm, (Collider::circle(0.5), Transform::from_xyz(1.0, 0.0, 0.0)));
    game.steps(1);
    assert!((game.body(body).center_of_mass().x - 2.0).abs() < 1e-5);
    game.change::<Transform>(arm, |transform| {
        transform.rotation = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    });
    game.steps(1);
    let center = game.body(body).center_of_mass();
    assert!((center.x - 1.0).abs() < 1e-5 && (center.y - 1.0).abs() < 1e-5);
}

#[test]
fn scales_of_parents_count() {
    let mut game = weightless();
    let level = game.add(Transform::from_scale(Vec3::splat(2.0)));
    let body = child(
        &mut game,
        level,
        (RigidBody::Dynamic, Collider::rectangle(1.0, 1.0), Transform::from_xyz(3.0, 0.0, 0.0)),
    );
    game.steps(1);
    assert_eq!(game.body(body).position().x, 6.0);
    assert!((game.body(body).mass() - 4.0).abs() < 1e-5);
    game.change::<Transform>(body, |transform| transform.scale = Vec3::new(2.0, 1.0, 1.0));
    game.steps(1);
    assert!((game.body(body).mass() - 8.0).abs() < 1e-5);
    assert_eq!(game.at(body).x, 3.0);
}

#[test]
fn uneven_scales_make_ellipses_and_mirrors_mirror() {
    let mut game = weightless();
    let wheel = game.add((
        RigidBody::Dynamic,
        Collider::circle(1.0),
        Transform::from_scale(Vec3::new(2.0, 1.0, 1.0)),
    ));
    let ramp = game.add((
        RigidBody::Dynamic,
        Collider::triangle(Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(3.0, 3.0)),
        Transform::from_xyz(20.0, 0.0, 0.0).with_scale(Vec3::new(-1.0, 1.0, 1.0)),
    ));
    game.steps(1);
    let area = std::f32::consts::TAU;
    assert!((game.body(wheel).mass() - area).abs() < 0.06);
    assert!((game.body(ramp).center_of_mass().x - 18.0).abs() < 1e-4);
}

#[test]
fn bodies_below_entities_are_written_as_their_parents_see_them() {
    let mut game = game();
    let level = game.add(
        Transform::from_xyz(10.0, 5.0, 0.0)
            .with_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2))
            .with_scale(Vec3::splat(2.0)),
    );
    let body = child(&mut game, level, (RigidBody::Dynamic, Collider::circle(0.1)));
    game.steps(30);
    let world = game.body(body).position();
    assert!(world.x == 10.0 && world.y < 4.5, "{world}");
    let local = game.at(body);
    assert!((local.x - (world.y - 5.0) / 2.0).abs() < 1e-5 && local.y.abs() < 1e-5, "{local}");
    // A parent that is moved takes its bodies along.
    game.change::<Transform>(level, |transform| transform.translation.x = 30.0);
    game.steps(1);
    assert!((game.body(body).position().x - 30.0).abs() < 1e-4);
    let shown = game.get::<GlobalTransform>(body).translation();
    assert!((shown.x - 30.0).abs() < 1e-4);
}

#[test]
fn bodies_below_entities_may_come_after_the_first_step() {
    let mut game = game();
    game.steps(2);
    let level = game.add(Transform::from_xyz(10.0, 5.0, 0.0));
    let body = child(&mut game, level, (RigidBody::Dynamic, Collider::circle(0.1)));
    game.steps(30);
    let (world, local) = (game.body(body).position(), game.at(body));
    assert!(world.y < 4.5 && (local.y - (world.y - 5.0)).abs() < 1e-5, "{world} {local}");
    game.change::<Transform>(level, |transform| transform.translation.x = 30.0);
    game.steps(1);
    assert!((game.body(body).position().x - 30.0).abs() < 1e-4);
}

#[test]
fn bodies_below_bodies_move_on_their_own() {
    let mut game = game();
    let carrier = game.add((RigidBody::Dynamic, Collider::circle(0.2), GravityScale(-1.0)));
    let rider = child(
        &mut game,
        carrier,
        (RigidBody::Dynamic, Collider::circle(0.2), Transform::from_xyz(5.0, 0.0, 0.0)),
    );
    game.steps(30);
    let [up, down] = [carrier, rider].map(|entity| game.body(entity).position());
    assert!(up.y > 1.0 && (down.y + up.y).abs() < 1e-3, "{up} {down}");
    assert_eq!(game.body(carrier).colliders().count(), 1);
    let shown = game.get::<GlobalTransform>(rider).translation();
    assert!((shown.y - down.y).abs() < 0.2, "{shown} {down}");
}

#[test]
fn colliders_change_bodies_with_their_parents() {
    let mut game = weightless();
    let [one, two] = [0.0, 10.0]
        .map(|x| game.add((RigidBody::Dynamic, Mass(1.0), Transform::from_xyz(x, 0.0, 0.0))));
    let part = child(&mut game, one, Collider::circle(0.5));
    game.steps(1);
    assert_eq!(game.body(one).colliders().count(), 1);
    game.insert(part, ChildOf(two));
    game.steps(1);
    assert_eq!([one, two].map(|entity| game.body(entity).colliders().count()), [0, 1]);
    // A body that comes in between takes the collider.
    let inner = child(&mut game, two, (RigidBody::Dynamic, Mass(1.0)));
    game.insert(part, ChildOf(inner));
    game.steps(1);
    assert_eq!([two, inner].map(|entity| game.body(entity).colliders().count()), [0, 1]);
    game.remove::<ChildOf>(part);
    game.steps(1);
    assert!(!game.body(part).is_dynamic());
    // Despawned parents take all with them.
    game.despawn(two);
    game.steps(1);
    assert_eq!(game.physics().body_count(), 2);
}
