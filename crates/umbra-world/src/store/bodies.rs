//! The arrays of bodies and their keys.

use slotmap::SlotMap;
use umbra_geom::math::dot;
use umbra_geom::{Point, Pose, Real, Vector};
use umbra_solver::{Body as SolverBody, Locks};

use crate::body::{BodyDef, MassProperties, Push};
use crate::tuning::STEADY_PART;
use crate::{BodyKey, BodyKind, ColliderKey, Error, JointKey};

use super::{Fixed, Permit, Placement, Slots};
use crate::clone::columns;

use super::Few;

/// Smaller masses and inertias count as this, so that inverses do not overflow.
const LEAST_INERTIA: Real = 1e-24;

/// Cold data of a body: no stage of a step loops over it.
#[derive(Clone, Debug)]
pub struct BodyInfo {
    pub key: BodyKey,
    pub kind: BodyKind,
    pub enabled: bool,
    pub lock_rotation: bool,
    /// The centre of rotation in body coordinates: the centre of mass; the origin of a kinematic
    /// body.
    pub local_center: Point,
    /// The centre of mass in body coordinates.
    pub center_of_mass: Point,
    pub mass: Real,
    pub inertia: Real,
    pub additional_mass: Real,
    pub mass_properties: Option<MassProperties>,
    pub colliders: Few<ColliderKey>,
    /// In the order in which they were added.
    pub joints: Few<JointKey>,
    pub user_data: u64,
    /// Its fast motion past any other body is swept.
    pub is_bullet: bool,
    /// The impulse of an impact that breaks it.
    pub toughness: Option<Real>,
    /// Maximum number of pieces, for a piece of a body that broke by itself.
    pub pieces_left: Option<u32>,
    /// The body of which it is the image at the other end of a portal.
    pub image_of: Option<BodyKey>,
}

impl BodyInfo {
    /// Entry of a body of which nothing is known but the key.
    fn new(key: BodyKey) -> Self {
        Self {
            key,
            kind: BodyKind::Fixed,
            enabled: true,
            lock_rotation: false,
            local_center: Point::origin(),
            center_of_mass: Point::origin(),
            mass: 0.0,
            inertia: 0.0,
            additional_mass: 0.0,
            mass_properties: None,
            colliders: Few::default(),
            joints: Few::default(),
            user_data: 0,
            is_bullet: false,
            toughness: None,
            pieces_left: None,
            image_of: None,
        }
    }

    /// Key of the body, or, of an image, that of the body that it is an image of.
    #[inline]
    pub fn original(&self) -> BodyKey {
        self.image_of.unwrap_or(self.key)
    }
}

/// Rarely read data of a body that steps, and edits of motion, change.
#[derive(Clone, Copy, Debug, Default)]
pub struct BodyMarks {
    /// Acts in every step; [`Forces`] have it too.
    pub constant_force: Push,
    /// It passes through one-way platforms.
    pub drops_through: bool,
    /// It is listed in `Pending::redirected`.
    pub redirected: bool,
    /// A kinematic body that did not move when the last step began. What stands has seams with all
    /// else that does.
    pub stands: bool,
    /// Added asleep, or put to sleep where the caller had just put it, with no step since: added
    /// colliders and contacts that begin or end do not wake it.
    pub added_asleep: bool,
}

/// The forces on a body. Stage 1 reads those of all awake bodies.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forces {
    /// Forces and torques until the end of the next step, the constant ones among them.
    pub force: Vector,
    pub torque: Real,
    pub gravity_scale: Real,
}

impl Forces {
    /// True if there is a force or a torque.
    pub(crate) fn any(&self) -> bool {
        self.force != Vector::zeros() || self.torque != 0.0
    }

    /// Sets all that pushes in the next step: to what is constant, when what was applied is over.
    pub fn set(&mut self, sum: &Push) {
        (self.force, self.torque) = (sum.force, sum.torque);
    }
}

/// The sleep timer of a body.
#[derive(Clone, Copy, Debug, Default)]
pub struct SleepTimer {
    /// Seconds for which the body has been still; zero when it was changed since the last step.
    pub time: Real,
    /// From the centre of mass to the farthest point of the body.
    pub extent: Real,
    /// Factor on the speed below which it is still.
    pub tolerance: Real,
    pub can_sleep: bool,
    /// When all islands were looked at the last time, it was joined to bodies that keep it awake
    /// until the next time.
    pub in_vain: bool,
    /// Motion when it was last compared: see [`advance`](Self::advance).
    pub pace: Pace,
}

/// Motion of a body at some time while it was still.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pace {
    pub velocity: Vector,
    pub spin: Real,
    /// Number of times that it was found to gain speed since it is still.
    pub gains: u8,
}

impl SleepTimer {
    /// True if the body may sleep, for its own part, once it has been still for a time.
    pub(crate) fn is_ready(&self, after: Real) -> bool {
        self.can_sleep && self.time > 0.0 && self.time >= after
    }

