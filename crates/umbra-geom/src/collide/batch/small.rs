//! Contacts of many pairs of small cores at once: capsules, segments, and polygons of up to four or
//! eight corners, rounded or not.

use super::super::manifold::EDGE;
use super::super::sat::{AXIS_BIAS, FACING_BIAS, good_enough};
use super::super::second_comes_first_lanes;
use super::super::small_core::{Kernels, SmallCore, one_by_one};
use super::circles::Circles;
use super::contact_lanes::ManifoldLanes;
use super::meeting::{Bodies, Meeting, Names};
use super::relative::RelativeLanes;
use super::small_columns::{Columns, CoreColumns, Faces, Heads};
use super::{BatchPair, Kernel, ManifoldBlock, fill, side, visit_all};
use crate::{Error, Manifold, Real};
use umbra_lanes::{LANES, Lanes, Level, Simd, Vec2, dot, f32x8, gathered, select2, turn_back};

/// The contacts of many pairs of small cores, bit for bit those of
/// [`collide`](super::super::collide), in a fraction of the time. Pairs of two boxes are faster in
/// [`visit_box_contacts`](super::super::visit_box_contacts), and pairs with a circle in
/// [`visit_circle_contacts`](super::super::visit_circle_contacts); here they go one by one.
/// `visit` receives every pair's index and its manifold, in order.
///
/// # Errors
/// When a pair names a core that does not exist; nothing is visited then.
///
/// ```
/// use umbra_geom::collide::{BatchPair, SmallCore, visit_small_contacts};
/// use umbra_geom::{Capsule, Polygon, Shape, math::pose, Level};
/// let ground: Shape = Polygon::cuboid(5.0, 0.5)?.into();
/// let log: Shape = Capsule::new([-1.0, 0.0], [1.0, 0.0], 0.25)?.into();
/// let at = |shape: &Shape, y: f32| SmallCore::new(shape, &pose([0.0, y], 0.0));
/// let cores: Vec<SmallCore> = [at(&ground, 0.0), at(&log, 0.74)].into_iter().flatten().collect();
/// let pair = BatchPair { shapes: [0, 1], speculative: 0.0 };
/// visit_small_contacts(Level::new(), &cores, &[pair], |_, contact| {
///     assert_eq!(contact.points().len(), 2);
/// })?;
/// # Ok::<(), umbra_geom::Error>(())
/// ```
pub fn visit_small_contacts<const N: usize>(
    level: Level,
    cores: &[SmallCore<N>],
    pairs: &[BatchPair],
    visit: impl FnMut(usize, &Manifold),
) -> Result<(), Error>
where
    SmallCore<N>: Kernels,
{
    visit_all(cores.len(), pairs, visit, |pairs, out| {
        Kernels::fill_small(level, cores, pairs, out);
    })
}

/// Compiles a kernel here for each size, and not where it is called.
macro_rules! kernels_for {
    ($($size:literal)*) => {
        $(
            impl Kernels for SmallCore<$size> {
                #[inline(never)]
                fn fill_small(
                    level: Level,
                    rows: &[Self],
                    pairs: &[BatchPair],
                    out: &mut [ManifoldBlock],
                ) {
                    fill(level, &Cores(rows), pairs, out);
                }

                #[inline(never)]
                fn fill_circles(
                    level: Level,
                    rows: &[Self],
                    pairs: &[BatchPair],
                    out: &mut [ManifoldBlock],
                ) {
                    fill(level, &Circles(rows), pairs, out);
                }
            }
        )*
    };
}
kernels_for!(4 8);

/// The kernel for cores.
pub(in crate::collide) struct Cores<'a, const N: usize>(pub(super) &'a [SmallCore<N>]);

