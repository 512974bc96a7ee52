//! The tree against lists of boxes: queries, casts, pairs, and the guarantees about its shape.

use crate::common::{Random, cases};
use core::ops::ControlFlow;
use proptest::prelude::*;
use umbra_broad::{Cast, LeafId, Tree};
use umbra_geom::{Aabb, Point, Vector};

/// A tree with some history, and its contents.
fn grown(random: &mut Random, spread: f32, actions: usize) -> (Tree, Vec<(LeafId, Aabb, u64)>) {
    let mut tree = Tree::new();
    let mut known: Vec<(LeafId, Aabb, u64)> = Vec::new();
    for number in 0..actions {
        let aabb = random.aabb(spread);
        let pick = random.below(known.len());
        match random.below(10) {
            0..5 => {
                let categories = 1 << random.below(5);
                let leaf = tree.insert(aabb, number as u32, categories).unwrap();
                known.push((leaf, aabb, categories));
            }
            5 if !known.is_empty() => {
                let (leaf, ..) = known.swap_remove(pick);
                tree.remove(leaf).unwrap();
                assert!(tree.remove(leaf).is_err() && tree.move_to(leaf, aabb).is_err());
                assert!(!tree.contains(leaf) && tree.aabb(leaf).is_none());
            }
            6 if !known.is_empty() => {
                tree.move_to(known[pick].0, aabb).unwrap();
                known[pick].1 = aabb;
            }
            7 if !known.is_empty() => {
                let old = known[pick].1;
                let by = Vector::new(random.within(-1.0, 1.0), random.within(-1.0, 1.0));
                known[pick].1 = Aabb { min: old.min + by, max: old.max + by };
                tree.move_to(known[pick].0, known[pick].1).unwrap();
            }
            8 if !known.is_empty() => {
                tree.enlarge(known[pick].0, aabb).unwrap();
                known[pick].1 = known[pick].1.union(&aabb);
            }
            9 if !known.is_empty() => {
                known[pick].2 = 1 << random.below(5);
                tree.set_categories(known[pick].0, known[pick].2).unwrap();
            }
            _ => match random.below(30) {
                0 => tree.rebuild(),
                1 => tree.rebuild_changed(),
                _ => {}
            },
        }
        tree.validate().unwrap();
    }
    for (leaf, aabb, categories) in &known {
        assert_eq!((tree.aabb(*leaf), tree.categories(*leaf)), (Some(*aabb), Some(*categories)));
    }
    assert_eq!(tree.len(), known.len());
    (tree, known)
}

/// The data of all boxes that pass a test, in order.
fn scan(
    tree: &Tree,
    known: &[(LeafId, Aabb, u64)],
    mask: u64,
    test: impl Fn(&Aabb) -> bool,
) -> Vec<u32> {
    let hits = known.iter().filter(|(_, aabb, bits)| bits & mask != 0 && test(aabb));
    let mut hits: Vec<u32> = hits.map(|(leaf, ..)| tree.data(*leaf).unwrap()).collect();
    hits.sort_unstable();
    hits
}

fn sorted(mut found: Vec<u32>) -> Vec<u32> {
    found.sort_unstable();
    found
}

