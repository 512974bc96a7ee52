//! How a character weighs on what it stands on.
//!
//! A body that lies on another one presses on it with as much as the other one bears, and no more. The character finds out how
//! much that is, as a contact does that keeps its impulse from step to step: under the load of the last step it would have
//! changed its speed by `load / mass - gravity`; the place where it stands has changed its own by something else; and
//! what is missing, times a mass, is added to the load. On a body that falls freely with it the load stays at what that takes.
//!
//! That mass is at least the reduced one of both, which is right for a body that nothing bears. What does not give
//! way under a load has more than its own mass to put up against it, so the load grows by a quarter of itself in each step; and
//! what does give way has not borne so much, so it falls at once. Without this, 70 kg would take a second to rest on a crate of
//! 1 kg; and all of it at once would tear a light bridge, and throw light crates about.
//!
//! Contacts of light bodies do not bear any load: under 1,750 N, a stack of five crates of 1 kg is pressed into itself by 20 cm,
//! and flies apart. So a body that is not held by joints gets no more than so many times the weight of its own mass.

use umbra_geom::math::dot;
use umbra_geom::{Real, Vector};

use super::push::reduced_mass;
use super::report::{HitKind, Push};
use super::step::Trip;
use super::{Character, Ground};
use crate::Scene;
use crate::query::Near;
use crate::tuning::TOUCHED;

/// By which part of itself a load grows in a step, where it is borne.
const GROWTH: Real = 0.25;
/// A body without joints bears the weight of so many times the reduced mass, and no more.
const MOST: Real = 5.0;
/// A load that changes by less than this part of itself does not wake what it lies on.
const SETTLED: Real = 0.05;

impl Character {
    /// Weighs on what it stands on, and wakes what it has left.
    pub(super) fn weigh(&mut self, trip: &Trip<'_>) {
        let scene = trip.mover.scene;
        let is_dynamic =
            |ground: &Ground| scene.body(ground.body).is_ok_and(|body| body.is_dynamic());
        let before = trip.stood_on.filter(is_dynamic);
        let now = self.ground.filter(is_dynamic);
        if let Some(left) = before
            && left.load > 0.0
            && now.is_none_or(|now| now.body != left.body)
        {
            self.weigh_on(trip, &left, 0.0, true);
        }
        let Some(now) = now else { return };
        let known = before.filter(|before| before.body == now.body);
        let load = self.load(trip, &now, known.as_ref());
        let stands = self.velocity == Vector::zeros() && now.belt == 0.0;
        let is_settled =
            known.is_some_and(|before| (load - before.load).abs() <= SETTLED * load) && stands;
        self.ground = Some(Ground { load, ..now });
        if load > 0.0 {
            self.weigh_on(trip, &now, load, !is_settled);
        }
    }

    /// Of several bodies that it stands on at rest, the one that bears its weight already: or the load would go to and fro.
    pub(super) fn stays_on(&self, trip: &Trip<'_>) -> Option<(Near, Vector)> {
        let before = trip.stood_on.filter(|before| before.load > 0.0)?;
        if self.velocity != Vector::zeros() {
            return None;
        }
        let mover = &trip.mover;
        let is_ground = |face: &Near| mover.kind_of(face.normal) == HitKind::Ground;
        let faces = mover.faces(&trip.pose, TOUCHED);
        let own = faces.iter().find(|face| face.body == before.body && is_ground(face))?;
        Some((*own, own.normal))
    }

    fn weigh_on(&mut self, trip: &Trip<'_>, ground: &Ground, load: Real, wakes: bool) {
        let &Ground { body, point, .. } = ground;
        let impulse = trip.mover.up * -(load * trip.dt);
        self.pushes.push(Push { body, point, impulse, is_weight: true, wakes });
    }

    /// The force with which it weighs on the ground; `known` is what it stood on before, if it is the same body.
    fn load(&self, trip: &Trip<'_>, now: &Ground, known: Option<&Ground>) -> Real {
        let (scene, up) = (trip.mover.scene, trip.mover.up);
        let (mass, gravity) = (self.settings.mass, self.settings.gravity);
        let Ok(body) = scene.body(now.body) else { return 0.0 };
        if mass <= 0.0 || gravity <= 0.0 {
            return 0.0;
        }
        let least = reduced_mass(mass, body, (now.point, up));
        let Some(before) = known else { return least * gravity };
        let rises = dot(velocity_now(scene, before) - before.body_velocity(), up) / trip.dt;
        let lacks = (rises + gravity - before.load / mass).min(gravity);
        let borne = before.load / gravity;
        let share = if lacks > 0.0 { GROWTH * borne } else { borne };
        let most = if body.joints().next().is_some() { mass } else { mass.min(MOST * least) };
        (before.load + share.max(least) * lacks).clamp(0.0, most * gravity)
    }
}

/// How fast the place is now where a character stood.
fn velocity_now(scene: &Scene, before: &Ground) -> Vector {
    scene.body(before.body).map_or(before.body_velocity(), |body| {
        body.velocity_at(before.point + before.carries(&body.pose()))
    })
}
