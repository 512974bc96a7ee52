//! Whether there is room.

use core::ops::ControlFlow;

use umbra_geom::Shape;

use super::{Character, check_shape};
use crate::{Error, Platforms, QueryFilter, Scene, check};

impl Character {
    /// Whether a shape in the place of the character would overlap nothing that it collides with. One-way platforms are no
    /// hindrance.
    ///
    /// # Errors
    /// When the shape is a line, or a number of the character makes no sense.
    pub fn fits(&self, scene: &Scene, shape: &Shape) -> Result<bool, Error> {
        check_shape("shape", shape)?;
        let pose = check::pose("pose", self.pose)?;
        let filter = QueryFilter { filter: self.settings.filter, ..QueryFilter::default() };
        let mut filter = filter.platforms(Platforms::Overlooked);
        filter.exclude = self.body;
        let mut fits = true;
        scene.overlap_shape_each(shape, pose, filter, |_| {
            fits = false;
            ControlFlow::Break(())
        });
        Ok(fits)
    }

    /// Whether there is room to stand up. A character that stands has it.
    ///
    /// # Errors
    /// When a number of the character makes no sense.
    pub fn can_stand(&self, scene: &Scene) -> Result<bool, Error> {
        if !self.is_crouched {
            return Ok(true);
        }
        self.fits(scene, &self.shape)
    }
}
