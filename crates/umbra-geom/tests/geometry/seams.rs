//! Shapes side by side: hidden features are not touched, and real corners remain corners.

use umbra_geom::collide::{SeamEdge, Seams};
use umbra_geom::math::pose;
use umbra_geom::{
    ChainSegment, Circle, Manifold, Polygon, Pose, Real, Segment, Shape, Vector, collide,
};

const TOLERANCE: Real = 0.005;
const UP: Vector = Vector::new(0.0, 1.0);

fn tile() -> Shape {
    Polygon::cuboid(0.5, 0.5).unwrap().into()
}

fn at(x: Real, y: Real) -> Pose {
    pose([x, y], 0.0)
}

/// Seams of a tile whose upper right corner is the origin, beside others.
fn seams_of_tile(others: &[(Shape, Pose)]) -> Option<Seams> {
    let others = others.iter().map(|(shape, pose)| (shape, pose));
    Seams::find(&tile(), &at(-0.5, -0.5), others, TOLERANCE)
}

/// Collides a shape with that tile.
fn touch(seams: &Seams, other: &Shape, place: &Pose, speculative: Real) -> Manifold {
    let (tile, here) = (tile(), at(-0.5, -0.5));
    let alone = collide(&tile, &here, other, place, speculative);
    seams.correct(&alone, (&tile, &here), (other, place), speculative)
}

/// The edges of a box, by the direction they face.
fn edge(seams: &Seams, normal: Vector) -> SeamEdge {
    let shape = tile();
    let index = shape.core().normals.iter().position(|n| (n - normal).norm() < 1e-6).unwrap();
    seams.edges()[index]
}

#[test]
fn what_stands_alone_has_no_seams() {
    assert_eq!(seams_of_tile(&[]), None);
    assert_eq!(seams_of_tile(&[(tile(), at(0.6, -0.5))]), None);
    assert_eq!(seams_of_tile(&[(Circle::new(0.5).unwrap().into(), at(0.5, -0.5))]), None);
    let disc = Circle::new(1.0).unwrap().into();
    assert_eq!(Seams::find(&disc, &at(0.0, 0.0), [(&tile(), &at(0.0, 0.0))], TOLERANCE), None);
}

#[test]
fn a_flush_neighbour_hides_a_side_and_continues_the_top() {
    for gap in [-0.004, 0.0, 0.004] {
        for sink in [-0.004, 0.0, 0.004] {
            let seams = seams_of_tile(&[(tile(), at(0.5 + gap, -0.5 + sink))]).unwrap();
            assert!(edge(&seams, Vector::x()).is_hidden(), "{gap} {sink}");
            let top = edge(&seams, UP);
            assert_eq!((top.covered, top.after), ([0.0; 2], None));
            assert!((top.before.unwrap() - UP).norm() < 1e-6, "{gap} {sink}: {:?}", top.before);
        }
    }
}

#[test]
fn nothing_that_lies_or_rolls_on_a_flush_row_is_pushed_aside() {
    let seams = seams_of_tile(&[(tile(), at(0.5, -0.5)), (tile(), at(-1.5, -0.5))]).unwrap();
    let ball: Shape = Circle::new(0.3).unwrap().into();
    let cube: Shape = Polygon::cuboid(0.3, 0.3).unwrap().into();
    for shape in [&ball, &cube] {
        for depth in [-0.015, 0.0, 0.001, 0.02] {
            for step in -400..400 {
                let x = 0.005 * step as Real;
                let seen = touch(&seams, shape, &at(x, 0.3 - depth), 0.02);
                assert!(
                    seen.is_empty() || (seen.normal - UP).norm() < 1e-6,
                    "{x} {depth}: {seen:?}"
                );
                let over = x.abs() > 0.01 && x < 0.0 && x > -1.0;
                assert!(!over || !seen.is_empty(), "{x} {depth} is over the tile");
            }
        }
    }
}

