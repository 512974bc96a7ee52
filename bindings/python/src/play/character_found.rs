//! What the steps of a character find.
use pyo3::prelude::*;
use umbra::character::{
    Crush, Ground as Found, Hit, Moved as Report, Push as Pushed, Slide as Slid,
};
use umbra::prelude::{Pose, Vector};

found! {
    /// Ground that a character stands on.
    Ground(Found) {
        /// Body of the ground.
        body |it| it.body;
        /// Collider of the ground.
        collider |it| it.collider;
        /// Index of its shape, or the cell `(column, row)`.
        part |it| it.part;
        /// Point at which it stands.
        point |it| it.point;
        /// Normal of the ground there.
        normal |it| it.normal;
        /// Velocity of the ground there, with that of a conveyor belt.
        velocity |it| it.velocity;
        /// Pose of the body.
        body_pose |it| it.body_pose;
        /// Speed of a conveyor belt.
        belt |it| it.belt;
        /// True for a one-way platform.
        is_platform |it| it.is_platform;
        /// Weight with which the character bears on it.
        load |it| it.load;
        /// Speed at which the ground yields under that weight.
        load_pace |it| it.load_pace;
    }
    /// A surface that a character pressed on in a step.
    CharacterHit(Hit) {
        /// Kind of the surface: "ground", "wall" or "ceiling".
        kind |it| it.kind;
        /// Body of the surface.
        body |it| it.body;
        /// Collider of the surface.
        collider |it| it.collider;
        /// Index of its shape, or the cell `(column, row)`.
        part |it| it.part;
        /// Point at which the character hit it.
        point |it| it.point;
        /// Normal there, toward the character.
        normal |it| it.normal;
    }
    /// Push of a character on a dynamic body.
    Push(Pushed) {
        /// The body.
        body |it| it.body;
        /// Point at which the body is pushed.
        point |it| it.point;
        /// The impulse; of a weight, that of the whole step.
        impulse |it| it.impulse;
        /// True if it is the weight of a character that stands there, a force during the next step.
        is_weight |it| it.is_weight;
        /// True if it wakes the body.
        wakes |it| it.wakes;
    }
    /// An overlap that a character could not leave, because it had no room.
    CharacterCrush(Crush) {
        /// Body that it overlaps most deeply.
        body |it| it.body;
        /// Depth of the overlap.
        depth |it| it.depth;
    }
    /// Result of a step of a character.
    Moved(OwnedReport) {
        /// Distance and direction that it moved in all.
        translation |it| it.translation;
        /// Part of the translation by which the ground carried it.
        carried |it| it.carried;
        /// Height of a step that it was moved up at once, or down if negative.
        stepped |it| it.stepped;
        /// True if it jumped.
        jumped |it| it.jumped;
        /// Speed at which it came down, if it landed, or `None`.
        landed |it| it.landed;
        /// What crushed it, a `CharacterCrush`, or `None`.
        crushed |it| it.crushed;
        /// Surfaces that it pressed on, a list of `CharacterHit`.
        hits |it| it.hits.clone();
        /// Pushes on dynamic bodies, a list of `Push`.
        pushes |it| it.pushes.clone();
    }
    /// Result of `Scene.move_and_slide`.
    Slide(Slid) {
        /// Pose of the shape at the end.
        pose |it| it.pose;
        /// Distance and direction that it moved.
        translation |it| it.translation;
        /// Surfaces that it pressed on, a list of `CharacterHit`.
        hits |it| it.hits().to_vec();
    }
}

/// A report that does not borrow from its character.
#[derive(Clone)]
pub struct OwnedReport {
    translation: Vector,
    carried: Vector,
    stepped: f32,
    jumped: bool,
    landed: Option<f32>,
    crushed: Option<Crush>,
    hits: Vec<Hit>,
    pushes: Vec<Pushed>,
}

impl From<&Report<'_>> for OwnedReport {
    fn from(report: &Report<'_>) -> Self {
        Self {
            translation: report.translation,
            carried: report.carried,
            stepped: report.stepped,
            jumped: report.jumped,
            landed: report.landed,
            crushed: report.crushed,
            hits: report.hits.to_vec(),
            pushes: report.pushes.to_vec(),
        }
    }
}

impl crate::value::Give for (Found, f32) {
    fn give<'py>(
        self,
        py: Python<'py>,
        scene: &crate::scene_lock::Shared,
    ) -> PyResult<Bound<'py, PyAny>> {
        let parts = [self.0.give(py, scene)?, self.1.give(py, scene)?];
        Ok(pyo3::types::PyTuple::new(py, parts)?.into_any())
    }
}

/// The pose of a shape that is moved.
pub fn checked_pose(value: &Bound<'_, PyAny>) -> PyResult<Pose> {
    let pose = <Pose as crate::value::Take>::take("pose", value)?;
    umbra::geom::limits::pose("pose", pose).map_err(crate::errors::raise_geometry)
}
