//! Small cores transposed into columns: one register for each number.

use super::super::small_core::SmallCore;
use super::relative::RelativeLanes;
use crate::Real;
use umbra_lanes::{LANES, Lanes, Simd, Vec2, dot, f32x8, select2, transposed, turn_back};

/// Numbers of cores that exist once per core.
#[derive(Clone, Copy)]
pub(in crate::collide) struct Heads<L> {
    pub(in crate::collide) position: Vec2<L>,
    pub(in crate::collide) rotation: Vec2<L>,
    pub(in crate::collide) radius: L,
    pub(in crate::collide) outer: L,
    pub(in crate::collide) count: L,
    pub(in crate::collide) is_box: L,
}

/// A core per lane.
#[derive(Clone, Copy)]
pub(in crate::collide) struct Columns<L, const N: usize> {
    pub(in crate::collide) head: Heads<L>,
    pub(in crate::collide) outline: CoreColumns<L, N>,
}

/// The vertices and normals of a core per lane.
#[derive(Clone, Copy)]
pub(in crate::collide) struct CoreColumns<L, const N: usize> {
    pub(in crate::collide) vertices: [Vec2<L>; N],
    pub(in crate::collide) normals: [Vec2<L>; N],
}

impl<S: Simd> Heads<f32x8<S>> {
    #[inline(always)]
    pub(in crate::collide) fn transposed<const N: usize>(
        simd: S,
        rows: &[&SmallCore<N>; LANES],
    ) -> Self {
        let [x, y, c, s, radius, outer, count, is_box] = transposed(simd, rows, |r| {
            let ([x, y], [c, s]) = (r.position, r.rotation);
            [x, y, c, s, r.radius, r.outer_radius, r.count, r.is_box]
        });
        Self { position: [x, y], rotation: [c, s], radius, outer, count, is_box }
    }
}

impl<S: Simd, const M: usize> CoreColumns<f32x8<S>, M> {
    /// The columns of cores that have no more than `M` vertices: four, six or eight.
    #[inline(always)]
    pub(in crate::collide) fn transposed<const N: usize>(
        simd: S,
        rows: &[&SmallCore<N>; LANES],
    ) -> Self {
        let vertices = transposed(simd, rows, |row| four(&row.vertices, 0));
        let normals = transposed(simd, rows, |row| four(&row.normals, 0));
        let zero = vertices[0].all(0.0);
        let mut outline = Self { vertices: [[zero; 2]; M], normals: [[zero; 2]; M] };
        put(&mut outline.vertices[..4], &vertices);
        put(&mut outline.normals[..4], &normals);
        if M == 6 {
            let both = transposed(simd, rows, |row| {
                let ([a, b], [c, d]) = (row.vertices[N - 4], row.vertices[N - 3]);
                let ([e, f], [g, h]) = (row.normals[N - 4], row.normals[N - 3]);
                [a, b, c, d, e, f, g, h]
            });
            put(&mut outline.vertices[4..], &both[..4]);
            put(&mut outline.normals[4..], &both[4..]);
        }
        if M == 8 {
            let vertices = transposed(simd, rows, |row| four(&row.vertices, N - 4));
            let normals = transposed(simd, rows, |row| four(&row.normals, N - 4));
            put(&mut outline.vertices[4..], &vertices);
            put(&mut outline.normals[4..], &normals);
        }
        outline
    }
}

/// The eight numbers of four vectors, from the vector `first` on.
#[inline(always)]
fn four<const N: usize>(vectors: &[[Real; 2]; N], first: usize) -> [Real; 8] {
    let v = &vectors[first..first + 4];
    [v[0][0], v[0][1], v[1][0], v[1][1], v[2][0], v[2][1], v[3][0], v[3][1]]
}

/// Stores pairs of columns as vectors.
#[inline(always)]
fn put<L: Copy>(vectors: &mut [Vec2<L>], columns: &[L]) {
    for (index, vector) in vectors.iter_mut().enumerate() {
        *vector = [columns[2 * index], columns[2 * index + 1]];
    }
}

impl<L: Lanes> Heads<L> {
    /// The values of `other` where the mask is set.
    #[inline(always)]
    pub(in crate::collide) fn or(&self, mask: L::Mask, other: &Self) -> Self {
        Self {
            position: select2::<L>(mask, other.position, self.position),
            rotation: select2::<L>(mask, other.rotation, self.rotation),
            radius: L::select(mask, other.radius, self.radius),
            outer: L::select(mask, other.outer, self.outer),
            count: L::select(mask, other.count, self.count),
            is_box: L::select(mask, other.is_box, self.is_box),
        }
    }

    #[inline(always)]
    pub(in crate::collide) fn way_to(&self, other: &Self) -> Vec2<L> {
        [other.position[0] - self.position[0], other.position[1] - self.position[1]]
    }

    /// True in lanes whose core is a point.
    #[inline(always)]
    pub(in crate::collide) fn are_circles(&self) -> L::Mask {
        self.count.all(2.0).gt(self.count)
    }

    /// True if all cores have at most six vertices. Their kernel takes less time than that for
    /// eight: loops of known length are unrolled, which saves more than shorter loops would.
    #[inline(always)]
    pub(in crate::collide) fn have_six(&self) -> bool {
        !L::any(self.count.gt(self.count.all(6.0)))
    }

