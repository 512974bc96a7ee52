//! Bodies that rigid joints hold together, for impacts.
//!
//! Within an impact, joints are equations: a contact impulse does not change the speeds that they
//! hold. With the gradients `J` of a group's joints, and its masses `M`, an impulse that would
//! change velocities by `v` changes them by `v - M^-1 J^T (J M^-1 J^T)^-1 J v`. Joints do no work
//! by that, so only contacts change the energy. The matrix is factored once in a substep, within
//! its envelope: a row of a chain is coupled to its neighbours alone.
//!
//! Springs, motors, ropes, and joints with limits, with a largest force or that may break take no
//! part: they yield, and the passes compute by how much.

use core::ops::Range;
use umbra_geom::sort::Arrange;

use super::collect::{Batch, BounceCandidate, NONE};
use super::meeting::{HELD, Meeting};
use super::rows::{Row, dot, lines};
use super::{Bodies, Bounces, ImpactBody, add};
use crate::tuning::MOST_JOINED;
use crate::{BodyState, ConstraintForm, Islands, JointConstraint};
use umbra_geom::Real;

/// A row that follows from those before leaves a pivot smaller than its own by this factor, and is
/// left out.
const DEPENDENT: f64 = 1e-9;

/// The groups of bodies of a batch that joints hold together.
#[derive(Debug, Default)]
pub(super) struct Joined {
    /// The rigid joints of the batch.
    links: Vec<Link>,
    sets: Islands,
    /// Number of bodies of each set.
    sizes: Vec<u32>,
    /// Per body: its group, its index among the members, and the first row of it that it is in.
    places: Vec<Place>,
    groups: Vec<Group>,
    /// The movable bodies of each group.
    members: Vec<u32>,
    rows: Vec<Row>,
    /// Factors, row by row within the envelope.
    factors: Vec<f64>,
    /// The right side, then the solution.
    x: Vec<f64>,
    /// Changes of all members by unit impulses in points that bounce in this round, in addition to
    /// those of the two bodies alone: by point, by axis, by member.
    answers: Vec<[f64; 3]>,
}

/// A rigid joint of a batch.
#[derive(Clone, Copy, Debug)]
struct Link {
    group: u32,
    constraint: u32,
    /// The indices of its bodies, and flags of those that are movable.
    bodies: [u32; 2],
    moves: [bool; 2],
}

#[derive(Clone, Copy, Debug)]
struct Place {
    group: u32,
    member: u32,
    first_row: u32,
}

#[derive(Clone, Debug)]
struct Group {
    /// True if a contact may hit it.
    is_watched: bool,
    /// The substep for which it was factored.
    factored: u64,
    members: Range<usize>,
    rows: Range<usize>,
}

impl Joined {
    const NOWHERE: Place = Place { group: NONE, member: 0, first_row: NONE };

    pub(super) fn clear(&mut self) {
        self.links.clear();
        self.sizes.clear();
        self.places.clear();
        self.groups.clear();
        self.members.clear();
        self.rows.clear();
        self.factors.clear();
    }

    /// The bodies that are joined to others or to the world.
    pub(super) fn all(&self) -> &[u32] {
        &self.members
    }

    /// True if joints play no part in this step.
    pub(super) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The body that represents all bodies that move along with `number`.
    pub(super) fn leader(&self, number: u32) -> u32 {
        self.group_of(number).map_or(number, |group| self.members(group)[0])
    }

    fn group_of(&self, number: u32) -> Option<usize> {
        let place = self.places.get(number as usize)?;
        (place.group != NONE).then_some(place.group as usize)
    }

    /// The groups of two bodies, each once.
    fn groups_of(&self, [a, b]: [u32; 2]) -> [Option<usize>; 2] {
        let [of_a, of_b] = [a, b].map(|number| self.group_of(number));
        [of_a, of_b.filter(|_| of_a != of_b)]
    }

    fn members(&self, group: usize) -> &[u32] {
        &self.members[self.groups[group].members.clone()]
    }

    /// The bodies that move along with these two.
    pub(super) fn along_with(&self, bodies: [u32; 2]) -> impl Iterator<Item = u32> {
        let groups = self.groups_of(bodies).into_iter().flatten();
        groups.flat_map(move |group| self.members(group).iter().copied())
    }

