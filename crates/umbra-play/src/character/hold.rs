//! Characters that have no room to give way.
//!
//! A character moves out of the way of what comes, and has a mass of its own. With a wall behind
//! it, it has neither room nor a mass of its own: the wall holds it, and it holds what comes.
//! Bodies do not see it, so it stops them before they arrive, by a push that leaves them as fast as
//! they may be until the next step; and what has come into it all the same is pushed out again.

use arrayvec::ArrayVec;
use umbra_geom::collide::collide;
use umbra_geom::math::{cross, direction, dot, left_of};
use umbra_geom::{Point, Pose, Real, Vector};

use super::Character;
use super::planes::{Plane, nearest};
use super::push::{free, reduced_mass};
use super::report::Push;
use super::slide::{MOST_FACES, Mode, Mover};
use super::step::Trip;
use crate::tuning::TOUCHED;
use umbra_core::{BodyKind, BodyRef, ColliderPart};
use umbra_core::{MoverRules, Surface};

/// Bodies are stopped that are no farther away than this, in length units.
const AHEAD: Real = 0.5;
/// Depth in a character beyond which a body is pushed out, in skins.
const DEEP: Real = 0.5;
/// Fraction of the depth by which it is pushed out in each step.
const OUT: Real = 0.5;
/// Maximum speed at which it is pushed out, in length units per second.
const OUT_SPEED: Real = 1.5;
/// Least alignment of a motion against a surface, as a cosine.
const OPPOSED: Real = 0.1;
/// Normals are the same if the cosine between them is greater.
const SAME: Real = 0.999;

impl Mover<'_> {
    /// True if it cannot get so far out of the way of a surface, because of what does not give way.
    pub(super) fn is_backed(&self, pose: &Pose, from: &Surface, way: Real) -> bool {
        let mut planes = ArrayVec::<Plane, { MOST_FACES + 1 }>::new();
        planes.extend(self.hard_faces(pose, way).map(|face| self.plane(&face, Mode::Free)));
        if planes.is_empty() {
            return false;
        }
        planes.push(Plane { normal: from.normal, least: way });
        nearest(Vector::zeros(), &planes, 0.0).is_none()
    }

    /// Speed at which something that does not give way moves it towards a surface: a lift under it,
    /// a wall that comes.
    fn pressed_at(&self, pose: &Pose, to: &Surface) -> Real {
        let opposes = |face: &Surface| dot(face.normal, to.normal) < -OPPOSED;
        let speed = |face: Surface| {
            let body = self.scene.body(face.body);
            body.map_or(0.0, |body| -dot(body.velocity_at(face.point), to.normal))
        };
        self.hard_faces(pose, 0.0).filter(opposes).map(speed).fold(0.0, Real::max)
    }

    /// The surfaces near it that do not give way.
    fn hard_faces(&self, pose: &Pose, reach: Real) -> impl Iterator<Item = Surface> {
        let faces = self.faces(pose, TOUCHED + reach.max(0.0) / self.skin());
        faces.into_iter().filter(|face| face.kind != BodyKind::Dynamic)
    }
}

impl Character {
    /// Pushes away the dynamic bodies that come at it where it cannot get out of the way.
    pub(super) fn hold_off(&mut self, trip: &Trip<'_>) {
        if self.settings.mass <= 0.0 {
            return;
        }
        let mut mover = trip.mover;
        mover.around = MoverRules { only_dynamic: true, ..mover.around };
        let (skin, unit, dt) = (mover.skin(), mover.scene.config().length_unit, trip.dt);
        let known = self.pushes.len();
        for mut face in mover.faces(&trip.pose, AHEAD * unit / skin) {
            let Ok(body) = mover.scene.body(face.body) else { continue };
            if let Some(point) = held_at(&mover, &trip.pose, &face, body.center_of_mass()) {
                face.point = point;
            }
            let falls = mover.scene.config().gravity * (body.gravity_scale() * dt);
            let comes =
                |known| dot(self.velocity_when_pushed(body, &face, known) + falls, face.normal);
            let out = (-face.gap - DEEP * skin).max(0.0) * OUT / dt;
            let pressed = trip.mover.pressed_at(&trip.pose, &face);
            // What it is moved against has to leave it the room that it keeps.
            let room = if pressed > 0.0 { face.gap - skin } else { face.gap };
            let most = room.max(0.0) / dt - out.min(OUT_SPEED * unit) - pressed;
            let alone = comes(known);
            if alone <= most || !trip.mover.is_backed(&trip.pose, &face, (alone - most) * dt) {
                continue;
            }
            let mass = reduced_mass(Real::INFINITY, body, (face.point, face.normal));
            let impulse = face.normal * ((most - alone) * mass);
            // It does not push as what is free to give way.
            for push in &mut self.pushes[..known] {
                if push.body == face.body && !push.is_weight {
                    push.impulse = Vector::zeros();
                }
            }
            let (body, point) = (face.body, face.point);
            self.pushes.push(Push { body, point, impulse, is_weight: false, wakes: true });
        }
        self.pushes.retain(|push| push.is_weight || push.impulse != Vector::zeros());
    }

    /// Velocity of a body at a place when it has been pushed as it is to be, but not by the first
    /// pushes.
    fn velocity_when_pushed(&self, body: BodyRef<'_>, face: &Surface, without: usize) -> Vector {
        let part = |whole: Real| if whole > 0.0 { 1.0 / whole } else { 0.0 };
        let spin = if body.is_rotation_locked() { 0.0 } else { part(body.inertia()) };
        let arm = |at| at - body.center_of_mass();
        let pushes = self.pushes.iter().skip(without).filter(|push| push.body == face.body);
        pushes.fold(body.velocity_at(face.point), |velocity, push| {
            let turn = cross(arm(push.point), push.impulse) * spin;
            velocity
                + free(body, push.impulse) * part(body.mass())
                + left_of(arm(face.point)) * turn
        })
    }
}

/// Point at which a face is held that comes with more than a point of it: in line with the centre
/// of mass, so that it does not turn, or as near to that as it is met.
fn held_at(mover: &Mover<'_>, pose: &Pose, face: &Surface, center: Point) -> Option<Point> {
    let ColliderPart::Shape(index) = face.part else { return None };
    let collider = mover.scene.collider(face.collider).ok()?;
    let (shape, at) = collider.shapes().nth(index)?;
    let met = collide(shape, &at, mover.shape, pose, AHEAD * mover.scene.config().length_unit);
    let [a, b] = met.points() else { return None };
    if dot(met.normal, face.normal) < SAME {
        return None;
    }
    let (a, b) = (a.on_a(&at), b.on_a(&at));
    let (along, length) = direction(b - a)?;
    Some(a + along * dot(center - a, along).clamp(0.0, length))
}
