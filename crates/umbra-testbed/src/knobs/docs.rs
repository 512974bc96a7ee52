//! Doc lines of the engine's configuration, read from its source.

/// The sources, as they are compiled in.
const SOURCES: [&str; 2] = [
    include_str!("../../../umbra-world/src/config.rs"),
    include_str!("../../../umbra-solver/src/config.rs"),
];

/// The doc comment of a field, on one line; empty if there is none.
pub(super) fn find_text((owner, field): (&str, &str)) -> String {
    SOURCES.iter().find_map(|source| find(source, owner, field)).unwrap_or_default()
}

/// Looks for `owner {` and then for `field:` (or `pub field:`) before the block ends.
fn find(source: &str, owner: &str, field: &str) -> Option<String> {
    let mut lines = source.lines();
    let opens = |line: &str| {
        let line = line.trim().strip_suffix('{').unwrap_or_default().trim_end();
        line.rsplit(' ').next() == Some(owner) && !line.contains("impl")
    };
    lines.find(|line| opens(line))?;
    let mut doc: Vec<&str> = vec![];
    for line in lines {
        let line = line.trim();
        if let Some(text) = line.strip_prefix("///") {
            doc.push(text.trim());
            continue;
        }
        if line.starts_with("#[") {
            continue;
        }
        let named = line.trim_start_matches("pub ").split(':').next();
        if named == Some(field) && line.contains(':') {
            return Some(plain(&doc.join(" ")));
        }
        if line.starts_with('}') {
            return None;
        }
        doc.clear();
    }
    None
}

/// Without the marks of Markdown.
fn plain(doc: &str) -> String {
    doc.replace(['`', '[', ']'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_doc_lines_are_those_of_the_source() {
        assert_eq!(
            find_text(("SolverConfig", "warm_starting")),
            "True to start from the impulses of the step before. Stacks need it."
        );
        assert!(find_text(("Soft", "hertz")).starts_with("The frequency of the spring, in hertz"));
        assert_eq!(find_text(("SolverConfig", "nothing")), "");
    }
}
