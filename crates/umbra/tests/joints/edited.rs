//! Joints that are changed between two steps: what the solver has put together for the old ones
//! goes.

use umbra::prelude::*;
use umbra_scenes::flippers::Dice;

use crate::common::{DT, setters};

/// Two bodies that hang on joints of a kind, and the lower joint: what is heavy and hangs on what
/// is light is solved at once.
fn chain(
    kind: fn(BodyKey, BodyKey, Point) -> JointBuilder,
    masses: [Real; 2],
) -> (Scene, JointKey) {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let anchor = scene.add_body(Body::fixed()).unwrap();
    let mut add = |x: Real, mass: Real| {
        let body = Body::dynamic().position([x, -0.5 * x]);
        scene.add(body, [Collider::cuboid(0.4, 0.2).mass(mass)]).unwrap()
    };
    let (upper, lower) = (add(1.0, masses[0]), add(2.0, masses[1]));
    scene.add_joint(kind(anchor, upper, Point::new(0.5, 0.0))).unwrap();
    let joint = scene.add_joint(kind(upper, lower, Point::new(1.5, 0.0))).unwrap();
    for _ in 0..10 {
        scene.step(DT).unwrap();
    }
    (scene, joint)
}

#[test]
fn a_changed_joint_is_solved_as_a_new_one() {
    let kinds: [fn(BodyKey, BodyKey, Point) -> JointBuilder; 8] = [
        |a, b, at| Joint::revolute(a, b, at),
        |a, b, at| Joint::weld(a, b, at),
        |a, b, at| Joint::prismatic(a, b, at, [1.0, 0.0]),
        |a, b, at| Joint::wheel(a, b, at, [0.0, 1.0]),
        |a, b, at| Joint::distance(a, b, at - Vector::new(0.3, 0.0), at),
        |a, b, at| Joint::distance(a, b, at - Vector::new(0.3, 0.0), at).spring(2.0, 0.5),
        |a, b, at| Joint::weld(a, b, at).spring(3.0, 0.5).angular_spring(0.0, 0.0),
        |a, b, _| Joint::motor(a, b),
    ];
    let soft = |hertz| Softness { hertz, damping_ratio: 0.5 };
    let edits = [
        JointEdit::Spring(Some(soft(3.0))),
        JointEdit::Spring(Some(soft(0.0))),
        JointEdit::Spring(None),
        JointEdit::AngularSpring(Some(soft(3.0))),
        JointEdit::AngularSpring(Some(soft(0.0))),
        JointEdit::AngularSpring(None),
        JointEdit::SpringStiffness(400.0, 3.0),
        JointEdit::SpringStiffness(0.0, 3.0),
        JointEdit::AngularSpringStiffness(40.0, 3.0),
        JointEdit::MaxForce(30.0),
        JointEdit::MaxForce(Real::INFINITY),
        JointEdit::MaxTorque(30.0),
        JointEdit::MaxTorque(Real::INFINITY),
        JointEdit::Motor(Some([1.0, 50.0])),
        JointEdit::Motor(None),
        JointEdit::Limits(Some([-0.1, 0.1])),
        JointEdit::Limits(None),
        JointEdit::Softness(soft(20.0)),
        JointEdit::Rest(0.2),
    ];
    let (mut done, mut changed) = (0, 0);
    for (number, kind) in kinds.into_iter().enumerate() {
        for masses in [[1.0, 1.0], [1.0, 30.0], [100.0, 1.0]] {
            let (start, joint) = chain(kind, masses);
            for first in edits {
                for second in edits {
                    let mut scene = start.clone();
                    let mut apply = |scene: &mut Scene, edit| {
                        let is_taken = scene.edit(Edit::Joint(joint, edit)).is_ok();
                        done += usize::from(is_taken);
                        is_taken
                    };
                    let before = scene.joint(joint).unwrap().solved_as();
                    for edit in [first, second] {
                        if !apply(&mut scene, edit) {
                            continue;
                        }
                        let mut copy = scene.clone();
                        copy.rebuild_derived().unwrap();
                        for _ in 0..2 {
                            scene.step(DT).unwrap();
                            copy.step(DT).unwrap();
                        }
                        let [one, other] =
                            [&scene, &copy].map(|it| it.joint(joint).unwrap().solved_as());
                        assert_eq!(one, other, "kind {number}, {masses:?}: {first:?}, {second:?}");
                        assert_eq!(
                            scene.state_hash(),
                            copy.state_hash(),
                            "kind {number}, {masses:?}: {first:?}, {second:?}"
                        );
                        changed += usize::from(one != before);
                    }
                }
            }
        }
    }
    assert!(done > 1000 && changed > 100, "{done} {changed}");
}

