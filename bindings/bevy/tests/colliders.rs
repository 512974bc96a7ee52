//! Shapes, materials, layers, sensors, platforms and tile maps.
mod common;

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;
use common::{Game, game, weightless};

fn points(all: &[[f32; 2]]) -> Vec<Vec2> {
    all.iter().map(|at| Vec2::from_array(*at)).collect()
}

#[test]
fn every_constructor_gives_its_area() {
    let square = points(&[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]);
    let corner = points(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]);
    let parts = vec![
        (Vec2::ZERO, 0.0, Collider::rectangle(1.0, 1.0)),
        (Vec2::new(5.0, 0.0), 0.5, Collider::circle(1.0)),
    ];
    let pi = std::f32::consts::PI;
    let table = [
        (Collider::circle(1.0), pi),
        (Collider::ball(1.0), pi),
        (Collider::ellipse(2.0, 1.0), 2.0 * pi),
        (Collider::rectangle(2.0, 3.0), 6.0),
        (Collider::cuboid(2.0, 3.0), 24.0),
        (Collider::round_rectangle(2.0, 2.0, 0.5), 4.0 - (1.0 - pi / 4.0)),
        (Collider::capsule(1.0, 2.0), 4.0 + pi),
        (Collider::capsule_endpoints(1.0, Vec2::ZERO, Vec2::new(2.0, 0.0)), 4.0 + pi),
        (Collider::triangle(Vec2::ZERO, Vec2::X, Vec2::Y), 0.5),
        (Collider::regular_polygon(1.0, 4), 2.0),
        (Collider::convex_polygon(square.clone()), 4.0),
        (Collider::round_convex_polygon(square.clone(), 0.5), 4.0 - (1.0 - pi / 4.0)),
        (Collider::convex_hull(square), 4.0),
        (Collider::concave(corner), 3.0),
        (Collider::compound(parts), 1.0 + pi),
    ];
    let mut game = weightless();
    let bodies: Vec<_> = table
        .iter()
        .enumerate()
        .map(|(index, (collider, _))| {
            let at = Transform::from_xyz(20.0 * index as f32, 0.0, 0.0);
            game.add((RigidBody::Dynamic, collider.clone(), at))
        })
        .collect();
    game.steps(1);
    for (entity, (collider, area)) in bodies.into_iter().zip(table) {
        let mass = game.body(entity).mass();
        assert!((mass - area).abs() < 0.01 * area, "{collider:?}: {mass}, not {area}");
    }
}

#[test]
fn lines_hold_what_lies_on_them() {
    let lines = [
        Collider::segment(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0)),
        Collider::polyline(points(&[[-5.0, 0.0], [0.0, 0.0], [5.0, 0.0]]), None),
        Collider::polyline(
            points(&[[-5.0, 0.0], [5.0, 0.0], [0.0, 0.0]]),
            Some(vec![[0, 2], [2, 1]]),
        ),
        Collider::polyline_loop(points(&[[-5.0, 0.0], [5.0, 0.0], [0.0, -5.0]])),
        Collider::heightfield(vec![0.0; 5], Vec2::new(10.0, 1.0)),
    ];
    for line in lines {
        let mut game = game();
        let name = format!("{line:?}");
        game.add(line);
        let ball = game.add((
            RigidBody::Dynamic,
            Collider::circle(0.5),
            Transform::from_xyz(1.0, 1.0, 0.0),
        ));
        game.steps(90);
        assert!((game.at(ball).y - 0.5).abs() < 0.02, "{name}: {}", game.at(ball));
    }
}

#[test]
fn a_changed_collider_changes_its_shape() {
    let mut game = weightless();
    let body = game.add((RigidBody::Dynamic, Collider::rectangle(1.0, 1.0)));
    game.steps(1);
    game.change::<Collider>(body, |collider| *collider = Collider::rectangle(2.0, 1.0));
    game.steps(1);
    assert!((game.body(body).mass() - 2.0).abs() < 1e-5);
    let parts = vec![
        (Vec2::ZERO, 0.0, Collider::rectangle(1.0, 1.0)),
        (Vec2::new(3.0, 0.0), 0.0, Collider::rectangle(2.0, 1.0)),
    ];
    game.change::<Collider>(body, |collider| *collider = Collider::compound(parts));
    game.steps(1);
    assert!((game.body(body).mass() - 3.0).abs() < 1e-5);
    assert_eq!(game.physics().collider_count(), 1);
}

