//! A scene as meshes: what is on the canvas, without anything that reacts.
//!
//! - `camera.rs`: [`Camera`] and [`Lens`], which part of the world is where on the screen;
//! - `pen.rs`: [`Pen`], shapes and lines as triangles in one mesh; implements
//!   [`DebugDraw`](umbra::DebugDraw);
//! - `outline.rs`: outlines of shapes on the screen, which the pen fills;
//! - `paint.rs`: [`Paint`], the colours, light and dark;
//! - `tint.rs`: [`Tints`], which body has which colour; `trails.rs`: lines behind bodies;
//! - `options.rs`: [`ViewOptions`], what is shown;
//! - `layers.rs`: [`Layers`], the meshes of one scene; that of what does not move is kept between
//!   frames;
//! - `grid.rs`: the grid and the scale bar; `text.rs`: text over walls.
//!
//! One mesh per layer goes to egui, whatever is in it: a widget or an egui shape per body would
//! cost ten times as much. Meshes are in screen coordinates, because egui has no transforms; so a
//! kept mesh is translated when the camera pans, and built again when it zooms.

mod camera;
mod grid;
mod layers;
mod options;
mod outline;
mod paint;
mod pen;
mod text;
mod tint;
mod trails;

pub use camera::{Camera, Lens};
pub use layers::{Layers, Shown};
pub use options::ViewOptions;
pub use paint::Paint;
pub use pen::Pen;
pub use tint::{Coloring, TINTS, Tints};
pub use trails::Trails;

pub(crate) use grid::{draw_grid, draw_scale};
pub(crate) use layers::draw_bodies;
pub(crate) use paint::slotmap_index;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use paint::{body_color, color as engine_color};
pub(crate) use text::write;
