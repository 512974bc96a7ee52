//! Bodies: what the solver reads, what only the interface reads, and the keys.

use slotmap::SlotMap;
use umbra_geom::math::cross;
use umbra_geom::{Point, Pose, Real, Rotation, Vector};
use umbra_solver::Body as SolverBody;

use crate::body::MassProperties;
use crate::{Body, BodyKey, BodyKind, ColliderKey, Error};

use super::Few;

/// A mass or an inertia below this counts as this, so that its inverse stays far from overflow.
const LEAST_INERTIA: Real = 1e-24;

/// Where a body is: its centre of mass, because that is what moves in straight lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placement {
    pub(crate) center: Point,
    pub(crate) rotation: Rotation,
}

/// What no stage of a step walks.
#[derive(Clone, Debug)]
pub(crate) struct BodyRecord {
    pub(crate) key: BodyKey,
    pub(crate) kind: BodyKind,
    pub(crate) enabled: bool,
    pub(crate) lock_rotation: bool,
    /// What it turns about, seen from its origin: the centre of mass; of a kinematic body, the origin.
    pub(crate) local_center: Point,
    /// The centre of mass, seen from its origin.
    pub(crate) center_of_mass: Point,
    pub(crate) mass: Real,
    pub(crate) inertia: Real,
    pub(crate) additional_mass: Real,
    pub(crate) mass_properties: Option<MassProperties>,
    pub(crate) colliders: Few<ColliderKey>,
    pub(crate) user_data: u64,
    /// It is among the bodies that the scene has listed as redirected.
    pub(crate) redirected: bool,
    /// Added asleep, and no step was made since: colliders may be added, and touch others, without
    /// waking it.
    pub(crate) laid: bool,
}

/// What accelerates a body. Every step reads this of all that are awake.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drive {
    /// Forces and torques until the end of the next step.
    pub(crate) force: Vector,
    pub(crate) torque: Real,
    pub(crate) gravity_scale: Real,
}

impl Drive {
    /// Whether something was applied.
    pub(crate) fn is_pushed(&self) -> bool {
        self.force != Vector::zeros() || self.torque != 0.0
    }

    /// Takes off all that was applied.
    pub(crate) fn let_go(&mut self) {
        (self.force, self.torque) = (Vector::zeros(), 0.0);
    }
}

/// For how long a body has been still.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rest {
    /// In seconds. Zero when something about the body was changed since the last step.
    pub(crate) time: Real,
    /// From the centre of mass to the farthest point of the body.
    pub(crate) extent: Real,
    pub(crate) can_sleep: bool,
}

/// All bodies: those that move, then those that sleep, then the fixed and the disabled ones.
/// `states[..awake]` is what the solver is given; all others cost a step nothing.
///
/// The arrays are parallel; a body's index changes when bodies come, go, or cross a boundary, and
/// its collider pieces are told (`Scene::swap_bodies`).
#[derive(Debug, Default)]
pub(crate) struct Bodies {
    pub(crate) keys: SlotMap<BodyKey, u32>,
    pub(crate) states: Vec<SolverBody>,
    /// Where the bodies were before the last step.
    pub(crate) previous: Vec<Placement>,
    /// Walked once per step over the awake, before the solver.
    pub(crate) drives: Vec<Drive>,
    /// Walked once per step over the awake, after the solver.
    pub(crate) rests: Vec<Rest>,
    pub(crate) records: Vec<BodyRecord>,
    /// Where sleeping bodies begin.
    pub(crate) awake: usize,
    /// Where fixed and disabled bodies begin.
    pub(crate) moving: usize,
}

impl Bodies {
    pub(crate) fn index(&self, key: BodyKey) -> Result<usize, Error> {
        self.keys.get(key).map(|&index| index as usize).ok_or(Error::NoSuchBody(key))
    }

    /// Whether the body would move but sleeps.
    #[inline]
    pub(crate) fn is_asleep(&self, index: usize) -> bool {
        self.awake <= index && index < self.moving
    }

    /// Whether the body sleeps and something else can push it, so that others sleep with it.
    pub(crate) fn sleeps_in_island(&self, index: usize) -> bool {
        self.is_asleep(index) && self.is_dynamic(index)
    }

