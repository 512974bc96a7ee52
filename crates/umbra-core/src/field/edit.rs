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
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let wind = scene.add_field(Field::wind([5.0, 0.0]))?;
    /// let gust = scene.field(wind)?.clone().velocity([12.0, 1.0]);
    /// scene.field_mut(wind)?.set(gust)?;
    /// let refused = scene.field_mut(wind)?.set(Field::gravity([0.0, 1.0]).lift(2.0)).unwrap_err();
    /// assert_eq!(refused.to_string(), "a field of gravity has no `lift`");
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the builder got an invalid value, or there is no such body.
    pub fn set(&mut self, field: Field) -> Result<(), Error> {
        self.scene.edit_field(self.key, field)
    }

    /// Enables or disables the field.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let fan = Field::wind([0.0, 20.0]).cuboid(1.0, 5.0).enabled(false);
    /// let fan = scene.add_field(fan)?;
    /// # let feather = Body::dynamic().position([0.0, 0.0]);
    /// # let feather = scene.add(feather, [Collider::circle(0.5)])?;
    /// scene.body_mut(feather)?.set_gravity_scale(0.0)?;
    /// scene.field_mut(fan)?.set_enabled(true); // somebody presses the button
    /// scene.step(0.1)?;
    /// assert!(scene.body(feather)?.velocity().y > 1.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn set_enabled(&mut self, enabled: bool) {
        let field = self.view().clone().enabled(enabled);
        // A field that is there was not refused.
        let _ = self.set(field);
    }

    /// Puts it elsewhere, in the world or on its body.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let tide = scene.add_field(Field::water(1.0).below())?;
    /// let buoy = scene.add(Body::dynamic(), [Collider::cuboid(0.5, 0.5)])?;
    /// scene.field_mut(tide)?.set_position([0.0, 3.0])?; // high water
    /// assert_eq!(scene.submerged(tide, buoy)?.area, 1.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite, or too far away.
    pub fn set_position(&mut self, position: impl Into<Point>) -> Result<(), Error> {
        let field = self.view().clone().at(position);
        self.set(field)
    }

    /// Turns it.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let fan = scene.add_field(Field::wind([10.0, 0.0]))?;
    /// # let leaf = Body::dynamic().position([0.0, 0.0]);
    /// # let leaf = scene.add(leaf, [Collider::circle(0.5)])?;
    /// scene.field_mut(fan)?.set_angle(core::f32::consts::FRAC_PI_2)?; // the fan blows up now
    /// scene.step(0.1)?;
    /// let velocity = scene.body(leaf)?.velocity();
    /// assert!(velocity.y > 0.1 && velocity.x.abs() < 1e-3);
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// let planet = scene.add_field(Field::attraction(9.0, 10.0).at([0.0, -10.0]))?;
    /// # let ball = Body::dynamic().position([0.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// scene.step(0.1)?;
    /// assert!((scene.body(ball)?.velocity().y + 0.9).abs() < 0.01);
    /// assert!(scene.field(planet)?.is_enabled());
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let ball = Body::dynamic().position([0.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let storm = scene.add_field(Field::wind([30.0, 0.0]))?;
    /// scene.remove_field(storm)?; // it is over
    /// scene.step(0.1)?;
    /// assert_eq!(scene.body(ball)?.velocity().x, 0.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let lake = scene.add_field(Field::water(1.0).below().at([0.0, 2.5]))?;
    /// let surface = scene.field(lake)?.pose().translation.y; // where waves are drawn
    /// assert_eq!(surface, 2.5);
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add_field(Field::wind([3.0, 0.0]))?;
    /// scene.add_field(Field::water(1.0).below())?;
    /// let is_water = |key: &FieldKey| {
    ///     scene.field(*key).is_ok_and(|it| matches!(it.kind(), FieldKind::Water { .. }))
    /// };
    /// assert_eq!(scene.fields().filter(is_water).count(), 1);
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
            self.world.body(body)?;
        }
        field.checked()
    }
}
