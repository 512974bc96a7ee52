//! Drawing of portals: both segments, each with marks on the side at which one goes in.

use umbra_geom::math::left_of;
use umbra_geom::{Point, Real};

use super::{DebugDraw, DebugOptions};
use umbra_core::Scene;

/// Number of marks on a segment.
const MARKS: u8 = 5;
/// Length of a mark, in parts of the segment, and the most in length units.
const MARK: Real = 0.06;
const LONGEST_MARK: Real = 0.2;

pub(super) fn draw_portals(scene: &Scene, drawer: &mut impl DebugDraw, options: &DebugOptions) {
    let color = options.palette.sensor;
    let portals = scene.portals().filter_map(|key| scene.portal(key).ok());
    for portal in portals.filter(|portal| portal.is_enabled()) {
        let ends = [(portal.from(), 1.0, true), (portal.to(), -1.0, !portal.is_one_way())];
        for ([start, end], side, lets_in) in ends {
            drawer.segment(start, end, color);
            let along = end - start;
            let most = LONGEST_MARK * scene.config().length_unit / along.norm();
            let mark = left_of(along) * (side * MARK.min(most));
            for number in (0..MARKS).filter(|_| lets_in) {
                let part = (Real::from(number) + 0.5) / Real::from(MARKS);
                let at: Point = start + along * part;
                drawer.segment(at, at + mark, color);
            }
        }
    }
}
