//! Characters: what a player or an enemy of a platform game needs that is no rigid body.
//!
//! A [`Character`] is a shape with settings and a state, kept by the game beside the scene.
//! [`Character::step`] asks the scene and moves it; the scene does not change. What it wants to
//! push, it tells: [`Moved::push`].
//!
//! ```
//! use umbra::character::{Character, CharacterInput};
//! use umbra::prelude::*;
//!
//! let mut scene = Scene::new(SceneConfig::default())?;
//! scene.add(Body::fixed(), [Collider::cuboid(50.0, 0.5)])?;
//! let mut player = Character::new(Capsule::new([0.0, -0.3], [0.0, 0.3], 0.3)?)?;
//! player.set_position([0.0, 2.0])?;
//! player.settings.run_speed = 4.0;
//!
//! let dt = 1.0 / 60.0;
//! for _ in 0..120 {
//!     scene.step(dt)?;
//!     let input = CharacterInput { run: 1.0, ..Default::default() };
//!     let moved = player.step(&scene, &input, dt)?;
//!     moved.push(&mut scene)?;
//! }
//! assert!(player.is_on_ground() && player.position().x > 5.0);
//! # Ok::<(), umbra::Error>(())
//! ```
//!
//! - `settings.rs`: what a game chooses and asks for; `report.rs`: what it is told;
//! - `step.rs`: a step, phase by phase; `walk.rs`, `fly.rs`: on the ground, and in the air;
//! - `ground.rs`: what it stands on; `push.rs`: what it pushes; `weight.rs`: its weight; `room.rs`:
//!   whether there is room;
//! - `hold.rs`: what comes at it where it has no room to give way;
//! - `slide.rs`: how it moves along what it meets; `planes.rs`: the motion that keeps clear of
//!   surfaces;
//! - `alone.rs`: [`move_and_slide`], the same for other things than characters.

#![allow(clippy::needless_pass_by_value, reason = "a filter is small, and made for one query")]

mod alone;
mod fly;
mod ground;
mod hold;
mod planes;
mod push;
mod report;
mod room;
mod settings;
mod slide;
mod step;
mod walk;
mod weight;

pub use alone::{Slide, move_and_slide};
pub use ground::Ground;
pub(crate) use ground::surface_velocity;
pub use report::{Crush, Hit, HitKind, Moved, Push};
pub use settings::{CharacterInput, CharacterSettings};

use arrayvec::ArrayVec;
use umbra_geom::math::{self, dot};
use umbra_geom::{Error as BadValue, Point, Pose, Real, Shape, Vector};

use crate::check;
use crate::tuning::{SKIN, TOUCHED};
use report::Hits;
use slide::{Mode, Mover};
use umbra_core::{BodyKey, BodyKind, Error, Inserted, Scene};

