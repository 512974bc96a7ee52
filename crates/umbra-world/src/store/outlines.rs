//! Data that the narrow phase reads of pieces: compact arrays, apart from the large [`Piece`].

use core::fmt::Write as _;

use umbra_geom::collide::{BoxState, SmallCore};
use umbra_geom::math::{dot, left_of};
use umbra_geom::{Aabb, Point, Pose, Real, Shape, Vector};
use umbra_solver::{Body, LIVELY};

use crate::clone::write_over;
use crate::clone_by_field;

use super::{Piece, PredictedMotion};

/// Form of a shape, as the narrow phase treats it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A box around its origin, kept in [`PieceCache::boxes`].
    Box,
    /// Two to four vertices, kept in [`PieceCache::cores`].
    Small,
    /// A circle, kept in [`PieceCache::cores`].
    Circle,
    /// Five to eight vertices, kept in [`PieceCache::eights`].
    Eight,
    /// Anything else, kept in [`Piece`] only.
    Other,
}

impl Form {
    pub(crate) const ALL: [Self; 5] =
        [Self::Box, Self::Small, Self::Circle, Self::Eight, Self::Other];

    fn new(shape: &Shape) -> Self {
        match shape {
            Shape::Circle(_) => Self::Circle,
            Shape::ChainSegment(_) => Self::Other,
            Shape::Polygon(polygon) if polygon.half_extents().is_some() => Self::Box,
            _ => match shape.core().vertices.len() {
                ..=4 => Self::Small,
                5..=8 => Self::Eight,
                _ => Self::Other,
            },
        }
    }
}

/// Pose and motion of a piece, which every pair reads, in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct PoseCache {
    /// The tight box.
    pub(crate) tight: Aabb,
    /// The predicted displacement of its origin in this step; zero unless its body is awake.
    pub displacement: Vector,
    /// The predicted turn times the bounding radius, counter-clockwise; 0 for a circle.
    pub turn: Real,
    /// The radius of the largest disc inside; 0 for a shape without an inside.
    pub(crate) size: Real,
    /// The position of its origin.
    pub(crate) origin: Vector,
    /// From the origin to the farthest point.
    pub(crate) bounding_radius: Real,
    /// Index of the body, as in [`Piece`].
    pub body: u32,
    /// Lever arm, as in [`Piece`].
    pub(crate) arm: Vector,
    /// From the centre of mass of the body to the farthest point, or a little more.
    pub extent: Real,
    pub(crate) form: Form,
    /// Changes since contacts were last refreshed.
    pub(crate) change: Change,
    pub traits: Traits,
}

/// Rare traits of a piece, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits(u8);

impl Traits {
    /// It adjoins others: see [`SeamList`](super::SeamList).
    pub const HAS_SEAMS: Self = Self(1);
    /// It is a one-way platform.
    pub const IS_ONE_WAY: Self = Self(2);
    /// Fast motion past it is swept, whatever the other piece is.
    pub(crate) const IS_SWEPT: Self = Self(4);
    /// A piece marked as [`Change::All`] of which only the contacts are dirty. It stands where it
    /// stood beside the other pieces of its body, and its seams with them hold.
    pub(crate) const KEEPS_SEAMS: Self = Self(8);
    /// Its body is on its way through a portal.
    pub(crate) const IS_CROSSING: Self = Self(16);

    /// True if one of two pieces has the trait.
    #[inline(always)]
    pub(crate) fn either(self, other: Self, what: Self) -> bool {
        (self.0 | other.0) & what.0 != 0
    }

    #[inline(always)]
    pub(crate) fn has(self, what: Self) -> bool {
        self.0 & what.0 != 0
    }

    pub fn set(&mut self, what: Self, is_so: bool) {
        self.0 = if is_so { self.0 | what.0 } else { self.0 & !what.0 };
    }
}

/// Change of a piece since contacts were last refreshed. The greater change of two pieces decides
/// which checks their pair needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Change {
    Nothing,
    /// The fat box: check whether those of a pair still overlap.
    Box,
    /// Anything: filter, kind, place or existence. The broad phase decides whether the pair still
    /// is one, and no manifold is recycled.
    All,
    /// The same, by the caller: the piece was added, was moved, or may collide with others now. Its
    /// contacts do not show its overlaps.
    Placed,
}

/// A mark: the collider of the piece overlaps a sensor.
pub(crate) const IS_SEEN: u8 = 1;
/// A mark: the fat box of the piece was found not to be near one of a sensor, and has not changed
/// since.
pub(crate) const IS_FAR: u8 = 2;

