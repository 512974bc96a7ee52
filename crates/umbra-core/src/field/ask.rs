//! Field queries: the effect that fields would have on things that are no dynamic bodies, such as
//! characters, particles and predicted paths.

use umbra_broad::Filter;
use umbra_geom::{AreaProperties, Point, Pose, Shape, Vector};

use crate::{BodyKey, Error, FieldKey, Scene, check};
use umbra_world::step;
use umbra_world::store::piece_indices;

impl Scene {
    /// Pose of a field in the world: with its body, if it lies on one.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let ship = Body::dynamic().position([0.0, 0.0]);
    /// # let ship = scene.add(ship, [Collider::circle(0.5)])?;
    /// let magnet = scene.add_field(Field::magnet(50.0, 3.0).at([0.0, 1.0]).on(ship))?;
    /// scene.body_mut(ship)?.set_position([7.0, 0.0])?;
    /// assert_eq!(scene.field_pose(magnet)?, pose([7.0, 1.0], 0.0)); // it went along
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such field.
    pub fn field_pose(&self, field: FieldKey) -> Result<Pose, Error> {
        let info = &self.world.fields.list[self.world.fields.index(field)?];
        Ok(self.world.pose_of_field(&info.field))
    }

    /// Area and centre of the part of a body that lies in a field; of a body in
    /// [water](crate::Field::water), its part under the surface. Sensors do not count. If no part
    /// lies in the field, the centre is the body's centre of mass.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let lake = scene.add_field(Field::water(1.0).below().at([0.0, 0.25]))?;
    /// let buoy = scene.add(Body::dynamic(), [Collider::cuboid(0.5, 0.5)])?;
    /// let under = scene.submerged(lake, buoy)?;
    /// assert!((under.area - 0.75).abs() < 1e-6);
    /// assert!((under.center.y + 0.125).abs() < 1e-6);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such field or body.
    pub fn submerged(&self, field: FieldKey, body: BodyKey) -> Result<AreaProperties, Error> {
        let info = &self.world.fields.list[self.world.fields.index(field)?];
        let index = self.world.body(body)?;
        let area = self.world.placed_field(info);
        let center = self.world.bodies.states[index].center;
        let nothing = AreaProperties { area: 0.0, center, second_moment: 0.0 };
        let pieces = piece_indices(&self.world.colliders.infos, &self.world.bodies.infos[index]);
        let solid = pieces.map(|piece| &self.world.colliders.pieces[piece as usize]);
        let parts = solid
            .filter(|piece| !piece.is_sensor)
            .map(|piece| AreaProperties::within(&piece.substance.shape, &piece.pose, &area.sides));
        Ok(parts.fold(nothing, |sum, part| sum.with(&part)))
    }

    /// Area and centre of the part of a shape that lies in a field. Use it for things that are no
    /// bodies, such as a character in water. If no part lies in the field, the centre is that of
    /// the pose.
    ///
    /// ```
    /// use umbra::geom::math;
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let lake = scene.add_field(Field::water(1.0).below())?;
    /// let player: Shape = Capsule::new([0.0, -0.3], [0.0, 0.3], 0.3)?.into();
    /// let under = scene.shape_in_field(lake, &player, math::pose([0.0, 0.0], 0.0))?;
    /// let swims = under.area > 0.4 * player.area_properties().area;
    /// assert!(swims);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such field, or a number of the pose is not finite.
    pub fn shape_in_field(
        &self,
        field: FieldKey,
        shape: &Shape,
        pose: Pose,
    ) -> Result<AreaProperties, Error> {
        let info = &self.world.fields.list[self.world.fields.index(field)?];
        let pose = check::pose("pose", pose)?;
        let center = Point::from(pose.translation.vector);
        let nothing = AreaProperties { area: 0.0, center, second_moment: 0.0 };
        let sides = self.world.placed_field(info).sides;
        Ok(nothing.with(&AreaProperties::within(shape, &pose, &sides)))
    }

    /// Gravity at a point: that of the scene or of the last field of
    /// [gravity](crate::Field::gravity) there, plus all [attraction](crate::Field::attraction).
    /// Only fields whose filter accepts `filter` count.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig { gravity: Vector::zeros(), ..Default::default() })?;
    /// scene.add_field(Field::attraction(8.0, 10.0))?; // a planet: 8 m/s² at 10 m
    /// let gravity = scene.gravity_at([0.0, 20.0], Filter::ALL)?;
    /// assert!((gravity - Vector::new(0.0, -2.0)).norm() < 1e-6);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a coordinate is not finite, or too large, or the sum is not finite.
    pub fn gravity_at(&self, point: impl Into<Point>, filter: Filter) -> Result<Vector, Error> {
        let point = check::position("point", point.into())?;
        Ok(check::vector("gravity", step::gravity_at(&self.world, point, filter))?)
    }
}
