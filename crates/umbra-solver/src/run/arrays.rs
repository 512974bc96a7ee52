//! The arrays in which a step is computed.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use umbra_geom::{Real, Vector};

use crate::block::LANES;
use crate::block::joint::{PointBlock, ScalarBlock};
use crate::block::{Approach, ColdBlock, ContactBlock, LaneFlags};
use crate::body::{Bounds, Finished, Forces, Half, finish};
use crate::kernel::bounce::{BounceCounts, Bounces, LISTS};
use crate::kernel::joint::scalar::ScalarForm;
use crate::kernel::joint::tree::TreeState;
use crate::run::executor::{Executor, StepContext};
use crate::run::squeeze::{Squeeze, squeeze};
use crate::run::{TEAM, for_each};
use crate::shared::Shared;
use crate::structure::{Batch, JointKind, LaneIndex, Structure};
use crate::{Body, BodyState, Contact, EventThresholds, JointConstraint, Known};

/// The number of bits of a word.
pub(crate) const WORD: usize = u64::BITS as usize;

/// Working memory: data per slot, per block and per batch of a [`Structure`]. Of one step, the next
/// may keep blocks, if they are [its own](Self::are_of). A copy of a solver starts without any.
#[derive(Debug, Default)]
pub(crate) struct Arrays {
    /// The structure and the step for which blocks were filled.
    filled_for: [u64; 2],
    states: Vec<BodyState>,
    /// The velocities that bodies would have without constraints.
    base: Vec<Half>,
    forces: Vec<Forces>,
    /// One per slot, if any body is heavily loaded.
    squeezes: Vec<Squeeze>,
    /// For each slot, the index of its body among those that may bounce.
    numbers: Vec<u32>,
    blocks: Vec<ContactBlock>,
    approach: Vec<Approach>,
    flags: Vec<LaneFlags>,
    cold: Vec<ColdBlock>,
    points: Vec<PointBlock>,
    scalars: Vec<ScalarBlock>,
    trees: Vec<TreeState>,
    /// One per batch, or several where threads [share it](lists_of).
    bounces: Vec<Bounces>,
    /// The number of those of this step.
    bounce_lists: usize,
}

/// The number of lists of contacts that may bounce.
fn lists_of(batch: &Batch) -> usize {
    let is_shared = batch.contacts + batch.joint_entries.len() >= TEAM;
    if cfg!(feature = "parallel") && is_shared { LISTS } else { 1 }
}

impl Arrays {
    /// True if blocks are as a step left them that had this structure, or that before its last
    /// update.
    pub(crate) fn are_of(&self, structure: &Structure, step: u64) -> bool {
        let [stamp, filled_in] = self.filled_for;
        filled_in == step && (stamp == structure.stamp || stamp == structure.follows)
    }

    /// Notes which step filled the blocks; zero while they are filled, which is no step.
    pub(crate) fn note_step(&mut self, structure: &Structure, step: u64) {
        self.filled_for = [structure.stamp, step];
    }

    pub(crate) fn make_room(&mut self, structure: &Structure) {
        let (slots, blocks) = (structure.slots.len(), structure.blocks);
        grow(&mut self.states, slots, BodyState::default());
        grow(&mut self.base, slots, [0.0; 4]);
        grow(&mut self.forces, slots, Forces::default());
        grow(&mut self.numbers, slots, 0);
        grow(&mut self.blocks, blocks, ContactBlock::EMPTY);
        grow(&mut self.approach, blocks, Approach::NONE);
        grow(&mut self.flags, blocks, LaneFlags::default());
        grow(&mut self.cold, blocks, ColdBlock::EMPTY);
        grow(&mut self.points, structure.joints.points, PointBlock::EMPTY);
        grow(&mut self.scalars, structure.joints.scalars, ScalarBlock::EMPTY);
        if self.trees.len() < structure.joints.trees().len() {
            self.trees.resize_with(structure.joints.trees().len(), TreeState::default);
        }
        let lists = structure.batches.iter().map(lists_of).sum();
        if self.bounces.len() < lists {
            self.bounces.resize_with(lists, Bounces::default);
        }
        self.bounce_lists = lists;
    }

    /// The work of restitution in the last step.
    pub(crate) fn bounce_counts(&self) -> BounceCounts {
        let mut sum = BounceCounts::default();
        // There may be more lists than batches have: working memory is never given up.
        for bounces in &self.bounces[..self.bounce_lists] {
            sum += bounces.counts();
        }
        sum
    }

