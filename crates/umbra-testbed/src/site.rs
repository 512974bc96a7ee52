//! The static pages around the program: a gallery of cards with pictures that move, and a page per scene with the tags by
//! which other sites show it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use umbra_scenes::SceneDef;

use crate::app::title;
use crate::film::{self, Take};
use crate::poster::poster;
use crate::session::{Command, Session, Source};

/// The scenes of the gallery, in the order of its cards, and after how many seconds their films begin.
pub const CARDS: [(&str, u32); 24] = [
    ("castle_siege", 0),
    ("play_car", 0),
    ("slicing", 0),
    ("play_platformer", 0),
    ("donuts", 0),
    ("pyramid", 0),
    ("play_pinball", 0),
    ("boats", 0),
    ("glass_house", 0),
    ("contraption", 1),
    ("planets", 0),
    ("joint_museum", 0),
    ("query_lab", 0),
    ("wrecking_ball", 0),
    ("ragdoll", 0),
    ("drum", 0),
    ("vehicle", 1),
    ("bridge", 2),
    ("newtons_cradle", 0),
    ("clock", 0),
    ("builders", 0),
    ("bullets", 0),
    ("billiards", 0),
    ("card_house", 0),
];

/// How large posters are: what sites that show links ask for.
const POSTER: [u32; 2] = [1200, 630];
/// A poster shows the scene after so many steps.
const POSTER_STEP: u32 = 120;

/// Writes all pages into a folder. `address` is where the folder will be found, without a slash at its end; tags need it
/// whole. The program itself is built by `web/build`.
///
/// # Errors
/// A sentence, when a scene cannot be drawn or a file cannot be written.
pub fn write(folder: &Path, address: &str) -> Result<(), String> {
    let mut cards = String::new();
    for (name, start) in CARDS {
        let def = umbra_scenes::find(name).ok_or(format!("there is no scene {name}"))?;
        let film = film_of(def, 60 * start)?;
        save(&folder.join("films").join(format!("{name}.svg")), film.as_bytes())?;
        save(&folder.join("posters").join(format!("{name}.png")), &poster_of(def)?)?;
        save(&folder.join("scene").join(format!("{name}.html")), page(def, address).as_bytes())?;
        cards += &card(def);
    }
    let count = umbra_scenes::all().count();
    save(&folder.join("index.html"), gallery(&cards, count, address).as_bytes())
}

