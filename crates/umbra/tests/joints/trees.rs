//! Joints solved at once: whatever is joined stays finite, and energy never comes from nothing.

use umbra::prelude::*;

const RATES: [Real; 3] = [30.0, 60.0, 120.0];

fn scene(joints: JointSolving, substeps: u32) -> Scene {
    let solver = SolverConfig { joints, substeps, ..SolverConfig::default() };
    Scene::new(SceneConfig { solver, ..SceneConfig::default() }).unwrap()
}

fn bar(scene: &mut Scene, position: [Real; 2], half: [Real; 2], mass: Real) -> BodyKey {
    let body = scene.add_body(Body::dynamic().position(position)).unwrap();
    // Nothing collides with it but what is thrown at it.
    let filter = Filter { mask: 2, ..Filter::default() };
    let collider = Collider::cuboid(half[0], half[1]).mass(mass).filter(filter);
    scene.add_collider(body, collider).unwrap();
    body
}

fn fastest(scene: &Scene) -> Real {
    let speeds = scene.bodies().map(|key| scene.body(key).unwrap().velocity().norm());
    speeds.fold(0.0, Real::max)
}

fn energy(scene: &Scene) -> f64 {
    let bodies = scene.bodies().filter_map(|key| scene.body(key).ok());
    let of = |body: BodyRef| {
        f64::from(body.kinetic_energy())
            + f64::from(body.mass()) * 9.81 * f64::from(body.center_of_mass().y)
    };
    bodies.filter(|body| body.kind() == BodyKind::Dynamic).map(of).sum()
}

/// A joint of a body to the ground with a spring and a weak motor.
fn sprung(
    scene: &mut Scene,
    kind: u8,
    spring: [Real; 2],
    limits: Option<[Real; 2]>,
) -> (BodyKey, JointKey) {
    let ground = scene.add_body(Body::fixed()).unwrap();
    let body = bar(scene, [0.6, 0.0], [0.6, 0.05], 2.0);
    let joint = match kind {
        0 => Joint::revolute(ground, body, [0.0, 0.0]),
        1 => Joint::prismatic(ground, body, [0.6, 0.0], [0.0, 1.0]),
        _ => Joint::distance(ground, body, [0.6, 2.0], [0.6, 0.0]),
    };
    let joint = joint.spring(spring[0], spring[1]).motor(0.7, 0.2);
    let from = if kind == 2 { 2.0 } else { 0.0 };
    let joint = match limits {
        Some([lower, upper]) => joint.limits(from + lower, from + upper),
        None => joint,
    };
    (body, scene.add_joint(joint).unwrap())
}

#[test]
fn springs_without_damping_swing_beside_motors_and_limits() {
    for hz in RATES {
        for kind in 0..3 {
            for limits in [None, Some([-0.05, 0.05])] {
                for hertz in [0.5, 3.0, 30.0] {
                    let mut ways = [JointSolving::Rows, JointSolving::Trees].map(|joints| {
                        let mut scene = scene(joints, 4);
                        let (body, joint) = sprung(&mut scene, kind, [hertz, 0.0], limits);
                        (scene, body, joint)
                    });
                    for step in 0..(4.0 * hz) as u32 {
                        for (scene, ..) in &mut ways {
                            scene.step(1.0 / hz).unwrap();
                        }
                        let name = format!("kind {kind}, {hertz} Hz, {limits:?}, {hz} steps/s");
                        let (trees, _, joint) = &ways[1];
                        let joint = trees.joint(*joint).unwrap();
                        let beyond = joint.separation().max(joint.angular_separation());
                        assert!(beyond < 2e-3, "{name}: {beyond} beyond the limits in {step}");
                        if limits.is_none() && hertz < 30.0 && step < hz as u32 {
                            let [rows, trees] = [&ways[0], &ways[1]]
                                .map(|(s, body, _)| s.body(*body).unwrap().position());
                            let apart = (rows - trees).norm();
                            assert!(apart < 0.02, "{name}: {apart} from what rows do");
                        }
                        assert!(fastest(trees) < 6.0, "{name}: {}", fastest(trees));
                    }
                }
            }
        }
    }
}

