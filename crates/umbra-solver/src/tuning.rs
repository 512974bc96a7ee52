//! Numbers that were chosen by hand, in one place: what they mean, and why they are what they are.
//!
//! What users may choose is in [`SolverConfig`](crate::SolverConfig); numbers that only make code fast stand beside it.

use umbra_geom::Real;

// Springs and bounds.

/// A spring that swings faster than so many times per substep cannot be followed.
pub(crate) const STIFFEST: Real = 0.25;

/// The same where springs stand on springs: stiffer ones keep a pyramid of 30 layers awake.
pub(crate) const STIFFEST_PILE: Real = 1.0 / 6.0;

/// No body turns further than this in one step, in radians: beyond, its angle has no digits left. A lower
/// bound would take energy from small bodies that are hit off-centre: one of 5 cm that is hit at 15 m/s
/// turns five radians in a step.
pub(crate) const MAX_TURN: Real = 1000.0;

/// The most that impulses are scaled by when a substep is longer than the one before.
pub(crate) const MAX_WARM_RATIO: Real = 4.0;

/// The most substeps or iterations that are accepted: far more than ever helps, few enough that a
/// slip of the finger does not hang the program.
pub(crate) const MAX_ITERATIONS: u32 = 1024;

// Far heavier bodies on light ones.

/// A body is heavily loaded by one that is so many times as heavy. At a hundred times, a box sinks 3 % of its size into
/// what is below it without any of this.
pub(crate) const HEAVY_LOAD: Real = 64.0;

/// A body is loaded by what a heavier one carries, too, if that is so many times as heavy as itself: in a stack of 1, 10,
/// 100 and 1,000 kg no body is far heavier than the next one, and still the lowest carries a thousand times its mass.
pub(crate) const HEAVY_LOAD_STEP: Real = 4.0;

/// Contacts that carry far heavier bodies are walked so many times in every substep: those of a box under one of a
/// thousand times its mass then sink by 1 % of its size, and with eight substeps by 4 % of it under ten thousand times.
pub(crate) const HEAVY_PASSES: u32 = 16;

/// Springs of such contacts yield so much less than others where nothing parts: with the others' yield, the box would
/// sink through.
pub(crate) const HEAVY_YIELD: Real = 0.03;

/// Passes do not carry more than so many times the mass of what carries it. What is lighter counts as heavy enough: a chip of
/// 13 cm under a crate of 5,600 times its mass was pressed flat, and sinks by 2 mm. With a thousand times, it sinks by a centimetre.
pub(crate) const MOST_LOAD: Real = 250.0;

/// A heavily loaded body counts as so heavy that what it passed on in the step before would move it at so many times the speed at
/// which springs push: a body of 70 kg that is driven at 5 m/s into three crates of 0.64 kg before a wall went 38 cm into them, and
/// goes 2.6 cm. Half or twice as many change that by a third.
pub(crate) const SQUEEZED: Real = 8.0;

// Which joints are solved at once.

/// [`JointSolving::Auto`](crate::JointSolving::Auto) solves at once what carries so many times the mass of the bodies that carry it: with less,
/// rows are as good. Between whole numbers, or rounding would say how a bridge of 16 planks is solved.
pub(crate) const HEAVY_CHAIN: Real = 7.5;

/// It does so too where a body is pinned to one of so many times its mass, as wheels are to a chassis: they rest on
/// something, perhaps, and then they carry it. With 200 times rows let it sink a little, with 600 it hops for ever.
pub(crate) const HEAVY_PINNED: Real = 64.0;

/// For [`JointSolving::Auto`], so many products of blocks per constraint are too costly in the mean: a chain needs one, and
/// a ragdoll whose torso has five limbs 19.
pub(crate) const CHEAP_PRODUCTS: usize = 32;

/// And a constraint with more neighbours that come later is.
pub(crate) const CHEAP_NEIGHBOURS: usize = 16;

/// `Auto` solves linkages at once, which are bodies that are pinned to one another in loops. Those of more constraints than
/// this are nets, and so is what takes more products of blocks per constraint than this: a row of four-bars takes 5.
pub(crate) const LONGEST_LINKAGE: usize = 256;