#[test]
fn a_step_down_is_a_corner_and_a_step_up_is_a_wall() {
    let ball: Shape = Circle::new(0.3).unwrap().into();
    // The ball hangs over the corner at 45 degrees.
    let place = at(0.2, 0.2);
    let down = seams_of_tile(&[(tile(), at(0.5, -0.7))]).unwrap();
    let seen = touch(&down, &ball, &place, 0.02);
    assert!((seen.normal - Vector::new(1.0, 1.0).normalize()).norm() < 1e-6, "{seen:?}");
    assert!(!edge(&down, Vector::x()).is_hidden());
    // Beside a higher tile there is no such corner: nothing leans over the end of the top.
    let up = seams_of_tile(&[(tile(), at(0.5, -0.2))]).unwrap();
    assert!((edge(&up, Vector::x()).covered[1] - 0.7).abs() < 1e-3);
    assert!(edge(&up, UP).before.unwrap().x < -0.9);
    // A step of 1 cm is a step.
    let low = seams_of_tile(&[(tile(), at(0.5, -0.51))]).unwrap();
    assert!(!edge(&low, Vector::x()).is_hidden());
    let wall = seams_of_tile(&[(tile(), at(0.5, -0.49))]).unwrap();
    assert!(edge(&wall, UP).before.unwrap().x < -0.9);
}

#[test]
fn a_slope_that_falls_away_lets_corners_push_between_both_faces() {
    let slope: Shape = Polygon::new([[0.0, 0.0], [0.0, -1.0], [1.0, -1.0]]).unwrap().into();
    let seams = seams_of_tile(&[(slope, at(0.0, 0.0))]).unwrap();
    let ball: Shape = Circle::new(0.3).unwrap().into();
    let touch_at = |angle: Real| {
        let (sin, cos) = angle.to_radians().sin_cos();
        touch(&seams, &ball, &at(0.295 * sin, 0.295 * cos), 0.0)
    };
    let normal = |angle: Real| touch_at(angle).normal;
    assert!((normal(20.0) - Vector::new(0.342_02, 0.939_69)).norm() < 1e-3);
    // Beyond the slope's own direction of 45 degrees the slope answers.
    assert!(touch_at(70.0).is_empty());
}

#[test]
fn several_neighbours_hide_an_edge_together() {
    let half: Shape = Polygon::cuboid(0.25, 0.25).unwrap().into();
    let lower = (half.clone(), at(0.25, -0.75));
    let upper = (half, at(0.25, -0.25));
    let one = seams_of_tile(core::slice::from_ref(&lower)).unwrap();
    assert!(!edge(&one, Vector::x()).is_hidden());
    assert_eq!(edge(&one, UP), SeamEdge::default());
    let both = seams_of_tile(&[lower, upper]).unwrap();
    assert!(edge(&both, Vector::x()).is_hidden());
    assert!((edge(&both, UP).before.unwrap() - UP).norm() < 1e-6);
    // A tile among eight others pushes out whatever got in.
    let around = (-1..=1).flat_map(|x| (-1..=1).map(move |y| [x, y])).filter(|at| *at != [0, 0]);
    let around: Vec<_> =
        around.map(|[x, y]| (tile(), at(x as Real - 0.5, y as Real - 0.5))).collect();
    let buried = seams_of_tile(&around).unwrap();
    assert!(buried.edges().iter().all(SeamEdge::is_hidden));
    let ball: Shape = Circle::new(0.1).unwrap().into();
    assert!(!touch(&buried, &ball, &at(-0.4, -0.5), 0.0).is_empty());
}

#[test]
fn segments_end_to_end_are_one_line_from_both_sides() {
    let line: Shape = Segment::new([-1.0, 0.0], [0.0, 0.0]).unwrap().into();
    let next: Shape = Segment::new([0.0, 0.0], [1.0, 0.0]).unwrap().into();
    let origin = Pose::identity();
    let seams = Seams::find(&line, &origin, [(&next, &origin)], TOLERANCE).unwrap();
    let cube: Shape = Polygon::cuboid(0.3, 0.3).unwrap().into();
    for side in [1.0, -1.0] {
        for step in -200..200 {
            let place = at(0.005 * step as Real, side * 0.297);
            let alone = collide(&line, &origin, &cube, &place, 0.0);
            let seen = seams.correct(&alone, (&line, &origin), (&cube, &place), 0.0);
            let straight = (seen.normal - side * UP).norm() < 1e-6;
            assert!(seen.is_empty() || straight, "{place}: {seen:?}");
        }
    }
}

#[test]
fn seams_turn_with_their_shape() {
    for step in 0..16 {
        let turned = pose([3.0, -2.0], 0.4 * step as Real);
        let (here, beside) = (turned * at(-0.5, -0.5), turned * at(0.5, -0.5));
        let seams = Seams::find(&tile(), &here, [(&tile(), &beside)], TOLERANCE).unwrap();
        assert!(edge(&seams, Vector::x()).is_hidden());
        let cube: Shape = Polygon::cuboid(0.3, 0.3).unwrap().into();
        let place = turned * at(0.2999, 0.2985);
        let alone = collide(&tile(), &here, &cube, &place, 0.01);
        let seen = seams.correct(&alone, (&tile(), &here), (&cube, &place), 0.01);
        let up = turned.rotation * UP;
        assert!(seen.is_empty() || (seen.normal - up).norm() < 1e-5, "{step}: {seen:?}");
    }
}

