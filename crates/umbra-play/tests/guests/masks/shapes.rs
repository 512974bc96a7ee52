//! Outlines as they are traced.

use umbra_core::geom::cut::decompose;
use umbra_play::build::{Mask, MaskSettings, outlines_from_mask, outlines_from_mask_with};

use super::{Noise, disc, drawn, drawn_with, ring};
use crate::common::cases;
use crate::prelude::*;

/// Twice the area of a closed line.
fn doubled(line: &[Point]) -> Real {
    let next = line.iter().cycle().skip(1);
    line.iter().zip(next).map(|(a, b)| a.x * b.y - a.y * b.x).sum()
}

#[test]
fn a_disc_has_its_area() {
    for (tolerance, most) in [(0.0, 0.002), (0.1, 0.01), (0.5, 0.04)] {
        let alpha = |x, y| disc(x, y, 32.0, 25.0);
        let found = outlines_from_mask([64, 64], alpha, tolerance).unwrap();
        assert_eq!((found.outlines.len(), found.outlines[0].holes.len()), (1, 0));
        let area = core::f32::consts::PI * 625.0;
        assert!((found.area() / area - 1.0).abs() < most, "{tolerance}: {}", found.area());
        // Corners are points that were traced.
        for corner in &found.outlines[0].outer {
            let distance = (corner - Point::new(32.0, 32.0)).norm() - 25.0;
            assert!(distance.abs() < 0.1, "{tolerance}: {distance}");
        }
    }
    let corners = |tolerance| {
        let found = outlines_from_mask([64, 64], |x, y| disc(x, y, 32.0, 25.0), tolerance);
        found.unwrap().outlines[0].outer.len()
    };
    assert!(corners(0.0) > 150 && corners(0.1) < 75 && corners(0.5) < 26);
}

#[test]
fn a_ring_has_a_hole() {
    for tolerance in [0.0, 0.3, 2.0] {
        let found = ring(tolerance, 0.1);
        assert_eq!((found.outlines.len(), found.outlines[0].holes.len()), (1, 1));
        let outline = &found.outlines[0];
        assert!(doubled(&outline.outer) > 0.0 && doubled(&outline.holes[0]) < 0.0);
        assert!(found.contains([1.6, 0.0]) && !found.contains([0.0, 0.0]));
        let area = core::f32::consts::PI * (4.0 - 1.44);
        let most = 0.005 + 0.1 * tolerance;
        assert!((found.area() / area - 1.0).abs() < most, "{tolerance}: {}", found.area());
    }
}

#[test]
fn islands_within_holes_are_outlines_of_their_own() {
    let picture = [
        "###########.##",
        "#.........#.##",
        "#.#######.#...",
        "#.#..#..#.#.##",
        "#.#..#..#.#.##",
        "#.#######.#...",
        "#.........#...",
        "###########...",
    ];
    for tolerance in [0.0, 0.5, 1.0, 5.0] {
        let settings = MaskSettings { tolerance, ..MaskSettings::default() };
        let found = drawn_with(&picture, &settings);
        let holes: Vec<usize> = found.outlines.iter().map(|it| it.holes.len()).collect();
        assert_eq!(holes, [1, 2, 0, 0], "{tolerance}");
        let settings = MaskSettings { tolerance, min_area: 4.5, ..MaskSettings::default() };
        let found = drawn_with(&picture, &settings);
        let holes: Vec<usize> = found.outlines.iter().map(|it| it.holes.len()).collect();
        // Holes of 2 by 2 pixels with cut corners, and islands of 2 by 2, are specks.
        assert_eq!(holes, [1, 0], "{tolerance}");
    }
}

#[test]
fn the_mean_of_four_pixels_decides_saddles() {
    // Two solid pixels of 1 that touch at a corner, and two of `other`.
    let count = |other: Real, mirrored: bool| {
        let alpha = |x: usize, y: usize| if (x == y) != mirrored { 1.0 } else { other };
        outlines_from_mask([2, 2], alpha, 0.0).unwrap().outlines.len()
    };
    for mirrored in [false, true] {
        assert_eq!(count(0.0, mirrored), 2); // a mean of one half is not above one half
        assert_eq!(count(0.1, mirrored), 1);
    }
    // A checkerboard is all saddles.
    for (threshold, islands) in [(0.5, 32), (0.49, 1), (0.51, 32)] {
        let settings = MaskSettings { threshold, tolerance: 0.0, ..MaskSettings::default() };
        let alpha = |x: usize, y: usize| ((x + y) % 2) as Real;
        let found = outlines_from_mask_with([8, 8], alpha, &settings).unwrap();
        assert_eq!(found.outlines.len(), islands, "{threshold}");
        for outline in &found.outlines {
            decompose(&outline.outer, &outline.holes).unwrap();
        }
    }
}

