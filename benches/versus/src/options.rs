//! The command line.

use std::path::{Path, PathBuf};

use umbra_scenes::{SceneDef, benchmark, bouncing};

use crate::contest::Contest;
use crate::engines::Kind;
use crate::output;
use crate::pictures::Picture;

/// The usage of the program.
pub const USAGE: &str = "umbra-versus: Umbra, Box2D and Rapier at the same work, in the same run

--part NAMES     of scenes (the default: whole scenes), small (scenes with little in them), growth
                 (scenes of many sizes), queries, precision (error by time, with 1 to 8 substeps);
                 comma-separated
--scene NAMES    whole scenes by their names; all by default
--engines NAMES  of umbra, box2d, rapier (the default), rapier-best, box2d-native, umbra-soft,
                 umbra-projection, umbra-fast, umbra-precise, umbra-rows, umbra-trees,
                 box2d-tuned, rapier-tuned
--threads LIST   thread counts for whole scenes; 1,2 by default
--repeat N       repetitions, of which the median counts; 1 by default
--steps N        at most so many steps
--csv FILE       also writes all of whole scenes into FILE as CSV
--docs FILE      puts the tables into FILE, between marks such as <!-- begin times -->
--charts DIR     draws charts into DIR, as SVG
--remarks        prints what engines say of where their time went
--quick          few steps of every scene on one thread: under a minute
--best DIR       where `benches/versus/build-best` has put the programs with peers at their best,
                 which rapier-best and box2d-native need; target/best by default";

/// Steps of a scene in a quick run.
const QUICK_STEPS: u32 = 20;

/// A part of the measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Whole scenes.
    Scenes,
    /// Scenes with little in them.
    Small,
    /// Scenes of many sizes.
    Growth,
    /// Rays, casts and overlaps.
    Queries,
    /// Errors by the time of a step, with several numbers of substeps.
    Precision,
}

/// The options of the command line.
#[derive(Clone, Debug)]
pub struct Options {
    /// The parts to measure.
    pub parts: Vec<Part>,
    /// The whole scenes.
    pub defs: Vec<&'static SceneDef>,
    /// The engines.
    pub kinds: Vec<Kind>,
    /// Thread counts.
    pub threads: Vec<usize>,
    /// Repetitions.
    pub repeat: usize,
    /// At most this many steps.
    pub steps: Option<u32>,
    /// The file to write CSV to.
    pub csv: Option<PathBuf>,
    /// The page to put tables into.
    pub docs: Option<PathBuf>,
    /// The folder to draw charts in.
    pub charts: Option<PathBuf>,
    /// The folder of the programs with peers at their best.
    pub best: PathBuf,
    /// True to print remarks.
    pub remarks: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            parts: vec![Part::Scenes],
            defs: benchmark::SCENES.iter().chain(&bouncing::SCENES).collect(),
            kinds: vec![Kind::Umbra, Kind::Box2d, Kind::Rapier],
            threads: vec![1, 2],
            repeat: 1,
            steps: None,
            csv: None,
            docs: None,
            charts: None,
            best: "target/best".into(),
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
                "--scene" => options.defs = list(&value, def)?,
                "--part" => options.parts = list(&value, part)?,
                "--engines" => options.kinds = list(&value, Kind::find)?,
                "--threads" => options.threads = list(&value, number)?,
                "--repeat" => options.repeat = number(&value)?,
                "--steps" => options.steps = Some(number(&value)? as u32),
                "--csv" => options.csv = Some(value.into()),
                "--docs" => options.docs = Some(value.into()),
                "--charts" => options.charts = Some(value.into()),
                "--best" => options.best = value.into(),
                _ => return Err(format!("{name} is not known\n\n{USAGE}")),
            }
        }
        Ok(options)
    }

    /// A contest of the engines with this number of threads.
    pub fn contest(&self, threads: usize) -> Contest {
        Contest {
            kinds: self.kinds.clone(),
            threads,
            repeat: self.repeat,
            steps: self.steps,
            substeps: None,
            best: self.best.clone(),
        }
    }

    /// Prints a table, and puts it into the page if there is one.
    ///
    /// # Errors
    /// When the page has no marks of this name.
    pub fn publish(&self, name: &str, table: &str) -> Result<(), String> {
        output::say(table);
        self.docs.as_deref().map_or(Ok(()), |page| output::put(page, name, table))
    }

    /// Writes a chart, if charts are wanted.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn show(&self, (name, text): &Picture) -> Result<(), String> {
        let write = |folder: &Path| output::write(&folder.join(name), text);
        self.charts.as_deref().map_or(Ok(()), write)
    }
}

fn list<T>(value: &str, one: fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    value.split(',').map(one).collect()
}

fn def(name: &str) -> Result<&'static SceneDef, String> {
    umbra_scenes::find(name).ok_or_else(|| {
        let names: Vec<_> = umbra_scenes::all().map(|def| def.name).collect();
        format!("{name} is no scene; there are {}", names.join(", "))
    })
}

fn part(name: &str) -> Result<Part, String> {
    match name {
        "scenes" => Ok(Part::Scenes),
        "small" => Ok(Part::Small),
        "growth" => Ok(Part::Growth),
        "queries" => Ok(Part::Queries),
        "precision" => Ok(Part::Precision),
        _ => Err(format!("{name} is no part\n\n{USAGE}")),
    }
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
        let names: Vec<_> = options.defs.iter().map(|def| def.name).collect();
        assert_eq!(names, ["washer", "smash"]);
        assert_eq!(options.kinds, [Kind::Umbra, Kind::Box2d]);
        assert_eq!((options.threads, options.repeat), (vec![2], 3));
        assert_eq!(parse("--part growth,queries").unwrap().parts, [Part::Growth, Part::Queries]);
        assert_eq!(parse("--quick").unwrap().threads, [1]);
        assert_eq!(parse("").unwrap().defs.len(), 16);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, word) in [
            ("--scene nowhere", "nowhere"),
            ("--engines chipmunk", "chipmunk"),
            ("--part three", "three"),
            ("--threads 0", "0"),
            ("--repeat", "--repeat"),
            ("--colour red", "--colour"),
        ] {
            assert!(parse(line).unwrap_err().contains(word), "{line}");
        }
    }
}
