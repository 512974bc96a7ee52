//! Cores that touch to the last bit, beside the line of their centres by less than rounding can
//! resolve: the first direction seemed to separate them, no edge was found, and the nearest corner
//! was returned, half a box away. Tiles on a grid lie like that.

use crate::common::oracle::{Solid, gap};
use crate::common::{extent, rounding};
use umbra_geom::math::pose;
use umbra_geom::query::{DistanceCache, distance, overlaps};
use umbra_geom::{Capsule, Polygon, Segment, Shape};

#[test]
fn faces_that_touch_are_no_distance_apart_however_little_they_are_aside() {
    let shapes: [(Shape, f32); 4] = [
        (Polygon::cuboid(0.5, 0.5).unwrap().into(), 0.5),
        (Polygon::rounded_cuboid(0.75, 0.75, 0.25).unwrap().into(), 0.5),
        (Capsule::new([-0.5, 0.0], [0.5, 0.0], 0.25).unwrap().into(), 0.5),
        (Segment::new([-0.5, 0.0], [0.5, 0.0]).unwrap().into(), 0.5),
    ];
    let slab = Shape::from(Polygon::cuboid(2.0, 1.0).unwrap());
    for (shape, reach) in &shapes {
        // Where the cores touch, and a last bit before and after.
        let touch = 2.0 + reach;
        for x in [touch.next_down(), touch, touch.next_up()] {
            for size in [0.0, 1e-45, 1e-30, 1e-9, 2.2e-7, 1e-5, 0.1] {
                for y in [size, -size] {
                    for (side, turn) in [(x, 0.0), (-x, 0.0), (x, core::f32::consts::PI)] {
                        let (a, at_a) = (shape, pose([0.0, 0.0], 0.0));
                        let (b, at_b) = (&slab, pose([side, y], turn));
                        let truth = gap(&Solid::new(a, &at_a), &Solid::new(b, &at_b)).max(0.0);
                        let slack = rounding(&[extent(a, &at_a), extent(b, &at_b)]);
                        for (a, at_a, b, at_b) in [(a, at_a, b, at_b), (b, at_b, a, at_a)] {
                            let mut cache = DistanceCache::default();
                            let found =
                                f64::from(distance(a, &at_a, b, &at_b, &mut cache).distance);
                            assert!(
                                (found - truth).abs() <= slack,
                                "{found}, truly {truth}: {a:?} {at_b:?}"
                            );
                            assert!(a.radius() + b.radius() == 0.0 || overlaps(a, &at_a, b, &at_b));
                        }
                    }
                }
            }
        }
    }
}
