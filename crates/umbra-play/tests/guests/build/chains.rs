//! Ropes that hold, bridges that bear, dolls that fall, cloth that hangs.

use umbra_play::build::{
    self, Bone, BridgeSettings, ClothSettings, End, RagdollSettings, RopeSettings,
};

use crate::common::{DT, add, at, ground, run, scene};
use crate::prelude::*;

/// From the first hinge to the last, along all hinges.
fn length(scene: &Scene, joints: &[JointKey]) -> Real {
    let ends = joints.windows(2).map(|pair| {
        let [a, b] = [pair[0], pair[1]].map(|key| scene.joint(key).unwrap().anchor_a());
        (a - b).norm()
    });
    ends.sum()
}

/// How far the worst of these joints is open.
fn open(scene: &Scene, joints: &[JointKey]) -> Real {
    joints.iter().map(|key| scene.joint(*key).unwrap().separation()).fold(0.0, Real::max)
}

fn settle(scene: &mut Scene, seconds: usize, bodies: &[BodyKey]) -> bool {
    for _ in 0..60 * seconds {
        run(scene, 1);
        if bodies.iter().all(|key| !at(scene, *key).is_awake()) {
            return true;
        }
    }
    false
}

#[test]
fn a_rope_holds_an_end_a_hundred_times_as_heavy() {
    for rate in [30.0, 60.0, 120.0] {
        let mut scene = scene(9.81, SolverConfig::default());
        let settings = RopeSettings { links: 20, ..RopeSettings::default() };
        let rope = build::rope_with(&mut scene, [0.0, 5.0], [4.0, 5.0], &settings).unwrap();
        let link = at(&scene, rope.bodies[0]).mass();
        let load = Collider::circle(0.3).mass(100.0 * link);
        let load = add(&mut scene, Body::dynamic().position([4.0, 5.0]), load);
        let hook = Joint::revolute(rope.bodies[19], load, [4.0, 5.0]);
        let hook = scene.add_joint(hook).unwrap();
        let mut joints = rope.joints.clone();
        joints.push(hook);
        let mut longest: Real = 0.0;
        for _ in 0..(10.0 * rate) as usize {
            scene.step(1.0 / rate).unwrap();
            let end = (at(&scene, load).position() - Point::new(0.0, 5.0)).norm();
            longest = longest.max(end).max(length(&scene, &joints));
        }
        assert!(longest < 4.0 * 1.01, "{longest} at {rate}");
        assert!(open(&scene, &joints) < 0.005, "{}", open(&scene, &joints));
    }
}

#[test]
fn a_rope_with_slack_is_as_long_as_told_and_sleeps() {
    for links in [1, 2, 7, 40] {
        let mut scene = scene(9.81, SolverConfig::default());
        let ends = [End::World; 2];
        let slack = if links == 1 { 0.0 } else { 0.25 };
        let settings = RopeSettings { links, slack, ends, ..RopeSettings::default() };
        let rope = build::rope_with(&mut scene, [0.0, 5.0], [3.0, 6.0], &settings).unwrap();
        assert_eq!((rope.bodies.len(), rope.joints.len()), (links as usize, links as usize + 1));
        let long = (1.0 + slack) * Vector::new(3.0, 1.0).norm();
        assert!((length(&scene, &rope.joints) / long - 1.0).abs() < 1e-4);
        assert!(open(&scene, &rope.joints) < 1e-5);
        assert!(settle(&mut scene, 90, &rope.bodies), "{links} links do not sleep");
        assert!((length(&scene, &rope.joints) / long - 1.0).abs() < 0.01);
        // It hangs below its ends.
        let lowest =
            rope.bodies.iter().map(|key| at(&scene, *key).position().y).fold(9.0, Real::min);
        assert!(links == 1 || lowest < 5.0, "{lowest}");
    }
}

