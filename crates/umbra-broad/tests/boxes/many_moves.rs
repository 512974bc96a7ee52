//! Batches of moves for whole steps, and deferred updates of trees.

use crate::common::Random;
use core::ops::ControlFlow;
use umbra_broad::{
    BroadPhase, BroadPhaseConfig, Cast, Filter, MAX_COORDINATE, Move, Pair, ProxyId, ProxyKind,
};
use umbra_geom::{Aabb, Vector};

fn broad(random: &mut Random, count: u32) -> (BroadPhase, Vec<(ProxyId, Aabb)>) {
    let mut broad = BroadPhase::new(BroadPhaseConfig::default()).unwrap();
    let add = |data| {
        let tight = random.aabb(30.0);
        let kind = if data % 7 == 0 { ProxyKind::Static } else { ProxyKind::Dynamic };
        (broad.add(tight, kind, Filter::default(), data).unwrap(), tight)
    };
    let crowd = (0..count).map(add).collect();
    (broad, crowd)
}

fn step(random: &mut Random, crowd: &mut [(ProxyId, Aabb)], part: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    for (proxy, tight) in crowd {
        if random.below(100) < part {
            let displacement = Vector::new(random.within(-0.4, 0.4), random.within(-0.4, 0.4));
            *tight = Aabb { min: tight.min + displacement, max: tight.max + displacement };
            moves.push(Move { proxy: *proxy, aabb: *tight, displacement });
        }
    }
    moves
}

#[test]
fn many_moves_do_what_each_of_them_does() {
    for seed in 0..40 {
        let mut random = Random(seed);
        let (mut many, mut crowd) = broad(&mut random, 200);
        let mut one = many.clone();
        // More calls than the count of them that a proxy remembers.
        for frame in 0..300 {
            let mut moves = step(&mut random, &mut crowd, [2, 40, 99][frame % 3]);
            if frame % 4 == 0 {
                // Some are named twice, and come back, or go on.
                let again = moves.iter().filter(|_| random.below(9) == 0).copied();
                let again: Vec<Move> = again.collect();
                for mut to in again {
                    let by = Vector::new(random.within(-2.0, 2.0), 0.0);
                    to.aabb = Aabb { min: to.aabb.min + by, max: to.aabb.max + by };
                    moves.push(to);
                    crowd.iter_mut().find(|(proxy, _)| *proxy == to.proxy).unwrap().1 = to.aabb;
                }
            }
            let go = |to: &Move| one.move_proxy(to.proxy, to.aabb, to.displacement).unwrap();
            let left = moves.iter().map(go).filter(|left| *left).count();
            assert_eq!(many.move_many(&moves), Ok(left));
            for (proxy, tight) in &crowd {
                assert_eq!(many.fat_aabb(*proxy), one.fat_aabb(*proxy));
                assert!(many.fat_aabb(*proxy).unwrap().contains(tight));
            }
            assert_eq!(many.find_new_pairs(), one.find_new_pairs());
        }
        many.validate().unwrap();
    }
}

#[test]
fn one_bad_move_among_many_and_nothing_has_moved() {
    let mut random = Random(5);
    let (mut broad, mut crowd) = broad(&mut random, 50);
    broad.find_new_pairs();
    let (gone, _) = crowd.pop().unwrap();
    broad.remove(gone).unwrap();
    let good = step(&mut random, &mut crowd, 100);
    let bad: [fn(&mut Move); 5] = [
        |to| to.aabb.min.x = f32::NAN,
        |to| to.aabb.max.y = to.aabb.min.y - 1.0,
        |to| to.displacement.y = f32::INFINITY,
        |to| to.displacement.x = f32::NAN,
        |to| to.aabb.max.x = 1e30,
    ];
    let boxes =
        |broad: &BroadPhase| crowd.iter().map(|(id, _)| broad.fat_aabb(*id)).collect::<Vec<_>>();
    let before = boxes(&broad);
    for at in [0, 20, good.len() - 1] {
        for spoil in bad {
            let mut moves = good.clone();
            spoil(&mut moves[at]);
            assert!(broad.move_many(&moves).is_err());
            assert_eq!(boxes(&broad), before);
        }
        let mut moves = good.clone();
        moves[at].proxy = gone;
        assert!(broad.move_many(&moves).is_err());
        assert_eq!(boxes(&broad), before);
    }
    assert!(broad.find_new_pairs().is_empty());
    let mut stranger = BroadPhase::new(BroadPhaseConfig::default()).unwrap();
    assert!(stranger.move_many(&good).is_err());
    // Each of the numbers is good, though their sum is none that a box could have.
    let far = Vector::new(MAX_COORDINATE, -MAX_COORDINATE);
    assert_eq!(broad.move_many(&[Move { displacement: far, ..good[0] }]), Ok(1));
    broad.validate().unwrap();
}

