//! Writes the header to the path that is given.

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let target = env::args().nth(1).ok_or("give the path of the header")?;
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let config = cbindgen::Config::from_file(here.join("cbindgen.toml"))?;
    let mut builder = cbindgen::Builder::new().with_config(config);
    let mut sources = Vec::new();
    list(&here.join("src"), &mut sources)?;
    sources.sort();
    let properties = env::temp_dir().join(format!("umbra-properties-{}.rs", std::process::id()));
    fs::write(&properties, umbra_c_codegen::from_tables(&here.join("tables"))?)?;
    sources.push(properties.clone());
    for source in sources {
        builder = builder.with_src(source);
    }
    let bindings = builder.generate();
    fs::remove_file(properties)?;
    bindings?.write_to_file(target);
    Ok(())
}

/// Lists the Rust files of a folder and of those in it.
fn list(folder: &Path, files: &mut Vec<std::path::PathBuf>) -> Result<(), std::io::Error> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}
