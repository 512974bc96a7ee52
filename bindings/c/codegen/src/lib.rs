//! Writes the exports that read or set one property.
//!
//! A table has a line for each property: its type, its name in C, the method that reads it or `-`,
//! the method that sets it or `-`, and what it is. The name of the table says what has the
//! property: `body.txt`, `collider.txt`, `joint.txt`. A `#` begins a remark.
//!
//! ```text
//! real | gravity_scale | gravity_scale | set_gravity_scale | Factor on the gravity of the scene.
//! ```
//!
//! The build writes them for the compiler, and the writer of the header for `cbindgen`, which does
//! not look into macros.

use std::{error::Error, fmt::Write as _, fs, path::Path};

/// A type of properties: its name in tables, its name in Rust, and how a value becomes one of C and
/// one of the engine.
struct Kind {
    name: &'static str,
    rust: &'static str,
    out: &'static str,
    into: &'static str,
}

const KINDS: [Kind; 13] = [
    Kind::same("real", "f32"),
    Kind::same("bool", "bool"),
    Kind::same("u64", "u64"),
    Kind::new("vec2", "crate::UmbraVec2", "value.into()", "value"),
    Kind::new("rotation", "crate::UmbraRotation", "value.into()", "value"),
    Kind::new("pose", "crate::UmbraPose", "value.into()", "value.raw()"),
    Kind::new("force", "crate::UmbraForce", "value.into()", "value"),
    Kind::new("filter", "crate::UmbraFilter", "value.into()", "value.into()"),
    Kind::new("real?", "crate::UmbraOptionReal", "value.into()", "value.get()"),
    Kind::new("pair?", "crate::UmbraOptionPair", "value.into()", "value.get()"),
    Kind::new("pose?", "crate::UmbraOptionPose", "value.into()", "value.get()"),
    Kind::new("body", "crate::UmbraBodyKey", "value.to_bits()", "crate::keys::body(value)"),
    Kind::new("rule", "u32", "crate::types::combine_rule_number(value)", "RULE"),
];

impl Kind {
    const fn same(name: &'static str, rust: &'static str) -> Self {
        Self::new(name, rust, "value", "value")
    }

    const fn new(
        name: &'static str,
        rust: &'static str,
        out: &'static str,
        into: &'static str,
    ) -> Self {
        Self { name, rust, out, into }
    }
}

/// Code of all tables in a folder, in the order of their names.
///
/// # Errors
/// When a table cannot be read, or a line of it is not understood.
pub fn from_tables(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut paths: Vec<_> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, std::io::Error>>()?;
    paths.sort();
    let mut code = String::new();
    for path in paths {
        let owner = path.file_stem().and_then(|stem| stem.to_str()).ok_or("a table has no name")?;
        for line in fs::read_to_string(&path)?.lines() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                row(owner, line, &mut code).map_err(|error| format!("{owner}: {line}: {error}"))?;
            }
        }
    }
    Ok(code)
}

fn row(owner: &str, line: &str, code: &mut String) -> Result<(), Box<dyn Error>> {
    let parts: Vec<_> = line.split('|').map(str::trim).collect();
    let [kind, name, get, set, doc] = parts[..] else { return Err("needs five columns".into()) };
    let kind = KINDS.iter().find(|it| it.name == kind).ok_or("no such type")?;
    if get != "-" {
        getter(owner, kind, name, get, doc, code)?;
    }
    if set != "-" {
        setter(owner, kind, name, set, doc, code)?;
    }
    Ok(())
}

fn getter(
    owner: &str,
    kind: &Kind,
    name: &str,
    get: &str,
    doc: &str,
    code: &mut String,
) -> Result<(), std::fmt::Error> {
    let Kind { rust, out, .. } = kind;
    let key = key_type(owner);
    writeln!(
        code,
        "/// {doc}\n#[unsafe(no_mangle)]\npub extern \"C\" fn umbra_{owner}_{name}(\n    \
         scene: Option<&crate::UmbraScene>,\n    {owner}: {key},\n    \
         out: Option<&mut std::mem::MaybeUninit<{rust}>>,\n) -> crate::UmbraStatus {{\n    \
         crate::call::read(scene, out, |scene| {{\n        \
         let value = scene.{owner}(crate::keys::{owner}({owner}))?.{get}();\n        \
         Ok({out})\n    }})\n}}\n"
    )
}

fn setter(
    owner: &str,
    kind: &Kind,
    name: &str,
    set: &str,
    doc: &str,
    code: &mut String,
) -> Result<(), std::fmt::Error> {
    let key = key_type(owner);
    let Kind { rust, into, .. } = kind;
    let rule = format!("crate::types::combine_rule(\"{name}\", value)?");
    let into = if *into == "RULE" { &rule } else { *into };
    let name = name.strip_prefix("is_").unwrap_or(name);
    writeln!(
        code,
        "/// Sets this: {doc}\n#[unsafe(no_mangle)]\npub extern \"C\" fn umbra_{owner}_set_{name}(\n    \
         scene: Option<&mut crate::UmbraScene>,\n    {owner}: {key},\n    value: {rust},\n\
         ) -> crate::UmbraStatus {{\n    crate::call::edit(scene, |scene| {{\n        \
         scene.{owner}_mut(crate::keys::{owner}({owner}))?.{set}({into}).done()\n    \
         }})\n}}\n"
    )
}

fn key_type(owner: &str) -> String {
    let (first, rest) = owner.split_at(1);
    format!("crate::Umbra{}{rest}Key", first.to_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_becomes_two_exports() {
        let mut code = String::new();
        row("body", "real | mass | mass | set_mass | Mass.", &mut code).expect("a good row");
        assert!(code.contains("fn umbra_body_mass(") && code.contains("fn umbra_body_set_mass("));
        assert!(row("body", "real | mass", &mut code).is_err());
        assert!(row("body", "complex | mass | - | - | Mass.", &mut code).is_err());
    }
}
