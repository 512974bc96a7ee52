//! The program: on the desktop it opens a window or prints a hash, in a browser it starts on the
//! page.

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

    use umbra_testbed::film::{self, Colors, Take};
    use umbra_testbed::link::Link;
    use umbra_testbed::shell::{self, Portrait};

    pub(super) const USAGE: &str =
        "usage: umbra-testbed [LINK] [FILE] [--picture PICTURE [--frames N]]
       umbra-testbed --hash LINK
       umbra-testbed --film LINK FILE [--seconds N] [--width N]
       umbra-testbed --site FOLDER [--address URL]
  LINK: a scene and settings, as scene=bridge&substeps=8&paused=1&steps=300
  FILE: a scene or a recording, as fault.bin, level.json or level.ron
  --hash: does the steps of the link without a window, and prints scene, step and state hash
  --film: saves the scene of the link as an SVG that moves, in the colours of who looks at it, or those of theme=dark or light
  --site: writes a gallery of static pages, whose programs crates/umbra-testbed/web/build builds
  --address: where the pages will be found, for the tags by which other sites show them
  --picture: saves a PNG of the window after N frames, 30 by default, and ends";

    /// Whether an argument names a file rather than a scene of the catalogue.
    fn is_file(argument: &str) -> bool {
        let path = Path::new(argument);
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_link = argument.contains(['=', '&']);
        path.is_file() || !is_link && ending.is_some_and(|it| ["json", "ron", "bin"].contains(&it))
    }

    fn count(name: &str, text: &str) -> Result<u32, String> {
        text.parse().map_err(|_| format!("{name}: {text} is no count"))
    }

    fn save_film(link: &Link, take: &Take, file: &Path) -> Result<String, String> {
        let film = film::film(&link.source(), take).map_err(|error| error.to_string())?;
        std::fs::write(file, &film).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(format!("{} bytes in {}\n", film.len(), file.display()))
    }

    pub(super) fn run() -> Result<String, String> {
        let (mut link, mut hash, mut picture, mut after) = (String::new(), false, None, 30);
        let (mut file, mut site, mut film) = (None, None, None);
        let mut address = String::new();
        let (mut seconds, mut width) = (7, 780);
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--help" | "-h" => return Ok(format!("{USAGE}\n")),
                "--hash" => (hash, link) = (true, value()?),
                "--site" => site = Some(PathBuf::from(value()?)),
                "--address" => address = value()?,
                "--film" => {
                    link = value()?;
                    film = Some(PathBuf::from(value()?));
                }
                "--seconds" => seconds = count(&argument, &value()?)?,
                "--width" => width = count(&argument, &value()?)?,
                "--picture" => picture = Some(value()?.into()),
                "--frames" => after = count(&argument, &value()?)?,
                _ if argument.starts_with('-') => return Err(format!("{argument} is not known")),
                _ if is_file(&argument) => file = Some(PathBuf::from(argument)),
                _ => link = argument,
            }
        }
        if hash {
            return umbra_testbed::hash(&link).map(|line| format!("{line}\n"));
        }
        if let Some(folder) = site {
            umbra_testbed::site::write(&folder, address.trim_end_matches('/'))?;
            return Ok(format!("{}\n", folder.join("index.html").display()));
        }
        let (link, complaints) = Link::parse(&link);
        if let Some(file) = film {
            let take = Take {
                seconds: seconds as f32,
                width: width as f32,
                aspect: [0.2, 0.7],
                colors: link
                    .dark
                    .map_or(Colors::Both, |dark| if dark { Colors::Dark } else { Colors::Light }),
                from: link.steps.unwrap_or(0),
            };
            return save_film(&link, &take, &file);
        }
        let portrait = picture.map(|file| Portrait { file, after });
        shell::run(link, complaints, file, portrait)
            .map_err(|error| format!("no window: {error}"))?;
        Ok(String::new())
    }
}
