//! Source of a scene: in a window on the desktop, on a page of its own in a browser, where it can
//! be marked and kept.

#[cfg(not(target_arch = "wasm32"))]
use egui::{Color32, FontId, ScrollArea, TextFormat, Window, text::LayoutJob};
use egui::{Context, Ui, WidgetInfo};

use super::App;
use super::scenes::title;

/// Source that is shown.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// Name of the scene.
    name: &'static str,
    text: String,
}

/// A button for the source of a scene. True if it was clicked.
pub(super) fn button(ui: &mut Ui, name: &str) -> bool {
    let response = ui.button("Source").on_hover_text("The Rust function of this scene");
    let about = format!("Source of {}", title(name));
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, about.clone()));
    response.clicked()
}

impl App {
    /// Opens the page of a source.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn show_source(&mut self, context: &Context, name: &'static str) {
        context.open_url(egui::OpenUrl::new_tab(format!("source/{name}.html")));
    }

    /// Source that is shown.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn shown_source(&self) -> Option<&str> {
        self.source.as_ref().map(|it| it.text.as_str())
    }

    /// Shows a source in a window.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn show_source(&mut self, _: &Context, name: &'static str) {
        let text = crate::sources::source_of(name);
        self.source = text.map(|text| Shown { name, text });
    }

    /// Pages have no window for it.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn source_window(&mut self, _: &Context) {}

    /// Shows the window while it is open.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn source_window(&mut self, context: &Context) {
        let Some(Shown { name, text }) = &self.source else { return };
        let mut is_open = true;
        let screen = context.content_rect();
        let window = Window::new(format!("Source of {}", title(name))).open(&mut is_open);
        let window = window.collapsible(false).constrain_to(screen);
        let size = egui::vec2((screen.width() - 40.0).min(720.0), screen.height() - 120.0);
        let at = screen.min + egui::vec2((screen.width() - 760.0).clamp(8.0, 300.0), 50.0);
        window.default_pos(at).default_size(size).show(context, |ui| {
            if ui.button("Copy").clicked() {
                ui.ctx().copy_text(text.clone());
            }
            ScrollArea::both().auto_shrink(false).show(ui, |ui| {
                let [plain, weak] = [ui.visuals().text_color(), ui.visuals().weak_text_color()];
                ui.add(egui::Label::new(colored(text, plain, weak)).extend().selectable(true));
            });
        });
        if !is_open {
            self.source = None;
        }
    }
}

/// A program whose comments are paler than the rest.
#[cfg(not(target_arch = "wasm32"))]
fn colored(text: &str, plain: Color32, weak: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for line in text.split_inclusive('\n') {
        let color = if line.trim_start().starts_with("//") { weak } else { plain };
        job.append(line, 0.0, TextFormat::simple(FontId::monospace(12.0), color));
    }
    job
}
