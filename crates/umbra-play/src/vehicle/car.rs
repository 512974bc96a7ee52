//! A car seen from the side.

use umbra_geom::{Point, Real, Vector, math};

use super::suspension::{Spring, shares};
use super::{Controls, Drive, check_count, check_dt, length};
use crate::check;
use umbra_core::{
    Body, BodyKey, Collider, Error, Filter, Inserted, Joint, JointKey, JointRef, Scene,
};

/// A wheel of a [`Car`] and its suspension.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct Axle {
    /// Position along x, forwards from the chassis' origin.
    pub x: Real,
    /// The radius of the wheel. 0.35 by default.
    pub radius: Real,
    /// Mass of the wheel. 25 by default.
    pub mass: Real,
    /// The friction of the wheel. 1.2 by default.
    pub friction: Real,
    /// Frequency, per second, at which the chassis swings up and down on its springs. 1.5 by
    /// default, as in most cars.
    pub hertz: Real,
    /// Damping ratio of that motion; 1 stops it soonest. 0.5 by default.
    pub damping_ratio: Real,
    /// Travel of the wheel from its position at rest: down and up. 0.15 and 0.2 by default.
    pub travel: [Real; 2],
    /// Drive of the wheel. None by default.
    pub drive: Option<Drive>,
    /// The most torque of its brake. 1500 by default.
    pub brake: Real,
    /// The torque of the handbrake at it. 0 by default.
    pub handbrake: Real,
    /// The torque that slows it while nothing drives it. 5 by default.
    pub drag: Real,
}

impl Default for Axle {
    fn default() -> Self {
        Self {
            x: 0.0,
            radius: 0.35,
            mass: 25.0,
            friction: 1.2,
            hertz: 1.5,
            damping_ratio: 0.5,
            travel: [0.15, 0.2],
            drive: None,
            brake: 1500.0,
            handbrake: 0.0,
            drag: 5.0,
        }
    }
}

impl Axle {
    fn scale(&mut self, length: Real) {
        let torque = length * length;
        for value in [&mut self.x, &mut self.radius].into_iter().chain(&mut self.travel) {
            *value *= length;
        }
        for value in [&mut self.brake, &mut self.handbrake, &mut self.drag] {
            *value *= torque;
        }
        if let Some(drive) = &mut self.drive {
            drive.scale(torque, length);
        }
    }

    fn check(&self) -> Result<(), Error> {
        check::number("axle.x", self.x)?;
        length("axle.radius", self.radius)?;
        check::positive("axle.mass", self.mass)?;
        check::amount("axle.friction", self.friction)?;
        check::range("axle.hertz", self.hertz, 0.1, 100.0)?;
        check::range("axle.damping_ratio", self.damping_ratio, 0.0, 100.0)?;
        check::amount("axle.travel", self.travel[0])?;
        check::amount("axle.travel", self.travel[1])?;
        check::amount("axle.brake", self.brake)?;
        check::amount("axle.handbrake", self.handbrake)?;
        check::amount("axle.drag", self.drag)?;
        self.drive.as_ref().map_or(Ok(()), Drive::check)
    }
}

/// Settings of a [`Car`].
///
/// ```
/// # use umbra::prelude::*;
/// use umbra::vehicle::{Axle, Car, CarSettings, Drive};
/// # let mut scene = Scene::new(SceneConfig::default())?;
///
/// // A truck with three axles, driven at the two in the rear.
/// let drive = Some(Drive::new(2500.0, 25.0));
/// let axle = |x, drive| Axle { x, drive, radius: 0.5, mass: 60.0, ..Axle::default() };
/// let axles = vec![axle(-2.5, drive.clone()), axle(-1.3, drive), axle(2.5, None)];
/// let chassis = [3.5, 0.8, 6000.0];
/// let truck = CarSettings { axles, chassis, ride_height: 1.4, ..CarSettings::default() };
/// let truck = Car::spawn(&mut scene, [0.0, 1.4], &truck)?;
/// assert_eq!(truck.wheel_bodies().len(), 3);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct CarSettings {
    /// Height of the chassis' origin above level ground when the car stands. 0.65 by default.
    pub ride_height: Real,
    /// Its wheels, from 1 to 64; the chassis' centre of mass has to be between them. By default
    /// two, 1.3 before and behind the origin, both driven.
    pub axles: Vec<Axle>,
    /// Stiffness against pitch, besides that of the springs and as a fraction of it, from 0 to 4.
    /// 0.5 by default.
    pub anti_pitch: Real,
    /// The torque with which [`Controls::steer`] turns it in the air. 0 by default.
    pub air_torque: Real,
    /// Half of the width and of the height of a chassis that [`Car::spawn`] makes, and its mass. A
    /// box of 3.6 by 0.6 of 900 kg by default.
    pub chassis: [Real; 3],
    /// Filter of all its parts.
    pub filter: Filter,
}

