//! Random histories: after any calls in any order, the reported pairs are those of brute force, and
//! the trees keep their guarantees.

use crate::common::{Random, cases};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use umbra_broad::{BroadPhase, BroadPhaseConfig, FatMargin, Filter, Level, ProxyId, ProxyKind};
use umbra_geom::{Aabb, Vector};

/// The data of a proxy in the test's own list.
#[derive(Clone)]
struct Known {
    tight: Aabb,
    fat: Aabb,
    filter: Filter,
    kind: ProxyKind,
}

/// A broad phase beside a plain list.
struct Twin {
    broad: BroadPhase,
    known: BTreeMap<ProxyId, Known>,
    pairs: BTreeSet<[ProxyId; 2]>,
    gone: Vec<ProxyId>,
}

fn meets(a: &Known, b: &Known) -> bool {
    a.fat.overlaps(&b.fat) && a.filter.accepts(&b.filter) && a.kind.meets(b.kind)
}

impl Twin {
    fn new(margin: FatMargin) -> Self {
        let broad = BroadPhase::new(BroadPhaseConfig { margin }).unwrap();
        Self { broad, known: BTreeMap::new(), pairs: BTreeSet::new(), gone: Vec::new() }
    }

    fn any(&self, random: &mut Random) -> Option<ProxyId> {
        let at = random.below(self.known.len().max(1));
        self.known.keys().nth(at).copied()
    }

    fn add(&mut self, random: &mut Random, spread: f32) {
        let tight = random.aabb(spread);
        let (kind, filter) = (random.kind(), random.filter());
        let id = self.broad.add(tight, kind, filter, 7).unwrap();
        let fat = self.broad.fat_aabb(id).unwrap();
        assert!(fat.contains(&tight));
        assert!(self.known.insert(id, Known { tight, fat, filter, kind }).is_none());
    }

    fn act(&mut self, random: &mut Random, spread: f32) {
        let Some(id) = self.any(random) else { return self.add(random, spread) };
        let known = self.known[&id].clone();
        match random.below(16) {
            0 | 1 => self.add(random, spread),
            2 => self.remove(id),
            3 => self.go(id, random.aabb(spread), Vector::zeros()),
            4 => self.go(id, known.tight.grown(random.within(0.0, 1.0)), Vector::zeros()),
            5 => {
                let filter = random.filter();
                self.broad.set_filter(id, filter).unwrap();
                self.known.get_mut(&id).unwrap().filter = filter;
            }
            6 => {
                let kind = random.kind();
                self.broad.set_kind(id, kind).unwrap();
                self.known.get_mut(&id).unwrap().kind = kind;
            }
            7 if random.below(20) == 0 => self.broad.rebuild(),
            7 => self.broad.refresh(),
            _ => {
                let by = Vector::new(random.within(-0.5, 0.5), random.within(-0.5, 0.5));
                let tight = Aabb { min: known.tight.min + by, max: known.tight.max + by };
                self.go(id, tight, by);
            }
        }
    }

    fn remove(&mut self, id: ProxyId) {
        self.broad.remove(id).unwrap();
        self.known.remove(&id);
        self.pairs.retain(|pair| !pair.contains(&id));
        self.gone.push(id);
    }

    /// Most proxies drift a little, as in a step of a game.
    fn drift(&mut self, random: &mut Random) {
        for id in self.known.keys().copied().collect::<Vec<_>>() {
            let by = Vector::new(random.within(-0.2, 0.2), random.within(-0.2, 0.2));
            let tight = self.known[&id].tight;
            self.go(id, Aabb { min: tight.min + by, max: tight.max + by }, by);
        }
    }

    fn go(&mut self, id: ProxyId, tight: Aabb, by: Vector) {
        let known = self.known.get_mut(&id).unwrap();
        let burst = self.broad.move_proxy(id, tight, by).unwrap();
        assert_eq!(burst, !known.fat.contains(&tight));
        known.tight = tight;
        known.fat = self.broad.fat_aabb(id).unwrap();
        assert!(known.fat.contains(&tight));
    }

    /// Searches, and compares with all pairs.
    fn search(&mut self) {
        let found: Vec<_> = self.broad.find_new_pairs().to_vec();
        assert!(found.is_sorted_by(|a, b| a.proxies < b.proxies), "in the order of slots, once");
        let mut truth = BTreeSet::new();
        for (a, known_a) in &self.known {
            for (b, known_b) in self.known.range(a..).skip(1) {
                if meets(known_a, known_b) {
                    truth.insert([*a, *b]);
                }
            }
        }
        let expected: Vec<_> = truth.difference(&self.pairs).copied().collect();
        let found: Vec<_> = found.iter().map(|pair| pair.proxies).collect();
        assert_eq!(found, expected);
        for [a, b] in &self.pairs {
            assert_eq!(self.broad.touches(*a, *b), Ok(truth.contains(&[*a, *b])));
        }
        self.pairs = truth;
        self.broad.validate().unwrap();
        for (tree, stats) in [true, false].into_iter().zip(self.broad.stats()) {
            let fixed = |known: &&Known| (known.kind == ProxyKind::Static) == tree;
            let leaves = self.known.values().filter(fixed).count();
            assert_eq!(stats.leaves, leaves);
            let limit = 2.0 * (leaves.max(1) as f64).log2() + 4.0;
            assert!(f64::from(stats.height) <= limit, "{stats:?}");
        }
        if let Some(gone) = self.gone.pop() {
            assert!(!self.broad.contains(gone));
            assert!(self.broad.remove(gone).is_err());
        }
    }
}

