//! What the narrow phase reads of a piece: small rows side by side, apart from the large record.

use umbra_geom::collide::{BoxState, SmallCore};
use umbra_geom::math::left_of;
use umbra_geom::{Aabb, Point, Pose, Real, Shape, Vector};
use umbra_solver::Body;

use super::Piece;

/// What a piece is to the narrow phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A box around its own origin: [`Outlines::boxes`] has it.
    Box,
    /// Two to four vertices: [`Outlines::cores`] has it.
    Small,
    /// A circle: [`Outlines::cores`] has it.
    Circle,
    /// Five to eight vertices: [`Outlines::eights`] has it.
    Eight,
    /// Anything else: only the record has it.
    Other,
}

impl Form {
    pub(crate) const ALL: [Self; 5] =
        [Self::Box, Self::Small, Self::Circle, Self::Eight, Self::Other];

    fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Circle(_) => Self::Circle,
            Shape::Capsule(_) | Shape::Segment(_) => Self::Small,
            Shape::ChainSegment(_) => Self::Other,
            Shape::Polygon(polygon) => match polygon.vertices().len() {
                _ if polygon.half_extents().is_some() => Self::Box,
                ..=4 => Self::Small,
                5..=8 => Self::Eight,
                _ => Self::Other,
            },
        }
    }
}

/// What every pair reads of its two pieces, whatever their shapes: one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct PieceRow {
    /// The box that it fills.
    pub(crate) tight: Aabb,
    /// How far its origin comes in this step; nowhere unless its body is awake.
    pub(crate) way: Vector,
    /// How far its farthest point comes by turning about the origin, counter-clockwise; 0 for a circle.
    pub(crate) turn: Real,
    /// The radius of the largest disc inside; 0 for what has no inside.
    pub(crate) size: Real,
    /// Where its origin is in the world.
    pub(crate) origin: Vector,
    /// From the origin to the farthest point.
    pub(crate) reach: Real,
    /// As in [`Piece`].
    pub(crate) body: u32,
    /// As in [`Piece`].
    pub(crate) arm: Vector,
    /// From the body's centre of mass to the farthest point, or a little more.
    pub(crate) extent: Real,
    pub(crate) form: Form,
    /// Since contacts were last refreshed.
    pub(crate) change: Change,
}

/// What may have changed of a piece since contacts were last refreshed; the greater of two says
/// what is to be asked of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Change {
    Nothing,
    /// Its fat box: it is to be asked whether that of the other still overlaps it.
    Box,
    /// Anything: its filter or kind, where it was put, whether it is there at all. The broad phase
    /// is to be asked whether the pair still is one, and no manifold is kept.
    All,
}

impl PieceRow {
    /// Notes how far a piece comes that moves with its body for `dt`.
    #[inline]
    pub(crate) fn foresee(&mut self, body: &Body, dt: Real) {
        let angle = (body.angular_velocity + body.angular_acceleration * dt) * dt;
        let step = (body.velocity + body.acceleration * dt) * dt;
        self.way = step + left_of(self.arm) * angle;
        // A circle turns within itself.
        self.turn = if self.form == Form::Circle { 0.0 } else { angle * self.reach };
    }

    /// How far the material of the piece comes at a point of the world.
    pub(crate) fn way_at(&self, point: Point) -> Vector {
        self.way + left_of(point.coords - self.origin) * self.angle()
    }

    /// By how much the piece turns in this step, as far as it matters: 0 for a circle.
    pub(crate) fn angle(&self) -> Real {
        self.turn / self.reach
    }

    /// Takes over where the piece is.
    #[inline]
    pub(crate) fn follow(&mut self, pose: &Pose, arm: Vector, tight: Aabb) {
        self.tight = tight;
        self.origin = pose.translation.vector;
        self.arm = arm;
    }

    /// Whether two pieces are farther apart than `reach` even after B has come by `motion`. Not if
    /// a number is none.
    #[inline]
    pub(crate) fn are_apart(a: &Self, b: &Self, motion: Vector, reach: Real) -> bool {
        let (a, b) = (a.tight.grown(reach), b.tight.swept(motion));
        (a.min.x > b.max.x) | (b.min.x > a.max.x) | (a.min.y > b.max.y) | (b.min.y > a.max.y)
    }
}