impl Default for CarSettings {
    fn default() -> Self {
        let drive = Some(Drive::new(1200.0, 40.0));
        let axle = |x: Real| Axle { x, drive: drive.clone(), ..Axle::default() };
        let rear = Axle { handbrake: 3000.0, ..axle(-1.3) };
        Self {
            ride_height: 0.65,
            axles: vec![rear, axle(1.3)],
            anti_pitch: 0.5,
            air_torque: 0.0,
            chassis: [1.8, 0.3, 900.0],
            filter: Filter::default(),
        }
    }
}

impl CarSettings {
    /// Scales every length by the length unit, and torques accordingly: for games that do not use
    /// metres, with their [`length_unit`](umbra_core::SceneConfig::length_unit). Masses stay.
    ///
    /// ```
    /// use umbra::vehicle::CarSettings;
    ///
    /// // 50 pixels to the metre.
    /// let settings = CarSettings::default().in_units(50.0);
    /// assert_eq!((settings.ride_height, settings.axles[0].radius), (32.5, 17.5));
    /// ```
    #[must_use]
    pub fn in_units(mut self, length_unit: Real) -> Self {
        self.ride_height *= length_unit;
        self.air_torque *= length_unit * length_unit;
        self.chassis[0] *= length_unit;
        self.chassis[1] *= length_unit;
        self.axles.iter_mut().for_each(|axle| axle.scale(length_unit));
        self
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        length("ride_height", self.ride_height)?;
        check_count("axles", self.axles.len())?;
        check::range("anti_pitch", self.anti_pitch, 0.0, 4.0)?;
        check::amount("air_torque", self.air_torque)?;
        self.axles.iter().try_for_each(Axle::check)
    }
}

/// A car seen from the side: a chassis on wheels, each on a [wheel joint](Joint::wheel). Forwards
/// is along x of the chassis.
///
/// ```
/// use umbra::prelude::*;
/// use umbra::vehicle::{Axle, Car, CarSettings};
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// scene.add(Body::fixed().position([0.0, -0.5]), [Collider::cuboid(100.0, 0.5)])?;
/// // A chassis of one's own, that stands 0.8 m above the ground and swings once per second.
/// let chassis = Body::dynamic().position([0.0, 0.8]);
/// let chassis = scene.add(chassis, [Collider::cuboid(2.0, 0.4).mass(1200.0)])?;
/// let axle = |x| Axle { x, hertz: 1.0, ..Axle::default() };
/// let settings =
///     CarSettings { ride_height: 0.8, axles: vec![axle(-1.4), axle(1.4)], ..Default::default() };
/// let car = Car::new(&mut scene, chassis, &settings)?;
/// for _ in 0..180 {
///     scene.step(1.0 / 60.0)?;
/// }
/// assert!((scene.body(chassis)?.position().y - 0.8).abs() < 0.01);
/// assert!(car.wheels(&scene)?.iter().all(|wheel| wheel.contact));
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::saved::SavedCar"))]
#[doc(alias("vehicle", "suspension"))]
pub struct Car {
    pub(super) chassis: BodyKey,
    pub(super) wheels: Vec<BodyKey>,
    pub(super) joints: Vec<JointKey>,
    pub(super) settings: CarSettings,
    pub(super) springs: Vec<Spring>,
    /// Up on the chassis: 1 along its y, -1 against it, in scenes in which things fall along y.
    pub(super) up: Real,
    /// The length of the last step that it was driven for.
    pub(super) dt: Real,
}