    /// The batches, each with its part of the arrays.
    pub(crate) fn tasks<'a>(
        &'a mut self,
        structure: &'a Structure,
        context: StepContext<'a>,
    ) -> impl Iterator<Item = Executor<'a>> {
        let (mut states, mut base) = (&mut self.states[..], &mut self.base[..]);
        let (mut forces, mut numbers) = (&mut self.forces[..], &mut self.numbers[..]);
        let (mut approach, mut cold) = (&mut self.approach[..], &mut self.cold[..]);
        let (mut blocks, mut flags) = (&mut self.blocks[..], &mut self.flags[..]);
        let (mut points, mut scalars) = (&mut self.points[..], &mut self.scalars[..]);
        let mut trees = &mut self.trees[..];
        let any_heavy = squeeze(structure, &context, &mut self.squeezes);
        let squeezes = if any_heavy { &self.squeezes[..] } else { &[] };
        let mut bounces = &mut self.bounces[..];
        structure.batches.iter().map(move |batch| Executor {
            context,
            slots: &structure.slots[batch.slots.clone()],
            squeezes: squeezes.get(batch.slots.clone()).unwrap_or_default(),
            hubs: &structure.hubs[batch.hubs.clone()],
            locked: &structure.locked[batch.locked.clone()],
            colours: &structure.colours[batch.colours.clone()],
            contacts: batch.contacts,
            entries: &structure.entries[batch.lanes()],
            states: Shared::new(split(&mut states, batch.slots.len())),
            base: Shared::new(split(&mut base, batch.slots.len())),
            forces: Shared::new(split(&mut forces, batch.slots.len())),
            numbers: Shared::new(split(&mut numbers, batch.slots.len())),
            blocks: Shared::new(split(&mut blocks, batch.blocks.len())),
            approach: Shared::new(split(&mut approach, batch.blocks.len())),
            flags: Shared::new(split(&mut flags, batch.blocks.len())),
            cold: Shared::new(split(&mut cold, batch.blocks.len())),
            joint_colours: &structure.joints.colours[batch.joint_colours.clone()],
            joint_entries: &structure.joints.entries[batch.joint_entries.clone()],
            points: Shared::new(split(&mut points, batch.points.len())),
            scalars: Shared::new(split(&mut scalars, batch.scalars.len())),
            trees: &structure.joints.trees()[batch.trees.clone()],
            tree_states: Shared::new(split(&mut trees, batch.trees.len())),
            bounces: Shared::new(split(&mut bounces, lists_of(batch))),
            in_team: false,
        })
    }

    /// Adds what contacts gave in bounces to the impulses in their lanes.
    pub(crate) fn add_bounces(&mut self, structure: &Structure, contacts: &[Contact]) {
        let Self { blocks, approach, bounces, bounce_lists, .. } = self;
        let given = bounces[..*bounce_lists].iter().flat_map(Bounces::given);
        for (contact, impulse, speed) in given {
            let Some((block, lane)) = structure.lane_index[contact as usize].block_and_lane()
            else {
                continue;
            };
            let total = &mut blocks[block].total[lane];
            let known = &mut approach[block].normal[lane];
            if contacts[contact as usize].reserve && *known <= 0.0 {
                // When the step began, they were not on their way to one another.
                *known = speed;
            }
            *total += impulse;
        }
    }

    /// Sets the bits of event candidates.
    pub(crate) fn select(
        &self,
        structure: &Structure,
        thresholds: EventThresholds,
        selected: &mut [u64],
    ) {
        for batch in &structure.batches {
            let entries = &structure.entries[batch.lanes()];
            for colour in &structure.colours[batch.colours.clone()] {
                for block in colour.blocks.clone() {
                    let own = colour.entries_of_block(entries, block);
                    let used = u16::MAX >> (LANES - own.len());
                    let mut rest = self.candidates(batch.blocks.start + block, thresholds) & used;
                    while rest != 0 {
                        let contact = own[rest.trailing_zeros() as usize].contact as usize;
                        selected[contact / WORD] |= 1 << (contact % WORD);
                        rest &= rest - 1;
                    }
                }
            }
        }
    }

    /// The event candidates of a block: a bit for each lane.
    fn candidates(&self, block: usize, thresholds: EventThresholds) -> u16 {
        let EventThresholds { hit_speed, apart } = thresholds;
        let (flags, approach) = (&self.flags[block], &self.approach[block]);
        let ContactBlock { total, points: [first, second], .. } = &self.blocks[block];
        let pushed = bits(|lane| total[lane] > 0.0);
        let slow = bits(|lane| approach.normal[lane] < hit_speed);
        let within = |distance: Real| {
            bits(|lane| first.separation[lane] <= distance)
                | flags.pairs & bits(|lane| second.separation[lane] <= distance)
        };
        let goes_on = flags.touching & (pushed & slow | !pushed & within(apart));
        let stays_apart = !(flags.touching | pushed | within(0.0));
        !(goes_on | stays_apart) | flags.was_hit
    }

    /// Notes what the caller knows of the contact in a lane.
    pub(crate) fn note(&mut self, lane_index: LaneIndex, contact: &Contact) {
        let place = lane_index.block_and_lane();
        if let Some((flags, lane)) =
            place.and_then(|(block, lane)| Some((self.flags.get_mut(block)?, lane)))
        {
            let bit = 1 << lane;
            let set = |bits: u16, is: bool| if is { bits | bit } else { bits & !bit };
            flags.touching = set(flags.touching, contact.touching);
            flags.was_hit = set(flags.was_hit, contact.was_hit);
        }
    }

    /// The normal impulse in a lane, and the approach speed, if there was an impulse.
    pub(crate) fn impact(&self, lane_index: LaneIndex) -> Option<[Real; 2]> {
        let (block, lane) = lane_index.block_and_lane()?;
        let impulse = self.blocks[block].total[lane];
        Some([impulse, if impulse > 0.0 { self.approach[block].normal[lane] } else { 0.0 }])
    }

    /// Writes all results in a lane into its contact, of which this much is known since.
    pub(crate) fn read_known(&self, lane_index: LaneIndex, known: Known, contact: &mut Contact) {
        if known.is_in_lane() && lane_index != LaneIndex::UNSOLVED {
            // Those in the lane are of the points that it had.
            let separations = contact.separations();
            self.read(lane_index, contact);
            contact.set_separations(known.separations_or(separations));
            let old = contact.points.map(|point| [point.normal_impulse, point.tangent_impulse]);
            for (point, new) in contact.points.iter_mut().zip(known.impulses(old, old)) {
                [point.normal_impulse, point.tangent_impulse] = new;
            }
        }
    }

    /// Writes all results in a lane into its contact.
    pub(crate) fn read(&self, lane_index: LaneIndex, contact: &mut Contact) {
        let Some((block, lane)) = lane_index.block_and_lane() else { return };
        for (to, from) in contact.points.iter_mut().zip(&self.blocks[block].points) {
            to.normal_impulse = from.normal_impulse[lane];
            to.tangent_impulse = from.tangent_impulse[lane];
        }
        if let Some(separations) = self.separations(lane_index, contact) {
            contact.set_separations(separations);
        }
        contact.heavily_loaded = self.flags[block].heavily_loaded;
        if self.flags[block].cold {
            let impulse = self.cold[block].rolling_impulse[lane];
            contact.rolling_impulse = if lane_index.flipped() { -impulse } else { impulse };
        }
        (contact.approach_speed, contact.tangent_speed) = (0.0, 0.0);
        contact.impulse = self.blocks[block].total[lane];
        // A contact with an impulse has approach speeds.
        if contact.impulse > 0.0 {
            let approach = &self.approach[block];
            contact.approach_speed = approach.normal[lane];
            contact.tangent_speed = approach.tangent[lane];
            contact.striker = u8::from(approach.by_second[lane] > 0.0);
        }
    }

    /// The separations in a lane, which are those of its contact; those of discs may be of another
    /// time in the step.
    pub(crate) fn separations(
        &self,
        lane_index: LaneIndex,
        contact: &Contact,
    ) -> Option<[Real; 2]> {
        let (block, lane) = lane_index.block_and_lane().filter(|_| !contact.round)?;
        Some(self.blocks[block].points.each_ref().map(|point| point.separation[lane]))
    }

    /// Copies what contacts have in their lanes.
    pub(crate) fn copy_lanes(&mut self, source: &Self) {
        self.filled_for = source.filled_for;
        self.blocks.clone_from(&source.blocks);
        self.approach.clone_from(&source.approach);
        self.flags.clone_from(&source.flags);
        self.cold.clone_from(&source.cold);
    }

    /// Writes the impulses of joints into the constraints.
    pub(crate) fn write_joints(&self, structure: &Structure, constraints: &mut [JointConstraint]) {
        let joints = &structure.joints;
        self.write_trees(structure, constraints);
        for batch in &structure.batches {
            let entries = &joints.entries[batch.joint_entries.clone()];
            let colours = joints.colours[batch.joint_colours.clone()].iter();
            for colour in colours.filter(|colour| !colour.at_once) {
                for (place, entry) in entries[colour.entries.clone()].iter().enumerate() {
                    let (block, lane) = (colour.blocks.start + place / LANES, place % LANES);
                    let constraint = &mut constraints[entry.constraint as usize];
                    let JointConstraint { impulse, impulse_at_pin, changed, .. } = constraint;
                    if colour.kind == JointKind::Point {
                        let block = &self.points[batch.points.start + block];
                        let [x, y] = block.impulse.each_ref().map(|wide| wide[lane]);
                        *impulse = finite([x, y, 0.0, 0.0]);
                        // What is not finite is not gone on with.
                        *changed = [impulse[0], impulse[1]] != [x, y];
                    } else {
                        let block = &self.scalars[batch.scalars.start + block];
                        *impulse = finite(block.impulse.each_ref().map(|wide| wide[lane]));
                        let at_pin = match colour.kind {
                            JointKind::Held(ScalarForm::Axis)
                            | JointKind::Driven(ScalarForm::Axis) => turning_back(block, lane),
                            JointKind::Driven(ScalarForm::Hinge) => at_pin(block, lane),
                            _ => Vector::zeros(),
                        };
                        *impulse_at_pin = finite(at_pin.into()).into();
                    }
                }
            }
        }
    }

    /// Writes the impulses of trees into their constraints.
    fn write_trees(&self, structure: &Structure, constraints: &mut [JointConstraint]) {
        for (tree, state) in structure.joints.trees().iter().zip(&self.trees) {
            for (node, impulse) in tree.nodes.iter().zip(state.impulses()) {
                let constraint = &mut constraints[node.constraint as usize];
                (constraint.impulse, constraint.impulse_at_pin) =
                    (finite(impulse), Vector::zeros());
            }
        }
    }

    /// Moves the bodies, and lists those that cannot be moved.
    pub(crate) fn write_bodies(
        &self,
        structure: &Structure,
        bodies: &mut [Body],
        bounds: &Bounds,
        refused_bodies: &mut Vec<u32>,
    ) -> u32 {
        let states = &self.states;
        let (refused, slowed) = (AtomicBool::new(false), AtomicU32::new(0));
        for_each(bodies, &structure.home, |(body, &home)| {
            match finish(body, &states[home as usize], bounds) {
                Finished::Moved => {}
                Finished::Slowed => {
                    slowed.fetch_add(1, Ordering::Relaxed);
                }
                Finished::Refused => refused.store(true, Ordering::Relaxed),
            }
        });
        if refused.into_inner() {
            // Those that were refused are where they were, so they are refused again.
            for (index, (body, &home)) in bodies.iter().zip(&structure.home).enumerate() {
                if !states[home as usize].is_finite(body.center) {
                    refused_bodies.push(index as u32);
                }
            }
        }
        slowed.into_inner()
    }
}

