//! The 5050-box pyramid: milliseconds per solver step, per SIMD level and per preset.
//!
//! Contacts are found outside the measured time; filling the blocks and writing the results
//! are inside it.

#[path = "../../../crates/umbra-solver/tests/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use common::World;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use umbra_solver::{Correction, SimdLevel, SolverConfig};

fn measure(criterion: &mut Criterion, group: &str, name: &str, world: &World) {
    let mut world = world.clone();
    let mut group = criterion.benchmark_group(group);
    group.sample_size(10).warm_up_time(Duration::from_millis(300));
    group.measurement_time(Duration::from_millis(1500));
    group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
        bencher.iter_custom(|iterations| {
            let mut time = Duration::ZERO;
            for _ in 0..iterations {
                world.collide();
                let start = Instant::now();
                world.solve(1.0 / 60.0);
                time += start.elapsed();
            }
            time
        });
    });
}

fn pyramid(criterion: &mut Criterion) {
    let mut world = World::pyramid(100);
    world.run(5);
    for level in SimdLevel::available() {
        world.solver.set_level(level).expect("an available level");
        measure(criterion, "pyramid/level", &format!("{level:?}"), &world);
    }
    let projection =
        SolverConfig { correction: Correction::LINEAR_PROJECTION, ..SolverConfig::default() };
    for (name, config) in [
        ("default", SolverConfig::default()),
        ("projection", projection),
        ("classic(10)", SolverConfig::classic(10)),
        ("precise", SolverConfig::precise()),
        ("fast", SolverConfig::fast()),
    ] {
        let mut world = World::pyramid(100);
        world.config = config;
        world.run(5);
        measure(criterion, "pyramid/preset", name, &world);
    }
}

criterion_group!(benches, pyramid);
criterion_main!(benches);
