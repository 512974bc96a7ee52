//! Helpers of the parts of a rebuild: lists that keep their memory, and work on two threads.

/// No slot given yet.
pub(super) const NONE: u32 = u32::MAX;

/// With fewer contacts than this, a part of the rebuild is done before another thread has started.
#[cfg(feature = "parallel")]
const WORTH_SHARING: usize = 2048;

/// Runs two independent closures, in parallel if there are enough contacts.
#[cfg_attr(not(feature = "parallel"), allow(unused_variables))]
pub(super) fn join_if(contacts: usize, one: impl FnOnce() + Send, other: impl FnOnce() + Send) {
    #[cfg(feature = "parallel")]
    if contacts >= WORTH_SHARING && umbra_lanes::threads::count() > 1 {
        rayon::join(one, other);
        return;
    }
    one();
    other();
}

/// Makes a list at least that long, and keeps its contents.
pub(super) fn ensure<T: Clone>(list: &mut Vec<T>, length: usize, value: T) {
    if list.len() < length {
        list.resize(length, value);
    }
}

/// Clears a list and fills it.
pub(super) fn refill<T: Clone>(list: &mut Vec<T>, length: usize, value: T) {
    list.clear();
    list.resize(length, value);
}
