//! Depths of the overlaps of whole scenes: an exact test in `f64`, from poses alone.
//!
//! The engines' own overlaps cannot be compared: distances may be stale, and every engine has its
//! own idea of a contact. Here `umbra_scenes::depth` measures each pair of shapes.

use std::collections::BTreeSet;

use umbra::prelude::*;
use umbra_scenes::depth::Placed;

/// The overlaps of a scene, in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overlap {
    /// The deepest overlap.
    pub deepest: f64,
    /// The 99th percentile.
    pub most: f64,
    /// The mean of all pairs of shapes that overlap.
    pub mean: f64,
    /// The number of pairs of shapes that overlap.
    pub pairs: usize,
    /// The number of pairs of shapes that overlap or are closer than a centimetre: about the
    /// contacts that every engine has to process, however it counts them.
    pub near: usize,
}

/// Shapes closer than this are near, in metres.
const NEAR: f64 = 0.01;

/// A shape in the world, and its collision rules.
#[derive(Clone, Debug)]
pub struct Member {
    /// The shape.
    pub placed: Placed,
    /// The index of its body.
    pub body: usize,
    /// True if the body is dynamic.
    pub is_dynamic: bool,
    /// The collision filter.
    pub filter: Filter,
}

/// All overlaps between shapes of different bodies that may collide. `joined` has the pairs of
/// bodies, the lesser index first, that do not collide because of joints.
pub fn measure(mut members: Vec<Member>, joined: &BTreeSet<[usize; 2]>) -> Overlap {
    members.retain(|it| it.placed.bounds().as_flattened().iter().all(|x| x.is_finite()));
    let left = |it: &Member| it.placed.bounds()[0][0];
    let right = |it: &Member| it.placed.bounds()[1][0];
    members.sort_by(|a, b| left(a).total_cmp(&left(b)));
    // Wide shapes would make every sweep long: they are asked one by one.
    let (wide, narrow): (Vec<Member>, Vec<Member>) =
        members.into_iter().partition(|it| right(it) - left(it) > 5.0);
    let mut separations = Vec::new();
    for (index, a) in narrow.iter().enumerate() {
        let end = right(a) + NEAR;
        for b in narrow[index + 1..].iter().take_while(|b| left(b) <= end) {
            separations.extend(separation(a, b, joined));
        }
    }
    for (index, a) in wide.iter().enumerate() {
        let others = wide[index + 1..].iter().chain(&narrow);
        separations.extend(others.filter_map(|b| separation(a, b, joined)));
    }
    let near = separations.len();
    let overlapping = separations.into_iter().filter(|separation| *separation < 0.0);
    let mut depths: Vec<f64> = overlapping.map(|separation| -separation).collect();
    depths.sort_by(f64::total_cmp);
    let pairs = depths.len();
    Overlap {
        deepest: depths.last().copied().unwrap_or(0.0),
        most: depths.get((pairs * 99) / 100).copied().unwrap_or(0.0),
        // An empty sum is -0.
        mean: (0.0 + depths.iter().sum::<f64>()) / pairs.max(1) as f64,
        pairs,
        near,
    }
}

/// The separation of two shapes, if they are near and may collide.
fn separation(a: &Member, b: &Member, joined: &BTreeSet<[usize; 2]>) -> Option<f64> {
    let may_touch = a.body != b.body && (a.is_dynamic || b.is_dynamic);
    if !may_touch || !a.placed.is_near(&b.placed, NEAR) {
        return None;
    }
    let pair = [a.body.min(b.body), a.body.max(b.body)];
    if !a.filter.accepts(&b.filter) || joined.contains(&pair) {
        return None;
    }
    let separation = a.placed.separation(&b.placed);
    (separation < NEAR).then_some(separation)
}

#[cfg(test)]
mod tests {

    use super::*;

    fn placed(shape: impl Into<Shape>, at: [f32; 2], angle: f32) -> Placed {
        Placed::new(&shape.into(), &Pose::identity(), &pose(at, angle))
    }

    fn unit_box() -> Polygon {
        Polygon::cuboid(0.5, 0.5).unwrap()
    }

    /// A unit box at `at`, on body `body`.
    fn box_at(at: [f32; 2], body: usize, is_dynamic: bool) -> Member {
        Member { placed: placed(unit_box(), at, 0.0), body, is_dynamic, filter: Filter::default() }
    }

    fn measure_all(members: Vec<Member>) -> Overlap {
        measure(members, &BTreeSet::new())
    }

    #[test]
    fn only_pairs_with_a_dynamic_body_count() {
        let row = |dynamic: fn(usize) -> bool| {
            measure_all((0..10).map(|i| box_at([0.9 * i as f32, 0.0], i, dynamic(i))).collect())
        };
        assert_eq!(row(|_| true).pairs, 9);
        assert_eq!(row(|i| i == 4).pairs, 2);
        assert_eq!(row(|i| i == 4).near, 2);
        assert_eq!(row(|_| false), Overlap::default());
        assert!((row(|_| true).mean - 0.1).abs() < 1e-6);
    }

    #[test]
    fn pairs_that_never_meet_do_not_count() {
        let row = |filter: fn(usize) -> Filter, joined: &[[usize; 2]]| {
            let member =
                |i: usize| Member { filter: filter(i), ..box_at([0.9 * i as f32, 0.0], i, true) };
            measure((0..10).map(member).collect(), &joined.iter().copied().collect()).pairs
        };
        assert_eq!(row(|_| Filter::default(), &[]), 9);
        assert_eq!(row(|_| Filter::default(), &[[0, 1], [4, 5], [2, 9]]), 7);
        assert_eq!(row(|_| Filter { category: 2, mask: !2, ..Filter::default() }, &[]), 0);
        let kept_out = |i| Filter { group: if i < 4 { -1 } else { 0 }, ..Filter::default() };
        assert_eq!(row(kept_out, &[]), 6);
    }

    #[test]
    fn what_is_less_than_a_centimetre_apart_is_near() {
        let overlap =
            measure_all((0..10).map(|i| box_at([1.007 * i as f32, 0.0], i, true)).collect());
        assert_eq!((overlap.pairs, overlap.near), (0, 9));
    }

    #[test]
    fn wide_shapes_meet_all_others() {
        let floor = placed(Polygon::cuboid(50.0, 0.5).unwrap(), [0.0, -0.99], 0.0);
        let mut members = vec![Member { placed: floor, ..box_at([0.0, 0.0], 0, false) }];
        members.extend((1..30).map(|i| box_at([2.0 * i as f32 - 30.0, 0.0], i, true)));
        let overlap = measure_all(members);
        assert_eq!(overlap.pairs, 29);
        assert!((overlap.deepest - 0.01).abs() < 1e-6);
    }
}
