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
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let road = scene.add_body(Body::fixed())?;
    /// # let road = scene.add_collider(road, Collider::cuboid(20.0, 0.5))?;
    /// scene.collider_mut(road)?.set_friction(0.1)?; // it begins to rain
    /// let refused = scene.collider_mut(road)?.set_friction(-0.1).unwrap_err();
    /// assert_eq!(refused.to_string(), "`friction` must not be negative, but is -0.1");
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let belt = scene.add_body(Body::fixed())?;
    /// # let belt = scene.add_collider(belt, Collider::cuboid(9.0, 0.5).surface_speed(2.0))?;
    /// let speed = scene.collider(belt)?.surface_speed();
    /// scene.collider_mut(belt)?.set_surface_speed(-speed)?; // a lever was pulled
    /// # let parcel = Body::dynamic().position([0.0, 1.0]);
    /// # let parcel = scene.add(parcel, [Collider::cuboid(0.5, 0.5)])?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!(scene.body(parcel)?.velocity().x < -1.9);
    /// # Ok::<(), umbra::Error>(())
    /// ```
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
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// # let player = Body::dynamic().position([0.0, 1.0]);
    /// # let player = scene.add(player, [Collider::circle(0.5)])?;
    /// let collider = scene.body(player)?.colliders().next().unwrap();
    /// let nothing = Filter { mask: 0, ..Filter::default() };
    /// scene.collider_mut(collider)?.set_filter(nothing); // the player has lost, and drops out
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!(scene.body(player)?.position().y < 0.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn set_filter(&mut self, filter: Filter) {
        self.change(&ColliderEdit::Filter(filter));
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

    /// Switches hit events: reports of its impacts.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let bell = scene.add_body(Body::fixed())?;
    /// # let bell = scene.add_collider(bell, Collider::cuboid(1.0, 1.0))?;
    /// # let clapper = Body::dynamic().position([0.0, 1.3]).velocity([0.0, -5.0]);
    /// # scene.add(clapper, [Collider::circle(0.25)])?;
    /// scene.collider_mut(bell)?.set_hit_events(true);
    /// scene.step(1.0 / 30.0)?;
    /// let is_hit = |event: &ContactEvent| matches!(event, ContactEvent::Hit { .. });
    /// assert!(scene.contact_events().iter().any(is_hit)); // it rings
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn set_hit_events(&mut self, hit_events: bool) {
        self.change(&ColliderEdit::HitEvents(hit_events));
    }

    /// A number for the caller.
    pub fn set_user_data(&mut self, user_data: u64) {
        self.change(&ColliderEdit::UserData(user_data));
    }
}
