//! Ragdolls and limbs as the defaults solve them.

use umbra_play::build::{self, RagdollSettings};

use crate::common::{add, at, scene};
use crate::prelude::*;

fn ground(scene: &mut Scene) {
    add(scene, Body::fixed(), Collider::cuboid(40.0, 1.0).at([0.0, -1.0]));
}

/// When all sleep, in seconds, and the farthest that a joint ever was past its limits, in degrees.
fn fall(scene: &mut Scene, hz: Real, seconds: Real) -> [Real; 2] {
    let joints: Vec<_> = scene.joints().collect();
    let (mut time, mut past): (Real, Real) = (0.0, 0.0);
    while time < seconds && (time == 0.0 || scene.stats().awake_bodies > 0) {
        scene.step(1.0 / hz).unwrap();
        time += 1.0 / hz;
        let of = |joint: &JointKey| scene.joint(*joint).unwrap().angular_separation();
        past = joints.iter().map(of).fold(past, Real::max);
    }
    [time, past.to_degrees()]
}

#[test]
fn ragdolls_that_fall_come_to_rest_and_keep_their_limits() {
    for (hz, most) in [(60.0, 6.0), (120.0, 4.0)] {
        for case in 0_u8..20 {
            let mut scene = scene(9.81, SolverConfig::default());
            ground(&mut scene);
            let settings = RagdollSettings { mirrored: case % 2 == 0, ..Default::default() };
            let high = 0.3 + 0.15 * Real::from(case);
            let doll = build::ragdoll_with(&mut scene, [0.0, high], &settings).unwrap();
            for bone in &doll.bodies {
                let spin = 0.3 * Real::from(case) - 3.0;
                scene.body_mut(*bone).unwrap().set_velocity([spin, 0.0]).unwrap();
            }
            let [time, past] = fall(&mut scene, hz, 12.0);
            assert!(time < 12.0, "case {case} at {hz} Hz does not come to rest");
            assert!(past < most, "{past} degrees, case {case} at {hz} Hz");
        }
    }
}

#[test]
fn piles_of_ragdolls_come_to_rest() {
    for case in 0_u8..4 {
        let mut scene = scene(9.81, SolverConfig::default());
        ground(&mut scene);
        for x in [-2.5, 2.5] {
            add(&mut scene, Body::fixed(), Collider::cuboid(0.5, 6.0).at([x, 6.0]));
        }
        for doll in 0_u8..8 {
            let x = 0.3 * Real::from(doll % 3) - 0.3 + 0.05 * Real::from(case);
            build::ragdoll(&mut scene, [x, 0.1 + 1.9 * Real::from(doll)]).unwrap();
        }
        let [time, past] = fall(&mut scene, 60.0, 12.0);
        assert!(time < 12.0 && past < 25.0, "pile {case}: {time} s, {past} degrees");
    }
}

/// Links that swing freely into their limits: those give nothing back.
#[test]
fn limits_give_no_energy_back() {
    for (hz, spin) in [(60.0, 17.0), (120.0, 25.0), (240.0, 12.0)] {
        let mut scene = scene(0.0, SolverConfig::default());
        let mut links = vec![];
        for index in 0_u8..5 {
            let place = Body::dynamic().position([0.8 * Real::from(index), 0.0]);
            let link = add(&mut scene, place, Collider::capsule([-0.3, 0.0], [0.3, 0.0], 0.1));
            if let Some(before) = links.last() {
                let pin = [0.8 * Real::from(index) - 0.4, 0.0];
                let joint = Joint::revolute(*before, link, pin).limits(-0.4, 0.6);
                scene.add_joint(joint).unwrap();
            }
            links.push(link);
        }
        // Links turn against one another about their middles, which their joints turn into a motion of all.
        for (index, link) in links.iter().enumerate() {
            let spin = if index % 2 == 0 { spin } else { -spin };
            scene.body_mut(*link).unwrap().set_angular_velocity(spin).unwrap();
        }
        scene.step(1.0 / hz).unwrap();
        let (mut least, mut back): (Real, Real) = (scene.energy(), 0.0);
        let start = least;
        for _ in 0..(3.0 * hz) as usize {
            scene.step(1.0 / hz).unwrap();
            back = back.max(scene.energy() - least);
            least = least.min(scene.energy());
        }
        let [_, past] = fall(&mut scene, hz, 0.5);
        assert!(back < 0.01 * start, "{back} of {start} at {hz} Hz");
        assert!(at(&scene, links[0]).velocity().norm().is_finite() && past < 1.5, "{past}");
    }
}
