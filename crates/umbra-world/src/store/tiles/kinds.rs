//! The kinds of tiles that occur in a map, and the numbers by which its cells name them.

use std::collections::BTreeMap;

use umbra_geom::{Error, Pose, Real, Shape};

use crate::check;
use crate::collider::{Cell, MaterialBits, Tile};

/// A tile that occurs, with its shape around the middle of the cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Kind {
    pub(super) tile: Tile,
    pub(super) shape: Option<(Pose, Shape)>,
}

/// The kinds of a map by their numbers. The empty tile is the first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Kinds {
    all: Vec<Kind>,
    numbers: BTreeMap<TileBits, u16>,
    /// Numbers of kinds that no cell is of any more, the least one last.
    free: Vec<u16>,
}

/// A tile as something that has an order.
type TileBits = (Cell, u64, Option<MaterialBits>);

impl Kinds {
    pub(super) fn new() -> Self {
        let empty = Kind { tile: Tile::default(), shape: None };
        let numbers = BTreeMap::from([(bits_of(&empty.tile), 0)]);
        Self { all: vec![empty], numbers, free: Vec::new() }
    }

    /// The number of a kind, if there is one of that tile.
    pub(super) fn number(&self, tile: &Tile) -> Option<u16> {
        self.numbers.get(&bits_of(tile)).copied()
    }

    /// Adds a kind. Returns its number.
    pub(super) fn add(&mut self, tile: Tile, size: Real) -> Result<u16, Error> {
        tile.check()?;
        let number = self.free.last().map_or(self.all.len(), |number| usize::from(*number));
        check::range("kinds of tiles", number as Real, 0.0, Real::from(u16::MAX))?;
        let kind = Kind { tile, shape: tile.cell.shape(size, 1)? };
        match self.free.pop() {
            Some(_) => self.all[number] = kind,
            None => self.all.push(kind),
        }
        self.numbers.insert(bits_of(&tile), number as u16);
        Ok(number as u16)
    }

    /// True if there is no number left for another kind.
    pub(super) fn is_full(&self) -> bool {
        self.free.is_empty() && self.all.len() > usize::from(u16::MAX)
    }

    /// Frees the numbers of kinds that are not used.
    pub(super) fn keep(&mut self, is_used: impl Fn(u16) -> bool) {
        self.numbers.retain(|_, number| *number == 0 || is_used(*number));
        let mut is_taken = vec![false; self.all.len()];
        for number in self.numbers.values() {
            is_taken[usize::from(*number)] = true;
        }
        let numbers = (0..=u16::MAX).zip(is_taken);
        self.free = numbers.filter(|(_, is_taken)| !is_taken).map(|(number, _)| number).collect();
        self.free.reverse();
    }
}

impl core::ops::Index<usize> for Kinds {
    type Output = Kind;

    fn index(&self, number: usize) -> &Kind {
        &self.all[number]
    }
}

fn bits_of(tile: &Tile) -> TileBits {
    let material = tile.material.map(|material| material.bits());
    (tile.cell, tile.user_data, material)
}
