//! The window that lists keys and gestures.

use egui::{Context, Grid, RichText, Window};

use super::App;
use super::keys::KEYS;

/// What fingers do.
const GESTURES: [(&str, &str); 6] = [
    ("Drag a body", "carries it; let go to throw it"),
    ("Drag elsewhere", "moves the picture"),
    ("Click", "inspects a body; again, its collider; near an anchor, a joint"),
    ("Wheel", "zooms to the pointer"),
    ("Right button", "moves the picture with any tool"),
    ("Two fingers", "move and zoom the picture"),
];

impl App {
    /// Shows the window while it is open.
    pub(super) fn help_window(&mut self, context: &Context) {
        let window = Window::new("Keys and gestures").open(&mut self.shows_help);
        let screen = context.content_rect();
        let window = window.collapsible(false).resizable(false).constrain_to(screen);
        let at = screen.min + egui::vec2((screen.width() - 620.0).clamp(8.0, 300.0), 60.0);
        let height = (screen.height() - 110.0).max(120.0);
        window.default_pos(at).show(context, |ui| {
            ui.set_max_width((screen.width() - 40.0).min(560.0));
            let scroll = egui::ScrollArea::both().max_height(height);
            scroll.show(ui, table_of_keys);
        });
    }
}

/// Keys, then gestures.
fn table_of_keys(ui: &mut egui::Ui) {
    let table = |ui: &mut egui::Ui, name: &str, rows: &mut dyn Iterator<Item = (&str, &str)>| {
        Grid::new(name).num_columns(2).spacing([18.0, 4.0]).show(ui, |ui| {
            for (key, about) in rows {
                ui.label(RichText::new(key).monospace().strong());
                ui.label(about);
                ui.end_row();
            }
        });
    };
    table(ui, "keys", &mut KEYS.iter().map(|key| (key.shown, key.about)));
    ui.separator();
    table(ui, "gestures", &mut GESTURES.into_iter());
}