impl<const N: usize> Kernel for Cores<'_, N> {
    #[inline(always)]
    fn eight<S: Simd>(&self, simd: S, pairs: &[BatchPair; LANES], out: &mut ManifoldBlock) -> u32 {
        let rows = [side(self.0, pairs, 0), side(self.0, pairs, 1)];
        let gap = gathered(simd, pairs, |pair| pair.speculative);
        let heads = [Heads::transposed(simd, &rows[0]), Heads::transposed(simd, &rows[1])];
        if N == 4 {
            eight_of::<S, 4, N>(simd, &rows, &heads, gap, out)
        } else if heads[0].have_six() & heads[1].have_six() {
            eight_of::<S, 6, N>(simd, &rows, &heads, gap, out)
        } else {
            eight_of::<S, 8, N>(simd, &rows, &heads, gap, out)
        }
    }

    fn one(&self, pair: &BatchPair) -> Manifold {
        let [a, b] = pair.shapes.map(|index| &self.0[index as usize]);
        one_by_one(a, b, pair.speculative)
    }
}

/// The contacts of cores of up to `M` vertices.
#[inline(always)]
fn eight_of<S: Simd, const M: usize, const N: usize>(
    simd: S,
    rows: &[[&SmallCore<N>; LANES]; 2],
    heads: &[Heads<f32x8<S>>; 2],
    gap: f32x8<S>,
    out: &mut ManifoldBlock,
) -> u32 {
    let a =
        Columns::<f32x8<S>, M> { head: heads[0], outline: CoreColumns::transposed(simd, &rows[0]) };
    let b =
        Columns::<f32x8<S>, M> { head: heads[1], outline: CoreColumns::transposed(simd, &rows[1]) };
    let zero = gap.all(0.0);
    let boxes = a.head.is_box.gt(zero) & b.head.is_box.gt(zero);
    let alone = boxes | a.head.are_circles() | b.head.are_circles();
    match contacts(&a, &b, gap) {
        Some((contact, undecided)) => {
            out.store(&contact);
            f32x8::<S>::bits(alone | undecided)
        }
        None => {
            *out = ManifoldBlock::EMPTY;
            f32x8::<S>::bits(alone)
        }
    }
}

/// The reference core `p` and the incident core `q`, with the numbers that do not depend on the
/// order of the two.
struct View<L, const N: usize> {
    p: Columns<L, N>,
    q: Columns<L, N>,
    q_in_p: RelativeLanes<L>,
    way: Vec2<L>,
    speculative: L,
    bias: L,
}

impl<L: Lanes, const N: usize> View<L, N> {
    /// The bodies and their meeting at the reference face `edge`: see `Sides::meeting`.
    #[inline(always)]
    fn meeting(&self, edge: L) -> (Bodies<L>, Meeting<L>) {
        let (p, q) = (&self.p.head, &self.q.head);
        let (outline_p, outline_q) = (&self.p.outline, &self.q.outline);
        let bodies = Bodies {
            q_in_p: self.q_in_p,
            rotation: p.rotation,
            way: self.way,
            radius_p: p.radius,
            radius_q: q.radius,
            outer_p: p.outer,
            speculative: self.speculative,
            bias: self.bias,
        };
        let normal = outline_p.normal(edge);
        let axis = turn_back(self.q_in_p.turn, normal);
        let nearest = outline_q.support(axis);
        let before = q.previous(nearest);
        let facing = dot(outline_q.normal(nearest), axis);
        let facing_before = dot(outline_q.normal(before), axis);
        let is_before = (facing - facing.all(FACING_BIAS)).gt(facing_before);
        let incident = L::select(is_before, before, nearest);
        let other = L::select(is_before, before, q.next(nearest));
        let end = p.next(edge);
        let names = Names {
            edge: edge + EDGE as Real,
            start: edge,
            end,
            incident: incident + EDGE as Real,
            nearest,
            other,
        };
        let meeting = Meeting {
            start: outline_p.vertex(edge),
            end: outline_p.vertex(end),
            normal,
            nearest: outline_q.vertex(nearest),
            other: outline_q.vertex(other),
            names,
        };
        (bodies, meeting)
    }
}

/// The two cores, each with its view of the other.
struct Both<'a, L, const N: usize> {
    a: &'a Columns<L, N>,
    b: &'a Columns<L, N>,
    b_in_a: RelativeLanes<L>,
    a_in_b: RelativeLanes<L>,
    way: Vec2<L>,
    back: Vec2<L>,
    from_a: Faces<L, N>,
    from_b: Faces<L, N>,
    speculative: L,
    bias: L,
}

