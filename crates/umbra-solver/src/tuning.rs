//! Numbers that were chosen by hand, in one place: their meaning, and the reason for their values.
//!
//! Numbers that users may choose are in [`SolverConfig`](crate::SolverConfig); numbers that only
//! affect speed are beside their code.

use umbra_geom::Real;

// Springs and bounds.

/// The stiffest spring that a substep can follow: the number of its swings per substep.
pub(crate) const STIFFEST: Real = 0.25;

/// The same where springs stand on springs: stiffer ones keep a pyramid of 30 layers awake.
pub(crate) const STIFFEST_PILE: Real = 1.0 / 6.0;

/// The greatest rotation of a body in one step, in radians: beyond, its angle has no digits left. A
/// lower bound would take energy from small bodies that are hit off-centre: one of 5 cm that is hit
/// at 15 m/s turns five radians in a step.
pub(crate) const MAX_TURN: Real = 1000.0;

/// The greatest factor on impulses when a substep is longer than the one before.
pub(crate) const MAX_WARM_RATIO: Real = 4.0;

/// The greatest number of substeps or iterations: far more than is ever useful, few enough that a
/// typing error does not hang the program.
pub(crate) const MAX_ITERATIONS: u32 = 1024;

// Far heavier bodies on light ones.

/// A body is heavily loaded by one of this many times its mass. At a hundred times, a box sinks by
/// 3 % of its size into the one below without special treatment.
pub(crate) const HEAVY_LOAD: Real = 64.0;

/// A body is also loaded by the load of a body of this many times its mass: in a stack of 1, 10,
/// 100 and 1,000 kg no body is far heavier than the next one, and still the lowest carries a
/// thousand times its mass.
pub(crate) const HEAVY_LOAD_STEP: Real = 4.0;

/// The number of passes over contacts that carry far heavier bodies, in every substep: those of a
/// box under one of a thousand times its mass then sink by 1 % of its size, and with eight substeps
/// by 4 % of it under ten thousand times.
pub(crate) const HEAVY_PASSES: u32 = 16;

/// The number of passes over contacts of trees of joints in which no body bears more than
/// [`HEAVY_LOAD`] times its mass. With one, ropes of 20 links are pulled 8 cm into the pegs that
/// they lie over, with three they lie as with 16. Of 400 flights of ragdolls that fall down stairs,
/// four come to rest late with four passes, none with six.
pub(crate) const PULLED_PASSES: u32 = 6;

/// The factor on the yielding of the springs of such contacts while nothing separates: with the
/// yielding of others, the box would sink through.
pub(crate) const HEAVY_YIELD: Real = 0.03;

/// The greatest load that passes carry, in masses of the body below. A lighter body counts as heavy
/// enough: a chip of 13 cm under a crate of 5,600 times its mass was pressed flat, and sinks by 2
/// mm. With a thousand times, it sinks by a centimetre.
pub(crate) const MOST_LOAD: Real = 250.0;

/// The effective mass of a heavily loaded body is such that the impulse that it passed on in the
/// step before would move it at this many times the push speed of springs: a body of 70 kg that is
/// driven at 5 m/s into three crates of 0.64 kg before a wall went 38 cm into them, and goes 2.6
/// cm. Half or twice as many change that by a third.
pub(crate) const SQUEEZED: Real = 8.0;

// Which joints are solved at once.

/// [`JointSolving::Auto`](crate::JointSolving::Auto) solves constraints at once that carry this
/// many times the mass of the bodies that carry them: with less, rows are as good. Not a whole
/// number, or rounding would decide how a bridge of 16 planks is solved.
pub(crate) const HEAVY_CHAIN: Real = 7.5;

/// The same if a body is pinned to one of this many times its mass, like wheels to a chassis: they
/// may rest on something, and then they carry it. With 200 times rows let it sink a little, with
/// 600 it hops for ever.
pub(crate) const HEAVY_PINNED: Real = 64.0;

/// The greatest mean number of products of blocks per constraint for
/// [`JointSolving::Auto`](crate::JointSolving::Auto): a chain needs one, and a ragdoll whose torso
/// has five limbs 19.
pub(crate) const CHEAP_PRODUCTS: usize = 32;

/// The greatest number of later neighbours of a constraint, for the same.
pub(crate) const CHEAP_NEIGHBOURS: usize = 16;

/// `Auto` solves linkages at once: bodies that are pinned to one another in loops. Those of more
/// constraints than this are nets, and so are those that need more than [`LINKAGE_PRODUCTS`].
pub(crate) const LONGEST_LINKAGE: usize = 256;

/// `Auto` solves figures of at most this many bodies at once, if some are held at angles or
/// lengths. Fifty ragdolls of eleven bodies take three times as long at once as in rows.
pub(crate) const LARGEST_FIGURE: usize = 10;

