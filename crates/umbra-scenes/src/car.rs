//! A car on bumpy ground.

use umbra::Error;
use umbra::geom::math::rotation;
use umbra::prelude::*;

use crate::Roles;

/// Fills a scene with the ground and the car, and returns its chassis.
///
/// # Errors
/// When there is a mistake here.
pub fn build(scene: &mut Scene) -> Result<BodyKey, Error> {
    ground(scene)?;
    car(scene)
}

/// The scene of the catalogue. The car is marked.
pub(crate) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    Ok(Roles { marked: Some(build(scene)?), driven: None })
}

/// Waves that grow along the road.
fn ground(scene: &mut Scene) -> Result<(), Error> {
    let road = (-40..400_i16).map(|i| {
        let x = 0.5 * Real::from(i);
        let height = 0.004 * x.clamp(0.0, 80.0);
        Point::new(x, height * (rotation(0.7 * x).im + rotation(0.31 * x).im))
    });
    let ground = scene.add_body(Body::fixed())?;
    scene.add_collider(ground, Collider::chain(road).friction(1.0))?;
    Ok(())
}

/// A chassis on two sprung wheels; the rear one is driven.
fn car(scene: &mut Scene) -> Result<BodyKey, Error> {
    let chassis = scene.add_body(Body::dynamic().position([0.0, 0.9]))?;
    let body = [[-1.3, -0.2], [1.3, -0.2], [1.3, 0.1], [0.4, 0.5], [-0.9, 0.5], [-1.3, 0.1]];
    scene.add_collider(chassis, Collider::polygon(body).mass(800.0))?;
    for (x, drives) in [(-0.9, true), (0.9, false)] {
        let wheel = scene.add_body(Body::dynamic().position([x, 0.4]))?;
        scene.add_collider(wheel, Collider::circle(0.38).mass(30.0).friction(1.2))?;
        let axle =
            Joint::wheel(chassis, wheel, [x, 0.4], [0.0, 1.0]).spring(2.5, 0.7).limits(-0.25, 0.25);
        let axle = if drives { axle.motor(-16.0, 900.0) } else { axle };
        scene.add_joint(axle)?;
    }
    Ok(chassis)
}
