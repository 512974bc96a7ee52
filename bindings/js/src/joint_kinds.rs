//! The kinds of joints.
use umbra::prelude::*;

use crate::table::Kinds;

/// The kinds of joints, each with what it joins.
pub const KINDS: &Kinds<JointBuilder> = &[
    ("revolute bodyA:k bodyB:k anchor:v", |v| Joint::revolute(v.key(0), v.key(1), v.point(2))),
    ("prismatic bodyA:k bodyB:k anchor:v axis:v", |v| {
        Joint::prismatic(v.key(0), v.key(1), v.point(2), v.vector(4))
    }),
    ("weld bodyA:k bodyB:k anchor:v", |v| Joint::weld(v.key(0), v.key(1), v.point(2))),
    ("distance bodyA:k bodyB:k anchorA:v anchorB:v", |v| {
        Joint::distance(v.key(0), v.key(1), v.point(2), v.point(4))
    }),
    ("rope bodyA:k bodyB:k anchorA:v anchorB:v maxLength:n", |v| {
        Joint::rope(v.key(0), v.key(1), v.point(2), v.point(4), v.real(6))
    }),
    ("spring bodyA:k bodyB:k anchorA:v anchorB:v hertz:n dampingRatio:n", |v| {
        Joint::spring(v.key(0), v.key(1), v.point(2), v.point(4), v.real(6), v.real(7))
    }),
    ("wheel bodyA:k bodyB:k anchor:v axis:v", |v| {
        Joint::wheel(v.key(0), v.key(1), v.point(2), v.vector(4))
    }),
    ("motor bodyA:k bodyB:k", |v| Joint::motor(v.key(0), v.key(1))),
    ("target body:k point:v", |v| Joint::target(v.key(0), v.point(1))),
    ("friction bodyA:k bodyB:k anchor:v", |v| Joint::friction(v.key(0), v.key(1), v.point(2))),
    ("gear bodyA:k bodyB:k ratio:n", |v| Joint::gear(v.key(0), v.key(1), v.real(2))),
    ("gearBetween jointA:k jointB:k ratio:n", |v| {
        Joint::gear_between(v.key(0), v.key(1), v.real(2))
    }),
    ("pulley bodyA:k bodyB:k groundA:v groundB:v anchorA:v anchorB:v ratio:n=1", |v| {
        let [ground_a, ground_b, a, b] = [2, 4, 6, 8].map(|at| v.point(at));
        Joint::pulley(v.key(0), v.key(1), ground_a, ground_b, a, b, v.real(10))
    }),
    ("ratchet bodyA:k bodyB:k phase:n toothAngle:n", |v| {
        Joint::ratchet(v.key(0), v.key(1), v.real(2), v.real(3))
    }),
    ("groove bodyA:k bodyB:k from:v to:v anchorB:v", |v| {
        Joint::groove(v.key(0), v.key(1), v.point(2), v.point(4), v.point(6))
    }),
    ("filter bodyA:k bodyB:k", |v| Joint::filter(v.key(0), v.key(1))),
];

/// The order in which `js/joint.ts` has the names of kinds.
const NAMED: [JointKind; 15] = [
    JointKind::Revolute,
    JointKind::Prismatic,
    JointKind::Weld,
    JointKind::Distance,
    JointKind::Rope,
    JointKind::Spring,
    JointKind::Wheel,
    JointKind::Motor,
    JointKind::Target,
    JointKind::Friction,
    JointKind::Gear,
    JointKind::Pulley,
    JointKind::Ratchet,
    JointKind::Groove,
    JointKind::Filter,
];

/// The number of a kind.
pub fn number(kind: JointKind) -> usize {
    NAMED.iter().position(|&it| it == kind).unwrap_or_default()
}
