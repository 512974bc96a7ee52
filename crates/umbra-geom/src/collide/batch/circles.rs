//! Contacts of many pairs of a circle and a core of a few vertices, or of two circles, at once.
//!
//! Where the centre of the circle is inside of the core and not over the face through which the
//! circle is to be pushed out, which is rare, the pair goes alone.

use super::super::manifold::EDGE;
use super::super::sat::{AXIS_BIAS, COINCIDENT};
use super::super::second_comes_first_lanes;
use super::super::small_core::{Kernels, SmallCore, one_by_one};
use super::contact_lanes::{ManifoldLanes, PointLanes};
use super::relative::RelativeLanes;
use super::small_columns::{Faces, Heads};
use super::{BatchPair, Kernel, ManifoldBlock, side, visit_all};
use crate::math::SQUARES;
use crate::{Error, Manifold, Real};
use umbra_lanes::{
    LANES, Lanes, Level, Simd, Vec2, columns, dot, f32x8, f32x16, gathered, i32x8, mask32x8,
    mask32x16, minus, prelude::*, select2, transposed, turn,
};

/// The contacts of many pairs with at least one circle, bit for bit those of
/// [`collide`](super::super::collide), in a fraction of the time. Pairs without a circle are
/// faster in [`visit_small_contacts`](super::super::visit_small_contacts); here they go one by
/// one. `visit` receives every pair's index and its manifold, in order.
///
/// Two circles take less time than a circle and another core. Groups of eight pairs in which both
/// kinds occur take as long as both, so it pays to sort pairs by kind.
///
/// # Errors
/// When a pair names a core that does not exist; nothing is visited then.
///
/// ```
/// use umbra_geom::collide::{BatchPair, SmallCore, visit_circle_contacts};
/// use umbra_geom::{Circle, Polygon, Shape, math::pose, Level};
/// let ground: Shape = Polygon::cuboid(5.0, 0.5)?.into();
/// let ball: Shape = Circle::new(0.5)?.into();
/// let at = |shape: &Shape, y: f32| SmallCore::new(shape, &pose([0.0, y], 0.0));
/// let cores: Vec<SmallCore> =
///     [at(&ground, 0.0), at(&ball, 0.99), at(&ball, 1.98)].into_iter().flatten().collect();
/// let pairs = [[0, 1], [1, 2]].map(|shapes| BatchPair { shapes, speculative: 0.0 });
/// visit_circle_contacts(Level::new(), &cores, &pairs, |_, contact| {
///     assert!(contact.points().len() == 1 && contact.normal.y == 1.0);
/// })?;
/// # Ok::<(), umbra_geom::Error>(())
/// ```
pub fn visit_circle_contacts<const N: usize>(
    level: Level,
    cores: &[SmallCore<N>],
    pairs: &[BatchPair],
    visit: impl FnMut(usize, &Manifold),
) -> Result<(), Error>
where
    SmallCore<N>: Kernels,
{
    visit_all(cores.len(), pairs, visit, |pairs, out| {
        Kernels::fill_circles(level, cores, pairs, out);
    })
}

/// The kernel for circles.
pub(in crate::collide) struct Circles<'a, const N: usize>(pub(super) &'a [SmallCore<N>]);

impl<const N: usize> Kernel for Circles<'_, N> {
    #[inline(always)]
    fn eight<S: Simd>(&self, simd: S, pairs: &[BatchPair; LANES], out: &mut ManifoldBlock) -> u32 {
        let speculative = gathered(simd, pairs, |pair| pair.speculative);
        let rows = [side(self.0, pairs, 0), side(self.0, pairs, 1)];
        let (a, b) = (Heads::transposed(simd, &rows[0]), Heads::transposed(simd, &rows[1]));
        // The circle goes second; of two circles, the one that is second already.
        let swapped = a.are_circles() & !b.are_circles();
        let (p, q) = (a.or(swapped, &b), b.or(swapped, &a));
        let both = p.are_circles();
        let mut undecided = !q.are_circles();
        let mut lanes = None;
        if f32x8::<S>::any(both) {
            let (contact, open) = two_circles(&p, &q, speculative);
            undecided |= open & both;
            lanes = Some(contact);
        }
        if f32x8::<S>::any(!both) {
            let bits = f32x8::<S>::bits(swapped) as usize;
            let mut picked;
            let mut rows_p = &rows[0];
            if bits != 0 {
                picked = rows[0];
                for lane in 0..LANES {
                    picked[lane] = rows[(bits >> lane) & 1][lane];
                }
                rows_p = &picked;
            }
            let (contact, open) = core_and_circle(simd, rows_p, &p, &q, speculative);
            let contact = contact.flipped_where(swapped);
            undecided |= open & !both;
            lanes = Some(lanes.map_or(contact, |circles| contact.or(both, &circles)));
        }
        if let Some(lanes) = lanes {
            out.store(&lanes);
        }
        f32x8::<S>::bits(undecided)
    }

    fn one(&self, pair: &BatchPair) -> Manifold {
        let [a, b] = pair.shapes.map(|index| &self.0[index as usize]);
        one_by_one(a, b, pair.speculative)
    }
}

