//! The rows.

use umbra::prelude::*;

use super::{Kind, Knob, RULE_NAMES, RULES, Section};

const ALWAYS: fn(&SceneConfig) -> bool = |_| true;
const SOFT: fn(&SceneConfig) -> bool =
    |config| matches!(config.solver.correction, Correction::Soft { .. });
const PROJECTION: fn(&SceneConfig) -> bool =
    |config| matches!(config.solver.correction, Correction::LinearProjection { .. });
const SLEEPS: fn(&SceneConfig) -> bool = |config| config.sleep.enabled;

/// A row whose rule for mixed materials is a field.
macro_rules! rule {
    ($name:literal, $label:literal, $field:ident) => {
        Knob {
            name: $name,
            label: $label,
            section: Section::Scene,
            field: ("SceneConfig", $name),
            kind: Kind::Choice {
                options: &RULE_NAMES,
                get: |config| RULES.iter().position(|rule| *rule == config.$field).unwrap_or(0),
                set: |config, option| config.$field = RULES[option % RULES.len()],
            },
            is_used: ALWAYS,
        }
    };
}

/// A row whose number is a field.
macro_rules! number {
    ($name:literal, $label:literal, $section:ident, $owner:literal, $doc:literal, $range:expr, $logarithmic:literal,
     $unit:literal, $used:expr, $($field:tt).+) => {
        Knob {
            name: $name,
            label: $label,
            section: Section::$section,
            field: ($owner, $doc),
            kind: Kind::Number {
                range: $range,
                logarithmic: $logarithmic,
                unit: $unit,
                get: |config| config.$($field).+,
                set: |config, value| config.$($field).+ = value,
            },
            is_used: $used,
        }
    };
}

/// A row whose count is a field.
macro_rules! count {
    ($name:literal, $label:literal, $section:ident, $owner:literal, $range:expr, $($field:tt).+) => {
        Knob {
            name: $name,
            label: $label,
            section: Section::$section,
            field: ($owner, $name),
            kind: Kind::Count {
                range: $range,
                get: |config| config.$($field).+,
                set: |config, value| config.$($field).+ = value,
            },
            is_used: ALWAYS,
        }
    };
}

/// A row whose number is a field of a variant of the correction.
macro_rules! correction {
    ($name:literal, $label:literal, $variant:ident, $field:ident, $range:expr, $logarithmic:literal, $unit:literal,
     $used:expr) => {
        Knob {
            name: $name,
            label: $label,
            section: Section::Correction,
            field: (stringify!($variant), stringify!($field)),
            kind: Kind::Number {
                range: $range,
                logarithmic: $logarithmic,
                unit: $unit,
                get: |config| match config.solver.correction {
                    Correction::$variant { $field, .. } => $field,
                    _ => 0.0,
                },
                set: |config, value| {
                    if let Correction::$variant { $field, .. } = &mut config.solver.correction {
                        *$field = value;
                    }
                },
            },
            is_used: $used,
        }
    };
}

