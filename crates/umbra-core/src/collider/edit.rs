//! Changing a collider.

use umbra_broad::Filter;
use umbra_geom::{Pose, Real, Shape, Vector};

use crate::{ColliderEdit, ColliderKey, CombineRule, Error, Material, Scene, Tile};

/// A collider of a scene, to be changed.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ball = Body::dynamic().position([0.0, 5.0]);
/// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
/// let key = scene.body(ball)?.colliders().next().unwrap();
/// let mut collider = scene.collider_mut(key)?;
/// collider.set_restitution(0.9)?;
/// collider.set_density(0.1)?; // a beach ball from now on
/// assert!(scene.body(ball)?.mass() < 0.1);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Debug)]
pub struct ColliderMut<'a> {
    scene: &'a mut Scene,
    key: ColliderKey,
}

impl<'a> ColliderMut<'a> {
    umbra_world::collider_properties!(collider_functions set);

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

    /// Makes it a sensor, which touches nothing and reports overlaps, or a solid collider again:
    /// see [`Collider::sensor`](crate::Collider::sensor). Its mass stays the same. Contacts and
    /// overlaps that it had end; overlaps of the new sensor begin in the next step.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let gate = scene.add_body(Body::fixed())?;
    /// # let gate = scene.add_collider(gate, Collider::cuboid(0.5, 3.0))?;
    /// # let ball = Body::dynamic().position([-2.0, 0.0]).velocity([4.0, 0.0]).gravity_scale(0.0);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// scene.collider_mut(gate)?.set_sensor(true)?; // it opens, and counts who comes through
    /// let mut visitors = 0;
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    ///     let begins = |event: &&SensorEvent| matches!(event, SensorEvent::Begin { .. });
    ///     visitors += scene.sensor_events().iter().filter(begins).count();
    /// }
    /// assert!(visitors == 1 && scene.body(ball)?.position().x > 1.5);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it cannot be put among the others because there is no room for more.
    pub fn set_sensor(&mut self, sensor: bool) -> Result<(), Error> {
        self.edit(&ColliderEdit::Sensor(sensor))
    }

    /// Sets the material of one of its shapes, by its index in
    /// [`shapes`](crate::ColliderRef::shapes); in a chain, the index of the link.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let track = scene.add_body(Body::fixed())?;
    /// let points = [[-9.0, 0.0], [0.0, 0.0], [9.0, 0.0]];
    /// let track = scene.add_collider(track, Collider::chain(points))?;
    /// let oil = Material { friction: 0.02, ..Material::default() };
    /// scene.collider_mut(track)?.set_shape_material(1, oil)?; // spilled on the second half
    /// assert_eq!(scene.collider(track)?.material_of(ColliderPart::Shape(1)), Some(oil));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such shape, or a number is one that the builder would refuse.
    pub fn set_shape_material(&mut self, index: usize, material: Material) -> Result<(), Error> {
        self.edit(&ColliderEdit::ShapeMaterial(index, material))
    }

    /// Gives it another shape, in the same pose on its body. Its density or given mass stays.
    /// Contacts end, and begin again in the next step if the new shape touches. Materials of single
    /// shapes are dropped.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let hero = scene.add_body(Body::dynamic().lock_rotation())?;
    /// # let hero = scene.add_collider(hero, Collider::capsule([0.0, 0.3], [0.0, 1.5], 0.3))?;
    /// let crouched = Capsule::new([0.0, 0.3], [0.0, 0.7], 0.3)?;
    /// scene.collider_mut(hero)?.set_shape(crouched)?;
    /// assert_eq!(scene.collider(hero)?.aabb().max.y, 1.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the mass overflows, or a [one-sided](crate::Collider::one_sided) collider gets a shape
    /// that is no line. The collider is unchanged then.
    pub fn set_shape(&mut self, shape: impl Into<Shape>) -> Result<(), Error> {
        self.edit(&ColliderEdit::Shape(shape.into()))
    }

    /// Puts it elsewhere on its body.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let tank = scene.add_body(Body::dynamic())?;
    /// # let gun = scene.add_collider(tank, Collider::cuboid(1.0, 0.1))?;
    /// scene.collider_mut(gun)?.set_offset(pose([0.0, 1.0], 0.3))?; // the gun is raised
    /// assert!(scene.body(tank)?.center_of_mass().y > 0.9);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the pose is not finite or absurdly far away.
    pub fn set_offset(&mut self, offset: Pose) -> Result<(), Error> {
        self.edit(&ColliderEdit::Offset(offset))
    }

    /// Enables or disables it. A disabled collider touches nothing and is found by no query, but
    /// keeps its mass.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let bridge = scene.add_body(Body::fixed())?;
    /// # let bridge = scene.add_collider(bridge, Collider::cuboid(5.0, 0.5))?;
    /// # let ball = Body::dynamic().position([0.0, 1.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// scene.collider_mut(bridge)?.set_enabled(false)?; // it is drawn up
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!(scene.body(ball)?.position().y < -3.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it cannot be put back because there is no room for more.
    pub fn set_enabled(&mut self, enabled: bool) -> Result<(), Error> {
        self.edit(&ColliderEdit::Enabled(enabled))
    }

    /// Fills a cell of a [tile map](crate::Collider::tiles), and wakes the bodies that stood on it.
    /// Cells outside of the map may be filled too; the map grows.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let level = scene.add_body(Body::fixed())?;
    /// # let map = scene.add_collider(level, Collider::tiles(1.0, [[Cell::Full; 8]; 3]))?;
    /// let mut map = scene.collider_mut(map)?;
    /// map.set_cell([2, 2], Cell::Empty)?; // a block is dug out
    /// map.set_cell([9, 0], Cell::OneWay)?; // and a platform is put beside the map, which grows
    /// let free = scene.colliders_at([2.5, 2.5], QueryFilter::default());
    /// assert!(free.is_empty());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is no tile map, the cell is more than 8 million cells from the origin, or a number
    /// of a material is invalid.
    pub fn set_cell(&mut self, at: [i32; 2], tile: impl Into<Tile>) -> Result<(), Error> {
        self.edit(&ColliderEdit::Cell(at, tile.into()))
    }
}
