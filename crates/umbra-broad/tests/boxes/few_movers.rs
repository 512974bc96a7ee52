//! A world in which few things move: queries read the wide form of the tree, which follows them.

use crate::common::Random;
use core::ops::ControlFlow;
use umbra_broad::{BroadPhase, BroadPhaseConfig, Cast, Filter, Level, ProxyId, ProxyKind};
use umbra_geom::{Aabb, Real, Vector};

/// The results of every query of a history, in order.
fn run(level: Level, teleports: usize) -> Vec<u32> {
    let mut random = Random(7);
    let mut broad = BroadPhase::new(BroadPhaseConfig::default()).unwrap().with_simd_level(level);
    let mut ids: Vec<(ProxyId, Aabb)> = Vec::new();
    for data in 0..1500 {
        let tight = random.aabb(80.0);
        let kind = if data % 3 == 0 { ProxyKind::Static } else { ProxyKind::Dynamic };
        let category = 1 << (data % 5);
        let filter = Filter { category, ..Filter::default() };
        ids.push((broad.add(tight, kind, filter, data).unwrap(), tight));
    }
    broad.find_new_pairs();
    broad.rebuild();
    let mut history = Vec::new();
    for frame in 0..150 {
        for _ in 0..10 {
            let mover = random.below(500) * 3 + 1;
            let (id, tight) = &mut ids[mover];
            let by = Vector::new(random.within(-0.6, 0.6), random.within(-0.6, 0.6));
            *tight = if random.below(10) < teleports {
                random.aabb(80.0)
            } else {
                Aabb { min: tight.min + by, max: tight.max + by }
            };
            broad.move_proxy(*id, *tight, by).unwrap();
        }
        history.extend(broad.find_new_pairs().iter().flat_map(|pair| pair.data));
        if frame % 10 == 9 {
            broad.validate().unwrap();
            // A copy answers as the original does, in the same order.
            broad = broad.clone();
        }
        let asked = random.aabb(80.0).grown(3.0);
        for mask in [u64::MAX, 0b00101] {
            let mut found = Vec::new();
            let _ = broad.query_aabb(&asked, mask, |_, data| {
                found.push(data);
                ControlFlow::<()>::Continue(())
            });
            history.extend(&found);
            found.sort_unstable();
            let overlaps = |id: ProxyId| broad.fat_aabb(id).unwrap().overlaps(&asked);
            let passes = |data: u32| (1_u64 << (data % 5)) & mask != 0;
            let truth = (0..).zip(&ids).filter(|(data, (id, _))| overlaps(*id) && passes(*data));
            assert_eq!(found, truth.map(|(data, _)| data).collect::<Vec<_>>(), "frame {frame}");

            let cast = Cast::ray(asked.min, [30.0, 40.0], 1.0).unwrap();
            let mut met = Vec::new();
            let _ = broad.cast(&cast, mask, |_, data, _| {
                met.push(data);
                ControlFlow::<(), f32>::Continue(1.0)
            });
            history.extend(&met);
            met.sort_unstable();
            let meets = |id: ProxyId| cast.enters(&broad.fat_aabb(id).unwrap(), 1.0).is_some();
            let truth = (0..).zip(&ids).filter(|(data, (id, _))| meets(*id) && passes(*data));
            assert_eq!(met, truth.map(|(data, _)| data).collect::<Vec<_>>(), "frame {frame}");
        }
    }
    history
}

#[test]
fn queries_see_what_moved_with_all_vectors_in_the_same_order() {
    for teleports in [0, 3, 10] {
        let truth = run(Level::new(), teleports);
        for level in crate::common::levels() {
            assert!(run(level, teleports) == truth, "{level:?}");
        }
    }
}

/// A rebuilt tree updates its leaves from the wide form first: the bounds have to include them.
#[test]
fn the_box_around_everything_holds_what_moved_out_of_it() {
    let mut broad = BroadPhase::new(BroadPhaseConfig::default()).unwrap();
    let place = |x: Real| Aabb::new([x, 0.0], [x + 1.0, 1.0]).unwrap();
    let add = |broad: &mut BroadPhase, x| {
        broad.add(place(x), ProxyKind::Dynamic, Filter::default(), 0).unwrap()
    };
    let proxies: Vec<_> = (0..200_u8).map(|i| add(&mut broad, 2.0 * Real::from(i))).collect();
    broad.rebuild();
    for x in [500.0, -700.0, 900.0] {
        broad.move_proxy(proxies[7], place(x), Vector::zeros()).unwrap();
        broad.refresh();
        let (bounds, fat) = (broad.bounds(), broad.fat_aabb(proxies[7]).unwrap());
        assert!(bounds.contains(&fat), "{bounds:?} {fat:?}");
    }
}
