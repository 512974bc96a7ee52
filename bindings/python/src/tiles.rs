//! Tile maps: cells as words, tiles with a material, maps from pictures.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::prelude::{Aabb, Point};
use umbra::{Cell, Collider as Builder, Half, Material, Ramp, Side, Tile as EngineTile};

use crate::collider::{Collider, option};
use crate::errors::{bad_type, bad_value, raise_geometry};
use crate::record::apply_options;
use crate::scene_lock::Shared;
use crate::shape::ColliderDef;
use crate::value::{Give, Take};

/// A cell of a tile map: its form, a material of its own and a number for the caller.
///
/// `cell` is "empty", "full", "one_way", "half_bottom", "half_top", "half_left", "half_right", or a
/// slope: "slope_left" or "slope_right" for the side on which it is high, with "_start" or "_end"
/// for the lower and the upper half of a gentle one, and "ceiling_" before it if it hangs.
#[pyclass(frozen, eq, module = "umbra2d")]
#[derive(Clone, Copy, PartialEq)]
pub struct Tile(EngineTile);

const HALVES: [(&str, Half); 4] = [
    ("half_bottom", Half::Bottom),
    ("half_top", Half::Top),
    ("half_left", Half::Left),
    ("half_right", Half::Right),
];
const SIDES: [(&str, Side); 2] = [("slope_left", Side::Left), ("slope_right", Side::Right)];
const RAMPS: [(&str, Ramp); 3] =
    [("", Ramp::Steep), ("_start", Ramp::GentleStart), ("_end", Ramp::GentleEnd)];

/// The word for one of a list.
fn word_of<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    words.iter().find(|it| it.1 == *value).map_or("", |it| it.0)
}

/// The cell that a word names.
fn cell_of(word: &str) -> Option<Cell> {
    match word {
        "empty" => return Some(Cell::Empty),
        "full" => return Some(Cell::Full),
        "one_way" => return Some(Cell::OneWay),
        _ => {}
    }
    if let Some((_, half)) = HALVES.iter().find(|half| half.0 == word) {
        return Some(Cell::Half { half: *half });
    }
    let (ceiling, word) = match word.strip_prefix("ceiling_") {
        Some(rest) => (true, rest),
        None => (false, word),
    };
    let (side, rises) = SIDES.iter().find(|side| word.starts_with(side.0))?;
    let (_, ramp) = RAMPS.iter().find(|ramp| ramp.0 == &word[side.len()..])?;
    Some(Cell::Slope { rises: *rises, ramp: *ramp, ceiling })
}

impl Take for Cell {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let word: String = value.extract().map_err(|_| bad_type(parameter, "a word"))?;
        cell_of(&word).ok_or_else(|| bad_value(parameter, format!("names no cell: {word:?}")))
    }
}

impl Give for Cell {
    fn give<'py>(self, py: Python<'py>, scene: &Shared) -> PyResult<Bound<'py, PyAny>> {
        let word = match self {
            Self::Empty => "empty".into(),
            Self::Full => "full".into(),
            Self::OneWay => "one_way".into(),
            Self::Half { half } => word_of(&HALVES, &half).into(),
            Self::Slope { rises, ramp, ceiling } => {
                let hangs = if ceiling { "ceiling_" } else { "" };
                format!("{hangs}{}{}", word_of(&SIDES, &rises), word_of(&RAMPS, &ramp))
            }
        };
        word.give(py, scene)
    }
}

impl Take for EngineTile {
    fn take(parameter: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        match value.cast::<Tile>() {
            Ok(tile) => Ok(tile.get().0),
            Err(_) => Cell::take(parameter, value).map(Self::from),
        }
    }
}

impl Give for EngineTile {
    fn give<'py>(self, py: Python<'py>, _: &Shared) -> PyResult<Bound<'py, PyAny>> {
        Ok(Tile(self).into_pyobject(py)?.into_any())
    }
}

#[pymethods]
impl Tile {
    #[new]
    #[pyo3(signature = (cell, material=None, user_data=0))]
    fn new(
        cell: &Bound<'_, PyAny>,
        material: Option<&Bound<'_, PyAny>>,
        user_data: u64,
    ) -> PyResult<Self> {
        let cell = Cell::take("cell", cell)?;
        let material = material.map(|it| Material::take("material", it)).transpose()?;
        Ok(Self(EngineTile { cell, material, user_data }))
    }

