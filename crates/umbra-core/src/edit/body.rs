//! Edits of bodies.

use umbra_geom::{Pose, Real, Vector};
use umbra_solver::{Body as SolverBody, Locks};

use crate::{BodyKey, BodyKind, ColliderKey, Edit, Error, MassProperties, Scene, check};
use umbra_world::body::Push;
use umbra_world::store::{Few, Placement, free};

use umbra_world::tuning::VIOLENT_ACCELERATION;
use umbra_world::world::Stale;

/// A change of a body, for [`Edit::Body`](crate::Edit::Body): a method of [`BodyMut`](crate::BodyMut) as a value. See there.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum BodyEdit {
    /// [`set_pose`](crate::BodyMut::set_pose).
    Pose(Pose),
    /// [`set_velocity`](crate::BodyMut::set_velocity).
    Velocity(Vector),
    /// [`set_angular_velocity`](crate::BodyMut::set_angular_velocity).
    AngularVelocity(Real),
    /// A force at the centre of mass and a torque until the end of the next step:
    /// [`apply_force`](crate::BodyMut::apply_force), [`apply_torque`](crate::BodyMut::apply_torque).
    Force {
        /// The force.
        force: Vector,
        /// The torque.
        torque: Real,
        /// Whether the body wakes: see [`without_waking`](crate::BodyMut::without_waking).
        wakes: bool,
    },
    /// An impulse at the centre of mass and an angular one: [`apply_impulse`](crate::BodyMut::apply_impulse),
    /// [`apply_angular_impulse`](crate::BodyMut::apply_angular_impulse).
    Impulse {
        /// The impulse.
        impulse: Vector,
        /// The angular impulse.
        angular_impulse: Real,
        /// Whether the body wakes.
        wakes: bool,
    },
    /// [`set_constant_force`](crate::BodyMut::set_constant_force): the force and the torque.
    ConstantForce(Vector, Real),
    /// [`set_linear_damping`](crate::BodyMut::set_linear_damping).
    LinearDamping(Real),
    /// [`set_angular_damping`](crate::BodyMut::set_angular_damping).
    AngularDamping(Real),
    /// [`set_gravity_scale`](crate::BodyMut::set_gravity_scale).
    GravityScale(Real),
    /// [`set_additional_mass`](crate::BodyMut::set_additional_mass).
    AdditionalMass(Real),
    /// [`set_mass_properties`](crate::BodyMut::set_mass_properties).
    MassProperties(Option<MassProperties>),
    /// [`set_lock_rotation`](crate::BodyMut::set_lock_rotation).
    LockRotation(bool),
    /// [`set_lock_translation`](crate::BodyMut::set_lock_translation): along x, and along y.
    LockTranslation([bool; 2]),
    /// [`set_kind`](crate::BodyMut::set_kind).
    Kind(BodyKind),
    /// [`set_enabled`](crate::BodyMut::set_enabled).
    Enabled(bool),
    /// [`set_bullet`](crate::BodyMut::set_bullet).
    Bullet(bool),
    /// [`drop_through`](crate::BodyMut::drop_through).
    DropThrough(bool),
    /// [`set_can_sleep`](crate::BodyMut::set_can_sleep).
    CanSleep(bool),
    /// [`set_sleep_tolerance`](crate::BodyMut::set_sleep_tolerance).
    SleepTolerance(Real),
    /// [`wake`](crate::BodyMut::wake).
    Wake,
    /// [`sleep`](crate::BodyMut::sleep).
    Sleep,
    /// [`set_user_data`](crate::BodyMut::set_user_data).
    UserData(u64),
    /// [`set_fracture`](crate::BodyMut::set_fracture).
    Fracture(Option<Real>),
}

