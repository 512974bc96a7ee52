//! Small scenes that are hard to get right, to see how well a solver holds, separates and slides
//! bodies.
//!
//! Most are the ideas of Erin Catto's `solver2d`, rebuilt: each function's comment has the
//! question, and the answer wherever mechanics gives one. The body to watch is marked.

use std::f32::consts::{FRAC_PI_2, PI};

use umbra::Error;
use umbra::geom::math;
use umbra::prelude::*;

use crate::{Driver, Roles, SceneDef, benchmark, chains, place};

/// The scenes, the simplest first.
pub static SCENES: [SceneDef; 22] = [
    SceneDef::new("single_box", "A box lies on the ground.", single_box)
        .tries("Drag it by a corner. Give it restitution in the inspector."),
    SceneDef::new("stack_15", "15 boxes stand on one another, not quite straight.", stack_15)
        .tries("Pull a box out of the middle."),
    SceneDef {
        steps: 3600,
        ..SceneDef::new("stack_50", "50 boxes stand on one another.", stack_50)
            .tries("One substep against eight, side by side.")
    },
    SceneDef {
        steps: 3600,
        ..SceneDef::new("pyramid_100", "A pyramid of 100 rows.", pyramid_100)
            .tries("Switch warm starting off.")
    },
    SceneDef::new(
        "tilted_stack",
        "Five towers lean; four can stand, one has to fall.",
        tilted_stack,
    )
    .tries("Change the correction, and see which tower falls."),
    SceneDef {
        steps: 3600,
        ..SceneDef::new("card_house", "A house of cards, five floors.", card_house)
            .tries("Lower the friction of a card below 0.47.")
    },
    SceneDef {
        steps: 1800,
        ..SceneDef::new("arch", "A round arch of 17 stones carries a load.", arch)
            .tries("Remove a stone, or put more boxes on the crown.")
    },
    SceneDef::new(
        "double_domino",
        "A domino of double weight tips a row of fifteen.",
        double_domino,
    )
    .tries("Slow motion; pin a domino in the middle."),
    SceneDef::new("mass_ratio_1", "Pyramids under boxes 100 to 300 times heavier.", mass_ratio_1)
        .tries("Switch to the fast preset and watch the heaviest top sink."),
    SceneDef::new("mass_ratio_2", "A box of 20 m lies on two of 1 m over a line.", mass_ratio_2)
        .tries("Compare soft correction and projection side by side."),
    SceneDef::new(
        "mass_ratio_3",
        "A box of 20 m lies on two of 1 m over a thick slab.",
        mass_ratio_3,
    )
    .tries("Drag the large box off its supports."),
    SceneDef::new("overlap_recovery", "A pile starts a quarter inside itself.", overlap_recovery)
        .tries("Raise the push speed until the pile jumps."),
    SceneDef::new("confined", "625 discs in a box that is too small for them.", confined)
        .tries("Watch the deepest overlap; spawn one more disc."),
    SceneDef::new(
        "circle_stack",
        "Ten discs stand on one another, and need not stay.",
        circle_stack,
    )
    .tries("Give the discs rolling resistance."),
    SceneDef::new("far_pyramid", "A pyramid of ten rows, 10 km from the origin.", far_pyramid)
        .tries("Look at the contact points: a millimetre is the smallest step here."),
    SceneDef::new("friction_ramps", "Boxes on slopes of 30 degrees: three slide.", friction_ramps)
        .tries("Change the friction of the box that stays."),
    SceneDef {
        driver: Driver::Script(draw_inwards),
        ..SceneDef::new("rush", "400 discs are drawn to one place.", rush).tries("Bomb the middle.")
    },
    SceneDef {
        driver: Driver::Script(unload),
        ..SceneDef::new("unloaded_stack", "A stack loses the heavy box on its top.", unloaded_stack)
            .tries("Step through the moment at which the weight goes, at two seconds.")
    },
    SceneDef::new("born_in_one_place", "50 boxes are put into one place.", born_in_one_place)
        .tries("Step through the first ten steps; change the push speed."),
    SceneDef::new("net_10", "A net of 10 x 10 discs hangs by the middle of its edge.", net_10)
        .tries("Drag a corner of the net."),
    SceneDef::new("loaded_loop", "A chain between two points bears 20 links' mass.", loaded_loop)
        .tries("Drag the load; set the joint solving to rows."),
    SceneDef::new("loaded_rope", "A rope of 60 links swings 1000 times their mass.", loaded_rope)
        .tries("Set the joint solving to rows, and the rope stretches."),
];

