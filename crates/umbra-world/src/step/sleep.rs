//! Stages 5 and 11: wake sleeping bodies that are about to be touched, and put still islands to
//! sleep.

use umbra_geom::math::{dot, left_of};
use umbra_geom::{Real, Vector};
use umbra_solver::{Body, Contact, FIXED, Islands};

use crate::measure::Measured;
use crate::results::LaneResults;
use crate::store::{
    Bodies, BodyMotion, Contacts, Joints, ListedJoint, Placement, SleepTimer, joins, moves,
};
use crate::{BodyKey, World};

use super::collide::{Outcome, OutcomeKind};
use super::{changes, events};
use crate::tuning::{PAUSE_OF_SEARCH, STEPS_OF_FORESIGHT};

/// Wakes islands that something awake is about to touch, or that lost a contact, and puts contacts
/// without an awake body to sleep. Returns how many bodies woke.
///
/// Contacts that wake are unchanged since their island fell asleep, because no body of it has
/// moved.
///
/// `any_sleepers` says whether a contact has a sleeping body; mostly none has.
pub(super) fn wake_touched(
    world: &mut World,
    outcomes: &[Outcome],
    any_sleepers: bool,
    dt: Real,
) -> usize {
    let mut any_idle = false;
    let mut to_wake = core::mem::take(&mut world.pending.to_wake);
    // Contacts that were dropped have left the arrays.
    let stay = outcomes.iter().filter(|outcome| !outcome.leaves()).enumerate();
    for (index, _) in
        stay.filter(|(_, outcome)| any_sleepers && outcome.kind == OutcomeKind::NeedsWaking)
    {
        let contact = &world.contacts.solver_contacts[index];
        any_idle |= [contact.body_a, contact.body_b] == [FIXED; 2];
        if !world.pending.added_asleep.is_empty() && has_parted(world, index) {
            world.contacts.solver_contacts[index].touching = false;
            world.solver.forget_contacts();
            events::note(world, world.colliders_of(&world.contacts.infos[index]), false);
        } else if contact.point_count > 0 {
            list_bodies_to_wake(world, index, dt, &mut to_wake);
        }
    }
    let first = world.bodies.awake;
    for key in to_wake.drain(..) {
        // Some may have been removed since.
        if let Ok(body) = world.bodies.index(key) {
            world.wake(body);
        }
    }
    world.pending.to_wake = to_wake;
    if world.bodies.awake > first {
        changes::accelerate(world, first..world.bodies.awake, dt);
        write_body_indices(world);
    }
    if any_idle {
        world.put_idle_contacts_to_sleep();
        world.pending.structure = true;
    }
    for key in core::mem::take(&mut world.pending.added_asleep) {
        if let Ok(index) = world.bodies.index(key) {
            world.bodies.marks[index].added_asleep = false;
        }
    }
    world.bodies.awake - first
}

/// True if a contact ends because a body was teleported, to a place close by, and put to sleep
/// there.
fn has_parted(world: &World, index: usize) -> bool {
    let contact = &world.contacts.solver_contacts[index];
    let body = |piece: u32| world.colliders.pieces[piece as usize].body as usize;
    let stays = |piece: u32| world.bodies.marks[body(piece)].added_asleep;
    let apart = world.config.touch_distance();
    contact.touching
        && world.contacts.infos[index].pieces.into_iter().any(stays)
        && contact.points().iter().all(|point| point.separation > apart)
}

