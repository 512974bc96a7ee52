//! The solver: arrays, and the step from contacts and bodies to moved bodies.

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_geom::Real;

use crate::batch::{BatchTask, StepContext};
use crate::body::{Drive, finish};
use crate::config::within;
use crate::contact::Contact;
use crate::kernel::bounce::{Blow, Bounce};
use crate::lanes::{Half, SimdLevel, dispatch};
use crate::row::{Extra, Filling, LANES, Rare, Row, Wide};
use crate::stage::{Stage, stages};
use crate::structure::{Place, Structure};
#[cfg(feature = "parallel")]
use crate::team::{Member, Team};
use crate::{Body, BodyState, Error, RestitutionModel, SolverConfig};

/// A batch with as many contacts is solved by several threads.
#[cfg(feature = "parallel")]
const TEAM: usize = 1536;
/// How many contacts or bodies a thread writes back at least.
#[cfg(feature = "parallel")]
const WRITE: usize = 2048;

/// Solves steps. It holds working memory, and the length of the last step, to scale the impulses
/// that the next one starts from.
///
/// ```
/// use umbra_solver::{Body, Contact, ContactPoint, FIXED, Solver, SolverConfig, Structure};
///
/// // A disc of radius 0.5 on the ground.
/// let mut bodies = [Body {
///     center: [0.0, 0.5].into(),
///     inv_mass: 1.0,
///     inv_inertia: 8.0,
///     acceleration: [0.0, -9.81].into(),
///     ..Body::default()
/// }];
/// let point = ContactPoint { anchor_b: [0.0, -0.5].into(), ..ContactPoint::default() };
/// let mut contacts = [Contact {
///     body_a: FIXED,
///     body_b: 0,
///     normal: [0.0, 1.0].into(),
///     point_count: 1,
///     points: [point, ContactPoint::default()],
///     ..Contact::default()
/// }];
///
/// let mut structure = Structure::new();
/// structure.rebuild(&bodies, &contacts)?;
/// let mut solver = Solver::new();
/// solver.step(&SolverConfig::default(), 1.0 / 60.0, &structure, &mut bodies, &mut contacts)?;
/// assert!(bodies[0].velocity.norm() < 1e-6);
/// # Ok::<(), umbra_solver::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    level: SimdLevel,
    last_dt: Real,
    stages: Vec<Stage>,
    states: Vec<BodyState>,
    base: Vec<Half>,
    drives: Vec<Drive>,
    rows: Vec<Row>,
    approach: Vec<Wide>,
    rare: Vec<Rare>,
    extras: Vec<Extra>,
    /// Per batch.
    bounces: Vec<Vec<Bounce>>,
    refused: Vec<u32>,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver for the widest registers of this CPU.
    pub fn new() -> Self {
        Self {
            level: SimdLevel::best(),
            last_dt: 0.0,
            stages: vec![],
            states: vec![],
            base: vec![],
            drives: vec![],
            rows: vec![],
            approach: vec![],
            rare: vec![],
            extras: vec![],
            bounces: vec![],
            refused: vec![],
        }
    }

    /// How many numbers are worked on at once.
    pub fn level(&self) -> SimdLevel {
        self.level
    }

    /// Works on as many numbers at once as `level` says. The results do not change.
    ///
    /// # Errors
    /// When this CPU does not offer the level.
    pub fn set_level(&mut self, level: SimdLevel) -> Result<(), Error> {
        self.level = level.check()?;
        Ok(())
    }

    /// The bodies that the last step left where they were, because they would have come to a place
    /// or a velocity that is not finite.
    pub fn non_finite_bodies(&self) -> &[u32] {
        &self.refused
    }

    /// Moves the bodies by a step of `dt`, and writes impulses and approach speeds into the
    /// contacts. A `dt` of 0 does nothing.
    ///
    /// # Errors
    /// When a parameter makes no sense, or `structure` was built for other arrays. Nothing is
    /// changed then.
    pub fn step(
        &mut self,
        config: &SolverConfig,
        dt: Real,
        structure: &Structure,
        bodies: &mut [Body],
        contacts: &mut [Contact],
    ) -> Result<(), Error> {
        config.validate()?;
        within("dt", dt, 0.0, 1e6)?;
        structure.check(bodies.len(), contacts.len())?;
        self.refused.clear();
        if dt < Real::MIN_POSITIVE {
            return Ok(());
        }

        stages(config, dt, &mut self.stages);
        let h = dt / config.substeps as Real;
        // The same force over a longer step is a larger impulse.
        let ratio = if self.last_dt > 0.0 { dt / self.last_dt } else { 1.0 };
        let filling = Filling { impulse_scale: if config.warm_starting { ratio } else { 0.0 } };
        self.last_dt = dt;
        self.make_room(structure);
        let context = StepContext {
            stages: &self.stages,
            bodies,
            contacts,
            filling,
            dt,
            h,
            max_speed: config.max_speed,
            blow: Blow {
                h,
                threshold: config.restitution_threshold,
                propagating: config.restitution == RestitutionModel::Propagating,
            },
        };

        let (mut states, mut base) = (&mut self.states[..], &mut self.base[..]);
        let (mut drives, mut rows) = (&mut self.drives[..], &mut self.rows[..]);
        let (mut approach, mut extras) = (&mut self.approach[..], &mut self.extras[..]);
        let mut rare = &mut self.rare[..];
        let mut tasks = Vec::with_capacity(structure.batches.len());
        for (batch, bounces) in structure.batches.iter().zip(&mut self.bounces) {
            tasks.push(BatchTask {
                context,
                slots: &structure.slots[batch.slots.clone()],
                hubs: &structure.hubs[batch.hubs.clone()],
                locked: &structure.locked[batch.locked.clone()],
                sweeps: &structure.sweeps[batch.sweeps.clone()],
                seats: &structure.seats[batch.seats.clone()],
                states: split(&mut states, batch.slots.len()),
                base: split(&mut base, batch.slots.len()),
                drives: split(&mut drives, batch.slots.len()),
                rows: split(&mut rows, batch.rows.len()),
                approach: split(&mut approach, batch.rows.len()),
                rare: split(&mut rare, batch.rows.len()),
                extras: split(&mut extras, batch.rows.len()),
                bounces,
            });
        }
        run(self.level, tasks);
        self.write_contacts(structure, contacts);
        self.write_bodies(structure, bodies);
        Ok(())
    }

    fn make_room(&mut self, structure: &Structure) {
        let (slots, rows) = (structure.slots.len(), structure.rows);
        self.states.resize(slots, BodyState::default());
        self.base.resize(slots, [0.0; 4]);
        self.drives.resize(slots, Drive::default());
        self.rows.resize(rows, Row::EMPTY);
        self.approach.resize(rows, [0.0; LANES]);
        self.rare.resize(rows, Rare::default());
        self.extras.resize(rows, Extra::EMPTY);
        self.bounces.resize(structure.batches.len(), vec![]);
    }

    /// Writes impulses and approach speeds of all rows into the contacts.
    fn write_contacts(&self, structure: &Structure, contacts: &mut [Contact]) {
        let write = |(contact, place): (&mut Contact, &Place)| {
            contact.bounce_impulse = 0.0;
            contact.approach_speed = 0.0;
            let Some((row, lane)) = place.row_and_lane() else { return };
            let mut touched = false;
            for (to, from) in contact.points.iter_mut().zip(&self.rows[row].points) {
                to.normal_impulse = from.normal_impulse[lane];
                to.tangent_impulse = from.tangent_impulse[lane];
                touched |= to.normal_impulse > 0.0;
            }
            if self.rare[row].extra {
                let impulse = self.extras[row].rolling_impulse[lane];
                contact.rolling_impulse = if place.flipped() { -impulse } else { impulse };
            }
            if touched {
                contact.approach_speed = self.approach[row][lane];
            }
        };
        #[cfg(feature = "parallel")]
        let each = contacts.par_iter_mut().zip(&structure.place).with_min_len(WRITE);
        #[cfg(not(feature = "parallel"))]
        let each = contacts.iter_mut().zip(&structure.place);
        each.for_each(write);

        for (batch, bounces) in structure.batches.iter().zip(&self.bounces) {
            let seats = &structure.seats[batch.seats.clone()];
            let sweeps = &structure.sweeps[batch.sweeps.clone()];
            for bounce in bounces {
                let row = bounce.row as usize;
                let Some(sweep) = sweeps.iter().find(|sweep| sweep.rows.contains(&row)) else {
                    continue;
                };
                let seats = sweep.seats_of_row(seats, row);
                for (seat, &impulse) in seats.iter().zip(&bounce.impulse) {
                    if impulse > 0.0 {
                        let contact = &mut contacts[seat.contact as usize];
                        let Some((row, lane)) =
                            structure.place[seat.contact as usize].row_and_lane()
                        else {
                            continue;
                        };
                        contact.bounce_impulse = impulse;
                        contact.approach_speed = self.approach[row][lane];
                    }
                }
            }
        }
    }

    /// Moves the bodies, and lists those that cannot be moved.
    fn write_bodies(&mut self, structure: &Structure, bodies: &mut [Body]) {
        let states = &self.states;
        let write = |(body, &home): (&mut Body, &u32)| finish(body, &states[home as usize]);
        #[cfg(feature = "parallel")]
        let all_moved = {
            let each = bodies.par_iter_mut().zip(&structure.home).with_min_len(WRITE);
            each.map(write).reduce(|| true, |a, b| a & b)
        };
        #[cfg(not(feature = "parallel"))]
        let all_moved = bodies.iter_mut().zip(&structure.home).map(write).fold(true, |a, b| a & b);
        if !all_moved {
            // Those that were refused are where they were, so they are refused again.
            for (index, (body, &home)) in bodies.iter().zip(&structure.home).enumerate() {
                if !states[home as usize].is_finite(body.center) {
                    self.refused.push(index as u32);
                }
            }
        }
    }
}

/// Solves all batches, each by one thread, and those with many contacts by all threads together.
fn run(level: SimdLevel, tasks: Vec<BatchTask<'_>>) {
    #[cfg(feature = "parallel")]
    if rayon::current_num_threads() > 1 {
        let (large, small): (Vec<_>, Vec<_>) =
            tasks.into_iter().partition(|task| task.seats.len() >= TEAM);
        let teams: Vec<_> = large.into_iter().map(Team::new).collect();
        rayon::scope(|scope| {
            // Helpers first: who has nothing else to do joins the teams in their order.
            for _ in 1..if teams.is_empty() { 1 } else { rayon::current_num_threads() } {
                scope.spawn(|_| teams.iter().for_each(|team| dispatch(level, Member(team))));
            }
            teams.iter().for_each(|team| dispatch(level, Member(team)));
            if let [_, _, ..] = small[..] {
                small.into_par_iter().for_each(|task| dispatch(level, task));
            } else {
                small.into_iter().for_each(|task| dispatch(level, task));
            }
        });
        return;
    }
    for task in tasks {
        dispatch(level, task);
    }
}

/// Takes the first `count` of `rest`.
fn split<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, others) = core::mem::take(rest).split_at_mut(count);
    *rest = others;
    first
}
