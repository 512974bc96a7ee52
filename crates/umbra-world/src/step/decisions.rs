//! Decisions of hooks, which a recording keeps so that a replay needs no hooks.

use umbra_geom::FeatureId;
use umbra_solver::Contact;

use crate::hooks::Hooks;
use crate::world::Overlap;

/// One of those that there are.
type HookName = &'static str;

/// Decisions of hooks in a step.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Decisions {
    /// Contacts that they changed, by their places.
    pub contacts: Vec<(usize, Contact, [FeatureId; 2])>,
    /// Overlaps that do not begin.
    pub(crate) refused: Vec<Overlap>,
    /// The hook that panicked.
    #[cfg_attr(feature = "serde", serde(with = "super::hook_name"))]
    pub panicked: Option<HookName>,
}

impl Decisions {
    pub fn size(&self) -> usize {
        size_of::<Self>() + size_of_val(&self.contacts[..]) + size_of_val(&self.refused[..])
    }
}

/// Source of decisions about contacts and overlaps in a step.
#[derive(Clone, Copy)]
pub enum Asked<'a> {
    Hooks(&'a dyn Hooks),
    /// Decisions of hooks when the step was done the first time.
    Recorded(&'a Decisions),
}
