//! What a refused call says.

use crate::{BodyKey, ColliderKey};

/// Why a call was refused. A refused call has changed nothing, except where it says so.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number or a shape makes no sense; the message names the parameter and its value.
    #[error(transparent)]
    Geometry(#[from] umbra_geom::Error),
    /// A box cannot be kept in the broad phase.
    #[error(transparent)]
    Broad(#[from] umbra_broad::Error),
    /// A value of the solver's configuration makes no sense.
    #[error(transparent)]
    Solver(#[from] umbra_solver::Error),
    /// The body was removed. A key of another scene is not recognised as such: it may name nothing
    /// here, or another body.
    #[error("there is no body {0:?} in this scene")]
    NoSuchBody(BodyKey),
    /// The collider was removed. A key of another scene is not recognised as such: it may name
    /// nothing here, or another collider.
    #[error("there is no collider {0:?} in this scene")]
    NoSuchCollider(ColliderKey),
    /// What links the arrays of a scene to one another is broken: a defect of this crate.
    #[error("{0}")]
    Corrupt(&'static str),
    /// A method of the caller's hooks panicked. The step was called off: contacts are up to date,
    /// no body has moved, and the next step goes on from there.
    #[error("the hook `{hook}` panicked: {message}")]
    HookPanicked {
        /// The method.
        hook: &'static str,
        /// What it said.
        message: String,
    },
}
