//! The solver: arrays, and the step from contacts and bodies to moved bodies.

use core::sync::atomic::AtomicU32;

use umbra_geom::Real;

use crate::block::filling::Filling;
use crate::body::Bounds;
use crate::contact::Contact;
use crate::kernel::bounce::{BounceCounts, BounceParams};
use crate::run::arrays::Arrays;
use crate::run::executor::StepContext;
use crate::run::motion::max_spin;
use crate::run::stage::{Stage, kinds, stages};
use crate::run::{Registers, run};
use crate::structure::Structure;
use crate::tuning::MAX_WARM_RATIO;
use crate::{Body, Correction, Error, JointConstraint, SolverConfig, unique};
use umbra_lanes::SimdLevel;

/// The arrays that a step reads and writes.
#[derive(Debug)]
pub struct StepArrays<'a> {
    /// The bodies.
    pub bodies: &'a mut [Body],
    /// Their contacts.
    pub contacts: &'a mut [Contact],
    /// For each contact: its separations, if that is all that has changed of it since the last step
    /// of this solver; otherwise, `NaN` comes first. The solver goes on with such contacts where it
    /// left them, which costs a third. Empty if nothing is known.
    pub unchanged: &'a [[Real; 2]],
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
            arrays: _,
            last_step: _,
            refused,
            selected,
            bounce_counts,
            slowed,
        } = source;
        (self.registers, self.last_h, self.last_step) = (*registers, *last_h, 0);
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

    /// Makes the next step take no contact for unchanged.
    pub fn forget_contacts(&mut self) {
        self.last_step = 0;
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
    /// [`step_and_select`](Self::step_and_select).
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
        let arrays = StepArrays { bodies, contacts, unchanged: &[], joints: &mut [] };
        self.step_and_select(config, dt, structure, arrays, |_| false)
    }

    /// [`step`](Self::step), which also selects the contacts for which `select` returns true once
    /// all results are written into them. That costs less than another walk over all contacts.
    ///
    /// # Errors
    /// The errors of [`step`](Self::step).
    pub fn step_and_select(
        &mut self,
        config: &SolverConfig,
        dt: Real,
        structure: &Structure,
        arrays: StepArrays<'_>,
        select: impl Fn(&Contact) -> bool + Sync + Send,
    ) -> Result<(), Error> {
        self.selected.clear();
        self.bounce_counts = BounceCounts::default();
        if self.solve(config, dt, structure, &arrays)? {
            let StepArrays { bodies, contacts, joints, .. } = arrays;
            self.bounce_counts = self.arrays.bounce_counts(structure);
            self.arrays.write_joints(structure, joints);
            self.arrays.write_contacts(structure, contacts, &mut self.selected, select);
            let bounds = Bounds { speed: config.max_speed, spin: max_spin(dt) };
            self.slowed += self.arrays.write_bodies(structure, bodies, &bounds, &mut self.refused);
        }
        Ok(())
    }

    /// Computes the step; returns true if there is anything to write.
    fn solve(
        &mut self,
        config: &SolverConfig,
        dt: Real,
        structure: &Structure,
        StepArrays { bodies, contacts, unchanged, joints }: &StepArrays<'_>,
    ) -> Result<bool, Error> {
        let prepared = self.prepared == Some((*config, dt));
        if !prepared {
            config.validate()?;
            umbra_geom::check::range("dt", dt, 0.0, 1e6)?;
        }
        structure.check(bodies.len(), contacts.len(), joints.len())?;
        if !unchanged.is_empty() && unchanged.len() != contacts.len() {
            let (value, expected) = (unchanged.len(), contacts.len());
            return Err(Error::StaleStructure { parameter: "unchanged", value, expected });
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
            unchanged: if may_keep { unchanged } else { &[] },
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
