//! The pages themselves: gallery, scenes, sources.

use std::fmt::Write as _;

use umbra_scenes::SceneDef;

use super::code::{escape, highlight};
use super::{CARDS, POSTER};
use crate::app::title;
use crate::proof;

/// Parts of the head of a page.
pub(super) struct Head<'a> {
    pub(super) title: &'a str,
    pub(super) about: &'a str,
    /// Address of the site, without a slash at its end; empty if it is not known.
    pub(super) address: &'a str,
    /// Path of the page in the site.
    pub(super) path: &'a str,
    /// Path from the page to the top of the site: empty, or `../` for each folder.
    pub(super) up: &'a str,
    /// Scene whose poster other sites show.
    pub(super) picture: &'a str,
}

/// Head of a page, without its end. Tags need whole addresses; where the site is not known, they
/// are relative.
pub(super) fn head(page: &Head<'_>) -> String {
    let Head { address, path, up, picture, .. } = page;
    let [title, about] = [page.title, page.about].map(escape);
    let base = if address.is_empty() { (*up).to_owned() } else { format!("{address}/") };
    let mut head = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <link rel=\"stylesheet\" href=\"{up}style.css\">\n<meta name=\"description\" content=\"{about}\">\n\
         <meta property=\"og:type\" content=\"website\">\n<meta property=\"og:site_name\" content=\"Umbra\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n<meta property=\"og:description\" content=\"{about}\">\n\
         <meta property=\"og:image\" content=\"{base}posters/{picture}.png\">\n\
         <meta property=\"og:image:width\" content=\"{}\">\n<meta property=\"og:image:height\" content=\"{}\">\n\
         <meta name=\"twitter:card\" content=\"summary_large_image\">\n",
        POSTER[0], POSTER[1]
    );
    if !address.is_empty() {
        let _ = writeln!(head, "<meta property=\"og:url\" content=\"{address}/{path}\">");
    }
    head
}

/// A card of the gallery. `fewer` tells of a film with fewer things than the scene has.
pub(super) fn card(def: &SceneDef, fewer: Option<&str>) -> String {
    let (name, title) = (def.name, title(def.name));
    let plays = if def.buttons.is_empty() { "" } else { "<b>play</b> " };
    let fewer = fewer.map_or(String::new(), |it| format!(" {it}"));
    format!(
        "<article class=\"card\"><a href=\"scene/{name}.html\"><img src=\"films/{name}.svg\" alt=\"\" loading=\"lazy\" \
         width=\"480\" height=\"298\"><h2>{title}</h2><p>{plays}{}{fewer}</p></a>\
         <footer><a href=\"source/{name}.html\" aria-label=\"Source of {title}\">Source</a></footer></article>\n",
        escape(def.about)
    )
}

/// A page of one scene: its tags, and the program with the scene.
pub(super) fn scene(def: &SceneDef, address: &str) -> String {
    let (name, title) = (def.name, title(def.name));
    let head = head(&Head {
        title: &format!("{title} - Umbra"),
        about: def.about,
        address,
        path: &format!("scene/{name}.html"),
        up: "../",
        picture: name,
    });
    format!(
        "{head}</head>\n<body class=\"page\">\n\
         <header><a href=\"../index.html\">Umbra</a><h1>{title}</h1><p>{about} {tries}</p></header>\n\
         <iframe src=\"../play.html#scene={name}&amp;ui=0\" title=\"{title}\" allowfullscreen></iframe>\n\
         <footer><a href=\"../source/{name}.html\">Source</a> · <a href=\"../play.html#scene={name}\">Open it in the testbed</a> \
         with all tools, the timeline and the knobs. To put it into a page: <code id=\"embed\"></code></footer>\n\
         <script>embed.textContent = `<iframe src=\"${{new URL(\"../play.html#scene={name}&ui=0\", location)}}\"></iframe>`</script>\n\
         </body>\n</html>\n",
        about = escape(def.about),
        tries = escape(def.what_to_try()),
    )
}

/// A page with the source of a scene.
pub(super) fn source(def: &SceneDef, text: &str, address: &str) -> String {
    let (name, title) = (def.name, title(def.name));
    let is_card = CARDS.iter().any(|card| card.name == name);
    let head = head(&Head {
        title: &format!("Source of {title} - Umbra"),
        about: def.about,
        address,
        path: &format!("source/{name}.html"),
        up: "../",
        picture: if is_card { name } else { CARDS[0].name },
    });
    format!(
        "{head}</head>\n<body>\n<header><nav><a href=\"../index.html\">Umbra</a>\
         <a href=\"../docs/guide/index.html\">Guide</a></nav><h1>{title}</h1><p>{} \
         <a href=\"../play.html#scene={name}\">Open it in the testbed</a></p></header>\n\
         <main class=\"source\"><pre><code>{}</code></pre></main>\n</body>\n</html>\n",
        escape(def.about),
        highlight(text)
    )
}

/// The gallery: a scene that is computed while the visitor watches, then the cards.
pub(super) fn gallery(cards: &str, count: usize, address: &str) -> String {
    let about = "A 2D rigid-body physics engine for Rust: see it, drag it, play it.";
    let head = head(&Head {
        title: "Umbra",
        about,
        address,
        path: "index.html",
        up: "",
        picture: CARDS[0].name,
    });
    let scene = proof::SCENE;
    format!(
        "{head}</head>\n<body>\n<header><h1>Umbra</h1><p>{about}</p>\
         <nav><a href=\"play.html\">All {count} scenes in the testbed</a><a href=\"docs/guide/index.html\">Guide</a>\
         <a href=\"umbra-source.tar.gz\">Source code</a></nav></header>\n\
         <section id=\"proof\" aria-label=\"A scene computed here\"><canvas id=\"proof-picture\"></canvas><div>\
         <h2>The same bits on every machine</h2>\
         <p id=\"proof-state\" role=\"status\">This needs JavaScript and WebAssembly.</p><ol id=\"proof-steps\"></ol>\
         <p id=\"proof-hash\"></p>\
         <p><button id=\"proof-again\" hidden>Again</button> <a href=\"play.html#scene={scene}\">Play it</a> · \
         <a href=\"source/{scene}.html\">Source</a> · <a href=\"docs/guide/determinism.html\">How it works</a></p></div></section>\n\
         <main class=\"cards\">\n{cards}</main>\n<script type=\"module\" src=\"proof.js\"></script>\n</body>\n</html>\n"
    )
}
