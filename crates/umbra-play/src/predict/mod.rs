//! Predictions: poses of some bodies in the next steps, and what they touch, computed on a branch
//! of the scene.
//!
//! Uses the public interface of the crate alone. A branch is one of two:
//!
//! - *the whole*: a copy of the scene, in the memory of an older one. The same bits as the scene
//!   itself, at the cost of copying and stepping all of it;
//! - *the surroundings*: a scene of the bodies asked for, all that contacts and joints tie to them,
//!   the fields, and whatever is near their path. It grows while it is stepped, and gives way to
//!   the whole where that costs less.
//!
//! - `mod.rs`: the predictor;
//! - `ask.rs`: questions;
//! - `answer.rs`: answers;
//! - `branch.rs`: a branch, and the keys of its bodies;
//! - `gather.rs`: the bodies that a branch has;
//! - `near.rs`: bodies near its path;
//! - `terrain.rs`: large fixed bodies, kept from one prediction to the next;
//! - `run.rs`: its steps.

mod answer;
mod ask;
mod branch;
mod gather;
mod near;
mod run;
mod terrain;

pub use answer::{Inexact, Predicted, Prediction, Touch};
pub use ask::Predict;

use umbra_geom::Real;

use branch::Branch;
use run::{Run, Stepped};
use terrain::Terrain;
use umbra_core::{BodyKey, Error, Hooks, Scene};

/// Predicts where bodies will be: aiming lines, ghosts of jumps, computer players that try a shot
/// before they take it.
///
/// The scene stays as it is. A predictor keeps the memory of its branch, so a game that predicts in
/// every frame has one for each kind of question. [`Scene::predict`] is for a single question.
///
/// A prediction holds what the engine does by itself. Calls that the game will make, and hooks
/// unless it is given them, are not in it.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let ground = scene.add(Body::fixed(), [Collider::cuboid(30.0, 0.5)])?;
/// let ball = scene.add(Body::dynamic().position([0.0, 1.2]), [Collider::circle(0.5)])?;
/// let mut predictor = Predictor::new();
///
/// // In every frame: the line that the ball would follow if it were thrown now.
/// let throw = Predict::new(120, 1.0 / 60.0).body(ball).velocity(ball, [6.0, 8.0]);
/// let prediction = predictor.predict_with(&scene, &throw)?;
/// let line = prediction.bodies()[0].poses();
/// assert_eq!(line.len(), 121); // that of now, and one for each step
/// let touch = prediction.bodies()[0].first_touch().unwrap();
/// assert_eq!(touch.other_body, Some(ground));
/// assert!((touch.point.x - 10.0).abs() < 1.0 && touch.normal.y > 0.99);
/// assert!(prediction.is_exact());
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Debug, Default)]
#[doc(alias("trajectory", "aiming line", "look ahead"))]
pub struct Predictor {
    terrain: Terrain,
    branch: Option<Branch>,
    prediction: Prediction,
}

impl Predictor {
    /// A predictor without memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// Predicts where these bodies will be after each of so many steps of `dt` seconds, if nobody
    /// does anything.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 9.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let mut predictor = Predictor::new(); // kept by the game
    /// for _ in 0..3 {
    ///     let prediction = predictor.predict(&scene, &[ball], 30, 1.0 / 60.0)?;
    ///     let ahead = prediction.bodies()[0].poses()[30]; // in half a second
    ///     scene.step(1.0 / 60.0)?;
    ///     assert!(ahead.translation.y < scene.body(ball)?.position().y);
    /// }
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`predict_with`](Self::predict_with).
    pub fn predict(
        &mut self,
        scene: &Scene,
        bodies: &[BodyKey],
        steps: u32,
        dt: Real,
    ) -> Result<&Prediction, Error> {
        self.predict_with(scene, &Predict::new(steps, dt).bodies(bodies))
    }

    /// Predicts where bodies will be after some changes: see [`Predict`].
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let bomb = Body::dynamic().position([0.0, 5.0]).velocity([4.0, 0.0]);
    /// let ask = Predict::new(60, 1.0 / 60.0).add(bomb, [Collider::circle(0.2)]);
    /// let mut predictor = Predictor::new();
    /// let falls = predictor.predict_with(&scene, &ask)?.bodies()[0].poses()[60];
    /// assert!((falls.translation.x - 4.0).abs() < 1e-3 && scene.body_count() == 1);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such body, a number or an edit makes no sense, there are more than 36,000
    /// steps or 4,000,000 poses, or a step of the scene would be refused.
    pub fn predict_with(&mut self, scene: &Scene, ask: &Predict) -> Result<&Prediction, Error> {
        self.answer(scene, ask, ask.exact, |branch| branch.step(ask.dt))
    }

    /// [`predict_with`](Self::predict_with) for games that [step with hooks](Scene::step_with). The
    /// hooks see the keys of the scene, so all of it is copied, as with [`Predict::exact`].
    ///
    /// # Errors
    /// As [`predict_with`](Self::predict_with), and when a hook panics.
    pub fn predict_with_hooks(
        &mut self,
        scene: &Scene,
        ask: &Predict,
        hooks: &impl Hooks,
    ) -> Result<&Prediction, Error> {
        self.answer(scene, ask, true, |branch| branch.step_with(ask.dt, hooks))
    }

    /// The prediction made last; empty before the first, and after one that was refused.
    pub fn prediction(&self) -> &Prediction {
        &self.prediction
    }

    fn answer(
        &mut self,
        scene: &Scene,
        ask: &Predict,
        is_whole: bool,
        step: impl Fn(&mut Scene) -> Result<(), Error>,
    ) -> Result<&Prediction, Error> {
        let mut prediction = core::mem::take(&mut self.prediction);
        prediction.forget();
        ask.check(scene)?;
        prediction.dt = ask.dt;
        if ask.bodies.is_empty() && ask.added.is_empty() {
            self.prediction = prediction;
            return Ok(&self.prediction);
        }
        // Behind a portal, what is far is near.
        let is_whole = is_whole || scene.portal_count() > 0;
        let terrain = (!is_whole).then_some(&mut self.terrain);
        let mut run = Run::new(scene, ask, &mut prediction, &mut self.branch);
        let becomes_whole = match terrain {
            None => true,
            Some(terrain) => loop {
                match run.surroundings(terrain, &step)? {
                    Stepped::Done => break false,
                    Stepped::Again => {}
                    Stepped::Whole => break true,
                }
            },
        };
        if becomes_whole {
            run.whole(&step)?;
        }
        self.prediction = prediction;
        Ok(&self.prediction)
    }
}

/// Predicts the paths of bodies in one call: [`Scene`] implements it.
pub trait PredictScene {
    /// Predicts where these bodies will be after each of so many steps of `dt` seconds. The scene
    /// stays as it is.
    ///
    /// A [`Predictor`] does the same in every frame without allocating anew, and with changes: what
    /// if this body is thrown so?
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let ball = Body::dynamic().velocity([2.0, 4.0]);
    /// let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let prediction = scene.predict(&[ball], 60, 1.0 / 60.0)?;
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert_eq!(prediction.bodies()[0].poses().last(), Some(&scene.body(ball)?.pose()));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Predictor::predict_with`].
    fn predict(&self, bodies: &[BodyKey], steps: u32, dt: Real) -> Result<Prediction, Error>;
}

impl PredictScene for Scene {
    fn predict(&self, bodies: &[BodyKey], steps: u32, dt: Real) -> Result<Prediction, Error> {
        let mut predictor = Predictor::new();
        predictor.predict(self, bodies, steps, dt)?;
        Ok(predictor.prediction)
    }
}