#[test]
fn a_stiff_rope_stands_out_and_a_weak_one_breaks() {
    let mut scene = scene(9.81, SolverConfig::default());
    let wall = add(&mut scene, Body::fixed(), Collider::cuboid(0.5, 0.5));
    let limp = RopeSettings { links: 8, ends: [End::Body(wall), End::Free], ..Default::default() };
    let weak = RopeSettings { break_force: Some(1e-3), ..limp };
    let weak = build::rope_with(&mut scene, [0.5, 0.0], [2.5, 0.0], &weak).unwrap();
    run(&mut scene, 30);
    let broken = weak.joints.iter().filter(|key| scene.joint(**key).is_err());
    assert!(broken.count() > 0);
    weak.remove(&mut scene);
    assert_eq!((scene.body_count(), scene.joint_count()), (1, 0));

    let limp = build::rope_with(&mut scene, [0.5, 0.0], [2.5, 0.0], &limp).unwrap();
    let bending = Some(Softness { hertz: 30.0, damping_ratio: 1.0 });
    let stiff = RopeSettings {
        bending,
        links: 8,
        ends: [End::Body(wall), End::Free],
        ..Default::default()
    };
    let stiff = build::rope_with(&mut scene, [0.5, 0.2], [2.5, 0.2], &stiff).unwrap();
    run(&mut scene, 300);
    let [limp, stiff] = [limp, stiff].map(|rope| at(&scene, rope.bodies[7]).position().y);
    assert!(limp < -1.5 && stiff > limp + 0.5, "{limp} {stiff}");
}

#[test]
fn ropes_hold_upside_down_too() {
    let config = SceneConfig { gravity: Vector::new(0.0, 9.81), ..SceneConfig::default() };
    let mut scene = Scene::new(config).unwrap();
    let settings = RopeSettings { ends: [End::World; 2], slack: 0.2, ..Default::default() };
    let rope = build::rope_with(&mut scene, [0.0, 5.0], [4.0, 5.0], &settings).unwrap();
    // The arc bends to where things fall.
    assert!(at(&scene, rope.bodies[8]).position().y > 5.2);
    run(&mut scene, 300);
    assert!(at(&scene, rope.bodies[8]).position().y > 5.2);
}

/// Shores of boxes, of one chain and of cells, with a gap of 6 m in which a bridge is level with
/// them.
fn shores(kind: usize) -> Scene {
    let mut scene = scene(9.81, SolverConfig::default());
    let cliffs = [[-8.0, 0.0], [-3.0, 0.0], [-3.0, -4.0], [3.0, -4.0], [3.0, 0.0], [8.0, 0.0]];
    match kind {
        0 => {
            for x in [-8.0, 8.0] {
                add(&mut scene, Body::fixed(), Collider::cuboid(5.0, 2.0).at([x, -2.0]));
            }
        }
        1 => drop(add(&mut scene, Body::fixed(), Collider::chain(cliffs))),
        _ => {
            let row: [Cell; 16] =
                core::array::from_fn(
                    |x| {
                        if (5..11).contains(&x) { Cell::Empty } else { Cell::Full }
                    },
                );
            let tiles = Collider::tiles(1.0, [row; 3]).at([-8.0, -3.0]);
            add(&mut scene, Body::fixed(), tiles);
        }
    }
    scene
}

#[test]
fn a_bridge_that_the_world_holds_between_two_shores_sleeps() {
    for kind in 0..3 {
        for (planks, deep) in [(12, 0.05), (16, 0.02), (7, 0.08)] {
            let mut scene = shores(kind);
            let settings = BridgeSettings { planks, ..BridgeSettings::default() };
            let [from, to] = [[-3.0, -deep], [3.0, -deep]];
            let bridge = build::bridge_with(&mut scene, from, to, &settings).unwrap();
            assert_eq!(bridge.joints.len(), planks as usize + 1);
            assert!(settle(&mut scene, 10, &bridge.bodies), "{kind}: {planks} planks tremble");
            // What is not at its end is ground to it as before.
            let fallen =
                add(&mut scene, Body::dynamic().position([0.0, 2.0]), Collider::circle(0.3));
            run(&mut scene, 240);
            let y = at(&scene, fallen).position().y;
            assert!((-1.5..0.3).contains(&y), "{kind}: {y}");
        }
    }
}

#[test]
fn a_bridge_bears_crates() {
    let mut scene = scene(9.81, SolverConfig::default());
    for x in [-9.0, 9.0] {
        add(&mut scene, Body::fixed().position([x, -2.0]), Collider::cuboid(4.0, 2.0));
    }
    let settings = BridgeSettings { planks: 20, thickness: Some(0.2), ..Default::default() };
    let bridge = build::bridge_with(&mut scene, [-5.0, -0.1], [5.0, -0.1], &settings).unwrap();
    let plank = at(&scene, bridge.bodies[0]).mass();
    let mut crates = vec![];
    for i in 0..8_u8 {
        let body =
            Body::dynamic().position([Real::from(i % 4) * 2.0 - 3.0, 1.5 + Real::from(i / 4)]);
        crates.push(add(&mut scene, body, Collider::cuboid(0.4, 0.4).mass(10.0 * plank)));
    }
    let mut deepest: Real = 0.0;
    for _ in 0..1200 {
        run(&mut scene, 1);
        deepest = deepest.max(open(&scene, &bridge.joints));
    }
    assert!(crates.iter().all(|key| at(&scene, *key).position().y > -2.0), "crates fell");
    assert!(deepest < 0.03, "{deepest}");
    let long = length(&scene, &bridge.joints);
    assert!((long / 10.2 - 1.0).abs() < 0.01, "{long}");
}

