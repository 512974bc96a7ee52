//! States of the wheels of a car.

use umbra_geom::{Point, Real, Vector, math};

use super::Car;
use crate::character::surface_velocity;
use umbra_core::{ColliderKey, ColliderPart, Error, Scene};

/// State of a wheel of a [`Car`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct WheelState {
    /// True if it touches anything.
    pub contact: bool,
    /// The force that presses it to the ground; 0 before the car was driven for the first time.
    pub load: Real,
    /// Compression of the spring relative to a standing car; negative when the wheel hangs lower.
    pub compression: Real,
    /// Speed of its tread, positive forwards.
    pub tread_speed: Real,
    /// Speed of its tread relative to the ground below it, belts included: positive when it spins,
    /// negative when it locks; 0 in the air.
    pub slip: Real,
}

impl Car {
    /// States of its wheels, in the order of the axles.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::vehicle::{Car, CarSettings, Controls};
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ice = Collider::cuboid(100.0, 0.5).friction(0.02);
    /// # scene.add(Body::fixed().position([0.0, -0.5]), [ice])?;
    ///
    /// let mut car = Car::spawn(&mut scene, [0.0, 0.65], &CarSettings::default())?;
    /// for _ in 0..30 {
    ///     let full = Controls { throttle: 1.0, ..Controls::default() };
    ///     car.drive(&mut scene, full, 1.0 / 60.0)?;
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// let wheels = car.wheels(&scene)?;
    /// assert!(wheels.iter().all(|wheel| wheel.contact && wheel.slip > 1.0)); // they spin on ice
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a part of the car was removed or has broken off, as for [`drive`](Self::drive).
    pub fn wheels(&self, scene: &Scene) -> Result<Vec<WheelState>, Error> {
        self.check_parts(scene)?;
        (0..self.wheels.len()).map(|index| self.wheel(scene, index)).collect()
    }

    fn wheel(&self, scene: &Scene, index: usize) -> Result<WheelState, Error> {
        let (chassis, body) = (scene.body(self.chassis)?, scene.body(self.wheels[index])?);
        let joint = scene.joint(self.joints[index])?;
        let radius = self.settings.axles[index].radius;
        let tread_speed = -self.up * body.angular_velocity() * radius;
        let (mut load, mut ground_speed, mut touching) = (0.0, 0.0, 0_u8);
        for contact in body.contacts().filter(umbra_core::ContactRef::is_touching) {
            let is_first = contact.bodies()[0] == self.wheels[index];
            let ground = contact.colliders()[usize::from(is_first)];
            let outward = if is_first { -contact.normal() } else { contact.normal() };
            let impulses = contact.points().map(|point| point.normal_impulse);
            load += if self.dt > 0.0 { impulses.sum::<Real>() / self.dt } else { 0.0 };
            let Some(point) = contact.points().next() else { continue };
            // How fast the car goes over it, along it.
            let along = math::left_of(contact.normal());
            let forward = chassis.world_vector([1.0, 0.0]);
            let along = if math::dot(along, forward) < 0.0 { -along } else { along };
            let ground = ground_velocity(scene, ground, (point.position, outward))?;
            let over = body.velocity() - ground;
            ground_speed += math::dot(over, along);
            touching += 1;
        }
        let slip =
            if touching > 0 { tread_speed - ground_speed / Real::from(touching) } else { 0.0 };
        Ok(WheelState {
            contact: touching > 0,
            load,
            compression: joint.translation(),
            tread_speed,
            slip,
        })
    }
}

/// Velocity of a collider's surface at the contact of a wheel.
fn ground_velocity(
    scene: &Scene,
    collider: ColliderKey,
    (point, outward): (Point, Vector),
) -> Result<Vector, Error> {
    let collider = scene.collider(collider)?;
    let part = match collider.cell_size() {
        // Well within the cell that is touched.
        Some(size) => {
            let within = point - outward * (0.25 * size);
            ColliderPart::Cell(collider.cell_at(within).unwrap_or_default())
        }
        None => ColliderPart::Shape(0),
    };
    let body = scene.body(collider.body())?;
    Ok(surface_velocity(body, collider, part, (point, outward)).0)
}
