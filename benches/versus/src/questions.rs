//! What engines are asked about a field of boxes: the same rays, boxes and discs for all.

use umbra::geom::math;
use umbra::prelude::*;
use umbra_scenes::growth::{FIELD_SIDE, Random};

/// A kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The first hit of a ray as long as the field is wide.
    LongRay,
    /// The first hit of a ray of 50 m.
    ShortRay,
    /// The first hit of a line of sight: a ray of 50 m, one of 256 from one point in all directions.
    SightLine,
    /// As `LongRay`, all of them in one call where an engine has one.
    LongRays,
    /// As `ShortRay`, all of them in one call where an engine has one.
    ShortRays,
    /// As `SightLine`, all of them in one call where an engine has one.
    SightLines,
    /// All boxes that overlap a box of 5 m.
    Overlap,
    /// The first hit of a disc of half a metre on its way of 50 m.
    CircleCast,
}

/// All kinds, by their names, and what tables call them.
pub const QUESTIONS: [(&str, &str, Question); 8] = [
    ("long-ray", "closest ray, 1,000 m", Question::LongRay),
    ("short-ray", "closest ray, 50 m", Question::ShortRay),
    ("sight-line", "line of sight, 50 m", Question::SightLine),
    ("long-rays", "closest rays, 1,000 m, at once", Question::LongRays),
    ("short-rays", "closest rays, 50 m, at once", Question::ShortRays),
    ("sight-lines", "lines of sight, 50 m, at once", Question::SightLines),
    ("overlap", "boxes within 5 m x 5 m", Question::Overlap),
    ("circle-cast", "circle cast, 50 m", Question::CircleCast),
];

/// The radius of the disc that is cast.
pub const CAST_RADIUS: Real = 0.5;
/// Half the side of the box that is asked about.
const HALF_BOX: Real = 2.5;
/// How many questions there are of each kind.
pub const COUNT: usize = 4096;
/// Lines of sight from one point.
const FAN: usize = 256;

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
    /// The same, in one call where there is one.
    RaysAtOnce(Vec<Way>),
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
        let seed = match self {
            Self::LongRay | Self::LongRays => 7,
            Self::ShortRay | Self::ShortRays => 8,
            Self::Overlap => 9,
            Self::CircleCast => 10,
            Self::SightLine | Self::SightLines => 11,
        };
        let mut random = Random(seed);
        let place = |random: &mut Random| [0, 1].map(|_| random.within(0.0, FIELD_SIDE));
        let way = |origin: Point, angle: Real, length: Real| Way {
            origin,
            translation: math::rotation(angle) * Vector::new(length, 0.0),
        };
        let mut ways = |length: Real| -> Vec<Way> {
            let mut some = || {
                let origin = place(&mut random).into();
                way(origin, random.within(0.0, std::f32::consts::TAU), length)
            };
            (0..COUNT).map(|_| some()).collect()
        };
        let lines = || {
            let mut random = Random(seed);
            let mut fan = || {
                let eye: Point = place(&mut random).into();
                let step = std::f32::consts::TAU / FAN as Real;
                (0..FAN).map(move |line| way(eye, step * line as Real, 50.0))
            };
            (0..COUNT / FAN).flat_map(|_| fan()).collect()
        };
        match self {
            Self::LongRay => Batch::Rays(ways(FIELD_SIDE)),
            Self::LongRays => Batch::RaysAtOnce(ways(FIELD_SIDE)),
            Self::ShortRay => Batch::Rays(ways(50.0)),
            Self::ShortRays => Batch::RaysAtOnce(ways(50.0)),
            Self::SightLine => Batch::Rays(lines()),
            Self::SightLines => Batch::RaysAtOnce(lines()),
            Self::CircleCast => Batch::Circles(ways(50.0)),
            Self::Overlap => {
                let centers = ways(0.0).into_iter().map(|way| way.origin);
                let half = Vector::new(HALF_BOX, HALF_BOX);
                Batch::Boxes(centers.map(|at| Aabb { min: at - half, max: at + half }).collect())
            }
        }
    }
}

/// What came of a batch of questions.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Nanoseconds for each question.
    pub nanoseconds: f64,
    /// The sum of all answers: fractions of the way, or how many there are.
    pub sum: f64,
}
