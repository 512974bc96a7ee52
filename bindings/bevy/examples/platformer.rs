//! A player runs through a level of tiles, jumps on a platform and takes coins: components alone.
//! Without a window, played by a script; the last picture goes to `platformer.svg`.
//! `cargo run --example platformer`.
#![allow(clippy::print_stdout, reason = "the example prints what it shows")]

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Dir2, Vec2};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;
use umbra::{DebugOptions, DrawScene, SvgDraw};

const LEVEL: &str = "
    #......................................#
    #......................................#
    #......................c...............#
    #...................=======............#
    #..............c.......................#
    #............####..................c...#
    #........./##########..............##..#
    ########################...#############
    ########################################
";

#[derive(PhysicsLayer, Default, Clone, Copy)]
enum Layer {
    #[default]
    World,
    Player,
    Coin,
}

#[derive(Component, Default)]
struct Player {
    run: f32,
    jump: bool,
}

#[derive(Component)]
struct Coin;

#[derive(Resource, Default)]
struct Score(u32);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, UmbraPlugin::default()))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .init_resource::<Score>()
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, (play, walk).chain());
    for _ in 0..540 {
        app.update();
    }
    let physics = app.world().resource::<PhysicsScene>();
    let mut picture = SvgDraw::new().scale(24.0)?;
    physics.debug_draw(&mut picture, DebugOptions::default())?;
    picture.save("platformer.svg")?;
    println!("score {}, hash {:016x}", app.world().resource::<Score>().0, physics.state_hash());
    Ok(())
}

fn spawn(mut commands: Commands) {
    let ramp = Cell::Slope { rises: umbra::Side::Right, ramp: umbra::Ramp::Steep, ceiling: false };
    let map = TileMap::from_text(1.0, LEVEL, |letter| match letter {
        '#' => Cell::Full,
        '/' => ramp,
        '=' => Cell::OneWay,
        _ => Cell::Empty,
    });
    commands.spawn((map, Friction::new(0.3)));
    for at in letters('c') {
        commands
            .spawn((
                Coin,
                Collider::circle(0.3),
                Sensor,
                CollisionLayers::new(Layer::Coin, Layer::Player),
                Transform::from_translation(at.extend(0.0)),
            ))
            .observe(take);
    }
    commands.spawn((
        Player::default(),
        RigidBody::Dynamic,
        Collider::capsule(0.35, 0.8),
        LockedAxes::ROTATION_LOCKED,
        SleepingDisabled,
        Friction::ZERO.with_combine_rule(CombineRule::Minimum),
        CollisionLayers::new(Layer::Player, [Layer::World, Layer::Coin]),
        ShapeCaster::new(Collider::circle(0.3), Vec2::new(0.0, -0.4), 0.0, Dir2::NEG_Y)
            .with_max_distance(0.12),
        Transform::from_xyz(2.0, 3.0, 0.0),
    ));
    // Crates to push.
    for x in [6.5, 21.5] {
        let at = Transform::from_xyz(x, 3.0, 0.0);
        commands.spawn((
            RigidBody::Dynamic,
            Collider::rectangle(0.8, 0.8),
            ColliderDensity(0.3),
            at,
        ));
    }
}

/// Middles of the cells with a letter.
fn letters(letter: char) -> impl Iterator<Item = Vec2> {
    let rows = LEVEL.trim().lines().rev().enumerate();
    rows.flat_map(move |(row, line)| {
        let cells = line.trim().char_indices().filter(move |(_, found)| *found == letter);
        cells.map(move |(column, _)| Vec2::new(column as f32, row as f32) + 0.5)
    })
}

fn take(event: On<CollisionStart>, mut commands: Commands, mut score: ResMut<Score>) {
    score.0 += 1;
    commands.entity(event.collider1).despawn();
}

/// The script: run to the right, and jump where it is too high.
fn play(mut players: Query<(&mut Player, &LinearVelocity)>) {
    for (mut player, velocity) in &mut players {
        player.run = 6.0;
        player.jump = velocity.0.x < 2.0;
    }
}

fn walk(mut players: Query<(&Player, &ShapeHits, &mut LinearVelocity)>) {
    for (player, ground, mut velocity) in &mut players {
        let is_on_ground = ground.iter().any(|hit| hit.normal.y > 0.5);
        velocity.0.x += (player.run - velocity.0.x).clamp(-0.8, 0.8);
        if player.jump && is_on_ground {
            velocity.0.y = 9.0;
        }
    }
}
