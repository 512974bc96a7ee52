//! Restitution: the impacts of a substep, in the order of time.
//!
//! A bounce happens at the place and time where two bodies meet within a substep. Each substep
//! begins with the bounces. The meeting time gives the normal, the lever arms and the approach
//! speed; these give the velocities after the bounce. The bodies are then shifted so that they
//! reach the meeting place at the meeting time with their new velocities. Both lever arms end in
//! one place, so momentum, angular momentum and, with a restitution of one, energy are kept.
//!
//! Contacts bounce in rounds. A round takes the contacts that meet first among all contacts of both
//! their bodies, and of these the ones with the fastest approach, ties included. So a ball that
//! hits two others at once pushes both in one impact, and mirrored scenes stay mirrored. Then the
//! contacts of bodies that have bounced are computed again, until no contact approaches fast. A
//! body that is hit, and meets another within the substep, hits it.
//!
//! Velocities of this integrator belong to the middle of a substep. At the time `t` after its
//! start, a contact approaches at `v + (1/2 + t/h) gain`, where `v` is the velocity before the
//! substep and `gain` is the change by forces in it. With that, a perfect bounce keeps the height
//! of a falling ball.
//!
//! A contact that approaches fast but meets in a later substep is suspended until then: all other
//! passes skip it, because they would stop the approach.
//!
//! Most contacts that may bounce in a step approach slowly in each of its substeps. A quick test of
//! the velocities of their bodies finds them, and only the others get a close look.
//!
//! - `mod.rs`: the data of contacts and bodies, and the order of a substep;
//! - `collect.rs`: collects the contacts of a batch that may bounce in a step;
//! - `crowd.rs`: bounds for the work of a crowd of them, and lists of crowds for threads;
//! - `joined.rs`: bodies that rigid joints hold together; `rows.rs`: their equations;
//! - `glance.rs`: quick tests for the contacts that may bounce in a substep;
//! - `meeting.rs`: the meeting of the bodies of one contact; `discs.rs`: that of discs;
//! - `rounds.rs`: contacts that bounce together, and their impulses;
//! - `write.rs`: writes the results to bodies and blocks.
//!
//! Impacts are rare and full of branches, so they are computed one contact after the other, in 64
//! bits, so that the order within a group does not matter.

mod collect;
mod crowd;
mod discs;
mod glance;
mod joined;
mod meeting;
mod rounds;
mod rows;
mod write;

use umbra_geom::Real;

use crate::block::ContactBlock;
use crate::body::Forces;
use crate::{BodyState, Islands};
use collect::{BounceCandidate, Watched};
pub(crate) use crowd::LISTS;
use crowd::{Crowd, Dealt};
use joined::Joined;
use meeting::Meeting;

pub(crate) use collect::Batch;

/// Meetings closer together than this fraction of a substep are simultaneous.
const SAME_TIME: f64 = 1e-3;

/// The parameters of bounces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BounceParams {
    /// The length of a substep.
    pub(crate) h: Real,
    /// Contacts that approach slower do not bounce.
    pub(crate) threshold: Real,
}

/// The bodies of a batch as a substep begins.
#[derive(Clone, Copy)]
pub(crate) struct Bodies<'a> {
    pub(crate) states: &'a [BodyState],
    pub(crate) forces: &'a [Forces],
}

/// The contacts of a batch that may bounce, or some of its crowds of them, filled anew in every
/// step.
#[derive(Debug, Default)]
pub(crate) struct Bounces {
    /// Of each contact that may bounce: its index, its colour, and its lane, counted over all
    /// blocks of the batch.
    candidates: Vec<[u32; 3]>,
    /// Contacts that may bounce in the step, and their bodies.
    watches: Vec<BounceCandidate>,
    watched: Vec<Watched>,
    /// The high-restitution contacts of each body, body by body.
    links: Vec<u32>,
    /// Bodies that such contacts connect, and the work of each crowd at the index of its first
    /// body.
    crowds: Islands,
    work: Vec<Crowd>,
    /// The lists to which bodies are dealt.
    dealt: Vec<Dealt>,
    /// Bodies that joints hold together.
    joined: Joined,
    /// The contacts that had a close look.
    meetings: Vec<Meeting>,
    /// One entry for each body, as it was when it was last needed.
    bodies: Vec<ImpactBody>,
    /// The bodies that are needed in this substep.
    loaded: Vec<u32>,
    /// Counters of substeps and rounds, over all steps: now, and at the start of this substep.
    now: u64,
    begin: u64,
    /// The meetings that had a close look in this substep, and those without discs that are
    /// suspended.
    seen: Vec<u32>,
    suspended: Vec<u32>,
    /// The contacts that approach fast and meet in this substep.
    due: Vec<u32>,
    /// Due contacts of crowds whose visits are used up.
    last: Vec<u32>,
    /// The contacts that bounce in this round, group by group.
    bouncing: Vec<u32>,
    /// Bodies that have bounced in this round.
    struck: Vec<u32>,
    /// The bodies of a group.
    together: Vec<u32>,
    /// Points that keep the substep from replaying their impulse: contact, meeting and point.
    replays: Vec<[u32; 3]>,
    /// Work of this step.
    counts: BounceCounts,
}

/// The work of restitution in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BounceCounts {
    /// Contacts that may bounce in the step.
    pub watched: u64,
    /// Close looks: computations of the time, place and speed of a meeting.
    pub looks: u64,
    /// Rounds of impacts, in all substeps.
    pub rounds: u64,
    /// Bounces of contacts.
    pub bounces: u64,
}