    /// Counts on by a step in which the body was still, with its velocity after it.
    ///
    /// A slow body need not be at rest: at the end of its swing a long pendulum is slow for longer
    /// than the delay, and so is what a small force has just begun to move. So every half of the
    /// delay the velocity is compared with that of half a delay ago. If it changed by more than a
    /// part of `speed`, be it up or down, the body has been still for no more than that half. Over
    /// the first half, which mostly is the end of a fall, nothing is compared. And what has been
    /// still for as long as it takes to come from `speed` to `speed` the other way swings about
    /// where it will rest, however often it gains some.
    pub(crate) fn advance(&mut self, body: &SolverBody, speed: Real, delay: Real, dt: Real) {
        let half = 0.5 * delay;
        let halves = |time: Real| if half > 0.0 { (time / half) as u32 } else { 0 };
        let (before, now) = (halves(self.time), halves(self.time + dt));
        let is_first = self.time == 0.0;
        self.time += dt;
        if !is_first && now == before {
            return;
        }
        let Pace { velocity, spin, gains } = self.pace;
        let gains = if is_first { 0 } else { gains };
        self.pace = Pace { velocity: body.velocity, spin: body.angular_velocity, gains };
        let gain = body.velocity - velocity;
        let gain = dot(gain, gain).sqrt() + (body.angular_velocity - spin).abs() * self.extent;
        let swings = Real::from(gains) * STEADY_PART >= 2.0;
        if !is_first && before > 0 && !swings && gain > speed * STEADY_PART {
            self.time = half;
            self.pace.gains += 1;
        }
    }
}

columns! {
    /// All bodies: first the awake, then the sleeping, then the fixed and disabled ones. The solver
    /// gets `states[..awake]`; the others cost a step nothing.
    ///
    /// The arrays are parallel. The index of a body changes when bodies come, go or cross a
    /// boundary; `World::swap_bodies` updates its pieces.
    #[derive(Debug, Default)]
    pub struct Bodies, saved as SavedBodies;
    each {
        states: SolverBody,
        /// The poses before the last step.
        previous: Placement,
        /// Read for all awake bodies before the solver runs.
        forces: Forces,
        /// Updated for all awake bodies after the solver ran.
        sleep_timers: SleepTimer,
        marks: BodyMarks,
    }
    moving {
        /// Start of the sleeping bodies.
        awake: usize,
    }
    rest {
        pub keys: SlotMap<BodyKey, u32>,
        pub slots: Fixed<Slots>,
        pub infos: Fixed<Vec<BodyInfo>>,
        /// True if there ever was a body that can break.
        pub any_breakable: bool,
        /// Start of the fixed and disabled bodies.
        pub moving: usize,
    }
}

macro_rules! store_bodies {
    ($(
        $(commands $commands:tt)?
        property $name:ident: $type:ty = $default:expr, check($check:ident)
            $(, kept($array:ident.$field:ident) $(, edit $edit:tt)?)? => $functions:tt
    )*) => {
        impl Bodies {
            /// Copies a body. Its velocity is that of the centre of mass.
            pub fn def(&self, index: usize) -> BodyDef {
                let SolverBody { velocity, angular_velocity, .. } = self.states[index];
                let (pose, sleeping) = (self.pose(index), self.is_asleep(index));
                BodyDef {
                    pose,
                    velocity,
                    angular_velocity,
                    sleeping,
                    $($($name: self.$array[index].$field,)?)*
                }
            }

            /// Writes the properties of a body, all but its motion.
            fn write(&mut self, permit: Permit, index: usize, body: &BodyDef) {
                $($(crate::body_entry!(self, permit, $array[index]).$field = body.$name;)?)*
            }
        }
    };
}
crate::body_properties!(store_bodies);

impl Bodies {
    pub fn index(&self, key: BodyKey) -> Result<usize, Error> {
        self.keys.get(key).map(|&index| index as usize).ok_or(Error::NoSuchBody(key))
    }

    /// The key itself, or, of an image, that of the body that it is an image of.
    pub fn original(&self, key: BodyKey) -> BodyKey {
        self.index(key).map_or(key, |index| self.infos[index].original())
    }

    /// True if the body sleeps.
    #[inline]
    pub fn is_asleep(&self, index: usize) -> bool {
        self.awake <= index && index < self.moving
    }

    /// True if the body sleeps and is dynamic, so that its island sleeps with it.
    pub(crate) fn sleeps_in_island(&self, index: usize) -> bool {
        self.is_asleep(index) && self.is_dynamic(index)
    }

    pub fn is_dynamic(&self, index: usize) -> bool {
        self.infos[index].kind == BodyKind::Dynamic
    }

    /// The index that the solver uses: `FIXED` for bodies that are not awake.
    #[inline]
    pub(crate) fn solver_index(&self, index: u32) -> u32 {
        if (index as usize) < self.awake { index } else { umbra_solver::FIXED }
    }