/// The ground's surface is at y = 0.
fn ground(scene: &mut Scene) -> Result<BodyKey, Error> {
    scene.config_mut().gravity = Vector::new(0.0, -10.0);
    place(scene, Body::fixed().position([0.0, -1.0]), Collider::cuboid(100.0, 1.0))
}

fn marked(key: Option<BodyKey>) -> Roles {
    Roles { marked: key, driven: None }
}

/// Unit boxes on top of one another, the lowest at `x` on the ground and each `shift` to the right
/// of the one below. The highest is marked.
///
/// # Errors
/// When a number is invalid.
pub fn stack(scene: &mut Scene, x: Real, height: u32, shift: Real) -> Result<Roles, Error> {
    let mut top = None;
    for row in 0..height {
        let at = [x + shift * row as Real, row as Real + 0.5];
        top = Some(place(scene, Body::dynamic().position(at), Collider::cuboid(0.5, 0.5))?);
    }
    Ok(marked(top))
}

/// The box has to lie still, on both of its contact points.
fn single_box(scene: &mut Scene) -> Result<Roles, Error> {
    ground(scene)?;
    stack(scene, 0.0, 1, 0.0)
}

/// Every other box is 2 cm to the side. It stands; the top should not move.
fn stack_15(scene: &mut Scene) -> Result<Roles, Error> {
    ground(scene)?;
    let mut top = None;
    for row in 0..15 {
        let at = [0.02 * (row % 2) as Real, row as Real + 0.5];
        top = Some(place(scene, Body::dynamic().position(at), Collider::cuboid(0.5, 0.5))?);
    }
    Ok(marked(top))
}

/// A column of boxes this tall is as good as an elastic rod: it buckles if contacts are too soft.
fn stack_50(scene: &mut Scene) -> Result<Roles, Error> {
    ground(scene)?;
    stack(scene, 0.0, 50, 0.0)
}

/// Measures the sinking of the pyramid, and the displacement of its top.
fn pyramid_100(scene: &mut Scene) -> Result<Roles, Error> {
    benchmark::pyramid(scene, 100)
}

/// Towers of ten boxes, each box shifted against the one below by 2, 4, 6, 8 and 12 cm. The centre
/// of mass of the boxes above one is over its edge if the shift is a tenth of its width: the first
/// four stand, the last falls. The top of the fourth is marked.
fn tilted_stack(scene: &mut Scene) -> Result<Roles, Error> {
    ground(scene)?;
    let mut roles = Roles::default();
    for (tower, shift) in [0.02, 0.04, 0.06, 0.08, 0.12].into_iter().enumerate() {
        let top = stack(scene, 6.0 * tower as Real - 12.0, 10, shift)?;
        if tower == 3 {
            roles = top;
        }
    }
    Ok(roles)
}

/// Tents of two cards that lean by 25 degrees, and cards lying from peak to peak. A card that
/// carries others slips when friction is less than tan(25°) = 0.47; it is 0.7. Cards are 2 mm
/// thick, a twentieth of the speculative distance on both sides. The highest card is marked.
fn card_house(scene: &mut Scene) -> Result<Roles, Error> {
    ground(scene)?;
    let (half_length, half_width) = (0.2, 0.001);
    let card = Collider::cuboid(half_width, half_length).friction(0.7);
    let lean = math::rotation(25.0 * PI / 180.0);
    let (sin, cos) = (lean.im, lean.re);
    // Lying cards end between the two upper corners of a peak, a millimetre apart.
    let pitch = 2.0 * half_length + 0.001;
    let half_height = half_length * cos + half_width * sin;
    let offset = half_length * sin + half_width * cos;
    let mut top = None;
    for floor in 0..5 {
        let tents = 5 - floor;
        let foot = floor as Real * 2.0 * (half_height + half_width);
        let left = -0.5 * pitch * (tents - 1) as Real;
        for tent in 0..tents {
            let x = left + pitch * tent as Real;
            for side in [-1.0, 1.0] {
                let leaning = Body::dynamic()
                    .position([x + side * offset, foot + half_height])
                    .angle(side * 25.0 * PI / 180.0);
                top = Some(place(scene, leaning, card.clone())?);
            }
        }
        for gap in 1..tents {
            let x = left + pitch * (gap as Real - 0.5);
            let y = foot + 2.0 * half_height + half_width;
            let lying = Body::dynamic().position([x, y]).angle(FRAC_PI_2);
            place(scene, lying, card.clone())?;
        }
    }
    Ok(marked(top))
}

