//! Plans of `drive_to`: checked first, then joints are added, given their numbers, or removed.
//!
//! Each driven bone gets a motor joint to the bone that it hangs on, with a sprung angle, a largest
//! torque and no force. A hinge has a spring, too, but nothing bounds its torque, and settings that
//! a caller gave it would be lost. The joints are found again by [`MARK`], so nothing is kept
//! beside the scene: copies, snapshots and parts have them.

use umbra_geom::{Point, Pose, Real, Rotation, Vector, math};

use super::adding::Assembly;
use super::drive::{Balance, DriveSettings, RootTarget};
use super::measures::{Measures, bones, facing, is_held};
use super::pose::{RagdollPose, upright};
use super::ragdoll::Bone;
use crate::check;
use umbra_core::{
    Body, BodyKey, BodyKind, BodyRef, Error, Joint, JointKey, JointKind, JointRef, Scene, Softness,
};

/// User data of the joints that drive a ragdoll: "pose driv".
const MARK: u64 = 0x706f_7365_6472_6976;

/// Angular acceleration, in rad/s², that the torque of a joint gives its limb unless it is told
/// one. Forces of roots give the ragdoll so many heights per second squared.
const ACCELERATION: Real = 60.0;

/// Angle from its goal at which a balance is added anew, so that a ragdoll that has rolled over
/// does not turn back all the way: joints count whole turns.
const TURNED_OVER: Real = 1.25 * core::f32::consts::PI;

/// The joints that drive a body or the one that it holds.
fn drives(scene: &Scene, body: BodyKey) -> impl Iterator<Item = JointKey> + '_ {
    let joints = scene.body(body).into_iter().flat_map(|body| body.joints());
    joints.filter(|key| scene.joint(*key).is_ok_and(|joint| joint.user_data() == MARK))
}

/// A joint that drives a body or the one that it holds, and is none of these.
pub(super) fn other_drive(
    scene: &Scene,
    body: BodyKey,
    but: &[Option<JointKey>],
) -> Option<JointKey> {
    drives(scene, body).find(|key| !but.contains(&Some(*key)))
}

/// Removes a joint that drives, with the fixed body of a balance.
pub(super) fn let_go(scene: &mut Scene, key: JointKey) {
    let anchor = scene.joint(key).map(|joint| joint.body_a());
    let _ = scene.remove_joint(key);
    if let Ok(anchor) = anchor
        && scene.body(anchor).is_ok_and(|body| body.user_data() == MARK)
    {
        let _ = scene.remove_body(anchor);
    }
}

/// A spring with a largest force.
#[derive(Clone, Copy)]
struct Spring {
    stiffness: Real,
    damping: Real,
    most: Real,
}

impl Spring {
    /// One that swings so often what it moves; `None` if it gives nothing.
    fn new(softness: Softness, most: Real, moved: Real, by: Real) -> Result<Option<Self>, Error> {
        let turn = core::f32::consts::TAU * softness.hertz;
        let stiffness = check::amount("stiffness", by * moved * turn * turn)?;
        let damping = 2.0 * softness.damping_ratio * (stiffness * moved).sqrt();
        let damping = check::amount("damping", damping)?;
        let most = check::amount("max_torque", by * most)?;
        Ok((stiffness > 0.0 && most > 0.0).then_some(Self { stiffness, damping, most }))
    }
}

/// One joint to be driven.
#[derive(Clone, Copy)]
struct Aim {
    /// B is past A by the goal. Of a balance, A is chosen when it is applied.
    bodies: [BodyKey; 2],
    goal: Real,
    spring: Spring,
}

/// Planned effect of a call. Nothing of it can be refused, but for want of room.
pub(super) struct Plan {
    bones: [BodyKey; 11],
    pub(super) missing: [bool; 11],
    aims: [Option<Aim>; 11],
    root: Option<(Point, Spring)>,
    upright: Rotation,
}

