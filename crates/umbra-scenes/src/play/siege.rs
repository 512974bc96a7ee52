//! A cannon and a castle. The cannon keeps angle, powder and button in its user data, and fallen
//! guards are marked there too.

use umbra::Error;
use umbra::geom::math::rotation;
use umbra::prelude::*;

use crate::{Button, Controls, Parameter, Roles, place, respawn};

/// The view of a window.
pub const VIEW: Aabb = Aabb { min: Point::new(-14.0, -1.5), max: Point::new(16.0, 13.0) };
/// The parameters of the scene.
pub static PARAMETERS: [Parameter; 2] = [
    Parameter { name: "towers", about: "How many towers there are.", limits: [1, 5], usual: 3 },
    Parameter { name: "storeys", about: "How high towers are.", limits: [1, 8], usual: 4 },
];

/// The position of the cannon's pivot.
const CANNON: [Real; 2] = [-11.0, 1.0];
const BARREL: Real = 1.6;
const BALL: Real = 0.35;
/// The greatest number of balls at once.
const BALLS: usize = 8;
/// Degrees of the barrel, and tenths of a metre per second of the ball.
const ANGLES: [u64; 2] = [5, 80];
const POWDERS: [u64; 2] = [80, 320];
/// Steps between two changes while a button is held down, and between two shots.
const REPEAT: u32 = 3;
const RELOAD: u64 = 25;
/// The most steps of the path of the next ball that are shown.
const AIM: u32 = 120;
/// The user data of a standing guard.
const GUARD: u64 = 0x6775_6172;
const FALLEN: u64 = 0x6661_6c6c;
const BALL_DATA: u64 = 0x6261_6c6c;

/// The state of the cannon, as its user data.
#[derive(Clone, Copy, Debug)]
struct Cannon {
    angle: u64,
    powder: u64,
    /// Steps until it can fire again.
    wait: u64,
    shots: u64,
}

impl Cannon {
    fn from_data(data: u64) -> Self {
        let part = |at: u64, size: u64| data >> at & ((1 << size) - 1);
        Self { angle: part(0, 8), powder: part(8, 12), wait: part(20, 8), shots: part(28, 32) }
    }

    fn data(self) -> u64 {
        self.angle | self.powder << 8 | self.wait << 20 | self.shots << 28
    }

    /// The start of a ball at the end of the barrel, and its velocity.
    fn shot(self) -> (Point, Vector) {
        let turn = rotation((self.angle as Real).to_radians());
        let along = Vector::new(turn.re, turn.im);
        (Point::from(CANNON) + along * BARREL, along * (0.1 * self.powder as Real))
    }
}

pub(super) fn fill(scene: &mut Scene, numbers: &[u32]) -> Result<Roles, Error> {
    let [towers, storeys] = [numbers[0], numbers[1]].map(|number| number as u16);
    place(scene, Body::fixed().position([0.0, -1.0]), Collider::cuboid(40.0, 1.0).friction(0.7))?;
    let cannon = Cannon { angle: 35, powder: 170, wait: 0, shots: 0 };
    let barrel = Body::kinematic().position(CANNON).user_data(cannon.data());
    let barrel = barrel.angle((cannon.angle as Real).to_radians());
    let driven = place(scene, barrel, Collider::cuboid(0.8, 0.25).at([0.8, 0.0]))?;
    let carriage = Body::fixed().position([CANNON[0], 0.5]);
    place(
        scene,
        carriage,
        Collider::polygon([[-0.9, -0.5], [0.9, -0.5], [0.2, 0.6], [-0.2, 0.6]]),
    )?;
    for index in 0..BALLS {
        let body = Body::dynamic().position([-30.0 - index as Real, 3.0]).bullet(true);
        place(scene, body.enabled(false).user_data(BALL_DATA), ball_shape())?;
    }
    let mut marked = None;
    for tower in 0..towers {
        let x = 3.5 + 3.4 * Real::from(tower) - 0.6 * Real::from(towers.saturating_sub(3));
        let guard = tower_at(scene, x, storeys + tower % 2)?;
        marked = marked.or(Some(guard));
    }
    Ok(Roles { marked, driven: Some(driven) })
}

/// Storeys of two posts and a floor, a parapet, and a guard on top. Returns the guard.
fn tower_at(scene: &mut Scene, x: Real, storeys: u16) -> Result<BodyKey, Error> {
    let stone = |half: [Real; 2]| Collider::cuboid(half[0], half[1]).friction(0.7);
    let mut y = 0.0;
    for _ in 0..storeys {
        for side in [-0.95, 0.95] {
            place(scene, Body::dynamic().position([x + side, y + 0.6]), stone([0.25, 0.6]))?;
        }
        place(scene, Body::dynamic().position([x, y + 1.4]), stone([1.3, 0.2]))?;
        y += 1.6;
    }
    for side in [-1.05, 1.05] {
        place(scene, Body::dynamic().position([x + side, y + 0.25]), stone([0.25, 0.25]))?;
    }
    let guard = Body::dynamic().position([x, y + 0.45]).user_data(GUARD);
    place(scene, guard, Collider::capsule([0.0, -0.2], [0.0, 0.2], 0.25).friction(0.8))
}

