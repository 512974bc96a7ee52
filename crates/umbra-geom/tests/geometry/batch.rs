//! The batch functions give the same bits as the functions for one pair, at every SIMD level.

use crate::common::pairs::{bits, pair};
use crate::common::{config, size};
use proptest::prelude::*;
use umbra_geom::collide::{
    BatchPair, BoxState, SmallCore, visit_box_contacts, visit_circle_contacts, visit_small_contacts,
};
use umbra_geom::{
    Capsule, ChainSegment, Circle, Error, Level, Polygon, Pose, Segment, Shape, collide, math::pose,
};

/// Every level that this machine can run.
fn levels() -> Vec<Level> {
    #[allow(unused_mut, reason = "only x86 has more levels than one")]
    let mut levels = vec![Level::new(), Level::baseline()];
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        let best = Level::new();
        levels.extend(best.as_sse4_2().map(Level::Sse4_2));
        levels.extend(best.as_avx2().map(Level::Avx2));
    }
    levels
}

/// These pairs, each with a speculative distance of its own.
fn each_with_its_own(pairs: &[[u32; 2]], most: f32) -> Vec<BatchPair> {
    let part = |index: usize| (index % 4) as f32 / 3.0;
    let pairs = pairs.iter().enumerate();
    pairs.map(|(i, &shapes)| BatchPair { shapes, speculative: part(i) * most }).collect()
}

fn cuboid() -> impl Strategy<Value = (Polygon, Pose)> {
    let round = prop_oneof![Just(0.0_f32), size()];
    let turn = prop_oneof![
        -3.2_f32..3.2,
        (0_i8..4).prop_map(|q| f32::from(q) * std::f32::consts::FRAC_PI_2),
    ];
    (size(), size(), round, -4.0_f32..4.0, -4.0_f32..4.0, turn).prop_map(
        |(x, y, r, px, py, turn)| {
            (Polygon::cuboid(x, y).unwrap().grown(r).unwrap(), pose([px, py], turn))
        },
    )
}

proptest! {
    #![proptest_config(config(2026))]

    #[test]
    fn boxes_in_a_batch_collide_as_one_by_one(
        cuboids in proptest::collection::vec(cuboid(), 1..12),
        speculative in 0.0_f32..0.3,
    ) {
        let states: Vec<BoxState> =
            cuboids.iter().map(|(b, at)| BoxState::new(b, at).unwrap()).collect();
        for (state, (b, at)) in states.iter().zip(&cuboids) {
            prop_assert_eq!(state.aabb(), b.aabb(at));
        }
        let n = states.len() as u32;
        let pairs: Vec<[u32; 2]> = (0..n).flat_map(|a| (0..n).map(move |b| [a, b])).collect();
        let own = each_with_its_own(&pairs, speculative);
        for level in levels() {
            let mut visited = vec![];
            visit_box_contacts(level, &states, &own, |at, m| visited.push((at, bits(m)))).unwrap();
            for (index, BatchPair { shapes: [a, b], speculative }) in own.iter().enumerate() {
                let ((a, pose_a), (b, pose_b)) = (&cuboids[*a as usize], &cuboids[*b as usize]);
                let (a, b) = (a.clone().into(), b.clone().into());
                let expected = collide(&a, pose_a, &b, pose_b, *speculative);
                prop_assert_eq!(&visited[index], &(index, bits(&expected)));
            }
            prop_assert_eq!(visited.len(), own.len());
        }
    }

    #[test]
    fn boxes_collide_as_polygons_of_the_same_corners(
        (a, pose_a) in cuboid(), (b, pose_b) in cuboid(), speculative in 0.0_f32..0.3,
    ) {
        // The same corners without the mark that they are a box take the general path.
        let general = |p: &Polygon| -> Shape {
            Polygon::new(p.vertices().iter().copied()).unwrap().grown(p.radius()).unwrap().into()
        };
        let by_formula =
            collide(&a.clone().into(), &pose_a, &b.clone().into(), &pose_b, speculative);
        let by_faces = collide(&general(&a), &pose_a, &general(&b), &pose_b, speculative);
        let reach = |p: &Polygon| p.core().outer_radius + p.radius();
        let allowed = 1e-3 * reach(&a).min(reach(&b)) + 4e-5;
        match (by_formula.separation(), by_faces.separation()) {
            (None, None) => {}
            (None, Some(s)) | (Some(s), None) => prop_assert!(s > speculative - allowed),
            // Which of two nearly equal axes is preferred differs; with it, deep inside, which
            // points are left after clipping. Shallow contacts have the same depth.
            (Some(s), Some(t)) => {
                let cores = s + a.radius() + b.radius();
                prop_assert!((s - t).abs() <= allowed || cores < -allowed, "{s} and {t}");
            }
        }
    }
}

