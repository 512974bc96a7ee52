//! A landscape and bodies made of pictures, and a picture as the crater that is carved out of both.
//! The aim keeps its state in user data.
//!
//! All pictures are alpha masks that are computed here: rock, which cannot be carved; earth on it,
//! with caves and a closed hole; a drawing of letters; gears; and craters.

use umbra::Error;
use umbra::build::{MaskSettings, Outline, Outlines, outlines_from_mask_with};
use umbra::geom::math::{pose, rotation};
use umbra::prelude::*;

use crate::{Button, Controls, Roles};

/// The view of a window.
pub const VIEW: Aabb = Aabb { min: Point::new(-12.0, 0.3), max: Point::new(12.0, 12.0) };

/// Width and height of the landscape in pixels, how many of these are below zero, and the size of
/// a pixel. It is larger than the view, so that the ends of the rock are not seen.
const LAND: [usize; 2] = [290, 160];
const BELOW: Real = 20.0;
const PIXEL: Real = 0.1;
/// Middle and half axes of ellipses that are empty: a cave open to a valley, one under a hill, and
/// a closed hole with a gear in it.
const CAVES: [[Real; 4]; 4] =
    [[-7.1, 3.0, 1.4, 1.1], [-3.2, 2.5, 1.9, 0.7], [2.6, 2.5, 2.7, 0.8], [6.2, 2.9, 1.6, 0.95]];
/// Height of points by which earth holds to the rock.
const FOOT: Real = 1.1;
/// Distance between these points.
const FEET: Real = 0.2;

/// Letters that fall onto it.
const LETTERS: &str = "\
##...##.##...##.#####...#####....###..
##...##.##...##.######..######..#####.
##...##.###.###.##..##..##..##.##...##
##...##.#######.##..##..##..##.##...##
##...##.#######.#####...#####..##...##
##...##.##.#.##.#####...#####..#######
##...##.##...##.##..##..####...#######
##...##.##...##.##..##..##.##..##...##
#######.##...##.######..##..##.##...##
.#####..##...##.#####...##..##.##...##";

/// The limits of the aim, in tenths of a metre, and the steps between two craters.
const LIMITS: [[u64; 2]; 2] = [[10, 210], [12, 110]];
const RELOAD: u64 = 30;
/// The radius of a crater, and how far its blast reaches.
const CRATER: Real = 0.9;
const BLAST: Real = 2.4;
/// Bodies that come this far from the middle are taken away.
const EDGE: Real = 15.0;
/// Area of pieces that are taken away as dust.
const DUST: Real = 0.03;
/// The greatest number of bodies: more things are dropped only after some are gone.
const MOST: usize = 150;

/// The state of the aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Aim {
    /// The position from the left end and from the floor, in tenths of a metre.
    place: [u64; 2],
    /// Steps until the next crater, or the next thing that is dropped.
    wait: u64,
    craters: u64,
    dropped: u64,
}

impl Aim {
    fn from_data(data: u64) -> Self {
        let [x, y, wait] = [0, 8, 16].map(|at| data >> at & 0xff);
        let [craters, dropped] = [24, 44].map(|at| data >> at & 0xf_ffff);
        Self { place: [x, y], wait, craters, dropped }
    }

    fn data(self) -> u64 {
        let Self { place: [x, y], wait, craters, dropped } = self;
        x | y << 8 | wait << 16 | craters << 24 | dropped << 44
    }

    fn point(self) -> Point {
        let [x, y] = self.place.map(|tenths| 0.1 * tenths as Real);
        Point::new(x - 11.0, y)
    }

    /// The outline of the next crater, turned by a different angle each time.
    fn crater(self) -> Result<(Outlines, Pose), Error> {
        Ok((wheel(CRATER, 7, 0.1, 0.0)?, pose(self.point(), 2.4 * self.craters as Real)))
    }
}

/// Outlines of a landscape. `within` returns how many metres a point lies within it, negative
/// outside.
fn land(within: impl Fn(Real, Real) -> Real) -> Result<Outlines, Error> {
    let [width, height] = LAND.map(|side| side as Real);
    let origin = [0.5, BELOW / height];
    let settings = MaskSettings { pixel_size: PIXEL, origin, min_area: 8.0, ..Default::default() };
    let alpha = |x: usize, y: usize| {
        let at = [x as Real + 0.5 - 0.5 * width, height - BELOW - y as Real - 0.5];
        let at = at.map(|it| it * PIXEL);
        // A soft edge of one pixel, so that slopes are smooth.
        (0.5 + within(at[0], at[1]) / PIXEL).clamp(0.0, 1.0)
    };
    outlines_from_mask_with(LAND, alpha, &settings)
}

