//! Ropes, bridges, ragdolls, cloth and soft bodies in one call.

mod chains;
mod figures;
mod poses;
mod refusals;
mod soft;
