//! Solids of a body and their division by a cut. A solid that the cut does not reach keeps its
//! shape.

use umbra_geom::math::dot;
use umbra_geom::{Aabb, Point, Polygon, Pose, Real, Rotation, Shape, Vector, cut, math, query};

use super::boxes::{Row, distances};
use super::polygons::{polygon_of, without};
use crate::{BodyRef, ColliderKey, Error, Material, Scene};

/// The golden angle: seeds that turn by it from one to the next are spread evenly.
const GOLDEN_ANGLE: Real = 2.399_963_2;

/// A cut of a body, in the frame of the body.
pub(super) enum Cut {
    /// Along a line through a point.
    Line(Point, Vector),
    /// Into the cells around seeds.
    Cells(Vec<Point>),
    /// Convex polygons are taken out. Each with the box around it.
    Out(Vec<(Polygon, Aabb)>),
}

/// Solids of a body that can be cut, in the frame of the body.
pub(super) struct CutBody<'a> {
    /// Those of one collider follow one another.
    pub(super) solids: Vec<Solid<'a>>,
}

/// A shape of a collider.
pub(super) struct Solid<'a> {
    pub(super) collider: ColliderKey,
    /// Its index among the shapes of the collider.
    pub(super) index: usize,
    pub(super) shape: &'a Shape,
    pub(super) offset: Pose,
    pub(super) material: Material,
    pub(super) mass: Real,
    pub(super) bounds: Aabb,
}

/// A part of a shape, or all of it.
pub(super) struct Fragment {
    /// Of which solid.
    pub(super) solid: usize,
    /// A polygon in the frame of the body; `None` if it is all of the solid.
    pub(super) part: Option<Shape>,
    pub(super) bounds: Aabb,
    pub(super) mass: Real,
    /// Fragments of different sides of a cut do not hang together.
    pub(super) side: usize,
}

/// Division of a solid by a cut.
enum Parts {
    /// It misses. On which side of it the solid is.
    Whole(usize),
    /// Polygons, each with its side. They share the mass of such an area.
    Several(Vec<(Polygon, usize)>, Real),
}

impl Solid<'_> {
    fn polygon(&self) -> Result<Polygon, Error> {
        polygon_of(self.shape, &self.offset)
    }

    fn parts(&self, cut: &Cut) -> Result<Parts, Error> {
        let parts = match cut {
            Cut::Line(point, normal) => {
                if let Some(side) = side_of(&self.bounds, *point, *normal) {
                    return Ok(Parts::Whole(side));
                }
                let halves = cut::split(&self.polygon()?, *point, *normal)?;
                let halves = [halves.behind, halves.ahead].into_iter().zip(0..);
                halves.filter_map(|(part, side)| Some((part?, side))).collect::<Vec<_>>()
            }
            Cut::Cells(seeds) => {
                let near = nearest_seeds(seeds, &self.bounds);
                if let [seed] = near[..] {
                    return Ok(Parts::Whole(seed));
                }
                let places: Vec<_> = near.iter().map(|seed| seeds[*seed]).collect();
                let cells = cut::cells(&self.polygon()?, &places)?.into_iter().zip(near);
                cells.filter_map(|(part, side)| Some((part?, side))).collect()
            }
            Cut::Out(holes) => {
                let near = holes.iter().filter(|(_, around)| around.overlaps(&self.bounds));
                let near: Vec<_> = near.map(|(hole, _)| hole).collect();
                if near.is_empty() {
                    return Ok(Parts::Whole(0));
                }
                let polygon = self.polygon()?;
                let left = without(&polygon, &near)?;
                // What is carved is gone.
                let area = polygon.area_properties().area;
                return Ok(left.map_or(Parts::Whole(0), |left| {
                    Parts::Several(left.into_iter().map(|part| (part, 0)).collect(), area)
                }));
            }
        };
        if let [] | [_] = parts[..] {
            // It lost no more than a sliver.
            return Ok(Parts::Whole(parts.first().map_or(0, |(_, side)| *side)));
        }
        // What rounding takes off is shared out.
        let area = parts.iter().map(|(part, _)| part.area_properties().area).sum();
        Ok(Parts::Several(parts, area))
    }
}

impl Fragment {
    /// With its pose in the frame of the body.
    pub(super) fn shape<'a>(&'a self, material: &CutBody<'a>) -> (&'a Shape, Pose) {
        let solid = &material.solids[self.solid];
        let part = self.part.as_ref().map(|part| (part, Pose::identity()));
        part.unwrap_or((solid.shape, solid.offset))
    }

    pub(super) fn collider(&self, material: &CutBody) -> ColliderKey {
        material.solids[self.solid].collider
    }
}

impl<'a> CutBody<'a> {
    /// Refuses a body that has nothing to cut.
    pub(super) fn new(scene: &'a Scene, body: BodyRef) -> Result<Self, Error> {
        let mut solids = Vec::new();
        let mut has_map = false;
        for key in body.colliders() {
            let collider = scene.collider(key)?;
            has_map |= collider.cell_size().is_some();
            if collider.is_sensor() || !collider.is_enabled() {
                continue;
            }
            for (index, it) in collider.parts().enumerate() {
                let (shape, offset, material, mass) = (it.shape, it.offset, it.material, it.mass);
                if shape.line().is_none() {
                    let bounds = shape.aabb(&offset);
                    let collider = key;
                    solids.push(Solid { collider, index, shape, offset, material, mass, bounds });
                }
            }
        }
        if solids.is_empty() && !has_map {
            return Err(Error::NothingToCut(body.key()));
        }
        Ok(Self { solids })
    }

