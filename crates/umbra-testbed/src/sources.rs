//! Source text of scenes: the row of each and all functions that it names, as `build.rs` found them
//! in `umbra-scenes`.

mod scenes {
    include!(concat!(env!("OUT_DIR"), "/scenes.rs"));
}

/// Source text of a scene of the catalogue, with the name of a file wherever another one begins.
pub fn source_of(name: &str) -> Option<String> {
    let (_, parts) = scenes::SCENES.iter().find(|(it, _)| *it == name)?;
    let (mut text, mut last) = (String::new(), "");
    for (file, part) in *parts {
        if !text.is_empty() {
            text.push('\n');
        }
        if *file != last {
            text += &format!("// {file}\n\n");
            last = file;
        }
        text += part;
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_scene_has_a_source_and_it_is_the_one_in_the_files() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for def in umbra_scenes::all() {
            let text = source_of(def.name).unwrap_or_default();
            assert!(text.contains("fn ") && text.contains("&mut Scene"), "{}: {text}", def.name);
            assert!(text.contains(&format!("\"{}\"", def.name)), "{}", def.name);
            let mut file = String::new();
            for line in text.lines().filter(|line| !line.is_empty()) {
                if let Some(path) = line.strip_prefix("// crates/") {
                    file = std::fs::read_to_string(root.join("crates").join(path)).unwrap();
                } else {
                    assert!(file.contains(line), "{}: {line}", def.name);
                }
            }
        }
    }

    #[test]
    fn what_fills_a_scene_comes_first_and_what_it_calls_comes_with_it() {
        let siege = source_of("castle_siege").unwrap();
        let place = |text: &str| siege.find(text).unwrap_or_else(|| panic!("no {text} in {siege}"));
        assert!(place("\"castle_siege\"") < place("pub(super) fn fill("));
        assert!(place("pub(super) fn fill(") < place("const CANNON"));
        for part in ["struct Cannon", "impl Cannon", "fn play(", "fn aim(", "fn ball_shape("] {
            place(part);
        }
        assert!(!siege.contains("#[test]") && !siege.contains("fn pinball"));
        // What another file has comes from there.
        let pinball = source_of("play_pinball").unwrap();
        assert!(pinball.contains("// crates/umbra-scenes/src/pinball.rs"));
        assert!(source_of("nothing").is_none());
    }
}
