//! Stage 3: distant pairs become contacts when they come near, and contacts that have moved find their
//! points anew.
//!
//! - `mod.rs`: the walk over contacts, share by share, and what is decided for each;
//! - `distant.rs`: the walk over distant pairs;
//! - `groups.rs`: pairs of a kind are collided together;
//! - `motion.rs`: where bodies are;
//! - `outlook.rs`: how far that brings the pieces of a pair to one another, and whether near;
//! - `recycle.rs`: pairs that have barely moved keep their points;
//! - `swept.rs`: pairs so fast that they might pass one another;
//! - `row.rs`: from a manifold to what the solver is given.
//!
//! Contacts are independent of one another here, so they are shared out among threads. Within a
//! share, pairs of a kind are put aside and collided eight or sixteen at a time, which costs a fifth and
//! gives the same bits; so it does not matter which contacts make up a share.
//! What depends on order, dropping contacts and reporting their ends, follows in one walk.

mod distant;
mod groups;
mod motion;
mod outlook;
mod recycle;
mod row;
mod swept;

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_broad::BroadPhase;
use umbra_geom::collide::BatchPair;
use umbra_geom::simd::Level;
use umbra_geom::{Manifold, Real};
use umbra_solver::{Body, Contact, FIXED};

use crate::Scene;
use crate::store::{
    Bodies, Built, Change, Colliders, ContactRecord, Contacts, Outlines, Piece, PieceRow,
};

#[cfg(feature = "parallel")]
use super::helpers::worth_sharing;
use super::{Scratch, changes, events};
pub(super) use distant::Leaving;
use groups::Groups;
pub(super) use motion::Motion;
use outlook::Outlooks;
use recycle::{Keeping, note, tolerance};
use row::{Seen, are_centered, write};

/// How many contacts a thread takes at once: some 5 us of work.
const SHARE: usize = 256;
/// How many of those are looked at one way and then another before the next: so few that they stay in
/// the nearest cache meanwhile.
const STRETCH: usize = 64;
/// How many pieces a thread takes at least where no contact is looked at.
#[cfg(feature = "parallel")]
const PIECES: usize = 1024;

/// What every contact reads.
struct Surroundings<'a> {
    broad: &'a BroadPhase,
    pieces: &'a [Piece],
    outlines: &'a Outlines,
    /// One for each body that is awake.
    motions: &'a [Motion],
    /// Bodies beyond those and before this one sleep.
    moving: usize,
    /// Whether some piece says of a change.
    any_changed: bool,
    task: &'a Task,
}

/// What becomes of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Stays,
    /// It stays, and one of its bodies sleeps or both are not awake: stage 5 looks at it.
    Meets,
    /// The two are no longer near: it goes back to the distant pairs.
    Parts,
    /// The fat boxes have parted, or one of the pieces is gone.
    Ends,
}

/// Contacts that are refreshed one after another.
struct Share<'a> {
    records: &'a mut [ContactRecord],
    rows: &'a mut [Contact],
    /// All stay, unless something else is found.
    fates: &'a mut [Fate],
}

/// What the refreshing of some contacts found out.
#[derive(Clone, Copy, Default)]
struct Outcome {
    /// Some part or end.
    any_leave: bool,
    /// Some got their first point or lost their last.
    seating_changed: bool,
    /// A body of some sleeps.
    meets_sleepers: bool,
}

/// How contacts are to be refreshed in a step.
pub(super) struct Task {
    /// The instructions with which eight pairs are looked at side by side.
    level: Level,
    /// Those with which they are collided; none where pairs go one by one.
    batch_level: Option<Level>,
    speculative: Real,
    /// Contacts that approach slower do not bounce.
    bounce_speed: Real,
    dt: Real,
    /// Manifolds are kept while a pair has moved by no more than this; negative to keep none.
    tolerance: Real,
    /// Whether the rows are as the structure will have them; hooks may refuse some later.
    final_rows: bool,
}

/// What was refreshed beside the search for new pairs: so many of the contacts and of the distant
/// pairs, counted from the first.
#[derive(Default)]
pub(super) struct Known {
    contacts: usize,
    distant: usize,
    outcome: Outcome,
}