/// A joint of a kind between two bodies in the air, and behind it in the list a load on a weld, far
/// away.
fn beside_a_load(kind: usize, steps: u32) -> Option<(Scene, JointKey)> {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let wall = scene.add_body(Body::fixed()).unwrap();
    let mut add = |x: Real, half: Real| {
        let body = Body::dynamic().position([x, 0.0]);
        scene.add(body, [Collider::cuboid(half, 0.15).density(0.7)]).unwrap()
    };
    let (a, b, load) = (add(1.1, 0.3), add(2.3, 0.5), add(43.0, 0.4));
    let (at, to) = (Point::new(1.6, 0.1), Point::new(2.2, 0.2));
    let up = Point::new(0.0, 4.0);
    let gear = |scene: &mut Scene| {
        let joints = [(a, at), (b, to)];
        let [one, other] =
            joints.map(|(body, at)| scene.add_joint(Joint::revolute(wall, body, at)).unwrap());
        Joint::gear_between(one, other, 1.5)
    };
    let joint = match kind {
        0 => Joint::revolute(a, b, at),
        1 => Joint::prismatic(a, b, at, [1.0, 0.2]),
        2 => Joint::wheel(a, b, at, [0.1, 1.0]),
        3 => Joint::groove(a, b, at, to, to),
        4 => Joint::weld(a, b, at),
        5 => Joint::distance(a, b, at, to),
        6 => Joint::rope(a, b, at, to, 0.8),
        7 => Joint::spring(a, b, at, to, 4.0, 0.3),
        8 => Joint::motor(a, b).velocity([0.2, 0.0]).max_force(9.0),
        9 => Joint::target(b, at),
        10 => Joint::friction(a, b, at).max_force(3.0),
        11 => Joint::gear(a, b, -2.0),
        12 => gear(&mut scene),
        13 => Joint::pulley(a, b, at, to, at + up.coords, to + up.coords, 0.5),
        14 => Joint::ratchet(a, b, 0.1, 0.2),
        15 => Joint::filter(a, b),
        16 => Joint::revolute(a, b, at).motor(3.0, 2.0).limits(-0.4, 0.6),
        17 => Joint::prismatic(a, b, at, [0.0, 1.0]).motor(0.5, 40.0).limits(-0.2, 0.1),
        18 => Joint::wheel(a, b, at, [0.0, 1.0]).spring(3.0, 0.5).motor(8.0, 1.5),
        _ => return None,
    };
    let joint = scene.add_joint(joint).unwrap();
    scene.add_joint(Joint::weld(wall, load, [42.0, 0.0])).unwrap();
    (0..steps).for_each(|_| scene.step(DT).unwrap());
    Some((scene, joint))
}

