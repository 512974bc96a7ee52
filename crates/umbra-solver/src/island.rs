//! Islands: groups of bodies that contacts connect, found by union-find.

/// Disjoint sets of bodies. The root of a set is its least member, so that results do not depend
/// on the order of the unions.
///
/// ```
/// let mut islands = umbra_solver::Islands::default();
/// islands.reset(4);
/// islands.join(1, 3);
/// assert_eq!((islands.root(3), islands.root(2)), (1, 2));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Islands {
    parent: Vec<u32>,
}

impl Islands {
    /// Makes every body an island of its own.
    pub fn reset(&mut self, bodies: u32) {
        self.parent.clear();
        self.parent.extend(0..bodies);
    }

    /// Adds bodies up to this number of them, each an island of its own.
    pub(crate) fn grow(&mut self, bodies: u32) {
        self.parent.extend(self.parent.len() as u32..bodies);
    }

    /// The least body of the island of `body`, which has to be one of the bodies.
    pub fn root(&mut self, mut body: u32) -> u32 {
        loop {
            let parent = self.parent[body as usize];
            if parent == body {
                return body;
            }
            // Path halving: every other node on the way is hung higher.
            let grandparent = self.parent[parent as usize];
            self.parent[body as usize] = grandparent;
            body = grandparent;
        }
    }

    /// The least body of each body's island.
    pub(crate) fn roots(&mut self) -> &[u32] {
        // Whatever a body hangs on has a lower number, and has been hung on its root before.
        for body in 0..self.parent.len() {
            self.parent[body] = self.parent[self.parent[body] as usize];
        }
        &self.parent
    }

    /// True if `a` and `b` are known to be of one island without a search: mostly they are, if they
    /// are of one at all.
    #[inline]
    pub fn are_side_by_side(&self, a: u32, b: u32) -> bool {
        self.parent[a as usize] == self.parent[b as usize]
    }

    /// Unites the islands of `a` and `b`, which have to be among the bodies.
    pub fn join(&mut self, a: u32, b: u32) {
        if self.are_side_by_side(a, b) {
            return;
        }
        let (a, b) = (self.root(a), self.root(b));
        if a < b {
            self.parent[b as usize] = a;
        } else {
            self.parent[a as usize] = b;
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/island.rs"]
mod tests;
