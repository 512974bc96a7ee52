//! Bad input is refused with the name of the parameter, and changes nothing.

use umbra_play::build::{Mask, MaskSettings, Outline, outlines_from_mask, outlines_from_mask_with};

use super::ring;
use crate::assert_refused;
use crate::common::{add, scene};
use crate::prelude::*;

const NAN: Real = Real::NAN;
const INFINITY: Real = Real::INFINITY;

#[test]
fn of_sizes() {
    for (name, size) in [
        ("`width`", [0, 4]),
        ("`height`", [4, 0]),
        ("`width`", [0, 0]),
        ("`width`", [16_385, 1]),
        ("`height`", [1, usize::MAX]),
        ("`width`", [usize::MAX, usize::MAX]),
        ("pixels", [16_384, 1_025]),
    ] {
        assert_refused(name, outlines_from_mask(size, |_, _| 1.0, 0.0));
        assert_refused(name, Mask::from_bytes(size[0], size[1], &[]));
    }
}

#[test]
fn of_alpha_and_settings() {
    for alpha in [NAN, INFINITY, -INFINITY, -0.1, 1.1] {
        let at = |x: usize, y: usize| if (x, y) == (2, 1) { alpha } else { 1.0 };
        assert_refused("`alpha`", outlines_from_mask([4, 3], at, 0.0));
    }
    for tolerance in [NAN, INFINITY, -0.5, 1e9] {
        assert_refused("`tolerance`", outlines_from_mask([4, 3], |_, _| 1.0, tolerance));
    }
    let set = |name, change: fn(&mut MaskSettings)| {
        let mut settings = MaskSettings::default();
        change(&mut settings);
        assert_refused(name, outlines_from_mask_with([4, 3], |_, _| 1.0, &settings));
    };
    set("`threshold`", |it| it.threshold = 0.0);
    set("`threshold`", |it| it.threshold = 1.0);
    set("`threshold`", |it| it.threshold = -3.0);
    set("`threshold`", |it| it.threshold = NAN);
    set("`pixel_size`", |it| it.pixel_size = 0.0);
    set("`pixel_size`", |it| it.pixel_size = -1.0);
    set("`pixel_size`", |it| it.pixel_size = 1e-9);
    set("`pixel_size`", |it| it.pixel_size = 1e9);
    set("`pixel_size`", |it| it.pixel_size = INFINITY);
    set("`min_area`", |it| it.min_area = -1.0);
    set("`min_area`", |it| it.min_area = NAN);
    set("`origin`", |it| it.origin = [0.5, 1.5]);
    set("`origin`", |it| it.origin = [NAN, 0.0]);
}

#[test]
fn of_bytes() {
    assert_refused("`bytes`", Mask::from_bytes(2, 2, &[0; 3]));
    assert_refused("`bytes`", Mask::from_bytes(2, 2, &[0; 5]));
    assert_refused("`bytes`", Mask::from_bytes(2, 2, &[]));
    assert_refused("`bytes`", Mask::from_rgba(2, 2, &[0; 4]));
    assert_refused("`stride`", Mask::with_stride(2, 2, &[0; 4], 0, 0));
    assert_refused("`stride`", Mask::with_stride(2, 2, &[0; 4], 65, 0));
    assert_refused("`stride`", Mask::with_stride(2, 2, &[0; 4], usize::MAX, 0));
    assert_refused("`offset`", Mask::with_stride(2, 2, &[0; 4], 1, 1));
    assert_refused("`offset`", Mask::with_stride(2, 2, &[0; 16], 4, usize::MAX));
}

/// A picture in which every pixel is an island is refused before it fills the memory.
#[test]
fn of_too_many_points() {
    let alpha = |x: usize, y: usize| ((x + y) % 2) as Real;
    assert_refused("points of the outlines", outlines_from_mask([4096, 4096], alpha, 0.0));
}

#[test]
fn of_outlines_changed_by_hand() {
    let cross = [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]].map(Point::from).to_vec();
    for (outer, name) in [
        (cross, "cross"),
        (vec![], "at least 3"),
        (vec![Point::new(NAN, 0.0); 3], "finite"),
        (vec![Point::new(1.0, 0.0); 3], "one line"),
    ] {
        let outline = Outline { outer, holes: vec![] };
        assert_refused(name, outline.concave());
        let mut scene = scene(0.0, SolverConfig::default());
        let wall = add(&mut scene, Body::fixed(), Collider::cuboid(4.0, 4.0));
        let before = scene.state_hash();
        // The ring is carved before the outline is refused.
        let mut outlines = ring(0.3, 0.1);
        outlines.outlines.push(outline);
        let here = pose([0.0, 0.0], 0.0);
        assert_refused(name, outlines.carve_body(&mut scene, wall, here));
        assert_refused(name, outlines.carve(&mut scene, here, |it| it));
        assert_eq!(scene.state_hash(), before);
        assert_eq!(scene.bodies().count(), 1);
    }
}

#[test]
fn of_carvings() {
    let mut scene = scene(0.0, SolverConfig::default());
    let wall = add(&mut scene, Body::fixed(), Collider::cuboid(4.0, 4.0));
    let line = add(&mut scene, Body::fixed(), Collider::segment([0.0, 0.0], [1.0, 0.0]));
    let gone = scene.add_body(Body::dynamic()).unwrap();
    scene.remove_body(gone).unwrap();
    let before = (scene.state_hash(), scene.stats());
    let (ring, here) = (ring(0.3, 0.1), pose([0.0, 0.0], 0.0));
    assert_refused("there is no body", ring.carve_body(&mut scene, gone, here));
    assert_refused("nothing to cut", ring.carve_body(&mut scene, line, here));
    for x in [NAN, INFINITY, 1e12] {
        assert_refused("`pose`", ring.carve_body(&mut scene, wall, pose([x, 0.0], 0.0)));
        assert_refused("`pose`", ring.carve(&mut scene, pose([0.0, x], 0.0), |it| it));
    }
    let anchors = |it: Carving| it.anchors([[NAN, 0.0]]);
    assert_refused("`anchors`", ring.carve(&mut scene, here, anchors));
    assert_eq!((scene.state_hash(), scene.stats()), before);
}