    /// The fragments, in the order of the solids; `None` if the cut misses.
    pub(super) fn cut(&self, cut: &Cut) -> Result<Option<Vec<Fragment>>, Error> {
        let mut fragments = Vec::new();
        let mut misses = true;
        for (number, solid) in self.solids.iter().enumerate() {
            let mass = solid.mass;
            match solid.parts(cut)? {
                Parts::Whole(side) => {
                    let (solid, bounds) = (number, solid.bounds);
                    fragments.push(Fragment { solid, part: None, bounds, mass, side });
                }
                Parts::Several(parts, area) => {
                    misses = false;
                    fragments.extend(parts.into_iter().map(|(polygon, side)| {
                        let mass = mass * (polygon.area_properties().area / area);
                        let bounds = polygon.aabb(&Pose::identity());
                        Fragment { solid: number, part: Some(polygon.into()), bounds, mass, side }
                    }));
                }
            }
        }
        let is_one_side = fragments.iter().all(|fragment| fragment.side == fragments[0].side);
        Ok((!(misses && is_one_side)).then_some(fragments))
    }

    /// Seeds around a point: about as many within the body as asked for, the denser the nearer.
    pub(super) fn seeds(&self, around: Point, count: usize) -> Result<Vec<Point>, Error> {
        let polygons: Vec<Polygon> =
            self.solids.iter().map(Solid::polygon).collect::<Result<_, _>>()?;
        let corners = polygons.iter().flat_map(|polygon| polygon.vertices().iter().copied());
        let corners: Vec<_> = corners.collect();
        let area: Real = polygons.iter().map(|it| it.area_properties().area).sum();
        let shapes: Vec<Shape> = polygons.into_iter().map(Shape::from).collect();
        let around = nearest(&shapes, around);
        let farthest = corners.iter().map(|at| (at - around).norm_squared());
        let reach = farthest.fold(0.0, Real::max).sqrt() * 1.01;
        let disc = core::f32::consts::PI * reach * reach;
        let mut total = count as Real * disc / area.max(Real::MIN_POSITIVE);
        let mut seeds = Vec::new();
        let boxes = shapes.iter().map(|shape| shape.aabb(&Pose::identity()));
        let row = Row::new(boxes.enumerate());
        let holds = |at: &Point| {
            let mut near = row.around(*at).map(|number| &shapes[number]);
            near.any(|shape| query::contains_point(shape, &Pose::identity(), *at))
        };
        // The density differs from place to place, so the first number of seeds is a guess.
        for _ in 0..4 {
            // A point beside a long thin body has few of its seeds in it.
            total = total.clamp(count as Real, 200.0 * count as Real);
            seeds = spiral(holds, around, reach, total as usize);
            let off = seeds.len() as Real / count as Real;
            if (0.95..1.05).contains(&off) {
                break;
            }
            total /= off.max(0.05);
        }
        if seeds.len() < 2 {
            seeds = shapes.iter().map(|shape| shape.area_properties().center).collect();
            seeds.push(around);
            seeds.dedup();
        }
        Ok(seeds)
    }
}

/// Points on a spiral, as many of them as are held.
fn spiral(holds: impl Fn(&Point) -> bool, around: Point, reach: Real, total: usize) -> Vec<Point> {
    let turn = math::rotation(GOLDEN_ANGLE);
    let mut direction = Rotation::identity();
    let place = |i: usize| {
        let part = (i as Real + 0.5) / total as Real;
        direction = crate::check::unit(direction * turn);
        // The distance by the power of three quarters: with a half they would lie evenly.
        around + direction * Vector::new(reach * (part * part.sqrt()).sqrt(), 0.0)
    };
    (0..total).map(place).filter(holds).collect()
}

/// The point itself if one of these shapes holds it, else the nearest one of theirs: most seeds
/// around a point far away would lie beside them.
fn nearest(shapes: &[Shape], point: Point) -> Point {
    let mut best = (Real::INFINITY, point);
    for shape in shapes {
        let near = query::project_point(shape, &Pose::identity(), point);
        if near.signed_distance <= 0.0 {
            return point;
        }
        if near.signed_distance < best.0 {
            best = (near.signed_distance, near.point);
        }
    }
    best.1
}

/// The seeds that may be the nearest one to some place in a box.
fn nearest_seeds(seeds: &[Point], bounds: &Aabb) -> Vec<usize> {
    let each = || seeds.iter().map(|seed| distances(bounds, *seed));
    // All of the box is as near as that to one of them.
    let least = each().map(|[_, far]| far).fold(f64::INFINITY, f64::min);
    let is_near = |(_, [near, _]): &(usize, [f64; 2])| *near <= least;
    each().enumerate().filter(is_near).map(|(seed, _)| seed).collect()
}

/// On which side of a line a box is; `None` if the line may cross it.
fn side_of(bounds: &Aabb, point: Point, normal: Vector) -> Option<usize> {
    let (center, half) = (bounds.center() - point, bounds.half_extents());
    let (ahead, reach) = (dot(center, normal), dot(half, normal.abs()));
    // What rounding may hide is left to the exact test.
    let slack = 1e-5 * (center.norm() + reach);
    (ahead.abs() > reach + slack).then_some(usize::from(ahead > 0.0))
}
