//! Every contest as a criterion group; see the crate's documentation for how to run it.
#![allow(missing_docs)] // criterion's macros make public functions

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::time::Duration;
use umbra_peers::contests;

fn geometry(criterion: &mut Criterion) {
    for mut contest in contests::all() {
        let mut group = criterion.benchmark_group(contest.name);
        group.warm_up_time(Duration::from_millis(200));
        group.measurement_time(Duration::from_millis(800));
        for entry in &mut contest.entries {
            group.throughput(Throughput::Elements(entry.pairs as u64));
            group.bench_function(entry.engine, |bencher| bencher.iter(|| entry.run()));
        }
        group.finish();
    }
}

criterion_group!(benches, geometry);
criterion_main!(benches);
