//! The scene, and how bodies and colliders come and go.
//!
//! - `mod.rs`: the scene itself, its configuration, what can be read of it as a whole;
//! - `bodies.rs`: bodies come, go, and cross the boundaries between those that are awake, those
//!   that sleep and the others;
//! - `wake.rs`: islands fall asleep and wake;
//! - `adjacency.rs`: which contacts a body has, and which bodies make an island;
//! - `joints.rs`: joints come and go;
//! - `colliders.rs`: colliders come and go, and give their bodies mass;
//! - `part.rs`: some bodies are taken out, and put in elsewhere;
//! - `origin.rs`: everything is seen from another origin;
//! - `moves.rs`: which bodies the last step moved;
//! - `revision.rs`: a name for what a scene is made of;
//! - `sensors.rs`: colliders become sensors, and leave those that they overlap;
//! - `sides.rs`: colliders become platforms that bodies pass from one side;
//! - `tiles.rs`: which cells of tile maps have pieces;
//! - `derived.rs`: what follows from the rest, made anew;
//! - `state.rs`: copying a scene, and telling whether two are the same.

mod adjacency;
mod bodies;
mod colliders;
mod derived;
mod inserted;
mod joints;
mod moves;
mod origin;
mod part;
mod revision;
mod sensors;
mod sides;
mod state;
mod tiles;
mod wake;

pub(crate) use colliders::proxy_kind;
pub use inserted::Inserted;
pub use moves::BodyMove;
pub(crate) use moves::Moves;
pub use part::Part;
pub use revision::Revision;
pub(crate) use sensors::Overlap;
pub(crate) use sides::{Sides, let_pass_alike};
pub(crate) use tiles::placed;

use std::sync::Arc;

use umbra_broad::BroadPhase;
use umbra_geom::Real;
use umbra_solver::{BounceCounts, Solver, Structure};

use crate::record::Recorded;
use crate::snapshot::{Base, no_collider, no_joint};
use crate::step::{Scratch, note_contact};
use crate::store::{
    AwakePieces, Bodies, Colliders, Contacts, Fields, Joints, MixRules, Pending, Sensors, Streams,
};
use crate::{
    BodyEvent, ContactEvent, ContactRef, Edit, Error, ImpactEvent, Profile, SceneConfig,
    SensorEvent,
};

/// A world of bodies: what a game keeps, steps, and reads back.
///
/// Cloning a scene gives one that goes on bit for bit like the original; `clone_from` does so in
/// the memory of an older copy, as games do that save every frame to be able to roll back.
#[derive(Debug)]
pub struct Scene {
    pub(crate) config: SceneConfig,
    /// The configuration in effect: `config` may have been written to since.
    pub(crate) applied: SceneConfig,
    pub(crate) bodies: Bodies,
    pub(crate) colliders: Colliders,
    pub(crate) contacts: Contacts,
    pub(crate) joints: Joints,
    pub(crate) fields: Fields,
    pub(crate) broad: BroadPhase,
    pub(crate) sensors: Sensors,
    /// Shared with copies and snapshots of the time for which it was built.
    pub(crate) structure: Arc<Structure>,
    pub(crate) solver: Solver,
    pub(crate) awake_pieces: AwakePieces,
    pub(crate) pending: Pending,
    /// Seconds until all islands are looked at the next time for whether they may sleep.
    pub(crate) search_pause: Real,
    pub(crate) events: Streams,
    pub(crate) moves: Moves,
    pub(crate) profile: Profile,
    pub(crate) scratch: Scratch,
    /// What snapshots share, as long as it is true.
    pub(crate) base: Base,
    pub(crate) recorded: Recorded,
}

/// How much there is in a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Bodies of all kinds.
    pub bodies: usize,
    /// Bodies that can move: enabled, and kinematic or dynamic.
    pub moving_bodies: usize,
    /// Those of them that do not sleep.
    pub awake_bodies: usize,
    /// Colliders.
    pub colliders: usize,
    /// Pairs of shapes whose boxes overlap.
    pub contacts: usize,
    /// Those of them of which a body is awake.
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
    /// Those of them that the last step solved: enabled, with an awake dynamic body.
    pub solved_joints: usize,
    /// Groups of awake dynamic bodies that contacts and joints join: what falls asleep together.
    pub islands: usize,
    /// Groups of islands that are solved by one thread each.
    pub batches: usize,
    /// The work that restitution made in the last step.
    pub impacts: BounceCounts,
    /// Number of times that the last step slowed a body down to [`max_speed`](umbra_solver::SolverConfig::max_speed): at least once for each
    /// body and substep. In a world that works it is 0.
    pub slowed: usize,
    /// Number of bodies that did not break in the last step, or into fewer pieces, because of a bound of
    /// [`FractureConfig`](crate::FractureConfig).
    pub fractures_bounded: usize,
}

impl Scene {
    /// A scene without bodies.
    ///
    /// # Errors
    /// When a value of the configuration makes no sense.
    pub fn new(config: SceneConfig) -> Result<Self, Error> {
        config.validate()?;
        let mut solver = Solver::new();
        if let Some(level) = config.simd {
            solver.set_level(level)?;
        }
        Ok(Self {
            config,
            applied: config,
            bodies: Bodies::default(),
            colliders: Colliders::default(),
            contacts: Contacts::new(MixRules::of(&config)),
            joints: Joints::default(),
            fields: Fields::default(),
            broad: config.broad_phase()?,
            sensors: Sensors::new(config.broad_phase()?),
            structure: Arc::default(),
            solver,
            awake_pieces: AwakePieces::default(),
            pending: Pending { structure: true, ..Pending::default() },
            search_pause: 0.0,
            events: Streams::default(),
            moves: Moves::default(),
            profile: Profile::default(),
            scratch: Scratch::default(),
            base: Base::default(),
            recorded: Recorded::default(),
        })
    }