fn save(path: &Path, contents: &[u8]) -> Result<(), String> {
    let parent = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = parent.and_then(|()| fs::write(path, contents));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// The scene as a card shows it: with fewer bodies, if it can be set up with fewer.
fn small(def: &'static SceneDef) -> Source {
    let mut numbers = def.usual_numbers();
    for (number, parameter) in numbers.iter_mut().zip(def.parameters()) {
        if parameter.name == "count" {
            *number = (*number).min(110);
        }
    }
    Source::Catalogue(def, numbers.into())
}

fn film_of(def: &'static SceneDef, from: u32) -> Result<String, String> {
    let take = Take { from, ..Take::default() };
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

fn card(def: &SceneDef) -> String {
    let (name, title) = (def.name, title(def.name));
    let plays = if def.buttons.is_empty() { "" } else { "<b>play</b> " };
    format!(
        "<a class=\"card\" href=\"scene/{name}.html\"><img src=\"films/{name}.svg\" alt=\"{title}\" loading=\"lazy\" \
         width=\"480\" height=\"298\"><h2>{title}</h2><p>{plays}{}</p></a>\n",
        def.about
    )
}

/// What all pages have in their heads.
fn head(title: &str, about: &str, address: &str, path: &str, picture: &str) -> String {
    let mut head = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<link rel=\"icon\" href=\"data:,\">\n",
    );
    let _ = write!(
        head,
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <meta name=\"description\" content=\"{about}\">\n\
         <meta property=\"og:type\" content=\"website\">\n<meta property=\"og:site_name\" content=\"Umbra\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n<meta property=\"og:description\" content=\"{about}\">\n\
         <meta property=\"og:url\" content=\"{address}/{path}\">\n\
         <meta property=\"og:image\" content=\"{address}/posters/{picture}.png\">\n\
         <meta property=\"og:image:width\" content=\"{}\">\n<meta property=\"og:image:height\" content=\"{}\">\n\
         <meta name=\"twitter:card\" content=\"summary_large_image\">\n",
        POSTER[0], POSTER[1]
    );
    head
}

/// A page of one scene: its tags, and the program with the scene.
fn page(def: &SceneDef, address: &str) -> String {
    let (name, title) = (def.name, title(def.name));
    let path = format!("scene/{name}.html");
    let head = head(&format!("{title} - Umbra"), def.about, address, &path, name);
    format!(
        "{head}<style>{STYLE}</style>\n</head>\n<body class=\"page\">\n\
         <header><a href=\"../index.html\">Umbra</a><h1>{title}</h1><p>{about} {tries}</p></header>\n\
         <iframe src=\"../play.html#scene={name}&amp;ui=0\" title=\"{title}\" allowfullscreen></iframe>\n\
         <footer><a href=\"../play.html#scene={name}\">Open it in the testbed</a> with all tools, the timeline and the knobs. \
         To put it into a page: <code>&lt;iframe src=\"{address}/play.html#scene={name}&amp;amp;ui=0\"&gt;&lt;/iframe&gt;</code>\
         </footer>\n</body>\n</html>\n",
        about = def.about,
        tries = def.what_to_try(),
    )
}

fn gallery(cards: &str, count: usize, address: &str) -> String {
    let about = "A 2D rigid-body physics engine for Rust: see it, drag it, play it.";
    let head = head("Umbra", about, address, "index.html", CARDS[0].0);
    format!(
        "{head}<style>{STYLE}</style>\n</head>\n<body>\n<header><h1>Umbra</h1><p>{about} \
         <a href=\"play.html\">All {count} scenes in the testbed</a></p></header>\n\
         <main>\n{cards}</main>\n</body>\n</html>\n"
    )
}

const STYLE: &str = "\
:root{color-scheme:light dark}body{margin:0;font:16px/1.45 system-ui,sans-serif;background:#fafaf8;color:#2b2f36}\
header{padding:2rem 1.2rem .6rem;max-width:76rem;margin:auto}h1{margin:0}header p{margin:.3rem 0}a{color:#1d4eb8}\
main{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr));padding:1rem 1.2rem 3rem;\
max-width:76rem;margin:auto}.card{display:block;color:inherit;text-decoration:none;border:1px solid #dcdcd8;\
border-radius:10px;overflow:hidden;background:#fff}.card:hover,.card:focus{border-color:#5b9bd5}\
.card img{display:block;width:100%;height:auto;background:#fafaf8}.card h2{font-size:1.05rem;margin:.6rem .8rem 0}\
.card p{margin:.1rem .8rem .8rem;font-size:.9rem}.card b{color:#d06a8c}\
.page{display:flex;flex-direction:column;height:100vh}.page header,.page footer{padding:.6rem 1.2rem;margin:0;max-width:none}\
.page h1{display:inline;font-size:1.2rem;margin:0 .8rem}.page iframe{flex:1;border:0;width:100%}\
footer{font-size:.85rem}code{font-size:.8rem}\
@media(prefers-color-scheme:dark){body{background:#17191e;color:#c8c8c8}.card{background:#1f2228;border-color:#343842}\
a{color:#7aa5ff}}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_name_scenes_once() {
        let mut names: Vec<&str> = CARDS.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 24);
        for (name, _) in CARDS {
            let def = umbra_scenes::find(name).unwrap();
            let page = page(def, "https://example.org/umbra");
            assert!(page.contains("og:image\" content=\"https://example.org/umbra/posters/"));
            assert!(page.contains(&format!("play.html#scene={name}")));
        }
    }

    #[test]
    fn films_of_the_gallery_are_small() {
        let mut all = 0;
        for (name, start) in CARDS {
            let film = film_of(umbra_scenes::find(name).unwrap(), 60 * start).unwrap();
            assert!(film.len() < 700_000, "{name}: {}", film.len());
            all += film.len();
        }
        assert!(all < 6_000_000, "{all}");
    }
}
