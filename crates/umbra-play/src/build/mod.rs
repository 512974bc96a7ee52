//! Ropes, bridges, cloth, ragdolls, soft bodies, and colliders from pictures, in one call.
//!
//! A rope in one line, and the same with settings:
//!
//! ```
//! use umbra::build::{self, End, RopeSettings};
//! use umbra::prelude::*;
//!
//! let mut scene = Scene::new(SceneConfig::default())?;
//! let rope = build::rope(&mut scene, [0.0, 5.0], [4.0, 5.0])?;
//! assert_eq!(rope.bodies.len(), 16);
//!
//! let ends = [End::World; 2];
//! let settings = RopeSettings { links: 30, slack: 0.1, ends, ..Default::default() };
//! let line = build::rope_with(&mut scene, [0.0, 8.0], [4.0, 8.0], &settings)?;
//! assert_eq!((line.bodies.len(), line.joints.len()), (30, 31));
//! # Ok::<(), umbra::Error>(())
//! ```
//!
//! Each function has a sister that takes settings, plain data with defaults. What is added are
//! ordinary bodies, colliders and joints: nothing is kept beside the scene, and every key can be
//! used as any other. A refused call leaves the scene as it was.
//!
//! - `adding.rs`: adds several things, or none;
//! - `chain.rs`: ropes, bridges and chains between bodies;
//! - `cloth.rs`: strips of cloth;
//! - `mask`: outlines of pictures, as colliders and as holes in bodies;
//! - `ragdoll.rs`: a human;
//! - `pose.rs`: angles of its joints;
//! - `drive.rs`, `plan.rs`, `measures.rs`: joints that drive it to a pose, and how strong they have
//!   to be;
//! - `soft.rs`: soft bodies.

mod adding;
mod chain;
mod cloth;
mod drive;
mod mask;
mod measures;
mod plan;
mod pose;
mod ragdoll;
mod soft;

pub use adding::{Assembly, End};
pub use chain::{
    BridgeSettings, RopeSettings, bridge, bridge_with, chain_between, chain_between_with, rope,
    rope_with,
};
pub use cloth::{ClothSettings, cloth_strip, cloth_strip_with};
pub use drive::{Balance, DriveSettings, Driven, RootTarget};
pub use mask::{
    Mask, MaskSettings, Outline, Outlines, outlines_from_mask, outlines_from_mask_with,
};
pub use pose::RagdollPose;
pub use ragdoll::{Bone, RagdollSettings, ragdoll, ragdoll_with};
pub use soft::{SoftBody, SoftSettings, blob, blob_with, soft_box, soft_box_with};
