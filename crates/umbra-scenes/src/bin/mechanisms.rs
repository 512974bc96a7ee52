//! Prints how mechanisms whose motion is known go, by the steps per second and how joints are solved.
#![allow(clippy::print_stdout, reason = "it prints a table")]

use umbra::prelude::*;
use umbra_scenes::mechanisms::ALL;

fn main() -> Result<(), umbra::Error> {
    println!("| mechanism | steps per second | joints | error | energy | at the end | gap, mm |");
    println!("|---|---:|---|---:|---:|---:|---:|");
    for mechanism in ALL {
        for rate in [60, 240, 1000, 4000] {
            if rate == 4000 && mechanism.name == "40 four-bars" {
                continue;
            }
            for joints in [JointSolving::Rows, JointSolving::Trees, JointSolving::Auto] {
                let solver = SolverConfig { joints, ..SolverConfig::default() };
                let run = mechanism.run(SceneConfig { solver, ..SceneConfig::default() }, rate)?;
                let [least, most, end] = run.energy;
                println!(
                    "| {} | {rate} | {joints:?} | {:.4} | {least:.2e} to {most:.2e} | {end:.2e} | {:.4} |",
                    mechanism.name,
                    run.error,
                    1e3 * run.gap
                );
            }
        }
    }
    Ok(())
}
