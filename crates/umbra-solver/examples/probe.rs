#[path = "../tests/common/mod.rs"]
mod common;
use common::World;
use umbra_solver::*;
fn main() {
    let soft = SolverConfig { correction: Correction::SOFT, ..SolverConfig::default() };
    for (name, config) in
        [("soft", soft), ("proj", SolverConfig::default()), ("classic", SolverConfig::classic(10))]
    {
        for level in SimdLevel::available() {
            let mut w = World::pyramid(100);
            w.config = config;
            w.solver.set_level(level).unwrap();
            let mut t = vec![];
            for _ in 0..60 {
                w.collide();
                let s = std::time::Instant::now();
                w.solve(1.0 / 60.0);
                t.push(s.elapsed().as_secs_f64() * 1e3);
            }
            t.sort_by(|a, b| a.total_cmp(b));
            println!(
                "{name} {level:?} median {:.3} ms best {:.3}  overlap {:?} vmax {:.4} contacts {} hash {:x} {:?}",
                t[30],
                t[0],
                w.overlap(),
                w.top_speed(),
                w.contacts.len(),
                w.hash(),
                w.structure.statistics()
            );
        }
    }
}
