//! Levels of instructions, forced for the computations of one thread.

use super::Level;
use std::cell::Cell;

thread_local! {
    static FORCED: Cell<Option<Level>> = const { Cell::new(None) };
}

/// The level that this thread has to use, if it is not that of the machine.
pub(crate) fn forced() -> Option<Level> {
    FORCED.get()
}

/// Asserts that `answer` is the same at each level of this machine.
pub(crate) fn assert_same_at_all_levels<T: PartialEq + std::fmt::Debug>(
    mut answer: impl FnMut() -> T,
) {
    let mut at = |level: Level| {
        FORCED.set(Some(level));
        let answer = answer();
        FORCED.set(None);
        answer
    };
    let lowest = at(Level::baseline());
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(avx2) = Level::new().as_avx2() {
        assert_eq!(at(Level::Avx2(avx2)), lowest, "AVX2");
    }
    assert_eq!(at(Level::new()), lowest, "the machine's own level");
}
