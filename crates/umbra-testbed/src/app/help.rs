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
        window.collapsible(false).resizable(false).default_pos([320.0, 90.0]).show(context, |ui| {
            let table =
                |ui: &mut egui::Ui, name: &str, rows: &mut dyn Iterator<Item = (&str, &str)>| {
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
        });
    }
}