impl BodyEdit {
    /// The edit, if all its numbers make sense.
    fn checked(mut self) -> Result<Self, umbra_geom::Error> {
        match &mut self {
            Self::Pose(pose) => *pose = check::pose("pose", *pose)?,
            Self::Velocity(velocity) => drop(check::vector("velocity", *velocity)?),
            Self::AngularVelocity(spin) => drop(check::number("angular_velocity", *spin)?),
            Self::Force { force, torque, .. } | Self::ConstantForce(force, torque) => {
                Push { force: *force, torque: *torque }.check()?;
            }
            Self::Impulse { impulse, angular_impulse, .. } => {
                check::vector("impulse", *impulse)?;
                check::number("impulse", *angular_impulse)?;
            }
            Self::LinearDamping(damping) => drop(check::amount("linear_damping", *damping)?),
            Self::AngularDamping(damping) => drop(check::amount("angular_damping", *damping)?),
            Self::GravityScale(scale) => drop(check::number("gravity_scale", *scale)?),
            Self::AdditionalMass(mass) => drop(check::amount("additional_mass", *mass)?),
            Self::SleepTolerance(tolerance) => drop(check::amount("sleep_tolerance", *tolerance)?),
            Self::Fracture(Some(toughness)) => drop(check::positive("toughness", *toughness)?),
            Self::MassProperties(given) => drop(given.map(MassProperties::check).transpose()?),
            Self::LockRotation(_)
            | Self::LockTranslation(_)
            | Self::Kind(_)
            | Self::Enabled(_)
            | Self::Bullet(_)
            | Self::DropThrough(_)
            | Self::CanSleep(_)
            | Self::Wake
            | Self::Sleep
            | Self::UserData(_)
            | Self::Fracture(None) => {}
        }
        Ok(self)
    }

    /// Whether it changes how a body moves, and nothing that the scene is made of: see [`Snapshot`](crate::Snapshot).
    fn is_of_motion(&self) -> bool {
        match self {
            Self::Pose(_)
            | Self::Velocity(_)
            | Self::AngularVelocity(_)
            | Self::Force { .. }
            | Self::Impulse { .. }
            | Self::ConstantForce(..)
            | Self::LinearDamping(_)
            | Self::AngularDamping(_)
            | Self::GravityScale(_)
            | Self::LockTranslation(_)
            | Self::DropThrough(_)
            | Self::CanSleep(_)
            | Self::SleepTolerance(_)
            | Self::Wake
            | Self::Sleep => true,
            Self::AdditionalMass(_)
            | Self::MassProperties(_)
            | Self::LockRotation(_)
            | Self::Kind(_)
            | Self::Enabled(_)
            | Self::Bullet(_)
            | Self::UserData(_)
            | Self::Fracture(_) => false,
        }
    }

    /// What it makes stale of a body in this state, on which these forces act afterwards.
    fn stale(&self, state: &SolverBody, forces: &Push, length_unit: Real) -> Stale {
        let rest_if = |wakes: bool| if wakes { Stale::REST } else { Stale::NOTHING };
        let is_hard = forces.force.norm() * state.inv_mass > VIOLENT_ACCELERATION * length_unit
            || forces.torque.abs() * state.inv_inertia > VIOLENT_ACCELERATION;
        let boxes_if_hard = if is_hard { Stale::BOXES } else { Stale::NOTHING };
        match self {
            Self::Pose(_) => Stale::REST | Stale::BOXES | Stale::PLACES | Stale::MEETINGS,
            Self::Velocity(_) | Self::AngularVelocity(_) => Stale::REST | Stale::BOXES,
            Self::Impulse { wakes, .. } => rest_if(*wakes) | Stale::BOXES,
            Self::Force { wakes, .. } => rest_if(*wakes) | boxes_if_hard,
            Self::ConstantForce(..) => rest_if(state.is_dynamic()) | boxes_if_hard,
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
            Self::DropThrough(_) => Stale::REST | Stale::CONTACTS,
            Self::CanSleep(_)
            | Self::SleepTolerance(_)
            | Self::Wake
            | Self::Sleep
            | Self::LinearDamping(_)
            | Self::AngularDamping(_)
            | Self::UserData(_)
            | Self::Fracture(_) => Stale::NOTHING,
        }
    }
}

