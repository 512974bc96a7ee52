//! Piles stand with every preset, and overlapping bodies separate gently.

use crate::common::{Shape, World, both_corrections, weightless};
use umbra_geom::Real;
use umbra_solver::SolverConfig;

const DT: Real = 1.0 / 60.0;

/// Every preset, and projection in all its forms.
fn all_presets() -> [SolverConfig; 7] {
    let [default, projection, classic] = both_corrections();
    let (five, twenty) = (SolverConfig::classic(5), SolverConfig::classic(20));
    [default, projection, classic, five, twenty, SolverConfig::precise(), SolverConfig::fast()]
}

#[test]
fn a_stack_of_ten_stands_upright() {
    for config in all_presets() {
        let mut world = World::stack(10);
        world.config = config;
        for step in 0..600 {
            world.step(DT);
            // Nothing tells left from right, so nothing may go there: a few roundings at most.
            let x = world.bodies.iter().map(|body| body.center.x.abs()).fold(0.0, Real::max);
            assert!(x < 1e-5, "{x} in step {step}, {config:?}");
            // Slow enough to fall asleep within three seconds.
            assert!(step < 150 || world.top_speed() < 0.05, "{} {config:?}", world.top_speed());
        }
        assert!(world.top_speed() < 1e-3, "{} {config:?}", world.top_speed());
        // The lowest box carries ten: what the spring gives way at 40 Hz, and the slop. With two
        // substeps springs are softer.
        let allowed = if config == SolverConfig::fast() { 0.015 } else { 0.006 };
        assert!(world.overlap().0 < allowed, "{:?} {config:?}", world.overlap());
    }
}

#[test]
fn a_pyramid_comes_to_rest_where_it_was_built() {
    for config in all_presets() {
        let mut world = World::pyramid(30);
        world.config = config;
        let top = world.bodies.len() - 1;
        let start = world.bodies[top].center;
        world.run(600);
        assert!(world.top_speed() < 0.02, "{} {config:?}", world.top_speed());
        let drift = (world.bodies[top].center.x - start.x).abs();
        assert!(drift < 0.02, "{drift} {config:?}");
    }
}

#[test]
fn deep_overlap_is_undone_gently() {
    for config in both_corrections() {
        let mut world = weightless();
        world.config = config;
        for i in 0..10 {
            world.add(Shape::Disc(0.5), 0.05 * i as Real, 0.03 * (i % 3) as Real);
        }
        for _ in 0..120 {
            world.step(DT);
            // Two discs are pushed apart at 3 m/s; one between two others may get both pushes.
            assert!(world.top_speed() < 6.0, "{} {config:?}", world.top_speed());
        }
        assert!(world.overlap().0 < 0.05, "{:?} {config:?}", world.overlap());
    }
}