impl Car {
    /// Puts wheels on a body. They are where they are when the car stands, so that it neither drops
    /// nor jumps on level ground if its chassis is at the [ride height](CarSettings::ride_height).
    ///
    /// Springs are made for the mass of the chassis and the gravity at its place as they are now,
    /// fields included.
    ///
    /// # Errors
    /// When a number makes no sense, there is no such body or it is not dynamic, or its centre of
    /// mass is not between the axles. Nothing is added then.
    pub fn new(scene: &mut Scene, chassis: BodyKey, settings: &CarSettings) -> Result<Self, Error> {
        settings.check()?;
        let body = scene.body(chassis)?;
        if !body.is_dynamic() {
            return Err(Error::NotDynamic(chassis));
        }
        let own = body.colliders().next().map(|key| scene.collider(key)).transpose()?;
        let filter = own.map_or(settings.filter, |collider| collider.filter());
        let around = scene.gravity_at(body.center_of_mass(), filter)?;
        let fall = body.local_vector(around) * body.gravity_scale();
        let up = if fall.y > 0.0 { -1.0 } else { 1.0 };
        let gravity = math::dot(fall, fall).sqrt();
        let mass = if body.mass() > 0.0 { body.mass() } else { 1.0 };
        let center = body.local_point(body.center_of_mass()).x;
        let places: Vec<_> = settings.axles.iter().map(|axle| axle.x).collect();
        let shares = shares(&places, center)?;
        let springs = settings.axles.iter().zip(shares);
        let spring = |(axle, share): (&Axle, Real)| {
            Spring::new(mass, share, [axle.hertz, axle.damping_ratio], gravity)
        };
        let mut car = Self {
            chassis,
            wheels: vec![],
            joints: vec![],
            settings: settings.clone(),
            springs: springs.map(spring).collect(),
            up,
            dt: 0.0,
        };
        if let Err(error) = car.add_wheels(scene) {
            car.remove_wheels(scene);
            return Err(error);
        }
        Ok(car)
    }

    /// A chassis at a place, with wheels: see [`CarSettings::chassis`].
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::vehicle::{Car, CarSettings};
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # scene.add(Body::fixed().position([0.0, -0.5]), [Collider::cuboid(100.0, 0.5)])?;
    ///
    /// let car = Car::spawn(&mut scene, [0.0, 0.65], &CarSettings::default())?;
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!((scene.body(car.chassis())?.position().y - 0.65).abs() < 0.01); // it stands
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number makes no sense. Nothing is added then.
    pub fn spawn(
        scene: &mut Scene,
        position: impl Into<Point>,
        settings: &CarSettings,
    ) -> Result<Self, Error> {
        settings.check()?;
        let [half_width, half_height, mass] = settings.chassis;
        check::positive("chassis.mass", mass)?;
        let shape = Collider::rounded_cuboid(half_width, half_height, 0.3 * half_height);
        let shape = shape.mass(mass).filter(settings.filter);
        let chassis = scene.add(Body::dynamic().position(position), [shape])?;
        let car = Self::new(scene, chassis, settings);
        if car.is_err() {
            let _ = scene.remove_body(chassis);
        }
        car
    }

    fn add_wheels(&mut self, scene: &mut Scene) -> Result<(), Error> {
        let body = scene.body(self.chassis)?;
        let (pose, velocity) = (body.pose(), body.velocity());
        for (axle, spring) in self.settings.axles.iter().zip(&self.springs) {
            let place = [axle.x, self.up * (axle.radius - self.settings.ride_height)];
            let place = pose * Point::from(place);
            let wheel =
                Body::dynamic().pose(umbra_geom::Pose::from_parts(place.into(), pose.rotation));
            let shape = Collider::circle(axle.radius).mass(axle.mass).friction(axle.friction);
            let wheel = wheel.velocity(velocity);
            let wheel = scene.add(wheel, [shape.filter(self.settings.filter)])?;
            self.wheels.push(wheel);
            let axis = pose.rotation * Vector::new(0.0, self.up);
            let joint = Joint::wheel(self.chassis, wheel, place, axis)
                .spring_stiffness(spring.stiffness, spring.damping)
                .rest(-spring.sag)
                .limits(-axle.travel[0], axle.travel[1])
                .motor(0.0, axle.drag);
            self.joints.push(scene.add_joint(joint)?);
        }
        Ok(())
    }

