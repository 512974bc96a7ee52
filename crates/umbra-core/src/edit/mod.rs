//! Doors for changes of a scene: one for each kind of thing,
//! [`Scene::edit_body`](crate::Scene::edit_body), `edit_collider`, `edit_joint`.
//!
//! The doors check an edit first, with all that it depends on, and refuse it before anything is
//! changed. Then one table with a line for each edit says what it makes stale; nothing else knows.

mod binding;
mod body;
mod closing;
mod collider;
mod joint;
mod shapes;

pub(crate) use shapes::Exchange;
