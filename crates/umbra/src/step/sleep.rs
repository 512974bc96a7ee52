//! Stages 5 and 10: who is woken by what comes near, and which islands fall asleep.

use umbra_geom::math::{cross, dot, left_of};
use umbra_geom::{Real, Vector};
use umbra_solver::{Body, Contact, FIXED, Islands};

use crate::Scene;
use crate::store::{Bodies, Contacts, Placement, Rest, joins};

use super::collide::Fate;
use super::{changes, events};

/// Sleepers wake when something will touch them within so many steps. With one step, a ball that
/// stopped a micrometre short bounced off the sleeper as off a wall: the solver strikes a blow when
/// there is hardly a gap, too.
const FORESIGHT: Real = 2.0;

/// When no island that may sleep was found, the next search begins after this part of the time for which
/// bodies have to be still. Where a few bodies keep a heap awake, most of it is ready to sleep in every step,
/// and each search walks along all contacts.
const PAUSE: Real = 0.125;

/// Wakes islands that something awake is about to touch in this step, or that lost what they
/// rested on, and parks contacts that turn out to concern nobody awake.
///
/// Rows of contacts that come back are as they were when their island fell asleep: no body of it
/// has moved since. Returns how many bodies woke.
///
/// `met` says whether there are contacts with a body that sleeps: mostly there are none.
pub(super) fn wake_what_is_met(scene: &mut Scene, met: bool, dt: Real) -> usize {
    let mut any_idle = false;
    let mut startled = core::mem::take(&mut scene.startled);
    let fates = core::mem::take(&mut scene.scratch.fates);
    // Those that leave have left.
    let stay = fates.iter().filter(|fate| !fate.leaves()).enumerate();
    for (index, _) in stay.filter(|(_, fate)| met && **fate == Fate::Meets) {
        let row = &scene.contacts.rows[index];
        any_idle |= [row.body_a, row.body_b] == [FIXED; 2];
        if row.point_count > 0 {
            meet(scene, index, dt, &mut startled);
        }
    }
    scene.scratch.fates = fates;

    let first = scene.bodies.awake;
    for piece in startled.drain(..) {
        let body = scene.colliders.pieces[piece as usize].body;
        scene.wake(body as usize);
    }
    scene.startled = startled;
    if scene.bodies.awake > first {
        changes::accelerate(scene, first..scene.bodies.awake);
        name_bodies(scene);
    }
    if any_idle {
        scene.park_idle();
        scene.structure_changed = true;
    }
    for key in core::mem::take(&mut scene.laid) {
        if let Ok(index) = scene.bodies.index(key) {
            scene.bodies.records[index].laid = false;
        }
    }
    scene.bodies.awake - first
}

/// Looks at a contact of which one body at least is not awake: whether it wakes a sleeping one.
fn meet(scene: &mut Scene, index: usize, dt: Real, startled: &mut Vec<u32>) {
    let record = &scene.contacts.records[index];
    let bodies = &scene.bodies;
    let [a, b] = record.pieces.map(|piece| scene.colliders.pieces[piece as usize].body as usize);
    let sleeps = [a, b].map(|body| bodies.sleeps_in_island(body));
    if sleeps == [false; 2] {
        return;
    }
    let awake = [a, b].into_iter().find(|body| *body < bodies.awake);
    let row = &scene.contacts.rows[index];
    if row.touching {
        // Known for long: it matters only when the other one pushes, or was changed.
        if !awake.is_some_and(|body| is_stirring(bodies, body)) {
            return;
        }
    } else {
        if !will_touch(
            row,
            [a, b].map(|body| (body < bodies.awake).then(|| &bodies.states[body])),
            dt,
        ) {
            return;
        }
        let laid = [a, b].iter().any(|body| bodies.records[*body].laid);
        if awake.is_none() && laid {
            // Added asleep, and in touch from the beginning.
            let colliders = record.colliders;
            scene.contacts.rows[index].touching = true;
            events::note(scene, colliders, true);
            return;
        }
    }
    let pieces = scene.contacts.records[index].pieces;
    startled.extend(pieces.into_iter().zip(sleeps).filter(|(_, sleeps)| *sleeps).map(|(p, _)| p));
}

/// Whether an awake body is dynamic, moves, or was changed since the last step.
fn is_stirring(bodies: &Bodies, index: usize) -> bool {
    bodies.is_dynamic(index) || bodies.rests[index].time == 0.0 || moves(&bodies.states[index])
}

