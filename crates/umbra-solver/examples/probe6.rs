#[path = "../tests/common/mod.rs"]
mod common;
use common::World;
use umbra_solver::*;
fn main() {
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            for (name, gap) in [("gap", true), ("nogap", false)] {
                let mut base = World::pyramid(100);
                base.run(5);
                for level in [SimdLevel::Eight, SimdLevel::Sixteen] {
                    let mut w = base.clone();
                    w.solver.set_level(level).unwrap();
                    let mut t = vec![];
                    for _ in 0..100 {
                        if gap {
                            w.collide();
                        }
                        let s = std::time::Instant::now();
                        w.solve(1.0 / 60.0);
                        t.push(s.elapsed().as_secs_f64() * 1e3);
                    }
                    t.sort_by(|a, b| a.total_cmp(b));
                    println!(
                        "{threads} threads {name} {level:?} median {:.3} best {:.3} worst {:.3}",
                        t[50], t[0], t[99]
                    );
                }
            }
        });
    }
}
