//! Friction, bounce and other settings of colliders.
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
use umbra::{Collider, ColliderMut, CombineRule, Error, Material};

use super::setting::{ColliderSetting, marker_settings, number_settings};
use crate::convert::vector;

/// Components that are a coefficient with a rule for how those of two colliders combine.
macro_rules! coefficients {
    ($($(#[$doc:meta])* $name:ident, $field:ident, $rule:ident, $set:ident, $set_rule:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
            #[reflect(Component, Default)]
            #[component(summary_tick)]
            pub struct $name {
                /// The coefficient: 0 is none.
                pub coefficient: f32,
                /// Rule that combines the coefficients of two colliders.
                #[reflect(ignore)]
                pub combine_rule: CombineRule,
            }

            impl Default for $name {
                fn default() -> Self {
                    let Material { $field: coefficient, $rule: combine_rule, .. } = Material::default();
                    Self { coefficient, combine_rule }
                }
            }

            impl $name {
                /// None at all.
                pub const ZERO: Self = Self { coefficient: 0.0, combine_rule: CombineRule::Usual };

                /// A coefficient with the usual rule.
                pub const fn new(coefficient: f32) -> Self {
                    Self { coefficient, combine_rule: CombineRule::Usual }
                }

                /// Sets the rule.
                #[must_use]
                pub const fn with_combine_rule(mut self, rule: CombineRule) -> Self {
                    self.combine_rule = rule;
                    self
                }
            }

            impl ColliderSetting for $name {
                const NAME: &'static str = stringify!($name);
                const INHERITED: bool = true;

                fn build(&self, collider: Collider) -> Collider {
                    collider.$field(self.coefficient).$rule(self.combine_rule)
                }

                fn set(setting: Option<&Self>, collider: &mut ColliderMut<'_>) -> Result<(), Error> {
                    let Self { coefficient, combine_rule } = setting.copied().unwrap_or_default();
                    collider.$set(coefficient)?;
                    collider.$set_rule(combine_rule);
                    Ok(())
                }
            }
        )*
    };
}

coefficients! {
    /// Friction of a collider. Colliders without it take that of the entity of their body.
    Friction, friction, friction_rule, set_friction, set_friction_rule;
    /// Bounciness of a collider: 1 keeps all of the speed. Colliders without it take that of the
    /// entity of their body.
    Restitution, restitution, restitution_rule, set_restitution, set_restitution_rule;
}

number_settings! { ColliderSetting, ColliderMut, Collider;
    /// Mass of a collider per area. 1 by default.
    ColliderDensity = 1.0, density, set_density;
    /// Resistance of a collider to rolling. 0 by default.
    RollingResistance = 0.0, rolling_resistance, set_rolling_resistance;
    /// Speed of the surface of a collider along itself, as of a conveyor belt. 0 by default.
    SurfaceSpeed = 0.0, surface_speed, set_surface_speed;
}

marker_settings! { ColliderSetting, ColliderMut, Collider;
    /// A collider that touches nothing and reports what overlaps it.
    Sensor {
        build(collider) collider.sensor(true);
        set(collider, on) collider.set_sensor(on);
    }
    /// A collider that takes no part in the simulation.
    ColliderDisabled {
        build(collider) collider;
        set(collider, on) collider.set_enabled(!on);
    }
    /// A collider whose impacts are reported as `CollisionHit`.
    HitEvents {
        build(collider) collider.hit_events(true);
        set(collider, on) { collider.set_hit_events(on); Ok(()) };
    }
    /// A polyline that is solid on its left only, as seen on the way from point to point.
    OneSided {
        build(collider) collider.one_sided(true);
        set(collider, on) collider.set_one_sided(on);
    }
}

/// A platform: bodies pass through it along the direction, and it holds them against the direction.
/// The direction is as the collider sees it.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component, Default)]
#[component(summary_tick)]
pub struct OneWayPlatform(pub Vec2);

impl Default for OneWayPlatform {
    fn default() -> Self {
        Self(Vec2::Y)
    }
}

impl ColliderSetting for OneWayPlatform {
    const NAME: &'static str = "OneWayPlatform";

    fn build(&self, collider: Collider) -> Collider {
        collider.one_way(vector(self.0))
    }

    fn set(setting: Option<&Self>, collider: &mut ColliderMut<'_>) -> Result<(), Error> {
        collider.set_one_way(setting.map(|platform| vector(platform.0)))
    }
}
