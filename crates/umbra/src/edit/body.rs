//! Edits of bodies.

use umbra_geom::{Pose, Real, Vector};
use umbra_solver::{Body as SolverBody, Locks};

use crate::body::Push;
use crate::store::{Few, Placement};
use crate::{BodyKey, BodyKind, Error, MassProperties, Scene};

use super::Stale;

/// Accelerations, in length units or radians per second squared, above which predicted boxes are updated at
/// once. Games push many bodies a little in every step, and those need no update.
const VIOLENT: Real = 100.0;

/// What is changed of a body. All numbers have been checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum BodyEdit {
    Pose(Pose),
    /// The velocity and the angular velocity. An impulse that is not to wake the body does not.
    Motion {
        velocity: Vector,
        angular_velocity: Real,
        wakes: bool,
    },
    /// The sum of all that pushes it in the next step.
    Forces {
        sum: Push,
        wakes: bool,
    },
    /// What pushes it in every step, and the sum of all that does so in the next one.
    ConstantForce {
        constant: Push,
        sum: Push,
        wakes: bool,
    },
    LinearDamping(Real),
    AngularDamping(Real),
    GravityScale(Real),
    AdditionalMass(Real),
    MassProperties(Option<MassProperties>),
    LockRotation(bool),
    LockTranslation(Locks),
    Kind(BodyKind),
    Enabled(bool),
    Bullet(bool),
    DropsThrough(bool),
    CanSleep(bool),
    Wake,
    Sleep,
    UserData(u64),
}

impl BodyEdit {
    /// What it makes stale of a body in this state.
    fn stale(&self, state: &SolverBody, length_unit: Real) -> Stale {
        let rest_if = |wakes: bool| if wakes { Stale::REST } else { Stale::NOTHING };
        let is_hard = |sum: &Push| {
            sum.force.norm() * state.inv_mass > VIOLENT * length_unit
                || sum.torque.abs() * state.inv_inertia > VIOLENT
        };
        match self {
            Self::Pose(_) => Stale::REST | Stale::BOXES | Stale::PLACES | Stale::MEETINGS,
            Self::Motion { wakes, .. } => rest_if(*wakes) | Stale::BOXES,
            Self::Forces { sum, wakes } | Self::ConstantForce { sum, wakes, .. } => {
                rest_if(*wakes) | if is_hard(sum) { Stale::BOXES } else { Stale::NOTHING }
            }
            Self::GravityScale(_) => Stale::REST,
            Self::AdditionalMass(_) | Self::MassProperties(_) | Self::LockRotation(_) => {
                Stale::REST | Stale::MASS
            }
            Self::LockTranslation(_) => Stale::REST | Stale::STRUCTURE,
            Self::Kind(_) => {
                let of_pieces = Stale::PROXIES | Stale::MEETINGS | Stale::SWEEPS | Stale::SEAMS;
                Stale::REST | of_pieces | Stale::MASS | Stale::SIDE | Stale::BOXES
            }
            Self::Enabled(enabled) => {
                rest_if(!enabled) | Stale::PLACES | Stale::PROXIES | Stale::SIDE | Stale::BOXES
            }
            Self::Bullet(_) => Stale::SWEEPS,
            Self::DropsThrough(_) => Stale::REST | Stale::CONTACTS,
            Self::CanSleep(_)
            | Self::Wake
            | Self::Sleep
            | Self::LinearDamping(_)
            | Self::AngularDamping(_)
            | Self::UserData(_) => Stale::NOTHING,
        }
    }
}

