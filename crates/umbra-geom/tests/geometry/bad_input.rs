//! Refusals of the constructors, and their messages: the parameter, the value, no panic.

use umbra_geom::cut::{clip_to_half_plane, convex_hull, decompose, shatter, split};
use umbra_geom::math::pose;
use umbra_geom::{
    Aabb, Capsule, ChainSegment, Circle, Error, Point, Polygon, Segment, Shape, Vector,
};

const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

/// Checks that a refusal names the parameter, and the value if there is one.
fn names<T: std::fmt::Debug>(result: Result<T, Error>, parameter: &str, value: &str) {
    let error = result.unwrap_err();
    let text = error.to_string();
    assert!(text.contains(&format!("`{parameter}")), "{text}: does not name {parameter}");
    assert!(text.contains(value), "{text}: does not say {value}");
}

/// A constructor with one size, under the name of its parameter: all bad sizes are refused.
fn refuses_bad_sizes<T: std::fmt::Debug>(parameter: &str, build: impl Fn(f32) -> Result<T, Error>) {
    for (size, text) in [(NAN, "NaN"), (INF, "inf"), (-INF, "-inf"), (-1.0, "-1")] {
        names(build(size), parameter, text);
    }
    names(build(1e-20), parameter, "but is 1e-20");
    names(build(1e20), parameter, "but is 1e20");
    names(build(f32::MIN_POSITIVE), parameter, "from 1e-6 to");
    names(build(f32::MAX), parameter, "3.4028235e38");
}

#[test]
fn sizes() {
    refuses_bad_sizes("radius", Circle::new);
    refuses_bad_sizes("radius", |r| Capsule::new([0.0, 0.0], [1.0, 0.0], r));
    refuses_bad_sizes("half_width", |x| Polygon::cuboid(x, 1.0));
    refuses_bad_sizes("half_height", |y| Polygon::cuboid(1.0, y));
    refuses_bad_sizes("radius", |r| Polygon::regular(5, r));
    refuses_bad_sizes("radius", |r| Polygon::cuboid(1.0, 1.0).unwrap().grown(r));
    refuses_bad_sizes("radius", |r| Polygon::cuboid(1.0, 1.0).unwrap().rounded(r));
    refuses_bad_sizes("radius", |r| Polygon::rounded_cuboid(1.0, 1.0, r));
    // Zero is no size, but it is a rounding.
    names(Circle::new(0.0), "radius", "0");
    names(Circle::new(-0.0), "radius", "0");
    names(Polygon::cuboid(0.0, 1.0), "half_width", "0");
    names(Capsule::new([0.0, 0.0], [1.0, 0.0], 0.0), "radius", "0");
    assert!(Polygon::cuboid(1.0, 1.0).unwrap().rounded(0.0).is_ok());
    // The limits themselves are fine, and give finite masses.
    for size in [1e-6, 1e8] {
        for shape in [
            Shape::from(Circle::new(size).unwrap()),
            Polygon::cuboid(size, size).unwrap().into(),
            Polygon::regular(3, size * if size < 1.0 { 1.01 } else { 1.0 }).unwrap().into(),
            Capsule::new([0.0, 0.0], [size, 0.0], size).unwrap().into(),
        ] {
            let mass = shape.area_properties().mass(1.0).unwrap();
            assert!(mass.mass > 0.0 && mass.mass.is_finite(), "{shape:?} {mass:?}");
            assert!(mass.inertia > 0.0 && mass.inertia.is_finite(), "{shape:?} {mass:?}");
        }
    }
}

#[test]
fn single_points() {
    for (bad, text) in [(NAN, "NaN"), (INF, "inf"), (1e20, "but is 1e20")] {
        names(Segment::new([bad, 0.0], [1.0, 0.0]), "a", text);
        names(Segment::new([0.0, 0.0], [1.0, bad]), "b", text);
        names(Capsule::new([0.0, bad], [1.0, 0.0], 1.0), "a", text);
        names(Capsule::new([0.0, 0.0], [bad, 0.0], 1.0), "b", text);
        let ghost = Some(Point::new(bad, 0.0));
        names(ChainSegment::new(ghost, [0.0, 0.0], [1.0, 0.0], None), "before", text);
        names(ChainSegment::new(None, [0.0, 0.0], [1.0, 0.0], ghost), "after", text);
    }
    names(Segment::new([1.0, 2.0], [1.0, 2.0]), "ends", "same point");
    names(Segment::new([0.0, 0.0], [1e-20, 0.0]), "ends", "same point");
    names(Capsule::new([1.0, 2.0], [1.0, 2.0], 1.0), "ends", "same point");
    let origin = Some(Point::origin());
    names(ChainSegment::new(origin, [0.0, 0.0], [1.0, 0.0], None), "before", "same point");
    names(Aabb::new([NAN, 0.0], [1.0, 1.0]), "min", "NaN");
    names(Aabb::new([1.0, 0.0], [0.0, 1.0]), "aabb", "(1, 0)");
}

