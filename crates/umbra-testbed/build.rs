//! Source text of every scene, taken from `umbra-scenes` as it is built.
//!
//! A scene is a row of a table. Its text is that row, and all items of the crate that the row
//! names, directly or by way of other items: the function that fills the scene first. The crate is
//! formatted, so an item begins and ends at the left margin, and a row of a table four spaces from
//! it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Modules whose items every scene shares: the interface of the crate, which its documentation
/// shows.
const SHARED: [&str; 3] = ["lib", "catalogue", "controls"];

/// A function, a type, a constant.
struct Item {
    module: String,
    line: usize,
    text: String,
    /// True for a table of scenes, which no scene is made of.
    is_table: bool,
}

/// Items and names of all modules.
#[derive(Default)]
struct Crate {
    items: Vec<Item>,
    /// Items by module and name; a type has several, because its methods belong to it.
    by_name: BTreeMap<(String, String), Vec<usize>>,
    /// Names that a module imports, and the modules that they come from.
    imports: BTreeMap<(String, String), String>,
    modules: BTreeSet<String>,
    /// Rows: name of the scene, module, text.
    rows: Vec<(String, String, String)>,
}

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let folder = here.join("../umbra-scenes/src");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = vec![];
    find_files(&folder, &mut files)?;
    let mut all = Crate::default();
    for path in &files {
        let module = module_name(&folder, path);
        all.modules.insert(module.clone());
        read(&mut all, &module, &fs::read_to_string(path)?);
    }
    let mut code = String::from("/// Scenes and their parts: the file, and the text.\n");
    code += "pub(super) static SCENES: &[(&str, &[(&str, &str)])] = &[\n";
    for (name, module, row) in &all.rows {
        let mut parts = vec![(module, row.clone())];
        for index in all.used_by(module, row) {
            let item = &all.items[index];
            parts.push((&item.module, item.text.clone()));
        }
        let _ = writeln!(code, "({name:?}, &[");
        for (module, text) in parts {
            let _ = writeln!(code, "({:?}, {text:?}),", file_of(&folder, module));
        }
        code += "]),\n";
    }
    code += "];\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("scenes.rs"), code)
}

fn find_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    for path in entries {
        let is_rust = path.extension().is_some_and(|ending| ending == "rs");
        // Programs and generated worlds are no scenes.
        if path.is_dir() && !path.ends_with("bin") && !path.ends_with("meetings") {
            find_files(&path, files)?;
        } else if is_rust {
            files.push(path);
        }
    }
    Ok(())
}

/// Name of a module: `play`, `play::siege`.
fn module_name(folder: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(folder).unwrap_or(path).with_extension("");
    let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("::").trim_end_matches("::mod").to_owned()
}

fn file_of(folder: &Path, module: &str) -> String {
    let path = module.replace("::", "/");
    let is_folder = folder.join(&path).is_dir();
    format!("crates/umbra-scenes/src/{path}{}", if is_folder { "/mod.rs" } else { ".rs" })
}

/// Notes the items, rows and imports of a file.
fn read(all: &mut Crate, module: &str, source: &str) {
    let lines: Vec<&str> = source.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        let start = at;
        while lines.get(at).is_some_and(|line| line.starts_with("///") || line.starts_with("#[")) {
            at += 1;
        }
        let Some(head) = lines.get(at) else { break };
        let is_test = lines[start..at].contains(&"#[cfg(test)]");
        let end = at + end_of_item(&lines[at..]);
        let text = lines[start..=end].join("\n") + "\n";
        if let Some(names) = head.strip_prefix("use ").or(head.strip_prefix("pub use ")) {
            let rest = lines[at + 1..=end].concat();
            import(all, module, "", &format!("{names}{rest}").replace([' ', ';'], ""));
        } else if let Some(name) = name_of(head).filter(|_| !is_test) {
            let index = all.items.len();
            all.by_name.entry((module.to_owned(), name.to_owned())).or_default().push(index);
            let is_table = head.contains("SceneDef") && !head.contains("fn ");
            all.items.push(Item { module: module.to_owned(), line: start, text, is_table });
            if is_table {
                rows(all, module, &lines[at..=end]);
            }
        }
        at = end + 1;
    }
}

