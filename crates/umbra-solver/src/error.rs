//! The errors of calls to this crate.

/// The reason why a call was refused. A refused call has changed nothing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number is invalid; the message names the parameter and its value.
    #[error(transparent)]
    Number(#[from] umbra_geom::Error),
    /// A count was zero or too large.
    #[error("`{parameter}` must be from 1 to {max}, but is {value}")]
    BadCount {
        /// The parameter that was refused.
        parameter: &'static str,
        /// Its value.
        value: u32,
        /// The greatest value allowed.
        max: u32,
    },
    /// A contact refers to a body that is not in the slice of bodies.
    #[error("contact {contact} names body {body}, but there are only {bodies} bodies")]
    NoSuchBody {
        /// The index of the contact.
        contact: usize,
        /// The index of the missing body.
        body: u32,
        /// The number of bodies.
        bodies: usize,
    },
    /// A joint refers to a body that is not in the slice of bodies.
    #[error("joint {joint} names body {body}, but there are only {bodies} bodies")]
    NoSuchJointBody {
        /// The index of the constraint.
        joint: usize,
        /// The index of the missing body.
        body: u32,
        /// The number of bodies.
        bodies: usize,
    },
    /// The structure was built for arrays of other lengths.
    #[error("the structure was built for {expected} {parameter}, but there are {value}")]
    StaleStructure {
        /// The array: `bodies` or `contacts`.
        parameter: &'static str,
        /// The length of the array that was passed.
        value: usize,
        /// The length that the structure was built for.
        expected: usize,
    },
    /// This CPU has no registers of the requested width.
    #[error("this CPU has no registers of {lanes} lanes")]
    NoSuchLevel {
        /// The requested number of lanes.
        lanes: usize,
    },
    /// The solver was built without a feature that this needs.
    #[error("the engine was built without the feature `{0}`")]
    WithoutFeature(&'static str),
    /// An array has more elements than indices of 32 bits can count.
    #[error("{value} {parameter} are more than the solver can count")]
    TooMany {
        /// The array: `bodies` or `contacts`.
        parameter: &'static str,
        /// Its length.
        value: usize,
    },
}
