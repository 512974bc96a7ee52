//! Queries for the surroundings of a character: room and ground.

use core::ops::ControlFlow;

use umbra_geom::query::lowest_along;
use umbra_geom::{Real, Shape, Vector};

use super::settings::Checked;
use super::slide::Mover;
use super::{Character, Ground, check_shape};
use crate::check;
use umbra_core::MoverRules;
use umbra_core::{Error, Platforms, QueryFilter, Scene};

impl Character {
    /// True if a shape in the place of the character would overlap nothing that it collides with.
    /// One-way platforms do not count.
    ///
    /// ```
    /// use umbra::character::Character;
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    ///
    /// scene.add(Body::fixed().position([0.0, 1.0]), [Collider::cuboid(5.0, 0.2)])?;
    /// let player = Character::new(Circle::new(0.3)?)?;
    /// let giant = Shape::from(Capsule::new([0.0, 0.0], [0.0, 1.5], 0.4)?);
    /// assert!(player.fits(&scene, player.current_shape())?);
    /// assert!(!player.fits(&scene, &giant)?); // no room to grow under this roof
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the shape is a line, or a number of the character makes no sense.
    pub fn fits(&self, scene: &Scene, shape: &Shape) -> Result<bool, Error> {
        check_shape("shape", shape)?;
        let pose = check::pose("pose", self.pose)?;
        let mut filter = self.collides_with().platforms(Platforms::Overlooked);
        filter.exclude = self.body;
        let mut fits = true;
        scene.overlap_shape_each(shape, pose, filter, |_| {
            fits = false;
            ControlFlow::Break(())
        });
        Ok(fits)
    }

    /// Ground that it would stand on if it were lowered by at most `reach`, and the distance down
    /// to it. The ground of a character that stands is in [`ground`](Self::ground). This is for a
    /// character loaded from a saved game, and for looking before a jump.
    ///
    /// ```
    /// use umbra::character::Character;
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    ///
    /// scene.add(Body::fixed(), [Collider::cuboid(5.0, 0.5)])?;
    /// let mut player = Character::new(Circle::new(0.5)?)?;
    /// player.set_position([0.0, 3.0])?;
    /// let (ground, drop) = player.ground_below(&scene, 10.0)?.unwrap();
    /// assert!((drop - 2.0).abs() < 0.01 && ground.normal.y > 0.99); // where its shadow falls
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When `reach` is negative or not finite, or a number of the character makes no sense.
    pub fn ground_below(
        &self,
        scene: &Scene,
        reach: Real,
    ) -> Result<Option<(Ground, Real)>, Error> {
        let Checked { up, least_up } = self.settings.checked()?;
        let pose = check::pose("pose", self.pose)?;
        let reach = check::amount("reach", reach)?;
        let (around, shape) = (self.around(0.0), self.current_shape());
        let filter = self.collides_with();
        let filter = filter.as_dyn();
        let mover = Mover { scene, filter, around, shape, up, least_up };
        let found = mover.ground_below(&pose, reach);
        Ok(found.and_then(|it| Some((Ground::new(scene, &it.near, it.normal)?, it.drop))))
    }

    /// Finds what it collides with.
    pub(super) fn collides_with(&self) -> QueryFilter {
        QueryFilter { filter: self.settings.filter, ..QueryFilter::default() }
    }

    /// Rules for what it collides with in a step of this length.
    pub(super) fn around(&self, dt: Real) -> MoverRules {
        let (without, drops) = ([self.body, None], self.is_dropping);
        MoverRules { without, drops, dt, ..MoverRules::default() }
    }

    /// True if there is room to stand up, or if it stands already. A one-way platform that holds
    /// from below counts as a ceiling.
    ///
    /// # Errors
    /// When a number of the character makes no sense.
    pub fn can_stand(&self, scene: &Scene) -> Result<bool, Error> {
        if !self.is_crouched {
            return Ok(true);
        }
        if !self.fits(scene, &self.shape)? {
            return Ok(false);
        }
        // What has one side is in the way if the parts that grow come at it from that side.
        let (around, filter) = (self.around(0.0), self.collides_with());
        let filter = filter.as_dyn();
        let (shape, pose) = (self.current_shape(), &self.pose);
        let Checked { up, .. } = self.settings.checked()?;
        let is_free = |up: Vector| {
            let by = lowest_along(&self.shape, pose, -up) - lowest_along(shape, pose, -up);
            by >= 0.0 || scene.cast_mover(shape, *pose, up * -by, filter, around).is_none()
        };
        Ok(is_free(up) && is_free(-up))
    }
}