/// Two shapes and their poses.
type ShapePair = (Shape, Pose, Shape, Pose);

/// Collides those pairs whose shapes have rows of this size, in both orders, with the kernel for
/// cores and the one for circles.
macro_rules! compare_cores {
    ($size:literal, $pairs:expr, $speculative:expr) => {{
        let pairs: &[ShapePair] = $pairs;
        let speculative: f32 = $speculative;
        let (mut cores, mut order, mut shapes) = (Vec::<SmallCore<$size>>::new(), vec![], vec![]);
        for (a, pose_a, b, pose_b) in pairs {
            let rows = [SmallCore::new(a, pose_a), SmallCore::new(b, pose_b)];
            if let [Some(row_a), Some(row_b)] = rows {
                prop_assert_eq!(row_a.aabb(), a.aabb(pose_a));
                if pose_b.translation.vector.iter().all(|v| v.is_finite()) {
                    prop_assert_eq!(row_b.aabb(), b.aabb(pose_b));
                }
                let first = cores.len() as u32;
                cores.extend([row_a, row_b]);
                order.extend([[first, first + 1], [first + 1, first]]);
                shapes.extend([(a, pose_a, b, pose_b), (b, pose_b, a, pose_a)]);
            }
        }
        let own = each_with_its_own(&order, speculative);
        let expected: Vec<_> = shapes
            .iter()
            .zip(&own)
            .map(|((a, at, b, to), pair)| bits(&collide(a, at, b, to, pair.speculative)))
            .enumerate()
            .collect();
        for level in levels() {
            let mut found = vec![];
            visit_small_contacts(level, &cores, &own, |at, m| found.push((at, bits(m)))).unwrap();
            prop_assert_eq!(&found, &expected);
            let mut found = vec![];
            visit_circle_contacts(level, &cores, &own, |at, m| found.push((at, bits(m)))).unwrap();
            prop_assert_eq!(&found, &expected);
        }
    }};
}

/// A circle and another shape in positions that random numbers do not produce: at one position,
/// touching, inside of one another, on a corner, and too far or too near to be squared.
fn edge_case() -> impl Strategy<Value = ShapePair> {
    let place = prop_oneof![
        3 => Just([0.0_f32, 0.0]),
        3 => (0_u8..2, -2_i8..3).prop_map(|(axis, n)| {
            let mut at = [0.0; 2];
            at[usize::from(axis)] = 0.5 * f32::from(n);
            at
        }),
        2 => (-4_i8..5, -4_i8..5).prop_map(|(x, y)| [0.25 * f32::from(x), 0.25 * f32::from(y)]),
        2 => (-1.0_f32..1.0, -1.0_f32..1.0).prop_map(|(x, y)| [x * 1e-19, y * 1e-19]),
        1 => (-1.0_f32..1.0, -1.0_f32..1.0).prop_map(|(x, y)| [x * 1e-25, y * 1e-25]),
        1 => (-1.0_f32..1.0, -1.0_f32..1.0).prop_map(|(x, y)| [x * 1e20, y * 1e20]),
        1 => prop_oneof![Just(f32::NAN), Just(f32::INFINITY)].prop_map(|bad| [bad, 0.5]),
    ];
    let shape = (0_usize..8).prop_map(|kind| -> Shape {
        match kind {
            0 | 1 => Circle::new(0.5).unwrap().into(),
            2 => Capsule::new([-0.5, 0.0], [0.5, 0.0], 0.25).unwrap().into(),
            3 => Segment::new([0.0, -0.5], [0.0, 0.5]).unwrap().into(),
            4 => Polygon::cuboid(0.5, 0.5).unwrap().into(),
            5 => Polygon::cuboid(0.5, 0.25).unwrap().grown(0.25).unwrap().into(),
            corners => Polygon::regular(corners, 0.5).unwrap().into(),
        }
    });
    let turn = (0_i8..4).prop_map(|q| f32::from(q) * std::f32::consts::FRAC_PI_2);
    (shape, 0_usize..3, place, turn).prop_map(|(shape, radius, at, turn)| {
        let circle = Circle::new([0.5, 0.25, 1.0][radius]).unwrap();
        (shape, pose([0.0, 0.0], turn), circle.into(), pose(at, 0.0))
    })
}

