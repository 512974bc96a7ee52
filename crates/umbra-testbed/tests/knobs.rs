//! Every knob to its ends, in scenes that use it: no panic, no number that is none.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use umbra::prelude::*;
use umbra_testbed::experiment::{Experiment, Side};
use umbra_testbed::knobs::{KNOBS, Kind, Knob};

/// The texts of a knob's ends.
fn ends(knob: &Knob) -> Vec<String> {
    match &knob.kind {
        Kind::Number { range, .. } => [range.0, range.1].map(|end| end.to_string()).into(),
        Kind::Count { range, .. } => [range.0, range.1].map(|end| end.to_string()).into(),
        Kind::Switch { .. } => ["true", "false"].map(str::to_owned).into(),
        Kind::Choice { options, .. } => options.iter().map(|option| (*option).to_owned()).collect(),
    }
}

#[test]
fn every_knob_is_turned_to_its_ends_while_time_goes_on() {
    for name in ["towers", "ragdoll", "table"] {
        let def = umbra_scenes::find(name).unwrap();
        for correction in [Correction::SOFT, Correction::LINEAR_PROJECTION] {
            let mut experiment = Experiment::new(def).unwrap();
            let mut usual = *experiment.a().scene().config();
            usual.solver.correction = correction;
            for knob in KNOBS.iter().filter(|knob| (knob.is_used)(&usual)) {
                for end in ends(knob) {
                    let mut config = usual;
                    knob.set_text(&mut config, &end).unwrap();
                    if experiment.configure(Side::A, config).is_err() {
                        // This machine does not have that width.
                        assert_eq!(knob.name, "simd");
                        continue;
                    }
                    (0..4).for_each(|_| experiment.step().unwrap());
                    let scene = experiment.a().scene();
                    for body in scene.bodies().filter_map(|key| scene.body(key).ok()) {
                        let at = body.position();
                        assert!(at.x.is_finite() && at.y.is_finite(), "{name} {} {end}", knob.name);
                    }
                }
            }
            let outcome = experiment.a().check().unwrap().work(core::time::Duration::MAX).unwrap();
            let is_same = matches!(outcome, umbra_testbed::session::Outcome::Same { .. });
            assert!(is_same, "{name}: {outcome:?}");
        }
    }
}