/// A contact of a single point.
#[inline(always)]
fn at_point<L: Lanes>(normal: Vec2<L>, point: PointLanes<L>) -> ManifoldLanes<L> {
    let none = PointLanes { separation: point.separation.all(Real::INFINITY), ..point };
    ManifoldLanes { normal, points: [point, none] }
}

#[inline(always)]
fn plus<L: Lanes>(a: Vec2<L>, b: Vec2<L>) -> Vec2<L> {
    [a[0] + b[0], a[1] + b[1]]
}

#[inline(always)]
fn times<L: Lanes>(v: Vec2<L>, factor: L) -> Vec2<L> {
    [v[0] * factor, v[1] * factor]
}

/// The contacts of two circles per lane, as in `circles`; and a mask of the lanes that need the
/// general path, with distances that cannot be squared.
#[inline(always)]
fn two_circles<L: Lanes>(
    a: &Heads<L>,
    b: &Heads<L>,
    speculative: L,
) -> (ManifoldLanes<L>, L::Mask) {
    let way = a.way_to(b);
    let flip = second_comes_first_lanes(way);
    let way = select2::<L>(flip, b.way_to(a), way);
    let radius_a = L::select(flip, b.radius, a.radius);
    let radius_b = L::select(flip, a.radius, b.radius);
    let squared = dot(way, way);
    let radii = radius_a + radius_b;
    let reach = radii + speculative;
    let zero = reach.all(0.0);
    let in_reach = reach.ge(zero) & (reach * reach).ge(squared);
    let is_usual = squared.ge(zero.all(SQUARES.start)) & zero.all(SQUARES.end).gt(squared);
    let distance = squared.sqrt();
    let normal = [way[0] / distance, way[1] / distance];
    let point = PointLanes {
        anchor_a: times(normal, radius_a),
        anchor_b: times(normal, -radius_b),
        separation: distance - radii,
        feature_a: zero,
        feature_b: zero,
    };
    let touches = in_reach & !distance.gt(reach);
    (at_point(normal, point).flipped_where(flip).only_where(touches), in_reach & !is_usual)
}

/// The vectors from the vertices of a core to the point, times the normals: four vertices come
/// twice.
#[inline(always)]
fn weighed<S: Simd, const N: usize>(simd: S, row: &SmallCore<N>, x: Real, y: Real) -> f32x16<S> {
    let part = |v: &[[Real; 2]; N]| {
        let v = v.as_flattened();
        let low = f32x8::<S>::from_slice(simd, &v[..8]);
        low.combine(f32x8::<S>::from_slice(simd, &v[2 * N - 8..]))
    };
    let all = |c: Real| <f32x16<S> as SimdBase<S>>::splat(simd, c);
    let is_x: mask32x16<S> =
        [-1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0].simd_into(simd);
    part(&row.normals) * (is_x.select(all(x), all(y)) - part(&row.vertices))
}

/// The distance of each point in front of each face of its core.
///
/// Core by core, as they lie in memory; only the results are transposed into columns: that is one
/// number for each face, not four.
#[inline(always)]
fn points_in_front<S: Simd, const N: usize>(
    simd: S,
    rows: &[&SmallCore<N>; LANES],
    points: Vec2<f32x8<S>>,
) -> Faces<f32x8<S>, N> {
    let (xs, ys) = (points[0].to_array(), points[1].to_array());
    let mut of_rows = [points[0]; LANES];
    // Two rows at once: of eight faces, each fills a register of sixteen numbers.
    for lane in (0..LANES).step_by(2) {
        let first = weighed(simd, rows[lane], xs[lane], ys[lane]);
        let second = weighed(simd, rows[lane + 1], xs[lane + 1], ys[lane + 1]);
        let sums = first.unzip_low(second) + first.unzip_high(second);
        (of_rows[lane], of_rows[lane + 1]) = sums.split();
    }
    Faces::new(&columns(of_rows))
}

/// The numbers, truncated to integers.
#[inline(always)]
fn integers<S: Simd>(numbers: f32x8<S>) -> [i32; LANES] {
    i32x8::truncate_from(numbers).to_array()
}

