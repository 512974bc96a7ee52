//! Fields and breaking bodies: boats in a gale, planets, a glass house, and a quarry with
//! explosions.

use umbra::Error;
use umbra::prelude::*;

use crate::Roles;

/// Boats in a basin, for a program that watches them.
#[derive(Clone, Debug)]
pub struct Harbour {
    /// The water.
    pub water: FieldKey,
    /// The wind over it.
    pub wind: FieldKey,
    /// Boats with keels, which begin upside down or nearly so.
    pub boats: Vec<BodyKey>,
    /// A box of half the density of the water.
    pub raft: BodyKey,
    /// Crates from a fifth to twice the density of the water.
    pub crates: Vec<BodyKey>,
}

/// A basin with boats.
///
/// # Errors
/// When there is a mistake here.
pub fn harbour(scene: &mut Scene) -> Result<Harbour, Error> {
    let walls =
        [([0.0, -4.5], [15.0, 0.5]), ([-14.5, -1.0], [0.5, 4.0]), ([14.5, -1.0], [0.5, 4.0])];
    let walls = walls.map(|(at, [x, y])| Collider::cuboid(x, y).at(at));
    scene.add(Body::fixed(), walls)?;
    let water = scene.add_field(Field::water(1.0).cuboid(14.0, 2.0).at([0.0, -2.0]))?;
    let wind = Field::wind([5.0, 0.0]).density(0.05).cuboid(14.0, 3.0).at([0.0, 3.0]);
    let wind = scene.add_field(wind)?;
    let mut boats = Vec::new();
    for (x, angle) in [(-8.0, 2.6), (-3.5, 1.2), (10.5, -1.8)] {
        let corners = [[-1.3, 0.35], [-0.9, -0.4], [0.9, -0.4], [1.5, 0.35]];
        let hull = Collider::polygon(corners).density(0.3);
        let mast = Collider::capsule([0.0, 0.4], [0.0, 2.0], 0.04).density(0.1);
        let keel = Collider::cuboid(0.35, 0.12).at([0.0, -0.75]).density(4.0);
        let boat = Body::dynamic().position([x, 0.8]).angle(angle);
        boats.push(scene.add(boat, [hull, mast, keel])?);
    }
    let raft = Body::dynamic().position([-12.0, 1.0]);
    let raft = scene.add(raft, [Collider::cuboid(1.2, 0.3).density(0.5)])?;
    let mut crates = Vec::new();
    for i in 0..6_u8 {
        let body = Body::dynamic().position([Real::from(i) * 1.1 + 2.6, 2.0]);
        let density = 0.2 + 0.36 * Real::from(i);
        crates.push(scene.add(body, [Collider::rounded_cuboid(0.4, 0.4, 0.06).density(density)])?);
    }
    Ok(Harbour { water, wind, boats, raft, crates })
}

pub(crate) fn fill_boats(scene: &mut Scene) -> Result<Roles, Error> {
    Ok(Roles { marked: Some(harbour(scene)?.boats[0]), driven: None })
}

/// A sun and the bodies around it.
#[derive(Clone, Debug)]
pub struct Planets {
    /// Planets on circles, each with the radius of its circle.
    pub planets: Vec<(BodyKey, Real)>,
    /// The moon of the last planet.
    pub moon: BodyKey,
}

/// The acceleration at a distance of 1 m from the sun.
const SUN: Real = 400.0;
/// The same for the planet with a moon.
const PLANET: Real = 12.0;

/// Planets on their orbits, and a belt of pebbles.
///
/// # Errors
/// When there is a mistake here.
pub fn planets(scene: &mut Scene) -> Result<Planets, Error> {
    scene.config_mut().gravity = Vector::zeros();
    let sun = scene.add(Body::fixed(), [Collider::circle(1.5)])?;
    scene.add_field(Field::attraction(SUN, 1.0).on(sun))?;
    let speed = |pull: Real, radius: Real| (pull / radius).sqrt();
    let mut planets = Vec::new();
    for (radius, size) in [(5.0, 0.3), (8.0, 0.45), (14.0, 0.6)] {
        let body = Body::dynamic().position([radius, 0.0]).velocity([0.0, speed(SUN, radius)]);
        planets.push((scene.add(body, [Collider::circle(size).density(20.0)])?, radius));
    }
    let (home, radius) = planets[2];
    // It pulls pebbles and its moon, and is pulled back.
    scene.add_field(Field::attraction(PLANET, 1.0).cuboid(2.5, 2.5).on(home))?;
    let moon = Body::dynamic().position([radius + 1.4, 0.0]);
    let moon = moon.velocity([0.0, speed(SUN, radius) + speed(PLANET, 1.4)]);
    let moon = scene.add(moon, [Collider::circle(0.15).density(0.01)])?;
    for i in 0..60_u8 {
        let turn = umbra::geom::math::rotation(Real::from(i) * std::f32::consts::TAU / 60.0);
        let radius = 10.4 + 0.1 * Real::from(i % 5);
        let place = turn * Vector::new(radius, 0.0);
        let velocity = turn * Vector::new(0.0, speed(SUN, radius));
        let pebble = Body::dynamic().position(Point::from(place)).velocity(velocity);
        scene.add(pebble, [Collider::circle(0.08).density(0.1)])?;
    }
    Ok(Planets { planets, moon })
}

