//! The broad phase as an engine uses it.

use crate::common::Random;
use core::ops::ControlFlow;
use umbra_broad::{
    BroadPhase, BroadPhaseConfig, Cast, Error, FatMargin, Filter, ProxyId, ProxyKind,
};
use umbra_geom::{Aabb, Point, Vector};

fn square(x: f32, y: f32) -> Aabb {
    Aabb { min: Point::new(x, y), max: Point::new(x + 1.0, y + 1.0) }
}

fn broad() -> BroadPhase {
    BroadPhase::new(BroadPhaseConfig::default()).unwrap()
}

fn dynamic(broad: &mut BroadPhase, aabb: Aabb) -> ProxyId {
    broad.add(aabb, ProxyKind::Dynamic, Filter::default(), 0).unwrap()
}

/// Boxes carried around by vortices.
fn whirl(place: Point, speed: f32) -> Vector {
    let (x, y) = (place.x * 0.2, place.y * 0.2);
    Vector::new(libm::sinf(x) * libm::cosf(y), -libm::cosf(x) * libm::sinf(y)) * speed
}

#[test]
fn the_tree_stays_good_through_a_thousand_frames() {
    for (speed, every) in [(0.02, 1), (0.3, 1), (0.1, 50)] {
        let mut broad = broad();
        let mut random = Random(11);
        let mut all: Vec<_> = (0..1500)
            .map(|i| {
                let tight = square((i % 40) as f32 * 1.1, (i / 40) as f32 * 1.1);
                (dynamic(&mut broad, tight), tight)
            })
            .collect();
        let limit = 2.0 * 1500_f64.log2() + 4.0;
        for frame in 1..=1000 {
            for (id, tight) in all.iter_mut().step_by(every) {
                let jitter = Vector::new(random.within(-1.0, 1.0), random.within(-1.0, 1.0));
                let by = whirl(tight.center(), speed) + jitter * (0.2 * speed);
                *tight = Aabb { min: tight.min + by, max: tight.max + by };
                broad.move_proxy(*id, *tight, by).unwrap();
            }
            broad.find_new_pairs();
            assert!(f64::from(broad.stats()[1].height) <= limit);
            if frame % 40 == 0 {
                broad.validate().unwrap();
                let mut rebuilt = broad.clone();
                rebuilt.rebuild();
                let [worn, fresh] = [&broad, &rebuilt].map(|broad| broad.stats()[1].area_ratio);
                assert!(worn <= 1.5 * fresh, "{speed}, {every}, {frame}: {worn} against {fresh}");
            }
        }
    }
}

#[test]
fn only_a_pair_with_a_dynamic_proxy_is_a_pair() {
    use ProxyKind::{Dynamic, Kinematic, Static};
    for (a, b) in [(Static, Static), (Static, Kinematic), (Kinematic, Kinematic)] {
        let mut broad = broad();
        broad.add(square(0.0, 0.0), a, Filter::default(), 0).unwrap();
        let other = broad.add(square(0.5, 0.0), b, Filter::default(), 1).unwrap();
        assert!(broad.find_new_pairs().is_empty());
        broad.set_kind(other, Dynamic).unwrap();
        assert_eq!(broad.find_new_pairs().len(), 1, "once one of them is dynamic");
        broad.set_kind(other, b).unwrap();
        assert!(broad.find_new_pairs().is_empty());
    }
}

#[test]
fn a_filter_that_opens_reports_what_was_there_all_along() {
    let mut broad = broad();
    let closed = Filter { mask: 0, ..Filter::default() };
    let a = broad.add(square(0.0, 0.0), ProxyKind::Dynamic, closed, 1).unwrap();
    let b = dynamic(&mut broad, square(0.5, 0.0));
    assert!(broad.find_new_pairs().is_empty());
    assert_eq!(broad.touches(a, b), Ok(false));
    broad.set_filter(a, Filter::default()).unwrap();
    assert_eq!(broad.find_new_pairs()[0].proxies, [a, b]);
    assert_eq!(broad.touches(a, b), Ok(true));
    broad.set_filter(a, closed).unwrap();
    broad.set_filter(a, Filter::default()).unwrap();
    assert!(broad.find_new_pairs().is_empty(), "closed and opened between two searches");
}