/// Notes how pieces move in this step, and how contacts are to be refreshed. Where bodies are has been
/// noted with their accelerations.
pub(super) fn prepare(scene: &mut Scene, dt: Real, has_hooks: bool) -> Task {
    // What hooks have changed is neither material nor manifold.
    let keeps_manifolds = !scene.contacts.mix_all;
    if scene.contacts.mix_all {
        scene.contacts.mix(&scene.colliders.pieces);
    }
    foresee(scene, dt);
    scene.scratch.leaving.clear();
    scene.scratch.fates.clear();
    Task {
        level: changes::vector_level(&scene.config),
        batch_level: changes::batch_level(&scene.config),
        speculative: scene.config.speculative_distance(),
        bounce_speed: scene.config.scaled_solver().restitution_threshold,
        dt,
        tolerance: if keeps_manifolds { scene.config.recycle_distance() } else { -1.0 },
        final_rows: !has_hooks,
    }
}

/// Looks at all pairs that are known before the search for new ones has ended, if there are threads
/// to share that with: else nothing is to be gained, and it is left to [`refresh`].
pub(super) fn refresh_known(
    broad: &BroadPhase,
    colliders: &Colliders,
    bodies: &Bodies,
    contacts: &mut Contacts,
    scratch: &mut Scratch,
    task: &Task,
) -> Known {
    let Contacts { records, rows, distant, .. } = contacts;
    #[cfg(feature = "parallel")]
    let shared = worth_sharing(records.len());
    #[cfg(not(feature = "parallel"))]
    let shared = false;
    if !shared {
        return Known::default();
    }
    let surroundings = Surroundings::new(broad, colliders, &scratch.motions, bodies.moving, task);
    surroundings.look_out(distant, 0, &mut scratch.leaving);
    scratch.fates.resize(records.len(), Fate::Stays);
    let fates = &mut scratch.fates;
    let (contacts, distant) = (records.len(), distant.len());
    let outcome = surroundings.refresh_all(Share { records, rows, fates });
    Known { contacts, distant, outcome }
}

/// Refreshes all contacts but those that are known, and drops those whose boxes have parted. Whether
/// some of them have a body that sleeps.
pub(super) fn refresh(scene: &mut Scene, task: &Task, known: &Known) -> bool {
    let motions = core::mem::take(&mut scene.scratch.motions);
    let Scene { broad, colliders, bodies, contacts, .. } = scene;
    let surroundings = Surroundings::new(broad, colliders, &motions, bodies.moving, task);
    let mut leaving = core::mem::take(&mut scene.scratch.leaving);
    surroundings.look_out(&contacts.distant[known.distant..], known.distant, &mut leaving);
    let before = contacts.records.len();
    let idle = distant::let_leave(contacts, &colliders.pieces, &leaving);
    scene.structure_changed |= contacts.records.len() > before;
    scene.scratch.fates.resize(contacts.records.len(), Fate::Stays);
    let others = surroundings.refresh_all(Share {
        records: &mut contacts.records[known.contacts..],
        rows: &mut contacts.rows[known.contacts..],
        fates: &mut scene.scratch.fates[known.contacts..],
    });
    let outcome = known.outcome.or(others);
    for (record, row) in idle {
        contacts.parked.insert(&mut colliders.pieces, record, row);
    }
    (scene.scratch.motions, scene.scratch.leaving) = (motions, leaving);
    scene.colliders.outlines.forget_changes();
    scene.structure_changed |= outcome.seating_changed;
    if outcome.any_leave {
        events::drop_leaving(scene);
        scene.structure_changed = true;
    }
    outcome.meets_sleepers
}

/// Notes how far the pieces of awake bodies come in this step.
fn foresee(scene: &mut Scene, dt: Real) {
    let Scene { bodies, colliders, awake_pieces, .. } = scene;
    let Colliders { records, pieces, outlines, .. } = colliders;
    let awake = awake_pieces.list(bodies, records, pieces);
    foresee_some(awake, &mut outlines.rows, 0, &bodies.states, dt);
}

