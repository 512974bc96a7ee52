//! Tests of `src/query/ray_lanes.rs` that need its private parts.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use super::*;
use crate::collide::common::{body, config, placed, polygon};
use crate::one_pair::levels::assert_same_at_all_levels;
use proptest::prelude::*;

/// A random ray: mostly short and near; now and then along an axis, at a corner, of no length, or
/// with absurd numbers.
fn ray() -> impl Strategy<Value = (Point, Vector, u8)> {
    (placed(), placed(), 0_u8..40).prop_map(|(from, to, kind)| {
        let (from, to) = (from.translation.vector, to.translation.vector);
        (from.into(), to - from, kind)
    })
}

/// The ray at a shape: some kinds of rays are aimed at it.
fn aimed((from, way, kind): (Point, Vector, u8), shape: &Shape, at: &Pose) -> (Point, Vector) {
    let corners = shape.core().vertices;
    let corner = at * corners[usize::from(kind) % corners.len()];
    let odd = [f32::NAN, f32::INFINITY, 1e30, -1e20, 1e-9, 1e-25][usize::from(kind) % 6];
    match kind {
        0..4 => (from, Vector::new(way.x, 0.0)),
        4..8 => (from, Vector::new(0.0, way.y)),
        8..16 => (from, 2.0 * (corner - from)),
        16..18 => (from, corner - from),
        18..20 => (corner, way),
        20..22 => (at * Point::origin(), way),
        22..24 => (from, Vector::zeros()),
        24..27 => (Point::new(odd, from.y), way),
        27..30 => (from, Vector::new(way.x, odd)),
        30 => (from, way * odd),
        _ => (from, way),
    }
}

/// Sharp polygons more often than among all shapes, and with few sides.
fn target() -> impl Strategy<Value = (Shape, Pose)> {
    let sharp = (polygon(), placed()).prop_filter_map("sharp", |(polygon, at)| {
        let few: Vec<_> = polygon.vertices().iter().take(6).copied().collect();
        Some((Polygon::new(few).ok()?.into(), at))
    });
    prop_oneof![2 => body(), 1 => sharp]
}

proptest! {
    #![proptest_config(config(0x6d5a_0109))]

    #[test]
    fn eight_rays_hit_where_each_of_them_does_with_all_registers(
        (shape, at) in target(),
        rays in proptest::collection::vec(ray(), 0..=8),
    ) {
        let rays: Vec<_> = rays.into_iter().map(|ray| aimed(ray, &shape, &at)).collect();
        let mut lanes = RayLanes::new();
        rays.iter().for_each(|(origin, way)| lanes.push(*origin, *way));
        prop_assert_eq!((lanes.len(), lanes.is_empty()), (rays.len(), rays.is_empty()));
        let fractions = ray_fractions(&shape, &at, &lanes);
        for (lane, fraction) in fractions.into_iter().enumerate() {
            let alone = rays.get(lane).and_then(|(origin, way)| {
                cast_ray(&shape, &at, *origin, *way, Interior::Solid)
            });
            let alone = alone.map_or(f32::INFINITY, |hit| hit.fraction);
            prop_assert_eq!(fraction, alone, "lane {} of {:?} at {:?}", lane, &rays, &shape);
        }
        assert_same_at_all_levels(|| ray_fractions(&shape, &at, &lanes).map(Real::to_bits));
    }
}

#[test]
fn a_ninth_ray_finds_no_room() {
    let mut lanes = RayLanes::default();
    (0..9).for_each(|_| lanes.push(Point::new(-5.0, 0.0), Vector::new(9.0, 0.0)));
    assert_eq!(lanes.len(), RayLanes::CAPACITY);
    let disc = Shape::from(Circle::new(1.0).unwrap());
    let fractions = ray_fractions(&disc, &Pose::identity(), &lanes);
    assert!(fractions.iter().all(|fraction| (fraction - 4.0 / 9.0).abs() < 1e-6));
}

/// Most rays have to be cast side by side, or the lanes are of no use.
#[test]
fn everyday_rays_are_not_cast_alone() {
    let shapes: [Shape; 5] = [
        Circle::new(1.0).unwrap().into(),
        Capsule::new([-1.0, 0.0], [1.0, 0.5], 0.5).unwrap().into(),
        Segment::new([-0.5, -0.9], [0.5, 0.9]).unwrap().into(),
        Polygon::cuboid(1.0, 0.5).unwrap().into(),
        Polygon::new([[-1.0, -1.0], [1.0, -0.5], [0.2, 1.0]]).unwrap().into(),
    ];
    for shape in shapes {
        let at = crate::math::pose([0.5, -0.5], 0.3);
        let mut lanes = RayLanes::new();
        for lane in 0..8_u8 {
            let from = Point::new(-9.0, 0.4 * f32::from(lane) - 2.9);
            lanes.push(from, Vector::new(18.0, 1.7));
        }
        let (fractions, unsure) = umbra_lanes::with_simd!(newest(), [as_avx2], simd => {
            in_lanes(simd, &shape, &at, &lanes)
        }, else ([0.0; 8], 0));
        assert_eq!(unsure, 0, "{shape:?}");
        assert!(fractions.contains(&f32::INFINITY), "{shape:?}: {fractions:?}");
        assert!(fractions.iter().any(|f| *f < 1.0), "{shape:?}: {fractions:?}");
    }
}