/// The starts and ends of the given edges, and their normals.
#[inline(always)]
fn edges<S: Simd, const N: usize>(
    simd: S,
    rows: &[&SmallCore<N>; LANES],
    start: f32x8<S>,
    end: f32x8<S>,
) -> [Vec2<f32x8<S>>; 3] {
    let (starts, ends) = (integers(start), integers(end));
    let columns = transposed(simd, &[0, 1, 2, 3, 4, 5, 6, 7], |lane: usize| {
        let (row, start, end) = (rows[lane], starts[lane] as usize % N, ends[lane] as usize % N);
        let ([a, b], [c, d]) = (row.vertices[start], row.vertices[end]);
        let [x, y] = row.normals[start];
        [a, b, c, d, x, y, 0.0, 0.0]
    });
    let [a, b, c, d, x, y, ..] = columns;
    [[a, b], [c, d], [x, y]]
}

/// The contact of a core and a circle per lane; and a mask of the lanes that need the general path.
///
/// With its centre outside of the core, the circle is nearest to a face or a corner: see
/// `collide_point`. With its centre inside, it is pushed out by the first of the faces that are as
/// good as the best: see `Pair::point_contact`.
#[inline(always)]
fn core_and_circle<S: Simd, const N: usize>(
    simd: S,
    rows_p: &[&SmallCore<N>; LANES],
    p: &Heads<f32x8<S>>,
    q: &Heads<f32x8<S>>,
    speculative: f32x8<S>,
) -> (ManifoldLanes<f32x8<S>>, mask32x8<S>) {
    let zero = speculative.all(0.0);
    let infinite = speculative.all(Real::INFINITY);
    let way = p.way_to(q);
    let q_in_p = RelativeLanes::new(p.rotation, q.rotation, way);
    let shift = q_in_p.shift;
    let faces = points_in_front(simd, rows_p, shift);
    let best = faces.best();
    let outside = best.gt(zero);
    let size_p = p.outer + p.radius;
    let bias = f32x8::<S>::select(size_p.gt(q.radius), q.radius, size_p) * AXIS_BIAS;
    let edge = faces.first_at_least(f32x8::<S>::select(outside, best, best - bias));
    let end = p.next(edge);
    let [start, stop, normal] = edges(simd, rows_p, edge, end);
    let tangent = [-normal[1], normal[0]];
    // The same place, but for the sign of a zero.
    let center = select2::<f32x8<S>>(outside, shift, q_in_p.point([zero, zero]));
    let offset = minus(center, start);
    let along = dot(tangent, offset);
    let before = zero.gt(along);
    let after = along.gt(dot(tangent, minus(stop, start)));
    let is_corner = (before | after) & outside;

    let back = minus(shift, stop);
    let squared = f32x8::<S>::select(before, dot(offset, offset), dot(back, back));
    let to_circle = select2::<f32x8<S>>(before, offset, back);
    let distance = Lanes::sqrt(squared);
    let reciprocal = distance * (zero.all(1.0) / squared);
    let has_direction = distance.gt(p.outer * COINCIDENT);
    let distance = f32x8::<S>::select(is_corner, distance, dot(normal, offset));
    let turned = is_corner & has_direction;
    let factor = f32x8::<S>::select(turned, reciprocal, zero.all(1.0));
    let foot = plus(start, times(tangent, along));
    let on_p = plus(foot, times(normal, p.radius));
    let on_q = plus(foot, times(normal, distance - q.radius));
    let normal = times(select2::<f32x8<S>>(turned, to_circle, normal), factor);
    let separation = distance - p.radius - q.radius;
    let normal = turn(p.rotation, normal);
    let to_surface = distance - p.radius;
    let seen_from_outside =
        [minus(way, times(normal, to_surface)), [-(normal[0] * q.radius), -(normal[1] * q.radius)]];
    let corner = f32x8::<S>::select(before, edge, end);
    let point = PointLanes {
        anchor_a: select2::<f32x8<S>>(outside, seen_from_outside[0], turn(p.rotation, on_p)),
        anchor_b: select2::<f32x8<S>>(
            outside,
            seen_from_outside[1],
            turn(p.rotation, minus(on_q, shift)),
        ),
        separation,
        feature_a: f32x8::<S>::select(is_corner, corner, edge + EDGE as Real),
        feature_b: zero,
    };
    // What is too far to be squared is in no reach, not even an endless one.
    let is_finite = infinite.gt(separation) & separation.gt(-infinite);
    let in_reach = speculative.ge(separation) & is_finite;
    let misses = before | after | !in_reach;
    (at_point(normal, point).only_where(in_reach), misses & !outside)
}