/// A half circle of wedges, 10 m in radius and 2 m thick, with four boxes on its crown. Such an
/// arch can stand when its thickness is more than 11 % of its radius and friction is more than
/// 0.31; nothing but friction and exact contacts keeps it up. The keystone is marked.
fn arch(scene: &mut Scene) -> Result<Roles, Error> {
    const STONES: u32 = 17;
    ground(scene)?;
    let (inner, outer) = (9.0, 11.0);
    let at = |stone: u32, radius: Real| {
        math::rotation(PI * stone as Real / STONES as Real) * Point::new(radius, 0.0)
    };
    let mut keystone = None;
    for stone in 0..STONES {
        let corners =
            [at(stone, inner), at(stone, outer), at(stone + 1, outer), at(stone + 1, inner)];
        let center = Point::from(corners.iter().map(|c| c.coords).sum::<Vector>() * 0.25);
        let shape = Collider::polygon(corners.map(|corner| Point::from(corner - center)));
        let key = place(scene, Body::dynamic().position(center), shape)?;
        if stone == STONES / 2 {
            keystone = Some(key);
        }
    }
    // The keystone's upper face is flat, and as high as this.
    let crown = outer * math::rotation(0.5 * PI / STONES as Real).re;
    for row in 0..4 {
        let body = Body::dynamic().position([0.0, crown + 0.5 + row as Real]);
        place(scene, body, Collider::cuboid(0.5, 0.5))?;
    }
    Ok(marked(keystone))
}

/// A push at the first tips the row, and the wave runs to its end. The last domino is marked: it
/// has to fall, and to lie still afterwards.
fn double_domino(scene: &mut Scene) -> Result<Roles, Error> {
    ground(scene)?;
    let mut last = None;
    for index in 0..15 {
        let density = if index == 0 { 2.0 } else { 1.0 };
        let body = Body::dynamic().position([index as Real - 7.0, 1.0]);
        let key = place(scene, body, Collider::cuboid(0.125, 1.0).density(density))?;
        if index == 0
            && let Ok(mut body) = scene.body_mut(key)
        {
            body.apply_impulse_at([1.0, 0.0], [-7.0, 2.0])?;
        }
        last = Some(key);
    }
    Ok(marked(last))
}

/// Three pyramids of ten rows whose top box weighs 100, 200 and 300 times as much as the others.
/// The heaviest is marked: the question is how far it sinks.
fn mass_ratio_1(scene: &mut Scene) -> Result<Roles, Error> {
    ground(scene)?;
    let mut top = None;
    for (pyramid, density) in [100.0, 200.0, 300.0].into_iter().enumerate() {
        let left = 15.0 * pyramid as Real - 19.5;
        for row in 0..10 {
            for column in 0..10 - row {
                let at = [left + column as Real + 0.5 * row as Real, row as Real + 0.5];
                let density = if row == 9 { density } else { 1.0 };
                let brick = Collider::cuboid(0.5, 0.5).density(density);
                top = Some(place(scene, Body::dynamic().position(at), brick)?);
            }
        }
    }
    Ok(marked(top))
}

/// A box of 400 times the mass of the two below it, which lie on a line without thickness.
fn mass_ratio_2(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().gravity = Vector::new(0.0, -10.0);
    place(scene, Body::fixed(), Collider::segment([-100.0, 0.0], [100.0, 0.0]))?;
    heavy_box(scene)
}

/// A box of 400 times the mass of the two below it, which lie on a slab.
fn mass_ratio_3(scene: &mut Scene) -> Result<Roles, Error> {
    ground(scene)?;
    heavy_box(scene)
}

fn heavy_box(scene: &mut Scene) -> Result<Roles, Error> {
    for x in [-9.0, 9.0] {
        stack(scene, x, 1, 0.0)?;
    }
    let heavy = Body::dynamic().position([0.0, 11.0]);
    Ok(marked(Some(place(scene, heavy, Collider::cuboid(10.0, 10.0))?)))
}

