//! The configuration of a world as options.
use umbra::prelude::*;

use crate::table::Options;
use crate::wire::Values;

/// How materials are combined, as numbers of JavaScript.
pub const RULES: [CombineRule; 6] = [
    CombineRule::Usual,
    CombineRule::Average,
    CombineRule::GeometricMean,
    CombineRule::Minimum,
    CombineRule::Multiply,
    CombineRule::Maximum,
];

/// A rule by its number.
pub fn rule(values: Values<'_>, index: usize) -> CombineRule {
    RULES.get(values.index(index)).copied().unwrap_or_default()
}

/// The number of a rule.
pub fn rule_number(rule: CombineRule) -> usize {
    RULES.iter().position(|&it| it == rule).unwrap_or_default()
}

const CONTINUOUS: [Continuous; 3] = [Continuous::Off, Continuous::Fixed, Continuous::All];
const JOINTS: [JointSolving; 3] = [JointSolving::Auto, JointSolving::Rows, JointSolving::Trees];

/// Options of the configuration.
pub const CONFIG: &Options<SceneConfig> = &[
    ("gravity:v", |it, v| SceneConfig { gravity: v.vector(0), ..it }),
    ("lengthUnit:n", |it, v| SceneConfig { length_unit: v.real(0), ..it }),
    ("hitSpeed:n", |it, v| SceneConfig { hit_speed: v.real(0), ..it }),
    ("continuous:e(off,fixed,all)", |it, v| SceneConfig {
        continuous: CONTINUOUS.get(v.index(0)).copied().unwrap_or_default(),
        ..it
    }),
    (RULE_NAMES.0, |it, v| SceneConfig { friction_rule: rule(v, 0), ..it }),
    (RULE_NAMES.1, |it, v| SceneConfig { restitution_rule: rule(v, 0), ..it }),
    ("sleep.enabled:b", |mut it, v| {
        it.sleep.enabled = v.flag(0);
        it
    }),
    ("sleep.speed:n", |mut it, v| {
        it.sleep.speed = v.real(0);
        it
    }),
    ("sleep.delay:n", |mut it, v| {
        it.sleep.delay = v.real(0);
        it
    }),
    ("fracture.piecesPerBody:i", |mut it, v| {
        it.fracture.pieces_per_body = v.count(0);
        it
    }),
    ("fracture.piecesInScene:i", |mut it, v| {
        it.fracture.pieces_in_scene = v.count(0);
        it
    }),
    ("solver.substeps:i", |mut it, v| {
        it.solver.substeps = v.count(0);
        it
    }),
    ("solver.velocityIterations:i", |mut it, v| {
        it.solver.velocity_iterations = v.count(0);
        it
    }),
    ("solver.positionIterations:i", |mut it, v| {
        it.solver.position_iterations = v.count(0);
        it
    }),
    ("solver.restitutionThreshold:n", |mut it, v| {
        it.solver.restitution_threshold = v.real(0);
        it
    }),
    ("solver.maxSpeed:n", |mut it, v| {
        it.solver.max_speed = v.real(0);
        it
    }),
    ("solver.warmStarting:b", |mut it, v| {
        it.solver.warm_starting = v.flag(0);
        it
    }),
    ("solver.jointSoftness:s", |mut it, v| {
        it.solver.joint_softness = v.softness(0);
        it
    }),
    ("solver.joints:e(auto,rows,trees)", |mut it, v| {
        it.solver.joints = JOINTS.get(v.index(0)).copied().unwrap_or_default();
        it
    }),
];

/// The names of options that take a rule.
pub const RULE_NAMES: (&str, &str) = (
    "frictionRule:e(usual,average,geometricMean,minimum,multiply,maximum)",
    "restitutionRule:e(usual,average,geometricMean,minimum,multiply,maximum)",
);