// Functions where closures would do: a closure may be compiled on its own, and then without the
// instructions of the level that it is for (94 ns per pair).
impl<L: Lanes, const N: usize> Both<'_, L, N> {
    /// The pair as seen from B where the mask is set, else from A.
    #[inline(always)]
    fn view(&self, b_is_p: L::Mask) -> View<L, N> {
        View {
            p: self.a.or(b_is_p, self.b),
            q: self.b.or(b_is_p, self.a),
            q_in_p: RelativeLanes {
                turn: select2::<L>(b_is_p, self.a_in_b.turn, self.b_in_a.turn),
                shift: select2::<L>(b_is_p, self.a_in_b.shift, self.b_in_a.shift),
            },
            way: select2::<L>(b_is_p, self.back, self.way),
            speculative: self.speculative,
            bias: self.bias,
        }
    }

    /// The separations from the faces of B where the mask is set, else of A.
    #[inline(always)]
    fn faces(&self, b_is_p: L::Mask) -> Faces<L, N> {
        self.from_a.or(b_is_p, &self.from_b)
    }
}

/// The contacts of a block, and a mask of the undecided lanes; `None` if all pairs are out of
/// reach.
#[inline(always)]
fn contacts<L: Lanes, const N: usize>(
    a: &Columns<L, N>,
    b: &Columns<L, N>,
    speculative: L,
) -> Option<(ManifoldLanes<L>, L::Mask)> {
    let zero = speculative.all(0.0);
    let (head_a, head_b) = (&a.head, &b.head);
    let (way, back) = (head_a.way_to(head_b), head_b.way_to(head_a));
    let b_in_a = RelativeLanes::new(head_a.rotation, head_b.rotation, way);
    let a_in_b = RelativeLanes::new(head_b.rotation, head_a.rotation, back);
    let from_a = a.outline.in_front(&b.outline, &b_in_a);
    let from_b = b.outline.in_front(&a.outline, &a_in_b);
    let (best_a, best_b) = (from_a.best(), from_b.best());
    let best = best_b.greater(best_a);
    let limit = head_a.radius + head_b.radius + speculative;
    let in_reach = limit.ge(best) & b_in_a.is_finite();
    if !L::any(in_reach) {
        return None;
    }
    let (size_a, size_b) = (head_a.outer + head_a.radius, head_b.outer + head_b.radius);
    let bias = L::select(size_a.gt(size_b), size_b, size_a) * AXIS_BIAS;
    let second_first = second_comes_first_lanes(way);
    let apart = best.gt(zero);
    let b_is_ahead = best_b.gt(best_a) | (best_a.ge(best_b) & best_b.ge(best_a) & second_first);
    let enough = good_enough(best, bias);
    let b_is_p = (best_b.ge(enough) & second_first) | !best_a.ge(enough);

    let both = Both { a, b, b_in_a, a_in_b, way, back, from_a, from_b, speculative, bias };
    let best_p = L::select(b_is_p, best_b, best_a);
    let at_least = L::select(best_p.gt(zero), best_p, enough);
    let reference = both.view(b_is_p);
    let (bodies, meeting) = reference.meeting(both.faces(b_is_p).first_at_least(at_least));
    let placed = meeting.place(&bodies);
    let mut corner = meeting.corner(&bodies, &placed);
    let other_is_ahead = b_is_ahead ^ b_is_p;
    corner.applies = corner.applies & apart & !other_is_ahead;
    let contact = meeting.contact(&bodies, &placed, Some(&corner));
    let mut lanes = contact.lanes.flipped_where(b_is_p);
    let mut undecided = contact.undecided & in_reach;
    let ask_other = other_is_ahead & apart & in_reach;
    if L::any(ask_other) {
        let best_ahead = L::select(b_is_ahead, best_b, best_a);
        let ahead = both.view(b_is_ahead);
        let (bodies, meeting) = ahead.meeting(both.faces(b_is_ahead).first_at_least(best_ahead));
        let corner = meeting.corner(&bodies, &meeting.place(&bodies));
        let applies = corner.applies & ask_other;
        lanes = lanes.or(applies, &bodies.at_corner(&corner).flipped_where(b_is_ahead));
        undecided = undecided & !applies;
    }
    Some((lanes.only_where(in_reach), undecided))
}