/// Character that walks, jumps, climbs and is carried by the ground: settings and state.
///
/// Everything is plain data. A game that restores a [`Snapshot`](umbra_core::Snapshot) keeps a copy
/// of its characters with it; both continue with the same bits. Each step checks the fields, so a
/// game may change them at any time.
///
/// ```
/// use umbra::character::{Character, CharacterInput};
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
///
/// scene.add(Body::fixed(), [Collider::cuboid(50.0, 0.5)])?;
/// let mut player = Character::new(Capsule::new([0.0, -0.3], [0.0, 0.3], 0.3)?)?;
/// player.set_position([0.0, 1.2])?;
/// let input = CharacterInput { run: 1.0, ..Default::default() }; // from the keyboard
/// for _ in 0..60 {
///     scene.step(1.0 / 60.0)?;
///     player.step(&scene, &input, 1.0 / 60.0)?.push(&mut scene)?;
/// }
/// assert!(player.is_on_ground() && player.position().x > 4.0);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[doc(alias("character controller", "player", "platformer", "is grounded"))]
pub struct Character {
    /// Settings of its motion.
    pub settings: CharacterSettings,
    /// Shape in the frame of `pose`: rounded, so that it slides over edges.
    pub shape: Shape,
    /// Shape while it crouches, with the feet in the same position; `None` if it cannot crouch.
    pub crouched_shape: Option<Shape>,
    /// A body of the scene that represents it, if there is one, so that sensors and other bodies
    /// notice it. The character does not collide with this body, and moves it by
    /// [`move_body`](Self::move_body).
    pub body: Option<BodyKey>,
    /// Pose in the world. The rotation is set by the game alone.
    pub pose: Pose,
    /// Velocity: on the ground, relative to the ground, which carries it; in the air and on
    /// ladders, in the world.
    pub velocity: Vector,
    /// Ground that it stands on.
    pub ground: Option<Ground>,
    /// Velocity added in its next step, whatever it does: a jump pad, a punch, an
    /// [explosion](Scene::explosion_on). An upward knock lifts it off the ground. Along the ground
    /// it is braked like running too fast. In the air it persists, and the player steers relative
    /// to it.
    #[cfg_attr(feature = "serde", serde(default = "Vector::zeros"))]
    pub knock: Vector,
    /// True if it crouches, because the player wants it or because there is no room to stand.
    pub is_crouched: bool,
    /// True if it is on a ladder.
    pub is_climbing: bool,
    /// True if it falls through one-way platforms.
    pub is_dropping: bool,
    /// True if it is in the air because it jumped or dropped, so that it cannot jump from the
    /// ground it left.
    pub has_jumped: bool,
    /// True if it rises by a jump that can still be cut short.
    pub is_rising: bool,
    /// True if jump was held in the last step.
    pub jump_was_held: bool,
    /// Remaining time, in seconds, for which a pressed jump still counts; negative if none waits.
    pub jump_wait: Real,
    /// Time since it left the ground, in seconds.
    pub air_time: Real,
    /// Velocity of the ground that it left last. Its speed in the air is relative to that.
    pub inherited: Vector,
    /// Displacement of the ground that it left, in the step after that. In the air, its body is
    /// moved ahead by this, as it is on the ground.
    pub ahead: Vector,
    hits: Vec<Hit>,
    pushes: Vec<Push>,
}

impl Character {
    /// A character at the origin, in the air, with usual settings. Its shape is a circle, a capsule
    /// or a polygon; best a rounded one.
    ///
    /// ```
    /// use umbra::character::Character;
    /// # use umbra::prelude::*;
    ///
    /// let player = Character::new(Capsule::new([0.0, -0.3], [0.0, 0.3], 0.3)?)?;
    /// assert!(!player.is_on_ground());
    /// assert!(Character::new(Segment::new([0.0, 0.0], [1.0, 0.0])?).is_err()); // no inside
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the shape is a line, which has no inside.
    pub fn new(shape: impl Into<Shape>) -> Result<Self, Error> {
        let shape = shape.into();
        check_shape("shape", &shape)?;
        Ok(Self {
            settings: CharacterSettings::default(),
            shape,
            crouched_shape: None,
            body: None,
            pose: Pose::identity(),
            velocity: Vector::zeros(),
            ground: None,
            knock: Vector::zeros(),
            is_crouched: false,
            is_climbing: false,
            is_dropping: false,
            // There is no ground that it has just left.
            has_jumped: true,
            is_rising: false,
            jump_was_held: false,
            jump_wait: NO_JUMP,
            air_time: 0.0,
            inherited: Vector::zeros(),
            ahead: Vector::zeros(),
            hits: Vec::new(),
            pushes: Vec::new(),
        })
    }

    /// Position of its origin.
    pub fn position(&self) -> Point {
        self.pose.translation.vector.into()
    }

