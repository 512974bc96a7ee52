//! Tables of options and properties: a name with the letter of its type, and what it does.
//!
//! JavaScript asks for the names once, checks what users give by the letters, and sends the index of
//! each option with its numbers. So a name stands in one place. The letters are told in
//! `js/pack.ts`.
use wasm_bindgen::prelude::*;

use crate::wire::Values;

/// Options of something that is to be made. Each row takes the thing and the option's numbers.
pub type Options<T> = [(&'static str, fn(T, Values<'_>) -> T)];
/// Kinds of something, each with the numbers that it needs.
pub type Kinds<T> = [(&'static str, fn(Values<'_>) -> T)];

/// Applies a message: for each option its index, the count of its numbers, and these.
pub fn apply<T>(table: &Options<T>, mut made: T, message: &[f64]) -> T {
    let mut rest = Values(message);
    while !rest.is_null() {
        let values = rest.part(2, rest.index(1));
        if let Some((_, option)) = table.get(rest.index(0)) {
            made = option(made, values);
        }
        rest = rest.from(2 + values.0.len());
    }
    made
}

/// One of a list of kinds, by its index; the first for an index that no kind has.
pub fn kind<T>(table: &Kinds<T>, index: u32, values: &[f64]) -> T {
    let (_, make) = table.get(index as usize).unwrap_or(&table[0]);
    make(Values(values))
}

/// What a row of a table does.
pub fn row<F: Copy>(table: &[(&'static str, F)], index: u32) -> Option<F> {
    table.get(index as usize).map(|(_, row)| *row)
}

/// The names of a table, in one line behind a name of its own.
fn line<F>(text: &mut String, title: &str, table: &[(&'static str, F)]) {
    text.push_str(title);
    for (name, _) in table {
        text.push('|');
        text.push_str(name);
    }
    text.push('\n');
}

/// The names of all tables, a line for each.
#[wasm_bindgen]
pub fn tables() -> String {
    let mut text = String::new();
    line(&mut text, "config", crate::config::CONFIG);
    line(&mut text, "body", crate::body::OPTIONS);
    line(&mut text, "bodyGet", crate::body::GETTERS);
    line(&mut text, "bodySet", crate::body::SETTERS);
    line(&mut text, "shape", crate::shape::KINDS);
    line(&mut text, "collider", crate::collider::OPTIONS);
    line(&mut text, "colliderGet", crate::collider::GETTERS);
    line(&mut text, "colliderSet", crate::collider::SETTERS);
    line(&mut text, "jointKind", crate::joint_kinds::KINDS);
    line(&mut text, "joint", crate::joint::OPTIONS);
    line(&mut text, "jointGet", crate::joint::GETTERS);
    line(&mut text, "jointSet", crate::joint::SETTERS);
    line(&mut text, "fieldKind", crate::field::KINDS);
    line(&mut text, "field", crate::field::OPTIONS);
    line(&mut text, "portal", crate::portal::OPTIONS);
    line(&mut text, "query", crate::query::OPTIONS);
    line(&mut text, "explosion", crate::explosion::EXPLOSION);
    line(&mut text, "carving", crate::fracture::CARVING);
    #[cfg(feature = "draw")]
    line(&mut text, "draw", crate::draw::OPTIONS);
    #[cfg(feature = "play")]
    crate::play::tables(|title, names| {
        text.push_str(title);
        text.push('|');
        text.push_str(&names.join("|"));
        text.push('\n');
    });
    text
}