proptest! {
    #![proptest_config(cases(300, 0x5eed_0001))]

    #[test]
    fn new_pairs_are_those_of_brute_force(
        seed: u64, spread in 1.0_f32..60.0, frames in 1..25_usize, busy in 0..60_usize,
    ) {
        let mut random = Random(seed);
        let mut twin = Twin::new(FatMargin::default());
        for _ in 0..random.below(120) {
            twin.add(&mut random, spread);
        }
        for _ in 0..frames {
            for _ in 0..busy {
                twin.act(&mut random, spread);
            }
            if random.below(3) == 0 {
                twin.drift(&mut random);
            }
            twin.search();
        }
    }
}

/// A hundred thousand operations on a few hundred boxes.
#[test]
fn one_history_of_a_hundred_thousand_operations() {
    let mut random = Random(1_000_003);
    let mut twin = Twin::new(FatMargin::default());
    for number in 0..100_000 {
        if twin.known.len() > 250 {
            let id = twin.any(&mut random).unwrap();
            twin.remove(id);
        } else {
            twin.act(&mut random, 25.0);
        }
        // Now and then a search after each, else after as many as a step may bring.
        if number % 5000 < 100 || number % 100 == 0 {
            twin.search();
        }
        if number % 1000 == 0 {
            twin.drift(&mut random);
        }
    }
}

#[test]
fn one_long_history_of_many_boxes() {
    let mut random = Random(42);
    let mut twin = Twin::new(FatMargin::NONE);
    for _ in 0..600 {
        twin.add(&mut random, 40.0);
    }
    for frame in 0..60 {
        for _ in 0..(if frame % 4 == 0 { 400 } else { 20 }) {
            twin.act(&mut random, 40.0);
        }
        twin.search();
    }
}

#[test]
fn far_away_and_of_every_size() {
    let mut random = Random(99);
    let mut twin = Twin::new(FatMargin::default());
    for _ in 0..200 {
        twin.add(&mut random, 20.0);
    }
    for frame in 0..40 {
        for _ in 0..50 {
            let Some(id) = twin.any(&mut random) else { continue };
            let scale = 10_f32.powi(random.below(12) as i32 - 4);
            let aabb = random.aabb(3.0);
            let far = if random.below(3) == 0 { 1e7 } else { 0.0 };
            let by = Vector::new(far, -far);
            let aabb = Aabb { min: aabb.min * scale + by, max: aabb.max * scale + by };
            twin.go(id, aabb, Vector::zeros());
        }
        if frame % 3 == 0 {
            twin.drift(&mut random);
        }
        twin.search();
    }
}

/// Every level of instructions gives the same pairs in the same order.
#[test]
fn levels_and_threads_do_not_change_the_answer() {
    let levels = crate::common::levels();
    let run = |level: Level, count: usize, frames: usize| {
        let mut random = Random(3);
        let mut broad =
            BroadPhase::new(BroadPhaseConfig::default()).unwrap().with_simd_level(level);
        let mut ids = Vec::new();
        let mut answers = Vec::new();
        for _ in 0..count {
            let tight = random.aabb(2.0 * (count as f32).sqrt());
            let id = broad.add(tight, ProxyKind::Dynamic, Filter::default(), 0).unwrap();
            ids.push((id, tight));
        }
        for frame in 0..frames {
            for (id, tight) in &mut ids {
                if frame % 3 == 2 && random.below(20) != 0 {
                    continue;
                }
                let by = Vector::new(random.within(-0.6, 0.6), random.within(-0.6, 0.6));
                *tight = Aabb { min: tight.min + by, max: tight.max + by };
                broad.move_proxy(*id, *tight, by).unwrap();
            }
            answers.push(broad.find_new_pairs().to_vec());
        }
        answers
    };
    let truth = run(Level::new(), 4000, 12);
    assert!(truth.iter().all(|pairs| !pairs.is_empty()));
    for level in levels {
        assert!(run(level, 4000, 12) == truth, "{level:?}");
    }
    // As many as it takes for everything that may be shared by threads to be shared.
    #[cfg(feature = "parallel")]
    for (count, frames) in [(7_000, 4), (25_000, 4)] {
        let mut answers = [1, 2, 4, 8].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            (threads, pool.install(|| run(Level::new(), count, frames)))
        });
        let (_, truth) = core::mem::take(&mut answers[0]);
        for (threads, answer) in &answers[1..] {
            assert!(*answer == truth, "{count} boxes, {threads} threads");
        }
    }
}
