//! Edits of joints.

use umbra_world::joint::Settings;

use crate::{Edit, Error, JointEdit, JointKey, Scene};

impl Scene {
    /// Changes a joint.
    ///
    /// # Errors
    /// When there is no such joint, it is of a kind that cannot have this, or a number makes no
    /// sense.
    pub(crate) fn edit_joint(&mut self, key: JointKey, edit: JointEdit) -> Result<(), Error> {
        // Recordings have no infinite numbers.
        let edit = edit.without_infinity();
        self.noted(|| Edit::Joint(key, edit), |scene| scene.change_joint(key, &edit))
    }

    fn change_joint(&mut self, key: JointKey, edit: &JointEdit) -> Result<(), Error> {
        let mut settings = self.world.joint(key)?.settings.clone();
        if *edit == JointEdit::Close {
            return self.close_joint(key);
        }
        settings.change(edit)?;
        self.write_joint(key, settings);
        Ok(())
    }

    /// Gives a joint these settings, unless it has them.
    fn write_joint(&mut self, key: JointKey, settings: Settings) {
        let softness = self.world.config.solver.joint_softness;
        let info = &mut self.world.joints.infos[key];
        // Nothing else reads that number.
        info.settings.user_data = settings.user_data;
        if info.settings == settings {
            return;
        }
        let before = core::mem::replace(&mut info.settings, settings);
        let now = &info.settings;
        let collides = |settings: &Settings| settings.collide_connected || !settings.enabled;
        let other_collisions = collides(&before) != collides(now);
        let has_parts = now.is_made_like(&before, softness);
        let (other_ratio, other_anchors) =
            (now.ratio != before.ratio, now.anchors != before.anchors);
        let is_enabled = now.enabled;
        self.world.joints.note_motor(key, &before, softness);
        if !is_enabled {
            self.world.joints.forget_impulses(key);
        }
        if has_parts {
            self.world.joints.refresh(key, softness);
            self.world.disturb_joint(key);
        } else {
            self.world.joint_changed(key);
        }
        if other_collisions {
            self.world.update_collisions(key);
        }
        if other_ratio {
            self.world.capture_reference(key);
        }
        if other_anchors {
            self.world.open_joint(key);
        }
    }
}
