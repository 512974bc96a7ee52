//! A step of a character, phase by phase.

use umbra_geom::math::{dot, left_of, right_of};
use umbra_geom::{Point, Pose, Real, Rotation, Vector};

use super::ground::Ground;
use super::push::Impact;
use super::report::{Crush, Hits};
use super::settings::{Checked, approach};
use super::slide::{Mode, Mover};
use super::walk::Steps;
use super::{Character, CharacterInput, Moved, NO_JUMP, check_shape};
use crate::check;
use umbra_core::{BodyKind, Error, MoverRules, Predicate, QueryFilter, Scene, Surface};
use umbra_geom::limits::LONGEST_STEP;

/// Sums of steps are rounded: a time is over when it is over by more than this, in seconds.
const ROUNDING: Real = 1e-4;
/// Depth in length units beyond which a character has no room.
const CRUSHED: Real = 0.01;

/// State of a character's step in progress.
pub(super) struct Trip<'a> {
    pub(super) mover: Mover<'a>,
    pub(super) dt: Real,
    pub(super) pose: Pose,
    pub(super) hits: Hits,
    pub(super) carried: Vector,
    pub(super) stepped: Real,
    pub(super) jumped: bool,
    pub(super) landed: Option<Real>,
    pub(super) overlapped: bool,
    /// True if it left ground that has carried it in this step.
    pub(super) was_carried: bool,
    /// Ground that it stood on at the end of its last step.
    pub(super) stood_on: Option<Ground>,
}

impl Trip<'_> {
    /// The ground moves as it has moved in this step. Its velocity is that of the last substep:
    /// under a load that is many times as heavy as it is, that may be some metres per second up,
    /// and down again in each step.
    fn as_it_came(&self, ground: Ground) -> Ground {
        let bears = |before: &Ground| before.body == ground.body && before.load > 0.0;
        let (Some(before), Ok(body)) =
            (self.stood_on.filter(bears), self.mover.scene.body(ground.body))
        else {
            return ground;
        };
        let came = before.carries(&body.pose());
        let aside = ground.point - (before.point + came);
        let turns = left_of(aside) * body.angular_velocity();
        let velocity = came / self.dt + turns + right_of(ground.normal) * ground.belt;
        Ground { velocity, ..ground }
    }
}