impl Scene {
    /// Changes a body.
    ///
    /// # Errors
    /// When there is no such body, the edit cannot be done to it, a number makes no sense, or there is no room for more
    /// proxies.
    pub(crate) fn edit_body(&mut self, key: BodyKey, edit: BodyEdit) -> Result<(), Error> {
        self.noted(|| Edit::Body(key, edit), |scene| scene.change_body(key, edit))
    }

    fn change_body(&mut self, key: BodyKey, edit: BodyEdit) -> Result<(), Error> {
        let index = self.world.bodies.index(key)?;
        let edit = edit.checked()?;
        let after = self.after(index, &edit);
        self.can_be_done(index, key, &edit, &after)?;
        if self.is_so(index, &edit, &after) {
            return Ok(());
        }
        if !edit.is_of_motion() || index >= self.world.bodies.moving {
            self.world.forget_base();
        }
        let unit = self.world.config.length_unit;
        let stale = edit.stale(&self.world.bodies.states[index], &after.forces, unit);
        let index = if stale.has(Stale::REST) { self.world.disturb(index) } else { index };
        self.write_body(index, edit, &after);
        // Waking and putting to sleep move bodies about.
        let index = self.world.bodies.index(key)?;
        let mut colliders = Few::new();
        if stale.concerns_colliders() {
            colliders.clone_from(&self.world.bodies.infos[index].colliders);
        }
        let index = self.world.refresh(index, &colliders, stale)?;
        if edit == BodyEdit::Enabled(true) {
            // What is joined to it belongs to its island again. Waking appends to the awake ones.
            self.world.disturb_joined(index);
            self.world.wake_in_fields_on(key);
        }
        Ok(())
    }