/// All knobs. Those of a choice come after the choice, so that a link can name both in any order:
/// see `link.rs`.
pub static KNOBS: [Knob; 29] = [
    number!(
        "gravity_x",
        "Gravity, x",
        Scene,
        "SceneConfig",
        "gravity",
        (-30.0, 30.0),
        false,
        "m/s²",
        ALWAYS,
        gravity.x
    ),
    number!(
        "gravity_y",
        "Gravity, y",
        Scene,
        "SceneConfig",
        "gravity",
        (-30.0, 30.0),
        false,
        "m/s²",
        ALWAYS,
        gravity.y
    ),
    number!(
        "length_unit",
        "Length unit",
        Scene,
        "SceneConfig",
        "length_unit",
        (0.01, 100.0),
        true,
        "m",
        ALWAYS,
        length_unit
    ),
    number!(
        "hit_speed",
        "Hit speed",
        Scene,
        "SceneConfig",
        "hit_speed",
        (0.0, 50.0),
        false,
        "/s",
        ALWAYS,
        hit_speed
    ),
    rule!("friction_rule", "Friction rule", friction_rule),
    rule!("restitution_rule", "Restitution rule", restitution_rule),
    Knob {
        name: "continuous",
        label: "Swept past",
        section: Section::Scene,
        field: ("SceneConfig", "continuous"),
        kind: Kind::Choice {
            options: &["nothing", "fixed", "all"],
            get: |config| match config.continuous {
                Continuous::Off => 0,
                Continuous::Fixed => 1,
                Continuous::All => 2,
            },
            set: |config, option| {
                let choices = [Continuous::Off, Continuous::Fixed, Continuous::All];
                config.continuous = choices.get(option).copied().unwrap_or_default();
            },
        },
        is_used: ALWAYS,
    },
    Knob {
        name: "simd",
        label: "Vector width",
        section: Section::Scene,
        field: ("SceneConfig", "simd"),
        kind: Kind::Choice {
            options: &["widest", "1", "4", "8", "16"],
            get: |config| match config.simd {
                None => 0,
                Some(SimdLevel::Scalar) => 1,
                Some(SimdLevel::Four) => 2,
                Some(SimdLevel::Eight) => 3,
                Some(SimdLevel::Sixteen) => 4,
            },
            set: |config, option| {
                let levels =
                    [SimdLevel::Scalar, SimdLevel::Four, SimdLevel::Eight, SimdLevel::Sixteen];
                config.simd = option.checked_sub(1).and_then(|level| levels.get(level)).copied();
            },
        },
        is_used: ALWAYS,
    },
    count!("substeps", "Substeps", Solver, "SolverConfig", (1, 64), solver.substeps),
    count!(
        "velocity_iterations",
        "Velocity iterations",
        Solver,
        "SolverConfig",
        (1, 64),
        solver.velocity_iterations
    ),
    count!(
        "position_iterations",
        "Position iterations",
        Solver,
        "SolverConfig",
        (1, 64),
        solver.position_iterations
    ),
    Knob {
        name: "warm_starting",
        label: "Warm starting",
        section: Section::Solver,
        field: ("SolverConfig", "warm_starting"),
        kind: Kind::Switch {
            get: |config| config.solver.warm_starting,
            set: |config, on| config.solver.warm_starting = on,
        },
        is_used: ALWAYS,
    },
    number!(
        "restitution_threshold",
        "Bounces from",
        Solver,
        "SolverConfig",
        "restitution_threshold",
        (0.0, 20.0),
        false,
        "/s",
        ALWAYS,
        solver.restitution_threshold
    ),
    Knob {
        name: "joints",
        label: "Joint solving",
        section: Section::Solver,
        field: ("SolverConfig", "joints"),
        kind: Kind::Choice {
            options: &["auto", "rows", "trees"],
            get: |config| match config.solver.joints {
                JointSolving::Auto => 0,
                JointSolving::Rows => 1,
                JointSolving::Trees => 2,
            },
            set: |config, option| {
                let ways = [JointSolving::Auto, JointSolving::Rows, JointSolving::Trees];
                config.solver.joints = ways[option % 3];
            },
        },
        is_used: ALWAYS,
    },
    number!(
        "joint_hertz",
        "Joint stiffness",
        Solver,
        "Softness",
        "hertz",
        (0.0, 240.0),
        false,
        "Hz",
        ALWAYS,
        solver.joint_softness.hertz
    ),
    number!(
        "joint_damping_ratio",
        "Joint damping",
        Solver,
        "Softness",
        "damping_ratio",
        (0.0, 20.0),
        false,
        "",
        ALWAYS,
        solver.joint_softness.damping_ratio
    ),
    number!(
        "max_speed",
        "Top speed",
        Solver,
        "SolverConfig",
        "max_speed",
        (1.0, 2000.0),
        true,
        "/s",
        ALWAYS,
        solver.max_speed
    ),
    Knob {
        name: "correction",
        label: "Overlap is removed",
        section: Section::Correction,
        field: ("SolverConfig", "correction"),
        kind: Kind::Choice {
            options: &["soft", "projection"],
            get: |config| usize::from(PROJECTION(config)),
            set: |config, option| {
                let is_same = usize::from(PROJECTION(config)) == option;
                if !is_same {
                    let usual = [Correction::SOFT, Correction::LINEAR_PROJECTION];
                    config.solver.correction = usual[option % 2];
                }
            },
        },
        is_used: ALWAYS,
    },
    correction!("soft_hertz", "Stiffness", Soft, hertz, (0.0, 240.0), false, "Hz", SOFT),
    correction!("soft_damping_ratio", "Damping", Soft, damping_ratio, (0.0, 20.0), false, "", SOFT),
    correction!(
        "soft_push_speed",
        "Fastest push",
        Soft,
        push_speed,
        (0.0, 20.0),
        false,
        "/s",
        SOFT
    ),
    correction!(
        "projection_fraction",
        "Fraction",
        LinearProjection,
        fraction,
        (0.0, 1.0),
        false,
        "",
        PROJECTION
    ),
    correction!(
        "projection_slop",
        "Slop",
        LinearProjection,
        slop,
        (0.0, 0.1),
        false,
        "",
        PROJECTION
    ),
    correction!(
        "projection_max",
        "Most at once",
        LinearProjection,
        max_correction,
        (0.0, 2.0),
        false,
        "",
        PROJECTION
    ),
    count!(
        "pieces_per_body",
        "Pieces of a body",
        Scene,
        "FractureConfig",
        (0, 4096),
        fracture.pieces_per_body
    ),
    count!(
        "pieces_in_scene",
        "Pieces in all",
        Scene,
        "FractureConfig",
        (0, 65_536),
        fracture.pieces_in_scene
    ),
    Knob {
        name: "sleep",
        label: "Bodies sleep",
        section: Section::Sleep,
        field: ("SleepConfig", "enabled"),
        kind: Kind::Switch {
            get: |config| config.sleep.enabled,
            set: |config, on| config.sleep.enabled = on,
        },
        is_used: ALWAYS,
    },
    number!(
        "sleep_speed",
        "Still below",
        Sleep,
        "SleepConfig",
        "speed",
        (0.0, 1.0),
        false,
        "/s",
        SLEEPS,
        sleep.speed
    ),
    number!(
        "sleep_delay",
        "Still for",
        Sleep,
        "SleepConfig",
        "delay",
        (0.0, 10.0),
        false,
        "s",
        SLEEPS,
        sleep.delay
    ),
];

#[cfg(test)]
mod tests;
