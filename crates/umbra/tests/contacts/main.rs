//! Collisions: contacts, seams, restitution, fast motion, piles.
//!
//! Few test programs instead of many: each one is linked with the whole engine.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;

mod billiards;
mod bounces;
mod bullets;
mod bumpers;
mod chains;
mod contact_persistence;
mod continuous;
mod crowds;
mod energy;
mod flippers;
mod hits;
mod isolated;
mod kinematic;
mod laws;
mod locks;
mod mass_ratio;
mod moving;
mod one_way;
mod parts;
mod passing;
mod platform_seams;
mod quality;
mod resting;
mod rolling;
mod rooms;
mod scenarios;
mod seams;
mod surfaces;
mod switched_sides;
mod turning;
