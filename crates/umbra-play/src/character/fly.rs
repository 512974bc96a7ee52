//! In the air, and on ladders.

use umbra_geom::math::{dot, right_of};
use umbra_geom::{Real, Vector};

use super::Character;
use super::push::Impact;
use super::report::HitKind;
use super::settings::{Checked, approach};
use super::slide::{Mode, note};
use super::step::Trip;
use umbra_core::Surface;

/// A character that leaves a surface by more than this part of the gravity of a step does not land
/// on it.
const LEAVES: Real = 0.5;
/// Part of its path below which a character counts as stopped.
const STOPPED: Real = 0.1;

impl Character {
    /// Falls or flies, and lands if there is ground.
    pub(super) fn fly(&mut self, trip: &mut Trip<'_>, run: Real, checked: &Checked) {
        let (dt, up) = (trip.dt, checked.up);
        let right = right_of(up);
        let settings = &self.settings;
        let drift = dot(self.inherited, right);
        let change = settings.air_acceleration * dt;
        let level = approach(dot(self.velocity, right), drift + run, change);
        let before = dot(self.velocity, up);
        let mut after = (before - settings.gravity * dt).max(before.min(-settings.max_fall_speed));
        let mut rises = 0.5 * (before + after) * dt;
        if trip.jumped
            && self.is_rising
            && let (risen, true) = settings.first_rise(dt)
        {
            // What it is held back by, it makes up for if jump is held.
            let carried = dot(self.inherited, up);
            rises = carried * dt + risen;
            after = carried + settings.jump_speed(settings.jump_height - risen);
        }
        let mut way = right * (level * dt) + up * rises;
        if trip.was_carried {
            way -= self.ahead;
        }
        self.velocity = right * level + up * after;
        let known = trip.hits.len();
        let slid = trip.mover.slide(&mut trip.pose, way, Mode::Air, &mut trip.hits);
        trip.overlapped |= slid.overlapped;
        let falls = dot(way, up);
        let is_stopped = falls < 0.0 && dot(slid.moved, up) > STOPPED * falls;
        let fallen = self.velocity;
        let zero = Vector::zeros();
        let impact =
            Impact { velocity: fallen, frame: zero, mass: settings.mass, up, walks: false };
        self.velocity = impact.stop(trip.mover.scene, &trip.hits[known..], &mut self.pushes);
        if dot(self.velocity, up) <= 0.0 {
            self.is_rising = false;
        }
        self.land(trip, is_stopped, fallen, known);
    }

    /// Stands on what it came down on.
    fn land(&mut self, trip: &mut Trip<'_>, is_stopped: bool, fallen: Vector, known: usize) {
        let (scene, up) = (trip.mover.scene, trip.mover.up);
        let slack = LEAVES * self.settings.gravity * trip.dt;
        let velocity = self.velocity;
        let lands = |near: &Surface| {
            let surface = scene.body(near.body).map(|body| body.velocity_at(near.point));
            surface.is_ok_and(|surface| dot(velocity - surface, near.normal) <= slack)
        };
        let Some((near, normal)) = trip.mover.landing(&trip.pose, is_stopped, lands) else {
            return;
        };
        self.stand_on(trip, &near, normal);
        let Some(ground) = self.ground else { return };
        trip.landed = Some(-dot(fallen - ground.velocity, up));
        // What it falls with does not make it slide down slopes.
        let level = dot(fallen - ground.velocity, right_of(up));
        let (velocity, frame) = (right_of(ground.normal) * level, ground.velocity);
        let impact = Impact { velocity, frame, mass: self.settings.mass, up, walks: true };
        self.velocity = impact.stop(scene, &trip.hits[known..], &mut self.pushes);
        if trip.mover.kind_of(near.normal) == HitKind::Ground {
            note(&mut trip.hits, trip.mover.hit(&near));
        }
    }

    /// Moves on a ladder.
    pub(super) fn climb(&mut self, trip: &mut Trip<'_>, run: Real, climb: Real, checked: &Checked) {
        let up = checked.up;
        let speed = self.settings.climb_speed;
        (self.is_rising, self.has_jumped, self.ground) = (false, false, None);
        (self.inherited, self.ahead) = (Vector::zeros(), Vector::zeros());
        self.velocity = right_of(up) * (run * speed) + up * (climb * speed);
        trip.mover.around.drops |= climb < 0.0;
        let way = self.velocity * trip.dt;
        let known = trip.hits.len();
        let slid = trip.mover.slide(&mut trip.pose, way, Mode::Free, &mut trip.hits);
        trip.overlapped |= slid.overlapped;
        let zero = Vector::zeros();
        let (velocity, mass) = (self.velocity, self.settings.mass);
        let impact = Impact { velocity, frame: zero, mass, up, walks: false };
        self.velocity = impact.stop(trip.mover.scene, &trip.hits[known..], &mut self.pushes);
    }
}
