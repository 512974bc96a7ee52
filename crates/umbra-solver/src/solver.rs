//! The solver: arrays, and the step from contacts and bodies to moved bodies.

mod results;

pub use results::EventThresholds;

use core::sync::atomic::AtomicU32;

use umbra_geom::Real;

use crate::block::filling::Filling;
use crate::body::Bounds;
use crate::contact::Contact;
use crate::kernel::bounce::{BounceCounts, BounceParams};
use crate::run::arrays::{Arrays, WORD};
use crate::run::executor::StepContext;
use crate::run::motion::max_spin;
use crate::run::stage::{Stage, kinds, stages};
use crate::run::{Registers, run};
use crate::structure::{LaneIndex, Structure};
use crate::tuning::MAX_WARM_RATIO;
use crate::{Body, Correction, Error, JointConstraint, Known, SolverConfig, unique};
use umbra_lanes::SimdLevel;

/// The arrays that a step reads and writes.
#[derive(Debug)]
pub struct StepArrays<'a> {
    /// The bodies.
    pub bodies: &'a mut [Body],
    /// Their contacts.
    pub contacts: &'a mut [Contact],
    /// For each contact, what is known of it since the last step of this solver. Empty if nothing
    /// is known.
    pub known: &'a [Known],
    /// The constraints of their joints.
    pub joints: &'a mut [JointConstraint],
}

/// Solves steps. It holds working memory, and the length of the last substep, to scale the impulses
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
/// structure.rebuild(&bodies, &mut contacts)?;
/// let mut solver = Solver::new();
/// solver.step(&SolverConfig::default(), 1.0 / 60.0, &structure, &mut bodies, &mut contacts)?;
/// assert!(bodies[0].velocity.norm() < 1e-6);
/// # Ok::<(), umbra_solver::Error>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    registers: Registers,
    last_h: Real,
    stages: Vec<Stage>,
    /// The kinds of the stages.
    kinds: Vec<u8>,
    /// The configuration and step length of `stages`: checked, and mostly the same from step to
    /// step.
    prepared: Option<(SolverConfig, Real)>,
    arrays: Arrays,
    /// The number of the last step: working memory may be that of another one.
    last_step: u64,
    /// True if the results of contacts are in their lanes, and not in the contacts.
    holds_results: bool,
    /// True if the structure of the last step [was kept](Structure::is_kept).
    was_kept: bool,
    /// Working memory: the lanes of contacts.
    lanes: Vec<(LaneIndex, Known)>,
    refused: Vec<u32>,
    /// A bit for each contact.
    selected: Vec<u64>,
    bounce_counts: BounceCounts,
    slowed: u32,
}

impl Clone for Solver {
    fn clone(&self) -> Self {
        let mut clone = Self::new();
        clone.clone_from(self);
        clone
    }

