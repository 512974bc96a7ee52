//! Pictures of what the canvas shows: as SVG by the engine's own drawing, as PNG by the window's
//! pixels.

use std::sync::{Arc, Mutex};

use egui::{ColorImage, Context, Rect, ScreenshotCallback, ViewportCommand};
use umbra::prelude::*;

use super::{App, files};
use crate::canvas::{Paint, draw_bodies};
use crate::experiment::Side;

/// Pixels on their way from the window system.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    arrived: Arc<Mutex<Option<Arc<ColorImage>>>>,
    /// What of the window is wanted, in pixels, and the name of the file.
    wanted: Option<(Rect, String)>,
}

impl Pictures {
    pub(super) fn is_waiting(&self) -> bool {
        self.wanted.is_some()
    }

    /// The pixels that were asked for, once.
    fn take_arrived(&mut self) -> Option<(Arc<ColorImage>, Rect, String)> {
        let image = self.arrived.lock().ok()?.take()?;
        let (rect, name) = self.wanted.take()?;
        Some((image, rect, name))
    }
}

impl App {
    /// The name of a file for what is shown.
    pub(super) fn file_name(&self, extension: &str) -> String {
        let session = self.experiment.a();
        format!("{}-{}.{extension}", session.source().name(), session.step_count())
    }

    /// Saves the canvas as lines and shapes.
    pub(super) fn save_svg(&mut self) {
        match self.svg() {
            Ok(picture) => self.save(&self.file_name("svg"), picture.as_bytes()),
            Err(error) => self.notes.complain(error.to_string()),
        }
    }

    /// The canvas as SVG, with both sides if there are two.
    ///
    /// # Errors
    /// When the engine refuses to draw.
    pub fn svg(&self) -> Result<String, umbra::Error> {
        let a = self.svg_of(Side::A)?;
        if !self.experiment.is_compared() {
            return Ok(a);
        }
        let b = self.svg_of(Side::B)?;
        let size = self.lens(Side::A).rect.size().ceil();
        let (width, height) = (2.0 * size.x + 2.0, size.y);
        let beside = b.replacen("<svg ", &format!("<svg x=\"{}\" ", size.x + 2.0), 1);
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n{a}{beside}</svg>\n"
        ))
    }

    /// One side: bodies in their colours, and over them what the engine draws.
    fn svg_of(&self, side: Side) -> Result<String, umbra::Error> {
        let lens = self.lens(side);
        let (view, paint) = (lens.view(), Paint::new(false));
        let session = self.experiment.session(side);
        let mut picture = SvgDraw::new().view(view)?.scale(lens.camera.scale)?.opacity(0.9)?;
        if self.view.shapes {
            draw_bodies(
                &mut picture,
                session.scene(),
                &self.view.at_step(session.step_count(), session.world().rate()),
                &paint,
                &self.tints[side as usize],
            );
        }
        let options = self.view.debug_options(&paint, Some(view), 1.0);
        let options = DebugOptions { shapes: false, ..options };
        session.scene().debug_draw(&mut picture, options)?;
        session.draw_marks(&mut picture);
        Ok(picture.to_string())
    }

    /// Asks the window system for the pixels of the canvas. They come a frame later.
    pub(super) fn ask_for_png(&mut self, context: &Context) {
        let pixels = context.pixels_per_point();
        self.pictures.wanted = Some((self.canvas * pixels, self.file_name("png")));
        let arrived = Arc::clone(&self.pictures.arrived);
        let callback = ScreenshotCallback::new(move |image| {
            if let Ok(mut arrived) = arrived.lock() {
                *arrived = Some(image);
            }
        });
        context.send_viewport_cmd(ViewportCommand::Screenshot(callback));
    }

    /// Saves the pixels that have arrived.
    pub(super) fn save_pictures(&mut self) {
        let Some((image, rect, name)) = self.pictures.take_arrived() else { return };
        match png(&image, rect) {
            Ok(file) => self.save(&name, &file),
            Err(error) => self.notes.complain(format!("{name}: {error}")),
        }
    }

    pub(super) fn save(&mut self, name: &str, contents: &[u8]) {
        match files::save(name, contents) {
            Ok(place) => self.notes.tell(format!("Saved as {place}.")),
            Err(complaint) => self.notes.complain(complaint),
        }
    }
}

/// The part of an image within a rectangle, as a PNG file.
///
/// # Errors
/// When nothing of the image is in the rectangle.
pub fn png(image: &ColorImage, part: Rect) -> Result<Vec<u8>, png::EncodingError> {
    let [width, height] = image.size;
    let clamp = |value: f32, most: usize| (value.round().max(0.0) as usize).min(most);
    let (left, right) = (clamp(part.left(), width), clamp(part.right(), width));
    let (top, bottom) = (clamp(part.top(), height), clamp(part.bottom(), height));
    let row = |y: usize| &image.pixels[y * width + left..y * width + right.max(left)];
    let pixels: Vec<u8> = (top..bottom.max(top))
        .flat_map(row)
        .flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()])
        .collect();
    let mut file = vec![];
    let size = [right.saturating_sub(left), bottom.saturating_sub(top)].map(|side| side as u32);
    let mut encoder = png::Encoder::new(&mut file, size[0], size[1]);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Color32, pos2};

    #[test]
    fn a_part_of_an_image_becomes_a_file() {
        let image = ColorImage::filled([20, 10], Color32::RED);
        let part = Rect::from_min_max(pos2(5.0, 2.0), pos2(40.0, 8.0));
        let file = png(&image, part).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (15, 6));
        assert!(pixels.chunks(3).all(|pixel| pixel == [255, 0, 0]));
        let nowhere = Rect::from_min_max(pos2(50.0, 50.0), pos2(60.0, 60.0));
        assert!(png(&image, nowhere).is_err());
    }
}