fn moves(body: &Body) -> bool {
    body.velocity != Vector::zeros() || body.angular_velocity != 0.0
}

/// Whether the surfaces will meet within [`FORESIGHT`] steps if nothing else happens.
fn will_touch(row: &Contact, bodies: [Option<&Body>; 2], dt: Real) -> bool {
    row.points().iter().any(|point| {
        let velocity = |body: Option<&Body>, anchor: Vector| {
            body.map_or(Vector::zeros(), |body| {
                let spin = body.angular_velocity + body.angular_acceleration * dt;
                body.velocity + body.acceleration * dt + left_of(anchor) * spin
            })
        };
        let [a, b] = bodies;
        let closing = velocity(b, point.anchor_b) - velocity(a, point.anchor_a);
        point.separation + dot(row.normal, closing) * dt * FORESIGHT <= 0.0
    })
}

/// Writes into all rows who is awake now.
fn name_bodies(scene: &mut Scene) {
    let Scene { bodies, colliders, contacts, .. } = scene;
    let name = |piece: u32| bodies.solver_index(colliders.pieces[piece as usize].body);
    for (record, row) in contacts.records.iter().zip(&mut contacts.rows) {
        (row.body_a, row.body_b) = (name(record.pieces[0]), name(record.pieces[1]));
    }
}

/// Puts the islands to sleep that have been still for long enough; how many bodies they have.
pub(super) fn fall_asleep(scene: &mut Scene, dt: Real) -> usize {
    let config = scene.config.sleep;
    // A body was disabled in this step: rows name bodies that are elsewhere now.
    if !config.enabled || scene.structure_changed {
        return 0;
    }
    let speed = config.speed * scene.config.speed_unit();
    scene.search_pause -= dt;
    if !rest_longer(&mut scene.bodies, speed, config.delay, dt) {
        scene.search_pause = 0.0;
        return 0;
    }
    if scene.search_pause > 0.0 {
        return 0;
    }
    let apart = scene.config.touch_distance();
    let Scene { bodies, contacts, scratch, .. } = scene;
    let tired = scratch.island_finder.still_islands(bodies, contacts, apart, config.delay);
    if tired.is_empty() {
        scene.search_pause = config.delay * PAUSE;
    } else {
        scene.put_to_sleep(&tired);
    }
    tired.len()
}

/// Counts for how long each awake body has been still; whether any has for as long as `delay`.
fn rest_longer(bodies: &mut Bodies, speed: Real, delay: Real, dt: Real) -> bool {
    let mut any = false;
    let each = bodies.states.iter().zip(&bodies.previous).zip(&mut bodies.rests);
    for ((state, previous), rest) in each.take(bodies.awake) {
        let still = is_still(state, previous, rest.extent, speed, dt);
        rest.time = if still { rest.time + dt } else { 0.0 };
        any |= still && rest.can_sleep && rest.time >= delay;
    }
    any
}

/// Whether no point of a body moves faster than `speed`, by its velocity and by what it has moved
/// in the step. A kinematic body that moves at all does so because it is told to.
fn is_still(body: &Body, previous: &Placement, extent: Real, speed: Real, dt: Real) -> bool {
    if !body.is_dynamic() {
        return !moves(body);
    }
    let way = body.center - previous.center;
    let (from, to) = (previous.rotation, body.rotation);
    let turn = cross(Vector::new(from.re, from.im), Vector::new(to.re, to.im));
    let moved = dot(way, way).sqrt() + turn.abs() * extent;
    let velocity = dot(body.velocity, body.velocity).sqrt();
    velocity + body.angular_velocity.abs() * extent < speed && moved < speed * dt
}

/// What a body does to those that it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Sleeps with them.
    Shares,
    /// Nothing.
    Stands,
    /// Keeps them awake: a kinematic body that moves does not come to rest by itself.
    Drives,
}

impl Part {
    fn of(body: &Body) -> Self {
        match body.is_dynamic() {
            true => Self::Shares,
            false if moves(body) => Self::Drives,
            false => Self::Stands,
        }
    }
}

/// What a body is to the search for islands that may sleep.
#[derive(Clone, Copy, Debug)]
struct Sleeper {
    part: Part,
    /// It has been still for long enough.
    ready: bool,
}

