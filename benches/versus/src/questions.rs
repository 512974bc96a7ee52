//! What engines are asked about a field of boxes: the same rays, boxes and discs for all.

use std::path::Path;

use umbra::geom::math;
use umbra::prelude::*;
use umbra_scenes::growth::{FIELD, FIELD_SIDE, Random};

use crate::contest::median;
use crate::description::Description;
use crate::engines::Kind;
use crate::player::Player;

/// A kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The first hit of a ray as long as the field is wide.
    LongRay,
    /// The first hit of a ray of 50 m.
    ShortRay,
    /// All boxes that overlap a box of 5 m.
    Overlap,
    /// The first hit of a disc of half a metre on its way of 50 m.
    CircleCast,
}

/// All kinds, by their names, and what tables call them.
pub const QUESTIONS: [(&str, &str, Question); 4] = [
    ("long-ray", "closest ray, 1,000 m", Question::LongRay),
    ("short-ray", "closest ray, 50 m", Question::ShortRay),
    ("overlap", "boxes within 5 m x 5 m", Question::Overlap),
    ("circle-cast", "circle cast, 50 m", Question::CircleCast),
];

/// The radius of the disc that is cast.
pub const CAST_RADIUS: Real = 0.5;
/// Half the side of the box that is asked about.
const HALF_BOX: Real = 2.5;
/// How many questions there are of each kind.
pub const COUNT: usize = 4096;

/// From where, and which way.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The start.
    pub origin: Point,
    /// How far, and in which direction.
    pub translation: Vector,
}

/// Questions of one kind, ready to be asked.
#[derive(Clone, Debug)]
pub enum Batch {
    /// For the first hit of each.
    Rays(Vec<Way>),
    /// For all that overlap each.
    Boxes(Vec<Aabb>),
    /// For the first hit of a disc on each.
    Circles(Vec<Way>),
}

impl Question {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        QUESTIONS.iter().find(|(.., other)| *other == self).map_or("?", |(name, ..)| name)
    }

    /// The kind of this name.
    pub fn find(name: &str) -> Option<Self> {
        QUESTIONS.iter().find(|(other, ..)| *other == name).map(|(.., question)| *question)
    }

    /// The questions, the same in every program and run.
    pub fn batch(self) -> Batch {
        let mut random = Random(self as u64 + 7);
        let place = |random: &mut Random| [0, 1].map(|_| random.within(0.0, FIELD_SIDE));
        let mut ways = |length: Real| -> Vec<Way> {
            let mut way = || {
                let origin = place(&mut random).into();
                let turn = math::rotation(random.within(0.0, std::f32::consts::TAU));
                Way { origin, translation: turn * Vector::new(length, 0.0) }
            };
            (0..COUNT).map(|_| way()).collect()
        };
        match self {
            Self::LongRay => Batch::Rays(ways(FIELD_SIDE)),
            Self::ShortRay => Batch::Rays(ways(50.0)),
            Self::CircleCast => Batch::Circles(ways(50.0)),
            Self::Overlap => {
                let centers = ways(0.0).into_iter().map(|way| way.origin);
                let half = Vector::new(HALF_BOX, HALF_BOX);
                Batch::Boxes(centers.map(|at| Aabb { min: at - half, max: at + half }).collect())
            }
        }
    }
}

/// Rounds in which all engines answer all questions; medians count.
const ROUNDS: usize = 25;

/// What each engine needs for a kind of question, in the order of the engines.
#[derive(Clone, Debug)]
pub struct Answers {
    /// What was asked, as tables call it.
    pub title: &'static str,
    /// Nanoseconds per question.
    pub times: Vec<f64>,
    /// The mean answer of each engine.
    pub means: Vec<f64>,
}

/// Has the engines answer all kinds of questions in turns.
///
/// # Errors
/// When an engine is not there.
pub fn ask_all(kinds: &[Kind], best: &Path) -> Result<Vec<Answers>, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.map_err(|error| error.to_string())?.install(|| {
        let (description, scene) = Description::of(&FIELD, SceneConfig::default())?;
        let load = |kind: &Kind| {
            let mut player = Player::new(*kind, &description, &scene, 1, best)?;
            player.get_ready()?;
            Ok(player)
        };
        let mut players = kinds.iter().map(load).collect::<Result<Vec<_>, String>>()?;
        QUESTIONS.iter().map(|(_, title, question)| race(&mut players, title, *question)).collect()
    })
}

fn race(
    players: &mut [Player],
    title: &'static str,
    question: Question,
) -> Result<Answers, String> {
    let mut times = vec![Vec::new(); players.len()];
    let mut means = vec![0.0; players.len()];
    for round in 0..ROUNDS {
        for place in 0..players.len() {
            let index = (round + place) % players.len();
            let asked = players[index].ask(question)?;
            times[index].push(asked.nanoseconds);
            means[index] = asked.sum / COUNT as f64;
        }
    }
    Ok(Answers { title, times: times.into_iter().map(median).collect(), means })
}
