#[path = "../tests/common/mod.rs"]
mod common;
use common::*;
use umbra_solver::*;
fn lp(fraction: f32, slop: f32) -> Correction {
    Correction::LinearProjection { fraction, slop, max_correction: 0.2 }
}
fn main() {
    let d = SolverConfig::default();
    let list = [
        ("soft", SolverConfig { correction: Correction::SOFT, ..d }),
        ("soft8", SolverConfig { correction: Correction::SOFT, substeps: 8, ..d }),
        ("soft r2", SolverConfig { correction: Correction::SOFT, position_iterations: 2, ..d }),
        (
            "soft60",
            SolverConfig {
                correction: Correction::Soft { hertz: 60.0, damping_ratio: 10.0, push_speed: 3.0 },
                ..d
            },
        ),
        (
            "soft z5",
            SolverConfig {
                correction: Correction::Soft { hertz: 30.0, damping_ratio: 5.0, push_speed: 3.0 },
                ..d
            },
        ),
        ("lp.2", SolverConfig { correction: lp(0.2, 0.005), ..d }),
    ];
    let n: usize = std::env::args().nth(1).map(|s| s.parse().unwrap()).unwrap_or(300);
    for (scene, make) in [
        ("stack10", World::stack as fn(usize) -> World),
        ("stack50", World::stack),
        ("stack15", World::stack),
        ("pyramid30", World::pyramid),
        ("pyramid100", World::pyramid),
    ] {
        let k: usize = scene.trim_start_matches(|c: char| c.is_alphabetic()).parse().unwrap();
        if k == 100 && std::env::args().nth(2).is_none() {
            continue;
        }
        for (name, config) in list {
            let mut w = make(k);
            w.config = config;
            let top = w.bodies.len() - 1;
            let start = w.bodies[top].center;
            let mut out = String::new();
            for _ in 0..4 {
                w.run(n / 4);
                let p = w.bodies[top].center - start;
                out += &format!(
                    " [{:.3} {:.3} v{:.3} o{:.4}]",
                    p.x,
                    p.y,
                    w.top_speed(),
                    w.overlap().0
                );
            }
            println!("{scene} {name:10}{out}");
        }
    }
}
