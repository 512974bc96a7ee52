//! Settings of what is built of many bodies.
use umbra::build::{
    BridgeSettings, ClothSettings, End, RagdollSettings, RopeSettings, SoftSettings,
};

use crate::table::Options;
use crate::wire::Values;

/// An end: 0 for the world, 1 for nothing, or 2 and a body.
fn end(v: Values<'_>, index: usize) -> End {
    match v.index(index) {
        0 => End::World,
        1 => End::Free,
        _ => End::Body(v.key(index + 1)),
    }
}

/// Ropes.
pub const ROPE: &Options<RopeSettings> = &[
    ("links:i", |it, v| RopeSettings { links: v.count(0), ..it }),
    ("thickness:n?", |it, v| RopeSettings { thickness: v.optional(), ..it }),
    ("density:n", |it, v| RopeSettings { density: v.real(0), ..it }),
    ("friction:n", |it, v| RopeSettings { friction: v.real(0), ..it }),
    ("damping:n", |it, v| RopeSettings { damping: v.real(0), ..it }),
    ("slack:n", |it, v| RopeSettings { slack: v.real(0), ..it }),
    ("ends:EE", |it, v| RopeSettings { ends: [end(v, 0), end(v, 2)], ..it }),
    ("breakForce:n?", |it, v| RopeSettings { break_force: v.optional(), ..it }),
    ("bending:s?", |it, v| RopeSettings { bending: (!v.is_null()).then(|| v.softness(0)), ..it }),
    ("softness:s?", |it, v| RopeSettings { softness: (!v.is_null()).then(|| v.softness(0)), ..it }),
    ("filter:f", |it, v| RopeSettings { filter: v.filter(0), ..it }),
];

/// Bridges.
pub const BRIDGE: &Options<BridgeSettings> = &[
    ("planks:i", |it, v| BridgeSettings { planks: v.count(0), ..it }),
    ("thickness:n?", |it, v| BridgeSettings { thickness: v.optional(), ..it }),
    ("density:n", |it, v| BridgeSettings { density: v.real(0), ..it }),
    ("friction:n", |it, v| BridgeSettings { friction: v.real(0), ..it }),
    ("damping:n", |it, v| BridgeSettings { damping: v.real(0), ..it }),
    ("slack:n", |it, v| BridgeSettings { slack: v.real(0), ..it }),
    ("ends:EE", |it, v| BridgeSettings { ends: [end(v, 0), end(v, 2)], ..it }),
    ("breakForce:n?", |it, v| BridgeSettings { break_force: v.optional(), ..it }),
    ("filter:f", |it, v| BridgeSettings { filter: v.filter(0), ..it }),
];

/// Cloth.
pub const CLOTH: &Options<ClothSettings> = &[
    ("columns:i", |it, v| ClothSettings { columns: v.count(0), ..it }),
    ("rows:i", |it, v| ClothSettings { rows: v.count(0), ..it }),
    ("cornersOnly:b", |it, v| ClothSettings { corners_only: v.flag(0), ..it }),
    ("thickness:n?", |it, v| ClothSettings { thickness: v.optional(), ..it }),
    ("density:n", |it, v| ClothSettings { density: v.real(0), ..it }),
    ("friction:n", |it, v| ClothSettings { friction: v.real(0), ..it }),
    ("damping:n", |it, v| ClothSettings { damping: v.real(0), ..it }),
    ("end:E", |it, v| ClothSettings { end: end(v, 0), ..it }),
    ("breakForce:n?", |it, v| ClothSettings { break_force: v.optional(), ..it }),
    ("filter:f", |it, v| ClothSettings { filter: v.filter(0), ..it }),
];

/// Soft bodies.
pub const SOFT: &Options<SoftSettings> = &[
    ("segments:i", |it, v| SoftSettings { segments: v.count(0), ..it }),
    ("thickness:n?", |it, v| SoftSettings { thickness: v.optional(), ..it }),
    ("density:n", |it, v| SoftSettings { density: v.real(0), ..it }),
    ("friction:n", |it, v| SoftSettings { friction: v.real(0), ..it }),
    ("skin:n", |it, v| SoftSettings { skin: v.real(0), ..it }),
    ("give:n?", |it, v| SoftSettings { give: v.optional(), ..it }),
    ("softness:s", |it, v| SoftSettings { softness: v.softness(0), ..it }),
    ("filter:f", |it, v| SoftSettings { filter: v.filter(0), ..it }),
];

/// Ragdolls.
pub const RAGDOLL: &Options<RagdollSettings> = &[
    ("height:n", |it, v| RagdollSettings { height: v.real(0), ..it }),
    ("density:n", |it, v| RagdollSettings { density: v.real(0), ..it }),
    ("friction:n", |it, v| RagdollSettings { friction: v.real(0), ..it }),
    ("damping:n", |it, v| RagdollSettings { damping: v.real(0), ..it }),
    ("stiffness:n", |it, v| RagdollSettings { stiffness: v.real(0), ..it }),
    ("spring:s?", |it, v| RagdollSettings { spring: (!v.is_null()).then(|| v.softness(0)), ..it }),
    ("mirrored:b", |it, v| RagdollSettings { mirrored: v.flag(0), ..it }),
    ("filter:f", |it, v| RagdollSettings { filter: v.filter(0), ..it }),
];
