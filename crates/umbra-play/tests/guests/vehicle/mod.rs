//! Cars seen from the side and from above.

mod car;
mod refusals;
mod top_down;
