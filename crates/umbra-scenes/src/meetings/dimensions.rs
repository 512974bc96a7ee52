//! The dimensions in which worlds differ. The first value of each is the simplest.

/// A dimension in which worlds differ.
#[derive(Clone, Copy, Debug)]
pub struct Dimension {
    /// Its name.
    pub name: &'static str,
    /// Its possible values.
    pub values: &'static [&'static str],
}

const fn dimension(name: &'static str, values: &'static [&'static str]) -> Dimension {
    Dimension { name, values }
}

/// The number of dimensions.
pub const COUNT: usize = 24;

/// A value of each dimension, by its index.
pub type Values = [u8; COUNT];

/// All dimensions: first those of the world, then of its moving bodies, then of the computation.
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

/// The index of a dimension.
///
/// # Panics
/// When there is none of that name: names are written in this crate and its tests only.
pub fn index(name: &str) -> usize {
    let found = DIMENSIONS.iter().position(|dimension| dimension.name == name);
    found.unwrap_or_else(|| panic!("no dimension {name}"))
}

/// The name of a value.
pub fn value(values: &Values, name: &str) -> &'static str {
    let index = index(name);
    DIMENSIONS[index].values[usize::from(values[index])]
}

/// A rule of [`ordinary`] worlds: one with all values of the first text (see [`fits`]) gets those
/// of the second instead.
type Rule = (&'static str, &'static str);

/// Rules for values that games seldom have.
const SELDOM: &[Rule] = &[
    ("motion=faster", "motion=fast"),
    ("solving=rows|trees", "solving=auto"),
    ("rate=30", "rate=60"),
    ("substeps=1|2", "substeps=4"),
    ("correction=projection|classic|precise", "correction=soft"),
    ("bounce=all|all again", "bounce=full"),
    ("unit=0.001|coins|50|1000", "unit=1"),
    // A third of the room wide, it begins in what stands there.
    ("size=huge", "size=ordinary"),
    // Walls that come together crush what is between.
    ("terrain=swaying|turning, obstacle=ram|lift|paddle", "obstacle=none"),
    // Sizes that differ by ten are masses that differ by a hundred.
    ("size=mixed, mass=one heavy|one light", "mass=ordinary"),
    // What is shot by many times its size in a step is a bullet, not a crate or a machine.
    ("size=small|mixed, motion=fast|fast and spinning", "motion=slow"),
    ("joining=star|loop", "joining=chain"),
];

/// Rules for worlds with joints, which should be like those of builders: chains of hinges and rods
/// that hang or are taut; slides, motors and gears on a base.
const SELDOM_JOINED: &[Rule] = &[
    (
        "joint=prismatic|prismatic motor|wheel|groove|revolute motor|ratchet|gear",
        "joining=to the world",
    ),
    ("mass=one heavy|one light", "mass=ordinary"),
    ("freedom=locked rotation|locked x|floating", "freedom=free"),
    ("lying=overlapping", "lying=apart"),
    // Forces are chosen for bodies of 0.3 m: they would be hundreds of times the weight of small ones.
    (
        "joint=revolute motor|prismatic motor|wheel|motor|target|friction, size=small|mixed",
        "size=ordinary",
    ),
    // What is joined is not put elsewhere piece by piece.
    ("edit=teleport|kind|shape|offset|lock|density|disable", "edit=none"),
];

/// The index of a dimension and of one of its values, by their names.
fn find(name: &str, value: &str) -> Result<(usize, u8), String> {
    let found = DIMENSIONS.iter().position(|dimension| dimension.name == name);
    let index = found.ok_or_else(|| format!("no dimension `{name}`"))?;
    let found = DIMENSIONS[index].values.iter().position(|it| *it == value);
    found.map(|found| (index, found as u8)).ok_or_else(|| format!("no {name} `{value}`"))
}

/// The parts of `joint=rope|weld, rate=30`: a name and the text after it.
fn parts(text: &str) -> impl Iterator<Item = Result<(&str, &str), String>> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| part.split_once('=').ok_or_else(|| format!("no value in `{part}`")))
}

/// True if the values match all parts, each with one of its values: `joint=rope|weld, rate=30`.
///
/// # Panics
/// When a name is unknown: they are written in this crate and its tests only.
pub fn fits(values: &Values, text: &str) -> bool {
    parts(text).all(|part| {
        let (name, of) = part.unwrap_or_else(|error| panic!("{error}"));
        of.split('|').any(|of| of == value(values, name))
    })
}

/// The values changed to those of usual games: default configuration, 60 to 240 steps per second,
/// mass ratios within a hundred, joints like those of builders.
///
/// # Panics
/// Never: a test reads all rules.
pub fn ordinary(values: &Values) -> Values {
    let mut values = *values;
    let is_joined = !fits(&values, "joint=none|filter");
    let joined = SELDOM_JOINED.iter().filter(|_| is_joined);
    for (seldom, usual) in SELDOM.iter().chain(joined) {
        if fits(&values, seldom) {
            put(&mut values, usual).unwrap_or_else(|error| panic!("{error}"));
        }
    }
    values
}

fn put(values: &mut Values, text: &str) -> Result<(), String> {
    for part in parts(text) {
        let (name, wanted) = part?;
        let (index, value) = find(name, wanted)?;
        values[index] = value;
    }
    Ok(())
}

/// Values by their names, `terrain=chain, joint=rope`; missing dimensions get their simplest value.
///
/// # Errors
/// When a name is unknown.
pub fn parse(text: &str) -> Result<Values, String> {
    let mut values = [0; COUNT];
    put(&mut values, text)?;
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
        for (seldom, _) in SELDOM.iter().chain(SELDOM_JOINED) {
            for part in parts(seldom) {
                let (name, of) = part.unwrap();
                of.split('|')
                    .for_each(|value| assert!(find(name, value).is_ok(), "{name}={value}"));
            }
        }
    }
}