    pub(crate) fn is_dynamic(&self, index: usize) -> bool {
        self.records[index].kind == BodyKind::Dynamic
    }

    /// How the solver names a body: its index, or `FIXED` beyond the boundary.
    #[inline]
    pub(crate) fn solver_index(&self, index: u32) -> u32 {
        if (index as usize) < self.awake { index } else { umbra_solver::FIXED }
    }

    /// Appends a body, beyond the boundaries.
    pub(crate) fn push(&mut self, body: &Body) -> BodyKey {
        let index = self.records.len() as u32;
        let key = self.keys.insert(index);
        let center = Point::from(body.pose.translation.vector);
        let moves = body.kind != BodyKind::Fixed && !body.sleeping;
        self.states.push(SolverBody {
            center,
            rotation: body.pose.rotation,
            velocity: if moves { body.velocity } else { Vector::zeros() },
            angular_velocity: if moves { body.angular_velocity } else { 0.0 },
            linear_damping: body.linear_damping,
            angular_damping: body.angular_damping,
            locks: body.locks,
            ..SolverBody::default()
        });
        self.previous.push(Placement { center, rotation: body.pose.rotation });
        self.drives.push(Drive {
            force: Vector::zeros(),
            torque: 0.0,
            gravity_scale: body.gravity_scale,
        });
        self.rests.push(Rest { time: 0.0, extent: 0.0, can_sleep: body.can_sleep });
        self.records.push(BodyRecord {
            key,
            kind: body.kind,
            enabled: body.enabled,
            lock_rotation: body.lock_rotation,
            local_center: Point::origin(),
            center_of_mass: Point::origin(),
            mass: 0.0,
            inertia: 0.0,
            additional_mass: body.additional_mass,
            mass_properties: body.mass_properties,
            colliders: Few::default(),
            user_data: body.user_data,
            redirected: false,
            laid: false,
        });
        key
    }

    /// Where the body's origin is, and how it is turned.
    pub(crate) fn pose(&self, index: usize) -> Pose {
        let state = &self.states[index];
        let placement = Placement { center: state.center, rotation: state.rotation };
        placement.pose(self.records[index].local_center)
    }

    /// The velocity of the body's material at a point of the world.
    pub(crate) fn velocity_at(&self, index: usize, point: Point) -> Vector {
        let state = &self.states[index];
        let arm = point - state.center;
        state.velocity + umbra_geom::math::left_of(arm) * state.angular_velocity
    }

    /// Changes the velocity of a dynamic body as an impulse at `point` does.
    pub(crate) fn push_at(&mut self, index: usize, impulse: Vector, point: Point) {
        let state = &mut self.states[index];
        let arm = point - state.center;
        state.velocity += free(state, impulse) * state.inv_mass;
        state.angular_velocity += cross(arm, impulse) * state.inv_inertia;
    }

    /// Sets mass, inertia and the centre of mass; the origin of the body stays where it is.
    pub(crate) fn set_mass(&mut self, index: usize, total: &MassSum) {
        let pose = self.pose(index);
        let record = &mut self.records[index];
        let state = &mut self.states[index];
        let (mass, center_of_mass, inertia) = total.result();
        (record.mass, record.inertia, record.center_of_mass) = (mass, inertia, center_of_mass);
        // What the program moves turns about the place that the program knows, as a door about its
        // hinge. About its middle, and moved by a velocity that stays as it is, it would fly off.
        record.local_center = match record.kind {
            BodyKind::Kinematic => Point::origin(),
            BodyKind::Dynamic | BodyKind::Fixed => center_of_mass,
        };
        let (inv_mass, inv_inertia) = match record.kind {
            // Something has to answer impulses: a body without mass weighs one, and does not turn.
            BodyKind::Dynamic if mass <= 0.0 => (1.0, 0.0),
            BodyKind::Dynamic => {
                (inverse(mass), if inertia > 0.0 { inverse(inertia) } else { 0.0 })
            }
            BodyKind::Kinematic | BodyKind::Fixed => (0.0, 0.0),
        };
        state.inv_mass = inv_mass;
        state.inv_inertia = if record.lock_rotation { 0.0 } else { inv_inertia };
        let center = pose * record.local_center;
        let arm = center - state.center;
        state.velocity += umbra_geom::math::left_of(arm) * state.angular_velocity;
        state.center = center;
        self.previous[index] = Placement { center, rotation: state.rotation };
        self.stop_locked(index);
    }