    /// Keeps the working memory of `self`.
    fn clone_from(&mut self, source: &Self) {
        // Every field is named so that a new one cannot be forgotten; the others are filled anew
        // in every step.
        let Self {
            registers,
            last_h,
            stages: _,
            kinds: _,
            prepared: _,
            arrays,
            last_step,
            holds_results,
            was_kept,
            lanes: _,
            refused,
            selected,
            bounce_counts,
            slowed,
        } = source;
        (self.registers, self.last_h, self.last_step) = (*registers, *last_h, 0);
        (self.holds_results, self.was_kept) = (*holds_results, *was_kept);
        if self.holds_results {
            self.last_step = *last_step;
            self.arrays.copy_lanes(arrays);
            // Its blocks of joints are not copied.
            self.prepared = None;
        }
        (self.bounce_counts, self.slowed) = (*bounce_counts, *slowed);
        self.refused.clone_from(refused);
        self.selected.clone_from(selected);
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver for the widest registers of this CPU. Batches of a few joints use one lane.
    pub fn new() -> Self {
        Self {
            registers: Registers { level: SimdLevel::best(), adapts: true },
            last_h: 0.0,
            stages: vec![],
            kinds: vec![],
            prepared: None,
            arrays: Arrays::default(),
            last_step: 0,
            holds_results: false,
            was_kept: false,
            lanes: vec![],
            refused: vec![],
            selected: vec![],
            bounce_counts: BounceCounts::default(),
            slowed: 0,
        }
    }

    /// The length of the substeps of the last step; zero before the first.
    pub fn last_substep(&self) -> Real {
        self.last_h
    }

    /// Makes the next step continue as after one with substeps of this length: impulses are scaled
    /// by the ratio of the lengths.
    pub fn set_last_substep(&mut self, length: Real) {
        self.last_h = length;
    }

    /// Makes the next step take no contact for unchanged. Results that are in lanes have to be
    /// [written](Self::write_contacts) before.
    pub fn forget_contacts(&mut self) {
        self.last_step = 0;
    }

    /// The number of the last step, which no other step of any solver has; zero if the next one
    /// [takes no contact for unchanged](Self::forget_contacts).
    pub fn last_step(&self) -> u64 {
        self.last_step
    }

    /// The SIMD level, which gives the number of lanes.
    pub fn level(&self) -> SimdLevel {
        self.registers.level
    }

    /// Sets the SIMD level, which gives the number of lanes. The results do not change.
    ///
    /// # Errors
    /// When this CPU does not have the level.
    pub fn set_level(&mut self, level: SimdLevel) -> Result<(), Error> {
        if !level.is_available() {
            return Err(Error::NoSuchLevel { lanes: level.lanes() });
        }
        self.registers = Registers { level, adapts: false };
        Ok(())
    }

    /// Chooses the SIMD level by the work, as a new solver does. The results do not change.
    pub fn adapt_level(&mut self) {
        self.registers = Registers { level: SimdLevel::best(), adapts: true };
    }

    /// Swaps the memory that each step fills anew with that of another solver. Neither computes
    /// anything else because of that.
    #[doc(hidden)]
    pub fn swap_scratch(&mut self, other: &mut Self) {
        debug_assert!(!self.holds_results && !other.holds_results, "results are not scratch");
        core::mem::swap(&mut self.stages, &mut other.stages);
        core::mem::swap(&mut self.kinds, &mut other.kinds);
        core::mem::swap(&mut self.prepared, &mut other.prepared);
        core::mem::swap(&mut self.arrays, &mut other.arrays);
    }

    /// The bodies that the last step left at their old poses, because their new position or
    /// velocity would not be finite.
    pub fn non_finite_bodies(&self) -> &[u32] {
        &self.refused
    }

    /// The work of restitution in the last step.
    pub fn bounce_counts(&self) -> BounceCounts {
        self.bounce_counts
    }

    /// Number of times that the last step slowed a body down to
    /// [`max_speed`](SolverConfig::max_speed): once in each substep in which it was faster, and
    /// more often for a body that many others touch.
    pub fn slowed(&self) -> u32 {
        self.slowed
    }

    /// The contacts that the last step selected, in ascending order: see
    /// [`step_in_lanes`](Self::step_in_lanes).
    pub fn selected_contacts(&self) -> impl Iterator<Item = usize> {
        self.selected.iter().enumerate().flat_map(|(word, &bits)| {
            let mut rest = bits;
            core::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                (bit < u64::BITS).then_some(word * u64::BITS as usize + bit as usize)
            })
        })
    }

    /// Moves the bodies by a step of `dt`, and writes impulses and approach speeds into the
    /// contacts. A `dt` of 0 does nothing.
    ///
    /// # Errors
    /// When a parameter is invalid, or `structure` was built for other arrays. Nothing is changed
    /// then.
    pub fn step(
        &mut self,
        config: &SolverConfig,
        dt: Real,
        structure: &Structure,
        bodies: &mut [Body],
        contacts: &mut [Contact],
    ) -> Result<(), Error> {
        let arrays = StepArrays { bodies, contacts, known: &[], joints: &mut [] };
        self.step_with(config, dt, structure, arrays)
    }

    /// [`step`](Self::step) with joints, and with what is known of contacts.
    ///
    /// # Errors
    /// The errors of [`step`](Self::step).
    pub fn step_with(
        &mut self,
        config: &SolverConfig,
        dt: Real,
        structure: &Structure,
        arrays: StepArrays<'_>,
    ) -> Result<(), Error> {
        let StepArrays { bodies, contacts, known, joints } = arrays;
        let arrays = StepArrays { bodies, contacts: &mut *contacts, known, joints };
        self.step_in_lanes(config, dt, structure, arrays, EventThresholds::NO_HITS)?;
        self.write_contacts(structure, contacts, &[], &[]);
        Ok(())
    }

    /// [`step_with`](Self::step_with), but the results of contacts stay in their lanes, where the
    /// next step goes on with those that are known; unless the structure is [not
    /// kept](Structure::is_kept), or was not in the step before. Until
    /// [all](Self::write_contacts) are written into the contacts, each has to be read before it is
    /// changed, and before the structure is built anew.
    ///
    /// Selects the contacts that may have begun or ceased to touch or have hit, with a few others,
    /// and those of which a hit was reported in the step before.
    ///
    /// # Errors
    /// The errors of [`step`](Self::step).
    pub fn step_in_lanes(
        &mut self,
        config: &SolverConfig,
        dt: Real,
        structure: &Structure,
        arrays: StepArrays<'_>,
        thresholds: EventThresholds,
    ) -> Result<(), Error> {
        self.bounce_counts = BounceCounts::default();
        let is_solved = self.solve(config, dt, structure, &arrays);
        self.selected.clear();
        if is_solved? {
            let StepArrays { bodies, contacts, joints, .. } = arrays;
            let was_kept = core::mem::replace(&mut self.was_kept, structure.is_kept());
            self.bounce_counts = self.arrays.bounce_counts();
            self.arrays.write_joints(structure, joints);
            self.arrays.add_bounces(structure, contacts);
            self.holds_results = true;
            self.selected.resize(contacts.len().div_ceil(WORD), 0);
            self.arrays.select(structure, thresholds, &mut self.selected);
            for contact in structure.unsolved.iter().map(|contact| *contact as usize) {
                self.selected[contact / WORD] |= 1 << (contact % WORD);
            }
            let bounds = Bounds { speed: config.max_speed, spin: max_spin(dt) };
            self.slowed += self.arrays.write_bodies(structure, bodies, &bounds, &mut self.refused);
            if !(was_kept && self.was_kept) {
                self.write_contacts(structure, contacts, &[], &[]);
            }
            #[cfg(debug_assertions)]
            if self.holds_results {
                results::spoil(structure, contacts);
            }
        }
        Ok(())
    }

    /// Computes the step; returns true if there is anything to write.
    fn solve(
        &mut self,
        config: &SolverConfig,
        dt: Real,
        structure: &Structure,
        StepArrays { bodies, contacts, known, joints }: &StepArrays<'_>,
    ) -> Result<bool, Error> {
        let prepared = self.prepared == Some((*config, dt));
        if !prepared {
            config.validate()?;
            umbra_geom::check::range("dt", dt, 0.0, 1e6)?;
        }
        structure.check(bodies.len(), contacts.len(), joints.len())?;
        if !known.is_empty() && known.len() != contacts.len() {
            let (value, expected) = (known.len(), contacts.len());
            return Err(Error::StaleStructure { parameter: "known", value, expected });
        }
        self.refused.clear();
        self.slowed = 0;
        if dt < Real::MIN_POSITIVE {
            return Ok(false);
        }

        if !prepared {
            stages(config, dt, &mut self.stages);
            kinds(&self.stages, &mut self.kinds);
            self.prepared = Some((*config, dt));
        }
        let h = dt / config.substeps as Real;
        // The same force over a longer substep is a larger impulse.
        let ratio = if self.last_h > 0.0 { h / self.last_h } else { 1.0 };
        let ratio = if ratio < MAX_WARM_RATIO { ratio } else { MAX_WARM_RATIO };
        let filling = Filling {
            impulse_scale: if config.warm_starting { ratio } else { 0.0 },
            bounce_speed: config.restitution_threshold,
            // What the next substep would meet is slowed down at the end of this step.
            reach: dt + h,
        };
        self.last_h = h;
        let may_keep = self.last_step != 0 && self.arrays.are_of(structure, self.last_step);
        self.arrays.note_step(structure, 0);
        self.arrays.make_room(structure);
        let slowed = AtomicU32::new(0);
        let context = StepContext {
            stages: &self.stages,
            kinds: &self.kinds,
            bodies,
            contacts,
            known: if may_keep { known } else { &[] },
            joints,
            keeps_joints: may_keep && prepared,
            filling,
            dt,
            h,
            max_speed: config.max_speed,
            slowed: &slowed,
            calm_speed: calm_speed(config, dt),
            params: BounceParams { h, threshold: config.restitution_threshold },
        };

        let constraints = structure.joints.entries.len();
        let size = structure.contacts + constraints + structure.slots.len();
        run(self.registers, size, self.arrays.tasks(structure, context));
        self.slowed = slowed.into_inner();
        self.last_step = unique();
        self.arrays.note_step(structure, self.last_step);
        Ok(true)
    }
}

/// The speed below which squeezed bodies count as heavier than they are: the speed at which overlap
/// pushes bodies apart.
fn calm_speed(config: &SolverConfig, dt: Real) -> Real {
    match config.correction {
        Correction::Soft { push_speed, .. } => push_speed,
        // Of the most that a step corrects, a usual part.
        Correction::LinearProjection { fraction, max_correction, .. } => {
            0.25 * fraction * max_correction / dt
        }
    }
}