#[test]
fn friction_and_restitution_are_inherited_from_the_body() {
    let mut game = game();
    let body = game.add((RigidBody::Static, Friction::new(0.25), Restitution::new(0.5)));
    let parts = [0, 1].map(|_| game.add((Collider::circle(0.5), ChildOf(body))));
    game.insert(parts[0], Friction::new(0.75));
    let frictions = |game: &Game| {
        game.body(body)
            .colliders()
            .map(|key| game.physics().collider(key).map_or(0.0, |collider| collider.friction()))
            .collect::<Vec<_>>()
    };
    game.steps(1);
    assert_eq!(frictions(&game), [0.75, 0.25]);
    game.change::<Friction>(body, |friction| friction.coefficient = 0.125);
    game.remove::<Friction>(parts[0]);
    game.steps(1);
    assert_eq!(frictions(&game), [0.125, 0.125]);
}

#[test]
fn layers_decide_what_meets() {
    #[derive(PhysicsLayer, Default, Clone, Copy)]
    enum Layer {
        #[default]
        World,
        Player,
        Coin,
    }
    assert_eq!([Layer::World, Layer::Player, Layer::Coin].map(|layer| layer.to_bits()), [1, 2, 4]);
    assert_eq!(Layer::all_bits(), 7);
    let mut game = game();
    game.add((Collider::rectangle(40.0, 1.0), Transform::from_xyz(0.0, -0.5, 0.0)));
    let coin = CollisionLayers::new(Layer::Coin, Layer::World);
    let ball = |y| (RigidBody::Dynamic, Collider::circle(0.5), Transform::from_xyz(0.0, y, 0.0));
    let coins = [1.0, 3.0].map(|y| game.add((ball(y), coin)));
    let player = game.add((ball(5.0), CollisionLayers::new(Layer::Player, LayerMask::ALL)));
    game.steps(180);
    for entity in [coins[0], coins[1], player] {
        assert!((game.at(entity).y - 0.5).abs() < 0.02, "{}", game.at(entity));
    }
    game.remove::<CollisionLayers>(player);
    game.change::<CollisionLayers>(coins[0], |layers| layers.filters = LayerMask::ALL);
    game.steps(120);
    assert!(game.at(player).distance(game.at(coins[0])) > 0.9);
}

#[test]
fn platforms_hold_from_above_and_let_drop() {
    let mut game = game();
    game.add((
        Collider::rectangle(4.0, 0.2),
        OneWayPlatform(Vec2::Y),
        Transform::from_xyz(0.0, 2.0, 0.0),
    ));
    let player = game.add((
        RigidBody::Dynamic,
        Collider::capsule(0.3, 0.8),
        LockedAxes::ROTATION_LOCKED,
        LinearVelocity::new(0.0, 9.0),
    ));
    game.steps(180);
    assert!((game.at(player).y - 2.8).abs() < 0.02, "{}", game.at(player));
    game.insert(player, DropThrough);
    game.steps(2);
    game.remove::<DropThrough>(player);
    game.steps(45);
    assert!(game.at(player).y < 1.5);
}

#[test]
fn disabled_colliders_touch_nothing() {
    let mut game = game();
    let floor = game.add((Collider::rectangle(4.0, 1.0), ColliderDisabled));
    let ball = game.add((
        RigidBody::Dynamic,
        Collider::circle(0.5),
        RigidBodyDisabled,
        Transform::from_xyz(0.0, 3.0, 0.0),
    ));
    game.steps(30);
    assert_eq!(game.at(ball).y, 3.0);
    game.remove::<RigidBodyDisabled>(ball);
    game.steps(60);
    assert!(game.at(ball).y < -0.5);
    game.remove::<ColliderDisabled>(floor);
    game.change::<Transform>(ball, |transform| transform.translation.y = 3.0);
    game.steps(120);
    assert!((game.at(ball).y - 1.0).abs() < 0.02);
}

#[test]
fn tile_maps_hold_and_can_be_dug() {
    let mut game = game();
    let map = TileMap::from_text(1.0, "#####\n#####", |_| Cell::Full);
    let map = game.add((map, Friction::new(0.5), Transform::from_xyz(-2.5, -2.0, 0.0)));
    let ball =
        game.add((RigidBody::Dynamic, Collider::circle(0.4), Transform::from_xyz(0.0, 1.0, 0.0)));
    game.steps(90);
    assert!((game.at(ball).y - 0.4).abs() < 0.02, "{}", game.at(ball));
    game.change::<TileMap>(map, |map| map.set_cell([2, 1], Cell::Empty));
    game.steps(90);
    assert!((game.at(ball).y + 0.6).abs() < 0.02, "{}", game.at(ball));
    game.change::<TileMap>(map, |map| map.set_cell([2, 0], Cell::Empty));
    game.change::<TileMap>(map, |map| map.set_cell([2, -1], Cell::Full));
    game.steps(90);
    assert!((game.at(ball).y + 1.6).abs() < 0.02, "{}", game.at(ball));
    // Cells stay when the map comes into the scene again.
    let cells = game.get::<TileMap>(map);
    game.remove::<TileMap>(map);
    game.insert(map, cells);
    game.steps(30);
    assert!((game.at(ball).y + 1.6).abs() < 0.05, "{}", game.at(ball));
}