impl Sleeper {
    /// A body that is not awake.
    const NONE: Self = Self { part: Part::Stands, ready: false };
}

/// Finds islands of awake bodies.
#[derive(Debug, Default)]
pub(crate) struct IslandFinder {
    islands: Islands,
    /// Of the awake bodies.
    sleepers: Vec<Sleeper>,
}

impl IslandFinder {
    /// Joins awake dynamic bodies by pairs of bodies that touch; others among them are left out.
    fn find(&mut self, bodies: &Bodies, touching: impl Iterator<Item = [u32; 2]>) {
        self.islands.reset(bodies.awake as u32);
        let joins = |body: &u32| {
            (*body as usize) < bodies.awake && bodies.states[*body as usize].is_dynamic()
        };
        for [a, b] in touching.filter(|pair| pair.iter().all(joins)) {
            self.islands.join(a, b);
        }
    }

    /// How many islands of awake dynamic bodies there are, by the contacts of the last step.
    pub(crate) fn count(scene: &Scene) -> usize {
        let Scene { bodies, contacts, .. } = scene;
        let (pieces, apart) = (&scene.colliders.pieces, scene.config.touch_distance());
        let mut finder = Self::default();
        let all = contacts.records.iter().zip(&contacts.rows);
        let joining = all.filter(|(record, row)| joins(row, apart) && record.is_alive(pieces));
        let touching =
            joining.map(|(record, _)| record.pieces.map(|piece| pieces[piece as usize].body));
        finder.find(bodies, touching);
        let root = |body: &usize| finder.islands.root(*body as u32) == *body as u32;
        let dynamic = (0..bodies.awake).filter(|body| bodies.states[*body].is_dynamic());
        dynamic.filter(root).count()
    }

    /// The bodies of islands that have been still for `delay`, in ascending order. What is pushed by
    /// something that does not come to rest begins to wait anew.
    ///
    /// An island sleeps only when all its bodies are ready to. So all that are not count as one,
    /// member zero, and what is joined to it stays awake; contacts between two of them are passed
    /// over.
    fn still_islands(
        &mut self,
        bodies: &mut Bodies,
        contacts: &Contacts,
        apart: Real,
        delay: Real,
    ) -> Vec<u32> {
        let Bodies { states, rests, awake, .. } = bodies;
        let ready = |rest: &Rest| rest.can_sleep && rest.time > 0.0 && rest.time >= delay;
        let each = states[..*awake].iter().zip(&*rests);
        self.sleepers.clear();
        self.sleepers.extend(
            each.map(|(state, rest)| Sleeper { part: Part::of(state), ready: ready(rest) }),
        );
        self.islands.reset(*awake as u32 + 1);
        self.follow_ties(contacts, apart, rests);
        let Self { islands, sleepers } = self;
        let sleeps =
            |(member, sleeper): &(u32, &Sleeper)| sleeper.ready && islands.root(*member) > 0;
        let falling = (1..).zip(&*sleepers).filter(sleeps);
        falling.map(|(member, _)| member - 1).collect()
    }

    /// Joins islands along the contacts of bodies that are ready, and notes who is driven.
    fn follow_ties(&mut self, contacts: &Contacts, apart: Real, rests: &mut [Rest]) {
        let Self { islands, sleepers } = self;
        for row in &contacts.rows {
            let bodies = [row.body_a, row.body_b];
            let [a, b] =
                bodies.map(|body| sleepers.get(body as usize).copied().unwrap_or(Sleeper::NONE));
            if !(a.ready | b.ready) {
                continue;
            }
            let member = |body: u32, sleeper: Sleeper| if sleeper.ready { body + 1 } else { 0 };
            let [member_a, member_b] = [member(row.body_a, a), member(row.body_b, b)];
            let drives = row.surface_speed != 0.0 || [a.part, b.part].contains(&Part::Drives);
            if (!drives && islands.are_side_by_side(member_a, member_b)) || !joins(row, apart) {
                continue;
            }
            if [a.part, b.part] == [Part::Shares; 2] {
                islands.join(member_a, member_b);
            }
            if drives && row.touching {
                islands.join(0, member_a);
                islands.join(0, member_b);
                for body in bodies.into_iter().filter(|body| *body != FIXED) {
                    rests[body as usize].time = 0.0;
                }
            }
        }
    }
}
