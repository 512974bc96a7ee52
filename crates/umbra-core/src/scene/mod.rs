//! The scene, and how bodies and colliders come and go.
//!
//! - `mod.rs`: the scene itself, its configuration, reading it as a whole;
//! - `bodies.rs`, `colliders.rs`, `joints.rs`: they come and go;
//! - `origin.rs`: everything is seen from another origin;
//! - `moves.rs`: the bodies that the last step moved;
//! - `revision.rs`: a name for what a scene is made of;
//! - `state.rs`: copying, hashing, saving and restoring a scene.

mod bodies;
mod breakage;
mod colliders;
mod joints;
mod moves;
mod origin;
mod revision;
mod state;
#[cfg(test)]
#[path = "../../tests/unit/scene/mod.rs"]
mod tests;

pub use moves::BodyMove;
use moves::Moves;
pub use revision::Revision;

use umbra_solver::BounceCounts;
use umbra_world::World;
use umbra_world::step::{Stepper, note_contact};

use crate::record::Recorded;
use crate::{
    BodyEvent, ContactEvent, ContactRef, Edit, Error, ImpactEvent, Profile, SceneConfig,
    SensorEvent,
};

/// World of bodies, which a game keeps, steps, and reads back.
///
/// A cloned scene continues bit for bit like the original. `clone_from` reuses the memory of an
/// older copy, for games that save every frame to be able to roll back.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
/// let ball = scene.add(Body::dynamic().position([0.0, 5.0]), [Collider::circle(0.5)])?;
/// let mut copy = scene.clone();
/// for _ in 0..100 {
///     scene.step(1.0 / 60.0)?;
///     copy.step(1.0 / 60.0)?;
/// }
/// assert_eq!(copy.body(ball)?.pose(), scene.body(ball)?.pose());
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Debug)]
#[doc(alias("world", "space", "physics world", "PhysicsPipeline"))]
pub struct Scene {
    pub(crate) world: World,
    /// None until the first step.
    pub(crate) stepper: Option<Box<Stepper>>,
    pub(crate) recorded: Recorded,
    pub(crate) moves: Moves,
}

/// Counts of the things in a scene.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
/// # let a = Body::dynamic().position([0.0, 1.0]);
/// # let a = scene.add(a, [Collider::cuboid(0.5, 0.5)])?;
/// # let b = Body::dynamic().position([0.0, 2.0]);
/// # let b = scene.add(b, [Collider::cuboid(0.5, 0.5)])?;
/// scene.step(1.0 / 60.0)?;
/// let stats = scene.stats();
/// assert_eq!((stats.bodies, stats.awake_bodies, stats.touching_contacts), (3, 2, 2));
/// assert_eq!(stats.islands, 1); // the two boxes lie on one another
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Bodies of all kinds.
    pub bodies: usize,
    /// Bodies that can move: enabled, and kinematic or dynamic.
    pub moving_bodies: usize,
    /// Moving bodies that do not sleep.
    pub awake_bodies: usize,
    /// Colliders.
    pub colliders: usize,
    /// Pairs of shapes whose boxes overlap.
    pub contacts: usize,
    /// Contacts with at least one awake body.
    pub awake_contacts: usize,
    /// Contacts that had points in the last step.
    pub solved_contacts: usize,
    /// Contacts that touch.
    pub touching_contacts: usize,
    /// Colliders that are sensors.
    pub sensors: usize,
    /// Pairs of a sensor and a collider that overlaps it.
    pub overlaps: usize,
    /// Joints.
    pub joints: usize,
    /// Joints that the last step solved: enabled, with an awake dynamic body.
    pub solved_joints: usize,
    /// Islands: groups of awake dynamic bodies connected by contacts and joints, which fall asleep
    /// together.
    pub islands: usize,
    /// Groups of islands that are solved by one thread each.
    pub batches: usize,
    /// The work that restitution made in the last step.
    pub impacts: BounceCounts,
    /// Number of times that the last step slowed a body down to
    /// [`max_speed`](umbra_solver::SolverConfig::max_speed): at least once for each body and
    /// substep. In a world that works it is 0.
    pub slowed: usize,
    /// Number of bodies that did not break in the last step, or into fewer pieces, because of a
    /// bound of [`FractureConfig`](crate::FractureConfig).
    pub fractures_bounded: usize,
}

