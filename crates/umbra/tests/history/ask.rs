//! Asks everything that can be asked about a scene; answers must not contradict one another.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use umbra::geom::math::pose;
use umbra::prelude::*;

/// A filter that the bits choose.
fn filter(scene: &Scene, options: u8) -> QueryFilter {
    let mut filter = QueryFilter::default().sensors(options & 1 != 0);
    if options & 2 != 0 {
        let all = [Platforms::Solid, Platforms::Overlooked];
        filter = filter.platforms(all[usize::from(options & 4 != 0)]);
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
    maps(scene, from, to);
    early(scene, from, to, filter);
    rays(scene, from, to, filter, &check);
    casts(scene, from, to, turn, filter, &check);
    places(scene, from, to, filter, &check);
    for bad in [Real::NAN, Real::INFINITY, Real::NEG_INFINITY, Real::MAX] {
        nonsense(scene, from, bad, filter);
    }
}

/// The cells of maps, asked for in three ways.
fn maps(scene: &Scene, from: [Real; 2], to: [Real; 2]) {
    let around = between(from, to);
    for map in scene.colliders().map(|key| scene.collider(key).unwrap()) {
        for (place, tile) in map.cells_in(&around) {
            assert!(tile != Tile::default() && map.cell(place) == Some(tile), "{place:?}");
        }
        assert_eq!(map.cell_at(from).is_some(), map.cell_size().is_some());
    }
}

fn between(from: [Real; 2], to: [Real; 2]) -> Aabb {
    let [a, b] = [from, to].map(Point::from);
    Aabb { min: a.inf(&b), max: a.sup(&b) }
}

/// What stops at the first answer gets one, and what accepts a single collider finds no other.
fn early(scene: &Scene, from: [Real; 2], to: [Real; 2], filter: QueryFilter) {
    let shape = Shape::from(Circle::new(0.4).unwrap());
    let (start, way, around) = (pose(from, 0.0), displacement(from, to), between(from, to));
    let mut counts = [0; 7];
    let [rays, shapes, turning, points, boxes, overlaps, at] = &mut counts;
    let stop = |count: &mut u32| {
        *count += 1;
        ControlFlow::Break(())
    };
    scene.cast_ray_all(from, way, filter, |_| stop(rays));
    let stop_cast = |count: &mut u32| {
        *count += 1;
        ControlFlow::Break(())
    };
    scene.cast_shape_each(&shape, start, way, filter, |_| stop_cast(shapes));
    scene.cast_shape_turning_each(&shape, start, way, 1.0, filter, |_| stop_cast(turning));
    scene.closest_points_each(from, 2.0, filter, |_| stop(points));
    scene.overlap_aabb_each(&around, filter, |_| stop(boxes));
    scene.overlap_shape_each(&shape, start, filter, |_| stop(overlaps));
    scene.colliders_at_each(from, filter, |_| stop(at));
    let found = |any: bool| u32::from(any);
    assert_eq!(counts[0], found(scene.cast_ray(from, way, filter).is_some()));
    assert_eq!(counts[1], found(scene.cast_shape(&shape, start, way, filter).is_some()));
    let turned = scene.cast_shape_turning(&shape, start, way, 1.0, filter);
    assert_eq!(counts[2], found(turned.is_some()));
    assert_eq!(counts[3], found(scene.closest_point(from, 2.0, filter).is_some()));
    assert_eq!(counts[4], found(!scene.overlap_aabb(&around, filter).is_empty()));
    assert_eq!(counts[5], found(!scene.overlap_shape(&shape, start, filter).is_empty()));
    assert_eq!(counts[6], found(!scene.colliders_at(from, filter).is_empty()));
    let Some(hit) = scene.cast_ray(from, way, filter) else { return };
    let only = filter.predicate(|key| key == hit.collider);
    assert_eq!(scene.cast_ray(from, way, only).map(|hit| hit.collider), Some(hit.collider));
    let others = filter.predicate(|key| key != hit.collider);
    let next = scene.cast_ray(from, way, others);
    assert!(next.is_none_or(|next| next.collider != hit.collider && next.fraction >= hit.fraction));
}

fn displacement(from: [Real; 2], to: [Real; 2]) -> Vector {
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
        .map(|line| Ray::new(from, displacement(from, [to[0], to[1] + 0.3 * line as Real])))
        .collect();
    fan.push(Ray::new(from, [0.0, 0.0]));
    fan.push(Ray::new(from, [Real::NAN, 1.0]));
    let at_once = scene.cast_rays(&fan, filter);
    for (ray, hit) in fan.iter().zip(at_once) {
        assert_eq!(hit, scene.cast_ray(ray.origin, ray.translation, filter), "{ray:?}");
        let mut all = Vec::new();
        scene.cast_ray_all(ray.origin, ray.translation, filter, |hit| {
            all.push(of_ray(hit));
            ControlFlow::Continue(())
        });
        first_of_all(hit.map(of_ray), &all, check);
        // What looks no farther than the nearest so far ends with the nearest of all.
        let mut nearest = None;
        scene.cast_ray_each(ray.origin, ray.translation, filter, |hit| {
            let before = nearest.replace(hit.fraction);
            assert!(before.is_none_or(|before| hit.fraction <= before), "{hit:?} after {before:?}");
            ControlFlow::Continue(hit.fraction)
        });
        assert_eq!(nearest, hit.map(|hit| hit.fraction), "{ray:?}");
    }
}

/// What rays and casts hit alike.
#[derive(Clone, Copy, Debug)]
struct Hit {
    collider: ColliderKey,
    body: BodyKey,
    point: Point,
    normal: Vector,
    fraction: Real,
}

fn of_ray(hit: RayHit) -> Hit {
    let RayHit { collider, body, point, normal, fraction, .. } = hit;
    Hit { collider, body, point, normal, fraction }
}

fn of_cast(hit: CastHit) -> Hit {
    assert!(hit.pose.translation.vector.amax().is_finite());
    let CastHit { collider, body, point, normal, fraction, .. } = hit;
    Hit { collider, body, point, normal, fraction }
}

/// Whether the first hit is the first of all.
fn first_of_all(first: Option<Hit>, all: &[Hit], check: &impl Fn(ColliderKey) -> BodyKey) {
    let least = all.iter().map(|hit| hit.fraction).fold(Real::INFINITY, Real::min);
    assert_eq!(first.map_or(Real::INFINITY, |hit| hit.fraction), least, "{first:?} of {all:?}");
    for hit in all.iter().chain(&first) {
        assert_eq!(check(hit.collider), hit.body);
        assert!((0.0..=1.0).contains(&hit.fraction), "{hit:?}");
        assert!((hit.normal.norm() - 1.0).abs() < 1e-4, "{hit:?}");
        assert!(hit.point.coords.amax().is_finite());
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
    let (start, way) = (pose(from, 0.3 * turn), displacement(from, to));
    let mut all = Vec::new();
    scene.cast_shape_each(&shape, start, way, filter, |hit| {
        all.push(of_cast(hit));
        ControlFlow::Continue(1.0)
    });
    let straight = scene.cast_shape(&shape, start, way, filter);
    first_of_all(straight.map(of_cast), &all, check);
    all.clear();
    scene.cast_shape_turning_each(&shape, start, way, turn, filter, |hit| {
        all.push(of_cast(hit));
        ControlFlow::Continue(1.0)
    });
    let turning = scene.cast_shape_turning(&shape, start, way, turn, filter);
    first_of_all(turning.map(of_cast), &all, check);
    assert!(turn != 0.0 || turning == straight);
}

fn places(
    scene: &Scene,
    from: [Real; 2],
    to: [Real; 2],
    filter: QueryFilter,
    check: &impl Fn(ColliderKey) -> BodyKey,
) {
    let reach = 0.5 * displacement(from, to).norm();
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
    let aabb = between(from, to);
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