/// Whatever is told a joint between two steps, and however often: links hold, no other joint feels
/// it, and the scene goes on as one does that makes anew what follows from its settings.
#[test]
fn setters_of_one_frame_concern_one_joint() {
    let mut done = 0;
    for kind in 0.. {
        let Some((fresh, joint)) = beside_a_load(kind, 0) else { break };
        let (stepped, _) = beside_a_load(kind, 7).unwrap();
        for seed in 0..400 {
            let mut dice = Dice::new(1000 * kind as u64 + seed);
            let mut scene = if seed % 4 == 0 { fresh.clone() } else { stepped.clone() };
            for edit in setters::Target::Joint(joint).edits(&mut dice) {
                done += usize::from(setters::make(&mut scene, edit).is_ok());
                assert_eq!(scene.validate(), Ok(()), "kind {kind}, seed {seed}");
            }
            let mut copy = scene.clone();
            copy.rebuild_derived().unwrap();
            for _ in 0..2 {
                scene.step(DT).unwrap();
                copy.step(DT).unwrap();
            }
            assert_eq!(scene.state_hash(), copy.state_hash(), "kind {kind}, seed {seed}");
        }
    }
    assert!(done > 5000, "{done}");
}

/// The case that was found first: a motor that is set twice in the frame in which the joint gets
/// it.
#[test]
fn a_motor_may_be_told_twice_in_its_first_frame() {
    let second = [
        JointEdit::Motor(Some([-1.0, 7.0])),
        JointEdit::Motor(None),
        JointEdit::Limits(Some([-0.3, 0.3])),
        JointEdit::Enabled(false),
        JointEdit::BreakForce(500.0),
    ];
    for (kind, second) in (0..3).flat_map(|kind| second.map(|second| (kind, second))) {
        let (mut scene, joint) = beside_a_load(kind, 3).unwrap();
        for edit in [JointEdit::Motor(Some([2.0, 4.0])), second] {
            setters::make(&mut scene, Edit::Joint(joint, edit)).unwrap();
        }
        let (mut alone, _) = beside_a_load(kind, 3).unwrap();
        let velocities = [&mut scene, &mut alone].map(|scene| {
            scene.step(DT).unwrap();
            let load = scene.bodies().last().unwrap();
            scene.body(load).unwrap().velocity()
        });
        let twitch = (velocities[0] - velocities[1]).norm();
        assert!(twitch < 1e-6, "kind {kind}, {second:?}: {twitch}");
    }
}

/// Bounds and softness that a joint was given are taken away again, and nothing of them is left.
#[test]
fn bounds_are_taken_away() {
    let run = |changes: bool, at_once: bool| {
        let (mut scene, joint) = chain(Joint::weld, [1.0, 20.0]);
        if changes {
            let mut weld = scene.joint_mut(joint).unwrap();
            weld.set_break_force(1e14).unwrap();
            weld.set_break_torque(1e14).unwrap();
            weld.set_softness(Softness { hertz: 5.0, damping_ratio: 1.0 }).unwrap();
        }
        if changes && !at_once {
            scene.step(DT).unwrap();
        }
        let mut weld = scene.joint_mut(joint).unwrap();
        weld.set_break_force(Real::INFINITY).unwrap();
        weld.set_break_torque(Real::INFINITY).unwrap();
        weld.reset_softness().unwrap();
        let weld = scene.joint(joint).unwrap();
        assert_eq!((weld.break_force(), weld.break_torque(), weld.softness()), (None, None, None));
        for _ in 0..60 {
            scene.step(DT).unwrap();
        }
        (scene.joint(joint).unwrap().solved_as(), scene.state_hash())
    };
    assert_eq!(run(true, true), run(false, true));
    assert_eq!(run(true, false).0, run(false, false).0);
    let (mut scene, joint) = chain(|a, b, _| Joint::motor(a, b), [1.0, 2.0]);
    let mut motor = scene.joint_mut(joint).unwrap();
    for refused in [Real::NAN, -1.0, Real::NEG_INFINITY, 1e20] {
        let error = motor.set_max_force(refused).unwrap_err().to_string();
        assert!(error.contains("`max_force`"), "{error}");
    }
    motor.set_max_force(Real::INFINITY).unwrap();
    motor.set_max_torque(Real::INFINITY).unwrap();
    assert_eq!(scene.joint(joint).unwrap().max_force(), None);
    // Recordings are told of a number.
    let edit = JointEdit::MaxForce(Real::INFINITY).without_infinity();
    assert!(matches!(edit, JointEdit::MaxForce(bound) if bound.is_finite()));
}
