//! Numbers that were chosen by hand, in one place: what they mean, and why they are what they are.
//!
//! Choices of users are in [`SceneConfig`](crate::SceneConfig); the solver's own numbers are in
//! `umbra_solver::tuning`, and numbers that only make code fast stand beside it.

use umbra_geom::Real;

// Contacts.

/// Speeds were tuned with this gravity.
pub(crate) const USUAL_GRAVITY: Real = 10.0;

/// Largest gap between two surfaces that still get contact points, in length units: enough that a
/// trembling body at rest does not lose its points.
pub(crate) const SPECULATIVE_DISTANCE: Real = 0.02;

/// Surfaces that touched are taken to touch until they are this far apart, in length units.
pub(crate) const TOUCH_DISTANCE: Real = 0.005;

/// The manifold of two surfaces is kept until one has moved this far relative to the other, in
/// length units. A kept manifold costs little, and it holds up towers: their contacts give way, so
/// they lean, and if normals and lever arms leaned along, the weight would buckle them. With 5 mm
/// the fourth tower of `tilted_stack` swings out to 44 cm, with 10 to 30; a house of cards needs 5
/// to 10.
pub(crate) const RECYCLE_DISTANCE: Real = 0.015;

/// Largest turn of a body for which its manifolds are recycled, as a sine, when the other body
/// turns with it. It is the largest error in the direction of forces.
pub(crate) const COMMON_TURN: Real = 0.1;

/// The same for kinematic bodies: bodies on a ramp that is being tilted have to slide in time.
pub(crate) const DRIVEN_TURN: Real = 0.01;

/// The same as a part of the extent of the smaller piece.
pub(crate) const RECYCLED_PART: Real = 0.05;

/// The part of both for manifolds with fewer than two points: corners that slide along each other
/// soon find another face, and in a drum full of boxes the deepest overlap grew with the full
/// tolerance.
pub(crate) const RECYCLED_PART_OF_FEW: Real = 2.0 / 3.0;

/// Surfaces nearer than this count as joined, in length units: as far as contacts let bodies sink
/// in.
pub(crate) const JOINED_DISTANCE: Real = 0.005;

// Fields.

/// Displacement of a body, in length units, after which its field wakes sleeping bodies again:
/// bodies that tremble at rest wake nothing.
pub(crate) const FIELD_MOVED: Real = 0.005;

/// The same for turning, as a sine.
pub(crate) const FIELD_TURNED: Real = 0.01;

/// Part of a magnet's range within which its pull fades to zero, so that bodies come to rest at its
/// centre.
pub(crate) const MAGNET_CORE: Real = 0.05;

/// Maximum length of an impact, in seconds, after which it is reported as if it were over: bodies
/// that rattle or grind hit in every step.
pub(crate) const LONGEST_IMPACT: Real = 0.1;

// Boxes that cover the step ahead.

/// Number of further steps at the same speed that boxes cover beyond the step ahead, so that slow
/// and steady bodies seldom get another box ...
pub(crate) const PREDICTION: Real = 4.0;

/// ... but at most this part of their size: with a whole size, which is a whole step more for fast
/// bodies, scenes of fast bodies have half as many contacts again.
pub(crate) const MOST_PREDICTION: Real = 0.05;

/// A piece that turns by more than this in a step, in radians, may be anywhere in the circle around
/// its predicted origin.
pub(crate) const WILD_TURN: Real = 0.5;

/// Accelerations, in length units or radians per second squared, above which predicted boxes are
/// updated at once. Games push many bodies a little in every step, and those need no update.
pub const VIOLENT_ACCELERATION: Real = 100.0;

// Fast motion.

/// Gap, as a part of the speculative distance, at which a sweep counts two pieces as touching.
pub(crate) const MEETING_GAP: Real = 0.05;

/// A gap that closes to less than this part of itself within the step may hold the two back. A
/// little more than what the last substep looks ahead.
pub(crate) const MOST_GAP_LEFT: Real = 0.4;