    /// Pairs of joined bodies.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [u32; 2]> {
        let members = self.groups.iter().map(move |group| &self.members[group.members.clone()]);
        members.flat_map(|members| members.windows(2).map(|pair| [pair[0], pair[1]]))
    }

    /// Finds the sets of bodies, and makes groups of those that contacts may hit. No set has more
    /// bodies than can be solved together: joints between full sets are left to the passes.
    fn find_groups(&mut self, bodies: usize, watched: impl Iterator<Item = u32>) {
        let Self { links, sets, sizes, places, groups, .. } = self;
        links.arrange_by_key(|link| link.constraint);
        sets.reset(bodies as u32);
        sizes.resize(bodies, 1);
        places.resize(bodies, Self::NOWHERE);
        links.retain(|link| {
            let [a, b] = link.bodies.map(|number| sets.root(number) as usize);
            if link.moves != [true; 2] || a == b {
                return true;
            }
            let size = sizes[a] + sizes[b];
            let fits = size <= MOST_JOINED;
            if fits {
                sets.join(a as u32, b as u32);
                sizes[a.min(b)] = size;
            }
            fits
        });
        for link in &mut *links {
            let moved = link.bodies[usize::from(!link.moves[0])];
            let place = &mut places[sets.root(moved) as usize];
            if place.group == NONE {
                place.group = groups.len() as u32;
                groups.push(Group { is_watched: false, factored: 0, members: 0..0, rows: 0..0 });
            }
            link.group = place.group;
        }
        for number in watched {
            if let Some(group) = groups.get_mut(places[sets.root(number) as usize].group as usize) {
                group.is_watched = true;
            }
        }
    }

    /// Lists the members and rows of groups that may be hit.
    fn list_rows(&mut self, joints: &[JointConstraint]) {
        let Self { links, sets, places, groups, members, rows, factors, .. } = self;
        links.retain(|link| groups[link.group as usize].is_watched);
        links.arrange_by_key(|link| (link.group, link.constraint));
        for number in 0..places.len() as u32 {
            let group = places[sets.root(number) as usize].group;
            let is_watched = groups.get(group as usize).is_some_and(|group| group.is_watched);
            places[number as usize].group = if is_watched { group } else { NONE };
            members.extend(is_watched.then_some(number));
        }
        members.arrange_by_key(|number| (places[*number as usize].group, *number));
        let (mut first_member, mut first_link) = (0, 0);
        for (index, group) in groups.iter_mut().enumerate() {
            let own = members[first_member..].iter();
            let count = own.take_while(|of| places[**of as usize].group as usize == index).count();
            group.members = first_member..first_member + count;
            for (member, number) in members[group.members.clone()].iter().enumerate() {
                places[*number as usize].member = member as u32;
            }
            first_member += count;
            let own = links[first_link..].iter().take_while(|link| link.group as usize == index);
            let start = rows.len();
            for link in own {
                first_link += 1;
                let form = joints[link.constraint as usize].form;
                for axis in 0..if form == ConstraintForm::Point { 2 } else { 1 } {
                    let place = rows.len() as u32;
                    let mut first = place;
                    for (number, _) in link.bodies.into_iter().zip(link.moves).filter(|it| it.1) {
                        let of_body = &mut places[number as usize].first_row;
                        *of_body = (*of_body).min(place);
                        first = first.min(*of_body);
                    }
                    rows.push(Row {
                        constraint: link.constraint,
                        axis,
                        bodies: link.bodies,
                        lines: [[0.0; 3]; 2],
                        first: first as usize,
                        start: factors.len(),
                        inverse: 0.0,
                    });
                    factors.resize(factors.len() + (place - first) as usize, 0.0);
                }
            }
            group.rows = start..rows.len();
        }
        self.x.resize(rows.len(), 0.0);
    }

    /// Assembles and factors the equations of a group at its current poses.
    fn factor(&mut self, group: usize, bodies: &[ImpactBody], joints: &[JointConstraint]) {
        let range = self.groups[group].rows.clone();
        for row in &mut self.rows[range.clone()] {
            let [a, b] = row.bodies.map(|number| &bodies[number as usize]);
            row.lines = lines(&joints[row.constraint as usize], row.axis, a, b);
        }
        for i in range {
            let row = self.rows[i];
            let alone = row.coupling(&row, bodies);
            let mut pivot = alone;
            for j in row.first..i {
                let other = self.rows[j];
                let first = row.first.max(other.first);
                let mut value = row.coupling(&other, bodies);
                for k in first..j {
                    let of_row = self.factors[row.start + (k - row.first)];
                    value -= of_row * self.factors[other.start + (k - other.first)];
                }
                self.factors[row.start + (j - row.first)] = value;
            }
            for j in row.first..i {
                let factor = &mut self.factors[row.start + (j - row.first)];
                let value = *factor;
                *factor = value * self.rows[j].inverse;
                pivot -= value * *factor;
            }
            self.rows[i].inverse = if pivot > DEPENDENT * alone { 1.0 / pivot } else { 0.0 };
        }
    }

    /// Solves for the right side in `x`.
    fn solve(&mut self, group: usize) {
        let Self { groups, rows, factors, x, .. } = self;
        let range = groups[group].rows.clone();
        for i in range.clone() {
            let row = &rows[i];
            for j in row.first..i {
                x[i] -= factors[row.start + (j - row.first)] * x[j];
            }
        }
        for i in range.clone() {
            x[i] *= rows[i].inverse;
        }
        for i in range.rev() {
            let row = &rows[i];
            for j in row.first..i {
                x[j] -= factors[row.start + (j - row.first)] * x[i];
            }
        }
    }

    /// Adds the response of a group to given changes of two bodies, if they belong to it.
    fn answer(
        &mut self,
        group: usize,
        pair: [u32; 2],
        changes: Option<[[f64; 3]; 2]>,
        bodies: &[ImpactBody],
    ) {
        let Group { rows, members, .. } = self.groups[group].clone();
        let start = self.answers.len();
        self.answers.resize(start + members.len(), [0.0; 3]);
        let Some(changes) = changes else { return };
        for i in rows.clone() {
            let Row { bodies, lines, .. } = self.rows[i];
            let mut speed = 0.0;
            for (number, change) in pair.into_iter().zip(changes) {
                for (of, line) in bodies.into_iter().zip(lines) {
                    speed += if of == number { dot(line, change) } else { 0.0 };
                }
            }
            self.x[i] = speed;
        }
        self.solve(group);
        for i in rows {
            let Row { bodies: of_row, lines, .. } = self.rows[i];
            for (number, line) in of_row.into_iter().zip(lines) {
                let Place { group: of, member, .. } = self.places[number as usize];
                if of as usize == group {
                    let change = bodies[number as usize].yielded(line);
                    add(&mut self.answers[start + member as usize], &change, -self.x[i]);
                }
            }
        }
    }

    /// The changes by an impulse in a point, for all bodies that move along with the two, without
    /// the changes of the two bodies alone.
    pub(super) fn answers(
        &self,
        meeting: &Meeting,
        k: usize,
        impulse: [f64; 2],
    ) -> impl Iterator<Item = (u32, [f64; 3])> {
        let groups = self.groups_of([meeting.a, meeting.b]).into_iter().zip(meeting.answers);
        groups.filter_map(|(group, start)| Some((group?, start?))).flat_map(
            move |(group, start)| {
                let members = self.members(group);
                let of_point = start as usize + 2 * k * members.len();
                members.iter().enumerate().map(move |(member, &number)| {
                    let along = self.answers[of_point + member];
                    let across = self.answers[of_point + members.len() + member];
                    let mut change = [0.0; 3];
                    add(&mut change, &along, impulse[0]);
                    add(&mut change, &across, impulse[1]);
                    (number, change)
                })
            },
        )
    }

    /// The same for the two bodies only.
    fn answers_of_pair(&self, meeting: &Meeting, k: usize, impulse: [f64; 2]) -> [[f64; 3]; 2] {
        let mut changes = [[0.0; 3]; 2];
        for (number, change) in self.answers(meeting, k, impulse) {
            for (of, to) in [meeting.a, meeting.b].into_iter().zip(&mut changes) {
                if of == number {
                    *to = change;
                }
            }
        }
        changes
    }
}

