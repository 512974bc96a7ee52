//! Errors by the time of a step: scenes with several numbers of substeps, in all engines.
//!
//! Equal substeps are equal work only on paper. Users choose as many as keep errors small enough,
//! so what counts is how long an engine takes to be as exact as another.

use std::fmt::Write;

use umbra_scenes::find;

use crate::chart::{Panel, Panels, Series, colour_of};
use crate::contest::{Contest, Outcome};
use crate::engines::Kind;
use crate::pictures::Picture;
use crate::quality::Quality;

/// The numbers of substeps that are measured.
pub const SUBSTEPS: [u32; 6] = [1, 2, 3, 4, 6, 8];

/// The place of the number that engines have by default, four.
const USUAL: usize = 3;

/// The scenes, each with its error.
const SCENES: [(&str, Error); 8] = [
    ("large_pyramid", Error::Drift),
    ("junkyard", Error::Overlap),
    ("washer", Error::Overlap),
    ("tumbler", Error::Overlap),
    ("compounds", Error::Overlap),
    ("smash", Error::Overlap),
    ("joint_grid", Error::Gap),
    ("rain", Error::Gap),
];

/// An error that a scene has in all engines, in metres.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The mean depth of overlaps, over the run.
    Overlap,
    /// The mean distance by which joints are open, over the run.
    Gap,
    /// The distance by which the marked body has moved at the end.
    Drift,
}

impl Error {
    fn name(self) -> &'static str {
        match self {
            Self::Overlap => "mean overlap",
            Self::Gap => "mean gap of joints",
            Self::Drift => "drift",
        }
    }

    fn measured(self, quality: &Quality) -> f64 {
        match self {
            Self::Overlap => quality.mean_overlap,
            Self::Gap => quality.mean_gap,
            Self::Drift => quality.last.drift[0].hypot(quality.last.drift[1]),
        }
    }
}

/// The points of all engines in a scene.
#[derive(Clone, Debug)]
pub struct Curves {
    scene: &'static str,
    error: Error,
    /// Per engine: milliseconds per step and the error, for each of [`SUBSTEPS`].
    points: Vec<[[f64; 2]; SUBSTEPS.len()]>,
}

/// Runs all scenes with all numbers of substeps.
///
/// # Errors
/// When an engine cannot load a scene.
pub fn measure(contest: &Contest) -> Result<Vec<Curves>, String> {
    SCENES.iter().map(|(scene, error)| measure_scene(contest, scene, *error)).collect()
}

fn measure_scene(contest: &Contest, scene: &'static str, error: Error) -> Result<Curves, String> {
    let def = find(scene).ok_or_else(|| format!("{scene} is no scene"))?;
    let mut points = vec![[[0.0; 2]; SUBSTEPS.len()]; contest.kinds.len()];
    for (place, substeps) in SUBSTEPS.into_iter().enumerate() {
        let outcomes = Contest { substeps: Some(substeps), ..contest.clone() }.run(def)?;
        for (points, outcome) in points.iter_mut().zip(&outcomes) {
            let Outcome { quality, .. } = outcome;
            points[place] = [outcome.mean(), error.measured(quality)];
        }
    }
    Ok(Curves { scene, error, points })
}

/// All points, a line for each.
pub fn csv(all: &[Curves], kinds: &[Kind]) -> String {
    let mut text = "scene,error,engine,substeps,mean_ms,error_m\n".to_owned();
    for curves in all {
        for (kind, points) in kinds.iter().zip(&curves.points) {
            for (substeps, [time, error]) in SUBSTEPS.iter().zip(points) {
                let (scene, name) = (curves.scene, curves.error.name());
                let _ = writeln!(
                    text,
                    "{scene},{name},{},{substeps},{time:.5},{error:.7}",
                    kind.name()
                );
            }
        }
    }
    text
}

/// Table of the times by which the first engine is faster than each peer with [its usual
/// substeps](USUAL), where it is as exact.
pub fn table(all: &[Curves], kinds: &[Kind]) -> String {
    let mut text = "| scene | error |".to_owned();
    for kind in &kinds[1..] {
        let _ = write!(
            text,
            " {}, mm | ms | {} as exact, ms | times |",
            kind.title(),
            kinds[0].title()
        );
    }
    text += "\n|---|---|";
    text += &"---:|---:|---:|---:|".repeat(kinds.len() - 1);
    text += "\n";
    for curves in all {
        let _ = write!(text, "| {} | {} |", curves.scene, curves.error.name());
        for peer in 1..kinds.len() {
            let [time, error] = curves.points[peer][USUAL];
            let own = time_for(&curves.points[0], error);
            let _ = write!(text, " {:.3} | {time:.2} | {own} | {} |", 1e3 * error, own.times(time));
        }
        text += "\n";
    }
    text
}

