//! Relative links of the documentation lead to files and headings that exist.

use std::fs;
use std::path::{Path, PathBuf};

/// Every Markdown file below `folder`.
fn pages_below(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages_below(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
}

/// The lines of a page that are not in a block of code.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    page.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    })
}

/// The targets of a page's links.
fn targets(page: &str) -> impl Iterator<Item = &str> {
    let after = prose(page).flat_map(|line| line.split("](").skip(1));
    after.filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
}

/// True if a page has a heading with this anchor, as GitHub names it.
fn has_heading(page: &str, anchor: &str) -> bool {
    let is_kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
    prose(page).filter(|line| line.starts_with('#')).any(|line| {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept: String = heading.chars().filter(is_kept).collect();
        kept.replace(' ', "-") == anchor
    })
}

#[test]
fn relative_links_name_files_and_headings_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md")];
    pages_below(&root.join("docs"), &mut pages);
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        let page = entry.unwrap().path().join("README.md");
        pages.extend(page.exists().then_some(page));
    }
    let mut broken = vec![];
    for path in &pages {
        let page = fs::read_to_string(path).unwrap();
        for target in targets(&page).filter(|target| !target.contains(':')) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let to = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            let is_good = to.exists()
                && (anchor.is_empty() || has_heading(&fs::read_to_string(&to).unwrap(), anchor));
            if !is_good {
                broken.push(format!("{}: {target}", path.display()));
            }
        }
    }
    assert!(pages.len() > 20, "only {} pages were found", pages.len());
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}
