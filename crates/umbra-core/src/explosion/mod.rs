//! Explosions: what is near gets an impulse, by how much of it faces the centre.
//!
//! - `mod.rs`: its effect on bodies;
//! - `blast.rs`: what one shape gets.

mod blast;

use umbra_geom::sort::Arrange;
use umbra_geom::{Pose, Shape, Vector};

use crate::collider::PartRef;
use crate::tuning::BLAST_TOUCH;

use crate::{
    Blown, BodyEdit, BodyKey, ColliderKey, Edit, Error, Explosion, Platforms, Scene, check,
};
use blast::Blast;

impl Scene {
    /// Applies an explosion. Dynamic bodies are pushed away from the centre and wake. Only surfaces
    /// that face the centre are pushed, not those behind another collider of the same body, nor, if
    /// the explosion is [shielded](Explosion::shielded), those behind a wall. Bodies that
    /// [break](crate::Body::fracture) from a smaller impulse break at once, fixed ones too, and
    /// their pieces are pushed; [`fracture_events`](Self::fracture_events) of the next step lists
    /// them. Returns the effect on each dynamic body, in the order of the keys.
    ///
    /// No body gains more speed than [`SolverConfig::max_speed`](crate::SolverConfig::max_speed).
    /// To leave a crater, see [`carve_body`](Self::carve_body).
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let near = Body::dynamic().position([2.0, 0.0]);
    /// # let near = scene.add(near, [Collider::cuboid(0.5, 0.5)])?;
    /// # let far = Body::dynamic().position([50.0, 0.0]);
    /// # let far = scene.add(far, [Collider::cuboid(0.5, 0.5)])?;
    /// let bomb = Explosion::new([0.0, 0.0], 8.0).impulse(20.0);
    /// for blown in scene.explode(bomb)? {
    ///     assert!(blown.body == near && blown.impulse.x > 0.0); // hurt it by this impulse
    /// }
    /// assert_eq!(scene.body(far)?.velocity(), Vector::zeros());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number of the explosion is invalid.
    #[doc(alias("blast", "radial impulse", "bomb"))]
    pub fn explode(&mut self, explosion: Explosion) -> Result<Vec<Blown>, Error> {
        explosion.check()?;
        self.noted(
            || Edit::Explode(explosion),
            |scene| {
                let mut bodies: Vec<(BodyKey, Option<BodyKey>)> = Vec::new();
                for body in scene.bodies_near(&explosion) {
                    let pieces = scene.break_in(&explosion, body);
                    let of = (!pieces.is_empty()).then_some(body);
                    bodies.extend(pieces.into_iter().map(|piece| (piece, of)));
                    if of.is_none() {
                        bodies.push((body, None));
                    }
                }
                bodies.arrange();
                // All is worked out before anything moves.
                let blasts: Vec<_> = bodies
                    .into_iter()
                    .map(|(body, piece_of)| (body, piece_of, scene.blast(&explosion, body)))
                    .collect();
                let mut blown = Vec::new();
                for (body, piece_of, blast) in blasts {
                    let Some(blast) = blast else { continue };
                    let impulse = scene.push_by(body, &blast);
                    let point = blast.point();
                    blown.extend(impulse.map(|impulse| Blown { body, impulse, point, piece_of }));
                }
                Ok(blown)
            },
        )
    }

    /// Impulse that a shape would get from an explosion; the scene stays as it is. Use it for a
    /// character, which is no dynamic body, or to show the effect of a bomb. The result is that for
    /// a body without other shapes. The filter of the explosion only selects the colliders that
    /// shield.
    ///
    /// ```
    /// use umbra::character::Character;
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let mut player = Character::new(Capsule::new([0.0, -0.3], [0.0, 0.3], 0.3)?)?;
    /// player.set_position([2.0, 0.0])?;
    /// let bomb = Explosion::new([0.0, 0.0], 5.0).impulse(400.0);
    /// let impulse = scene.explosion_on(&bomb, player.current_shape(), player.pose)?;
    /// scene.explode(bomb)?;
    /// player.knock += impulse / player.settings.mass;
    /// player.step(&scene, &Default::default(), 1.0 / 60.0)?;
    /// assert!(player.velocity.x > 2.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number of the explosion or of the pose is invalid, or the sum is not finite.
    pub fn explosion_on(
        &self,
        explosion: &Explosion,
        shape: &Shape,
        pose: Pose,
    ) -> Result<Vector, Error> {
        explosion.check()?;
        let pose = check::pose("pose", pose)?;
        let mut blast = Blast::new(pose * shape.area_properties().center);
        if !blast.add_from_within(explosion, &[(shape, &pose)]) {
            let center = blast.center();
            for seen in self.seen_from(explosion) {
                let back = seen.map_or(Pose::identity(), |motion| motion.inverse());
                let mut part = Blast::new(back * center);
                part.add_shape(explosion, shape, &(back * pose), |way| {
                    self.portal_on_way(explosion.center, way) != seen
                        || self.is_in_the_way(explosion, None, way)
                });
                blast.add_turned(&part, seen);
            }
        }
        Ok(check::vector("impulse", blast.impulse)?)
    }