proptest! {
    #![proptest_config(cases(150, 0x5eed_0003))]

    #[test]
    fn queries_equal_linear_scans(seed: u64, spread in 1.0_f32..50.0, actions in 0..300_usize) {
        let mut random = Random(seed);
        let (tree, known) = grown(&mut random, spread, actions);
        for _ in 0..10 {
            let mask = if random.below(2) == 0 { u64::MAX } else { random.next() & 31 };
            let (aabb, point) = (random.aabb(spread), random.aabb(spread).min);
            let mut found = Vec::new();
            let mut note = |data| { found.push(data); ControlFlow::<()>::Continue(()) };
            prop_assert!(tree.query_aabb(&aabb, mask, &mut note).is_continue());
            prop_assert_eq!(sorted(found), scan(&tree, &known, mask, |b| b.overlaps(&aabb)));
            let mut found = Vec::new();
            let _ = tree.query_point(point, mask, |data| {
                found.push(data);
                ControlFlow::<()>::Continue(())
            });
            prop_assert_eq!(sorted(found), scan(&tree, &known, mask, |b| b.contains_point(point)));
        }
    }

    #[test]
    fn casts_equal_linear_scans(seed: u64, spread in 1.0_f32..50.0, actions in 0..300_usize) {
        let mut random = Random(seed);
        let (tree, known) = grown(&mut random, spread, actions);
        for _ in 0..10 {
            let mask = if random.below(2) == 0 { u64::MAX } else { random.next() & 31 };
            let [origin, end] = [random.aabb(spread).min, random.aabb(spread).max];
            let translation = match random.below(4) {
                0 => Vector::new(end.x - origin.x, 0.0),
                1 => Vector::new(-0.0, end.y - origin.y),
                2 => Vector::zeros(),
                _ => end - origin,
            };
            let cast = match random.below(3) {
                0 => Cast::ray(origin, translation, 1.0),
                1 => Cast::thick_ray(origin, translation, 1.0, random.within(0.0, 3.0)),
                _ => Cast::moving_box(&random.aabb(spread), translation, 1.0),
            }.unwrap();
            // All that is met, at the fraction at which it is.
            let mut found = Vec::new();
            let _ = tree.cast(&cast, mask, |data, _| {
                found.push(data);
                ControlFlow::<(), f32>::Continue(1.0)
            });
            prop_assert_eq!(sorted(found), scan(&tree, &known, mask, |b| cast.enters(b, 1.0).is_some()));
            // The nearest one, by clipping.
            let mut nearest = f32::INFINITY;
            let _ = tree.cast(&cast, mask, |_, fraction| {
                nearest = nearest.min(fraction);
                ControlFlow::<(), f32>::Continue(fraction.min(1.0))
            });
            let truth = known.iter().filter(|(_, _, bits)| bits & mask != 0);
            let truth = truth.filter_map(|(_, b, _)| cast.enters(b, 1.0)).fold(f32::INFINITY, f32::min);
            prop_assert_eq!(nearest, truth);
        }
    }

    #[test]
    fn the_nearest_are_those_of_linear_scans(seed: u64, spread in 1.0_f32..50.0, actions in 0..300_usize) {
        let mut random = Random(seed);
        let (mut tree, known) = grown(&mut random, spread, actions);
        if random.below(2) == 0 { tree.rebuild(); }
        for _ in 0..10 {
            let mask = if random.below(2) == 0 { u64::MAX } else { random.next() & 31 };
            let point = random.aabb(2.0 * spread).min;
            let reach = if random.below(4) == 0 { f32::INFINITY } else { random.within(0.0, spread) };
            let exact = |b: &Aabb| {
                let beyond = |axis: usize| {
                    let [low, high, at] = [b.min, b.max, point].map(|p| f64::from(p[axis]));
                    (low - at).max(at - high).max(0.0)
                };
                beyond(0).hypot(beyond(1))
            };
            // All within reach, and maybe some that are beyond it by rounding.
            let mut found = Vec::new();
            let _ = tree.nearest(point, reach, mask, |data, distance| {
                found.push((data, distance));
                ControlFlow::<(), f32>::Continue(reach)
            });
            let (least, most) = (f64::from(reach), f64::from(reach) * (1.0 + 1e-5) + 1e-15);
            let within = |reach: f64| scan(&tree, &known, mask, |b| exact(b) <= reach);
            let all = sorted(found.iter().map(|(data, _)| *data).collect());
            prop_assert!(within(least * (1.0 - 1e-6)).iter().all(|data| all.contains(data)));
            prop_assert!(all.iter().all(|data| within(most).contains(data)));
            for (leaf, aabb, _) in &known {
                let told = found.iter().find(|(data, _)| tree.data(*leaf) == Some(*data));
                if let Some((_, told)) = told {
                    let (told, exact) = (f64::from(*told), exact(aabb));
                    prop_assert!(told <= exact * (1.0 + 1e-7) && told >= exact * (1.0 - 1e-5));
                }
            }
            // The nearest one.
            let mut nearest = f32::INFINITY;
            let _ = tree.nearest(point, f32::INFINITY, mask, |_, distance| {
                nearest = nearest.min(distance);
                ControlFlow::<(), f32>::Continue(nearest)
            });
            let truth = known.iter().filter(|(_, _, bits)| bits & mask != 0);
            let truth = truth.map(|(_, b, _)| exact(b)).fold(f64::INFINITY, f64::min);
            prop_assert!(f64::from(nearest) >= truth * (1.0 - 1e-5));
            prop_assert!(f64::from(nearest) <= truth * (1.0 + 1e-5));
        }
        let mut nobody = |_, _| ControlFlow::<(), f32>::Break(());
        for (point, reach) in [([f32::NAN, 0.0], 9.0), ([0.0, 0.0], f32::NAN), ([0.0, 0.0], -1.0)] {
            prop_assert!(tree.nearest(point, reach, u64::MAX, &mut nobody).is_continue());
        }
    }

    /// The slab test with its rounding never misses a box that an exact test in `f64` hits well
    /// inside.
    #[test]
    fn casts_meet_what_exact_arithmetic_meets(seed: u64) {
        let mut random = Random(seed);
        let aabb = random.aabb(20.0);
        let [a, b] = [random.aabb(20.0).min, random.aabb(20.0).max];
        let cast = Cast::ray(a, b - a, 1.0).unwrap();
        let by = b - a;
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for axis in 0..2 {
            let (start, step) = (f64::from(a[axis]), f64::from(by[axis]));
            if step == 0.0 { continue; }
            let t = [aabb.min[axis], aabb.max[axis]].map(|edge| (f64::from(edge) - start) / step);
            enter = enter.max(t[0].min(t[1]));
            leave = leave.min(t[0].max(t[1]));
        }
        prop_assume!(by.x != 0.0 && by.y != 0.0);
        // Each edge is displaced by at most three roundings of 2^-24 relative to its fraction.
        if enter <= leave * (1.0 - 1e-6) {
            prop_assert!(cast.enters(&aabb, 1.0).is_some());
        }
        if cast.enters(&aabb, 1.0).is_some() {
            prop_assert!(enter <= leave * (1.0 + 1e-6) + 1e-12);
        }
    }

    #[test]
    fn pairs_equal_those_of_all_with_all(seed: u64, spread in 1.0_f32..50.0, actions in 0..250_usize) {
        let mut random = Random(seed);
        let (tree, known) = grown(&mut random, spread, actions);
        let (other, strangers) = grown(&mut random, spread, actions / 2);
        let pair = |a: u32, b: u32| [a.min(b), a.max(b)];
        let mut all = Vec::new();
        let mut moved = Vec::new();
        let asking: Vec<LeafId> = known.iter().map(|k| k.0).filter(|_| random.below(4) == 0).collect();
        for (i, a) in known.iter().enumerate() {
            for b in &known[i + 1..] {
                if a.1.overlaps(&b.1) {
                    let found = pair(tree.data(a.0).unwrap(), tree.data(b.0).unwrap());
                    all.push(found);
                    if asking.contains(&a.0) || asking.contains(&b.0) { moved.push(found); }
                }
            }
        }
        let mut found = Vec::new();
        let mut note = |a, b| { found.push(pair(a, b)); ControlFlow::<()>::Continue(()) };
        let _ = tree.overlaps(&mut note);
        found.sort_unstable();
        all.sort_unstable();
        prop_assert_eq!(&found, &all);
        let mut found = Vec::new();
        let mut note = |a, b| { found.push(pair(a, b)); ControlFlow::<()>::Continue(()) };
        prop_assert!(tree.overlaps_of(&asking, &mut note).unwrap().is_continue());
        found.sort_unstable();
        moved.sort_unstable();
        prop_assert_eq!(&found, &moved);

        let mut between = Vec::new();
        let _ = tree.overlaps_with(&other, |a, b| {
            between.push([a, b]);
            ControlFlow::<()>::Continue(())
        });
        let mut truth = Vec::new();
        for a in &known {
            let touched = strangers.iter().filter(|b| a.1.overlaps(&b.1));
            truth.extend(touched.map(|b| [tree.data(a.0).unwrap(), other.data(b.0).unwrap()]));
        }
        between.sort_unstable();
        truth.sort_unstable();
        prop_assert_eq!(between, truth);
    }
}

