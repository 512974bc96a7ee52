//! Surfaces: the bits that tell materials apart, and the front side of lines.

use umbra_geom::math::{cross, dot, left_of};
use umbra_geom::{Point, Real, Shape, Vector};

use super::{CombineRule, Material, checks};
use crate::Error;

/// Checks that the shapes, perhaps of a map, can be one-sided if that is asked for.
pub fn check_lines<'a>(
    mut shapes: impl Iterator<Item = &'a Shape>,
    is_map: bool,
    one_sided: bool,
) -> Result<(), Error> {
    let other = if is_map { Some(0) } else { shapes.position(|shape| front_of(shape).is_none()) };
    match other {
        Some(index) if one_sided => Err(Error::NotALine { index }),
        _ => Ok(()),
    }
}

/// Bits of a material, which distinguish it exactly.
pub type MaterialBits = ([u32; 4], [CombineRule; 2]);

impl Material {
    #[doc(hidden)]
    pub fn bits(&self) -> MaterialBits {
        let Self {
            friction,
            restitution,
            rolling_resistance,
            surface_speed,
            friction_rule,
            restitution_rule,
        } = *self;
        let numbers = [friction, restitution, rolling_resistance, surface_speed];
        (numbers.map(Real::to_bits), [friction_rule, restitution_rule])
    }
}

macro_rules! check_surfaces {
    (
        $(surface $surface:ident: $kind:ty, check($proof:ident), edit($Surface:ident) => $views:tt)*
        $(
            $(commands $commands:tt)?
            property $name:ident: $type:ty = $default:expr, check($check:ident), edit $edit:tt => $functions:tt
        )*
    ) => {
        impl Material {
            #[doc(hidden)]
            pub fn check(&self) -> Result<(), umbra_geom::Error> {
                $(checks::$proof(stringify!($surface), self.$surface)?;)*
                Ok(())
            }
        }
    };
}
crate::collider_properties!(check_surfaces);

/// Outward direction of the left side of a line.
pub(crate) fn front_of(shape: &Shape) -> Option<Vector> {
    shape.line().map(|line| left_of(line.direction()))
}

/// True if a point is on the left side of a line, in the frame of the line.
///
/// Beyond an end, the next link of a chain counts as well: where the chain turns to the left, the
/// left side is what is to the left of both, else what is to the left of either.
pub fn is_in_front(shape: &Shape, point: Point) -> bool {
    let Some(line) = shape.line() else { return true };
    let (before, after) = match shape {
        Shape::ChainSegment(link) => (link.before(), link.after()),
        _ => (None, None),
    };
    let (a, b, way) = (line.a(), line.b(), line.direction());
    let is_left_of = |from: Point, way: Vector| cross(way, point - from) > 0.0;
    let next = if dot(point - b, way) > 0.0 {
        after.map(|after| (b, after - b, cross(way, after - b)))
    } else if dot(point - a, way) < 0.0 {
        before.map(|before| (before, a - before, cross(a - before, way)))
    } else {
        None
    };
    let is_left = is_left_of(a, way);
    match next {
        Some((from, way, turn)) if turn > 0.0 => is_left && is_left_of(from, way),
        Some((from, way, _)) => is_left || is_left_of(from, way),
        None => is_left,
    }
}
