//! What can be wrong with a call to this crate.

/// What was wrong with a call. A refused call has changed nothing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number makes no sense; the message names the parameter and its value.
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
    /// A contact names a body that is not in the slice of bodies.
    #[error("contact {contact} names body {body}, but there are only {bodies} bodies")]
    NoSuchBody {
        /// The position of the contact.
        contact: usize,
        /// The body it names.
        body: u32,
        /// How many bodies there are.
        bodies: usize,
    },
    /// A joint names a body that is not in the slice of bodies.
    #[error("joint {joint} names body {body}, but there are only {bodies} bodies")]
    NoSuchJointBody {
        /// The position of the constraint.
        joint: usize,
        /// The body it names.
        body: u32,
        /// How many bodies there are.
        bodies: usize,
    },
    /// The structure was built for other arrays than those that are to be solved.
    #[error("the structure was built for {expected} {parameter}, but there are {value}")]
    StaleStructure {
        /// The array: `bodies` or `contacts`.
        parameter: &'static str,
        /// The length of the array that was passed.
        value: usize,
        /// The length the structure was built for.
        expected: usize,
    },
    /// This CPU has no registers as wide as were asked for.
    #[error("this CPU has no registers of {lanes} lanes")]
    NoSuchLevel {
        /// The lanes that were asked for.
        lanes: usize,
    },
    /// More than the indices of 32 bits can count.
    #[error("{value} {parameter} are more than the solver can count")]
    TooMany {
        /// The array: `bodies` or `contacts`.
        parameter: &'static str,
        /// Its length.
        value: usize,
    },
}
