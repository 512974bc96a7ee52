//! Window that lists the files of scenes and recordings, for desktops. Browsers have one of their
//! own.

use std::path::{Path, PathBuf};

use egui::{Context, RichText, ScrollArea, TextEdit, Window};

use super::App;

/// Folder in which the list begins: the testbed saves files there.
const FOLDER: &str = "out";

/// Choice of a file.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    /// Path of a file, or of the folder that is listed.
    path: String,
    files: Vec<PathBuf>,
    /// The folder that was listed last.
    listed: Option<PathBuf>,
}

impl Opening {
    pub(super) fn new() -> Self {
        Self { path: FOLDER.to_owned(), files: vec![], listed: None }
    }

    /// Lists the folder of the path anew when it is another one.
    fn list(&mut self) {
        let path = Path::new(&self.path);
        let folder = if path.is_dir() { Some(path) } else { path.parent() };
        let folder = folder.filter(|it| it.is_dir()).map(Path::to_owned);
        if folder.is_none() || folder == self.listed {
            return;
        }
        self.files = folder.as_deref().map(files_in).unwrap_or_default();
        self.listed = folder;
    }
}

/// Files in a folder that can be opened, and folders in it, in the order of their names.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_wanted = |path: &PathBuf| {
        let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        let is_hidden = path.file_name().is_some_and(|it| it.to_string_lossy().starts_with('.'));
        !is_hidden && (path.is_dir() || ["json", "ron", "bin"].contains(&ending))
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_wanted).collect();
    files.sort();
    files
}

impl App {
    /// Shows the list while a file is chosen.
    pub(super) fn open_window(&mut self, context: &Context) {
        let Some(opening) = &mut self.opening else { return };
        opening.list();
        let (mut is_open, mut chosen) = (true, None);
        let screen = context.content_rect();
        let window = Window::new("Open a file").open(&mut is_open).collapsible(false);
        let window = window.resizable(false).constrain_to(screen);
        window.default_pos(screen.min + egui::vec2(8.0, 60.0)).show(context, |ui| {
            ui.set_max_width((screen.width() - 40.0).min(420.0));
            let label = ui.label("A scene or a recording: .json, .ron or .bin");
            let field = TextEdit::singleline(&mut opening.path).desired_width(f32::INFINITY);
            let field = ui.add(field).labelled_by(label.id);
            let is_entered =
                field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            if is_entered && Path::new(&opening.path).is_file() {
                chosen = Some(PathBuf::from(&opening.path));
            }
            let height = (screen.height() - 220.0).clamp(80.0, 320.0);
            ScrollArea::vertical().max_height(height).show(ui, |ui| {
                for path in &opening.files {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    let is_folder = path.is_dir();
                    let text = if is_folder { format!("{name}/") } else { name.into_owned() };
                    if ui.button(text).clicked() {
                        match is_folder {
                            true => opening.path = path.display().to_string(),
                            false => chosen = Some(path.clone()),
                        }
                    }
                }
                if opening.files.is_empty() {
                    ui.label(RichText::new("There is none in this folder.").weak());
                }
            });
        });
        if !is_open || chosen.is_some() {
            self.opening = None;
        }
        if let Some(path) = chosen {
            let bytes = std::fs::read(&path).map_err(|error| error.to_string());
            self.open_file(&path, bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_can_be_opened_are_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../umbra-replay/tests/files");
        assert!(files_in(&folder).iter().any(|path| path.is_dir()));
        let mut opening = Opening { path: folder.display().to_string(), ..Opening::new() };
        opening.list();
        assert_eq!(opening.listed.as_ref(), Some(&folder));
        let first = opening.files[0].clone();
        opening.path = first.display().to_string();
        opening.list();
        assert!(!opening.files.contains(&first));
        // A path that leads nowhere changes nothing.
        opening.path = "nowhere/at/all".to_owned();
        let before = opening.files.clone();
        opening.list();
        assert_eq!(opening.files, before);
        assert!(files_in(Path::new("nowhere")).is_empty());
    }
}
