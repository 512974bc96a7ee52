//! Tests of `src/material/inset.rs` that need its private parts.

use super::*;
use crate::Polygon;
use crate::cut::split::{clip, wide};

#[test]
fn agrees_with_clipping_by_one_edge_after_the_other() {
    let mut state = 11_u64;
    let mut next = move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as f32 / (1 << 24) as f32 - 0.5
    };
    let (mut empty, mut left) = (0, 0);
    for _ in 0..20_000 {
        let count = 3 + ((next() + 0.5) * 20.0) as usize;
        let cloud: Vec<Point> = (0..count).map(|_| Point::new(next(), next())).collect();
        let Ok(polygon) = Polygon::hull(cloud) else { continue };
        let distance = f64::from(next() + 0.5) * 0.4;
        let vertices = polygon.vertices();
        let mut slow: Vec<[f64; 2]> = vertices.iter().map(wide).collect();
        for (i, v) in vertices.iter().enumerate() {
            let (p, q) = (wide(v), wide(&vertices[(i + 1) % vertices.len()]));
            let length = (q[0] - p[0]).hypot(q[1] - p[1]);
            let normal = [(q[1] - p[1]) / length, (p[0] - q[0]) / length];
            let offset = normal[0] * p[0] + normal[1] * p[1] - distance;
            slow = clip(&slow, normal, offset);
        }
        let fast = inset(vertices, distance);
        if slow.len() < 3 {
            assert!(fast.is_empty(), "{fast:?} where nothing is left");
            empty += 1;
            continue;
        }
        left += 1;
        for (these, those) in [
            (fast.iter().map(wide).collect::<Vec<_>>(), slow.clone()),
            (slow.clone(), fast.iter().map(wide).collect()),
        ] {
            // Corners in f32 are off by 2^-26; needle corners may differ along the needle by
            // what the two orders of f64 operations differ.
            for p in these {
                let off =
                    those.iter().map(|q| (p[0] - q[0]).hypot(p[1] - q[1])).fold(f64::MAX, f64::min);
                assert!(off < 1e-6, "{p:?} is {off:e} away from {those:?}");
            }
        }
    }
    assert!(empty > 1000 && left > 1000, "{empty} {left}");
}
