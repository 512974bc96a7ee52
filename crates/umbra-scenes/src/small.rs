//! Small scenes, like most games: they measure the cost of a step with little to do.

use umbra::Error;
use umbra::prelude::*;

use crate::{Roles, SceneDef, place};

/// The scenes, from the smallest to the largest.
pub static SCENES: [SceneDef; 5] = [
    SceneDef::new("pile_1", "A box rests on the ground.", |scene| pile(scene, 1)),
    SceneDef::new("pile_10", "10 boxes lie in a heap between walls.", |scene| pile(scene, 10)),
    SceneDef::new("pile_100", "100 boxes lie in a heap between walls.", |scene| pile(scene, 100)),
    SceneDef::new("pile_1000", "1,000 boxes lie in a heap between walls.", |scene| {
        pile(scene, 1000)
    }),
    SceneDef {
        sleeping: true,
        ..SceneDef::new("night_watch", "5 balls roll about above 200 boxes that sleep.", sleepers)
    },
];

/// A lander with two legs on hinges with motors and limits, above hilly ground: what learners
/// practise with.
pub static LANDER: SceneDef =
    SceneDef::new("lander", "A lander with two legs comes down on hills.", lander);

/// Boxes of half a metre fall in rows, each row shifted against the one below, into a trough.
fn pile(scene: &mut Scene, count: u32) -> Result<Roles, Error> {
    let columns = (1..=count).find(|columns| columns * columns >= count).unwrap_or(1);
    let half = 0.35 * columns as Real + 0.5;
    place(scene, Body::fixed().position([0.0, -0.5]), Collider::cuboid(half + 1.0, 0.5))?;
    for x in [-half - 0.5, half + 0.5] {
        let height = 0.5 * columns as Real + 2.0;
        place(scene, Body::fixed().position([x, height]), Collider::cuboid(0.5, height))?;
    }
    let mut roles = Roles::default();
    for index in 0..count {
        let (row, column) = (index / columns, index % columns);
        let shift = if row.is_multiple_of(2) { -0.1 } else { 0.1 };
        let x = 0.7 * (column as Real - 0.5 * (columns - 1) as Real) + shift;
        let body = Body::dynamic().position([x, 0.3 + 0.55 * row as Real]);
        roles.marked = Some(place(scene, body, Collider::cuboid(0.25, 0.25))?);
    }
    Ok(roles)
}

/// 200 boxes side by side that fall asleep at once, and a shelf on which five balls roll for ever.
fn sleepers(scene: &mut Scene) -> Result<Roles, Error> {
    place(scene, Body::fixed().position([0.0, -0.5]), Collider::cuboid(110.0, 0.5))?;
    for index in 0..200 {
        let body = Body::dynamic().position([index as Real - 99.5, 0.25]);
        place(scene, body, Collider::cuboid(0.25, 0.25))?;
    }
    place(scene, Body::fixed().position([0.0, 4.5]), Collider::cuboid(110.0, 0.5))?;
    for x in [-109.5, 109.5] {
        let wall = Collider::cuboid(0.5, 2.0).restitution(1.0);
        place(scene, Body::fixed().position([x, 7.0]), wall)?;
    }
    let mut roles = Roles::default();
    for index in 0..5 {
        let body = Body::dynamic().position([20.0 * index as Real - 40.0, 5.5]);
        let ball = Collider::circle(0.5).friction(0.3);
        roles.marked = Some(place(scene, body.velocity([3.0, 0.0]), ball)?);
    }
    Ok(roles)
}

fn lander(scene: &mut Scene) -> Result<Roles, Error> {
    scene.config_mut().gravity = Vector::new(0.0, -10.0);
    let heights = [2.0, 3.5, 5.0, 3.0, 3.3, 3.3, 3.3, 3.3, 4.5, 2.5, 4.0];
    let ground = scene.add_body(Body::fixed())?;
    for (left, pair) in (0_u8..).zip(heights.windows(2)) {
        let at = |index: u8, height: Real| [2.0 * Real::from(index), height];
        let edge = Collider::segment(at(left, pair[0]), at(left + 1, pair[1]));
        scene.add_collider(ground, edge.friction(0.1))?;
    }
    let hull =
        [[-0.57, 0.57], [-0.67, 0.0], [-0.67, -0.33], [0.67, -0.33], [0.67, 0.0], [0.57, 0.57]];
    let start = Body::dynamic().velocity([0.7, -1.0]).can_sleep(false);
    let body = start.clone().position([10.0, 9.0]);
    let hull = place(scene, body, Collider::polygon(hull).density(5.0).friction(0.1))?;
    for side in [-1.0, 1.0] {
        let leg = start.clone().position([10.0 + 0.67 * side, 8.4]).angle(0.2 * side);
        let leg = place(scene, leg, Collider::cuboid(0.067, 0.267).friction(0.2))?;
        let hinge = Joint::revolute(hull, leg, [10.0 + 0.6 * side, 8.7]).limits(-0.6, 0.6);
        scene.add_joint(hinge.motor(-0.3 * side, 40.0))?;
    }
    Ok(Roles { marked: Some(hull), ..Roles::default() })
}