/// The time in which a curve comes to an error.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Time {
    /// Between two of its points.
    Exact(f64),
    /// Its least: with one substep it is more exact.
    AtMost(f64),
    /// More than its most: with most substeps it is less exact.
    MoreThan(f64),
}

impl Time {
    fn times(self, other: f64) -> String {
        match self {
            Self::Exact(time) => format!("{:.2}", other / time),
            Self::AtMost(time) => format!("{:.2} or more", other / time),
            Self::MoreThan(time) => format!("less than {:.2}", other / time),
        }
    }
}

impl std::fmt::Display for Time {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exact(time) => write!(f, "{time:.2}"),
            Self::AtMost(time) => write!(f, "{time:.2} at most"),
            Self::MoreThan(time) => write!(f, "more than {time:.2}"),
        }
    }
}

/// The least time in which a curve comes to an error, on lines between the logarithms of its
/// points.
fn time_for(points: &[[f64; 2]], error: f64) -> Time {
    if points[0][1] <= error {
        return Time::AtMost(points[0][0]);
    }
    for pair in points.windows(2) {
        let [[from, coarse], [to, fine]] = [pair[0], pair[1]];
        if fine <= error {
            let part = (error / coarse).ln() / (fine / coarse).ln();
            return Time::Exact(from * (to / from).powf(part));
        }
    }
    Time::MoreThan(points.last().map_or(0.0, |point| point[0]))
}

/// The error by the time of a step, as a multiple of the first engine's with its usual substeps.
pub fn chart(all: &[Curves], kinds: &[Kind]) -> Picture {
    let panel = |curves: &Curves| {
        let unit = curves.points[0][USUAL][0];
        let line = |(kind, points): (&Kind, &[[f64; 2]; SUBSTEPS.len()])| Series {
            name: kind.title().to_owned(),
            colour: colour_of(*kind),
            values: points.iter().map(|[time, error]| [time / unit, 1e3 * error]).collect(),
        };
        Panel {
            title: format!("{}: {}, mm", curves.scene, curves.error.name()),
            series: kinds.iter().zip(&curves.points).map(line).collect(),
        }
    };
    let chart = Panels {
        title: "Error by the time of a step, with 1 to 8 substeps (less is better)".to_owned(),
        across: "time of a step, in times that of Umbra with four substeps".to_owned(),
        ticks: vec![0.25, 0.5, 1.0, 2.0, 4.0, 8.0],
        wide: None,
        panels: all.iter().map(panel).collect(),
    };
    ("precision.svg".to_owned(), chart.draw())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_for_an_error_lies_on_the_curve() {
        let points = [[1.0, 8.0], [2.0, 4.0], [4.0, 1.0]];
        assert_eq!(time_for(&points, 9.0), Time::AtMost(1.0));
        assert_eq!(time_for(&points, 4.0), Time::Exact(2.0));
        let Time::Exact(time) = time_for(&points, 2.0) else { panic!() };
        assert!((time - 8.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(time_for(&points, 0.5), Time::MoreThan(4.0));
        assert_eq!(Time::Exact(2.0).times(3.0), "1.50");
    }

    #[test]
    fn every_engine_has_a_line_in_the_outputs() {
        let points = SUBSTEPS.map(|substeps| [f64::from(substeps), 0.01 / f64::from(substeps)]);
        let other = points.map(|[time, error]| [2.0 * time, error]);
        let curves =
            [Curves { scene: "washer", error: Error::Overlap, points: vec![points, other] }];
        let kinds = [Kind::Umbra, Kind::Box2d];
        assert_eq!(csv(&curves, &kinds).lines().count(), 13);
        // As exact at 4 ms as the other at 8 ms.
        assert!(table(&curves, &kinds).contains("| 8.00 | 4.00 | 2.00 |"));
        let (name, text) = chart(&curves, &kinds);
        assert!(name == "precision.svg" && text.contains("washer") && text.contains("0.25"));
    }
}
