//! Faults that are known today. An entry goes when its fault is mended, and so does its line in
//! `docs/guide/known-limits.md`, which tells users of it.

use umbra_scenes::meetings::World;
use umbra_scenes::meetings::dimensions::fits;

/// A fault that worlds still show.
pub struct Known {
    /// The law that does not hold.
    pub law: &'static str,
    /// In worlds with these values: `joint=rope|weld, rate=30`.
    pub values: &'static str,
    /// In about this part of them, counted in 600,000.
    pub rate: f64,
    /// Description of the fault.
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
const RATTLES: &str = "bounce=all|all again";

/// All of them. The first that fits a breach counts.
pub static KNOWN: &[Known] = &[
    known(
        "moves",
        "role=one-way",
        0.00285,
        "A body with a one-way collider is in a wall that it passed, and turned back by another one.",
    ),
    known(
        "moves",
        "unit=coins",
        0.00508,
        "What lies in a wall deeper than its middle comes no deeper and slides, but not beside moving walls.",
    ),
    known("moves", SLIDERS, 0.00125, "The same."),
    known("moves", PINS, 0.00057, "The same."),
    known("moves", LINES, 0.00172, "The same."),
    known("moves", TURNS, 7e-05, "The same."),
    known("moves", BRAKES, 9e-05, "The same."),
    known(
        "moves",
        ALONE,
        0.00013,
        "The same, and what spins fast and bounces: it is held before it meets the wall, in each step anew.",
    ),
    known(
        "energy",
        "role=one-way",
        0.00996,
        "A body with a one-way collider that a wall turns back where it is deep in it gains some.",
    ),
    known(
        "shift",
        "role=one-way",
        0.00156,
        "On which side of a wall it is becomes a matter of rounding.",
    ),
    known(
        "rest",
        RATTLES,
        0.03355,
        "With a threshold of 0 rounding noise bounces, and bodies do not come to rest (20).",
    ),
    known(
        "energy",
        RATTLES,
        0.01062,
        "Bounces that keep all energy, in few substeps or of a corner, gain some.",
    ),
    known(
        "finite",
        SLIDERS,
        0.00129,
        "Sliding joints with strong motors, in loops, gain energy until their bodies are disabled (3g, 16).",
    ),
    known("finite", PINS, 0.00027, "The same of hinges with limits, of small or light bodies."),
    // Of the next ones, 20,000 worlds that wrap around and as many with a stack in a portal were counted.
    known(
        "finite",
        "lying=overlapping, bounce=all|all again",
        0.0,
        "Locked bodies that begin deep in one another and bounce fully gain energy, and more if a heavy box is pressed between them.",
    ),
    known(
        "wraps",
        SLIDERS,
        0.0005,
        "Joints that gain energy fling their bodies around more than once in a step (3g, 16).",
    ),
    known("wraps", PINS, 0.0005, "The same."),
    known(
        "speed",
        TURNS,
        0.00254,
        "Gears and ratchets that a ram drives against a wall gain energy.",
    ),
    known("speed", SLIDERS, 0.0101, "The same, before anything is disabled."),
    known("speed", PINS, 0.0112, "Loops and stars of pins with long arms gain energy (3g, 16)."),
    known("speed", LINES, 0.0036, "A light body between heavy ones on rods flies off (7)."),
    known(
        "speed",
        BRAKES,
        0.00488,
        "What is drawn against a wall by a force is thrown when it comes free.",
    ),
    known("speed", ALONE, 0.00295, "A light body between heavy ones that bounce is squeezed out."),
    known("energy", SLIDERS, 0.00249, "Sliders gain energy (3g)."),
    known(
        "energy",
        PINS,
        0.00608,
        "Limits that are passed push back, and loops of pins gain energy (3c, 3g).",
    ),
    known("energy", LINES, 0.00624, "Rods beside mass ratios of a hundred gain energy (3c, 7)."),
    known("energy", TURNS, 0.00245, "A ratchet rebounds (3g)."),
    known("energy", BRAKES, 0.00834, "What bounces while it is braked or held gains some."),
    known(
        "energy",
        ALONE,
        0.00224,
        "Bodies that bounce fully between walls in few substeps gain some.",
    ),
    known(
        "joints",
        "joint=revolute motor|weld, motion=faster",
        0.24118,
        "Rows give way when what they join is shot at a wall (3g).",
    ),
    known(
        "joints",
        PINS,
        0.06352,
        "Rows open where masses are unlike or arms are long, above all with motors and in loops (3e, 3g).",
    ),
    known(
        "joints",
        LINES,
        0.03973,
        "Rods, ropes and pulleys give way in impacts, more beside mass ratios (3e, 7).",
    ),
    known("joints", SLIDERS, 0.00186, "Rows open where masses are unlike or arms are long (3g)."),
    known("limits", SLIDERS, 0.11234, "Sliders turn and pass their limits in impacts (3g)."),
    known("limits", PINS, 0.02723, "Limits and welds give way in impacts (3g)."),
    known("limits", LINES, 0.0086, "Lengths pass their limits in impacts (3g)."),
    known(
        "limits",
        TURNS,
        0.05719,
        "Gears and ratchets slip in impacts of small bodies that turn fast (3g).",
    ),
    known(
        "strike",
        "shape=bar|wedge",
        0.07178,
        "The end of a thin body turns into the floor in the step of an impact, before there is a contact for it (1).",
    ),
    known(
        "strike",
        SLIDERS,
        0.01097,
        "Joints press what they join into walls, and corners turn into the floor in an impact.",
    ),
    known("strike", PINS, 0.00966, "The same."),
    known("strike", LINES, 0.00587, "The same."),
    known("strike", TURNS, 0.00278, "The same."),
    known("strike", BRAKES, 0.00469, "The same."),
    known("strike", ALONE, 0.0053, "Corners turn into the floor in an impact."),
    known(
        "depth",
        "unit=coins, rate=30",
        0.08815,
        "Under the earth's gravity small things fall by more than their size in a step of 30 Hz, and contacts do not hold them out.",
    ),
    known(
        "depth",
        "lying=corner|stacked, mass=one heavy",
        0.02612,
        "What carries a hundred times its mass sinks into the floor (7).",
    ),
    known(
        "depth",
        SLIDERS,
        0.02094,
        "Joints press what they join into walls, and corners turn into the floor in an impact.",
    ),
    known("depth", PINS, 0.01969, "The same."),
    known("depth", LINES, 0.0104, "The same."),
    known("depth", TURNS, 0.00585, "The same."),
    known("depth", BRAKES, 0.00937, "The same."),
    known(
        "depth",
        ALONE,
        0.00756,
        "A corner that turns into the floor in the step of an impact takes many steps to come out.",
    ),
    known(
        "room",
        "unit=coins",
        0.01749,
        "Under the earth's gravity small things come far in a step, and are pressed through walls.",
    ),
    known(
        "room",
        "obstacle=ram|lift|paddle",
        0.00414,
        "What a moving wall strikes is pressed into others and into walls (4, 5).",
    ),
    known(
        "room",
        "terrain=turning|swaying",
        0.00366,
        "What a moving room strikes is pressed into others and into walls (4, 5).",
    ),
    known(
        "room",
        SLIDERS,
        0.00397,
        "What is pressed into a wall that far comes out at its other side, or its centre does.",
    ),
    known("room", PINS, 0.00349, "The same."),
    known("room", LINES, 0.00209, "The same."),
    known("room", TURNS, 0.00063, "The same."),
    known("room", BRAKES, 0.00172, "The same."),
    known("room", ALONE, 0.00075, "Small or pressed bodies sink into walls beyond their centres."),
    known(
        "rest",
        "rate=30, unit=coins",
        0.01116,
        "Where gravity gives more than the threshold of restitution in a substep, what rests bounces for ever.",
    ),
    known("rest", SLIDERS, 0.00264, "Joints that are jammed tremble (16)."),
    known("rest", PINS, 0.00487, "The same."),
    known("rest", LINES, 0.00732, "The same."),
    known("rest", TURNS, 0.00193, "The same."),
    known("rest", BRAKES, 0.00495, "What a force holds against a wall trembles."),
    known("rest", ALONE, 0.0027, "What got out of its room falls for ever."),
    known(
        "mass",
        "unit=0.001, size=small",
        0.0005,
        "Of bodies of 0.07 mm, slivers thinner than 0.001 mm are lost when they are shattered.",
    ),
    known("shift", SLIDERS, 0.00155, "What gains energy goes another way elsewhere (3g)."),
    known("shift", PINS, 0.00163, "The same."),
    known("shift", LINES, 0.00073, "The same."),
    known("shift", BRAKES, 0.00137, "The same."),
    known("shift", ALONE, 0.00026, "The same."),
    known("shift", TURNS, 0.00015, "The same."),
    known(
        "mirror",
        SLIDERS,
        0.00655,
        "Both points of a face are solved one after the other: at high speed a mirrored world turns a little otherwise.",
    ),
    known("mirror", PINS, 0.00741, "The same."),
    known("mirror", LINES, 0.00553, "The same."),
    known("mirror", TURNS, 0.00447, "The same."),
    known("mirror", BRAKES, 0.00621, "The same."),
    known("mirror", ALONE, 0.01453, "The same."),
];

/// Rates at which ordinary worlds still break a law, counted in 85,000. These numbers only fall. An
/// entry is removed when its rate is 0.
pub static ORDINARY: &[(&str, f64)] = &[
    ("finite", 2e-05),
    ("room", 0.0005),
    ("depth", 0.0014),
    ("strike", 0.0068),
    ("speed", 0.00062),
    ("moves", 0.00011),
    ("energy", 0.0028),
    ("joints", 0.0012),
    ("limits", 0.0015),
    ("mirror", 0.0014),
    ("shift", 6e-05),
    ("rest", 0.002),
];

impl Known {
    /// True if a world has the values.
    pub fn fits(&self, world: &World) -> bool {
        fits(&world.values, self.values)
    }

    /// Maximum number of worlds, among `worlds`, that may break the law.
    pub fn most(&self, worlds: usize) -> usize {
        most(self.rate, worlds)
    }
}

/// Maximum number of worlds, among `worlds`, that may break a law at a rate: a fifth more than
/// expected, plus three standard deviations, plus one.
pub fn most(rate: f64, worlds: usize) -> usize {
    let expected = rate * worlds as f64;
    (1.2 * expected + 3.0 * expected.sqrt() + 1.0) as usize
}
