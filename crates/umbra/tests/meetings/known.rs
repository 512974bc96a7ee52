//! What fails today and is known to. An entry goes when its fault is mended: nothing else refers to it.

use umbra_scenes::meetings::World;

/// A fault that worlds still show.
pub struct Known {
    /// The law that does not hold.
    pub law: &'static str,
    /// In worlds with these values: `joint=rope|weld, rate=30`.
    pub values: &'static str,
    /// In about this part of them.
    pub rate: f64,
    /// What it is.
    pub fault: &'static str,
}

const fn known(law: &'static str, values: &'static str, rate: f64, fault: &'static str) -> Known {
    Known { law, values, rate, fault }
}

const SLIDERS: &str = "joint=prismatic|prismatic motor|wheel|groove";
const PINS: &str = "joint=revolute|revolute limits|revolute motor|revolute spring|weld|soft weld";
const LINES: &str = "joint=distance|distance limits|rope|spring|pulley";
const TURNS: &str = "joint=gear|ratchet";
const BRAKES: &str = "joint=motor|target|friction";
const ALONE: &str = "joint=none|filter";
const RATTLES: &str = "bounce=all|propagating full";

/// All of them. The first that fits a breach counts.
pub static KNOWN: &[Known] = &[
    known(
        "energy",
        "role=one-way",
        0.0365,
        "A body with a one-way collider passes a wall; the clamp of fast motion holds it in there, and it goes on gaining speed.",
    ),
    known(
        "shift",
        "role=one-way",
        0.0132,
        "The same clamp: where it holds is a matter of rounding.",
    ),
    known(
        "rest",
        RATTLES,
        0.0479,
        "With a threshold of 0 rounding noise bounces, and bodies do not come to rest (20).",
    ),
    known(
        "energy",
        RATTLES,
        0.0084,
        "Bounces that keep all energy, several in one substep, gain some.",
    ),
    known(
        "finite",
        SLIDERS,
        0.0182,
        "Sliding joints between bodies of unlike size gain energy until their bodies are disabled (3g, 16).",
    ),
    known("speed", SLIDERS, 0.0446, "The same, before anything is disabled."),
    known("speed", PINS, 0.0078, "Loops and stars of pins with long arms gain energy (3g, 16)."),
    known("speed", LINES, 0.0037, "A light body between heavy ones on rods is thrown (7)."),
    known(
        "speed",
        BRAKES,
        0.0074,
        "What is drawn against a wall by a force is thrown when it comes free.",
    ),
    known("speed", ALONE, 0.0018, "A light body between heavy ones that bounce is squeezed out."),
    known("energy", SLIDERS, 0.0055, "Sliders gain energy (3g)."),
    known(
        "energy",
        PINS,
        0.0054,
        "Limits that are passed push back, and loops of pins gain energy (3c, 3g).",
    ),
    known("energy", LINES, 0.0045, "Rods beside mass ratios of a hundred gain energy (3c, 7)."),
    known("energy", TURNS, 0.0019, "A ratchet rebounds (3g)."),
    known("energy", BRAKES, 0.0087, "What bounces while it is braked or held gains some."),
    known(
        "energy",
        ALONE,
        0.0018,
        "Bodies that bounce fully between walls of one substep gain some.",
    ),
    known("joints", SLIDERS, 0.0027, "Rows open where masses are unlike or arms are long (3g)."),
    known(
        "joints",
        PINS,
        0.0855,
        "Rows open where masses are unlike or arms are long, above all with motors and in loops (3e, 3g).",
    ),
    known(
        "joints",
        LINES,
        0.0461,
        "Rods, ropes and pulleys give way in impacts, more beside mass ratios (3e, 7).",
    ),
    known("limits", SLIDERS, 0.153, "Sliders turn and pass their limits in impacts (3g)."),
    known("limits", PINS, 0.0415, "Limits and welds give way in impacts (3g)."),
    known("limits", LINES, 0.0104, "Lengths pass their limits in impacts (3g)."),
    known(
        "limits",
        TURNS,
        0.0598,
        "Gears and ratchets slip in impacts of small bodies that turn fast (3g).",
    ),
    known(
        "depth",
        SLIDERS,
        0.0537,
        "Joints press what they join into walls, and corners turn into the floor in an impact.",
    ),
    known("depth", PINS, 0.0385, "The same."),
    known("depth", LINES, 0.0245, "The same."),
    known("depth", TURNS, 0.0093, "The same."),
    known("depth", BRAKES, 0.021, "The same."),
    known(
        "depth",
        ALONE,
        0.0235,
        "A corner that turns into the floor in the step of an impact takes many steps to come out; heavy on light sinks in.",
    ),
    known(
        "strike",
        SLIDERS,
        0.0455,
        "Joints press what they join into walls, and corners turn into the floor in an impact.",
    ),
    known("strike", PINS, 0.0331, "The same."),
    known("strike", LINES, 0.0238, "The same."),
    known("strike", TURNS, 0.0093, "The same."),
    known("strike", BRAKES, 0.0186, "The same."),
    known(
        "strike",
        ALONE,
        0.047,
        "The end of a thin body turns into the floor in the step of an impact, before there is a contact for it (1).",
    ),
    known(
        "room",
        SLIDERS,
        0.0282,
        "What is pressed into a wall that far comes out at its other side, or its centre does.",
    ),
    known("room", PINS, 0.0217, "The same."),
    known("room", LINES, 0.0193, "The same."),
    known("room", TURNS, 0.015, "The same."),
    known("room", BRAKES, 0.0149, "The same."),
    known(
        "room",
        ALONE,
        0.0181,
        "Small or pressed bodies sink into walls beyond their centres, most under the earth's gravity and in single substeps.",
    ),
    known("rest", SLIDERS, 0.0073, "Joints that are jammed tremble (16)."),
    known("rest", PINS, 0.0048, "The same."),
    known("rest", LINES, 0.0074, "The same."),
    known("rest", TURNS, 0.0019, "The same."),
    known("rest", BRAKES, 0.0087, "What a force holds against a wall trembles."),
    known("rest", ALONE, 0.0018, "What got out of its room falls for ever."),
    known("shift", SLIDERS, 0.0137, "What gains energy is another thing elsewhere (3g)."),
    known("shift", PINS, 0.0042, "The same."),
    known("shift", LINES, 0.0045, "The same."),
    known("shift", BRAKES, 0.0074, "The same."),
    known(
        "mirror",
        SLIDERS,
        0.0055,
        "Both points of a face are solved one after the other: at high speed a mirrored world turns a little otherwise.",
    ),
    known("mirror", PINS, 0.0054, "The same."),
    known("mirror", LINES, 0.0037, "The same."),
    known("mirror", TURNS, 0.0019, "The same."),
    known("mirror", BRAKES, 0.0025, "The same."),
    known("mirror", ALONE, 0.0036, "The same."),
];

impl Known {
    /// Whether a world has the values.
    pub fn fits(&self, world: &World) -> bool {
        let mut parts = self.values.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.all(|part| {
            let (name, values) = part.split_once('=').unwrap();
            values.split('|').any(|value| value == world.value(name))
        })
    }

    /// How many of so many worlds may break the law: the usual number, and three times as much more as chance gives.
    pub fn most(&self, worlds: usize) -> usize {
        let expected = self.rate * worlds as f64;
        (expected + 3.0 * expected.sqrt() + 1.0) as usize
    }
}
