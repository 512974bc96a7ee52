//! A cannon with its aiming line: where the ball will fly, bounce and hit, computed before it is fired, and then compared.
//!
//! `cargo run --release --example aim` draws out/aim.svg and prints how long a prediction takes.

#![allow(clippy::print_stdout, reason = "this program prints what happened")]

use std::process::ExitCode;
use std::time::Instant;

use umbra::prelude::*;
use umbra_scenes::examples;
use umbra_scenes::verdict::Verdict;

const DT: Real = 1.0 / 60.0;
const STEPS: u32 = 120;
const SHOT: [Real; 2] = [12.0, 7.0];

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    examples::no_arguments("A cannon with its aiming line; draws out/aim.svg.");
    let mut scene = Scene::new(SceneConfig::default())?;
    let (ball, crates) = fill(&mut scene)?;
    let mut predictor = Predictor::new();
    let shot = Predict::new(STEPS, DT).body(ball).velocity(ball, SHOT);
    let path = predictor.predict_with(&scene, &shot)?.bodies()[0].clone();
    for touch in path.touches() {
        let struck = touch.other_body.is_some_and(|body| crates.contains(&body));
        let name = if struck { "a crate" } else { "the level" };
        println!("after {:.2} s, the ball touches {name} at {:.2}", touch.time, touch.point);
    }
    let until_crates = path
        .touches()
        .iter()
        .find(|touch| touch.other_body.is_some_and(|body| crates.contains(&body)));
    draw(&scene, &path)?;
    time(&scene, &mut predictor, &shot)?;

    // It flies as it was foretold, to the last bit until it strikes the crates.
    scene.body_mut(ball)?.set_velocity(SHOT)?;
    let exact_until = until_crates.map_or(STEPS, |touch| touch.step.saturating_sub(5)) as usize;
    let (mut same, mut apart) = (true, 0.0_f32);
    for (step, pose) in path.poses().iter().enumerate() {
        let real = scene.body(ball)?.pose();
        same &= step > exact_until || *pose == real;
        apart = apart.max((pose.translation.vector - real.translation.vector).norm());
        scene.step(DT)?;
    }
    let mut verdict = Verdict::default();
    verdict.say(until_crates.is_some(), "the ball strikes the crates");
    verdict.say(same, "until then, every bit is as predicted");
    verdict.at_most("greatest distance from the prediction", apart, 0.2, "m");
    Ok(verdict.exit_code())
}

/// Ground, a slope, a wall, crates that sleep before it, and the ball before the muzzle.
fn fill(scene: &mut Scene) -> Result<(BodyKey, Vec<BodyKey>), umbra::Error> {
    let stone = |half: [Real; 2]| Collider::cuboid(half[0], half[1]).restitution(0.4);
    scene.add(Body::fixed().position([0.0, -0.5]), [stone([30.0, 0.5])])?;
    scene.add(Body::fixed().position([8.0, 0.0]).angle(0.3), [stone([2.0, 0.3])])?;
    scene.add(Body::fixed().position([18.5, 3.0]), [stone([0.5, 3.0])])?;
    let mut crates = vec![];
    for row in 0..4 {
        for column in 0..3 {
            let at = [15.0 + 1.02 * column as Real, 0.5 + row as Real];
            crates
                .push(scene.add(Body::dynamic().position(at).sleeping(true), [stone([0.5, 0.5])])?);
        }
    }
    let ball = Body::dynamic().position([-2.0, 1.0]).bullet(true).sleeping(true);
    let ball = scene.add(ball, [Collider::circle(0.3).density(3.0).restitution(0.5)])?;
    scene.step(DT)?;
    Ok((ball, crates))
}

fn draw(scene: &Scene, path: &Predicted) -> Result<(), Box<dyn std::error::Error>> {
    let view = Aabb { min: Point::new(-4.0, -1.0), max: Point::new(20.0, 7.0) };
    let mut picture = SvgDraw::new().view(view)?.scale(32.0)?.opacity(0.9)?;
    scene.debug_draw(&mut picture, DebugOptions { view: Some(view), ..DebugOptions::default() })?;
    let color = DebugColor::hex(0xd04020);
    let points: Vec<Point> = path.points().collect();
    for pair in points.chunks_exact(2).step_by(2) {
        picture.segment(pair[0], pair[1], color);
    }
    for touch in path.touches() {
        picture.point(touch.point, color);
        picture.arrow(touch.point, touch.normal * 0.8, color);
    }
    picture.save("out/aim.svg")?;
    println!("drawn in out/aim.svg");
    Ok(())
}

fn time(scene: &Scene, predictor: &mut Predictor, shot: &Predict) -> Result<(), umbra::Error> {
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let start = Instant::now();
        predictor.predict_with(scene, shot)?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{STEPS} steps take {:.2} ms", 1e3 * best);
    Ok(())
}
