//! The same scene in several sizes, to measure the growth of the time of a step; and many boxes for
//! queries.

use umbra::Error;
use umbra::geom::math;
use umbra::prelude::*;

use crate::benchmark::{GRAVITY, pyramid};
use crate::{Roles, SceneDef, place};

/// Pyramids, from small to large: one island at rest.
pub static PYRAMIDS: [SceneDef; 4] = [
    grown("grown_pyramid_50", "1,275 boxes stand as one pyramid.", |scene| pyramid(scene, 50)),
    grown("grown_pyramid_100", "5,050 boxes stand as one pyramid.", |scene| pyramid(scene, 100)),
    grown("grown_pyramid_200", "20,100 boxes stand as one pyramid.", |scene| pyramid(scene, 200)),
    grown("grown_pyramid_300", "45,150 boxes stand as one pyramid.", |scene| pyramid(scene, 300)),
];

/// Piles that tumble, from small to large: everything moves.
pub static PILES: [SceneDef; 5] = [
    grown("tumbling_1000", "1,000 boxes slide down in a drum.", |scene| tumbling(scene, 1_000)),
    grown("tumbling_3000", "3,000 boxes slide down in a drum.", |scene| tumbling(scene, 3_000)),
    grown("tumbling_10000", "10,000 boxes slide down in a drum.", |scene| tumbling(scene, 10_000)),
    grown("tumbling_30000", "30,000 boxes slide down in a drum.", |scene| tumbling(scene, 30_000)),
    grown("tumbling_100000", "100,000 boxes slide down in a drum.", |scene| {
        tumbling(scene, 100_000)
    }),
];

/// A field of boxes to cast rays into.
pub const FIELD: SceneDef = SceneDef::new(
    "strewn_boxes",
    "10,000 fixed boxes of all sizes lie strewn over a square.",
    field,
);

/// The field, as a table.
pub static FIELDS: &[SceneDef] = &[FIELD];

/// The side of the field.
pub const FIELD_SIDE: Real = 1000.0;

/// The number of steps: enough for a pile to move all over, few enough for the largest.
const STEPS: u32 = 60;

const fn grown(
    name: &'static str,
    about: &'static str,
    fill: fn(&mut Scene) -> Result<Roles, Error>,
) -> SceneDef {
    SceneDef { steps: STEPS, ..SceneDef::new(name, about, fill) }
}

/// Bricks of a quarter of a metre fill the lower half of a square drum, which stands on its corner
/// and turns with a wall speed of 4 m/s: they slide from the first step.
fn tumbling(scene: &mut Scene, count: u32) -> Result<Roles, Error> {
    tumbling_of(scene, count, 0.125)
}

/// The same with bricks of another size. The drum is driven.
pub(crate) fn tumbling_of(scene: &mut Scene, count: u32, half: Real) -> Result<Roles, Error> {
    scene.config_mut().gravity = GRAVITY;
    let pitch = 2.08 * half;
    let columns = (1..=count).find(|columns| columns * columns >= 2 * count).unwrap_or(1);
    // Room for the bricks, and for every other row to stand half a brick to the side.
    let inside = 0.5 * pitch * (columns as Real + 1.0);
    let tilt = math::rotation(0.25 * std::f32::consts::PI);
    let drum = Body::kinematic().pose(Pose::from_parts(Vector::zeros().into(), tilt));
    let drum = scene.add_body(drum.angular_velocity(4.0 / inside))?;
    for (half, at) in [
        ([0.5, inside + 1.0], [inside + 0.5, 0.0]),
        ([0.5, inside + 1.0], [-inside - 0.5, 0.0]),
        ([inside + 1.0, 0.5], [0.0, inside + 0.5]),
        ([inside + 1.0, 0.5], [0.0, -inside - 0.5]),
    ] {
        let wall = Collider::cuboid(half[0], half[1]);
        scene.add_collider(drum, wall.at(at))?;
    }
    let mut roles = Roles { driven: Some(drum), ..Roles::default() };
    for index in 0..count {
        let (row, column) = (index / columns, index % columns);
        let shift = if row.is_multiple_of(2) { 0.0 } else { 0.5 * pitch };
        let x = pitch * (column as Real + 0.5) + shift - inside;
        let y = pitch * (row as Real + 0.5) - inside;
        let body = Body::dynamic().pose(Pose::from_parts((tilt * Vector::new(x, y)).into(), tilt));
        roles.marked = Some(place(scene, body, Collider::cuboid(half, half))?);
    }
    Ok(roles)
}

/// Boxes of half extents from 0.1 to 1, at random angles.
fn field(scene: &mut Scene) -> Result<Roles, Error> {
    let mut random = Random(1);
    for _ in 0..10_000 {
        let at = [0, 1].map(|_| random.within(0.0, FIELD_SIDE));
        let half = [0, 1].map(|_| random.within(0.1, 1.0));
        let body = Body::fixed().position(at).angle(random.within(0.0, std::f32::consts::TAU));
        place(scene, body, Collider::cuboid(half[0], half[1]))?;
    }
    Ok(Roles::default())
}

/// A linear congruential generator: the same numbers everywhere, and no dependency.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number from `low` to `high`.
    pub fn within(&mut self, low: Real, high: Real) -> Real {
        // The constants are Knuth's for MMIX; only the upper bits are random enough.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let fraction = (self.0 >> 40) as Real / (1_u64 << 24) as Real;
        low + (high - low) * fraction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piles_have_their_size_and_stay_in_their_drum() {
        for (def, count) in PILES.iter().zip([1_000, 3_000, 10_000]) {
            let mut running = def.set_up(SceneConfig::default()).unwrap();
            assert_eq!(running.scene.stats().bodies, count + 1, "{}", def.name);
            let reach = 0.26 * (2.0 * count as Real).sqrt();
            for _ in 0..20 {
                running.step(1.0 / 60.0).unwrap();
            }
            for key in running.scene.bodies() {
                let at = running.scene.body(key).unwrap().position();
                assert!(at.coords.norm() < reach, "{}: {at}", def.name);
            }
        }
    }
}
