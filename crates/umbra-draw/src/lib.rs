//! Looking at a scene: what is where, what touches what, and how hard.
//!
//! - `lib.rs`: [`DebugDraw`], what a picture has to be able to show, and [`DebugColor`];
//! - `options.rs`: [`DebugOptions`], what is to be shown, and [`DebugPalette`], in which colours;
//! - `scene.rs`: [`DrawScene::debug_draw`], which walks the scene; `joints.rs`, `fields.rs`,
//!   `portals.rs`: what it draws of these;
//! - `svg/`: [`SvgDraw`], a picture without a window.
#![forbid(unsafe_code)]

mod fields;
mod joints;
mod options;
mod portals;
mod scene;
mod svg;

use umbra_geom::limits as check;

pub use options::{DebugOptions, DebugPalette};
pub use scene::DrawScene;
pub use svg::SvgDraw;

use umbra_geom::{Aabb, Point, Pose, Real, Rotation, Shape, Vector};

/// A colour: red, green and blue, from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DebugColor {
    /// Red component.
    pub red: u8,
    /// Green component.
    pub green: u8,
    /// Blue component.
    pub blue: u8,
}

impl DebugColor {
    /// The colour that is written `0xrrggbb`.
    ///
    /// ```
    /// use umbra::prelude::*;
    /// assert_eq!(DebugColor::hex(0xff8000), DebugColor { red: 255, green: 128, blue: 0 });
    /// ```
    pub const fn hex(rgb: u32) -> Self {
        Self { red: (rgb >> 16) as u8, green: (rgb >> 8) as u8, blue: rgb as u8 }
    }
}

/// Drawing target: a window of a game, or [`SvgDraw`].
///
/// All positions are in the world, with y up. The target chooses how to fill the inside of solid
/// shapes.
///
/// ```
/// use umbra::prelude::*;
///
/// /// Counts the discs that it is told to draw.
/// struct Count(usize);
///
/// impl DebugDraw for Count {
///     fn circle(&mut self, _: Point, _: Real, _: Rotation, _: DebugColor) {
///         self.0 += 1;
///     }
///     fn capsule(&mut self, _: Point, _: Point, _: Real, _: DebugColor) {}
///     fn polygon(&mut self, _: &[Point], _: Real, _: DebugColor) {}
///     fn segment(&mut self, _: Point, _: Point, _: DebugColor) {}
///     fn arrow(&mut self, _: Point, _: Vector, _: DebugColor) {}
///     fn point(&mut self, _: Point, _: DebugColor) {}
///     fn text(&mut self, _: Point, _: &str, _: DebugColor) {}
/// }
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let ball = scene.add_body(Body::dynamic())?;
/// scene.add_collider(ball, Collider::circle(0.5))?;
/// let mut count = Count(0);
/// scene.debug_draw(&mut count, DebugOptions::default())?;
/// assert_eq!(count.0, 1);
/// # Ok::<(), umbra::Error>(())
/// ```
#[doc(alias("debug renderer", "wireframe", "gizmos"))]
pub trait DebugDraw {
    /// A disc. `rotation` says how far it has turned, to be shown by a spoke.
    fn circle(&mut self, center: Point, radius: Real, rotation: Rotation, color: DebugColor);

    /// All points within `radius` of the line from `a` to `b`.
    fn capsule(&mut self, a: Point, b: Point, radius: Real, color: DebugColor);

    /// A convex polygon with these corners, counter-clockwise, and a layer of thickness `radius`
    /// around it.
    fn polygon(&mut self, vertices: &[Point], radius: Real, color: DebugColor);

    /// A line.
    fn segment(&mut self, a: Point, b: Point, color: DebugColor);

    /// An arrow from a place along a vector.
    fn arrow(&mut self, from: Point, along: Vector, color: DebugColor);

    /// A dot that is seen whatever the scale.
    fn point(&mut self, at: Point, color: DebugColor);

    /// A line of text, centred above a place.
    fn text(&mut self, at: Point, text: &str, color: DebugColor);

    /// The outline of an axis-aligned box.
    fn outline(&mut self, aabb: &Aabb, color: DebugColor) {
        let (min, max) = (aabb.min, aabb.max);
        let corners = [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
        for (index, corner) in corners.iter().enumerate() {
            self.segment(*corner, corners[(index + 1) % 4], color);
        }
    }

    /// Any shape, by way of the methods above.
    fn shape(&mut self, shape: &Shape, pose: &Pose, color: DebugColor) {
        let core = shape.core();
        let corners: Vec<Point> = core.vertices.iter().map(|vertex| pose * vertex).collect();
        match corners[..] {
            [center] => self.circle(center, core.radius, pose.rotation, color),
            [a, b] if shape.line().is_some() => self.segment(a, b, color),
            [a, b] => self.capsule(a, b, core.radius, color),
            _ => self.polygon(&corners, core.radius, color),
        }
    }
}
