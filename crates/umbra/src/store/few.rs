//! Lists that mostly have one entry.

use core::ops::Deref;

/// A list that holds a single entry in place. Bodies mostly have one collider and colliders one
/// shape: making and copying them asks for no memory then.
#[derive(Clone, Debug)]
pub(crate) enum Few<T> {
    One([T; 1]),
    /// None, or more than one.
    Many(Vec<T>),
}

impl<T: Copy> Few<T> {
    pub(crate) fn push(&mut self, entry: T) {
        match self {
            Self::One([first]) => *self = Self::Many(vec![*first, entry]),
            Self::Many(entries) if entries.is_empty() => *self = Self::One([entry]),
            Self::Many(entries) => entries.push(entry),
        }
    }

    /// Takes out the entries for which `keep` does not hold.
    pub(crate) fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        let kept: Vec<T> = self.iter().copied().filter(keep).collect();
        *self = match kept[..] {
            [only] => Self::One([only]),
            _ => Self::Many(kept),
        };
    }
}

impl<T> Default for Few<T> {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Self::One(entry) => entry,
            Self::Many(entries) => entries,
        }
    }
}

impl<'a, T> IntoIterator for &'a Few<T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_few_is_what_a_vector_is() {
        let mut few = Few::default();
        let mut vector = vec![];
        for entry in [3, 5, 3, 7, 9] {
            few.push(entry);
            vector.push(entry);
            assert_eq!(*few, vector[..]);
        }
        for gone in [5, 3, 9, 7] {
            few.retain(|entry| *entry != gone);
            vector.retain(|entry| *entry != gone);
            assert_eq!(*few, vector[..]);
        }
        few.push(1);
        assert_eq!(*few, [1]);
    }
}