/// The sine of an angle, the same on every machine.
fn wave(angle: Real) -> Real {
    rotation(angle).im
}

/// Approximate depth of a point within the rock: a floor, and a cliff on each side.
fn in_rock(x: Real, y: Real) -> Real {
    let floor = 0.75 + 0.15 * wave(1.7 * x) - y;
    let cliff = x.abs() - 11.2 - 0.2 * wave(1.3 * y + x.signum()) - 0.05 * y;
    floor.max(cliff)
}

/// Earth on the rock, and a little way into it: hills with caves, and a hole.
fn earth() -> Result<Outlines, Error> {
    land(|x, y| {
        let top = 3.7 + 1.5 * wave(0.52 * x + 5.2) + 0.35 * wave(1.9 * x + 0.6) - y;
        let top = top.min(0.15 - in_rock(x, y));
        // Approximate distance of a point from an ellipse.
        let outside = |[mid_x, mid_y, half_x, half_y]: [Real; 4]| {
            let across = Vector::new((x - mid_x) / half_x, (y - mid_y) / half_y);
            (across.norm() - 1.0) * half_x.min(half_y)
        };
        CAVES.map(outside).into_iter().fold(top, Real::min)
    })
}

/// A wheel with teeth and a hole. `depth` is half the height of a tooth and `hole` the radius of
/// the hole, both as parts of the radius of the wheel.
fn wheel(radius: Real, teeth: u8, depth: Real, hole: Real) -> Result<Outlines, Error> {
    const SIDE: usize = 48;
    let settings = MaskSettings {
        pixel_size: 2.6 * radius / SIDE as Real,
        origin: [0.5, 0.5],
        ..Default::default()
    };
    let alpha = |x: usize, y: usize| {
        let [x, y] = [x, y].map(|it| (it as Real + 0.5) / SIDE as Real * 2.6 - 1.3);
        let away = Vector::new(x, y).norm();
        // The cosine of so many times the angle: a power of a complex number.
        let turned =
            |[re, im]: [Real; 2], _| [re * x - im * y, re * y + im * x].map(|it| it / away);
        let [cosine, _] = (0..teeth).fold([1.0, 0.0], turned);
        let tooth = (2.0 * cosine).clamp(-1.0, 1.0);
        let within = (1.0 + depth * tooth - away).min(away - hole);
        (0.5 + within * SIDE as Real / 2.6).clamp(0.0, 1.0)
    };
    outlines_from_mask_with([SIDE, SIDE], alpha, &settings)
}

/// The letters, the island of each one around the origin.
fn letters() -> Result<Vec<Outline>, Error> {
    let rows: Vec<&[u8]> = LETTERS.lines().map(str::as_bytes).collect();
    let alpha = |x: usize, y: usize| if rows[y][x] == b'#' { 1.0 } else { 0.0 };
    let settings = MaskSettings { pixel_size: 0.18, tolerance: 0.5, ..Default::default() };
    let mut found = outlines_from_mask_with([rows[0].len(), rows.len()], alpha, &settings)?;
    let middle = |letter: &Outline| Aabb::around(letter.outer.iter().copied()).center().coords;
    found.outlines.sort_by(|a, b| middle(a).x.total_cmp(&middle(b).x));
    for letter in &mut found.outlines {
        let away = middle(letter);
        let rings = letter.holes.iter_mut().chain([&mut letter.outer]);
        rings.flatten().for_each(|corner| *corner -= away);
    }
    Ok(found.outlines)
}

pub(super) fn fill(scene: &mut Scene) -> Result<Roles, Error> {
    // Rock is made of lines, which hold what comes from outside and are never cut.
    let rough = |collider: Collider| collider.friction(0.7);
    scene.add(Body::fixed(), land(in_rock)?.terrain().into_iter().map(rough))?;
    // Earth has an area, in convex pieces.
    scene.add(Body::fixed(), earth()?.concave()?.into_iter().map(rough))?;
    let aim = Aim { place: [10, 100], wait: 0, craters: 0, dropped: 0 };
    let note = scene.add_body(Body::fixed().enabled(false).user_data(aim.data()))?;
    let mut marked = None;
    for (index, letter) in letters()?.iter().enumerate() {
        let x = -4.8 + 2.4 * index as Real;
        let body = Body::dynamic().position([x, 8.0 + 0.5 * (index % 3) as Real]);
        let body = body.angle(0.35 - 0.2 * index as Real);
        let key = scene.add(body, [rough(letter.concave()?)])?;
        marked = marked.or(Some(key));
    }
    for at in [[-7.1, 2.7], [-9.0, 8.5], [8.8, 8.0]] {
        gear(scene, at, 0.7)?;
    }
    Ok(Roles { marked, driven: Some(note) })
}

