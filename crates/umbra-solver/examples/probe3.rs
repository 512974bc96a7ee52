#[path = "../tests/common/mod.rs"]
mod common;
use common::*;
use umbra_solver::*;
fn soft(hertz: f32, damping_ratio: f32) -> Correction {
    Correction::Soft { hertz, damping_ratio, push_speed: 3.0 }
}
fn main() {
    let d = SolverConfig::default();
    for (scene, n) in [("stack", 15), ("stack", 50), ("pyramid", 30), ("pyramid", 100)] {
        for (hz, z, sub) in
            [(30., 10., 4), (40., 10., 4), (50., 10., 4), (60., 10., 4), (40., 5., 4)]
        {
            if n == 100 && hz > 50. && (z > 10. || sub > 4) {
                continue;
            }
            let mut w = if scene == "stack" { World::stack(n) } else { World::pyramid(n) };
            w.config = SolverConfig { correction: soft(hz, z), substeps: sub, ..d };
            let top = w.bodies.len() - 1;
            let start = w.bodies[top].center;
            let mut out = String::new();
            for _ in 0..4 {
                w.run(150);
                let p = w.bodies[top].center - start;
                out += &format!(
                    " [{:.3} {:.3} v{:.3} o{:.4}]",
                    p.x,
                    p.y,
                    w.top_speed(),
                    w.overlap().0
                );
            }
            println!("{scene}{n} {hz} {z} {sub}: {out}");
        }
    }
}