/// Links held out level from a wall, each of which may turn by so much past the one before.
fn limited_chain(
    scene: &mut Scene,
    count: u8,
    most: Real,
    spring: Option<[Real; 2]>,
) -> Vec<JointKey> {
    let mut before = scene.add_body(Body::fixed()).unwrap();
    let mut joints = vec![];
    for i in 0..count {
        let x = 0.8 * Real::from(i);
        let link = bar(scene, [x + 0.4, 0.0], [0.4, 0.05], 1.0);
        let mut joint = Joint::revolute(before, link, [x, 0.0]).limits(-most, most);
        if let Some([hertz, damping_ratio]) = spring {
            joint = joint.spring(hertz, damping_ratio);
        }
        joints.push(scene.add_joint(joint).unwrap());
        before = link;
    }
    joints
}

#[test]
fn a_spring_of_no_frequency_is_no_spring() {
    for (count, most) in [(2, 0.4), (6, 0.15), (12, 0.1)] {
        for damping_ratio in [0.0, 0.7] {
            let mut hashes = vec![];
            for spring in [None, Some([0.0, damping_ratio])] {
                let mut scene = scene(JointSolving::Trees, 4);
                let joints = limited_chain(&mut scene, count, most, spring);
                for _ in 0..600 {
                    scene.step(1.0 / 60.0).unwrap();
                }
                let beyond = |joint| scene.joint(joint).unwrap().angular_separation();
                let worst = joints.into_iter().map(beyond).fold(0.0, Real::max);
                assert!(worst < 1e-4, "{count} links {spring:?}: {worst} rad beyond");
                hashes.push(scene.state_hash());
            }
            assert_eq!(hashes[0], hashes[1], "{count} links");
        }
    }
}

#[test]
fn a_spring_lets_go_when_it_is_told_to() {
    for joints in [JointSolving::Rows, JointSolving::Trees] {
        let mut scene = scene(joints, 4);
        let (body, joint) = sprung(&mut scene, 0, [6.0, 1.0], Some([-0.5, 0.5]));
        scene.joint_mut(joint).unwrap().set_motor(0.0, 0.0).unwrap();
        for _ in 0..120 {
            scene.step(1.0 / 60.0).unwrap();
        }
        assert!(scene.body(body).unwrap().angle() > -0.1, "{joints:?}");
        scene.joint_mut(joint).unwrap().set_spring(0.0, 1.0).unwrap();
        for _ in 0..180 {
            scene.step(1.0 / 60.0).unwrap();
        }
        let angle = scene.body(body).unwrap().angle();
        assert!((angle + 0.5).abs() < 0.01, "{joints:?}: it hangs at {angle}");
    }
}

/// Planks from point to point without slack, and a ball that falls on their middle: how high it
/// comes up again, the widest gap at the end, and the most energy over that of the start.
fn drop_on_planks(scene: &mut Scene, count: u16, ball: Real, height: Real, hz: Real) -> [f64; 3] {
    let ground = scene.add_body(Body::fixed()).unwrap();
    let (mut before, mut joints) = (ground, vec![]);
    for i in 0..count {
        let x = Real::from(i);
        let plank = bar(scene, [x + 0.5, 0.0], [0.5, 0.1], 8.0);
        joints.push(scene.add_joint(Joint::revolute(before, plank, [x, 0.0])).unwrap());
        before = plank;
    }
    let last = Joint::revolute(before, ground, [Real::from(count), 0.0]);
    joints.push(scene.add_joint(last).unwrap());
    let at = [0.5 * Real::from(count), height + 0.5];
    let body = scene.add_body(Body::dynamic().position(at)).unwrap();
    let filter = Filter { category: 2, ..Filter::default() };
    scene.add_collider(body, Collider::circle(0.4).mass(ball).filter(filter)).unwrap();
    let (start, mut most, mut rises, mut high) = (energy(scene), f64::MIN, false, 0.0);
    for _ in 0..(6.0 * hz) as u32 {
        scene.step(1.0 / hz).unwrap();
        let ball = scene.body(body).unwrap();
        rises |= ball.velocity().y > 0.1;
        high = f64::max(high, if rises { f64::from(ball.position().y) } else { 0.0 });
        most = most.max(energy(scene) - start);
    }
    scene.validate().unwrap();
    // It comes to rest, and sleeps.
    for _ in 0..(6.0 * hz) as u32 {
        scene.step(1.0 / hz).unwrap();
    }
    let gap = |joint: JointKey| f64::from(scene.joint(joint).unwrap().separation());
    [high, joints.into_iter().map(gap).fold(0.0, f64::max), most]
}

