//! Edits of a world between its steps.

use umbra::prelude::*;

use super::dice::Dice;
use super::plan::{BodyPlan, ColliderPlan, Edit, Form, Place};

/// The objects that may be edited.
pub(super) struct Scope {
    /// The indices of the moving bodies.
    pub(super) movers: std::ops::Range<usize>,
    /// The number of joints.
    pub(super) joints: usize,
}

/// The edits of a name, each before the step of a number.
pub(super) fn edits(name: &str, dice: &mut Dice, steps: u32, scope: &Scope) -> Vec<(u32, Edit)> {
    let Scope { movers, joints } = scope;
    let count = movers.len() as u32;
    if count == 0 || name == "none" {
        return vec![];
    }
    let mut all = vec![];
    for turn in 1..4 {
        let step = steps * turn / 5 + dice.below(5);
        let which = match name {
            // The first stays a sensor: what comes back after a step may be behind a wall.
            "sensor" if turn == 1 => movers.start,
            "sensor" if count == 1 => continue,
            "sensor" => movers.start + 1 + dice.below(count - 1) as usize,
            _ => movers.start + dice.below(count) as usize,
        };
        let free: Place =
            [dice.between(-1.5, 1.5), dice.between(0.0, 1.0), dice.between(-3.0, 3.0)];
        let again = turn % 2 == 1;
        let edit = match name {
            "remove" => Edit::Remove(which),
            "teleport" => Edit::Teleport(which, free),
            "kind" if again => Edit::Kind(which, BodyKind::Kinematic),
            "kind" => Edit::Kind(which, dice.one_of(&[BodyKind::Fixed, BodyKind::Dynamic])),
            "shape" => {
                let size = dice.between(0.1, 0.4);
                let corner = [[-size, -size], [size, -size], [0.0, size]];
                let form = dice.below(3);
                Edit::Shape(
                    which,
                    match form {
                        0 => Form::Circle(size),
                        1 => Form::Cuboid([size, 0.5 * size], 0.0),
                        _ => Form::Polygon(corner.to_vec(), 0.0),
                    },
                )
            }
            "group" => Edit::Group(which, if again { -2 } else { 0 }),
            "sensor" => Edit::Sensor(which, true),
            "offset" => {
                Edit::Offset(which, [dice.between(-0.02, 0.02), 0.0, dice.between(-1.0, 1.0)])
            }
            "push" if again => {
                Edit::Velocity(which, [dice.between(-8.0, 8.0), 4.0], dice.between(-9.0, 9.0))
            }
            "push" => Edit::Impulse(which, [dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)]),
            "disable" => Edit::Enable(which, !again),
            "sleep" => Edit::Sleep(which, dice.below(3) > 0),
            "lock" => Edit::LockRotation(which, again),
            "density" => Edit::Density(which, dice.one_of(&[0.1, 1.0, 20.0])),
            "material" => Edit::Material(which, dice.between(0.0, 1.0), dice.between(0.0, 1.0)),
            "joint" if *joints > 0 => {
                let joint = dice.below(*joints as u32) as usize;
                if again { Edit::Limits(joint, -0.2, 0.4) } else { Edit::RemoveJoint(joint) }
            }
            "joint" => Edit::Sleep(which, false),
            "gravity" => Edit::Gravity(dice.one_of(&[[0.0, 10.0], [8.0, 0.0], [0.0, 0.0]])),
            "add" => {
                let box_ = ColliderPlan::new(Form::Cuboid([0.3, 0.2], 0.0));
                Edit::Add(BodyPlan { place: free, colliders: vec![box_], ..BodyPlan::default() })
            }
            other => panic!("no edit {other}"),
        };
        all.push((step, edit));
        // What was disabled comes back.
        match name {
            "disable" if again => all.push((step + 10, Edit::Enable(which, true))),
            "sensor" if turn > 1 => all.push((step, Edit::Sensor(which, false))),
            // What is told to move goes on through walls.
            "kind" => {
                all.push((step, Edit::Velocity(which, [0.0; 2], 0.0)));
                all.push((step + 8, Edit::Kind(which, BodyKind::Dynamic)));
            }
            _ => {}
        }
    }
    all.sort_by_key(|(step, _)| *step);
    all
}
