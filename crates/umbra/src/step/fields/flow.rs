//! Wind and water.

use umbra_geom::mass::HalfPlane;
use umbra_geom::math::{cross, dot, left_of};
use umbra_geom::{AreaProperties, Point, Real, Vector};
use umbra_solver::Body;

use super::{Active, Load};
use crate::store::Piece;
use crate::{FieldKind, Scene};

/// What wind or water does to a body.
pub(super) fn load(
    scene: &Scene,
    active: &Active<'_>,
    body: usize,
    gravity: Vector,
    dt: Real,
) -> Load {
    let state = &scene.bodies.states[body];
    let felt = scene.colliders.felt(&scene.bodies.infos[body], &active.field.filter);
    match active.field.kind {
        FieldKind::Wind { velocity, density, drag, lift } => {
            let wind = Wind { velocity: active.turned(velocity), density, drag, lift };
            let mut sum = Load::NONE;
            felt.for_each(|piece| wind.push(state, piece, &active.area.sides, &mut sum));
            slowed(state, sum, wind.velocity, dt)
        }
        FieldKind::Water { density, drag, velocity } => {
            let water = Water { density, drag, velocity: active.turned(velocity) };
            let mut sum = Displaced::default();
            felt.for_each(|piece| sum.add(state, piece, &active.area.sides));
            water.load(state, &sum, gravity, dt)
        }
        _ => Load::NONE,
    }
}

/// How fast a point of a body moves that has this lever arm.
fn velocity_at(state: &Body, arm: Vector) -> Vector {
    state.velocity + left_of(arm) * state.angular_velocity
}

/// The load of a wind, less where it would carry a body past the wind's own speed within the step.
fn slowed(state: &Body, load: Load, wind: Vector, dt: Real) -> Load {
    let gained = load.force * (state.inv_mass * dt);
    let missing = wind - state.velocity;
    let (gained, missing) = (dot(gained, gained).sqrt(), dot(missing, missing).sqrt());
    let linear = if gained > 0.0 { missing / (missing + gained) } else { 1.0 };
    let turned = (load.torque * state.inv_inertia * dt).abs();
    let spin = state.angular_velocity.abs();
    let brakes = load.torque * state.angular_velocity < 0.0;
    let angular = if brakes { spin / (spin + turned) } else { linear };
    Load { force: load.force * linear, torque: load.torque * angular }
}

/// Where an edge is sampled.
const GAUSS: [Real; 2] = [0.211_324_87, 0.788_675_1];

struct Wind {
    velocity: Vector,
    density: Real,
    drag: Real,
    lift: Real,
}

impl Wind {
    /// Adds what the wind does to a piece. A field that ends somewhere acts on the parts of edges that are in its area.
    fn push(&self, state: &Body, piece: &Piece, area: &[HalfPlane], sum: &mut Load) {
        let core = piece.substance.shape.core();
        let turn = piece.pose.rotation;
        let acts = |arm: Vector| {
            let place = state.center + arm;
            area.iter().all(|side| side.height(place) <= 0.0)
        };
        let arm_of = |point: Point| piece.arm + turn * point.coords;
        for (index, vertex) in core.vertices.iter().enumerate() {
            let corner = arm_of(*vertex);
            if core.radius > 0.0 && acts(corner) {
                let normals = (!core.normals.is_empty()).then(|| {
                    [core.normals[core.previous(index)], core.normals[index]].map(|it| turn * it)
                });
                sum.push_at(corner, self.on_arc(state, corner, normals, core.radius));
            }
            let Some(normal) = core.normals.get(index).map(|normal| turn * normal) else {
                continue;
            };
            let along = turn * (core.vertices[core.next(index)] - vertex);
            let length = dot(along, along).sqrt();
            // Where two samples of an edge that turns feel what all of it does (Gauss).
            for part in GAUSS {
                let place = corner + along * part + normal * core.radius;
                if acts(place) {
                    sum.push_at(place, self.on_edge(state, place, normal, 0.5 * length));
                }
            }
        }
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

    /// On an arc from one normal counter-clockwise to the other, or on a whole circle.
    fn on_arc(
        &self,
        state: &Body,
        center: Vector,
        normals: Option<[Vector; 2]>,
        radius: Real,
    ) -> Vector {
        let (pressure, wind) = self.seen_from(state, center);
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

/// What of a body is under water.
#[derive(Default)]
struct Displaced {
    area: Real,
    /// The area times the lever arm of its centre.
    moment: Vector,
    /// The second moment of the area about the centre of mass.
    second_moment: Real,
}

impl Displaced {
    fn add(&mut self, state: &Body, piece: &Piece, sides: &[HalfPlane]) {
        let part = AreaProperties::within(&piece.substance.shape, &piece.pose, sides);
        if part.area <= 0.0 {
            return;
        }
        let arm = part.center - state.center;
        self.area += part.area;
        self.moment += arm * part.area;
        self.second_moment += part.second_moment + part.area * dot(arm, arm);
    }
}

impl Water {
    fn load(&self, state: &Body, under: &Displaced, gravity: Vector, dt: Real) -> Load {
        if under.area <= 0.0 {
            return Load::NONE;
        }
        let arm = under.moment / under.area;
        let mut load = Load::NONE;
        load.push_at(arm, -gravity * (self.density * under.area));
        // Drag takes speed, and never more than there is: what it would take of a second is taken of the step.
        let rate = self.drag * self.density;
        let (mass_rate, spin_rate) = (rate * under.area, rate * under.second_moment);
        let missing = self.velocity - velocity_at(state, arm);
        let force = missing * (mass_rate / (1.0 + mass_rate * state.inv_mass * dt));
        let own = spin_rate - rate * under.area * dot(arm, arm);
        let torque = -state.angular_velocity * own / (1.0 + spin_rate * state.inv_inertia * dt);
        load.push_at(arm, force);
        load.torque += torque;
        load
    }
}