    /// The bodies that may be pushed or break, in the order of their keys.
    fn bodies_near(&self, explosion: &Explosion) -> Vec<BodyKey> {
        let mut bodies: Vec<BodyKey> = Vec::new();
        for seen in self.seen_from(explosion) {
            let center = seen.map_or(explosion.center, |motion| motion * explosion.center);
            let around = explosion.aabb_around(center);
            let colliders = self.overlap_aabb(&around, explosion.query());
            let body_of = |key| self.body_of(key).map(|body| body.key());
            bodies.extend(colliders.into_iter().filter_map(body_of));
        }
        bodies.arrange();
        bodies.dedup();
        bodies.retain(|body| {
            self.body(*body).is_ok_and(|body| body.is_dynamic() || body.fracture().is_some())
        });
        bodies
    }

    /// Views of an explosion: of all around it, and through the portals that are near.
    fn seen_from(&self, explosion: &Explosion) -> impl Iterator<Item = Option<Pose>> {
        let portals = self.portals_before(explosion.center, explosion.reach);
        core::iter::once(None).chain(portals.map(Some))
    }

    /// Breaks a body that gets more than it bears. The pieces, if it did.
    fn break_in(&mut self, explosion: &Explosion, body: BodyKey) -> Vec<BodyKey> {
        let breaks = self.body(body).is_ok_and(|body| body.fracture().is_some());
        let Some(blast) = self.blast(explosion, body).filter(|_| breaks) else { return vec![] };
        let shards = self.shards_from(body, blast.sum);
        let broken = shards.map(|it| self.break_body(body, it, (blast.point(), blast.sum)));
        broken.unwrap_or_default()
    }

    /// Effect on a body, if there is any.
    fn blast(&self, explosion: &Explosion, body: BodyKey) -> Option<Blast> {
        let mut blast = Blast::new(self.body(body).ok()?.center_of_mass());
        let felt = self.affected_parts(explosion, body);
        let shapes: Vec<_> = felt.iter().map(|(_, part)| (part.shape, &part.pose)).collect();
        if blast.add_from_within(explosion, &shapes) {
            return (blast.sum > 0.0).then_some(blast);
        }
        for seen in self.seen_from(explosion) {
            let back = seen.map_or(Pose::identity(), |motion| motion.inverse());
            let mut part = Blast::new(back * blast.center());
            for (collider, it) in &felt {
                let among = (shapes.len() > 1).then_some((body, *collider));
                let pose = back * it.pose;
                let pose = if seen.is_none() { &it.pose } else { &pose };
                part.add_shape(explosion, it.shape, pose, |way| {
                    self.portal_on_way(explosion.center, way) != seen
                        || self.is_in_the_way(explosion, among, way)
                });
            }
            blast.add_turned(&part, seen);
        }
        (blast.sum > 0.0).then_some(blast)
    }

    /// Solid shapes of a body that feel an explosion, with their colliders.
    fn affected_parts(
        &self,
        explosion: &Explosion,
        body: BodyKey,
    ) -> Vec<(ColliderKey, PartRef<'_>)> {
        let Ok(body) = self.body(body) else { return Vec::new() };
        let colliders = body.colliders().filter_map(|key| self.collider(key).ok());
        let feels = colliders.filter(|collider| {
            let accepts = collider.filter().accepts(&explosion.filter);
            accepts && collider.is_enabled() && !collider.is_sensor()
        });
        feels.flat_map(|it| it.parts().map(move |part| (it.key(), part))).collect()
    }

    /// True if something stands between the centre and the end of this ray: a shield, or another
    /// collider of the same body.
    fn is_in_the_way(
        &self,
        explosion: &Explosion,
        among: Option<(BodyKey, ColliderKey)>,
        way: Vector,
    ) -> bool {
        if among.is_none() && !explosion.shielded {
            return false;
        }
        let filter = explosion.query().platforms(Platforms::Solid).predicate(|collider| {
            let Some(of) = self.body_of(collider) else { return false };
            let shields = explosion.shielded && !of.is_dynamic();
            let is_beside = |(body, own)| of.key() == body && collider != own;
            shields || among.is_some_and(is_beside)
        });
        let hit = self.cast_ray(explosion.center, way, filter);
        hit.is_some_and(|hit| hit.fraction < 1.0 - BLAST_TOUCH)
    }

    /// Gives a body its part. The impulse that it got; none if it cannot be pushed, or would have a
    /// motion that none can have.
    fn push_by(&mut self, body: BodyKey, blast: &Blast) -> Option<Vector> {
        let speed = blast.impulse.norm() * self.body(body).ok()?.inverse_mass();
        let most = self.config().scaled_solver().max_speed;
        let part = if speed > most { most / speed } else { 1.0 };
        let (impulse, angular_impulse) = (blast.impulse * part, blast.turn * part);
        let edit = BodyEdit::Impulse { impulse, angular_impulse, wakes: true };
        self.edit_body(body, edit).ok()?;
        // All directions of a body that sleeps on are locked.
        self.body(body).is_ok_and(|it| it.is_awake()).then_some(impulse)
    }
}