/// Lists the sleeping bodies of a contact that has to wake them.
fn list_bodies_to_wake(world: &mut World, index: usize, dt: Real, to_wake: &mut Vec<BodyKey>) {
    let info = &world.contacts.infos[index];
    let bodies = &world.bodies;
    let [a, b] = info.pieces.map(|piece| world.colliders.pieces[piece as usize].body as usize);
    let sleeps = [a, b].map(|body| bodies.sleeps_in_island(body));
    if sleeps == [false; 2] {
        return;
    }
    let awake = [a, b].into_iter().find(|body| *body < bodies.awake);
    let contact = &world.contacts.solver_contacts[index];
    if contact.touching {
        // Already touching: wake only when the other body pushes or was changed.
        if !awake.is_some_and(|body| is_stirring(bodies, body)) {
            return;
        }
    } else {
        if !will_touch(
            contact,
            [a, b].map(|body| (body < bodies.awake).then(|| &bodies.states[body])),
            dt,
        ) {
            return;
        }
        let added_asleep = [a, b].iter().any(|body| bodies.marks[*body].added_asleep);
        if awake.is_none() && added_asleep {
            // Both were added asleep and touch from the start: report it without waking them.
            let colliders = world.colliders_of(info);
            world.contacts.solver_contacts[index].touching = true;
            world.solver.forget_contacts();
            events::note(world, colliders, true);
            return;
        }
    }
    let sleeping = [a, b].into_iter().zip(sleeps).filter(|(_, sleeps)| *sleeps);
    to_wake.extend(sleeping.map(|(body, _)| bodies.infos[body].key));
}

/// True if an awake body may push: it is dynamic, moves, or was changed since the last step.
fn is_stirring(bodies: &Bodies, index: usize) -> bool {
    bodies.is_dynamic(index)
        || bodies.sleep_timers[index].time == 0.0
        || moves(&bodies.states[index])
}

/// True if the surfaces will touch within [`STEPS_OF_FORESIGHT`] steps if nothing else happens.
fn will_touch(contact: &Contact, bodies: [Option<&Body>; 2], dt: Real) -> bool {
    contact.points().iter().any(|point| {
        let velocity = |body: Option<&Body>, anchor: Vector| {
            body.map_or(Vector::zeros(), |body| {
                let spin = body.angular_velocity + body.angular_acceleration * dt;
                body.velocity + body.acceleration * dt + left_of(anchor) * spin
            })
        };
        let [a, b] = bodies;
        let closing = velocity(b, point.anchor_b) - velocity(a, point.anchor_a);
        point.separation + dot(contact.normal, closing) * dt * STEPS_OF_FORESIGHT <= 0.0
    })
}

/// Writes body indices into all contacts again, after bodies woke.
fn write_body_indices(world: &mut World) {
    let World { bodies, colliders, contacts, .. } = world;
    let name = |piece: u32| bodies.solver_index(colliders.pieces[piece as usize].body);
    for (info, contact) in contacts.infos.iter().zip(&mut contacts.solver_contacts) {
        (contact.body_a, contact.body_b) = (name(info.pieces[0]), name(info.pieces[1]));
    }
}

/// Puts islands to sleep that have been still for long enough. Returns how many bodies they have.
pub(super) fn fall_asleep(world: &mut World, finder: &mut IslandFinder, dt: Real) -> usize {
    let config = world.config.sleep;
    // Images that came in this step are linked to their bodies by joints that are not listed yet.
    let is_list_stale = !world.portals.is_idle() && world.pending.joints;
    if !config.enabled || is_list_stale {
        return 0;
    }
    let speed = config.speed * world.config.speed_unit();
    let any_soon = finder.advance_timers(&mut world.bodies, speed, config.delay, dt);
    world.search_pause -= dt;
    let looks_at_all = world.search_pause <= 0.0;
    if looks_at_all {
        world.search_pause = config.delay * PAUSE_OF_SEARCH;
    }
    let has_work = if looks_at_all { any_soon } else { !finder.asking.is_empty() };
    if !has_work {
        return 0;
    }
    let apart = world.config.touch_distance();
    let World { bodies, contacts, joints, solver, structure, .. } = world;
    let contacts = (&*contacts, LaneResults { solver, structure });
    let tired = finder.still_islands(bodies, contacts, joints, apart, config.delay, looks_at_all);
    if !tired.is_empty() {
        world.put_to_sleep(&tired);
    }
    tired.len()
}

/// Time for which a body has to have been still to be ready before the next search of all islands.
fn soon(delay: Real) -> Real {
    delay - delay * PAUSE_OF_SEARCH
}

