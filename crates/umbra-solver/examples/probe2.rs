#[path = "../tests/common/mod.rs"]
mod common;
use common::World;
use umbra_solver::*;
fn main() {
    let mut base = World::pyramid(100);
    base.run(5);
    for level in SimdLevel::available().skip(1) {
        let mut last = 0.0;
        for it in [1, 11, 21] {
            let mut w = base.clone();
            w.config = SolverConfig {
                substeps: 1,
                velocity_iterations: it,
                position_iterations: 1,
                ..SolverConfig::default()
            };
            w.solver.set_level(level).unwrap();
            let mut t = vec![];
            for _ in 0..60 {
                let mut w2 = w.clone();
                w2.solve(1.0 / 60.0);
                let s = std::time::Instant::now();
                w2.solve(1.0 / 60.0);
                t.push(s.elapsed().as_secs_f64() * 1e3);
            }
            t.sort_by(|a, b| a.total_cmp(b));
            println!("{level:?} stop x {it}: {:.4}  per sweep {:.4}", t[30], (t[30] - last) / 10.0);
            last = t[30];
        }
        for n in [1, 2, 4] {
            let mut w = base.clone();
            w.config = SolverConfig {
                substeps: n,
                velocity_iterations: 1,
                position_iterations: 1,
                ..SolverConfig::default()
            };
            w.solver.set_level(level).unwrap();
            let mut t = vec![];
            for _ in 0..60 {
                let mut w2 = w.clone();
                w2.solve(1.0 / 60.0);
                let s = std::time::Instant::now();
                w2.solve(1.0 / 60.0);
                t.push(s.elapsed().as_secs_f64() * 1e3);
            }
            t.sort_by(|a, b| a.total_cmp(b));
            println!("{level:?} substeps {n}: {:.4}", t[30]);
        }
    }
}
