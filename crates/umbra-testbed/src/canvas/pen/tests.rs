//! Tests of the pen: it covers what it should, with no more triangles than it needs.

use super::*;
use crate::canvas::Camera;
use egui::{Rect, pos2};
use umbra::geom::math::pose;

fn pen() -> Pen {
    let camera = Camera { center: Point::origin(), scale: 50.0 };
    let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(1000.0, 800.0));
    Pen::new(Lens { camera, rect }, 1.0, Mesh::default())
}

/// The area of all triangles, counted by the opacity of their corners.
fn area(mesh: &Mesh) -> f32 {
    let vertex = |index: u32| mesh.vertices[index as usize];
    let of = |[a, b, c]: [u32; 3]| {
        let [a, b, c] = [a, b, c].map(vertex);
        let (u, v) = (b.pos - a.pos, c.pos - a.pos);
        let opacity: f32 = [a, b, c].iter().map(|corner| f32::from(corner.color.a())).sum();
        0.5 * (u.x * v.y - u.y * v.x).abs() * opacity / (3.0 * 255.0)
    };
    mesh.triangles().map(of).sum()
}

#[test]
fn shapes_cover_their_area() {
    let (turned, ink) = (pose([1.0, 0.5], 0.7), Color32::BLACK);
    let shapes: [(Shape, f32); 5] = [
        (Polygon::cuboid(1.0, 0.5).unwrap().into(), 2.0),
        (Circle::new(0.8).unwrap().into(), 2.01),
        (Capsule::new([-1.0, 0.0], [1.0, 0.3], 0.5).unwrap().into(), 2.81),
        (Polygon::rounded_cuboid(1.0, 0.7, 0.2).unwrap().into(), 2.766),
        (Polygon::new([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]]).unwrap().into(), 1.0),
    ];
    for (shape, meters) in shapes {
        let mut pen = pen();
        pen.body_shape(&shape, &turned, ink, ink);
        assert!(pen.mesh.is_valid());
        let covered = area(&pen.mesh) / (50.0 * 50.0);
        assert!((covered / meters - 1.0).abs() < 0.02, "{shape:?}: {covered} of {meters}");
    }
}

#[test]
fn all_that_the_engine_draws_is_drawn() {
    let tint = DebugColor::hex(0x336699);
    let mut pen = pen();
    pen.circle(Point::origin(), 1.0, Rotation::identity(), tint);
    pen.capsule(Point::origin(), Point::new(1.0, 0.0), 0.2, tint);
    pen.polygon(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Point::from), 0.1, tint);
    pen.segment(Point::origin(), Point::new(3.0, 3.0), tint);
    pen.arrow(Point::origin(), Vector::new(0.0, 2.0), tint);
    pen.point(Point::origin(), tint);
    pen.outline(&Aabb { min: Point::origin(), max: Point::new(1.0, 1.0) }, tint);
    pen.text(Point::origin(), "5 bodies", tint);
    assert!(pen.mesh.is_valid() && pen.labels.len() == 1);
    let is_finite = |vertex: &Vertex| vertex.pos.x.is_finite() && vertex.pos.y.is_finite();
    assert!(pen.mesh.vertices.iter().all(is_finite));
    // What has no length or is nowhere leaves nothing.
    let before = pen.mesh.clone();
    pen.segment(Point::origin(), Point::origin(), tint);
    pen.arrow(Point::origin(), Vector::new(Real::NAN, 0.0), tint);
    pen.polygon(&[], 0.0, tint);
    assert_eq!(pen.mesh, before);
}

#[test]
fn many_lines_have_few_vertices() {
    let mut pen = pen();
    let mut draw = |count: usize| {
        for _ in 0..count {
            pen.arrow_on_screen(pos2(3.0, 3.0), vec2(9.0, 2.0), Color32::RED);
            pen.dot(pos2(5.0, 5.0), DOT, Color32::RED);
        }
        assert!(pen.mesh.is_valid());
        pen.mesh.vertices.len()
    };
    let few = draw(1000);
    let many = draw(20_000);
    assert_eq!(draw(1000) - many, 8 * 1000);
    assert!(few > 15 * 1000, "{few}");
}

#[test]
fn what_is_small_has_no_rings() {
    let mut pen = pen();
    let speck: Shape = Polygon::cuboid(0.01, 0.01).unwrap().into();
    pen.body_shape(&speck, &Pose::identity(), Color32::RED, Color32::BLACK);
    assert_eq!((pen.mesh.vertices.len(), pen.mesh.indices.len()), (4, 6));
}
