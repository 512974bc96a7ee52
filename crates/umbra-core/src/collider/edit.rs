//! Changing a collider.

use umbra_broad::Filter;
use umbra_geom::{Pose, Real, Shape, Vector};

use crate::{ColliderEdit, ColliderKey, CombineRule, Error, Material, Scene, Tile};

/// A collider of a scene, to be changed.
#[derive(Debug)]
pub struct ColliderMut<'a> {
    scene: &'a mut Scene,
    key: ColliderKey,
}

impl<'a> ColliderMut<'a> {
    pub(crate) fn new(scene: &'a mut Scene, key: ColliderKey) -> Self {
        Self { scene, key }
    }

    fn edit(&mut self, edit: &ColliderEdit) -> Result<(), Error> {
        self.scene.edit_collider(self.key, edit)
    }

    /// An edit that needs no room, so that it cannot be refused.
    fn change(&mut self, edit: &ColliderEdit) {
        let _ = self.edit(edit);
    }

    /// Sets the friction of all its shapes, also of those that have a material of their own, but
    /// not of tile map cells that have one.
    ///
    /// # Errors
    /// When the number is negative, not finite or absurdly large.
    pub fn set_friction(&mut self, friction: Real) -> Result<(), Error> {
        self.edit(&ColliderEdit::Friction(friction))
    }

    /// Sets the restitution: the fraction of an impact's speed that it gives back.
    ///
    /// # Errors
    /// When the number is not from 0 to 4.
    pub fn set_restitution(&mut self, restitution: Real) -> Result<(), Error> {
        self.edit(&ColliderEdit::Restitution(restitution))
    }

    /// Sets the rolling resistance, as the length of a lever.
    ///
    /// # Errors
    /// When the number is negative, not finite or absurdly large.
    pub fn set_rolling_resistance(&mut self, rolling_resistance: Real) -> Result<(), Error> {
        self.edit(&ColliderEdit::RollingResistance(rolling_resistance))
    }

    /// Sets the tangential speed of its surface, clockwise around it.
    ///
    /// # Errors
    /// When the number is not finite or absurdly large.
    pub fn set_surface_speed(&mut self, surface_speed: Real) -> Result<(), Error> {
        self.edit(&ColliderEdit::SurfaceSpeed(surface_speed))
    }

    /// Mass per area.
    ///
    /// # Errors
    /// When the number is negative, not finite, or so large that the mass overflows.
    pub fn set_density(&mut self, density: Real) -> Result<(), Error> {
        self.edit(&ColliderEdit::Density(density))
    }

    /// The mass, instead of a density.
    ///
    /// # Errors
    /// When the number is negative, not finite or absurdly large.
    pub fn set_mass(&mut self, mass: Real) -> Result<(), Error> {
        self.edit(&ColliderEdit::Mass(mass))
    }

    /// Sets the filter that decides which colliders it collides with. Takes effect in the next
    /// step.
    pub fn set_filter(&mut self, filter: Filter) {
        self.change(&ColliderEdit::Filter(filter));
    }

    /// Makes it a sensor, which touches nothing and reports overlaps, or a solid collider again:
    /// see [`Collider::sensor`](crate::Collider::sensor). Its mass stays the same. Contacts and
    /// overlaps that it had end; overlaps of the new sensor begin in the next step.
    ///
    /// # Errors
    /// When it cannot be put among the others because there is no room for more.
    pub fn set_sensor(&mut self, sensor: bool) -> Result<(), Error> {
        self.edit(&ColliderEdit::Sensor(sensor))
    }

    /// Lets it see other sensors while it is a sensor: see
    /// [`Collider::sees_sensors`](crate::Collider::sees_sensors). Takes effect in the next step.
    pub fn set_sees_sensors(&mut self, sees_sensors: bool) {
        self.change(&ColliderEdit::SeesSensors(sees_sensors));
    }

    /// Sets the rule that combines its friction with that of another collider.
    pub fn set_friction_rule(&mut self, rule: CombineRule) {
        self.change(&ColliderEdit::FrictionRule(rule));
    }

