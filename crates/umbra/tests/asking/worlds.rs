//! Worlds that are asked, and their shapes one by one.

use std::f32::consts::TAU;

use crate::common::{Random, add, ground, run, scene};
use umbra::geom::math::{pose, rotation};
use umbra::prelude::*;

/// A heap that has fallen for a while, so that boxes are fat and trees are not fresh.
pub fn heap() -> Scene {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    for i in 0..120_u32 {
        let place = [(i * 17 % 23) as Real - 11.0, 1.0 + 0.4 * i as Real];
        let shape = match i % 3 {
            0 => Collider::cuboid(0.5, 0.3),
            1 => Collider::circle(0.4),
            _ => Collider::compound([
                (pose([-0.4, 0.0], 0.0), Circle::new(0.3).unwrap().into()),
                (pose([0.3, 0.0], 0.3), Polygon::cuboid(0.4, 0.2).unwrap().into()),
            ]),
        };
        add(&mut scene, Body::dynamic().position(place).angle(i as Real), shape);
    }
    run(&mut scene, 90);
    scene
}

/// Shapes of all kinds, some in one another, some of them one-way.
pub fn strewn(side: Real, count: usize) -> Scene {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let mut random = Random(5);
    for index in 0..count {
        let at = [random.within(0.0, side), random.within(0.0, side)];
        let [a, b] = [0, 1].map(|_| random.within(0.1, 1.0));
        let collider = match index % 7 {
            0 => Collider::cuboid(a, b),
            1 => Collider::circle(a),
            2 => Collider::capsule([-a, 0.0], [a, 0.0], 0.5 * b),
            3 => Collider::segment([-a, 0.0], [a, 0.1 * b]),
            4 => Collider::cuboid(a, 0.1).one_way([0.0, 1.0]),
            5 => Collider::chain([[-a, 0.0], [0.0, b], [a, 0.0]]),
            _ => Collider::polygon([[-a, -b], [a, -0.5 * b], [0.8 * a, b], [-a, 0.6 * b]]),
        };
        let body = if index % 2 == 0 { Body::fixed() } else { Body::dynamic() };
        let angle = if index % 3 == 0 { 0.0 } else { random.within(0.0, TAU) };
        add(&mut scene, body.position(at).angle(angle), collider.user_data(index as u64));
    }
    scene
}

/// A floor of unit boxes from x = 0 to 20 with its surface at y = 0, one behind the other in a
/// direction. Every so many of them is a platform.
pub fn floor(angle: Real, origin: Vector, platforms: usize) -> (Scene, Pose) {
    let mut scene = scene(10.0, SolverConfig::default());
    let frame = pose(origin, angle);
    for index in 0..20 {
        let at = frame * Point::new(index as Real + 0.5, -0.5);
        let mut tile = Collider::cuboid(0.5, 0.5);
        if index % platforms == platforms - 1 {
            tile = tile.one_way(Vector::y());
        }
        add(&mut scene, Body::fixed().position(at).angle(angle), tile);
    }
    (scene, frame)
}

/// Paths that come down at the seams of a floor along x of so many unit boxes: start and
/// translation. Half of all come at a seam or a rounding error beside it.
pub fn down_at_seams(
    frame: Pose,
    angle: Real,
    seams: usize,
    height: Real,
) -> impl Iterator<Item = (Point, Vector)> {
    (0..400).map(move |index| {
        let seam = (index % seams + 1) as Real;
        let aside = [0.0, 1e-6, -1e-6, 1e-4, -1e-4, 0.3][index % 6];
        // Turned boxes are apart by a rounding error: what goes straight along it passes.
        let straight = if angle == 0.0 { 0.0 } else { 0.05 };
        let slant = [straight, 0.3, -0.3, 1.0, -1.0][index % 5];
        let start = frame * Point::new(seam + aside - slant, height);
        (start, frame.rotation * (Vector::new(slant, -1.0) * 1.5))
    })
}

/// A platform over y = 2, 0.2 thick, that holds what comes from above.
pub fn platform(angle: Real) -> (Scene, ColliderKey) {
    let mut scene = scene(10.0, SolverConfig::default());
    let body = scene.add_body(Body::fixed().position([0.0, 1.9]).angle(angle)).unwrap();
    let key = scene.add_collider(body, Collider::cuboid(2.0, 0.1).one_way([0.0, 1.0])).unwrap();
    (scene, key)
}

/// Paths at that platform: start, translation, and true if the platform holds what comes along it.
pub const AT_PLATFORM: [([Real; 2], [Real; 2], bool); 5] = [
    ([0.0, 4.0], [0.0, -4.0], true),
    ([0.0, 0.0], [0.0, 4.0], false),
    ([-4.0, 1.9], [8.0, 0.0], false),
    ([0.5, 3.0], [-1.0, -2.0], true),
    ([-3.0, 1.0], [4.0, 1.2], false),
];