    #[inline(always)]
    pub(in crate::collide) fn next(&self, index: L) -> L {
        let after = index + 1.0;
        L::select(self.count.gt(after), after, after.all(0.0))
    }

    #[inline(always)]
    pub(in crate::collide) fn previous(&self, index: L) -> L {
        let one = index.all(1.0);
        L::select(index.ge(one), index - one, self.count - one)
    }
}

impl<L: Lanes, const N: usize> CoreColumns<L, N> {
    #[inline(always)]
    fn or(&self, mask: L::Mask, other: &Self) -> Self {
        let mut picked = *self;
        for i in 0..N {
            picked.vertices[i] = select2::<L>(mask, other.vertices[i], self.vertices[i]);
            picked.normals[i] = select2::<L>(mask, other.normals[i], self.normals[i]);
        }
        picked
    }

    /// The distance of `q` in front of each face.
    #[inline(always)]
    pub(in crate::collide) fn in_front(&self, q: &Self, q_in_p: &RelativeLanes<L>) -> Faces<L, N> {
        let mut faces = Faces { separations: [q_in_p.shift[0]; N] };
        for (face, separation) in faces.separations.iter_mut().enumerate() {
            let (normal, vertex) = (self.normals[face], self.vertices[face]);
            let axis = turn_back(q_in_p.turn, normal);
            let mut least = dot(axis, q.vertices[0]);
            for v in &q.vertices[1..] {
                least = least.lesser(dot(axis, *v));
            }
            let offset = [q_in_p.shift[0] - vertex[0], q_in_p.shift[1] - vertex[1]];
            *separation = least + dot(normal, offset);
        }
        faces
    }

    /// The first of the vertices that are least far along `axis`.
    #[inline(always)]
    pub(in crate::collide) fn support(&self, axis: Vec2<L>) -> L {
        let mut least = dot(axis, self.vertices[0]);
        let mut support = least.all(0.0);
        for (index, v) in self.vertices.iter().enumerate().skip(1) {
            let along = dot(axis, *v);
            let nearer = least.gt(along);
            least = L::select(nearer, along, least);
            support = L::select(nearer, least.all(index as Real), support);
        }
        support
    }

    #[inline(always)]
    pub(in crate::collide) fn vertex(&self, index: L) -> Vec2<L> {
        pick(&self.vertices, index)
    }

    #[inline(always)]
    pub(in crate::collide) fn normal(&self, index: L) -> Vec2<L> {
        pick(&self.normals, index)
    }
}

/// The vector at `index`, of four, six or eight.
#[inline(always)]
fn pick<L: Lanes, const N: usize>(vectors: &[Vec2<L>; N], index: L) -> Vec2<L> {
    let low = select2::<L>(index.ge(index.all(1.0)), vectors[1], vectors[0]);
    let next = select2::<L>(index.ge(index.all(3.0)), vectors[3], vectors[2]);
    let low = select2::<L>(index.ge(index.all(2.0)), next, low);
    if N == 4 {
        return low;
    }
    let mut high = select2::<L>(index.ge(index.all(5.0)), vectors[5], vectors[4]);
    if N == 8 {
        let next = select2::<L>(index.ge(index.all(7.0)), vectors[7], vectors[6]);
        high = select2::<L>(index.ge(index.all(6.0)), next, high);
    }
    select2::<L>(index.ge(index.all(4.0)), high, low)
}

impl<L: Lanes, const N: usize> Columns<L, N> {
    /// The core of `other` where the mask is set.
    #[inline(always)]
    pub(in crate::collide) fn or(&self, mask: L::Mask, other: &Self) -> Self {
        Self {
            head: self.head.or(mask, &other.head),
            outline: self.outline.or(mask, &other.outline),
        }
    }
}

/// The distance of another shape in front of each face.
#[derive(Clone, Copy)]
pub(in crate::collide) struct Faces<L, const N: usize> {
    separations: [L; N],
}

impl<L: Lanes, const N: usize> Faces<L, N> {
    /// The separations from up to eight faces.
    #[inline(always)]
    pub(in crate::collide) fn new(separations: &[L; 8]) -> Self {
        let mut faces = Self { separations: [separations[0]; N] };
        faces.separations.copy_from_slice(&separations[..N]);
        faces
    }

    #[inline(always)]
    pub(in crate::collide) fn best(&self) -> L {
        let faces = &self.separations;
        if N == 4 {
            return (faces[0].greater(faces[1])).greater(faces[2].greater(faces[3]));
        }
        let mut best = faces[0];
        for face in &faces[1..] {
            best = best.greater(*face);
        }
        best
    }

    /// The first face with at least this separation.
    #[inline(always)]
    pub(in crate::collide) fn first_at_least(&self, enough: L) -> L {
        let mut first = enough.all((N - 1) as Real);
        for (face, separation) in self.separations.iter().enumerate().rev() {
            first = L::select(separation.ge(enough), enough.all(face as Real), first);
        }
        first
    }

    /// The separations of `other` where the mask is set.
    #[inline(always)]
    pub(in crate::collide) fn or(&self, mask: L::Mask, other: &Self) -> Self {
        let mut picked = *self;
        for i in 0..N {
            picked.separations[i] = L::select(mask, other.separations[i], self.separations[i]);
        }
        picked
    }
}
