//! What went wrong, to be read and dismissed. No input of a user ends the program.

use egui::{Align2, Area, Context, Frame, Id, Order, RichText, vec2};

/// More than these are not shown at once; the oldest go.
const MOST: usize = 5;

/// A sentence, and how often it was said.
#[derive(Clone, Debug)]
struct Note {
    text: String,
    is_complaint: bool,
    times: u32,
}

/// What has been said and not been dismissed.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes(Vec<Note>);

impl Notes {
    /// Says what went wrong.
    pub(super) fn complain(&mut self, text: String) {
        self.add(text, true);
    }

    /// Says what was done.
    pub(super) fn tell(&mut self, text: String) {
        self.add(text, false);
    }

    fn add(&mut self, text: String, is_complaint: bool) {
        if let Some(note) = self.0.iter_mut().find(|note| note.text == text) {
            note.times += 1;
            return;
        }
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        self.0.push(Note { text, is_complaint, times: 1 });
    }

    /// Everything that went wrong.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|note| note.is_complaint).map(|note| note.text.as_str())
    }

    pub(super) fn show(&mut self, context: &Context) {
        if self.0.is_empty() {
            return;
        }
        let area = Area::new(Id::unique("notes")).order(Order::Foreground);
        area.anchor(Align2::CENTER_BOTTOM, vec2(0.0, -64.0)).show(context, |ui| {
            let mut dismissed = None;
            for (index, note) in self.0.iter().enumerate() {
                Frame::popup(ui.style()).show(ui, |ui| {
                    ui.horizontal(|ui| {
                        let color = if note.is_complaint {
                            ui.visuals().error_fg_color
                        } else {
                            ui.visuals().text_color()
                        };
                        let times = match note.times {
                            1 => String::new(),
                            times => format!(" ({times} times)"),
                        };
                        ui.label(RichText::new(format!("{}{times}", note.text)).color(color));
                        if ui.small_button("Dismiss").clicked() {
                            dismissed = Some(index);
                        }
                    });
                });
            }
            if let Some(index) = dismissed {
                self.0.remove(index);
            }
        });
    }
}
