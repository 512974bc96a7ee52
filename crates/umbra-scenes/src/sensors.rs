//! A scene in which sensors decide the motion: with one event too many, too few, or out of order,
//! bodies would take another path.

use umbra::Error;
use umbra::geom::math::pose;
use umbra::prelude::*;

use crate::{Roles, place};

/// The effect of a sensor on its visitors, as its user data.
const LAUNCHES: u64 = 1;
const TURNS: u64 = 2;
const PUSHES: u64 = 3;
/// A platform that alternates between solid and sensor.
const FLICKERS: u64 = 4;

/// Shapes of all kinds fall through zones, gates and beams, and are thrown up again.
pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    let pit = [(0.0, -1.0, 16.0, 1.0), (-16.0, 8.0, 1.0, 10.0), (16.0, 8.0, 1.0, 10.0)];
    for (x, y, half_x, half_y) in pit {
        place(scene, Body::fixed().position([x, y]), Collider::cuboid(half_x, half_y))?;
    }
    let sensor = |shape: Collider, does: u64| shape.sensor(true).user_data(does);
    // Not the walls: those are always there.
    let bodies = Filter { category: 1, mask: 2, group: 0 };
    for x in [-10.0, 0.0, 10.0] {
        let zone = sensor(Collider::cuboid(1.5, 0.2), LAUNCHES).filter(bodies);
        place(scene, Body::fixed().position([x, 0.2]), zone)?;
    }
    let gate = [[-15.0, 6.0], [-5.0, 5.0], [5.0, 5.0], [15.0, 6.0]];
    place(scene, Body::fixed(), sensor(Collider::chain(gate), TURNS).filter(bodies))?;
    let beam = Collider::cuboid(6.0, 0.01).at([6.0, 0.0]);
    let beam = sensor(beam, PUSHES).sees_sensors(true).filter(bodies);
    place(scene, Body::kinematic().position([0.0, 3.0]).angular_velocity(40.0), beam)?;
    let platform = Collider::cuboid(2.0, 0.1).user_data(FLICKERS);
    place(scene, Body::fixed().position([5.0, 2.0]), platform)?;
    for i in 0..90_u32 {
        let (x, y) = ((i * 37 % 29) as Real - 14.0, 1.0 + (i / 9) as Real);
        let body = Body::dynamic().position([x, y]).angle(i as Real * 0.7);
        let shape = match i % 5 {
            0 => Collider::cuboid(0.3, 0.2),
            1 => Collider::circle(0.25).restitution(0.6),
            2 => Collider::capsule([-0.2, 0.0], [0.2, 0.0], 0.1),
            3 => Collider::polygon([[-0.3, -0.2], [0.4, -0.1], [0.1, 0.4]]),
            _ => Collider::compound([
                (pose([-0.2, 0.0], 0.0), Circle::new(0.15)?.into()),
                (pose([0.2, 0.0], 0.4), Polygon::cuboid(0.2, 0.1)?.into()),
            ]),
        };
        let filter = Filter { category: 2, ..Filter::default() };
        let body = place(scene, body, shape.filter(filter))?;
        if i % 9 == 0 {
            let around = sensor(Collider::circle(0.8), PUSHES).filter(filter);
            scene.add_collider(body, around.sees_sensors(i % 2 == 0))?;
        }
    }
    Ok(Roles::default())
}

/// Applies the effects of sensors to all bodies that began or ended an overlap.
pub(crate) fn react(scene: &mut Scene, _: &Roles, step: u32) -> Result<(), Error> {
    let told = scene.sensor_events().to_vec();
    for (place, event) in told.into_iter().enumerate() {
        let Ok(does) = scene.collider(event.sensor()).map(|sensor| sensor.user_data()) else {
            continue;
        };
        let began = matches!(event, SensorEvent::Begin { .. });
        // Whoever is told later gets more.
        let more = 1.0 + 0.01 * (place % 10) as Real;
        let Ok(mut visitor) = scene.body_mut(event.bodies()[1]) else { continue };
        let is_pushed = visitor.view().is_dynamic();
        match (does, began) {
            (LAUNCHES, true) => visitor.set_velocity([0.3 * more, 14.0 * more])?,
            (TURNS, true) if is_pushed => visitor.apply_angular_impulse(0.01 * more)?,
            (PUSHES, true) if is_pushed => visitor.apply_impulse([0.0, 0.05 * more])?,
            (PUSHES, false) if is_pushed => visitor.apply_impulse([0.02 * more, 0.0])?,
            _ => {}
        }
    }
    if step % 40 == 39 {
        let all = scene.colliders().filter_map(|key| scene.collider(key).ok());
        let flickers = all.filter(|collider| collider.user_data() == FLICKERS);
        let flickers: Vec<_> = flickers.map(|it| (it.key(), it.is_sensor())).collect();
        for (key, is_sensor) in flickers {
            if let Ok(mut platform) = scene.collider_mut(key) {
                platform.set_sensor(!is_sensor)?;
            }
        }
    }
    Ok(())
}