#[test]
fn a_chain_holds_two_moving_bodies_together() {
    let mut scene = scene(0.0, SolverConfig::default());
    let [a, b] = [-2.0, 2.0].map(|x| {
        let body = Body::dynamic().position([x, 0.0]).velocity([x, 1.0]);
        add(&mut scene, body, Collider::cuboid(0.5, 0.5).mass(5.0))
    });
    let settings = RopeSettings { links: 12, slack: 0.3, damping: 0.0, ..Default::default() };
    let chain = build::chain_between_with(&mut scene, a, b, [-2.0, 0.0], [2.0, 0.0], &settings);
    let chain = chain.unwrap();
    assert_eq!((chain.bodies.len(), chain.joints.len()), (12, 13));
    assert_eq!(scene.joint(chain.joints[0]).unwrap().body_a(), a);
    assert_eq!(scene.joint(chain.joints[12]).unwrap().body_b(), b);
    let before = scene.energy();
    let mut farthest: Real = 0.0;
    for _ in 0..600 {
        run(&mut scene, 1);
        farthest = farthest.max((at(&scene, a).position() - at(&scene, b).position()).norm());
        assert!(scene.energy() < 1.01 * before, "{} of {before}", scene.energy());
    }
    assert!((4.5..5.2 * 1.01).contains(&farthest), "{farthest}");
}

#[test]
fn a_ragdoll_falls_and_sleeps_and_its_limits_hold() {
    for (joints, most) in [(JointSolving::Auto, 8.0), (JointSolving::Trees, 2.0)] {
        let solver = SolverConfig { joints, ..SolverConfig::default() };
        let mut scene = scene(9.81, solver);
        ground(&mut scene, |it| it);
        let settings = RagdollSettings { density: 130.0, ..RagdollSettings::default() };
        let doll = build::ragdoll_with(&mut scene, [0.0, 2.0], &settings).unwrap();
        let mass = doll.mass(&scene).unwrap();
        assert!((60.0..100.0).contains(&mass), "{mass} kg");
        doll.set_velocity(&mut scene, [2.0, 0.0]).unwrap();
        let (mut beyond, mut gap): (Real, Real) = (0.0, 0.0);
        let mut sleeps = false;
        for _ in 0..1200 {
            run(&mut scene, 1);
            for key in &doll.joints {
                let joint = scene.joint(*key).unwrap();
                beyond = beyond.max(joint.angular_separation().to_degrees());
                gap = gap.max(joint.separation());
            }
            sleeps |= doll.bodies.iter().all(|key| !at(&scene, *key).is_awake());
        }
        println!("{joints:?}: {beyond} degrees, {gap} m");
        assert!(beyond < most && gap < 0.03, "{joints:?}: {beyond} degrees, {gap} m");
        assert!(sleeps, "{joints:?}");
        let head = at(&scene, doll.bodies[Bone::Head as usize]).position().y;
        assert!(head < 1.2, "it stands: {head}");
    }
}

#[test]
fn a_mirrored_ragdoll_falls_like_the_image_of_the_other() {
    let fall = |mirrored: bool| {
        let mut scene = scene(9.81, SolverConfig::default());
        let settings = RagdollSettings { mirrored, ..RagdollSettings::default() };
        let doll = build::ragdoll_with(&mut scene, [0.0, 0.0], &settings).unwrap();
        let hip = Bone::LeftThigh.joint(&doll).unwrap();
        let sign = if mirrored { -1.0 } else { 1.0 };
        let mut thigh = scene.body_mut(doll.bodies[Bone::LeftThigh as usize]).unwrap();
        thigh.set_angular_velocity(20.0 * sign).unwrap();
        run(&mut scene, 20);
        sign * scene.joint(hip).unwrap().angle()
    };
    let [one, other] = [false, true].map(fall);
    assert!((one - other).abs() < 0.02 && one > 0.5, "{one} {other}");
}

