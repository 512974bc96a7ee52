//! Layers: what collides with what.
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use umbra::{ColliderMut, Error, Filter};

use super::setting::ColliderSetting;

/// An enum whose variants are collision layers. Derive it.
///
/// ```
/// use bevy_umbra::prelude::*;
///
/// #[derive(PhysicsLayer, Default)]
/// enum Layer {
///     #[default]
///     World,
///     Player,
///     Coin,
/// }
///
/// let player = CollisionLayers::new(Layer::Player, [Layer::World, Layer::Coin]);
/// let coin = CollisionLayers::new(Layer::Coin, [Layer::World, Layer::Player]);
/// assert!(player.interacts_with(coin) && !coin.interacts_with(coin));
/// ```
pub trait PhysicsLayer {
    /// The bit of a layer.
    fn to_bits(&self) -> u64;

    /// The bits of all layers.
    fn all_bits() -> u64;
}

/// A set of up to 64 layers.
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LayerMask(pub u64);

impl LayerMask {
    /// All layers.
    pub const ALL: Self = Self(u64::MAX);
    /// No layer.
    pub const NONE: Self = Self(0);
    /// The lowest layer, which colliders without `CollisionLayers` are in.
    pub const DEFAULT: Self = Self(1);

    /// True if the set has one of these layers.
    pub fn has_any(self, layers: impl Into<Self>) -> bool {
        self.0 & layers.into().0 != 0
    }

    /// Adds layers.
    pub fn add(&mut self, layers: impl Into<Self>) {
        self.0 |= layers.into().0;
    }

    /// Takes layers out.
    pub fn remove(&mut self, layers: impl Into<Self>) {
        self.0 &= !layers.into().0;
    }
}

impl From<u64> for LayerMask {
    fn from(bits: u64) -> Self {
        Self(bits)
    }
}

impl<L: PhysicsLayer> From<L> for LayerMask {
    fn from(layer: L) -> Self {
        Self(layer.to_bits())
    }
}

impl<L: PhysicsLayer, const N: usize> From<[L; N]> for LayerMask {
    fn from(layers: [L; N]) -> Self {
        Self(layers.iter().fold(0, |bits, layer| bits | layer.to_bits()))
    }
}

impl BitOr for LayerMask {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for LayerMask {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for LayerMask {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for LayerMask {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Layers that a collider is in, and layers that it collides with. Two colliders meet if each one's
/// filters contain a layer of the other.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Default)]
#[component(summary_tick)]
pub struct CollisionLayers {
    /// Layers that the collider is in.
    pub memberships: LayerMask,
    /// Layers that it collides with.
    pub filters: LayerMask,
    /// Colliders of one group, which is not 0, always meet if it is positive, and never if it is
    /// negative, whatever their layers are.
    pub group: i32,
}

impl Default for CollisionLayers {
    fn default() -> Self {
        Self { memberships: LayerMask::DEFAULT, filters: LayerMask::ALL, group: 0 }
    }
}

impl CollisionLayers {
    /// In all layers, collides with all.
    pub const ALL: Self = Self { memberships: LayerMask::ALL, filters: LayerMask::ALL, group: 0 };
    /// In no layer: collides with nothing.
    pub const NONE: Self =
        Self { memberships: LayerMask::NONE, filters: LayerMask::NONE, group: 0 };

    /// In these layers, collides with those.
    pub fn new(memberships: impl Into<LayerMask>, filters: impl Into<LayerMask>) -> Self {
        Self { memberships: memberships.into(), filters: filters.into(), group: 0 }
    }

    /// Sets the group.
    #[must_use]
    pub fn with_group(mut self, group: i32) -> Self {
        self.group = group;
        self
    }

    /// True if colliders with these layers meet.
    pub fn interacts_with(self, other: Self) -> bool {
        if self.group != 0 && self.group == other.group {
            return self.group > 0;
        }
        self.memberships.has_any(other.filters) && other.memberships.has_any(self.filters)
    }

    pub(crate) fn filter(self) -> Filter {
        Filter { category: self.memberships.0, mask: self.filters.0, group: self.group }
    }
}

impl ColliderSetting for CollisionLayers {
    const NAME: &'static str = "CollisionLayers";

    fn build(&self, collider: umbra::Collider) -> umbra::Collider {
        collider.filter(self.filter())
    }

    fn set(setting: Option<&Self>, collider: &mut ColliderMut<'_>) -> Result<(), Error> {
        collider.set_filter(setting.copied().unwrap_or_default().filter());
        Ok(())
    }
}
