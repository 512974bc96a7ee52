//! Determinism scenes about ground and fast motion: seams, tile maps, one-way platforms, bullets.

use umbra::Error;
use umbra::prelude::*;

use crate::{Roles, place};

/// User data of the objects that the scripts act on.
const PLAYER: u64 = 1;
const TILE: u64 = 2;
const MAP: u64 = 3;

/// A pit that keeps everything together: its inner width is twice `half`.
fn pit(scene: &mut Scene, half: Real, height: Real) -> Result<(), Error> {
    for (x, y, half_x, half_y) in [
        (0.0, -1.0, half + 2.0, 1.0),
        (-half - 1.0, 0.5 * height, 1.0, 0.5 * height),
        (half + 1.0, 0.5 * height, 1.0, 0.5 * height),
    ] {
        place(scene, Body::fixed().position([x, y]), Collider::cuboid(half_x, half_y))?;
    }
    Ok(())
}

/// A shape of the kind that an index chooses.
fn shape(index: u32) -> Collider {
    match index % 5 {
        0 => Collider::cuboid(0.3, 0.2),
        1 => Collider::circle(0.25).rolling_resistance(0.01),
        2 => Collider::capsule([-0.2, 0.0], [0.2, 0.0], 0.15),
        3 => Collider::polygon([[-0.3, -0.2], [0.4, -0.1], [0.1, 0.4]]),
        _ => Collider::rounded_cuboid(0.2, 0.15, 0.05).restitution(0.4),
    }
}

/// The colliders with a mark, in their order.
fn marked(scene: &Scene, mark: u64) -> Vec<ColliderKey> {
    let all = scene.colliders().filter_map(|key| scene.collider(key).ok());
    all.filter(|it| it.user_data() == mark).map(|it| it.key()).collect()
}

/// Bodies slide and roll over floors of tiles: of a body each, of three bodies alternating, of one
/// moving body.
pub(crate) fn joined(scene: &mut Scene) -> Result<Roles, Error> {
    pit(scene, 26.0, 14.0)?;
    let tile = || Collider::cuboid(0.5, 0.25).friction(0.05).user_data(TILE);
    for i in 0..40_u8 {
        let x = Real::from(i) - 19.5;
        place(scene, Body::fixed().position([x, 1.5]), tile())?;
    }
    let slope = [0, 1, 2].map(|_| scene.add_body(Body::fixed().position([0.0, 5.0]).angle(0.1)));
    for (i, turn) in (0..36_u8).zip([0, 1, 2].into_iter().cycle()) {
        let body = slope[turn].clone()?;
        scene.add_collider(body, tile().at([Real::from(i) - 18.0, 0.0]))?;
    }
    let lift = Body::kinematic().position([0.0, 9.0]).velocity([1.5, 0.0]).angular_velocity(-0.02);
    let lift = scene.add_body(lift)?;
    for i in 0..20_u8 {
        scene.add_collider(lift, tile().at([Real::from(i) - 9.5, 0.0]))?;
    }
    for i in 0..72_u32 {
        let (row, column) = (i / 24, i % 24);
        let at = [1.5 * column as Real - 17.0, 2.3 + 4.0 * row as Real];
        let body = Body::dynamic().position(at).velocity([4.0 - (i % 9) as Real, 0.0]);
        place(scene, body, shape(i).friction(0.1))?;
    }
    Ok(Roles::default())
}

/// Every 20 steps, removes a tile of a floor, puts it back, or changes its filter.
pub(crate) fn loosen(scene: &mut Scene, _: &Roles, step: u32) -> Result<(), Error> {
    if !step.is_multiple_of(20) {
        return Ok(());
    }
    let tiles = marked(scene, TILE);
    let key = tiles[step as usize * 7 % tiles.len()];
    let is_enabled = scene.collider(key).is_ok_and(|tile| tile.is_enabled());
    let Ok(mut tile) = scene.collider_mut(key) else { return Ok(()) };
    if step.is_multiple_of(60) {
        tile.set_filter(Filter { category: 2, ..Filter::default() });
        return Ok(());
    }
    tile.set_enabled(!is_enabled)
}

/// The cell of a map at a position.
fn cell_at(x: i32, y: i32) -> Tile {
    let slope = |rises, ramp, ceiling| Cell::Slope { rises, ramp, ceiling };
    match (x * 7 + y * 13).rem_euclid(23) {
        0..6 => Cell::Full.into(),
        6 => slope(Side::Right, Ramp::Steep, false).into(),
        7 => slope(Side::Left, Ramp::GentleStart, false).into(),
        8 => slope(Side::Left, Ramp::GentleEnd, true).into(),
        9 => Cell::OneWay.into(),
        10 => Cell::Half { half: Half::Bottom }.into(),
        11 => Cell::Half { half: Half::Left }.into(),
        12 => {
            let belt = Material { surface_speed: 2.0, ..Material::default() };
            Cell::Full.material(belt)
        }
        _ => Cell::Empty.into(),
    }
}