impl Scene {
    /// A scene without bodies.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// let from_above = SceneConfig { gravity: Vector::zeros(), ..SceneConfig::default() };
    /// let scene = Scene::new(from_above)?;
    /// assert_eq!(scene.body_count(), 0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a value of the configuration makes no sense.
    pub fn new(config: SceneConfig) -> Result<Self, Error> {
        Ok(Self::with_world(World::new(config)?))
    }

    /// A scene that owns a world.
    pub(crate) fn with_world(world: World) -> Self {
        let (stepper, recorded, moves) = Default::default();
        Self { world, stepper, recorded, moves }
    }

    /// The configuration.
    pub fn config(&self) -> &SceneConfig {
        &self.world.config
    }

    /// The configuration, to be changed. The next step checks it, and is refused if it makes no
    /// sense.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// scene.config_mut().gravity = Vector::new(0.0, 3.0); // the room is turned over
    /// scene.step(1.0)?;
    /// assert!((scene.body(ball)?.velocity().y - 3.0).abs() < 1e-4);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn config_mut(&mut self) -> &mut SceneConfig {
        &mut self.world.config
    }

    /// Removes everything. The keys of removed things stay invalid for ever. The next step reports
    /// the ends of contacts and sensor overlaps, and the removed joints.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let old = Body::dynamic().position([0.0, 0.0]);
    /// # let old = scene.add(old, [Collider::circle(0.5)])?;
    /// scene.clear(); // the next level
    /// assert!(scene.body(old).is_err());
    /// assert_ne!(scene.add_body(Body::fixed())?, old);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn clear(&mut self) {
        // Nothing can be refused.
        let _ = self.noted(
            || Edit::Clear,
            |scene| {
                scene.clear_all();
                Ok(())
            },
        );
    }

    fn clear_all(&mut self) {
        self.end_touching();
        let keys: Vec<_> = self.bodies().collect();
        for key in keys.into_iter().rev() {
            // Images have gone with their bodies; no other key is refused.
            let _ = self.remove_body(key);
        }
        self.world.fields.list.clear();
        self.world.portals.list.clear();
        self.world.start_anew();
        self.world.search_pause = 0.0;
        self.world.events.forget();
        self.world.events.bodies.next.clear();
        self.world.events.open.clear();
        self.moves.forget();
    }

    /// Ends all contacts, as events of the next step.
    fn end_touching(&mut self) {
        let touching = self.world.contacts.iter().filter(|stored| stored.contact.touching);
        let pairs: Vec<_> = touching.map(|stored| self.world.colliders_of(stored.info)).collect();
        for pair in pairs {
            note_contact(&mut self.world, pair, false);
        }
    }

    /// Contact events of the last step: begin and end of touching, and hits.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// # let ball = Body::dynamic().position([0.0, 1.2]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let mut landings = 0;
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    ///     for event in scene.contact_events() {
    ///         if let ContactEvent::Begin { bodies, .. } = event {
    ///             landings += usize::from(bodies.contains(&ball));
    ///         }
    ///     }
    /// }
    /// assert_eq!(landings, 1);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("collision events", "on collision", "contact listener"))]
    pub fn contact_events(&self) -> &[ContactEvent] {
        &self.world.events.contacts.current
    }

    /// Impacts that ended in the last step, with their strength, between colliders that ask for
    /// hits ([`Collider::hit_events`](crate::Collider::hit_events)).
    ///
    /// A [`ContactEvent::Hit`] is reported at once, for sounds and sparks, with the impulse of its
    /// step alone. An impact may continue in the next step: it began in the middle of a step, or a
    /// body landed on a corner and then on its side. When it is over, most often one step later,
    /// its `ImpactEvent` has the whole impulse. That of a collider that is removed before is not
    /// reported.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::fixed(), [Collider::cuboid(9.0, 0.5).hit_events(true)])?;
    /// let vase = Body::dynamic().position([0.0, 1.0]).velocity([0.0, -6.0]);
    /// scene.add(vase, [Collider::cuboid(0.2, 0.4).mass(2.0)])?;
    /// let mut damage = 0.0;
    /// for _ in 0..30 {
    ///     scene.step(1.0 / 60.0)?;
    ///     damage += scene.impact_events().iter().map(|impact| impact.impulse).sum::<f32>();
    /// }
    /// assert!((damage - 12.5).abs() < 0.5); // its mass times its speed
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn impact_events(&self) -> &[ImpactEvent] {
        &self.world.events.impacts.current
    }

    /// Body events of the last step and of the calls made before it.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// # let block = Body::dynamic().position([0.0, 1.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// let mut asleep = Vec::new();
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    ///     for event in scene.body_events() {
    ///         if let BodyEvent::FellAsleep { body } = event {
    ///             asleep.push(*body); // its picture need not be updated any more
    ///         }
    ///     }
    /// }
    /// assert_eq!(asleep, [block]);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn body_events(&self) -> &[BodyEvent] {
        &self.world.events.bodies.current
    }

    /// Sensor events of the last step, begin and end of overlaps, and the ends that calls before it
    /// caused.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let goal = scene.add_body(Body::fixed())?;
    /// let goal = scene.add_collider(goal, Collider::cuboid(1.0, 0.02).sensor(true))?;
    /// let ball = scene.add_body(Body::dynamic().position([0.0, 1.0]).velocity([0.0, -100.0]))?;
    /// let ball = scene.add_collider(ball, Collider::circle(0.1))?;
    ///
    /// // The ball crosses the line within a single step.
    /// scene.step(1.0 / 60.0)?;
    /// let [begin, SensorEvent::End { .. }] = scene.sensor_events() else { panic!() };
    /// let SensorEvent::Begin { sensor, visitor, .. } = begin else { panic!() };
    /// assert_eq!((*sensor, *visitor), (goal, ball));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("trigger events", "on trigger"))]
    pub fn sensor_events(&self) -> &[SensorEvent] {
        &self.world.events.sensors.current
    }

    /// Pairs of shapes that are near one another, as the last step that moved one of them left
    /// them: all pairs with contact points, and some without. Pairs with an awake body come first.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// # let block = Body::dynamic().position([0.0, 1.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.step(1.0 / 60.0)?;
    /// let contact = scene.contacts().next().unwrap();
    /// assert!(contact.is_touching() && contact.bodies().contains(&block));
    /// assert_eq!(contact.points().count(), 2); // two corners
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn contacts(&self) -> impl Iterator<Item = ContactRef<'_>> {
        self.world.contacts.iter().filter_map(|stored| ContactRef::new(&self.world, stored))
    }

    /// Times of the stages of the last step.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// # let block = Body::dynamic().position([0.0, 1.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.step(1.0 / 60.0)?;
    /// let profile = scene.profile();
    /// assert!(profile[Stage::Solve].time <= profile.total());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn profile(&self) -> &Profile {
        self.stepper.as_ref().map_or(&Profile::NONE, |stepper| stepper.profile())
    }

    /// Counts the things in the scene, anew with each call.
    #[doc(alias("counters"))]
    pub fn stats(&self) -> Stats {
        let infos = &self.world.contacts.infos;
        let moving = self.world.bodies.infos[..self.world.bodies.moving].iter();
        let touching = self.world.contacts.iter().filter(|stored| stored.contact.touching);
        let mut islands = self.world.islands(self.world.bodies.awake);
        let mut is_first = |body: &u32| islands.root(*body) == *body;
        let dynamic = (0..self.world.bodies.awake as u32)
            .filter(|body| self.world.bodies.is_dynamic(*body as usize));
        Stats {
            bodies: self.body_count(),
            moving_bodies: moving.filter(|info| info.image_of.is_none()).count(),
            awake_bodies: self.awake_bodies().count(),
            colliders: self.collider_count(),
            contacts: self.world.contacts.len(),
            awake_contacts: self.world.contacts.awake_len(),
            solved_contacts: infos.iter().filter(|info| info.in_structure).count(),
            touching_contacts: touching.count(),
            sensors: self.world.sensors.list.len(),
            overlaps: self.world.sensors.overlaps(),
            joints: self.joint_count(),
            solved_joints: self.world.joints.listed.len(),
            islands: dynamic.filter(|body| is_first(body)).count(),
            batches: if self.world.bodies.awake == 0 {
                0
            } else {
                self.world.structure.statistics().batches
            },
            impacts: self.world.solver.bounce_counts(),
            slowed: self.world.solver.slowed() as usize,
            fractures_bounded: self.world.events.bounded[0] as usize,
        }
    }
}
