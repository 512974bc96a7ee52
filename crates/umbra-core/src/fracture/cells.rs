//! Cells of tile maps that are carved.

use umbra_geom::{Aabb, Point, Polygon, Pose, Real, Shape, query};

use umbra_world::world::MapView;

use crate::{Cell, ColliderEdit, ColliderKey, Error, Scene, Tile};

impl Scene {
    /// Cells of the tile maps of a body of which the middle lies in one of these, in the frame of the body.
    pub(super) fn cells_in(
        &self,
        index: usize,
        polygons: &[(Polygon, Aabb)],
    ) -> Vec<(ColliderKey, [i32; 2])> {
        let mut cells = Vec::new();
        for MapView { map, info, key, .. } in self.world.maps_of(index) {
            let Some([least, most]) = map.range() else { continue };
            for shape in polygons.iter().map(|(polygon, _)| Shape::from(polygon.clone())) {
                let around = shape.aabb(&info.offset.inverse());
                let size = map.size();
                let column = |x: Real| (x / size).floor() as i32;
                let columns = |axis: usize| {
                    let [from, to] = [around.min[axis], around.max[axis]].map(column);
                    from.max(least[axis])..=to.min(most[axis])
                };
                for (y, x) in columns(1).flat_map(|y| columns(0).map(move |x| (y, x))) {
                    let middle = Point::new(x as Real + 0.5, y as Real + 0.5) * size;
                    let is_in =
                        query::contains_point(&shape, &Pose::identity(), info.offset * middle);
                    if is_in && map.get([x, y]).cell != Cell::Empty {
                        cells.push((key, [x, y]));
                    }
                }
            }
        }
        cells
    }

    pub(super) fn empty_cell(&mut self, key: ColliderKey, at: [i32; 2]) -> Result<(), Error> {
        self.edit_collider(key, &ColliderEdit::Cell(at, Tile::from(Cell::Empty)))
    }
}