impl Bounces {
    /// Finds the bodies that rigid joints hold together, among those that contacts may hit.
    pub(super) fn find_joined(
        &mut self,
        batch: &Batch<'_>,
        states: &[BodyState],
        numbers: &mut [u32],
    ) {
        let mut joined = core::mem::take(&mut self.joined);
        for colour in batch.joint_colours {
            for entry in &batch.joint_entries[colour.entries.clone()] {
                if batch.joints[entry.constraint as usize].holds_in_impacts() {
                    joined.links.push(Link {
                        group: NONE,
                        constraint: entry.constraint,
                        bodies: entry.slots.map(|slot| self.number(slot, batch, states, numbers)),
                        moves: [colour.moves.a, colour.moves.b],
                    });
                }
            }
        }
        if !joined.links.is_empty() {
            let watched = self.watches.iter().flat_map(BounceCandidate::movable);
            joined.find_groups(self.watched.len(), watched);
            joined.list_rows(batch.joints);
            for group in &joined.groups {
                let members = &joined.members[group.members.clone()];
                let masses = members.iter().map(|of| 1.0 / self.watched[*of as usize].inv_mass);
                let inv_mass = 1.0 / masses.sum::<Real>();
                for number in members {
                    self.watched[*number as usize].inv_mass = inv_mass;
                }
            }
        }
        self.joined = joined;
    }