fn square(x: f32, y: f32) -> Aabb {
    Aabb { min: Point::new(x, y), max: Point::new(x + 1.0, y + 1.0) }
}

#[test]
fn orders_made_to_hurt_do_not_make_the_tree_high() {
    let count = 3000;
    let spiral = |i: f32| (0.3 * i * libm::cosf(i), 0.3 * i * libm::sinf(i));
    type Order = Box<dyn Fn(f32) -> Aabb>;
    let orders: [(&str, Order); 6] = [
        ("sorted", Box::new(|i| square(2.0 * i, 0.0))),
        ("backwards", Box::new(|i| square(-2.0 * i, 0.0))),
        ("ever wider apart", Box::new(|i| square(i * i * i, 0.0))),
        (
            "growing around a point",
            Box::new(|i| Aabb { min: Point::new(-i, -i), max: Point::new(i, i) }),
        ),
        ("spiral", Box::new(move |i| square(spiral(i).0, spiral(i).1))),
        ("all the same", Box::new(|_| square(0.0, 0.0))),
    ];
    for (name, order) in orders {
        let mut tree = Tree::new();
        let leaves: Vec<_> =
            (0..count).map(|i| tree.insert(order(i as f32), i, 1).unwrap()).collect();
        tree.validate().unwrap();
        let limit = |tree: &Tree| 2.0 * (tree.len() as f64).log2() + 4.0;
        assert!(f64::from(tree.stats().height) <= limit(&tree), "{name}: {:?}", tree.stats());
        for (i, leaf) in leaves.iter().enumerate() {
            if i % 16 != 0 {
                tree.remove(*leaf).unwrap();
                assert!(
                    f64::from(tree.stats().height) <= limit(&tree),
                    "{name}: {:?}",
                    tree.stats()
                );
            }
        }
        tree.validate().unwrap();
    }
}

