//! Impulse of an explosion on one shape.
//!
//! The pressure that goes out from the centre meets the shape in an angle. A part `d angle` of it
//! meets, at the distance `r`, a piece of the outline that looks `r d angle` long from the centre,
//! and gives it so many times the strength at that distance, away from the centre. The parts are
//! summed over rays in equal steps of the tangent of half the angle, from one side of the shape to
//! the other, so that what is mirrored gets what is mirrored. A shape that is nearer than it is
//! wide is seen from farther behind.

use umbra_geom::math::{cross, dot, left_of, right_of};
use umbra_geom::query::{self, Interior};
use umbra_geom::{Point, Pose, Real, Shape, Vector};

use crate::Explosion;
use crate::tuning::{BLAST_FARTHEST_EYE, BLAST_RAYS};

/// Impulses that an explosion gives to a body, added up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blast {
    /// The centre of mass.
    center: Point,
    pub(super) impulse: Vector,
    pub(super) turn: Real,
    /// The sum of all that it gets, in whatever direction.
    pub(super) sum: Real,
    /// The sum of the places, as seen from the centre of mass, each as often as it gets something.
    places: Vector,
}

impl Blast {
    pub(super) fn new(center: Point) -> Self {
        let none = Vector::zeros();
        Self { center, impulse: none, turn: 0.0, sum: 0.0, places: none }
    }

    /// The middle of where the body is pushed.
    pub(super) fn point(&self) -> Point {
        self.center + self.places / self.sum
    }

    pub(super) fn center(&self) -> Point {
        self.center
    }

    /// Adds what it gets through a portal with this motion.
    pub(super) fn add_turned(&mut self, part: &Self, through: Option<Pose>) {
        let turn = |vector: Vector| through.map_or(vector, |motion| motion.rotation * vector);
        self.impulse += turn(part.impulse);
        self.places += turn(part.places);
        (self.turn, self.sum) = (self.turn + part.turn, self.sum + part.sum);
    }

    fn add(&mut self, place: Point, impulse: Vector) {
        let arm = place - self.center;
        let size = impulse.norm();
        self.impulse += impulse;
        self.turn += cross(arm, impulse);
        self.sum += size;
        self.places += arm * size;
    }

    /// Adds what a shape gets that is not around the centre. `is_in_the_way` says whether something
    /// stands before the end of a way from the centre.
    pub(super) fn add_shape(
        &mut self,
        explosion: &Explosion,
        shape: &Shape,
        pose: &Pose,
        is_in_the_way: impl Fn(Vector) -> bool,
    ) {
        let center = explosion.center;
        let (eye, back) = eye(shape, pose, center);
        let Some(view) = View::new(shape, pose, eye) else { return };
        let reach = explosion.reach + back;
        let far = if view.far < reach { view.far } else { reach };
        for (direction, angle) in view.rays() {
            let hit = query::cast_ray(shape, pose, eye, direction * far, Interior::Solid);
            let Some(hit) = hit else { continue };
            let way = hit.point - center;
            let strength = explosion.strength_at(way.norm());
            if strength != 0.0 && !is_in_the_way(way) {
                self.add(hit.point, direction * (strength * hit.fraction * far * angle));
            }
        }
    }

    /// If one of the shapes of a body is around the centre, the whole body is pushed to the side on
    /// which most of it lies, as wide as it is. Says whether one is. Exactly in the middle, there
    /// is no such side.
    pub(super) fn add_from_within(
        &mut self,
        explosion: &Explosion,
        shapes: &[(&Shape, &Pose)],
    ) -> bool {
        let center = explosion.center;
        if !shapes.iter().any(|(shape, pose)| query::contains_point(shape, pose, center)) {
            return false;
        }
        let (mut area, mut moment) = (0.0, Vector::zeros());
        for (shape, pose) in shapes {
            let part = shape.area_properties();
            area += part.area;
            moment += (*pose * part.center - center) * part.area;
        }
        let Some((direction, distance)) = umbra_geom::math::direction(moment / area) else {
            return true;
        };
        let end = |along: Vector| {
            let ends = shapes.iter().map(|shape| end_of(*shape, center, along));
            ends.fold(Real::NEG_INFINITY, Real::max)
        };
        let across = left_of(direction);
        let width = end(across) + end(-across);
        let middle = center + direction * distance;
        self.add(middle, direction * (explosion.strength_at(0.0) * width));
        true
    }
}

