//! Bounds for the work of a crowd: the bodies that an impact may reach from one another within a
//! step.
//!
//! Impacts in a crowd that comes to rest are endless: each takes a part of the speed, and the next
//! comes sooner. So the visits of a crowd in a substep are bounded by its contacts. When they are
//! used up, the due contacts bounce once more, in the order of time and one after the other, and
//! the other passes handle any later approach. Small crowds, in which the order of impacts is
//! visible, get far more visits for each contact.
//!
//! Impacts in one crowd bring about nothing in another, and no two have a movable body
//! in common. So the crowds of a large batch are dealt to several lists, on which threads work at
//! the same time; their number changes no bit.

use umbra_geom::Real;
use umbra_geom::sort::Arrange;

use super::collect::{Batch, BounceCandidate, NONE, Watched};
use super::{Bodies, BounceParams, Bounces, SAME_TIME};
use crate::tuning::{
    CROWD_WINDOWS, FEW_LOSSLESS, LEAST_WINDOWS, MANY_CONTACTS, MANY_LOSSLESS, MOST_COUNTED_BOUNCES,
    SPENT_PART, STOPPED_PART, STOPPED_PART_OF_MANY, VISITS_OF_MANY, VISITS_PER_BOUNCE,
    VISITS_PER_LOOK, WINDOWS,
};

/// The number of lists of a batch that several threads solve.
pub(crate) const LISTS: usize = 4;

/// With fewer contacts that may bounce, one thread is done before another has begun.
const WORTH_DEALING: usize = 32;

/// The list to which a body is dealt, and its index there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dealt {
    /// Its index in the list; none for an immovable one, which each contact has for itself.
    number: u32,
    /// If it represents its crowd: the number of contacts, the list and the first body there.
    contacts: u32,
    list: u32,
    first: u32,
}

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

impl Dealt {
    const NOWHERE: Self = Self { number: NONE, contacts: 0, list: NONE, first: NONE };
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

    /// Gives some of the crowds to these lists, which are empty, so that each has about as many
    /// contacts. Those with joined bodies stay.
    pub(crate) fn deal(&mut self, others: &mut [Self]) {
        if others.is_empty() || self.watches.len() < WORTH_DEALING {
            return;
        }
        self.choose_lists(1 + others.len());
        for other in &mut *others {
            other.crowds.reset(0);
            other.work.clear();
        }
        let Self { watches, watched, crowds, work, dealt, .. } = self;
        watches.retain(|watch| {
            let root = crowds.root(watch.b) as usize;
            let list = dealt[root].list as usize;
            if list > 0 {
                others[list - 1].take_contact(*watch, watched, (root, work[root]), dealt);
            }
            list == 0
        });
        self.link();
        for other in others {
            other.make_room();
            other.link();
        }
    }

    /// Chooses a list for each crowd, in the order of their first contacts.
    fn choose_lists(&mut self, count: usize) {
        let Self { watches, watched, crowds, joined, dealt, .. } = self;
        dealt.clear();
        dealt.resize(watched.len(), Dealt::NOWHERE);
        for watch in &*watches {
            dealt[crowds.root(watch.b) as usize].contacts += 1;
        }
        let mut loads = [0; LISTS];
        let loads = &mut loads[..count];
        for &number in joined.all() {
            let crowd = &mut dealt[crowds.root(number) as usize];
            if crowd.list == NONE {
                crowd.list = 0;
                loads[0] += crowd.contacts;
            }
        }
        for watch in &*watches {
            let crowd = &mut dealt[crowds.root(watch.b) as usize];
            if crowd.list == NONE {
                let least = (0..count).min_by_key(|list| loads[*list]).unwrap_or(0);
                crowd.list = least as u32;
                loads[least] += crowd.contacts;
            }
        }
    }

    /// Takes a contact, of the crowd that a body represents in the list that it comes from.
    fn take_contact(
        &mut self,
        mut watch: BounceCandidate,
        watched: &[Watched],
        (root, crowd): (usize, Crowd),
        dealt: &mut [Dealt],
    ) {
        for (number, is_movable) in [(&mut watch.a, watch.movable_a), (&mut watch.b, true)] {
            let from = *number as usize;
            let known = dealt[from].number;
            if is_movable && known != NONE {
                *number = known;
                continue;
            }
            *number = self.watched.len() as u32;
            self.watched.push(watched[from]);
            self.crowds.grow(*number + 1);
            self.work.push(crowd);
            if is_movable {
                dealt[from].number = *number;
                if dealt[root].first == NONE {
                    dealt[root].first = *number;
                }
                self.crowds.join(dealt[root].first, *number);
            }
        }
        self.watches.push(watch);
    }
}
