//! Cut and broken bodies keep their mass.

use umbra_scenes::meetings::plan::{Edit, Plan};

use super::Law;
use crate::watch::Run;

/// The sum of the masses of all bodies stays.
#[derive(Default)]
pub struct Mass(Option<f64>);

impl Mass {
    /// True if no edit of the plan adds or removes mass.
    pub fn stays(plan: &Plan) -> bool {
        plan.edits.iter().all(|(_, edit)| {
            matches!(
                edit,
                Edit::Teleport(..)
                    | Edit::Velocity(..)
                    | Edit::Impulse(..)
                    | Edit::Sleep(..)
                    | Edit::LockRotation(..)
                    | Edit::Material(..)
                    | Edit::Gravity(_)
                    | Edit::AddField(_)
                    | Edit::RemoveField
                    | Edit::AddPortal { .. }
                    | Edit::RemovePortal
                    | Edit::Split(..)
                    | Edit::Shatter(..)
                    | Edit::Toughness(..)
                    | Edit::Explode { .. }
            )
        })
    }
}

impl Law for Mass {
    fn name(&self) -> &'static str {
        "mass"
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        let bodies = run.scene().bodies().filter_map(|key| run.scene().body(key).ok());
        let now: f64 = bodies.map(|body| f64::from(body.mass())).sum();
        let before = *self.0.get_or_insert(now);
        if (now - before).abs() > 1e-4 * before {
            return Err(format!("{now} of {before}"));
        }
        Ok(())
    }
}
