//! Joints: kinds, limits, motors, machines, trees.
//!
//! Few test programs instead of many: each one is linked with the whole engine.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;

mod edited;
mod hinges;
mod impacts;
mod joint_closing;
mod joint_getters;
mod joint_laws;
mod joint_limits;
mod joint_machines;
mod joints;
mod mechanisms;
mod motors;
mod sliders;
mod stiffness;
mod trees;
