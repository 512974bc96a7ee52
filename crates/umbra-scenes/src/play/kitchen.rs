//! Things are thrown up, and a blade slices them. The blade keeps its state in its user data.

use core::f32::consts::TAU;
use core::ops::ControlFlow;

use umbra::Error;
use umbra::geom::math::rotation;
use umbra::prelude::*;

use crate::{Button, Controls, Roles, place};

/// The view of a window.
pub const VIEW: Aabb = Aabb { min: Point::new(-8.0, -0.5), max: Point::new(8.0, 9.5) };

/// Half the length of the blade, and the height of its middle.
const BLADE: Real = 3.0;
const HEIGHT: Real = 5.0;
/// Steps between two throws, and between two cuts.
const THROW: u32 = 75;
const RELOAD: u64 = 14;
/// The number of pieces into which the hammer breaks things.
const SHARDS: usize = 14;
/// The greatest number of pieces: more things are thrown only after some are gone.
const MOST: usize = 400;

/// The state of the blade.
#[derive(Clone, Copy, Debug)]
struct Blade {
    /// The position from the left end of its range, in tenths of a metre.
    place: u64,
    /// The angle in 64ths of a turn.
    angle: u64,
    /// Steps until it can cut again.
    wait: u64,
    cuts: u64,
}

impl Blade {
    fn from_data(data: u64) -> Self {
        let [place, angle, wait, cuts] = [0, 8, 16, 24].map(|at| data >> at & 0xff);
        Self { place, angle, wait, cuts: cuts | data >> 32 << 8 }
    }

    fn data(self) -> u64 {
        let Self { place, angle, wait, cuts } = self;
        place | angle << 8 | wait << 16 | (cuts & 0xff) << 24 | cuts >> 8 << 32
    }

    /// Its two ends.
    fn ends(self) -> [Point; 2] {
        let turn = rotation(TAU * self.angle as Real / 64.0);
        let along = Vector::new(turn.re, turn.im) * BLADE;
        let middle = Point::new(0.1 * self.place as Real - 6.0, HEIGHT);
        [middle - along, middle + along]
    }
}

pub(super) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    let walls = [-8.5, 8.5].map(|x| Collider::cuboid(0.5, 6.0).at([x, 5.0]));
    let board = Collider::cuboid(8.0, 0.5).at([0.0, -0.5]).friction(0.6);
    scene.add(Body::fixed(), walls.into_iter().chain([board]))?;
    let blade = Blade { place: 60, angle: 6, wait: 0, cuts: 0 };
    let note = scene.add_body(Body::fixed().enabled(false).user_data(blade.data()))?;
    let marked = place(scene, Body::dynamic().position([1.0, 0.8]), thing(0))?;
    Ok(Roles { marked: Some(marked), driven: Some(note) })
}

/// The thing of a number.
fn thing(number: u32) -> Collider {
    let star = |points: u8| {
        (0..2 * points).map(move |corner| {
            let turn = rotation(TAU * Real::from(corner) / Real::from(2 * points));
            let reach = if corner % 2 == 0 { 1.0 } else { 0.5 };
            [reach * turn.re, reach * turn.im]
        })
    };
    match number % 6 {
        0 => Collider::circle(0.8),
        1 => Collider::cuboid(1.0, 0.5),
        2 => Collider::concave(star(5)),
        3 => Collider::capsule([-0.8, 0.0], [0.8, 0.0], 0.35),
        4 => Collider::concave([
            [-0.9, -0.8],
            [0.9, -0.8],
            [0.9, -0.2],
            [-0.3, -0.2],
            [-0.3, 0.9],
            [-0.9, 0.9],
        ]),
        _ => Collider::rounded_cuboid(0.6, 0.6, 0.2),
    }
}

