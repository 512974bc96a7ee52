//! Measures of a ragdoll as it is in its scene: which joints hold, where it looks, and what each
//! joint moves.
//!
//! Inertias are those of the pose in which a ragdoll stands, from numbers that do not change while
//! it moves. Otherwise springs would be told other numbers in each step, and nothing that is driven
//! could sleep.

use umbra_geom::Real;

use super::adding::Assembly;
use super::ragdoll::{Bone, FORMS, Form};
use umbra_core::{BodyKey, Error, JointKey, JointKind, Scene};

/// The bodies of a ragdoll, in the order of [`Bone`].
pub(super) fn bones(ragdoll: &Assembly) -> Result<[BodyKey; 11], Error> {
    let expected = FORMS.len() - 1;
    let count = ragdoll.joints.len();
    if count != expected {
        return Err(Error::WrongCount { parameter: "joints", count, expected });
    }
    let (count, expected) = (ragdoll.bodies.len(), FORMS.len());
    let bones = <[BodyKey; 11]>::try_from(ragdoll.bodies.as_slice());
    bones.map_err(|_| Error::WrongCount { parameter: "bodies", count, expected })
}

/// The joint of a bone, if it is there, is enabled, and holds the bone to the one that it hangs on.
pub(super) fn is_held(scene: &Scene, ragdoll: &Assembly, bone: Bone) -> Option<JointKey> {
    let key = bone.joint(ragdoll)?;
    let joint = scene.joint(key).ok()?;
    let parent = ragdoll.bodies.get(FORMS[bone as usize].parent)?;
    let holds = joint.body_a() == *parent && Some(joint.body_b()) == bone.body(ragdoll);
    let is_hinge = joint.kind() == JointKind::Revolute && joint.is_enabled();
    (holds && is_hinge).then_some(key)
}

/// 1 for a ragdoll whose limbs swing forward when they turn counter-clockwise, else -1, by the
/// limits of its joints: knees bend back, elbows forward.
pub(super) fn facing(scene: &Scene, ragdoll: &Assembly) -> Real {
    let mut sum = 0.0;
    for bone in Bone::ALL {
        let joint = bone.joint(ragdoll).and_then(|key| scene.joint(key).ok());
        if let Some([lower, upper]) = joint.and_then(|joint| joint.limits()) {
            let [least, most] = FORMS[bone as usize].limits;
            sum += (lower + upper) * (least + most);
        }
    }
    if sum < 0.0 { -1.0 } else { 1.0 }
}

/// Masses that springs have to move.
pub(super) struct Measures {
    /// Inertia of the limb that a joint moves, about that joint; for a leg, at least half of the
    /// body that stands on the legs. For the pelvis, of the whole ragdoll about its soles.
    pub(super) inertias: [Real; 11],
    pub(super) mass: Real,
    pub(super) height: Real,
}

impl Measures {
    pub(super) fn new(scene: &Scene, bones: &[BodyKey; 11]) -> Self {
        let measured = bones.map(|key| match scene.body(key) {
            Ok(body) => (body.mass(), body.inertia()),
            Err(_) => (0.0, 0.0),
        });
        let height = height(&measured);
        let about = |joint: Real, counts: &dyn Fn(usize) -> bool| {
            let mut sum = 0.0;
            for (index, form) in FORMS.iter().enumerate().filter(|(index, _)| counts(*index)) {
                let ((mass, inertia), arm) = (measured[index], height * (form.middle() - joint));
                sum += inertia + mass * arm * arm;
            }
            sum
        };
        let mut inertias = [about(0.0, &|_| true); 11];
        for bone in Bone::ALL.into_iter().skip(1) {
            let joint = FORMS[bone as usize].joint;
            let limb = about(joint, &|index| hangs_on(index, bone as usize));
            let carried = 0.5 * about(joint, &|index| !is_leg(index));
            let carries = is_leg(bone as usize) && carried > limb;
            inertias[bone as usize] = if carries { carried } else { limb };
        }
        Self { inertias, mass: measured.iter().map(|(mass, _)| mass).sum(), height }
    }
}

/// Height of a ragdoll, from how far its bones are spread about their middles.
fn height(measured: &[(Real, Real); 11]) -> Real {
    let (mut own, mut of_height_one) = (0.0, 0.0);
    for ((mass, inertia), form) in measured.iter().zip(&FORMS) {
        own += inertia;
        of_height_one += mass * form.gyration();
    }
    if of_height_one > 0.0 { (own / of_height_one).sqrt() } else { 0.0 }
}

fn is_leg(index: usize) -> bool {
    (Bone::LeftThigh as usize..=Bone::RightShin as usize).contains(&index)
}

/// True if a bone is another one or hangs on it.
fn hangs_on(index: usize, other: usize) -> bool {
    // The pelvis hangs on itself. Parents come before what hangs on them.
    index == other || (index > other && hangs_on(FORMS[index].parent, other))
}

impl Form {
    fn middle(&self) -> Real {
        0.5 * (self.ends[0] + self.ends[1])
    }

    /// Inertia about the middle of a capsule of mass one, in a ragdoll of height one.
    fn gyration(&self) -> Real {
        use core::f32::consts::PI;
        let (r, long) = (self.radius, self.ends[1] - self.ends[0]);
        let mass = PI * r * r + 2.0 * r * long;
        let caps = PI * r * r * (0.5 * r * r + 0.25 * long * long) + 4.0 / 3.0 * r * r * r * long;
        let middle = 2.0 * r * long * (long * long + 4.0 * r * r) / 12.0;
        (caps + middle) / mass
    }
}
