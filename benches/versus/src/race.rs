//! The engines take turns at answering the same questions.

use std::path::Path;

use umbra::prelude::*;
use umbra_scenes::growth::FIELD;

use crate::contestant::Contestant;
use crate::description::Description;
use crate::engines::Kind;
use crate::questions::{COUNT, QUESTIONS, Question};
use crate::timing::median;

/// Rounds in which all engines answer all questions; medians count.
const ROUNDS: usize = 25;

/// The times of each engine for a kind of question, in the order of the engines.
#[derive(Clone, Debug)]
pub struct Answers {
    /// The kind of question, as in tables.
    pub title: &'static str,
    /// Nanoseconds per question.
    pub times: Vec<f64>,
    /// The mean answer of each engine.
    pub means: Vec<f64>,
}

/// Runs all kinds of questions on the engines in turns.
///
/// # Errors
/// When an engine does not exist.
pub fn ask_all(kinds: &[Kind], best: &Path) -> Result<Vec<Answers>, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.map_err(|error| error.to_string())?.install(|| {
        let (description, scene) = Description::from_def(&FIELD, SceneConfig::default())?;
        let load = |kind: &Kind| {
            let mut contestant = Contestant::new(*kind, &description, &scene, 1, best)?;
            contestant.get_ready()?;
            Ok(contestant)
        };
        let mut contestants = kinds.iter().map(load).collect::<Result<Vec<_>, String>>()?;
        QUESTIONS
            .iter()
            .map(|(_, title, question)| race(&mut contestants, title, *question))
            .collect()
    })
}

fn race(
    contestants: &mut [Contestant],
    title: &'static str,
    question: Question,
) -> Result<Answers, String> {
    let mut times = vec![Vec::new(); contestants.len()];
    let mut means = vec![0.0; contestants.len()];
    for round in 0..ROUNDS {
        for place in 0..contestants.len() {
            let index = (round + place) % contestants.len();
            let asked = contestants[index].ask(question)?;
            times[index].push(asked.nanoseconds);
            means[index] = asked.sum / COUNT as f64;
        }
    }
    Ok(Answers { title, times: times.into_iter().map(median).collect(), means })
}
