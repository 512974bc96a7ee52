//! Assemblies that games build hold together, and driven ones stay out of the ground.

use umbra::character::Character;
use umbra::prelude::*;
use umbra_scenes::meetings::World;
use umbra_scenes::meetings::guests::Guest;
use umbra_scenes::meetings::plan::{Edit, Part, Plan};

use super::Law;
use crate::watch::Run;

/// How deep in fixed ground rounding may bring a character, in length units.
const MARGIN: Real = 0.002;
/// How far the centre of a part of a guest may be outside of the room: the skin of a soft body is
/// thin, and pressed into walls by what is heavier.
const OUTSIDE: Real = 0.1;
/// Which part of its area a soft body may lose or gain for longer than an impact takes.
const SQUEEZE: Real = 0.25;
/// How far a wheel may be from where its suspension holds it, in length units, for longer than
/// that.
const OFF: Real = 0.1;
/// How long an impact takes, in seconds.
const IMPACT: Real = 0.2;

/// True if a plan has a guest.
pub fn are_in(plan: &Plan) -> bool {
    plan.edits.iter().any(|(_, edit)| matches!(edit, Edit::Guest(_)))
}

/// Characters are never in fixed ground nor out of the room, soft bodies keep their area, and cars
/// their wheels.
pub struct Guests {
    /// Whether anything is put into others or moves by itself, so that a character may be crushed.
    presses: bool,
    /// Whether what is built can bear what it meets: nothing much heavier, and steps that are not
    /// coarse for its speed.
    gentle: bool,
    /// What soft bodies began with.
    area: Option<Real>,
    /// For how many steps a guest has been out of shape.
    bent: u32,
}

impl Guests {
    pub fn new(plan: &Plan, world: &World, overlaps: bool) -> Self {
        let moves = plan.bodies.iter().any(|body| body.kind == BodyKind::Kinematic);
        let presses = moves || overlaps;
        let is = |name, values: &[&str]| values.contains(&world.value(name));
        let gentle = !presses
            && is("mass", &["ordinary", "light"])
            && !is("rate", &["30"])
            && !is("substeps", &["1"])
            && !is("gravity", &["strong"])
            && is("correction", &["soft", "precise"]);
        Self { presses, gentle, area: None, bent: 0 }
    }

    fn character(&self, run: &Run<'_>, character: &Character) -> Result<(), String> {
        let at = character.position();
        if !(at.x.is_finite() && at.y.is_finite()) {
            return Err(format!("a character at {at}"));
        }
        if self.presses {
            return Ok(());
        }
        let length = run.plan.length;
        let outside = outside(run, at);
        if outside > 0.01 {
            return Err(format!("a character is {outside} outside, at {at}"));
        }
        let thinner = |radius: Real| radius - MARGIN * length;
        let shape: Shape = match character.current_shape() {
            Shape::Circle(circle) => Circle::new(thinner(circle.radius())).unwrap().into(),
            Shape::Capsule(it) => {
                Capsule::new(it.a(), it.b(), thinner(it.radius())).unwrap().into()
            }
            other => panic!("no character is {other:?}"),
        };
        let fixed = QueryFilter::default().only(BodyKind::Fixed).platforms(Platforms::Overlooked);
        let found = run.scene().overlap_shape(&shape, character.pose, fixed);
        let is_wall = |key: &ColliderKey| {
            let collider = run.scene().collider(*key).unwrap();
            let index = run.filled.bodies.iter().position(|it| *it == collider.body());
            let part = index.and_then(|index| run.plan.bodies.get(index)).map(|body| body.part);
            !collider.is_sensor() && matches!(part, Some(Part::Room | Part::Obstacle))
        };
        match found.iter().find(|key| is_wall(key)) {
            Some(key) => Err(format!("a character is in {key:?} at {at}")),
            None => Ok(()),
        }
    }
}

/// How far a place is outside of the room, in length units.
fn outside(run: &Run<'_>, at: Point) -> Real {
    let Some(room) = run.plan.room else { return 0.0 };
    let place = run.body(0).unwrap().pose().inverse() * at;
    let outside = (place - room.max).sup(&(room.min - place));
    outside.x.max(outside.y) / run.plan.length
}

impl Law for Guests {
    fn name(&self) -> &'static str {
        "guests"
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        let mut bent = None;
        for guest in &run.filled.guests {
            for key in guest.bodies().into_iter().filter(|_| self.gentle) {
                let at = run.scene().body(key).unwrap().center_of_mass();
                let outside = outside(run, at);
                if outside > OUTSIDE {
                    return Err(format!("a part of a guest is {outside} outside, at {at}"));
                }
            }
            match guest {
                Guest::Character(character, _) => self.character(run, character)?,
                Guest::Soft(soft) => {
                    let area = soft.area(run.scene()).map_err(|error| error.to_string())?;
                    let before = *self.area.get_or_insert(area);
                    let part = area / before;
                    if self.gentle && (part - 1.0).abs() > SQUEEZE {
                        bent = Some(format!("{part} of its area is left"));
                    }
                }
                Guest::Car(car, _) => {
                    for joint in car.joints() {
                        let gap = run.scene().joint(*joint).unwrap().separation();
                        let gap = gap / run.plan.length;
                        if self.gentle && gap > OFF * run.rush() {
                            bent = Some(format!("a wheel is {gap} off"));
                        }
                    }
                }
                Guest::Built(_) | Guest::TopDown(..) => {}
            }
        }
        self.bent = if bent.is_some() { self.bent + 1 } else { 0 };
        match bent {
            Some(text) if self.bent as Real * run.plan.dt > IMPACT * run.haste() => Err(text),
            _ => Ok(()),
        }
    }
}
