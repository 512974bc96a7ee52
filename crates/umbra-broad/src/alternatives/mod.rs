//! Other ways to find pairs, behind one small trait.
//!
//! The [`BroadPhase`](crate::BroadPhase) is what an engine uses: it knows old pairs from new ones,
//! filters, and answers queries. These find *all* overlapping pairs each time they are asked. They
//! are oracles for one another in the tests, they show in `docs/design/broad-phase.md` what each idea is
//! worth, and some worlds are well served by them: see there.

mod brute_force;
mod cell_sweep;
mod sort_and_sweep;
mod tree_pairs;
mod uniform_grid;

pub use brute_force::BruteForce;
pub use cell_sweep::CellSweep;
pub use sort_and_sweep::SortAndSweep;
pub use tree_pairs::TreePairs;
pub use uniform_grid::UniformGrid;

use crate::Error;
use crate::error::checked;
use umbra_geom::Aabb;

/// Finds all overlapping pairs among boxes that may come, go and move.
///
/// ```
/// use umbra_broad::alternatives::{PairFinder, SortAndSweep};
/// use umbra_geom::Aabb;
///
/// let mut finder = SortAndSweep::default();
/// let a = finder.insert(Aabb::new([0.0, 0.0], [1.0, 1.0])?)?;
/// let b = finder.insert(Aabb::new([2.0, 0.0], [3.0, 1.0])?)?;
/// finder.update(b, Aabb::new([0.5, 0.0], [1.5, 1.0])?)?;
/// assert_eq!(finder.pairs(), [[a, b]]);
/// # Ok::<(), umbra_broad::Error>(())
/// ```
pub trait PairFinder {
    /// Adds a box. The number that it is known by from now on is the lowest that is free.
    ///
    /// # Errors
    /// When the box is not finite, inverted or too far out.
    fn insert(&mut self, aabb: Aabb) -> Result<u32, Error>;

    /// Gives box `key` another place and size.
    ///
    /// # Errors
    /// When there is no such box, or the new one is not finite, inverted or too far out.
    fn update(&mut self, key: u32, aabb: Aabb) -> Result<(), Error>;

    /// Takes box `key` out; its number is free for another.
    ///
    /// # Errors
    /// When there is no such box.
    fn remove(&mut self, key: u32) -> Result<(), Error>;

    /// All pairs that overlap, the lesser number first, in ascending order.
    fn pairs(&mut self) -> &[[u32; 2]];
}

/// The boxes of a finder, by number.
#[derive(Clone, Debug, Default)]
struct Boxes {
    /// `None` where a number is free.
    boxes: Vec<Option<Aabb>>,
    free: std::collections::BTreeSet<u32>,
}

impl Boxes {
    fn insert(&mut self, aabb: Aabb) -> Result<u32, Error> {
        checked("aabb", &aabb)?;
        let key = match self.free.pop_first() {
            Some(key) => key,
            None if self.boxes.len() < 1 << 30 => {
                self.boxes.push(None);
                self.boxes.len() as u32 - 1
            }
            None => return Err(Error::Full { most: 1 << 30 }),
        };
        self.boxes[key as usize] = Some(aabb);
        Ok(key)
    }

    fn update(&mut self, key: u32, aabb: Aabb) -> Result<(), Error> {
        checked("aabb", &aabb)?;
        *self.known(key)? = Some(aabb);
        Ok(())
    }

    fn remove(&mut self, key: u32) -> Result<(), Error> {
        *self.known(key)? = None;
        self.free.insert(key);
        Ok(())
    }

    fn known(&mut self, key: u32) -> Result<&mut Option<Aabb>, Error> {
        let stale = Error::StaleProxy { index: key, generation: 0 };
        self.boxes.get_mut(key as usize).filter(|aabb| aabb.is_some()).ok_or(stale)
    }

    fn iter(&self) -> impl Iterator<Item = (u32, &Aabb)> {
        (0..).zip(&self.boxes).filter_map(|(key, aabb)| Some((key, aabb.as_ref()?)))
    }
}

/// A pair in the order in which it is reported.
fn ordered(a: u32, b: u32) -> [u32; 2] {
    if a < b { [a, b] } else { [b, a] }
}
