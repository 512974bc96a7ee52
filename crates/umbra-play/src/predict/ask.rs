//! Questions: bodies, the number of steps, and changes made first.

use umbra_geom::{Real, Vector};

use crate::check;
use umbra_core::{Body, BodyEdit, BodyKey, Collider, Error, Scene};

/// Greatest number of steps that are predicted at once: ten minutes at 60 Hz.
const MOST_STEPS: u32 = 36_000;
/// Greatest number of poses in a prediction: 64 MB.
const MOST_POSES: usize = 4_000_000;
/// Longest step of a scene, in seconds.
const LONGEST_STEP: Real = 10.0;
/// Usual bound of how many bodies a branch copies.
const USUAL_BODIES: usize = 512;

/// Question to a [`Predictor`](crate::Predictor): bodies, steps, and changes made before the first
/// step.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// scene.add(Body::fixed(), [Collider::cuboid(30.0, 0.5)])?;
/// let light = Collider::cuboid(0.5, 0.5).density(0.1);
/// let crate_ = scene.add(Body::dynamic().position([8.0, 1.0]), [light])?;
///
/// // A shell that is not in the scene: would it hit the crate?
/// let shell = Body::dynamic().position([0.0, 1.0]).velocity([20.0, 2.0]).bullet(true);
/// let ask = Predict::new(60, 1.0 / 60.0).add(shell, [Collider::circle(0.1)]).body(crate_);
/// let mut predictor = Predictor::new();
/// let prediction = predictor.predict_with(&scene, &ask)?;
/// let [target, shell] = prediction.bodies() else { panic!() };
/// assert_eq!(shell.first_touch().unwrap().other_body, Some(crate_));
/// assert!(target.poses()[60].translation.x > 8.1);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Predict {
    pub(super) bodies: Vec<BodyKey>,
    pub(super) edits: Vec<(BodyKey, BodyEdit)>,
    pub(super) added: Vec<(Body, Vec<Collider>)>,
    pub(super) steps: u32,
    pub(super) dt: Real,
    pub(super) exact: bool,
    pub(super) most_bodies: usize,
}

impl Predict {
    /// A question about so many steps of `dt` seconds. With no steps, the answer is where bodies
    /// are after the changes.
    pub fn new(steps: u32, dt: Real) -> Self {
        Self {
            bodies: Vec::new(),
            edits: Vec::new(),
            added: Vec::new(),
            steps,
            dt,
            exact: false,
            most_bodies: USUAL_BODIES,
        }
    }

    /// Asks for a body of the scene.
    pub fn body(mut self, body: BodyKey) -> Self {
        self.bodies.push(body);
        self
    }

    /// Asks for several bodies of the scene.
    pub fn bodies(mut self, bodies: &[BodyKey]) -> Self {
        self.bodies.extend_from_slice(bodies);
        self
    }

