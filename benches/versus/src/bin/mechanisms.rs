//! Mechanisms whose exact motion is known, in all engines:
//! `cargo run --release -p umbra-versus --bin mechanisms`.
//! `--docs` and `--charts` are those of `umbra-versus`; `--quick` leaves out short steps and the
//! largest mechanism.

use umbra_versus::mechanisms::{RATES, energy_chart, error_chart, measure, table};
use umbra_versus::options::Options;
use umbra_versus::output;

fn main() -> Result<(), String> {
    let options = Options::parse(std::env::args().skip(1)).unwrap_or_else(|message| {
        output::say(&message);
        std::process::exit(2);
    });
    let is_quick = options.steps.is_some();
    let rates = if is_quick { &RATES[..2] } else { &RATES[..] };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.map_err(|error| error.to_string())?;
    let rows = pool.install(|| measure(rates, is_quick))?;
    options.publish("mechanisms", &table(&rows))?;
    options.show(&error_chart(&rows))?;
    options.show(&energy_chart(&rows))
}
