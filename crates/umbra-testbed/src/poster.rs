//! A picture of a scene by the processor: the meshes of the canvas, drawn into pixels. It needs no
//! window and no graphics card, and so it is made where the site is.

use egui::epaint::{ClippedPrimitive, Mesh, Primitive};
use egui::{Color32, ColorImage, Pos2, RawInput, Rect, vec2};
use umbra::prelude::*;

use crate::canvas::{Camera, Layers, Lens, Paint, Shown, Tints, Trails, ViewOptions};
use crate::session::Session;
use crate::{app, framing};

/// A picture of a session as it is, as a PNG file.
///
/// # Errors
/// A sentence, when the engine refuses to draw or the file cannot be made.
pub fn poster(session: &Session, size: [u32; 2], dark: bool) -> Result<Vec<u8>, String> {
    let [width, height] = size.map(|side| side as f32);
    let rect = Rect::from_min_size(Pos2::ZERO, vec2(width, height));
    let mut camera = Camera::default();
    if let Some(view) = framing::start_view(session.source()) {
        camera = camera.fit(&view.shown, rect.size());
    }
    if let umbra_scenes::Framing::Follow(wide) = session.source().framing() {
        let marked = session.world().roles().marked;
        if let Some(body) = marked.and_then(|key| session.scene().body(key).ok()) {
            let scale = framing::follow_scale(rect.size(), wide);
            let half = Vector::new(width, height) * (0.5 / scale);
            let stage = framing::stage(session.scene());
            camera = Camera { center: framing::follow(body.position(), stage, half), scale };
        }
    }
    let start = Session::new(session.source().clone()).map_err(|error| error.to_string())?;
    let (paint, tints) = (Paint::new(dark), Tints::for_scene(start.scene()));
    let view = ViewOptions { sleep: false, ..ViewOptions::default() };
    let trails = Trails::default();
    let shown = Shown {
        session,
        lens: Lens { camera, rect },
        view: &view,
        paint: &paint,
        alpha: 1.0,
        selected: None,
        tints: &tints,
        trails: &trails,
        letters: false,
    };
    let context = egui::Context::default();
    let mut drawn = Ok(());
    let input = RawInput { screen_rect: Some(rect), ..RawInput::default() };
    let mut output = context.run_ui(input, |ui| {
        drawn = Layers::default().paint(&ui.painter_at(rect), &shown);
    });
    // Letters are not drawn.
    output.textures_delta.clear();
    drawn.map_err(|error| error.to_string())?;
    let mut image = ColorImage::filled(size.map(|side| side as usize), paint.background);
    for ClippedPrimitive { primitive, .. } in context.tessellate(output.shapes, 1.0) {
        if let Primitive::Mesh(mesh) = primitive {
            fill(&mut image, &mesh);
        }
    }
    app::png(&image, rect).map_err(|error| error.to_string())
}

/// Draws triangles over an image. Their colours are premultiplied, as egui's are.
fn fill(image: &mut ColorImage, mesh: &Mesh) {
    let [width, height] = image.size;
    for [a, b, c] in mesh.triangles().map(|it| it.map(|index| mesh.vertices[index as usize])) {
        // Letters need the texture of the font; nothing else has another corner of it.
        if [a, b, c].iter().any(|vertex| vertex.uv != egui::epaint::WHITE_UV) {
            continue;
        }
        let corners = [a.pos, b.pos, c.pos];
        let area = cross(corners[1] - corners[0], corners[2] - corners[0]);
        if area == 0.0 || !area.is_finite() {
            continue;
        }
        let around = Rect::from_points(&corners);
        let clamp = |value: f32, most: usize| (value.max(0.0) as usize).min(most);
        for y in clamp(around.top().floor(), height)..clamp(around.bottom().ceil(), height) {
            for x in clamp(around.left().floor(), width)..clamp(around.right().ceil(), width) {
                let at = Pos2::new(x as f32 + 0.5, y as f32 + 0.5);
                let part = |i: usize| {
                    let (from, to) = (corners[(i + 1) % 3], corners[(i + 2) % 3]);
                    cross(to - from, at - from) / area
                };
                let parts = [part(0), part(1), part(2)];
                // Of two triangles that share an edge, one has it.
                if parts.iter().any(|part| *part < 0.0 || *part == 0.0 && area < 0.0) {
                    continue;
                }
                let pixel = &mut image.pixels[y * width + x];
                *pixel = over(*pixel, &[a.color, b.color, c.color], parts);
            }
        }
    }
}

/// A colour that is mixed of three, over another.
fn over(behind: Color32, colors: &[Color32; 3], parts: [f32; 3]) -> Color32 {
    let mixed = |channel: usize| -> f32 {
        (0..3).map(|i| f32::from(colors[i].to_array()[channel]) * parts[i]).sum()
    };
    let clear = 1.0 - mixed(3) / 255.0;
    let channel = |index: usize| {
        (mixed(index) + f32::from(behind.to_array()[index]) * clear).round().clamp(0.0, 255.0) as u8
    };
    Color32::from_rgb(channel(0), channel(1), channel(2))
}

fn cross(a: egui::Vec2, b: egui::Vec2) -> f32 {
    a.x * b.y - a.y * b.x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_poster_shows_the_scene() {
        // It has marks with letters, too.
        let session = Session::new(umbra_scenes::find("castle_siege").unwrap()).unwrap();
        let file = poster(&session, [240, 126], false).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (240, 126));
        let background = Paint::new(false).background;
        let is_drawn = |pixel: &[u8]| pixel != [background.r(), background.g(), background.b()];
        let drawn = pixels.chunks(3).filter(|pixel| is_drawn(pixel)).count();
        assert!(drawn > 240 * 126 / 12, "{drawn}");
        let colors: std::collections::HashSet<_> = pixels.chunks(3).collect();
        assert!(colors.len() > 20);
    }
}