    /// The configuration.
    pub fn config(&self) -> &SceneConfig {
        &self.config
    }

    /// The configuration, to be changed. The next step checks it, and is refused if it makes no
    /// sense.
    pub fn config_mut(&mut self) -> &mut SceneConfig {
        &mut self.config
    }

    /// Takes everything out. Keys of what was in the scene stay invalid for ever. What touched or overlapped a sensor
    /// ends, and joints are removed; the next step reports it.
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
        self.forget_base();
        self.end_touching();
        let keys: Vec<_> = self.bodies.keys.keys().collect();
        for key in keys.into_iter().rev() {
            // Keys come from the scene itself, so none is refused.
            let _ = self.remove_body(key);
        }
        self.fields.list.clear();
        self.start_anew();
        self.search_pause = 0.0;
        self.events.forget();
        self.events.bodies.coming.clear();
        self.events.open.clear();
        self.moves.forget();
    }

    /// Leaves of an empty scene what a new one has, so that it goes on like that to the last bit: lists of free places, trees
    /// and orders remember what has been.
    fn start_anew(&mut self) {
        self.bodies.slots.put_in_order(&mut self.bodies.keys, || 0);
        self.joints.slots.put_in_order(&mut self.joints.infos, no_joint);
        let Bodies { keys, slots, .. } = core::mem::take(&mut self.bodies);
        self.bodies = Bodies { keys, slots, ..Bodies::default() };
        let Joints { infos, slots, .. } = core::mem::take(&mut self.joints);
        self.joints = Joints { infos, slots, ..Joints::default() };
        self.colliders.slots.put_in_order(&mut self.colliders.infos, no_collider);
        let Colliders { infos, slots, .. } = core::mem::take(&mut self.colliders);
        self.colliders = Colliders { infos, slots, ..Colliders::default() };
        self.contacts = Contacts::new(self.contacts.rules);
        // The configuration in effect was accepted once, so it is not refused.
        if let (Ok(broad), Ok(of_sensors)) =
            (self.applied.broad_phase(), self.applied.broad_phase())
        {
            (self.broad, self.sensors) = (broad, Sensors::new(of_sensors));
        }
        self.structure = Arc::default();
        self.pending = Pending { structure: true, ..Pending::default() };
        self.awake_pieces = AwakePieces::default();
    }

    /// Ends all contacts, as events of the next step.
    fn end_touching(&mut self) {
        let touching = self.contacts.iter().filter(|(_, contact)| contact.touching);
        let pairs: Vec<_> = touching.map(|(info, _)| info.colliders).collect();
        for pair in pairs {
            note_contact(self, pair, false);
        }
    }

    /// What happened between colliders in the last step.
    pub fn contact_events(&self) -> &[ContactEvent] {
        &self.events.contacts.told
    }

    /// Which impacts ended in the last step, and how strong they were: of colliders that ask for hits
    /// ([`Collider::hit_events`](crate::Collider::hit_events)).
    ///
    /// A [`ContactEvent::Hit`] is told at once, for sounds and sparks, and knows what was given in its step. An impact may go on:
    /// it began in the middle of a step, or a body landed on a corner and then on its side. When it is over, most often in the next
    /// step, this tells the whole of it.
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
        &self.events.impacts.told
    }

    /// What happened to bodies in the last step, and what calls made before it did to them.
    pub fn body_events(&self) -> &[BodyEvent] {
        &self.events.bodies.told
    }

    /// Which colliders began and ceased to overlap sensors in the last step, and what calls made before it ended.
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
    /// let [SensorEvent::Begin { sensor, visitor, .. }, SensorEvent::End { .. }] = scene.sensor_events()
    /// else {
    ///     panic!()
    /// };
    /// assert_eq!((*sensor, *visitor), (goal, ball));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn sensor_events(&self) -> &[SensorEvent] {
        &self.events.sensors.told
    }

    /// The pairs of shapes that are near one another, as the last step that moved one of them left
    /// them: all that have points, and some that have none. Those of which a body is awake come
    /// first.
    pub fn contacts(&self) -> impl Iterator<Item = ContactRef<'_>> {
        self.contacts.iter().filter_map(|(info, contact)| ContactRef::new(self, info, contact))
    }

    /// Where the time of the last step went.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// How much there is in the scene. Counts what is awake.
    pub fn stats(&self) -> Stats {
        let infos = &self.contacts.infos;
        let touching = self.contacts.iter().filter(|(_, contact)| contact.touching);
        let mut islands = self.islands(self.bodies.awake);
        let mut is_first = |body: &u32| islands.root(*body) == *body;
        let dynamic =
            (0..self.bodies.awake as u32).filter(|body| self.bodies.is_dynamic(*body as usize));
        Stats {
            bodies: self.bodies.infos.len(),
            moving_bodies: self.bodies.moving,
            awake_bodies: self.bodies.awake,
            colliders: self.colliders.infos.len(),
            contacts: self.contacts.len(),
            awake_contacts: self.contacts.awake_len(),
            solved_contacts: infos.iter().filter(|info| info.in_structure).count(),
            touching_contacts: touching.count(),
            sensors: self.sensors.list.len(),
            overlaps: self.sensors.overlaps(),
            joints: self.joints.infos.len(),
            solved_joints: self.joints.listed.len(),
            islands: dynamic.filter(|body| is_first(body)).count(),
            batches: if self.bodies.awake == 0 { 0 } else { self.structure.statistics().batches },
            impacts: self.solver.bounce_counts(),
            slowed: self.solver.slowed() as usize,
            fractures_bounded: self.events.bounded[0] as usize,
        }
    }
}
