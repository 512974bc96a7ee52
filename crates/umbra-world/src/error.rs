//! Errors of refused calls.

use umbra_geom::Real;

use crate::{BodyKey, ColliderKey, FieldKey, JointKey, PortalKey};

/// Reason for refusing a call. A refused call has changed nothing, unless its documentation says
/// otherwise.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// let refused = scene.add_body(Body::dynamic().linear_damping(-1.0)).unwrap_err();
/// assert_eq!(refused.to_string(), "`linear_damping` must not be negative, but is -1");
/// let key = scene.add_body(Body::fixed())?;
/// let refused = scene.body_mut(key)?.apply_force([1.0, 0.0]);
/// assert_eq!(refused, Err(umbra::Error::NotDynamic(key)));
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Invalid number or shape; the message names the parameter and its value. Constructors of
    /// shapes return only this error, so `?` converts it into an error of a scene.
    #[error(transparent)]
    BadValue(#[from] umbra_geom::Error),
    /// A count in the configuration is zero or too large.
    #[error("`{parameter}` must be from 1 to {max}, but is {value}")]
    BadCount {
        /// The parameter.
        parameter: &'static str,
        /// The count that was given.
        value: u32,
        /// The greatest count allowed.
        max: u32,
    },
    /// The processor has no registers as wide as [`SceneConfig::simd`](crate::SceneConfig::simd)
    /// asks for.
    #[error("this CPU has no registers of {lanes} lanes")]
    NoSuchLevel {
        /// The lanes that were asked for.
        lanes: usize,
    },
    /// There is no room for more.
    #[error("there is no room for more than {most} {what}")]
    Full {
        /// Of what there are too many: shapes of colliders, contacts, ...
        what: &'static str,
        /// Maximum number.
        most: usize,
    },
    /// The body was removed. A key of another scene is not recognised as such: it may name nothing
    /// here, or another body.
    #[error("there is no body {0:?} in this scene")]
    NoSuchBody(BodyKey),
    /// The collider was removed. A key of another scene is not recognised as such: it may name
    /// nothing here, or another collider.
    #[error("there is no collider {0:?} in this scene")]
    NoSuchCollider(ColliderKey),
    /// The joint was removed or has broken. A key of another scene is not recognised as such.
    #[error("there is no joint {0:?} in this scene")]
    NoSuchJoint(JointKey),
    /// A body was to be cut that has nothing with an area: only lines, sensors, or no colliders.
    #[error("body {0:?} has nothing to cut")]
    NothingToCut(BodyKey),
    /// Only dynamic bodies can be pushed.
    #[error("body {0:?} is not dynamic, so forces and impulses cannot push it")]
    NotDynamic(BodyKey),
    /// Only kinematic bodies can be moved to a target pose.
    #[error("body {0:?} is not kinematic, so it cannot be told where to move to")]
    NotKinematic(BodyKey),
    /// A tile map has no mass, so it belongs on a fixed or a kinematic body.
    #[error("body {0:?} cannot be dynamic and have a tile map")]
    MapOnDynamicBody(BodyKey),
    /// A joint was to have the same body at both ends.
    #[error("a joint cannot join body {0:?} to itself")]
    JoinsItself(BodyKey),
    /// A gear was to count a joint that has neither an angle nor a way, or whose first body is
    /// dynamic.
    #[error(
        "a gear needs revolute, wheel, prismatic or groove joints on fixed or kinematic bodies; {0:?} is none"
    )]
    NotGeared(JointKey),
    /// A joint was to be closed that has no dynamic body, is a pulley with too short a line, or
    /// holds no place.
    #[error("joint {0:?} cannot be closed by moving one of its bodies")]
    CannotClose(JointKey),
    /// A car has come apart: the joint of a wheel has broken or was removed, or holds the wheel to
    /// another piece since the chassis was cut or broke.
    #[error("wheel {wheel:?} is no longer held to chassis {chassis:?} by joint {joint:?}")]
    WheelOff {
        /// The wheel.
        wheel: BodyKey,
        /// The chassis.
        chassis: BodyKey,
        /// The joint that held it there.
        joint: JointKey,
    },
    /// Joints of this kind have no such parameter.
    #[error("a {kind} joint has no `{parameter}`")]
    NotForJoint {
        /// The parameter.
        parameter: &'static str,
        /// The kind of joint.
        kind: &'static str,
    },
    /// Fields of this kind have no such parameter.
    #[error("a field of {kind} has no `{parameter}`")]
    NotForField {
        /// The parameter.
        parameter: &'static str,
        /// The kind of field.
        kind: &'static str,
    },
    /// There is no such field; it may have been removed.
    #[error("there is no field {0:?} in this scene")]
    NoSuchField(FieldKey),
    /// There is no such portal; it may have been removed.
    #[error("there is no portal {0:?} in this scene")]
    NoSuchPortal(PortalKey),
    /// The two segments of a portal are not equally long.
    #[error("the segments of a portal must be equally long, but `from` is {from} and `to` is {to}")]
    UnlikePortal {
        /// The length of the first.
        from: Real,
        /// The length of the second.
        to: Real,
    },
    /// The lower limit is greater than the upper one.
    #[error("`{parameter}` must not be the wrong way round, but go from {lower} to {upper}")]
    InvertedLimits {
        /// The parameter.
        parameter: &'static str,
        /// The lower limit that was given.
        lower: Real,
        /// The upper limit that was given.
        upper: Real,
    },
    /// A list has too few or too many entries.
    #[error("`{parameter}` must have {expected} entries, but has {count}")]
    WrongCount {
        /// The list.
        parameter: &'static str,
        /// Number of entries that were given.
        count: usize,
        /// Number of entries that are needed.
        expected: usize,
    },
    /// A collider that is not all lines was to have one side.
    #[error("only segments and chains have two sides: shape {index} of `one_sided` has none")]
    NotALine {
        /// Index of the shape.
        index: usize,
    },
    /// There is no shape of this index in the collider.
    #[error("{collider:?} has {count} shapes, and so none of index {index}")]
    NoSuchShape {
        /// The collider.
        collider: ColliderKey,
        /// The index that was given.
        index: usize,
        /// Number of shapes.
        count: usize,
    },
    /// The collider is no tile map.
    #[error("{0:?} is no tile map")]
    NoTiles(ColliderKey),
    /// The engine was built without a feature that this needs.
    #[error("the engine was built without the feature `{0}`")]
    WithoutFeature(&'static str),
    /// A file names something by a number that it has not.
    #[error("`{what}` is {number}, but the file has {count} of these")]
    NoSuchEntry {
        /// Kind of thing that is named.
        what: &'static str,
        /// The number that is not there.
        number: u32,
        /// Number of entries.
        count: usize,
    },
    /// A row of a tile map has a letter that its legend does not contain.
    #[error("the legend of a tile map has no letter {letter:?}")]
    NoSuchLetter {
        /// The letter.
        letter: char,
    },
    /// A file is of a version that this one does not know.
    #[error("the file is of version {version}, and this library reads up to {newest}")]
    UnknownVersion {
        /// Of the file.
        version: u32,
        /// The newest that can be read.
        newest: u32,
    },
    /// A recording does not go back so far.
    #[error("cannot go back by {steps} steps: {kept} are recorded")]
    NotRecorded {
        /// Number of steps to go back.
        steps: u32,
        /// Number of steps that are recorded.
        kept: u32,
    },
    /// Something in a file was refused.
    #[error("{place}: {error}")]
    InFile {
        /// Place in the file.
        place: String,
        /// Error that was found there.
        error: Box<Error>,
    },
    /// A scene was to go back to a snapshot into which nothing was saved.
    #[error("nothing was saved into the snapshot")]
    EmptySnapshot,
    /// An axis has no length.
    #[error("`{parameter}` must have a direction, but is zero")]
    ZeroAxis {
        /// The parameter.
        parameter: &'static str,
    },
    /// The parts of a scene do not fit together: a file is damaged, or this crate has a defect.
    #[error("{0}")]
    Corrupt(String),
    /// A method of the caller's hooks panicked. The step was cancelled: contacts are up to date, no
    /// body has moved, and the next step continues from there. Only
    /// [`should_sense`](crate::Hooks::should_sense) is called after bodies have moved: see
    /// `Scene::step_with`.
    #[error("the hook `{hook}` panicked: {message}")]
    HookPanicked {
        /// The method.
        hook: &'static str,
        /// Message of the reader.
        message: String,
    },
}

