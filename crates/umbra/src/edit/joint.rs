//! Edits of joints: all that a joint was told, with what is changed.

use crate::joint::Settings;
use crate::{JointKey, Scene};

impl Scene {
    /// Changes a joint, unless it is so already.
    pub(crate) fn edit_joint(&mut self, key: JointKey, settings: Settings) {
        let softness = self.config.solver.joint_softness;
        let info = &mut self.joints.infos[key];
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
        if !now.enabled {
            self.joints.forget_impulses(key);
        }
        if has_parts {
            self.joints.refresh(key, softness);
            self.disturb_joint(key);
        } else {
            self.joint_changed(key);
        }
        if other_collisions {
            self.update_collisions(key);
        }
        if other_ratio {
            self.hold_as_it_is(key);
        }
        if other_anchors {
            self.open_joint(key);
        }
    }
}
