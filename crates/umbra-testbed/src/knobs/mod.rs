//! The configuration as a table: one row per field.
//!
//! - this file: [`Knob`], what a row is;
//! - `table.rs`: the rows, and a test that fails to compile when a field has no row;
//! - `docs.rs`: the doc line of each field, read from the engine's own source, so that there is one
//!   text.

mod docs;
mod table;

pub use table::KNOBS;

use core::ops::RangeInclusive;

use umbra::prelude::*;

/// The rules for mixed materials, in their order.
pub(crate) const RULES: [CombineRule; 6] = [
    CombineRule::Usual,
    CombineRule::GeometricMean,
    CombineRule::Average,
    CombineRule::Minimum,
    CombineRule::Multiply,
    CombineRule::Maximum,
];
/// Their names.
pub(crate) const RULE_NAMES: [&str; 6] =
    ["usual", "geometric mean", "average", "minimum", "multiply", "maximum"];

/// A field of the configuration, as a panel and a link know it.
#[derive(Clone, Copy, Debug)]
pub struct Knob {
    /// Name in links. Unique.
    pub name: &'static str,
    /// Label in the panel.
    pub label: &'static str,
    /// Group in the panel.
    pub section: Section,
    /// The struct or variant and the field whose doc line it has.
    pub(crate) field: (&'static str, &'static str),
    /// Values that it accepts, and functions that read and set it.
    pub kind: Kind,
    /// True if it has an effect in this configuration.
    pub is_used: fn(&SceneConfig) -> bool,
}

/// Knobs that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The world as a whole.
    Scene,
    /// Solving of constraints.
    Solver,
    /// Removal of overlap.
    Correction,
    /// When bodies fall asleep.
    Sleep,
}

impl Section {
    /// All sections, in the order of the panel.
    pub const ALL: [Self; 4] = [Self::Scene, Self::Solver, Self::Correction, Self::Sleep];

    /// Label in the panel.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scene => "Scene",
            Self::Solver => "Solver",
            Self::Correction => "Correction",
            Self::Sleep => "Sleep",
        }
    }
}

/// Values that a knob accepts.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A number in a range that is worth trying; the engine accepts more.
    Number {
        /// From the least to the greatest.
        range: (Real, Real),
        /// True if equal distances on a slider are equal ratios.
        logarithmic: bool,
        /// Its unit.
        unit: &'static str,
        /// Reads it.
        get: fn(&SceneConfig) -> Real,
        /// Sets it.
        set: fn(&mut SceneConfig, Real),
    },
    /// A count.
    Count {
        /// From the least to the greatest.
        range: (u32, u32),
        /// Reads it.
        get: fn(&SceneConfig) -> u32,
        /// Sets it.
        set: fn(&mut SceneConfig, u32),
    },
    /// Yes or no.
    Switch {
        /// Reads it.
        get: fn(&SceneConfig) -> bool,
        /// Sets it.
        set: fn(&mut SceneConfig, bool),
    },
    /// One of several.
    Choice {
        /// Their names.
        options: &'static [&'static str],
        /// Reads the number of the one that is chosen.
        get: fn(&SceneConfig) -> usize,
        /// Chooses.
        set: fn(&mut SceneConfig, usize),
    },
}

impl Knob {
    /// Text of the engine's documentation about it.
    pub fn doc(&self) -> String {
        docs::find_text(self.field)
    }

    /// Its value as a link has it.
    pub fn text(&self, config: &SceneConfig) -> String {
        match &self.kind {
            Kind::Number { get, .. } => get(config).to_string(),
            Kind::Count { get, .. } => get(config).to_string(),
            Kind::Switch { get, .. } => get(config).to_string(),
            Kind::Choice { options, get, .. } => {
                options.get(get(config)).unwrap_or(&"").to_string()
            }
        }
    }

    /// Sets it to a value as a link has it.
    ///
    /// # Errors
    /// A sentence that says what it accepts. The engine checks the number.
    pub fn set_text(&self, config: &mut SceneConfig, text: &str) -> Result<(), String> {
        let refused = |accepts: &str| format!("`{}` is {accepts}, not {text}", self.name);
        match &self.kind {
            Kind::Number { set, .. } => set(config, text.parse().map_err(|_| refused("a number"))?),
            Kind::Count { set, .. } => set(config, text.parse().map_err(|_| refused("a count"))?),
            Kind::Switch { set, .. } => {
                let on = match text {
                    "true" | "1" | "on" => true,
                    "false" | "0" | "off" => false,
                    _ => return Err(refused("true or false")),
                };
                set(config, on);
            }
            Kind::Choice { options, set, .. } => {
                let index = options.iter().position(|option| *option == text);
                set(config, index.ok_or_else(|| refused(&options.join(" or ")))?);
            }
        }
        Ok(())
    }

    /// True if both configurations have the same value.
    pub fn is_same(&self, a: &SceneConfig, b: &SceneConfig) -> bool {
        self.text(a) == self.text(b)
    }
}

/// The knobs that differ from a scene's own and do something, as a link names them.
pub fn text(own: &SceneConfig, config: &SceneConfig) -> String {
    let differs = |knob: &&Knob| !knob.is_same(own, config) && (knob.is_used)(config);
    let parts = KNOBS.iter().filter(differs);
    parts.map(|knob| format!("&{}={}", knob.name, knob.text(config))).collect()
}

/// The range as egui takes it.
pub(crate) fn inclusive<T: Copy>((from, to): (T, T)) -> RangeInclusive<T> {
    from..=to
}

/// A solver by name.
pub type Preset = (&'static str, &'static str, fn() -> SolverConfig);

/// The solvers that the engine offers by name.
pub const PRESETS: [Preset; 5] = [
    ("Default", "4 substeps, soft correction.", SolverConfig::default),
    ("Precise", "8 substeps, for what must stand still.", SolverConfig::precise),
    ("Fast", "2 substeps, for what only has to look right.", SolverConfig::fast),
    ("Classic", "One step, ten iterations, projection.", || SolverConfig::classic(10)),
    ("Projection", "4 substeps, linear projection.", || SolverConfig {
        correction: Correction::LINEAR_PROJECTION,
        ..SolverConfig::default()
    }),
];
