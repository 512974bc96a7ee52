//! A game loop: frames of any length, steps of a fixed one, a player, a lift, events.
//!
//! `cargo run --release --example game_loop` plays 20 seconds of a level with a player who runs to
//! the right, jumps over what is in the way and waits at edges, prints what happens to whom, and draws the level
//! and the way of the player, as the frames showed it, into `out/game_loop.svg`.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use umbra::prelude::*;
use umbra_scenes::examples;

const SECONDS: f32 = 20.0;
/// How fast the player runs and jumps, in metres per second.
const RUN: f32 = 3.5;
const JUMP: f32 = 6.5;
/// Where the player stops.
const GOAL: f32 = 20.0;

/// What the game knows of its player.
struct Player {
    body: BodyKey,
    jumps: u32,
    touched: u32,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    examples::no_arguments(
        "20 seconds of a level with a player, crates and a lift: prints what happens, draws\nout/game_loop.svg.",
    );
    let def = umbra_scenes::find("platforms").ok_or("the scene is missing")?;
    let running = def.set_up(SceneConfig::default())?;
    let (mut scene, roles) = (running.scene, running.roles);
    let body = roles.marked.ok_or("the level has no player")?;
    let lift = roles.driven.ok_or("the level has no lift")?;
    let mut player = Player { body, jumps: 0, touched: 0 };

    let view = Aabb::new([-17.5, -1.6], [23.5, 7.0])?;
    let mut picture = SvgDraw::new().view(view)?.scale(28.0)?;
    let mut timestep = FixedTimestep::new(60.0)?;
    let (mut frames, mut steps, mut time) = (0_u32, 0_u32, 0.0);
    let mut shown: Option<Point> = None;
    while time < SECONDS {
        // A machine that is busy with other things: frames of 7 to 29 ms.
        let frame = 0.007 + 0.022 * ((frames * 37 % 100) as f32 / 100.0);
        time += frame;
        frames += 1;
        timestep.advance(frame, |dt| {
            player.steer(&mut scene)?;
            scene.body_mut(lift)?.move_to(examples::lift_at(steps), dt)?;
            steps += 1;
            scene.step(dt)?;
            player.listen(&scene, steps as f32 * dt);
            Ok(())
        })?;

        // What a window would show: between the last two steps, so that nothing stutters.
        let pose = scene.body(player.body)?.interpolated_pose(timestep.alpha());
        let now = Point::from(pose.translation.vector);
        if let Some(before) = shown {
            picture.segment(before, now, DebugColor::hex(0x9ecae9));
        }
        shown = Some(now);
    }

    let at = shown.unwrap_or(Point::origin());
    println!("{frames} frames, {steps} steps: the player is at {:.2}, {:.2}", at.x, at.y);
    println!("{} jumps, {} things touched", player.jumps, player.touched);
    scene.debug_draw(&mut picture, DebugOptions { contacts: true, ..DebugOptions::default() })?;
    picture.save("out/game_loop.svg")?;
    println!("drawn in out/game_loop.svg");
    Ok(())
}

impl Player {
    /// Runs to the right; waits at an edge; jumps over what is in the way, if there is ground to jump
    /// from.
    fn steer(&mut self, scene: &mut Scene) -> Result<(), umbra::Error> {
        let Ok(body) = scene.body(self.body) else { return Ok(()) };
        let (feet, speed) = (body.position() - Vector::new(0.0, 0.65), body.velocity());
        let not_me = QueryFilter { exclude: Some(self.body), ..QueryFilter::default() };
        // What carries the player, and how fast that moves itself.
        let foot = Circle::new(0.3)?.into();
        let above_feet = pose(feet + Vector::new(0.0, 0.25), 0.0);
        let below = scene.cast_shape(&foot, above_feet, [0.0, -0.15], not_me);
        let on_ground = below.is_some_and(|hit| hit.normal.y > 0.7);
        let carried = below
            .and_then(|hit| scene.body(hit.body).map(|body| body.velocity_at(hit.point)).ok())
            .unwrap_or(Vector::zeros());
        let blocked = scene.cast_ray(feet + Vector::new(0.0, 0.2), [0.9, 0.0], not_me).is_some();
        // Thicker than a ray, so that a crack between two floors is no edge.
        let ahead = pose(feet + Vector::new(0.7, 0.4), 0.0);
        let at_an_edge = on_ground && scene.cast_shape(&foot, ahead, [0.0, -1.7], not_me).is_none();

        let stops = at_an_edge || feet.x > GOAL;
        let mut velocity = Vector::new(if stops { carried.x } else { RUN }, speed.y);
        if blocked && !stops && on_ground && speed.y - carried.y < 0.5 {
            velocity.y = carried.y + JUMP;
            self.jumps += 1;
        }
        match scene.body_mut(self.body) {
            Ok(mut body) => body.set_velocity(velocity),
            Err(_) => Ok(()),
        }
    }

    /// Prints what the step reported.
    fn listen(&mut self, scene: &Scene, seconds: f32) {
        for event in scene.contact_events() {
            match *event {
                // Walls that the player runs against are not worth a word.
                ContactEvent::Hit { bodies, point, normal, speed, .. }
                    if bodies.contains(&self.body) && normal.y.abs() > 0.7 =>
                {
                    let at = format!("{:.1}, {:.1}", point.x, point.y);
                    println!("{seconds:5.2} s: the player lands at {at} with {speed:.1} m/s");
                }
                ContactEvent::Hit { bodies, point, speed, .. } if !bodies.contains(&self.body) => {
                    let at = format!("{:.1}, {:.1}", point.x, point.y);
                    println!("{seconds:5.2} s: a crate is hit at {at} with {speed:.1} m/s");
                }
                ContactEvent::Begin { bodies, .. } if bodies.contains(&self.body) => {
                    self.touched += 1;
                }
                _ => {}
            }
        }
        for event in scene.body_events() {
            let what = match event {
                BodyEvent::FellAsleep { .. } => "falls asleep",
                BodyEvent::Woke { .. } => "wakes",
                _ => "is lost",
            };
            println!("{seconds:5.2} s: a body {what}");
        }
    }
}