#[test]
fn a_side_is_hidden_where_a_flatter_neighbour_covers_it() {
    // The tile beside it is half as high, and flush with the top.
    let low: Shape = Polygon::cuboid(0.5, 0.25).unwrap().into();
    let seams = seams_of_tile(&[(low, at(0.5, -0.25))]).unwrap();
    let cube: Shape = Polygon::cuboid(0.3, 0.3).unwrap().into();
    let seen = touch(&seams, &cube, &at(0.2999, 0.2985), 0.0);
    assert!(seen.is_empty() || (seen.normal - UP).norm() < 1e-6, "{seen:?}");
    // Under the flatter tile the side is open.
    let seen = touch(&seams, &cube, &at(0.2999, -0.8), 0.0);
    assert!((seen.normal - Vector::x()).norm() < 1e-6, "{seen:?}");
}

#[test]
fn what_is_on_a_line_is_not_stopped_by_the_side_that_it_leads_to() {
    let line: Shape = Segment::new([0.0, 0.0], [1.0, 0.0]).unwrap().into();
    for (height, is_side) in [(0.0, false), (-1.0, true)] {
        // The line leads to the top of the tile's right side, or to its foot.
        let seams = seams_of_tile(&[(line.clone(), at(0.0, height))]).unwrap();
        for half in [0.006, 0.3] {
            let slider: Shape = Polygon::cuboid(0.3, half).unwrap().into();
            for sunk in [1e-6, 0.001, 0.004] {
                // Deeper in the tile's top than in its side, and 1 mm apart from the side.
                for x in [0.3 - 0.5 * sunk, 0.301] {
                    let place = at(x, height + half - sunk);
                    let seen = touch(&seams, &slider, &place, 0.02);
                    let normal = if is_side { Vector::x() } else { UP };
                    let is_none = seen.is_empty() && !is_side;
                    assert!(is_none || (seen.normal - normal).norm() < 1e-6, "{place}: {seen:?}");
                }
            }
        }
    }
}

#[test]
fn where_corners_all_but_meet_the_place_tells_what_was_touched() {
    let seams = seams_of_tile(&[(tile(), at(0.5, -0.5))]).unwrap();
    let (cube, place) = (Polygon::cuboid(0.3, 0.3).unwrap().into(), at(0.3, 0.3));
    // The lower left corner of the cube is at the upper right one of the tile, and rounding made any normal of that.
    for step in 0..64 {
        let (sin, cos) = (0.098_174_77 * step as Real).sin_cos();
        let normal = Vector::new(cos, sin);
        let here = at(-0.5, -0.5);
        let alone = Manifold::of_touch([0.0, 0.0].into(), normal, &here, &place);
        let seen = seams.correct(&alone, (&tile(), &here), (&cube, &place), 0.02);
        assert!(seen.is_empty() || (seen.normal - UP).norm() < 1e-6, "{normal}: {seen:?}");
    }
}

#[test]
fn the_ends_of_a_chain_are_joined() {
    let links = ChainSegment::chain([[0.0, 0.0], [0.5, 0.0], [1.0, 0.0]]).unwrap();
    let [first, last] = [0, 1].map(|index| Shape::from(links[index]));
    let place = at(-0.5, -0.5);
    let beside = [(&tile(), &place)];
    let seams = Seams::find(&first, &Pose::identity(), beside, TOLERANCE).unwrap();
    assert_eq!(Seams::find(&last, &Pose::identity(), beside, TOLERANCE), None);
    let cube: Shape = Polygon::cuboid(0.3, 0.3).unwrap().into();
    for step in -100..200 {
        let place = at(0.005 * step as Real, 0.297);
        let alone = collide(&first, &Pose::identity(), &cube, &place, 0.0);
        let (link, cube) = ((&first, &Pose::identity()), (&cube, &place));
        let seen = seams.correct(&alone, link, cube, 0.0);
        assert!(seen.is_empty() || (seen.normal - UP).norm() < 1e-6, "{place}: {seen:?}");
    }
    // In the middle of a chain nothing is to be learned.
    let links = ChainSegment::chain([[-1.0, 0.0], [0.0, 0.0], [0.5, 0.0], [1.0, 0.0]]).unwrap();
    assert!(!Seams::may_have(&Shape::from(links[1])));
}