    /// Sets the rule that combines its restitution with that of another collider.
    pub fn set_restitution_rule(&mut self, rule: CombineRule) {
        self.change(&ColliderEdit::RestitutionRule(rule));
    }

    /// Sets the material of one of its shapes, by its index in
    /// [`shapes`](crate::ColliderRef::shapes); in a chain, the index of the link.
    ///
    /// # Errors
    /// When there is no such shape, or a number is one that the builder would refuse.
    pub fn set_shape_material(&mut self, index: usize, material: Material) -> Result<(), Error> {
        self.edit(&ColliderEdit::ShapeMaterial(index, material))
    }

    /// Makes it a one-way platform, or solid again: see
    /// [`Collider::one_way`](crate::Collider::one_way). A body inside it at that time passes if it
    /// becomes a platform, and is pushed out if it becomes solid.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let level = scene.add_body(Body::fixed().position([0.0, 2.0]))?;
    /// let hatch = scene.add_collider(level, Collider::cuboid(2.0, 0.1))?;
    /// let body = scene.add_body(Body::dynamic().position([0.0, 2.5]))?;
    /// scene.add_collider(body, Collider::circle(0.4))?;
    /// scene.step(1.0 / 60.0)?;
    /// assert_eq!(scene.body(body)?.contacts().count(), 1);
    /// // From now on it lets through what comes from above.
    /// scene.collider_mut(hatch)?.set_one_way(Some(Vector::new(0.0, -1.0)))?;
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!(scene.body(body)?.position().y < 0.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the direction is zero or not finite.
    pub fn set_one_way(&mut self, direction: Option<Vector>) -> Result<(), Error> {
        self.edit(&ColliderEdit::OneWay(direction))
    }

    /// Makes only the left sides of its lines solid, or both sides: see
    /// [`Collider::one_sided`](crate::Collider::one_sided).
    ///
    /// # Errors
    /// When it has shapes that are no lines.
    pub fn set_one_sided(&mut self, one_sided: bool) -> Result<(), Error> {
        self.edit(&ColliderEdit::OneSided(one_sided))
    }

    /// Gives it another shape, in the same pose on its body. Its density or given mass stays.
    /// Contacts end, and begin again in the next step if the new shape touches. Materials of single
    /// shapes are dropped.
    ///
    /// # Errors
    /// When the mass overflows, or a [one-sided](crate::Collider::one_sided) collider gets a shape
    /// that is no line. The collider is unchanged then.
    pub fn set_shape(&mut self, shape: impl Into<Shape>) -> Result<(), Error> {
        self.edit(&ColliderEdit::Shape(shape.into()))
    }

    /// Puts it elsewhere on its body.
    ///
    /// # Errors
    /// When the pose is not finite or absurdly far away.
    pub fn set_offset(&mut self, offset: Pose) -> Result<(), Error> {
        self.edit(&ColliderEdit::Offset(offset))
    }

    /// Enables or disables it. A disabled collider touches nothing and is found by no query, but
    /// keeps its mass.
    ///
    /// # Errors
    /// When it cannot be put back because there is no room for more.
    pub fn set_enabled(&mut self, enabled: bool) -> Result<(), Error> {
        self.edit(&ColliderEdit::Enabled(enabled))
    }

    /// Fills a cell of a [tile map](crate::Collider::tiles), and wakes the bodies that stood on it.
    /// Cells outside of the map may be filled too; the map grows.
    ///
    /// # Errors
    /// When it is no tile map, the cell is more than 8 million cells from the origin, or a number
    /// of a material is invalid.
    pub fn set_cell(&mut self, at: [i32; 2], tile: impl Into<Tile>) -> Result<(), Error> {
        self.edit(&ColliderEdit::Cell(at, tile.into()))
    }

    /// Switches hit events: reports of its impacts.
    pub fn set_hit_events(&mut self, hit_events: bool) {
        self.change(&ColliderEdit::HitEvents(hit_events));
    }

    /// A number for the caller.
    pub fn set_user_data(&mut self, user_data: u64) {
        self.change(&ColliderEdit::UserData(user_data));
    }
}
