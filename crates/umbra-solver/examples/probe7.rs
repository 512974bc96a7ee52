#[path = "../tests/common/mod.rs"]
mod common;
use common::World;
use umbra_solver::*;
fn main() {
    let level = if std::env::args().nth(1).as_deref() == Some("8") {
        SimdLevel::Eight
    } else {
        SimdLevel::Sixteen
    };
    let mut w = World::pyramid(100);
    w.run(5);
    w.solver.set_level(level).unwrap();
    for _ in 0..3000 {
        w.solve(1.0 / 60.0);
    }
}