    /// Form of the cell.
    #[getter]
    fn cell<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::record::give_alone(self.0.cell, py)
    }

    /// Material of its own, or `None` for that of the collider.
    #[getter]
    fn material<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::record::give_alone(self.0.material, py)
    }

    /// A number for the caller.
    #[getter]
    fn user_data(&self) -> u64 {
        self.0.user_data
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Tile({})", self.cell(py)?.repr()?))
    }
}

/// The letters of a picture without a legend.
fn usual(letter: char) -> Option<EngineTile> {
    let word = match letter {
        '.' | ' ' => "empty",
        '#' => "full",
        '=' => "one_way",
        '/' => "slope_right",
        '\\' => "slope_left",
        '_' => "half_bottom",
        _ => return None,
    };
    cell_of(word).map(EngineTile::from)
}

/// A tile for each letter of a picture, from the lowest row up.
fn from_picture(text: &str, legend: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<Vec<EngineTile>>> {
    let tile = |letter: char| {
        let named = legend.map(|legend| legend.get_item(letter)).transpose()?.flatten();
        match named {
            Some(tile) => EngineTile::take("legend", &tile),
            None => usual(letter)
                .ok_or_else(|| bad_value("legend", format!("has no letter {letter:?}"))),
        }
    };
    let lines: Vec<&str> = text.trim_matches(['\n', '\r']).lines().collect();
    lines.iter().rev().map(|line| line.chars().map(tile).collect()).collect()
}

/// Rows of tiles or words.
fn from_rows(rows: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<EngineTile>>> {
    let expected = || bad_type("cells", "a picture or a list of rows");
    let row = |row: PyResult<Bound<'_, PyAny>>| {
        let cells = row?.try_iter().map_err(|_| expected())?;
        cells.map(|cell| EngineTile::take("cells", &cell?)).collect()
    };
    rows.try_iter().map_err(|_| expected())?.map(row).collect()
}

/// A map of square cells of this size. `cells` is a picture, whose letters `legend` explains
/// ("#" full, "." empty, "=" one-way, "/" and "\\" slopes, "_" a lower half, if it does not), or a
/// list of rows of words and `Tile`, the lowest row first.
///
/// >>> import umbra2d
/// >>> level = umbra2d.tiles(1, "..=..\n#./##")
#[pyfunction]
#[pyo3(signature = (size, cells, legend=None, **options))]
pub fn tiles(
    size: f64,
    cells: &Bound<'_, PyAny>,
    legend: Option<&Bound<'_, PyDict>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<ColliderDef> {
    let rows = match cells.extract::<String>() {
        Ok(text) => from_picture(&text, legend)?,
        Err(_) => from_rows(cells)?,
    };
    let builder = Builder::tiles(size as f32, rows);
    Ok(ColliderDef { builder: apply_options(builder, options, option)? })
}

/// Cells of a collider that is a tile map.
#[pymethods]
impl Collider {
    /// Tile of the cell `(column, row)`, or `None`.
    fn cell<'py>(&self, cell: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, at) = (cell.py(), <[i32; 2]>::take("cell", cell)?);
        self.scene.read(py, |scene| Ok(scene.collider(self.key)?.cell(at)))?.give(py, &self.scene)
    }

    /// Cell `(column, row)` that contains a point of the world, or `None`.
    fn cell_at<'py>(&self, point: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, at) = (point.py(), Point::take("point", point)?);
        let read = |scene: &umbra::Scene| Ok(scene.collider(self.key)?.cell_at(at));
        self.scene.read(py, read)?.give(py, &self.scene)
    }

    /// Cells in a box of the world that are not empty: a list of `(column, row)` and `Tile`.
    fn cells_in<'py>(
        &self,
        min: &Bound<'py, PyAny>,
        max: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<((i32, i32), Tile)>> {
        let (min_corner, max_corner) = (Point::take("min", min)?, Point::take("max", max)?);
        let aabb = Aabb::new(min_corner, max_corner).map_err(raise_geometry)?;
        self.scene.read(min.py(), |scene| {
            let cells = scene.collider(self.key)?.cells_in(&aabb);
            Ok(cells.map(|([column, row], tile)| ((column, row), Tile(tile))).collect())
        })
    }

    /// Changes the cell `(column, row)` to a word or a `Tile`.
    fn set_cell(&self, cell: &Bound<'_, PyAny>, tile: &Bound<'_, PyAny>) -> PyResult<()> {
        let (at, new) = (<[i32; 2]>::take("cell", cell)?, EngineTile::take("tile", tile)?);
        self.scene.write(cell.py(), |scene| scene.collider_mut(self.key)?.set_cell(at, new))
    }
}
