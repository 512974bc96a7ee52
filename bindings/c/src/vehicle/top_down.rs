//! Cars seen from above.

use std::mem::MaybeUninit;

use umbra::vehicle::{Grip, TopDownCar, TopDownSettings, Tyre, TyreState};

use super::{UmbraControls, UmbraDrive};
use crate::array::{fill, input, room};
use crate::call::{edit, given, run, value, write};
use crate::status::{Fault, UmbraStatus};
use crate::{UmbraBodyKey, UmbraFilter, UmbraScene, UmbraVec2, keys};

/// A car seen from above, beside the scene. Opaque.
#[derive(Debug)]
pub struct UmbraTopDownCar(TopDownCar);

/// A tyre of a car seen from above.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraTyre {
    /// Position on the car: forwards, and to the left.
    pub at: UmbraVec2,
    /// Largest force, as a part of the load.
    pub grip_peak: f32,
    /// Slip at the peak.
    pub grip_peak_slip: f32,
    /// Force while it slides, as a part of the load.
    pub grip_slide: f32,
    /// Steering, as a factor on that of the car.
    pub steer: f32,
    /// Drive of the wheel: see `umbra_drive`.
    pub drive: UmbraDrive,
    /// Largest force of its brake.
    pub brake: f32,
    /// True if the handbrake locks it.
    pub handbrake: bool,
}

/// Settings of a car seen from above: see `umbra_top_down_settings_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraTopDownSettings {
    /// Its tyres; null for the four usual ones.
    pub tyres: *const UmbraTyre,
    /// Number of tyres.
    pub tyre_count: usize,
    /// Maximum angle of the steering, in radians.
    pub most_steer: f32,
    /// Speed of the steering, in radians per second.
    pub steer_speed: f32,
    /// Acceleration with which its mass presses its tyres to the ground.
    pub gravity: f32,
    /// Rolling resistance, as a part of the load.
    pub rolling: f32,
    /// Half of length and width of a body that `umbra_top_down_spawn` makes.
    pub half_extents: UmbraVec2,
    /// Mass of such a body.
    pub mass: f32,
    /// Filter of such a body.
    pub filter: UmbraFilter,
}

/// A tyre as it is.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraTyreState {
    /// Part of the car's weight that it bears.
    pub load: f32,
    /// Sideways speed divided by rolling speed, positive to the left.
    pub slip: f32,
    /// True if it slides, is locked or spins.
    pub slides: bool,
    /// Force that it gave: forwards, and to the left.
    pub force: UmbraVec2,
}

impl UmbraTyre {
    /// The tyre that is told here.
    ///
    /// # Safety
    /// The curve of its drive can be read, as the header demands.
    unsafe fn get(&self) -> Result<Tyre, Fault> {
        Ok(Tyre {
            at: [self.at.x, self.at.y],
            grip: Grip {
                peak: self.grip_peak,
                peak_slip: self.grip_peak_slip,
                slide: self.grip_slide,
            },
            steer: self.steer,
            // SAFETY: the caller of this function vouches for it.
            drive: unsafe { self.drive.get()? },
            brake: self.brake,
            handbrake: self.handbrake,
        })
    }
}

impl UmbraTopDownSettings {
    /// The settings that are told here; null for the default ones.
    ///
    /// # Safety
    /// The tyres can be read, as the header demands.
    unsafe fn get(settings: Option<&Self>) -> Result<TopDownSettings, Fault> {
        let mut to = TopDownSettings::default();
        let Some(from) = settings else { return Ok(to) };
        to.most_steer = from.most_steer;
        to.steer_speed = from.steer_speed;
        to.gravity = from.gravity;
        to.rolling = from.rolling;
        to.body = [from.half_extents.x, from.half_extents.y, from.mass];
        to.filter = from.filter.into();
        if !from.tyres.is_null() {
            // SAFETY: the caller of this function vouches for it.
            let tyres = unsafe { input("tyres", from.tyres, from.tyre_count)? };
            // SAFETY: as above.
            to.tyres = tyres.iter().map(|tyre| unsafe { tyre.get() }).collect::<Result<_, _>>()?;
        }
        Ok(to)
    }
}

impl From<&TyreState> for UmbraTyreState {
    fn from(tyre: &TyreState) -> Self {
        let [x, y] = tyre.force;
        let force = UmbraVec2 { x, y };
        Self { load: tyre.load, slip: tyre.slip, slides: tyre.slides, force }
    }
}

