//! Tile maps drawn as text.

use umbra_geom::Real;

use super::builder::Collider;
use crate::Tile;

impl Collider {
    /// A map of square cells drawn as text: the highest row first, one character per cell. Empty
    /// lines before and after are left out, so the text may begin on a line of its own. The lower
    /// left corner of the last line's first cell is at the collider's origin. See
    /// [`tiles`](Self::tiles).
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let map = "
    /// #....=.#
    /// #../####
    /// ########
    /// ";
    /// let tile = |letter| match letter {
    ///     '#' => Cell::Full,
    ///     '=' => Cell::OneWay,
    ///     '/' => Cell::Slope { rises: Side::Right, ramp: Ramp::Steep, ceiling: false },
    ///     _ => Cell::Empty,
    /// };
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let level = scene.add_body(Body::fixed())?;
    /// let map = scene.add_collider(level, Collider::tiles_from_str(0.5, map, tile))?;
    /// let map = scene.collider(map)?;
    /// assert_eq!(map.cell([0, 2]), Some(Cell::Full.into()));
    /// assert_eq!(map.cell([5, 2]), Some(Cell::OneWay.into()));
    /// assert_eq!(map.cell([1, 1]), Some(Cell::Empty.into()));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn tiles_from_str<T: Into<Tile>>(size: Real, text: &str, tile: impl Fn(char) -> T) -> Self {
        let is_blank = |line: &&str| line.is_empty();
        let mut rows: Vec<&str> = text.lines().skip_while(is_blank).collect();
        while rows.last().is_some_and(|row| row.is_empty()) {
            rows.pop();
        }
        Self::tiles(size, rows.iter().rev().map(|row| row.chars().map(&tile)))
    }
}
