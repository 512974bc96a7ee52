//! Tests of `src/tree/batch.rs` with small buffers, so that every case of a full buffer occurs.

use super::*;
use crate::Tree;
use umbra_geom::{Aabb, Vector};

#[path = "../common/mod.rs"]
mod common;

use common::{Random, levels};

/// Boxes close to one another, so that many wait at once.
fn crowd(random: &mut Random, count: usize) -> Vec<(Aabb, u32, u64)> {
    let spread = 0.7 * (count as f32).sqrt();
    let mut leaf = |data: u32| (random.aabb(spread), data, 1 << random.below(3));
    (0..count as u32).map(&mut leaf).collect()
}

/// Rays and moving boxes: a fan from one point, or strewn.
fn casts(random: &mut Random, count: usize, spread: f32) -> Vec<Cast> {
    let turn = [0.0, 0.01, 0.1, 1.0][random.below(4)];
    let mut place = || Vector::new(random.within(-spread, spread), random.within(-spread, spread));
    let (eye, size, mut angle) = (place(), place() * 0.01, 0.0);
    let mut cast = || {
        let mut from = eye;
        let mut way = umbra_geom::math::rotation(angle) * Vector::new(spread, 0.0);
        angle += turn;
        if turn == 1.0 {
            (from, way) = (place(), place());
        }
        if place().x > 0.9 * spread {
            way.y = 0.0;
        }
        let size = Vector::new(size.x.abs(), size.y.abs());
        let aabb = Aabb { min: (from - size).into(), max: (from + size).into() };
        Cast::moving_box(&aabb, way, 1.0).unwrap()
    };
    (0..count).map(|_| cast()).collect()
}

#[test]
fn a_batch_meets_what_each_of_its_casts_meets_alone() {
    let mut random = Random(5);
    let (mut met, mut packets) = (0, 0);
    for round in 0..200 {
        let count = [1, 3, 20, 300, 2000][round % 5];
        let boxes = crowd(&mut random, count);
        let spread = 0.8 * (count as f32).sqrt();
        let (mut tree, _) = Tree::from_boxes(&boxes).unwrap();
        if random.below(5) == 0 {
            tree.narrow();
        }
        let size = [1, 7, 32, 64, 200, 256][random.below(6)];
        let casts = casts(&mut random, size, spread);
        let mask = [u64::MAX, 1, 6][random.below(3)];
        // Of all that are met, every third time, or of the first only.
        let first_only = round % 3 != 0;
        let truth: Vec<_> =
            casts.iter().map(|cast| alone(&boxes, cast, mask, first_only)).collect();
        let mut seen = None;
        for level in levels() {
            tree.set_simd_level(level);
            let mut batch = CastBatch::new();
            assert!(casts.iter().all(|cast| batch.push(cast)));
            packets += (0..batch.packets())
                .filter(|packet| batch.is_side_by_side(crate::lanes::OneByOne, *packet))
                .count();
            let found = together(&tree, batch, mask, first_only);
            assert_eq!(found, truth, "round {round} at {level:?}");
            assert!(seen.get_or_insert_with(|| found.clone()) == &found);
            met += found.iter().map(Vec::len).sum::<usize>();
        }
    }
    assert!(met > 10_000 && packets > 100, "{met} met, {packets} packets");
}

/// The hits of a cast, one box after the other, as data and the bits of the fraction.
fn alone(boxes: &[(Aabb, u32, u64)], cast: &Cast, mask: u64, first_only: bool) -> Vec<(u32, u32)> {
    let hits = boxes.iter().filter(|(_, _, bits)| bits & mask != 0);
    let mut hits: Vec<_> = hits
        .filter_map(|(aabb, data, _)| Some((*data, cast.enters(aabb, 1.0)?.to_bits())))
        .collect();
    if first_only {
        let first = hits.iter().copied().min_by_key(|(data, enter)| (*enter, *data));
        hits.retain(|hit| Some(*hit) == first);
    }
    hits
}

/// The same for all casts of a batch.
fn together(
    tree: &Tree,
    mut batch: CastBatch,
    mask: u64,
    first_only: bool,
) -> Vec<Vec<(u32, u32)>> {
    let mut found = vec![Vec::new(); batch.len()];
    tree.cast_batch(&mut batch, mask, |data, batch, casts| {
        assert_eq!(casts.len(), casts.count());
        for cast in casts {
            let enter = batch.enter(cast);
            found[cast].push((data, enter.to_bits()));
            if first_only {
                batch.set_limit(cast, enter);
            }
        }
    });
    for hits in &mut found {
        hits.sort_unstable();
        assert!(hits.windows(2).all(|pair| pair[0].0 != pair[1].0), "each once");
        if first_only {
            let first = hits.iter().copied().min_by_key(|(data, enter)| (*enter, *data));
            hits.retain(|hit| Some(*hit) == first);
        }
    }
    found
}

#[test]
fn a_full_batch_takes_no_more() {
    let cast = Cast::ray([0.0, 0.0], [1.0, 0.0], 1.0).unwrap();
    let mut batch = CastBatch::new();
    assert!(batch.is_empty());
    assert!((0..CastBatch::CAPACITY).all(|_| batch.push(&cast)));
    assert!(!batch.push(&cast));
    assert_eq!(batch.len(), CastBatch::CAPACITY);
    batch.clear();
    assert!(batch.is_empty() && batch.push(&cast));
}
