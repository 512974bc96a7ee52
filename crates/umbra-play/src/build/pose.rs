//! Poses of a ragdoll: an angle for each of its joints.

use umbra_geom::{Real, Rotation, Vector, math};

use super::adding::{Assembly, down};
use super::measures::{bones, facing, is_held};
use super::ragdoll::Bone;
use umbra_core::{Error, Scene};

/// Pose of a ragdoll: the angle of each bone past the bone that it hangs on, in radians. Of the
/// pelvis, the angle past upright, which only a [`Balance`](super::Balance) holds.
///
/// All angles are 0 in a ragdoll that stands. Positive angles turn counter-clockwise for one that
/// looks to the right, and clockwise for one that looks to the left: limbs swing forward, and
/// pelvis, chest and head lean back. So a pose serves for ragdolls of both directions and of any
/// height.
///
/// ```
/// use umbra::build::{Bone, RagdollPose};
///
/// let stand = RagdollPose::STANDING;
/// let step = stand.with(Bone::LeftThigh, 0.6).with(Bone::RightThigh, -0.3);
/// let half = stand.blend(&step, 0.5);
/// assert_eq!(half.angle(Bone::LeftThigh), 0.3);
/// assert_eq!(step.mirrored().angle(Bone::RightThigh), 0.6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct RagdollPose {
    /// The angles, in the order of [`Bone`].
    pub angles: [Real; 11],
}

impl RagdollPose {
    /// Upright, with arms and legs that hang down. The default.
    pub const STANDING: Self = Self { angles: [0.0; 11] };

    /// Returns the pose with another angle of one bone, in radians.
    ///
    /// Any number is taken: [`Assembly::drive_to`] clamps angles to the limits of the joints, and
    /// refuses those that are not finite.
    #[must_use]
    pub const fn with(mut self, bone: Bone, angle: Real) -> Self {
        self.angles[bone as usize] = angle;
        self
    }

    /// Angle of a bone, in radians.
    pub const fn angle(&self, bone: Bone) -> Real {
        self.angles[bone as usize]
    }

    /// Returns a pose between this one, at 0, and another one, at 1: each angle is interpolated.
    /// Parts beyond that go on past the two.
    #[must_use]
    pub fn blend(&self, other: &Self, part: Real) -> Self {
        let mut angles = self.angles;
        for (angle, other) in angles.iter_mut().zip(other.angles) {
            *angle = (1.0 - part) * *angle + part * other;
        }
        Self { angles }
    }

    /// Returns the pose with left and right limbs exchanged: the other half of a walk.
    ///
    /// The ragdoll looks in the same direction in both. Poses need no change for ragdolls that
    /// look to the left.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        use Bone::*;
        let mut angles = self.angles;
        for [left, right] in [
            [LeftThigh, RightThigh],
            [LeftShin, RightShin],
            [LeftUpperArm, RightUpperArm],
            [LeftForearm, RightForearm],
        ] {
            angles.swap(left as usize, right as usize);
        }
        Self { angles }
    }

    /// Captures the pose that a ragdoll of a scene has now. A bone that was removed, or whose
    /// joint has broken, has the angle 0.
    ///
    /// ```
    /// use umbra::build::{self, Bone, RagdollPose};
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let doll = build::ragdoll(&mut scene, [0.0, 0.0])?;
    /// let head = Bone::Head.body(&doll).unwrap();
    /// scene.body_mut(head)?.apply_angular_impulse(-0.02)?;
    /// scene.step(1.0 / 60.0)?;
    /// assert!(RagdollPose::capture(&scene, &doll)?.angle(Bone::Head) < -0.01);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the assembly has too few or too many bodies or joints to be a ragdoll.
    pub fn capture(scene: &Scene, ragdoll: &Assembly) -> Result<Self, Error> {
        let bones = bones(ragdoll)?;
        let facing = facing(scene, ragdoll);
        let mut pose = Self::STANDING;
        if let Ok(pelvis) = scene.body(bones[0]) {
            let turn = upright(scene).inverse() * pelvis.rotation();
            pose.angles[0] = facing * libm::atan2f(turn.im, turn.re);
        }
        for bone in Bone::ALL.into_iter().skip(1) {
            let joint = is_held(scene, ragdoll, bone).and_then(|key| scene.joint(key).ok());
            pose.angles[bone as usize] = joint.map_or(0.0, |joint| facing * joint.angle());
        }
        Ok(pose)
    }
}

/// Rotation of the bones of a ragdoll that stands against gravity: their y axes look up.
pub(super) fn upright(scene: &Scene) -> Rotation {
    let (down, _): (Vector, Real) = down(scene);
    let x_axis = math::right_of(-down);
    Rotation::from_cos_sin_unchecked(x_axis.x, x_axis.y)
}
