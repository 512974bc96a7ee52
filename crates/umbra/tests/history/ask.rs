//! Asks everything that can be asked about a scene; answers must not contradict one another.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use umbra::geom::math::pose;
use umbra::prelude::*;

/// A filter that the bits choose.
fn filter(scene: &Scene, options: u8) -> QueryFilter {
    let mut filter = QueryFilter::default().sensors(options & 1 != 0);
    if options & 2 != 0 {
        filter = filter.one_way(options & 4 != 0);
    }
    if options & 8 != 0 {
        filter = filter.only([BodyKind::Dynamic, BodyKind::Kinematic]);
    }
    match scene.bodies().next() {
        Some(first) if options & 16 != 0 => filter.exclude(first),
        _ => filter,
    }
}

/// Queries of all kinds, from somewhere to somewhere, and some with numbers that make no sense.
pub fn ask(scene: &Scene, from: [Real; 2], to: [Real; 2], turn: Real, options: u8) {
    let filter = filter(scene, options);
    let check = |key: ColliderKey| {
        let collider = scene.collider(key).unwrap();
        let body = scene.body(collider.body()).unwrap();
        assert!(filter.sensors || !collider.is_sensor(), "a sensor was not asked for");
        assert!(filter.kinds.contains(body.kind()) && filter.exclude != Some(body.key()));
        assert!(collider.is_enabled() && body.is_enabled(), "it is disabled");
        body.key()
    };
    rays(scene, from, to, filter, &check);
    casts(scene, from, to, turn, filter, &check);
    places(scene, from, to, filter, &check);
    for bad in [Real::NAN, Real::INFINITY, Real::NEG_INFINITY, Real::MAX] {
        nonsense(scene, from, bad, filter);
    }
}

fn way(from: [Real; 2], to: [Real; 2]) -> Vector {
    Vector::new(to[0] - from[0], to[1] - from[1])
}

fn rays(
    scene: &Scene,
    from: [Real; 2],
    to: [Real; 2],
    filter: QueryFilter,
    check: &impl Fn(ColliderKey) -> BodyKey,
) {
    // A fan, wide enough for a batch, with rays of no length and no sense in it.
    let mut fan: Vec<_> = (0..20)
        .map(|line| Ray::new(from, way(from, [to[0], to[1] + 0.3 * line as Real])))
        .collect();
    fan.push(Ray::new(from, [0.0, 0.0]));
    fan.push(Ray::new(from, [Real::NAN, 1.0]));
    let at_once = scene.cast_rays(&fan, filter);
    for (ray, hit) in fan.iter().zip(at_once) {
        assert_eq!(hit, scene.cast_ray(ray.origin, ray.translation, filter), "{ray:?}");
        let mut all = Vec::new();
        scene.cast_ray_all(ray.origin, ray.translation, filter, |hit| {
            all.push(hit);
            ControlFlow::Continue(())
        });
        first_of_all(hit, &all, check);
    }
}

/// Whether the first hit is the first of all.
fn first_of_all(first: Option<RayHit>, all: &[RayHit], check: &impl Fn(ColliderKey) -> BodyKey) {
    let least = all.iter().map(|hit| hit.fraction).fold(Real::INFINITY, Real::min);
    assert_eq!(first.map_or(Real::INFINITY, |hit| hit.fraction), least, "{first:?} of {all:?}");
    for hit in all.iter().chain(&first) {
        assert_eq!(check(hit.collider), hit.body);
        assert!((0.0..=1.0).contains(&hit.fraction), "{hit:?}");
        assert!((hit.normal.norm() - 1.0).abs() < 1e-4, "{hit:?}");
        assert!(hit.point.coords.amax().is_finite() && hit.pose.translation.x.is_finite());
    }
}

