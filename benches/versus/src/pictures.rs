//! The charts of all figures.

use crate::chart::{Bars, Series, colour_of};
use crate::contest::Outcome;
use crate::engines::Kind;
use crate::race::Answers;
use crate::report::{Run, SceneOutcomes, scaling};

/// The name of a file and its contents.
pub type Picture = (String, String);

/// The time of a step of every scene.
pub fn times(run: &Run, kinds: &[Kind]) -> Picture {
    let threads = if run.threads == 1 { "one thread" } else { &format!("{} threads", run.threads) };
    let chart = Bars {
        title: format!("Twelve scenes, {threads}: time of a step (less is better)"),
        axis: "milliseconds per step, mean over the run".to_owned(),
        groups: names(&run.scenes),
        series: each(kinds, |index| column(&run.scenes, |outcomes| outcomes[index].mean())),
        goal: None,
    };
    (format!("times-{}.svg", run.threads), chart.draw())
}

/// The gain from several threads.
pub fn thread_scaling(runs: &[Run], kinds: &[Kind]) -> Picture {
    let scaling = scaling(runs);
    let threads = runs.last().map_or(0, |run| run.threads);
    let chart = Bars {
        title: format!("What {threads} threads give (more is better)"),
        axis: format!("time on one thread over time on {threads}"),
        groups: scaling.iter().map(|(name, _)| (*name).to_owned()).collect(),
        series: each(kinds, |index| scaling.iter().map(|(_, ratios)| ratios[index]).collect()),
        goal: None,
    };
    ("scaling.svg".to_owned(), chart.draw())
}

/// The depth of overlaps at the end, as a multiple of the better peer's.
pub fn overlaps(scenes: &[SceneOutcomes], kinds: &[Kind]) -> Picture {
    let mean = |outcome: &Outcome| outcome.quality.last.overlap.mean;
    let relative = |index: usize| {
        column(scenes, |outcomes| {
            let peers = outcomes.iter().filter(|outcome| outcome.kind.is_peer());
            mean(&outcomes[index]) / peers.map(mean).fold(f64::INFINITY, f64::min)
        })
    };
    let chart = Bars {
        title: "Mean overlap at the end of the run (less is better)".to_owned(),
        axis: "mean overlap as a multiple of the better peer's".to_owned(),
        groups: names(scenes),
        series: each(kinds, relative),
        goal: Some((1.0, String::new())),
    };
    ("overlaps.svg".to_owned(), chart.draw())
}

/// The time of a question.
pub fn questions(rows: &[Answers], kinds: &[Kind]) -> Picture {
    let chart = Bars {
        title: "Queries among 10,000 fixed boxes (less is better)".to_owned(),
        axis: "nanoseconds per query".to_owned(),
        groups: rows.iter().map(|row| row.title.to_owned()).collect(),
        series: each(kinds, |index| rows.iter().map(|row| row.times[index]).collect()),
        goal: None,
    };
    ("queries.svg".to_owned(), chart.draw())
}

/// A series for every engine.
pub fn each(kinds: &[Kind], values: impl Fn(usize) -> Vec<f64>) -> Vec<Series<f64>> {
    let one = |(index, kind): (usize, &Kind)| Series {
        name: kind.title().to_owned(),
        colour: colour_of(*kind),
        values: values(index),
    };
    kinds.iter().enumerate().map(one).collect()
}

fn names(scenes: &[SceneOutcomes]) -> Vec<String> {
    scenes.iter().map(|(name, _)| (*name).to_owned()).collect()
}

fn column(scenes: &[SceneOutcomes], of: impl Fn(&[Outcome]) -> f64) -> Vec<f64> {
    scenes.iter().map(|(_, outcomes)| of(outcomes)).collect()
}
