//! Shapes, mass, contacts and queries against slow, obvious oracles.
//!
//! One test program, which links once instead of once for each file.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common_outlines/mod.rs"]
mod common_outlines;

mod around;
mod bad_input;
mod batch;
mod chains;
mod checklist;
mod contacts;
mod cut;
mod decompose;
mod hull;
mod issue_broken_box_was_in_contact;
mod issue_centers_a_hair_apart_had_no_unit_normal;
mod issue_circle_fell_through_a_ridge;
mod issue_circle_in_line_with_a_capsule;
mod issue_endless_motion_was_unresolved;
mod issue_far_ray_at_a_disc_had_no_unit_normal;
mod issue_long_box_was_far_from_its_small_neighbour;
mod issue_nearest_point_and_normal_disagreed;
mod issue_short_edge_drowned_beside_a_long_one;
mod issue_touching_cores_were_apart;
mod mass;
mod motion;
mod query_distance;
mod query_ray;
mod query_toi;
mod rocks;
mod seams;
mod within;