/// Number of lines from the first of an item to its last.
fn end_of_item(lines: &[&str]) -> usize {
    let first = lines[0].trim_end();
    if first.ends_with(';') || first.ends_with('}') || first.is_empty() || first.starts_with("//") {
        return 0;
    }
    // A value on lines of its own ends with the first semicolon.
    let is_value = first.ends_with('=');
    let ends = |line: &&str| {
        let is_end = is_value || line.starts_with([')', ']']);
        line.starts_with('}') || is_end && line.ends_with(';')
    };
    lines.iter().skip(1).position(ends).map_or(lines.len() - 1, |index| index + 1)
}

/// Name of the item that begins with this line.
fn name_of(head: &str) -> Option<&str> {
    let mut words = head.split([' ', '(', '<', ':', ';', '{']).filter(|word| !word.is_empty());
    let mut word = words.next()?;
    loop {
        match word {
            "fn" | "static" | "struct" | "enum" | "type" => return words.next(),
            "const" => {
                let next = words.next()?;
                return if next == "fn" { words.next() } else { Some(next) };
            }
            // Methods belong to their type, also those of a trait.
            "impl" => {
                return match head.split_once(" for ") {
                    Some((_, of)) => of.split([' ', '<', '{']).next(),
                    None => words.next(),
                };
            }
            "pub" | "crate)" | "super)" | "mut" => word = words.next()?,
            _ => return None,
        }
    }
}

/// Notes what a `use` imports: a path, or several in braces.
fn import(all: &mut Crate, module: &str, before: &str, tree: &str) {
    let tree = tree.trim_matches(',');
    if let Some((path, inside)) = tree.split_once('{') {
        let before = format!("{before}{path}");
        let inside = inside.strip_suffix('}').unwrap_or(inside);
        let (mut depth, mut from) = (0, 0);
        for (at, letter) in inside.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    import(all, module, &before, &inside[from..at]);
                    from = at + 1;
                }
                _ => {}
            }
        }
        return import_rest(all, module, &before, &inside[from..]);
    }
    import_rest(all, module, before, tree);
}

fn import_rest(all: &mut Crate, module: &str, before: &str, rest: &str) {
    if rest.contains('{') {
        return import(all, module, before, rest);
    }
    let path = format!("{before}{rest}");
    if let Some((from, name)) = path.rsplit_once("::") {
        let from = from.strip_prefix("crate").unwrap_or(from).trim_start_matches("::");
        let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
        let from = if from == "super" { parent } else { from };
        all.imports.insert((module.to_owned(), name.to_owned()), from.to_owned());
    }
}

/// Notes the rows of a table, or the one scene of a constant.
fn rows(all: &mut Crate, module: &str, lines: &[&str]) {
    let is_start = |line: &str| {
        let line = line.strip_prefix("    ").unwrap_or_default();
        ["SceneDef {", "SceneDef::new(", "grown("].iter().any(|it| line.starts_with(it))
    };
    let mut starts: Vec<usize> = (1..lines.len()).filter(|at| is_start(lines[*at])).collect();
    if starts.is_empty() {
        starts.push(0);
    }
    let ends = starts.iter().skip(1).copied().chain([lines.len() - usize::from(starts[0] > 0)]);
    for (start, end) in starts.iter().zip(ends.collect::<Vec<_>>()) {
        let margin = if *start > 0 { "    " } else { "" };
        let row: Vec<&str> = lines[*start..end]
            .iter()
            .map(|line| line.strip_prefix(margin).unwrap_or(line))
            .collect();
        let row = row.join("\n") + "\n";
        let of_new = row.split_once("SceneDef::new(").or(row.split_once("grown("));
        let name = of_new.and_then(|(_, rest)| rest.split('"').nth(1));
        if let Some(name) = name {
            all.rows.push((name.to_owned(), module.to_owned(), row.clone()));
        }
    }
}