impl Scene {
    /// Changes a body.
    ///
    /// # Errors
    /// When there is no such body, or no room for more proxies.
    pub(crate) fn edit_body(&mut self, key: BodyKey, edit: BodyEdit) -> Result<(), Error> {
        let index = self.bodies.index(key)?;
        if self.is_so(index, &edit) {
            return Ok(());
        }
        let stale = edit.stale(&self.bodies.states[index], self.config.length_unit);
        let index = if stale.has(Stale::REST) { self.disturb(index) } else { index };
        self.write_body(index, edit);
        // Waking and putting to sleep move bodies about.
        let index = self.bodies.index(key)?;
        let mut colliders = Few::new();
        if stale.concerns_colliders() {
            colliders.clone_from(&self.bodies.infos[index].colliders);
        }
        let index = self.refresh(index, &colliders, stale)?;
        if edit == BodyEdit::Enabled(true) {
            // What is joined to it belongs to its island again. Waking appends to the awake ones.
            self.disturb_joined(index);
        }
        Ok(())
    }

    /// Whether an edit changes nothing.
    fn is_so(&self, index: usize, edit: &BodyEdit) -> bool {
        let (info, state) = (&self.bodies.infos[index], &self.bodies.states[index]);
        match edit {
            BodyEdit::Motion { velocity, angular_velocity, .. } => {
                let is_same =
                    state.velocity == *velocity && state.angular_velocity == *angular_velocity;
                is_same || info.kind == BodyKind::Fixed
            }
            BodyEdit::ConstantForce { constant, .. } => info.constant_force == *constant,
            BodyEdit::Kind(kind) => info.kind == *kind,
            BodyEdit::Enabled(enabled) => info.enabled == *enabled,
            BodyEdit::DropsThrough(drops_through) => info.drops_through == *drops_through,
            _ => false,
        }
    }

    /// Writes what an edit says.
    fn write_body(&mut self, index: usize, edit: BodyEdit) {
        let (info, state) = (&mut self.bodies.infos[index], &mut self.bodies.states[index]);
        match edit {
            BodyEdit::Pose(pose) => {
                let center = pose * info.local_center;
                (state.center, state.rotation) = (center, pose.rotation);
                self.bodies.previous[index] = Placement { center, rotation: pose.rotation };
            }
            BodyEdit::Motion { velocity, angular_velocity, .. } => {
                (state.velocity, state.angular_velocity) = (velocity, angular_velocity);
                self.bodies.stop_locked(index);
            }
            BodyEdit::Forces { sum, .. } => self.bodies.forces[index].set(&sum),
            BodyEdit::ConstantForce { constant, sum, .. } => {
                info.constant_force = constant;
                self.bodies.forces[index].set(&sum);
            }
            BodyEdit::LinearDamping(damping) => state.linear_damping = damping,
            BodyEdit::AngularDamping(damping) => state.angular_damping = damping,
            BodyEdit::GravityScale(scale) => self.bodies.forces[index].gravity_scale = scale,
            BodyEdit::AdditionalMass(mass) => info.additional_mass = mass,
            BodyEdit::MassProperties(given) => info.mass_properties = given,
            BodyEdit::LockRotation(locked) => info.lock_rotation = locked,
            BodyEdit::LockTranslation(locks) => {
                state.locks = locks;
                self.bodies.stop_locked(index);
            }
            BodyEdit::Kind(kind) => {
                info.kind = kind;
                (state.acceleration, state.angular_acceleration) = (Vector::zeros(), 0.0);
                if kind == BodyKind::Fixed {
                    (state.velocity, state.angular_velocity) = (Vector::zeros(), 0.0);
                }
            }
            BodyEdit::Enabled(enabled) => info.enabled = enabled,
            BodyEdit::Bullet(is_bullet) => info.is_bullet = is_bullet,
            BodyEdit::DropsThrough(drops_through) => info.drops_through = drops_through,
            BodyEdit::CanSleep(can_sleep) => {
                self.bodies.sleep_timers[index].can_sleep = can_sleep;
                if !can_sleep {
                    self.wake_up(index);
                }
            }
            BodyEdit::Wake => self.wake_up(index),
            BodyEdit::Sleep => self.put_island_to_sleep(index),
            BodyEdit::UserData(user_data) => info.user_data = user_data,
        }
    }
}
