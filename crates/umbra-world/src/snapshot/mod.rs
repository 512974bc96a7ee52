//! Snapshots: the state of a scene that steps change, saved to be restored for rollback, rewind and
//! looking ahead.
//!
//! A scene is what it is *made of* (bodies and their masses, shapes, materials, filters, the static
//! tree) and how that *moves* (places, velocities, contacts, joints, sleep, events). Steps change
//! the motion only, with few exceptions, and so do the edits that games make in every frame. A
//! [`Saved`] holds the motion, and shares a copy of the rest, the [`Base`], with all snapshots that
//! were taken of the same things.
//!
//! A change of what a scene is made of counts its [`Generation`](crate::store::Generation); the
//! next snapshot makes another base.
//!
//! - `mod.rs`: moments, saving and restoring;
//! - `motion.rs`: what is saved of bodies and their pieces;
//! - `keys.rs`: keys that were given out since are not given out again.

mod keys;
mod motion;

use umbra_broad::SavedBoxes;

use crate::store::Sensors;
use crate::world::{Base, SavedWorld};
use crate::{Error, World};
use keys::GivenOut;
use motion::SavedMotion;

/// Saved moment of a world, to be restored.
///
/// It holds the state that steps change. The rest is shared by all moments between which nothing
/// was added, removed or rebuilt.
#[derive(Clone, Debug, Default)]
pub struct Saved {
    /// Nothing before the first call of [`World::save_into`].
    base: Base,
    motion: SavedMotion,
    boxes: SavedBoxes,
    /// Nothing in a scene without sensors.
    sensors: Option<Sensors>,
    columns: SavedWorld,
}

impl Saved {
    /// Size in bytes, without the data that it shares with other snapshots.
    pub fn size(&self) -> usize {
        let SavedWorld {
            contacts,
            joints,
            fields,
            portals,
            events,
            pending,
            // Shared, of one size, or a bit for each contact.
            structure: _,
            config: _,
            applied: _,
            search_pause: _,
            solver: _,
        } = &self.columns;
        let of_columns = contacts.size() + joints.size() + fields.size() + portals.size();
        let of_lists = events.size() + pending.size();
        let sensors = self.sensors.as_ref().map_or(0, Sensors::size);
        size_of::<Self>() + self.motion.size() + self.boxes.size() + of_columns + of_lists + sensors
    }

    /// True if both share one copy of the data that steps do not change. [`size`](Self::size)
    /// counts that copy for neither.
    pub fn shares_with(&self, other: &Self) -> bool {
        self.base.is_same(&other.base)
    }

    /// The state hash of the world as it was; that of an empty one before the first call of
    /// [`World::save_into`].
    pub fn hash(&self) -> u64 {
        let Some(base) = self.base.world() else { return World::EMPTY_HASH };
        let places = self.motion.places(base);
        let states = base.bodies.keys.iter().map(|(key, index)| {
            let saved = places.get(key).map(|place| &self.motion.bodies.states[*place as usize]);
            saved.unwrap_or(&base.bodies.states[*index as usize])
        });
        World::hash_of(states, &self.columns.joints)
    }
}

impl Saved {
    /// A world of this moment; `None` before the first call of [`World::save_into`].
    pub fn world(&self) -> Option<World> {
        let mut world = World::clone(self.base.world()?);
        // With its generation, for which the base is good.
        world.base.clone_from(&self.base);
        world.put_back(self).ok().map(|()| world)
    }
}

impl World {
    /// Saves the world as it is now, in the memory of an older moment.
    pub fn save_into(&mut self, saved: &mut Saved) -> Result<(), Error> {
        self.write_contacts();
        self.make_base();
        let Saved { base, motion, boxes, sensors, columns } = saved;
        base.clone_from(&self.base);
        motion.save(self);
        self.broad.save_boxes(boxes);
        if self.sensors.is_empty() {
            *sensors = None;
        } else {
            sensors.get_or_insert_with(|| self.sensors.clone()).clone_from(&self.sensors);
        }
        columns.save(self, 0);
        Ok(())
    }

    /// Goes back to a moment of this world or of a copy.
    ///
    /// # Errors
    /// [`Error::EmptySnapshot`] if nothing was saved into it.
    pub fn put_back(&mut self, saved: &Saved) -> Result<(), Error> {
        let Some(base) = saved.base.world() else { return Err(Error::EmptySnapshot) };
        if !(self.has_base() && self.base.is_same(&saved.base)) {
            // With its generation, for which the base is good.
            self.clone_from(base);
            self.base.clone_from(&saved.base);
        }
        saved.motion.restore(self, &saved.columns.contacts);
        self.broad.restore_boxes(&saved.boxes);
        if let Some(sensors) = &saved.sensors {
            self.sensors.clone_from(sensors);
        }
        saved.columns.restore(self);
        self.awake_pieces.forget();
        Ok(())
    }

    /// [`put_back`](Self::put_back), with keys that were given out since the moment retired for
    /// ever.
    ///
    /// # Errors
    /// [`Error::EmptySnapshot`] if nothing was saved into it.
    pub fn branch_off(&mut self, saved: &Saved) -> Result<(), Error> {
        if saved.base.world().is_none() {
            return Err(Error::EmptySnapshot);
        }
        let given_out = GivenOut::from_world(self);
        self.put_back(saved)?;
        let permit = self.generation.change();
        given_out.retire(self, permit);
        Ok(())
    }
}