    /// Gives a body of the scene another velocity first.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let mut predictor = Predictor::new();
    /// // Which of these throws gets farthest in a second?
    /// let reach = [[6.0, 2.0], [5.0, 5.0], [2.0, 8.0]].map(|throw| {
    ///     let ask = Predict::new(60, 1.0 / 60.0).body(ball).velocity(ball, throw);
    ///     let prediction = predictor.predict_with(&scene, &ask).unwrap();
    ///     prediction.bodies()[0].poses()[60].translation.x
    /// });
    /// assert!(reach[0] > reach[1] && reach[1] > reach[2]);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn velocity(self, body: BodyKey, velocity: impl Into<Vector>) -> Self {
        self.edit(body, BodyEdit::Velocity(velocity.into()))
    }

    /// Has a body of the scene turn first, in radians per second.
    pub fn angular_velocity(self, body: BodyKey, angular_velocity: Real) -> Self {
        self.edit(body, BodyEdit::AngularVelocity(angular_velocity))
    }

    /// Gives a body of the scene an impulse at its centre of mass first.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let cue = Body::dynamic().gravity_scale(0.0);
    /// # let cue = scene.add(cue, [Collider::circle(0.5).mass(2.0)])?;
    /// let ask = Predict::new(60, 1.0 / 60.0).body(cue).impulse(cue, [6.0, 0.0]);
    /// let mut predictor = Predictor::new();
    /// let end = predictor.predict_with(&scene, &ask)?.bodies()[0].velocity();
    /// assert_eq!(end, Vector::new(3.0, 0.0));
    /// assert_eq!(scene.body(cue)?.velocity(), Vector::zeros()); // nothing happened yet
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn impulse(self, body: BodyKey, impulse: impl Into<Vector>) -> Self {
        let impulse = impulse.into();
        self.edit(body, BodyEdit::Impulse { impulse, angular_impulse: 0.0, wakes: true })
    }

    /// Changes a body of the scene first, whether it is asked for or not. Edits are made in the
    /// order in which they are listed.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let balloon = Body::dynamic().position([0.0, 0.0]);
    /// # let balloon = scene.add(balloon, [Collider::circle(0.5)])?;
    /// // What if the burner were on?
    /// let ask = Predict::new(60, 1.0 / 60.0).body(balloon);
    /// let ask = ask.edit(balloon, BodyEdit::GravityScale(-0.2));
    /// let mut predictor = Predictor::new();
    /// let path = &predictor.predict_with(&scene, &ask)?.bodies()[0];
    /// assert!(path.poses()[60].translation.y > 0.9);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn edit(mut self, body: BodyKey, edit: BodyEdit) -> Self {
        self.edits.push((body, edit));
        self
    }

    /// Asks for a body that is not in the scene, as if it were added. In the answer, bodies of this
    /// kind come last.
    pub fn add(mut self, body: Body, colliders: impl IntoIterator<Item = Collider>) -> Self {
        self.added.push((body, colliders.into_iter().collect()));
        self
    }

    /// Copies and steps the whole scene if true, so that the answer has the same bits as stepping
    /// the scene, piles and all. Takes as long as that. False by default: the surroundings of the
    /// bodies are stepped, see [`Prediction::is_exact`](crate::Prediction::is_exact).
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = |i: u8| Body::dynamic().position([0.1, 1.2].map(|it| it * f32::from(i)));
    /// # let bodies = [0, 1, 2, 3].map(|i| scene.add(ball(i), [Collider::circle(0.5)]).unwrap());
    /// let ask = Predict::new(60, 1.0 / 60.0).bodies(&bodies).exact(true);
    /// let mut predictor = Predictor::new();
    /// assert!(predictor.predict_with(&scene, &ask)?.is_exact()); // a whole heap
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn exact(mut self, exact: bool) -> Self {
        self.exact = exact;
        self
    }

    /// Bounds how many bodies of the scene are copied for the answer. The bodies asked for and all
    /// that is tied to them by joints are in any case. 512 by default; beyond it the answer says
    /// [`Inexact::TooMany`](crate::Inexact::TooMany). Without effect on exact questions.
    pub fn most_bodies(mut self, most: usize) -> Self {
        self.most_bodies = most;
        self
    }

    /// Checks the question for a scene. Edits and bodies to be added are checked when they are
    /// made.
    pub(super) fn check(&self, scene: &Scene) -> Result<(), Error> {
        check::range("steps", self.steps as Real, 0.0, MOST_STEPS as Real)?;
        check::range("dt", self.dt, 0.0, LONGEST_STEP)?;
        let count = self.bodies.len() + self.added.len();
        if count.saturating_mul(self.steps as usize + 1) > MOST_POSES {
            return Err(Error::Full { what: "predicted poses", most: MOST_POSES });
        }
        let edited = self.edits.iter().map(|(body, _)| body);
        self.bodies.iter().chain(edited).try_for_each(|body| scene.body(*body).map(drop))
    }
}
