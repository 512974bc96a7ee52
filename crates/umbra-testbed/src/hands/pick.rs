//! Picking: the bodies and joints under the pointer.

use core::ops::ControlFlow;

use umbra::prelude::*;

use crate::session::Target;

/// How far from the pointer things are found, in points of the screen: a finger is not exact.
const REACH: Real = 8.0;

/// The body that a hand would take here. Only dynamic bodies can be carried.
pub fn body_at(scene: &Scene, at: Point, point_length: Real) -> Option<BodyKey> {
    nearest(scene, at, point_length, QueryFilter::default().only(BodyKind::Dynamic))
}

/// The body here, of any kind; one that moves comes before one that does not.
pub(super) fn any_body_at(scene: &Scene, at: Point, point_length: Real) -> Option<BodyKey> {
    body_at(scene, at, point_length)
        .or_else(|| nearest(scene, at, point_length, QueryFilter::default()))
}

fn nearest(scene: &Scene, at: Point, point_length: Real, filter: QueryFilter) -> Option<BodyKey> {
    scene.closest_point(at, REACH * point_length, filter).map(|hit| hit.body)
}

/// Selection by a click: a joint whose anchor is here, else a body, else nothing. A second click on
/// a body selects its collider.
pub fn pick(
    scene: &Scene,
    at: Point,
    point_length: Real,
    selected: Option<Target>,
) -> Option<Target> {
    if let Some(joint) = joint_at(scene, at, REACH * point_length) {
        return Some(Target::Joint(joint));
    }
    let all = QueryFilter::default().sensors(true);
    // What is solid lies before sensors.
    let body =
        any_body_at(scene, at, point_length).or_else(|| nearest(scene, at, point_length, all))?;
    if selected != Some(Target::Body(body)) {
        return Some(Target::Body(body));
    }
    let its_collider = |filter: QueryFilter| {
        let mut found = None;
        scene.colliders_at_each(at, filter, |key| {
            let is_its = scene.collider(key).is_ok_and(|collider| collider.body() == body);
            found = is_its.then_some(key);
            if is_its { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    };
    let found = its_collider(QueryFilter::default()).or_else(|| its_collider(all));
    Some(found.map_or(Target::Body(body), Target::Collider))
}

fn joint_at(scene: &Scene, at: Point, reach: Real) -> Option<JointKey> {
    let distance = |key: JointKey| {
        let joint = scene.joint(key).ok()?;
        // These have no place of their own.
        let is_nowhere = matches!(
            joint.kind(),
            JointKind::Gear | JointKind::Filter | JointKind::Motor | JointKind::Ratchet
        );
        let nearest = (joint.anchor_a() - at).norm().min((joint.anchor_b() - at).norm());
        (!is_nowhere && nearest < reach).then_some((key, nearest))
    };
    let near = scene.joints().filter_map(distance);
    near.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(key, _)| key)
}
