//! A picture of shapes, drawn as an SVG file.

#![allow(dead_code, reason = "each example uses its own part of this")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use umbra_geom::{Aabb, ConvexCore, Point, Pose, Shape, Vector};

/// Pixels per unit of length.
const SCALE: f32 = 80.0;
/// Empty space around what is drawn, in units of length.
const MARGIN: f32 = 0.4;

/// Shapes, points and arrows in the plane, with y up.
pub struct Picture {
    elements: String,
    bounds: Aabb,
}

impl Picture {
    /// An empty picture.
    pub fn new() -> Self {
        Self { elements: String::new(), bounds: Aabb::EMPTY }
    }

    /// A shape: its surface filled with `color`, and the outline of its core if it has a radius.
    pub fn shape(&mut self, shape: &Shape, pose: &Pose, color: &str, opacity: f32) {
        self.bounds = self.bounds.union(&shape.aabb(pose));
        let core = shape.core();
        let _infallible = writeln!(
            self.elements,
            "<path d=\"{}\" fill=\"{color}\" fill-opacity=\"{opacity}\" stroke=\"#264653\" \
             stroke-width=\"1.5\" stroke-linejoin=\"round\"/>",
            surface(&core, pose)
        );
        if core.radius > 0.0 && core.vertices.len() > 1 {
            let _infallible = writeln!(
                self.elements,
                "<path d=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-dasharray=\"4 4\"/>",
                surface(&ConvexCore { radius: 0.0, ..core }, pose)
            );
        }
    }

    /// A dot.
    pub fn dot(&mut self, at: Point, color: &str) {
        self.bounds = self.bounds.with_point(at);
        let (x, y) = place(at);
        let _infallible = writeln!(
            self.elements,
            "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"4\" fill=\"{color}\" stroke=\"white\"/>"
        );
    }

    /// An arrow from a point along a vector.
    pub fn arrow(&mut self, from: Point, along: Vector, color: &str) {
        let to = from + along;
        self.bounds = self.bounds.with_point(from).with_point(to);
        let ((x, y), (u, v)) = (place(from), place(to));
        let back = along.normalize() * 0.12;
        let side = Vector::new(-back.y, back.x) * 0.5;
        let head = [to, to - back + side, to - back - side].map(|p| {
            let (x, y) = place(p);
            format!("{x:.2},{y:.2}")
        });
        let _infallible = writeln!(
            self.elements,
            "<line x1=\"{x:.2}\" y1=\"{y:.2}\" x2=\"{u:.2}\" y2=\"{v:.2}\" stroke=\"{color}\" \
             stroke-width=\"2\"/><polygon points=\"{}\" fill=\"{color}\"/>",
            head.join(" ")
        );
    }

    /// A line of text, centred under a point.
    pub fn label(&mut self, at: Point, text: &str) {
        self.bounds = self.bounds.with_point(at);
        let (x, y) = place(at);
        let _infallible = writeln!(
            self.elements,
            "<text x=\"{x:.2}\" y=\"{y:.2}\" font-family=\"sans-serif\" font-size=\"13\" \
             text-anchor=\"middle\" fill=\"#333\">{text}</text>"
        );
    }

    /// Writes the picture to `name` in the folder `out`, which is made if it is not there, and
    /// returns its path.
    pub fn write(&self, name: &str) -> std::io::Result<PathBuf> {
        let (min, size) = (self.bounds.min, self.bounds.half_extents() * 2.0);
        let (left, top) = place(Point::new(min.x - MARGIN, min.y + size.y + MARGIN));
        let (width, height) = ((size.x + 2.0 * MARGIN) * SCALE, (size.y + 2.0 * MARGIN) * SCALE);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"{left:.2} {top:.2} {width:.2} {height:.2}\">\n\
             <rect x=\"{left:.2}\" y=\"{top:.2}\" width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             {}</svg>\n",
            self.elements
        );
        std::fs::create_dir_all("out")?;
        let path = Path::new("out").join(name);
        std::fs::write(&path, svg)?;
        Ok(path)
    }
}

/// Where a point of the plane lies in the picture.
fn place(p: Point) -> (f32, f32) {
    (p.x * SCALE, -p.y * SCALE)
}

/// The surface of a shape as a path: an arc around every corner, and a line to the next.
fn surface(core: &ConvexCore<'_>, pose: &Pose) -> String {
    let r = core.radius;
    let place = |p: Point| {
        let (x, y) = place(pose * p);
        format!("{x:.2} {y:.2} ")
    };
    // The disc around a point has two corners, one on each side.
    let sides = [Vector::new(0.0, -1.0), Vector::new(0.0, 1.0)];
    let (vertices, normals) = match core.vertices {
        [center] => (&[*center, *center][..], &sides[..]),
        vertices => (vertices, core.normals),
    };
    let n = vertices.len();
    let mut path = String::new();
    for (i, v) in vertices.iter().enumerate() {
        let (before, after) = (normals[(i + n - 1) % n], normals[i]);
        path += if i == 0 { "M" } else { "L" };
        path += &place(v + r * before);
        if r > 0.0 {
            let radius = r * SCALE;
            path += &format!("A{radius:.2} {radius:.2} 0 0 0 {}", place(v + r * after));
        }
    }
    path + "Z"
}