/// [`foresee`] for these pieces, whose rows are among `rows`; the first of those is that of piece
/// `first`.
fn foresee_some(awake: &[u32], rows: &mut [PieceRow], first: u32, bodies: &[Body], dt: Real) {
    #[cfg(feature = "parallel")]
    if awake.len() >= 2 * PIECES && rayon::current_num_threads() > 1 {
        let (left, right) = awake.split_at(awake.len() / 2);
        let middle = right[0];
        let (rows_left, rows_right) = rows.split_at_mut((middle - first) as usize);
        rayon::join(
            || foresee_some(left, rows_left, first, bodies, dt),
            || foresee_some(right, rows_right, middle, bodies, dt),
        );
        return;
    }
    for &piece in awake {
        let row = &mut rows[(piece - first) as usize];
        let body = &bodies[row.body as usize];
        row.foresee(body, dt);
    }
}

impl Fate {
    /// Whether the contact is one no longer.
    pub(super) fn leaves(self) -> bool {
        matches!(self, Self::Parts | Self::Ends)
    }
}

impl Share<'_> {
    /// So many at a time.
    fn parts(&mut self, count: usize) -> impl Iterator<Item = Share<'_>> {
        let parts = self.records.chunks_mut(count).zip(self.rows.chunks_mut(count));
        let parts = parts.zip(self.fates.chunks_mut(count));
        parts.map(|((records, rows), fates)| Share { records, rows, fates })
    }
}

impl<'a> Surroundings<'a> {
    fn new(
        broad: &'a BroadPhase,
        colliders: &'a Colliders,
        motions: &'a [Motion],
        moving: usize,
        task: &'a Task,
    ) -> Self {
        let Colliders { pieces, outlines, .. } = colliders;
        let any_changed = outlines.any_changed();
        Self { broad, pieces, outlines, motions, moving, any_changed, task }
    }
}

