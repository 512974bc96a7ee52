//! Rays and shapes that are cast among rotating bodies. The looker keeps its state in its user
//! data.

use core::f32::consts::TAU;

use umbra::Error;
use umbra::geom::math::rotation;
use umbra::prelude::*;

use crate::{Button, Controls, Roles, place};

/// The view of a window.
pub const VIEW: Aabb = Aabb { min: Point::new(-10.0, -7.0), max: Point::new(10.0, 7.0) };

/// The range of the looker.
const REACH: Real = 9.0;
/// The greatest number of rays at once.
const MOST: u64 = 120;
/// The angle of the fan of rays.
const FAN: Real = 0.75 * TAU;
const HIT: DebugColor = DebugColor::hex(0xd6336c);
const MISS: DebugColor = DebugColor::hex(0x8d99ae);
const NEAR: DebugColor = DebugColor::hex(0x2a9d8f);

/// The kinds of queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Rays,
    Circles,
    Capsules,
    Nearest,
}

impl Mode {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Rays, "rays"),
        (Self::Circles, "circles that are cast"),
        (Self::Capsules, "capsules that are cast"),
        (Self::Nearest, "the nearest point of each collider"),
    ];
}

/// The state of the looker.
#[derive(Clone, Copy, Debug)]
struct Looker {
    /// The angle in 512ths of a turn.
    angle: u64,
    rays: u64,
    mode: u64,
    /// True if the button was down a step ago.
    held: bool,
}

impl Looker {
    fn from_data(data: u64) -> Self {
        let [angle, rays, mode, held] = [0, 16, 32, 40].map(|at| data >> at & 0xff_ff);
        Self { angle, rays, mode: mode & 0xff, held: held & 1 == 1 }
    }

    fn data(self) -> u64 {
        self.angle | self.rays << 16 | self.mode << 32 | u64::from(self.held) << 40
    }
}

pub(super) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().gravity = Vector::zeros();
    let shapes: [fn() -> Collider; 6] = [
        || Collider::circle(0.8),
        || Collider::cuboid(1.0, 0.5),
        || Collider::capsule([-0.8, 0.0], [0.8, 0.0], 0.4),
        || Collider::polygon([[-0.9, -0.7], [1.0, -0.5], [0.1, 1.0]]),
        || Collider::rounded_cuboid(0.6, 0.6, 0.25),
        || {
            let star = (0..10_u8).map(|corner| {
                let turn = rotation(TAU * Real::from(corner) / 10.0);
                let reach = if corner % 2 == 0 { 1.1 } else { 0.5 };
                [reach * turn.re, reach * turn.im]
            });
            Collider::concave(star)
        },
    ];
    for index in 0..14_u8 {
        let turn = rotation(TAU * Real::from(index) / 14.0);
        let reach = if index % 2 == 0 { 4.2 } else { 6.4 };
        let at = [1.35 * reach * turn.re, reach * turn.im * 0.95];
        let spin = 0.25 + 0.1 * Real::from(index % 5);
        let body = Body::kinematic().position(at).angular_velocity(if index % 3 == 0 {
            -spin
        } else {
            spin
        });
        place(scene, body, shapes[usize::from(index) % shapes.len()]())?;
    }
    let looker = Looker { angle: 0, rays: 48, mode: 0, held: false };
    let body = Body::kinematic().user_data(looker.data());
    let driven = place(scene, body, Collider::circle(0.25).sensor(true))?;
    Ok(Roles { marked: None, driven: Some(driven) })
}

pub(super) fn play(
    scene: &mut Scene,
    roles: &Roles,
    _: u32,
    controls: Controls,
) -> Result<(), Error> {
    let Some(key) = roles.driven else { return Ok(()) };
    let mut looker = Looker::from_data(scene.body(key)?.user_data());
    let turned = i64::from(controls.axis(Button::Right, Button::Left));
    looker.angle = (looker.angle + 512).wrapping_add_signed(2 * turned) % 512;
    let more = i64::from(controls.axis(Button::Up, Button::Down));
    looker.rays = looker.rays.saturating_add_signed(more).clamp(1, MOST);
    let is_down = controls.is_down(Button::First);
    if is_down && !looker.held {
        looker.mode = (looker.mode + 1) % Mode::ALL.len() as u64;
    }
    looker.held = is_down;
    let turn = rotation(TAU * looker.angle as Real / 512.0);
    let mut body = scene.body_mut(key)?;
    body.set_user_data(looker.data());
    if body.view().pose().rotation != turn {
        body.set_pose(Pose::from_parts(Vector::zeros().into(), turn))?;
    }
    Ok(())
}

