//! Settings of ropes, bridges, cloths, soft bodies and ragdolls.

use umbra::build::{
    BridgeSettings, ClothSettings, End, RagdollSettings, RopeSettings, SoftSettings,
};

use crate::status::Fault;
use crate::{UmbraBodyKey, UmbraFilter, UmbraOptionPair, UmbraOptionReal, UmbraSoftness, keys};

/// Attachment of the end of a rope, a bridge or a cloth.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraEndKind {
    /// The world.
    World = 0,
    /// Nothing.
    Free = 1,
    /// A body.
    Body = 2,
}

/// End of a rope, a bridge or a cloth.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UmbraEnd {
    /// One of `UmbraEndKind`.
    pub kind: u32,
    /// The body; 0 for none.
    pub body: UmbraBodyKey,
}

impl UmbraEnd {
    fn get(self) -> Result<End, Fault> {
        Ok(match self.kind {
            0 => End::World,
            1 => End::Free,
            2 => End::Body(keys::body(self.body)),
            other => return Err(Fault::Name("end", other)),
        })
    }
}

impl From<End> for UmbraEnd {
    fn from(end: End) -> Self {
        let (kind, body) = match end {
            End::World => (UmbraEndKind::World, 0),
            End::Free => (UmbraEndKind::Free, 0),
            End::Body(body) => (UmbraEndKind::Body, body.to_bits()),
        };
        Self { kind: kind as u32, body }
    }
}

/// Settings of a rope.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraRopeSettings {
    /// Number of links, from 1 to 10,000. 16 by default.
    pub links: u32,
    /// Thickness; by default, a fifth of the length of a link.
    pub thickness: UmbraOptionReal,
    /// Mass per area. 1 by default.
    pub density: f32,
    /// Extra length, as a fraction of the distance between its ends. 0 by default.
    pub slack: f32,
    /// A spring in each hinge that straightens the rope. None by default.
    pub bending: UmbraOptionPair,
    /// Softness of the hinges, instead of that of the scene.
    pub softness: UmbraOptionPair,
    /// Force at which a hinge breaks. Never by default.
    pub break_force: UmbraOptionReal,
    /// Fraction of their velocity that its links lose per second. 0.1 by default.
    pub damping: f32,
    /// Friction of its links. 0.6 by default.
    pub friction: f32,
    /// Filter. Its links pass through one another.
    pub filter: UmbraFilter,
    /// Attachments of its begin and its end.
    pub ends: [UmbraEnd; 2],
}

impl From<RopeSettings> for UmbraRopeSettings {
    fn from(settings: RopeSettings) -> Self {
        Self {
            links: settings.links,
            thickness: settings.thickness.into(),
            density: settings.density,
            slack: settings.slack,
            bending: settings.bending.into(),
            softness: settings.softness.into(),
            break_force: settings.break_force.into(),
            damping: settings.damping,
            friction: settings.friction,
            filter: settings.filter.into(),
            ends: settings.ends.map(Into::into),
        }
    }
}

impl UmbraRopeSettings {
    pub(super) fn get(settings: Option<&Self>) -> Result<RopeSettings, Fault> {
        let Some(settings) = settings else { return Ok(RopeSettings::default()) };
        Ok(RopeSettings {
            links: settings.links,
            thickness: settings.thickness.get(),
            density: settings.density,
            slack: settings.slack,
            bending: settings.bending.softness(),
            softness: settings.softness.softness(),
            break_force: settings.break_force.get(),
            damping: settings.damping,
            friction: settings.friction,
            filter: settings.filter.into(),
            ends: [settings.ends[0].get()?, settings.ends[1].get()?],
        })
    }
}

/// The usual rope.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_rope_settings_default() -> UmbraRopeSettings {
    RopeSettings::default().into()
}

/// Settings of a bridge.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraBridgeSettings {
    /// Number of planks, from 1 to 10,000. 16 by default.
    pub planks: u32,
    /// Thickness; by default, a fifth of the length of a plank.
    pub thickness: UmbraOptionReal,
    /// Mass per area. 1 by default.
    pub density: f32,
    /// Extra length, as a fraction of the distance between its ends. 0.02 by default.
    pub slack: f32,
    /// Force at which a hinge breaks. Never by default.
    pub break_force: UmbraOptionReal,
    /// Fraction of their velocity that its planks lose per second. 0.5 by default.
    pub damping: f32,
    /// Friction of its planks. 0.6 by default.
    pub friction: f32,
    /// Filter. Its planks pass through one another.
    pub filter: UmbraFilter,
    /// Attachments of its begin and its end.
    pub ends: [UmbraEnd; 2],
}

impl From<BridgeSettings> for UmbraBridgeSettings {
    fn from(settings: BridgeSettings) -> Self {
        Self {
            planks: settings.planks,
            thickness: settings.thickness.into(),
            density: settings.density,
            slack: settings.slack,
            break_force: settings.break_force.into(),
            damping: settings.damping,
            friction: settings.friction,
            filter: settings.filter.into(),
            ends: settings.ends.map(Into::into),
        }
    }
}

impl UmbraBridgeSettings {
    pub(super) fn get(settings: Option<&Self>) -> Result<BridgeSettings, Fault> {
        let Some(settings) = settings else { return Ok(BridgeSettings::default()) };
        Ok(BridgeSettings {
            planks: settings.planks,
            thickness: settings.thickness.get(),
            density: settings.density,
            slack: settings.slack,
            break_force: settings.break_force.get(),
            damping: settings.damping,
            friction: settings.friction,
            filter: settings.filter.into(),
            ends: [settings.ends[0].get()?, settings.ends[1].get()?],
        })
    }
}

/// The usual bridge.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_bridge_settings_default() -> UmbraBridgeSettings {
    BridgeSettings::default().into()
}