impl PoseCache {
    /// Predicts the motion of the piece with its body in a step of `dt`.
    #[inline]
    pub(crate) fn predict(&mut self, body: &Body, dt: Real) {
        let PredictedMotion { displacement, angle } = PredictedMotion::predict(body, dt);
        self.displacement = displacement + left_of(self.arm) * angle;
        // A circle turns within itself.
        self.turn = if self.form == Form::Circle { 0.0 } else { angle * self.bounding_radius };
    }

    /// True if the piece moves farther than twice its size in this step, as predicted.
    #[inline]
    pub(crate) fn is_fast(&self) -> bool {
        dot(self.displacement, self.displacement) > 4.0 * self.size * self.size
    }

    /// The predicted displacement of the material at a point of the world.
    pub(crate) fn displacement_at(&self, point: Point) -> Vector {
        self.displacement + left_of(point.coords - self.origin) * self.angle()
    }

    /// The predicted turn; 0 for a circle.
    pub(crate) fn angle(&self) -> Real {
        self.turn / self.bounding_radius
    }

    /// Copies the pose of the piece.
    #[inline]
    pub(crate) fn follow(&mut self, pose: &Pose, arm: Vector, tight: Aabb) {
        self.tight = tight;
        self.origin = pose.translation.vector;
        self.arm = arm;
    }

    fn forget_change(&mut self) {
        self.change = Change::Nothing;
        self.traits.set(Traits::KEEPS_SEAMS, false);
    }

    /// True if two boxes are farther apart than `margin`, with B swept by `motion`. False if a
    /// number is NaN.
    #[inline]
    pub(crate) fn are_apart(a: &Self, b: &Self, motion: Vector, margin: Real) -> bool {
        let (a, b) = (a.tight.grown(margin), b.tight.swept(motion));
        (a.min.x > b.max.x) | (b.min.x > a.max.x) | (a.min.y > b.max.y) | (b.min.y > a.max.y)
    }
}

/// Arrays parallel to the pieces.
#[derive(Debug, Default)]
pub struct PieceCache {
    pub poses: Vec<PoseCache>,
    /// Meaningless for other forms than boxes.
    pub(crate) boxes: Vec<BoxState>,
    /// For all pieces or none: games of boxes need none. Meaningless for more than four vertices.
    pub(crate) cores: Vec<SmallCore>,
    /// For all pieces or none: needed when a piece has five to eight vertices. Meaningless for
    /// more.
    pub(crate) eights: Vec<SmallCore<8>>,
    /// True if a piece moves farther than its size in this step.
    pub(crate) any_fast: bool,
    /// True if there ever was a piece with a restitution of [`LIVELY`] or more.
    pub any_lively: bool,
    /// The pieces marked as changed.
    changed: Vec<u32>,
    /// Marks of each piece for sensors: [`IS_SEEN`] and [`IS_FAR`]. Empty if there are no sensors.
    marks: Vec<u8>,
    /// True if `remade` is kept, because there are sensors.
    pub is_watched: bool,
    /// The pieces that changed in more than their boxes since sensors were last updated. Some may
    /// be listed twice.
    pub(crate) remade: Vec<u32>,
}

impl PieceCache {
    /// All that means anything, as text: for tests that compare.
    #[doc(hidden)]
    pub fn as_text(&self) -> String {
        let Self { poses, boxes, cores, eights, changed, marks, remade, .. } = self;
        let mut text = format!("{poses:?} {changed:?} {marks:?} {remade:?}");
        for (index, pose) in poses.iter().enumerate() {
            let _ = match pose.form {
                Form::Box => write!(text, " {:?} {:?}", boxes[index], cores.get(index)),
                Form::Small | Form::Circle => write!(text, " {:?}", cores.get(index)),
                Form::Eight => write!(text, " {:?}", eights.get(index)),
                Form::Other => Ok(()),
            };
        }
        text
    }

    /// Notes the restitution of a piece. No rule makes more of two than the greater one.
    pub fn note_restitution(&mut self, restitution: Real) {
        self.any_lively |= restitution >= LIVELY;
    }

    /// Writes all arrays for the piece at `index`, which may be the next new one.
    pub(crate) fn set(&mut self, index: u32, piece: &Piece, is_swept: bool) {
        self.note_restitution(piece.substance.material.restitution);
        let mut traits = Traits::default();
        traits.set(Traits::IS_ONE_WAY, piece.substance.one_way.is_some());
        traits.set(Traits::IS_SWEPT, is_swept);
        let core = piece.shape().core();
        let cache = PoseCache {
            tight: piece.shape_aabb(),
            displacement: Vector::zeros(),
            turn: 0.0,
            size: core.radius + core.inner_radius,
            origin: piece.pose.translation.vector,
            bounding_radius: core.reach_from_origin(),
            body: piece.body,
            arm: piece.arm,
            extent: piece.local_arm.norm() + core.reach_from_origin(),
            form: Form::new(piece.shape()),
            change: self.poses.get(index as usize).map_or(Change::Nothing, |old| old.change),
            traits,
        };
        put(&mut self.poses, index, cache);
        if self.is_watched {
            put(&mut self.marks, index, 0);
        }
        put(&mut self.boxes, index, box_of(piece).unwrap_or_default());
        if !self.cores.is_empty() {
            put(&mut self.cores, index, core_of(piece));
        }
        if !self.eights.is_empty() {
            put(&mut self.eights, index, core_of(piece));
        }
        self.note_change(index, Change::All);
    }