/// True if no point of a body moves faster than `speed`, by its velocity and by its displacement in
/// the step. A kinematic body is still only when it does not move at all.
fn is_still(body: &Body, motion: &BodyMotion, extent: Real, speed: Real, dt: Real) -> bool {
    if !body.is_dynamic() {
        return !moves(body);
    }
    let displacement = motion.displacement();
    let moved = dot(displacement, displacement).sqrt() + motion.sin().abs() * extent;
    let velocity = dot(body.velocity, body.velocity).sqrt();
    velocity + body.angular_velocity.abs() * extent < speed && moved < speed * dt
}

/// Role of a body in the search for islands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Dynamic: sleeps with its island.
    Member,
    /// Does not move: neither joins islands nor keeps them awake.
    Bystander,
    /// A moving kinematic body: keeps what it touches awake.
    Driver,
}

impl Role {
    fn from_body(body: &Body) -> Self {
        if body.is_dynamic() {
            Self::Member
        } else if moves(body) {
            Self::Driver
        } else {
            Self::Bystander
        }
    }
}

/// A body in the search for islands to put to sleep.
#[derive(Clone, Copy, Debug)]
struct Sleeper {
    role: Role,
    /// Still for long enough, or will be before the next search of all.
    ready: bool,
}

impl Sleeper {
    /// A body that is not awake.
    const NONE: Self = Self { role: Role::Bystander, ready: false };
}

/// Finds islands to put to sleep.
#[derive(Debug, Default)]
pub(super) struct IslandFinder {
    islands: Islands,
    /// One for each awake body.
    sleepers: Vec<Sleeper>,
    /// Awake bodies that have just been still for long enough, and may be the last ones of their
    /// islands.
    asking: Vec<u32>,
    /// For each member: whether all of an island can fall asleep now, at its root.
    falls: Vec<bool>,
    /// One for each listed joint: see [`find_drives`](Self::find_drives).
    drives: Vec<bool>,
}

impl IslandFinder {
    /// Advances the sleep timers of awake bodies, and lists those that ask for a search. Returns
    /// whether any may be ready before all are looked at the next time.
    fn advance_timers(&mut self, bodies: &mut Bodies, speed: Real, delay: Real, dt: Real) -> bool {
        self.asking.clear();
        let mut any_soon = false;
        let each = bodies.states.iter().zip(&bodies.previous).zip(&mut bodies.sleep_timers);
        for (index, ((state, from), rest)) in (0..).zip(each.take(bodies.awake)) {
            let was_ready = rest.is_ready(delay);
            let motion = BodyMotion { from: *from, to: Placement::from_body(state) };
            let still = is_still(state, &motion, rest.extent, speed * rest.tolerance, dt);
            rest.in_vain &= still && rest.time > 0.0;
            if still {
                rest.advance(state, speed * rest.tolerance, delay, dt);
            } else {
                rest.time = 0.0;
            }
            any_soon |= rest.is_ready(soon(delay));
            if !was_ready && rest.is_ready(delay) && !rest.in_vain {
                self.asking.push(index);
            }
        }
        any_soon
    }