pub(crate) fn fill_planets(scene: &mut Scene) -> Result<Roles, Error> {
    Ok(Roles { marked: Some(planets(scene)?.moon), driven: None })
}

/// A house of panes that break, and a ball that is shot at it. Returns the ball.
///
/// # Errors
/// When there is a mistake here.
pub fn glass_house(scene: &mut Scene) -> Result<BodyKey, Error> {
    let walls = [-19.5, 19.5].map(|x| Collider::cuboid(0.5, 3.0).at([x, 3.0]));
    let floor = Collider::cuboid(20.0, 0.5).at([0.0, -0.5]);
    scene.add(Body::fixed(), walls.into_iter().chain([floor]))?;
    for storey in 0..3_u8 {
        let y = 2.2 * Real::from(storey);
        for x in [-2.0, 0.0, 2.0] {
            let pane = Body::dynamic().position([x, y + 1.0]).fracture(4.0);
            scene.add(pane, [Collider::cuboid(0.12, 1.0).density(2.5)])?;
        }
        let floor = Body::dynamic().position([0.0, y + 2.1]).fracture(4.0);
        scene.add(floor, [Collider::cuboid(2.3, 0.1).density(2.5)])?;
    }
    let ball = Body::dynamic().position([-9.0, 2.2]).velocity([22.0, 3.0]);
    scene.add(ball, [Collider::circle(0.4).density(16.0).rolling_resistance(0.05)])
}

pub(crate) fn fill_glass_house(scene: &mut Scene) -> Result<Roles, Error> {
    Ok(Roles { marked: Some(glass_house(scene)?), driven: None })
}

/// A quarry before the charges go off.
#[derive(Clone, Debug)]
pub struct Quarry {
    /// The ground, to be carved.
    pub ground: BodyKey,
    /// The positions of the charges.
    pub charges: [Point; 3],
    /// Two crates, one to the left and one to the right of the first charge, at the same distance.
    pub twins: [BodyKey; 2],
    /// Crates behind a wall, relative to the second charge.
    pub sheltered: Vec<BodyKey>,
    /// A tower in the open, on its other side.
    pub tower: Vec<BodyKey>,
}

/// Crates, a wall that shelters some, and a rock that breaks.
///
/// # Errors
/// When there is a mistake here.
pub fn quarry(scene: &mut Scene) -> Result<Quarry, Error> {
    let ground = scene.add(Body::fixed(), [Collider::cuboid(24.0, 2.0).at([0.0, -2.0])])?;
    scene.add(
        Body::fixed(),
        [-1.0, 1.0].map(|side| Collider::cuboid(0.5, 5.0).at([side * 23.5, 5.0])),
    )?;
    let crate_at = |scene: &mut Scene, x: Real, y: Real| {
        let body = Body::dynamic().position([x, y]);
        scene.add(body, [Collider::rounded_cuboid(0.4, 0.4, 0.04)])
    };
    let twins = [crate_at(scene, -16.0, 0.4)?, crate_at(scene, -12.0, 0.4)?];
    scene.add(Body::fixed(), [Collider::cuboid(0.25, 1.5).at([2.0, 1.5])])?;
    let (mut sheltered, mut tower) = (Vec::new(), Vec::new());
    for level in 0..3_u8 {
        let y = 0.4 + 0.8 * Real::from(level);
        sheltered.push(crate_at(scene, 3.2, y)?);
        tower.push(crate_at(scene, -4.0, y)?);
    }
    let corners = [[-1.6, 0.0], [1.7, 0.0], [1.3, 1.5], [0.2, 2.2], [-1.2, 1.4]];
    let rock = Body::dynamic().position([13.0, 0.0]).fracture(4.0);
    scene.add(rock, [Collider::polygon(corners).density(2.5)])?;
    let charges = [[-14.0, 0.2], [-0.5, 0.2], [11.0, 0.2]].map(Point::from);
    Ok(Quarry { ground, charges, twins, sheltered, tower })
}

pub(crate) fn fill_quarry(scene: &mut Scene) -> Result<Roles, Error> {
    Ok(Roles { marked: Some(quarry(scene)?.tower[2]), driven: None })
}
