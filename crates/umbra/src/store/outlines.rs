//! What the narrow phase reads of a piece: small rows side by side, apart from the large record.

use umbra_geom::collide::{BoxState, SmallCore};
use umbra_geom::{Aabb, Real, Shape, Vector};

use super::Piece;

/// What a piece is to the narrow phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A box around its own origin: [`Outlines::boxes`] has it.
    Box,
    /// Two to four vertices: [`Outlines::cores`] has it.
    Small,
    /// Anything else: only the record has it.
    Other,
}

/// What every contact reads of its two pieces, whatever their shapes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceRow {
    /// The box that it fills.
    pub(crate) tight: Aabb,
    /// As in [`Piece`].
    pub(crate) arm: Vector,
    /// As in [`Piece`].
    pub(crate) body: u32,
    /// The radius of the largest disc inside; 0 for what has no inside.
    pub(crate) size: Real,
    /// From the middle to the farthest vertex.
    pub(crate) outer_radius: Real,
    /// From the piece's origin to its farthest point.
    pub(crate) reach: Real,
    /// From the body's centre of mass to the farthest point, or a little more.
    pub(crate) extent: Real,
    pub(crate) form: Form,
    /// The fat box, filter, kind or place may not be what they were when contacts were last
    /// refreshed: the broad phase has to be asked whether contacts of this piece are still pairs,
    /// and no manifold of it is kept.
    pub(crate) changed: bool,
}

impl PieceRow {
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
    /// For all pieces or for none: games of boxes and circles need none. Without meaning for what
    /// has more vertices, or one.
    pub(crate) cores: Vec<SmallCore>,
    /// The rows that say `changed`.
    changed: Vec<u32>,
}

impl Outlines {
    /// Sets the rows of the piece at `index`, which may be the next new one.
    pub(crate) fn set(&mut self, index: u32, piece: &Piece) {
        let core = piece.shape().core();
        let is_box = box_of(piece).is_some();
        let is_small = SmallCore::new(piece.shape(), &piece.pose).is_some();
        let row = PieceRow {
            tight: piece.shape().aabb(&piece.pose),
            arm: piece.arm,
            body: piece.body,
            size: core.radius + core.inner_radius,
            outer_radius: core.outer_radius,
            reach: core.reach_from_origin(),
            extent: piece.arm.norm() + core.reach_from_origin(),
            form: match (is_box, is_small) {
                (true, _) => Form::Box,
                (false, true) => Form::Small,
                (false, false) => Form::Other,
            },
            changed: false,
        };
        put(&mut self.rows, index, row);
        put(&mut self.boxes, index, box_of(piece).unwrap_or_default());
        if !self.cores.is_empty() {
            put(&mut self.cores, index, core_of(piece));
        }
        self.note_change(index);
    }

    /// Whether the piece needs rows in `cores`, which are not there.
    pub(crate) fn wants_cores(&self, index: u32) -> bool {
        self.cores.is_empty() && self.rows[index as usize].form == Form::Small
    }

    /// Makes the rows that are only there when one piece needs them.
    pub(crate) fn make_cores(&mut self, pieces: &[Piece]) {
        self.cores.clear();
        self.cores.extend(pieces.iter().map(core_of));
    }

    /// Takes over what may have changed of the piece at `index`.
    pub(crate) fn update(&mut self, index: u32, piece: &Piece) {
        let at = index as usize;
        self.rows[at].tight = piece.shape().aabb(&piece.pose);
        (self.rows[at].arm, self.rows[at].body) = (piece.arm, piece.body);
        self.rows[at].extent = piece.arm.norm() + self.rows[at].reach;
        self.boxes[at].set_pose(&piece.pose);
        if let Some(core) = self.cores.get_mut(at) {
            core.set_pose(&piece.pose);
        }
        self.note_change(index);
    }

    /// Has the broad phase be asked about contacts of the piece at `index`.
    pub(crate) fn note_change(&mut self, index: u32) {
        let row = &mut self.rows[index as usize];
        if !row.changed {
            row.changed = true;
            self.changed.push(index);
        }
    }

    /// Contacts are as pieces are now.
    pub(crate) fn forget_changes(&mut self) {
        for index in self.changed.drain(..) {
            self.rows[index as usize].changed = false;
        }
    }

    pub(crate) fn copy_from(&mut self, source: &Self) {
        let Self { rows, boxes, cores, changed } = source;
        self.rows.clone_from(rows);
        self.boxes.clone_from(boxes);
        self.cores.clone_from(cores);
        self.changed.clone_from(changed);
    }
}

fn box_of(piece: &Piece) -> Option<BoxState> {
    match piece.shape() {
        Shape::Polygon(polygon) => BoxState::new(polygon, &piece.pose),
        _ => None,
    }
}

fn core_of(piece: &Piece) -> SmallCore {
    SmallCore::new(piece.shape(), &piece.pose).unwrap_or_default()
}

/// Overwrites element `index`, or appends it when that is the next one.
fn put<T>(list: &mut Vec<T>, index: u32, value: T) {
    match list.get_mut(index as usize) {
        Some(place) => *place = value,
        None => list.push(value),
    }
}
