//! Adding, removing and looking up bodies; the energy of a scene.

use umbra_geom::Real;
use umbra_geom::math::dot;

use crate::{Body, BodyEdit, BodyKey, BodyMut, BodyRef, Collider, Edit, Error, Scene};

impl Scene {
    /// Adds a body.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let ghost = scene.add_body(Body::kinematic())?; // colliders may come later, or never
    /// scene.add_collider(ghost, Collider::circle(0.5).sensor(true))?;
    /// let refused = scene.add_body(Body::dynamic().position([f32::NAN, 0.0]));
    /// assert!(refused.is_err() && scene.body_count() == 1);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number of the body is not finite or absurd.
    pub fn add_body(&mut self, body: Body) -> Result<BodyKey, Error> {
        let checked = body.clone().checked()?;
        // Noted as it was told: a rotation that is put right twice may come to other bits.
        let key =
            self.noted(|| Edit::AddBody(body), |scene| Ok(scene.world.insert_body(&checked.def)))?;
        if checked.def.fracture.is_some() {
            self.edit_body(key, BodyEdit::Fracture(checked.def.fracture))?;
        }
        Ok(key)
    }

    /// Adds a body with its colliders.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// let dumbbell = [-1.0, 1.0].map(|x| Collider::circle(0.4).at([x, 0.0]));
    /// let dumbbell = scene.add(Body::dynamic().position([0.0, 3.0]), dumbbell)?;
    /// assert_eq!(scene.body(dumbbell)?.colliders().count(), 2);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number of the body is not finite or absurd, or a builder met an error. Nothing is
    /// added then.
    pub fn add(
        &mut self,
        body: Body,
        colliders: impl IntoIterator<Item = Collider>,
    ) -> Result<BodyKey, Error> {
        let colliders: Vec<_> = colliders.into_iter().collect();
        // Before the body has a key.
        colliders.iter().try_for_each(|collider| collider.pieces().map(drop))?;
        let key = self.add_body(body)?;
        for collider in colliders {
            if let Err(error) = self.add_collider(key, collider) {
                let _ = self.remove_body(key);
                return Err(error);
            }
        }
        Ok(key)
    }

    /// Takes a body out, and its colliders and joints with it; [`joint_events`](Self::joint_events)
    /// names the joints.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// scene.remove_body(ball)?;
    /// assert_eq!((scene.body_count(), scene.collider_count()), (0, 0));
    /// assert_eq!(scene.remove_body(ball), Err(umbra::Error::NoSuchBody(ball)));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such body.
    pub fn remove_body(&mut self, key: BodyKey) -> Result<(), Error> {
        self.world.body(key)?;
        self.noted(|| Edit::RemoveBody(key), |scene| scene.world.take_out_body(key))
    }

    /// A body to be read.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([3.0, 1.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// assert_eq!(scene.body(ball)?.position().x, 3.0);
    /// // A homing missile keeps the key of its target, which may be gone:
    /// let target = scene.body(ball).map(|body| body.position());
    /// assert!(target.is_ok());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such body; it may have been removed.
    pub fn body(&self, key: BodyKey) -> Result<BodyRef<'_>, Error> {
        self.world.body(key).map(|index| BodyRef::new(self, index))
    }

    /// A body to be changed.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let ball = Body::dynamic().position([0.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// scene.body_mut(ball)?.apply_impulse([1.0, 0.0])?;
    /// assert!(scene.body(ball)?.velocity().x > 1.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such body; it may have been removed.
    pub fn body_mut(&mut self, key: BodyKey) -> Result<BodyMut<'_>, Error> {
        self.world.body(key).map(|_| BodyMut::new(self, key))
    }

    /// Number of bodies of all kinds.
    pub fn body_count(&self) -> usize {
        self.world.bodies.infos.len() - self.world.portals.crossings.len()
    }

    /// The energy of all dynamic bodies that take part: of their motion, and of their height in the
    /// gravity of the scene. The origin has none.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::dynamic().position([0.0, 8.0]), [Collider::cuboid(0.5, 0.5)])?;
    /// let before = scene.energy();
    /// for _ in 0..30 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!((scene.energy() - before).abs() < 1e-2 * before);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn energy(&self) -> Real {
        let dynamic = (0..self.world.bodies.moving).filter(|index| {
            let bodies = &self.world.bodies;
            bodies.is_dynamic(*index) && bodies.infos[*index].image_of.is_none()
        });
        let energy = |index: usize| {
            let body = BodyRef::new(self, index);
            let weight = self.world.config.gravity * (body.gravity_scale() * body.mass());
            let height = -dot(weight, body.center_of_mass().coords);
            f64::from(body.kinetic_energy()) + f64::from(height)
        };
        dynamic.map(energy).sum::<f64>() as Real
    }

    /// Keys of all bodies, in an order that depends on the history of additions and removals.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 3.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// # let block = Body::dynamic().position([2.0, 9.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// let heights = scene.bodies().map(|key| scene.body(key).unwrap().position().y);
    /// assert_eq!(heights.fold(0.0, f32::max), 9.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn bodies(&self) -> impl Iterator<Item = BodyKey> + '_ {
        let infos = &self.world.bodies.infos;
        let keys = self.world.bodies.keys.iter();
        keys.filter(|(_, index)| infos[**index as usize].image_of.is_none()).map(|(key, _)| key)
    }

    /// The keys of all bodies that a step moves: kinematic and dynamic ones that take part and do
    /// not sleep. In an order that means nothing. Takes time for these alone, however many sleep.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::dynamic().sleeping(true), [Collider::circle(0.5)])?;
    /// let lift = scene.add_body(Body::kinematic())?;
    /// assert!(scene.awake_bodies().eq([lift]));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn awake_bodies(&self) -> impl Iterator<Item = BodyKey> + '_ {
        let bodies = &self.world.bodies;
        let awake = bodies.infos[..bodies.awake].iter();
        awake.filter(|info| info.image_of.is_none()).map(|info| info.key)
    }
}