/// Shapes of all kinds fall on a map of cells, and on one that rotates.
pub(crate) fn cells(scene: &mut Scene) -> Result<Roles, Error> {
    pit(scene, 20.0, 24.0)?;
    let rows = (0..6)
        .map(|y| (0..40).map(move |x| if y == 0 { Cell::Full.into() } else { cell_at(x, y) }));
    let map = Collider::tiles(1.0, rows).user_data(MAP);
    place(scene, Body::fixed().position([-20.0, 0.0]), map)?;
    let rows = (0..3).map(|y| (0..9).map(move |x| cell_at(x + 3, y)));
    let raft = Collider::tiles(0.75, rows).at([-3.4, -1.0]).user_data(MAP);
    let body = Body::kinematic().position([0.0, 11.0]).angular_velocity(0.5);
    place(scene, body, raft)?;
    for i in 0..100_u32 {
        let at = [(i * 37 % 37) as Real - 18.0, 8.0 + 0.8 * (i / 8) as Real];
        place(scene, Body::dynamic().position(at).angle(0.7 * i as Real), shape(i))?;
    }
    Ok(Roles::default())
}

/// Every four steps, replaces a cell of each map; now and then, one beyond its edge.
pub(crate) fn dig(scene: &mut Scene, _: &Roles, step: u32) -> Result<(), Error> {
    if !step.is_multiple_of(4) {
        return Ok(());
    }
    let turn = step as i32 / 4;
    for key in marked(scene, MAP) {
        let Ok(mut map) = scene.collider_mut(key) else { continue };
        let at = [turn * 11 % 40, 1 + turn * 3 % 5];
        map.set_cell(at, cell_at(turn, at[1]))?;
        if turn % 16 == 0 {
            map.set_cell([at[0], 6 + turn % 2], Cell::OneWay)?;
        }
    }
    Ok(())
}

/// Players jump through platforms, some of which rotate, and let themselves fall.
pub(crate) fn ledges(scene: &mut Scene) -> Result<Roles, Error> {
    pit(scene, 15.0, 16.0)?;
    for row in 0..4_u8 {
        for column in 0..5_u8 {
            let at = [5.6 * Real::from(column) - 11.2, 2.0 + 2.0 * Real::from(row)];
            let platform = match column % 3 {
                0 => Collider::cuboid(1.6, 0.1),
                1 => Collider::segment([-1.6, 0.0], [1.6, 0.0]).friction(0.9),
                _ => Collider::chain([[1.6, 0.1], [0.0, 0.0], [-1.6, 0.1]]),
            };
            let is_lift = row == 2 && column % 2 == 0;
            let body = if is_lift {
                Body::kinematic().angular_velocity(0.2 * (Real::from(column) - 2.0))
            } else {
                Body::fixed()
            };
            place(scene, body.position(at), platform.one_way([0.0, 1.0]))?;
        }
    }
    for i in 0..60_u32 {
        let at = [(i * 17 % 29) as Real - 14.0, 0.6 + 1.7 * (i / 8) as Real];
        place(scene, Body::dynamic().position(at), shape(i).user_data(PLAYER))?;
    }
    Ok(Roles::default())
}

/// Players take turns to jump, let themselves fall, and stop doing so.
pub(crate) fn jump(scene: &mut Scene, _: &Roles, step: u32) -> Result<(), Error> {
    let players = marked(scene, PLAYER);
    let chosen = players[step as usize * 7 % players.len()];
    let Ok(body) = scene.collider(chosen).map(|it| it.body()) else { return Ok(()) };
    let Ok(mut player) = scene.body_mut(body) else { return Ok(()) };
    match step % 3 {
        0 => player.set_velocity([1.0 - (step % 5) as Real * 0.5, 9.0]),
        1 => {
            let drops = player.view().drops_through();
            player.drop_through(!drops);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Thin walls, and walls of boxes, that bullets are shot at.
pub(crate) fn swept(scene: &mut Scene) -> Result<Roles, Error> {
    pit(scene, 30.0, 14.0)?;
    place(scene, Body::fixed().position([0.0, 14.0]), Collider::cuboid(30.0, 0.05))?;
    for i in 0..6_u8 {
        let x = 8.0 * Real::from(i) - 16.0;
        for row in 0..8_u8 {
            let body = Body::dynamic().position([x, 0.5 + Real::from(row)]);
            place(scene, body, Collider::cuboid(0.04, 0.5))?;
        }
        let door = Body::kinematic().position([x + 4.0, 6.0]).angular_velocity(1.0);
        place(scene, door, Collider::cuboid(0.05, 2.0))?;
    }
    for i in 0..20_u32 {
        let at = [-28.0, 1.0 + 0.6 * i as Real];
        let body = Body::dynamic().position(at).bullet(i % 3 != 0);
        place(scene, body, shape(i).density(4.0).user_data(PLAYER))?;
    }
    Ok(Roles::default())
}

/// Shoots something every ten steps, to the right and back, and changes the continuous collision
/// setting.
pub(crate) fn shoot(scene: &mut Scene, _: &Roles, step: u32) -> Result<(), Error> {
    if step % 150 == 149 {
        let ways = [Continuous::All, Continuous::Off, Continuous::Fixed];
        scene.config_mut().continuous = ways[(step / 150) as usize % 3];
    }
    if !step.is_multiple_of(10) {
        return Ok(());
    }
    let shots = marked(scene, PLAYER);
    let chosen = shots[step as usize / 10 * 7 % shots.len()];
    let Ok(body) = scene.collider(chosen).map(|it| it.body()) else { return Ok(()) };
    let Ok(mut shot) = scene.body_mut(body) else { return Ok(()) };
    let way = if shot.view().position().x < 0.0 { 1.0 } else { -1.0 };
    shot.set_velocity([way * (60.0 + step as Real * 0.4), 5.0])?;
    if step.is_multiple_of(40) {
        let is_bullet = shot.view().is_bullet();
        shot.set_bullet(!is_bullet);
    }
    Ok(())
}