impl Error {
    /// The parameter or property that was refused, if it was one.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let refused = scene.add_body(Body::dynamic().linear_damping(-1.0)).unwrap_err();
    /// assert_eq!(refused.parameter(), Some("linear_damping"));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn parameter(&self) -> Option<&'static str> {
        match self {
            Self::BadValue(error) => Some(error.parameter()),
            Self::BadCount { parameter, .. }
            | Self::NotForJoint { parameter, .. }
            | Self::NotForField { parameter, .. }
            | Self::InvertedLimits { parameter, .. }
            | Self::WrongCount { parameter, .. }
            | Self::ZeroAxis { parameter } => Some(parameter),
            Self::InFile { error, .. } => error.parameter(),
            _ => None,
        }
    }
}

impl From<umbra_broad::Error> for Error {
    fn from(error: umbra_broad::Error) -> Self {
        match error {
            umbra_broad::Error::Geometry(error) => error.into(),
            umbra_broad::Error::Full { most } => Self::Full { what: "shapes", most: most as usize },
            defect => Self::Corrupt(defect.to_string()),
        }
    }
}

impl From<umbra_solver::Error> for Error {
    fn from(error: umbra_solver::Error) -> Self {
        match error {
            umbra_solver::Error::Number(error) => error.into(),
            umbra_solver::Error::BadCount { parameter, value, max } => {
                Self::BadCount { parameter, value, max }
            }
            umbra_solver::Error::WithoutFeature(feature) => Self::WithoutFeature(feature),
            umbra_solver::Error::NoSuchLevel { lanes } => Self::NoSuchLevel { lanes },
            umbra_solver::Error::TooMany { parameter, .. } => {
                Self::Full { what: parameter, most: umbra_solver::Structure::MOST }
            }
            defect => Self::Corrupt(defect.to_string()),
        }
    }
}

/// Refuses a world that breaks a rule.
pub(crate) fn rule(holds: bool, rule: &'static str) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(broken(rule)) }
}

/// The error for a world that breaks a rule.
pub(crate) fn broken(rule: &str) -> Error {
    Error::Corrupt(format!("broken rule: {rule}"))
}
