//! A billiards break on a table that takes no energy: 15 balls, a cue ball at 10 m/s, 10 seconds.
//!
//! `cargo run --release --example billiards` prints energy and momentum once a second and draws
//! the ways of the balls up to half a second after the blow into `out/billiards.svg`.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use umbra::prelude::*;
use umbra_scenes::examples::{self, BALL_RADIUS, TABLE};

const STEPS_PER_SECOND: u32 = 120;
/// When the picture is taken, in steps: the cue ball needs 0.12 s to the rack.
const PICTURE: u32 = 72;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    examples::no_arguments(
        "A rack is broken at 10 m/s: prints energy and momentum once a second, draws out/billiards.svg.",
    );
    let def = umbra_scenes::find("billiards").ok_or("the scene is missing")?;
    let mut running = def.set_up(SceneConfig::default())?;
    let balls: Vec<BodyKey> = running
        .scene
        .bodies()
        .filter(|key| running.scene.body(*key).is_ok_and(|b| b.kind() == BodyKind::Dynamic))
        .collect();
    let mut picture = table()?;
    let start = kinetic_energy(&running.scene, &balls);

    println!("  time     energy     change    momentum x         y");
    for step in 0..=10 * STEPS_PER_SECOND {
        let scene = &running.scene;
        if step.is_multiple_of(STEPS_PER_SECOND) || step == STEPS_PER_SECOND / 5 {
            let energy = kinetic_energy(scene, &balls);
            let momentum = momentum(scene, &balls);
            println!(
                "{:5.1} s {energy:8.4} J {:+8.4} %  {:+9.5}  {:+9.5} kg m/s",
                f64::from(step) / f64::from(STEPS_PER_SECOND),
                100.0 * (energy / start - 1.0),
                momentum[0],
                momentum[1]
            );
        }
        if step == PICTURE {
            draw_balls(scene, &balls, &mut picture);
        }
        let before: Vec<_> = balls.iter().map(|&key| place(scene, key)).collect();
        running.step(1.0 / STEPS_PER_SECOND as f32)?;
        if step < PICTURE {
            for (index, (&key, before)) in balls.iter().zip(before).enumerate() {
                picture.segment(before, place(&running.scene, key), color(index));
            }
        }
    }
    picture.save("out/billiards.svg")?;
    println!("drawn in out/billiards.svg");
    Ok(())
}

fn place(scene: &Scene, ball: BodyKey) -> Point {
    scene.body(ball).map_or(Point::origin(), |body| body.position())
}

fn kinetic_energy(scene: &Scene, balls: &[BodyKey]) -> f64 {
    balls
        .iter()
        .filter_map(|key| scene.body(*key).ok())
        .map(|b| f64::from(b.kinetic_energy()))
        .sum()
}

fn momentum(scene: &Scene, balls: &[BodyKey]) -> [f64; 2] {
    balls.iter().filter_map(|key| scene.body(*key).ok()).fold([0.0; 2], |[x, y], ball| {
        let (mass, velocity) = (f64::from(ball.mass()), ball.velocity());
        [x + mass * f64::from(velocity.x), y + mass * f64::from(velocity.y)]
    })
}

/// The cloth and the cushions.
fn table() -> Result<SvgDraw, umbra::Error> {
    let [length, width] = TABLE;
    let border = 0.1;
    let view = Aabb::from_half_extents([0.0, 0.0], [length + border, width + border])?;
    let mut picture = SvgDraw::new().view(view)?.scale(320.0)?.opacity(1.0)?;
    let wood = Polygon::cuboid(length + border, width + border)?.into();
    let cloth = Polygon::cuboid(length, width)?.into();
    picture.shape(&wood, &Pose::identity(), DebugColor::hex(0x7f5539));
    picture.shape(&cloth, &Pose::identity(), DebugColor::hex(0x2f8f6b));
    Ok(picture)
}

fn draw_balls(scene: &Scene, balls: &[BodyKey], picture: &mut SvgDraw) {
    for (index, &key) in balls.iter().enumerate() {
        let Ok(ball) = scene.body(key) else { continue };
        picture.circle(ball.position(), BALL_RADIUS, ball.rotation(), color(index));
    }
}

/// The cue ball is white, the others have the colours of the rack.
fn color(index: usize) -> DebugColor {
    let colors = [0xf4d35e, 0x3a6ea5, 0xe4572e, 0x7b4b94, 0xf29e4c, 0x9ad29c, 0xa63a50];
    DebugColor::hex(if index == 0 { 0xffffff } else { colors[(index - 1) % colors.len()] })
}
