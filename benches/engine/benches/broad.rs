//! Costs of the broad phase: frames of motion, building, queries, and other structures.
//!
//! ```text
//! cargo bench -p umbra-benches --bench broad
//! ```

use core::hint::black_box;
use core::ops::ControlFlow;
use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use umbra_benches::boxes::{Random, World};
use umbra_broad::{
    BroadPhase, BroadPhaseConfig, Cast, FatMargin, Filter, Move, ProxyId, ProxyKind, Tree,
};
use umbra_geom::{Aabb, Point, Vector};

#[path = "../../../crates/umbra-broad/tests/common/finders.rs"]
mod finders;

type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// A broad phase with the boxes of a world in it.
fn filled(world: &World) -> (BroadPhase, Vec<ProxyId>) {
    let mut broad = BroadPhase::new(BroadPhaseConfig::default()).expect("defaults are good");
    let mut ids = Vec::new();
    for (index, aabb) in world.boxes.iter().enumerate() {
        let kind = if index < world.statics { ProxyKind::Static } else { ProxyKind::Dynamic };
        ids.push(broad.add(*aabb, kind, Filter::default(), 0).expect("a good box"));
    }
    broad.rebuild();
    broad.find_new_pairs();
    (broad, ids)
}

/// Update and pairs of one frame.
fn frames(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("frame");
    let mut worlds: Vec<World> = Vec::new();
    for count in [1_000, 10_000, 100_000] {
        worlds.push(World::tumbling(count, 0.1));
    }
    worlds.extend([World::tumbling(8_000, 0.5), World::resting(8_000), World::level(30_000, 500)]);
    for mut world in worlds {
        let (mut broad, ids) = filled(&world);
        group.throughput(Throughput::Elements(world.boxes.len() as u64));
        group.bench_function(world.name.clone(), |bencher| {
            bencher.iter_custom(|frames| {
                let mut time = core::time::Duration::ZERO;
                for _ in 0..frames {
                    world.advance();
                    let start = std::time::Instant::now();
                    for &(index, by) in &world.moves {
                        let moved = broad.move_proxy(ids[index], world.boxes[index], by);
                        black_box(moved.expect("a known proxy"));
                    }
                    black_box(broad.find_new_pairs().len());
                    time += start.elapsed();
                }
                time
            });
        });
    }
    group.finish();
}

/// The tree alone: 10,000 boxes strewn over a square.
fn tree(criterion: &mut Criterion) {
    let mut random = Random::new(5);
    let side = 1000.0;
    let mut strewn = |half: [f32; 2]| {
        let center = Point::new(random.within(0.0, side), random.within(0.0, side));
        let half = Vector::new(random.within(half[0], half[1]), random.within(half[0], half[1]));
        Aabb { min: center - half, max: center + half }
    };
    let items: Vec<_> = (0..10_000).map(|data| (strewn([0.1, 1.0]), data, 1)).collect();
    let asked: Vec<_> = (0..1000).map(|_| strewn([2.5, 2.5])).collect();
    let (built, _) = Tree::from_boxes(&items).expect("good boxes");
    criterion.bench_function("build 10000", |bencher| {
        bencher.iter(|| Tree::from_boxes(black_box(&items)).expect("good boxes"));
    });
    criterion.bench_function("insert 10000 one by one", |bencher| {
        bencher.iter(|| {
            let mut tree = Tree::new();
            for (aabb, data, categories) in &items {
                tree.insert(*aabb, *data, *categories).expect("a good box");
            }
            tree
        });
    });
    criterion.bench_function("clone_from 10000", |bencher| {
        let mut copy = Tree::new();
        bencher.iter(|| copy.clone_from(black_box(&built)));
    });
    criterion.bench_function("1000 box queries", |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            for aabb in &asked {
                let _: ControlFlow<()> = built.query_aabb(aabb, u64::MAX, |data| {
                    sum += data;
                    ControlFlow::Continue(())
                });
            }
            sum
        });
    });
    criterion.bench_function("1000 rays to the first box", |bencher| {
        bencher.iter(|| {
            let mut sum = 0.0;
            for aabb in &asked {
                let cast = Cast::ray(aabb.min, [50.0, 20.0], 1.0).expect("a good ray");
                let mut nearest = 1.0;
                let _: ControlFlow<()> = built.cast(&cast, u64::MAX, |_, fraction| {
                    nearest = fraction;
                    ControlFlow::Continue(fraction)
                });
                sum += nearest;
            }
            sum
        });
    });
}

/// All pairs of boxes that all moved, by the broad phase and by other structures.
fn alternatives(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("all pairs");
    group.sample_size(20);
    for (kind, counts) in [("equal", [30, 300, 3_000, 30_000]), ("mixed", [30, 300, 3_000, 30_000])]
    {
        for count in counts {
            let mut random = Random::new(3);
            let mut world = World::tumbling(count, 0.1);
            if kind == "mixed" {
                // From 1/30 of the usual size to six times that.
                for aabb in &mut world.boxes {
                    let scale = 30_f32.powf(random.within(-1.0, 0.5));
                    let half = aabb.half_extents() * scale;
                    let center = aabb.center();
                    *aabb = Aabb { min: center - half, max: center + half };
                }
            }
            // One way and back by turns.
            let shifted = |side: f32| -> Vec<Option<Aabb>> {
                let by = Vector::new(side, side);
                let moved = |aabb: &Aabb| Some(Aabb { min: aabb.min + by, max: aabb.max + by });
                world.boxes.iter().map(moved).collect()
            };
            let frames = [shifted(0.02), shifted(-0.02)];
            for (name, mut finder) in finders::all() {
                if name == "brute force" && count > 3_000 {
                    continue;
                }
                let mut frames = frames.iter().cycle();
                let id = BenchmarkId::new(format!("{name}, {kind}"), count);
                group.bench_function(id, |bencher| {
                    bencher.iter(|| finder.pairs(frames.next().expect("endless")).len());
                });
            }
            broad_phase(
                &mut group,
                BenchmarkId::new(format!("broad phase, {kind}"), count),
                &frames,
            );
        }
    }
    group.finish();
}

/// The broad phase with the same moves: of all pairs, it reports those that are new.
fn broad_phase(group: &mut Group<'_>, id: BenchmarkId, frames: &[Vec<Option<Aabb>>; 2]) {
    let mut broad = BroadPhase::new(BroadPhaseConfig { margin: FatMargin::NONE }).expect("none");
    let mut add = |aabb: &Option<Aabb>| {
        let aabb = aabb.expect("none is missing");
        broad.add(aabb, ProxyKind::Dynamic, Filter::default(), 0).expect("a good box")
    };
    let ids: Vec<ProxyId> = frames[0].iter().map(&mut add).collect();
    let moves = frames.each_ref().map(|frame| -> Vec<Move> {
        let to = |(proxy, aabb): (&ProxyId, &Option<Aabb>)| {
            let aabb = aabb.expect("none is missing");
            Move { proxy: *proxy, aabb, displacement: Vector::zeros() }
        };
        ids.iter().zip(frame).map(to).collect()
    });
    let mut moves = moves.iter().cycle();
    group.bench_function(id, |bencher| {
        bencher.iter(|| {
            broad.move_many(moves.next().expect("endless")).expect("good moves");
            broad.find_new_pairs().len()
        });
    });
}

criterion_group!(benches, frames, tree, alternatives);
criterion_main!(benches);
