//! Parts of shapes within half-planes, against a quadrature, and against the whole.

use crate::common_outlines::wide;
use proptest::prelude::*;
use umbra_geom::mass::HalfPlane;
use umbra_geom::math::{pose, rotation};
use umbra_geom::{
    AreaProperties, Circle, Error, Point, Polygon, Pose, Real, Segment, Shape, Vector,
};

use crate::common::{between, cases, config, shape};

/// Area and first moments of the part of a shape at a pose that lies within half-planes: one
/// horizontal line after the other.
fn integrate(shape: &Shape, at: &Pose, sides: &[HalfPlane], lines: u32) -> [f64; 3] {
    let core = shape.core();
    let r = f64::from(core.radius);
    let vertices: Vec<[f64; 2]> = core.vertices.iter().map(|v| wide(at * v)).collect();
    let n = vertices.len();
    let bottom = vertices.iter().map(|v| v[1]).fold(f64::MAX, f64::min) - r;
    let top = vertices.iter().map(|v| v[1]).fold(f64::MIN, f64::max) + r;
    let step = (top - bottom) / f64::from(lines);
    let mut sums = [0.0; 3];
    for line in 0..lines {
        let y = bottom + (f64::from(line) + 0.5) * step;
        let end = |side: f64| {
            let discs = vertices.iter().filter_map(|v| {
                let square = r * r - (y - v[1]) * (y - v[1]);
                (square >= 0.0).then(|| side * v[0] + square.sqrt())
            });
            let edges = (0..if n > 1 { n } else { 0 }).filter_map(|i| {
                let (p, q) = (vertices[i], vertices[(i + 1) % n]);
                let length = (q[0] - p[0]).hypot(q[1] - p[1]);
                let out = [r * (q[1] - p[1]) / length, r * (p[0] - q[0]) / length];
                let [p, q] = [p, q].map(|p| [p[0] + out[0], p[1] + out[1]]);
                let t = (y - p[1]) / (q[1] - p[1]);
                (0.0..=1.0).contains(&t).then(|| side * (p[0] + t * (q[0] - p[0])))
            });
            discs.chain(edges).fold(f64::MIN, f64::max)
        };
        let (mut left, mut right) = (-end(-1.0), end(1.0));
        for side in sides {
            let [nx, ny] = [side.normal.x, side.normal.y].map(f64::from);
            let bound = (f64::from(side.offset) - ny * y) / nx;
            if nx > 0.0 {
                right = right.min(bound);
            } else if nx < 0.0 {
                left = left.max(bound);
            } else if ny * y > f64::from(side.offset) {
                right = left;
            }
        }
        if right > left {
            let area = (right - left) * step;
            sums[0] += area;
            sums[1] += area * 0.5 * (left + right);
            sums[2] += area * y;
        }
    }
    sums
}

fn side(angle: Real, offset: Real) -> HalfPlane {
    HalfPlane { normal: rotation(angle) * Vector::x(), offset }
}