    /// Takes away the velocity of a dynamic body in the directions in which it is locked.
    pub(crate) fn stop_locked(&mut self, index: usize) {
        let (record, state) = (&self.records[index], &mut self.states[index]);
        if record.kind == BodyKind::Dynamic {
            state.velocity = free(state, state.velocity);
            if record.lock_rotation {
                state.angular_velocity = 0.0;
            }
        }
    }

    /// Forgets the last body.
    pub(crate) fn pop(&mut self) {
        self.states.pop();
        self.previous.pop();
        self.drives.pop();
        self.rests.pop();
        if let Some(record) = self.records.pop() {
            self.keys.remove(record.key);
        }
    }

    /// Exchanges two bodies in all arrays; their collider pieces have to be told.
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        self.states.swap(a, b);
        self.previous.swap(a, b);
        self.drives.swap(a, b);
        self.rests.swap(a, b);
        self.records.swap(a, b);
        for index in [a, b] {
            if let Some(place) = self.keys.get_mut(self.records[index].key) {
                *place = index as u32;
            }
        }
    }
}

impl Clone for Bodies {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }

    fn clone_from(&mut self, source: &Self) {
        // Every field is named so that a new one cannot be forgotten.
        let Self { keys, states, previous, drives, rests, records, awake, moving } = source;
        (self.awake, self.moving) = (*awake, *moving);
        self.keys.clone_from(keys);
        self.states.clone_from(states);
        self.previous.clone_from(previous);
        self.drives.clone_from(drives);
        self.rests.clone_from(rests);
        self.records.clone_from(records);
    }
}

/// What of `impulse` is along directions that are not locked.
fn free(state: &SolverBody, impulse: Vector) -> Vector {
    let along = |locked: bool, value: Real| if locked { 0.0 } else { value };
    Vector::new(along(state.locks.x, impulse.x), along(state.locks.y, impulse.y))
}

fn inverse(value: Real) -> Real {
    1.0 / if value > LEAST_INERTIA { value } else { LEAST_INERTIA }
}

impl Placement {
    /// The pose of an origin from which the centre is seen at `local_center`.
    pub(crate) fn pose(&self, local_center: Point) -> Pose {
        let arm = self.rotation * local_center.coords;
        Pose::from_parts((self.center.coords - arm).into(), self.rotation)
    }

    /// Between here and `to`; `fraction` 0 is here.
    pub(crate) fn toward(&self, to: &Self, fraction: Real) -> Self {
        let turn = self.rotation.inverse() * to.rotation;
        let angle = libm::atan2f(turn.im, turn.re);
        Self {
            center: self.center + (to.center - self.center) * fraction,
            rotation: self.rotation * umbra_geom::math::rotation(angle * fraction),
        }
    }
}

/// The mass of several shapes together, summed in `f64` so that the order hardly matters.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MassSum {
    mass: f64,
    /// The first moments, and the second one, about the body's origin.
    first: [f64; 2],
    second: f64,
}

impl MassSum {
    pub(crate) fn add(&mut self, mass: Real, center: Point, inertia: Real) {
        let (mass, x, y) = (f64::from(mass), f64::from(center.x), f64::from(center.y));
        self.mass += mass;
        self.first[0] += mass * x;
        self.first[1] += mass * y;
        self.second += f64::from(inertia) + mass * (x * x + y * y);
    }

    /// Mass, centre, and inertia about the centre.
    fn result(&self) -> (Real, Point, Real) {
        if self.mass <= 0.0 {
            return (0.0, Point::origin(), 0.0);
        }
        let (x, y) = (self.first[0] / self.mass, self.first[1] / self.mass);
        let inertia = self.second - self.mass * (x * x + y * y);
        let most = f64::from(Real::MAX);
        let bounded = |value: f64| if value < most { value as Real } else { Real::MAX };
        let inertia = if inertia > 0.0 { bounded(inertia) } else { 0.0 };
        (bounded(self.mass), Point::new(x as Real, y as Real), inertia)
    }
}
