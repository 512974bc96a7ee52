//! Answers of predictions: paths, touches, and reasons why they may differ.

use umbra_geom::{Point, Pose, Real, Vector};

use umbra_core::{BodyKey, ColliderKey};

/// Paths of bodies and what they will touch: see [`Predictor`](crate::Predictor).
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let shot = Body::dynamic().position([0.0, 0.0]);
/// # let shot = scene.add(shot, [Collider::circle(0.5)])?;
/// # let other = Body::dynamic().position([9.0, 9.0]);
/// # let other = scene.add(other, [Collider::circle(0.5)])?;
/// let prediction = scene.predict(&[shot, other], 30, 1.0 / 60.0)?;
/// assert_eq!(prediction.bodies().len(), 2);
/// let path = prediction.body(other).unwrap();
/// assert!(path.points().last().unwrap().y < 9.0);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prediction {
    pub(super) bodies: Vec<Predicted>,
    pub(super) reasons: Vec<Inexact>,
    pub(super) dt: Real,
    /// Paths of earlier answers, kept for their memory.
    spare: Vec<Predicted>,
}

/// The path of one body.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # scene.add(Body::fixed(), [Collider::cuboid(50.0, 0.5)])?;
/// # let ball = Body::dynamic().position([0.0, 1.0]).velocity([5.0, 6.0]);
/// # let ball = scene.add(ball, [Collider::circle(0.3)])?;
/// let prediction = scene.predict(&[ball], 120, 1.0 / 60.0)?;
/// let path = &prediction.bodies()[0];
/// let top = path.points().map(|point| point.y).fold(0.0, f32::max);
/// assert!((top - 1.0 - 36.0 / 19.62).abs() < 0.1); // v² / 2 g
/// assert!(path.first_touch().unwrap().time > 1.2); // then it lands
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Predicted {
    pub(super) body: Option<BodyKey>,
    pub(super) poses: Vec<Pose>,
    pub(super) velocity: Vector,
    pub(super) angular_velocity: Real,
    pub(super) touches: Vec<Touch>,
    pub(super) rest: Option<u32>,
}

/// A moment in which a body begins to touch another one.
///
/// Colliders and bodies that the scene does not have, because the question added them or because
/// they come of a body that breaks on the way, are `None`.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let floor = scene.add(Body::fixed(), [Collider::cuboid(50.0, 0.5)])?;
/// # let ball = Body::dynamic().position([0.0, 3.0]);
/// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
/// let prediction = scene.predict(&[ball], 90, 1.0 / 60.0)?;
/// let touch = prediction.bodies()[0].touches()[0];
/// assert_eq!(touch.other_body, Some(floor)); // a mark is drawn there
/// assert!((touch.point - Point::new(0.0, 0.5)).norm() < 0.1 && touch.normal.y > 0.99);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Touch {
    /// The step in which it happens, counted from one: the pose after it is `poses()[step]`.
    pub step: u32,
    /// Seconds from now to the end of that step.
    pub time: Real,
    /// The collider of the body that was asked for.
    pub collider: Option<ColliderKey>,
    /// The collider that it touches.
    pub other: Option<ColliderKey>,
    /// The body that it touches.
    pub other_body: Option<BodyKey>,
    /// Point of the touch, midway between the surfaces.
    pub point: Point,
    /// Unit normal, from the other body towards the one asked for.
    pub normal: Vector,
}

/// Reason why a prediction may differ from the steps that follow.
///
/// ```
/// use umbra::Inexact;
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ball = Body::dynamic().position([0.0, 0.0]);
/// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
/// # scene.add(Body::dynamic().position([3.0, 0.0]), [Collider::circle(0.5)])?;
///
/// let prediction = scene.predict(&[ball], 60, 1.0 / 60.0)?;
/// assert!(!prediction.is_exact());
/// assert!(prediction.reasons().contains(&Inexact::OthersMove)); // it may cross the path
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Inexact {
    /// Other bodies are awake and may come near. Those whose present course leads near the path are
    /// in the prediction.
    OthersMove,
    /// Dynamic bodies touch one another, or joints hold them. Rounding depends on the order of
    /// contacts and joints, which is not that of the scene: after some steps, a pile falls another
    /// way.
    Tied,
    /// A body touches at more than one point at once, as a box does that lies flat, or a ball in a
    /// corner. Rounding depends on the order of points and shapes; the path is the same but for the
    /// last digits.
    Order,
    /// The bodies are not copied to the last bit: one touches a large fixed body already, has been
    /// still for a part of the time after which it falls asleep, or has an orientation or a centre
    /// of mass that rounds to another number.
    Start,
    /// More bodies are near the path than [`Predict::most_bodies`](crate::Predict::most_bodies).
    TooMany,
    /// The path led into new surroundings too often.
    TooFar,
}

