//! Functions of builders and views, of the rows of the tables of properties: see
//! `umbra_world::body::properties`.
//!
//! Each macro takes the documented functions of a row and writes those of its own kind, selected by
//! the form of `self`. The others are skipped. An `example { .. }` in their documentation becomes a
//! program that has a `scene`.

/// The functions of a type in the table of bodies: `build` are those of `Body`, `set` of `BodyMut`,
/// `get` of `BodyRef`.
macro_rules! body_functions {
    ($kind:ident $(
        $(commands $commands:tt)?
        property $name:ident: $type:ty = $default:expr, check($check:ident)
            $(, kept $kept:tt $(, edit($Edit:ident $($edit:tt)*))?)? => $functions:tt
    )*) => {
        $(body_functions_of! { $kind $name $check [$($kept $($Edit)?)?] $functions })*
    };
}

macro_rules! body_functions_of {
    (build $name:ident $check:ident $kept:tt $functions:tt) => {
        builder_functions! { (checks::$check, $name, $name) $functions }
    };
    (set $name:ident $check:ident [$kept:tt $Edit:ident] $functions:tt) => {
        setter_functions! { ($check, [BodyEdit] $Edit) $functions }
    };
    (get $name:ident $check:ident [$kept:tt $($Edit:ident)?] $functions:tt) => {
        getter_functions! { $kept $functions }
    };
    ($($without:tt)*) => {};
}

/// The same of colliders.
macro_rules! collider_functions {
    (
        $kind:ident
        $(surface $surface:ident: $value:ty, check($proof:ident), edit($Surface:ident) => $views:tt)*
        $(
            $(commands $commands:tt)?
            property $name:ident: $type:ty = $default:expr, check($check:ident),
                edit($Edit:ident $($edit:tt)*) => $functions:tt
        )*
    ) => {
        $(collider_functions_of! { $kind $surface $proof $Surface (material.$surface) $views })*
        $(collider_functions_of! { $kind $name $check $Edit ($name) $functions })*
    };
}

macro_rules! collider_functions_of {
    (build $name:ident $check:ident $Edit:ident ($($place:tt)*) $functions:tt) => {
        builder_functions! { (checks::$check, $name, $($place)*) $functions }
    };
    (set $name:ident $check:ident $Edit:ident $place:tt $functions:tt) => {
        setter_functions! { ($check, [&ColliderEdit] $Edit) $functions }
    };
    (get $name:ident $check:ident $Edit:ident ($($place:tt)*) $functions:tt) => {
        getter_functions! { (info.$($place)*) $functions }
    };
}

/// The same of joints.
macro_rules! joint_functions {
    (
        $kind:ident commands $first:tt
        $(
            property $name:ident: $type:ty = $default:expr, check($check:ident),
                edit($Edit:ident $($edit:tt)*) => $functions:tt
            $(commands $commands:tt)?
        )*
    ) => {
        $(joint_functions_of! { $kind $name $Edit $functions })*
    };
}

macro_rules! joint_functions_of {
    (build $name:ident $Edit:ident $functions:tt) => {
        builder_functions! { ([JointEdit] $Edit) $functions }
    };
    (set $name:ident $Edit:ident $functions:tt) => {
        setter_functions! { (any, [JointEdit] $Edit) $functions }
    };
    (get $name:ident $Edit:ident $functions:tt) => {
        getter_functions! { (info.settings.$name) $functions }
    };
}

