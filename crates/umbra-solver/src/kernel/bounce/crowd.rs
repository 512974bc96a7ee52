//! Bounds for the work of a crowd: the bodies that an impact may reach from one another within a
//! step.
//!
//! Impacts in a crowd that comes to rest are endless: each takes a part of the speed, and the next
//! comes sooner. So the visits of a crowd in a substep are bounded by its contacts. When they are
//! used up, the due contacts bounce once more, in the order of time and one after the other, and
//! the other passes handle any later approach. Small crowds, in which the order of impacts is
//! visible, get far more visits for each contact.

use umbra_geom::Real;
use umbra_geom::sort::Arrange;

use super::collect::Batch;
use super::{Bodies, BounceParams, Bounces, SAME_TIME};
use crate::tuning::{
    CROWD_WINDOWS, FEW_LOSSLESS, LEAST_WINDOWS, MANY_CONTACTS, MANY_LOSSLESS, MOST_COUNTED_BOUNCES,
    SPENT_PART, STOPPED_PART, STOPPED_PART_OF_MANY, VISITS_OF_MANY, VISITS_PER_BOUNCE,
    VISITS_PER_LOOK, WINDOWS,
};

/// The work of a crowd.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Crowd {
    /// The number of its high-restitution contacts that may bounce in the step.
    watches: u32,
    /// The number of those that lose next to nothing.
    lossless: u32,
    /// The number of visits allowed to them if they are few.
    worth: u32,
    /// The number of visits in this substep, and the substep.
    visits: u32,
    substep: u64,
    /// The last round before which something changed in it.
    stirred: u64,
}

impl Crowd {
    /// Counts a contact with this restitution.
    pub(super) fn add(&mut self, restitution: Real) {
        self.watches += 1;
        let (mut kept, mut bounces) = (f64::from(restitution), 1);
        while kept >= SPENT_PART && bounces < MOST_COUNTED_BOUNCES {
            (kept, bounces) = (kept * f64::from(restitution), bounces + 1);
        }
        self.lossless += u32::from(bounces == MOST_COUNTED_BOUNCES);
        self.worth = self.worth.saturating_add(VISITS_PER_BOUNCE * bounces);
    }

    /// True if it has many contacts.
    pub(super) fn is_large(&self) -> bool {
        self.watches > if self.is_lossless() { MANY_LOSSLESS } else { MANY_CONTACTS }
    }

    /// True if it loses next to nothing in its impacts.
    fn is_lossless(&self) -> bool {
        self.lossless == self.watches
    }

    /// The number of visits allowed in a substep.
    fn allowed(&self) -> u32 {
        match self.watches {
            watches if self.is_large() => VISITS_OF_MANY * watches,
            FEW_LOSSLESS.. if self.is_lossless() => 2 * self.worth,
            _ => self.worth,
        }
    }

    /// Counts visits in a substep. Returns true if there are any left.
    fn visit(&mut self, count: u32, substep: u64) -> bool {
        if self.substep != substep {
            (self.substep, self.visits) = (substep, 0);
        }
        self.visits = self.visits.saturating_add(count);
        !self.is_spent(substep)
    }

    /// Notes that something has changed in it, and counts the close look at that. Returns true if
    /// there are visits left.
    pub(super) fn stir(&mut self, [now, substep]: [u64; 2]) -> bool {
        self.stirred = now;
        self.visit(VISITS_PER_LOOK, substep)
    }

    /// Counts the visit of a contact before a round. Returns true if there are any left. Where
    /// nothing has changed, it is none: rounds of others in the batch do not count.
    pub(super) fn visit_before_round(&mut self, [now, substep]: [u64; 2]) -> bool {
        if now == substep || now == self.stirred {
            self.visit(1, substep)
        } else {
            !self.is_spent(substep)
        }
    }

    /// True if all visits of a substep are used up.
    pub(super) fn is_spent(&self, substep: u64) -> bool {
        self.substep == substep && self.visits > self.allowed()
    }

    /// The approach speed above which discs are stopped if they meet too slowly to bounce.
    pub(super) fn stopped(&self, has_low_restitution: bool, params: BounceParams) -> f64 {
        let is_large = !has_low_restitution && self.is_large();
        let part = if is_large { STOPPED_PART_OF_MANY } else { STOPPED_PART };
        part * f64::from(params.threshold)
    }

    /// The end of the window that contains a time, for substeps of length `h`.
    pub(super) fn end_of_window(&self, time: f64, h: f64) -> f64 {
        let windows = CROWD_WINDOWS / f64::from(self.watches.max(1));
        let windows = if windows < WINDOWS { windows } else { WINDOWS };
        let windows = if windows > LEAST_WINDOWS { windows } else { LEAST_WINDOWS };
        ((time / h * windows).floor() + 1.0) * h / windows
    }
}

impl Bounces {
    /// Lets the due contacts of crowds whose visits are used up bounce once, one after the other.
    pub(super) fn bounce_in_turn(&mut self, bodies: &Bodies<'_>, batch: &Batch<'_>) {
        let params = batch.params;
        let Self { last, meetings, .. } = self;
        last.arrange_by(|a, b| {
            let [a, b] = [a, b].map(|index| &meetings[*index as usize]);
            a.time().total_cmp(&b.time()).then(a.contact.cmp(&b.contact))
        });
        for place in 0..self.last.len() {
            let index = self.last[place];
            self.now += 1;
            let meeting = &mut self.meetings[index as usize];
            let numbers = [meeting.a, meeting.b];
            let [a, b] = numbers.map(|number| &self.bodies[number as usize]);
            meeting.look(a, b, self.now, params);
            self.counts.looks += 1;
            if meeting.approach <= 0.0 || meeting.time() > f64::from(params.h) * (1.0 + SAME_TIME) {
                continue;
            }
            for number in numbers {
                self.bodies[number as usize].begin_round(self.now, number);
            }
            for point in meeting.points.iter_mut().filter(|point| point.approach > 0.0) {
                point.impulse = 0.0;
                for number in numbers {
                    self.bodies[number as usize].hits += 1;
                }
            }
            self.bouncing.clear();
            self.bouncing.push(index);
            self.ready_joined(bodies, batch);
            self.solve(0..1);
            self.apply_impulses(0..1);
            self.meetings[index as usize].end_bounces();
        }
        self.last.clear();
        self.bouncing.clear();
    }
}