    /// Whether the body is one to which this can be done.
    fn can_be_done(
        &self,
        index: usize,
        key: BodyKey,
        edit: &BodyEdit,
        after: &After,
    ) -> Result<(), Error> {
        let info = &self.world.bodies.infos[index];
        match edit {
            BodyEdit::Force { .. } | BodyEdit::Impulse { .. } if info.kind != BodyKind::Dynamic => {
                return Err(Error::NotDynamic(key));
            }
            BodyEdit::Force { .. } => {
                check::vector("force", after.forces.force)?;
                check::finite("torque", after.forces.torque)?;
            }
            BodyEdit::Impulse { .. } => {
                check::vector("velocity", after.velocity)?;
                check::number("angular_velocity", after.angular_velocity)?;
            }
            BodyEdit::Kind(BodyKind::Dynamic) => {
                let is_map = |key: &ColliderKey| {
                    self.world.colliders.infos.get(*key).is_some_and(|info| info.tiles.is_some())
                };
                if info.colliders.iter().any(is_map) {
                    return Err(Error::MapOnDynamicBody(key));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether an edit changes nothing.
    fn is_so(&self, index: usize, edit: &BodyEdit, after: &After) -> bool {
        let (info, state) = (&self.world.bodies.infos[index], &self.world.bodies.states[index]);
        let drops = |wakes: bool| !wakes && self.world.bodies.is_asleep(index);
        let moves_alike =
            state.velocity == after.velocity && state.angular_velocity == after.angular_velocity;
        match edit {
            BodyEdit::Velocity(_) | BodyEdit::AngularVelocity(_) => {
                moves_alike || info.kind == BodyKind::Fixed
            }
            BodyEdit::Impulse { wakes, .. } => drops(*wakes) || moves_alike,
            BodyEdit::Force { force, torque, wakes } => {
                drops(*wakes) || *force == Vector::zeros() && *torque == 0.0
            }
            BodyEdit::ConstantForce(force, torque) => {
                info.constant_force == Push { force: *force, torque: *torque }
            }
            BodyEdit::Kind(kind) => info.kind == *kind,
            BodyEdit::Enabled(enabled) => info.enabled == *enabled,
            BodyEdit::DropThrough(drops_through) => info.drops_through == *drops_through,
            _ => false,
        }
    }

    /// How a body moves after an edit, and all that pushes it in the next step.
    fn after(&self, index: usize, edit: &BodyEdit) -> After {
        let (state, forces) = (&self.world.bodies.states[index], &self.world.bodies.forces[index]);
        let mut after = After {
            velocity: state.velocity,
            angular_velocity: state.angular_velocity,
            forces: Push { force: forces.force, torque: forces.torque },
        };
        let now = after.forces;
        match *edit {
            BodyEdit::Velocity(velocity) => after.velocity = velocity,
            BodyEdit::AngularVelocity(spin) => after.angular_velocity = spin,
            BodyEdit::Impulse { impulse, angular_impulse, .. } => {
                after.velocity += free(state, impulse) * state.inv_mass;
                after.angular_velocity += angular_impulse * state.inv_inertia;
            }
            BodyEdit::Force { force, torque, .. } => {
                after.forces = Push { force: now.force + force, torque: now.torque + torque };
            }
            BodyEdit::ConstantForce(force, torque) => {
                let before = self.world.bodies.infos[index].constant_force;
                // To the bit what was asked for, unless something was applied as well.
                let sum = |all: Real, old: Real, new: Real| {
                    if all == old { new } else { all - old + new }
                };
                let x = sum(now.force.x, before.force.x, force.x);
                let y = sum(now.force.y, before.force.y, force.y);
                let torque = sum(now.torque, before.torque, torque);
                after.forces = Push { force: Vector::new(x, y), torque };
            }
            _ => {}
        }
        after
    }

    /// Writes what an edit says.
    fn write_body(&mut self, index: usize, edit: BodyEdit, after: &After) {
        let (info, state) =
            (&mut self.world.bodies.infos[index], &mut self.world.bodies.states[index]);
        match edit {
            BodyEdit::Pose(pose) => {
                let center = pose * info.local_center;
                (state.center, state.rotation, state.turns) = (center, pose.rotation, 0);
                self.world.bodies.previous[index] = Placement { center, rotation: pose.rotation };
            }
            BodyEdit::Velocity(_) | BodyEdit::AngularVelocity(_) | BodyEdit::Impulse { .. } => {
                state.velocity = after.velocity;
                state.angular_velocity = after.angular_velocity;
                self.world.bodies.stop_locked(index);
            }
            BodyEdit::Force { .. } => self.world.bodies.forces[index].set(&after.forces),
            BodyEdit::ConstantForce(force, torque) => {
                info.constant_force = Push { force, torque };
                self.world.bodies.forces[index].set(&after.forces);
            }
            BodyEdit::LinearDamping(damping) => state.linear_damping = damping,
            BodyEdit::AngularDamping(damping) => state.angular_damping = damping,
            BodyEdit::GravityScale(scale) => self.world.bodies.forces[index].gravity_scale = scale,
            BodyEdit::AdditionalMass(mass) => info.additional_mass = mass,
            BodyEdit::MassProperties(given) => info.mass_properties = given,
            BodyEdit::LockRotation(locked) => info.lock_rotation = locked,
            BodyEdit::LockTranslation([x, y]) => {
                state.locks = Locks { x, y };
                self.world.bodies.stop_locked(index);
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
            BodyEdit::DropThrough(drops_through) => info.drops_through = drops_through,
            BodyEdit::CanSleep(can_sleep) => {
                self.world.bodies.sleep_timers[index].can_sleep = can_sleep;
                if !can_sleep {
                    self.world.wake_up(index);
                }
            }
            BodyEdit::SleepTolerance(tolerance) => {
                self.world.bodies.sleep_timers[index].tolerance = tolerance;
            }
            BodyEdit::Wake => self.world.wake_up(index),
            BodyEdit::Sleep => self.world.put_island_to_sleep(index),
            BodyEdit::UserData(user_data) => info.user_data = user_data,
            BodyEdit::Fracture(toughness) => {
                // What is told anew is whole.
                (info.toughness, info.pieces_left) = (toughness, None);
                self.world.bodies.any_breakable |= toughness.is_some();
            }
        }
    }
}

/// What an edit makes of how a body moves and is pushed.
struct After {
    velocity: Vector,
    angular_velocity: Real,
    forces: Push,
}
