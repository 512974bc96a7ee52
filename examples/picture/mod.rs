//! A picture of shapes, drawn as an SVG file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use umbra_geom::{Aabb, Point, Pose, Shape, Vector};

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

    /// A shape: its core grown by its radius, filled with `color`.
    pub fn shape(&mut self, shape: &Shape, pose: &Pose, color: &str) {
        let core = shape.core();
        self.bounds = self.bounds.union(&shape.aabb(pose));
        // A stroke of twice the radius with round joins is exactly the disc around the core.
        let (points, width) = (corners(core.vertices, pose), 2.0 * core.radius * SCALE);
        let _ = writeln!(
            self.elements,
            "<g opacity=\"0.45\"><polygon points=\"{points}\" fill=\"{color}\" stroke=\"{color}\" \
             stroke-width=\"{:.2}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/></g>",
            width.max(2.0)
        );
        if core.radius > 0.0 && core.vertices.len() > 1 {
            let _ = writeln!(
                self.elements,
                "<polygon points=\"{points}\" fill=\"none\" stroke=\"{color}\" \
                 stroke-dasharray=\"4 4\"/>"
            );
        }
    }

    /// A dot.
    pub fn dot(&mut self, at: Point, color: &str) {
        self.bounds = self.bounds.with_point(at);
        let (x, y) = place(at);
        let _ = writeln!(
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
        let _ = writeln!(
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
        let _ = writeln!(
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

fn corners(vertices: &[Point], pose: &Pose) -> String {
    // A single point is drawn as a line to itself, which a round cap makes a disc.
    let twice = if vertices.len() == 1 { 2 } else { 1 };
    let all = vertices.iter().cycle().take(vertices.len() * twice);
    let text = all.map(|v| {
        let (x, y) = place(pose * v);
        format!("{x:.2},{y:.2}")
    });
    text.collect::<Vec<_>>().join(" ")
}
