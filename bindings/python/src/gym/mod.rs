//! Environments of Gymnasium and gym-pusht, many worlds at once, without Python in a step.
//!
//! From the bottom up:
//!
//! 1. `random`: numpy's generator, so that a seed gives the same episode as in the single environment.
//! 2. `joined`: bodies and joints as `umbra2d.box2d` makes them. `touches`: which feet touch. `tee`: the area of Push-T.
//! 3. `lander`, `walker` with its `terrain`, `pusht`: one environment each.
//! 4. `task`: what an environment has to say. `runner`: steps all worlds of a batch.
//! 5. `worlds`: the class for Python.
//!
//! Each follows its original line by line, in double precision where that has it: the tests
//! compare state hashes with the single environments.

mod joined;
mod lander;
mod pusht;
mod random;
mod runner;
mod task;
mod tee;
mod terrain;
mod touches;
mod walker;
pub mod worlds;
