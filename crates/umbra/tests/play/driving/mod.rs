//! Cars seen from the side and from above, and windows on a world.

mod car;
mod refusals;
#[cfg(feature = "serde")]
mod saved;
mod screen;
mod top_down;
