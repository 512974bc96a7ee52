//! Wind and water.

use umbra_geom::mass::HalfPlane;
use umbra_geom::math::{self, cross, dot, left_of};
use umbra_geom::nalgebra::Complex;
use umbra_geom::{AreaProperties, Point, Pose, Real, Rotation, Vector};
use umbra_solver::Body;

use super::damping::Damping;
use super::{ActiveField, Load};
use crate::store::Piece;
use crate::{FieldKind, World};

/// Effects of wind and water on a body.
#[derive(Debug)]
pub(super) struct Flows {
    pub(super) load: Load,
    /// Load of wind across its own direction.
    pub(super) across: Load,
    pub(super) damping: Damping,
}

impl Default for Flows {
    fn default() -> Self {
        Self { load: Load::NONE, across: Load::NONE, damping: Damping::default() }
    }
}

impl Flows {
    /// Adds what a field does, if it is wind or water.
    pub(super) fn add(
        &mut self,
        world: &World,
        active: &ActiveField<'_>,
        body: usize,
        gravity: Vector,
        [ahead, dt]: [Real; 2],
    ) {
        let state = &world.bodies.states[body];
        let felt =
            || world.colliders.affected_pieces(&world.bodies.infos[body], &active.field.filter);
        match active.field.kind {
            FieldKind::Wind { velocity, density, drag, lift } => {
                let wind = Wind { velocity: active.turned(velocity), density, drag, lift };
                felt().for_each(|piece| wind.push(state, piece, &active.area.sides, self));
            }
            FieldKind::Water { density, drag, velocity } => {
                let water = Water { density, drag, velocity: active.turned(velocity) };
                let mut under = Displaced::default();
                let ahead = Ahead::predict(state, ahead, active.ahead);
                felt().for_each(|piece| under.add(&ahead, piece, &active.area.sides));
                water.push(state, &under, gravity, self);
                let stiffness = water.density * gravity.norm();
                // If all of a body's width were at the surface.
                let width = 2.0 * world.bodies.sleep_timers[body].extent;
                if stiffness * width * dt * dt * state.inv_mass > 1.0 {
                    let down = gravity / gravity.norm();
                    let depth = DEEPER * width;
                    let ahead = Ahead { center: ahead.center + down * depth, ..ahead };
                    let mut deeper = Displaced::default();
                    felt().for_each(|piece| deeper.add(&ahead, piece, &active.area.sides));
                    let growth = stiffness * (deeper.area - under.area) / depth;
                    self.stiffen(&deeper, growth * dt, down);
                }
            }
            _ => {}
        }
    }

    /// The lift of a body that is so light that it bobs faster than in a few steps counts as
    /// damping too, by how much it grows along a way down.
    fn stiffen(&mut self, deeper: &Displaced, per_speed: Real, down: Vector) {
        if per_speed > 0.0 {
            let arm = deeper.moment / deeper.area;
            self.damping.add_along(f64::from(per_speed), wide(arm), wide(down));
        }
    }

    /// Adds a force that the difference of the flow's velocity and that of a place makes.
    fn push_at(&mut self, state: &Body, arm: Vector, force: Vector, flow: Vector) {
        let missing = flow - velocity_at(state, arm);
        let square = dot(missing, missing);
        let share = if square > 0.0 { dot(force, missing) / square } else { 0.0 };
        let along = missing * share;
        self.load.push_at(arm, along);
        self.across.push_at(arm, force - along);
        self.damping.add_force(wide(arm), wide(force), wide(missing));
    }
}

fn wide(vector: Vector) -> [f64; 2] {
    [f64::from(vector.x), f64::from(vector.y)]
}

/// Velocity of a body's point with this lever arm.
fn velocity_at(state: &Body, arm: Vector) -> Vector {
    state.velocity + left_of(arm) * state.angular_velocity
}

/// Positions at which an edge is sampled.
const GAUSS: [Real; 2] = [0.211_324_87, 0.788_675_1];

/// So much deeper, as a part of its width, a light body is looked at to see how fast its lift
/// grows.
const DEEPER: Real = 0.01;

/// So often are the quarters of a disc, and the round corners of a shape, halved where an area cuts
/// them.
const HALVINGS: [u32; 2] = [2, 3];

