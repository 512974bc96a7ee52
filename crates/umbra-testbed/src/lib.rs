//! The testbed: see Umbra's scenes, drag them, tune them, in a window or in a browser.
//!
//! Read it from the bottom up: each layer knows only those before it.
//!
//! 1. [`session`]: a scene with its past. Commands are recorded, so every moment can be reached
//!    again. No window.
//! 2. [`experiment`]: one session or two side by side, and the clock; [`threads`]: how many of them
//!    step.
//! 3. [`knobs`], [`link`]: the configuration as a table, and as the text of a link.
//! 4. [`framing`]: which part of a scene's world is worth a view.
//! 5. [`canvas`]: a scene as meshes. [`hands`]: what a pointer means.
//! 6. [`app`]: panels around canvases; it needs an egui context and no window, which is how tests
//!    drive it.
//! 7. [`proof`]: a scene that is computed in the gallery, and its hashes. `sources`: the source
//!    text of scenes.
//! 8. `film`, `poster`, `site`: scenes as pictures that move, as pictures, and a gallery of both
//!    with the guide.
//! 9. `shell`: the window on the desktop; `web`, `web_proof`: the page and the proof in a browser.
#![forbid(unsafe_code)]

pub mod app;
pub mod canvas;
pub mod experiment;
#[cfg(not(target_arch = "wasm32"))]
pub mod film;
pub mod framing;
pub mod hands;
pub mod knobs;
pub mod link;
#[cfg(not(target_arch = "wasm32"))]
pub mod poster;
pub mod proof;
pub mod session;
#[cfg(not(target_arch = "wasm32"))]
pub mod shell;
#[cfg(not(target_arch = "wasm32"))]
pub mod site;
#[cfg(not(target_arch = "wasm32"))]
pub mod sources;
pub mod threads;
#[cfg(target_arch = "wasm32")]
pub mod web;
#[cfg(target_arch = "wasm32")]
pub mod web_proof;

use link::Link;

/// Does the steps that a link asks for, without a window, and says what they came to: scene, step,
/// state hash.
///
/// # Errors
/// A sentence, when the link or a step makes no sense.
pub fn hash(link: &str) -> Result<String, String> {
    let (link, complaints) = Link::parse(link);
    let (mut experiment, more) = link.open().map_err(|error| error.to_string())?;
    if let Some(complaint) = complaints.into_iter().chain(more).next() {
        return Err(complaint);
    }
    while experiment.ahead() > 0 {
        experiment.frame(0.0).map_err(|error| error.to_string())?;
    }
    let session = experiment.a();
    let (name, steps) = (session.source().name(), session.step_count());
    Ok(format!("{name} {steps} {:016x}", session.scene().state_hash()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_that_of_the_scene_and_bad_links_are_explained() {
        let def = umbra_scenes::find("towers").unwrap();
        let mut running = def.set_up(umbra::SceneConfig::default()).unwrap();
        (0..50).for_each(|_| running.step(1.0 / 60.0).unwrap());
        let expected = format!("towers 50 {:016x}", running.scene.state_hash());
        assert_eq!(hash("#scene=towers&steps=50"), Ok(expected));
        assert_eq!(hash("scene=x"), Err("there is no scene x".to_owned()));
        assert!(hash("substeps=0").unwrap_err().contains("substeps"));
    }
}
