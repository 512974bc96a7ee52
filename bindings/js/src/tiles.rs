//! Tile maps.
use umbra::prelude::*;

use crate::collider::material;
use crate::wire::Values;

/// Cells by their number. `js/tiles.ts` has their names in the same order.
const CELLS: [Cell; 19] = {
    const fn slope(ramp: Ramp, rises: Side, ceiling: bool) -> Cell {
        Cell::Slope { rises, ramp, ceiling }
    }
    const fn half(half: Half) -> Cell {
        Cell::Half { half }
    }
    [
        Cell::Empty,
        Cell::Full,
        Cell::OneWay,
        half(Half::Bottom),
        half(Half::Top),
        half(Half::Left),
        half(Half::Right),
        slope(Ramp::Steep, Side::Left, false),
        slope(Ramp::Steep, Side::Right, false),
        slope(Ramp::GentleStart, Side::Left, false),
        slope(Ramp::GentleStart, Side::Right, false),
        slope(Ramp::GentleEnd, Side::Left, false),
        slope(Ramp::GentleEnd, Side::Right, false),
        slope(Ramp::Steep, Side::Left, true),
        slope(Ramp::Steep, Side::Right, true),
        slope(Ramp::GentleStart, Side::Left, true),
        slope(Ramp::GentleStart, Side::Right, true),
        slope(Ramp::GentleEnd, Side::Left, true),
        slope(Ramp::GentleEnd, Side::Right, true),
    ]
};

/// A tile: the number of its cell, the user's number and, if there are more, its material.
pub fn tile(values: Values<'_>) -> Tile {
    let cell = CELLS.get(values.index(0)).copied().unwrap_or_default();
    let tile = Tile::from(cell).user_data(values.bits(1));
    let rest = values.from(2);
    if rest.is_null() { tile } else { tile.material(material(rest)) }
}

/// The number of a cell.
pub fn cell_number(cell: Cell) -> f64 {
    CELLS.iter().position(|&it| it == cell).unwrap_or_default() as f64
}

/// A map: the size of a cell, the count of kinds of tiles, these as lists, and for each row of the
/// map, from the lowest, a list of numbers of kinds.
pub fn collider(values: Values<'_>) -> Collider {
    let (size, count) = (values.real(0), values.index(1));
    let mut lists = values.from(2).lists();
    let kinds: Vec<_> = lists.by_ref().take(count).map(tile).collect();
    let one = |number: &f64| kinds.get(*number as usize).copied().unwrap_or(Cell::Empty.into());
    Collider::tiles(size, lists.map(|row| row.0.iter().map(one).collect::<Vec<_>>()))
}
