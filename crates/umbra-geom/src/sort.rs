//! Sorting with one machine code for all types.
//!
//! The sorts of the standard library are compiled anew for each type and each order: 117 of the
//! 1,190 kilobytes that the engine had as WebAssembly, and seconds of a build. Here a list is
//! sorted through three calls, in machine code that all lists share. That takes several times as
//! long, so lists that are long in many steps are sorted by the standard library.
//!
//! Its trees sort the list that they are collected from, too: one that is seldom made is filled by
//! `extend`, entry by entry.

use core::cmp::Ordering;

/// Lists up to this length are sorted by insertion.
const SHORT: usize = 16;

/// A list as the sort sees it.
trait List {
    fn len(&self) -> usize;
    fn is_before(&mut self, a: usize, b: usize) -> bool;
    fn swap(&mut self, a: usize, b: usize);
}

struct Ordered<'a, T, F> {
    list: &'a mut [T],
    order: F,
}

impl<T, F: FnMut(&T, &T) -> Ordering> List for Ordered<'_, T, F> {
    fn len(&self) -> usize {
        self.list.len()
    }

    fn is_before(&mut self, a: usize, b: usize) -> bool {
        (self.order)(&self.list[a], &self.list[b]).is_lt()
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.list.swap(a, b);
    }
}

/// Drops the elements at these ascending indices, and keeps the order of the others.
///
/// ```
/// let mut list = vec!["a", "b", "c", "d"];
/// umbra_geom::sort::drop_at(&mut list, [0, 2].into_iter());
/// assert_eq!(list, ["b", "d"]);
/// ```
pub fn drop_at<T: Copy>(list: &mut Vec<T>, mut indices: impl Iterator<Item = usize>) {
    let Some(mut kept) = indices.next() else { return };
    let mut from = kept + 1;
    for end in indices.chain([list.len()]) {
        // The elements between two indices move as a whole.
        list.copy_within(from..end, kept);
        kept += end - from;
        from = end + 1;
    }
    list.truncate(kept);
}

/// Sorting in the machine code that all lists share. Equal elements may change places.
///
/// ```
/// use umbra_geom::sort::Arrange;
///
/// let mut list = ["ccc", "a", "bb"];
/// list.arrange_by_key(|text| text.len());
/// assert_eq!(list, ["a", "bb", "ccc"]);
/// ```
pub trait Arrange<T> {
    /// Sorts by an order.
    fn arrange_by(&mut self, order: impl FnMut(&T, &T) -> Ordering);

    /// Sorts by an order, in which equal elements keep their places.
    fn arrange_stably_by(&mut self, order: impl FnMut(&T, &T) -> Ordering);

    /// Sorts by keys.
    fn arrange_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.arrange_by(|a, b| key(a).cmp(&key(b)));
    }

    /// Sorts by the order of the elements.
    fn arrange(&mut self)
    where
        T: Ord,
    {
        self.arrange_by(Ord::cmp);
    }
}

impl<T> Arrange<T> for [T] {
    fn arrange_by(&mut self, order: impl FnMut(&T, &T) -> Ordering) {
        sort_any(&mut Ordered { list: self, order });
    }

    fn arrange_stably_by(&mut self, mut order: impl FnMut(&T, &T) -> Ordering) {
        let mut places: Vec<usize> = (0..self.len()).collect();
        places.arrange_by(|a, b| order(&self[*a], &self[*b]).then(a.cmp(b)));
        // Each element goes from its place to where the list has it: along a cycle, one swap for each.
        for first in 0..places.len() {
            let mut at = first;
            while places[at] != first {
                let from = core::mem::replace(&mut places[at], at);
                self.swap(at, from);
                at = from;
            }
            places[at] = at;
        }
    }
}

fn sort_any(list: &mut dyn List) {
    let count = list.len();
    if count <= SHORT {
        for end in 1..count {
            let mut place = end;
            while place > 0 && list.is_before(place, place - 1) {
                list.swap(place, place - 1);
                place -= 1;
            }
        }
        return;
    }
    for top in (0..count / 2).rev() {
        sink(list, top, count);
    }
    for end in (1..count).rev() {
        list.swap(0, end);
        sink(list, 0, end);
    }
}

/// Moves an element of a heap of `count` down to its place: what comes last is on top.
fn sink(list: &mut dyn List, mut top: usize, count: usize) {
    loop {
        let mut child = 2 * top + 1;
        if child >= count {
            return;
        }
        if child + 1 < count && list.is_before(child, child + 1) {
            child += 1;
        }
        if !list.is_before(top, child) {
            return;
        }
        list.swap(top, child);
        top = child;
    }
}

#[cfg(test)]
#[path = "../tests/unit/sort.rs"]
mod tests;
