//! Refused calls as errors of JavaScript.
#[cfg(feature = "messages")]
use umbra::BodyKey;
use umbra::Error;
use wasm_bindgen::prelude::*;

use crate::wire::Key;

#[wasm_bindgen]
extern "C" {
    /// JavaScript's error of a value out of range.
    type RangeError;
    #[wasm_bindgen(constructor)]
    fn new(message: &str) -> RangeError;
}

/// A refused call: an `Error` or a `RangeError`.
pub struct Refused(pub JsValue);

/// The answer of a call that can be refused.
pub type Answer<T = ()> = Result<T, Refused>;

impl From<Refused> for JsValue {
    fn from(refused: Refused) -> Self {
        refused.0
    }
}

impl Refused {
    /// A value out of range, in our own words.
    pub fn range(message: &str) -> Self {
        Self(RangeError::new(message).into())
    }
    /// Any other error, in our own words.
    pub fn other(message: &str) -> Self {
        Self(JsError::new(message).into())
    }
}

impl From<umbra::geom::Error> for Refused {
    fn from(error: umbra::geom::Error) -> Self {
        Error::from(error).into()
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        // Keys are whole numbers, which take less code to write.
        let gone = |what: &str, key: f64| {
            Self::other(&["there is no ", what, " ", &(key as u64).to_string(), " here"].concat())
        };
        match &error {
            Error::NoSuchBody(key) => gone("body", key.to_number()),
            Error::NoSuchCollider(key) => gone("collider", key.to_number()),
            Error::NoSuchJoint(key) => gone("joint", key.to_number()),
            Error::NoSuchField(key) => gone("field", key.to_number()),
            Error::NoSuchPortal(key) => gone("portal", key.to_number()),
            Error::BadValue(_)
            | Error::BadCount { .. }
            | Error::InvertedLimits { .. }
            | Error::WrongCount { .. }
            | Error::NoSuchShape { .. }
            | Error::ZeroAxis { .. } => Self::range(&message(&error)),
            _ => Self::other(&message(&error)),
        }
    }
}

/// The message of an error.
#[cfg(feature = "messages")]
pub fn message(error: &Error) -> String {
    readable(&error.to_string())
}

/// The name of what was refused, without a text.
#[cfg(not(feature = "messages"))]
pub fn message(error: &Error) -> String {
    match error.parameter() {
        Some(parameter) => ["`", &camel(parameter), "` is refused"].concat(),
        None => "refused".to_owned(),
    }
}

/// A message of the engine with names as JavaScript writes them: `linearDamping`, body 3.
#[cfg(feature = "messages")]
fn readable(message: &str) -> String {
    let camels: Vec<_> = message
        .split('`')
        .enumerate()
        .map(|(i, part)| if i % 2 == 1 { camel(part) } else { part.to_owned() })
        .collect();
    without_keys(&camels.join("`"))
}

/// `linear_damping` as `linearDamping`.
fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut all = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        all.extend(letters.next().map(|it| it.to_ascii_uppercase()));
        all.push_str(letters.as_str());
    }
    all
}

/// `BodyKey(3v1)` as `3`.
#[cfg(feature = "messages")]
fn without_keys(message: &str) -> String {
    let mut parts = message.split("Key(");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let kind = all.trim_end_matches(char::is_alphabetic).len();
        all.truncate(kind);
        let (key, rest) = part.split_once(')').unwrap_or((part, ""));
        all.push_str(&number_of(key).to_string());
        all.push_str(rest);
    }
    all
}

/// The number of a key that is written as slot and version.
#[cfg(feature = "messages")]
fn number_of(key: &str) -> f64 {
    let (slot, version) = key.split_once('v').unwrap_or((key, ""));
    let [slot, version] = [slot, version].map(|it| it.parse::<u32>().unwrap_or_default());
    BodyKey::of_bits(u64::from(version) << 32 | u64::from(slot)).to_number()
}
