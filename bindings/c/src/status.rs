//! Statuses, and the last error of a thread.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};

use umbra::Error;
use umbra::geom::Error as BadValue;

/// Outcome of a call. Everything but `UMBRA_STATUS_OK` is a refusal: the scene is as it was, and
/// outputs were not written, unless the call says otherwise.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UmbraStatus {
    /// The call did what it says.
    Ok = 0,
    /// A pointer that must not be null is null.
    NullPointer = 1,
    /// A number, a shape or a list is invalid.
    BadValue = 2,
    /// A number that stands for one of a few names stands for none.
    BadName = 3,
    /// The body was removed, or never existed.
    NoSuchBody = 4,
    /// The collider was removed, or never existed.
    NoSuchCollider = 5,
    /// The joint was removed or broke, or never existed.
    NoSuchJoint = 6,
    /// The field was removed, or never existed.
    NoSuchField = 7,
    /// The portal was removed, or never existed.
    NoSuchPortal = 8,
    /// The body, joint or field is not of a kind that can do this.
    WrongKind = 9,
    /// There is no room for more.
    Full = 10,
    /// The array of the caller is too small: the needed length was written.
    TooSmall = 11,
    /// Bytes or text could not be read, or a file not written.
    BadFile = 12,
    /// A callback failed.
    BadHook = 13,
    /// A defect of the library was met. Free the scene.
    Defect = 14,
}

