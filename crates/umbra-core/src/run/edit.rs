//! Edits as values, done.

use crate::{Added, Edit, Error, Scene};

impl Scene {
    /// Changes the scene.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let Added::Body(door) = scene.edit(Edit::AddBody(Body::kinematic()))? else { panic!() };
    /// let undo = Edit::Body(door, BodyEdit::Pose(scene.body(door)?.pose()));
    /// scene.edit(Edit::Body(door, BodyEdit::Pose(pose([0.0, 3.0], 0.0))))?;
    /// scene.edit(undo)?;
    /// assert_eq!(scene.body(door)?.position(), Point::origin());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When something that the edit names is not there, a number makes no sense, or the edit cannot
    /// be done. The scene is unchanged then.
    pub fn edit(&mut self, edit: Edit) -> Result<Added, Error> {
        match edit {
            Edit::AddBody(body) => return self.add_body(body).map(Added::Body),
            Edit::AddCollider(body, collider) => {
                return self.add_collider(body, collider).map(Added::Collider);
            }
            Edit::AddJoint(joint) => return self.add_joint(joint).map(Added::Joint),
            Edit::AddField(field) => return self.add_field(field).map(Added::Field),
            Edit::AddPortal(portal) => return self.add_portal(portal).map(Added::Portal),
            Edit::Portal(key, portal) => self.edit_portal(key, portal)?,
            Edit::RemovePortal(key) => self.remove_portal(key)?,
            Edit::Field(key, field) => self.edit_field(key, field)?,
            Edit::RemoveField(key) => self.remove_field(key)?,
            Edit::SplitBody(key, line) => drop(self.split_body(key, line)?),
            Edit::ShatterBody(key, point, pieces) => {
                drop(self.shatter_body(key, point, pieces as usize)?);
            }
            Edit::CarveBody(key, outline) => drop(self.carve_body(key, outline)?),
            Edit::Carve(carving) => drop(self.carve(&carving)?),
            Edit::Explode(explosion) => drop(self.explode(explosion)?),
            Edit::RemoveBody(key) => self.remove_body(key)?,
            Edit::RemoveCollider(key) => self.remove_collider(key)?,
            Edit::RemoveJoint(key) => self.remove_joint(key)?,
            Edit::Body(key, edit) => self.edit_body(key, edit)?,
            Edit::Collider(key, edit) => self.edit_collider(key, &edit)?,
            Edit::Joint(key, edit) => self.edit_joint(key, edit)?,
            Edit::BindJoint(key, bodies) => self.bind_joint(key, bodies)?,
            Edit::ExchangeShapes(body, shapes) => self.exchange_shapes(body, shapes)?,
            Edit::Config(config) => {
                config.validate()?;
                self.world.config = config;
            }
            Edit::Clear => self.clear(),
            Edit::ShiftOrigin(by) => self.shift_origin(by)?,
            Edit::Insert(part) => drop(self.insert(&part)?),
        }
        Ok(Added::Nothing)
    }
}
