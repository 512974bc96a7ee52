//! Large worlds: everything is seen from another origin.

use umbra_geom::{Point, Vector};

use crate::{Edit, Error, JointKind, Scene, check};

impl Scene {
    /// Moves the origin to `by`: a body at `by` is at (0, 0) afterwards. Nothing else changes:
    /// contacts keep their impulses, sleeping bodies stay asleep, and no event is reported.
    ///
    /// Positions have 24 bits: 1 km from the origin their steps are 0.06 mm, 100 km from it 8 mm. A
    /// game whose players travel far shifts the origin to them from time to time. Positions that
    /// come nearer to the origin keep every digit, if `by` consists of whole numbers or multiples
    /// of a power of two; positions that move away from it are rounded.
    ///
    /// Positions that the game keeps itself have to be shifted too, including those of events that
    /// it has read. The call costs as much as rebuilding all pairs and trees, so do not make it in
    /// every step.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let ship = scene.add(Body::dynamic().position([4096.5, 7.0]), [Collider::circle(0.5)])?;
    /// scene.shift_origin([4096.0, 0.0])?;
    /// assert_eq!(scene.body(ship)?.position(), Point::new(0.5, 7.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite, or a body, a field, or a fixed point of a joint would be too
    /// far from the origin. The scene is unchanged then.
    pub fn shift_origin(&mut self, by: impl Into<Vector>) -> Result<(), Error> {
        let by = by.into();
        check::position("by", by.into())?;
        for point in self.points_of_the_world() {
            check::position("by", point - by)?;
        }
        self.noted(
            || Edit::ShiftOrigin(by),
            |scene| {
                scene.moves.forget();
                scene.world.shift_all(by);
                Ok(())
            },
        )
    }

    /// All that is shifted and must stay within bounds: bodies, what joints hold on to, fields,
    /// portals.
    fn points_of_the_world(&self) -> impl Iterator<Item = Point> + '_ {
        let joints = self.world.joints.infos.values().map(|joint| &joint.settings);
        let held = joints.flat_map(|settings| match settings.kind {
            JointKind::Target => [Some(settings.anchors[0]), None],
            JointKind::Pulley => settings.grounds.map(Some),
            _ => [None; 2],
        });
        let fields = self.world.fields.list.iter().map(|info| &info.field);
        let fields = fields.filter(|field| field.body().is_none());
        let places = fields.map(|field| Point::from(field.pose().translation.vector));
        let bodies = self.world.bodies.states.iter().map(|state| state.center);
        let portals = self.world.portals.list.iter().map(|info| &info.portal);
        let ends = portals.flat_map(|portal| [portal.from(), portal.to()]).flatten();
        bodies.chain(held.flatten()).chain(places).chain(ends)
    }
}
