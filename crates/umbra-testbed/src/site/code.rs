//! Source code in pages: Rust with colours, and what other text needs to stand in HTML.

use std::fmt::Write as _;

const KEYWORDS: [&str; 27] = [
    "as", "break", "const", "continue", "else", "enum", "false", "fn", "for", "if", "impl", "in",
    "let", "loop", "match", "mod", "move", "mut", "pub", "return", "self", "static", "struct",
    "true", "type", "use", "while",
];

/// Text as it stands in HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Rust as HTML, with classes for comments, strings and keywords.
pub(super) fn highlight(code: &str) -> String {
    let mut html = String::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let (length, class) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), "c")
        } else if first == '"' {
            (end_of_string(rest), "s")
        } else if is_word(first) {
            let length = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
            (length, if KEYWORDS.contains(&&rest[..length]) { "k" } else { "" })
        } else {
            (first.len_utf8(), "")
        };
        let text = escape(&rest[..length]);
        let _ = match class {
            "" => write!(html, "{text}"),
            _ => write!(html, "<span class=\"{class}\">{text}</span>"),
        };
        rest = &rest[length..];
    }
    html
}

/// Length of a string literal with its quotes.
fn end_of_string(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_strings_and_keywords_have_classes_and_nothing_is_lost() {
        let code = "/// A & B\nlet format = \"a \\\" < fn\"; // <end>\n";
        let html = highlight(code);
        assert!(html.starts_with("<span class=\"c\">/// A &amp; B</span>\n"));
        assert!(html.contains("<span class=\"k\">let</span> format"));
        assert!(html.contains("<span class=\"s\">&quot;a \\&quot; &lt; fn&quot;</span>;"));
        let without = html.replace("</span>", "");
        let plain: String =
            without.split("<span class=\"").map(|it| it.get(3..).unwrap_or(it)).collect();
        assert!(plain.contains("&lt;end&gt;"), "{plain}");
    }
}