#[test]
fn one_pixel_is_a_diamond() {
    let found = drawn(&["...", ".#.", "..."]);
    let mut corners = found.outlines[0].outer.clone();
    let lowest = corners.iter().position(|it| *it == Point::new(1.5, 1.0)).unwrap();
    corners.rotate_left(lowest);
    assert_eq!(corners, [[1.5, 1.0], [2.0, 1.5], [1.5, 2.0], [1.0, 1.5]].map(Point::from));
    // Also where it is all of the picture, and simplified beyond its size.
    for tolerance in [0.0, 0.5, 100.0] {
        let found = outlines_from_mask([1, 1], |_, _| 1.0, tolerance).unwrap();
        assert_eq!(found.outlines.len(), 1);
        assert!(found.contains([0.5, 0.45]) || found.contains([0.5, 0.55]), "{tolerance}");
    }
    assert_eq!(outlines_from_mask([1, 1], |_, _| 1.0, 0.0).unwrap().area(), 0.5);
}

#[test]
fn full_and_empty_pictures() {
    for tolerance in [0.0, 0.5] {
        let empty = outlines_from_mask([7, 5], |_, _| 0.0, tolerance).unwrap();
        assert!(empty.outlines.is_empty() && empty.area() == 0.0);
        assert!(empty.terrain().is_empty() && empty.concave().unwrap().is_empty());
        // The threshold itself is empty.
        let half = outlines_from_mask([7, 5], |_, _| 0.5, tolerance).unwrap();
        assert!(half.outlines.is_empty());
    }
    // A full one reaches to the edges of the picture, with its corners cut.
    let full = outlines_from_mask([7, 5], |_, _| 1.0, 0.0).unwrap();
    assert_eq!((full.outlines.len(), full.outlines[0].outer.len()), (1, 8));
    assert_eq!(full.area(), 34.5);
    let corners = &full.outlines[0].outer;
    let most = corners.iter().fold([0.0; 2], |[x, y]: [Real; 2], p| [x.max(p.x), y.max(p.y)]);
    assert_eq!(most, [7.0, 5.0]);
    assert!(corners.iter().all(|it| it.x >= 0.0 && it.y >= 0.0));
}

#[test]
fn the_picture_lies_as_it_is_told() {
    let picture = ["##..", "#...", "...."];
    let found = drawn(&picture);
    assert!(
        found.contains([0.5, 2.5]) && found.contains([1.4, 2.5]) && !found.contains([0.5, 0.5])
    );
    let base = MaskSettings { tolerance: 0.0, pixel_size: 0.5, ..MaskSettings::default() };
    let middle = MaskSettings { origin: [0.5, 0.5], ..base.clone() };
    let middle = drawn_with(&picture, &middle);
    assert!(middle.contains([-0.75, 0.5]) && !middle.contains([-0.75, -0.5]));
    let down = drawn_with(&picture, &MaskSettings { y_down: true, ..base.clone() });
    assert!(down.contains([0.25, 0.25]) && !down.contains([0.25, 1.25]));
    for found in [drawn_with(&picture, &base), middle, down] {
        assert!(doubled(&found.outlines[0].outer) > 0.0);
        assert_eq!(found.area(), 0.625);
    }
}

#[test]
fn bytes_are_masks() {
    let bytes = [0, 255, 0, 255, 255, 255];
    let mask = Mask::from_bytes(3, 2, &bytes).unwrap();
    let found = mask.outlines(0.0).unwrap();
    assert_eq!(found, drawn(&[".#.", "###"]));
    assert_eq!(
        (mask.size(), mask.alpha(1, 0), mask.alpha(3, 0), mask.alpha(0, 2)),
        ([3, 2], 1.0, 0.0, 0.0)
    );
    let rgba: Vec<u8> = bytes.iter().flat_map(|alpha| [9, 8, 7, *alpha]).collect();
    assert_eq!(Mask::from_rgba(3, 2, &rgba).unwrap().outlines(0.0).unwrap(), found);
    let red: Vec<u8> = bytes.iter().flat_map(|red| [*red, 1]).collect();
    assert_eq!(Mask::with_stride(3, 2, &red, 2, 0).unwrap().outlines(0.0).unwrap(), found);
}

/// Centres of pixels are inside where alpha is above the threshold, and nowhere else.
#[test]
fn centres_of_pixels_are_inside_if_they_are_solid() {
    for seed in 0..cases(2000) as u32 {
        let noise = Noise::new(seed);
        let found = noise.outlines(0.0);
        let [width, height] = noise.size;
        for y in 0..height {
            for x in 0..width {
                let center = [x as Real + 0.5, (height - 1 - y) as Real + 0.5];
                let is_solid = noise.at(x, y) > 0.5;
                assert_eq!(found.contains(center), is_solid, "{seed}: {x}, {y}");
                // No two outlines hold the same place.
                let count = found.outlines.iter().filter(|it| it.contains(center)).count();
                assert_eq!(count, usize::from(is_solid), "{seed}: {x}, {y}");
            }
        }
    }
}
