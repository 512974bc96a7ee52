//! Drawing of fields: the outline of the area, or the position.

use umbra_geom::{Point, Pose, Vector};

use super::{DebugDraw, DebugOptions};
use umbra_core::{FieldArea, FieldKind, Scene};

/// Areas that have an edge, and places that pull.
pub(super) fn draw_fields(scene: &Scene, drawer: &mut impl DebugDraw, options: &DebugOptions) {
    let color = options.palette.sensor;
    let enabled = scene.fields().filter_map(|key| Some((scene.field(key).ok()?, key)));
    for (field, key) in enabled.filter(|(field, _)| field.is_enabled()) {
        let Ok(pose) = scene.field_pose(key) else { continue };
        match field.area() {
            FieldArea::Polygon(polygon) => {
                let corners: Vec<Point> = polygon.vertices().iter().map(|at| pose * at).collect();
                for (index, corner) in corners.iter().enumerate() {
                    let next = corners[if index + 1 < corners.len() { index + 1 } else { 0 }];
                    drawer.segment(*corner, next, color);
                }
            }
            FieldArea::Below => {
                let [from, to] = surface(&pose, options).map(|at| pose * at);
                drawer.segment(from, to, color);
            }
            FieldArea::Everywhere => {}
        }
        if matches!(field.kind(), FieldKind::Attraction { .. } | FieldKind::Magnet { .. }) {
            drawer.point(pose.translation.vector.into(), color);
        }
    }
}

/// A line that crosses all that is seen, in the frame of the field.
fn surface(pose: &Pose, options: &DebugOptions) -> [Point; 2] {
    let (middle, length) = match options.view {
        Some(view) => {
            let center = pose.inverse_transform_point(&view.center());
            (center.x, view.half_extents().norm())
        }
        None => (0.0, 100.0),
    };
    [middle - length, middle + length].map(|x| Point::from(Vector::new(x, 0.0)))
}
