//! Drawing with gizmos, without a renderer: the lines are read back from the asset of the group.
#![cfg(feature = "debug")]
mod common;

use std::any::TypeId;

use bevy_app::TaskPoolPlugin;
use bevy_asset::{AssetPlugin, Assets};
use bevy_gizmos::{GizmoAsset, GizmoHandles, GizmoPlugin};
use bevy_math::{Vec2, Vec3};
use bevy_time::Time;
use bevy_transform::prelude::*;
use bevy_umbra::{PhysicsGizmos, prelude::*};
use common::{Game, game_with_more};

const STEP: f32 = 1.0 / 60.0;

fn drawn_with(plugin: UmbraPlugin) -> Game {
    game_with_more(plugin.with_gravity(Vec2::ZERO), |app| {
        app.add_plugins((
            TaskPoolPlugin::default(),
            AssetPlugin::default(),
            GizmoPlugin,
            PhysicsDebugPlugin,
        ));
    })
}

fn drawn() -> Game {
    drawn_with(UmbraPlugin::default().without_interpolation())
}

/// Ends of all lines of the last frame.
fn points(game: &Game) -> Vec<Vec2> {
    let world = game.app.world();
    let handles = world.resource::<GizmoHandles>().handles();
    let Some(Some(handle)) = handles.get(&TypeId::of::<PhysicsGizmos>()) else {
        return Vec::new();
    };
    let asset = world.resource::<Assets<GizmoAsset>>().get(handle).expect("the asset is there");
    let buffer = asset.buffer();
    assert_eq!(buffer.list_positions.len(), buffer.list_colors.len());
    assert_eq!(buffer.strip_positions.len(), buffer.strip_colors.len());
    // Strips end with a point that is not a number.
    let all = buffer.list_positions.iter().chain(&buffer.strip_positions);
    all.filter(|point| point.is_finite()).copied().map(Vec3::truncate).collect()
}

/// Least and greatest coordinates of what is drawn.
fn bounds(game: &Game) -> [Vec2; 2] {
    let points = points(game);
    assert!(!points.is_empty(), "nothing is drawn");
    let min = points.iter().copied().fold(Vec2::INFINITY, Vec2::min);
    let max = points.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
    [min, max]
}

fn middle(game: &Game) -> Vec2 {
    let [min, max] = bounds(game);
    0.5 * (min + max)
}

fn at(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

#[test]
fn outlines_are_as_large_as_the_shapes() {
    let half = Vec2::new(0.5, 0.5);
    let corners = vec![Vec2::new(-1.0, -0.5), Vec2::new(1.0, -0.5), Vec2::new(0.0, 1.0)];
    let shapes = [
        (Collider::circle(0.5), -half, half),
        (Collider::rectangle(2.0, 1.0), Vec2::new(-1.0, -0.5), Vec2::new(1.0, 0.5)),
        (Collider::round_rectangle(2.0, 1.0, 0.2), Vec2::new(-1.0, -0.5), Vec2::new(1.0, 0.5)),
        (Collider::capsule(0.5, 1.0), Vec2::new(-0.5, -1.0), Vec2::new(0.5, 1.0)),
        (Collider::convex_hull(corners), Vec2::new(-1.0, -0.5), Vec2::new(1.0, 1.0)),
        (Collider::segment(Vec2::ZERO, Vec2::new(2.0, 1.0)), Vec2::ZERO, Vec2::new(2.0, 1.0)),
    ];
    for (shape, min, max) in shapes {
        let mut game = drawn();
        let name = format!("{shape:?}");
        game.add((RigidBody::Static, shape, at(3.0, 4.0)));
        game.steps(1);
        let found = bounds(&game);
        let place = Vec2::new(3.0, 4.0);
        for (found, expected) in found.into_iter().zip([min + place, max + place]) {
            assert!(found.distance(expected) < 1e-3, "{name}: {found} instead of {expected}");
        }
    }
}

#[test]
fn parts_can_be_switched_off_and_on() {
    let mut game = drawn();
    game.add((RigidBody::Dynamic, Collider::circle(0.5), LinearVelocity::new(10.0, 0.0)));
    game.steps(2);
    let shapes = points(&game).len();
    let debug = |game: &mut Game, change: fn(&mut PhysicsDebug)| {
        change(&mut game.app.world_mut().resource_mut::<PhysicsDebug>());
        game.steps(1);
        points(game).len()
    };
    assert!(debug(&mut game, |debug| debug.options.velocities = true) > shapes);
    assert!(debug(&mut game, |debug| debug.options = umbra::DebugOptions::all()) > shapes);
    assert_eq!(debug(&mut game, |debug| debug.enabled = false), 0);
    let bare = |debug: &mut PhysicsDebug| {
        *debug = PhysicsDebug::default();
        debug.options.shapes = false;
    };
    assert_eq!(debug(&mut game, bare), 0);
}

#[test]
fn joints_contacts_and_tile_maps_are_drawn() {
    let mut game = drawn();
    let map = TileMap::from_text(1.0, "##\n##", |_| Cell::Full);
    game.add((map, at(20.0, 0.0)));
    let [a, b] = [0.0, 3.0]
        .map(|x| game.add((RigidBody::Dynamic, Collider::rectangle(1.0, 1.0), at(x, 0.0))));
    game.steps(1);
    let without = points(&game).len();
    assert!(points(&game).iter().any(|point| point.x > 19.0), "the map is drawn");
    let joint = game.add(Joint::distance(a, b));
    game.steps(1);
    assert!(points(&game).len() > without, "the joint is drawn");
    game.despawn(joint);
    game.steps(1);
    assert_eq!(points(&game).len(), without);
    game.add((RigidBody::Dynamic, Collider::rectangle(1.0, 1.0), at(0.99, 0.0)));
    game.steps(1);
    let shapes = points(&game).len();
    let mut debug = game.app.world_mut().resource_mut::<PhysicsDebug>();
    (debug.options.contacts, debug.options.normals) = (true, true);
    game.steps(1);
    assert!(points(&game).len() > shapes, "contacts are drawn");
}

#[test]
fn outlines_are_where_the_transforms_are() {
    let plugins = [UmbraPlugin::default(), UmbraPlugin::default().without_interpolation()];
    for plugin in plugins {
        let mut game = drawn_with(plugin);
        let ball =
            game.add((RigidBody::Dynamic, Collider::circle(0.5), LinearVelocity::new(60.0, 0.0)));
        for _ in 0..10 {
            game.frame(STEP * 0.7);
        }
        assert!(game.at(ball).x > 3.0);
        // In the frames of one fixed step and of the next ones.
        for frame in 0..12 {
            game.frame(STEP * 0.3);
            let (shown, outline) = (game.at(ball), middle(&game));
            assert!(shown.distance(outline) < 1e-3, "frame {frame}: {shown} {outline}");
        }
        game.app.world_mut().resource_mut::<Time<Physics>>().pause();
        game.frame(STEP);
        for frame in 0..12 {
            game.frame(STEP * 0.3);
            let (shown, outline) = (game.at(ball), middle(&game));
            assert!(shown.distance(outline) < 1e-3, "paused, {frame}: {shown} {outline}");
        }
        game.app.world_mut().resource_mut::<Time<Physics>>().unpause();
        game.frame(STEP);
        game.change::<Transform>(ball, |transform| transform.translation.x = -100.0);
        game.frame(STEP * 1.3);
        let (shown, outline) = (game.at(ball), middle(&game));
        assert!(shown.distance(outline) < 1e-3, "teleported: {shown} {outline}");
    }
}