/// A pyramid of five rows in which neighbours overlap by a quarter of their size. They should
/// separate without being thrown about. The top box is marked.
fn overlap_recovery(scene: &mut Scene) -> Result<Roles, Error> {
    ground(scene)?;
    let mut top = None;
    for row in 0..5 {
        for column in 0..5 - row {
            let x = 0.75 * (column as Real + 0.5 * row as Real - 2.0);
            let body = Body::dynamic().position([x, 0.75 * row as Real + 0.5]);
            top = Some(place(scene, body, Collider::cuboid(0.5, 0.5))?);
        }
    }
    Ok(marked(top))
}

/// Discs without gravity in a box of 20 x 20 m, whose total area is a fifth more than the box. They
/// should come to rest pressed into one another, with equal depths, and stay inside.
fn confined(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().gravity = Vector::zeros();
    let walls = scene.add_body(Body::fixed())?;
    for (half, at) in [
        ([1.0, 12.0], [-11.0, 0.0]),
        ([1.0, 12.0], [11.0, 0.0]),
        ([12.0, 1.0], [0.0, -11.0]),
        ([12.0, 1.0], [0.0, 11.0]),
    ] {
        let wall = Collider::cuboid(half[0], half[1]).at(at);
        scene.add_collider(walls, wall)?;
    }
    let mut last = None;
    for index in 0..625 {
        let [column, row] = [index / 25, index % 25].map(|count| 0.72 * count as Real);
        let at = [column - 8.75, row - 8.5];
        last = Some(place(scene, Body::dynamic().position(at), Collider::circle(0.5))?);
    }
    Ok(marked(last))
}

/// Discs balance until the first rounding error; then they roll off. Nothing may pop while they do.
fn circle_stack(scene: &mut Scene) -> Result<Roles, Error> {
    ground(scene)?;
    let mut top = None;
    for row in 0..10 {
        let body = Body::dynamic().position([0.0, row as Real + 0.5]);
        top = Some(place(scene, body, Collider::circle(0.5))?);
    }
    Ok(marked(top))
}

/// A pyramid at 10 km, where positions are rounded to a millimetre. The box at the top is marked.
fn far_pyramid(scene: &mut Scene) -> Result<Roles, Error> {
    const FAR: Real = 10_000.0;
    scene.config_mut().gravity = Vector::new(0.0, -10.0);
    place(scene, Body::fixed().position([FAR, -1.0]), Collider::cuboid(20.0, 1.0))?;
    let mut top = None;
    for row in 0..10 {
        for column in 0..10 - row {
            let x = FAR + column as Real + 0.5 * row as Real - 4.5;
            let body = Body::dynamic().position([x, row as Real + 0.5]);
            top = Some(place(scene, body, Collider::cuboid(0.5, 0.5))?);
        }
    }
    Ok(marked(top))
}

/// Slopes of 30 degrees, where boxes slide when friction is less than tan(30°) = 0.577: those with
/// 0.2, 0.4 and 0.55 do, those with 0.6 and 0.8 do not. The one with 0.6 is marked.
fn friction_ramps(scene: &mut Scene) -> Result<Roles, Error> {
    ground(scene)?;
    let mut roles = Roles::default();
    let tilt = -PI / 6.0;
    for (index, friction) in [0.2, 0.4, 0.55, 0.6, 0.8].into_iter().enumerate() {
        let middle = Point::new(14.0 * index as Real - 28.0, 4.0);
        let ramp = Body::fixed().position(middle).angle(tilt);
        place(scene, ramp, Collider::cuboid(6.0, 0.25).friction(friction))?;
        let on_ramp = middle + math::rotation(tilt) * Vector::new(-4.0, 0.75);
        let body = Body::dynamic().position(on_ramp).angle(tilt);
        let key = place(scene, body, Collider::cuboid(0.5, 0.5).friction(friction))?;
        if index == 3 {
            roles = marked(Some(key));
        }
    }
    Ok(roles)
}

/// Discs on a spiral, without gravity, all pulled to the origin: a pile with many on all sides.
fn rush(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().gravity = Vector::zeros();
    let mut last = None;
    for index in 0..400 {
        // The golden angle spreads them evenly; the radius grows as the root of their number.
        let radius = 10.0 + 0.9 * (index as Real).sqrt();
        let at = math::rotation(2.399_963 * index as Real) * Point::new(radius, 0.0);
        last = Some(place(scene, Body::dynamic().position(at), Collider::circle(0.5))?);
    }
    Ok(marked(last))
}

