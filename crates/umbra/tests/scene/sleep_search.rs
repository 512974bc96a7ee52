//! When islands are looked at for whether they may sleep.

use crate::common::{DT, add, at, ground, run, scene};
use umbra::prelude::*;

#[test]
fn when_an_island_falls_asleep_does_not_depend_on_what_is_far_away() {
    let steps = 150;
    // The poses and velocities of some boxes after each step, and whether they are awake.
    let told = |far_away: &dyn Fn(&mut Scene)| -> Vec<(u64, bool)> {
        let mut scene = scene(10.0, SolverConfig::default());
        ground(&mut scene, |collider| collider);
        let boxes: Vec<_> = (0..6_u8)
            .flat_map(|pile| {
                let drop = Body::dynamic()
                    .position([3.0 * Real::from(pile), 0.52 + 0.07 * Real::from(pile)]);
                [add(&mut scene, drop, Collider::cuboid(0.5, 0.5))]
            })
            .collect();
        far_away(&mut scene);
        (0..steps)
            .flat_map(|_| {
                scene.step(DT).unwrap();
                let body = |key: &BodyKey| {
                    let body = at(&scene, *key);
                    let (p, v) = (body.position(), body.velocity());
                    let bits = [p.x, p.y, v.x, v.y, body.angle()].map(Real::to_bits);
                    let hash = bits.iter().fold(7_u64, |hash, bits| {
                        (hash ^ u64::from(*bits)).wrapping_mul(0x100_0000_01b3).rotate_left(9)
                    });
                    (hash, body.is_awake())
                };
                boxes.iter().map(body).collect::<Vec<_>>()
            })
            .collect()
    };
    let alone = told(&|_| ());
    let restless = |scene: &mut Scene| {
        let body = Body::dynamic().position([60.0, 0.5]).can_sleep(false);
        add(scene, body, Collider::cuboid(0.5, 0.5));
        let beside = Body::dynamic().position([61.0, 0.5]);
        add(scene, beside, Collider::cuboid(0.5, 0.5));
    };
    assert!(told(&restless) == alone, "something that may not sleep");
    let late = |scene: &mut Scene| {
        for drop in 0..9_u8 {
            let body =
                Body::dynamic().position([60.0 + Real::from(drop), 0.5 + 0.1 * Real::from(drop)]);
            add(scene, body, Collider::circle(0.3));
        }
    };
    assert!(told(&late) == alone, "things that come to rest later");
    let driven = |scene: &mut Scene| {
        let hub = add(scene, Body::fixed().position([60.0, 9.0]), Collider::circle(0.1));
        let wheel = add(scene, Body::dynamic().position([60.0, 9.0]), Collider::circle(0.5));
        scene.add_joint(Joint::revolute(hub, wheel, [60.0, 9.0]).motor(1.0, 100.0)).unwrap();
    };
    assert!(told(&driven) == alone, "a wheel that is driven");
}

/// A scene without gravity in which a search for islands that may sleep has just found none, with a
/// delay of eight seconds: of two that touch, one may not sleep.
fn tired_in_vain() -> Scene {
    let mut scene = scene(0.0, SolverConfig::default());
    scene.config_mut().sleep.delay = 8.0;
    add(&mut scene, Body::dynamic().can_sleep(false), Collider::circle(0.5));
    add(&mut scene, Body::dynamic().position([1.0, 0.0]), Collider::circle(0.5));
    run(&mut scene, 482);
    scene
}

#[test]
fn a_pause_of_the_search_ends_when_the_configuration_changes() {
    for switched_off in [false, true] {
        let mut scene = tired_in_vain();
        if switched_off {
            scene.config_mut().sleep.enabled = false;
            run(&mut scene, 200);
            scene.config_mut().sleep.enabled = true;
        }
        scene.config_mut().sleep.delay = 0.1;
        let body = Body::dynamic().position([9.0, 0.0]);
        let body = add(&mut scene, body, Collider::circle(0.5));
        // Six steps, and an eighth of that.
        run(&mut scene, 9);
        assert!(!at(&scene, body).is_awake(), "switched off: {switched_off}");
    }
}