#[test]
fn a_taut_bridge_throws_nothing() {
    for (count, ball, height) in
        [(12, 40.0, 3.0), (25, 8.0, 6.0), (60, 300.0, 4.0), (160, 10.0, 5.0)]
    {
        for substeps in [1, 4] {
            for hz in RATES {
                let mut scene = scene(JointSolving::Trees, substeps);
                let [high, gap, gained] = drop_on_planks(&mut scene, count, ball, height, hz);
                let name = format!("{count} planks, {ball} kg, {substeps} substeps, {hz} Hz");
                assert!(gained < 0.0, "{name}: gains {gained} J");
                assert!(high < 0.3 * f64::from(height), "{name}: {high} m up");
                assert!(gap < 1e-3, "{name}: a gap of {gap}");
            }
        }
    }
}

/// Rods and ropes between a few bars and the ground, many of which cannot all hold.
fn contradictory(scene: &mut Scene, random: &mut impl FnMut() -> Real) -> (Vec<JointKey>, Real) {
    let mut bodies = vec![scene.add_body(Body::fixed()).unwrap()];
    let (count, mut mass) = (1 + (random() * 5.0) as usize, 0.0);
    for _ in 0..count {
        let own = 0.3 + 6.0 * random();
        let at = [random() * 3.0, random() * 3.0];
        bodies.push(bar(scene, at, [0.1 + random(), 0.1], own));
        mass += own;
    }
    let mut joints = vec![];
    for joint in 0..2 * count + 1 + (random() * 4.0) as usize {
        let [a, b] = if joint < count {
            [joint, joint + 1]
        } else {
            [(random() * bodies.len() as Real) as usize, 1 + (random() * count as Real) as usize]
        };
        if a == b {
            continue;
        }
        let (a, b) = (bodies[a], bodies[b]);
        let [from, to] = [a, b]
            .map(|body| scene.body(body).unwrap().world_point([random() - 0.5, 0.2 * random()]));
        let length = (from - to).norm();
        let joint = match (random() * 3.0) as u8 {
            0 => Joint::rope(a, b, from, to, length * (0.2 + 0.9 * random())),
            1 => Joint::distance(a, b, from, to).length(length * (0.3 + 1.4 * random())),
            _ => Joint::revolute(a, b, from),
        };
        joints.push(scene.add_joint(joint).unwrap());
    }
    (joints, mass)
}