    /// Prepares the groups of the contacts that bounce in this round.
    pub(super) fn ready_joined(&mut self, bodies: &Bodies<'_>, batch: &Batch<'_>) {
        if self.joined.is_empty() {
            return;
        }
        self.joined.answers.clear();
        for place in 0..self.bouncing.len() {
            let Meeting { a, b, .. } = self.meetings[self.bouncing[place] as usize];
            for group in self.joined.groups_of([a, b]).into_iter().flatten() {
                if self.joined.groups[group].factored != self.begin {
                    self.joined.groups[group].factored = self.begin;
                    for row in self.joined.groups[group].rows.clone() {
                        for number in self.joined.rows[row].bodies {
                            self.load(number, bodies);
                        }
                    }
                    self.joined.factor(group, &self.bodies, batch.joints);
                }
                for &number in self.joined.members(group) {
                    self.bodies[number as usize].begin_round(self.now, number);
                }
            }
        }
    }

    /// Computes the response of joined bodies to the contacts of a group, and the resulting
    /// yielding.
    pub(super) fn answer(&mut self, contacts: Range<usize>) {
        let Self { joined, meetings, bodies, bouncing, .. } = self;
        let is_alone = contacts.len() == 1;
        for &index in &bouncing[contacts] {
            let meeting = &mut meetings[index as usize];
            let pair = [meeting.a, meeting.b];
            (meeting.answers, meeting.coupling) = ([None; 2], 0.0);
            for (side, group) in joined.groups_of(pair).into_iter().enumerate() {
                let Some(group) = group else { continue };
                meeting.answers[side] = Some(joined.answers.len() as u32);
                for (k, point) in meeting.points.iter().enumerate() {
                    let acts = point.approach > 0.0;
                    for (impulse, acts) in
                        [([1.0, 0.0], acts), ([0.0, 1.0], acts && meeting.friction > 0.0)]
                    {
                        let changes = acts.then(|| meeting.changes(k, impulse, bodies));
                        joined.answer(group, pair, changes, bodies);
                    }
                }
            }
            if meeting.answers == [None; 2] {
                continue;
            }
            let [a, b] = pair.map(|number| &bodies[number as usize]);
            for k in 0..2 {
                if meeting.points[k].approach <= 0.0 {
                    continue;
                }
                let along = |axis: usize, impulse| {
                    let [of_a, of_b] = joined.answers_of_pair(meeting, k, impulse);
                    meeting.along(axis, k, &of_a, &of_b)
                };
                let [less, slips_less] = [along(0, [1.0, 0.0]), along(1, [0.0, 1.0])];
                let free = meeting.yielding_alone(k, a, b);
                let yielding = free + less;
                // Immovable bodies are hit by others, too.
                let hits_of = |body: &ImpactBody| if body.is_movable() { body.hits } else { 0 };
                let hits = if is_alone { f64::from(hits_of(a).max(hits_of(b))) } else { 0.0 };
                let point = &mut meeting.points[k];
                (point.yielding, point.slips_less) = (yielding, hits * slips_less);
                if yielding <= HELD * free {
                    // Joints do not let it move.
                    (point.approach, meeting.kept) = (0.0, 0.0);
                }
            }
            let [of_a, of_b] = joined.answers_of_pair(meeting, 1, [1.0, 0.0]);
            meeting.coupling = meeting.along(0, 0, &of_a, &of_b);
        }
    }
}
