//! Output of figures: to the terminal, and between two marks of a page of the book.

use std::io::{ErrorKind, Write};
use std::path::Path;

/// Prints a text. When the reader has gone (`| head`), the program ends without an error.
pub fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = writeln!(out, "{text}").and_then(|()| out.flush()) {
        std::process::exit(if error.kind() == ErrorKind::BrokenPipe { 0 } else { 1 });
    }
}

/// Writes a file, with a name in the error.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Puts a text between the marks `<!-- begin NAME -->` and `<!-- end NAME -->` of a page.
///
/// # Errors
/// When the page cannot be read or written, or has no such marks.
pub fn put(page: &Path, name: &str, text: &str) -> Result<(), String> {
    let old = std::fs::read_to_string(page);
    let old = old.map_err(|error| format!("{}: {error}", page.display()))?;
    let new = replaced(&old, name, text);
    write(page, &new.ok_or_else(|| format!("{}: no marks of {name}", page.display()))?)
}

fn replaced(page: &str, name: &str, text: &str) -> Option<String> {
    let (begin, end) = (format!("<!-- begin {name} -->\n"), format!("<!-- end {name} -->"));
    let from = page.find(&begin)? + begin.len();
    let to = from + page[from..].find(&end)?;
    Some(format!("{}\n{}\n\n{}", &page[..from], text.trim_end(), &page[to..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_between_the_marks_is_replaced_and_nothing_else() {
        let page =
            "a\n<!-- begin x -->\nold\n<!-- end x -->\nb\n<!-- begin y -->\n<!-- end y -->\n";
        let new = replaced(page, "x", "| table |\n").unwrap();
        let expected = "a\n<!-- begin x -->\n\n| table |\n\n<!-- end x -->\nb\n<!-- begin y -->\n\
                        <!-- end y -->\n";
        assert_eq!(new, expected);
        assert_eq!(replaced(&new, "x", "| table |\n").unwrap(), expected);
        assert_eq!(replaced(page, "z", ""), None);
    }
}