/// Beside a wall that turns by less than this, in radians, paths count as straight.
pub(crate) const STRAIGHT_TURN: Real = 0.05;

/// Part of its displacement in the step below which a body in front of a wall does not move at all.
pub(crate) const STANDING_PART: Real = 0.01;

/// Discs are predicted to bounce up to so many of their radii off their course: at 15 m/s and 60
/// steps per second a billiard ball comes 9 of them far. Among faster ones everybody could meet
/// everybody.
pub(crate) const FARTHEST_KNOCK: Real = 12.5;

/// In a large crowd, impacts slower than this part of the restitution threshold send nothing off
/// its course.
pub(crate) const SLOWEST_KNOCK: Real = 0.5;

/// Maximum number of impacts in a step through which a disc is followed.
pub(crate) const MOST_COURSES: u32 = 4;

/// A course is followed if it leads off the one before by more than this part of the disc's size:
/// the points of its contacts bear less.
pub(crate) const LEAST_COURSE: Real = 0.01;

/// The same in a large crowd. There is no room for more, and everybody is struck.
pub(crate) const CROWD_COURSE: Real = 0.25;

/// A crowd is large with more discs.
pub(crate) const LARGE_CROWD: u32 = 128;

// One-way platforms.

/// A body is held by a platform whose normal at their contact differs by less than 45 degrees from
/// the platform's way (the cosine of that).
pub(crate) const HELD_BY_PLATFORM: f32 = 0.7;

/// Depth, as a part of the speculative distance (2 cm), beyond which a body was not on the platform
/// when they met.
pub(crate) const NOT_ON_PLATFORM: f32 = 0.5;

/// Maximum depth of a body that stands on a one-way platform, in length units.
pub(crate) const ON_PLATFORM: Real = 0.01;

// Joints.

/// Speed, in length units per second, at which open joints close.
pub(crate) const CLOSING_SPEED: Real = 2.0;

/// Size of an opening, in length units, below which it counts as an ordinary error.
pub(crate) const LEAST_OPENING: Real = 0.01;

/// A motor that moves less than this part of its speed is stalled.
pub(crate) const STALLED_PART: Real = 1e-3;

// Sleep.

/// A sleeping body wakes when something will touch it within this many steps. One step is not
/// enough: the solver applies a bounce while there is still a small gap, so a ball would bounce off
/// the sleeper as off a wall.
pub(crate) const STEPS_OF_FORESIGHT: Real = 2.0;

/// All islands are looked at whenever this part of the sleep delay has passed; in between, only
/// those of which a body has just been still for long enough. When a few bodies keep a large pile
/// awake, every search walks all contacts in vain. The clock takes no notice of what is found: so
/// when an island falls asleep does not depend on what is far away.
pub(crate) const PAUSE_OF_SEARCH: Real = 0.125;

/// A body that gains or loses more than this part of the sleep speed in half of the sleep delay is
/// not at rest: by default, what is accelerated by more than 0.04 m/s². Over 59 scenes a lesser
/// part keeps more bodies awake in the mean, as piles settle: 2.7 % with a quarter, 5.3 % with an
/// eighth, 8.6 % with a sixteenth.
pub(crate) const STEADY_PART: Real = 0.2;

// Portals.

/// Distance from a portal, in length units, within which a point is on neither of its sides.
pub(crate) const PORTAL_SLACK: Real = 0.005;
/// The portals that a body may be at the same time: images of images of images.
pub(crate) const PORTAL_GENERATIONS: usize = 3;
/// Maximum number of portals that a ray goes through.
pub(crate) const PORTALS_ON_WAY: usize = 16;

// Calls.

/// A shape that turns as it moves touches what it is nearer to than this, in length units.
pub(crate) const CAST_TOUCH: Real = 1e-4;

pub use umbra_geom::limits::{LONGEST_STEP, MAX_POSITION};
