//! Worlds that wrap around keep what is in them, and a stack half in a portal stands.

use std::ops::Range;

use umbra::prelude::*;
use umbra_scenes::meetings::plan::{Edit, JointForm, Part, Plan};
use umbra_scenes::meetings::{Filled, World};

use super::Law;
use crate::watch::Run;

/// True while all portals of the plan are there.
fn are_all_there(run: &Run<'_>) -> bool {
    let count = |edit: fn(&Edit) -> bool| run.plan.edits.iter().filter(|it| edit(&it.1)).count();
    run.scene().portals().count() == count(|edit| matches!(edit, Edit::AddPortal { .. }))
}

/// Middles of bodies stay between the portals at the ends of the world.
pub struct Wraps {
    around: Aabb,
    is_over: bool,
}

impl Wraps {
    /// The law, if nothing puts middles elsewhere but motion.
    pub fn new(plan: &Plan) -> Option<Self> {
        // These see bodies where they are, so a portal tears them.
        let tears = |form: JointForm| {
            matches!(form, JointForm::Pulley(..) | JointForm::Gear(_) | JointForm::Target(_))
        };
        let puts = |edit: &Edit| match edit {
            Edit::Shape(..) | Edit::Offset(..) => true,
            // Joints snap back.
            Edit::Teleport(..) | Edit::Enable(..) => !plan.joints.is_empty(),
            _ => false,
        };
        let is_moved = plan.joints.iter().any(|joint| tears(joint.form))
            || plan.edits.iter().any(|(_, edit)| puts(edit));
        let ends = plan.edits.iter().filter_map(|(_, edit)| match edit {
            Edit::AddPortal { from, to, .. } => Some([*from, *to]),
            _ => None,
        });
        let around = Aabb::around(ends.flatten().flatten());
        (!is_moved).then_some(Self { around, is_over: false })
    }
}

impl Law for Wraps {
    fn name(&self) -> &'static str {
        "wraps"
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        if !are_all_there(run) {
            return Ok(());
        }
        // A body that goes around more than once in a step is not followed.
        let around = self.around.max - self.around.min;
        let far = around.x.min(around.y) / run.plan.dt;
        self.is_over |= run.movers().any(|(_, body)| body.velocity().norm() > far);
        if self.is_over {
            return Ok(());
        }
        for (index, body) in run.movers() {
            let place = body.center_of_mass();
            let outside = (place - self.around.max).sup(&(self.around.min - place));
            let most = outside.x.max(outside.y) / run.plan.length;
            if most > 0.01 {
                return Err(format!("body {index} is {most} outside, at {place}"));
            }
        }
        Ok(())
    }
}

/// A stack half in a portal moves no farther than one without a portal, as long as nothing else
/// touches it.
pub struct Stands {
    /// Ledges and boxes.
    own: Range<usize>,
    is_over: bool,
    /// The same ledges and boxes as one stack, and where they were.
    whole: Filled,
    places: Vec<Point>,
    /// From one end of the portal to the other.
    by: Vector,
}

impl Stands {
    /// The law, if there is a complete stack that can stand for ever.
    pub fn new(plan: &Plan, world: &World) -> Option<Self> {
        let all = World { without: vec![], ..world.clone() }.plan().bodies;
        let first = all.iter().position(|body| body.part == Part::Stack)?;
        let below = all[..first].iter().rev().take_while(|body| body.part == Part::Obstacle);
        let own = first - below.count()..all.len();
        let is_complete = !world.without.iter().any(|index| own.contains(index));
        if !is_complete || !can_stand(plan, world) {
            return None;
        }
        let [from, to] = plan.edits.iter().find_map(|(_, edit)| match edit {
            Edit::AddPortal { from, to, .. } => Some([*from, *to].map(middle)),
            _ => None,
        })?;
        let mut bodies = all[own.clone()].to_vec();
        let mut places = vec![];
        for body in &mut bodies {
            let [x, y, angle] = body.place;
            let at = Point::new(x, y);
            let is_here = (at - to).norm() < (at - from).norm();
            let at = if is_here { at } else { at + (to - from) };
            body.place = [at.x, at.y, angle];
            places.push(at);
        }
        let whole = Plan { bodies, joints: vec![], edits: vec![], room: None, ..plan.clone() };
        let whole = whole.fill().unwrap();
        Some(Self { own, is_over: false, whole, places, by: to - from })
    }

    /// True if a ledge or a box touches anything else.
    fn is_touched(&self, run: &Run<'_>) -> bool {
        let own = &run.filled.bodies[self.own.clone()];
        run.scene().contacts().filter(ContactRef::is_touching).any(|contact| {
            let bodies = contact.colliders().map(|key| run.scene().collider(key).unwrap().body());
            let [a, b] = bodies.map(|body| own.contains(&body));
            a != b
        })
    }
}

/// True if a stack of boxes stands in the world. Boxes sink where a substep is long for how fast
/// things fall, in a portal more than elsewhere.
fn can_stand(plan: &Plan, world: &World) -> bool {
    let is_slow = matches!(world.value("gravity"), "down" | "none")
        && world.value("unit") != "coins"
        && world.value("rate") != "30"
        && !matches!(world.value("substeps"), "1" | "2");
    is_slow
        && world.value("friction") != "none"
        // Without a threshold, rounding noise bounces.
        && plan.config.solver.restitution_threshold > 0.0
        && !plan.edits.iter().any(|(_, edit)| matches!(edit, Edit::Gravity(_)))
}

/// The middle of a segment.
fn middle([a, b]: [[Real; 2]; 2]) -> Point {
    Point::new(0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]))
}

impl Law for Stands {
    fn name(&self) -> &'static str {
        "stands"
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        self.is_over |= !are_all_there(run) || self.is_touched(run);
        if self.is_over {
            return Ok(());
        }
        self.whole.step(run.plan.dt).unwrap();
        for (own, index) in self.own.clone().enumerate() {
            let Some(body) = run.body(index) else { continue };
            let there = self.whole.scene.body(self.whole.bodies[own]).unwrap();
            let usual = (there.position() - self.places[own]).norm();
            // It may be at either end of the portal.
            let moved = body.position() - self.places[own];
            let moved = moved.norm().min((moved + self.by).norm());
            if moved > 0.05 * run.plan.length + 2.0 * usual {
                let [moved, usual] = [moved, usual].map(|it| it / run.plan.length);
                return Err(format!("body {index} moved by {moved}, without a portal by {usual}"));
            }
        }
        Ok(())
    }
}