    /// Appends a body behind the boundaries.
    pub fn push(&mut self, permit: Permit, body: &BodyDef) -> BodyKey {
        let index = self.infos.len() as u32;
        let key = self.keys.insert(index);
        self.slots.write(permit).note(key);
        let (center, rotation) = (body.pose.translation.vector.into(), body.pose.rotation);
        let moves = body.kind != BodyKind::Fixed && !body.sleeping;
        let state = SolverBody {
            center,
            rotation,
            velocity: if moves { body.velocity } else { Vector::zeros() },
            angular_velocity: if moves { body.angular_velocity } else { 0.0 },
            ..SolverBody::default()
        };
        let Push { force, torque } = body.constant_force;
        let forces = Forces { force, torque, ..Forces::default() };
        let previous = Placement { center, rotation };
        self.push_each(state, previous, forces, SleepTimer::default(), BodyMarks::default());
        self.infos.write(permit).push(BodyInfo::new(key));
        self.write(permit, index as usize, body);
        key
    }

    /// The pose of the origin of a body.
    pub fn pose(&self, index: usize) -> Pose {
        self.placement(index).pose(self.infos[index].local_center)
    }

    /// Placement of a body: its centre of mass and its rotation.
    pub(crate) fn placement(&self, index: usize) -> Placement {
        Placement::from_body(&self.states[index])
    }

    /// The velocity of the material of a body at a point of the world.
    pub fn velocity_at(&self, index: usize, point: Point) -> Vector {
        let state = &self.states[index];
        let arm = point - state.center;
        state.velocity + umbra_geom::math::left_of(arm) * state.angular_velocity
    }

    /// Sets mass, inertia and the centre of mass; the origin of the body stays where it is.
    pub(crate) fn set_mass(&mut self, permit: Permit, index: usize, total: &MassSum) {
        let pose = self.pose(index);
        let info = &mut self.infos.write(permit)[index];
        let state = &mut self.states[index];
        let (mass, center_of_mass, inertia) = total.result();
        (info.mass, info.inertia, info.center_of_mass) = (mass, inertia, center_of_mass);
        // A kinematic body turns about its origin, as a door about its hinge: the program knows that place.
        // Turning about its centre of mass, with its velocity unchanged, it would fly off.
        info.local_center = match info.kind {
            BodyKind::Kinematic => Point::origin(),
            BodyKind::Dynamic | BodyKind::Fixed => center_of_mass,
        };
        let (inv_mass, inv_inertia) = match info.kind {
            // A body without mass weighs one, and does not turn: impulses need some mass.
            BodyKind::Dynamic if mass <= 0.0 => (1.0, 0.0),
            BodyKind::Dynamic => {
                (inverse(mass), if inertia > 0.0 { inverse(inertia) } else { 0.0 })
            }
            BodyKind::Kinematic | BodyKind::Fixed => (0.0, 0.0),
        };
        state.inv_mass = inv_mass;
        state.inv_inertia = if info.lock_rotation { 0.0 } else { inv_inertia };
        let center = pose * info.local_center;
        let arm = center - state.center;
        state.velocity += umbra_geom::math::left_of(arm) * state.angular_velocity;
        state.center = center;
        self.previous[index] = Placement::from_body(state);
        self.stop_locked(index);
    }

    /// Stops a dynamic body in the directions in which it is locked.
    pub fn stop_locked(&mut self, index: usize) {
        let (info, state) = (&self.infos[index], &mut self.states[index]);
        if info.kind == BodyKind::Dynamic {
            state.velocity = free(state.locks, state.velocity);
            if info.lock_rotation {
                state.angular_velocity = 0.0;
            }
        }
    }

    /// Removes the last body.
    pub fn pop(&mut self, permit: Permit) {
        self.pop_each();
        if let Some(info) = self.infos.write(permit).pop() {
            self.keys.remove(info.key);
            self.slots.write(permit).note_removal(&mut self.keys, info.key, || 0);
        }
    }

    /// Swaps two bodies in all arrays; the caller updates their pieces.
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        self.swap_each(a, b);
        self.infos.swap(a, b);
        for index in [a, b] {
            if let Some(place) = self.keys.get_mut(self.infos[index].key) {
                *place = index as u32;
            }
        }
    }
}

/// The part of `impulse` along directions that are not locked.
pub fn free(locks: Locks, impulse: Vector) -> Vector {
    let along = |locked: bool, value: Real| if locked { 0.0 } else { value };
    Vector::new(along(locks.x, impulse.x), along(locks.y, impulse.y))
}

fn inverse(value: Real) -> Real {
    1.0 / if value > LEAST_INERTIA { value } else { LEAST_INERTIA }
}

/// The mass of several shapes together, summed in `f64`: the order of shapes hardly matters.
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
