//! Bounces that take nothing keep all there is, however many there are.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use common::{DT, add, at, kinetic_energy, scene};
use umbra::prelude::*;

#[test]
fn ten_thousand_bounces_keep_their_energy() {
    for restitution in [RestitutionModel::Newton, RestitutionModel::Propagating] {
        let solver =
            SolverConfig { restitution_threshold: 0.0, restitution, ..SolverConfig::default() };
        let mut scene = scene(0.0, solver);
        let lively = |collider: Collider| collider.restitution(1.0).friction(0.0);
        for (x, y, width, height) in [
            (-6.0, 0.0, 1.0, 7.0),
            (6.0, 0.0, 1.0, 7.0),
            (0.0, -6.0, 7.0, 1.0),
            (0.0, 6.0, 7.0, 1.0),
        ] {
            let wall = lively(Collider::cuboid(width, height));
            add(&mut scene, Body::fixed().position([x, y]), wall);
        }
        let ball = Body::dynamic().position([3.0, -1.0]).velocity([31.0, 17.0]);
        let ball = add(&mut scene, ball, lively(Collider::circle(0.5)));
        let start = kinetic_energy(&scene);
        let mut bounces = 0_usize;
        while bounces < 10_000 {
            let before = at(&scene, ball).velocity();
            scene.step(DT).unwrap();
            bounces += usize::from(before != at(&scene, ball).velocity());
        }
        let ratio = kinetic_energy(&scene) / start;
        assert!((ratio - 1.0).abs() < 1e-3, "{ratio} with {restitution:?}");
        assert!(at(&scene, ball).position().coords.amax() < 5.0);
    }
}
