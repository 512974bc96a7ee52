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

/// A value of a dimension, in worlds in which each of others has one of some values, and what stands there in [`ordinary`] ones.
struct Seldom(&'static str, &'static [(&'static str, &'static str)], &'static str, &'static str);

const SLIDERS: &str = "prismatic|prismatic motor|wheel|groove|revolute motor|ratchet|gear";
const JOINED: &str = "revolute|revolute limits|revolute motor|revolute spring|prismatic|prismatic motor|wheel|groove|weld|\
    soft weld|distance|distance limits|rope|spring|motor|target|friction|gear|pulley|ratchet";

const FORCES: &str = "revolute motor|prismatic motor|wheel|motor|target|friction";

/// What worlds of games seldom have.
const SELDOM: &[Seldom] = &[
    Seldom("motion", &[], "faster", "fast"),
    Seldom("solving", &[], "rows|trees", "auto"),
    Seldom("rate", &[], "30", "60"),
    Seldom("substeps", &[], "1|2", "4"),
    Seldom("correction", &[], "projection|classic|precise", "soft"),
    Seldom("bounce", &[], "all|all again", "full"),
    Seldom("unit", &[], "0.001|coins|50|1000", "1"),
    // A third of the room wide, it begins in what stands there.
    Seldom("size", &[], "huge", "ordinary"),
    // Walls that come together crush what is between.
    Seldom("obstacle", &[("terrain", "swaying|turning")], "ram|lift|paddle", "none"),
    // Sizes that differ by ten are masses that differ by a hundred.
    Seldom("mass", &[("size", "mixed")], "one heavy|one light", "ordinary"),
    // What is shot by many times its size in a step is a bullet, not a crate or a machine.
    Seldom("motion", &[("size", "small|mixed")], "fast|fast and spinning", "slow"),
    // Joints as builders make them: chains of hinges and rods that hang or are taut; slides, motors and gears on a base.
    Seldom("joining", &[], "star|loop", "chain"),
    Seldom("joining", &[("joint", SLIDERS)], "chain|hanging|taut", "to the world"),
    Seldom("mass", &[("joint", JOINED)], "one heavy|one light", "ordinary"),
    Seldom("freedom", &[("joint", JOINED)], "locked rotation|locked x|floating", "free"),
    Seldom("lying", &[("joint", JOINED)], "overlapping", "apart"),
    // Forces are chosen for bodies of 0.3 m: they would be hundreds of times the weight of small ones.
    Seldom("size", &[("joint", FORCES)], "small|mixed", "ordinary"),
    // What is joined is not put elsewhere piece by piece.
    Seldom("edit", &[("joint", JOINED)], "teleport|kind|shape|offset|lock|density|disable", "none"),
];

/// The index of a value of a dimension, by its name.
fn of(dimension: usize, name: &str) -> Option<u8> {
    let found = DIMENSIONS[dimension].values.iter().position(|value| *value == name);
    found.map(|value| value as u8)
}

/// The values as games have them: configured as by default, at 60 to 240 steps per second, masses within a hundred, joints as
/// builders make them.
pub fn ordinary(values: &Values) -> Values {
    let mut values = *values;
    for Seldom(name, others, seldom, usual) in SELDOM {
        let is_one =
            |values: &Values, name, of: &str| of.split('|').any(|it| it == value(values, name));
        let here = is_one(&values, name, seldom)
            && others.iter().all(|(other, of)| is_one(&values, other, of));
        if here {
            let dimension = index(name);
            values[dimension] = of(dimension, usual).unwrap_or_default();
        }
    }
    values
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
        values[index] = of(index, wanted).ok_or_else(|| format!("no {name} `{wanted}`"))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_worlds_have_nothing_that_is_seldom() {
        for (text, usual) in [
            ("rate=30, terrain=tiles", "terrain=tiles"),
            ("size=mixed, mass=one heavy", "size=mixed"),
            ("joint=wheel, joining=star", "joint=wheel, joining=to the world"),
            ("joint=revolute, joining=star, edit=lock", "joint=revolute"),
            ("edit=lock, mass=one light", "edit=lock, mass=one light"),
        ] {
            assert_eq!(ordinary(&parse(text).unwrap()), parse(usual).unwrap(), "{text}");
        }
        for Seldom(name, others, seldom, usual) in SELDOM {
            let all = seldom.split('|').chain([*usual]).map(|value| (*name, value));
            let others = others.iter().flat_map(|(name, of)| of.split('|').map(|it| (*name, it)));
            for (name, value) in all.chain(others) {
                assert!(of(index(name), value).is_some(), "{name}={value}");
            }
        }
    }
}
