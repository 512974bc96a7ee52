//! Checks of a whole world, for tests and for what is loaded.

use crate::error::rule;
use crate::step::find_seams;
use crate::store::{Colliders, Traits};
use crate::{BodyKind, Error, World};

impl World {
    /// Checks every link between bodies, colliders, contacts and the broad phase, in time
    /// proportional to the size of the scene. For tests: a scene never fails this, whatever was
    /// called.
    ///
    /// # Errors
    /// [`Error::Corrupt`] with the first rule found broken.
    pub fn validate(&self) -> Result<(), Error> {
        self.validate_links()?;
        self.validate_pairs()?;
        self.validate_nearness()?;
        self.sensors.broad.validate()?;
        self.validate_seams()?;
        Ok(self.broad.validate()?)
    }

    fn validate_seams(&self) -> Result<(), Error> {
        let Colliders { pieces, outlines, seams, .. } = &self.colliders;
        rule(
            outlines.changes_are_listed(),
            "every piece that is marked as changed is listed once",
        )?;
        if self.seams_wait() {
            return Ok(());
        }
        // Those of a kinematic body are rounded anew as it turns.
        let is_fixed = |piece: &u32| {
            let body = pieces[*piece as usize].body as usize;
            self.bodies.infos.get(body).is_some_and(|info| info.kind == BodyKind::Fixed)
        };
        for piece in (0..pieces.len() as u32).filter(is_fixed) {
            let expected = find_seams(self, piece);
            rule(seams.get(piece) == expected.as_ref(), "a piece knows what adjoins it")?;
            let is_marked = outlines.poses[piece as usize].traits.has(Traits::HAS_SEAMS);
            rule(is_marked == expected.is_some(), "a piece is marked if it adjoins others")?;
        }
        Ok(())
    }
}
