//! Cars seen from the side.

use std::mem::MaybeUninit;

use umbra::vehicle::{Axle, Car, CarSettings};

use super::{UmbraControls, UmbraDrive};
use crate::array::{fill, input, room};
use crate::call::{edit, given, run, value, write};
use crate::status::{Fault, UmbraStatus};
use crate::{UmbraBodyKey, UmbraFilter, UmbraJointKey, UmbraScene, UmbraVec2, keys};

/// A car seen from the side, beside the scene. Opaque.
#[derive(Debug)]
pub struct UmbraCar(Car);

/// An axle with its wheel.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraAxle {
    /// Position along x, forwards from the chassis' origin.
    pub x: f32,
    /// Radius of the wheel.
    pub radius: f32,
    /// Mass of the wheel.
    pub mass: f32,
    /// Friction of the wheel.
    pub friction: f32,
    /// Frequency at which the chassis swings on its springs.
    pub hertz: f32,
    /// Damping ratio of that motion.
    pub damping_ratio: f32,
    /// Travel of the wheel downwards from its position at rest.
    pub travel_down: f32,
    /// Travel of the wheel upwards from its position at rest.
    pub travel_up: f32,
    /// Drive of the wheel: see `umbra_drive`.
    pub drive: UmbraDrive,
    /// Maximum torque of its brake.
    pub brake: f32,
    /// Torque of the handbrake.
    pub handbrake: f32,
    /// Torque that slows it while nothing drives it.
    pub drag: f32,
}

/// Settings of a car: see `umbra_car_settings_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraCarSettings {
    /// Height of the chassis' origin above level ground when the car stands.
    pub ride_height: f32,
    /// Its axles; null for the two usual ones.
    pub axles: *const UmbraAxle,
    /// Number of axles.
    pub axle_count: usize,
    /// Stiffness against pitch, as a fraction of that of the springs.
    pub anti_pitch: f32,
    /// Torque with which steering turns it in the air.
    pub air_torque: f32,
    /// Half of width and height of a chassis that `umbra_car_spawn` makes.
    pub chassis_half_extents: UmbraVec2,
    /// Mass of such a chassis.
    pub chassis_mass: f32,
    /// Filter of all its parts.
    pub filter: UmbraFilter,
}

/// A wheel of a car as it is.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraWheelState {
    /// Body of the wheel.
    pub body: UmbraBodyKey,
    /// Joint that holds it.
    pub joint: UmbraJointKey,
    /// True if it touches anything.
    pub contact: bool,
    /// Force that presses it to the ground.
    pub load: f32,
    /// Compression of the spring.
    pub compression: f32,
    /// Speed of its tread.
    pub tread_speed: f32,
    /// Speed of its tread relative to the ground.
    pub slip: f32,
}

impl From<&Axle> for UmbraAxle {
    fn from(axle: &Axle) -> Self {
        let drive = axle.drive.as_ref();
        Self {
            x: axle.x,
            radius: axle.radius,
            mass: axle.mass,
            friction: axle.friction,
            hertz: axle.hertz,
            damping_ratio: axle.damping_ratio,
            travel_down: axle.travel[0],
            travel_up: axle.travel[1],
            drive: drive.map_or(UmbraDrive::NONE, |it| super::umbra_drive(it.most, it.top_speed)),
            brake: axle.brake,
            handbrake: axle.handbrake,
            drag: axle.drag,
        }
    }
}

impl UmbraAxle {
    /// The axle that is told here.
    ///
    /// # Safety
    /// The curve of its drive can be read, as the header demands.
    unsafe fn get(&self) -> Result<Axle, Fault> {
        Ok(Axle {
            x: self.x,
            radius: self.radius,
            mass: self.mass,
            friction: self.friction,
            hertz: self.hertz,
            damping_ratio: self.damping_ratio,
            travel: [self.travel_down, self.travel_up],
            // SAFETY: the caller of this function vouches for it.
            drive: unsafe { self.drive.get()? },
            brake: self.brake,
            handbrake: self.handbrake,
            drag: self.drag,
        })
    }
}

impl UmbraCarSettings {
    /// The settings that are told here; null for the default ones.
    ///
    /// # Safety
    /// The axles can be read, as the header demands.
    unsafe fn get(settings: Option<&Self>) -> Result<CarSettings, Fault> {
        let mut to = CarSettings::default();
        let Some(from) = settings else { return Ok(to) };
        to.ride_height = from.ride_height;
        to.anti_pitch = from.anti_pitch;
        to.air_torque = from.air_torque;
        let UmbraVec2 { x, y } = from.chassis_half_extents;
        to.chassis = [x, y, from.chassis_mass];
        to.filter = from.filter.into();
        if !from.axles.is_null() {
            // SAFETY: the caller of this function vouches for it.
            let axles = unsafe { input("axles", from.axles, from.axle_count)? };
            // SAFETY: as above.
            to.axles = axles.iter().map(|axle| unsafe { axle.get() }).collect::<Result<_, _>>()?;
        }
        Ok(to)
    }
}

