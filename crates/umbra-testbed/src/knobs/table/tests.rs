//! Every field has a row, and every row does what it says.

use super::*;

/// The knobs of every field. A field that is added to a configuration does not compile here until
/// it is listed, and what is listed has to have a row.
fn knobs_of_all_fields(config: SceneConfig) -> Vec<&'static str> {
    let SceneConfig {
        gravity: _,
        length_unit: _,
        solver,
        hit_speed: _,
        continuous,
        friction_rule: _,
        restitution_rule: _,
        sleep,
        fracture,
        simd: _,
    } = config;
    let FractureConfig { pieces_per_body: _, pieces_in_scene: _ } = fracture;
    let SleepConfig { enabled: _, speed: _, delay: _ } = sleep;
    let SolverConfig {
        substeps: _,
        velocity_iterations: _,
        position_iterations: _,
        correction,
        warm_starting: _,
        restitution_threshold: _,
        // Has no effect.
        joints,
        joint_softness,
        max_speed: _,
    } = solver;
    let Softness { hertz: _, damping_ratio: _ } = joint_softness;
    let of_correction = match correction {
        Correction::LinearProjection { fraction: _, slop: _, max_correction: _ } => {
            ["projection_fraction", "projection_slop", "projection_max"]
        }
        Correction::Soft { hertz: _, damping_ratio: _, push_speed: _ } => {
            ["soft_hertz", "soft_damping_ratio", "soft_push_speed"]
        }
    };
    match continuous {
        Continuous::Off | Continuous::Fixed | Continuous::All => {}
    }
    match joints {
        JointSolving::Auto | JointSolving::Rows | JointSolving::Trees => {}
    }
    let mut names = vec![
        "gravity_x",
        "gravity_y",
        "length_unit",
        "hit_speed",
        "friction_rule",
        "restitution_rule",
        "continuous",
        "simd",
        "pieces_per_body",
        "pieces_in_scene",
        "substeps",
        "velocity_iterations",
        "position_iterations",
        "correction",
        "warm_starting",
        "restitution_threshold",
        "joints",
        "joint_hertz",
        "joint_damping_ratio",
        "max_speed",
        "sleep",
        "sleep_speed",
        "sleep_delay",
    ];
    names.extend(of_correction);
    names
}

fn with(correction: Correction) -> SceneConfig {
    let mut config = SceneConfig::default();
    config.solver.correction = correction;
    config
}

#[test]
fn every_field_has_a_knob_and_every_knob_a_doc_line() {
    let mut expected: Vec<_> = [Correction::SOFT, Correction::LINEAR_PROJECTION]
        .into_iter()
        .flat_map(|correction| knobs_of_all_fields(with(correction)))
        .collect();
    let mut names: Vec<_> = KNOBS.iter().map(|knob| knob.name).collect();
    expected.sort_unstable();
    expected.dedup();
    names.sort_unstable();
    assert_eq!(names, expected);
    for knob in &KNOBS {
        assert!(!knob.doc().is_empty(), "{} has no doc line", knob.name);
    }
}

#[test]
fn every_knob_is_set_to_its_ends_and_nothing_else_changes() {
    for knob in &KNOBS {
        for correction in [Correction::SOFT, Correction::LINEAR_PROJECTION] {
            let before = with(correction);
            if !(knob.is_used)(&before) {
                continue;
            }
            let ends: Vec<String> = match &knob.kind {
                Kind::Number { range, .. } => [range.0, range.1].map(|end| end.to_string()).into(),
                Kind::Count { range, .. } => [range.0, range.1].map(|end| end.to_string()).into(),
                Kind::Switch { .. } => ["true", "false"].map(str::to_owned).into(),
                Kind::Choice { options, .. } => {
                    options.iter().map(|option| (*option).to_owned()).collect()
                }
            };
            for end in ends {
                let mut config = before;
                knob.set_text(&mut config, &end).unwrap();
                assert_eq!(knob.text(&config), end, "{}", knob.name);
                // A machine need not have every vector width.
                assert!(config.validate().is_ok() || knob.name == "simd", "{} {end}", knob.name);
                for other in KNOBS.iter().filter(|other| other.name != knob.name) {
                    let depends = other.section == Section::Correction;
                    let same = other.is_same(&config, &before);
                    assert!(same || depends, "{} changed {}", knob.name, other.name);
                }
            }
        }
    }
}

#[test]
fn what_a_knob_does_not_accept_is_explained() {
    let mut config = SceneConfig::default();
    let refused = |name: &str, text: &str, config: &mut SceneConfig| {
        KNOBS.iter().find(|knob| knob.name == name).unwrap().set_text(config, text).unwrap_err()
    };
    assert_eq!(refused("substeps", "-3", &mut config), "`substeps` is a count, not -3");
    assert_eq!(refused("joints", "x", &mut config), "`joints` is auto or rows or trees, not x");
    assert_eq!(config, SceneConfig::default());
}
