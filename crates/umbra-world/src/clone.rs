//! `Clone` that reuses memory, and structs that say what snapshots do with their fields.

/// Implements `Clone` so that `clone_from` reuses the memory of every field, which `derive` does
/// not. All fields have to be listed: a forgotten one does not compile.
#[doc(hidden)]
#[macro_export]
macro_rules! clone_by_field {
    ($type:ident { $($field:ident),* $(,)? }) => {
        impl Clone for $type {
            fn clone(&self) -> Self {
                Self { $($field: Clone::clone(&self.$field)),* }
            }

            fn clone_from(&mut self, source: &Self) {
                let Self { $($field),* } = source;
                $(Clone::clone_from(&mut self.$field, $field);)*
            }
        }
    };
}

/// Defines a struct by what snapshots do with its columns. Copying, saving, restoring and comparing
/// follow from that.
///
/// - `each`: lists with an entry for each body; snapshots copy those of bodies that can move;
/// - `moving`: columns that steps change as a whole; snapshots copy them;
/// - `rest`: columns that snapshots share, save in parts, or make anew.
macro_rules! columns {
    (
        $(#[$meta:meta])* pub struct $name:ident, saved as $saved:ident;
        each { $($(#[$each_meta:meta])* $each:ident: $entry:ty,)* }
        moving { $($(#[$moving_meta:meta])* $moving:ident: $moving_type:ty,)* }
        rest { $($(#[$rest_meta:meta])* $rest_vis:vis $rest:ident: $rest_type:ty,)* }
    ) => {
        $(#[$meta])*
        pub struct $name {
            $($(#[$each_meta])* pub $each: Vec<$entry>,)*
            $($(#[$moving_meta])* pub $moving: $moving_type,)*
            $($(#[$rest_meta])* $rest_vis $rest: $rest_type,)*
        }

        $crate::clone_by_field!($name { $($each,)* $($moving,)* $($rest,)* });

        /// The columns that snapshots copy.
        #[derive(Clone, Debug, Default)]
        pub(crate) struct $saved {
            $(pub(crate) $each: Vec<$entry>,)*
            $(pub(crate) $moving: $moving_type,)*
        }

        impl $saved {
            /// Saves `count` entries of each list and all moving columns, in the memory of older
            /// ones.
            pub(crate) fn save(&mut self, from: &$name, count: usize) {
                $($crate::clone::write_over(&mut self.$each, &from.$each[..count]);)*
                $(Clone::clone_from(&mut self.$moving, &from.$moving);)*
                let _ = count;
            }

            pub(crate) fn restore(&self, to: &mut $name) {
                $(to.$each[..self.$each.len()].copy_from_slice(&self.$each);)*
                $(Clone::clone_from(&mut to.$moving, &self.$moving);)*
            }
        }

        #[allow(dead_code, reason = "not all structs have such lists")]
        impl $name {
            /// Adds an entry to each list that has one for each body.
            fn push_each(&mut self, $($each: $entry),*) {
                $(self.$each.push($each);)*
            }

            /// Removes the last entry of each list that has one for each body.
            fn pop_each(&mut self) {
                $(self.$each.pop();)*
            }

            /// Swaps two entries of each list that has one for each body.
            #[allow(unused_variables, reason = "not all structs have such lists")]
            fn swap_each(&mut self, a: usize, b: usize) {
                $(self.$each.swap(a, b);)*
            }

            /// True if each list with an entry for each body has so many.
            #[allow(unused_variables, reason = "not all structs have such lists")]
            pub(crate) fn have_length(&self, count: usize) -> bool {
                true $(&& self.$each.len() == count)*
            }
        }

        impl $name {
            /// Each column by its name, as text: for tests that compare.
            #[doc(hidden)]
            pub fn columns(&self) -> Vec<(&'static str, String)> {
                vec![
                    $((stringify!($each), format!("{:?}", self.$each)),)*
                    $((stringify!($moving), format!("{:?}", self.$moving)),)*
                    $((stringify!($rest), format!("{:?}", self.$rest)),)*
                ]
            }
        }
    };
}
pub(crate) use columns;

/// Writes a list over another one, in its memory.
pub(crate) fn write_over<T: Copy>(list: &mut Vec<T>, with: &[T]) {
    list.clear();
    list.extend_from_slice(with);
}
