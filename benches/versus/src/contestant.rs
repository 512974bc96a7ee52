//! An engine at play, in this program or in another.

use std::ops::Range;
use std::path::Path;
use std::time::Instant;

use umbra::prelude::*;

use crate::description::{Description, Respawned, Target};
use crate::engines::{BodyState, Engine, Kind};
use crate::questions::{Asked, COUNT, Question};
use crate::remote::Remote;
use crate::timing::DT;

/// A scene in some engine, somewhere.
pub enum Contestant {
    /// In this program.
    Here {
        /// The scene.
        engine: Box<dyn Engine>,
        /// Where its driven body goes.
        driver: Option<Target>,
        /// Which bodies are put back.
        respawned: Option<Respawned>,
    },
    /// In a program that was built in another way.
    There(Remote),
}

impl Contestant {
    /// Loads a scene; `best` is the folder of the other programs.
    ///
    /// # Errors
    /// When the engine has no counterpart for something in the scene, or is not there.
    pub fn new(
        kind: Kind,
        description: &Description,
        scene: &Scene,
        threads: usize,
        best: &Path,
    ) -> Result<Self, String> {
        if let Some(inner) = kind.in_other_program() {
            // Both ways to build it are the best: one for one thread, one for more.
            let build = if threads > 1 { "parallel" } else { "serial" };
            let program = best.join(build).join("release/umbra-versus");
            return Ok(Self::There(Remote::start(&program, inner, description.name, threads)?));
        }
        let engine = kind.load(description, scene, threads)?;
        let driver = description.driven.map(|(_, target)| target);
        Ok(Self::Here { engine, driver, respawned: description.respawned })
    }

    /// Does these steps; milliseconds for each.
    ///
    /// # Errors
    /// When the other program does not answer.
    pub fn play(&mut self, steps: Range<u32>) -> Result<Vec<f64>, String> {
        let (engine, driver, respawned) = match self {
            Self::There(remote) => return remote.play(steps),
            Self::Here { engine, driver, respawned } => (engine, driver, respawned),
        };
        let one = |step: u32| {
            if let Some(target) = driver {
                engine.drive(target(step), DT);
            }
            if let Some(which) = respawned {
                engine.respawn(which(step));
            }
            let start = Instant::now();
            engine.step(DT);
            start.elapsed().as_secs_f64() * 1e3
        };
        Ok(steps.map(one).collect())
    }

    /// Where the bodies are, in the order of the description.
    ///
    /// # Errors
    /// When the other program does not answer.
    pub fn bodies(&mut self) -> Result<Vec<BodyState>, String> {
        match self {
            Self::Here { engine, .. } => Ok(engine.bodies()),
            Self::There(remote) => remote.bodies(),
        }
    }

    /// Gets ready to be asked, by one step and whatever else helps.
    ///
    /// # Errors
    /// When the other program does not answer.
    pub fn get_ready(&mut self) -> Result<(), String> {
        match self {
            Self::There(remote) => remote.get_ready(),
            Self::Here { engine, .. } => {
                engine.step(DT);
                engine.get_ready();
                Ok(())
            }
        }
    }

    /// Asks all questions of a kind.
    ///
    /// # Errors
    /// When the other program does not answer.
    pub fn ask(&mut self, question: Question) -> Result<Asked, String> {
        match self {
            Self::There(remote) => remote.ask(question),
            Self::Here { engine, .. } => {
                let batch = question.batch();
                // Once for the caches: the other engines have had their turn in between, and not
                // all of them on the same core.
                engine.ask(&batch);
                let start = Instant::now();
                let sum = engine.ask(&batch);
                let nanoseconds = start.elapsed().as_secs_f64() * 1e9 / COUNT as f64;
                Ok(Asked { nanoseconds, sum })
            }
        }
    }

    /// What the engine has to say of where its time went, for a person to read.
    pub fn remarks(&self) -> String {
        match self {
            Self::Here { engine, .. } => engine.remarks(),
            Self::There(_) => String::new(),
        }
    }
}
