//! The program: on the desktop it opens a window or prints a hash, in a browser it starts on the page.

#[cfg(target_arch = "wasm32")]
fn main() {
    umbra_testbed::web::run();
}

#[cfg(not(target_arch = "wasm32"))]
#[allow(clippy::print_stdout, clippy::print_stderr, reason = "for the person at the command line")]
fn main() -> std::process::ExitCode {
    match native::run() {
        Ok(text) => {
            print!("{text}");
            std::process::ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}\n{}", native::USAGE);
            std::process::ExitCode::from(2)
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::path::{Path, PathBuf};

    use umbra_testbed::link::Link;
    use umbra_testbed::shell::{self, Portrait};

    pub(super) const USAGE: &str =
        "usage: umbra-testbed [LINK] [FILE] [--picture PICTURE [--frames N]]
       umbra-testbed --hash LINK
  LINK: a scene and settings, as scene=bridge&substeps=8&paused=1&steps=300
  FILE: a scene or a recording, as fault.bin, level.json or level.ron
  --hash: does the steps of the link without a window, and prints scene, step and state hash
  --picture: saves a PNG of the window after N frames, 30 by default, and ends";

    /// Whether an argument names a file rather than a scene of the catalogue.
    fn is_file(argument: &str) -> bool {
        let path = Path::new(argument);
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_link = argument.contains(['=', '&']);
        path.is_file() || !is_link && ending.is_some_and(|it| ["json", "ron", "bin"].contains(&it))
    }

    pub(super) fn run() -> Result<String, String> {
        let (mut link, mut hash, mut picture, mut after) = (String::new(), false, None, 30);
        let mut file = None;
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--help" | "-h" => return Ok(format!("{USAGE}\n")),
                "--hash" => (hash, link) = (true, value()?),
                "--picture" => picture = Some(value()?.into()),
                "--frames" => {
                    let text = value()?;
                    after = text.parse().map_err(|_| format!("--frames: {text} is no count"))?;
                }
                _ if argument.starts_with('-') => return Err(format!("{argument} is not known")),
                _ if is_file(&argument) => file = Some(PathBuf::from(argument)),
                _ => link = argument,
            }
        }
        if hash {
            return umbra_testbed::hash(&link).map(|line| format!("{line}\n"));
        }
        let (link, complaints) = Link::parse(&link);
        let portrait = picture.map(|file| Portrait { file, after });
        shell::run(link, complaints, file, portrait)
            .map_err(|error| format!("no window: {error}"))?;
        Ok(String::new())
    }
}
