//! Joints as components.
mod common;

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_transform::prelude::*;
use bevy_umbra::prelude::*;
use bevy_umbra::{JointLink, Reason};
use common::{Game, game, weightless};

fn pair(game: &mut Game) -> [Entity; 2] {
    let post = game.add(RigidBody::Static);
    let arm = game.add((
        RigidBody::Dynamic,
        Collider::rectangle(2.0, 0.2),
        Transform::from_xyz(1.0, 0.0, 0.0),
    ));
    [post, arm]
}

fn joint_ref<'a>(game: &'a Game, entity: Entity) -> umbra::JointRef<'a> {
    let key = game.get::<JointLink>(entity).key().expect("the joint is in the scene");
    game.physics().joint(key).expect("the joint is in the scene")
}

#[test]
fn every_kind_comes_into_the_scene() {
    use umbra::JointKind as Kind;
    let (up, grounds) = (Vec2::Y, [Vec2::new(0.0, 5.0), Vec2::new(1.0, 5.0)]);
    type Make = Box<dyn Fn(Entity, Entity) -> Joint>;
    let kinds: Vec<(Make, Kind)> = vec![
        (Box::new(Joint::revolute), Kind::Revolute),
        (Box::new(move |a, b| Joint::prismatic(a, b, up)), Kind::Prismatic),
        (Box::new(move |a, b| Joint::wheel(a, b, up)), Kind::Wheel),
        (Box::new(move |a, b| Joint::groove(a, b, -up, up)), Kind::Groove),
        (Box::new(Joint::weld), Kind::Weld),
        (Box::new(Joint::distance), Kind::Distance),
        (Box::new(|a, b| Joint::rope(a, b, 2.0)), Kind::Rope),
        (Box::new(|a, b| Joint::spring_between(a, b, 2.0, 0.5)), Kind::Spring),
        (Box::new(Joint::motor_between), Kind::Motor),
        (Box::new(move |_, b| Joint::target_point(b, up)), Kind::Target),
        (Box::new(|a, b| Joint::friction(a, b).max_force(5.0)), Kind::Friction),
        (Box::new(|a, b| Joint::gear(a, b, 2.0)), Kind::Gear),
        (Box::new(move |a, b| Joint::pulley(a, b, grounds, 1.0)), Kind::Pulley),
        (Box::new(|a, b| Joint::ratchet(a, b, 0.0, 0.5)), Kind::Ratchet),
        (Box::new(Joint::filter), Kind::Filter),
        (Box::new(|a, b| RevoluteJoint::new(a, b).with_local_anchor1(Vec2::X)), Kind::Revolute),
        (Box::new(|a, b| PrismaticJoint::new(a, b, Vec2::X)), Kind::Prismatic),
        (Box::new(DistanceJoint::new), Kind::Distance),
        (Box::new(FixedJoint::new), Kind::Weld),
    ];
    for (make, kind) in kinds {
        let mut game = game();
        let [post, arm] = pair(&mut game);
        let joint = game.add(make(post, arm));
        game.steps(5);
        assert_eq!(joint_ref(&game, joint).kind(), kind);
        assert!(game.messages::<PhysicsError>().is_empty());
    }
}

#[test]
fn anchors_and_options() {
    let mut game = game();
    let [post, arm] = pair(&mut game);
    let hinge = Joint::revolute(post, arm).anchor(Vec2::ZERO).limits(-0.5, 0.5);
    let hinge = game.add(hinge);
    game.steps(60);
    assert!((joint_ref(&game, hinge).angle() + 0.5).abs() < 0.02);
    game.change::<Joint>(hinge, |joint| {
        joint.update(|joint| joint.without_limits().motor(2.0, 1e4));
    });
    game.steps(60);
    let view = joint_ref(&game, hinge);
    assert!(view.limits().is_none() && (view.speed() - 2.0).abs() < 0.05);
    assert!((view.anchor_b() - view.anchor_a()).norm() < 0.01);
    // Options change in place: the key stays.
    let key = game.get::<JointLink>(hinge);
    game.change::<Joint>(hinge, |joint| joint.update(|joint| joint.motor(0.0, 1e4)));
    game.steps(30);
    assert_eq!(game.get::<JointLink>(hinge), key);
    assert!(joint_ref(&game, hinge).speed().abs() < 0.05);
}

#[test]
fn springs_go_out_one_by_one() {
    let mut game = game();
    let [post, arm] = pair(&mut game);
    let weld = game.add(Joint::weld(post, arm).spring(3.0, 0.7).angular_spring(4.0, 0.7));
    game.steps(1);
    game.change::<Joint>(weld, |joint| {
        joint.update(|joint| joint.without_springs().angular_spring(4.0, 0.7));
    });
    game.steps(1);
    assert!(joint_ref(&game, weld).spring().is_none());
    assert!(joint_ref(&game, weld).angular_spring().is_some());
}

#[test]
fn joints_leave_with_their_entities_and_bodies() {
    let mut game = game();
    let [post, arm] = pair(&mut game);
    let [one, two] = [0, 1].map(|_| game.add(Joint::weld(post, arm)));
    game.steps(1);
    assert_eq!(game.physics().joint_count(), 2);
    game.despawn(one);
    assert_eq!(game.physics().joint_count(), 1);
    game.despawn(arm);
    game.steps(2);
    assert_eq!(game.physics().joint_count(), 0);
    assert_eq!(game.get::<JointLink>(two).key(), None);
}

#[test]
fn a_joint_that_breaks_says_so_and_is_gone() {
    let mut game = game();
    let [post, arm] = pair(&mut game);
    let joint = game.add(Joint::revolute(post, arm).anchor(Vec2::ZERO).break_force(0.5));
    game.steps(2);
    let broken = game.messages::<JointBroken>();
    assert_eq!(broken.len(), 1);
    assert_eq!((broken[0].entity, broken[0].bodies), (joint, [post, arm]));
    assert!(game.app.world().get::<Joint>(joint).is_none());
    assert_eq!(game.physics().joint_count(), 0);
}

#[test]
fn target_joints_drag() {
    let mut game = weightless();
    let body = game.add((RigidBody::Dynamic, Collider::circle(0.5)));
    let mouse = game.add(Joint::target_point(body, Vec2::new(3.0, 0.0)));
    game.steps(120);
    assert!((game.at(body).x - 3.0).abs() < 0.05, "{}", game.at(body));
    game.change::<Joint>(mouse, |joint| joint.set_target_point(Vec2::new(0.0, 2.0)));
    game.steps(120);
    assert!((game.at(body) - Vec2::new(0.0, 2.0)).length() < 0.05, "{}", game.at(body));
}

#[test]
fn a_joint_without_bodies_is_an_error_and_can_be_mended() {
    let mut game = game();
    let [post, arm] = pair(&mut game);
    let nothing = game.add(Name::new("no body"));
    let joint = game.add(Joint::weld(post, nothing));
    game.steps(1);
    let errors = game.messages::<PhysicsError>();
    assert_eq!(errors.len(), 1);
    assert_eq!((errors[0].entity, &errors[0].reason), (joint, &Reason::NoBody(nothing)));
    game.insert(joint, Joint::weld(post, arm));
    game.steps(1);
    assert_eq!(game.physics().joint_count(), 1);
    // Other bodies make another joint.
    game.insert(joint, Joint::weld(arm, post));
    game.steps(1);
    assert_eq!(game.physics().joint_count(), 1);
    assert!(game.messages::<PhysicsError>().is_empty());
}