/// Every constructor that takes a list of points, under the name of the list.
type FromPoints = fn(&[Point]) -> Result<(), Error>;

fn from_points() -> [(&'static str, FromPoints); 6] {
    [
        ("points", |p| Polygon::new(p.iter().copied()).map(drop)),
        ("points", |p| Polygon::hull(p.iter().copied()).map(drop)),
        ("points", |p| ChainSegment::chain(p.iter().copied()).map(drop)),
        ("points", |p| ChainSegment::chain_loop(p.iter().copied()).map(drop)),
        ("outline", |p| decompose(p, &[]).map(drop)),
        ("seeds", |p| shatter(&Polygon::cuboid(1.0, 1.0)?, p).map(drop)),
    ]
}

#[test]
fn lists_of_points() {
    let good = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(Point::from);
    for (parameter, build) in from_points() {
        build(&good).unwrap();
        for (bad, text) in [(NAN, "NaN"), (INF, "inf"), (-INF, "-inf")] {
            let mut points = good;
            points[2].y = bad;
            names(build(&points), &format!("{parameter}[2]"), text);
        }
        let mut points = good;
        points[1].x = 1e20;
        names(build(&points), parameter, "from -1e8 to 1e8, but is 1e20");
        names(build(&[]), parameter, if parameter == "seeds" { "not be empty" } else { "has 0" });
    }
    for (parameter, build) in &from_points()[..5] {
        names(build(&good[..1]), parameter, "has 1");
    }
    for index in [0, 1, 3, 4] {
        let (parameter, build) = from_points()[index];
        names(build(&good[..2]), parameter, "at least 3");
        // All on a line, all the same, and as good as nothing.
        names(build(&[good[0], good[2], Point::new(0.5, 0.5)]), parameter, "");
        names(build(&[good[0]; 5]), parameter, "");
        let sliver = [[0.0, 0.0], [1e4, 0.0], [1e4, 1e-4]].map(Point::from);
        names(build(&sliver), parameter, "one line");
    }
    assert_eq!(
        Polygon::hull([good[1]; 5]),
        Err(Error::Collinear { parameter: "points", count: 5 })
    );
    let tiny = good.map(|p| p * 1e-20);
    assert!(matches!(Polygon::new(tiny), Err(Error::DuplicatePoints { parameter: "points", .. })));
    assert!(matches!(
        Polygon::hull(tiny),
        Err(Error::OutOfRange { parameter: "points", value: 1e-20, .. })
    ));
    assert!(matches!(
        decompose(&tiny, &[]),
        Err(Error::OutOfRange { parameter: "outline", value: 1e-20, .. })
    ));
}

#[test]
fn outlines_that_are_not_convex() {
    let refused = |list: &[[f32; 2]]| Polygon::new(list.iter().copied()).unwrap_err();
    let not_convex = |index| Error::NotConvex { parameter: "points", index };
    // A dart, a collinear point, a bow tie, a five-pointed star that winds twice.
    assert_eq!(refused(&[[0., 0.], [2., -1.], [1., 0.], [2., 1.]]), not_convex(2));
    assert_eq!(refused(&[[0., 0.], [1., 0.], [2., 0.], [0., 2.]]), not_convex(1));
    assert!(matches!(refused(&[[0., 0.], [1., 1.], [1., 0.], [0., 1.]]), Error::NotConvex { .. }));
    let twice: Vec<Point> = Polygon::regular(5, 1.0).unwrap().vertices().to_vec();
    let pentagram: Vec<Point> = (0..5).map(|i| twice[2 * i % 5]).collect();
    assert!(matches!(Polygon::new(pentagram), Err(Error::NotConvex { .. })));
    let doubled = twice.iter().chain(&twice).copied();
    assert!(matches!(Polygon::new(doubled), Err(Error::NotConvex { .. })));
    assert_eq!(
        refused(&[[0., 0.], [0., 0.], [2., 0.], [0., 2.]]),
        Error::DuplicatePoints { parameter: "points", first: 0, second: 1 }
    );
    assert_eq!(
        refused(&[[0., 0.], [2., 0.], [0., 2.], [0., 1e-8]]),
        Error::DuplicatePoints { parameter: "points", first: 3, second: 0 }
    );
    assert!(matches!(
        decompose(&[[0., 0.], [1., 1.], [1., 0.], [0., 1.]].map(Point::from), &[]),
        Err(Error::SelfIntersecting { first: 0, second: 2, .. })
    ));
}

#[test]
fn closed_chains_on_one_line() {
    let looped = |list: &[[f32; 2]]| ChainSegment::chain_loop(list.iter().copied());
    let line = |count| Err(Error::Collinear { parameter: "points", count });
    assert_eq!(looped(&[[0., 0.], [1., 0.], [2., 0.]]), line(3));
    // There and back, whichever way it runs and wherever it is.
    assert_eq!(looped(&[[5., 1.], [6., 3.], [8., 7.], [7., 5.]]), line(4));
    assert_eq!(looped(&[[0., 0.], [1e8, 0.], [1e8, 1.]]), line(3));
    assert_eq!(looped(&[[0., 0.], [2e-6, 2e-6], [1e-6, 1e-6]]), line(3));
    // Thin, but not a line; and one that goes round nothing, but turns.
    assert_eq!(looped(&[[0., 0.], [1e4, 0.], [1e4, 0.1]]).unwrap().len(), 3);
    assert_eq!(looped(&[[0., 0.], [1., 0.], [1., 1.], [1., 0.]]).unwrap().len(), 4);
    // Two points that are the same are the better word for what is wrong.
    assert!(matches!(looped(&[[1., 1.]; 3]), Err(Error::DuplicatePoints { .. })));
    // An open chain may be straight.
    assert!(ChainSegment::chain([[0., 0.], [1., 0.], [2., 0.]]).is_ok());
}

#[test]
fn numbers_are_written_short() {
    let refused = |value| Circle::new(value).unwrap_err().to_string();
    assert_eq!(refused(f32::MAX), "`radius` must be from 1e-6 to 1e8, but is 3.4028235e38");
    assert_eq!(refused(1e-45), "`radius` must be from 1e-6 to 1e8, but is 1e-45");
    assert_eq!(refused(-0.25), "`radius` must be greater than zero, but is -0.25");
    assert_eq!(refused(-1e-4), "`radius` must be greater than zero, but is -0.0001");
    assert_eq!(refused(-9e-5), "`radius` must be greater than zero, but is -9e-5");
    assert_eq!(refused(-9_999_999.0), "`radius` must be greater than zero, but is -9999999");
    assert_eq!(refused(-1e7), "`radius` must be greater than zero, but is -1e7");
    assert_eq!(refused(0.0), "`radius` must be greater than zero, but is 0");
    assert_eq!(refused(f32::NEG_INFINITY), "`radius` must be finite, but is -inf");
    let point = Polygon::new([[1e20, NAN], [0.0, 0.0], [0.0, 1.0]]).unwrap_err().to_string();
    assert_eq!(point, "`points[0]` must be finite, but is (1e20, NaN)");
}

#[test]
fn a_hundred_thousand_vertices() {
    let circle: Vec<Point> = (0..100_000)
        .map(|i| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(i) / 1e5).sin_cos();
            Point::new((1e3 * cos) as f32, (1e3 * sin) as f32)
        })
        .collect();
    let start = std::time::Instant::now();
    // In f32 the corners of such a circle are not convex.
    assert!(matches!(Polygon::new(circle.iter().copied()), Err(Error::NotConvex { .. })));
    assert!(Polygon::hull(circle.iter().copied()).unwrap().vertices().len() >= 497);
    assert_eq!(ChainSegment::chain_loop(circle.iter().copied()).unwrap().len(), 100_000);
    decompose(&circle, &[]).unwrap();
    names(Polygon::regular(100_000, 1.0), "sides", "100000");
    names(Polygon::regular(usize::MAX, 1.0), "sides", "1.8446744e19");
    names(Polygon::regular(2, 1.0), "sides", "from 3 to 2048, but is 2");
    assert!(start.elapsed().as_secs_f64() < 5.0);
}

