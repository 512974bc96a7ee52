//! Comparison of two scenes.

use proptest::prelude::*;
use umbra::prelude::*;

use crate::common::ledger::overlapping;

/// Counts of all there is. Batches, solved joints, impacts and what was slowed down are those of
/// the last step, or of when all was made anew.
pub fn counts(scene: &Scene) -> Stats {
    let mut stats = scene.stats();
    (stats.batches, stats.solved_joints) = (0, 0);
    stats.impacts = umbra::BounceCounts::default();
    (stats.slowed, stats.fractures_bounded) = (0, 0);
    stats
}

/// Checks that two scenes are the same in all that can be read of them.
pub fn alike(a: &Scene, b: &Scene) -> Result<(), TestCaseError> {
    prop_assert_eq!(a.state_hash(), b.state_hash());
    prop_assert_eq!(counts(a), counts(b));
    prop_assert_eq!(a.config(), b.config());
    prop_assert_eq!(a.body_events(), b.body_events());
    prop_assert_eq!(a.contact_events(), b.contact_events());
    prop_assert_eq!(a.impact_events(), b.impact_events());
    prop_assert_eq!(a.fracture_events(), b.fracture_events());
    prop_assert_eq!(a.joint_events(), b.joint_events());
    let fields = |scene: &Scene| {
        scene.fields().map(|key| (key, scene.field(key).unwrap().clone())).collect::<Vec<_>>()
    };
    prop_assert_eq!(fields(a), fields(b));
    prop_assert_eq!(a.sensor_events(), b.sensor_events());
    let moved = |scene: &Scene| scene.moved_bodies().map(|body| body.key()).collect::<Vec<_>>();
    prop_assert_eq!(moved(a), moved(b));
    prop_assert_eq!(overlapping(a), overlapping(b));
    let contacts = |scene: &Scene| {
        scene
            .contacts()
            .map(|it| format!("{:?}", it.points().collect::<Vec<_>>()))
            .collect::<Vec<_>>()
    };
    prop_assert_eq!(contacts(a), contacts(b));
    let joints = |scene: &Scene| {
        let read = |key| {
            let joint = scene.joint(key).unwrap();
            format!("{key:?} {:?} {:?}", joint.reaction_force(), joint.is_enabled())
        };
        scene.joints().map(read).collect::<Vec<_>>()
    };
    prop_assert_eq!(joints(a), joints(b));
    for key in a.bodies() {
        prop_assert_eq!(format!("{:?}", read(a, key)), format!("{:?}", read(b, key)));
    }
    Ok(())
}

/// What can be read of a body.
fn read(scene: &Scene, key: BodyKey) -> impl std::fmt::Debug {
    let body = scene.body(key).unwrap();
    let kept = (body.kind(), body.is_awake(), body.is_enabled(), body.drops_through(), body.mass());
    (
        kept,
        body.fracture(),
        body.constant_force(),
        body.sleep_tolerance(),
        body.unwrapped_angle(),
        body.aabb(),
    )
}
