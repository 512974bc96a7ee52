//! Mechanisms whose exact motion is known, in all engines: error, energy, gaps and time by the
//! steps per second.
//!
//! The engines take turns at the same mechanism. The results are computed from poses and velocities
//! alone, in the same way for all of them.

use std::fmt::Write;
use std::time::Instant;

use umbra::prelude::*;
use umbra_scenes::mechanisms::{ALL, FOUR_BARS_40, Mechanism, Moving, Run};

use crate::chart::{Panel, Panels, Series, colour_of};
use crate::description::Description;
use crate::engines::{BodyState, Engine, Kind, Preset};
use crate::pictures::Picture;
use crate::quality::gaps;
use crate::timing::median;

/// The engines that are compared. The first one solves joints like one of the next two.
pub const ENGINES: [Kind; 7] = [
    Kind::Umbra,
    Kind::UmbraWith(Preset::Rows),
    Kind::UmbraWith(Preset::Trees),
    Kind::Box2d,
    Kind::Box2dTuned,
    Kind::Rapier,
    Kind::RapierTuned,
];

/// Steps per second that are measured.
pub const RATES: [u32; 4] = [60, 240, 1000, 4000];

/// The number of turns of an engine in a run.
const TURNS: u32 = 25;

/// Results of all engines with a mechanism at one number of steps per second.
#[derive(Clone, Debug)]
pub struct Row {
    /// The mechanism.
    pub mechanism: Mechanism,
    /// Steps per second.
    pub rate: u32,
    /// Results, in the order of [`ENGINES`].
    pub results: Vec<Outcome>,
}

/// Result of one engine.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Error, energy and gap.
    pub run: Run,
    /// The median time of a step, in microseconds.
    pub time: f64,
}

/// A mechanism in one engine.
struct Player<'a> {
    engine: Box<dyn Engine>,
    mechanism: &'a Mechanism,
    description: &'a Description,
    /// The indices of the moved bodies.
    moved: Vec<usize>,
    /// The motions of the moved bodies.
    moving: Vec<Moving>,
    start: f64,
    run: Run,
    times: Vec<f64>,
}

/// Runs all mechanisms with these numbers of steps per second; `short` leaves out the largest.
///
/// # Errors
/// When an engine cannot load a mechanism.
pub fn measure(rates: &[u32], short: bool) -> Result<Vec<Row>, String> {
    let mut rows = vec![];
    for mechanism in ALL {
        let is_large = mechanism.name == FOUR_BARS_40.name;
        for rate in rates.iter().copied() {
            if !(is_large && (short || rate > 1000)) {
                rows.push(compare(mechanism, rate)?);
            }
        }
    }
    Ok(rows)
}

fn compare(mechanism: Mechanism, rate: u32) -> Result<Row, String> {
    let scene = mechanism.set_up(SceneConfig::default()).map_err(|error| error.to_string())?;
    let description = Description::read(mechanism.name, &scene, Aabb::EMPTY)?;
    let load = |kind: Kind| {
        let engine = kind.load(&description, &scene, 1)?;
        Ok(Player::new(engine, &mechanism, &description))
    };
    let mut players = ENGINES.into_iter().map(load).collect::<Result<Vec<_>, String>>()?;
    let steps = (mechanism.time * f64::from(rate)).round() as u32;
    for turn in 0..TURNS {
        for player in &mut players {
            for _ in steps * turn / TURNS..steps * (turn + 1) / TURNS {
                player.step(1.0 / rate as Real);
            }
        }
    }
    Ok(Row { mechanism, rate, results: players.into_iter().map(Player::finish).collect() })
}

impl<'a> Player<'a> {
    fn new(
        engine: Box<dyn Engine>,
        mechanism: &'a Mechanism,
        description: &'a Description,
    ) -> Self {
        let is_moved = |index: &usize| description.bodies[*index].kind == BodyKind::Dynamic;
        let moved: Vec<usize> = (0..description.bodies.len()).filter(is_moved).collect();
        let of = |index: &usize| {
            let body = &description.bodies[*index];
            let state = BodyState {
                pose: body.pose,
                velocity: body.velocity,
                angular_velocity: body.angular_velocity,
            };
            let angle = state.pose.rotation.cast::<f64>().angle();
            let start = Moving {
                mass: body.mass,
                inertia: body.inertia,
                angle,
                at: [0.0; 2],
                velocity: [0.0; 2],
                spin: 0.0,
            };
            follow(start, &state)
        };
        let moving: Vec<Moving> = moved.iter().map(of).collect();
        let start = (mechanism.energy)(&moving);
        let run = Run::default();
        Self { engine, mechanism, description, moved, moving, start, run, times: vec![] }
    }