/// A bit for each lane.
fn bits(is: impl Fn(usize) -> bool) -> u16 {
    (0..LANES).fold(0, |bits, lane| bits | u16::from(is(lane)) << lane)
}

/// Makes a list at least that long. It never shrinks: filling it again when the number goes up and
/// down by a few would cost more than all else here.
fn grow<T: Clone>(list: &mut Vec<T>, length: usize, value: T) {
    if list.len() < length {
        list.resize(length, value);
    }
}

/// Splits off the first `count` elements of `rest`.
fn split<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    rest.split_off_mut(..count).expect("every batch has room")
}

/// The impulse, or zero if it is not finite, as for disabled bodies: NaN has other bits in other
/// lanes.
fn finite<const N: usize>(impulse: [Real; N]) -> [Real; N] {
    if impulse.iter().all(|part| part.is_finite()) { impulse } else { [0.0; N] }
}

/// The impulse at the anchors with which motor and limits turned the bodies.
fn at_pin(block: &ScalarBlock, lane: usize) -> Vector {
    let [_, motor, lower, upper] = block.impulse.each_ref().map(|wide| wide[lane]);
    let [x, y] = block.now.line_b.each_ref().map(|wide| wide[lane]);
    Vector::new(x, y) * (motor + (lower - upper))
}

/// The angular impulse, along `x`, that came with the push of a slider: its angle bears it.
fn turning_back(block: &ScalarBlock, lane: usize) -> Vector {
    let [hold, motor, lower, upper] = block.impulse.each_ref().map(|wide| wide[lane]);
    let turn = block.now.turn_b[lane] - block.now.pushed_turn[lane];
    Vector::new(turn * (hold + motor + (lower - upper)), 0.0)
}