#[test]
fn a_strictly_convex_outline_of_many_vertices_is_rounded_quickly() {
    // On a lattice of whole numbers a convex outline may have very many corners: all directions
    // with small whole steps, sorted by angle. Rounding took the square of their number.
    let gcd = |mut a: i32, mut b: i32| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a.abs()
    };
    let mut steps: Vec<(i32, i32)> = (-110..=110)
        .flat_map(|x| (-110..=110).map(move |y| (x, y)))
        .filter(|&(x, y)| gcd(x, y) == 1)
        .collect();
    let angle = |s: &(i32, i32)| f64::from(s.1).atan2(f64::from(s.0));
    steps.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    let mut at = (0, 0);
    let outline: Vec<Point> = steps
        .iter()
        .map(|s| {
            at = (at.0 + s.0, at.1 + s.1);
            Point::new(at.0 as f32, at.1 as f32)
        })
        .collect();
    let polygon = Polygon::new(outline).unwrap();
    assert!(polygon.vertices().len() > 25_000);
    let start = std::time::Instant::now();
    let round = polygon.clone().rounded(1e4).unwrap();
    assert!(start.elapsed().as_secs_f64() < 1.0, "{:?}", start.elapsed());
    let at = pose([0.0, 0.0], 0.0);
    let (sharp, round) = (polygon.aabb(&at), round.aabb(&at));
    assert!((sharp.max - round.max).norm() < 1.0 && (sharp.min - round.min).norm() < 1.0);
}