/// Functions that take `self`: those of a builder, which checks the value and keeps it in its
/// `def`, or makes an edit.
macro_rules! builder_functions {
    ($property:tt;) => {};
    ($property:tt { $($functions:tt)* }) => { builder_functions! { $property; $($functions)* } };
    ($property:tt; $(#[$about:meta])* example $($others:tt)*) => {
        with_example! { builder_functions, $property, [$(#[$about])*]; $($others)* }
    };
    (
        $property:tt;
        $(#[$about:meta])*
        pub fn $function:ident(self, $argument:ident: $type:ty) -> Self;
        $($others:tt)*
    ) => {
        builder_functions! {
            $property;
            $(#[$about])* pub fn $function(self, $argument: $type) -> Self = $argument;
            $($others)*
        }
    };
    (
        ($checks:ident::$check:ident, $name:ident, $($place:ident).+);
        $(#[$about:meta])*
        pub fn $function:ident(self $(, $argument:ident: $type:ty)*) -> Self = $value:expr;
        $($others:tt)*
    ) => {
        $(#[$about])*
        pub fn $function(self $(, $argument: $type)*) -> Self {
            let value = $checks::$check(stringify!($name), $value);
            self.with(value, |def, value| def.$($place).+ = value)
        }
        builder_functions! { ($checks::$check, $name, $($place).+); $($others)* }
    };
    (
        ([$($Edit:tt)+] $Variant:ident);
        $(#[$about:meta])*
        pub fn $function:ident(self, $argument:ident: $type:ty) -> Self = $value:expr;
        $($others:tt)*
    ) => {
        $(#[$about])*
        pub fn $function(self, $argument: $type) -> Self {
            self.changed($($Edit)+::$Variant($value))
        }
        builder_functions! { ([$($Edit)+] $Variant); $($others)* }
    };
    ($property:tt; $($others:tt)*) => { skip_function! { builder_functions, $property; $($others)* } };
}

/// Functions that take `&mut self`: those of a view that makes edits, which can be refused if the
/// function returns a `Result`.
macro_rules! setter_functions {
    ($property:tt;) => {};
    ($property:tt { $($functions:tt)* }) => { setter_functions! { $property; $($functions)* } };
    ($property:tt; $(#[$about:meta])* example $($others:tt)*) => {
        with_example! { setter_functions, $property, [$(#[$about])*]; $($others)* }
    };
    (
        $property:tt;
        $(#[$about:meta])*
        pub fn $function:ident(&mut self, $argument:ident: $type:ty) $(-> Result<(), $error:ty>)?;
        $($others:tt)*
    ) => {
        setter_functions! {
            $property;
            $(#[$about])*
            pub fn $function(&mut self, $argument: $type) $(-> Result<(), $error>)? = $argument;
            $($others)*
        }
    };
    (
        ($check:ident, [$($Edit:tt)+] $Variant:ident);
        $(#[$about:meta])*
        pub fn $function:ident(&mut self, $argument:ident: $type:ty) -> Result<(), $error:ty> = $value:expr;
        $($others:tt)*
    ) => {
        $(#[$about])*
        #[doc = errors!($check)]
        pub fn $function(&mut self, $argument: $type) -> Result<(), $error> {
            self.edit($($Edit)+::$Variant($value))
        }
        setter_functions! { ($check, [$($Edit)+] $Variant); $($others)* }
    };
    (
        ($check:ident, [$($Edit:tt)+] $Variant:ident);
        $(#[$about:meta])*
        pub fn $function:ident(&mut self, $argument:ident: $type:ty) = $value:expr;
        $($others:tt)*
    ) => {
        $(#[$about])*
        pub fn $function(&mut self, $argument: $type) {
            self.change($($Edit)+::$Variant($value));
        }
        setter_functions! { ($check, [$($Edit)+] $Variant); $($others)* }
    };
    ($property:tt; $($others:tt)*) => { skip_function! { setter_functions, $property; $($others)* } };
}

/// Functions that take `&self`: those of a view that reads an entry of the world, by its method of
/// this name.
macro_rules! getter_functions {
    ($place:tt;) => {};
    ($place:tt { $($functions:tt)* }) => { getter_functions! { $place; $($functions)* } };
    ($place:tt; $(#[$about:meta])* example $($others:tt)*) => {
        with_example! { getter_functions, $place, [$(#[$about])*]; $($others)* }
    };
    (
        ($entry:ident.$($field:ident).+);
        $(#[$about:meta])*
        pub fn $function:ident(&self) -> $type:ty $(= $convert:expr)?;
        $($others:tt)*
    ) => {
        $(#[$about])*
        pub fn $function(&self) -> $type {
            let value = self.$entry().$($field).+;
            $(let value = crate::properties::converted(value, $convert);)?
            value
        }
        getter_functions! { ($entry.$($field).+); $($others)* }
    };
    ($place:tt; $($others:tt)*) => { skip_function! { getter_functions, $place; $($others)* } };
}

/// Writes out the first example in the documentation of a function.
macro_rules! with_example {
    ($functions:ident, $property:tt, [$($about:tt)*]; weightless $lines:tt $($others:tt)*) => {
        with_example! {
            $functions, $property, [$($about)*],
            " # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };",
            " # let mut scene = Scene::new(weightless)?;";
            $lines $($others)*
        }
    };
    ($functions:ident, $property:tt, [$($about:tt)*]; $lines:tt $($others:tt)*) => {
        with_example! {
            $functions, $property, [$($about)*],
            " # let mut scene = Scene::new(SceneConfig::default())?;";
            $lines $($others)*
        }
    };
    (
        $functions:ident, $property:tt, [$($about:tt)*], $($scene:literal),*;
        { $(#[$line:meta])* } $($others:tt)*
    ) => {
        $functions! {
            $property;
            $($about)*
            #[doc = ""]
            #[doc = " ```"]
            #[doc = " # use umbra::prelude::*;"]
            $(#[doc = $scene])*
            $(#[$line])*
            #[doc = " # Ok::<(), umbra::Error>(())"]
            #[doc = " ```"]
            $($others)*
        }
    };
}

/// Goes on after a function of another kind.
macro_rules! skip_function {
    (
        $functions:ident, $property:tt;
        $(#[$about:meta])*
        pub fn $function:ident $arguments:tt $(-> $type:ty)? $(= $value:expr)?;
        $($others:tt)*
    ) => {
        $functions! { $property; $($others)* }
    };
}

/// Section on the errors of a function that sets a value with this check.
#[rustfmt::skip]
macro_rules! errors {
    (any) => { "" };
    (number) => { "\n # Errors\n When the number is not finite or absurdly large." };
    (amount) => { "\n # Errors\n When the number is negative, not finite or absurdly large." };
    (restitution) => { "\n # Errors\n When the number is not from 0 to 4." };
    (one_way) => { "\n # Errors\n When the direction is zero or not finite." };
    (toughness) => {
        "\n # Errors\n When the number is not greater than zero, not finite or absurdly large."
    };
    (mass_properties) => { "\n # Errors\n When a number is negative, not finite or absurdly large." };
}

/// `unless equal` of the tables: true if the value is the current one.
pub(crate) fn equal<T: PartialEq>(value: &T, current: &T) -> bool {
    value == current
}

/// A value as users are given it.
pub(crate) fn converted<T, U>(value: T, convert: impl FnOnce(T) -> U) -> U {
    convert(value)
}