pub(super) fn play(
    scene: &mut Scene,
    roles: &Roles,
    step: u32,
    controls: Controls,
) -> Result<(), Error> {
    let Some(key) = roles.driven else { return Ok(()) };
    let mut cannon = Cannon::from_data(scene.body(key)?.user_data());
    if step.is_multiple_of(REPEAT) {
        let changed = |value: u64, by: i8, limits: [u64; 2]| {
            value.saturating_add_signed(i64::from(by)).clamp(limits[0], limits[1])
        };
        cannon.angle = changed(cannon.angle, controls.axis(Button::Down, Button::Up), ANGLES);
        let powder = 5 * controls.axis(Button::Left, Button::Right);
        cannon.powder = changed(cannon.powder, powder, POWDERS);
    }
    cannon.wait = cannon.wait.saturating_sub(1);
    if cannon.wait == 0 && controls.is_down(Button::First) {
        fire(scene, cannon)?;
        cannon.shots += 1;
        cannon.wait = RELOAD;
    }
    let turn = rotation((cannon.angle as Real).to_radians());
    let mut barrel = scene.body_mut(key)?;
    barrel.set_user_data(cannon.data());
    if barrel.view().pose().rotation != turn {
        barrel.set_pose(Pose::from_parts(Vector::from(CANNON).into(), turn))?;
    }
    count_fallen(scene)
}

/// Fires the next ball.
fn fire(scene: &mut Scene, cannon: Cannon) -> Result<(), Error> {
    let is_ball = |key: &BodyKey| scene.body(*key).is_ok_and(|it| it.user_data() == BALL_DATA);
    let ball = scene.bodies().filter(is_ball).nth(cannon.shots as usize % BALLS);
    let Some(key) = ball else { return Ok(()) };
    let (at, velocity) = cannon.shot();
    respawn(scene, key, Pose::from_parts(at.coords.into(), Rotation::identity()))?;
    scene.body_mut(key)?.set_velocity(velocity)
}

/// Marks guards that touch the ground as fallen.
fn count_fallen(scene: &mut Scene) -> Result<(), Error> {
    let low = |key: &BodyKey| {
        scene.body(*key).is_ok_and(|it| it.user_data() == GUARD && it.position().y < 0.7)
    };
    let fallen: Vec<BodyKey> = scene.bodies().filter(low).collect();
    for key in fallen {
        scene.body_mut(key)?.set_user_data(FALLEN);
    }
    Ok(())
}

/// Dots along the path of the next ball, until shortly after its first touch.
fn aim(scene: &Scene, cannon: Cannon, drawer: &mut dyn DebugDraw, color: DebugColor) {
    let (at, velocity) = cannon.shot();
    let ball = Body::dynamic().position(at).velocity(velocity).bullet(true);
    let ask = Predict::new(AIM, 1.0 / 60.0).add(ball, [ball_shape()]);
    let mut predictor = Predictor::new();
    let Ok(prediction) = predictor.predict_with(scene, &ask) else { return };
    let Some(path) = prediction.bodies().first() else { return };
    let until = path.first_touch().map_or(AIM, |touch| touch.step + 20);
    for point in path.points().take(until as usize).skip(6).step_by(6) {
        drawer.point(point, color);
    }
    if let Some(touch) = path.first_touch() {
        drawer.arrow(touch.point, touch.normal, color);
    }
}

fn ball_shape() -> Collider {
    Collider::circle(BALL).density(5.0).friction(0.5).restitution(0.1)
}

/// The path of the next ball, and how many guards are left.
pub(super) fn marks(scene: &Scene, roles: &Roles, _: u32, drawer: &mut dyn DebugDraw) {
    let Some(body) = roles.driven.and_then(|key| scene.body(key).ok()) else { return };
    let cannon = Cannon::from_data(body.user_data());
    let color = DebugColor::hex(0x888888);
    aim(scene, cannon, drawer, color);
    let count = |data| {
        scene.bodies().filter(|key| scene.body(*key).is_ok_and(|it| it.user_data() == data)).count()
    };
    let (standing, fallen) = (count(GUARD), count(FALLEN));
    let text = match standing {
        0 => format!("The castle is yours after {} shots.", cannon.shots),
        _ => format!("{fallen} of {} guards, {} shots", fallen + standing, cannon.shots),
    };
    drawer.text(Point::new(1.0, 12.0), &text, color);
    let about = format!("{}°, {} m/s", cannon.angle, cannon.powder / 10);
    drawer.text(Point::new(CANNON[0], 2.6), &about, color);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;

    #[test]
    fn the_castle_stands_until_it_is_fired_at() {
        let mut running = find("castle_siege").unwrap().set_up(SceneConfig::default()).unwrap();
        let fallen = |scene: &Scene| {
            let all = scene.bodies().filter_map(|key| scene.body(key).ok());
            all.filter(|body| body.user_data() == FALLEN).count()
        };
        (0..300).for_each(|_| running.step(1.0 / 60.0).unwrap());
        assert_eq!((fallen(&running.scene), running.scene.stats().awake_bodies <= 1), (0, true));
        running.controls = Controls::default().with(Button::First, true).with(Button::Right, true);
        (0..900).for_each(|_| running.step(1.0 / 60.0).unwrap());
        assert!(fallen(&running.scene) >= 1);
    }
}
