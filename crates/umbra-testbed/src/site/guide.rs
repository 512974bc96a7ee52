//! The guide as pages: `docs` of the project, with its pictures. Links to what is no page are plain
//! text.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};

use super::code::{escape, highlight};
use super::pages::{Head, head};
use super::save;

/// Folders of `docs` that are for those who work on the project.
const LEFT_OUT: [&str; 2] = ["log", "api"];

/// Writes the pages into the folder `docs` of a site. Returns how many there are.
///
/// # Errors
/// A sentence, when a file cannot be read or written.
pub(super) fn write(folder: &Path, address: &str) -> Result<usize, String> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut files = vec![];
    find(&docs, &mut files).map_err(|error| format!("{}: {error}", docs.display()))?;
    let mut pages = BTreeMap::new();
    for file in &files {
        let path = file.strip_prefix(&docs).unwrap_or(file);
        let read = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        if path.extension().is_some_and(|ending| ending == "md") {
            pages.insert(path.to_owned(), String::from_utf8_lossy(&read).into_owned());
        } else {
            save(&folder.join("docs").join(path), &read)?;
        }
    }
    for (path, text) in &pages {
        let is_page = |target: &Path| pages.contains_key(target);
        let page = page(path, text, &is_page, address);
        save(&folder.join("docs").join(place_of(path)), page.as_bytes())?;
    }
    Ok(pages.len())
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let ending = path.extension().unwrap_or_default();
        if path.is_dir() && !LEFT_OUT.contains(&name.as_str()) {
            find(&path, files)?;
        } else if ["md", "svg", "png"].iter().any(|it| ending == *it) {
            files.push(path);
        }
    }
    Ok(())
}

/// Path of a page in the site.
fn place_of(path: &Path) -> PathBuf {
    match path.file_stem() {
        Some(name) if name == "README" => path.with_file_name("index.html"),
        _ => path.with_extension("html"),
    }
}

/// A page of the guide.
fn page(path: &Path, text: &str, is_page: &dyn Fn(&Path) -> bool, address: &str) -> String {
    let mut events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    name_headings(&mut events);
    let events = with_links(with_colors(events), path, is_page);
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("Guide");
    let up = "../".repeat(path.components().count());
    let place = place_of(path);
    let head = head(&Head {
        title: &format!("{title} - Umbra"),
        about: "The guide of Umbra, a 2D rigid-body physics engine for Rust.",
        address,
        path: &format!("docs/{}", place.display()),
        up: &up,
        picture: super::CARDS[0].name,
    });
    format!(
        "{head}</head>\n<body>\n<header><nav><a href=\"{up}index.html\">Umbra</a>\
         <a href=\"{up}docs/guide/index.html\">Guide</a><a href=\"{up}play.html\">Testbed</a></nav></header>\n\
         <article class=\"guide\">\n{body}</article>\n</body>\n</html>\n"
    )
}

/// Gives headings the names by which links find them.
fn name_headings(events: &mut [Event<'_>]) {
    for at in 0..events.len() {
        if !matches!(events[at], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let words =
            events[at..].iter().take_while(|it| !matches!(it, Event::End(TagEnd::Heading(_))));
        let text: String = words
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(text.to_string()),
                _ => None,
            })
            .collect();
        let kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
        let name = text.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-");
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
            *id = Some(CowStr::from(name));
        }
    }
}

/// Colours programs, without the lines that documentation hides.
fn with_colors(events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut language = None;
    events
        .into_iter()
        .map(|event| match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(name))) => {
                language = Some(name.to_string());
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(name)))
            }
            Event::End(TagEnd::CodeBlock) => {
                language = None;
                Event::End(TagEnd::CodeBlock)
            }
            Event::Text(text) if language.as_ref().is_some_and(|it| it.starts_with("rust")) => {
                let is_hidden = |line: &str| line == "#" || line.starts_with("# ");
                let shown: String =
                    text.split_inclusive('\n').filter(|line| !is_hidden(line.trim_end())).collect();
                Event::Html(highlight(&shown).into())
            }
            Event::Text(text) if language.is_some() => Event::Html(escape(&text).into()),
            other => other,
        })
        .collect()
}

/// Leads links to pages, and leaves out those that lead to none.
fn with_links<'a>(
    events: Vec<Event<'a>>,
    path: &Path,
    is_page: &dyn Fn(&Path) -> bool,
) -> Vec<Event<'a>> {
    let (mut out, mut dropped) = (vec![], false);
    for event in events {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                match target_of(&dest_url, path, is_page) {
                    Some(target) => {
                        let dest_url = CowStr::from(target);
                        out.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                    }
                    None => dropped = true,
                }
            }
            Event::End(TagEnd::Link) if dropped => dropped = false,
            other => out.push(other),
        }
    }
    out
}

/// Address of a link, if it leads to a page.
fn target_of(link: &str, path: &Path, is_page: &dyn Fn(&Path) -> bool) -> Option<String> {
    if link.starts_with('#') || link.contains("://") {
        return Some(link.to_owned());
    }
    let (file, anchor) = link.split_once('#').map_or((link, ""), |(file, anchor)| (file, anchor));
    let file = if file.is_empty() || file.ends_with('/') {
        format!("{file}README.md")
    } else {
        file.to_owned()
    };
    let mut target = path.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(&file).components() {
        match part {
            std::path::Component::ParentDir => {
                if !target.pop() {
                    return None;
                }
            }
            other => target.push(other),
        }
    }
    if !is_page(&target) {
        return None;
    }
    let place = place_of(Path::new(&file));
    let anchor = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
    Some(format!("{}{anchor}", place.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_lead_to_pages_and_to_nothing_else() {
        let text = "# First `scene`\n\n[more](bodies.md#how-fast) and [code](../../crates/x.rs), [top](#a) [all](README.md)\n\n\
            ```rust\n# hidden\nlet a = \"b\"; // c\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
        let is_page = |path: &Path| path.starts_with("guide") && path.extension().is_some();
        let page = page(Path::new("guide/first.md"), text, &is_page, "https://a.test");
        assert!(page.contains("<h1 id=\"first-scene\">"), "{page}");
        assert!(page.contains("href=\"bodies.html#how-fast\"") && page.contains("href=\"#a\""));
        assert!(page.contains("href=\"index.html\"") && page.contains("href=\"../../index.html\""));
        assert!(page.contains("and code,") && !page.contains("crates/x.rs"));
        assert!(page.contains("<span class=\"k\">let</span>") && !page.contains("hidden"));
        assert!(
            page.contains("<td>1</td>") && page.contains("https://a.test/docs/guide/first.html")
        );
    }

    #[test]
    fn all_links_of_the_guide_lead_to_files_that_are_there() {
        let folder = std::env::temp_dir().join(format!("umbra-guide-{}", std::process::id()));
        assert!(write(&folder, "").unwrap() > 40);
        let mut files = vec![];
        let mut queue = vec![folder.clone()];
        while let Some(next) = queue.pop() {
            for entry in fs::read_dir(next).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { queue.push(path) } else { files.push(path) }
            }
        }
        let is_outside = |link: &str| link.contains("://") || link.starts_with('#');
        for file in files.iter().filter(|it| it.extension().is_some_and(|ending| ending == "html"))
        {
            let text = fs::read_to_string(file).unwrap();
            let article = text.split("<article").nth(1).unwrap();
            for part in article.split(" href=\"").skip(1).chain(article.split(" src=\"").skip(1)) {
                let link = part.split('"').next().unwrap();
                let target = file.parent().unwrap().join(link.split('#').next().unwrap());
                assert!(is_outside(link) || target.is_file(), "{}: {link}", file.display());
            }
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
