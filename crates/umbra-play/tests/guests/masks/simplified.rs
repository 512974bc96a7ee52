//! Simplified outlines: near the traced ones, with the same islands and holes, and free of
//! crossings.

use umbra_core::geom::cut::decompose;
use umbra_play::build::{MaskSettings, Outlines, outlines_from_mask};

use super::{Noise, drawn_with};
use crate::common::cases;
use crate::prelude::*;

type Wide = [f64; 2];

fn rings(outlines: &Outlines) -> Vec<Vec<Wide>> {
    let all = outlines.outlines.iter().flat_map(|it| core::iter::once(&it.outer).chain(&it.holes));
    all.map(|ring| ring.iter().map(|p| [f64::from(p.x), f64::from(p.y)]).collect()).collect()
}

/// Edges with the number of their ring and of their place in it.
fn edges(outlines: &Outlines) -> Vec<(usize, usize, [Wide; 2])> {
    let rings = rings(outlines);
    let of_ring = |(index, ring): (usize, &Vec<Wide>)| {
        let edge = |i: usize| (index, i, [ring[i], ring[(i + 1) % ring.len()]]);
        (0..ring.len()).map(edge).collect::<Vec<_>>()
    };
    rings.iter().enumerate().flat_map(of_ring).collect()
}

fn turn(a: Wide, b: Wide, c: Wide) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn distance(p: Wide, [a, b]: [Wide; 2]) -> f64 {
    let along = [b[0] - a[0], b[1] - a[1]];
    let square = along[0] * along[0] + along[1] * along[1];
    let part = ((p[0] - a[0]) * along[0] + (p[1] - a[1]) * along[1]) / square;
    let part = part.clamp(0.0, 1.0);
    let off = [p[0] - a[0] - part * along[0], p[1] - a[1] - part * along[1]];
    (off[0] * off[0] + off[1] * off[1]).sqrt()
}

/// True if two edges have a point in common.
fn meet([a, b]: [Wide; 2], [c, d]: [Wide; 2]) -> bool {
    let is_apart = |axis: usize| {
        a[axis].max(b[axis]) + 1e-3 < c[axis].min(d[axis])
            || c[axis].max(d[axis]) + 1e-3 < a[axis].min(b[axis])
    };
    if is_apart(0) || is_apart(1) {
        return false;
    }
    let crosses = turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0;
    let near = [distance(a, [c, d]), distance(b, [c, d]), distance(c, [a, b]), distance(d, [a, b])];
    crosses || near.iter().any(|it| *it < 1e-3)
}

fn check(seed: u32, traced: &Outlines, found: &Outlines, tolerance: Real) {
    let name = format!("{seed}, tolerance {tolerance}");
    let all = edges(found);
    let counts: Vec<usize> = rings(found).iter().map(Vec::len).collect();
    for (index, (ring, place, edge)) in all.iter().enumerate() {
        for (other_ring, other_place, other) in &all[index + 1..] {
            let count = counts[*ring];
            let follows = *other_place == place + 1 || (*place == 0 && *other_place + 1 == count);
            if ring != other_ring || !follows {
                assert!(!meet(*edge, *other), "{name}: {edge:?} {other:?}");
            }
        }
    }
    let holes = |it: &Outlines| it.outlines.iter().map(|it| it.holes.len()).collect::<Vec<_>>();
    assert_eq!(holes(found), holes(traced), "{name}");
    for (ring, simplified) in rings(traced).into_iter().zip(rings(found)) {
        let count = simplified.len();
        for point in ring {
            let edge = |i: usize| [simplified[i], simplified[(i + 1) % count]];
            let nearest = (0..count).map(|i| distance(point, edge(i))).fold(f64::MAX, f64::min);
            assert!(nearest < f64::from(tolerance) + 1e-3, "{name}: {nearest}");
        }
    }
    for (outline, traced) in found.outlines.iter().zip(&traced.outlines) {
        // A hole that left its outline, or came into another hole, would be refused.
        let pieces = decompose(&outline.outer, &outline.holes);
        let pieces = pieces.unwrap_or_else(|error| panic!("{name}: {error}"));
        let area: Real = pieces.iter().map(|it| it.area_properties().area).sum();
        assert!((area - outline.area()).abs() <= 1e-3 * area, "{name}: {area}");
        assert!(traced.area() > 0.0 && outline.area() > 0.0, "{name}");
    }
    // A corner of each island is within no other island.
    for (index, outline) in found.outlines.iter().enumerate() {
        for (other_index, other) in found.outlines.iter().enumerate() {
            let is_within = other.contains(outline.outer[0]);
            assert!(index == other_index || !is_within, "{name}: {index} in {other_index}");
        }
    }
}

#[test]
fn nothing_crosses_at_any_tolerance() {
    for seed in 0..cases(300) as u32 {
        let noise = Noise::new(seed);
        let traced = noise.outlines(0.0);
        for tolerance in [0.0, 0.1, 0.5, 1.0, 3.0, 30.0] {
            check(seed, &traced, &noise.outlines(tolerance), tolerance);
        }
    }
}

#[test]
fn a_slanted_edge_loses_its_steps() {
    let alpha = |x: usize, y: usize| Real::from(u8::from(2 * y > x));
    let found = outlines_from_mask([40, 30], alpha, 0.5).unwrap();
    assert_eq!(found.outlines.len(), 1);
    assert!(found.outlines[0].outer.len() <= 8, "{}", found.outlines[0].outer.len());
}

/// A bay that is narrower than the tolerance keeps the islet in it outside.
#[test]
fn an_islet_in_a_bay_stays_outside() {
    let picture = [
        "................",
        "######....######",
        "######....######",
        "######.##.######",
        "######....######",
        "################",
        "################",
    ];
    for tolerance in [0.5, 2.0, 4.0, 8.0] {
        let found = drawn_with(&picture, &MaskSettings { tolerance, ..MaskSettings::default() });
        assert_eq!(found.outlines.len(), 2);
        let islet = [Point::new(8.0, 3.45), Point::new(8.0, 3.55)];
        let holders = |at: &Point| found.outlines.iter().filter(|it| it.contains(*at)).count();
        assert!(islet.iter().all(|at| holders(at) <= 1), "{tolerance}");
    }
}

#[test]
fn the_outlines_of_a_large_picture_are_the_same_every_time() {
    let alpha = |x: usize, y: usize| {
        let (x, y) = (x as Real * 0.07, y as Real * 0.05);
        let part = x * y + 0.3 * x;
        part - part.floor()
    };
    let trace = || outlines_from_mask([300, 200], alpha, 0.7).unwrap();
    let found = trace();
    assert_eq!(found, trace());
    assert!(found.outlines.len() > 20);
}
