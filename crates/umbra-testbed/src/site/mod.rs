//! The static pages around the program: a gallery of cards with pictures that move, a page per
//! scene with the tags by which other sites show it, sources, and the guide.
//!
//! - this file: [`write()`], which scenes have a card, and the films and posters of those;
//! - `pages.rs`: gallery, scenes, sources; `guide.rs`: `docs` as pages; `code.rs`: programs in
//!   pages; `style.css`: looks.
//!
//! `web/build` adds the programs, and `web/` the scripts.

mod code;
mod guide;
mod pages;

use std::fs;
use std::path::Path;

use umbra_scenes::SceneDef;

use crate::film::{self, Colors, Take};
use crate::poster::poster;
use crate::session::{Command, Session, Source};
use crate::sources::source_of;

/// A scene of the gallery.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// Name of the scene.
    pub name: &'static str,
    /// Second at which its film begins.
    pub start: u32,
}

const fn card(name: &'static str, start: u32) -> Card {
    Card { name, start }
}

/// The scenes of the gallery, in the order of its cards.
pub const CARDS: [Card; 33] = [
    card("castle_siege", 0),
    card("play_car", 0),
    card("slicing", 0),
    card("play_platformer", 0),
    card("donuts", 0),
    card("pyramid", 0),
    card("play_pinball", 0),
    card("boats", 0),
    card("glass_house", 0),
    card("contraption", 1),
    card("planets", 0),
    card("joint_museum", 0),
    card("query_lab", 0),
    card("wrecking_ball", 0),
    card("ragdoll", 0),
    card("drum", 0),
    card("vehicle", 1),
    card("bridge", 2),
    card("newtons_cradle", 0),
    card("clock", 0),
    card("builders", 0),
    card("bullets", 0),
    card("billiards", 0),
    card("card_house", 0),
    card("puppets", 0),
    card("portals", 0),
    card("asteroids", 0),
    card("quarry", 0),
    card("floating_character", 0),
    card("platformer", 0),
    card("car", 0),
    card("pinball", 1),
    card("joint_kinds", 0),
];

/// Size of posters: what sites that show links ask for.
const POSTER: [u32; 2] = [1200, 630];
/// A poster shows the scene after so many steps.
const POSTER_STEP: u32 = 120;
/// Films have at most so many bodies of a scene that can be set up with any number: each has a
/// track of its own.
const MOST_BODIES: u32 = 200;

/// Writes all pages into a folder. `address` is where the folder will be found, without a slash at
/// its end; tags need it whole, and are relative if it is empty. The programs themselves are built
/// by `web/build`.
///
/// # Errors
/// A sentence, when a scene cannot be drawn or a file cannot be written.
pub fn write(folder: &Path, address: &str) -> Result<(), String> {
    let mut cards = String::new();
    for Card { name, start } in CARDS {
        let def = umbra_scenes::find(name).ok_or(format!("there is no scene {name}"))?;
        let film = film_of(def, 60 * start)?;
        save(&folder.join("films").join(format!("{name}.svg")), film.as_bytes())?;
        save(&folder.join("posters").join(format!("{name}.png")), &poster_of(def)?)?;
        let page = pages::scene(def, address);
        save(&folder.join("scene").join(format!("{name}.html")), page.as_bytes())?;
        cards += &pages::card(def, fewer(def).as_deref());
    }
    for def in umbra_scenes::all() {
        let text = source_of(def.name).ok_or(format!("{} has no source", def.name))?;
        let page = pages::source(def, &text, address);
        save(&folder.join("source").join(format!("{}.html", def.name)), page.as_bytes())?;
    }
    guide::write(folder, address)?;
    save(&folder.join("style.css"), include_bytes!("style.css"))?;
    let count = umbra_scenes::all().count();
    save(&folder.join("index.html"), pages::gallery(&cards, count, address).as_bytes())
}