#[test]
fn a_slot_used_again_is_another_proxy() {
    let mut broad = broad();
    let wall = broad.add(square(0.0, 0.0), ProxyKind::Static, Filter::default(), 0).unwrap();
    let old = dynamic(&mut broad, square(0.5, 0.0));
    assert_eq!(broad.find_new_pairs().len(), 1);
    broad.move_proxy(old, square(9.0, 9.0), Vector::zeros()).unwrap();
    broad.remove(old).unwrap();
    let new = dynamic(&mut broad, square(0.5, 0.0));
    assert_ne!(old, new);
    assert!(matches!(broad.remove(old), Err(Error::StaleProxy { .. })));
    assert!(broad.move_proxy(old, square(0.0, 0.0), Vector::zeros()).is_err());
    assert!(broad.set_filter(old, Filter::default()).is_err());
    assert!(broad.set_kind(old, ProxyKind::Static).is_err());
    assert!(broad.touches(wall, old).is_err());
    assert_eq!(
        (broad.fat_aabb(old), broad.data(old), broad.filter(old), broad.kind(old)),
        (None, None, None, None)
    );
    assert_eq!(broad.find_new_pairs()[0].proxies, [wall, new]);
    assert_eq!(broad.len(), 2);
}

#[test]
fn bad_numbers_are_refused_and_change_nothing() {
    let mut broad = broad();
    let id = dynamic(&mut broad, square(0.0, 0.0));
    let before = format!("{broad:?}");
    let nan = Aabb { min: Point::new(f32::NAN, 0.0), max: Point::new(1.0, 1.0) };
    assert!(broad.add(nan, ProxyKind::Dynamic, Filter::default(), 0).is_err());
    assert!(broad.move_proxy(id, nan, Vector::zeros()).is_err());
    assert!(broad.move_proxy(id, square(5.0, 0.0), Vector::new(f32::NAN, 0.0)).is_err());
    assert!(broad.move_proxy(id, square(5.0, 0.0), Vector::new(0.0, f32::INFINITY)).is_err());
    let margin = FatMargin { fraction: f32::NAN, ..FatMargin::default() };
    assert!(broad.set_config(BroadPhaseConfig { margin }).is_err());
    assert!(BroadPhase::new(BroadPhaseConfig { margin }).is_err());
    assert_eq!(format!("{broad:?}"), before);
}