impl Plan {
    pub(super) fn new(
        ragdoll: &Assembly,
        scene: &Scene,
        pose: &RagdollPose,
        settings: &DriveSettings,
    ) -> Result<Self, Error> {
        let bones = bones(ragdoll)?;
        settings.check()?;
        for angle in pose.angles {
            check::number("angle", angle)?;
        }
        let measures = Measures::new(scene, &bones);
        let facing = facing(scene, ragdoll);
        let mut plan = Self {
            bones,
            missing: [false; 11],
            aims: [None; 11],
            root: None,
            upright: upright(scene),
        };
        for bone in Bone::ALL.into_iter().skip(1) {
            let index = bone as usize;
            let joint = is_held(scene, ragdoll, bone).and_then(|key| scene.joint(key).ok());
            let Some(joint) = joint else {
                plan.missing[index] = true;
                continue;
            };
            let wanted = facing * pose.angles[index];
            let [lower, upper] = joint.limits().unwrap_or([wanted; 2]);
            // Angles of motor joints count from equal rotations.
            let goal = wanted.max(lower).min(upper) + joint.reference_angle();
            let bodies = [joint.body_a(), joint.body_b()];
            let spring = settings.spring(&measures, bone)?;
            plan.aims[index] = spring.map(|spring| Aim { bodies, goal, spring });
        }
        plan.missing[0] = scene.body(bones[0]).is_err();
        let is_dynamic = |key| scene.body(key).is_ok_and(|body| body.is_dynamic());
        if is_dynamic(bones[0]) {
            let bodies = [BodyKey::default(), bones[0]];
            let goal = facing * pose.angles[0];
            let spring = settings.upright_spring(&measures)?;
            plan.aims[0] = spring.map(|spring| Aim { bodies, goal, spring });
            plan.root = settings.root_spring(&measures)?;
        }
        Ok(plan)
    }

    /// Adds what is missing first: that alone may be refused.
    pub(super) fn apply(&self, scene: &mut Scene) -> Result<(), Error> {
        let mut joints = [None; 12];
        let mut added = [None; 12];
        for (index, joint) in joints.iter_mut().enumerate() {
            let found = self.find(scene, index);
            *joint = found.filter(|key| !self.is_turned_over(scene, index, *key));
            if joint.is_none()
                && let Some(new) = self.add(scene, index).transpose()
            {
                match new {
                    Ok(key) => (*joint, added[index]) = (Some(key), Some(key)),
                    Err(error) => {
                        added.into_iter().flatten().for_each(|key| let_go(scene, key));
                        return Err(error);
                    }
                }
            }
        }
        for body in &self.bones {
            while let Some(old) = other_drive(scene, *body, &joints) {
                let_go(scene, old);
            }
        }
        for (index, key) in joints.into_iter().enumerate() {
            key.map_or(Ok(()), |key| self.tell(scene, index, key))?;
        }
        Ok(())
    }

    /// The joint that drives a bone already, or the one of the root, if that is to be driven.
    fn find(&self, scene: &Scene, index: usize) -> Option<JointKey> {
        let aim = self.aims.get(index).copied().flatten();
        let bodies = aim.map(|aim| aim.bodies);
        let is_it = |joint: &JointRef<'_>| match (index, bodies) {
            (0, Some(_)) => joint.kind() == JointKind::Motor && is_anchor(scene, joint.body_a()),
            (11, _) => joint.kind() == JointKind::Target && self.root.is_some(),
            (_, Some(bodies)) => {
                joint.kind() == JointKind::Motor && [joint.body_a(), joint.body_b()] == bodies
            }
            (_, None) => false,
        };
        let body = self.bones.get(index).unwrap_or(&self.bones[0]);
        drives(scene, *body).find(|key| scene.joint(*key).is_ok_and(|joint| is_it(&joint)))
    }

    /// True if the ragdoll has turned over since its balance was added.
    fn is_turned_over(&self, scene: &Scene, index: usize, key: JointKey) -> bool {
        let goal = self.aims[0].filter(|_| index == 0).map(|aim| aim.goal);
        let angle = scene.joint(key).map(|joint| joint.angle());
        goal.zip(angle.ok()).is_some_and(|(goal, angle)| (angle - goal).abs() > TURNED_OVER)
    }

    /// Adds the joint that drives a bone, or the root.
    fn add(&self, scene: &mut Scene, index: usize) -> Result<Option<JointKey>, Error> {
        if index == self.aims.len() {
            let Some((point, spring)) = self.root else { return Ok(None) };
            let root = Joint::target(self.bones[0], point).local_anchors(point, [0.0, 0.0]);
            let root = root.spring_stiffness(spring.stiffness, spring.damping);
            return scene.add_joint(root.max_force(spring.most).user_data(MARK)).map(Some);
        }
        let Some(Aim { bodies: [a, b], goal, spring }) = self.aims[index] else { return Ok(None) };
        let a = if index == 0 { self.add_anchor(scene, b)? } else { a };
        let joint = Joint::motor(a, b).target(turned(goal)).max_force(0.0).user_data(MARK);
        let joint = joint.angular_spring_stiffness(spring.stiffness, spring.damping);
        let added = scene.add_joint(joint.max_torque(spring.most));
        if added.is_err() && index == 0 {
            let _ = scene.remove_body(a);
        }
        added.map(Some)
    }

    /// Adds the fixed body that a balance turns the pelvis against.
    fn add_anchor(&self, scene: &mut Scene, pelvis: BodyKey) -> Result<BodyKey, Error> {
        let at = scene.body(pelvis)?.position();
        let pose = Pose::from_parts(at.into(), self.upright);
        scene.add_body(Body::fixed().pose(pose).user_data(MARK))
    }

    /// Gives a joint the numbers of the plan, unless it has them: recordings keep every edit.
    fn tell(&self, scene: &mut Scene, index: usize, key: JointKey) -> Result<(), Error> {
        if index == self.aims.len() {
            return self.root.map_or(Ok(()), |root| tell_root(scene, key, root));
        }
        let Some(Aim { goal, spring, .. }) = self.aims[index] else { return Ok(()) };
        let joint = scene.joint(key)?;
        let anchor = joint.body_a();
        let target = turned(goal);
        let is_told = [
            joint.target() == Some(target),
            joint.angular_spring_stiffness() == Some([spring.stiffness, spring.damping]),
            joint.max_torque() == Some(spring.most),
        ];
        let mut joint = scene.joint_mut(key)?;
        if !is_told[0] {
            joint.set_target(target)?;
        }
        if !is_told[1] {
            joint.set_angular_spring_stiffness(spring.stiffness, spring.damping)?;
        }
        if !is_told[2] {
            joint.set_max_torque(spring.most)?;
        }
        // Gravity may have turned.
        if index == 0 && scene.body(anchor)?.rotation() != self.upright {
            let at = scene.body(anchor)?.position();
            scene.body_mut(anchor)?.set_pose(Pose::from_parts(at.into(), self.upright))?;
        }
        Ok(())
    }
}

