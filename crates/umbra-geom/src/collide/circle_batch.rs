//! Many pairs of a circle and a core of a few vertices, or of two circles, at once.
//!
//! Where the centre of the circle is inside of the core and not over the face that it is to be pushed
//! out of, which is rare, the pair goes alone.

use fearless_simd::{Level, Simd, prelude::*};

use super::batch::{BatchPair, ManifoldRows, Manifolds, Rows, collide_all, rows_of, visit_all};
use super::contact_lanes::{ManifoldLanes, PointLanes};
use super::lanes::{LANES, Lanes, Vec2, Wide, gathered, select2, turn};
use super::manifold::EDGE;
use super::relative::RelativeLanes;
use super::sat::{AXIS_BIAS, COINCIDENT};
use super::second_comes_first_lanes;
use super::small_columns::{Heads, Outlines, dot};
use super::small_core::{Kernels, SmallCore, one_by_one};
use crate::math::SQUARES;
use crate::{Error, Manifold, Real};

/// The contacts of many pairs of which at least one is a circle: for each, what
/// [`collide`](super::collide) gives, bit for bit, at a fraction of the price. Pairs without a circle
/// are better off in [`collide_small`](super::collide_small); here they go one by one.
///
/// Two circles take less than a circle and another core. Blocks of eight pairs in which both kinds
/// occur take as long as both, so it pays to have pairs of a kind follow one another.
///
/// # Errors
/// When a pair names a core that is not there; `out` is then left as it was.
///
/// ```
/// use umbra_geom::collide::{Manifolds, SimdLevel, SmallCore, collide_circles};
/// use umbra_geom::{Circle, Polygon, Shape, math::pose};
/// let ground: Shape = Polygon::cuboid(5.0, 0.5)?.into();
/// let ball: Shape = Circle::new(0.5)?.into();
/// let at = |shape: &Shape, y: f32| SmallCore::new(shape, &pose([0.0, y], 0.0));
/// let cores: Vec<SmallCore> =
///     [at(&ground, 0.0), at(&ball, 0.99), at(&ball, 1.98)].into_iter().flatten().collect();
/// let mut contacts = Manifolds::default();
/// collide_circles(SimdLevel::new(), &cores, &[[0, 1], [1, 2]], 0.0, &mut contacts)?;
/// assert!(contacts.iter().all(|m| m.points().len() == 1 && m.normal.y == 1.0));
/// # Ok::<(), umbra_geom::Error>(())
/// ```
pub fn collide_circles<const N: usize>(
    level: Level,
    cores: &[SmallCore<N>],
    pairs: &[[u32; 2]],
    speculative: Real,
    out: &mut Manifolds,
) -> Result<(), Error>
where
    SmallCore<N>: Kernels,
{
    collide_all(cores.len(), pairs, speculative, out, |pairs, out| {
        Kernels::fill_circles(level, cores, pairs, out);
    })
}

/// [`collide_circles`] for pairs that each have their own speculative distance, without memory of
/// its own: `visit` gets every pair's index and its manifold, in order.
///
/// # Errors
/// When a pair names a core that is not there; nothing is visited then.
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
pub(super) struct Circles<'a, const N: usize>(pub(super) &'a [SmallCore<N>]);

impl<const N: usize> Rows for Circles<'_, N> {
    #[inline(always)]
    fn block<S: Simd>(&self, simd: S, pairs: &[BatchPair; LANES], out: &mut ManifoldRows) {
        let speculative = gathered(simd, pairs, |pair| pair.speculative);
        // The circle goes second; of two circles, the one that is second already.
        let mut swapped = [0; LANES];
        for (lane, swapped) in swapped.iter_mut().enumerate() {
            let [a, b] = pairs[lane].shapes;
            let (a, b) = (&self.0[a as usize], &self.0[b as usize]);
            *swapped = usize::from(a.is_circle() & !b.is_circle());
        }
        let rows_p = rows_of(self.0, pairs, |lane| swapped[lane]);
        let rows_q = rows_of(self.0, pairs, |lane| swapped[lane] ^ 1);
        let (p, q) = (Heads::of(simd, &rows_p), Heads::of(simd, &rows_q));
        let both = p.are_circles();
        let mut undecided = !q.are_circles();
        let swapped = gathered(simd, &swapped, |side| side as Real);
        let swapped = swapped.gt(swapped.splat(0.0));
        let mut lanes = None;
        if Wide::<S>::any(both) {
            let (contact, open) = two_circles(&p, &q, speculative);
            undecided |= open & both;
            lanes = Some(contact);
        }
        if Wide::<S>::any(!both) {
            let outline = Outlines::<_, N>::of(simd, &rows_p);
            let (contact, open) = core_and_circle(&p, &outline, &q, speculative);
            let contact = contact.flipped_where(swapped);
            undecided |= open & !both;
            lanes = Some(lanes.map_or(contact, |circles| contact.or(both, &circles)));
        }
        if let Some(lanes) = lanes {
            out.store(&lanes);
        }
        let alone = undecided.to_bitmask();
        for lane in (0..LANES).filter(|lane| (alone >> lane) & 1 != 0) {
            out.set_lane(lane, &self.one(&pairs[lane]));
        }
    }

    fn one(&self, pair: &BatchPair) -> Manifold {
        let [a, b] = pair.shapes.map(|index| &self.0[index as usize]);
        one_by_one(a, b, pair.speculative)
    }
}

