//! Writes the header to the path that is given.

use std::{collections::BTreeSet, env, error::Error, fs, path::Path};

/// The subjects in the order of the header: modules of the library.
const SUBJECTS: [&str; 31] = [
    "status",
    "types",
    "options",
    "keys",
    "config",
    "scene",
    "hooks",
    "body",
    "shape",
    "collider",
    "joint",
    "properties",
    "contacts",
    "events",
    "query",
    "bulk",
    "snapshot",
    "files",
    "record",
    "part",
    "batch",
    "field",
    "fracture",
    "portal",
    "predict",
    "timestep",
    "draw",
    "character",
    "vehicle",
    "assembly",
    "mask",
];

/// Modules without exports.
const INNER: [&str; 3] = ["lib", "array", "call"];

fn main() -> Result<(), Box<dyn Error>> {
    let target = env::args().nth(1).ok_or("give the path of the header")?;
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let source = here.join("src");
    check_subjects(&source)?;
    let properties = env::temp_dir().join(format!("umbra-properties-{}.rs", std::process::id()));
    fs::write(&properties, umbra_c_codegen::from_tables(&here.join("tables"))?)?;

    let config = cbindgen::Config::from_file(here.join("cbindgen.toml"))?;
    let mut builder = cbindgen::Builder::new().with_config(config);
    for subject in SUBJECTS {
        let (file, folder) = (format!("{subject}.rs"), source.join(subject).join("mod.rs"));
        builder = builder.with_src(match subject {
            "properties" => properties.clone(),
            _ if folder.exists() => folder, // and the modules in it
            _ => source.join(file),
        });
    }
    let bindings = builder.generate();
    fs::remove_file(properties)?;
    bindings?.write_to_file(target);
    Ok(())
}

/// Each module of the library has to have its place in the header.
fn check_subjects(source: &Path) -> Result<(), Box<dyn Error>> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(source)? {
        let path = entry?.path();
        found.extend(path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned));
    }
    let listed: BTreeSet<_> = SUBJECTS.iter().chain(&INNER).map(|it| (*it).to_owned()).collect();
    let differs: Vec<_> = found.symmetric_difference(&listed).collect();
    if differs.is_empty() {
        Ok(())
    } else {
        Err(format!("place in the header: {differs:?}").into())
    }
}
