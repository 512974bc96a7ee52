//! The panel of scenes: groups, a search, what to look at and what to try.

use egui::{
    Align, CollapsingHeader, Color32, Layout, RichText, ScrollArea, TextEdit, TextStyle, Ui,
};
use umbra_scenes::{GROUPS, SceneDef};

use super::{App, source};
use crate::session::Source;

impl App {
    /// Shows the scenes on the left.
    pub(super) fn scenes_panel(&mut self, ui: &mut Ui) {
        let panel = egui::Panel::left("scenes").default_size(216.0).size_range(160.0..=360.0);
        panel.show(ui, |ui| {
            ui.add_space(4.0);
            self.scenes(ui);
        });
    }

    /// Panel of scenes: the current one, a search, and the list. True if a scene was chosen.
    pub(super) fn scenes(&mut self, ui: &mut Ui) -> bool {
        if !self.layout().is_compact() {
            self.about_scene(ui);
            ui.separator();
        }
        if !self.layout().is_compact() {
            self.parameters(ui);
        }
        let hint = RichText::new("Search scenes").weak();
        let field = TextEdit::singleline(&mut self.search).hint_text(hint);
        // As high as any button, with the text in its middle.
        let above = 0.5 * (ui.spacing().interact_size.y - ui.text_style_height(&TextStyle::Body));
        let field = field.margin(egui::vec2(8.0, above.max(2.0)));
        let field = ui.add(field.desired_width(f32::INFINITY));
        field.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Search scenes")
        });
        let (mut chosen, mut wants_source) = (None, None);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if self.layout().is_compact() {
                self.about_scene(ui);
                self.parameters(ui);
            }
            (chosen, wants_source) = self.list(ui);
        });
        if let Some(def) = wants_source {
            self.show_source(ui.ctx(), def.name);
        }
        if let Some(def) = chosen {
            self.open(def);
        }
        chosen.is_some()
    }

    fn about_scene(&self, ui: &mut Ui) {
        let source = self.experiment.a().source();
        // A file is called as it is.
        ui.heading(source.def().map_or(source.name().to_owned(), |def| title(def.name)));
        ui.label(source.about());
        ui.label(RichText::new(source.what_to_try()).weak());
    }

    /// Sliders for what the scene can be set up with. It begins anew when one is let go.
    fn parameters(&mut self, ui: &mut Ui) {
        let Source::Catalogue(def, numbers) = self.experiment.a().source().clone() else { return };
        if def.parameters().is_empty() {
            return;
        }
        let id = ui.scope_id().with(def.name);
        let kept = |ui: &Ui| ui.data(|data| data.get_temp::<Vec<u32>>(id));
        let mut wanted =
            kept(ui).filter(|it| it.len() == numbers.len()).unwrap_or(numbers.to_vec());
        let mut is_done = false;
        ui.spacing_mut().slider_width = 90.0;
        for (parameter, number) in def.parameters().iter().zip(&mut wanted) {
            let [least, most] = parameter.limits;
            let slider = egui::Slider::new(number, least..=most).logarithmic(most > 100);
            let label = ui.label(title(parameter.name));
            let response = ui.add(slider).labelled_by(label.id).on_hover_text(parameter.about);
            is_done |= response.drag_stopped() || response.changed() && !response.dragged();
        }
        ui.data_mut(|data| data.insert_temp(id, wanted.clone()));
        if is_done && wanted[..] != numbers[..] {
            self.open_source(Source::Catalogue(def, wanted.into()));
        }
    }

    /// The list. The scene that was chosen, and the one whose source is wanted.
    fn list(&self, ui: &mut Ui) -> (Option<&'static SceneDef>, Option<&'static SceneDef>) {
        let (mut chosen, mut wants_source) = (None, None);
        let wanted = self.search.trim().to_lowercase();
        let is_found = |def: &&SceneDef| {
            let text = format!("{} {} {}", title(def.name), def.name, def.about);
            wanted.split_whitespace().all(|word| text.to_lowercase().contains(word))
        };
        let mut count = 0;
        for group in &GROUPS {
            let found: Vec<_> = group.scenes.iter().filter(is_found).collect();
            count += found.len();
            if found.is_empty() {
                continue;
            }
            let current = self.experiment.a().source().def().map(|def| def.name);
            let is_current = |def: &&&SceneDef| Some(def.name) == current;
            let holds_current = found.iter().any(|def| is_current(&def));
            let header = CollapsingHeader::new(group.name)
                .default_open(holds_current || group.name == "Play")
                .open((!wanted.is_empty()).then_some(true));
            header.show(ui, |ui| {
                for def in &found {
                    ui.horizontal(|ui| {
                        let response = ui.selectable_label(is_current(&def), title(def.name));
                        let about = format!("{}\n{}", def.about, def.what_to_try());
                        if response.on_hover_text(about).clicked() {
                            chosen = Some(*def);
                        }
                        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                            // It is there for all, and in the way of none.
                            ui.visuals_mut().widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
                            let weak = ui.visuals().weak_text_color();
                            ui.visuals_mut().widgets.inactive.fg_stroke.color = weak;
                            if source::button(ui, def.name) {
                                wants_source = Some(*def);
                            }
                        });
                    });
                }
            });
        }
        if count == 0 {
            ui.label(RichText::new("No scene is about that.").weak());
        }
        (chosen, wants_source)
    }
}

/// The name as a reader wants it: `wrecking_ball` is "Wrecking ball".
pub fn title(name: &str) -> String {
    let mut letters =
        name.replace('_', " ").replace("newtons", "newton's").chars().collect::<Vec<_>>();
    if let Some(first) = letters.first_mut() {
        *first = first.to_ascii_uppercase();
    }
    letters.into_iter().collect()
}