    /// Takes over pending changes and predicted motion from the arrays before, and nothing else.
    pub(crate) fn take_changes(&mut self, before: Self) {
        let Self { poses, changed, marks, is_watched, remade, any_lively, .. } = before;
        // To be made is no change.
        self.restore_changes(&[], &[], &[]);
        for (new, old) in self.poses.iter_mut().zip(&poses) {
            new.change = old.change;
            // Contacts that were found on the way are read by it.
            (new.displacement, new.turn) = (old.displacement, old.turn);
            new.traits.set(Traits::HAS_SEAMS, old.traits.has(Traits::HAS_SEAMS));
        }
        (self.changed, self.marks, self.is_watched) = (changed, marks, is_watched);
        (self.remade, self.any_lively) = (remade, any_lively);
    }

    /// Fills the arrays that are needed only when some piece has this form.
    pub(crate) fn make_cores_for(&mut self, index: u32, pieces: &[Piece]) {
        match self.poses[index as usize].form {
            Form::Small | Form::Circle if self.cores.is_empty() => {
                self.cores.extend(pieces.iter().map(core_of));
            }
            Form::Eight if self.eights.is_empty() => {
                self.eights.extend(pieces.iter().map(core_of));
            }
            _ => {}
        }
    }

    /// Updates the piece at `index`, and marks it as changed.
    pub(crate) fn update(&mut self, index: u32, piece: &Piece) {
        self.follow(index, piece);
        self.note_change(index, Change::All);
    }

    /// Updates the piece at `index`, whose body has another centre of mass. The piece stays where
    /// it is, except for rounding.
    pub(crate) fn follow_center(&mut self, index: u32, piece: &Piece) {
        self.follow(index, piece);
        self.note_stale_contacts(index);
    }

    /// Updates the piece at `index`, whose body was clamped to its time of impact. Its predicted
    /// motion is still needed.
    pub(crate) fn clamp_to_impact(&mut self, index: u32, piece: &Piece) {
        self.shift(index, piece);
        self.note_change(index, Change::All);
    }

    /// Updates the piece at `index`, which is seen from another origin.
    pub(crate) fn shift(&mut self, index: u32, piece: &Piece) {
        let PoseCache { displacement, turn, .. } = self.poses[index as usize];
        self.follow(index, piece);
        let cache = &mut self.poses[index as usize];
        (cache.displacement, cache.turn) = (displacement, turn);
    }

    /// Updates the pose of the piece at `index`, which stands still.
    pub(crate) fn follow(&mut self, index: u32, piece: &Piece) {
        let at = index as usize;
        let cache = &mut self.poses[at];
        cache.follow(&piece.pose, piece.arm, piece.shape_aabb());
        cache.body = piece.body;
        cache.extent = piece.local_arm.norm() + cache.bounding_radius;
        (cache.displacement, cache.turn) = (Vector::zeros(), 0.0);
        self.boxes[at].set_pose(&piece.pose);
        if let Some(core) = self.cores.get_mut(at) {
            core.set_pose(&piece.pose);
        }
        if let Some(core) = self.eights.get_mut(at) {
            core.set_pose(&piece.pose);
        }
    }

    /// Marks the piece at `index`: its contacts are checked in the next step.
    pub(crate) fn note_change(&mut self, index: u32, change: Change) {
        let cache = &mut self.poses[index as usize];
        if cache.change == Change::Nothing {
            self.changed.push(index);
        }
        cache.change = cache.change.max(change);
        if change >= Change::All {
            cache.traits.set(Traits::KEEPS_SEAMS, false);
        }
        self.mark(index, IS_FAR, false);
    }

    /// Marks the piece at `index`: its contacts are checked in the next step. Its seams with other
    /// pieces of its body hold, unless something else was changed.
    pub(crate) fn note_stale_contacts(&mut self, index: u32) {
        let PoseCache { change, traits, .. } = self.poses[index as usize];
        let keeps_seams = change < Change::All || traits.has(Traits::KEEPS_SEAMS);
        self.note_change(index, Change::All);
        self.poses[index as usize].traits.set(Traits::KEEPS_SEAMS, keeps_seams);
    }

