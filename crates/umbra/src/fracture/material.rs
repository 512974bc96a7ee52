//! Shapes as polygons, and how they are cut.

use umbra_geom::math::cross;
use umbra_geom::{Point, Polygon, Pose, Real, Rotation, Shape, Vector, cut, math, query};

use super::Cut;
use crate::store::piece_indices;
use crate::{ColliderKey, Error, Scene};

/// What is round is a polygon of so many corners all around. Cut as rounded polygons, pieces would be round at the cut, too, and lose
/// what that takes off.
const CORNERS: u32 = 32;

/// The golden angle: seeds that turn by it from one to the next are spread evenly.
const GOLDEN_ANGLE: Real = 2.399_963_2;

/// What a body is made of, as far as it can be cut: in the frame of the body.
pub(super) struct Material {
    pub(super) solids: Vec<Solid>,
}

/// A shape of a collider.
pub(super) struct Solid {
    pub(super) collider: ColliderKey,
    pub(super) polygon: Polygon,
    pub(super) mass: Real,
    pub(super) surface: crate::Material,
}

/// A part of a shape.
pub(super) struct Fragment {
    /// Of which solid.
    pub(super) solid: usize,
    pub(super) polygon: Polygon,
    pub(super) mass: Real,
    /// Fragments of different sides of a cut do not hang together.
    pub(super) side: usize,
}

impl Material {
    /// Refuses a body that has nothing to cut.
    pub(super) fn of(scene: &Scene, index: usize) -> Result<Self, Error> {
        let mut solids = Vec::new();
        let body = &scene.bodies.infos[index];
        let has_map = body
            .colliders
            .iter()
            .any(|key| scene.colliders.infos.get(*key).is_some_and(|info| info.tiles.is_some()));
        for piece in piece_indices(&scene.colliders.infos, body) {
            let piece = &scene.colliders.pieces[piece as usize];
            let info = scene.colliders.info(piece.collider)?;
            if piece.is_sensor || info.tiles.is_some() || !info.enabled {
                continue;
            }
            if let Some(polygon) = polygon_of(piece.shape(), &piece.offset)? {
                solids.push(Solid {
                    collider: piece.collider,
                    polygon,
                    mass: piece.substance.mass.mass,
                    surface: piece.substance.material,
                });
            }
        }
        if solids.is_empty() && !has_map {
            return Err(Error::NothingToCut(body.key));
        }
        Ok(Self { solids })
    }

    /// The fragments; `None` if the cut misses.
    pub(super) fn cut(&self, cut: &Cut) -> Result<Option<Vec<Fragment>>, Error> {
        let mut fragments = Vec::new();
        let mut misses = true;
        for (solid, Solid { polygon, mass, .. }) in self.solids.iter().enumerate() {
            // Each with the side of the cut that it is on.
            let numbered = |parts: Vec<Option<Polygon>>| {
                let each = parts.into_iter().enumerate();
                each.filter_map(|(side, part)| Some((part?, side))).collect()
            };
            let parts: Vec<(Polygon, usize)> = match cut {
                Cut::Line(point, normal) => {
                    let halves = cut::split(polygon, *point, *normal)?;
                    numbered(vec![halves.behind, halves.ahead])
                }
                Cut::Cells(seeds) => numbered(cut::cells(polygon, seeds)?),
                Cut::Out(holes) => {
                    without(polygon, holes)?.into_iter().map(|part| (part, 0)).collect()
                }
            };
            let areas: Vec<_> = parts.iter().map(|(part, _)| part.area_properties().area).collect();
            // What rounding and new roundings take off is shared out; what is carved is gone.
            let whole = match cut {
                Cut::Out(_) => polygon.area_properties().area,
                _ => areas.iter().sum::<Real>(),
            };
            misses &= matches!(&parts[..], [(part, _)] if part == polygon);
            fragments.extend(parts.into_iter().zip(areas).map(|((polygon, side), area)| {
                let mass = mass * (area / whole);
                Fragment { solid, polygon, mass, side }
            }));
        }
        let is_one_side = fragments.iter().all(|fragment| fragment.side == fragments[0].side);
        Ok((!(misses && is_one_side)).then_some(fragments))
    }

