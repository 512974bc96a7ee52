//! Where files and links go: into `out/` and the command line on the desktop, to the downloads and the address in a browser.

/// Writes a file. Returns where it is.
///
/// # Errors
/// A sentence, when it cannot be written.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn save(name: &str, contents: &[u8]) -> Result<String, String> {
    let path = std::path::Path::new("out").join(name);
    let written = std::fs::create_dir_all("out").and_then(|()| std::fs::write(&path, contents));
    match written {
        Ok(()) => Ok(path.display().to_string()),
        Err(error) => Err(format!("{} cannot be written: {error}", path.display())),
    }
}

/// Hands a file to the browser. Returns its name.
///
/// # Errors
/// A sentence, when the browser refuses.
#[cfg(target_arch = "wasm32")]
pub(super) fn save(name: &str, contents: &[u8]) -> Result<String, String> {
    crate::web::download(name, contents).map_err(|_| format!("the browser refused {name}"))?;
    Ok(name.to_owned())
}

/// What a link is written as: an argument of the program.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn address(link: &str) -> String {
    format!("'{link}'")
}

/// What a link is written as: the address of the page.
#[cfg(target_arch = "wasm32")]
pub(super) fn address(link: &str) -> String {
    format!("{}#{link}", crate::web::page_address().unwrap_or_default())
}