/// A tyre at the origin, neither steered nor driven.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_tyre_default() -> UmbraTyre {
    let tyre = Tyre::default();
    UmbraTyre {
        at: UmbraVec2 { x: tyre.at[0], y: tyre.at[1] },
        grip_peak: tyre.grip.peak,
        grip_peak_slip: tyre.grip.peak_slip,
        grip_slide: tyre.grip.slide,
        steer: tyre.steer,
        drive: UmbraDrive::NONE,
        brake: tyre.brake,
        handbrake: tyre.handbrake,
    }
}

/// A car with four tyres: the front ones steer, the rear ones drive.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_top_down_settings_default() -> UmbraTopDownSettings {
    let settings = TopDownSettings::default();
    let [x, y, mass] = settings.body;
    UmbraTopDownSettings {
        tyres: std::ptr::null(),
        tyre_count: 0,
        most_steer: settings.most_steer,
        steer_speed: settings.steer_speed,
        gravity: settings.gravity,
        rolling: settings.rolling,
        half_extents: UmbraVec2 { x, y },
        mass,
        filter: settings.filter.into(),
    }
}

/// Makes a car with its body. Null `settings` are the default ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_top_down_spawn(
    scene: Option<&mut UmbraScene>,
    position: UmbraVec2,
    angle: f32,
    settings: Option<&UmbraTopDownSettings>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraTopDownCar>>>>,
) -> UmbraStatus {
    write(out, || {
        // SAFETY: the settings are the caller's, as the header demands.
        let settings = unsafe { UmbraTopDownSettings::get(settings)? };
        let scene = &mut given("scene", scene)?.0;
        let car = TopDownCar::spawn(scene, position, angle, &settings)?;
        Ok(Some(Box::new(UmbraTopDownCar(car))))
    })
}

/// Makes a car of a body that is in the scene. Null `settings` are the default ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_top_down_new(
    scene: Option<&UmbraScene>,
    body: UmbraBodyKey,
    settings: Option<&UmbraTopDownSettings>,
    out: Option<&mut MaybeUninit<Option<Box<UmbraTopDownCar>>>>,
) -> UmbraStatus {
    write(out, || {
        // SAFETY: the settings are the caller's, as the header demands.
        let settings = unsafe { UmbraTopDownSettings::get(settings)? };
        let scene = &given("scene", scene)?.0;
        let car = TopDownCar::new(scene, keys::body(body), &settings)?;
        Ok(Some(Box::new(UmbraTopDownCar(car))))
    })
}

/// Frees the car. Its body stays in the scene. Null is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_top_down_free(car: Option<Box<UmbraTopDownCar>>) {
    value((), || drop(car));
}

/// Removes the body of the car from the scene. The car is still to be freed.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_top_down_remove(
    car: Option<&UmbraTopDownCar>,
    scene: Option<&mut UmbraScene>,
) -> UmbraStatus {
    edit(scene, |scene| {
        given("car", car)?.0.remove(scene);
        Ok(())
    })
}

/// Drives the car in the next step, which takes `dt` seconds.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_top_down_drive(
    car: Option<&mut UmbraTopDownCar>,
    scene: Option<&mut UmbraScene>,
    controls: UmbraControls,
    dt: f32,
) -> UmbraStatus {
    edit(scene, |scene| Ok(given("car", car)?.0.drive(scene, controls.get(), dt)?))
}

/// Body of the car.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_top_down_body(
    car: Option<&UmbraTopDownCar>,
    out: Option<&mut MaybeUninit<UmbraBodyKey>>,
) -> UmbraStatus {
    write(out, || Ok(given("car", car)?.0.body().to_bits()))
}

/// Velocity of the car: forwards, and to the left.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_top_down_velocity(
    car: Option<&UmbraTopDownCar>,
    scene: Option<&UmbraScene>,
    out: Option<&mut MaybeUninit<UmbraVec2>>,
) -> UmbraStatus {
    crate::call::read(scene, out, |scene| Ok(given("car", car)?.0.velocity(scene)?.into()))
}

/// Angle of the steering, in radians.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_top_down_steer(
    car: Option<&UmbraTopDownCar>,
    out: Option<&mut MaybeUninit<f32>>,
) -> UmbraStatus {
    write(out, || Ok(given("car", car)?.0.steer()))
}

/// Lists the tyres of the car.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn umbra_top_down_tyres(
    car: Option<&UmbraTopDownCar>,
    out: *mut UmbraTyreState,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> UmbraStatus {
    run(|| {
        let car = &given("car", car)?.0;
        // SAFETY: the caller's array, as the header demands.
        let out = unsafe { room("out", out, capacity)? };
        fill(out, count, car.tyres().iter().map(UmbraTyreState::from))
    })
}
