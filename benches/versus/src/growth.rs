//! Growth of the time of a step with the size of a scene.

use std::fmt::Write;

use umbra_scenes::SceneDef;
use umbra_scenes::growth::{PILES, PYRAMIDS};

use crate::chart::{Lines, Series, colour_of};
use crate::contest::{Contest, Outcome};
use crate::engines::Kind;
use crate::report::figure;

/// Scenes that differ only in size.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name of the family, for files.
    pub name: &'static str,
    /// The title of the family.
    pub title: &'static str,
    /// The scenes, from small to large.
    pub defs: &'static [SceneDef],
}

/// All families.
pub const FAMILIES: [Family; 2] = [
    Family { name: "pyramids", title: "One pyramid at rest", defs: &PYRAMIDS },
    Family { name: "piles", title: "A pile that tumbles in a drum", defs: &PILES },
];

/// The results of a family: for each scene, those of each engine.
#[derive(Clone, Debug)]
pub struct Growth {
    family: Family,
    rows: Vec<(&'static SceneDef, Vec<Outcome>)>,
}

/// Nanoseconds per step and pair of nearby shapes; over the second half of the run, when everything
/// has fallen.
fn per_contact(outcome: &Outcome) -> f64 {
    1e6 * outcome.late_mean() / outcome.quality.last.overlap.near.max(1) as f64
}

impl Growth {
    /// Runs a family.
    ///
    /// # Errors
    /// When an engine cannot load a scene.
    pub fn measure(family: Family, contest: &Contest) -> Result<Self, String> {
        let one = |def: &'static SceneDef| Ok((def, contest.run(def)?));
        Ok(Self { family, rows: family.defs.iter().map(one).collect::<Result<_, String>>()? })
    }

    /// A table of each engine's times, and of the growth of the time per contact from the smallest
    /// scene to the largest.
    pub fn table(&self, kinds: &[Kind]) -> String {
        let mut text = "| scene | contacts |".to_owned();
        for kind in kinds {
            let _ = write!(text, " {}: ms per step | ns per contact |", kind.title());
        }
        let _ = write!(text, "\n|---|---:|{}\n", "---:|".repeat(2 * kinds.len()));
        for (def, outcomes) in &self.rows {
            let contacts = outcomes.first().map_or(0, |o| o.quality.last.overlap.near);
            let _ = write!(text, "| {} | {contacts} |", def.name);
            for outcome in outcomes {
                let (time, each) = (outcome.late_mean(), per_contact(outcome));
                let _ = write!(text, " {} | {each:.0} |", figure(time));
            }
            text += "\n";
        }
        text += "| largest / smallest, per contact | |";
        for index in 0..kinds.len() {
            let _ = write!(text, " | **{:.2}** |", self.growth(index));
        }
        text + "\n"
    }

    /// The ratio of the time per contact in the largest scene to that in the smallest, for the
    /// engine of this index.
    fn growth(&self, index: usize) -> f64 {
        let at = |row: Option<&(&SceneDef, Vec<Outcome>)>| {
            row.and_then(|(_, outcomes)| outcomes.get(index)).map_or(f64::NAN, per_contact)
        };
        at(self.rows.last()) / at(self.rows.first())
    }

    /// The name of its chart, and the chart.
    pub fn chart(&self, kinds: &[Kind]) -> (String, String) {
        let line = |index: usize, kind: &Kind| {
            let points = self.rows.iter().filter_map(|(_, outcomes)| outcomes.get(index));
            let point = |o: &Outcome| [o.quality.last.overlap.near as f64, per_contact(o)];
            Series {
                name: kind.title().to_owned(),
                colour: colour_of(*kind),
                values: points.map(point).collect(),
            }
        };
        let chart = Lines {
            title: format!("{}: time per contact", self.family.title),
            across: "contacts in the scene".to_owned(),
            up: "nanoseconds per step and contact".to_owned(),
            series: kinds.iter().enumerate().map(|(index, kind)| line(index, kind)).collect(),
        };
        (format!("growth-{}.svg", self.family.name), chart.draw())
    }
}