    /// Seeds around a point: about as many within the body as asked for, the denser the nearer.
    pub(super) fn seeds(&self, around: Point, count: usize) -> Vec<Point> {
        let shapes: Vec<Shape> = self.solids.iter().map(|it| it.polygon.clone().into()).collect();
        let around = nearest(&shapes, around);
        let corners = self.solids.iter().flat_map(|solid| solid.polygon.vertices());
        let farthest = corners.map(|at| (at - around).norm_squared()).fold(0.0, Real::max).sqrt();
        let reach = farthest * 1.01;
        let area: Real = self.solids.iter().map(|it| it.polygon.area_properties().area).sum();
        let disc = core::f32::consts::PI * reach * reach;
        let mut total = count as Real * disc / area.max(Real::MIN_POSITIVE);
        let mut seeds = Vec::new();
        // The density differs from place to place, so the first number of seeds is a guess.
        for _ in 0..4 {
            // A point beside a long thin body has few of its seeds in it.
            total = total.clamp(count as Real, 200.0 * count as Real);
            seeds = spiral(&shapes, around, reach, total as usize);
            let off = seeds.len() as Real / count as Real;
            if (0.95..1.05).contains(&off) {
                break;
            }
            total /= off.max(0.05);
        }
        if seeds.len() < 2 {
            seeds = self.solids.iter().map(|solid| solid.polygon.center()).collect();
            seeds.push(around);
            seeds.dedup();
        }
        seeds
    }
}

/// Points on a spiral, as many of them as lie in these shapes.
fn spiral(shapes: &[Shape], around: Point, reach: Real, total: usize) -> Vec<Point> {
    let turn = math::rotation(GOLDEN_ANGLE);
    let mut direction = Rotation::identity();
    let place = |i: usize| {
        let part = (i as Real + 0.5) / total as Real;
        direction = crate::check::unit(direction * turn);
        // The distance by the power of three quarters: with a half they would lie evenly.
        around + direction * Vector::new(reach * (part * part.sqrt()).sqrt(), 0.0)
    };
    let holds = |at: &Point| {
        shapes.iter().any(|shape| query::contains_point(shape, &Pose::identity(), *at))
    };
    (0..total).map(place).filter(holds).collect()
}

/// The point itself if one of these shapes holds it, else the nearest one of theirs: most seeds around a point far away would lie
/// beside them.
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

/// What is left of a polygon without some convex ones.
fn without(polygon: &Polygon, holes: &[Polygon]) -> Result<Vec<Polygon>, Error> {
    let mut left = vec![polygon.clone()];
    for hole in holes {
        let mut next = Vec::new();
        for part in left {
            let place = Pose::identity();
            let (a, b) = (Shape::from(part.clone()), Shape::from(hole.clone()));
            if !query::overlaps(&a, &place, &b, &place) {
                next.push(part);
                continue;
            }
            let mut inside = Some(part);
            for (vertex, normal) in hole.vertices().iter().zip(hole.normals()) {
                let Some(rest) = inside else { break };
                let halves = cut::split(&rest, *vertex, *normal)?;
                next.extend(halves.ahead);
                inside = halves.behind;
            }
        }
        left = next;
    }
    Ok(left)
}

/// A shape as a polygon in the frame of its body: of the same area, if it is round. `None` of what has no area.
fn polygon_of(shape: &Shape, offset: &Pose) -> Result<Option<Polygon>, Error> {
    Ok(match shape {
        Shape::Polygon(polygon) if polygon.radius() == 0.0 => Some(polygon.transformed(offset)?),
        Shape::Circle(_) | Shape::Capsule(_) | Shape::Polygon(_) => {
            let core = shape.core();
            let ends: Vec<_> = core.vertices.iter().map(|at| offset * at).collect();
            Some(round(&ends, core.radius)?)
        }
        _ => None,
    })
}

/// The polygon around discs at these ends, as large as what it stands for.
fn round(ends: &[Point], radius: Real) -> Result<Polygon, Error> {
    let turn = math::rotation(core::f32::consts::TAU / CORNERS as Real);
    // A regular polygon of the area of a disc.
    let wedge = cross(Vector::x(), turn * Vector::x());
    let radius = radius * (core::f32::consts::TAU / (CORNERS as Real * wedge)).sqrt();
    let (mut arm, mut corners) = (Vector::new(radius, 0.0), Vec::new());
    for _ in 0..CORNERS {
        corners.extend(ends.iter().map(|end| end + arm));
        arm = turn * arm;
    }
    Ok(Polygon::hull(corners)?)
}
