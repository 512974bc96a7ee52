//! Doors for edits of bodies.

use umbra_geom::{Real, Vector};
use umbra_solver::Locks;

use crate::properties::equal;
use crate::{BodyEdit, BodyKey, BodyKind, Edit, Error, Scene, check};
use umbra_world::body::Push;
use umbra_world::body_entry;
use umbra_world::store::{Few, Placement, free};

use umbra_world::world::Dirty;

impl Scene {
    /// Changes a body.
    ///
    /// # Errors
    /// When there is no such body, the edit cannot be done to it, a number makes no sense, or there
    /// is no room for more proxies.
    pub(crate) fn edit_body(&mut self, key: BodyKey, edit: BodyEdit) -> Result<(), Error> {
        self.noted(|| Edit::Body(key, edit), |scene| scene.change_body(key, edit))
    }

    fn change_body(&mut self, key: BodyKey, edit: BodyEdit) -> Result<(), Error> {
        let index = self.world.body(key)?;
        let edit = edit.checked()?;
        let after = self.state_after(index, &edit);
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
            BodyEdit::DropThrough(drops_through) => {
                self.world.bodies.marks[index].drops_through == *drops_through
            }
            _ => self.is_set(index, edit),
        }
    }

    /// Motion of a body after an edit, and its forces in the next step.
    fn state_after(&self, index: usize, edit: &BodyEdit) -> After {
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
                after.velocity += free(state.locks, impulse) * state.inv_mass;
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

    /// Writes an edit that sets no property.
    fn write_command(&mut self, index: usize, edit: BodyEdit, after: &After) {
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
            BodyEdit::LockTranslation([x, y]) => {
                state.locks = Locks { x, y };
                self.world.bodies.stop_locked(index);
            }
            BodyEdit::DropThrough(drops_through) => {
                self.world.bodies.marks[index].drops_through = drops_through;
            }
            BodyEdit::Wake => self.world.wake_up(index),
            BodyEdit::Sleep => self.world.put_island_to_sleep(index),
            _ => {}
        }
    }

    /// Another kind: its acceleration is that of the old one. What is fixed stands.
    fn stop_if_fixed(&mut self, index: usize) {
        let state = &mut self.world.bodies.states[index];
        (state.acceleration, state.angular_acceleration) = (Vector::zeros(), 0.0);
        if self.world.bodies.infos[index].kind == BodyKind::Fixed {
            (state.velocity, state.angular_velocity) = (Vector::zeros(), 0.0);
        }
    }

    fn wake_if_sleepless(&mut self, index: usize) {
        if !self.world.bodies.sleep_timers[index].can_sleep {
            self.world.wake_up(index);
        }
    }

    /// A body that is told anew what breaks it is whole.
    fn make_whole(&mut self, index: usize) {
        let permit = self.world.generation.change();
        let info = &mut self.world.bodies.infos.write(permit)[index];
        info.pieces_left = None;
        self.world.bodies.any_breakable |= info.toughness.is_some();
    }
}

macro_rules! write_edits {
    ($(
        $(commands $commands:tt)?
        property $name:ident: $type:ty = $default:expr, check($check:ident)
            $(, kept($array:ident.$field:ident) $(, edit(
                $Edit:ident => $($dirty:ident)|+ $(, unless $equal:ident)? $(, then $effect:ident)?
            ))?)? => $functions:tt
    )*) => {
        impl Scene {
            /// True if an edit sets a property to the value that it has, and the table says that
            /// this does nothing.
            fn is_set(&self, index: usize, edit: &BodyEdit) -> bool {
                match edit {
                    $($($($(
                        BodyEdit::$Edit(value) => $equal(value, &self.world.bodies.$array[index].$field),
                    )?)?)?)*
                    _ => false,
                }
            }

            /// Writes what an edit says.
            fn write_body(&mut self, index: usize, edit: BodyEdit, after: &After) {
                match edit {
                    $($($(BodyEdit::$Edit(value) => {
                        let world = &mut self.world;
                        body_entry!(world.bodies, world.generation.change(), $array[index]).$field = value;
                        $(self.$effect(index);)?
                    })?)?)*
                    command => self.write_command(index, command, after),
                }
            }
        }
    };
}
umbra_world::body_properties!(write_edits);

/// Motion and forces of a body after an edit.
struct After {
    velocity: Vector,
    angular_velocity: Real,
    forces: Push,
}
