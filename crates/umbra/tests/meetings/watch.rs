//! Steps a world and holds the laws against it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use umbra::prelude::*;
use umbra_scenes::meetings::plan::{Edit, JointForm, Part, Plan};
use umbra_scenes::meetings::{Filled, World};

use super::laws::{self, Law};

/// A law that did not hold.
#[derive(Clone, Debug)]
pub struct Breach {
    /// Name of the law.
    pub law: &'static str,
    /// In which step.
    pub step: u32,
    /// Description of the breach.
    pub text: String,
}

/// A world in the middle of its run.
pub struct Run<'a> {
    pub world: &'a World,
    pub plan: &'a Plan,
    pub filled: &'a Filled,
    /// Number of steps done.
    pub step: u32,
}

impl Run<'_> {
    pub fn scene(&self) -> &Scene {
        &self.filled.scene
    }

    /// Factor by which things move farther in a step than usual, for their size: small ones under
    /// the earth's gravity, or at a low rate. The effect of an impact within a step grows by the
    /// same factor.
    pub fn haste(&self) -> f32 {
        (60.0 * self.plan.dt * self.plan.speed / self.plan.length).max(1.0)
    }

    /// The same, where what is fast comes far too.
    pub fn rush(&self) -> f32 {
        let speeds = self.plan.bodies.iter().map(|body| body.velocity);
        let fastest = speeds.map(|[x, y]| (x * x + y * y).sqrt()).fold(0.0, Real::max);
        self.haste().max(fastest * self.plan.dt / (0.5 * self.plan.length))
    }

    /// The body of an index of the plan, if it is still there.
    pub fn body(&self, index: usize) -> Option<BodyRef<'_>> {
        let key = self.filled.bodies[index];
        self.scene().bodies().any(|it| it == key).then(|| self.scene().body(key).unwrap())
    }

    /// Dynamic bodies that still exist and are enabled, with their indices in the plan.
    pub fn movers(&self) -> impl Iterator<Item = (usize, BodyRef<'_>)> {
        let parts = self.plan.bodies.iter().map(|body| body.part);
        // Bodies that edits added are movers too.
        let parts = parts.chain(std::iter::repeat(Part::Mover));
        let all = parts.enumerate().take(self.filled.bodies.len());
        all.filter(|(_, part)| matches!(part, Part::Mover | Part::Stack))
            .filter_map(|(index, _)| Some((index, self.body(index)?)))
            .filter(|(_, body)| body.kind() == BodyKind::Dynamic && body.is_enabled())
    }

    /// True if walls hold all of it.
    pub fn is_held(&self, body: &BodyRef<'_>) -> bool {
        body.colliders().next().is_some()
            && body.colliders().all(|key| {
                let collider = self.scene().collider(key).unwrap();
                collider.is_enabled() && !collider.is_sensor() && collider.one_way().is_none()
            })
    }
}

/// Drives in a world: sources and sinks of energy that the laws cannot count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Drives {
    /// Bodies that move as they are told, belts.
    pub walls: bool,
    /// Motors with a speed.
    pub motors: bool,
    /// Springs and whatever else may store energy.
    pub springs: bool,
    /// Bodies may be set into one another.
    pub overlaps: bool,
    /// Bodies attached to the world may be driven into walls.
    pub presses: bool,
}

impl Drives {
    pub fn new(plan: &Plan, world: &World) -> Self {
        let is_moved = |edit: &Edit| {
            use Edit::{
                Add, Density, Enable, Group, Kind, Limits, Offset, Sensor, Shape, Teleport,
            };
            matches!(
                edit,
                Teleport(..)
                    | Kind(..)
                    | Shape(..)
                    | Group(..)
                    | Sensor(..)
                    | Offset(..)
                    | Enable(..)
                    | Add(_)
                    | Density(..)
                    | Limits(..)
            )
        };
        let moves = |body: &umbra_scenes::meetings::plan::BodyPlan| {
            body.kind == BodyKind::Kinematic || body.colliders.iter().any(|it| it.belt != 0.0)
        };
        let is_driven = |form: JointForm| matches!(form, JointForm::Target(_) | JointForm::Motor);
        let joints = &plan.joints;
        Self {
            walls: plan.bodies.iter().any(moves),
            presses: plan.bodies.iter().any(|body| body.kind == BodyKind::Kinematic)
                && (plan.bodies.iter().any(|body| body.locks[0])
                    || plan.bodies.iter().any(|body| body.part == Part::Anchor)),
            motors: joints.iter().any(|joint| joint.motor.is_some()),
            springs: joints.iter().any(|joint| {
                joint.spring.is_some()
                    || joint.angular_spring.is_some()
                    || is_driven(joint.form)
                    || matches!(joint.form, JointForm::Spring(..))
            }),
            overlaps: world.value("lying") == "overlapping"
                || plan.edits.iter().any(|(_, edit)| is_moved(edit)),
        }
    }
}

/// Steps a world; of each law that did not hold, the first time. `only` asks for one law.
pub fn check(world: &World, only: Option<&str>) -> Vec<Breach> {
    match catch_unwind(AssertUnwindSafe(|| watch(world, only))) {
        Ok(breaches) => breaches,
        Err(panic) => {
            let said = panic.downcast_ref::<String>().cloned();
            let said = said.or_else(|| panic.downcast_ref::<&str>().map(|it| (*it).to_owned()));
            vec![Breach { law: "panic", step: 0, text: said.unwrap_or_default() }]
        }
    }
}

fn watch(world: &World, only: Option<&str>) -> Vec<Breach> {
    let plan = world.plan();
    let mut filled = plan.fill().unwrap();
    let mut laws: Vec<Box<dyn Law>> = laws::all(&plan, world);
    laws.retain(|law| only.is_none_or(|only| law.name() == only));
    let mut breaches = vec![];
    let mut edits = plan.edits.iter().peekable();
    for step in 0..plan.steps {
        let mut edited = false;
        while let Some((_, edit)) = edits.next_if(|(at, _)| *at <= step) {
            // Some are refused: limits of what has none.
            let done = filled.edit(edit);
            assert!(done.is_ok() || !matches!(edit, Edit::Guest(_)), "{edit:?}: {done:?}");
            edited = true;
        }
        if edited {
            let run = Run { world, plan: &plan, filled: &filled, step };
            laws.iter_mut().for_each(|law| law.edited(&run));
        }
        filled.step(plan.dt).unwrap();
        let run = Run { world, plan: &plan, filled: &filled, step };
        keep(&mut laws, &mut breaches, step, |law| law.look(&run));
        // What has got out of the room breaks other laws there.
        if laws.is_empty() || breaches.iter().any(|breach| breach.law == "room") {
            return breaches;
        }
    }
    let run = Run { world, plan: &plan, filled: &filled, step: plan.steps };
    keep(&mut laws, &mut breaches, plan.steps, |law| law.after(&run));
    breaches
}

/// Asks all laws; those that do not hold are told once.
fn keep(
    laws: &mut Vec<Box<dyn Law>>,
    breaches: &mut Vec<Breach>,
    step: u32,
    mut ask: impl FnMut(&mut Box<dyn Law>) -> Result<(), String>,
) {
    laws.retain_mut(|law| match ask(law) {
        Ok(()) => true,
        Err(text) => {
            breaches.push(Breach { law: law.name(), step, text });
            false
        }
    });
}
