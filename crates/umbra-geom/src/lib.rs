#![doc = include_str!("../README.md")]
//!
//! # A map of this crate
//!
//! Read in this order; each module is one idea.
//!
//! 1. [`math`]: the vector types and the handful of 2D products everything is written in.
//! 2. [`shape`]: the shapes. Each is a convex *core* grown by a disc; see [`ConvexCore`].
//! 3. [`mass`]: area, centre and moment of inertia, exact.
//! 4. [`collide`](mod@collide): the separating axis test, clipping, and the contact manifold.
//! 5. [`query`]: points, distance, rays, casts, time of impact.
//! 6. [`cut`]: cutting polygons: hulls, decomposition, splitting, shattering.
//!
//! Everything is stateless: shapes and poses in, answers out. Constructors validate and return
//! [`Error`]; once a shape exists, every function of this crate accepts it, in any pose, without
//! panicking.
#![forbid(unsafe_code)]

// The derives `Serialize` and `Deserialize`, in every module.
#[cfg(feature = "serde")]
#[macro_use]
extern crate serde;

// Code shared by the tests in `tests/` is used by unit tests too, and names the crate.
#[cfg(test)]
extern crate self as umbra_geom;

pub mod aabb;
#[doc(hidden)]
pub mod check;
pub mod collide;
pub mod cut;
mod error;
mod frame;
pub mod limits;
pub mod mass;
pub mod math;
mod one_pair;
mod predicate;
pub mod query;
pub mod shape;
pub mod sort;

pub use aabb::Aabb;
pub use collide::{ContactPoint, FeatureId, Manifold, collide};
pub use error::Error;
pub use mass::AreaProperties;
pub use math::{Point, Pose, Real, Rotation, Vector};
pub use shape::{Capsule, ChainSegment, Circle, ConvexCore, Polygon, Segment, Shape};

pub use umbra_lanes::Level;

pub use nalgebra;
