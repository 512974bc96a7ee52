//! Drawing of joints.

use umbra_geom::{Point, Real, Vector};

use super::{DebugColor, DebugDraw, DebugOptions};
use umbra_core::{BodyKind, JointKind, JointRef, Scene};

/// Lines from the bodies to their anchors, and what a kind adds: an axis, lines of pulleys.
pub(super) fn draw_joints(scene: &Scene, drawer: &mut impl DebugDraw, options: &DebugOptions) {
    for joint in scene.joints().filter_map(|key| scene.joint(key).ok()) {
        let ends = anchors_shown(scene, &joint, options);
        let is_seen = |point: &Point| options.view.is_none_or(|view| view.contains_point(*point));
        if joint.is_enabled() && ends.iter().any(is_seen) {
            draw_joint(scene, drawer, &joint, ends, options);
        }
    }
}

fn draw_joint(
    scene: &Scene,
    drawer: &mut impl DebugDraw,
    joint: &JointRef<'_>,
    [a, b]: [Point; 2],
    options: &DebugOptions,
) {
    let color = options.palette.joint;
    let center = |key| {
        let body = scene.body(key).ok()?;
        Some((body.kind(), options.point_on(&body, body.center_of_mass())))
    };
    let bodies = [joint.body_a(), joint.body_b()];
    let arms = |drawer: &mut _| {
        for (anchor, (kind, center)) in
            [a, b].into_iter().zip(bodies.into_iter().filter_map(center))
        {
            if kind != BodyKind::Fixed {
                line(drawer, center, anchor, color);
            }
        }
    };
    match joint.kind() {
        JointKind::Spring => zigzag(drawer, a, b, color),
        JointKind::Distance | JointKind::Rope | JointKind::Target => line(drawer, a, b, color),
        JointKind::Pulley => {
            if let Some([ground_a, ground_b]) = joint.grounds() {
                line(drawer, a, ground_a, color);
                line(drawer, ground_a, ground_b, color);
                line(drawer, ground_b, b, color);
            }
        }
        JointKind::Prismatic | JointKind::Wheel | JointKind::Groove => {
            let [from, to] = joint.limits().unwrap_or([0.0, joint.translation()]);
            line(drawer, a + joint.axis() * from, a + joint.axis() * to, color);
            line(drawer, a + joint.axis() * joint.translation(), b, color);
        }
        // They have no anchors. Where something fixed has its centre says nothing.
        JointKind::Gear | JointKind::Filter | JointKind::Motor | JointKind::Ratchet => {
            let fixed = BodyKind::Fixed;
            if let [Some((kind_a, a)), Some((kind_b, b))] = bodies.map(center)
                && kind_a != fixed
                && kind_b != fixed
            {
                line(drawer, a, b, color);
            }
            return;
        }
        _ => arms(drawer),
    }
    drawer.point(a, color);
    drawer.point(b, color);
}

/// The anchors of a joint, drawn with its bodies. A target's first anchor is on no body.
fn anchors_shown(scene: &Scene, joint: &JointRef<'_>, options: &DebugOptions) -> [Point; 2] {
    let shown = |key, point| scene.body(key).map_or(point, |body| options.point_on(&body, point));
    let (a, b) = (joint.anchor_a(), joint.anchor_b());
    let is_target = joint.kind() == JointKind::Target;
    [if is_target { a } else { shown(joint.body_a(), a) }, shown(joint.body_b(), b)]
}

fn line(drawer: &mut impl DebugDraw, a: Point, b: Point, color: DebugColor) {
    if a != b {
        drawer.segment(a, b, color);
    }
}

/// A line that goes to and fro.
fn zigzag(drawer: &mut impl DebugDraw, a: Point, b: Point, color: DebugColor) {
    const TURNS: u8 = 10;
    let way = b - a;
    let side = Vector::new(-way.y, way.x) * 0.06;
    let mut last = a;
    for turn in 1..TURNS {
        let to = a + way * (Real::from(turn) / Real::from(TURNS));
        let to = if turn % 2 == 0 { to + side } else { to - side };
        line(drawer, last, to, color);
        last = to;
    }
    line(drawer, last, b, color);
}