    /// Begins or ceases to note what sensors have to know.
    pub fn watch(&mut self, is_watched: bool) {
        self.is_watched = is_watched;
        self.marks.clear();
        self.remade.clear();
        self.marks.resize(if is_watched { self.poses.len() } else { 0 }, 0);
    }

    /// Sets or clears a mark of a piece.
    #[inline]
    pub(crate) fn mark(&mut self, index: u32, mark: u8, is_set: bool) {
        if let Some(marks) = self.marks.get_mut(index as usize) {
            *marks = if is_set { *marks | mark } else { *marks & !mark };
        }
    }

    /// Clears a mark of all pieces.
    pub(crate) fn clear_marks(&mut self, mark: u8) {
        self.marks.iter_mut().for_each(|marks| *marks &= !mark);
    }

    /// The marks of a piece.
    #[inline]
    pub(crate) fn marks_of(&self, index: u32) -> u8 {
        self.marks.get(index as usize).copied().unwrap_or_default()
    }

    /// True if the piece at `index` is marked as changed.
    pub fn is_changed(&self, index: u32) -> bool {
        self.poses[index as usize].change != Change::Nothing
    }

    /// True if the caller has placed the piece at `index` since contacts were last refreshed.
    pub(crate) fn is_placed(&self, index: u32) -> bool {
        self.poses[index as usize].change == Change::Placed
    }

    /// True if a piece is marked as changed.
    pub fn any_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// True if the list has every piece that is marked as changed, once.
    pub(crate) fn changes_are_listed(&self) -> bool {
        let mut listed = self.changed.clone();
        listed.sort_unstable();
        let marked = (0..).zip(&self.poses).filter(|(_, cache)| cache.change != Change::Nothing);
        listed.into_iter().eq(marked.map(|(index, _)| index))
    }

    /// The changes of pieces, each with the body of the piece.
    pub(crate) fn changes(&self) -> impl Iterator<Item = (u32, Change)> {
        let poses = self.changed.iter().map(|index| &self.poses[*index as usize]);
        poses.map(|cache| (cache.body, cache.change))
    }

    /// The pieces that changed in more than their fat box.
    pub(crate) fn changed_wholly(&self) -> impl Iterator<Item = u32> {
        let is_whole = |index: &u32| self.poses[*index as usize].change >= Change::All;
        self.changed.iter().copied().filter(is_whole)
    }

    /// Saves the pending changes: the changed pieces, each with its change and whether it keeps its
    /// seams.
    pub fn save_changes(
        &self,
        changed: &mut Vec<(u32, Change, bool)>,
        marks: &mut Vec<u8>,
        remade: &mut Vec<u32>,
    ) {
        changed.clear();
        let change = |index: &u32| {
            let PoseCache { change, traits, .. } = self.poses[*index as usize];
            (*index, change, traits.has(Traits::KEEPS_SEAMS))
        };
        changed.extend(self.changed.iter().map(change));
        marks.clone_from(&self.marks);
        remade.clone_from(&self.remade);
    }

    /// Restores the pending changes.
    pub fn restore_changes(
        &mut self,
        changed: &[(u32, Change, bool)],
        marks: &[u8],
        remade: &[u32],
    ) {
        for index in self.changed.drain(..) {
            self.poses[index as usize].forget_change();
        }
        for (index, change, keeps_seams) in changed {
            self.changed.push(*index);
            let cache = &mut self.poses[*index as usize];
            cache.change = *change;
            cache.traits.set(Traits::KEEPS_SEAMS, *keeps_seams);
        }
        write_over(&mut self.marks, marks);
        write_over(&mut self.remade, remade);
    }

    /// Clears all marks: contacts are up to date.
    pub(crate) fn forget_changes(&mut self) {
        for index in self.changed.drain(..) {
            let cache = &mut self.poses[index as usize];
            if self.is_watched && cache.change >= Change::All {
                self.remade.push(index);
            }
            cache.forget_change();
        }
    }
}

clone_by_field!(PieceCache {
    poses,
    boxes,
    cores,
    eights,
    any_lively,
    any_fast,
    changed,
    marks,
    is_watched,
    remade
});

fn box_of(piece: &Piece) -> Option<BoxState> {
    match piece.shape() {
        Shape::Polygon(polygon) => BoxState::new(polygon, &piece.pose),
        _ => None,
    }
}

fn core_of<const N: usize>(piece: &Piece) -> SmallCore<N> {
    SmallCore::new(piece.shape(), &piece.pose).unwrap_or_default()
}

/// Overwrites element `index`, or appends it when that is the next one.
fn put<T>(list: &mut Vec<T>, index: u32, value: T) {
    match list.get_mut(index as usize) {
        Some(place) => *place = value,
        None => list.push(value),
    }
}