/// The greatest mean number of products of blocks per constraint of a linkage: a row of four-bars
/// takes 5.
pub(crate) const LINKAGE_PRODUCTS: usize = 8;

/// The greatest number of products in all for [`JointSolving::Trees`](crate::JointSolving::Trees):
/// a net of 30 by 30 needs as many, and larger ones would take far longer than a frame.
pub(crate) const MOST_PRODUCTS: usize = 1 << 20;

/// The greatest number of later neighbours of a constraint, for the same.
pub(crate) const MOST_NEIGHBOURS: usize = 512;

// Bounces.

/// The least restitution that counts as high: a bounce returns a quarter of the energy or more.
///
/// A body that is hit meets contacts of high restitution within the step, in the order of time.
/// Those of lower restitution bounce according to their approach when a substep begins: crowds of
/// them are common, and to follow an impact through one took longer than all else.
pub const LIVELY: Real = 0.5;

/// The greatest restitution; greater ones count as this. One of more than 1 returns more speed than
/// it gets, like the bumper of a pinball table.
pub const MOST_RESTITUTION: Real = 4.0;

/// The greatest number of bodies that rigid joints hold together in an impact. Larger sets are left
/// to the passes, which distribute the speed: the work for the equations of a net grows with the
/// third power of its bodies.
pub(crate) const MOST_JOINED: u32 = 64;

/// The number of windows in a substep. All impacts of one come before those of the next: a body
/// that is hit in one may hit others in the next. Within a window, impacts at different ends of a
/// crowd are solved side by side.
pub(crate) const WINDOWS: f64 = 128.0;

/// A crowd with many contacts has fewer windows: this number divided by its contacts. Its impacts
/// form rounds of many side by side, and each round visits all due contacts.
pub(crate) const CROWD_WINDOWS: f64 = 8192.0;

/// The least number of windows.
pub(crate) const LEAST_WINDOWS: f64 = 4.0;

/// The work of a crowd in a substep is bounded by visits of due contacts: this many per contact and
/// bounce until it is spent (see [`SPENT_PART`]), for up to [`MOST_COUNTED_BOUNCES`] bounces. A
/// rack of 92 balls needs 150 for each contact in the substep in which it is hit at 8 m/s.
pub(crate) const VISITS_PER_BOUNCE: u32 = 4;

/// The greatest number of bounces that count for [`VISITS_PER_BOUNCE`].
pub(crate) const MOST_COUNTED_BOUNCES: u32 = 48;

/// The number of visits per contact in a crowd of more than [`MANY_CONTACTS`]. A crowd that comes
/// to rest bounces without end (inelastic collapse); when its visits are used up, the due contacts
/// bounce once, one by one, and the rest is left to the other passes.
pub(crate) const VISITS_OF_MANY: u32 = 2;

/// The cost of a close look, in visits.
pub(crate) const VISITS_PER_LOOK: u32 = 4;

/// A contact rests once repeated bounces have reduced its approach to less than this fraction.
pub(crate) const SPENT_PART: f64 = 0.1;

/// The greatest number of bounces of a contact in a substep. The other passes stop the rest.
pub(crate) const MOST_BOUNCES: u32 = 256;

/// The same for contacts of low restitution, which wait for no windows. A crowd of them that is
/// pressed together would bounce in hundreds of rounds.
pub(crate) const MOST_LOW_RESTITUTION_BOUNCES: u32 = 1;

/// The same for a restitution of more than 1. A crowd of such contacts would never come to rest,
/// and bounce as often as allowed in every step: 49 bodies then took 95 ms.
pub(crate) const MOST_KICKS: u32 = 4;

/// Discs that meet more slowly than the threshold, and those that a bounce drives into others so,
/// are stopped where they meet: other passes solve the contacts of a body one after the other, and
/// let some overlap. Approaches slower than this fraction of the threshold are left to them.
pub(crate) const STOPPED_PART: f64 = 0.001;

/// The same in a crowd of more than [`MANY_CONTACTS`]: in 1,000 balls that come to rest, all others
/// together made nine tenths of the bounces.
pub(crate) const STOPPED_PART_OF_MANY: f64 = 0.5;

/// A crowd with more contacts that may bounce is large.
pub(crate) const MANY_CONTACTS: u32 = 384;

/// A crowd of at least so many contacts that loses next to nothing, such as a rack that is broken,
/// has twice the visits: at 15 m/s 92 balls need them.
pub(crate) const FEW_LOSSLESS: u32 = 64;

/// The same as [`MANY_CONTACTS`] for a crowd that loses next to nothing and comes to no rest: that
/// rack has nearly as many.
pub(crate) const MANY_LOSSLESS: u32 = 512;