/// The results of queries, in order.
fn ask(broad: &BroadPhase, random: &mut Random) -> Vec<u32> {
    let mut found = Vec::new();
    let asked = random.aabb(30.0).grown(2.0);
    let _ = broad.query_aabb(&asked, u64::MAX, |_, data| {
        found.push(data);
        ControlFlow::<()>::Continue(())
    });
    let cast = Cast::ray(asked.min, [20.0, 30.0], 1.0).unwrap();
    let _ = broad.cast(&cast, u64::MAX, |_, data, _| {
        found.push(data);
        ControlFlow::<(), f32>::Continue(1.0)
    });
    found
}

/// Deferred updates of a tree do not change results: queries give the same results in the same
/// order as if there had been queries all the time, and nothing else changes either.
#[test]
fn asking_changes_no_later_answer() {
    for seed in 0..30 {
        let mut random = Random(seed);
        let (mut asked, mut crowd) = broad(&mut random, 300);
        let mut rarely = asked.clone();
        for frame in 0..120 {
            let part = [99, 60, 99, 30, 99, 1, 0][random.below(7)];
            let moves = step(&mut random, &mut crowd, part);
            let action = random.below(8);
            let (newcomer, other) = (random.aabb(30.0), random.below(crowd.len()));
            let by_one = random.below(3) == 0;
            let run = |broad: &mut BroadPhase| -> (Vec<Pair>, Option<ProxyId>) {
                if by_one {
                    for to in &moves {
                        broad.move_proxy(to.proxy, to.aabb, to.displacement).unwrap();
                    }
                } else {
                    broad.move_many(&moves).unwrap();
                }
                let mut new = None;
                match action {
                    0 => broad.refresh(),
                    1 => {
                        let kind = ProxyKind::Dynamic;
                        new = Some(broad.add(newcomer, kind, Filter::default(), 77).unwrap());
                    }
                    2 => broad.remove(crowd[other].0).unwrap(),
                    3 => {
                        let filter = Filter { category: 6, ..Filter::default() };
                        broad.set_filter(crowd[other].0, filter).unwrap();
                    }
                    4 => broad.set_kind(crowd[other].0, ProxyKind::Static).unwrap(),
                    5 => *broad = broad.clone(),
                    _ => {}
                }
                (broad.find_new_pairs().to_vec(), new)
            };
            let (pairs, new) = run(&mut asked);
            assert_eq!(run(&mut rarely), (pairs, new), "seed {seed}, frame {frame}");
            if action == 2 {
                crowd.swap_remove(other);
            }
            crowd.extend(new.map(|id| (id, newcomer)));
            let question = random.next();
            let answer = ask(&asked, &mut Random(question));
            if frame % 40 == 39 {
                assert_eq!(
                    ask(&rarely, &mut Random(question)),
                    answer,
                    "seed {seed}, frame {frame}"
                );
                assert_eq!(rarely.stats()[1].area_ratio, asked.stats()[1].area_ratio);
                rarely.validate().unwrap();
            }
        }
    }
}

