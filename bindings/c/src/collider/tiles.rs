//! Tile maps: cells as values, read and changed.

use std::mem::MaybeUninit;

use umbra::prelude::*;

use crate::array::{fill, room};
use crate::call::{edit, given, run};
use crate::status::{Fault, UmbraStatus};
use crate::{UmbraAabb, UmbraColliderKey, UmbraMaterial, UmbraScene, UmbraVec2, keys};

/// Filling of a cell.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraCellKind {
    /// Nothing.
    Empty = 0,
    /// All of it.
    Full = 1,
    /// A platform along its upper edge that bodies pass from below.
    OneWay = 2,
    /// The half at `side`.
    Half = 3,
    /// The part under a slope that is thickest at `side`, which is left or right.
    Slope = 4,
}

/// Side of a cell.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraSide {
    /// Left.
    Left = 0,
    /// Right.
    Right = 1,
    /// Bottom; for halves only.
    Bottom = 2,
    /// Top; for halves only.
    Top = 3,
}

/// Steepness of a slope, and the part of it that a cell has.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraRamp {
    /// From one corner to the opposite one.
    Steep = 0,
    /// The lower half of a slope over two cells.
    GentleStart = 1,
    /// The upper half of a slope over two cells.
    GentleEnd = 2,
}

/// A cell of a tile map.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraTile {
    /// One of `UmbraCellKind`.
    pub cell: u32,
    /// One of `UmbraSide`, for halves and slopes.
    pub side: u32,
    /// One of `UmbraRamp`, for slopes.
    pub ramp: u32,
    /// True for a slope that hangs from the upper edge.
    pub ceiling: bool,
    /// True if the cell has a material of its own.
    pub has_material: bool,
    /// Material of the cell.
    pub material: UmbraMaterial,
    /// A number for the caller.
    pub user_data: u64,
}

/// A cell and where it is.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraPlacedTile {
    /// Column, from the left.
    pub column: i32,
    /// Row, from below.
    pub row: i32,
    /// The cell.
    pub tile: UmbraTile,
}

impl UmbraTile {
    pub(crate) fn get(&self) -> Result<Tile, Fault> {
        let cell = match self.cell {
            0 => Cell::Empty,
            1 => Cell::Full,
            2 => Cell::OneWay,
            3 => Cell::Half { half: half(self.side)? },
            4 => Cell::Slope {
                rises: side(self.side)?,
                ramp: ramp(self.ramp)?,
                ceiling: self.ceiling,
            },
            other => return Err(Fault::Name("cell", other)),
        };
        let material = if self.has_material { Some(self.material.get()?) } else { None };
        Ok(Tile { cell, material, user_data: self.user_data })
    }
}

fn half(number: u32) -> Result<Half, Fault> {
    Ok(match number {
        0 => Half::Left,
        1 => Half::Right,
        2 => Half::Bottom,
        3 => Half::Top,
        other => return Err(Fault::Name("side", other)),
    })
}

fn side(number: u32) -> Result<Side, Fault> {
    Ok(match number {
        0 => Side::Left,
        1 => Side::Right,
        other => return Err(Fault::Name("side", other)),
    })
}

fn ramp(number: u32) -> Result<Ramp, Fault> {
    Ok(match number {
        0 => Ramp::Steep,
        1 => Ramp::GentleStart,
        2 => Ramp::GentleEnd,
        other => return Err(Fault::Name("ramp", other)),
    })
}