#[test]
fn joints_that_contradict_each_other_stay_calm() {
    for hz in RATES {
        for seed in 1..=80_u64 {
            let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut random = || {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 40) as Real / (1_u64 << 24) as Real
            };
            let mut scene = scene(JointSolving::Trees, 4);
            let (joints, mass) = contradictory(&mut scene, &mut random);
            for step in 0..(8.0 * hz) as u32 {
                scene.step(1.0 / hz).unwrap();
                // The first seconds draw together what was put far from its joints. That lifts bodies, but slowly.
                if step as Real / hz > 3.0 {
                    let name = format!("seed {seed} at {hz} Hz in step {step}");
                    let moving = |key| scene.body(key).unwrap().kinetic_energy();
                    let moving: Real = scene.bodies().map(moving).sum();
                    assert!(moving < 9.81 * 8.0 * mass, "{name}: {moving} J of {mass} kg");
                    assert!(fastest(&scene) < 60.0, "{name}: {} m/s", fastest(&scene));
                    for joint in &joints {
                        let force = scene.joint(*joint).unwrap().reaction_force().norm();
                        assert!(force < 3e4 * 9.81 * mass, "{name}: {force} N");
                    }
                }
            }
            scene.validate().unwrap();
        }
    }
}

/// A torso with a head and four limbs of two parts, all with limits, let fall.
fn puppet(scene: &mut Scene, limbs: u8) -> Vec<JointKey> {
    let torso = bar(scene, [0.0, 0.0], [0.2, 0.35], 20.0);
    let mut joints = vec![];
    for limb in 0..limbs {
        let angle = 1.1 * Real::from(limb);
        let out = |reach: Real| [reach * angle.cos(), reach * angle.sin()];
        let mut before = torso;
        for (start, end) in [(0.3, 0.6), (0.6, 0.9)] {
            let part = bar(scene, out(0.5 * (start + end)), [0.5 * (end - start), 0.05], 2.0);
            scene.body_mut(part).unwrap().set_angle(angle).unwrap();
            let joint = Joint::revolute(before, part, out(start)).limits(-0.3, 0.4);
            joints.push(scene.add_joint(joint).unwrap());
            before = part;
        }
    }
    joints
}

#[test]
fn what_is_asked_for_is_done_and_told() {
    for limbs in [2, 5, 6, 9] {
        for joints in [JointSolving::Rows, JointSolving::Trees] {
            let mut scene = scene(joints, 4);
            let keys = puppet(&mut scene, limbs);
            let of = |scene: &Scene| scene.joint(keys[0]).unwrap().solved_as();
            assert_eq!(of(&scene), SolvedAs::Rows, "before the first step");
            scene.step(1.0 / 60.0).unwrap();
            let asked = if joints == JointSolving::Rows { SolvedAs::Rows } else { SolvedAs::Tree };
            for key in &keys {
                let told = scene.joint(*key).unwrap().solved_as();
                assert_eq!(told, asked, "{limbs} limbs, {joints:?}");
            }
            for key in scene.bodies().collect::<Vec<_>>() {
                scene.body_mut(key).unwrap().sleep();
            }
            scene.step(1.0 / 60.0).unwrap();
            assert_eq!((scene.stats().awake_bodies, of(&scene)), (0, asked), "asleep");
        }
    }
}

#[test]
fn a_motor_joint_is_solved_one_by_one_beside_a_tree() {
    let mut scene = scene(JointSolving::Trees, 4);
    let keys = puppet(&mut scene, 3);
    let (ground, torso) = (scene.add_body(Body::fixed()).unwrap(), scene.bodies().next().unwrap());
    let drag = Joint::motor(ground, torso).velocity([1.0, 0.0]).max_force(1e3);
    let drag = scene.add_joint(drag).unwrap();
    scene.step(1.0 / 60.0).unwrap();
    assert_eq!(scene.joint(drag).unwrap().solved_as(), SolvedAs::Rows);
    assert_eq!(scene.joint(keys[1]).unwrap().solved_as(), SolvedAs::Tree);
}

#[test]
fn a_joint_breaks_by_a_force_that_it_is_told_later() {
    let mut scene = scene(JointSolving::Auto, 4);
    let ground = scene.add_body(Body::fixed()).unwrap();
    let weight = bar(&mut scene, [0.0, -1.0], [0.1, 0.1], 5.0);
    let rod = Joint::distance(ground, weight, [0.0, 0.0], [0.0, -1.0]);
    let rod = scene.add_joint(rod).unwrap();
    scene.step(1.0 / 60.0).unwrap();
    scene.joint_mut(rod).unwrap().set_break_force(20.0).unwrap();
    scene.step(1.0 / 60.0).unwrap();
    assert!(scene.joint(rod).is_err());
}

