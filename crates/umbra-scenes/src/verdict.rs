//! The output of examples at the end: figures, each beside its limit.

use std::process::ExitCode;

/// Prints figures with `ok` or `FAILED`, and remembers whether one failed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Verdict {
    failed: bool,
}

impl Verdict {
    /// Checks that a figure is not larger than `most`.
    pub fn at_most(&mut self, what: &str, figure: impl Into<f64>, most: f64, unit: &str) {
        let figure = figure.into();
        self.say(figure <= most, &format!("{what}: {figure:.4} {unit}, at most {most} {unit}"));
    }

    /// Checks that a figure is not smaller than `least`.
    pub fn at_least(&mut self, what: &str, figure: impl Into<f64>, least: f64, unit: &str) {
        let figure = figure.into();
        self.say(figure >= least, &format!("{what}: {figure:.4} {unit}, at least {least} {unit}"));
    }

    /// Checks that a sentence is true.
    #[allow(clippy::print_stdout, reason = "for the person at the command line")]
    pub fn say(&mut self, is_true: bool, what: &str) {
        self.failed |= !is_true;
        println!("{:6} {what}", if is_true { "ok" } else { "FAILED" });
    }

    /// The exit code of the program: an error when a figure failed.
    #[must_use]
    pub fn exit_code(self) -> ExitCode {
        if self.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_failure_is_enough() {
        let mut verdict = Verdict::default();
        verdict.at_most("gap", 1.0, 2.0, "mm");
        verdict.at_least("height", 1.0, 1.0, "m");
        assert_eq!(verdict.exit_code(), ExitCode::SUCCESS);
        verdict.at_most("gap", f64::NAN, 2.0, "mm");
        verdict.say(true, "and so on");
        assert_eq!(verdict.exit_code(), ExitCode::FAILURE);
    }
}