fn casts(
    scene: &Scene,
    from: [Real; 2],
    to: [Real; 2],
    turn: Real,
    filter: QueryFilter,
    check: &impl Fn(ColliderKey) -> BodyKey,
) {
    let shape = Shape::from(Polygon::cuboid(0.3, 0.15).unwrap());
    let (start, way) = (pose(from, 0.3 * turn), way(from, to));
    let mut all = Vec::new();
    scene.cast_shape_all(&shape, start, way, filter, |hit| {
        all.push(hit);
        ControlFlow::Continue(())
    });
    let straight = scene.cast_shape(&shape, start, way, filter);
    first_of_all(straight, &all, check);
    all.clear();
    scene.cast_shape_turning_all(&shape, start, way, turn, filter, |hit| {
        all.push(hit);
        ControlFlow::Continue(())
    });
    let turning = scene.cast_shape_turning(&shape, start, way, turn, filter);
    first_of_all(turning, &all, check);
    assert!(turn != 0.0 || turning == straight);
}

fn places(
    scene: &Scene,
    from: [Real; 2],
    to: [Real; 2],
    filter: QueryFilter,
    check: &impl Fn(ColliderKey) -> BodyKey,
) {
    let reach = 0.5 * way(from, to).norm();
    let mut near = Vec::new();
    scene.closest_points_each(from, reach, filter, |hit| {
        near.push(hit);
        ControlFlow::Continue(())
    });
    let nearest = scene.closest_point(from, reach, filter);
    let least = near.iter().map(|hit| hit.distance).fold(Real::INFINITY, Real::min);
    assert_eq!(nearest.map_or(Real::INFINITY, |hit| hit.distance), least);
    for hit in near.iter().chain(&nearest) {
        assert_eq!(check(hit.collider), hit.body);
        assert!(hit.distance <= reach && hit.point.coords.amax().is_finite(), "{hit:?}");
    }
    let [a, b] = [from, to].map(Point::from);
    let aabb = Aabb { min: a.inf(&b), max: a.sup(&b) };
    let boxes: BTreeSet<_> = scene.overlap_aabb(&aabb, filter).into_iter().collect();
    let shape = Shape::from(Circle::new(0.4).unwrap());
    let around = scene.overlap_shape(&shape, pose(from, 0.0), filter);
    let at = scene.colliders_at(from, filter);
    for key in boxes.iter().chain(&around).chain(&at) {
        check(*key);
    }
    let inside: BTreeSet<_> = at.into_iter().collect();
    // The point is a corner of the box and the centre of the disc.
    assert!(inside.is_subset(&boxes), "{inside:?} {boxes:?}");
    assert!(inside.is_subset(&around.into_iter().collect()), "{inside:?}");
}

/// Nothing is found with a number that makes no sense.
fn nonsense(scene: &Scene, from: [Real; 2], bad: Real, filter: QueryFilter) {
    let shape = Shape::from(Circle::new(0.4).unwrap());
    let start = pose(from, 0.0);
    assert_eq!(scene.cast_ray([bad, 0.0], [1.0, 0.0], filter), None);
    assert_eq!(scene.cast_ray(from, [0.0, bad], filter), None);
    assert_eq!(scene.cast_rays(&[Ray::new([0.0, bad], [1.0, 1.0]); 9], filter), [None; 9]);
    assert_eq!(scene.cast_shape(&shape, start, [bad, 0.0], filter), None);
    assert_eq!(scene.cast_shape_turning(&shape, start, [bad, 0.0], 1.0, filter), None);
    assert_eq!(scene.cast_shape_turning(&shape, start, [1.0, 0.0], bad, filter), None);
    assert_eq!(scene.closest_point([bad, 0.0], 1.0, filter), None);
    assert_eq!(scene.colliders_at([bad, 0.0], filter), []);
    scene.closest_points_each([0.0, bad], 1.0, filter, |hit| panic!("{hit:?}"));
    if bad.is_nan() || bad < 0.0 {
        scene.closest_points_each(from, bad, filter, |hit| panic!("{hit:?}"));
    }
}