/// An axle without a drive.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_axle_default() -> UmbraAxle {
    (&Axle::default()).into()
}

/// A car with two axles, both driven.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_car_settings_default() -> UmbraCarSettings {
    let settings = CarSettings::default();
    let [x, y, chassis_mass] = settings.chassis;
    UmbraCarSettings {
        ride_height: settings.ride_height,
        axles: std::ptr::null(),
        axle_count: 0,
        anti_pitch: settings.anti_pitch,
        air_torque: settings.air_torque,
        chassis_half_extents: UmbraVec2 { x, y },
        chassis_mass,
        filter: settings.filter.into(),
    }
}

/// Makes a car with its chassis, its wheels and their joints. `position` is that of the chassis.
/// Null `settings` are the default ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_car_spawn(
    scene: Option<&mut UmbraScene>,
    position: UmbraVec2,
    settings: Option<&UmbraCarSettings>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraCar>>>>,
) -> UmbraStatus {
    write(out, || {
        // SAFETY: the settings are the caller's, as the header demands.
        let settings = unsafe { UmbraCarSettings::get(settings)? };
        let scene = &mut given("scene", scene)?.0;
        Ok(Some(Box::new(UmbraCar(Car::spawn(scene, position, &settings)?))))
    })
}

/// Makes a car of a chassis that is in the scene: adds its wheels and their joints. Null
/// `settings` are the default ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_car_new(
    scene: Option<&mut UmbraScene>,
    chassis: UmbraBodyKey,
    settings: Option<&UmbraCarSettings>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraCar>>>>,
) -> UmbraStatus {
    write(out, || {
        // SAFETY: the settings are the caller's, as the header demands.
        let settings = unsafe { UmbraCarSettings::get(settings)? };
        let scene = &mut given("scene", scene)?.0;
        Ok(Some(Box::new(UmbraCar(Car::new(scene, keys::body(chassis), &settings)?))))
    })
}

/// Frees the car. Its bodies stay in the scene. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_car_free(car: Option<Box<UmbraCar>>) {
    value((), || drop(car));
}

/// Removes the bodies and joints of the car from the scene. The car is still to be freed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_car_remove(
    car: Option<&UmbraCar>,
    scene: Option<&mut UmbraScene>,
) -> UmbraStatus {
    edit(scene, |scene| {
        given("car", car)?.0.remove(scene);
        Ok(())
    })
}

/// Drives the car in the next step, which takes `dt` seconds.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_car_drive(
    car: Option<&mut UmbraCar>,
    scene: Option<&mut UmbraScene>,
    controls: UmbraControls,
    dt: f32,
) -> UmbraStatus {
    edit(scene, |scene| Ok(given("car", car)?.0.drive(scene, controls.get(), dt)?))
}

/// Body of the chassis.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_car_chassis(
    car: Option<&UmbraCar>,
    out: Option<&mut MaybeUninit<UmbraBodyKey>>,
) -> UmbraStatus {
    write(out, || Ok(given("car", car)?.0.chassis().to_bits()))
}

/// Speed of the car, positive forwards.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_car_speed(
    car: Option<&UmbraCar>,
    scene: Option<&UmbraScene>,
    out: Option<&mut MaybeUninit<f32>>,
) -> UmbraStatus {
    crate::call::read(scene, out, |scene| Ok(given("car", car)?.0.speed(scene)?))
}

/// Lists the wheels of the car.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_car_wheels(
    car: Option<&UmbraCar>,
    scene: Option<&UmbraScene>,
    out: *mut UmbraWheelState,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let (car, scene) = (&given("car", car)?.0, &given("scene", scene)?.0);
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        let names = car.wheel_bodies().iter().zip(car.joints());
        let wheels = names.zip(car.wheels(scene)?).map(|((body, joint), wheel)| UmbraWheelState {
            body: body.to_bits(),
            joint: joint.to_bits(),
            contact: wheel.contact,
            load: wheel.load,
            compression: wheel.compression,
            tread_speed: wheel.tread_speed,
            slip: wheel.slip,
        });
        fill(out, count, wheels)
    })
}
