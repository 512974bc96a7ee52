//! Contestants: engines in this program or in another.

use std::ops::Range;
use std::path::Path;
use std::time::Instant;

use umbra::prelude::*;

use crate::description::{Description, Respawned, Target};
use crate::engines::{BodyState, Engine, Kind};
use crate::questions::{Asked, COUNT, Question};
use crate::remote::Remote;
use crate::timing::DT;

/// A scene in some engine.
pub enum Contestant {
    /// An engine in this program.
    Here {
        /// The scene.
        engine: Box<dyn Engine>,
        /// The target of its driven body.
        driver: Option<Target>,
        /// The bodies that are put back.
        respawned: Option<Respawned>,
    },
    /// An engine in a program that was built with other options.
    There(Remote),
}

impl Contestant {
    /// Loads a scene; `best` is the folder of the other programs.
    ///
    /// # Errors
    /// When the engine has no counterpart for something in the scene, or does not exist.
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

    /// Divides steps into this many substeps.
    ///
    /// # Errors
    /// When the other program does not answer.
    pub fn set_substeps(&mut self, substeps: u32) -> Result<(), String> {
        match self {
            Self::There(remote) => remote.set_substeps(substeps),
            Self::Here { engine, .. } => {
                engine.set_substeps(substeps);
                Ok(())
            }
        }
    }

    /// Runs these steps; returns milliseconds for each.
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

    /// The states of the bodies, in the order of the description.
    ///
    /// # Errors
    /// When the other program does not answer.
    pub fn bodies(&mut self) -> Result<Vec<BodyState>, String> {
        match self {
            Self::Here { engine, .. } => Ok(engine.bodies()),
            Self::There(remote) => remote.bodies(),
        }
    }

    /// Prepares for questions, by one step and optimisations of the engine.
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

    /// Runs all questions of a kind.
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

    /// The engine's remarks about its time, for a person to read.
    pub fn remarks(&self) -> String {
        match self {
            Self::Here { engine, .. } => engine.remarks(),
            Self::There(_) => String::new(),
        }
    }
}