/// A chassis of so many kilograms on two wheels of one.
fn cart(scene: &mut Scene, mass: Real) -> (BodyKey, JointKey) {
    let ground = scene.add_body(Body::fixed()).unwrap();
    scene.add_collider(ground, Collider::cuboid(50.0, 1.0)).unwrap();
    let chassis = scene.add_body(Body::dynamic().position([0.0, 1.9])).unwrap();
    scene.add_collider(chassis, Collider::cuboid(1.4, 0.25).mass(mass)).unwrap();
    let mut last = None;
    for x in [-1.0, 1.0] {
        let wheel = scene.add_body(Body::dynamic().position([x, 1.4])).unwrap();
        scene.add_collider(wheel, Collider::circle(0.35).mass(1.0)).unwrap();
        last = Some(scene.add_joint(Joint::revolute(chassis, wheel, [x, 1.4])).unwrap());
    }
    (chassis, last.unwrap())
}

#[test]
fn a_heavy_chassis_stands_still_on_light_wheels() {
    for hz in RATES {
        for (mass, asked) in
            [(10.0, SolvedAs::Rows), (150.0, SolvedAs::Tree), (700.0, SolvedAs::Tree)]
        {
            let mut scene = scene(JointSolving::Auto, 4);
            let (chassis, axle) = cart(&mut scene, mass);
            for _ in 0..(4.0 * hz) as u32 {
                scene.step(1.0 / hz).unwrap();
            }
            let name = format!("{mass} kg at {hz} Hz");
            assert_eq!(scene.joint(axle).unwrap().solved_as(), asked, "{name}");
            assert_eq!(scene.stats().awake_bodies, 0, "{name} is awake");
            let y = scene.body(chassis).unwrap().position().y;
            assert!((y - 1.85).abs() < 0.05, "{name}: {y}");
        }
    }
}

#[test]
fn a_bridge_is_solved_alike_wherever_it_is() {
    for place in 0..40_u8 {
        let mut scene = scene(JointSolving::Auto, 4);
        let x = 3.1 * Real::from(place) - 60.0;
        let bridge = umbra::build::bridge(&mut scene, [x, 1.0], [x + 4.0, 1.0]).unwrap();
        scene.step(1.0 / 60.0).unwrap();
        let solved = scene.joint(bridge.joints[0]).unwrap().solved_as();
        assert_eq!(solved, SolvedAs::Tree, "at {x}");
    }
}

/// What holds a body by a force that goes by its mass pins nothing, also in a scene that was made
/// anew.
#[test]
fn what_draws_a_light_body_is_solved_alike_in_a_copy_made_anew() {
    let mut scene = scene(JointSolving::Auto, 4);
    let heavy = bar(&mut scene, [0.0, 0.0], [1.4, 0.5], 2.8);
    let light = bar(&mut scene, [3.0, 0.0], [0.2, 0.2], 0.01);
    scene.add_joint(Joint::revolute(heavy, light, [2.0, 0.0])).unwrap();
    let hand = scene.add_joint(Joint::target(light, [3.1, 0.3])).unwrap();
    for _ in 0..5 {
        scene.step(1.0 / 60.0).unwrap();
    }
    let mut copy = scene.clone();
    copy.rebuild_derived().unwrap();
    let solved = |scene: &Scene| scene.joint(hand).unwrap().solved_as();
    assert_eq!(solved(&scene), solved(&copy));
    for _ in 0..5 {
        scene.step(1.0 / 60.0).unwrap();
        copy.step(1.0 / 60.0).unwrap();
        assert_eq!(scene.state_hash(), copy.state_hash());
    }
}
