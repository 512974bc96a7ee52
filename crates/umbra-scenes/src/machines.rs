//! Parts of machines for several scenes.

use core::f32::consts::{FRAC_PI_2, TAU};

use umbra::Error;
use umbra::geom::math::{pose, rotation};
use umbra::prelude::*;

/// A disc with teeth around it, the first of them in the direction of x. `module` is the diameter
/// per tooth: two wheels of one module mesh when their axles are `module * (teeth_a + teeth_b) / 2`
/// apart.
///
/// # Errors
/// When the module is not positive, or so large that shapes are refused.
pub fn gear_wheel(teeth: u8, module: Real) -> Result<Collider, Error> {
    let pitch_radius = 0.5 * module * Real::from(teeth);
    let width = 0.5 * FRAC_PI_2 * module;
    let [root, tip] = [pitch_radius - 1.4 * module, pitch_radius + 0.9 * module];
    let tooth =
        [[root, -1.3 * width], [tip, -0.5 * width], [tip, 0.5 * width], [root, 1.3 * width]];
    toothed(teeth, pitch_radius - 1.2 * module, tooth)
}

/// A disc with the teeth of a saw, steep on the clockwise side.
///
/// # Errors
/// When the radius is not positive, or so large that shapes are refused.
pub fn saw_wheel(teeth: u8, radius: Real) -> Result<Collider, Error> {
    let step = rotation(TAU / Real::from(teeth));
    let [tip, root] = [radius, 0.82 * radius];
    let end = step * Vector::new(root, 0.0);
    toothed(
        teeth,
        root,
        [[0.9 * root, 0.0], [tip, 0.0], [end.x, end.y], [0.8 * end.x, 0.8 * end.y]],
    )
}

fn toothed(teeth: u8, radius: Real, tooth: [[Real; 2]; 4]) -> Result<Collider, Error> {
    let tooth = Shape::from(Polygon::new(tooth)?);
    let around = (0..teeth).map(|index| {
        (pose([0.0, 0.0], TAU * Real::from(index) / Real::from(teeth)), tooth.clone())
    });
    let disc = (Pose::identity(), Circle::new(radius)?.into());
    Ok(Collider::compound(around.chain([disc])))
}
