//! Soft donuts between pegs, under a gravity that turns with the keys.

use umbra::Error;
use umbra::build::{self, SoftSettings};
use umbra::prelude::*;

use crate::{Button, Controls, Parameter, Roles};

/// The view of a window.
pub const VIEW: Aabb = Aabb { min: Point::new(-8.5, -0.5), max: Point::new(8.5, 12.0) };
/// The parameters of the scene.
pub static PARAMETERS: [Parameter; 2] = [
    Parameter { name: "count", about: "How many donuts there are.", limits: [1, 24], usual: 8 },
    Parameter {
        name: "size",
        about: "The radius of a donut, in cm.",
        limits: [40, 120],
        usual: 75,
    },
];

const GRAVITY: Real = 9.81;
/// The most donuts, and the steps between two that are dropped.
const MOST: u64 = 24;
const RELOAD: u32 = 30;

pub(super) fn fill(scene: &mut Scene, numbers: &[u32]) -> Result<Roles, Error> {
    let walls = [-8.5, 8.5].map(|x| Collider::cuboid(0.5, 6.5).at([x, 6.0]));
    let [floor, lid] = [-0.5, 12.5].map(|y| Collider::cuboid(9.0, 0.5).at([0.0, y]));
    scene.add(Body::fixed(), walls.into_iter().chain([floor, lid]))?;
    for row in 0..3_u8 {
        for column in 0..5_u8 {
            let shift = if row % 2 == 0 { 0.0 } else { 1.6 };
            let at = [3.2 * Real::from(column) - 7.2 + shift, 2.2 + 2.6 * Real::from(row)];
            scene.add(Body::fixed().position(at), [Collider::circle(0.22)])?;
        }
    }
    let wheel = Body::kinematic().position([0.0, 9.6]).angular_velocity(0.8);
    scene.add(wheel, [Collider::cuboid(1.6, 0.12), Collider::cuboid(0.12, 1.6)])?;
    let radius = 0.01 * numbers[1] as Real;
    let count = u64::from(numbers[0]);
    let note = scene.add_body(Body::fixed().enabled(false))?;
    let mut marked = None;
    for number in 0..count {
        marked = marked.or(Some(donut(scene, number, radius)?));
    }
    scene.body_mut(note)?.set_user_data(count | u64::from(numbers[1]) << 32);
    Ok(Roles { marked, driven: Some(note) })
}

/// Adds the donut of a number. Returns its hub.
fn donut(scene: &mut Scene, number: u64, radius: Real) -> Result<BodyKey, Error> {
    let (column, row) = ((number * 3 % 5) as Real, (number / 5 % 2) as Real);
    let at = [3.1 * column - 6.2 + 0.3 * row, 10.9 - 1.9 * row];
    let settings =
        SoftSettings { thickness: Some(0.5 * radius), give: Some(0.12), ..SoftSettings::default() };
    build::blob_with(scene, at, radius, &settings).map(|donut| donut.hub)
}

pub(super) fn play(
    scene: &mut Scene,
    roles: &Roles,
    step: u32,
    controls: Controls,
) -> Result<(), Error> {
    let side = Real::from(controls.axis(Button::Left, Button::Right));
    let down = if controls.is_down(Button::Up) { 0.6 } else { -1.0 };
    scene.config_mut().gravity = Vector::new(0.8 * side, down) * GRAVITY;
    let Some(note) = roles.driven.filter(|key| scene.body(*key).is_ok()) else { return Ok(()) };
    let data = scene.body(note)?.user_data();
    let (count, size) = (data & 0xff, data >> 32);
    if controls.is_down(Button::First) && step.is_multiple_of(RELOAD) && count < MOST {
        donut(scene, count, 0.01 * size as Real)?;
        scene.body_mut(note)?.set_user_data(data + 1);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;

    #[test]
    fn donuts_fall_are_lifted_and_stay_in_the_box() {
        let mut running = find("donuts").unwrap().set_up(SceneConfig::default()).unwrap();
        let hub = running.roles.marked.unwrap();
        let place = |scene: &Scene| scene.body(hub).unwrap().position();
        (0..400).for_each(|_| running.step(1.0 / 60.0).unwrap());
        assert!(place(&running.scene).y < 8.0, "{}", place(&running.scene));
        let bodies = running.scene.body_count();
        running.controls = Controls::default().with(Button::Up, true).with(Button::First, true);
        (0..400).for_each(|_| running.step(1.0 / 60.0).unwrap());
        assert!(running.scene.body_count() > bodies);
        for key in running.scene.bodies() {
            let at = running.scene.body(key).unwrap().position();
            assert!(at.x.abs() < 8.5 && (-0.5..12.5).contains(&at.y), "{at}");
        }
        running.scene.validate().unwrap();
    }
}
