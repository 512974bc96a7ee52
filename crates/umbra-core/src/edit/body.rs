//! Doors for edits of bodies.

use umbra_geom::{Real, Vector};
use umbra_solver::Locks;

use crate::{BodyEdit, BodyKey, BodyKind, Edit, Error, Scene, check};
use umbra_world::body::Push;
use umbra_world::store::{Few, Placement, free};

use umbra_world::world::Dirty;

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
        let index = self.world.body(key)?;
        let edit = edit.checked()?;
        let after = self.after(index, &edit);
        self.can_be_done(index, key, &edit, &after)?;
        if self.is_no_op(index, &edit, &after) {
            return Ok(());
        }
        if matches!(edit, BodyEdit::Pose(_) | BodyEdit::Kind(_) | BodyEdit::Enabled(_)) {
            self.world.end_crossings_of(key);
        }
        let index = self.world.body(key)?;
        if index >= self.world.bodies.moving {
            // Snapshots save the motion of bodies that can move.
            self.world.generation.change();
        }
        let unit = self.world.config.length_unit;
        let dirty = edit.dirty(&self.world.bodies.states[index], &after.forces, unit);
        let index = if dirty.has(Dirty::REST) { self.world.disturb(index) } else { index };
        self.write_body(index, edit, &after);
        // Waking and putting to sleep move bodies about.
        let index = self.world.body(key)?;
        let mut colliders = Few::new();
        if dirty.concerns_colliders() {
            colliders.clone_from(&self.world.bodies.infos[index].colliders);
        }
        let index = self.world.refresh(index, &colliders, dirty)?;
        if edit == BodyEdit::Enabled(true) {
            // What is joined to it belongs to its island again. Waking appends to the awake ones.
            self.world.disturb_joined(index);
            self.world.wake_in_fields_on(key);
        }
        Ok(())
    }

    /// Checks that the edit is possible for the body.
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
            BodyEdit::Kind(BodyKind::Dynamic) if self.world.maps_of(index).next().is_some() => {
                return Err(Error::MapOnDynamicBody(key));
            }
            _ => {}
        }
        Ok(())
    }

    /// True if an edit changes nothing.
    fn is_no_op(&self, index: usize, edit: &BodyEdit, after: &After) -> bool {
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
                self.world.bodies.marks[index].constant_force
                    == Push { force: *force, torque: *torque }
            }
            BodyEdit::Kind(kind) => info.kind == *kind,
            BodyEdit::Enabled(enabled) => info.enabled == *enabled,
            BodyEdit::DropThrough(drops_through) => {
                self.world.bodies.marks[index].drops_through == *drops_through
            }
            _ => false,
        }
    }

    /// Motion of a body after an edit, and its forces in the next step.
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
                let before = self.world.bodies.marks[index].constant_force;
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
        if !edit.is_of_motion() {
            return self.write_info(index, &edit);
        }
        let state = &mut self.world.bodies.states[index];
        match edit {
            BodyEdit::Pose(pose) => {
                let center = pose * self.world.bodies.infos[index].local_center;
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
                self.world.bodies.marks[index].constant_force = Push { force, torque };
                self.world.bodies.forces[index].set(&after.forces);
            }
            BodyEdit::LinearDamping(damping) => state.linear_damping = damping,
            BodyEdit::AngularDamping(damping) => state.angular_damping = damping,
            BodyEdit::GravityScale(scale) => self.world.bodies.forces[index].gravity_scale = scale,
            BodyEdit::LockTranslation([x, y]) => {
                state.locks = Locks { x, y };
                self.world.bodies.stop_locked(index);
            }
            BodyEdit::DropThrough(drops_through) => {
                self.world.bodies.marks[index].drops_through = drops_through;
            }
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
            _ => {}
        }
    }

    /// Writes an edit of data that a scene is made of.
    fn write_info(&mut self, index: usize, edit: &BodyEdit) {
        let permit = self.world.generation.change();
        let info = &mut self.world.bodies.infos.write(permit)[index];
        let state = &mut self.world.bodies.states[index];
        match *edit {
            BodyEdit::AdditionalMass(mass) => info.additional_mass = mass,
            BodyEdit::MassProperties(given) => info.mass_properties = given,
            BodyEdit::LockRotation(locked) => info.lock_rotation = locked,
            BodyEdit::Kind(kind) => {
                info.kind = kind;
                (state.acceleration, state.angular_acceleration) = (Vector::zeros(), 0.0);
                if kind == BodyKind::Fixed {
                    (state.velocity, state.angular_velocity) = (Vector::zeros(), 0.0);
                }
            }
            BodyEdit::Enabled(enabled) => info.enabled = enabled,
            BodyEdit::Bullet(is_bullet) => info.is_bullet = is_bullet,
            BodyEdit::UserData(user_data) => info.user_data = user_data,
            BodyEdit::Fracture(toughness) => {
                // What is told anew is whole.
                (info.toughness, info.pieces_left) = (toughness, None);
                self.world.bodies.any_breakable |= toughness.is_some();
            }
            _ => {}
        }
    }
}

/// Motion and forces of a body after an edit.
struct After {
    velocity: Vector,
    angular_velocity: Real,
    forces: Push,
}