/// From where a shape is seen, and how far that is behind the centre. Near a wide face, nearly all
/// of it is seen at a glancing angle, and a pressure that goes out from the centre would do less
/// the nearer it is. So what is nearer than it is wide is seen from straight behind the centre, the
/// farther away the nearer it is: in touch, the pressure is that of a plane wave. The strength is
/// still that at the distance from the centre.
fn eye(shape: &Shape, pose: &Pose, center: Point) -> (Point, Real) {
    let near = query::project_point(shape, pose, center);
    let across = left_of(near.normal);
    let end = |along| end_of((shape, pose), center, along);
    let (width, gap) = (end(across) + end(-across), near.signed_distance);
    if gap >= width {
        return (center, 0.0);
    }
    let nearest = width / BLAST_FARTHEST_EYE;
    let back = width * (width / if gap > nearest { gap } else { nearest }) - gap;
    (center + near.normal * back, back)
}

/// Extent of a shape from a point in a direction.
fn end_of((shape, pose): (&Shape, &Pose), from: Point, along: Vector) -> Real {
    let core = shape.core();
    let vertex = core.vertices[core.support(pose.inverse_transform_vector(&along))];
    dot(pose * vertex - from, along) + core.radius
}

/// The angle in which a shape is seen.
struct View {
    /// In the middle of it, and a quarter turn to the left of that.
    ahead: Vector,
    left: Vector,
    /// The tangent of a quarter of the angle.
    quarter: Real,
    /// No part of the shape is farther away.
    far: Real,
}

impl View {
    fn new(shape: &Shape, pose: &Pose, center: Point) -> Option<Self> {
        let core = shape.core();
        let mut ends: Option<[Vector; 2]> = None;
        for vertex in core.vertices {
            let [right, left] = tangents(pose * vertex - center, core.radius)?;
            let [most_right, most_left] = ends.get_or_insert([right, left]);
            if cross(*most_right, right) < 0.0 {
                *most_right = right;
            }
            if cross(*most_left, left) > 0.0 {
                *most_left = left;
            }
        }
        let [right, left] = ends?;
        // Half the angle is at most a right one.
        let chord = left - right;
        let sine = 0.5 * chord.norm();
        let (across, _) = umbra_geom::math::direction(chord)?;
        let ahead = right_of(across);
        let cosine = dot(ahead, left);
        let cosine = if cosine > 0.0 { cosine } else { 0.0 };
        let far = (pose * core.center - center).norm() + core.outer_radius + core.radius;
        Some(Self { ahead, left: across, quarter: sine / (1.0 + cosine), far: 1.01 * far })
    }

    /// Directions, and the angle for which each stands.
    fn rays(&self) -> impl Iterator<Item = (Vector, Real)> {
        let step = 2.0 * self.quarter / BLAST_RAYS as Real;
        (0..BLAST_RAYS).map(move |ray| {
            // From the middle, so that both sides get the same numbers.
            let place = (ray as Real + 0.5 - 0.5 * BLAST_RAYS as Real) * step;
            let (square, scale) = (place * place, 1.0 / (1.0 + place * place));
            let direction =
                self.ahead * ((1.0 - square) * scale) + self.left * (2.0 * place * scale);
            (direction, 2.0 * step * scale)
        })
    }
}

/// The directions in which the right and the left end of a disc are seen. Nothing from within.
fn tangents(to: Vector, radius: Real) -> Option<[Vector; 2]> {
    let square = dot(to, to);
    let tangent = square - radius * radius;
    if tangent <= 0.0 {
        return None;
    }
    let (along, across) = (to * tangent.sqrt(), left_of(to) * radius);
    Some([(along - across) / square, (along + across) / square])
}