    fn step(&mut self, dt: Real) {
        for push in (self.mechanism.pushes)(&self.moving) {
            self.engine.push(self.moved[push.body], push);
        }
        let begin = Instant::now();
        self.engine.step(dt);
        self.times.push(begin.elapsed().as_secs_f64() * 1e6);
        let bodies = self.engine.bodies();
        for (moving, index) in self.moving.iter_mut().zip(&self.moved) {
            *moving = follow(*moving, &bodies[*index]);
        }
        let change = (self.mechanism.energy)(&self.moving) - self.start;
        self.run.note(change, gaps(self.description, &bodies).widest);
    }

    fn finish(self) -> Outcome {
        let error = (self.mechanism.error)(&self.moving);
        Outcome { run: Run { error, ..self.run }, time: median(self.times) }
    }
}

/// The motion of a body, from the motion a step before: the angle counts all turns.
fn follow(before: Moving, state: &BodyState) -> Moving {
    let pose = state.pose.cast::<f64>();
    let turn = pose.rotation.angle() - before.angle;
    Moving {
        at: pose.translation.vector.into(),
        angle: before.angle + turn - TAU * (turn / TAU).round(),
        velocity: state.velocity.cast::<f64>().into(),
        spin: f64::from(state.angular_velocity),
        ..before
    }
}

const TAU: f64 = core::f64::consts::TAU;

/// The name of an engine; Umbra's default is named beside its other joint solvers.
fn title(kind: Kind) -> &'static str {
    if kind == Kind::Umbra { "Umbra, Auto" } else { kind.title() }
}

/// A table of all figures.
pub fn table(rows: &[Row]) -> String {
    let mut text = "| mechanism | steps per second | engine | error | energy | at the end | gap, mm | us a step |\n\
                    |---|---:|---|---:|---:|---:|---:|---:|\n"
        .to_owned();
    for row in rows {
        for (kind, Outcome { run, time }) in ENGINES.into_iter().zip(&row.results) {
            let [least, most, end] = run.energy;
            let _ = writeln!(
                text,
                "| {} | {} | {} | {:.5} | {least:.1e} to {most:.1e} | {end:.1e} | {:.4} | {time:.1} |",
                row.mechanism.name,
                row.rate,
                title(kind),
                run.error,
                1e3 * run.gap,
            );
        }
    }
    text
}

/// The error at the end by the steps per second.
pub fn error_chart(rows: &[Row]) -> Picture {
    let panels = panels(rows, |mechanism| mechanism.unit, |run| run.error);
    let title = "Error at the end, by the steps per second (less is better)";
    ("mechanisms-error.svg".to_owned(), panels_of(title, panels))
}

/// The greatest difference of the energy to that of the start by the steps per second.
pub fn energy_chart(rows: &[Row]) -> Picture {
    let panels = panels(rows, |_| "J", |run| run.energy[1].max(-run.energy[0]));
    let title = "Greatest change of the energy, by the steps per second (less is better)";
    ("mechanisms-energy.svg".to_owned(), panels_of(title, panels))
}

fn panels_of(title: &str, panels: Vec<Panel>) -> String {
    let chart = Panels {
        title: title.to_owned(),
        across: "steps per second, of four substeps each".to_owned(),
        ticks: RATES.map(f64::from).to_vec(),
        // It lies on one of the next two.
        wide: Some(0),
        panels,
    };
    chart.draw()
}

fn panels(rows: &[Row], unit: fn(&Mechanism) -> &str, of: fn(&Run) -> f64) -> Vec<Panel> {
    let panel = |mechanism: &Mechanism| {
        let rows = || rows.iter().filter(|row| row.mechanism.name == mechanism.name);
        let line = |(index, kind): (usize, Kind)| Series {
            name: title(kind).to_owned(),
            colour: colour_of(kind),
            values: rows().map(|row| [f64::from(row.rate), of(&row.results[index].run)]).collect(),
        };
        Panel {
            title: format!("{}, {}", mechanism.name, unit(mechanism)),
            series: ENGINES.into_iter().enumerate().map(line).collect(),
        }
    };
    ALL.iter().map(panel).collect()
}