#[test]
fn a_rounding_that_is_too_large_says_what_fits() {
    let most_of = |result: Result<Polygon, Error>| match result {
        Err(Error::TooLarge { parameter: "radius", limit, value }) => {
            assert!(limit <= value, "{value} is refused, but less than {limit}");
            limit
        }
        other => panic!("{other:?}"),
    };
    let brick = Polygon::cuboid(2.0, 0.5).unwrap();
    assert_eq!(most_of(brick.clone().rounded(0.75)), 0.5);
    assert_eq!(most_of(brick.clone().rounded(0.5)), 0.5);
    // What is left of the core is less than a shape may have.
    let limit = most_of(brick.clone().rounded(0.499_999_7));
    assert!(limit > 0.499_998 && brick.rounded(limit.next_down()).is_ok(), "{limit}");
    // The disc inside of a triangle is smaller than half of any of its widths.
    let triangle = Polygon::new([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]]).unwrap();
    for radius in [1.01, 1.2, 5.0, 1e6] {
        let most = most_of(triangle.clone().rounded(radius));
        assert!((most - 1.0).abs() < 1e-4, "{most}");
        assert!(triangle.clone().rounded(0.9999 * most).is_ok());
    }
}

#[test]
fn regular_polygons_too_small_for_their_sides_name_the_radius() {
    for sides in [3, 8, 100, 2048] {
        match Polygon::regular(sides, 1e-6) {
            Err(Error::OutOfRange { parameter: "radius", least, .. }) => {
                assert!(Polygon::regular(sides, 1.001 * least).is_ok(), "{sides} at {least:e}");
            }
            other => assert!(sides == 3 && other.is_ok(), "{sides}: {other:?}"),
        }
    }
}

#[test]
fn densities() {
    let disc = Circle::new(1e8).unwrap().area_properties();
    names(disc.mass(NAN), "density", "NaN");
    names(disc.mass(-1.0), "density", "-1");
    names(disc.mass(INF), "density", "inf");
    // Finite, but the inertia of so large a disc is not.
    names(disc.mass(1e20), "density", "but is 1e20");
    assert_eq!(disc.mass(0.0).unwrap().mass, 0.0);
    let ring = Circle::new(2.0).unwrap();
    names(ring.ring_inertia(-1.0, 1.0), "inner_radius", "-1");
    names(ring.ring_inertia(3.0, 1.0), "inner_radius", "3");
    names(ring.ring_inertia(1.0, NAN), "mass", "NaN");
    assert_eq!(ring.ring_inertia(2.0, 3.0), Ok(12.0), "a hoop");
}

#[test]
fn poses_that_take_a_polygon_out_of_range() {
    let brick = Polygon::cuboid(1.0, 0.5).unwrap();
    names(brick.transformed(&pose([NAN, 0.0], 0.0)), "pose", "NaN");
    names(brick.transformed(&pose([1e20, 0.0], 0.0)), "pose", "but is 1e20");
    // So far out that its corners are the same in f32, and so not a polygon.
    assert!(brick.transformed(&pose([9e7, 0.0], 0.3)).is_err());
}

#[test]
fn functions_without_an_error_take_anything() {
    let odd: Vec<Point> = [NAN, INF, -INF, f32::MAX, -0.0, 1e-45, 1.0]
        .iter()
        .flat_map(|&x| [NAN, INF, -INF, f32::MIN, 0.0, 1e-45].map(|y| Point::new(x, y)))
        .collect();
    convex_hull(&odd);
    for normal in [Vector::zeros(), Vector::new(NAN, INF), Vector::new(f32::MAX, 1e-45)] {
        for offset in [NAN, INF, -INF, 0.0, f32::MAX] {
            clip_to_half_plane(&odd, normal, offset);
            clip_to_half_plane(&[], normal, offset);
        }
    }
    let brick = Polygon::cuboid(1.0, 0.5).unwrap();
    for p in &odd {
        for q in &odd {
            let _refused = split(&brick, *p, q.coords);
        }
    }
}
