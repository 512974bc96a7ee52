//! Area and second moment of rounded shapes: Umbra beside Box2D and parry, against the exact
//! values. The table is in `docs/design/mass.md`.
//!
//! ```text
//! CFLAGS="-O3 -DNDEBUG" cargo run --release -p umbra-peers --example mass_comparison
//! ```
#![allow(clippy::print_stdout, reason = "this program is a table")]

use boxdd_sys::ffi;
use parry2d::math::Vector;
use parry2d::shape::{Capsule as ParryCapsule, ConvexPolygon, RoundShape, Shape};
use umbra_geom::{Capsule, Error, Point, Polygon};

/// Mass and rotational inertia at density one.
type MassAndInertia = [f64; 2];

fn box2d_polygon(polygon: &Polygon) -> MassAndInertia {
    let points: Vec<ffi::b2Vec2> =
        polygon.vertices().iter().map(|v| ffi::b2Vec2 { x: v.x, y: v.y }).collect();
    // SAFETY: the hull reads as many points as it is told there are, and the mass function reads
    // the polygon behind the pointer; both outlive the calls.
    let data = unsafe {
        let hull = ffi::b2ComputeHull(points.as_ptr(), points.len() as i32);
        let shape = ffi::b2MakePolygon(&hull, polygon.radius());
        ffi::b2ComputePolygonMass(&shape, 1.0)
    };
    [data.mass.into(), data.rotationalInertia.into()]
}

fn box2d_capsule(a: [f32; 2], b: [f32; 2], radius: f32) -> MassAndInertia {
    let point = |[x, y]: [f32; 2]| ffi::b2Vec2 { x, y };
    let shape = ffi::b2Capsule { center1: point(a), center2: point(b), radius };
    // SAFETY: the function reads the capsule behind the pointer, which outlives the call.
    let data = unsafe { ffi::b2ComputeCapsuleMass(&shape, 1.0) };
    [data.mass.into(), data.rotationalInertia.into()]
}

fn parry(shape: &dyn Shape) -> MassAndInertia {
    let properties = shape.mass_properties(1.0);
    [properties.mass().into(), properties.principal_inertia().into()]
}

fn parry_polygon(polygon: &Polygon) -> Option<MassAndInertia> {
    let points = polygon.vertices().iter().map(|v| Vector::new(v.x, v.y)).collect();
    let inner_shape = ConvexPolygon::from_convex_polyline(points)?;
    Some(parry(&RoundShape { inner_shape, border_radius: polygon.radius() }))
}

/// The exact values in `f64`, by Steiner's formula for the area and by integrating the polar
/// moment over 10^6 lines for the inertia.
fn exact(vertices: &[Point], radius: f32) -> MassAndInertia {
    let (r, n) = (f64::from(radius), vertices.len());
    let at = |i: usize| [f64::from(vertices[i % n].x), f64::from(vertices[i % n].y)];
    // The right and left end of the shape at height y: discs, and edges moved outwards.
    let ends = |y: f64| {
        let (mut left, mut right) = (f64::MAX, f64::MIN);
        let mut meet = |x: f64| (left, right) = (left.min(x), right.max(x));
        for i in 0..n {
            let (p, q) = (at(i), at(i + 1));
            let half_width = (r * r - (y - p[1]) * (y - p[1])).max(-1.0).sqrt();
            if half_width >= 0.0 {
                meet(p[0] - half_width);
                meet(p[0] + half_width);
            }
            let length = (q[0] - p[0]).hypot(q[1] - p[1]);
            let out = [r * (q[1] - p[1]) / length, r * (p[0] - q[0]) / length];
            let t = (y - p[1] - out[1]) / (q[1] - p[1]);
            if (0.0..=1.0).contains(&t) {
                meet(p[0] + out[0] + t * (q[0] - p[0]));
            }
        }
        (left, right)
    };
    let heights = || (0..n).map(|i| at(i)[1]);
    let (low, high) =
        (heights().fold(f64::MAX, f64::min) - r, heights().fold(f64::MIN, f64::max) + r);
    let lines = 1_000_000;
    let step = (high - low) / f64::from(lines);
    let (mut area, mut first, mut second) = (0.0, [0.0; 2], 0.0);
    for k in 0..lines {
        let y = low + step * (f64::from(k) + 0.5);
        let (left, right) = ends(y);
        let width = (right - left).max(0.0) * step;
        area += width;
        first[0] += width * 0.5 * (left + right);
        first[1] += width * y;
        second += width * ((right * right + right * left + left * left) / 3.0 + y * y);
    }
    [area, second - (first[0] * first[0] + first[1] * first[1]) / area]
}

fn row(name: &str, wanted: MassAndInertia, all: [MassAndInertia; 3]) {
    print!("| {name} | {:.5} | {:.5} |", wanted[0], wanted[1]);
    for found in all {
        for (found, wanted) in found.iter().zip(wanted) {
            let off = 100.0 * (found / wanted - 1.0);
            if off.abs() < 0.0005 { print!(" 0 |") } else { print!(" {off:+.2} % |") }
        }
    }
    println!();
}

fn main() -> Result<(), Error> {
    println!(
        "| shape | area | second moment | Umbra area | moment | Box2D area | moment | parry area | moment |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let square = Polygon::cuboid(0.5, 0.5)?;
    let triangle = Polygon::regular(3, 1.0)?;
    let needle = Polygon::new([[0.0, 0.0], [4.0, -0.1], [4.0, 0.1]])?;
    let octagon = Polygon::regular(8, 1.0)?;
    let polygons = [
        ("square 1, r 0.1", square.clone().grown(0.1)?),
        ("square 1, r 0.5", square.clone().grown(0.5)?),
        ("square 1, r 2", square.grown(2.0)?),
        ("triangle (circumradius 1), r 0.1", triangle.clone().grown(0.1)?),
        ("triangle, r 0.5", triangle.clone().grown(0.5)?),
        ("triangle, r 2", triangle.grown(2.0)?),
        ("needle 4 x 0.2, r 0.1", needle.clone().grown(0.1)?),
        ("needle 4 x 0.2, r 0.5", needle.grown(0.5)?),
        ("octagon (circumradius 1), r 0.1", octagon.clone().grown(0.1)?),
        ("octagon, r 0.5", octagon.grown(0.5)?),
    ];
    for (name, polygon) in &polygons {
        let own = polygon.area_properties();
        let all = [
            [own.area.into(), own.second_moment.into()],
            box2d_polygon(polygon),
            parry_polygon(polygon).unwrap_or([f64::NAN; 2]),
        ];
        row(name, exact(polygon.vertices(), polygon.radius()), all);
    }
    for (name, half, radius) in [
        ("capsule 2, r 0.2", 1.0, 0.2),
        ("capsule 2, r 0.5", 1.0, 0.5),
        ("capsule 2, r 2", 1.0, 2.0),
    ] {
        // Leaning, so that no edge is along a line of the integral.
        let (a, b) = ([-0.6 * half, -0.8 * half], [0.6 * half, 0.8 * half]);
        let own = Capsule::new(a, b, radius)?.area_properties();
        let ends = [Vector::new(a[0], a[1]), Vector::new(b[0], b[1])];
        let all = [
            [own.area.into(), own.second_moment.into()],
            box2d_capsule(a, b, radius),
            parry(&ParryCapsule::new(ends[0], ends[1], radius)),
        ];
        row(name, exact(&[a.into(), b.into()], radius), all);
    }
    Ok(())
}
