//! Bodies of the scene that are near those of a branch.
//!
//! Every awake body of the branch has a box within which all colliders of the scene are in the
//! branch. Before each step, the box has to hold all places that the body can reach in the next
//! steps. If it does not, the body gets another box around its course in some more steps, and the
//! branch what the scene has there.

use core::ops::ControlFlow;
use umbra_geom::sort::Arrange;

use umbra_geom::{Aabb, Real, Vector};

use super::gather::{Candidate, Gathered};
use umbra_core::{BodyKey, BodyRef, QueryFilter, Scene};

/// Number of steps that a box reaches ahead along the course of its body, at first.
const STEPS_OF_BOX: Real = 24.0;
/// The greatest number of steps: of what bounces about, a course says nothing that far ahead.
const MOST_STEPS_OF_BOX: Real = 384.0;
/// Number of steps ahead in which nothing may be missed, whatever the direction: sleeping bodies
/// wake shortly before they are touched.
const STEPS_OF_REACH: Real = 4.0;
/// Distance at which bodies count as near, in length units.
const MARGIN: Real = 0.2;

/// A body of the scene that is awake and not in the branch.
#[derive(Debug)]
struct Other {
    body: BodyKey,
    /// Around its course until the end, if nothing diverts it.
    course: Aabb,
    /// Around all that it can reach until then, if nothing speeds it up.
    reach: Aabb,
}

/// Boxes in which the branch has everything, and the bodies that may come into them.
#[derive(Debug, Default)]
pub(super) struct Near {
    /// At the index of a body of the branch.
    boxes: Vec<Option<Aabb>>,
    others: Vec<Other>,
}

/// Bodies found around those of a branch.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) candidates: Vec<Candidate>,
    /// True if another body may come there.
    pub(super) others_move: bool,
}

impl Near {
    /// Begins with a branch, of which nothing is known.
    pub(super) fn start(&mut self, scene: &Scene, gathered: &Gathered, seconds: Real) {
        self.boxes.clear();
        self.others.clear();
        let gravity = scene.config().gravity;
        let unit = scene.config().length_unit;
        for key in scene.awake_bodies().filter(|key| !gathered.contains(*key)) {
            let Ok(body) = scene.body(key) else { continue };
            let still = body.velocity() == Vector::zeros() && body.angular_velocity() == 0.0;
            let Some(aabb) = body.aabb().filter(|_| body.is_dynamic() || !still) else { continue };
            let fall = 0.5 * acceleration(body, gravity).norm() * seconds * seconds;
            let reach = aabb.grown(speed(body, &aabb) * seconds + fall + MARGIN * unit);
            let course = course(body, &aabb, gravity, seconds).grown(MARGIN * unit);
            self.others.push(Other { body: key, course, reach });
        }
    }

    /// True if other bodies are awake.
    pub(super) fn has_others(&self) -> bool {
        !self.others.is_empty()
    }

    /// Finds what the branch lacks for its next step. Looks farther ahead with each start.
    pub(super) fn find(&mut self, scene: &Scene, branch: &Scene, dt: Real, starts: u32) -> Found {
        let mut found = Found::default();
        let steps = (1..starts.min(8)).fold(STEPS_OF_BOX, |steps, _| 2.0 * steps);
        let ahead = steps.min(MOST_STEPS_OF_BOX) * dt;
        let Self { boxes, others } = self;
        for key in branch.awake_bodies() {
            let Ok(body) = branch.body(key) else { continue };
            let Some(aabb) = body.aabb() else { continue };
            let needed = reach(body, &aabb, branch, dt);
            let place = key.index();
            if boxes.get(place).copied().flatten().is_some_and(|known| known.contains(&needed)) {
                continue;
            }
            let gravity = branch.config().gravity;
            let known = needed.union(&course(body, &aabb, gravity, ahead));
            if boxes.len() <= place {
                boxes.resize(place + 1, None);
            }
            boxes[place] = Some(known);
            scene.overlap_aabb_each(&known, QueryFilter::default(), |collider| {
                let body = scene.collider(collider).map(|it| Candidate::free(it.body()));
                found.candidates.extend(body.ok());
                ControlFlow::Continue(())
            });
            for other in others.iter().filter(|other| other.reach.overlaps(&known)) {
                found.others_move = true;
                if other.course.overlaps(&known) {
                    found.candidates.push(Candidate::free(other.body));
                }
            }
        }
        // Pieces are visited in no order that means anything.
        found.candidates.arrange_by_key(|it| it.body);
        found.candidates.dedup_by_key(|it| it.body);
        found
    }
}

/// Acceleration of a body by gravity and its constant force.
fn acceleration(body: BodyRef<'_>, gravity: Vector) -> Vector {
    let (force, _) = body.constant_force();
    match body.is_dynamic() {
        true if body.mass() > 0.0 => gravity * body.gravity_scale() + force / body.mass(),
        true => gravity * body.gravity_scale(),
        false => Vector::zeros(),
    }
}

/// The greatest speed of a point of a body.
fn speed(body: BodyRef<'_>, aabb: &Aabb) -> Real {
    body.velocity().norm() + body.angular_velocity().abs() * aabb.half_extents().norm()
}

/// Around all that a body can reach in the next steps.
fn reach(body: BodyRef<'_>, aabb: &Aabb, branch: &Scene, dt: Real) -> Aabb {
    let config = branch.config();
    let gain = acceleration(body, config.gravity).norm() * dt * STEPS_OF_REACH;
    let displacement = (speed(body, aabb) + gain) * dt * STEPS_OF_REACH;
    aabb.grown(displacement + MARGIN * config.length_unit)
}

/// Around the course of a body that nothing diverts.
fn course(body: BodyRef<'_>, aabb: &Aabb, gravity: Vector, seconds: Real) -> Aabb {
    let half = aabb.half_extents();
    let turns = body.angular_velocity() != 0.0;
    let room = if turns { half.norm() - half.x.min(half.y) } else { 0.0 };
    let around = aabb.grown(room);
    let (velocity, acceleration) = (body.velocity(), acceleration(body, gravity));
    (1..=4).fold(around, |all, part| {
        let time = 0.25 * part as Real * seconds;
        all.union(&around.moved(velocity * time + acceleration * (0.5 * time * time)))
    })
}
