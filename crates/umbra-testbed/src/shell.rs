//! The window on the desktop.

use std::path::PathBuf;

use eframe::NativeOptions;
use egui::{ScreenshotCallback, ViewportBuilder, ViewportCommand};

use crate::app::{App, png};
use crate::link::Link;

/// A picture of the whole window, to be taken by itself: how the pictures of the guide are made.
#[derive(Clone, Debug)]
pub struct Portrait {
    /// Path of the file.
    pub file: PathBuf,
    /// After how many frames it is taken.
    pub after: u32,
}

/// The app in a window.
struct Shell {
    app: App,
    portrait: Option<Portrait>,
}

impl eframe::App for Shell {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.app.ui(ui);
        let Some(portrait) = &mut self.portrait else { return };
        ui.ctx().request_repaint();
        let is_ready = self.app.experiment().ahead() == 0;
        if !is_ready {
            return;
        }
        if portrait.after > 0 {
            portrait.after -= 1;
            return;
        }
        if let Some(portrait) = self.portrait.take() {
            let context = ui.ctx().clone();
            let callback = ScreenshotCallback::new(move |image| {
                let [width, height] = image.size.map(|side| side as f32);
                let whole = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width, height));
                let written = png(&image, whole).map(|file| std::fs::write(&portrait.file, file));
                // Nobody is there to read a complaint; a missing file says enough.
                drop(written);
                context.send_viewport_cmd(ViewportCommand::Close);
            });
            ui.ctx().send_viewport_cmd(ViewportCommand::Screenshot(callback));
        }
    }
}

/// Opens a window on a file or on what a link names, until somebody closes it.
///
/// # Errors
/// When there is no window system, or it has no OpenGL.
pub fn run(
    link: Link,
    complaints: Vec<String>,
    file: Option<PathBuf>,
    portrait: Option<Portrait>,
) -> eframe::Result {
    let viewport = ViewportBuilder::default()
        .with_title("Umbra testbed")
        // A screen of 1280 x 800 has bars of its own.
        .with_inner_size([1240.0, 700.0])
        .with_min_inner_size([360.0, 300.0]);
    let options = NativeOptions { viewport, ..NativeOptions::default() };
    let create = move |_: &eframe::CreationContext<'_>| {
        let mut app = App::new(&link)?;
        complaints.into_iter().for_each(|complaint| app.complain(complaint));
        if let Some(path) = file {
            app.open_file(&path, std::fs::read(&path).map_err(|error| error.to_string()));
        }
        Ok(Box::new(Shell { app, portrait }) as Box<dyn eframe::App>)
    };
    eframe::run_native("umbra-testbed", options, Box::new(create))
}