impl Prediction {
    /// One for each body asked for, in that order, then one for each that the question added.
    pub fn bodies(&self) -> &[Predicted] {
        &self.bodies
    }

    /// The path of a body of the scene, if it was asked for.
    pub fn body(&self, body: BodyKey) -> Option<&Predicted> {
        self.bodies.iter().find(|path| path.body == Some(body))
    }

    /// True if the poses have the same bits as those after the same calls of
    /// [`Scene::step`](umbra_core::Scene::step), if nobody does anything else to the scene.
    ///
    /// True for a body that meets nothing but fixed shapes, one after the other and with one point
    /// each, such as a ball that bounces through a level; and always after
    /// [`Predict::exact`](crate::Predict::exact).
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # scene.add(Body::fixed(), [Collider::cuboid(50.0, 0.5)])?;
    /// # let ball = Body::dynamic().position([0.0, 4.0]).velocity([2.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.3).restitution(0.7)])?;
    /// let prediction = scene.predict(&[ball], 120, 1.0 / 60.0)?;
    /// assert!(prediction.is_exact());
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert_eq!(prediction.bodies()[0].poses()[120], scene.body(ball)?.pose());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn is_exact(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Reasons why it may not be exact; empty if it is.
    pub fn reasons(&self) -> &[Inexact] {
        &self.reasons
    }

    pub(super) fn note(&mut self, reason: Inexact) {
        if let Err(place) = self.reasons.binary_search(&reason) {
            self.reasons.insert(place, reason);
        }
    }

    pub(super) fn forget(&mut self) {
        self.spare.append(&mut self.bodies);
        self.reasons.clear();
    }

    /// Begins another path.
    pub(super) fn begin(&mut self, body: Option<BodyKey>) -> &mut Predicted {
        let Predicted { mut poses, mut touches, .. } = self.spare.pop().unwrap_or_default();
        poses.clear();
        touches.clear();
        self.bodies.push(Predicted { body, poses, touches, ..Predicted::default() });
        let last = self.bodies.len() - 1;
        &mut self.bodies[last]
    }
}

impl Predicted {
    /// The body; `None` if the question added it.
    pub fn body(&self) -> Option<BodyKey> {
        self.body
    }

    /// Its pose now, after the changes, and after each step.
    pub fn poses(&self) -> &[Pose] {
        &self.poses
    }

    /// Positions now and after each step.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.poses.iter().map(|pose| Point::from(pose.translation.vector))
    }

    /// The velocity of its centre of mass after the last step.
    pub fn velocity(&self) -> Vector {
        self.velocity
    }

    /// Angular velocity after the last step, in radians per second.
    pub fn angular_velocity(&self) -> Real {
        self.angular_velocity
    }

    /// Touches that begin, in order: without sensors, and without those of now.
    pub fn touches(&self) -> &[Touch] {
        &self.touches
    }

    /// First touch that begins.
    pub fn first_touch(&self) -> Option<&Touch> {
        self.touches.first()
    }

    /// The step after which it is asleep until the end, 0 if it sleeps already; `None` if it is
    /// awake in the end. Bodies that never sleep, fixed ones for one, have none.
    pub fn rest_step(&self) -> Option<u32> {
        self.rest
    }

    /// Pose in which it comes to rest, that after [`rest_step`](Self::rest_step).
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # scene.add(Body::fixed(), [Collider::cuboid(50.0, 0.5)])?;
    /// # let die = Body::dynamic().position([0.0, 2.0]).angle(0.4).velocity([1.0, 0.0]);
    /// # let die = scene.add(die, [Collider::cuboid(0.3, 0.3)])?;
    /// let prediction = scene.predict(&[die], 300, 1.0 / 60.0)?;
    /// let rest = prediction.bodies()[0].rest_pose().unwrap();
    /// assert!((rest.translation.y - 0.8).abs() < 0.01); // it will lie flat
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn rest_pose(&self) -> Option<Pose> {
        self.poses.get(self.rest? as usize).copied()
    }
}