impl Crate {
    /// Items that a row is made of, in the order in which they are named: what fills the scene
    /// first.
    fn used_by(&self, module: &str, row: &str) -> Vec<usize> {
        let split = row.find("SceneDef::new(").unwrap_or(0);
        let mut found: Vec<usize> = vec![];
        let mut queue: VecDeque<(String, String)> = VecDeque::new();
        queue.push_back((module.to_owned(), row[split..].to_owned()));
        queue.push_back((module.to_owned(), row[..split].to_owned()));
        while let Some((module, text)) = queue.pop_front() {
            let mut named: Vec<usize> = paths(&text)
                .iter()
                .flat_map(|path| self.items_at(&module, path))
                .filter(|index| !found.contains(index) && !self.items[*index].is_table)
                .filter(|index| !SHARED.contains(&self.items[*index].module.as_str()))
                .collect();
            let mut seen = BTreeSet::new();
            named.retain(|index| seen.insert(*index));
            for index in named {
                found.push(index);
                let item = &self.items[index];
                queue.push_back((item.module.clone(), item.text.clone()));
            }
        }
        // Functions, then what they stand on, each in the order of the files.
        let mut files: Vec<&str> = vec![];
        for index in &found {
            let module = self.items[*index].module.as_str();
            if !files.contains(&module) {
                files.push(module);
            }
        }
        let first = found.first().copied();
        let key = |index: &usize| {
            let item = &self.items[*index];
            let file = files.iter().position(|file| *file == item.module);
            (Some(*index) != first, file, item.line)
        };
        found.sort_by_key(key);
        found
    }

    /// Items that a path means in a module.
    fn items_at(&self, module: &str, path: &[&str]) -> Vec<usize> {
        let mut path = path;
        while let [first, rest @ ..] = path
            && ["crate", "self", "super"].contains(first)
        {
            path = rest;
        }
        let [first, rest @ ..] = path else { return vec![] };
        let own = |module: &str, name: &str| {
            self.by_name.get(&(module.to_owned(), name.to_owned())).cloned().unwrap_or_default()
        };
        let here = own(module, first);
        if !here.is_empty() {
            return here;
        }
        let imported = self.imports.get(&(module.to_owned(), (*first).to_owned()));
        if let Some(from) = imported.filter(|from| self.modules.contains(*from)) {
            return own(from, first);
        }
        let Some(name) = rest.first() else { return vec![] };
        let inside = format!("{module}::{first}");
        let found = if self.modules.contains(&inside) { inside } else { (*first).to_owned() };
        let items = own(&found, name);
        // A module may hand on what one of its own has.
        let handed_on = self.imports.get(&(found.clone(), (*name).to_owned()));
        match handed_on {
            Some(from) if items.is_empty() => own(&format!("{found}::{from}"), name),
            _ => items,
        }
    }
}

/// The paths in a text of Rust, without comments, strings and methods.
fn paths(text: &str) -> Vec<Vec<&str>> {
    let mut paths = vec![];
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or_default();
        for (part, code) in code.split('"').enumerate() {
            if part % 2 == 1 {
                continue;
            }
            let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
            let mut from = 0;
            while let Some(start) = code[from..].find(is_part).map(|at| at + from) {
                let end = code[start..].find(|it| !is_part(it)).map_or(code.len(), |at| at + start);
                let is_method = code[..start].ends_with('.') && !code[..start].ends_with("..");
                let word = code[start..end].trim_end_matches(':');
                if !is_method && word.contains(|it: char| it.is_alphabetic()) {
                    paths.push(word.split("::").filter(|part| !part.is_empty()).collect());
                }
                from = end;
            }
        }
    }
    paths
}
