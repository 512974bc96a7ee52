//! Groups of fragments that touch one another.

use std::collections::BTreeMap;
use umbra_geom::sort::Arrange;

use umbra_geom::{Aabb, Pose, Real, Shape, query};

use super::boxes::Row;
use super::cut_body::{CutBody, Fragment};

/// Group of fragments that stay together as one body.
pub(super) struct Piece {
    /// In the order of the solids.
    pub(super) fragments: Vec<Fragment>,
    mass: Real,
}

/// Fragments of one side that touch make a piece; so do those that are as far apart as their shapes
/// were before the cut. The heaviest piece comes first.
pub(super) fn hanging_together(
    material: &CutBody,
    fragments: Vec<Fragment>,
    apart: Real,
) -> Vec<Piece> {
    let mut groups = Groups::new(fragments.len());
    let mut sides = BTreeMap::<usize, Vec<usize>>::new();
    for (number, fragment) in fragments.iter().enumerate() {
        sides.entry(fragment.side).or_default().push(number);
    }
    let bounds = |number: usize| fragments[number].bounds;
    let shape = |number: usize| fragments[number].shape(material);
    for members in sides.values() {
        groups.join_near(members, bounds, shape, apart);
    }
    let mut is_one = |members: &Vec<usize>| {
        let root = groups.root(members[0]);
        members.iter().all(|member| groups.root(*member) == root)
    };
    if !sides.values().all(&mut is_one) {
        join_what_was_apart(material, &fragments, &mut groups, apart);
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let mut piece_of_root = vec![usize::MAX; fragments.len()];
    for (number, fragment) in fragments.into_iter().enumerate() {
        let found = &mut piece_of_root[groups.root(number)];
        if *found == usize::MAX {
            *found = pieces.len();
            pieces.push(Piece { fragments: Vec::new(), mass: 0.0 });
        }
        let piece = &mut pieces[*found];
        piece.mass += if fragment.mass > 0.0 {
            fragment.mass
        } else {
            fragment.shape(material).0.area_properties().area
        };
        piece.fragments.push(fragment);
    }
    pieces.arrange_stably_by(|a, b| b.mass.total_cmp(&a.mass));
    pieces
}

/// Shapes of a body that did not touch belong together all the same: on each side of a cut, the
/// largest fragments of such parts do.
fn join_what_was_apart(
    material: &CutBody,
    fragments: &[Fragment],
    groups: &mut Groups,
    apart: Real,
) {
    let solids = &material.solids;
    let mut parts = Groups::new(solids.len());
    let all: Vec<_> = (0..solids.len()).collect();
    parts.join_near(
        &all,
        |it| solids[it].bounds,
        |it| (solids[it].shape, solids[it].offset),
        apart,
    );
    if all.iter().all(|solid| parts.root(*solid) == parts.root(0)) {
        return;
    }
    // For each side and part, its largest fragment.
    let mut largest = BTreeMap::<(usize, usize), usize>::new();
    for (index, fragment) in fragments.iter().enumerate() {
        let key = (fragment.side, parts.root(fragment.solid));
        let best = largest.entry(key).or_insert(index);
        if fragment.mass > fragments[*best].mass {
            *best = index;
        }
    }
    let all: Vec<_> = largest.into_iter().collect();
    for pair in all.windows(2) {
        let [((side, _), a), ((other, _), b)] = [pair[0], pair[1]];
        if side == other {
            groups.join(a, b);
        }
    }
}

/// Sets that are joined; the root of one is its least member.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// Joins those of these that are no farther apart than that.
    fn join_near<'a>(
        &mut self,
        members: &[usize],
        bounds: impl Fn(usize) -> Aabb,
        shape: impl Fn(usize) -> (&'a Shape, Pose),
        apart: Real,
    ) {
        if members.len() < 2 {
            return;
        }
        let row = Row::new(members.iter().map(|member| (*member, bounds(*member))));
        for &a in members {
            for b in row.overlapping(bounds(a).grown(apart)).filter(|b| *b < a) {
                if self.root(a) == self.root(b) {
                    continue;
                }
                let [(of_a, at_a), (of_b, at_b)] = [shape(a), shape(b)];
                let cache = &mut query::DistanceCache::default();
                if query::distance(of_a, &at_a, of_b, &at_b, cache).distance <= apart {
                    self.join(a, b);
                }
            }
        }
    }

    fn root(&mut self, mut of: usize) -> usize {
        while self.0[of] != of {
            self.0[of] = self.0[self.0[of]];
            of = self.0[of];
        }
        of
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}
