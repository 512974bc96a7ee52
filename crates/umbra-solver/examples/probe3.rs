#[path = "../tests/common/mod.rs"]
mod common;
use common::*;
use umbra_solver::*;
fn lp(fraction: f32, slop: f32) -> Correction { Correction::LinearProjection { fraction, slop, max_correction: 0.2 } }
fn main() {
    let d = SolverConfig::default();
    let list = [
        ("lp.0", SolverConfig { correction: lp(0.0, 0.005), ..d }),
        ("lp.2", SolverConfig { correction: lp(0.2, 0.005), ..d }),
        ("c20.0", SolverConfig { correction: lp(0.0, 0.005), ..SolverConfig::classic(20) }),
        ("c20.2", SolverConfig { correction: lp(0.2, 0.005), ..SolverConfig::classic(20) }),
        ("c100.0", SolverConfig { correction: lp(0.0, 0.005), ..SolverConfig::classic(100) }),
        ("c20nowarm", SolverConfig { correction: lp(0.2, 0.005), warm_starting: false, ..SolverConfig::classic(100) }),
    ];
    for (name, config) in list {
        let mut w = World::stack(10);
        w.config = config;
        let top = w.bodies.len() - 1;
        for i in 0..12 {
            w.run(40);
            let pts = w.contacts.iter().map(|c| c.point_count as usize).sum::<usize>();
            let zero = w.contacts.iter().flat_map(|c| c.points().to_vec()).filter(|p| p.normal_impulse == 0.0).count();
            println!("{name} {i} x {:.5} y {:.4} v{:.4} pts {pts} zero {zero} overlap {:.5}", w.bodies[top].center.x, w.bodies[top].center.y - 9.5, w.top_speed(), w.overlap().0);
        }
    }
}
