//! Drawing of fields: the outline of the area, or the position.

use umbra_geom::{Point, Real, Vector};

use super::{DebugDraw, DebugOptions};
use umbra_core::{FieldArea, FieldKind, Scene};

/// Areas that have an edge, and places that pull.
pub(super) fn draw_fields(scene: &Scene, drawer: &mut impl DebugDraw, options: &DebugOptions) {
    let color = options.palette.sensor;
    let enabled = scene.fields().filter_map(|key| Some((scene.field(key).ok()?, key)));
    for (field, key) in enabled.filter(|(field, _)| field.is_enabled()) {
        let Ok(pose) = scene.field_pose(key) else { continue };
        let corners: Vec<Point> = match field.area() {
            FieldArea::Polygon(polygon) => polygon.vertices().iter().map(|at| pose * at).collect(),
            FieldArea::Below => surface(options).iter().map(|at| pose * at).collect(),
            FieldArea::Everywhere => Vec::new(),
        };
        for (index, corner) in corners.iter().enumerate() {
            let next = corners[if index + 1 < corners.len() { index + 1 } else { 0 }];
            drawer.segment(*corner, next, color);
        }
        if matches!(field.kind(), FieldKind::Attraction { .. } | FieldKind::Magnet { .. }) {
            drawer.point(pose.translation.vector.into(), color);
        }
    }
}

/// A line as long as what is seen.
fn surface(options: &DebugOptions) -> [Point; 2] {
    let view =
        options.view.map_or(0.0, |view| view.half_extents().norm() + view.center().coords.norm());
    let length: Real = if view > 0.0 { view } else { 100.0 };
    [-length, length].map(|x| Point::from(Vector::new(x, 0.0)))
}
