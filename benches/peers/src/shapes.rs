//! Random shapes of the sizes a game has: a quarter of a metre to about two metres across.

use crate::random::Random;
use umbra_geom::{Capsule, Circle, Error, Polygon, Shape};

/// The kinds of shape that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A box.
    Cuboid,
    /// A box with rounded corners.
    RoundedCuboid,
    /// A regular hexagon.
    Hexagon,
    /// An irregular convex polygon of 3 to 8 corners.
    Polygon,
    /// A capsule.
    Capsule,
    /// A circle.
    Circle,
    /// Any of the others.
    Any,
}

impl Kind {
    const CONCRETE: [Self; 6] = [
        Self::Cuboid,
        Self::RoundedCuboid,
        Self::Hexagon,
        Self::Polygon,
        Self::Capsule,
        Self::Circle,
    ];

    /// A random shape of this kind.
    pub fn shape(self, random: &mut Random) -> Shape {
        // The ranges below hold valid shapes only; drawing again keeps this free of panics.
        loop {
            if let Ok(shape) = self.try_shape(random) {
                return shape;
            }
        }
    }

    /// The number of rotated positions that look the same, for pairs that lie face to face.
    pub fn symmetry(self) -> usize {
        match self {
            Self::Cuboid | Self::RoundedCuboid => 4,
            Self::Hexagon => 6,
            Self::Capsule => 2,
            Self::Polygon | Self::Circle | Self::Any => 1,
        }
    }

    fn try_shape(self, random: &mut Random) -> Result<Shape, Error> {
        let mut size = || random.range(0.25, 1.0);
        Ok(match self {
            Self::Cuboid => Polygon::cuboid(size(), size())?.into(),
            Self::RoundedCuboid => {
                Polygon::cuboid(size(), size())?.grown(random.range(0.05, 0.2))?.into()
            }
            Self::Hexagon => Polygon::regular(6, size())?.into(),
            Self::Polygon => irregular_polygon(random)?.into(),
            Self::Capsule => {
                let half_length = size();
                let ends = [[-half_length, 0.0], [half_length, 0.0]];
                Capsule::new(ends[0], ends[1], random.range(0.1, 0.5))?.into()
            }
            Self::Circle => Circle::new(size())?.into(),
            Self::Any => Self::CONCRETE[random.below(Self::CONCRETE.len())].shape(random),
        })
    }
}

/// Points of an ellipse at uneven angles: always convex, never regular.
fn irregular_polygon(random: &mut Random) -> Result<Polygon, Error> {
    let corners = 3 + random.below(6);
    let (width, height) = (random.range(0.4, 1.0), random.range(0.4, 1.0));
    let step = core::f32::consts::TAU / corners as f32;
    let points: Vec<[f32; 2]> = (0..corners)
        .map(|i| {
            let (sin, cos) = (step * (i as f32 + random.range(-0.25, 0.25))).sin_cos();
            [width * cos, height * sin]
        })
        .collect();
    Polygon::new(points)
}
