//! How fields are drawn: the outline of the area, or the place.

use umbra_geom::{Point, Real, Vector};

use super::{DebugDraw, DebugOptions};
use crate::Scene;
use umbra_world::field::Area;
use umbra_world::step;

impl Scene {
    /// Areas that have an edge, and places that pull.
    pub(super) fn draw_fields(&self, drawer: &mut impl DebugDraw, options: &DebugOptions) {
        let color = options.palette.sensor;
        for info in self.world.fields.list.iter().filter(|info| info.field.is_enabled()) {
            let pose = step::pose_of_field(&self.world, &info.field);
            let corners: Vec<Point> = match &info.field.area {
                Area::Polygon(polygon) => polygon.vertices().iter().map(|at| pose * at).collect(),
                Area::Below => surface(options).iter().map(|at| pose * at).collect(),
                Area::Everywhere => Vec::new(),
            };
            for (index, corner) in corners.iter().enumerate() {
                let next = corners[if index + 1 < corners.len() { index + 1 } else { 0 }];
                drawer.segment(*corner, next, color);
            }
            if info.field.kind.pulls() {
                drawer.point(pose.translation.vector.into(), color);
            }
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