    fn remove_wheels(&self, scene: &mut Scene) {
        for wheel in self.wheels.iter().rev() {
            let _ = scene.remove_body(*wheel);
        }
    }

    /// Removes the car from the scene, with its chassis. Parts that were removed before are
    /// skipped.
    pub fn remove(&self, scene: &mut Scene) {
        self.remove_wheels(scene);
        let _ = scene.remove_body(self.chassis);
    }

    /// The same where it was inserted, with its new keys: see [`Inserted`].
    ///
    /// # Errors
    /// When the part did not hold all of it: chassis, wheels, and the joints between them.
    pub fn after_insert(&self, inserted: &Inserted) -> Result<Self, Error> {
        let chassis = inserted.body(self.chassis)?;
        let wheels = inserted.all_bodies(&self.wheels)?;
        let joints = inserted.all_joints(&self.joints)?;
        Ok(Self { chassis, wheels, joints, ..self.clone() })
    }

    /// The chassis.
    pub fn chassis(&self) -> BodyKey {
        self.chassis
    }

    /// The wheels, in the order of the axles.
    pub fn wheel_bodies(&self) -> &[BodyKey] {
        &self.wheels
    }

    /// The joints between chassis and wheels, in the order of the axles.
    pub fn joints(&self) -> &[JointKey] {
        &self.joints
    }

    /// Settings with which it was added.
    pub fn settings(&self) -> &CarSettings {
        &self.settings
    }

    /// Speed of the car, positive forwards.
    ///
    /// # Errors
    /// When the chassis was removed.
    pub fn speed(&self, scene: &Scene) -> Result<Real, Error> {
        let chassis = scene.body(self.chassis)?;
        Ok(math::dot(chassis.velocity(), chassis.world_vector([1.0, 0.0])))
    }

    /// Applies the controls for the next step of this length. Call it before each step; without a
    /// call, the motors keep their last setting.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::vehicle::{Car, CarSettings, Controls};
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # scene.add(Body::fixed().position([0.0, -0.5]), [Collider::cuboid(300.0, 0.5)])?;
    ///
    /// let mut car = Car::spawn(&mut scene, [0.0, 0.65], &CarSettings::default())?;
    /// let mut speeds = Vec::new();
    /// for step in 0..240 {
    ///     let (throttle, brake) = if step < 120 { (1.0, 0.0) } else { (0.0, 1.0) };
    ///     car.drive(&mut scene, Controls { throttle, brake, ..Default::default() }, 1.0 / 60.0)?;
    ///     scene.step(1.0 / 60.0)?;
    ///     speeds.push(car.speed(&scene)?);
    /// }
    /// assert!(speeds[119] > 8.0 && speeds[239].abs() < 0.5);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number of the controls is not from -1 to 1, `dt` is not from 1e-6 to 1 second, a part
    /// of the car was removed or is no longer dynamic, or a motor would get an absurd torque.
    /// [`WheelOff`](Error::WheelOff) when the joint of a wheel has broken, or holds the wheel to
    /// another piece since the chassis was cut or broke. Nothing is changed then.
    pub fn drive(&mut self, scene: &mut Scene, controls: Controls, dt: Real) -> Result<(), Error> {
        let controls = controls.check()?;
        let dt = check_dt(dt)?;
        self.check_parts(scene)?;
        for body in self.wheels.iter().chain([&self.chassis]) {
            if !scene.body(*body)?.is_dynamic() {
                return Err(Error::NotDynamic(*body));
            }
        }
        // All is worked out before anything is told, so that what is refused changes nothing.
        let motors = self.motors(scene, &controls)?;
        let forces = self.pitch_forces(scene, dt)?;
        let torque = self.air_torque(scene, controls.steer)?;
        self.dt = dt;
        for (joint, [speed, torque]) in self.joints.iter().zip(motors) {
            scene.joint_mut(*joint)?.set_motor(speed, torque)?;
        }
        for (wheel, force) in self.wheels.iter().zip(forces) {
            let place = scene.body(*wheel)?.position();
            let mut chassis = scene.body_mut(self.chassis)?.without_waking();
            chassis.apply_force_at(force, place)?;
            scene.body_mut(*wheel)?.without_waking().apply_force(-force)?;
        }
        if torque == 0.0 {
            return Ok(());
        }
        scene.body_mut(self.chassis)?.apply_torque(torque)
    }

