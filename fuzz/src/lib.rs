//! Numbers, points, poses and shapes out of the raw bytes that a fuzz target gets.

use umbra_geom::{
    Capsule, ChainSegment, Circle, Error, Point, Polygon, Pose, Rotation, Segment, Shape, Vector,
    math,
};

/// Reads values off the front of some bytes; past their end everything is zero.
pub struct Bytes<'a> {
    rest: &'a [u8],
    /// How coordinates are read: any bits at all, or tame enough to get past the checks.
    way: u8,
}

impl<'a> Bytes<'a> {
    /// The first byte chooses how numbers are read.
    pub fn new(data: &'a [u8]) -> Self {
        let mut bytes = Self { rest: data, way: 0 };
        bytes.way = bytes.byte() % 4;
        bytes
    }

    /// Whether anything is left.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        first
    }

    /// A number: any bits, a small whole number, a fraction, or a size from tiny to huge.
    pub fn number(&mut self) -> f32 {
        match self.way {
            0 => {
                let bits = [self.byte(), self.byte(), self.byte(), self.byte()];
                f32::from_bits(u32::from_le_bytes(bits))
            }
            1 => f32::from(self.byte() as i8 / 16),
            2 => f32::from(i16::from_le_bytes([self.byte(), self.byte()])) / 8192.0,
            _ => {
                let (digits, power) = (self.byte() as i8, self.byte() as i8 % 12);
                f32::from(digits) * 10.0_f32.powi(power.into())
            }
        }
    }

    /// A point of two numbers.
    pub fn point(&mut self) -> Point {
        Point::new(self.number(), self.number())
    }

    /// A direction of any length.
    pub fn vector(&mut self) -> Vector {
        self.point().coords
    }

    /// Up to `most` points.
    pub fn points(&mut self, most: usize) -> Vec<Point> {
        let count = usize::from(self.byte()) % (most + 1);
        (0..count).map(|_| self.point()).collect()
    }

    /// Any place, turned by any angle.
    pub fn pose(&mut self) -> Pose {
        let at = self.point();
        let angle = f32::from(self.byte()) * (core::f32::consts::TAU / 256.0);
        let rotation: Rotation = math::rotation(angle);
        Pose::from_parts(at.into(), rotation)
    }
}

/// A shape of any kind, or the refusal of whatever the bytes ask for.
pub fn shape(bytes: &mut Bytes<'_>) -> Result<Shape, Error> {
    Ok(match bytes.byte() % 12 {
        0 => Circle::new(bytes.number())?.into(),
        1 => Capsule::new(bytes.point(), bytes.point(), bytes.number())?.into(),
        2 => Segment::new(bytes.point(), bytes.point())?.into(),
        3 => {
            let (before, a, b, after) =
                (bytes.point(), bytes.point(), bytes.point(), bytes.point());
            ChainSegment::new(Some(before), a, b, Some(after))?.into()
        }
        4 => Polygon::cuboid(bytes.number(), bytes.number())?.into(),
        5 => Polygon::rounded_cuboid(bytes.number(), bytes.number(), bytes.number())?.into(),
        6 => Polygon::regular(bytes.byte().into(), bytes.number())?.into(),
        7 => Polygon::new(bytes.points(12))?.into(),
        8 => Polygon::hull(bytes.points(40))?.into(),
        9 => Polygon::hull(bytes.points(12))?.rounded(bytes.number())?.into(),
        10 => Polygon::new(bytes.points(8))?.grown(bytes.number())?.into(),
        _ => {
            let polygon = Polygon::hull(bytes.points(12))?.grown(bytes.number())?;
            polygon.transformed(&bytes.pose())?.into()
        }
    })
}