/// Adds a gear.
fn gear(scene: &mut Scene, at: [Real; 2], radius: Real) -> Result<BodyKey, Error> {
    let gear = wheel(radius, 10, 0.13, 0.35)?.concave()?;
    let gear = gear.into_iter().map(|it| it.friction(0.6).rolling_resistance(0.02));
    scene.add(Body::dynamic().position(at), gear)
}

/// Drops the next thing: a letter, a gear, or a stone, which is the hull of a crater.
fn let_fall(scene: &mut Scene, x: Real, number: u64) -> Result<(), Error> {
    let at = [x, 11.5];
    if number.is_multiple_of(3) {
        let letters = letters()?;
        let letter = &letters[(number / 3) as usize % letters.len()];
        let body = Body::dynamic().position(at).angular_velocity(1.0);
        scene.add(body, [letter.concave()?.friction(0.7)])?;
    } else if number % 3 == 1 {
        gear(scene, at, 0.5)?;
    } else {
        let stone = wheel(0.45, 5, 0.1, 0.0)?.convex()?;
        scene.add(Body::dynamic().position(at), stone.into_iter().map(|it| it.friction(0.7)))?;
    }
    Ok(())
}

pub(super) fn play(
    scene: &mut Scene,
    roles: &Roles,
    step: u32,
    controls: Controls,
) -> Result<(), Error> {
    let Some(key) = roles.driven.filter(|key| scene.body(*key).is_ok()) else { return Ok(()) };
    let mut aim = Aim::from_data(scene.body(key)?.user_data());
    let moves = [(Button::Left, Button::Right), (Button::Down, Button::Up)];
    for (axis, (less, more)) in moves.into_iter().enumerate() {
        let moved = i64::from(controls.axis(less, more));
        let [least, most] = LIMITS[axis];
        aim.place[axis] = aim.place[axis].saturating_add_signed(moved).clamp(least, most);
    }
    aim.wait = aim.wait.saturating_sub(1);
    if aim.wait == 0 && controls.is_down(Button::First) {
        carve(scene, aim)?;
        (aim.wait, aim.craters) = (RELOAD, (aim.craters + 1) & 0xf_ffff);
    } else if aim.wait == 0 && controls.is_down(Button::Second) && scene.body_count() < MOST {
        let_fall(scene, aim.point().x, aim.dropped)?;
        (aim.wait, aim.dropped) = (RELOAD, (aim.dropped + 1) & 0xf_ffff);
    }
    scene.body_mut(key)?.set_user_data(aim.data());
    if step.is_multiple_of(30) {
        remove_lost(scene)?;
    }
    Ok(())
}

/// Takes a crater out of everything but the rock, and throws what is near. Earth that is cut off
/// from the rock falls.
fn carve(scene: &mut Scene, aim: Aim) -> Result<(), Error> {
    let (crater, pose) = aim.crater()?;
    let count = (22.0 / FEET) as u16;
    let feet = (0..=count).map(|foot| [FEET * Real::from(foot) - 11.0, FOOT]);
    let feet: Vec<[Real; 2]> = feet.collect();
    let carved = crater
        .carve(scene, pose, |carving| carving.isles_fall(true).anchors(feet.iter().copied()))?;
    for piece in carved.iter().flat_map(|it| &it.pieces) {
        if area(scene, scene.body(*piece)?.colliders()) < DUST {
            scene.remove_body(*piece)?;
        }
    }
    scene.explode(Explosion::new(aim.point(), BLAST).impulse(4.0))?;
    Ok(())
}

/// The area of colliders of this scene: all densities are one.
fn area(scene: &Scene, colliders: impl Iterator<Item = ColliderKey>) -> Real {
    colliders.filter_map(|key| Some(scene.collider(key).ok()?.mass())).sum()
}