proptest! {
    #![proptest_config(config(2026))]

    #[test]
    fn small_cores_in_a_batch_collide_as_one_by_one(
        pairs in proptest::collection::vec(pair(), 1..12),
        speculative in 0.0_f32..0.3,
    ) {
        compare_cores!(4, &pairs, speculative);
    }

    #[test]
    fn cores_of_up_to_eight_vertices_in_a_batch_collide_as_one_by_one(
        pairs in proptest::collection::vec(pair(), 1..12),
        speculative in 0.0_f32..0.3,
    ) {
        compare_cores!(8, &pairs, speculative);
    }

    #[test]
    fn circles_in_a_batch_collide_as_one_by_one(
        pairs in proptest::collection::vec(edge_case(), 1..20),
        speculative in prop_oneof![Just(0.0_f32), 0.0_f32..0.3, Just(f32::INFINITY)],
    ) {
        compare_cores!(4, &pairs, speculative);
        compare_cores!(8, &pairs, speculative);
    }
}

#[test]
fn rows_have_room_for_four_or_eight_vertices() {
    let at = pose([1.0, 2.0], 0.5);
    let fits = |shape: Shape| {
        (SmallCore::<4>::new(&shape, &at).is_some(), SmallCore::<8>::new(&shape, &at).is_some())
    };
    assert_eq!(fits(Capsule::new([-1.0, 0.0], [1.0, 0.0], 0.5).unwrap().into()), (true, true));
    assert_eq!(fits(Polygon::regular(3, 1.0).unwrap().into()), (true, true));
    assert_eq!(fits(Polygon::cuboid(1.0, 1.0).unwrap().grown(0.1).unwrap().into()), (true, true));
    assert_eq!(fits(Circle::new(1.0).unwrap().into()), (true, true));
    assert_eq!(fits(Polygon::regular(5, 1.0).unwrap().into()), (false, true));
    assert_eq!(fits(Polygon::regular(8, 1.0).unwrap().into()), (false, true));
    assert_eq!(fits(Polygon::regular(9, 1.0).unwrap().into()), (false, false));
    let link = ChainSegment::new(None, [0.0, 0.0], [1.0, 0.0], None).unwrap();
    assert_eq!(fits(link.into()), (false, false));
}

#[test]
fn a_pair_that_names_no_core_is_refused_and_nothing_changes() {
    let level = Level::new();
    let cores = [SmallCore::<8>::default(); 2];
    let no = |index, count| Err(Error::NoSuchIndex { parameter: "pairs", index, count });
    let pair = |shapes| BatchPair { shapes, speculative: 0.0 };
    let pairs = [[0, 1], [2, 0]].map(pair);
    let refused = visit_small_contacts(level, &cores, &pairs, |_, _| unreachable!());
    assert_eq!(refused, no(2, 2));
    let refused = visit_circle_contacts(level, &cores, &pairs, |_, _| unreachable!());
    assert_eq!(refused, no(2, 2));
    let refused = visit_small_contacts::<4>(level, &[], &[pair([0, 0])], |_, _| unreachable!());
    assert_eq!(refused, no(0, 0));
    visit_small_contacts::<4>(level, &[], &[], |_, _| unreachable!()).unwrap();
}

#[test]
fn a_pair_that_names_no_box_is_refused_and_nothing_changes() {
    let (brick, at) = (Polygon::cuboid(1.0, 1.0).unwrap(), pose([0.0, 0.0], 0.0));
    let boxes = [BoxState::new(&brick, &at).unwrap(); 2];
    let pairs = [[0, 1], [2, 0]].map(|shapes| BatchPair { shapes, speculative: 0.0 });
    let refused = visit_box_contacts(Level::new(), &boxes, &pairs, |_, _| unreachable!());
    assert_eq!(refused, Err(Error::NoSuchIndex { parameter: "pairs", index: 2, count: 2 }));
    assert!(BoxState::new(&Polygon::regular(5, 1.0).unwrap(), &at).is_none());
    visit_box_contacts(Level::new(), &[], &[], |_, _| unreachable!()).unwrap();
}

#[test]
fn boxes_at_a_place_that_is_no_number_touch_nothing() {
    let brick = Polygon::cuboid(1.0, 1.0).unwrap();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let boxes = [[0.0, 0.0], [bad, 0.0], [0.0, bad]]
            .map(|at| BoxState::new(&brick, &pose(at, 0.0)).unwrap());
        let pairs =
            [[0, 1], [1, 0], [0, 2], [1, 2]].map(|shapes| BatchPair { shapes, speculative: 0.0 });
        visit_box_contacts(Level::new(), &boxes, &pairs, |_, m| assert!(m.is_empty(), "{bad}"))
            .unwrap();
    }
}
