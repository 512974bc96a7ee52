//! Calls that have to be refused, whatever the scene is like.

use umbra::geom::math::pose;
use umbra::prelude::*;

use super::parts::cell;

/// Number of these calls.
pub const REFUSALS: u8 = 22;

/// Makes one of the calls with a number that makes no sense.
pub fn try_it(scene: &mut Scene, which: usize, what: u8, bad: Real) {
    let before = scene.state_hash();
    let error = match what {
        0 => scene.step(bad).err(),
        1 => scene.add_body(Body::dynamic().bullet(true).position([0.0, bad])).err(),
        2..=8 => of_body(scene, which, |scene, body| add(scene, body, what, bad)),
        9..=11 => of_body(scene, which, |scene, key| edit_body(scene, key, what, bad)),
        12..=18 => of_collider(scene, which, |scene, key| edit_collider(scene, key, what, bad)),
        _ => of_body(scene, which, |scene, body| join(scene, body, what, bad)),
    };
    if let Some(error) = error {
        assert!(!error.to_string().is_empty());
    }
    assert_eq!(scene.state_hash(), before);
}

/// The error of a call about one of these, or nothing if there is none. Panics if the call is
/// accepted.
fn of_one<K: Copy>(
    keys: &[K],
    which: usize,
    call: impl FnOnce(K) -> Result<(), umbra::Error>,
) -> Option<umbra::Error> {
    (!keys.is_empty()).then(|| call(keys[which % keys.len()]).unwrap_err())
}

/// As [`of_one`], about a body.
fn of_body(
    scene: &mut Scene,
    which: usize,
    call: impl Fn(&mut Scene, BodyKey) -> Result<(), umbra::Error>,
) -> Option<umbra::Error> {
    let bodies: Vec<_> = scene.bodies().collect();
    of_one(&bodies, which, |body| call(scene, body))
}

/// As [`of_one`], about a collider.
fn of_collider(
    scene: &mut Scene,
    which: usize,
    call: impl Fn(&mut Scene, ColliderKey) -> Result<(), umbra::Error>,
) -> Option<umbra::Error> {
    let colliders: Vec<_> = scene.colliders().collect();
    of_one(&colliders, which, |collider| call(scene, collider))
}

fn add(scene: &mut Scene, body: BodyKey, what: u8, bad: Real) -> Result<(), umbra::Error> {
    let disc = Collider::circle(0.3).sensor(bad > 0.0);
    let collider = match what {
        2 => disc.one_way([bad, 1.0]),
        3 => Collider::heightfield([0.0, bad], 2.0),
        4 => Collider::heightfield([0.0, 1.0], bad),
        5 => Collider::tiles(bad, [[Cell::Full, Cell::OneWay]]),
        6 => Collider::tiles(0.5, [[made_of(bad), cell(2)]]),
        7 => disc.at([bad, 0.0]),
        _ => disc.restitution(bad),
    };
    scene.add_collider(body, collider).map(drop)
}

/// A cell of a material that makes no sense.
fn made_of(bad: Real) -> Tile {
    let material = Material { friction: bad, ..Material::default() };
    Cell::Full.material(material)
}

fn edit_body(scene: &mut Scene, key: BodyKey, what: u8, bad: Real) -> Result<(), umbra::Error> {
    let mut body = scene.body_mut(key).unwrap();
    match what {
        9 => body.set_position([bad, 0.0]),
        10 => body.apply_impulse([0.0, bad]),
        _ => body.move_to(Pose::identity(), bad),
    }
}

fn edit_collider(
    scene: &mut Scene,
    key: ColliderKey,
    what: u8,
    bad: Real,
) -> Result<(), umbra::Error> {
    let mut collider = scene.collider_mut(key).unwrap();
    match what {
        // Refused by what is a tile map, and by what is none.
        12 => collider.set_cell([i32::MAX, 0], Cell::Full),
        13 => collider.set_cell([0, 0], made_of(bad)),
        14 => collider.set_friction(bad),
        15 => collider.set_restitution(bad),
        16 => collider.set_surface_speed(bad),
        17 => collider.set_one_way(Some(Vector::new(bad, 1.0))),
        _ => collider.set_offset(pose([0.0, bad], 0.0)),
    }
}

fn join(scene: &mut Scene, body: BodyKey, what: u8, bad: Real) -> Result<(), umbra::Error> {
    let joint = match what {
        19 => Joint::target(body, [bad, 0.0]),
        20 => Joint::revolute(body, body, [0.0, 0.0]),
        // Infinity is no bound.
        _ => Joint::target(body, [0.0, 0.0]).break_force(if bad > 0.0 { Real::NAN } else { bad }),
    };
    scene.add_joint(joint).map(drop)
}
