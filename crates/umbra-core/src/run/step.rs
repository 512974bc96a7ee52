//! Steps of a scene.

use umbra_geom::Real;
use umbra_world::step::Asked;

use crate::{Error, Hooks, Scene};

impl Scene {
    /// Advances the scene by `dt` seconds. A `dt` of 0 does nothing: the events of the last step
    /// stay.
    ///
    /// 1. *Apply changes* of the configuration, gravity and forces; find the seams of what stands
    ///    side by side; update the predicted boxes of bodies that were added or moved.
    /// 2. *Find pairs* of colliders whose boxes begin to overlap, also where impacts may send
    ///    discs.
    /// 3. *Collide*: pairs that have come near become contacts. Contacts find their points anew and
    ///    carry impulses over; those that have hardly moved keep their points.
    /// 4. *Ask hooks*, if there are any, about each contact with points.
    /// 5. *Wake* sleeping bodies that are about to be touched.
    /// 6. *Build the structure* of islands and colours, if the contacts with points, the joints or
    ///    the awake bodies changed.
    /// 7. *Solve* velocities and positions.
    /// 8. *Finish bodies*: colliders and their boxes follow; bodies that are not finite are
    ///    disabled.
    /// 9. *Events*: which colliders began to touch, stopped touching, or hit; which joints broke.
    /// 10. *Sensors*: which colliders began and ceased to overlap sensors.
    /// 11. *Sleep*: islands that have been still for long enough fall asleep.
    ///
    /// Every step computes the same bits from the same scene, whatever the number of threads and
    /// the width of vector registers.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// # let ball = Body::dynamic().position([0.0, 5.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// for _ in 0..180 {
    ///     scene.step(1.0 / 60.0)?; // a fixed rate, whatever the frame rate is
    /// }
    /// assert!((scene.body(ball)?.position().y - 1.0).abs() < 0.01); // it lies on the ground
    /// assert!(scene.step(-1.0).is_err());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When `dt` is negative, not finite or more than ten seconds, or a value of the configuration
    /// makes no sense: the scene is unchanged then. When there are more than 67 million contacts or
    /// joints: forces applied for the step are gone then.
    #[doc(alias("update", "simulate", "tick"))]
    pub fn step(&mut self, dt: Real) -> Result<(), Error> {
        self.noted_step(dt, false, |scene| scene.step_as(dt, None))
    }

    /// Advances the scene like [`step`](Self::step), asking `hooks` about every contact.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// /// Nothing collides with a collider of the player's own side.
    /// struct NoFriendlyFire;
    ///
    /// impl Hooks for NoFriendlyFire {
    ///     fn should_collide(&self, pair: &ContactPair) -> bool {
    ///         pair.user_data[0] != pair.user_data[1]
    ///     }
    /// }
    ///
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// for y in [0.0, 2.0] {
    ///     let shape = Collider::circle(0.5).user_data(1);
    ///     scene.add(Body::dynamic().position([0.0, y]).velocity([0.0, -9.0 * y]), [shape])?;
    /// }
    /// for _ in 0..20 {
    ///     scene.step_with(1.0 / 60.0, &NoFriendlyFire)?;
    ///     assert!(scene.contact_events().is_empty());
    /// }
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`step`](Self::step); and when a hook panics. Contacts are up to date then, but no body
    /// has moved unless the hook is `should_sense`, which is asked last. The next step goes on from
    /// there.
    pub fn step_with(&mut self, dt: Real, hooks: &impl Hooks) -> Result<(), Error> {
        self.noted_step(dt, true, |scene| scene.step_as(dt, Some(Asked::Hooks(hooks))))
    }

    /// A step in which `asked` decides about contacts and overlaps.
    pub(crate) fn step_as(&mut self, dt: Real, asked: Option<Asked<'_>>) -> Result<(), Error> {
        if !self.stepper.get_or_insert_default().begin(&mut self.world, dt)? {
            return Ok(());
        }
        self.break_bodies();
        self.moves.forget();
        self.stepper.get_or_insert_default().step(&mut self.world, dt, asked)
    }
}