    /// Teleports it, into the air, with its current velocity in the world: through a portal, it
    /// flies on. Call [`stop`](Self::stop) to start anew there.
    ///
    /// Ground carries a character along by its whole displacement, even if the game teleports the
    /// ground: the character is carried to the other end of the world. To leave it behind, move the
    /// character first, or set `ground` to `None`. Bodies that sleep under its weight stay asleep
    /// when it is moved away; [wake](umbra_core::BodyMut::wake) them if they should react.
    ///
    /// ```
    /// use umbra::character::Character;
    /// # use umbra::prelude::*;
    ///
    /// let mut player = Character::new(Circle::new(0.5)?)?;
    /// player.velocity = Vector::new(0.0, -12.0);
    /// player.set_position([40.0, 3.0])?; // through a portal
    /// assert_eq!((player.position().x, player.velocity.y), (40.0, -12.0)); // it falls on
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite or too large. Nothing has changed then.
    pub fn set_position(&mut self, position: impl Into<Point>) -> Result<(), Error> {
        let position = check::position("position", position.into())?;
        self.pose.translation.vector = position.coords;
        if let Some(ground) = self.ground.take() {
            self.velocity += ground.velocity;
            self.inherited = ground.velocity;
        }
        self.ahead = Vector::zeros();
        (self.is_climbing, self.is_dropping) = (false, false);
        self.has_jumped = true;
        Ok(())
    }

