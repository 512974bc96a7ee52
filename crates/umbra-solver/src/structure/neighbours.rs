//! The neighbours of each body: those that it touches.

/// Lists of neighbours, body by body.
#[derive(Debug, Default)]
pub(super) struct Neighbours {
    /// The end of the list of each body, and the start of the next.
    ends: Vec<u32>,
    bodies: Vec<u32>,
}

impl Neighbours {
    /// Lists the neighbours of so many bodies by the pairs that touch.
    pub(super) fn list(&mut self, bodies: usize, pairs: impl Iterator<Item = [u32; 2]> + Clone) {
        self.ends.clear();
        self.ends.resize(bodies + 1, 0);
        for body in pairs.clone().flatten() {
            self.ends[body as usize + 1] += 1;
        }
        let mut end = 0;
        for count in &mut self.ends {
            // Where its list starts: it grows to its end below.
            (*count, end) = (end, end + *count);
        }
        self.bodies.clear();
        self.bodies.resize(end as usize, 0);
        for [a, b] in pairs {
            for [body, other] in [[a, b], [b, a]] {
                let end = &mut self.ends[body as usize + 1];
                self.bodies[*end as usize] = other;
                *end += 1;
            }
        }
    }

    /// The neighbours of a body.
    pub(super) fn near(&self, body: u32) -> &[u32] {
        let [start, end] = [0, 1].map(|next| self.ends[body as usize + next] as usize);
        &self.bodies[start..end]
    }
}