/// A contact of a single point.
#[inline(always)]
fn at_point<L: Lanes>(normal: Vec2<L>, point: PointLanes<L>) -> ManifoldLanes<L> {
    let none = PointLanes { separation: point.separation.splat(Real::INFINITY), ..point };
    ManifoldLanes { normal, points: [point, none] }
}

#[inline(always)]
fn minus<L: Lanes>(a: Vec2<L>, b: Vec2<L>) -> Vec2<L> {
    [a[0] - b[0], a[1] - b[1]]
}

#[inline(always)]
fn plus<L: Lanes>(a: Vec2<L>, b: Vec2<L>) -> Vec2<L> {
    [a[0] + b[0], a[1] + b[1]]
}

#[inline(always)]
fn times<L: Lanes>(v: Vec2<L>, factor: L) -> Vec2<L> {
    [v[0] * factor, v[1] * factor]
}

/// As for one pair, see `circles`; and where that is asked: for distances that cannot be squared.
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
    let zero = reach.splat(0.0);
    let in_reach = reach.ge(zero) & (reach * reach).ge(squared);
    let is_usual = squared.ge(zero.splat(SQUARES.start)) & zero.splat(SQUARES.end).gt(squared);
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

/// As for one pair; and where the general path is to be asked.
///
/// With its centre outside of the core, the circle is nearest to a face or a corner: see
/// `collide_point`. With its centre inside, it is pushed out by the first of the faces that are as
/// good as the best: see `Pair::point_contact`.
#[inline(always)]
fn core_and_circle<L: Lanes, const N: usize>(
    p: &Heads<L>,
    outline: &Outlines<L, N>,
    q: &Heads<L>,
    speculative: L,
) -> (ManifoldLanes<L>, L::Mask) {
    let zero = speculative.splat(0.0);
    let infinite = speculative.splat(Real::INFINITY);
    let way = p.way_to(q);
    let q_in_p = RelativeLanes::new(p.rotation, q.rotation, way);
    let shift = q_in_p.shift;
    let faces = outline.point_in_front(shift);
    let best = faces.best();
    let outside = best.gt(zero);
    let size_p = p.outer + p.radius;
    let bias = L::select(size_p.gt(q.radius), q.radius, size_p) * AXIS_BIAS;
    let edge = faces.first_at_least(L::select(outside, best, best - bias));
    let end = p.next(edge);
    let (start, normal) = (outline.vertex(edge), outline.normal(edge));
    let tangent = [-normal[1], normal[0]];
    // The same place, but for the sign of a zero.
    let center = select2::<L>(outside, shift, q_in_p.point([zero, zero]));
    let offset = minus(center, start);
    let along = dot(tangent, offset);
    let stop = outline.vertex(end);
    let before = zero.gt(along);
    let after = along.gt(dot(tangent, minus(stop, start)));
    let is_corner = (before | after) & outside;

    let back = minus(shift, stop);
    let squared = L::select(before, dot(offset, offset), dot(back, back));
    let to_circle = select2::<L>(before, offset, back);
    let distance = squared.sqrt();
    let reciprocal = distance * (zero.splat(1.0) / squared);
    let has_direction = distance.gt(p.outer * COINCIDENT);
    let distance = L::select(is_corner, distance, dot(normal, offset));
    let turned = is_corner & has_direction;
    let factor = L::select(turned, reciprocal, zero.splat(1.0));
    let foot = plus(start, times(tangent, along));
    let on_p = plus(foot, times(normal, p.radius));
    let on_q = plus(foot, times(normal, distance - q.radius));
    let normal = times(select2::<L>(turned, to_circle, normal), factor);
    let separation = distance - p.radius - q.radius;
    let normal = turn(p.rotation, normal);
    let to_surface = distance - p.radius;
    let seen_from_outside =
        [minus(way, times(normal, to_surface)), [-(normal[0] * q.radius), -(normal[1] * q.radius)]];
    let corner = L::select(before, edge, end);
    let point = PointLanes {
        anchor_a: select2::<L>(outside, seen_from_outside[0], turn(p.rotation, on_p)),
        anchor_b: select2::<L>(outside, seen_from_outside[1], turn(p.rotation, minus(on_q, shift))),
        separation,
        feature_a: L::select(is_corner, corner, edge + EDGE as Real),
        feature_b: zero,
    };
    // What is too far to be squared is in no reach, not even an endless one.
    let is_finite = infinite.gt(separation) & separation.gt(-infinite);
    let in_reach = speculative.ge(separation) & is_finite;
    let misses = before | after | !in_reach;
    (at_point(normal, point).only_where(in_reach), misses & !outside)
}