fn save(path: &Path, contents: &[u8]) -> Result<(), String> {
    let parent = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = parent.and_then(|()| fs::write(path, contents));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// Scene of a film: with fewer bodies, if it can be set up with fewer.
fn small(def: &'static SceneDef) -> Source {
    let mut numbers = def.usual_numbers();
    for (number, parameter) in numbers.iter_mut().zip(def.parameters()) {
        if parameter.name == "count" {
            *number = (*number).min(MOST_BODIES);
        }
    }
    Source::Catalogue(def, numbers.into())
}

/// Sentence about a film with fewer bodies than its scene.
fn fewer(def: &'static SceneDef) -> Option<String> {
    let source = small(def);
    let (_, number) =
        source.numbers().find(|(it, number)| it.name == "count" && *number < it.usual)?;
    Some(format!("The film has {number} of them."))
}

fn film_of(def: &'static SceneDef, from: u32) -> Result<String, String> {
    let take = Take { from, colors: Colors::Both, ..Take::default() };
    film::film(&small(def), &take).map_err(|error| format!("{}: {error}", def.name))
}

fn poster_of(def: &'static SceneDef) -> Result<Vec<u8>, String> {
    let bad = |error: umbra::Error| format!("{}: {error}", def.name);
    let mut session = Session::new(Source::from(def)).map_err(bad)?;
    for step in 0..POSTER_STEP {
        let controls = (def.demo)(step);
        if !def.buttons.is_empty() && controls != session.world().controls() {
            session.command(Command::Press(controls)).map_err(bad)?;
        }
        session.step().map_err(bad)?;
    }
    poster(&session, POSTER, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_name_scenes_once() {
        let mut names: Vec<&str> = CARDS.iter().map(|card| card.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CARDS.len());
        // Every machine has a picture.
        let machines = umbra_scenes::GROUPS.iter().find(|group| group.name == "Machines").unwrap();
        for def in machines.scenes {
            assert!(names.contains(&def.name), "{} has no card", def.name);
        }
        for Card { name, .. } in CARDS {
            let def = umbra_scenes::find(name).unwrap();
            let page = pages::scene(def, "https://example.org/umbra");
            assert!(page.contains("og:image\" content=\"https://example.org/umbra/posters/"));
            assert!(page.contains(&format!("play.html#scene={name}")));
            assert!(page.contains(&format!("../source/{name}.html")));
            let card = pages::card(def, fewer(def).as_deref());
            assert!(card.contains(&format!("href=\"source/{name}.html\"")));
        }
    }

    #[test]
    fn pages_name_no_address_that_was_not_given() {
        let def = umbra_scenes::find("bridge").unwrap();
        for page in [pages::scene(def, ""), pages::gallery("", 1, ""), pages::source(def, "", "")] {
            assert!(!page.contains("://") && !page.contains("og:url"), "{page}");
        }
        assert!(pages::scene(def, "").contains("content=\"../posters/bridge.png\""));
        let page = pages::gallery("", 1, "https://a.test");
        assert!(page.contains("og:url\" content=\"https://a.test/index.html\""));
    }

    #[test]
    fn the_gallery_leads_to_guide_source_and_testbed_and_computes_a_scene() {
        let page = pages::gallery("", 94, "");
        for part in [
            "docs/guide/index.html",
            "umbra-source.tar.gz",
            "play.html",
            "proof.js",
            "id=\"proof-hash\"",
        ] {
            assert!(page.contains(part), "{part}");
        }
    }

    #[test]
    fn a_film_of_fewer_bodies_says_so() {
        let drum = umbra_scenes::find("drum").unwrap();
        assert_eq!(fewer(drum).as_deref(), Some("The film has 200 of them."));
        assert!(
            pages::card(drum, fewer(drum).as_deref())
                .contains("10,000 boxes slide down in a drum. The film has 200")
        );
        assert_eq!(fewer(umbra_scenes::find("donuts").unwrap()), None);
    }

    #[test]
    fn films_of_the_gallery_are_small() {
        let mut all = 0;
        for Card { name, start } in CARDS {
            let film = film_of(umbra_scenes::find(name).unwrap(), 60 * start).unwrap();
            assert!(film.len() < 700_000, "{name}: {}", film.len());
            all += film.len();
        }
        assert!(all < 9_000_000, "{all}");
    }
}
