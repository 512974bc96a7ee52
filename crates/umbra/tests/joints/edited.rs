//! Joints that are changed between two steps: what the solver has put together for the old ones goes.

use umbra::prelude::*;

use crate::common::DT;

/// Two bodies that hang on joints of a kind, and the lower joint: what is heavy and hangs on what is light is solved at once.
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