pub(super) fn play(
    scene: &mut Scene,
    roles: &Roles,
    step: u32,
    controls: Controls,
) -> Result<(), Error> {
    let Some(key) = roles.driven.filter(|key| scene.body(*key).is_ok()) else { return Ok(()) };
    if step.is_multiple_of(THROW) && scene.body_count() < MOST {
        let number = step / THROW;
        let x = Real::from((5 * number % 9) as u8) - 4.0;
        let body = Body::dynamic().position([x, 1.2]).velocity([-0.3 * x, 10.5]);
        place(scene, body.angular_velocity(1.5 - 0.4 * x), thing(number))?;
    }
    let mut blade = Blade::from_data(scene.body(key)?.user_data());
    let moved = i64::from(controls.axis(Button::Left, Button::Right));
    blade.place = blade.place.saturating_add_signed(moved).min(120);
    if step.is_multiple_of(3) {
        let turned = i64::from(controls.axis(Button::Down, Button::Up));
        blade.angle = (blade.angle + 64).saturating_add_signed(turned) % 64;
    }
    blade.wait = blade.wait.saturating_sub(1);
    let [slices, breaks] = [Button::First, Button::Second].map(|button| controls.is_down(button));
    if blade.wait == 0 && (slices || breaks) {
        blade.wait = RELOAD;
        for body in under(scene, blade) {
            cut(scene, body, blade, slices)?;
            blade.cuts += 1;
        }
    }
    scene.body_mut(key)?.set_user_data(blade.data());
    Ok(())
}

/// The bodies that the blade crosses.
fn under(scene: &Scene, blade: Blade) -> Vec<BodyKey> {
    let [from, to] = blade.ends();
    let mut bodies = vec![];
    let filter = QueryFilter::default().only(BodyKind::Dynamic);
    scene.cast_ray_all(from, to - from, filter, |hit| {
        bodies.push(hit.body);
        ControlFlow::Continue(())
    });
    bodies.sort_unstable();
    bodies.dedup();
    bodies
}

/// Cuts a body along the blade, or breaks it, and drives the pieces apart.
fn cut(scene: &mut Scene, body: BodyKey, blade: Blade, slices: bool) -> Result<(), Error> {
    let ends = blade.ends();
    let middle = scene.body(body)?.center_of_mass();
    let pieces = match slices {
        true => scene.split_body(body, ends),
        false if scene.body_count() < MOST => scene.shatter_body(body, middle, SHARDS),
        false => return Ok(()),
    };
    // What is too small to be cut stays.
    let Ok(pieces) = pieces else { return Ok(()) };
    for piece in pieces.iter().filter(|_| pieces.len() > 1) {
        let mut piece = scene.body_mut(*piece)?;
        let away = piece.view().center_of_mass() - middle;
        let impulse = away * (1.5 * piece.view().mass());
        piece.apply_impulse(impulse)?;
    }
    Ok(())
}

/// Draws the blade, and its results.
pub(super) fn marks(scene: &Scene, roles: &Roles, _: u32, drawer: &mut dyn DebugDraw) {
    let Some(body) = roles.driven.and_then(|key| scene.body(key).ok()) else { return };
    let blade = Blade::from_data(body.user_data());
    let [from, to] = blade.ends();
    let color = if blade.wait > RELOAD / 2 { 0xd6336c } else { 0x8d99ae };
    drawer.segment(from, to, DebugColor::hex(color));
    let pieces = scene.body_count() - 2;
    let text = format!("{} cuts, {pieces} pieces", blade.cuts);
    drawer.text(Point::new(-7.5, 8.8), &text, DebugColor::hex(0x888888));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;

    #[test]
    fn what_flies_across_the_blade_is_cut() {
        for button in [Button::First, Button::Second] {
            let mut running = find("slicing").unwrap().set_up(SceneConfig::default()).unwrap();
            running.controls = Controls::default().with(button, true);
            let mass = |scene: &Scene| -> Real {
                scene.bodies().filter_map(|key| scene.body(key).ok()).map(|body| body.mass()).sum()
            };
            (0..70).for_each(|_| running.step(1.0 / 60.0).unwrap());
            let before = mass(&running.scene);
            assert!(running.scene.body_count() > 3, "{}", running.scene.body_count());
            (70..75).for_each(|_| running.step(1.0 / 60.0).unwrap());
            assert!((mass(&running.scene) / before - 1.0).abs() < 1e-4);
            (75..1500).for_each(|_| running.step(1.0 / 60.0).unwrap());
            assert!(running.scene.body_count() < MOST + 20);
            running.scene.validate().unwrap();
        }
    }

    #[test]
    fn the_blade_remembers_what_it_is_told() {
        let blade = Blade { place: 120, angle: 63, wait: 14, cuts: 70_000 };
        let again = Blade::from_data(blade.data());
        assert_eq!((again.place, again.angle, again.wait, again.cuts), (120, 63, 14, 70_000));
    }
}