/// Reason for refusing a call.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A null pointer of this name.
    Null(&'static str),
    /// A parameter, and what is wrong with it.
    Value(&'static str, String),
    /// A parameter that stands for one of some names, and its number.
    Name(&'static str, u32),
    /// An array that is too small, and the length that is needed.
    Small(&'static str, usize),
    /// Bytes, text or a path, and what is wrong with it.
    File(&'static str, String),
    /// An error of the engine.
    Engine(Error),
    /// A panic.
    Panic(String),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Engine(error)
    }
}

impl From<BadValue> for Fault {
    fn from(error: BadValue) -> Self {
        Self::Engine(error.into())
    }
}

impl Fault {
    /// Keeps the message for the thread, and gives the status.
    pub(crate) fn tell(&self) -> UmbraStatus {
        LAST.with_borrow_mut(|last| *last = Last::new(&self.message(), &self.parameter()));
        self.status()
    }

    fn message(&self) -> String {
        match self {
            Self::Null(parameter) => format!("`{parameter}` must not be null"),
            Self::Value(parameter, reason) => format!("`{parameter}` {reason}"),
            Self::Name(parameter, value) => format!("`{parameter}` has no name for {value}"),
            Self::Small(parameter, needed) => format!("`{parameter}` needs room for {needed}"),
            Self::File(parameter, reason) => format!("`{parameter}`: {reason}"),
            Self::Engine(error) => error.to_string(),
            Self::Panic(message) => format!("defect of the library: {message}"),
        }
    }

    fn parameter(&self) -> String {
        match self {
            Self::Null(parameter)
            | Self::Value(parameter, _)
            | Self::Name(parameter, _)
            | Self::Small(parameter, _)
            | Self::File(parameter, _) => (*parameter).to_owned(),
            Self::Engine(error) => parameter_of(error),
            Self::Panic(_) => String::new(),
        }
    }

    fn status(&self) -> UmbraStatus {
        match self {
            Self::Null(_) => UmbraStatus::NullPointer,
            Self::Value(..) => UmbraStatus::BadValue,
            Self::Name(..) => UmbraStatus::BadName,
            Self::Small(..) => UmbraStatus::TooSmall,
            Self::File(..) => UmbraStatus::BadFile,
            Self::Engine(error) => status_of(error),
            Self::Panic(_) => UmbraStatus::Defect,
        }
    }
}

fn status_of(error: &Error) -> UmbraStatus {
    match error {
        Error::NoSuchBody(_) => UmbraStatus::NoSuchBody,
        Error::NoSuchCollider(_) => UmbraStatus::NoSuchCollider,
        Error::NoSuchJoint(_) | Error::WheelOff { .. } => UmbraStatus::NoSuchJoint,
        Error::NoSuchField(_) => UmbraStatus::NoSuchField,
        Error::NoSuchPortal(_) => UmbraStatus::NoSuchPortal,
        Error::NotDynamic(_)
        | Error::NotKinematic(_)
        | Error::NothingToCut(_)
        | Error::MapOnDynamicBody(_)
        | Error::JoinsItself(_)
        | Error::NotGeared(_)
        | Error::CannotClose(_)
        | Error::NotForJoint { .. }
        | Error::NotForField { .. }
        | Error::NotALine { .. }
        | Error::NoTiles(_) => UmbraStatus::WrongKind,
        Error::Full { .. } => UmbraStatus::Full,
        Error::InFile { .. }
        | Error::NoSuchEntry { .. }
        | Error::NoSuchLetter { .. }
        | Error::UnknownVersion { .. } => UmbraStatus::BadFile,
        Error::HookPanicked { .. } => UmbraStatus::BadHook,
        Error::Corrupt(_) => UmbraStatus::Defect,
        _ => UmbraStatus::BadValue,
    }
}

/// Name of the parameter that an error of the engine is about, as C callers know it.
fn parameter_of(error: &Error) -> String {
    if let Error::InFile { place, error } = error {
        return format!("{place}: {}", parameter_of(error));
    }
    if let Some(parameter) = error.parameter() {
        return parameter.to_owned();
    }
    let name = match error {
        Error::NoSuchBody(_)
        | Error::NotDynamic(_)
        | Error::NotKinematic(_)
        | Error::NothingToCut(_)
        | Error::MapOnDynamicBody(_)
        | Error::JoinsItself(_) => "body",
        Error::NoSuchCollider(_) | Error::NoTiles(_) => "collider",
        Error::NoSuchJoint(_) | Error::NotGeared(_) | Error::CannotClose(_) => "joint",
        Error::NoSuchField(_) => "field",
        Error::NoSuchPortal(_) | Error::UnlikePortal { .. } => "portal",
        Error::NoSuchShape { .. } => "index",
        Error::NotALine { .. } => "one_sided",
        Error::NotRecorded { .. } => "steps",
        Error::EmptySnapshot => "snapshot",
        Error::NoSuchLevel { .. } => "simd",
        Error::HookPanicked { hook, .. } => hook,
        _ => "",
    };
    name.to_owned()
}

/// The last error of a thread, as strings of C.
struct Last {
    message: CString,
    parameter: CString,
}

impl Last {
    fn new(message: &str, parameter: &str) -> Self {
        let text = |text: &str| CString::new(text.replace('\0', "?")).unwrap_or_default();
        Self { message: text(message), parameter: text(parameter) }
    }
}

thread_local! {
    static LAST: RefCell<Last> = RefCell::new(Last::new("", ""));
}

/// Message of the last call of this thread that was refused; empty if there was none. It is valid
/// until the next refused call of this thread.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_last_error() -> *const c_char {
    LAST.with_borrow(|last| last.message.as_ptr())
}

/// Name of the parameter that the last refused call of this thread refused; empty if it was about
/// none. It is valid until the next refused call of this thread.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_last_error_parameter() -> *const c_char {
    LAST.with_borrow(|last| last.parameter.as_ptr())
}

/// Name of a status in words, such as "bad value". Never null.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_status_name(status: u32) -> *const c_char {
    const NAMES: [&CStr; 15] = [
        c"ok",
        c"null pointer",
        c"bad value",
        c"bad name",
        c"no such body",
        c"no such collider",
        c"no such joint",
        c"no such field",
        c"no such portal",
        c"wrong kind",
        c"full",
        c"too small",
        c"bad file",
        c"bad hook",
        c"defect",
    ];
    NAMES.get(status as usize).copied().unwrap_or(c"unknown status").as_ptr()
}

/// Version of the engine, such as "0.1.0". Results can differ between versions.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}