fn tell_root(
    scene: &mut Scene,
    key: JointKey,
    (point, spring): (Point, Spring),
) -> Result<(), Error> {
    let joint = scene.joint(key)?;
    let is_told = [
        joint.anchor_a() == point,
        joint.spring_stiffness() == Some([spring.stiffness, spring.damping]),
        joint.max_force() == Some(spring.most),
    ];
    let mut joint = scene.joint_mut(key)?;
    if !is_told[0] {
        joint.set_target_point(point)?;
    }
    if !is_told[1] {
        joint.set_spring_stiffness(spring.stiffness, spring.damping)?;
    }
    if !is_told[2] {
        joint.set_max_force(spring.most)?;
    }
    Ok(())
}

fn is_anchor(scene: &Scene, key: BodyKey) -> bool {
    let is_it = |body: BodyRef<'_>| body.kind() == BodyKind::Fixed;
    scene.body(key).is_ok_and(|body| body.user_data() == MARK && is_it(body))
}

/// The pose of a target: turned by an angle, at the origin, and normalised as the joint keeps it.
fn turned(angle: Real) -> Pose {
    let turn = math::rotation(angle);
    let length = (turn.re * turn.re + turn.im * turn.im).sqrt();
    let unit = Rotation::from_cos_sin_unchecked(turn.re / length, turn.im / length);
    Pose::from_parts(Vector::zeros().into(), unit)
}

impl DriveSettings {
    /// The spring of a joint.
    fn spring(&self, measures: &Measures, bone: Bone) -> Result<Option<Spring>, Error> {
        let Self { hertz, damping_ratio, .. } = *self;
        let moved = measures.inertias[bone as usize];
        let hip = measures.inertias[Bone::LeftThigh as usize];
        let share = if hip > 0.0 { moved / hip } else { 0.0 };
        let most = self.max_torque.map_or(ACCELERATION * moved, |most| most * share);
        let by = self.strength * self.weights[bone as usize];
        Spring::new(Softness { hertz, damping_ratio }, most, moved, by)
    }

    fn upright_spring(&self, measures: &Measures) -> Result<Option<Spring>, Error> {
        let Some(balance) = self.balance else { return Ok(None) };
        let Balance { hertz, damping_ratio, max_torque } = balance;
        let moved = measures.inertias[0];
        let most = max_torque.unwrap_or(ACCELERATION * moved);
        let by = self.strength * self.weights[0];
        Spring::new(Softness { hertz, damping_ratio }, most, moved, by)
    }

    fn root_spring(&self, measures: &Measures) -> Result<Option<(Point, Spring)>, Error> {
        let Some(root) = self.root else { return Ok(None) };
        let RootTarget { point, hertz, damping_ratio, max_force } = root;
        let most = max_force.unwrap_or(ACCELERATION * measures.height * measures.mass);
        let softness = Softness { hertz, damping_ratio };
        let spring = Spring::new(softness, most, measures.mass, self.strength)?;
        Ok(spring.map(|spring| (point, spring)))
    }
}
