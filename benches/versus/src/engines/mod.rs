//! The engines: what a contest needs of one, and one file for each.

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
    /// Tells the driven body where it is at the end of the next step. Not timed.
    fn drive(&mut self, target: Pose, dt: Real);

    /// Puts bodies back to where they began, without velocity; they take part from then on. Not timed.
    fn respawn(&mut self, bodies: Range<usize>);

    /// Pushes the body of this index of the description, for the next step only. Not timed.
    fn push(&mut self, body: usize, push: Push);

    /// Moves the scene on. This is what is timed.
    fn step(&mut self, dt: Real);

    /// Where the bodies are, in the order of the description.
    fn bodies(&self) -> Vec<BodyState>;

    /// Answers all questions about the scene as it is: the sum of the fractions at which something
    /// is hit, 1 for what hits nothing, or of how many there are. This is timed.
    fn ask(&mut self, batch: &Batch) -> f64;

    /// Does what helps to answer questions about a scene in which nothing will move.
    fn get_ready(&mut self) {}

    /// Makes a copy and goes back to it, `rounds` times; medians.
    fn copy_cost(&mut self, rounds: usize) -> CopyCost;

    /// Bytes that it has allocated by itself, if that is not through Rust's allocator.
    fn foreign_bytes(&self) -> usize {
        0
    }

    /// What the engine has to say of where its time went, for a person to read.
    fn remarks(&self) -> String {
        String::new()
    }
}

/// What a copy of everything costs, as for a game that can be rolled back.
#[derive(Clone, Copy, Debug)]
pub struct CopyCost {
    /// Milliseconds to make a copy in the memory of an older one, where the engine can.
    pub save: f64,
    /// Milliseconds to go back to the copy.
    pub restore: f64,
    /// The size of the copy.
    pub bytes: usize,
}

/// Where a body is and how it moves.
#[derive(Clone, Copy, Debug)]
pub struct BodyState {
    /// Position of the origin, and rotation.
    pub pose: Pose,
    /// The velocity of the centre of mass.
    pub velocity: Vector,
    /// How fast it turns.
    pub angular_velocity: Real,
}

/// Which engine, and in which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Umbra as its users get it.
    Umbra,
    /// Umbra with a constraint solver other than the default.
    UmbraWith(Preset),
    /// Box2D with AVX2.
    Box2d,
    /// Rapier, in the vector width and with the threads that this program is built with.
    Rapier,
    /// Box2D in a program built for this very processor.
    Box2dNative,
    /// Rapier at its best: eight lanes, built for this very processor.
    RapierBest,
    /// Box2D with AVX2, and joints as stiff as its substeps allow: they are springs of 60 Hz by default.
    Box2dTuned,
    /// Rapier with four iterations for joints instead of one, and without the passes after them that lose energy.
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
    /// Joints that hang together at once.
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
    /// When there is none.
    pub fn find(name: &str) -> Result<Self, String> {
        let found = KINDS.iter().find(|(other, _)| *other == name);
        found.map(|(_, kind)| *kind).ok_or_else(|| {
            let names: Vec<_> = KINDS.iter().map(|(name, _)| *name).collect();
            format!("{name} is no engine; there are {}", names.join(", "))
        })
    }

    /// What it is called in tables and charts.
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

    /// Whether it is one of the engines to be compared with.
    pub fn is_peer(self) -> bool {
        !matches!(self, Self::Umbra | Self::UmbraWith(_))
    }

    /// What another program has to load for it, if it needs one that is built in another way.
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
