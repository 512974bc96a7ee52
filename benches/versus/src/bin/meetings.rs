//! Small worlds in all engines:
//! `cargo run --release -p umbra-versus --bin meetings -- [COUNT [SEED]]`.

use umbra_versus::meetings::{play, report};
use umbra_versus::output::say;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|it| it.parse().ok()).collect();
    let count = numbers.first().map_or(1_000, |count| *count as usize);
    say(&report(&play(numbers.get(1).copied().unwrap_or(0), count)));
}
