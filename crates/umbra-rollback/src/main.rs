//! `cargo run --release -p umbra-rollback [FRAMES]`: two peers, 8 frames of latency, 2 % of all
//! packets lost.
#![allow(clippy::print_stdout, reason = "it prints what happened")]

use std::error::Error;
use std::time::Instant;

use umbra_rollback::{Network, play};

fn main() -> Result<(), Box<dyn Error>> {
    let frames = std::env::args().nth(1).map_or(Ok(10_000), |frames| frames.parse())?;
    let network = Network { latency: 8, lost: 20 };
    let start = Instant::now();
    let report = play(frames, network, [7801, 7802])?;
    println!("{} frames are the same to the last bit for both peers.", report.confirmed);
    println!(
        "{} frames of latency, {} of 1,000 packets lost: {} rollbacks, {:.1} steps for each frame.",
        network.latency,
        network.lost,
        report.rollbacks,
        report.steps as f64 / 2.0 / report.confirmed as f64,
    );
    println!(
        "A snapshot takes at most {} kB; all took {:.1} s. The last hash is {:016x}.",
        report.snapshot / 1000,
        start.elapsed().as_secs_f64(),
        report.hash,
    );
    Ok(())
}
