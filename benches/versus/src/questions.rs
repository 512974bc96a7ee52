//! Questions to the engines about a field of boxes: the same rays, boxes and discs for all.

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
    /// The first hit of a line of sight: a ray of 50 m, one of 256 from one point in all
    /// directions.
    SightLine,
    /// The same as `LongRay`, all of them in one call if an engine has one.
    LongRays,
    /// The same as `ShortRay`, all of them in one call if an engine has one.
    ShortRays,
    /// The same as `SightLine`, all of them in one call if an engine has one.
    SightLines,
    /// All boxes that overlap a box of 5 m.
    Overlap,
    /// The first hit of a disc of half a metre that moves by 50 m.
    CircleCast,
}

/// All kinds, by their names, with their titles in tables.
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
/// Half the side of the box of an overlap query.
const HALF_BOX: Real = 2.5;
/// The number of questions of each kind.
pub const COUNT: usize = 4096;
/// The number of lines of sight from one point.
const FAN: usize = 256;

/// A start and a displacement.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The start.
    pub origin: Point,
    /// The displacement.
    pub translation: Vector,
}

/// Questions of one kind, in a form ready for the engines.
#[derive(Clone, Debug)]
pub enum Batch {
    /// Rays, for the first hit of each.
    Rays(Vec<Line>),
    /// The same, in one call if there is one.
    RaysAtOnce(Vec<Line>),
    /// Boxes, for all overlaps of each.
    Boxes(Vec<Aabb>),
    /// Moving discs, for the first hit of each.
    Circles(Vec<Line>),
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
        let line = |origin: Point, angle: Real, length: Real| Line {
            origin,
            translation: math::rotation(angle) * Vector::new(length, 0.0),
        };
        let mut lines = |length: Real| -> Vec<Line> {
            let mut some = || {
                let origin = place(&mut random).into();
                line(origin, random.within(0.0, std::f32::consts::TAU), length)
            };
            (0..COUNT).map(|_| some()).collect()
        };
        let sight_lines = || {
            let mut random = Random(seed);
            let mut fan = || {
                let eye: Point = place(&mut random).into();
                let step = std::f32::consts::TAU / FAN as Real;
                (0..FAN).map(move |index| line(eye, step * index as Real, 50.0))
            };
            (0..COUNT / FAN).flat_map(|_| fan()).collect()
        };
        match self {
            Self::LongRay => Batch::Rays(lines(FIELD_SIDE)),
            Self::LongRays => Batch::RaysAtOnce(lines(FIELD_SIDE)),
            Self::ShortRay => Batch::Rays(lines(50.0)),
            Self::ShortRays => Batch::RaysAtOnce(lines(50.0)),
            Self::SightLine => Batch::Rays(sight_lines()),
            Self::SightLines => Batch::RaysAtOnce(sight_lines()),
            Self::CircleCast => Batch::Circles(lines(50.0)),
            Self::Overlap => {
                let centers = lines(0.0).into_iter().map(|line| line.origin);
                let half = Vector::new(HALF_BOX, HALF_BOX);
                Batch::Boxes(centers.map(|at| Aabb { min: at - half, max: at + half }).collect())
            }
        }
    }
}

/// The result of a batch of questions.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Nanoseconds for each question.
    pub nanoseconds: f64,
    /// The sum of all answers: fractions of the displacement, or numbers of overlaps.
    pub sum: f64,
}
