//! Recorded motion: a scene is stepped, and the tight boxes of its bodies are recorded.

use umbra::prelude::*;
use umbra_benches::boxes::World;
use umbra_geom::Aabb;

/// Half the side of a box that tumbles.
const HALF: f32 = 0.125;
/// Steps until everything has come loose.
const UNTIL_LOOSE: usize = 240;

/// `columns` times `columns` boxes in a square drum that turns by 25 degrees a second, recorded for
/// `frames` frames of a sixtieth of a second once they tumble.
pub fn drum(columns: usize, frames: usize) -> World {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let side = columns as f32 * 2.0 * HALF;
    let drum = Body::kinematic().angular_velocity(25_f32.to_radians());
    let drum = scene.add_body(drum).unwrap();
    let reach = 0.9 * side;
    for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        let wall = if y == 0.0 { [1.0, reach + 1.0] } else { [reach + 1.0, 1.0] };
        let wall =
            Collider::cuboid(wall[0], wall[1]).offset(Pose::translation(x * reach, y * reach));
        scene.add_collider(drum, wall).unwrap();
    }
    let mut boxes = Vec::new();
    for index in 0..columns * columns {
        let place = |number: usize| (number as f32 - 0.5 * columns as f32) * 2.4 * HALF;
        let body = Body::dynamic().position([place(index % columns), place(index / columns)]);
        let body = scene.add_body(body).unwrap();
        scene.add_collider(body, Collider::cuboid(HALF, HALF)).unwrap();
        boxes.push(body);
    }
    let mut record = Vec::new();
    for frame in 0..UNTIL_LOOSE + frames {
        scene.step(1.0 / 60.0).unwrap();
        if frame >= UNTIL_LOOSE {
            record.push(boxes.iter().map(|body| tight(&scene, *body)).collect());
        }
    }
    World::recorded(format!("{} in a drum, recorded", super::thousands(columns * columns)), record)
}

/// The box around a square body.
fn tight(scene: &Scene, body: BodyKey) -> Aabb {
    let body = scene.body(body).unwrap();
    let (sin, cos) = body.angle().sin_cos();
    let center = body.position();
    Aabb { min: center, max: center }.grown(HALF * (sin.abs() + cos.abs()))
}
