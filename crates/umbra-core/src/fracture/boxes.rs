//! Sorted boxes, so that exact tests are made between neighbours only.

use umbra_geom::sort::Arrange;
use umbra_geom::{Aabb, Point, Real};

/// Boxes in a row along the axis along which they are spread the more.
pub(super) struct Row {
    axis: usize,
    /// Each with its number, by where it begins.
    boxes: Vec<(Aabb, usize)>,
    /// Farthest end of the boxes up to each.
    reach: Vec<Real>,
}

impl Row {
    pub(super) fn new(boxes: impl Iterator<Item = (usize, Aabb)>) -> Self {
        let mut boxes: Vec<_> = boxes.map(|(number, aabb)| (aabb, number)).collect();
        let around = boxes.iter().map(|(aabb, _)| *aabb).reduce(|a, b| a.union(&b));
        let spread = around.map(|around| around.half_extents());
        let axis = usize::from(spread.is_some_and(|spread| spread.y > spread.x));
        let begin = |it: &(Aabb, usize)| it.0.min[axis];
        boxes.arrange_by(|a, b| begin(a).total_cmp(&begin(b)).then(a.1.cmp(&b.1)));
        let mut farthest = -Real::INFINITY;
        let reach = boxes.iter().map(|(aabb, _)| {
            farthest = farthest.max(aabb.max[axis]);
            farthest
        });
        Self { axis, reach: reach.collect(), boxes }
    }

    /// The numbers of the boxes that overlap this one.
    pub(super) fn overlapping(&self, aabb: Aabb) -> impl Iterator<Item = usize> + '_ {
        let axis = self.axis;
        let end = self.boxes.partition_point(|(other, _)| other.min[axis] <= aabb.max[axis]);
        let reaches = move |at: &usize| self.reach[*at] >= aabb.min[axis];
        let near = (0..end).rev().take_while(reaches).map(|at| &self.boxes[at]);
        near.filter(move |(other, _)| other.overlaps(&aabb)).map(|(_, number)| *number)
    }

    /// The numbers of the boxes that hold a point.
    pub(super) fn around(&self, point: Point) -> impl Iterator<Item = usize> + '_ {
        self.overlapping(Aabb { min: point, max: point })
    }
}

/// The squares of how far a box is from a point: its nearest, and its farthest place.
pub(super) fn distances(aabb: &Aabb, point: Point) -> [f64; 2] {
    let along = |axis: usize| {
        let [min, max, at] = [aabb.min, aabb.max, point].map(|it| f64::from(it[axis]));
        let (near, far) = ((min - at).max(at - max).max(0.0), (max - at).max(at - min));
        [near * near, far * far]
    };
    let (x, y) = (along(0), along(1));
    [x[0] + y[0], x[1] + y[1]]
}
