//! Contact manifolds.
//!
//! `umbra, batch` answers about all pairs in one call. Ours returns anchors in the world's
//! directions; Box2D's are transformed into those as its engine does with each, and parry's are
//! left in the frames of the shapes, as its engine transforms them later. `box2d` and `parry` start
//! from nothing for every pair. `parry, recycled` keeps each pair's manifold, and as nothing moves
//! between the rounds parry only updates its separations: it shows the cost of a coherent frame
//! there, and is no generation of manifolds.

use crate::box2d;
use crate::contest::Contest;
use crate::pairs::{Pair, SPECULATIVE, contacts};
use crate::parry::{self, Manifold, ParryPose};
use crate::shapes::Kind;
use box2d::{b2LocalManifold, b2Transform};
use parry2d::shape::SharedShape;
use umbra_geom::collide::{
    BatchPair, BoxState, SmallCore, visit_box_contacts, visit_circle_contacts, visit_small_contacts,
};
use umbra_geom::{Error, Level, Pose, Shape, collide};

/// The contests, with a polygon first, as Box2D's functions need it.
pub(super) fn contests() -> Vec<Contest> {
    vec![
        with_batch(
            polygons("manifold_box_box", &contacts(Kind::Cuboid, Kind::Cuboid, 1)),
            &contacts(Kind::Cuboid, Kind::Cuboid, 1),
        ),
        with_eight_batch(
            polygons("manifold_hexagon_hexagon", &contacts(Kind::Hexagon, Kind::Hexagon, 2)),
            &contacts(Kind::Hexagon, Kind::Hexagon, 2),
        ),
        with_batch(
            polygons(
                "manifold_rounded_box",
                &contacts(Kind::RoundedCuboid, Kind::RoundedCuboid, 3),
            ),
            &contacts(Kind::RoundedCuboid, Kind::RoundedCuboid, 3),
        ),
        with_small_batch(
            capsules("manifold_capsule_box", &contacts(Kind::Cuboid, Kind::Capsule, 4)),
            &contacts(Kind::Cuboid, Kind::Capsule, 4),
        ),
        with_circle_batch(
            circles("manifold_circle_polygon", &contacts(Kind::Polygon, Kind::Circle, 5)),
            &contacts(Kind::Polygon, Kind::Circle, 5),
        ),
    ]
}

fn polygons(name: &'static str, pairs: &[Pair]) -> Contest {
    let work = box2d_pairs(pairs, box2d::polygon, box2d::polygon);
    contest(name, pairs, work, box2d::collide_polygons)
}

fn capsules(name: &'static str, pairs: &[Pair]) -> Contest {
    let work = box2d_pairs(pairs, box2d::polygon, box2d::capsule);
    contest(name, pairs, work, box2d::collide_polygon_and_capsule)
}

fn circles(name: &'static str, pairs: &[Pair]) -> Contest {
    let work = box2d_pairs(pairs, box2d::polygon, box2d::circle);
    contest(name, pairs, work, box2d::collide_polygon_and_circle)
}

fn contest<A: 'static, B: 'static>(
    name: &'static str,
    pairs: &[Pair],
    work: Vec<Box2dPair<A, B>>,
    collide_box2d: impl Fn(&A, &B, b2Transform) -> b2LocalManifold + 'static,
) -> Contest {
    Contest::new(name, 2e-3, SPECULATIVE)
        .entry(
            "umbra",
            pairs.to_vec(),
            |p| collide(&p.a, &p.pose_a, &p.b, &p.pose_b, SPECULATIVE),
            |_, manifold| manifold.separation(),
        )
        .entry(
            "box2d",
            work,
            move |p| {
                let b_in_a = box2d::relative(&p.pose_a, &p.pose_b);
                box2d::in_world(&collide_box2d(&p.a, &p.b, b_in_a), &p.pose_a, &p.pose_b)
            },
            |_, manifold| box2d::deepest(manifold),
        )
        .entry("parry", parry_pairs(pairs), collide_afresh, |p, ()| parry::deepest(&p.manifold))
        .entry("parry, recycled", parry_pairs(pairs), update, |p, ()| parry::deepest(&p.manifold))
}

/// Enters our batch of boxes too.
fn with_batch(contest: Contest, pairs: &[Pair]) -> Contest {
    let state = |shape: &Shape, pose: &Pose| match shape {
        Shape::Polygon(polygon) => BoxState::new(polygon, pose),
        _ => None,
    };
    let level = Level::new();
    batched(contest, pairs, state, move |boxes, order, out| {
        visit_box_contacts(level, boxes, order, |index, m| out[index] = *m)
    })
}

