//! Nothing leaves a closed room, and nothing is deep in a wall.

use umbra::prelude::*;
use umbra_scenes::depth::Placed;
use umbra_scenes::meetings::plan::{Part, Plan};

use super::Law;
use crate::watch::Run;

/// Centres stay in the room.
pub struct Room;

impl Law for Room {
    fn name(&self) -> &'static str {
        "room"
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        let Some(bounds) = run.plan.room else { return Ok(()) };
        let frame = run.body(0).unwrap().pose();
        for (index, body) in run.movers().filter(|(_, body)| run.is_held(body)) {
            let place = frame.inverse() * body.center_of_mass();
            let outside = (place - bounds.max).sup(&(bounds.min - place));
            let most = outside.x.max(outside.y) / run.plan.length;
            if most > 0.01 {
                return Err(format!("body {index} is {most} outside, at {place}"));
            }
        }
        Ok(())
    }
}

/// Nothing of what moves is in a wall for longer than a tenth of a second by more than the least of
/// 5 cm and half of its half width, beyond the half centimetre that contacts always leave (all in
/// length units). Where it strikes, no more than its half width is, in any step.
pub struct Depth {
    name: &'static str,
    /// For how many steps each body was too deep.
    counts: Vec<u32>,
    /// The shapes of walls that stay where they are, of each body.
    still: Vec<(usize, Placed)>,
    /// Walls that move.
    moving: Vec<usize>,
    /// The step in which a wall that moves was last near a body: what it presses against others has
    /// nowhere to go.
    pressed: Vec<Option<u32>>,
    /// Until then, what was set into walls comes out.
    settled: u32,
}

impl Depth {
    /// Law for bodies that stay in walls.
    pub fn resting(plan: &Plan) -> Self {
        Self::new("depth", plan)
    }

    /// Law for bodies that get into walls in any step.
    pub fn striking(plan: &Plan) -> Self {
        Self::new("strike", plan)
    }

    fn new(name: &'static str, plan: &Plan) -> Self {
        let walls = plan.bodies.iter().enumerate();
        let walls = walls.filter(|(_, body)| matches!(body.part, Part::Room | Part::Obstacle));
        let moving = walls.filter(|(_, body)| body.kind == BodyKind::Kinematic);
        let moving = moving.map(|(index, _)| index).collect();
        Self { name, counts: vec![], still: vec![], moving, pressed: vec![], settled: 0 }
    }
}

/// The shapes of a body that hold something.
fn shapes<'a>(run: &'a Run<'_>, body: BodyRef<'a>) -> impl Iterator<Item = Placed> + 'a {
    let scene = run.scene();
    let holds = |key: &ColliderKey| {
        let collider = scene.collider(*key).unwrap();
        !collider.is_sensor() && collider.one_way().is_none() && !has_platforms(scene, *key)
    };
    body.colliders().filter(holds).flat_map(|key| Placed::all_of(scene, key).unwrap())
}

/// Whether it is a map with cells that hold from one side only; those without count as they are.
fn has_platforms(scene: &Scene, key: ColliderKey) -> bool {
    let collider = scene.collider(key).unwrap();
    collider.cells_in(&collider.aabb()).any(|(_, tile)| tile.cell == Cell::OneWay)
}

impl Law for Depth {
    fn name(&self) -> &'static str {
        self.name
    }

    fn edited(&mut self, run: &Run<'_>) {
        // What is put into a wall, or grows into it, takes its time to come out.
        let is_put = |edit: &umbra_scenes::meetings::plan::Edit| {
            use umbra_scenes::meetings::plan::Edit;
            matches!(
                edit,
                Edit::Teleport(..)
                    | Edit::Shape(..)
                    | Edit::Offset(..)
                    | Edit::Sensor(..)
                    | Edit::Enable(..)
                    | Edit::Kind(..)
                    | Edit::Add(..)
                    | Edit::Group(..)
            )
        };
        let now = run.plan.edits.iter().filter(|(step, _)| *step == run.step);
        if now.into_iter().any(|(_, edit)| is_put(edit)) {
            self.settled = run.step + (1.0 / run.plan.dt) as u32;
        }
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        let length = f64::from(run.plan.length);
        if self.pressed.is_empty() {
            for (index, body) in run.plan.bodies.iter().enumerate() {
                let is_wall = matches!(body.part, Part::Room | Part::Obstacle);
                if is_wall && !self.moving.contains(&index) {
                    let body = run.body(index).unwrap();
                    self.still.extend(shapes(run, body).map(|shape| (index, shape)));
                }
            }
        }
        self.pressed.resize(run.filled.bodies.len(), None);
        self.counts.resize(run.filled.bodies.len(), 0);
        let is_strike = self.name == "strike";
        let moving: Vec<(usize, Placed)> = (self.moving.iter())
            .flat_map(|wall| shapes(run, run.body(*wall).unwrap()).map(|shape| (*wall, shape)))
            .collect();
        for (index, body) in run.movers().filter(|(_, body)| run.is_held(body)) {
            let mut worst = (0.0, 0, 0.0);
            for shape in shapes(run, body) {
                let half = shape.half_width();
                let bound = 0.005 * length
                    + if is_strike {
                        half * f64::from(run.haste())
                    } else {
                        (0.05 * length).min(0.5 * half)
                    };
                for (wall, other) in self.still.iter().chain(&moving) {
                    let near = 0.05 * length;
                    let Some(separation) = shape.separation_within(other, near) else { continue };
                    let is_obstacle = run.plan.bodies[*wall].part == Part::Obstacle;
                    if is_obstacle && self.moving.contains(wall) && separation < near {
                        self.pressed[index] = Some(run.step);
                    }
                    if -separation - bound > worst.0 {
                        worst = (-separation - bound, *wall, -separation);
                    }
                }
            }
            let is_pressed = self.pressed[index].is_some_and(|step| step + 20 > run.step);
            let is_deep = worst.0 > 0.0 && !is_pressed && run.step >= self.settled;
            self.counts[index] = if is_deep { self.counts[index] + 1 } else { 0 };
            let patience = if is_strike { 0 } else { (0.1 / run.plan.dt) as u32 };
            if self.counts[index] > patience {
                let (_, wall, depth) = worst;
                let depth = depth / length;
                return Err(format!("body {index} is {depth:.4} deep in body {wall}"));
            }
        }
        Ok(())
    }
}