/// `Auto` solves at once what has so many bodies at most, some of which are kept at angles or lengths. Fifty ragdolls of
/// eleven bodies take three times as long at once as in rows.
pub(crate) const LARGEST_FIGURE: usize = 10;

/// See [`LONGEST_LINKAGE`].
pub(crate) const LINKAGE_PRODUCTS: usize = 8;

/// For [`JointSolving::Trees`](crate::JointSolving::Trees), so many products in all: a net of 30 by 30 needs as many, and what needs more would take
/// far longer than a frame.
pub(crate) const MOST_PRODUCTS: usize = 1 << 20;

/// For it too, a constraint with so many later neighbours is too much.
pub(crate) const MOST_NEIGHBOURS: usize = 512;

// Bounces.

/// Contacts with at least this restitution are lively: a bounce gives back a quarter of the energy or more.
///
/// What is struck meets lively ones within the step, in the order of time. Duller ones bounce by how fast they approach
/// when a substep begins: crowds of them are common, and to follow an impact through one took longer than all else.
pub const LIVELY: Real = 0.5;

/// Contacts with a greater restitution bounce as with this one. One of more than 1 gives back more than it gets, as the
/// bumper of a pinball table does.
pub const MOST_RESTITUTION: Real = 4.0;

/// An impact sees so many bodies that rigid joints hold together, at most. What is joined to more is left to the passes, which share
/// the speed out: the work for the equations of a net grows with the third power of its bodies.
pub(crate) const MOST_JOINED: u32 = 64;

/// A substep has so many windows, and all impacts of one come before those of the next: what is struck in one may run
/// into others in the next. Within a window, impacts at different ends of a crowd go side by side.
pub(crate) const WINDOWS: f64 = 128.0;

/// A crowd with many contacts has fewer windows: so many in all, divided by its contacts. Its impacts come to rounds of many side
/// by side, and each round looks at all that are due.
pub(crate) const CROWD_WINDOWS: f64 = 8192.0;

/// But no fewer than these.
pub(crate) const LEAST_WINDOWS: f64 = 4.0;

/// The work of a crowd in a substep is bounded by visits of due contacts: of each contact so many for each bounce until it is spent (see
/// [`SPENT_PART`]), up to so many bounces. A rack of 92 balls needs 150 for each contact in the substep in which it is hit at 8 m/s.
pub(crate) const VISITS_PER_BOUNCE: u32 = 4;

/// See there.
pub(crate) const MOST_COUNTED_BOUNCES: u32 = 48;

/// In a crowd of more than [`MANY_CONTACTS`], so many visits for each contact. A crowd that comes to rest bounces without end (inelastic
/// collapse); when its visits are used up, what is still due bounces once, contact by contact, and the rest is left to the
/// other passes.
pub(crate) const VISITS_OF_MANY: u32 = 2;

/// A closer look takes as long as so many visits.
pub(crate) const VISITS_PER_LOOK: u32 = 4;

/// A contact that has given back less than this part of its first approach by bouncing again and again rests.
pub(crate) const SPENT_PART: f64 = 0.1;

/// A contact bounces at most so often in a substep. What is left then is stopped by the other passes.
pub(crate) const MOST_BOUNCES: u32 = 256;

/// The same for dull contacts, which wait for no windows. A crowd of them that is pressed together would bounce in hundreds
/// of rounds.
pub(crate) const MOST_DULL_BOUNCES: u32 = 1;

/// The same for what gives back more than it gets. A crowd of it would never come to rest, and bounce as often as it may in
/// every step: 49 bodies then took 95 ms.
pub(crate) const MOST_KICKS: u32 = 4;

/// Discs that meet slower than the threshold, and those that are driven into others so by a bounce, are stopped where they
/// meet: other passes look at the contacts of a body one after the other, and let some overlap. What is slower than this
/// part of the threshold is left to them.
pub(crate) const STOPPED_PART: f64 = 0.001;

/// The same in a crowd of more than [`MANY_CONTACTS`]: in 1,000 balls that come to rest, all others together made nine tenths
/// of the bounces.
pub(crate) const STOPPED_PART_OF_MANY: f64 = 0.5;

/// A crowd is large with more contacts that may bounce.
pub(crate) const MANY_CONTACTS: u32 = 384;
