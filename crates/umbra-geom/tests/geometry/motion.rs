//! Contacts in slow motion: nothing that a body would feel may jump from one tiny step to the next.

use umbra_geom::math::{cross, dot, pose};
use umbra_geom::query::{DistanceCache, distance};
use umbra_geom::{Capsule, ChainSegment, Circle, Polygon, Pose, Shape, Vector, collide};

/// Depth to which the shapes are pushed into the ground, and from which on a contact is felt.
const SUNK: f32 = 0.004;
const FELT: f32 = -0.0005;
/// The most that a normal may rotate in one step, in radians (a little over 5 degrees), and that a
/// gap may change, as a fraction of the size.
const TURN: f32 = 0.09;
const CHANGE: f32 = 0.01;

/// Normal and separation of every contact with the ground.
fn contacts(ground: &[Shape], shape: &Shape, at: &Pose) -> Vec<(Vector, f32)> {
    let all = ground.iter().map(|part| collide(part, &Pose::identity(), shape, at, 0.02));
    all.filter_map(|contact| Some((contact.normal, contact.separation()?))).collect()
}

/// Checks that each contact that is felt at one of two neighbouring steps is there at the other.
fn check(ground: &[Shape], shape: &Shape, size: f32, path: impl Iterator<Item = Pose>) {
    let mut last: Option<Vec<(Vector, f32)>> = None;
    for at in path {
        let now = contacts(ground, shape, &at);
        assert!(!now.is_empty(), "nothing holds {shape:?} at {at:?}");
        let was = last.replace(now.clone()).unwrap_or_else(|| now.clone());
        for (some, others) in [(&was, &now), (&now, &was)] {
            for (normal, separation) in some.iter().filter(|(_, separation)| *separation < FELT) {
                let goes_on = others.iter().any(|(other, other_separation)| {
                    let turn = cross(*normal, *other).atan2(dot(*normal, *other)).abs();
                    turn < TURN && (separation - other_separation).abs() < CHANGE * size
                });
                assert!(goes_on, "{shape:?} at {at:?}: was {was:?}, now {now:?}");
            }
        }
    }
}

/// The position of a shape that moves along `way` from far out until it touches, and a little
/// farther.
fn settled(ground: &[Shape], shape: &Shape, from: Vector, way: Vector, turn: f32) -> Pose {
    let place = |t: f32| pose([from.x + t * way.x, from.y + t * way.y], turn);
    let (mut apart, mut touching) = (0.0, 1.0);
    for _ in 0..30 {
        let middle = 0.5 * (apart + touching);
        let gap = |part: &Shape| {
            let cache = &mut DistanceCache::default();
            distance(part, &Pose::identity(), shape, &place(middle), cache).distance
        };
        let touches = ground.iter().any(|part| gap(part) == 0.0);
        *(if touches { &mut touching } else { &mut apart }) = middle;
    }
    place(apart + SUNK / way.norm())
}

/// Shapes that slide, roll and tumble over a joint of a chain, hollow or ridge.
#[test]
fn a_joint_of_a_chain_is_not_felt() {
    let shapes: [Shape; 4] = [
        Polygon::cuboid(0.5, 0.5).unwrap().into(),
        Circle::new(0.5).unwrap().into(),
        Capsule::new([-0.6, 0.0], [0.6, 0.0], 0.5).unwrap().into(),
        Polygon::cuboid(0.7, 0.5).unwrap().rounded(0.2).unwrap().into(),
    ];
    // A sharp corner that passes a hollow of more than the turn allowed meets the next face at once.
    for bend in [0.0_f32, 0.005, 0.087, -0.005, -0.02, -0.087] {
        let (sin, cos) = bend.sin_cos();
        let points =
            [[-6.0, 0.0], [-3.0, 0.0], [0.0, 0.0], [3.0 * cos, 3.0 * sin], [6.0, 6.0 * sin]];
        let links = ChainSegment::chain(points).unwrap();
        let ground: Vec<Shape> = links.into_iter().map(Shape::from).collect();
        for shape in &shapes {
            for (tilt, rolling) in [(0.0, 0.0), (0.01, 0.0), (0.0, -1.0)] {
                let path = (0..3000).map(|step| {
                    let x = -1.5 + 1e-3 * step as f32;
                    // Down onto the middle of the shape: a link is thin, and below it is apart again.
                    let ground_level = if x > 0.0 { x * sin / cos } else { 0.0 };
                    let (from, down) = (Vector::new(x, ground_level + 4.0), Vector::new(0.0, -4.0));
                    settled(&ground, shape, from, down, tilt + rolling * x)
                });
                check(&ground, shape, 0.5, path);
            }
        }
    }
}

/// Round shapes that move all the way around other ones, corners included.
#[test]
fn rounding_a_corner_is_smooth() {
    let ball: Shape = Circle::new(0.5).unwrap().into();
    let hexagon = Polygon::regular(6, 1.0).unwrap();
    let brick: Shape = Polygon::rounded_cuboid(0.5, 0.5, 0.1).unwrap().into();
    let cases: [(Shape, Shape); 6] = [
        (hexagon.clone().into(), brick.clone()),
        (Polygon::cuboid(2.0, 1.0).unwrap().into(), brick),
        (hexagon.clone().into(), ball.clone()),
        (hexagon.rounded(0.2).unwrap().into(), ball),
        (
            Polygon::rounded_cuboid(2.0, 1.0, 0.3).unwrap().into(),
            Polygon::rounded_cuboid(0.5, 0.5, 0.1).unwrap().into(),
        ),
        (
            Polygon::rounded_cuboid(2.0, 1.0, 0.3).unwrap().into(),
            Capsule::new([-0.5, 0.0], [0.5, 0.0], 0.3).unwrap().into(),
        ),
    ];
    for (ground, shape) in &cases {
        for rolling in [0.0, 0.37, 3.0] {
            let path = (0..20_000).map(|step| {
                let angle = core::f32::consts::TAU * step as f32 / 20_000.0;
                let from = 6.0 * Vector::new(angle.cos(), angle.sin());
                settled(std::slice::from_ref(ground), shape, from, -from, rolling * angle)
            });
            check(std::slice::from_ref(ground), shape, 0.5, path);
        }
    }
}