impl Character {
    /// Moves it by `dt` among the bodies of the scene as they are now. Call it once per step of the
    /// scene, after that step: before it, the character would follow moving ground a step late.
    ///
    /// ```
    /// use umbra::character::{Character, CharacterInput};
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    ///
    /// scene.add(Body::fixed(), [Collider::cuboid(50.0, 0.5)])?;
    /// let mut player = Character::new(Circle::new(0.5)?)?;
    /// player.set_position([0.0, 3.0])?;
    /// let mut landed = None;
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    ///     let moved = player.step(&scene, &CharacterInput::default(), 1.0 / 60.0)?;
    ///     landed = landed.or(moved.landed);
    /// }
    /// assert!((landed.unwrap() - 10.0).abs() < 0.5); // 2 m down, at 25 m/s²
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a field, a setting or the input makes no sense, its body was removed, or `dt` is
    /// negative, not finite or longer than 10 seconds. Then it stays as it was.
    pub fn step(
        &mut self,
        scene: &Scene,
        input: &CharacterInput,
        dt: Real,
    ) -> Result<Moved<'_>, Error> {
        self.step_with(scene, input, dt, QueryFilter::default())
    }

    /// Does the same as [`step`](Self::step), but collides only with colliders that the query
    /// filter accepts. The [`Filter`](umbra_core::Filter) in it is replaced by that of the
    /// settings.
    ///
    /// ```
    /// use umbra::character::{Character, CharacterInput};
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    ///
    /// let gate = scene.add(Body::fixed().position([1.5, 0.0]), [Collider::cuboid(0.2, 9.0)])?;
    /// let mut player = Character::new(Circle::new(0.5)?)?;
    /// let input = CharacterInput { run: 1.0, ..Default::default() };
    /// let has_key = QueryFilter::default().exclude(gate);
    /// for _ in 0..60 {
    ///     player.step_with(&scene, &input, 1.0 / 60.0, has_key)?;
    /// }
    /// assert!(player.position().x > 3.0); // through the gate
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// The same.
    pub fn step_with(
        &mut self,
        scene: &Scene,
        input: &CharacterInput,
        dt: Real,
        filter: QueryFilter<impl Predicate>,
    ) -> Result<Moved<'_>, Error> {
        let checked = self.check(scene, input, dt)?;
        let mut filter = filter.as_dyn();
        filter.filter = self.settings.filter;
        self.hits.clear();
        self.pushes.clear();
        self.crouch(scene, input)?;
        let shape = self.current_shape().clone();
        let around = self.around(dt);
        let Checked { up, least_up } = checked;
        let mover = Mover { scene, filter, around, shape: &shape, up, least_up };
        let mut trip = Trip {
            mover,
            dt,
            pose: self.pose,
            hits: Hits::new(),
            carried: Vector::zeros(),
            stepped: 0.0,
            jumped: false,
            landed: None,
            overlapped: false,
            was_carried: false,
            stood_on: self.ground,
        };
        let mut crushed = None;
        if dt > 0.0 {
            self.carry(&mut trip);
            self.act(&mut trip, input, &checked);
            crushed = self.settle(&mut trip, input);
        }
        let Trip { pose, hits, carried, stepped, jumped, landed, .. } = trip;
        let translation = pose.translation.vector - self.pose.translation.vector;
        let start = self.position();
        self.pose = pose;
        self.go_through(scene, start, translation);
        self.hits.extend(hits);
        let (hits, pushes) = (&self.hits[..], &self.pushes[..]);
        Ok(Moved { translation, carried, stepped, jumped, landed, crushed, hits, pushes, dt })
    }

    /// Comes out where a portal leads that it entered. It stays upright.
    fn go_through(&mut self, scene: &Scene, start: Point, way: Vector) {
        let Some(motion) = scene.portal_on_way(start, way) else { return };
        self.pose.translation.vector = (motion * self.position()).coords;
        for vector in [&mut self.velocity, &mut self.knock, &mut self.inherited, &mut self.ahead] {
            *vector = motion * *vector;
        }
        if motion.rotation != Rotation::identity() {
            // What was below is beside it.
            self.ground = None;
        }
    }

    /// Refuses what makes no sense.
    fn check(&self, scene: &Scene, input: &CharacterInput, dt: Real) -> Result<Checked, Error> {
        let checked = self.settings.checked()?;
        input.check()?;
        check::range("dt", dt, 0.0, LONGEST_STEP)?;
        check::pose("pose", self.pose)?;
        check::vector("velocity", self.velocity)?;
        check::vector("knock", self.knock)?;
        check::vector("inherited", self.inherited)?;
        check::vector("ahead", self.ahead)?;
        check::number("jump_wait", self.jump_wait)?;
        check::amount("air_time", self.air_time)?;
        check_shape("shape", &self.shape)?;
        if let Some(shape) = &self.crouched_shape {
            check_shape("crouched_shape", shape)?;
        }
        if let Some(ground) = &self.ground {
            check::pose("ground.body_pose", ground.body_pose)?;
            check::position("ground.point", ground.point)?;
            check::vector("ground.velocity", ground.velocity)?;
            check::direction("ground.normal", ground.normal)?;
            check::amount("ground.load", ground.load)?;
            check::range("ground.load_pace", ground.load_pace, -1.0, 1.0)?;
        }
        if let Some(body) = self.body {
            scene.body(body)?;
        }
        Ok(checked)
    }

    /// Crouches, or stands up if there is room.
    fn crouch(&mut self, scene: &Scene, input: &CharacterInput) -> Result<(), Error> {
        let wants = input.crouch && self.crouched_shape.is_some();
        if self.is_crouched && !wants {
            self.is_crouched = !self.can_stand(scene)?;
        } else {
            self.is_crouched = wants;
        }
        Ok(())
    }

    /// The ground takes it along, before its own motion.
    fn carry(&mut self, trip: &mut Trip<'_>) {
        let Some(ground) = self.ground else { return };
        let Ok(body) = trip.mover.scene.body(ground.body) else {
            // What it stood on is gone.
            self.leave_ground(trip.mover.up, trip.dt);
            return;
        };
        let (now, carries) = (body.pose(), ground.carries(&body.pose()));
        self.ground = Some(Ground { body_pose: now, point: ground.point + carries, ..ground });
        if carries != Vector::zeros() {
            let mut mover = trip.mover;
            mover.around.without[1] = Some(ground.body);
            let slid = mover.slide(&mut trip.pose, carries, Mode::Free, &mut Hits::new());
            trip.carried = slid.moved;
        }
    }

    /// Its own motion.
    fn act(&mut self, trip: &mut Trip<'_>, input: &CharacterInput, checked: &Checked) {
        let up = checked.up;
        if input.jump && !self.jump_was_held {
            self.jump_wait = self.settings.jump_buffer;
        } else if self.jump_wait > NO_JUMP {
            self.jump_wait -= trip.dt;
        }
        self.jump_was_held = input.jump;
        let can_jump = self.ground.is_some()
            || self.is_climbing
            || !self.has_jumped && self.air_time <= self.settings.coyote_time + ROUNDING;
        if can_jump && self.jump_wait >= -ROUNDING {
            trip.was_carried = self.ground.is_some();
            self.jump(up, trip.dt);
            trip.jumped = true;
        } else if input.drop && self.ground.is_some_and(|ground| ground.is_platform) {
            self.leave_ground(up, trip.dt);
            (self.is_dropping, self.has_jumped) = (true, true);
            trip.mover.around.drops = true;
            trip.was_carried = true;
        }
        let is_thrown = self.take_knock(trip, up);
        let crouched =
            if self.is_crouched { self.settings.crouch_speed } else { self.settings.run_speed };
        let wish = if self.settings.mirrored { -input.run } else { input.run };
        let run = wish * crouched;
        self.is_climbing = input.ladder && !trip.jumped && !is_thrown;
        if self.is_climbing {
            self.climb(trip, wish, input.climb, checked);
        } else if self.ground.is_some() {
            self.walk(trip, run, checked);
        } else {
            self.cut_jump(trip, input.jump);
            self.fly(trip, run, checked);
        }
    }

    fn jump(&mut self, up: Vector, dt: Real) {
        if self.ground.is_some() {
            self.leave_ground(up, dt);
        } else if self.is_climbing {
            (self.inherited, self.ahead) = (Vector::zeros(), Vector::zeros());
        }
        let speed = self.settings.jump_speed(self.settings.jump_height);
        let rises = dot(self.inherited, up) + speed;
        self.velocity += up * (rises - dot(self.velocity, up));
        (self.has_jumped, self.is_rising, self.jump_wait) = (true, true, NO_JUMP);
    }

    /// Takes the velocity that it was given. Whether that takes it off what it stands on or holds
    /// on to.
    fn take_knock(&mut self, trip: &mut Trip<'_>, up: Vector) -> bool {
        let knock = core::mem::replace(&mut self.knock, Vector::zeros());
        let is_thrown = dot(knock, up) > 0.0;
        if is_thrown {
            trip.was_carried |= self.ground.is_some();
            self.leave_ground(up, trip.dt);
            if self.is_climbing {
                (self.inherited, self.ahead) = (Vector::zeros(), Vector::zeros());
            }
            // No jump that is let go cuts it short.
            (self.has_jumped, self.is_rising) = (true, false);
        }
        self.velocity += knock;
        if self.ground.is_none() {
            let right = right_of(up);
            self.inherited += right * dot(knock, right);
        }
        is_thrown
    }

    /// A jump that is let go early does not come as high. Keys are seen once in a step: one that is
    /// let go at once has risen for a step by then, which counts.
    fn cut_jump(&mut self, trip: &Trip<'_>, is_held: bool) {
        if self.is_rising && !is_held {
            let up = trip.mover.up;
            let risen = if trip.jumped { 0.0 } else { self.settings.first_rise(trip.dt).0 };
            let least = self.settings.min_jump_height.min(self.settings.jump_height);
            let most = dot(self.inherited, up) + self.settings.jump_speed(least - risen);
            let rises = dot(self.velocity, up);
            self.velocity -= up * (rises - most).max(0.0);
            self.is_rising = false;
        }
    }

    /// Is in the air from now on, with the velocity of the ground that it left.
    fn leave_ground(&mut self, up: Vector, dt: Real) {
        let Some(ground) = self.ground.take() else { return };
        let right = right_of(up);
        let (level, rises) = (dot(self.velocity, right), dot(self.velocity, up));
        // Who runs over the top of a ramp does not fly off.
        self.velocity = right * level + up * rises.min(0.0) + ground.velocity;
        self.inherited = ground.velocity;
        // A belt is part of its own motion.
        self.ahead = (ground.velocity - right_of(ground.normal) * ground.belt) * dt;
    }

    /// Stands on a surface.
    pub(super) fn stand_on(&mut self, trip: &Trip<'_>, near: &Surface, normal: Vector) {
        self.ground =
            Ground::new(trip.mover.scene, near, normal).map(|ground| trip.as_it_came(ground));
        (self.is_rising, self.has_jumped) = (false, false);
    }

    /// Walks along the ground.
    fn walk(&mut self, trip: &mut Trip<'_>, run: Real, checked: &Checked) {
        let Some(ground) = self.ground else { return };
        let (dt, up, settings) = (trip.dt, checked.up, &self.settings);
        let along = right_of(ground.normal);
        let speed = dot(self.velocity, along);
        let is_faster = run.abs() > speed.abs() && run * speed >= 0.0;
        let rate = if is_faster { settings.acceleration } else { settings.deceleration };
        let speed = approach(speed, run, rate * dt);
        let steps = Steps {
            up: settings.step_up,
            down: settings.step_down,
            on_dynamic: settings.steps_on_dynamic,
        };
        let known = trip.hits.len();
        let way = along * ((speed + ground.belt) * dt);
        let walked = trip.mover.walk(&mut trip.pose, way, steps, &mut trip.hits);
        trip.overlapped |= walked.slid.overlapped;
        trip.stepped = walked.stepped;
        let (velocity, frame, mass) = (along * speed, ground.velocity, settings.mass);
        let impact = Impact { velocity, frame, mass, up, walks: true };
        let left = impact.stop(trip.mover.scene, &trip.hits[known..], &mut self.pushes);
        let speed = dot(left, along);
        self.velocity = along * speed;
        match walked.ground {
            Some(found) => {
                let (near, normal) = self.stays_on(trip).unwrap_or((found.near, found.normal));
                self.stand_on(trip, &near, normal);
                if let Some(ground) = self.ground {
                    self.velocity = right_of(ground.normal) * speed;
                }
            }
            None => self.leave_ground(up, dt),
        }
    }

    /// Finishes a step.
    fn settle(&mut self, trip: &mut Trip<'_>, input: &CharacterInput) -> Option<Crush> {
        if self.is_climbing && input.climb <= 0.0 {
            let found = trip.mover.best_ground(&trip.pose, 1.5);
            if let Some(near) = found {
                self.stand_on(trip, &near, near.normal);
                self.velocity = Vector::zeros();
            }
        }
        let is_off = self.ground.is_none() && !self.is_climbing;
        self.air_time = if is_off { self.air_time + trip.dt } else { 0.0 };
        self.weigh(trip);
        if self.is_dropping && !input.drop {
            let mut mover = trip.mover;
            mover.around.drops = false;
            let faces = mover.faces(&trip.pose, 2.0);
            self.is_dropping = faces.iter().any(|face| face.is_platform);
        }
        self.hold_off(trip);
        if !trip.overlapped {
            return None;
        }
        let most = CRUSHED * trip.mover.scene.config().length_unit;
        let faces = trip.mover.faces(&trip.pose, 0.0);
        let is_in = |face: &&Surface| {
            -face.gap > most
                && (face.kind != BodyKind::Dynamic
                    || trip.mover.is_backed(&trip.pose, face, -face.gap))
        };
        let deepest = faces.iter().filter(is_in).min_by(|a, b| a.gap.total_cmp(&b.gap))?;
        Some(Crush { body: deepest.body, depth: -deepest.gap })
    }
}

// A platform that holds what is this deep in it is told by the same number as in queries.
const _: () = assert!(MoverRules::PLATFORM_DEPTH <= CRUSHED);
