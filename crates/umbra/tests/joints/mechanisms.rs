//! Mechanisms whose motion is known: joints that are solved at once keep their energy, and more
//! steps make it better.

use umbra::prelude::*;
use umbra_scenes::mechanisms::{
    FOUR_BAR, FOUR_BARS_2, FOUR_BARS_40, Mechanism, PENDULUM, Run, SLIDER_CRANK, SQUEEZER,
};

fn run(mechanism: &Mechanism, joints: JointSolving, substeps: u32, rate: u32) -> Run {
    let solver = SolverConfig { joints, substeps, ..SolverConfig::default() };
    mechanism.run(SceneConfig { solver, ..SceneConfig::default() }, rate).unwrap()
}

#[test]
fn loops_and_chains_solved_at_once_keep_their_energy() {
    // At 60 steps per second, what they lose at the end, in joules of some 20, 20 and 30; and how far off they are.
    for (mechanism, lost, error) in
        [(PENDULUM, 0.05, 0.02), (SLIDER_CRANK, 0.1, 0.12), (FOUR_BAR, 0.06, 0.02)]
    {
        for substeps in [4, 7] {
            for (rate, part) in [(60, 1.0), (100, 0.7), (600, 0.2)] {
                let run = run(&mechanism, JointSolving::Trees, substeps, rate);
                let name = format!("{} at {rate} x {substeps}: {run:?}", mechanism.name);
                assert!(run.energy[2].abs() < part * lost, "{name}");
                assert!(run.error < part * error, "{name}");
            }
        }
    }
}

#[test]
fn long_linkages_do_not_fold_the_wrong_way() {
    for joints in [JointSolving::Auto, JointSolving::Trees] {
        for (mechanism, energy) in [(FOUR_BARS_2, 0.2), (FOUR_BARS_40, 3.0)] {
            for (rate, substeps) in [(60, 4), (90, 4), (60, 8)] {
                let run = run(&mechanism, joints, substeps, rate);
                let name = format!("{}, {joints:?}, {rate} x {substeps}: {run:?}", mechanism.name);
                assert!(run.error < 0.02 && run.energy[2].abs() < energy, "{name}");
            }
        }
    }
}

#[test]
fn a_squeezer_comes_nearer_to_its_published_angles_with_every_step_more() {
    // Its spring pushes by the stretch that each step begins with, so errors are proportional to the steps.
    let mut last = f64::INFINITY;
    for rate in [60, 240, 1000, 3000] {
        let run = run(&SQUEEZER, JointSolving::Trees, 4, rate);
        assert!(run.error < 0.5 * last, "{rate}: {run:?} after {last}");
        last = run.error;
    }
    assert!(last < 0.02, "{last}");
}
