//! Small worlds that the tests of this crate and of those above it use.
#![allow(dead_code, unused_imports, reason = "each test program uses its own part of this")]

/// Names that tests use, as the facade exports them.
pub mod prelude {
    pub use umbra_core::geom::math::{self, pose};
    pub use umbra_core::geom::{Aabb, Capsule, Circle, Point, Polygon, Pose, Real, Rotation};
    pub use umbra_core::geom::{Segment, Shape, Vector};
    pub use umbra_core::*;
}

use prelude::*;

pub const DT: Real = 1.0 / 60.0;

/// So many cases in a release build; a part of them in others, which are ten times slower.
pub fn cases(all: u64) -> u64 {
    if cfg!(debug_assertions) { all.div_ceil(5) } else { all }
}

pub fn scene(gravity: Real, solver: SolverConfig) -> Scene {
    let gravity = Vector::new(0.0, -gravity);
    Scene::new(SceneConfig { gravity, solver, ..SceneConfig::default() }).unwrap()
}

/// The presets whose results every law is checked with.
pub fn solvers() -> [SolverConfig; 3] {
    let projection =
        SolverConfig { correction: Correction::LINEAR_PROJECTION, ..SolverConfig::default() };
    [SolverConfig::default(), projection, SolverConfig::classic(10)]
}

pub fn add(scene: &mut Scene, body: Body, collider: Collider) -> BodyKey {
    let body = scene.add_body(body).unwrap();
    scene.add_collider(body, collider).unwrap();
    body
}

/// Ground of which the surface is at y = 0.
pub fn ground(scene: &mut Scene, material: impl Fn(Collider) -> Collider) -> BodyKey {
    let shape = material(Collider::cuboid(100.0, 1.0));
    add(scene, Body::fixed().position([0.0, -1.0]), shape)
}

pub fn run(scene: &mut Scene, steps: usize) {
    for _ in 0..steps {
        scene.step(DT).unwrap();
        let disabled = |event: &BodyEvent| matches!(event, BodyEvent::Disabled { .. });
        assert!(!scene.body_events().iter().any(disabled));
    }
}

/// Runs, and checks every link of the scene.
pub fn run_and_validate(scene: &mut Scene, steps: usize) {
    run(scene, steps);
    scene.validate().unwrap();
}

pub fn at(scene: &Scene, body: BodyKey) -> BodyRef<'_> {
    scene.body(body).unwrap()
}

/// Momentum, and angular momentum about the origin, of all dynamic bodies.
pub fn momentum(scene: &Scene) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for body in scene.bodies().map(|key| at(scene, key)) {
        let (mass, inertia) = (f64::from(body.mass()), f64::from(body.inertia()));
        let (v, center) = (body.velocity(), body.center_of_mass());
        let [vx, vy] = [f64::from(v.x), f64::from(v.y)];
        let [x, y] = [f64::from(center.x), f64::from(center.y)];
        sum[0] += mass * vx;
        sum[1] += mass * vy;
        sum[2] += mass * (x * vy - y * vx) + inertia * f64::from(body.angular_velocity());
    }
    sum
}

pub fn kinetic_energy(scene: &Scene) -> f64 {
    scene.bodies().map(|key| f64::from(at(scene, key).kinetic_energy())).sum()
}

/// The deepest overlap of all contacts, as the last step found them.
pub fn deepest(scene: &Scene) -> Real {
    let depths = scene.contacts().flat_map(|contact| contact.points()).map(|p| -p.separation);
    depths.fold(0.0, Real::max)
}

/// Unit boxes on top of each other.
pub fn stack(scene: &mut Scene, x: Real, height: usize) -> Vec<BodyKey> {
    let at = |row: usize| Body::dynamic().position([x, row as Real + 0.5]);
    (0..height).map(|row| add(scene, at(row), Collider::cuboid(0.5, 0.5))).collect()
}

/// Unit boxes in rows of `base`, `base` - 1, ... 1.
pub fn pyramid(scene: &mut Scene, base: usize) -> Vec<BodyKey> {
    let mut boxes = vec![];
    for row in 0..base {
        for column in 0..base - row {
            let x = 0.5 * row as Real + column as Real - 0.5 * base as Real;
            let body = Body::dynamic().position([x, row as Real + 0.5]);
            boxes.push(add(scene, body, Collider::cuboid(0.5, 0.5)));
        }
    }
    boxes
}

/// The next of the random numbers that are the same everywhere (SplitMix64).
pub fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// A random number from 0 to 1, the same in every run.
pub struct Random(pub u32);

impl Random {
    pub fn next(&mut self) -> Real {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as Real / (1 << 24) as Real
    }

    pub fn within(&mut self, from: Real, to: Real) -> Real {
        from + (to - from) * self.next()
    }
}
