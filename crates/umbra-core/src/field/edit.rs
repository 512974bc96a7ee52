//! Fields come, change and go.

use umbra_geom::{Point, Real};

use crate::{Edit, Error, Field, FieldKey, Scene};
use umbra_world::store::FieldInfo;

/// Field of a scene, to be changed. Each change wakes the bodies that sleep where the field acted
/// or acts. Setting a value that it already has changes nothing.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let wind = scene.add_field(Field::wind([5.0, 0.0]))?;
/// scene.field_mut(wind)?.set(Field::wind([-5.0, 0.0]))?; // it turns
/// scene.field_mut(wind)?.set_enabled(false); // and calms down
/// assert!(!scene.field(wind)?.is_enabled());
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Debug)]
pub struct FieldMut<'a> {
    scene: &'a mut Scene,
    key: FieldKey,
}

impl FieldMut<'_> {
    /// The field, to be read.
    pub fn view(&self) -> &Field {
        let fields = &self.scene.world.fields;
        // The key is of a field of the scene.
        &fields.list[fields.index(self.key).unwrap_or_default()].field
    }

    /// Replaces the field by another one, which keeps the key.
    ///
    /// # Errors
    /// When the builder got an invalid value, or there is no such body.
    pub fn set(&mut self, field: Field) -> Result<(), Error> {
        self.scene.edit_field(self.key, field)
    }

    /// Enables or disables the field.
    pub fn set_enabled(&mut self, enabled: bool) {
        let field = self.view().clone().enabled(enabled);
        // A field that is there was not refused.
        let _ = self.set(field);
    }

    /// Puts it elsewhere, in the world or on its body.
    ///
    /// # Errors
    /// When a number is not finite, or too far away.
    pub fn set_position(&mut self, position: impl Into<Point>) -> Result<(), Error> {
        let field = self.view().clone().at(position);
        self.set(field)
    }

    /// Turns it.
    ///
    /// # Errors
    /// When the number is not finite.
    pub fn set_angle(&mut self, angle: Real) -> Result<(), Error> {
        let field = self.view().clone();
        let position = field.pose().translation.vector;
        self.set(field.at_pose(position, angle))
    }
}

impl Scene {
    /// Adds a field, and wakes the bodies that sleep in its area.
    ///
    /// # Errors
    /// When the builder got an invalid value, or the body that carries the field is not in the
    /// scene.
    pub fn add_field(&mut self, field: Field) -> Result<FieldKey, Error> {
        let checked = self.checked_field(field.clone())?;
        self.noted(
            || Edit::AddField(field),
            |scene| {
                let key = scene.world.fields.add(checked);
                scene.world.wake_in_field(key);
                Ok(key)
            },
        )
    }

    /// Removes a field, and wakes the bodies that sleep in its area. Fields on a body are removed
    /// with it.
    ///
    /// # Errors
    /// When there is no such field.
    pub fn remove_field(&mut self, key: FieldKey) -> Result<(), Error> {
        let index = self.world.fields.index(key)?;
        self.noted(
            || Edit::RemoveField(key),
            |scene| {
                scene.world.wake_in_field(key);
                scene.world.fields.list.remove(index);
                Ok(())
            },
        )
    }

    /// A field to be read.
    ///
    /// # Errors
    /// When there is no such field; it may have been removed.
    pub fn field(&self, key: FieldKey) -> Result<&Field, Error> {
        self.world.fields.index(key).map(|index| &self.world.fields.list[index].field)
    }

    /// A field to be changed.
    ///
    /// # Errors
    /// When there is no such field; it may have been removed.
    pub fn field_mut(&mut self, key: FieldKey) -> Result<FieldMut<'_>, Error> {
        self.world.fields.index(key).map(|_| FieldMut { scene: self, key })
    }

    /// The keys of all fields, in the order in which they were added.
    pub fn fields(&self) -> impl Iterator<Item = FieldKey> + '_ {
        self.world.fields.list.iter().map(|info| info.key)
    }

    /// Number of fields.
    pub fn field_count(&self) -> usize {
        self.world.fields.list.len()
    }

    /// Makes another field of one.
    pub(crate) fn edit_field(&mut self, key: FieldKey, field: Field) -> Result<(), Error> {
        let index = self.world.fields.index(key)?;
        let there = &self.world.fields.list[index].field;
        // What is there is switched on and off whatever it is.
        let is_switch = field.clone().enabled(there.is_enabled()) == *there;
        let checked = if is_switch { field.clone() } else { self.checked_field(field.clone())? };
        if self.world.fields.list[index].field == checked {
            return Ok(());
        }
        self.noted(
            || Edit::Field(key, field),
            |scene| {
                scene.world.wake_in_field(key);
                scene.world.fields.list[index] = FieldInfo { key, field: checked, placed: None };
                scene.world.wake_in_field(key);
                Ok(())
            },
        )
    }

    fn checked_field(&self, field: Field) -> Result<Field, Error> {
        if let Some(body) = field.body() {
            self.world.bodies.index(body)?;
        }
        field.checked()
    }
}
