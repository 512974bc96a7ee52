//! A ball that is thrown, bounces and rolls away.
//!
//! `cargo run --release --example hello` prints when it hits the ground and where it ends up, and
//! draws its way into `out/hello.svg`.

#![allow(clippy::print_stdout, reason = "printing is what this example is for")]

use umbra::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    umbra_scenes::examples::no_arguments(
        "A ball is thrown, bounces and rolls away: prints its hits, draws its way into out/hello.svg.",
    );
    let mut scene =
        Scene::new(SceneConfig { gravity: Vector::new(0.0, -9.81), ..Default::default() })?;

    scene.add(Body::fixed(), [Collider::cuboid(50.0, 0.5).friction(0.6)])?; // half extents

    let ball = scene.add_body(Body::dynamic().position([0.0, 10.0]).velocity([1.0, 0.0]))?;
    let shape = Collider::circle(0.5).density(1.0).restitution(0.8).hit_events(true);
    scene.add_collider(ball, shape)?;

    let mut picture = SvgDraw::new().view(Aabb::new([-1.5, -1.0], [10.5, 11.0])?)?.scale(50.0)?;
    let mut before = Point::new(0.0, 10.0);
    for step in 0..600 {
        scene.step(1.0 / 60.0)?;
        for event in scene.contact_events() {
            if let ContactEvent::Hit { point, speed, .. } = event {
                let seconds = f64::from(step) / 60.0;
                println!(
                    "{seconds:5.2} s: hits the ground at x = {:.2} with {speed:.2} m/s",
                    point.x
                );
                picture.point(*point, DebugColor::hex(0xc1121f));
            }
        }
        if let Ok(ball) = scene.body(ball) {
            picture.segment(before, ball.position(), DebugColor::hex(0xf2c57c));
            before = ball.position();
        }
    }
    println!("after 10 s at {:.2}, {:.2}", before.x, before.y);

    scene.debug_draw(&mut picture, DebugOptions::default())?;
    picture.save("out/hello.svg")?;
    println!("drawn in out/hello.svg");
    Ok(())
}
