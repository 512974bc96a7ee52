//! Everything is finite and nothing is faster than it can have become; what nothing holds keeps its
//! momentum.

use umbra::prelude::*;
use umbra_scenes::meetings::plan::{Edit, JointForm, Plan};

use super::Law;
use crate::watch::Run;

/// All numbers are numbers, and no body had to be disabled.
pub struct Finite;

impl Law for Finite {
    fn name(&self) -> &'static str {
        "finite"
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        for event in run.scene().body_events() {
            if let BodyEvent::Disabled { .. } = event {
                return Err(format!("{event:?}"));
            }
        }
        for (index, body) in run.movers() {
            let (at, v, turn) = (body.pose(), body.velocity(), body.rotation());
            let numbers = [
                at.translation.x,
                at.translation.y,
                turn.re,
                turn.im,
                v.x,
                v.y,
                body.angular_velocity(),
            ];
            if !numbers.iter().all(|number| number.is_finite()) {
                return Err(format!("body {index}: {numbers:?}"));
            }
        }
        for key in run.scene().joints() {
            let joint = run.scene().joint(key).unwrap();
            let force = joint.reaction_force();
            if ![force.x, force.y, joint.reaction_torque()].iter().all(|it| it.is_finite()) {
                return Err(format!("{:?} gives {force}", joint.kind()));
            }
        }
        Ok(())
    }
}

/// Every link of the scene holds.
pub struct Valid;

impl Law for Valid {
    fn name(&self) -> &'static str {
        "valid"
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        run.scene().validate().map_err(|error| error.to_string())
    }
}

/// No body is faster than a few times all that could drive it: how fast the fastest began, a fall
/// through the room, walls, motors, and pushes. A light body between heavy ones may get twice the
/// speed of each.
pub struct Speed {
    bound: Real,
    is_pushed: bool,
}

impl Speed {
    pub fn new(plan: &Plan) -> Self {
        let (length, speed) = (plan.length, plan.speed);
        let of = |velocity: [Real; 2], spin: Real| {
            velocity[0].abs() + velocity[1].abs() + 1.5 * length * spin.abs()
        };
        // The walls of a room that turns are up to five length units away.
        let mut fastest: Real = 0.0;
        for body in &plan.bodies {
            let spin = if body.kind == BodyKind::Kinematic { 3.5 * body.spin } else { body.spin };
            fastest = fastest.max(of(body.velocity, spin));
        }
        for (_, edit) in &plan.edits {
            if let Edit::Velocity(_, velocity, spin) = edit {
                fastest = fastest.max(of(*velocity, *spin));
            }
        }
        let fall = (20.0 * length * plan.config.gravity.norm()).sqrt();
        let drives =
            if plan.joints.iter().any(|it| it.motor.is_some()) { 10.0 * speed } else { 0.0 };
        // What is pushed out of others gets the speed of the push.
        let bound = 4.0 * (fastest + fall + drives + 1.5 * speed);
        let is_pushed = plan.edits.iter().any(|(_, edit)| {
            matches!(
                edit,
                Edit::Impulse(..) | Edit::Density(..) | Edit::Gravity(_) | Edit::Teleport(..)
            )
        }) || plan.room.is_none();
        Self { bound, is_pushed }
    }
}

impl Law for Speed {
    fn name(&self) -> &'static str {
        "speed"
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        if self.is_pushed {
            return Ok(());
        }
        for (index, body) in run.movers().filter(|(_, body)| run.is_held(body)) {
            let speed = body.velocity().norm();
            if speed > self.bound {
                return Err(format!("body {index} has {speed} m/s, bound {}", self.bound));
            }
        }
        Ok(())
    }
}

/// A body that is fast gets somewhere: none stays where it is for a tenth of a second while its
/// velocity says otherwise.
#[derive(Default)]
pub struct Moves {
    places: Vec<Option<Point>>,
    /// For how many steps each stayed.
    counts: Vec<u32>,
}

impl Law for Moves {
    fn name(&self) -> &'static str {
        "moves"
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        self.places.resize(run.filled.bodies.len(), None);
        self.counts.resize(run.filled.bodies.len(), 0);
        for (index, body) in run.movers() {
            let (place, velocity) = (body.center_of_mass(), body.velocity());
            let before = self.places[index].replace(place);
            let (way, due) = (before.map(|it| (place - it).norm()), velocity.norm() * run.plan.dt);
            let stays = way.is_some_and(|way| way < 0.05 * due) && due > 0.05 * run.plan.length;
            self.counts[index] = if stays { self.counts[index] + 1 } else { 0 };
            if self.counts[index] > 3 + (0.1 / run.plan.dt) as u32 {
                let [at, v] = [place.coords, velocity].map(|it| (it.x, it.y));
                return Err(format!("body {index} stays at {at:?} with {v:?} m/s"));
            }
        }
        Ok(())
    }
}

/// Momentum of what nothing holds, in a world without fixed things, grows as gravity says.
#[derive(Default)]
pub struct Momentum {
    before: Option<[f64; 2]>,
    /// How much momentum goes back and forth.
    scale: f64,
    /// What gravity gave.
    given: [f64; 2],
}

impl Momentum {
    pub fn counts(plan: &Plan) -> bool {
        let is_free = |body: &umbra_scenes::meetings::plan::BodyPlan| {
            body.kind == BodyKind::Dynamic
                && body.damping == [0.0; 2]
                && !body.locks[0]
                && !body.locks[1]
        };
        let holds = |form: JointForm| matches!(form, JointForm::Target(_) | JointForm::Pulley(..));
        let has_anchor = |joint: &umbra_scenes::meetings::plan::JointPlan| {
            joint.bodies.iter().any(|body| plan.bodies[*body].kind != BodyKind::Dynamic)
        };
        let solid = plan.bodies.iter().filter(|body| !body.colliders.is_empty());
        plan.room.is_none()
            // Portals of worlds that wrap around only displace.
            && plan.edits.iter().all(|(_, edit)| matches!(edit, Edit::AddPortal { .. }))
            && solid.into_iter().all(is_free)
            && !plan.joints.iter().any(|joint| holds(joint.form) || has_anchor(joint))
    }
}

impl Law for Momentum {
    fn name(&self) -> &'static str {
        "momentum"
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        let mut sum = [0.0; 2];
        let mut pull = [0.0; 2];
        let gravity = run.scene().config().gravity;
        for (_, body) in run.movers() {
            let (mass, v) = (f64::from(body.mass()), body.velocity());
            for (axis, (v, g)) in [(v.x, gravity.x), (v.y, gravity.y)].into_iter().enumerate() {
                sum[axis] += mass * f64::from(v);
                // Sleep takes nothing from what falls.
                pull[axis] += mass * f64::from(g * body.gravity_scale()) * f64::from(run.plan.dt);
            }
            self.scale = self.scale.max(mass * f64::from(v.norm()));
        }
        if let Some(before) = self.before {
            for axis in 0..2 {
                self.given[axis] += pull[axis];
                let gained = sum[axis] - before[axis] - self.given[axis];
                let slack = 1e-3 * (self.scale + self.given[axis].abs());
                // Without gravity what is slower than the threshold of sleep stops.
                let stops =
                    if gravity == Vector::zeros() { 0.05 * f64::from(run.plan.speed) } else { 0.0 };
                let mass: f64 = run.movers().map(|(_, body)| f64::from(body.mass())).sum();
                if gained.abs() > slack + stops * mass {
                    return Err(format!("gained {gained} of {} in axis {axis}", self.scale));
                }
            }
        } else {
            self.before = Some(sum);
        }
        Ok(())
    }
}
