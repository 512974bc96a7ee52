//! Additional features of a world besides its dimensions: fields, cuts, explosions, guests.
//!
//! One of them at a time, so that worlds keep their numbers: in a few thousand worlds, every value
//! of every dimension is combined with each of them. The [`LATER`] ones are made in `passing.rs`
//! and have worlds of their own.

use umbra::Error;
use umbra::prelude::*;

use super::dice::Dice;
use super::edits::Scope;
use super::guests::{self, GUESTS};
use super::passing::{STACK, WRAPPING};
use super::plan::{Edit, FieldPlan, Place};

/// The additional features. The first is nothing.
pub const MORE: [&str; 23] = [
    "nothing",
    "water",
    "wind",
    "gravity",
    "attraction",
    "magnet",
    "carried magnet",
    "split",
    "shatter",
    "breaks",
    "explosion",
    "rope",
    "bridge",
    "cloth",
    "ragdoll",
    "blob",
    "soft box",
    "car",
    "top-down car",
    "character",
    "portals",
    WRAPPING,
    STACK,
];

/// The number of additional features at the end of [`MORE`] that came later than the others: those
/// have the worlds that they had before.
pub const LATER: usize = 2;

/// The edits of one of them, each before the step of a number.
pub(super) fn edits(
    name: &str,
    dice: &mut Dice,
    steps: u32,
    scope: &Scope,
    seed: u64,
) -> Vec<(u32, Edit)> {
    if let Some((_, kind)) = GUESTS.iter().find(|(guest, _)| *guest == name) {
        let step = dice.one_of(&[0, 0, steps / 4]);
        return vec![(step, Edit::Guest(guests::plan(*kind, dice, seed)))];
    }
    let count = scope.movers.len() as u32;
    let mover = |dice: &mut Dice| scope.movers.start + dice.below(count.max(1)) as usize;
    let place: Place = [dice.between(-1.5, 1.5), dice.between(-0.5, 1.0), dice.between(-0.5, 0.5)];
    let at = [place[0], place[1]];
    let field = |kind: FieldKind| FieldPlan { kind, place, half: [2.0, 1.5], on: None };
    let middle = steps / 3 + dice.below(10);
    let comes_and_goes =
        |field: FieldPlan| vec![(0, Edit::AddField(field)), (2 * steps / 3, Edit::RemoveField)];
    match name {
        "water" => {
            let velocity = Vector::new(dice.between(-1.0, 1.0), 0.0);
            comes_and_goes(field(FieldKind::Water { density: 2.0, drag: 1.0, velocity }))
        }
        "wind" => {
            let velocity = Vector::new(dice.between(-9.0, 9.0), dice.between(-4.0, 4.0));
            comes_and_goes(field(FieldKind::Wind { velocity, density: 0.5, drag: 1.0, lift: 0.5 }))
        }
        "gravity" => {
            let acceleration = Vector::new(dice.between(-9.0, 9.0), dice.between(-9.0, 9.0));
            comes_and_goes(field(FieldKind::Gravity { acceleration }))
        }
        "attraction" => {
            comes_and_goes(field(FieldKind::Attraction { acceleration: 15.0, radius: 0.5 }))
        }
        "magnet" => comes_and_goes(field(FieldKind::Magnet { force: 10.0, range: 2.0 })),
        "carried magnet" => {
            let on = Some(mover(dice));
            let kind = FieldKind::Magnet { force: -5.0, range: 1.5 };
            let place = [0.0, 0.1, 0.0];
            comes_and_goes(FieldPlan { kind, place, half: [2.0, 2.0], on })
        }
        "split" => (0..3)
            .map(|turn| {
                let line = [at, [dice.between(-1.5, 1.5), dice.between(-2.0, 2.0)]];
                (middle + 9 * turn, Edit::Split(mover(dice), line))
            })
            .collect(),
        "shatter" => vec![(middle, Edit::Shatter(mover(dice), at, 2 + dice.below(5)))],
        "breaks" => {
            vec![
                (0, Edit::Toughness(mover(dice), 0.2)),
                (middle, Edit::Toughness(mover(dice), 0.5)),
            ]
        }
        "explosion" => {
            let explosion =
                |impulse| Edit::Explode { at, reach: 3.0, impulse, shielded: impulse > 0.0 };
            vec![(middle, explosion(3.0)), (middle + 20, explosion(-1.0))]
        }
        "portals" => {
            let size = dice.between(0.6, 2.0);
            let [from, to] = [0, 1].map(|_| {
                let [x, y] = [dice.between(-2.0, 2.0), dice.between(-1.0, 1.5)];
                let turn = dice.between(0.0, 6.0);
                let along = [0.5 * size * turn.cos(), 0.5 * size * turn.sin()];
                [[x - along[0], y - along[1]], [x + along[0], y + along[1]]]
            });
            let one_way = dice.below(3) == 0;
            vec![(0, Edit::AddPortal { from, to, one_way }), (2 * steps / 3, Edit::RemovePortal)]
        }
        _ => vec![],
    }
}

impl FieldPlan {
    /// The field, on a body if the plan names one.
    pub(super) fn field(&self, body: Option<BodyKey>) -> Field {
        let [x, y, angle] = self.place;
        let field = match self.kind {
            FieldKind::Gravity { acceleration } => Field::gravity(acceleration),
            FieldKind::Attraction { acceleration, radius } => {
                Field::attraction(acceleration, radius)
            }
            FieldKind::Magnet { force, range } => Field::magnet(force, range),
            FieldKind::Wind { velocity, density, drag, lift } => {
                Field::wind(velocity).density(density).drag(drag).lift(lift)
            }
            FieldKind::Water { density, drag, velocity } => {
                Field::water(density).drag(drag).velocity(velocity)
            }
            other => unreachable!("no field {other:?} is planned"),
        };
        let field = field.cuboid(self.half[0], self.half[1]).at_pose([x, y], angle);
        match body {
            Some(body) => field.on(body),
            None => field,
        }
    }
}

/// Applies one of them to a scene. `of` returns the key of a body that still exists.
pub(super) fn apply(
    scene: &mut Scene,
    edit: &Edit,
    of: impl Fn(usize) -> Option<BodyKey>,
) -> Result<(), Error> {
    match edit {
        Edit::AddField(plan) => {
            let body = plan.on.map(&of);
            if body != Some(None) {
                scene.add_field(plan.field(body.flatten()))?;
            }
        }
        Edit::RemoveField => {
            let first = scene.fields().next();
            first.map_or(Ok(()), |key| scene.remove_field(key))?;
        }
        Edit::AddPortal { from, to, one_way } => {
            scene.add_portal(Portal::new(*from, *to).one_way(*one_way))?;
        }
        Edit::RemovePortal => {
            let first = scene.portals().next();
            first.map_or(Ok(()), |key| scene.remove_portal(key))?;
        }
        Edit::Explode { at, reach, impulse, shielded } => {
            let explosion = Explosion::new(*at, *reach).impulse(*impulse).shielded(*shielded);
            scene.explode(explosion)?;
        }
        Edit::Split(index, line) => {
            let Some(key) = of(*index) else { return Ok(()) };
            scene.split_body(key, *line)?;
        }
        Edit::Shatter(index, at, pieces) => {
            let Some(key) = of(*index) else { return Ok(()) };
            scene.shatter_body(key, *at, *pieces as usize)?;
        }
        Edit::Toughness(index, toughness) => {
            let Some(key) = of(*index) else { return Ok(()) };
            scene.body_mut(key)?.set_fracture(Some(*toughness))?;
        }
        _ => {}
    }
    Ok(())
}
