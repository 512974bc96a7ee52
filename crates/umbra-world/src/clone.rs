//! `Clone` that reuses memory.

/// Implements `Clone` so that `clone_from` reuses the memory of every field, which `derive` does not. All
/// fields have to be listed: a forgotten one does not compile.
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

/// Writes a list over another one, in its memory.
pub(crate) fn write_over<T: Copy>(list: &mut Vec<T>, with: &[T]) {
    list.clear();
    list.extend_from_slice(with);
}
