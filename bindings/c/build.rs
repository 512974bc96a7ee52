//! Writes the exports of the tables of properties into the build's folder, and names the library.

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=tables");
    let out = env::var("OUT_DIR")?;
    let code = umbra_c_codegen::from_tables(Path::new("tables"))?;
    fs::write(Path::new(&out).join("properties.rs"), code)?;
    // Programs look for it by this name, not by the path that it had when they were linked.
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libumbra_c.so");
    }
    Ok(())
}
