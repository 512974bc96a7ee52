//! Numbers that were chosen by hand.

use umbra_geom::Real;

/// Never more steps than this in one frame, unless told otherwise: if the steps themselves are what
/// takes so long, more of them would only make the next frame longer (the spiral of death).
pub(crate) const MOST_STEPS_PER_FRAME: u32 = 8;

// Characters.

/// A character keeps this far from what is solid, in length units: enough for rounding, too little
/// to be seen. It never ends a step nearer than zero to fixed ground, unless it is crushed.
pub(crate) const SKIN: Real = 0.005;

/// Distance, in skins, below which a character touches a surface.
pub(crate) const TOUCHED: Real = 1.1;

/// Distance from a surface, in skins, from which on a character is left where it is: so nothing
/// trembles.
pub(crate) const TOO_NEAR: Real = 0.5;

/// Distance, in skins, to which a character is moved that is nearer than [`TOO_NEAR`].
pub(crate) const NEAR_ENOUGH: Real = 0.75;