/// The part of a straight way that lies in an area, as parts of the way; nothing if none does.
fn part_within(area: &[HalfPlane], from: Point, along: Vector) -> Option<[Real; 2]> {
    let [mut begin, mut end] = [0.0, 1.0];
    for side in area {
        let (height, rise) = (side.height(from), dot(side.normal, along));
        let crossing = -height / rise;
        if rise > 0.0 {
            end = if crossing < end { crossing } else { end };
        } else if rise < 0.0 {
            begin = if crossing > begin { crossing } else { begin };
        } else if height > 0.0 {
            return None;
        }
    }
    (end > begin).then_some([begin, end])
}

/// A round corner of a shape, or a disc.
#[derive(Clone, Copy)]
struct Arc {
    /// The lever arm of its centre.
    center: Vector,
    radius: Real,
    /// Normals at its start and end, counter-clockwise.
    normals: Option<[Vector; 2]>,
}

impl Arc {
    /// Calls `take` with the normals of short pieces.
    fn divide(&self, take: &mut impl FnMut([Vector; 2])) {
        if let Some(normals) = self.normals {
            halve(normals, HALVINGS[1], take);
        } else {
            let [x, y] = [Vector::x(), Vector::y()];
            for quarter in [[x, y], [y, -x], [-x, -y], [-y, x]] {
                halve(quarter, HALVINGS[0], take);
            }
        }
    }
}

fn halve([from, to]: [Vector; 2], times: u32, take: &mut impl FnMut([Vector; 2])) {
    if times == 0 {
        return take([from, to]);
    }
    // Half a turn has its middle on the left.
    let middle = math::direction(from + to).filter(|_| dot(from, to) > -0.999);
    let middle = middle.map_or(left_of(from), |(middle, _)| middle);
    halve([from, middle], times - 1, take);
    halve([middle, to], times - 1, take);
}

struct Wind {
    velocity: Vector,
    density: Real,
    drag: Real,
    lift: Real,
}

impl Wind {
    /// Adds what the wind does to a piece. A field that ends somewhere acts on the parts of edges
    /// that are in its area.
    fn push(&self, state: &Body, piece: &Piece, area: &[HalfPlane], sum: &mut Flows) {
        let core = piece.substance.shape.core();
        let turn = piece.pose.rotation;
        let arm_of = |point: Point| piece.arm + turn * point.coords;
        for (index, vertex) in core.vertices.iter().enumerate() {
            let corner = arm_of(*vertex);
            if core.radius > 0.0 {
                let normals = (!core.normals.is_empty()).then(|| {
                    [core.normals[core.previous(index)], core.normals[index]].map(|it| turn * it)
                });
                self.push_arc(
                    state,
                    Arc { center: corner, radius: core.radius, normals },
                    area,
                    sum,
                );
            }
            let Some(normal) = core.normals.get(index).map(|normal| turn * normal) else {
                continue;
            };
            let along = turn * (core.vertices[core.next(index)] - vertex);
            let from = corner + normal * core.radius;
            let Some([begin, end]) = part_within(area, state.center + from, along) else {
                continue;
            };
            let length = dot(along, along).sqrt() * (end - begin);
            // Where two samples of an edge that turns feel what all of it does (Gauss).
            for part in GAUSS {
                let place = from + along * (begin + (end - begin) * part);
                let force = self.on_edge(state, place, normal, 0.5 * length);
                sum.push_at(state, place, force, self.velocity);
            }
        }
    }

    /// Adds what the wind does to an arc: to all of it, or to pieces of it as far as their chords
    /// lie in the area.
    fn push_arc(&self, state: &Body, arc: Arc, area: &[HalfPlane], sum: &mut Flows) {
        let middle = state.center + arc.center;
        let height = |side: &HalfPlane| side.height(middle);
        if area.iter().any(|side| height(side) > arc.radius) {
            return;
        }
        if area.iter().all(|side| height(side) <= -arc.radius) {
            let force = self.on_arc(state, arc.center, arc.normals, arc.radius);
            sum.push_at(state, arc.center, force, self.velocity);
            return;
        }
        arc.divide(&mut |[from, to]: [Vector; 2]| {
            let along = (to - from) * arc.radius;
            let from_arm = arc.center + from * arc.radius;
            if let Some([begin, end]) = part_within(area, state.center + from_arm, along) {
                let place = from_arm + along * (0.5 * (begin + end));
                let force = self.on_arc(state, place, Some([from, to]), arc.radius);
                sum.push_at(state, place, force * (end - begin), self.velocity);
            }
        });
    }