#[test]
fn a_break_ends_the_walk_and_comes_back() {
    let boxes: Vec<_> = (0..100).map(|i| (square(0.0, 0.0), i, 1)).collect();
    let (tree, leaves) = Tree::from_boxes(&boxes).unwrap();
    let mut visits = 0;
    let flow = tree.query_aabb(&square(0.5, 0.5), u64::MAX, |data| {
        visits += 1;
        if visits == 3 { ControlFlow::Break(data) } else { ControlFlow::Continue(()) }
    });
    assert!(flow.is_break() && visits == 3);
    assert!(tree.overlaps(|_, _| ControlFlow::Break(())).is_break());
    assert!(tree.overlaps_of(&leaves, |_, _| ControlFlow::Break(())).unwrap().is_break());
    assert!(tree.overlaps_with(&tree, |_, _| ControlFlow::Break(())).is_break());
    let ray = Cast::ray([-1.0, 0.5], [5.0, 0.0], 1.0).unwrap();
    assert!(tree.cast(&ray, u64::MAX, |_, _| ControlFlow::<(), f32>::Break(())).is_break());
}

#[test]
fn bad_input_is_refused_and_changes_nothing() {
    let mut tree = Tree::new();
    let leaf = tree.insert(square(0.0, 0.0), 1, 1).unwrap();
    let before = format!("{tree:?}");
    let bad = [
        Aabb { min: [f32::NAN, 0.0].into(), max: [1.0, 1.0].into() },
        Aabb { min: [0.0, 0.0].into(), max: [f32::INFINITY, 1.0].into() },
        Aabb { min: [2.0, 0.0].into(), max: [1.0, 1.0].into() },
        Aabb { min: [-1e30, 0.0].into(), max: [1.0, 1.0].into() },
        Aabb::EMPTY,
    ];
    for aabb in bad {
        assert!(tree.insert(aabb, 2, 1).is_err());
        assert!(tree.move_to(leaf, aabb).is_err());
        assert!(tree.enlarge(leaf, aabb).is_err());
        assert!(Tree::from_boxes(&[(square(0.0, 0.0), 0, 1), (aabb, 1, 1)]).is_err());
    }
    assert_eq!(format!("{tree:?}"), before);
    let mut other = Tree::new();
    assert!(other.remove(leaf).is_err());
    assert!(other.overlaps_of(&[leaf], |_, _| ControlFlow::<()>::Continue(())).is_err());
}

#[test]
fn a_clone_goes_on_like_the_original_and_reuses_memory() {
    let mut random = Random(8);
    let (tree, known) = grown(&mut random, 30.0, 400);
    let mut copy = Tree::new();
    copy.clone_from(&tree);
    let bytes = copy.stats().bytes;
    copy.clone_from(&tree);
    assert_eq!(copy.stats().bytes, bytes);
    let mut tree = tree;
    for (leaf, ..) in &known {
        let aabb = random.aabb(30.0);
        tree.move_to(*leaf, aabb).unwrap();
        copy.move_to(*leaf, aabb).unwrap();
    }
    copy.validate().unwrap();
    assert_eq!(copy.stats().area_ratio, tree.stats().area_ratio);
}
