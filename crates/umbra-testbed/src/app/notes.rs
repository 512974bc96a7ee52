//! Messages about errors and results: a message fades after some seconds, or is dismissed. No input
//! of a user ends the program.

use egui::{Align2, Area, Context, Frame, Id, Order, RichText, Ui, vec2};

/// More than these are not shown at once; the oldest go.
const MOST: usize = 5;

/// How many seconds what was done and what went wrong are shown.
const SHOWN: [f32; 2] = [4.0, 12.0];
/// How many seconds it takes to fade.
const FADE: f32 = 1.0;

/// A sentence, and how often it was said.
#[derive(Clone, Debug)]
struct Note {
    text: String,
    is_complaint: bool,
    times: u32,
    /// How many seconds it is still shown.
    left: f32,
}

/// Messages that were not dismissed.
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
            note.left = SHOWN[usize::from(is_complaint)];
            return;
        }
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        let left = SHOWN[usize::from(is_complaint)];
        self.0.push(Note { text, is_complaint, times: 1, left });
    }

    /// Everything that went wrong and was not dismissed, whether it is still shown or not.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|note| note.is_complaint).map(|note| note.text.as_str())
    }

    /// Shows what is not too old, above what is at the bottom of the window.
    pub(super) fn show(&mut self, context: &Context, bottom: f32) {
        let seconds = context.input(|input| input.stable_dt).clamp(0.0, 0.1);
        for note in &mut self.0 {
            note.left -= seconds;
        }
        self.0.retain(|note| note.is_complaint || note.left > 0.0);
        if self.0.iter().all(|note| note.left <= 0.0) {
            return;
        }
        context.request_repaint();
        let area = Area::new(Id::unique("notes")).order(Order::Foreground);
        let most = context.content_rect().width() - 24.0;
        area.anchor(Align2::CENTER_BOTTOM, vec2(0.0, -bottom)).show(context, |ui| {
            ui.set_max_width(most.min(560.0));
            let mut dismissed = None;
            for (index, note) in self.0.iter().enumerate().filter(|(_, note)| note.left > 0.0) {
                ui.scope(|ui| {
                    ui.set_opacity((note.left / FADE).min(1.0));
                    if note_row(ui, note) {
                        dismissed = Some(index);
                    }
                });
            }
            if let Some(index) = dismissed {
                self.0.remove(index);
            }
        });
    }
}

/// A sentence and a button. True if it was dismissed.
fn note_row(ui: &mut Ui, note: &Note) -> bool {
    let row = Frame::popup(ui.style()).show(ui, |ui| {
        ui.horizontal(|ui| {
            let is_dismissed = ui.button("Dismiss").clicked();
            let color = if note.is_complaint {
                ui.visuals().error_fg_color
            } else {
                ui.visuals().text_color()
            };
            let times = match note.times {
                1 => String::new(),
                times => format!(" ({times} times)"),
            };
            let text = RichText::new(format!("{}{times}", note.text)).color(color);
            ui.add(egui::Label::new(text).wrap());
            is_dismissed
        })
    });
    row.inner.inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_fades_and_what_went_wrong_is_kept() {
        let (context, mut notes) = (Context::default(), Notes::default());
        notes.tell("Saved.".to_owned());
        notes.complain("Refused.".to_owned());
        let mut widths = vec![];
        for frame in 0..20 * 60 {
            let input = egui::RawInput {
                time: Some(f64::from(frame) / 60.0),
                predicted_dt: 1.0 / 60.0,
                ..egui::RawInput::default()
            };
            let mut output = context.run_ui(input, |ui| notes.show(ui.ctx(), 60.0));
            output.textures_delta.clear();
            widths.push(notes.0.iter().filter(|note| note.left > 0.0).count());
        }
        assert_eq!([widths[60], widths[6 * 60], widths[15 * 60]], [2, 1, 0]);
        assert_eq!(notes.all().collect::<Vec<_>>(), ["Refused."]);
    }
}