/// Enters our batch of small cores too.
fn with_small_batch(contest: Contest, pairs: &[Pair]) -> Contest {
    let level = Level::new();
    batched(contest, pairs, SmallCore::<4>::new, move |cores, order, out| {
        visit_small_contacts(level, cores, order, |index, m| out[index] = *m)
    })
}

/// Enters our batch of cores of up to eight vertices too.
fn with_eight_batch(contest: Contest, pairs: &[Pair]) -> Contest {
    let level = Level::new();
    batched(contest, pairs, SmallCore::<8>::new, move |cores, order, out| {
        visit_small_contacts(level, cores, order, |index, m| out[index] = *m)
    })
}

/// Enters our batch of circles and polygons too.
fn with_circle_batch(contest: Contest, pairs: &[Pair]) -> Contest {
    let level = Level::new();
    batched(contest, pairs, SmallCore::<8>::new, move |cores, order, out| {
        visit_circle_contacts(level, cores, order, |index, m| out[index] = *m)
    })
}

/// The pairs are visited in an order that jumps through the rows like the other entries jump
/// through their pairs.
fn batched<Row: 'static>(
    contest: Contest,
    pairs: &[Pair],
    row: impl Fn(&Shape, &Pose) -> Option<Row>,
    mut collide: impl FnMut(&[Row], &[BatchPair], &mut [umbra_geom::Manifold]) -> Result<(), Error>
    + 'static,
) -> Contest {
    let two = |pair: &Pair| [row(&pair.a, &pair.pose_a), row(&pair.b, &pair.pose_b)];
    let rows: Vec<Row> = pairs.iter().flat_map(two).flatten().collect();
    let count = pairs.len() as u32;
    let place = |index: u32| (index * 389) & (count - 1);
    let two = |index| BatchPair {
        shapes: [2 * place(index), 2 * place(index) + 1],
        speculative: SPECULATIVE,
    };
    let order: Vec<BatchPair> = (0..count).map(two).collect();
    let out = vec![umbra_geom::Manifold::EMPTY; pairs.len()];
    contest.batch_entry(
        "umbra, batch",
        pairs.len(),
        (rows, order, out),
        move |(rows, order, out)| {
            let done = collide(rows, order, out);
            debug_assert!(done.is_ok());
        },
        |(_, order, out)| {
            let mut answers = vec![None; order.len()];
            for (pair, manifold) in order.iter().zip(out) {
                answers[pair.shapes[0] as usize / 2] = manifold.separation();
            }
            answers
        },
    )
}

struct Box2dPair<A, B> {
    a: A,
    pose_a: b2Transform,
    b: B,
    pose_b: b2Transform,
}

fn box2d_pairs<A, B>(
    pairs: &[Pair],
    form_a: impl Fn(&Shape) -> Option<A>,
    form_b: impl Fn(&Shape) -> Option<B>,
) -> Vec<Box2dPair<A, B>> {
    let one = |pair: &Pair| Box2dPair {
        a: form_a(&pair.a).expect("these contests draw shapes that Box2D has"),
        pose_a: box2d::transform(&pair.pose_a),
        b: form_b(&pair.b).expect("these contests draw shapes that Box2D has"),
        pose_b: box2d::transform(&pair.pose_b),
    };
    pairs.iter().map(one).collect()
}

struct ParryPair {
    a: SharedShape,
    pose_a: ParryPose,
    b: SharedShape,
    pose_b: ParryPose,
    manifold: Manifold,
}

fn parry_pairs(pairs: &[Pair]) -> Vec<ParryPair> {
    let one = |pair: &Pair| ParryPair {
        a: parry::shape(&pair.a).expect("these contests draw shapes that parry has"),
        pose_a: parry::pose(&pair.pose_a),
        b: parry::shape(&pair.b).expect("these contests draw shapes that parry has"),
        pose_b: parry::pose(&pair.pose_b),
        manifold: Manifold::new(),
    };
    pairs.iter().map(one).collect()
}

fn collide_afresh(pair: &mut ParryPair) {
    pair.manifold.clear();
    update(pair);
}

fn update(pair: &mut ParryPair) {
    let b_in_a = pair.pose_a.inv_mul(&pair.pose_b);
    parry::update_manifold(&b_in_a, &pair.a, &pair.b, SPECULATIVE, &mut pair.manifold);
}
