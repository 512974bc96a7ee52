//! What worlds differ in. The first value of each dimension is the simplest.

/// Something that worlds differ in.
#[derive(Clone, Copy, Debug)]
pub struct Dimension {
    /// What it is called.
    pub name: &'static str,
    /// What it can be.
    pub values: &'static [&'static str],
}

const fn dimension(name: &'static str, values: &'static [&'static str]) -> Dimension {
    Dimension { name, values }
}

/// How many there are.
pub const COUNT: usize = 24;

/// A value of each dimension, by its index.
pub type Values = [u8; COUNT];

/// All of them. What comes first makes the world, then what moves in it, then how it is computed.
pub static DIMENSIONS: [Dimension; COUNT] = [
    dimension(
        "terrain",
        &[
            "touching",
            "none",
            "overlapping",
            "turned",
            "bricks",
            "segments",
            "chain",
            "one-sided",
            "tiles",
            "slopes",
            "heightfield",
            "compound",
            "concave",
            "rounded",
            "rocks",
            "swaying",
            "turning",
        ],
    ),
    dimension(
        "obstacle",
        &[
            "none", "wall", "ramp", "platform", "pegs", "line", "belt", "sensor", "paddle", "lift",
            "ram",
        ],
    ),
    dimension(
        "shape",
        &[
            "box",
            "circle",
            "capsule",
            "triangle",
            "wedge",
            "hexagon",
            "rounded box",
            "rounded triangle",
            "bar",
            "compound",
            "concave",
            "two colliders",
            "mixed",
        ],
    ),
    dimension("size", &["ordinary", "small", "huge", "mixed"]),
    dimension("mass", &["ordinary", "heavy", "light", "one heavy", "one light"]),
    dimension("freedom", &["free", "damped", "locked rotation", "locked x", "floating"]),
    dimension("motion", &["still", "slow", "fast", "faster", "spinning", "fast and spinning"]),
    dimension("count", &["1", "2", "4", "8", "12"]),
    dimension("lying", &["apart", "stacked", "beside", "corner", "overlapping"]),
    dimension(
        "joint",
        &[
            "none",
            "revolute",
            "revolute limits",
            "revolute motor",
            "revolute spring",
            "prismatic",
            "prismatic motor",
            "wheel",
            "groove",
            "weld",
            "soft weld",
            "distance",
            "distance limits",
            "rope",
            "spring",
            "motor",
            "target",
            "friction",
            "gear",
            "pulley",
            "ratchet",
            "filter",
        ],
    ),
    dimension("joining", &["chain", "to the world", "star", "loop", "hanging", "taut"]),
    dimension("solving", &["auto", "rows", "trees"]),
    dimension("role", &["plain", "bullet", "sensor", "one-way", "group", "hits"]),
    dimension("continuous", &["fixed", "all"]),
    dimension("rate", &["60", "30", "120", "240"]),
    dimension("substeps", &["4", "1", "2", "8"]),
    dimension("correction", &["soft", "projection", "classic", "precise"]),
    // Two come twice, so that worlds keep their numbers: there were two laws of restitution.
    dimension("bounce", &["none", "half", "full", "all", "half again", "all again"]),
    dimension("friction", &["usual", "none", "rough", "rolling"]),
    dimension("gravity", &["down", "none", "aslant", "strong"]),
    dimension("sleep", &["on", "off"]),
    dimension("unit", &["1", "0.001", "coins", "50", "1000"]),
    dimension(
        "edit",
        &[
            "none", "remove", "teleport", "kind", "shape", "group", "sensor", "offset", "push",
            "disable", "sleep", "lock", "density", "material", "joint", "gravity", "add",
        ],
    ),
    dimension("place", &["origin", "far"]),
];

/// The index of the dimension of a name.
///
/// # Panics
/// When there is none: names are written in this crate and its tests only.
pub fn index(name: &str) -> usize {
    let found = DIMENSIONS.iter().position(|dimension| dimension.name == name);
    found.unwrap_or_else(|| panic!("no dimension {name}"))
}

/// The name of a value.
pub fn value(values: &Values, name: &str) -> &'static str {
    let index = index(name);
    DIMENSIONS[index].values[usize::from(values[index])]
}

/// Values by their names, `terrain=chain, joint=rope`; what is not named is the simplest.
///
/// # Errors
/// When a name is unknown.
pub fn parse(text: &str) -> Result<Values, String> {
    let mut values = [0; COUNT];
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, wanted) = part.split_once('=').ok_or_else(|| format!("no value in `{part}`"))?;
        let found = DIMENSIONS.iter().position(|dimension| dimension.name == name);
        let index = found.ok_or_else(|| format!("no dimension `{name}`"))?;
        let of = DIMENSIONS[index].values.iter().position(|value| *value == wanted);
        values[index] = of.ok_or_else(|| format!("no {name} `{wanted}`"))? as u8;
    }
    Ok(values)
}

/// All values that are not the simplest, as [`parse`] takes them.
pub fn describe(values: &Values) -> String {
    let mut parts = vec![];
    for (dimension, value) in DIMENSIONS.iter().zip(values) {
        if *value > 0 {
            parts.push(format!("{}={}", dimension.name, dimension.values[usize::from(*value)]));
        }
    }
    parts.join(", ")
}
