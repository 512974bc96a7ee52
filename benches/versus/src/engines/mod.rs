//! The engines: the trait for contests, and one file for each engine.

mod box2d;
mod rapier;
mod umbra;

use std::ops::Range;

use ::umbra::prelude::{
    Correction, JointSolving, Pose, Real, Scene, SceneConfig, SolverConfig, Vector,
};
use umbra_scenes::mechanisms::Push;

use crate::description::Description;
use crate::questions::Batch;

/// A scene in some engine.
pub trait Engine {
    /// Sets the pose of the driven body at the end of the next step. Not timed.
    fn drive(&mut self, target: Pose, dt: Real);

    /// Puts bodies back to their start, without velocity, and enables them. Not timed.
    fn respawn(&mut self, bodies: Range<usize>);

    /// Pushes the body of this index of the description, for the next step only. Not timed.
    fn push(&mut self, body: usize, push: Push);

    /// Divides each step into this many substeps, instead of the four of all engines.
    fn set_substeps(&mut self, substeps: u32);

    /// Steps the scene. This is timed.
    fn step(&mut self, dt: Real);

    /// The states of the bodies, in the order of the description.
    fn bodies(&self) -> Vec<BodyState>;

    /// Answers all questions about the scene: returns the sum of the fractions of hits, 1 for a
    /// miss, or of the numbers of overlaps. This is timed.
    fn ask(&mut self, batch: &Batch) -> f64;

    /// Optimises for questions about a scene in which nothing will move.
    fn get_ready(&mut self) {}

    /// Makes a copy and restores it, `rounds` times; returns medians.
    fn copy_cost(&mut self, rounds: usize) -> CopyCost;

    /// Bytes that it has allocated without Rust's allocator.
    fn foreign_bytes(&self) -> usize {
        0
    }

    /// The engine's remarks about its time, for a person to read.
    fn remarks(&self) -> String {
        String::new()
    }
}

/// The cost of a copy of everything, as for a game with rollback.
#[derive(Clone, Copy, Debug)]
pub struct CopyCost {
    /// Milliseconds to make a copy in the memory of an older one, if the engine can.
    pub save: f64,
    /// Milliseconds to restore the copy.
    pub restore: f64,
    /// The size of the copy.
    pub bytes: usize,
}

/// The pose and motion of a body.
#[derive(Clone, Copy, Debug)]
pub struct BodyState {
    /// Position of the origin, and rotation.
    pub pose: Pose,
    /// The velocity of the centre of mass.
    pub velocity: Vector,
    /// The angular velocity.
    pub angular_velocity: Real,
}

/// An engine, with its configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Umbra with its defaults.
    Umbra,
    /// Umbra with a constraint solver other than the default.
    UmbraWith(Preset),
    /// Box2D with AVX2.
    Box2d,
    /// Rapier, with the vector width and the threads of this program's build.
    Rapier,
    /// Box2D in a program built for this processor.
    Box2dNative,
    /// Rapier at its best: eight lanes, built for this processor.
    RapierBest,
    /// Box2D with AVX2, and joints as stiff as its substeps allow: by default they are springs of
    /// 60 Hz.
    Box2dTuned,
    /// Rapier with four iterations for joints instead of one, and without the passes after them
    /// that lose energy.
    RapierTuned,
}

/// A solver of Umbra.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Soft constraints.
    Soft,
    /// Linear projection.
    Projection,
    /// Fewer substeps.
    Fast,
    /// More substeps.
    Precise,
    /// All joints one by one.
    Rows,
    /// Connected joints at once.
    Trees,
}

/// All kinds by their names on the command line.
pub const KINDS: [(&str, Kind); 13] = [
    ("umbra", Kind::Umbra),
    ("box2d", Kind::Box2d),
    ("rapier", Kind::Rapier),
    ("box2d-native", Kind::Box2dNative),
    ("rapier-best", Kind::RapierBest),
    ("box2d-tuned", Kind::Box2dTuned),
    ("rapier-tuned", Kind::RapierTuned),
    ("umbra-soft", Kind::UmbraWith(Preset::Soft)),
    ("umbra-projection", Kind::UmbraWith(Preset::Projection)),
    ("umbra-fast", Kind::UmbraWith(Preset::Fast)),
    ("umbra-precise", Kind::UmbraWith(Preset::Precise)),
    ("umbra-rows", Kind::UmbraWith(Preset::Rows)),
    ("umbra-trees", Kind::UmbraWith(Preset::Trees)),
];

impl Kind {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("?", |(name, _)| name)
    }

    /// The kind of this name.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn find(name: &str) -> Result<Self, String> {
        let found = KINDS.iter().find(|(other, _)| *other == name);
        found.map(|(_, kind)| *kind).ok_or_else(|| {
            let names: Vec<_> = KINDS.iter().map(|(name, _)| *name).collect();
            format!("{name} is no engine; there are {}", names.join(", "))
        })
    }

    /// The name in tables and charts.
    pub fn title(self) -> &'static str {
        match self {
            Self::Umbra => "Umbra",
            Self::Box2d => "Box2D",
            Self::Rapier => "Rapier",
            Self::Box2dNative => "Box2D, native",
            Self::RapierBest => "Rapier, best build",
            Self::Box2dTuned => "Box2D, tuned",
            Self::RapierTuned => "Rapier, tuned",
            Self::UmbraWith(Preset::Rows) => "Umbra, Rows",
            Self::UmbraWith(Preset::Trees) => "Umbra, Trees",
            Self::UmbraWith(_) => self.name(),
        }
    }

    /// True if it is one of the engines to compare with.
    pub fn is_peer(self) -> bool {
        !matches!(self, Self::Umbra | Self::UmbraWith(_))
    }

    /// The kind that another program has to load for it, if it needs a program with other build
    /// options.
    pub fn in_other_program(self) -> Option<Self> {
        match self {
            Self::Box2dNative => Some(Self::Box2d),
            Self::RapierBest => Some(Self::Rapier),
            _ => None,
        }
    }

    /// Loads a scene.
    ///
    /// # Errors
    /// When the engine has no counterpart for something in it, or is in another program.
    pub fn load(
        self,
        description: &Description,
        scene: &Scene,
        threads: usize,
    ) -> Result<Box<dyn Engine>, String> {
        Ok(match self {
            Self::Umbra => Box::new(umbra::Umbra::new(description, scene, None)?),
            Self::UmbraWith(preset) => {
                Box::new(umbra::Umbra::new(description, scene, Some(preset.config()))?)
            }
            Self::Box2d => Box::new(box2d::Box2d::new(description, threads, false)?),
            Self::Box2dTuned => Box::new(box2d::Box2d::new(description, threads, true)?),
            Self::Rapier => Box::new(rapier::Rapier::new(description, false)?),
            Self::RapierTuned => Box::new(rapier::Rapier::new(description, true)?),
            Self::Box2dNative | Self::RapierBest => {
                return Err(format!("{} is in another program", self.name()));
            }
        })
    }
}

impl Preset {
    fn config(self) -> SolverConfig {
        let default = SceneConfig::default().solver;
        match self {
            Self::Soft => SolverConfig { correction: Correction::SOFT, ..default },
            Self::Projection => {
                SolverConfig { correction: Correction::LINEAR_PROJECTION, ..default }
            }
            Self::Fast => SolverConfig::fast(),
            Self::Precise => SolverConfig::precise(),
            Self::Rows => SolverConfig { joints: JointSolving::Rows, ..default },
            Self::Trees => SolverConfig { joints: JointSolving::Trees, ..default },
        }
    }
}