    /// The pressure of the wind as seen from a place of a body, and its direction.
    fn seen_from(&self, state: &Body, arm: Vector) -> (Real, Vector) {
        let wind = self.velocity - velocity_at(state, arm);
        let speed = dot(wind, wind).sqrt();
        let direction = if speed > 0.0 { wind / speed } else { Vector::zeros() };
        (0.5 * self.density * speed * speed, direction)
    }

    fn on_edge(&self, state: &Body, place: Vector, normal: Vector, length: Real) -> Vector {
        let (pressure, wind) = self.seen_from(state, place);
        let facing = -dot(normal, wind);
        if facing <= 0.0 {
            return Vector::zeros();
        }
        let across = -normal - wind * facing;
        (wind * self.drag + across * self.lift) * (pressure * length * facing)
    }

    /// On an arc from one normal counter-clockwise to the other, or on a whole circle, as seen from
    /// a place of it.
    fn on_arc(
        &self,
        state: &Body,
        place: Vector,
        normals: Option<[Vector; 2]>,
        radius: Real,
    ) -> Vector {
        let (pressure, wind) = self.seen_from(state, place);
        // Sines of the angles from against the wind to where the part begins and ends that faces it.
        let [from, to] = match normals {
            None => [-1.0, 1.0],
            Some([from, to]) => {
                let [faces, still_faces] = [from, to].map(|normal| dot(normal, wind) < 0.0);
                let sine = |normal: Vector| cross(-wind, normal);
                // Neither end of an arc of half a turn or less faces it: then nothing does, or exactly half a turn.
                let is_half = cross(from, to).abs() < Real::EPSILON && sine(from) < 0.0;
                match (faces, still_faces) {
                    (false, false) if !is_half => return Vector::zeros(),
                    _ => [
                        if faces { sine(from) } else { -1.0 },
                        if still_faces { sine(to) } else { 1.0 },
                    ],
                }
            }
        };
        let width = to - from;
        let across = 0.5 * (to * to - from * from);
        let across = left_of(wind) * (across * self.lift);
        (wind * (width * self.drag) + across) * (pressure * radius)
    }
}

struct Water {
    density: Real,
    drag: Real,
    velocity: Vector,
}

/// Predicted pose of a body, as the water sees it, at the time when the lift acts. Without a
/// prediction, floating bodies would gain energy in each step.
struct Ahead {
    center: Point,
    turn: Rotation,
}

impl Ahead {
    fn predict(state: &Body, time: Real, water: Vector) -> Self {
        // By the tangent of half the angle, which is small or does not matter.
        let half = 0.5 * state.angular_velocity * time;
        let (square, scale) = (half * half, 1.0 / (1.0 + half * half));
        let turn = Complex::new((1.0 - square) * scale, 2.0 * half * scale);
        let center = state.center + (state.velocity * time - water);
        Self { center, turn: Rotation::new_unchecked(turn) }
    }

    fn pose(&self, piece: &Piece) -> Pose {
        let place = self.center + self.turn * piece.arm;
        Pose::from_parts(place.into(), self.turn * piece.pose.rotation)
    }
}

/// Part of a body that is under water.
#[derive(Default)]
struct Displaced {
    area: Real,
    /// The area times the lever arm of its centre.
    moment: Vector,
    /// The second moment of the area about the centre of mass.
    second_moment: Real,
}

impl Displaced {
    fn add(&mut self, ahead: &Ahead, piece: &Piece, sides: &[HalfPlane]) {
        let pose = ahead.pose(piece);
        let part = AreaProperties::within(&piece.substance.shape, &pose, sides);
        if part.area <= 0.0 {
            return;
        }
        let arm = part.center - ahead.center;
        self.area += part.area;
        self.moment += arm * part.area;
        self.second_moment += part.second_moment + part.area * dot(arm, arm);
    }
}

impl Water {
    fn push(&self, state: &Body, under: &Displaced, gravity: Vector, sum: &mut Flows) {
        if under.area <= 0.0 {
            return;
        }
        let arm = under.moment / under.area;
        sum.load.push_at(arm, -gravity * (self.density * under.area));
        let rate = self.drag * self.density;
        let per_speed = rate * under.area;
        // What is left of the second moment about the middle of what is under water.
        let own = rate * under.second_moment - per_speed * dot(arm, arm);
        let own = if own > 0.0 { own } else { 0.0 };
        sum.load.push_at(arm, (self.velocity - velocity_at(state, arm)) * per_speed);
        sum.load.torque -= state.angular_velocity * own;
        sum.damping.add_drag(f64::from(per_speed), wide(arm), f64::from(own));
    }
}
