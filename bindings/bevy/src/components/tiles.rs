//! Tile maps.
use std::collections::BTreeMap;

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_transform::components::Transform;
use umbra::Tile;

use super::link::{BodyLink, ColliderLink, ShapeScale};
use crate::sync::pending;

/// A map of square cells as one collider. Nothing catches at the seams between its cells.
///
/// The lower left corner of the first cell is at the origin of the entity. It belongs on static and
/// kinematic bodies; without a body it is fixed.
///
/// ```
/// use bevy_umbra::prelude::*;
///
/// let map = TileMap::from_text(1.0, "
///     ....=..
///     ##.....
///     #######", |letter| match letter {
///     '#' => Cell::Full,
///     '=' => Cell::OneWay,
///     _ => Cell::Empty,
/// });
/// assert_eq!(map.cell([0, 1]).cell, Cell::Full);
/// ```
#[derive(Component, Clone, Debug, PartialEq)]
#[component(summary_tick, on_add = on_add, on_remove = pending::collider_removed)]
#[require(Transform, BodyLink, ColliderLink, ShapeScale)]
pub struct TileMap {
    size: f32,
    rows: Vec<Vec<Tile>>,
    /// Cells that were set outside of the rows.
    beyond: BTreeMap<[i32; 2], Tile>,
    /// Cells that were set since the last step.
    edits: Vec<([i32; 2], Tile)>,
}

fn on_add(mut world: DeferredWorld<'_>, context: HookContext) {
    pending::push_collider(&mut world, context.entity);
}

impl TileMap {
    /// A map from its rows, the lowest first. `size` is the side of a cell.
    pub fn new<T, R>(size: f32, rows: impl IntoIterator<Item = R>) -> Self
    where
        T: Into<Tile>,
        R: IntoIterator<Item = T>,
    {
        let row = |cells: R| cells.into_iter().map(Into::into).collect();
        let rows = rows.into_iter().map(row).collect();
        Self { size, rows, beyond: BTreeMap::new(), edits: Vec::new() }
    }

    /// A map from a text as it looks, the highest row first. White space around rows and empty
    /// lines at both ends are left out.
    pub fn from_text<T: Into<Tile>>(size: f32, text: &str, tile: impl Fn(char) -> T) -> Self {
        let lines: Vec<_> = text.trim().lines().map(str::trim).collect();
        Self::new(size, lines.iter().rev().map(|line| line.chars().map(&tile).collect::<Vec<_>>()))
    }

    /// The side of a cell.
    pub fn size(&self) -> f32 {
        self.size
    }

    /// A cell: column and row, from the lower left. Outside of the map, cells are empty.
    pub fn cell(&self, at: [i32; 2]) -> Tile {
        let inside = places(at).and_then(|[column, row]| self.rows.get(row)?.get(column));
        let tile = inside.or_else(|| self.beyond.get(&at));
        tile.copied().unwrap_or_else(|| umbra::Cell::Empty.into())
    }

    /// Changes a cell, also outside of the map. What stood on it wakes in the next step.
    pub fn set_cell(&mut self, at: [i32; 2], tile: impl Into<Tile>) {
        let tile = tile.into();
        let cells = &mut self.rows;
        match places(at).and_then(|[column, row]| cells.get_mut(row)?.get_mut(column)) {
            Some(cell) => *cell = tile,
            None => {
                self.beyond.insert(at, tile);
            }
        }
        self.edits.push((at, tile));
    }

    /// The cells that were set since the last call.
    pub(crate) fn take_edits(&mut self) -> Vec<([i32; 2], Tile)> {
        std::mem::take(&mut self.edits)
    }

    /// The cells that are not in the rows, which the engine's builder does not take.
    pub(crate) fn beyond(&self) -> impl Iterator<Item = ([i32; 2], Tile)> + '_ {
        self.beyond.iter().map(|(at, tile)| (*at, *tile))
    }

    pub(crate) fn collider(&self, scale: f32) -> umbra::Collider {
        umbra::Collider::tiles(self.size * scale, self.rows.iter().map(|row| row.iter().copied()))
    }
}

fn places(at: [i32; 2]) -> Option<[usize; 2]> {
    let [column, row] = at.map(|number| usize::try_from(number).ok());
    Some([column?, row?])
}
