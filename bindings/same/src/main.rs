//! Builds the scene that every binding builds, steps it and prints its state hash.
//!
//! All numbers are exact in `f32`, so a binding that builds the scene from numbers of its own
//! language comes to the same bits.
use umbra::{Error, prelude::*};

/// A pile of boxes that a ball strikes, beside a capsule that swings from a pin.
fn scene() -> Result<Scene, Error> {
    let mut scene =
        Scene::new(SceneConfig { gravity: Vector::new(0.0, -10.0), ..SceneConfig::default() })?;
    let ground = scene
        .add(Body::fixed().position([0.0, -0.5]), [Collider::cuboid(20.0, 0.5).friction(0.6)])?;
    for row in 0..8_u8 {
        for column in 0..8 - row {
            let x = f32::from(column) - f32::from(7 - row) * 0.5;
            let body = Body::dynamic().position([x, 0.5 + f32::from(row)]);
            scene.add(body, [Collider::cuboid(0.5, 0.5)])?;
        }
    }
    let ball = Body::dynamic().position([-12.0, 3.0]).linear_velocity([15.0, 2.0]);
    scene.add(ball, [Collider::circle(0.4).density(5.0).restitution(0.5)])?;
    let bob = Body::dynamic().position([6.0, 6.0]);
    let bob = scene.add(bob, [Collider::capsule([-0.5, 0.0], [0.5, 0.0], 0.25)])?;
    scene.add_joint(Joint::revolute(ground, bob, [6.0, 8.0]))?;
    Ok(scene)
}

fn main() -> Result<(), Error> {
    let mut scene = scene()?;
    for _ in 0..300 {
        scene.step(1.0 / 60.0)?;
    }
    println!("{:016x}", scene.state_hash());
    Ok(())
}