impl Surroundings<'_> {
    fn refresh_all(&self, mut all: Share) -> Outcome {
        #[cfg(feature = "parallel")]
        if worth_sharing(all.records.len()) {
            let Share { records, rows, fates } = all;
            let shares = records.par_chunks_mut(SHARE).zip(rows.par_chunks_mut(SHARE));
            let shares = shares.zip(fates.par_chunks_mut(SHARE));
            // Left to itself, rayon does not cut what nobody has stolen yet, and ends unevenly.
            return shares
                .with_max_len(1)
                .map(|((records, rows), fates)| self.refresh_share(Share { records, rows, fates }))
                .reduce(Outcome::default, Outcome::or);
        }
        let each = all.parts(SHARE).map(|share| self.refresh_share(share));
        each.fold(Outcome::default(), Outcome::or)
    }

    /// Refreshes up to [`SHARE`] contacts.
    fn refresh_share(&self, mut share: Share) -> Outcome {
        let mut outcome = Outcome::default();
        let mut groups = Groups::default();
        for (stretch, first) in share.parts(STRETCH).zip((0..).step_by(STRETCH)) {
            self.refresh_stretch(stretch, first, &mut groups, &mut outcome);
        }
        outcome.seating_changed |= self.collide_groups(share.records, share.rows, &groups);
        outcome
    }

    /// Refreshes up to [`STRETCH`] contacts of a share, but those that have to be collided: these are
    /// put into `groups`. `first` is the index of the first one in the share.
    fn refresh_stretch(
        &self,
        Share { records, rows, fates }: Share,
        first: usize,
        groups: &mut Groups,
        outcome: &mut Outcome,
    ) {
        let (mut outlooks, mut keeping) = (Outlooks::default(), Keeping::default());
        self.look_at_contacts(records, rows, &mut outlooks, &mut keeping);
        for (index, (record, row)) in records.iter_mut().zip(rows).enumerate() {
            let [a, b] = self.rows_of(record.pieces);
            let change = a.change.max(b.change);
            if self.have_parted(change, record.proxies) {
                fates[index] = Fate::Ends;
                outcome.any_leave = true;
                continue;
            }
            (row.body_a, row.body_b) = (self.solver_index(a.body), self.solver_index(b.body));
            let asleep = self.is_asleep(a.body) | self.is_asleep(b.body);
            let anybody = row.body_a != FIXED || row.body_b != FIXED;
            if asleep || !anybody {
                fates[index] = Fate::Meets;
                outcome.meets_sleepers |= asleep;
            }
            if change < Change::All && keeping.is_settled(index) {
                keeping.update(index, row);
                continue;
            }
            let outlook = outlooks.of(index);
            let keep_apart = self.keep_apart(record.pieces, &outlook);
            if row.point_count == 0 && keep_apart {
                // What touched until now is looked at by the events of this step.
                if anybody && !row.touching && !record.seated {
                    fates[index] = Fate::Parts;
                    outcome.any_leave = true;
                }
                continue;
            }
            let tolerance = tolerance([a, b], self.task.tolerance);
            // Where two meet that have points and come no farther than this is known, however thin
            // they are; looked for anew on their way, the contacts of cards would turn about.
            let is_held = row.point_count > 0 && outlook.way <= tolerance;
            if outlook.is_fast && !is_held {
                outcome.seating_changed |= self.collide_swept(record, row, keep_apart);
                continue;
            }
            let speculative = self.task.speculative + outlook.way;
            if change < Change::All && keeping.is_kept(index) {
                keeping.update(index, row);
                continue;
            }
            let pair = BatchPair { shapes: record.pieces, speculative };
            groups.push(first + index, [a.form, b.form], pair);
        }
    }

    /// Collides the pairs that were put aside; whether that changed a seating.
    fn collide_groups(
        &self,
        records: &mut [ContactRecord],
        rows: &mut [Contact],
        groups: &Groups,
    ) -> bool {
        let mut changed = false;
        groups.collide(self.task.batch_level, self.outlines, self.pieces, |collided, manifold| {
            let (record, row) = (&mut records[collided.contact], &mut rows[collided.contact]);
            row.round = collided.are_circles && are_centered(self.rows_of(record.pieces));
            changed |= self.take(record, row, manifold, collided.pair.speculative);
        });
        changed
    }

    /// Writes a manifold that was found where the pieces are; whether that changed the seating.
    #[inline]
    fn take(
        &self,
        record: &mut ContactRecord,
        row: &mut Contact,
        manifold: &Manifold,
        speculative: Real,
    ) -> bool {
        let [a, b] = self.rows_of(record.pieces);
        let seen = Seen::near(manifold, a.arm, b.arm);
        let changed = write(record, row, &seen, self.task.final_rows);
        if self.is_slow(speculative) {
            let bodies = [a, b].map(|piece| self.motion(piece.body));
            note(&mut record.built, row, bodies, speculative);
        } else {
            record.built.speculative = Built::NEVER.speculative;
        }
        changed
    }

    /// Whether a pair that looks so far for points may have moved so little until the next step
    /// that its manifold can be kept: at less than 0.9 m/s. For others it is not worth a note: they
    /// would have to be stopped.
    #[inline]
    fn is_slow(&self, speculative: Real) -> bool {
        speculative - self.task.speculative <= self.task.tolerance
    }

    fn rows_of(&self, pieces: [u32; 2]) -> [&PieceRow; 2] {
        pieces.map(|piece| &self.outlines.rows[piece as usize])
    }

    /// How a body moves, wherever it is.
    fn motion(&self, body: u32) -> &Motion {
        self.motions.get(body as usize).unwrap_or(&Motion::NONE)
    }

    fn is_asleep(&self, body: u32) -> bool {
        (self.motions.len()..self.moving).contains(&(body as usize))
    }

    /// How the solver names a body: its index, or `FIXED` beyond the boundary.
    fn solver_index(&self, body: u32) -> u32 {
        if (body as usize) < self.motions.len() { body } else { FIXED }
    }
}

impl Outcome {
    fn or(self, other: Self) -> Self {
        Self {
            any_leave: self.any_leave | other.any_leave,
            seating_changed: self.seating_changed | other.seating_changed,
            meets_sleepers: self.meets_sleepers | other.meets_sleepers,
        }
    }
}
