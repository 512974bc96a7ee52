//! The command line.

use umbra_scenes::{Plan, benchmark};

use crate::engines::{KINDS, Kind};

/// How the program is used.
pub const USAGE: &str = "umbra-versus: whole scenes in Umbra, Box2D and Rapier, in the same run

--scene NAMES    of these scenes, comma-separated; all eight of Box2D's benchmark by default
--engines NAMES  of umbra, box2d, rapier (the default), umbra-soft, umbra-projection, umbra-fast,
                 umbra-precise
--threads LIST   thread counts, one table for each; 1,2 by default
--repeat N       repetitions, of which the median counts; 1 by default
--steps N        at most so many steps
--csv FILE       also writes everything into FILE as CSV
--remarks        prints what engines say of where their time went
--quick          few steps of every scene on one thread: under a minute";

/// Steps of a scene in a quick run.
const QUICK_STEPS: u32 = 20;

/// What was asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// The scenes.
    pub plans: Vec<&'static Plan>,
    /// The engines.
    pub kinds: Vec<Kind>,
    /// Thread counts.
    pub threads: Vec<usize>,
    /// Repetitions.
    pub repeat: usize,
    /// At most this many steps.
    pub steps: Option<u32>,
    /// Where to write CSV.
    pub csv: Option<String>,
    /// Whether to print remarks.
    pub remarks: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            plans: benchmark::PLANS.iter().collect(),
            kinds: vec![Kind::Umbra, Kind::Box2d, Kind::Rapier],
            threads: vec![1, 2],
            repeat: 1,
            steps: None,
            csv: None,
            remarks: false,
        }
    }
}

impl Options {
    /// Reads arguments.
    ///
    /// # Errors
    /// When one is not understood.
    pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut options = Self::default();
        let mut arguments = arguments.into_iter();
        while let Some(name) = arguments.next() {
            match name.as_str() {
                "--quick" => {
                    options.steps = Some(QUICK_STEPS);
                    options.threads = vec![1];
                    continue;
                }
                "--remarks" => {
                    options.remarks = true;
                    continue;
                }
                "--help" | "-h" => return Err(USAGE.to_owned()),
                _ => {}
            }
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            match name.as_str() {
                "--scene" => options.plans = list(&value, plan)?,
                "--engines" => options.kinds = list(&value, kind)?,
                "--threads" => options.threads = list(&value, number)?,
                "--repeat" => options.repeat = number(&value)?,
                "--steps" => options.steps = Some(number(&value)? as u32),
                "--csv" => options.csv = Some(value),
                _ => return Err(format!("{name} is not known\n\n{USAGE}")),
            }
        }
        Ok(options)
    }
}

fn list<T>(value: &str, one: fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    value.split(',').map(one).collect()
}

fn plan(name: &str) -> Result<&'static Plan, String> {
    umbra_scenes::find(name).ok_or_else(|| {
        let names: Vec<_> = umbra_scenes::all().map(|plan| plan.name).collect();
        format!("{name} is no scene; there are {}", names.join(", "))
    })
}

fn kind(name: &str) -> Result<Kind, String> {
    let found = KINDS.iter().find(|(other, _)| *other == name);
    found.map(|(_, kind)| *kind).ok_or_else(|| format!("{name} is no engine\n\n{USAGE}"))
}

fn number(value: &str) -> Result<usize, String> {
    match value.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("{value} is no number greater than zero")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, String> {
        Options::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn arguments_are_understood() {
        let options = parse("--scene washer,smash --engines umbra,box2d --threads 2 --repeat 3");
        let options = options.unwrap();
        let names: Vec<_> = options.plans.iter().map(|plan| plan.name).collect();
        assert_eq!(names, ["washer", "smash"]);
        assert_eq!(options.kinds, [Kind::Umbra, Kind::Box2d]);
        assert_eq!((options.threads, options.repeat), (vec![2], 3));
        assert_eq!(parse("--quick").unwrap().threads, [1]);
        assert_eq!(parse("").unwrap().plans.len(), 8);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, word) in [
            ("--scene nowhere", "nowhere"),
            ("--engines chipmunk", "chipmunk"),
            ("--threads 0", "0"),
            ("--repeat", "--repeat"),
            ("--colour red", "--colour"),
        ] {
            assert!(parse(line).unwrap_err().contains(word), "{line}");
        }
    }
}
