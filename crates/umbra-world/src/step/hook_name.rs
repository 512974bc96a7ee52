//! The hook that panicked, in files, by its name.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::hooks::HOOKS;

pub(super) fn serialize<S: Serializer>(hook: &Option<&str>, to: S) -> Result<S::Ok, S::Error> {
    hook.serialize(to)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<&'static str>, D::Error> {
    let Some(name) = Option::<String>::deserialize(from)? else { return Ok(None) };
    let known = HOOKS.into_iter().find(|hook| *hook == name);
    known.map(Some).ok_or_else(|| de::Error::custom(format_args!("there is no hook `{name}`")))
}
