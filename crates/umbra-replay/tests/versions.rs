//! Files of every version of the format can be read for ever, and continue to the same bits.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::path::Path;

use umbra_replay::{Content, load};

#[test]
fn files_of_every_version_go_on_as_they_did() {
    let versions = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let mut count = 0;
    for version in std::fs::read_dir(versions).unwrap() {
        let folder = version.unwrap().path();
        // Written by `umbra-replay hashes FOLDER` when the version was the newest.
        let hashes = std::fs::read_to_string(folder.join("hashes.txt")).unwrap();
        for line in hashes.lines() {
            let [name, loaded, later] = line.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let Content::Scene(mut scene) = load(&folder.join(name)).unwrap() else {
                panic!("{name}")
            };
            assert_eq!(format!("{:016x}", scene.state_hash()), loaded, "{name} as loaded");
            for _ in 0..120 {
                scene.step(1.0 / 60.0).unwrap();
            }
            assert_eq!(format!("{:016x}", scene.state_hash()), later, "{name} after 120 steps");
            count += 1;
        }
    }
    assert!(count > 0);
}
