//! Profile of a step: the time that each stage takes.

use core::time::Duration;

#[cfg(not(all(feature = "web-clock", target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;
#[cfg(all(feature = "web-clock", target_family = "wasm", target_os = "unknown"))]
use web_time::Instant;

/// A stage of `Scene::step`, in the order in which they run.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
/// # let block = Body::dynamic().position([0.0, 1.0]);
/// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
/// scene.step(1.0 / 60.0)?;
/// let slowest = Stage::ALL.into_iter().max_by_key(|stage| scene.profile()[*stage].time).unwrap();
/// assert!(scene.profile()[slowest].time <= scene.profile().total());
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// Configuration and forces are put into effect, and how far bodies come is predicted; counts
    /// awake bodies.
    Changes,
    /// Search for pairs whose boxes begin to overlap; counts new pairs. With several threads, known
    /// contacts update their points in the meantime.
    Pairs,
    /// Update of contact points; counts pairs whose boxes overlap.
    Collide,
    /// The caller's hooks are asked; counts nothing.
    Hooks,
    /// Sleeping bodies wake that are about to be touched; counts bodies woken.
    Wake,
    /// Islands and colours are built when they have changed; counts contacts with points.
    Structure,
    /// Constraints are solved and bodies moved, and contacts that begin, end or hit are looked for;
    /// counts contacts with points.
    Solve,
    /// Colliders and their boxes follow the bodies; counts boxes that had to grow.
    Finish,
    /// Contacts that begin, end or hit are reported; counts these events.
    Events,
    /// Colliders that begin or cease to overlap sensors are reported; counts these events.
    Sensors,
    /// Islands at rest fall asleep; counts bodies that did.
    Sleep,
}

impl Stage {
    /// All stages, in the order in which they run.
    pub const ALL: [Self; 11] = [
        Self::Changes,
        Self::Pairs,
        Self::Collide,
        Self::Hooks,
        Self::Wake,
        Self::Structure,
        Self::Solve,
        Self::Finish,
        Self::Events,
        Self::Sensors,
        Self::Sleep,
    ];
}

/// Work and time of one stage of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StageProfile {
    /// Time that it took. Zero when it had nothing to do, and on platforms without a clock:
    /// `wasm32-unknown-unknown`, unless the feature `web-clock` says that it runs in a browser.
    pub time: Duration,
    /// Amount of work; [`Stage`] names its unit.
    pub count: usize,
}

/// Profile of the last step: work and time of each stage.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// scene.add_body(Body::dynamic())?;
/// scene.step(1.0 / 60.0)?;
/// for (stage, profile) in scene.profile().stages() {
///     println!("{stage:?}: {:?} for {}", profile.time, profile.count);
/// }
/// assert_eq!(scene.profile()[Stage::Changes].count, 1);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Profile {
    stages: [StageProfile; Stage::ALL.len()],
}

impl Profile {
    /// Profile of no step.
    #[doc(hidden)]
    pub const NONE: Self =
        Self { stages: [StageProfile { time: Duration::ZERO, count: 0 }; Stage::ALL.len()] };

    /// The stages in the order in which they run.
    pub fn stages(&self) -> impl Iterator<Item = (Stage, StageProfile)> {
        Stage::ALL.into_iter().zip(self.stages)
    }

    /// Time that the whole step took.
    pub fn total(&self) -> Duration {
        self.stages.iter().map(|stage| stage.time).sum()
    }

    /// Writes down what a stage did and for how long it ran; without a clock, no time.
    pub(crate) fn note(&mut self, stage: Stage, count: usize, clock: Option<&mut Clock>) {
        let time = clock.map_or(Duration::ZERO, Clock::lap);
        self.stages[stage as usize] = StageProfile { time, count };
    }
}

impl core::ops::Index<Stage> for Profile {
    type Output = StageProfile;

    fn index(&self, stage: Stage) -> &StageProfile {
        &self.stages[stage as usize]
    }
}

/// Measures the time between two stages. Results of a step never depend on it.
pub struct Clock(Option<Instant>);

impl Clock {
    /// One that measures nothing.
    pub(crate) const STOPPED: Self = Self(None);

    pub(crate) fn start() -> Self {
        // Where there is no clock, asking for the time panics.
        let in_wasm = cfg!(all(target_family = "wasm", target_os = "unknown"));
        let has_clock = !in_wasm || cfg!(feature = "web-clock");
        Self(has_clock.then(Instant::now))
    }

    fn lap(&mut self) -> Duration {
        let Some(before) = self.0 else { return Duration::ZERO };
        self.0 = Self::start().0;
        self.0.map_or(Duration::ZERO, |now| now.duration_since(before))
    }
}