/// Pulls every disc to the origin with an acceleration of 10 m/s².
fn draw_inwards(scene: &mut Scene, _: &Roles, _: u32) -> Result<(), Error> {
    let keys: Vec<_> = scene.bodies().collect();
    for key in keys {
        let Ok(mut body) = scene.body_mut(key) else { continue };
        if !body.view().is_dynamic() {
            continue;
        }
        let center = body.view().center_of_mass().coords;
        let pull = body.view().mass() * 10.0;
        if let Some((outwards, _)) = math::direction(center) {
            body.apply_force(outwards * -pull)?;
        }
    }
    Ok(())
}

/// Five boxes under one that weighs 100 times as much and is removed after two seconds. The
/// impulses kept for warm starting are far too large then: the other boxes should not jump. The
/// highest of the five is marked.
fn unloaded_stack(scene: &mut Scene) -> Result<Roles, Error> {
    ground(scene)?;
    let roles = stack(scene, 0.0, 5, 0.0)?;
    let heavy = Body::dynamic().position([0.0, 5.5]);
    let heavy = place(scene, heavy, Collider::cuboid(0.5, 0.5).density(100.0))?;
    Ok(Roles { driven: Some(heavy), ..roles })
}

fn unload(scene: &mut Scene, roles: &Roles, step: u32) -> Result<(), Error> {
    match roles.driven {
        Some(heavy) if step == 120 => scene.remove_body(heavy),
        _ => Ok(()),
    }
}

/// Boxes at one position, up to a millimetre or so, without gravity. They should separate quickly
/// and without great speed. The last is marked.
fn born_in_one_place(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().gravity = Vector::zeros();
    let mut last = None;
    for index in 0..50 {
        let at = [0.001 * index as Real, 0.000_7 * (index * 7 % 50) as Real];
        last = Some(place(scene, Body::dynamic().position(at), Collider::cuboid(0.5, 0.5))?);
    }
    Ok(marked(last))
}

/// A net whose joints open under its weight. The lowest disc in the last column is marked.
fn net_10(scene: &mut Scene) -> Result<Roles, Error> {
    benchmark::net(scene, 10)
}

/// A long chain whose joints open under a weight in its middle.
fn loaded_loop(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().gravity = Vector::new(0.0, -10.0);
    let chain = chains::between_two_points(scene, 40, 0.9, 20.0)?;
    Ok(marked(Some(chain.links[20])))
}

/// A rope that stretches under a weight. Its end is marked.
fn loaded_rope(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().gravity = Vector::new(0.0, -10.0);
    let hook = scene.add_body(Body::fixed())?;
    let chain = chains::level(scene, hook, [0.0, 0.0], 60, 1000.0)?;
    Ok(marked(chain.links.last().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deepest(scene: &Scene) -> Real {
        let depths = scene.contacts().flat_map(|contact| contact.points()).map(|p| -p.separation);
        depths.fold(0.0, Real::max)
    }

    /// Scenes that start in overlap on purpose.
    const OVERLAPPING: [&str; 3] = ["overlap_recovery", "confined", "born_in_one_place"];

    #[test]
    fn scenes_start_without_overlap_and_with_a_marked_body() {
        for def in &SCENES {
            let mut running = def.set_up(SceneConfig::default()).unwrap();
            running.step(1.0 / 60.0).unwrap();
            assert!(running.roles.marked.is_some(), "{}", def.name);
            assert_eq!(running.scene.body_events(), [], "{}", def.name);
            // Rounding: a millimetre at 10 km, a tenth of one nearby.
            let allowed = if def.name == "far_pyramid" { 1.5e-3 } else { 1e-4 };
            let depth = deepest(&running.scene);
            assert_eq!(depth > allowed, OVERLAPPING.contains(&def.name), "{}: {depth}", def.name);
        }
    }

    #[test]
    fn nobody_is_disabled_in_two_seconds() {
        for def in SCENES.iter().filter(|def| def.name != "pyramid_100") {
            let mut running = def.set_up(SceneConfig::default()).unwrap();
            for _ in 0..121 {
                running.step(1.0 / 60.0).unwrap();
                assert_eq!(running.scene.body_events(), [], "{}", def.name);
            }
        }
    }
}
