//! Tile maps in files.

use std::collections::BTreeMap;

use crate::record::entry;
use crate::record::{List, Number, record};
use crate::{Cell, Error};
use umbra_world::collider::Tile;
use umbra_world::features::need_tiles;
use umbra_world::store::{CHUNK, TileMap};

record! {
    /// The cells of a tile map: chunk by chunk, or by rows of text.
    #[derive(PartialEq)]
    pub(crate) struct TilesRecord {
        /// The side of a cell.
        size: Number = Number(1.0),
        /// The tiles that occur.
        kinds: List<Tile> = List::default(),
        chunks: List<ChunkRecord> = List::default(),
        /// Instead of chunks: a letter for each cell, the highest row first.
        rows: List<String> = List::default(),
        /// Meaning of letters, as indices in `kinds`. A dot and a space are empty, and `#` is full.
        legend: BTreeMap<char, u32> = BTreeMap::new(),
    }
}

record! {
    /// 32 x 32 cells, each by the number of its kind; 0 is empty, 1 the first kind.
    #[derive(PartialEq)]
    pub(crate) struct ChunkRecord {
        /// Position of the chunk in the map.
        at: [i32; 2] = [0, 0],
        /// Row by row, the lowest first.
        cells: List<u16> = List::default(),
    }
}

impl TilesRecord {
    pub(crate) fn from_map(map: &TileMap) -> Self {
        let (mut kinds, mut numbers) = (Vec::new(), BTreeMap::from([(0, 0)]));
        let mut chunks = Vec::new();
        for (at, cells) in map.chunks() {
            let number = |kind: usize| {
                *numbers.entry(kind).or_insert_with(|| {
                    kinds.push(*map.tile(kind));
                    kinds.len() as u16
                })
            };
            let cells: Vec<u16> = cells.map(number).collect();
            if cells.iter().any(|cell| *cell > 0) {
                chunks.push(ChunkRecord { at, cells: List(cells) });
            }
        }
        Self {
            size: Number(map.size()),
            kinds: List(kinds),
            chunks: List(chunks),
            ..Self::default()
        }
    }

    pub(crate) fn map(&self) -> Result<TileMap, Error> {
        need_tiles()?;
        let rows = self.rows.iter().rev().map(|row| {
            let tiles: Result<Vec<Tile>, Error> =
                row.chars().map(|letter| self.tile(letter)).collect();
            tiles
        });
        let rows: Vec<Vec<Tile>> = rows.collect::<Result<_, Error>>()?;
        let mut map = TileMap::new(self.size.0, rows)?;
        if self.chunks.is_empty() {
            return Ok(map);
        }
        let kinds: Vec<_> = self.kinds.iter().map(|tile| map.add_kind(*tile)).collect();
        let kinds: Vec<_> = kinds.into_iter().collect::<Result<_, _>>()?;
        for ChunkRecord { at, cells } in self.chunks.iter() {
            let expected = (CHUNK * CHUNK) as usize;
            if cells.len() != expected {
                let count = cells.len();
                return Err(Error::WrongCount { parameter: "cells", count, expected });
            }
            for (row, y) in cells.chunks(CHUNK as usize).zip(0..) {
                let kind = |cell: &u16| match cell.checked_sub(1) {
                    Some(number) => entry("cells", &kinds, number.into()).copied(),
                    None => Ok(0),
                };
                let row = row.iter().map(kind).collect::<Result<Vec<u16>, Error>>()?;
                map.set_part(*at, y, &row)?;
            }
        }
        Ok(map)
    }

    fn tile(&self, letter: char) -> Result<Tile, Error> {
        match (self.legend.get(&letter), letter) {
            (Some(number), _) => entry("legend", &self.kinds, *number).copied(),
            (None, '.' | ' ') => Ok(Tile::default()),
            (None, '#') => Ok(Cell::Full.into()),
            (None, _) => Err(Error::NoSuchLetter { letter }),
        }
    }
}
