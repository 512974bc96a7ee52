//! Bodies that are not quite round roll as their inertia demands.

use crate::common::{DT, add, at, run, scene, solvers};
use umbra::prelude::*;

#[test]
fn a_rounded_square_rolls_at_the_acceleration_of_its_inertia() {
    let (angle, half, radius) = (0.25_f32, 0.5_f32, 0.498_f32);
    for solver in solvers() {
        let mut scene = scene(10.0, solver);
        let plane = Collider::cuboid(100.0, 1.0).friction(1.0);
        add(&mut scene, Body::fixed().angle(-angle), plane);
        let up = Vector::new(angle.sin(), angle.cos()) * (1.0 + half);
        let square = Collider::rounded_cuboid(half, half, radius).friction(1.0);
        let body = Body::dynamic().position(Point::from(up)).angle(-angle);
        let body = add(&mut scene, body, square);
        // It turns once while its outline passes once: four sides of 4 mm and a circle.
        let lever = radius + 8.0 * (half - radius) / std::f32::consts::TAU;
        let ratio = at(&scene, body).inertia() / (at(&scene, body).mass() * lever * lever);
        assert!((ratio - 0.5).abs() < 0.01, "nearly a disc: {ratio}");
        // Pushed, or it would stay on its side.
        let start_speed = 0.5;
        let downhill = Vector::new(angle.cos(), -angle.sin());
        let mut edit = scene.body_mut(body).unwrap();
        edit.set_velocity(downhill * start_speed).unwrap();
        edit.set_angular_velocity(-start_speed / lever).unwrap();
        let start = at(&scene, body).position();
        run(&mut scene, 120);
        let rolled = (at(&scene, body).position() - start).norm();
        let acceleration = 10.0 * angle.sin() / (1.0 + ratio);
        let h = DT / solver.substeps as Real;
        let expected = start_speed * 2.0 + 0.5 * acceleration * 2.0 * (2.0 + h);
        assert!((rolled / expected - 1.0).abs() < 0.01, "{rolled} for {expected}, {solver:?}");
    }
}