#[test]
fn queries_see_moves_once_refreshed_and_both_trees() {
    let mut broad = broad();
    broad.add(square(0.0, 0.0), ProxyKind::Static, Filter::default(), 1).unwrap();
    let ball = broad.add(square(5.0, 0.0), ProxyKind::Dynamic, Filter::default(), 2).unwrap();
    let seen = |broad: &BroadPhase, aabb: Aabb| {
        let mut seen = Vec::new();
        let _ = broad.query_aabb(&aabb, u64::MAX, |_, data| {
            seen.push(data);
            ControlFlow::<()>::Continue(())
        });
        seen
    };
    assert_eq!(seen(&broad, square(0.5, 0.5)), [1]);
    broad.move_proxy(ball, square(0.9, 0.0), Vector::zeros()).unwrap();
    assert_eq!(seen(&broad, square(0.5, 0.5)), [1], "not yet");
    broad.refresh();
    assert_eq!(seen(&broad, square(0.5, 0.5)), [1, 2]);
    let mut at_point = 0;
    let _ = broad.query_point([0.95, 0.5], u64::MAX, |_, _| {
        at_point += 1;
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(at_point, 2);
    // From the right the ball is nearer, though the static tree is asked first.
    let ray = Cast::ray([9.0, 0.5], [-9.0, 0.0], 1.0).unwrap();
    let mut nearest = (1.0, 0);
    let _ = broad.cast(&ray, u64::MAX, |_, data, fraction| {
        nearest = (fraction, data);
        ControlFlow::<(), f32>::Continue(fraction)
    });
    assert_eq!(nearest.1, 2);
}

#[test]
fn a_clone_reports_the_same_pairs_from_then_on() {
    let mut random = Random(4);
    let mut broad = broad();
    let ids: Vec<_> = (0..500).map(|_| dynamic(&mut broad, random.aabb(20.0))).collect();
    broad.find_new_pairs();
    let mut saved = BroadPhase::new(BroadPhaseConfig::default()).unwrap();
    for frame in 0..20 {
        // Cloned in the middle of a frame: what has moved so far is part of the state.
        let mut moves = Vec::new();
        for id in &ids {
            moves.push((*id, random.aabb(20.0)));
        }
        let (before, after) = moves.split_at(frame * 10);
        for (id, aabb) in before {
            broad.move_proxy(*id, *aabb, Vector::zeros()).unwrap();
        }
        saved.clone_from(&broad);
        for (id, aabb) in after {
            broad.move_proxy(*id, *aabb, Vector::zeros()).unwrap();
            saved.move_proxy(*id, *aabb, Vector::zeros()).unwrap();
        }
        assert_eq!(saved.find_new_pairs(), broad.find_new_pairs());
        saved.validate().unwrap();
    }
}

/// Found by the fuzzer: the first and last row were so far apart that the difference of their
/// numbers overflowed, and the box was compared with itself.
#[test]
fn a_box_across_the_world_is_no_pair_of_its_own() {
    let mut broad = broad();
    let tall = Aabb { min: Point::new(-7e9, -7e9), max: Point::new(-7e9, 1.2e17) };
    let tall = dynamic(&mut broad, tall);
    assert!(broad.find_new_pairs().is_empty());
    let wide = Aabb { min: Point::new(-1e18, 0.0), max: Point::new(1e18, 1.0) };
    let wide = dynamic(&mut broad, wide);
    assert_eq!(broad.find_new_pairs()[0].proxies, [tall, wide]);
}

#[test]
fn a_box_that_ends_just_where_another_begins_is_found_from_there() {
    // The width of the first rounds to 1, so that subtracting it from the edge at which both touch
    // leads a little beyond where the first begins, and into the next cell.
    let config = BroadPhaseConfig { margin: FatMargin::NONE };
    let mut broad = BroadPhase::new(config).unwrap();
    let mut add = |min: [f32; 2], max: [f32; 2], data| {
        let aabb = Aabb::new(min, max).unwrap();
        broad.add(aabb, ProxyKind::Dynamic, Filter::default(), data).unwrap();
    };
    add([-1e-9, 0.0], [1.0, 1.0], 0);
    add([1.0, -0.5], [2.0, 0.5], 1);
    for other in 2..40 {
        add([3.0 * other as f32, 20.0], [3.0 * other as f32 + 1.0, 21.0], other);
    }
    assert_eq!(broad.find_new_pairs().iter().map(|pair| pair.data).collect::<Vec<_>>(), [[0, 1]]);
}

/// New pairs are those that overlap now and did not before, for any moving part of a crowd, of
/// mixed sizes or not.
#[test]
fn any_part_of_a_crowd_may_move() {
    for (part, mixed) in [(13, false), (30, true), (50, false), (60, true), (70, true), (99, true)]
    {
        let mut random = Random(part as u64);
        let mut broad = broad();
        let mut crowd: Vec<(ProxyId, Aabb)> = Vec::new();
        for data in 0..400 {
            let scale = if mixed && data % 5 == 0 { random.within(0.1, 9.0) } else { 1.0 };
            let min = Point::new(random.within(-9.0, 9.0), random.within(-9.0, 9.0));
            let tight =
                Aabb { min, max: min + Vector::new(scale, random.within(0.5, 1.0) * scale) };
            let id = broad.add(tight, ProxyKind::Dynamic, Filter::default(), data).unwrap();
            crowd.push((id, tight));
        }
        let mut old = vec![Aabb::EMPTY; crowd.len()];
        for _ in 0..20 {
            let found: Vec<_> = broad.find_new_pairs().iter().map(|pair| pair.data).collect();
            let new: Vec<_> = crowd.iter().map(|(id, _)| broad.fat_aabb(*id).unwrap()).collect();
            let mut truth = Vec::new();
            for a in 0..new.len() {
                for b in a + 1..new.len() {
                    if new[a].overlaps(&new[b]) && !old[a].overlaps(&old[b]) {
                        truth.push([a as u32, b as u32]);
                    }
                }
            }
            assert!(found == truth, "{part} % of a crowd, mixed: {mixed}");
            old = new;
            for (id, tight) in &mut crowd {
                if random.below(100) < part {
                    let by = Vector::new(random.within(-0.5, 0.5), random.within(-0.5, 0.5));
                    *tight = Aabb { min: tight.min + by, max: tight.max + by };
                    broad.move_proxy(*id, *tight, by).unwrap();
                }
            }
        }
    }
}

/// Parts of a level that are added while only few bodies move, and while many do, pair with bodies
/// at rest.
#[test]
fn a_level_that_grows_meets_what_rests_and_what_moves() {
    for (resting, movers) in [(1, 0), (1, 1), (3, 1), (20, 1), (20, 5), (20, 20)] {
        let mut broad = broad();
        let add = |broad: &mut BroadPhase, kind, x: usize| {
            broad.add(square(3.0 * x as f32, 0.0), kind, Filter::default(), x as u32).unwrap()
        };
        let bodies: Vec<_> = (0..resting).map(|x| add(&mut broad, ProxyKind::Dynamic, x)).collect();
        broad.find_new_pairs();
        // More of a level than of bodies, most of it far away.
        for x in (1000..1100).chain(0..resting) {
            add(&mut broad, ProxyKind::Static, x);
        }
        for body in &bodies[..movers.min(resting)] {
            broad
                .move_proxy(*body, broad.fat_aabb(*body).unwrap().grown(0.1), Vector::zeros())
                .unwrap();
        }
        let found: Vec<_> = broad.find_new_pairs().iter().map(|pair| pair.data[0]).collect();
        assert_eq!(found, (0..resting as u32).collect::<Vec<_>>(), "{resting}, {movers}");
    }
}

#[test]
fn who_was_removed_is_in_no_pair() {
    for place in 0..60 {
        let mut broad = BroadPhase::new(BroadPhaseConfig::default()).unwrap();
        let square = |x: f32, y: f32| Aabb::new([x - 0.4, y - 0.4], [x + 0.4, y + 0.4]).unwrap();
        let mut add =
            |x, y| broad.add(square(x, y), ProxyKind::Dynamic, Filter::default(), 0).unwrap();
        let gone = add(0.0, 0.0);
        let ids: Vec<ProxyId> = (0..60).map(|x| add(-2.0 * x as f32, -5.0)).collect();
        broad.find_new_pairs();
        broad.remove(gone).unwrap();
        for (number, id) in ids.iter().enumerate() {
            let to = if number == place { [0.0, 0.0] } else { [-2.0 * number as f32, -5.5] };
            broad.move_proxy(*id, square(to[0], to[1]), Vector::zeros()).unwrap();
        }
        assert_eq!(broad.find_new_pairs(), []);
    }
}

/// A shape that contains the point may have a negative distance: `visit` may return it like zero.
#[test]
fn a_negative_distance_found_in_one_tree_does_not_hide_the_other() {
    let mut broad = broad();
    let data = [(ProxyKind::Static, 1), (ProxyKind::Dynamic, 2)];
    for (kind, data) in data {
        broad.add(square(0.0, 0.0), kind, Filter::default(), data).unwrap();
    }
    let mut visited = Vec::new();
    let _ = broad.nearest(square(0.0, 0.0).center(), 1.0, u64::MAX, |_, data, _| {
        visited.push(data);
        ControlFlow::<(), f32>::Continue(-0.5)
    });
    assert_eq!(visited, [1, 2]);
}