/// A map of 80 x 50 cells of all kinds, a tenth of them filled, with bodies on it so that some have
/// pieces.
pub fn cave(angle: Real, origin: [Real; 2], size: Real) -> (Scene, ColliderKey) {
    let mut random = Random(9);
    let mut cell = || match (random.next() * 60.0) as u32 {
        0 | 1 => Cell::Full,
        2 => Cell::Slope { rises: Side::Left, ramp: Ramp::Steep, ceiling: false },
        3 => Cell::Slope { rises: Side::Right, ramp: Ramp::GentleEnd, ceiling: true },
        4 => Cell::Half { half: Half::Left },
        5 => Cell::OneWay,
        _ => Cell::Empty,
    };
    let rows: Vec<Vec<_>> = (0..50).map(|_| (0..80).map(|_| cell()).collect()).collect();
    let mut scene = scene(10.0, SolverConfig::default());
    let level = scene.add_body(Body::fixed().position(origin).angle(angle)).unwrap();
    let map = scene.add_collider(level, Collider::tiles(size, rows)).unwrap();
    let frame = pose(origin, angle);
    for index in 0..12 {
        let at = frame * Point::new(size * (6.5 * index as Real + 0.5), size * 30.0);
        add(&mut scene, Body::dynamic().position(at), Collider::circle(0.4 * size));
    }
    run(&mut scene, 20);
    (scene, map)
}

/// Places of caves: one as it is, one that is turned, one that is far away, one of small cells.
pub const CAVES: [(Real, [Real; 2], Real); 4] = [
    (0.0, [0.0, 0.0], 1.0),
    (0.4, [-12.0, 5.0], 1.0),
    (-2.0, [400.0, -300.0], 2.5),
    (0.1, [3.0, 3.0], 0.3),
];

/// Paths through a cave: start, turned by a random angle, and translation.
pub fn through_cave(frame: Pose, size: Real) -> impl Iterator<Item = (Pose, Vector)> {
    let mut random = Random(31);
    (0..150).map(move |index| {
        let mut place = || Point::new(random.within(-10.0, 90.0), random.within(-10.0, 60.0));
        let (from, to) = (frame * (place() * size), frame * (place() * size));
        let translation = match index % 5 {
            0 => frame.rotation * Vector::new(30.0 * size, 0.0),
            1 => frame.rotation * Vector::new(0.0, -20.0 * size),
            _ => to - from,
        };
        let start = Pose::from_parts(from.coords.into(), rotation(random.within(0.0, TAU)));
        (start, translation)
    })
}

pub type Parts = Vec<(ColliderKey, Shape, Pose)>;

/// Every shape of the scene, cells one by one.
pub fn parts(scene: &Scene) -> Parts {
    let of = |key| {
        let shapes = scene.collider(key).unwrap().shapes();
        shapes.map(move |(shape, at)| (key, shape.clone(), at)).collect::<Vec<_>>()
    };
    scene.colliders().flat_map(of).collect()
}

/// The colliders with a shape that passes a test.
pub fn holding(parts: &Parts, is: impl Fn(&Shape, &Pose) -> bool) -> Vec<ColliderKey> {
    let mut keys: Vec<_> =
        parts.iter().filter(|(_, s, p)| is(s, p)).map(|(key, ..)| *key).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Paths through the heap, one in every direction from one of many places above it: start and
/// translation.
pub fn through_heap() -> impl Iterator<Item = (Point, Vector)> {
    (0..200).map(|i| {
        let angle = i as Real * 0.37;
        let origin = Point::new((i % 20) as Real - 10.0, 6.0 + (i % 7) as Real);
        (origin, Vector::new(angle.cos(), angle.sin()) * 15.0)
    })
}

/// Floors: every so many of the boxes are platforms, and the direction and the place of the floor.
pub fn floors() -> impl Iterator<Item = (usize, (Real, [Real; 2]))> {
    let places = [(0.0, [0.0, 0.0]), (0.5, [3.0, -2.0]), (-1.2, [300.0, 80.0])];
    [usize::MAX, 1, 2, 3].into_iter().flat_map(move |platforms| places.map(|it| (platforms, it)))
}

/// A floor of full cells from x = 0 to 20 with its surface at y = 2, that goes on as a box.
pub fn cell_floor(angle: Real, origin: [Real; 2]) -> (Scene, Pose) {
    let mut scene = scene(10.0, SolverConfig::default());
    let frame = pose(origin, angle);
    let level = scene.add_body(Body::fixed().position(origin).angle(angle)).unwrap();
    let rows = [[Cell::Full; 20], [Cell::Full; 20]];
    scene.add_collider(level, Collider::tiles(1.0, rows)).unwrap();
    let beside = frame * Point::new(21.0, 1.0);
    let block = Collider::cuboid(1.0, 1.0);
    add(&mut scene, Body::fixed().position(beside).angle(angle), block);
    (scene, frame)
}

/// The least fraction at which anything is met, by the rule of platforms if it is asked for.
pub fn first(
    parts: &Parts,
    up: Option<Vector>,
    meets: impl Fn(&Shape, &Pose) -> Option<(Real, Vector)>,
) -> Option<Real> {
    let fractions = parts.iter().filter_map(|(_, shape, at)| {
        let (fraction, normal) = meets(shape, at)?;
        let is_platform = matches!(shape, Shape::Segment(_));
        let is_held = up.is_none_or(|up| !is_platform || normal.dot(&up) >= 0.7);
        is_held.then_some(fraction)
    });
    fractions.reduce(Real::min)
}

/// Places in the heap and around it.
pub fn in_heap() -> impl Iterator<Item = Point> {
    (0..200).map(|i| Point::new((i % 25) as Real - 12.0, 0.3 * (i / 10) as Real - 0.5))
}

/// Places in a cave and around it.
pub fn in_cave(frame: Pose, size: Real) -> impl Iterator<Item = Point> {
    let mut random = Random(17);
    (0..200).map(move |_| {
        let place = Point::new(random.within(-8.0, 88.0), random.within(-8.0, 58.0));
        frame * (place * size)
    })
}