/// Removes bodies that a blast threw over the cliffs.
fn remove_lost(scene: &mut Scene) -> Result<(), Error> {
    let is_lost = |key: &BodyKey| {
        scene.body(*key).is_ok_and(|body| body.is_dynamic() && body.center_of_mass().x.abs() > EDGE)
    };
    let lost: Vec<BodyKey> = scene.bodies().filter(is_lost).collect();
    lost.into_iter().try_for_each(|key| scene.remove_body(key).map(drop))
}

/// Draws the outline of the next crater, and the results.
pub(super) fn marks(scene: &Scene, roles: &Roles, _: u32, drawer: &mut dyn DebugDraw) {
    let Some(body) = roles.driven.and_then(|key| scene.body(key).ok()) else { return };
    let aim = Aim::from_data(body.user_data());
    let color = DebugColor::hex(if aim.wait > 0 { 0x8d99ae } else { 0xd6336c });
    let Ok((crater, pose)) = aim.crater() else { return };
    for outline in &crater.outlines {
        let corners: Vec<Point> = outline.outer.iter().map(|corner| pose * corner).collect();
        for (index, corner) in corners.iter().enumerate() {
            drawer.segment(*corner, corners[(index + 1) % corners.len()], color);
        }
    }
    let text = format!("{} craters, {} bodies", aim.craters, scene.body_count() - 3);
    drawer.text(Point::new(0.0, 11.2), &text, DebugColor::hex(0x888888));
}

#[cfg(test)]
mod tests {
    use core::f32::consts::PI;

    use super::*;
    use crate::find;

    #[test]
    fn the_picture_has_hills_caves_and_a_hole() {
        let earth = earth().unwrap();
        let holes = earth.outlines.iter().map(|it| it.holes.len()).sum::<usize>();
        assert_eq!((earth.outlines.len(), holes), (1, 1)); // the caves are open
        assert_eq!(letters().unwrap().len(), 5);
    }

    #[test]
    fn a_crater_takes_earth_away_and_leaves_rock() {
        let def = find("pictures").unwrap();
        let mut running = def.set_up(SceneConfig::default()).unwrap();
        let all = |scene: &Scene| area(scene, scene.colliders());
        let (before, rock) = (all(&running.scene), running.scene.bodies().next().unwrap());
        let lines = running.scene.body(rock).unwrap().colliders().count();
        // Down at the left end, where earth is on rock.
        running.controls = Controls::default().with(Button::Down, true);
        (0..100).for_each(|_| running.step(1.0 / 60.0).unwrap());
        running.controls = Controls::default().with(Button::First, true);
        running.step(1.0 / 60.0).unwrap();
        let taken = before - all(&running.scene);
        assert!((0.5..1.1).contains(&(taken / (PI * CRATER * CRATER))), "{taken}");
        assert_eq!(running.scene.body(rock).unwrap().colliders().count(), lines);
        running.scene.validate().unwrap();
    }

    #[test]
    fn earth_that_is_cut_off_falls_and_everything_stays_on_the_rock() {
        let def = find("pictures").unwrap();
        let mut running = def.set_up(SceneConfig::default()).unwrap();
        let mut fallen = 0;
        for step in 0..3600 {
            // Craters side by side, at several heights, undermine the hills.
            let side = if step % 440 < 220 { Button::Right } else { Button::Left };
            let level = if step % 1320 < 600 { Button::Down } else { Button::Up };
            let act = if step % 240 < 60 { Button::Second } else { Button::First };
            let controls = Controls::default().with(side, true).with(level, step % 4 == 0);
            running.controls = controls.with(act, true);
            let before = running.scene.body_count();
            running.step(1.0 / 60.0).unwrap();
            let came = running.scene.body_count().saturating_sub(before);
            fallen += if act == Button::First { came } else { 0 };
        }
        assert!(fallen > 5, "{fallen}");
        let scene = &running.scene;
        for key in scene.bodies() {
            let body = scene.body(key).unwrap();
            let at = body.center_of_mass();
            assert!(!body.is_dynamic() || at.y > 0.0 && at.x.abs() < 20.0, "{at}");
        }
        scene.validate().unwrap();
    }

    #[test]
    fn the_aim_remembers_what_it_is_told() {
        let aim = Aim { place: [210, 110], wait: 30, craters: 0xf_ffff, dropped: 70_000 };
        assert_eq!(Aim::from_data(aim.data()), aim);
    }
}