impl core::ops::AddAssign for BounceCounts {
    fn add_assign(&mut self, other: Self) {
        self.watched += other.watched;
        self.looks += other.looks;
        self.rounds += other.rounds;
        self.bounces += other.bounces;
    }
}

/// A body that may bounce, in a substep.
#[derive(Clone, Copy, Debug, Default)]
struct ImpactBody {
    /// The substep in which it was read.
    loaded: u64,
    velocity: [f64; 3],
    offset: [f64; 3],
    gain: [f64; 3],
    /// The inverse mass along x and y; zero where it is locked.
    inv_mass: [f64; 2],
    inv_inertia: f64,
    /// The time of its last bounce in this substep.
    since: f64,
    has_bounced: bool,
    /// The round after that bounce.
    struck: u64,
    /// The round to which all following fields belong.
    round: u64,
    /// The earliest meeting of its contacts.
    first: f64,
    /// The fastest approach of those that meet then.
    fastest: f64,
    /// The earliest meeting in its crowd, if it represents the crowd.
    earliest: f64,
    /// The number of its points that bounce in this round.
    hits: u32,
    /// Another body of its group in this round; itself, if it represents the group.
    group: u32,
    /// The change of its velocity in this round.
    change: [f64; 3],
}

impl Bounces {
    /// Bounces every contact that meets fast in this substep. Contacts that approach as fast but
    /// meet later are suspended. All of that is to be [written](Self::write).
    pub(crate) fn bounce(
        &mut self,
        bodies: Bodies<'_>,
        blocks: &[ContactBlock],
        batch: &Batch<'_>,
    ) {
        if self.watches.is_empty() {
            return;
        }
        self.now += 1;
        self.begin = self.now;
        self.loaded.clear();
        self.seen.clear();
        self.run_rounds(&bodies, blocks, batch);
    }

    /// Reads a body at the start of the substep, if that has not been done.
    fn load(&mut self, number: u32, bodies: &Bodies<'_>) {
        let body = &mut self.bodies[number as usize];
        if body.loaded == self.begin {
            return;
        }
        self.loaded.push(number);
        let watched = &self.watched[number as usize];
        let slot = watched.slot as usize;
        let read = ImpactBody::new(&bodies.states[slot], &bodies.forces[slot], watched);
        *body = ImpactBody { loaded: self.begin, ..read };
    }

    /// The work of this step.
    pub(crate) fn counts(&self) -> BounceCounts {
        BounceCounts { watched: self.watches.len() as u64, ..self.counts }
    }

    /// The normal impulse of each contact in bounces of this step, and the fastest approach.
    pub(crate) fn given(&self) -> impl Iterator<Item = (u32, Real, Real)> {
        let given = self.meetings.iter().filter(|meeting| meeting.given > 0.0);
        given.map(|meeting| (meeting.contact, meeting.given as Real, meeting.struck_at as Real))
    }
}

impl ImpactBody {
    /// A body as the substep begins.
    fn new(state: &BodyState, forces: &Forces, watched: &Watched) -> Self {
        let BodyState { motion: [vx, vy, spin, inv_mass], offset: [x, y, turn, inv_inertia] } =
            *state;
        let [gain_x, gain_y, gain_spin, _] = forces.gain;
        // Each copy of a split body has a part of its mass.
        let copies = f64::from(watched.copies);
        let locked = [watched.locks.x, watched.locks.y];
        let unless_locked = |axis: usize, of: f64| if locked[axis] { 0.0 } else { of };
        let along = |axis| unless_locked(axis, f64::from(inv_mass) / copies);
        Self {
            velocity: [vx, vy, spin].map(f64::from),
            offset: [x, y, turn].map(f64::from),
            gain: [
                unless_locked(0, f64::from(gain_x)),
                unless_locked(1, f64::from(gain_y)),
                f64::from(gain_spin),
            ],
            inv_mass: [along(0), along(1)],
            inv_inertia: f64::from(inv_inertia) / copies,
            ..Self::default()
        }
    }

    /// Resets the data of the round before.
    fn begin_round(&mut self, now: u64, number: u32) {
        if self.round != now {
            (self.round, self.group, self.hits) = (now, number, 0);
            (self.first, self.earliest) = (f64::INFINITY, f64::INFINITY);
            (self.fastest, self.change) = (0.0, [0.0; 3]);
        }
    }

    fn is_movable(&self) -> bool {
        self.inv_mass[0] + self.inv_mass[1] + self.inv_inertia > 0.0
    }

    /// The change of the velocity along a unit impulse in this direction at this lever arm.
    fn yielding(&self, direction: [f64; 2], arm: f64) -> f64 {
        self.coupling(direction, [arm; 2])
    }

    /// The change of the velocity at one lever arm by a unit impulse at another one, both in this
    /// direction.
    fn coupling(&self, [x, y]: [f64; 2], arms: [f64; 2]) -> f64 {
        let [along_x, along_y] = self.inv_mass;
        // Directions are unit vectors up to rounding.
        let of_mass = if along_x == along_y { along_x } else { along_x * x * x + along_y * y * y };
        of_mass + self.inv_inertia * arms[0] * arms[1]
    }
}

/// Adds a multiple of `what` to `to`.
fn add(to: &mut [f64; 3], what: &[f64; 3], times: f64) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += what * times;
    }
}
