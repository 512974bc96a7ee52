//! Tests of `src/collide/axis.rs` that need its private parts.

use super::*;
use crate::{Capsule, Polygon};

#[test]
fn no_axis_is_tested_twice() {
    let count = |shape: Shape| axes(&shape.core()).count();
    assert_eq!(count(Polygon::cuboid(1.0, 2.0).unwrap().into()), 2);
    assert_eq!(count(Polygon::regular(6, 1.0).unwrap().into()), 3);
    assert_eq!(count(Polygon::regular(5, 1.0).unwrap().into()), 5);
    assert_eq!(count(Capsule::new([0.0, 0.0], [1.0, 2.0], 0.5).unwrap().into()), 1);
    assert_eq!(count(crate::Circle::new(1.0).unwrap().into()), 0);
}

#[test]
fn only_supporting_pairs_meet_on_the_difference() {
    let a = Polygon::regular(7, 1.0).unwrap();
    let b = Polygon::new([[0.0, 0.0], [3.0, -0.5], [2.0, 1.0], [0.5, 1.5]]).unwrap();
    for turn in 0..50 {
        let rotation = crate::math::rotation(0.13 * turn as Real);
        for normal in a.normals().iter().map(|n| rotation * n) {
            let core = b.core();
            let pairs: Vec<usize> = (0..4)
                .filter(|&v| {
                    meets_on_difference(normal, b.normals()[core.previous(v)], b.normals()[v])
                })
                .collect();
            assert_eq!(pairs, [core.support(-normal)], "turn {turn}");
        }
    }
}