/// Settings of a cloth.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraClothSettings {
    /// Number of discs along its upper edge, from 2 to 200. 9 by default.
    pub columns: u32,
    /// Number of rows of discs, from 2 to 200. 7 by default.
    pub rows: u32,
    /// Diameter of its discs; by default, two thirds of their distance.
    pub thickness: UmbraOptionReal,
    /// Mass per area. 1 by default.
    pub density: f32,
    /// True if only the two upper corners are attached.
    pub corners_only: bool,
    /// Force at which a thread tears. Never by default.
    pub break_force: UmbraOptionReal,
    /// Fraction of their velocity that its discs lose per second. 1 by default.
    pub damping: f32,
    /// Friction of its discs. 0.6 by default.
    pub friction: f32,
    /// Filter. Its discs pass through one another.
    pub filter: UmbraFilter,
    /// Attachment of the upper edge.
    pub end: UmbraEnd,
}

impl From<ClothSettings> for UmbraClothSettings {
    fn from(settings: ClothSettings) -> Self {
        Self {
            columns: settings.columns,
            rows: settings.rows,
            thickness: settings.thickness.into(),
            density: settings.density,
            corners_only: settings.corners_only,
            break_force: settings.break_force.into(),
            damping: settings.damping,
            friction: settings.friction,
            filter: settings.filter.into(),
            end: settings.end.into(),
        }
    }
}

impl UmbraClothSettings {
    pub(super) fn get(settings: Option<&Self>) -> Result<ClothSettings, Fault> {
        let Some(settings) = settings else { return Ok(ClothSettings::default()) };
        Ok(ClothSettings {
            columns: settings.columns,
            rows: settings.rows,
            thickness: settings.thickness.get(),
            density: settings.density,
            corners_only: settings.corners_only,
            break_force: settings.break_force.get(),
            damping: settings.damping,
            friction: settings.friction,
            filter: settings.filter.into(),
            end: settings.end.get()?,
        })
    }
}

/// The usual cloth.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_cloth_settings_default() -> UmbraClothSettings {
    ClothSettings::default().into()
}

/// Settings of a soft body.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraSoftSettings {
    /// Number of capsules in its skin, from 8 to 200. 20 by default.
    pub segments: u32,
    /// Thickness of the skin; by default, half the length of a segment.
    pub thickness: UmbraOptionReal,
    /// Mass per area of all that it encloses. 1 by default.
    pub density: f32,
    /// Frequency at which it swings after it was squeezed, and damping ratio. 8 and 0.7 by default.
    pub softness: UmbraSoftness,
    /// Range by which a spoke can be compressed or stretched, as a fraction of its length.
    pub give: UmbraOptionReal,
    /// Frequency at which a bend of the skin swings. 40 by default.
    pub skin: f32,
    /// Friction of its skin. 0.6 by default.
    pub friction: f32,
    /// Filter. Its skin does not collide with itself.
    pub filter: UmbraFilter,
}

impl From<SoftSettings> for UmbraSoftSettings {
    fn from(settings: SoftSettings) -> Self {
        Self {
            segments: settings.segments,
            thickness: settings.thickness.into(),
            density: settings.density,
            softness: settings.softness.into(),
            give: settings.give.into(),
            skin: settings.skin,
            friction: settings.friction,
            filter: settings.filter.into(),
        }
    }
}

impl UmbraSoftSettings {
    pub(super) fn get(settings: Option<&Self>) -> Result<SoftSettings, Fault> {
        let Some(settings) = settings else { return Ok(SoftSettings::default()) };
        Ok(SoftSettings {
            segments: settings.segments,
            thickness: settings.thickness.get(),
            density: settings.density,
            softness: settings.softness.into(),
            give: settings.give.get(),
            skin: settings.skin,
            friction: settings.friction,
            filter: settings.filter.into(),
        })
    }
}

/// The usual soft body.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_soft_settings_default() -> UmbraSoftSettings {
    SoftSettings::default().into()
}

/// Settings of a ragdoll.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraRagdollSettings {
    /// Height from the soles to the top of the head. 1.75 by default.
    pub height: f32,
    /// Mass per area. 1 by default.
    pub density: f32,
    /// Friction torque in a joint, as a fraction of what would hold its bone level.
    pub stiffness: f32,
    /// Draws the limbs to where they began. None by default.
    pub spring: UmbraOptionPair,
    /// True if it looks to the left.
    pub mirrored: bool,
    /// Fraction of their velocity that its bones lose per second. 0 by default.
    pub damping: f32,
    /// Friction of its bones. 0.4 by default.
    pub friction: f32,
    /// Filter. Its bones pass through one another.
    pub filter: UmbraFilter,
}

impl From<RagdollSettings> for UmbraRagdollSettings {
    fn from(settings: RagdollSettings) -> Self {
        Self {
            height: settings.height,
            density: settings.density,
            stiffness: settings.stiffness,
            spring: settings.spring.into(),
            mirrored: settings.mirrored,
            damping: settings.damping,
            friction: settings.friction,
            filter: settings.filter.into(),
        }
    }
}

impl UmbraRagdollSettings {
    pub(super) fn get(settings: Option<&Self>) -> Result<RagdollSettings, Fault> {
        let Some(settings) = settings else { return Ok(RagdollSettings::default()) };
        Ok(RagdollSettings {
            height: settings.height,
            density: settings.density,
            stiffness: settings.stiffness,
            spring: settings.spring.softness(),
            mirrored: settings.mirrored,
            damping: settings.damping,
            friction: settings.friction,
            filter: settings.filter.into(),
        })
    }
}

/// The usual ragdoll.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_ragdoll_settings_default() -> UmbraRagdollSettings {
    RagdollSettings::default().into()
}