    /// Stops it: clears its velocity, its pending knock and its jump. On the ground it stays there,
    /// and is still carried.
    ///
    /// ```
    /// use umbra::character::Character;
    /// use umbra::prelude::*;
    ///
    /// let mut player = Character::new(Circle::new(0.5)?)?;
    /// player.velocity = Vector::new(3.0, -9.0);
    /// player.set_position([0.0, 5.0])?; // a checkpoint
    /// assert_eq!(player.velocity.y, -9.0);
    /// player.stop();
    /// assert_eq!(player.velocity, Vector::zeros());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn stop(&mut self) {
        (self.velocity, self.knock, self.inherited) =
            (Vector::zeros(), Vector::zeros(), Vector::zeros());
        (self.is_rising, self.jump_wait) = (false, NO_JUMP);
    }

    /// Shifts it to another origin, as [`Scene::shift_origin`] does: the point at `by` becomes (0,
    /// 0). Call it with each shift of the scene. It stays on its ground and is still carried.
    ///
    /// ```
    /// use umbra::character::{Character, CharacterInput};
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::fixed().position([4096.0, 0.0]), [Collider::cuboid(50.0, 0.5)])?;
    /// let mut player = Character::new(Circle::new(0.5)?)?;
    /// player.set_position([4097.0, 1.005])?;
    /// player.step(&scene, &CharacterInput::default(), 1.0 / 60.0)?;
    /// scene.shift_origin([4096.0, 0.0])?;
    /// player.shift([4096.0, 0.0])?;
    /// player.step(&scene, &CharacterInput::default(), 1.0 / 60.0)?;
    /// assert_eq!(player.position().x, 1.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite, or it would be too far from the origin. Nothing has changed
    /// then.
    pub fn shift(&mut self, by: impl Into<Vector>) -> Result<(), Error> {
        let by = by.into();
        check::position("by", by.into())?;
        check::position("by", self.position() - by)?;
        self.pose.translation.vector -= by;
        if let Some(ground) = &mut self.ground {
            ground.point -= by;
            ground.body_pose.translation.vector -= by;
        }
        self.hits.iter_mut().for_each(|hit| hit.point -= by);
        self.pushes.iter_mut().for_each(|push| push.point -= by);
        Ok(())
    }

    /// Returns the same character with the new keys of its body and its ground after they were
    /// inserted: see [`Inserted`]. Its next step finds the ground anew if the part did not hold it.
    /// If the part was shifted, [`shift`](Self::shift) the character, too.
    ///
    /// # Errors
    /// When a body stands for it that the part did not hold.
    pub fn after_insert(&self, inserted: &Inserted) -> Result<Self, Error> {
        let mut there = self.clone();
        there.body = self.body.map(|key| inserted.body(key)).transpose()?;
        there.ground = self.ground.and_then(|ground| {
            let body = inserted.body(ground.body).ok()?;
            let collider = inserted.collider(ground.collider).ok()?;
            Some(Ground { body, collider, ..ground })
        });
        let hits = self.hits.iter().filter_map(|hit| {
            let body = inserted.body(hit.body).ok()?;
            Some(Hit { body, collider: inserted.collider(hit.collider).ok()?, ..*hit })
        });
        let pushes = self
            .pushes
            .iter()
            .filter_map(|push| Some(Push { body: inserted.body(push.body).ok()?, ..*push }));
        (there.hits, there.pushes) = (hits.collect(), pushes.collect());
        Ok(there)
    }

    /// True if it stands on something.
    ///
    /// ```
    /// use umbra::character::{Character, CharacterInput};
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    ///
    /// scene.add(Body::fixed(), [Collider::cuboid(50.0, 0.5)])?;
    /// let mut player = Character::new(Circle::new(0.5)?)?;
    /// player.set_position([0.0, 1.005])?;
    /// player.step(&scene, &CharacterInput::default(), 1.0 / 60.0)?;
    /// assert!(player.is_on_ground());
    /// player.step(&scene, &CharacterInput { jump: true, ..Default::default() }, 1.0 / 60.0)?;
    /// assert!(!player.is_on_ground() && player.velocity.y > 5.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn is_on_ground(&self) -> bool {
        self.ground.is_some()
    }

    /// Velocity in the world: its own velocity and that of the ground.
    pub fn world_velocity(&self) -> Vector {
        self.velocity + self.ground.map_or(Vector::zeros(), |ground| ground.velocity)
    }

    /// Current shape: the crouched one or the other.
    ///
    /// ```
    /// use umbra::character::{Character, CharacterInput};
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    ///
    /// let mut player = Character::new(Capsule::new([0.0, -0.3], [0.0, 0.3], 0.3)?)?;
    /// player.crouched_shape = Some(Circle::new(0.3)?.into());
    /// player.step(&scene, &CharacterInput { crouch: true, ..Default::default() }, 1.0 / 60.0)?;
    /// assert!(matches!(player.current_shape(), Shape::Circle(_)));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn current_shape(&self) -> &Shape {
        let crouched = self.crouched_shape.as_ref().filter(|_| self.is_crouched);
        crouched.unwrap_or(&self.shape)
    }

    /// Surfaces that it pressed on in the last step.
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// Pushes on dynamic bodies that it asked for in the last step.
    pub fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// Moves its kinematic body so that it arrives at the character at the end of the next step of
    /// the scene. Call it after [`step`](Self::step), and after setting the motion of platforms,
    /// which carry the body along.
    ///
    /// ```
    /// use umbra::character::{Character, CharacterInput};
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    ///
    /// let mut player = Character::new(Circle::new(0.5)?)?;
    /// let body = scene.add(Body::kinematic(), [Collider::circle(0.5)])?; // what enemies see
    /// player.body = Some(body);
    /// player.velocity = Vector::new(3.0, 0.0);
    /// player.step(&scene, &CharacterInput { run: 1.0, ..Default::default() }, 1.0 / 60.0)?;
    /// player.move_body(&mut scene, 1.0 / 60.0)?;
    /// scene.step(1.0 / 60.0)?;
    /// assert!((scene.body(body)?.position() - player.position()).norm() < 1e-4);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no `body`, it was removed or is not kinematic, a number is not finite, or `dt`
    /// makes no sense.
    pub fn move_body(&self, scene: &mut Scene, dt: Real) -> Result<(), Error> {
        let key = self.body.unwrap_or_default();
        let mut pose = check::pose("pose", self.pose)?;
        let dt = check::range("dt", dt, 1e-6, 1e6)?;
        let place = scene.body(key)?.position();
        let carried = self.is_carried_to(scene, dt);
        if carried != Vector::zeros() {
            let mut around = self.around(dt);
            around.without[1] = self.ground.map(|ground| ground.body);
            let filter = self.collides_with();
            let (filter, shape) = (filter.as_dyn(), self.current_shape());
            let up = Vector::new(0.0, 1.0);
            let mover = Mover { scene, filter, around, shape, up, least_up: 1.0 };
            mover.slide(&mut pose, carried, Mode::Free, &mut Hits::new());
        }
        self.brake_body(scene, key, (&pose, dt))?;
        let pose = seen_nearest(scene, pose, place);
        scene.body_mut(key)?.move_to(pose, dt)
    }

    /// Has the body come no faster towards dynamic bodies than the character goes on there, by
    /// putting it nearer before the step. A kinematic body that stops a hair before a crate has
    /// pushed it, with all the force in the world: contacts look a substep ahead.
    fn brake_body(
        &self,
        scene: &mut Scene,
        key: BodyKey,
        (to, dt): (&Pose, Real),
    ) -> Result<(), Error> {
        let way = to.translation.vector - scene.body(key)?.pose().translation.vector;
        let is_dynamic = |hit: &&Hit| scene.body(hit.body).is_ok_and(|body| body.is_dynamic());
        let hits = self.hits.iter().filter(is_dynamic).map(|hit| hit.normal);
        let mut normals: ArrayVec<Vector, { report::MOST_HITS + 1 }> = hits.collect();
        let mut goes_on = self.world_velocity() * dt;
        let filter = self.collides_with().exclude(key).only(BodyKind::Dynamic);
        let soon = goes_on / scene.config().solver.substeps as Real;
        if let Some(met) = scene.cast_shape(self.current_shape(), *to, soon, filter) {
            goes_on *= met.fraction;
            normals.push(met.normal);
        }
        let touched = TOUCHED * SKIN * scene.config().length_unit;
        if normals.iter().any(|normal| dot(goes_on - way, *normal) > touched) {
            let mut from = *to;
            from.translation.vector -= goes_on;
            scene.body_mut(key)?.set_pose(from)?;
        }
        Ok(())
    }

    /// Displacement by which the ground will carry it in the next step of the scene.
    fn is_carried_to(&self, scene: &Scene, dt: Real) -> Vector {
        let Some(ground) = self.ground else { return self.ahead };
        let Ok(carrier) = scene.body(ground.body) else { return Vector::zeros() };
        let (now, turn) = (carrier.pose(), math::rotation(carrier.angular_velocity() * dt));
        // About what it turns.
        let center =
            if carrier.is_dynamic() { carrier.center_of_mass() } else { carrier.position() };
        let arm = now.translation.vector - center.coords;
        let at = center.coords + carrier.velocity_at(center) * dt + turn * arm;
        let next = Pose::from_parts(at.into(), turn * now.rotation);
        Ground { body_pose: now, ..ground }.carries(&next)
    }
}

/// The pose itself, or as it is seen through a portal, whichever is nearest to a place: its body
/// goes through by itself.
fn seen_nearest(scene: &Scene, pose: Pose, place: Point) -> Pose {
    let motions = scene.portals().filter_map(|key| Some(scene.portal(key).ok()?.motion()));
    let seen = motions.flat_map(|motion| [motion, motion.inverse()]).map(|motion| {
        let position = motion * Point::from(pose.translation.vector);
        Pose::from_parts(position.into(), pose.rotation)
    });
    let way = |pose: &Pose| (pose.translation.vector - place.coords).norm_squared();
    let nearest = seen.min_by(|a, b| way(a).total_cmp(&way(b)));
    nearest.filter(|seen| way(seen) < way(&pose)).unwrap_or(pose)
}

/// No jump waits.
const NO_JUMP: Real = -1.0;

fn check_shape(parameter: &'static str, shape: &Shape) -> Result<(), Error> {
    match shape.line() {
        // Lines have no radius.
        Some(_) => Err(BadValue::NotPositive { parameter, value: shape.radius() }.into()),
        None => Ok(()),
    }
}