fn sides() -> impl Strategy<Value = Vec<HalfPlane>> {
    let one =
        (between(-3.0, 3.0), between(-1.0, 1.5)).prop_map(|(angle, offset)| side(angle, offset));
    prop::collection::vec(one, 1..5)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases() / 20, ..config(0x57a7e) })]

    #[test]
    fn areas_are_those_of_a_quadrature(
        shape in shape(),
        x in between(-0.5, 0.5),
        y in between(-0.5, 0.5),
        angle in between(-3.0, 3.0),
        sides in sides(),
    ) {
        let at = pose([x, y], angle);
        let found = AreaProperties::within(&shape, &at, &sides);
        let [area, mx, my] = integrate(&shape, &at, &sides, 2000);
        let size = f64::from(shape.core().reach_from_origin()) + 1.0;
        let off = |value: Real, wanted: f64| (f64::from(value) - wanted).abs();
        prop_assert!(off(found.area, area) < 2e-3 * size * size, "{} not {area}", found.area);
        let moment = [found.center.x, found.center.y].map(|c| found.area * c);
        for (found, wanted) in moment.into_iter().zip([mx, my]) {
            prop_assert!(off(found, wanted) < 2e-3 * size * size * size, "{found} not {wanted}");
        }
    }

    /// The parts on both sides of a line add up to the whole: area, centre and second moment.
    #[test]
    fn both_sides_make_the_whole(
        shape in shape(),
        x in between(-0.5, 0.5),
        angle in between(-3.0, 3.0),
        line in between(-3.0, 3.0),
        offset in between(-1.0, 1.0),
    ) {
        let at = pose([x, 0.3], angle);
        let line = side(line, offset);
        let other = HalfPlane { normal: -line.normal, offset: -line.offset };
        let whole = AreaProperties::within(&shape, &at, &[]);
        let parts = [line, other].map(|side| AreaProperties::within(&shape, &at, &[side]));
        let sum = |of: &dyn Fn(&AreaProperties) -> f64| parts.iter().map(of).sum::<f64>();
        let area = f64::from(whole.area);
        let size = f64::from(shape.core().reach_from_origin()) + 1.0;
        prop_assert!((sum(&|part| f64::from(part.area)) - area).abs() < 1e-5 * size * size);
        for axis in 0..2 {
            let moment = |part: &AreaProperties| f64::from(part.area) * f64::from(part.center[axis]);
            prop_assert!((sum(&moment) - moment(&whole)).abs() < 1e-5 * size.powi(3));
        }
        let about = |part: &AreaProperties| {
            let arm = (part.center - whole.center).map(f64::from);
            f64::from(part.second_moment) + f64::from(part.area) * arm.dot(&arm)
        };
        prop_assert!((sum(&about) - about(&whole)).abs() < 1e-5 * size.powi(4));
    }
}

#[test]
fn what_is_outside_has_no_area_and_what_is_inside_has_all() {
    let ball = Shape::from(Circle::new(0.5).unwrap());
    let water = HalfPlane::below([0.0, 0.0], [0.0, 2.0]).unwrap();
    let at = |y: Real| AreaProperties::within(&ball, &pose([7.0, y], 0.4), &[water]);
    assert_eq!((at(0.5).area, at(0.5).center), (0.0, Point::new(7.0, 0.5)));
    assert!((at(-0.5).area - std::f32::consts::FRAC_PI_4).abs() < 1e-6);
    assert!((at(0.0).center.y + 4.0 * 0.5 / (3.0 * std::f32::consts::PI)).abs() < 1e-6);
    let line = Shape::from(Segment::new([-1.0, 0.0], [1.0, 0.0]).unwrap());
    assert_eq!(AreaProperties::within(&line, &Pose::identity(), &[water]).area, 0.0);
}

/// A box far from the origin is cut as exactly as its position is known.
#[test]
fn far_away_it_is_as_exact() {
    let shape = Shape::from(Polygon::rounded_cuboid(1.0, 0.5, 0.2).unwrap());
    let water = HalfPlane::below([0.0, 4096.25], [0.0, 1.0]).unwrap();
    let far = AreaProperties::within(&shape, &pose([65536.0, 4096.0], 0.0), &[water]);
    let near = HalfPlane::below([0.0, 0.25], [0.0, 1.0]).unwrap();
    let near = AreaProperties::within(&shape, &Pose::identity(), &[near]);
    assert_eq!(far.area, near.area);
}

#[test]
fn bad_half_planes_are_refused() {
    let bad = |point: [Real; 2], up: [Real; 2]| HalfPlane::below(point, up).unwrap_err();
    assert_eq!(bad([0.0, 0.0], [0.0, 0.0]), Error::NoDirection { parameter: "up" });
    assert!(bad([Real::NAN, 0.0], [0.0, 1.0]).to_string().contains("`point`"));
    assert!(bad([0.0, 0.0], [Real::INFINITY, 1.0]).to_string().contains("`up`"));
}
