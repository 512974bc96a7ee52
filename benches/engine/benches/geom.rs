//! Costs of the functions of `umbra-geom`, without other engines:
//! `cargo bench -p umbra-benches --bench geom`.
//!
//! Pairs are visited in another order every round, so that no processor learns their branches.
//! The comparison with other engines is in `benches/peers`.
#![allow(missing_docs)] // criterion's macros make public functions

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use umbra_geom::collide::{BatchPair, BoxState, visit_box_contacts};
use umbra_geom::{Capsule, Circle, Error, Level, Polygon, Pose, Shape, collide, math::pose};

const PAIRS: usize = 1024;
const SPECULATIVE: f32 = 0.02;

/// Numbers of [0, 1) that are the same in every run.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1_u64 << 24) as f32
    }

    fn size(&mut self) -> f32 {
        0.25 + 0.75 * self.unit()
    }
}

type Make = fn(&mut Random) -> Result<Shape, Error>;

fn cuboid(random: &mut Random) -> Result<Shape, Error> {
    Ok(Polygon::cuboid(random.size(), random.size())?.into())
}

fn hexagon(random: &mut Random) -> Result<Shape, Error> {
    Ok(Polygon::regular(6, random.size())?.into())
}

fn dodecagon(random: &mut Random) -> Result<Shape, Error> {
    Ok(Polygon::regular(12, random.size())?.into())
}

fn capsule(random: &mut Random) -> Result<Shape, Error> {
    let reach = random.size();
    Ok(Capsule::new([-reach, 0.0], [reach, 0.0], 0.5 * random.size())?.into())
}

fn circle(random: &mut Random) -> Result<Shape, Error> {
    Ok(Circle::new(random.size())?.into())
}

type Pair = (Shape, Pose, Shape, Pose);

/// Pairs at distances about as large as they are: some touch, some do not.
fn pairs(first: Make, second: Make) -> Result<Vec<Pair>, Error> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    (0..PAIRS)
        .map(|_| {
            let (a, b) = (first(&mut random)?, second(&mut random)?);
            let reach = a.core().reach_from_origin() + b.core().reach_from_origin();
            let distance = reach * (0.6 + 0.4 * random.unit());
            let (angle_a, angle_b) = (6.3 * random.unit(), 6.3 * random.unit());
            let (sin, cos) = (6.3 * random.unit()).sin_cos();
            let (x, y) = (40.0 * random.unit(), 40.0 * random.unit());
            let pose_b = pose([x + distance * cos, y + distance * sin], angle_b);
            Ok((a, pose([x, y], angle_a), b, pose_b))
        })
        .collect()
}

fn manifolds(criterion: &mut Criterion) {
    let kinds: [(&str, Make, Make); 8] = [
        ("box-box", cuboid, cuboid),
        ("hexagon-hexagon", hexagon, hexagon),
        ("dodecagon-dodecagon", dodecagon, dodecagon),
        ("box-hexagon", cuboid, hexagon),
        ("box-capsule", cuboid, capsule),
        ("capsule-capsule", capsule, capsule),
        ("box-circle", cuboid, circle),
        ("circle-circle", circle, circle),
    ];
    let mut group = criterion.benchmark_group("manifold");
    group.throughput(Throughput::Elements(PAIRS as u64));
    for (name, first, second) in kinds {
        let pairs = pairs(first, second).expect("these sizes are valid");
        let mut round = 0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                round += 1;
                let stride = (2 * 389 * round + 1) & (PAIRS - 1);
                let mut index = 0;
                for _ in 0..PAIRS {
                    let (a, pose_a, b, pose_b) = &pairs[index];
                    black_box(&collide(a, pose_a, b, pose_b, SPECULATIVE));
                    index = (index + stride) & (PAIRS - 1);
                }
            });
        });
    }
    group.finish();
}

fn batches(criterion: &mut Criterion) {
    let pairs = pairs(cuboid, cuboid).expect("these sizes are valid");
    let state = |shape: &Shape, pose: &Pose| match shape {
        Shape::Polygon(polygon) => BoxState::new(polygon, pose),
        _ => None,
    };
    let boxes: Vec<BoxState> = pairs
        .iter()
        .flat_map(|(a, pose_a, b, pose_b)| [state(a, pose_a), state(b, pose_b)])
        .flatten()
        .collect();
    let place = |index: usize| ((index * 389) & (PAIRS - 1)) as u32;
    let pair = |index| BatchPair {
        shapes: [2 * place(index), 2 * place(index) + 1],
        speculative: SPECULATIVE,
    };
    let order: Vec<BatchPair> = (0..PAIRS).map(pair).collect();
    let mut group = criterion.benchmark_group("manifold_batch");
    group.throughput(Throughput::Elements(PAIRS as u64));
    for (name, level) in [("box-box", Level::new()), ("box-box baseline", Level::baseline())] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                visit_box_contacts(level, &boxes, black_box(&order), |_, contact| {
                    black_box(contact);
                })
                .expect("the pairs name boxes that are there");
            });
        });
    }
    group.finish();
}

criterion_group!(benches, manifolds, batches);
criterion_main!(benches);