/// Draws all queries and their hits.
pub(super) fn marks(scene: &Scene, roles: &Roles, _: u32, drawer: &mut dyn DebugDraw) {
    let Some(body) = roles.driven.and_then(|key| scene.body(key).ok()) else { return };
    let looker = Looker::from_data(body.user_data());
    let (mode, name) = Mode::ALL[looker.mode as usize % Mode::ALL.len()];
    let from = body.position();
    if mode == Mode::Nearest {
        nearest(scene, from, drawer);
    } else {
        let start = TAU * looker.angle as Real / 512.0 - 0.5 * FAN;
        for ray in 0..looker.rays {
            let turn = rotation(start + FAN * (ray as Real + 0.5) / looker.rays as Real);
            cast(scene, mode, from, turn, drawer);
        }
    }
    let text =
        if mode == Mode::Nearest { name.to_owned() } else { format!("{} {name}", looker.rays) };
    drawer.text(Point::new(0.0, 6.5), &text, MISS);
}

fn cast(scene: &Scene, mode: Mode, from: Point, turn: Rotation, drawer: &mut dyn DebugDraw) {
    let way = Vector::new(turn.re, turn.im) * REACH;
    let filter = QueryFilter::default();
    if mode == Mode::Rays {
        return match scene.cast_ray(from, way, filter) {
            Some(hit) => {
                drawer.segment(from, hit.point, HIT);
                drawer.point(hit.point, HIT);
                drawer.arrow(hit.point, hit.normal * 0.5, NEAR);
            }
            None => drawer.segment(from, from + way, MISS),
        };
    }
    let shape = match mode {
        Mode::Circles => Circle::new(0.2).map(Shape::from),
        _ => Capsule::new([0.0, -0.3], [0.0, 0.3], 0.12).map(Shape::from),
    };
    let Ok(shape) = shape else { return };
    let pose = Pose::from_parts(from.coords.into(), turn);
    let hit = scene.cast_shape(&shape, pose, way, filter);
    let (part, color) = hit.map_or((1.0, MISS), |hit| (hit.fraction, HIT));
    let end = Pose::from_parts((from.coords + way * part).into(), turn);
    drawer.segment(from, from + way * part, color);
    drawer.shape(&shape, &end, color);
    if let Some(hit) = hit {
        drawer.point(hit.point, NEAR);
    }
}

/// A line to the nearest point of every collider within reach.
fn nearest(scene: &Scene, from: Point, drawer: &mut dyn DebugDraw) {
    scene.closest_points_each(from, REACH, QueryFilter::default(), |hit| {
        drawer.segment(from, hit.point, NEAR);
        drawer.point(hit.point, HIT);
        core::ops::ControlFlow::Continue(())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_looker_remembers_comes_back() {
        let looker = Looker { angle: 511, rays: 120, mode: 3, held: true };
        let again = Looker::from_data(looker.data());
        assert_eq!((again.angle, again.rays, again.mode, again.held), (511, 120, 3, true));
    }

    #[test]
    fn rays_meet_something_in_every_mode() {
        let def = crate::find("query_lab").unwrap();
        let mut running = def.set_up(SceneConfig::default()).unwrap();
        let mut lengths = vec![];
        for press in 0..4_u8 {
            running.step(1.0 / 60.0).unwrap();
            let mut picture = SvgDraw::new();
            marks(&running.scene, &running.roles, 0, &mut picture);
            lengths.push(picture.to_string().matches("#d6336c").count());
            running.controls = Controls::default().with(Button::First, true);
            running.step(1.0 / 60.0).unwrap();
            running.controls = Controls::default();
            assert!(lengths[usize::from(press)] > 5, "{lengths:?}");
        }
        running.step(1.0 / 60.0).unwrap();
        let looker = running.scene.body(running.roles.driven.unwrap()).unwrap();
        assert_eq!(Looker::from_data(looker.user_data()).mode, 0);
    }
}
