//! Hits name the part of a collider that was met: the shape of a compound, the link of a chain, the
//! cell of a map.

use crate::common::{DT, add, scene};
use umbra::geom::math::pose;
use umbra::prelude::*;

fn all() -> QueryFilter {
    QueryFilter::default()
}

fn link(x: usize) -> [Real; 2] {
    [x as Real, if x.is_multiple_of(2) { 0.0 } else { 0.1 }]
}

/// The parts of both colliders of the hits within so many steps.
fn hits(scene: &mut Scene, steps: usize) -> Vec<[ColliderPart; 2]> {
    let mut parts = vec![];
    for _ in 0..steps {
        scene.step(DT).unwrap();
        parts.extend(scene.contact_events().iter().filter_map(|event| match *event {
            ContactEvent::Hit { colliders, parts: [a, b], .. } => {
                Some(if colliders[0] < colliders[1] { [a, b] } else { [b, a] })
            }
            _ => None,
        }));
    }
    parts
}

#[test]
fn rays_and_points_name_the_link_of_a_chain() {
    for links in [10, 300, 66_000] {
        let mut scene = scene(0.0, SolverConfig::default());
        // What takes their place was in another order.
        let first = add(&mut scene, Body::fixed(), Collider::chain((0..20).map(link)));
        scene.remove_body(first).unwrap();
        add(&mut scene, Body::fixed(), Collider::chain((0..=links).map(link)));
        let saved = scene.clone();
        for scene in [scene, saved] {
            for at in [0, 1, 5, links / 2, links - 1] {
                let x = at as Real + 0.5;
                let hit = scene.cast_ray([x, 1.0], [0.0, -2.0], all()).unwrap();
                assert_eq!(hit.part, ColliderPart::Shape(at));
                let near = scene.closest_point([x, 0.5], 1.0, all()).unwrap();
                assert_eq!(near.part, ColliderPart::Shape(at));
                let rays = [Ray::new([x, 1.0], [0.0, -2.0]); 20];
                let rays = scene.cast_rays(&rays, all());
                assert!(rays.iter().all(|hit| hit.unwrap().part == ColliderPart::Shape(at)));
                let (shape, place) =
                    scene.collider(hit.collider).unwrap().shapes().nth(at).unwrap();
                assert!(
                    umbra::geom::query::project_point(shape, &place, hit.point).signed_distance
                        < 1e-3
                );
            }
        }
    }
}

#[test]
fn a_compound_names_its_shape_also_after_a_change() {
    let mut scene = scene(0.0, SolverConfig::default());
    let shapes = [-4.0, 0.0, 4.0].map(|x| (pose([x, 0.0], 0.0), Circle::new(1.0).unwrap().into()));
    let key = scene.add_body(Body::fixed()).unwrap();
    let collider = scene.add_collider(key, Collider::compound(shapes)).unwrap();
    let part = |scene: &Scene, x| scene.cast_ray([x, 5.0], [0.0, -5.0], all()).map(|hit| hit.part);
    assert_eq!(
        [-4.0, 0.0, 4.0].map(|x| part(&scene, x)),
        [0, 1, 2].map(|i| Some(ColliderPart::Shape(i)))
    );
    scene.collider_mut(collider).unwrap().set_shape(Circle::new(1.0).unwrap()).unwrap();
    assert_eq!([-4.0, 0.0].map(|x| part(&scene, x)), [None, Some(ColliderPart::Shape(0))]);
}

#[test]
fn hits_name_the_link_the_cell_and_the_shape() {
    let slope = Cell::Slope { rises: Side::Right, ramp: Ramp::Steep, ceiling: false };
    let row = [
        Cell::Full,
        Cell::Full,
        slope,
        Cell::OneWay,
        Cell::Half { half: Half::Bottom },
        Cell::Full,
    ];
    let map = || Collider::tiles(2.0, vec![vec![Cell::Full; 6], row.to_vec()]);
    for (place, angle) in [([0.0, 0.0], 0.0), ([30.0, -20.0], 0.7), ([-500.0, 300.0], 3.0)] {
        let frame = pose(place, angle);
        for (x, expected) in [(0.5, 0), (3.9, 1), (2.1, 1), (4.9, 2), (7.0, 3), (9.0, 4), (11.5, 5)]
        {
            for is_map in [true, false] {
                let mut scene = scene(0.0, SolverConfig::default());
                let level = if is_map {
                    map().at_pose([1.0, -2.0], 0.3)
                } else {
                    Collider::chain((0..=6_u8).map(|x| [2.0 * Real::from(x), 4.0]))
                };
                let frame = if is_map { frame * pose([1.0, -2.0], 0.3) } else { frame };
                let at = if is_map { pose(place, angle) } else { frame };
                let body = Body::fixed().position(at.translation.vector).angle(angle);
                add(&mut scene, body, level.hit_events(true));
                let start = frame * Point::new(x, 6.0);
                let down = frame.rotation * Vector::new(0.0, -10.0);
                let ball = Collider::compound([
                    (pose([0.0, 0.0], 0.0), Circle::new(0.05).unwrap().into()),
                    (pose(down * 0.01, 0.0), Circle::new(0.05).unwrap().into()),
                ]);
                add(&mut scene, Body::dynamic().position(start).velocity(down), ball);
                let hits = hits(&mut scene, 60);
                let part = if is_map {
                    ColliderPart::Cell([expected, 1])
                } else {
                    ColliderPart::Shape(expected as usize)
                };
                assert_eq!(
                    hits.first(),
                    Some(&[part, ColliderPart::Shape(1)]),
                    "{x} {angle} {hits:?}"
                );
            }
        }
    }
}

#[test]
fn rays_name_cells_whether_they_have_pieces_or_not() {
    let ice = Material { friction: 0.1, ..Material::default() };
    let cell = move |x, y| match (x + y) % 3 {
        0 if x < 20 => Cell::Full.material(ice),
        0 => Cell::Full.into(),
        _ => Cell::Empty.into(),
    };
    let rows = (0..40).map(|y| (0..40).map(move |x| cell(x, y)));
    let mut scene = scene(0.0, SolverConfig::default());
    let map = add(&mut scene, Body::fixed(), Collider::tiles(0.5, rows));
    add(&mut scene, Body::dynamic().position([7.0, 7.0]), Collider::circle(0.01));
    let map = scene.body(map).unwrap().colliders().next().unwrap();
    for _ in 0..2 {
        for index in 0..200_u8 {
            let turn = umbra::geom::math::rotation(0.1 * Real::from(index));
            let hit = scene.cast_ray(
                [7.3, 7.2],
                turn * Vector::new(9.0, 0.0),
                QueryFilter::default().only(BodyKind::Fixed),
            );
            let Some(hit) = hit else { continue };
            let inside =
                scene.collider(map).unwrap().cell_at(hit.point - hit.normal * 0.01).unwrap();
            assert_eq!(hit.part, ColliderPart::Cell(inside));
            let material = scene.collider(map).unwrap().material_of(hit.part).unwrap();
            assert_eq!(material.friction, if inside[0] < 20 { 0.1 } else { 0.6 });
        }
        scene.step(DT).unwrap();
    }
}