    /// The bodies, in ascending order, of islands that have been still for `delay`: of all islands,
    /// or of those of which a body asks. When all are looked at, resets the timers of bodies that
    /// something moving pushes, and notes who need not ask until the next time.
    ///
    /// An island sleeps only when all its bodies are ready. So all bodies that are not ready, and
    /// will not be soon, count as one, member zero: what is joined to it stays awake, and contacts
    /// between two of them are skipped.
    fn still_islands(
        &mut self,
        bodies: &mut Bodies,
        contacts: (&Contacts, LaneResults<'_>),
        joints: &Joints,
        apart: Real,
        delay: Real,
        looks_at_all: bool,
    ) -> Vec<u32> {
        self.find_drives(bodies, joints);
        let Bodies { states, sleep_timers, awake, .. } = bodies;
        let needed = if looks_at_all { soon(delay) } else { delay };
        let each = states[..*awake].iter().zip(&*sleep_timers);
        self.sleepers.clear();
        self.sleepers.extend(each.map(|(state, rest)| Sleeper {
            role: Role::from_body(state),
            ready: rest.is_ready(needed),
        }));
        self.islands.reset(*awake as u32 + 1);
        self.join_ready(contacts, apart, sleep_timers, looks_at_all);
        self.join_by_joints(joints, sleep_timers, looks_at_all);
        let Self { islands, sleepers, asking, falls, .. } = self;
        falls.clear();
        falls.resize(*awake + 1, looks_at_all);
        for body in asking {
            falls[islands.root(*body + 1) as usize] = true;
        }
        falls[islands.root(0) as usize] = false;
        if looks_at_all {
            for (member, rest) in (1..).zip(&mut sleep_timers[..*awake]) {
                let root = islands.root(member);
                rest.in_vain = root == islands.root(0);
                falls[root as usize] &= rest.is_ready(delay);
            }
        }
        let falling = |(member, sleeper): &(u32, &Sleeper)| {
            sleeper.ready && falls[islands.root(*member) as usize]
        };
        let falling = (1..).zip(&*sleepers).filter(falling);
        falling.map(|(member, _)| member - 1).collect()
    }

    /// Finds the joints whose motors move something. A motor may turn its bodies slower than the
    /// sleep speed: they are still then, but must not fall asleep. A stalled motor keeps nothing
    /// awake.
    fn find_drives(&mut self, bodies: &Bodies, joints: &Joints) {
        let drives = |joint: &ListedJoint| {
            let info = joints.infos.get(joint.key).filter(|_| joint.drives);
            info.is_some_and(|info| Measured::new(info, joints, bodies).is_driving())
        };
        self.drives.clear();
        self.drives.extend(joints.listed.iter().map(drives));
    }

    /// The same along joints: motors that move something and moving bodies keep awake what is
    /// joined to them.
    fn join_by_joints(
        &mut self,
        joints: &Joints,
        sleep_timers: &mut [SleepTimer],
        resets_timers: bool,
    ) {
        let Self { islands, sleepers, drives, .. } = self;
        for (joint, drives) in joints.listed.iter().zip(drives) {
            let [a, b] = joint.bodies.map(|body| {
                let sleeper = sleepers.get(body as usize).copied().unwrap_or(Sleeper::NONE);
                (if sleeper.ready { body + 1 } else { 0 }, sleeper.role)
            });
            if [a.1, b.1] == [Role::Member; 2] {
                islands.join(a.0, b.0);
            }
            if *drives || [a.1, b.1].contains(&Role::Driver) {
                for (body, (member, role)) in joint.bodies.into_iter().zip([a, b]) {
                    // The timers of others are left alone: whether there is a search depends on who is ready.
                    if role == Role::Member && member > 0 {
                        islands.join(0, member);
                        if resets_timers {
                            sleep_timers[body as usize].time = 0.0;
                        }
                    }
                }
            }
        }
    }

    /// Joins islands along contacts with ready bodies, and marks what moving bodies or surfaces
    /// keep awake.
    fn join_ready(
        &mut self,
        (contacts, results): (&Contacts, LaneResults<'_>),
        apart: Real,
        sleep_timers: &mut [SleepTimer],
        resets_timers: bool,
    ) {
        let Self { islands, sleepers, .. } = self;
        for (index, contact) in contacts.solver_contacts.iter().enumerate() {
            let bodies = [contact.body_a, contact.body_b];
            let [a, b] =
                bodies.map(|body| sleepers.get(body as usize).copied().unwrap_or(Sleeper::NONE));
            if !(a.ready | b.ready) {
                continue;
            }
            let member = |body: u32, sleeper: Sleeper| if sleeper.ready { body + 1 } else { 0 };
            let [member_a, member_b] = [member(contact.body_a, a), member(contact.body_b, b)];
            let drives = contact.surface_speed != 0.0 || [a.role, b.role].contains(&Role::Driver);
            let separation = || results.separation(index, contact);
            if (!drives && islands.are_side_by_side(member_a, member_b))
                || !joins(contact, separation, apart)
            {
                continue;
            }
            if [a.role, b.role] == [Role::Member; 2] {
                islands.join(member_a, member_b);
            }
            if drives && contact.touching {
                islands.join(0, member_a);
                islands.join(0, member_b);
                for body in bodies.into_iter().filter(|body| resets_timers && *body != FIXED) {
                    sleep_timers[body as usize].time = 0.0;
                }
            }
        }
    }
}
