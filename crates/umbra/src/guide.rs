#![doc = include_str!("../guide/README.md")]
#![doc = include_str!("guide.html")]
// The folder `guide` of this crate is a link to `docs/guide`; packages contain its files. Documentation
// shows its pages, and documentation tests compile and run every Rust program in them. No other build
// reads them.

/// A module without items for each page, whose documentation is the page.
macro_rules! pages {
    ($($(#[$condition:meta])? $name:ident: $file:literal,)*) => {$(
        $(#[$condition])?
        #[doc = include_str!(concat!("../guide/", $file))]
        #[doc = include_str!("guide.html")]
        pub mod $name {}
    )*};
}

pages! {
    first_scene: "first-scene.md",
    bodies: "bodies.md",
    shapes: "shapes.md",
    materials: "materials.md",
    joints: "joints.md",
    events: "events.md",
    queries: "queries.md",
    predictions: "predictions.md",
    fast_objects: "fast-objects.md",
    characters: "characters.md",
    characters_in_scenes: "characters-in-scenes.md",
    terrain: "terrain.md",
    pictures: "pictures.md",
    vehicles: "vehicles.md",
    ropes_and_soft_bodies: "ropes-and-soft-bodies.md",
    fields: "fields.md",
    portals: "portals.md",
    breaking: "breaking.md",
    sleeping: "sleeping.md",
    save_and_restore: "save-and-restore.md",
    #[cfg(any(feature = "serde", not(doctest)))]
    files: "files.md",
    determinism: "determinism.md",
    tuning: "tuning.md",
    units: "units.md",
    large_worlds: "large-worlds.md",
    performance: "performance.md",
    testbed: "testbed.md",
    known_limits: "known-limits.md",
    from_box2d: "from-box2d.md",
    from_rapier: "from-rapier.md",
    from_pymunk: "from-pymunk.md",
    from_planck: "from-planck.md",
    // Programs of other languages, and of other crates.
    #[cfg(not(doctest))]
    python: "python.md",
    #[cfg(not(doctest))]
    web: "web.md",
    #[cfg(not(doctest))]
    c: "c.md",
    #[cfg(not(doctest))]
    bevy: "bevy.md",
    #[cfg(not(doctest))]
    from_pybox2d: "from-pybox2d.md",
    #[cfg(not(doctest))]
    gymnasium_1597: "gymnasium-1597.md",
}

// The README of the project, which is no page of the guide.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Every page is in the list.
///
/// ```
/// let list = std::fs::read_to_string("src/guide.rs").unwrap();
/// for page in std::fs::read_dir("guide").unwrap() {
///     let name = page.unwrap().file_name().into_string().unwrap();
///     assert!(name == "README.md" || list.contains(&format!("\"{name}\"")), "{name}");
/// }
/// ```
#[cfg(doctest)]
struct Pages;
