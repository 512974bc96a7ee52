//! Cells of tile maps that are carved.

use umbra_geom::{Aabb, Polygon, Pose, Real, Shape, Vector, query};

use crate::{BodyRef, Cell, ColliderEdit, ColliderKey, Error, Scene, Tile};

/// Tile cells of a body whose centres lie in one of `polygons`, which are in the frame of the body.
pub(super) fn cells_in(
    scene: &Scene,
    body: BodyRef,
    polygons: &[(Polygon, Aabb)],
) -> Result<Vec<(ColliderKey, [i32; 2])>, Error> {
    let mut cells = Vec::new();
    for key in body.colliders() {
        let map = scene.collider(key)?;
        let Some(size) = map.cell_size() else { continue };
        let center = |at: [i32; 2]| {
            let [x, y] = at.map(|number| (number as Real + 0.5) * size);
            map.offset() * umbra_geom::Point::from(Vector::new(x, y))
        };
        for shape in polygons.iter().map(|(polygon, _)| Shape::from(polygon.clone())) {
            let around = shape.aabb(&body.pose()).grown(size);
            let all = map.cells_in(&around).map(|(at, _)| at);
            let is_in =
                |at: &[i32; 2]| query::contains_point(&shape, &Pose::identity(), center(*at));
            cells.extend(all.filter(is_in).map(|at| (key, at)));
        }
    }
    Ok(cells)
}

impl Scene {
    pub(super) fn empty_cell(&mut self, key: ColliderKey, at: [i32; 2]) -> Result<(), Error> {
        self.edit_collider(key, &ColliderEdit::Cell(at, Tile::from(Cell::Empty)))
    }
}
