//! Files and links: written to `out/` and the command line on the desktop, to the downloads and the
//! address in a browser. Files that are chosen, or dropped onto the window, are opened.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use egui::Context;

use super::App;
use crate::experiment::Experiment;
use crate::session::Source;

/// The name of a file, and its bytes or why there are none.
type Read = (PathBuf, Result<Vec<u8>, String>);

/// Files that were chosen or dropped, and read: browsers do that in their own time.
pub(super) type Dropped = Arc<Mutex<Vec<Read>>>;

impl App {
    /// Opens a file of a scene or of a recording. A bad one changes nothing, and a message says
    /// why.
    pub fn open_file(&mut self, path: &Path, bytes: Result<Vec<u8>, String>) {
        let source =
            bytes.and_then(|bytes| Source::read(path, &bytes).map_err(|error| error.to_string()));
        let opened = source.and_then(|it| Experiment::new(it).map_err(|error| error.to_string()));
        match opened {
            Ok(experiment) => self.show(experiment),
            Err(error) => self.notes.complain(format!("{}: {error}", path.display())),
        }
    }

    /// A file of the first session's scene as it is now: its name and what is in it.
    ///
    /// # Errors
    /// A sentence, when the scene has a number that cannot be written.
    pub fn scene_file(&self) -> Result<(String, Vec<u8>), String> {
        let name = self.file_name("json");
        let written = umbra_replay::write(Path::new(&name), self.experiment.a().scene());
        Ok((name, written.map_err(|error| error.to_string())?))
    }

    /// Ends the recording that is under way: the name of a file of it and what is in it. `None` if
    /// there was none.
    ///
    /// # Errors
    /// A sentence, when the recording has a number that cannot be written.
    pub fn recording_file(&mut self) -> Option<Result<(String, Vec<u8>), String>> {
        let recording = self.experiment.take_recording()?;
        let name = self.file_name("bin");
        let written = umbra_replay::write(Path::new(&name), &recording);
        Some(written.map(|bytes| (name, bytes)).map_err(|error| error.to_string()))
    }

    /// Begins to record the first session's scene.
    pub fn record(&mut self) {
        self.noting(Experiment::record);
    }

    pub(super) fn save_scene(&mut self) {
        self.save_file(self.scene_file());
    }

    /// Ends the recording, if one is under way, and saves it.
    pub(super) fn save_recording(&mut self) {
        if let Some(file) = self.recording_file() {
            self.save_file(file);
        }
    }

    fn save_file(&mut self, file: Result<(String, Vec<u8>), String>) {
        match file {
            Ok((name, contents)) => self.save(&name, &contents),
            Err(error) => self.notes.complain(error),
        }
    }

    /// Takes a file when it has been read, and has it opened in the next frame.
    fn taker(
        &self,
        context: &Context,
    ) -> impl Fn(PathBuf, Result<Vec<u8>, String>) + 'static + use<> {
        let (arrived, context) = (Arc::clone(&self.dropped), context.clone());
        move |path, bytes| {
            if let Ok(mut arrived) = arrived.lock() {
                arrived.push((path, bytes));
            }
            context.request_repaint();
        }
    }

    /// Has the user choose a file: in a browser from all that the device has, else from a list.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn choose_file(&mut self, context: &Context) {
        if crate::web::choose_file(self.taker(context)).is_err() {
            self.notes.complain("The browser shows no files.".to_owned());
        }
    }

    /// Has the user choose a file: in a browser from all that the device has, else from a list.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn choose_file(&mut self, _: &Context) {
        self.opening = Some(super::open::Opening::new());
    }

    /// Opens what was dropped onto the window.
    pub(super) fn open_dropped(&mut self, context: &Context) {
        for file in context.input(|input| input.raw.dropped_files.clone()) {
            let take = self.taker(context);
            #[cfg(not(target_arch = "wasm32"))]
            take(file.path().to_owned(), file.bytes());
            #[cfg(target_arch = "wasm32")]
            wasm_bindgen_futures::spawn_local(async move {
                take(file.path().to_owned(), file.bytes_async().await);
            });
        }
        let arrived = self.dropped.lock().map(|mut arrived| core::mem::take(&mut *arrived));
        for (path, bytes) in arrived.unwrap_or_default() {
            self.open_file(&path, bytes);
        }
    }
}

/// Writes a file. Returns where it is.
///
/// # Errors
/// A sentence, when it cannot be written.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn save(name: &str, contents: &[u8]) -> Result<String, String> {
    let path = Path::new("out").join(name);
    let written = std::fs::create_dir_all("out").and_then(|()| std::fs::write(&path, contents));
    match written {
        Ok(()) => Ok(path.display().to_string()),
        Err(error) => Err(format!("{} cannot be written: {error}", path.display())),
    }
}

/// Hands a file to the browser. Returns its name.
///
/// # Errors
/// A sentence, when the browser refuses.
#[cfg(target_arch = "wasm32")]
pub(super) fn save(name: &str, contents: &[u8]) -> Result<String, String> {
    crate::web::download(name, contents).map_err(|_| format!("the browser refused {name}"))?;
    Ok(name.to_owned())
}

/// Text of a link on the desktop: an argument of the program.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn address(link: &str) -> String {
    format!("'{link}'")
}

/// Text of a link in a browser: the address of the page.
#[cfg(target_arch = "wasm32")]
pub(super) fn address(link: &str) -> String {
    format!("{}#{link}", crate::web::page_address().unwrap_or_default())
}