impl From<Tile> for UmbraTile {
    fn from(tile: Tile) -> Self {
        let mut to = umbra_tile(UmbraCellKind::Empty as u32);
        match tile.cell {
            Cell::Empty => {}
            Cell::Full => to.cell = UmbraCellKind::Full as u32,
            Cell::OneWay => to.cell = UmbraCellKind::OneWay as u32,
            Cell::Half { half } => {
                to.cell = UmbraCellKind::Half as u32;
                to.side = match half {
                    Half::Left => UmbraSide::Left,
                    Half::Right => UmbraSide::Right,
                    Half::Bottom => UmbraSide::Bottom,
                    Half::Top => UmbraSide::Top,
                } as u32;
            }
            Cell::Slope { rises, ramp, ceiling } => {
                to.cell = UmbraCellKind::Slope as u32;
                to.side = match rises {
                    Side::Left => UmbraSide::Left,
                    Side::Right => UmbraSide::Right,
                } as u32;
                to.ramp = match ramp {
                    Ramp::Steep => UmbraRamp::Steep,
                    Ramp::GentleStart => UmbraRamp::GentleStart,
                    Ramp::GentleEnd => UmbraRamp::GentleEnd,
                } as u32;
                to.ceiling = ceiling;
            }
        }
        to.has_material = tile.material.is_some();
        to.material = tile.material.unwrap_or_default().into();
        to.user_data = tile.user_data;
        to
    }
}

/// A tile of one of `UmbraCellKind`, with everything else as usual.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_tile(cell: u32) -> UmbraTile {
    UmbraTile {
        cell,
        side: 0,
        ramp: 0,
        ceiling: false,
        has_material: false,
        material: Material::default().into(),
        user_data: 0,
    }
}

/// Tile in a cell of a tile map.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_collider_cell(
    scene: Option<&UmbraScene>,
    collider: UmbraColliderKey,
    column: i32,
    row: i32,
    out: Option<&mut MaybeUninit<UmbraTile>>,
) -> UmbraStatus {
    crate::call::read(scene, out, |scene| {
        let key = keys::collider(collider);
        let tile = scene.collider(key)?.cell([column, row]);
        Ok(tile.ok_or(umbra::Error::NoTiles(key))?.into())
    })
}

/// Changes a cell of a tile map.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_collider_set_cell(
    scene: Option<&mut UmbraScene>,
    collider: UmbraColliderKey,
    column: i32,
    row: i32,
    tile: Option<&UmbraTile>,
) -> UmbraStatus {
    edit(scene, |scene| {
        let tile = given("tile", tile)?.get()?;
        Ok(scene.collider_mut(keys::collider(collider))?.set_cell([column, row], tile)?)
    })
}

/// Column and row of the cell of a tile map at a point of the world.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_collider_cell_at(
    scene: Option<&UmbraScene>,
    collider: UmbraColliderKey,
    point: UmbraVec2,
    column: Option<&mut MaybeUninit<i32>>,
    row: Option<&mut MaybeUninit<i32>>,
) -> UmbraStatus {
    run(|| {
        let (column, row) = (given("column", column)?, given("row", row)?);
        let key = keys::collider(collider);
        let collider = given("scene", scene)?.0.collider(key)?;
        let cell = collider.cell_at(point.position("point")?);
        let [x, y] = cell.ok_or(umbra::Error::NoTiles(key))?;
        column.write(x);
        row.write(y);
        Ok(())
    })
}

/// Length of the side of a cell of a tile map.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_collider_cell_size(
    scene: Option<&UmbraScene>,
    collider: UmbraColliderKey,
    out: Option<&mut MaybeUninit<f32>>,
) -> UmbraStatus {
    crate::call::read(scene, out, |scene| {
        let key = keys::collider(collider);
        Ok(scene.collider(key)?.cell_size().ok_or(umbra::Error::NoTiles(key))?)
    })
}

/// Lists the cells of a tile map that are not empty and reach into a box of the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_collider_cells_in(
    scene: Option<&UmbraScene>,
    collider: UmbraColliderKey,
    aabb: UmbraAabb,
    out: *mut UmbraPlacedTile,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let collider = given("scene", scene)?.0.collider(keys::collider(collider))?;
        let placed = |([column, row], tile): ([i32; 2], Tile)| UmbraPlacedTile {
            column,
            row,
            tile: tile.into(),
        };
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, collider.cells_in(&aabb.checked()?).map(placed))
    })
}
