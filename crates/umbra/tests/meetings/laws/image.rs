//! A world in a mirror, or elsewhere, does the same there.

use umbra::prelude::*;
use umbra_scenes::meetings::Filled;
use umbra_scenes::meetings::plan::Plan;

use super::Law;
use crate::watch::Run;

/// How far the shifted world is away, in length units.
const SHIFT: [Real; 2] = [32.0, -16.0];
/// For how many steps after something first touched two worlds are compared: what bounces on
/// something multiplies all differences.
const TOUCHING: u32 = 2;
/// How many steps are compared at most.
const STEPS: u32 = 40;

/// The same world as an image of itself.
pub struct Image {
    name: &'static str,
    change: fn(&Plan) -> Plan,
    back: fn(&Plan, Point) -> Point,
    image: Option<Filled>,
    touched: Option<u32>,
    next: usize,
    /// How fast anything was so far.
    fastest: Real,
}

impl Image {
    pub fn mirror() -> Self {
        let back = |_: &Plan, at: Point| Point::new(-at.x, at.y);
        Self {
            name: "mirror",
            change: Plan::mirrored,
            back,
            image: None,
            touched: None,
            next: 0,
            fastest: 0.0,
        }
    }

    pub fn shift() -> Self {
        let change = |plan: &Plan| plan.shifted(SHIFT.map(|it| it * plan.length));
        let back = |plan: &Plan, at: Point| {
            let [x, y] = SHIFT.map(|it| it * plan.length);
            Point::new(at.x - x, at.y - y)
        };
        Self { name: "shift", change, back, image: None, touched: None, next: 0, fastest: 0.0 }
    }

    fn is_over(&self, run: &Run<'_>) -> bool {
        run.step >= STEPS || self.touched.is_some_and(|step| step + TOUCHING < run.step)
    }
}

impl Law for Image {
    fn name(&self) -> &'static str {
        self.name
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        if self.is_over(run) {
            return Ok(());
        }
        let plan = (self.change)(run.plan);
        let image = self.image.get_or_insert_with(|| plan.fill().unwrap());
        while let Some((_, edit)) = plan.edits.get(self.next).filter(|(at, _)| *at <= run.step) {
            let _ = image.edit(edit);
            self.next += 1;
        }
        image.step(plan.dt).unwrap();
        if self.touched.is_none() && run.scene().stats().solved_contacts > 0 {
            self.touched = Some(run.step);
        }
        let time = run.plan.dt * (run.step + 1) as Real;
        let speeds = run.movers().map(|(_, body)| body.velocity().norm());
        self.fastest = speeds.fold(self.fastest, Real::max);
        let bound = run.haste() * 0.01 * run.plan.length
            + 0.05 * (self.fastest * time).min(5.0 * run.plan.length);
        for (index, body) in run.movers() {
            let there = image.scene.body(image.bodies[index]).unwrap().center_of_mass();
            let apart = ((self.back)(&plan, there) - body.center_of_mass()).norm();
            if apart > bound {
                let apart = apart / run.plan.length;
                return Err(format!("body {index} is {apart} from its image"));
            }
        }
        Ok(())
    }
}