#[test]
fn a_ragdoll_stands_against_gravity_and_looks_along_x() {
    for up in [1.0, -1.0] {
        let gravity = Vector::new(0.0, -9.81 * up);
        let mut scene = Scene::new(SceneConfig { gravity, ..SceneConfig::default() }).unwrap();
        let doll = build::ragdoll(&mut scene, [0.0, 0.0]).unwrap();
        let head = at(&scene, doll.bodies[Bone::Head as usize]).position();
        assert!((head - Point::new(0.0, 1.64 * up)).norm() < 0.05, "{head}");
        // Its shin bends back: the foot goes to the left.
        let shin = doll.bodies[Bone::LeftShin as usize];
        scene.body_mut(shin).unwrap().apply_impulse([-0.5, 0.0]).unwrap();
        run(&mut scene, 10);
        let knee = scene.joint(Bone::LeftShin.joint(&doll).unwrap()).unwrap();
        assert!(knee.angle().abs() > 0.3 && knee.angular_separation() < 0.1, "{}", knee.angle());
    }
}

#[test]
fn cloth_hangs_and_sleeps_and_does_not_stretch() {
    for corners_only in [false, true] {
        let mut scene = scene(9.81, SolverConfig::default());
        let settings = ClothSettings { corners_only, ..ClothSettings::default() };
        let cloth = build::cloth_strip_with(&mut scene, [0.0, 4.0], [2.0, 4.0], 1.5, &settings);
        let cloth = cloth.unwrap();
        let held = if corners_only { 2 } else { 9 };
        assert_eq!(cloth.joints.len(), 8 * 7 + 9 * 6 + held);
        let mut push = scene.body_mut(cloth.bodies[60]).unwrap();
        push.set_velocity([2.0, 0.0]).unwrap();
        assert!(settle(&mut scene, 60, &cloth.bodies), "cloth moves for a minute");
        let stretch = cloth.joints.iter().map(|key| scene.joint(*key).unwrap().separation());
        let stretch = stretch.fold(0.0, Real::max);
        assert!(stretch < 0.01, "{stretch}");
        let lowest =
            cloth.bodies.iter().map(|key| at(&scene, *key).position().y).fold(9.0, Real::min);
        assert!((1.2..2.52).contains(&lowest), "{lowest}");
    }
}

#[test]
fn cloth_tears() {
    let mut scene = scene(9.81, SolverConfig::default());
    let settings = ClothSettings { break_force: Some(20.0), ..ClothSettings::default() };
    let cloth = build::cloth_strip_with(&mut scene, [0.0, 4.0], [2.0, 4.0], 1.5, &settings);
    let cloth = cloth.unwrap();
    run(&mut scene, 60);
    assert!(cloth.joints.iter().all(|key| scene.joint(*key).is_ok()), "its own weight tears it");
    let ball = Body::dynamic().position([-1.0, 3.0]).velocity([15.0, 0.0]);
    add(&mut scene, ball, Collider::circle(0.3).mass(20.0));
    run(&mut scene, 60);
    assert!(cloth.joints.iter().any(|key| scene.joint(*key).is_err()), "a ball does not tear it");
}

#[test]
fn what_was_built_goes_on_alike_in_a_copy() {
    let mut scene = scene(9.81, SolverConfig::default());
    ground(&mut scene, |it| it);
    build::rope(&mut scene, [0.0, 5.0], [4.0, 5.0]).unwrap();
    build::ragdoll(&mut scene, [2.0, 0.5]).unwrap();
    build::blob(&mut scene, [-3.0, 2.0], 0.5).unwrap();
    build::cloth_strip(&mut scene, [-8.0, 4.0], [-6.0, 4.0], 1.0).unwrap();
    run(&mut scene, 60);
    let mut copy = scene.clone();
    for it in [&mut scene, &mut copy] {
        (0..60).for_each(|_| it.step(DT).unwrap());
    }
    assert_eq!(scene.state_hash(), copy.state_hash());
}

/// A group is that of one assembly, also when the body that it was named after is gone.
#[test]
fn two_ropes_never_share_a_group() {
    let mut scene = scene(9.81, SolverConfig::default());
    let group = |scene: &Scene, rope: &build::Assembly| {
        let link = at(scene, *rope.bodies.last().unwrap()).colliders().next().unwrap();
        scene.collider(link).unwrap().filter().group
    };
    let mut ropes = vec![];
    for i in 0..4 {
        let y = 5.0 + i as Real;
        let rope = build::rope(&mut scene, [0.0, y], [4.0, y]).unwrap();
        // The next one's first link gets its place.
        scene.remove_body(rope.bodies[0]).unwrap();
        ropes.push(rope);
    }
    let mut groups: Vec<_> = ropes.iter().map(|rope| group(&scene, rope)).collect();
    assert!(groups.iter().all(|group| *group < 0));
    groups.sort_unstable();
    groups.dedup();
    assert_eq!(groups.len(), 4);
}
