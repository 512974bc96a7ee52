//! Settings: components that go into the scene when they are added or changed. Taking one out sets
//! the default again.
use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use umbra::{Body, BodyMut, ColliderMut, Error};

/// A component that sets something of a body.
pub trait BodySetting: Component<Mutability = Mutable> + Clone {
    /// The name in errors.
    const NAME: &'static str;

    /// Sets it for a body that is about to be added.
    fn build(&self, body: Body) -> Body;

    /// Sets it for a body of the scene, or sets the default.
    ///
    /// # Errors
    ///
    /// The engine refuses the value.
    fn set(setting: Option<&Self>, body: &mut BodyMut<'_>) -> Result<(), Error>;
}

/// A component that sets something of a collider.
pub trait ColliderSetting: Component<Mutability = Mutable> + Clone {
    /// The name in errors.
    const NAME: &'static str;

    /// True if colliders without the component take that of the entity of their body.
    const INHERITED: bool = false;

    /// Sets it for a collider that is about to be added.
    fn build(&self, collider: umbra::Collider) -> umbra::Collider;

    /// Sets it for a collider of the scene, or sets the default.
    ///
    /// # Errors
    ///
    /// The engine refuses the value.
    fn set(setting: Option<&Self>, collider: &mut ColliderMut<'_>) -> Result<(), Error>;
}

/// Components that are one number of a body or a collider: the default, the builder, the setter.
macro_rules! number_settings {
    ($trait:ident, $target:ident, $built:ty; $(
        $(#[$doc:meta])* $name:ident = $default:literal, $build:ident, $set:ident;
    )*) => {
        $(
            $(#[$doc])*
            #[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
            #[reflect(Component, Default)]
            #[component(summary_tick)]
            pub struct $name(pub f32);

            impl Default for $name {
                fn default() -> Self {
                    Self($default)
                }
            }

            impl $trait for $name {
                const NAME: &'static str = stringify!($name);

                fn build(&self, target: $built) -> $built {
                    target.$build(self.0)
                }

                fn set(setting: Option<&Self>, target: &mut $target<'_>) -> Result<(), Error> {
                    target.$set(setting.copied().unwrap_or_default().0)
                }
            }
        )*
    };
}
pub(crate) use number_settings;

/// Components that are there or not: what they set to true.
macro_rules! marker_settings {
    ($trait:ident, $target:ident, $built:ty; $(
        $(#[$doc:meta])* $name:ident {
            build($b:ident) $build:expr;
            set($t:ident, $on:ident) $set:expr;
        }
    )*) => {
        $(
            $(#[$doc])*
            #[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
            #[reflect(Component, Default)]
            #[component(summary_tick)]
            pub struct $name;

            impl $trait for $name {
                const NAME: &'static str = stringify!($name);

                fn build(&self, $b: $built) -> $built {
                    $build
                }

                fn set(setting: Option<&Self>, $t: &mut $target<'_>) -> Result<(), Error> {
                    let $on = setting.is_some();
                    $set
                }
            }
        )*
    };
}
pub(crate) use marker_settings;