/// A tree without queries may have to be rebuilt several times before it is. Its state in the
/// meantime makes no difference.
#[test]
fn a_tree_owed_twice_is_as_if_it_had_been_built_each_time() {
    for seed in 0..10 {
        let mut random = Random(seed);
        let (mut asked, mut crowd) = broad(&mut random, 400);
        let mut never = asked.clone();
        for _ in 0..40 {
            let moves = step(&mut random, &mut crowd, 100);
            for broad in [&mut asked, &mut never] {
                broad.move_many(&moves).unwrap();
                broad.find_new_pairs();
            }
            ask(&asked, &mut Random(seed));
        }
        assert_eq!(never.stats()[1].area_ratio, asked.stats()[1].area_ratio);
        for question in 0..20 {
            let [one, other] = [&asked, &never].map(|broad| ask(broad, &mut Random(question)));
            assert_eq!(one, other, "seed {seed}");
        }
    }
}

#[test]
fn queries_see_the_boxes_of_the_last_refresh_whoever_moved_since() {
    let mut random = Random(9);
    let (mut broad, mut crowd) = broad(&mut random, 300);
    for frame in 0..60 {
        broad.move_many(&step(&mut random, &mut crowd, 95)).unwrap();
        broad.refresh();
        let known: Vec<Aabb> = crowd.iter().map(|(id, _)| broad.fat_aabb(*id).unwrap()).collect();
        // These moves are not to be seen yet.
        for to in step(&mut random, &mut crowd, [0, 3, 90][frame % 3]) {
            broad.move_proxy(to.proxy, to.aabb, to.displacement).unwrap();
        }
        let asked = random.aabb(30.0).grown(2.0);
        let mut found = Vec::new();
        let _ = broad.query_aabb(&asked, u64::MAX, |_, data| {
            found.push(data as usize);
            ControlFlow::<()>::Continue(())
        });
        found.sort_unstable();
        let truth = (0..known.len()).filter(|at| known[*at].overlaps(&asked));
        assert_eq!(found, truth.collect::<Vec<_>>(), "frame {frame}");
    }
}

/// The first query after a step brings the tree up to date, on any thread.
#[test]
fn many_threads_may_ask_first() {
    let mut random = Random(21);
    let (mut broad, mut crowd) = broad(&mut random, 500);
    for _ in 0..40 {
        broad.move_many(&step(&mut random, &mut crowd, 95)).unwrap();
        broad.find_new_pairs();
        let question = random.next();
        let answers: Vec<Vec<u32>> = std::thread::scope(|scope| {
            let ask = || ask(&broad, &mut Random(question));
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(answers.iter().all(|answer| *answer == answers[0]));
    }
}

#[test]
fn what_became_static_between_two_moves_of_a_crowd_is_met_where_it_is() {
    let mut broad = BroadPhase::new(BroadPhaseConfig::default()).unwrap();
    let at = |x: f32, y: f32| Aabb::new([x, y], [x + 1.0, y + 1.0]).unwrap();
    let add = |data| {
        broad.add(at(3.0 * data as f32, 0.0), ProxyKind::Dynamic, Filter::default(), data).unwrap()
    };
    let crowd: Vec<ProxyId> = (0..100).map(add).collect();
    broad.find_new_pairs();
    for (number, proxy) in crowd.iter().enumerate() {
        broad.move_proxy(*proxy, at(3.0 * number as f32, 20.0), Vector::zeros()).unwrap();
    }
    broad.set_kind(crowd[0], ProxyKind::Static).unwrap();
    broad.move_proxy(crowd[0], at(0.0, 500.0), Vector::zeros()).unwrap();
    assert!(broad.find_new_pairs().is_empty());
    // One mover asks the trees.
    broad.move_proxy(crowd[1], at(0.5, 500.5), Vector::zeros()).unwrap();
    let pairs: Vec<[u32; 2]> = broad.find_new_pairs().iter().map(|pair| pair.data).collect();
    assert_eq!(pairs, [[0, 1]]);
}
