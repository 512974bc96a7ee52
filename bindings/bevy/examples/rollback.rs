//! Rollback with ggrs: a session that goes back seven frames in each frame, steps them again and
//! compares the hashes. `cargo run --release --features rollback --example rollback`.
#![allow(clippy::print_stdout, reason = "the example prints what it shows")]

use std::error::Error;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_math::Vec2;
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;
use ggrs::{GgrsRequest, PredictRepeatLast, SessionBuilder, SyncTestSession};

const FRAMES: i32 = 600;
const DISTANCE: usize = 7;

/// The schedule of a frame of the game.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Frame;

/// The types of the game for the netcode. Moments stay in `PhysicsSnapshots`.
#[derive(Debug)]
struct Rules;

impl ggrs::Config for Rules {
    type Input = u8;
    type InputPredictor = PredictRepeatLast;
    type State = ();
    type Address = std::net::SocketAddr;
}

/// What the players press in this frame: a bit each for left, right and jump.
#[derive(Resource, Default)]
struct Inputs([u8; 2]);

#[derive(Component)]
struct Player(usize);

fn main() -> Result<(), Box<dyn Error>> {
    let mut app = game();
    let mut session: SyncTestSession<Rules> = SessionBuilder::new()
        .with_num_players(2)?
        .with_check_distance(DISTANCE)
        .start_synctest_session()?;
    let mut steps = 0;
    for frame in 0..FRAMES {
        for player in 0..2 {
            session.add_local_input(player, pressed(frame, player))?;
        }
        for request in session.advance_frame()? {
            steps += serve(&mut app, request)?;
        }
    }
    let physics = app.world().resource::<PhysicsScene>();
    println!("{FRAMES} frames, {steps} steps, hash {:016x}", physics.state_hash());
    Ok(())
}

fn game() -> App {
    let mut app = App::new();
    let physics = UmbraPlugin::default()
        .in_schedule(Frame)
        .with_step_length(1.0 / 60.0)
        .without_interpolation();
    app.add_plugins((TransformPlugin, physics))
        .insert_resource(PhysicsSnapshots::new(DISTANCE + 2))
        .init_resource::<Inputs>()
        .add_systems(Frame, play.before(PhysicsSystems::Step));
    spawn(app.world_mut());
    app
}

fn spawn(world: &mut World) {
    world.spawn((Collider::rectangle(30.0, 1.0), Transform::from_xyz(0.0, -0.5, 0.0)));
    for wall in [-15.0, 15.0] {
        world.spawn((Collider::rectangle(1.0, 30.0), Transform::from_xyz(wall, 15.0, 0.0)));
    }
    for index in 0..40_u8 {
        let at = Vec2::new(f32::from(index % 8) * 1.2 - 4.2, 0.5 + f32::from(index / 8));
        let at = Transform::from_translation(at.extend(0.0));
        world.spawn((RigidBody::Dynamic, Collider::rectangle(1.0, 1.0), at));
    }
    for player in 0..2_u8 {
        world.spawn((
            Player(player.into()),
            RigidBody::Dynamic,
            Collider::circle(0.5),
            ColliderDensity(2.0),
            Transform::from_xyz(f32::from(player) * 20.0 - 10.0, 0.5, 0.0),
        ));
    }
}

/// Does what the netcode asks for. Returns the number of steps.
fn serve(app: &mut App, request: GgrsRequest<Rules>) -> Result<u32, Box<dyn Error>> {
    match request {
        GgrsRequest::SaveGameState { cell, frame } => {
            let hash = PhysicsSnapshots::save(app.world_mut(), frame)?;
            cell.save(frame, Some(()), Some(hash.into()));
        }
        GgrsRequest::LoadGameState { frame, .. } => {
            PhysicsSnapshots::load(app.world_mut(), frame)?;
        }
        GgrsRequest::AdvanceFrame { inputs } => {
            app.insert_resource(Inputs([inputs[0].0, inputs[1].0]));
            app.world_mut().run_schedule(Frame);
            return Ok(1);
        }
    }
    Ok(0)
}

/// Dice play for the players.
fn pressed(frame: i32, player: usize) -> u8 {
    let mut bits = (frame / 9) as u64 * 2 + player as u64 + 1;
    for _ in 0..3 {
        bits = (bits ^ bits >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    (bits >> 40) as u8 & 7
}

fn play(inputs: Res<Inputs>, mut players: Query<(&Player, &mut LinearVelocity)>) {
    for (player, mut velocity) in &mut players {
        let pressed = |bit: u8| inputs.0[player.0] & bit != 0;
        velocity.0.x += 0.5 * (f32::from(pressed(2)) - f32::from(pressed(1)));
        if pressed(4) && velocity.0.y.abs() < 0.01 {
            velocity.0.y = 6.0;
        }
    }
}