    /// Checks that all its parts exist and are connected.
    pub(super) fn check_parts(&self, scene: &Scene) -> Result<(), Error> {
        scene.body(self.chassis)?;
        self.wheels.iter().try_for_each(|wheel| scene.body(*wheel).map(drop))?;
        for (key, wheel) in self.joints.iter().zip(&self.wheels) {
            // Joints go with the piece that holds their anchor.
            let holds =
                |joint: JointRef<'_>| [joint.body_a(), joint.body_b()] == [self.chassis, *wheel];
            if !scene.joint(*key).is_ok_and(holds) {
                let (wheel, chassis, joint) = (*wheel, self.chassis, *key);
                return Err(Error::WheelOff { wheel, chassis, joint });
            }
        }
        Ok(())
    }

    /// Speed and torque of the motors.
    fn motors(&self, scene: &Scene, controls: &Controls) -> Result<Vec<[Real; 2]>, Error> {
        let axles = self.settings.axles.iter().zip(&self.joints);
        let motor = |(axle, joint): (&Axle, &JointKey)| {
            let spin = scene.joint(*joint)?.speed();
            let [speed, torque] = axle.motor(controls, -self.up * spin * axle.radius);
            let speed = check::number("motor.speed", -self.up * speed / axle.radius)?;
            Ok([speed, check::amount("motor.max_force", torque)?])
        };
        axles.map(motor).collect()
    }

    /// Forces that press down wheels whose springs are compressed more than the others, and lift
    /// wheels that hang lower: on the chassis above them, with the opposite ones on the wheels.
    /// None, or one for each wheel.
    fn pitch_forces(&self, scene: &Scene, dt: Real) -> Result<Vec<Vector>, Error> {
        if self.settings.anti_pitch == 0.0 || self.wheels.len() < 2 {
            return Ok(vec![]);
        }
        let pressed = |joint: &JointKey| scene.joint(*joint).map(|joint| joint.translation());
        let pressed: Vec<_> = self.joints.iter().map(pressed).collect::<Result<_, _>>()?;
        let parts = self.springs.iter().zip(&pressed).map(|(spring, by)| spring.share * by);
        let mean: Real = parts.sum();
        let axis = scene.body(self.chassis)?.world_vector([0.0, self.up]);
        let force = |(i, by): (usize, &Real)| {
            // No stiffer than what a wheel in the air can follow from step to step.
            let most = self.settings.axles[i].mass / (dt * dt);
            let stiffness = (self.settings.anti_pitch * self.springs[i].stiffness).min(most);
            Ok(check::vector("force", axis * (stiffness * (by - mean)))?)
        };
        pressed.iter().enumerate().map(force).collect()
    }

    /// The torque that turns it in the air.
    fn air_torque(&self, scene: &Scene, steer: Real) -> Result<Real, Error> {
        let torque = check::number("torque", self.settings.air_torque * steer)?;
        let flies = torque != 0.0 && !self.wheels(scene)?.iter().any(|wheel| wheel.contact);
        Ok(if flies { torque } else { 0.0 })
    }
}

impl Axle {
    /// The speed that its motor drives the car to, and the torque for that.
    fn motor(&self, controls: &Controls, speed: Real) -> [Real; 2] {
        let handbrake = if controls.handbrake { self.handbrake } else { 0.0 };
        let brake = controls.brake * self.brake + handbrake;
        let drive = self.drive.as_ref().filter(|_| controls.throttle != 0.0);
        let Some(drive) = drive else { return [0.0, self.drag + brake] };
        let sign = controls.throttle.signum();
        // Against its motion, the drive slows it with all that it has.
        let speed = if speed * sign > 0.0 { speed } else { 0.0 };
        let torque = drive.at(speed) * controls.throttle.abs();
        if brake >= torque {
            [0.0, self.drag + brake - torque]
        } else {
            [sign * drive.top_speed, torque - brake]
        }
    }
}
