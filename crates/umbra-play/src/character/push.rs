//! Pushes of a character on the dynamic bodies that it runs into, and their effect on its own
//! speed.

use arrayvec::ArrayVec;
use umbra_geom::math::{cross, direction, dot};
use umbra_geom::{Point, Real, Vector};

use super::planes::{Plane, nearest};
use super::report::{Hit, HitKind, MOST_HITS, Push};
use super::settings::level;
use umbra_core::{BodyRef, Scene};

/// A character that runs into something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Impact {
    /// Velocity in a frame that moves with the ground.
    pub(super) velocity: Vector,
    /// Velocity of that frame.
    pub(super) frame: Vector,
    pub(super) mass: Real,
    pub(super) up: Vector,
    /// True if it walks. Then ground does not stop it, and steep surfaces are walls.
    pub(super) walks: bool,
}

impl Impact {
    /// Remaining velocity of the character after the hits. Adds the pushes on the bodies that it
    /// hit.
    pub(super) fn stop(&self, scene: &Scene, hits: &[Hit], pushes: &mut Vec<Push>) -> Vector {
        let mut planes = ArrayVec::<Plane, { MOST_HITS + 1 }>::new();
        let mut is_steep = false;
        for hit in hits {
            if self.walks && hit.kind == HitKind::Ground {
                continue;
            }
            let shared = self.push(scene, hit, pushes);
            // Something that moves away does not stop it, and something that comes does not speed it up.
            let least = shared.map_or(0.0, |speed| speed - dot(hit.normal, self.frame)).min(0.0);
            is_steep |= hit.kind == HitKind::Wall && dot(hit.normal, self.up) > 0.0;
            let normal = if self.walks {
                level(hit.normal, self.up).map(|(normal, _)| normal)
            } else {
                Some(hit.normal)
            };
            planes.extend(normal.map(|normal| Plane { normal, least }));
        }
        if self.walks {
            return self.walks_on(&planes);
        }
        if is_steep {
            let rises = dot(self.velocity, self.up).max(0.0);
            planes.push(Plane { normal: -self.up, least: -rises });
        }
        nearest(self.velocity, &planes, 1e-5).unwrap_or_default()
    }

    /// Velocity of a walking character, which keeps the direction of the ground and loses the part
    /// that walls stop.
    fn walks_on(&self, planes: &[Plane]) -> Vector {
        let Some((along, mut speed)) = direction(self.velocity) else { return self.velocity };
        for plane in planes {
            let into = dot(plane.normal, along);
            if into < 0.0 && speed * into < plane.least {
                speed = plane.least / into;
            }
        }
        along * speed
    }

    /// Pushes what was hit if it is dynamic; how fast both move along the normal then.
    pub(super) fn push(&self, scene: &Scene, hit: &Hit, pushes: &mut Vec<Push>) -> Option<Real> {
        let body = scene.body(hit.body).ok()?;
        if !body.is_dynamic() || self.mass <= 0.0 {
            return None;
        }
        let velocity = self.velocity + self.frame;
        let closing = dot(body.velocity_at(hit.point) - velocity, hit.normal);
        if closing <= 0.0 {
            return None;
        }
        let impulse = closing * reduced_mass(self.mass, body, (hit.point, hit.normal));
        // A body that is met at two places is pushed once.
        if !pushes.iter().any(|push| push.body == hit.body) {
            let (body, point) = (hit.body, hit.point);
            let impulse = hit.normal * -impulse;
            pushes.push(Push { body, point, impulse, is_weight: false, wakes: true });
        }
        Some(dot(velocity, hit.normal) + impulse / self.mass)
    }
}

/// Of a character of this mass and a body that it meets at a point along a direction: how much
/// impulse changes their speed of approach by one.
pub(super) fn reduced_mass(mass: Real, body: BodyRef<'_>, (point, along): (Point, Vector)) -> Real {
    let inverse = |amount: Real| if amount > 0.0 { 1.0 / amount } else { 0.0 };
    let turn = cross(point - body.center_of_mass(), along);
    let spin = if body.is_rotation_locked() { 0.0 } else { inverse(body.inertia()) };
    let moves = if body.mass() > 0.0 { 1.0 / body.mass() } else { 1.0 };
    let all = 1.0 / mass + dot(free(body, along), along) * moves + turn * turn * spin;
    // Both stand as if nailed to the ground.
    if all > 0.0 { 1.0 / all } else { 0.0 }
}

/// The part of an impulse that moves a body: nothing along locked axes.
pub(super) fn free(body: BodyRef<'_>, impulse: Vector) -> Vector {
    let [x, y] = body.is_translation_locked();
    Vector::new(if x { 0.0 } else { impulse.x }, if y { 0.0 } else { impulse.y })
}