/// Rows for all pieces, under the same indices.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outlines {
    pub(crate) rows: Vec<PieceRow>,
    /// Without meaning for what is no box.
    pub(crate) boxes: Vec<BoxState>,
    /// For all pieces or for none: games of boxes need none. Without meaning for what has more than
    /// four vertices.
    pub(crate) cores: Vec<SmallCore>,
    /// For all pieces or for none: there are none unless some piece has five to eight vertices.
    /// Without meaning for what has more.
    pub(crate) eights: Vec<SmallCore<8>>,
    /// The rows that say of a change.
    changed: Vec<u32>,
}

impl Outlines {
    /// Sets the rows of the piece at `index`, which may be the next new one.
    pub(crate) fn set(&mut self, index: u32, piece: &Piece) {
        let core = piece.shape().core();
        let row = PieceRow {
            tight: piece.shape().aabb(&piece.pose),
            way: Vector::zeros(),
            turn: 0.0,
            size: core.radius + core.inner_radius,
            origin: piece.pose.translation.vector,
            reach: core.reach_from_origin(),
            body: piece.body,
            arm: piece.arm,
            extent: piece.arm.norm() + core.reach_from_origin(),
            form: Form::of(piece.shape()),
            change: Change::Nothing,
        };
        put(&mut self.rows, index, row);
        put(&mut self.boxes, index, box_of(piece).unwrap_or_default());
        if !self.cores.is_empty() {
            put(&mut self.cores, index, core_of(piece));
        }
        if !self.eights.is_empty() {
            put(&mut self.eights, index, core_of(piece));
        }
        self.note_change(index, Change::All);
    }

    /// Makes the rows that are only there when some piece needs them, if this one does.
    pub(crate) fn make_cores_for(&mut self, index: u32, pieces: &[Piece]) {
        match self.rows[index as usize].form {
            Form::Small | Form::Circle if self.cores.is_empty() => {
                self.cores.extend(pieces.iter().map(core_of));
            }
            Form::Eight if self.eights.is_empty() => {
                self.eights.extend(pieces.iter().map(core_of));
            }
            _ => {}
        }
    }

    /// Takes over what may have changed of the piece at `index`, and has its contacts be asked whether they
    /// still are pairs.
    pub(crate) fn update(&mut self, index: u32, piece: &Piece) {
        self.follow(index, piece);
        self.note_change(index, Change::All);
    }

    /// Takes over where the piece at `index` is. It stands still there.
    pub(crate) fn follow(&mut self, index: u32, piece: &Piece) {
        let at = index as usize;
        let row = &mut self.rows[at];
        row.follow(&piece.pose, piece.arm, piece.shape().aabb(&piece.pose));
        row.body = piece.body;
        row.extent = piece.arm.norm() + row.reach;
        (row.way, row.turn) = (Vector::zeros(), 0.0);
        self.boxes[at].set_pose(&piece.pose);
        if let Some(core) = self.cores.get_mut(at) {
            core.set_pose(&piece.pose);
        }
        if let Some(core) = self.eights.get_mut(at) {
            core.set_pose(&piece.pose);
        }
    }

    /// Has contacts of the piece at `index` be asked whether they still are pairs.
    pub(crate) fn note_change(&mut self, index: u32, change: Change) {
        let row = &mut self.rows[index as usize];
        if row.change == Change::Nothing {
            self.changed.push(index);
        }
        row.change = row.change.max(change);
    }

    /// Whether something may have changed of the piece at `index`.
    pub(crate) fn is_changed(&self, index: u32) -> bool {
        self.rows[index as usize].change != Change::Nothing
    }

    /// Whether some row says of a change.
    pub(crate) fn any_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Contacts are as pieces are now.
    pub(crate) fn forget_changes(&mut self) {
        for index in self.changed.drain(..) {
            self.rows[index as usize].change = Change::Nothing;
        }
    }

    pub(crate) fn copy_from(&mut self, source: &Self) {
        let Self { rows, boxes, cores, eights, changed } = source;
        self.rows.clone_from(rows);
        self.boxes.clone_from(boxes);
        self.cores.clone_from(cores);
        self.eights.clone_from(eights);
        self.changed.clone_from(changed);
    }
}

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
