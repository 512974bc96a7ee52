//! Pieces: in the places that they had, in the broad phases that they were in.

use std::collections::BTreeMap;
use std::sync::Arc;

use umbra_broad::{BroadPhase, Proxy, ProxyId};
use umbra_geom::Aabb;

use crate::record::{List, PoseRecord, corrupt, entry, vector};
use crate::state::{Before, MapState, PieceState, StateRecord, box_of, keys_in_order};
use crate::{ColliderKey, Error, check};
use umbra_world::World;
use umbra_world::store::{
    Colliders, Few, Fixed, Piece, PieceCache, Run, SeamList, Sensor, Sensors, Traits,
};
use umbra_world::world::proxy_kind;

pub(super) fn restore(world: &mut World, state: &StateRecord) -> Result<(), Error> {
    let rows = restore_maps(world, state)?;
    place_pieces(world, state, &rows)?;
    restore_marks(world, state)?;
    restore_proxies(world, state)?;
    restore_seams(world, state)?;
    let maps: Vec<_> = world.colliders.maps.all().collect();
    maps.into_iter().for_each(|key| world.note_map(key));
    world.colliders.maps.changed = state.changed_maps.0.clone();
    let sensors = state.sensors.as_ref();
    world.colliders.maps.remade =
        sensors.map_or(Vec::new(), |sensors| sensors.remade_maps.0.clone());
    Ok(())
}

/// The row of a tile map that each of its pieces is.
type Rows = BTreeMap<u32, Run>;

fn restore_maps(world: &mut World, state: &StateRecord) -> Result<Rows, Error> {
    let keys: Vec<_> = keys_in_order(world).filter(|key| world.map(*key).is_some()).collect();
    let (count, expected) = (state.maps.len(), keys.len());
    if count != expected {
        return Err(Error::WrongCount { parameter: "maps", count, expected });
    }
    let mut rows = Rows::new();
    world.colliders.blocks = 0;
    for (key, told) in keys.into_iter().zip(state.maps.iter()) {
        let permit = world.generation.change();
        let Colliders { infos, maps, blocks: count, .. } = &mut world.colliders;
        let Some(info) = infos.write(permit).get_mut(key) else { continue };
        let Some(map) = info.tiles.as_deref_mut() else { continue };
        let MapState { range, placed, has_grown, blocks } = told;
        let holds = match (map.range(), range) {
            (None, _) => true,
            (Some([least, most]), Some([from, to])) => {
                (0..2).all(|axis| from[axis] <= least[axis] && most[axis] <= to[axis])
            }
            (Some(_), None) => false,
        };
        if !holds {
            return Err(corrupt("a tile map has cells outside of its range"));
        }
        map.set_range(*range)?;
        maps.place(key, placed.as_ref().map(PoseRecord::pose).transpose()?);
        map.has_grown = *has_grown;
        for (at, List(pieces)) in blocks.iter() {
            let runs = map.checked_runs(*at)?;
            let mut made = Few::default();
            for [piece, row] in pieces {
                let run = entry("blocks", &runs, *row)?;
                if rows.insert(*piece, run.clone()).is_some() {
                    return Err(corrupt("a piece stands for two rows of tile maps"));
                }
                made.push(*piece);
            }
            if map.blocks.insert(*at, made).is_some() {
                return Err(corrupt("a block of a tile map is listed twice"));
            }
            *count += 1;
        }
    }
    world.colliders.most_blocks = state.most_blocks;
    Ok(rows)
}

/// Gives each piece the place that it had.
fn place_pieces(world: &mut World, state: &StateRecord, rows: &Rows) -> Result<(), Error> {
    let count = state.pieces.len() + state.free_pieces.len();
    let mut places: Vec<Option<Piece>> = Vec::new();
    places.resize_with(count, || None);
    let mut told = state.pieces.iter();
    let mut made = core::mem::take(&mut world.colliders.pieces).into_iter();
    let keys: Vec<_> = keys_in_order(world).collect();
    let per_map = maps_of_rows(world, &keys);
    for key in keys {
        let Some(info) = world.colliders.infos.get(key) else { continue };
        let body = world.bodies.index(info.body)?;
        let own = per_map.get(&key).copied().unwrap_or(info.pieces.len());
        let mut pieces = Few::default();
        for _ in 0..own {
            let index = told.next().map(|piece| piece.index);
            let index =
                index.ok_or_else(|| corrupt("the state has fewer pieces than the colliders"))?;
            let piece = match rows.get(&index).filter(|_| info.tiles.is_some()) {
                Some(run) => Some(World::piece_of_row(key, info, body, run)),
                None if info.tiles.is_some() => None,
                None => made.next(),
            };
            let place = places.get_mut(index as usize).filter(|place| place.is_none());
            let (Some(place), Some(piece)) = (place, piece) else {
                return Err(corrupt("the index of a piece is out of range, taken or of no row"));
            };
            *place = Some(piece);
            pieces.push(index);
        }
        let permit = world.generation.change();
        if let Some(info) = world.colliders.infos.write(permit).get_mut(key) {
            info.pieces = pieces;
        }
    }
    if told.next().is_some() {
        return Err(corrupt("the state has more pieces than the colliders"));
    }
    let free = Piece::free()?;
    for index in state.free_pieces.iter() {
        let place = places.get_mut(*index as usize).filter(|place| place.is_none());
        *place.ok_or_else(|| corrupt("a free place of a piece is taken or out of range"))? =
            Some(free.clone());
    }
    let pieces: Option<Vec<Piece>> = places.into_iter().collect();
    let pieces = pieces.ok_or_else(|| corrupt("a place of a piece is neither taken nor free"))?;
    world.colliders.pieces = pieces;
    world.colliders.free = Fixed::new(state.free_pieces.0.clone());
    for index in 0..world.bodies.infos.len() {
        let (state, local_center) =
            (world.bodies.states[index], world.bodies.infos[index].local_center);
        let World { bodies, colliders, .. } = world;
        for piece in umbra_world::store::piece_indices(&colliders.infos, &bodies.infos[index]) {
            let piece = &mut colliders.pieces[piece as usize];
            piece.body = index as u32;
            piece.place(&state, local_center);
        }
    }
    Ok(())
}

/// Number of pieces of each tile map.
fn maps_of_rows(world: &World, keys: &[ColliderKey]) -> BTreeMap<ColliderKey, usize> {
    let mut maps = BTreeMap::new();
    maps.extend(keys.iter().filter_map(|key| {
        let map = world.map(*key)?.map;
        Some((*key, map.blocks.values().map(Few::len).sum()))
    }));
    maps
}

/// Restores the marks of pieces for contacts and sensors.
fn restore_marks(world: &mut World, state: &StateRecord) -> Result<(), Error> {
    let is_watched = !world.sensors.is_empty();
    world.colliders.outlines = PieceCache::default();
    world.rebuild_outlines();
    let outlines = &mut world.colliders.outlines;
    outlines.any_lively |= state.any_lively;
    outlines.watch(is_watched);
    let mut is_changed = vec![false; outlines.poses.len()];
    for (index, _) in state.changed.iter() {
        entry("changed", &is_changed, *index)?;
        if core::mem::replace(&mut is_changed[*index as usize], true) {
            return Err(corrupt("a piece is marked as changed twice"));
        }
    }
    let remade = state.sensors.as_ref().map_or(&[][..], |sensors| &sensors.remade);
    for index in remade {
        entry("remade", &is_changed, *index)?;
    }
    for piece in state.pieces.iter() {
        let cache = &mut outlines.poses[piece.index as usize];
        (cache.displacement, cache.turn) = (vector(piece.displacement), piece.turn.0);
        check::all_finite("a piece", [cache.displacement.x, cache.displacement.y, cache.turn])?;
    }
    // What is seen is marked with the sensors; what is far from all of them, the next step finds out.
    let marks = vec![0; if outlines.is_watched { is_changed.len() } else { 0 }];
    let changed = state.changed.iter().map(|(index, change)| (*index, *change, false));
    outlines.restore_changes(&changed.collect::<Vec<_>>(), &marks, remade);
    Ok(())
}

fn restore_proxies(world: &mut World, state: &StateRecord) -> Result<(), Error> {
    let (mut solid, mut of_sensors) = (Vec::new(), Vec::new());
    let told_sensors = state.sensors.as_ref();
    let listed = told_sensors.map_or(&[][..], |sensors| &sensors.list);
    let mut list = Vec::new();
    for (index, (key, List(visitors))) in (0..).zip(listed) {
        let permit = world.generation.change();
        let infos = world.colliders.infos.write(permit);
        let info = infos.get_mut(*key).ok_or(Error::NoSuchCollider(*key))?;
        if info.sensor.replace(index).is_none() {
            return Err(corrupt("the list of sensors has a collider that is none"));
        }
        list.push(Sensor { key: *key, proxies: Few::default(), visitors: visitors.clone() });
    }
    for told in state.pieces.iter() {
        let index = told.index;
        let piece = &world.colliders.pieces[index as usize];
        let Some(proxy) = proxy(world, piece, told) else { continue };
        match world.colliders.infos.get(piece.collider).and_then(|info| info.sensor) {
            Some(sensor) => {
                let sensor = list.get_mut(sensor as usize);
                let sensor = sensor.ok_or_else(|| corrupt("a sensor is missing from the list"))?;
                sensor.proxies.push(proxy.id);
                of_sensors.push(proxy);
            }
            None => {
                solid.push(proxy);
                world.colliders.pieces[index as usize].proxy = Some(proxy.id);
            }
        }
    }
    world.broad = filled(world, &solid, &state.free_proxies)?;
    let free = told_sensors.map_or(&[][..], |sensors| &sensors.free_proxies);
    world.sensors = Sensors::new(filled(world, &of_sensors, free)?);
    world.sensors.any_see_sensors = told_sensors.is_some_and(|sensors| sensors.any_see_sensors);
    world.sensors.list = list;
    for index in 0..world.sensors.list.len() as u32 {
        for visitor in core::mem::take(&mut world.sensors.list[index as usize].visitors) {
            if !world.colliders.infos.contains_key(visitor) {
                return Err(Error::NoSuchCollider(visitor));
            }
            world.sensors.begin(index, visitor);
            world.colliders.mark_seen(visitor, true);
        }
    }
    Ok(())
}

/// Proxy of a piece as its broad phase knew it, if it was in one.
fn proxy(world: &World, piece: &Piece, told: &PieceState) -> Option<Proxy> {
    let id = ProxyId::from_parts(told.proxy?);
    let info = world.colliders.infos.get(piece.collider)?;
    let kind = proxy_kind(world.bodies.infos.get(piece.body as usize)?.kind);
    let before = match told.before {
        Before::Same => None,
        Before::Nothing => Some(Aabb::EMPTY),
        Before::Was(sides) => Some(box_of(sides)),
    };
    Some(Proxy {
        id,
        kind,
        filter: info.filter,
        data: told.index,
        fat: told.fat.map_or_else(|| piece.shape_aabb(), box_of),
        before,
        was: told.was,
    })
}

fn filled(world: &World, proxies: &[Proxy], free: &[[u32; 2]]) -> Result<BroadPhase, Error> {
    let free: Vec<_> = free.iter().copied().map(ProxyId::from_parts).collect();
    let empty = world.applied.broad_phase()?;
    Ok(empty.with_proxies(proxies, &free)?)
}

/// Restores the boxes in which pieces looked for their neighbours, and the seams that moving ones
/// had then.
fn restore_seams(world: &mut World, state: &StateRecord) -> Result<(), Error> {
    let mut seams = SeamList::default();
    for told in state.pieces.iter() {
        let piece = &world.colliders.pieces[told.index as usize];
        if told.placed.is_none() && told.seams.is_none() {
            continue;
        }
        let entry = seams.make_entry(told.index);
        entry.placed = told.placed.map(box_of);
        if let Some(own) = &told.seams {
            let fits = own.edges().len() == piece.shape().core().normals.len();
            // Those of the piece that was in its place before it, the next step finds anew.
            if !fits && !world.colliders.outlines.is_changed(told.index) {
                return Err(corrupt("a piece has seams of another shape"));
            }
            entry.seams = Some(Arc::new(own.clone()));
        }
    }
    for (index, place) in state.left.iter() {
        entry("left", &world.colliders.pieces, *index)?;
        seams.make_entry(*index).placed = Some(box_of(*place));
    }
    for (index, piece) in (0..).zip(&world.colliders.pieces) {
        let has_seams = seams.get(index).is_some() && !piece.is_free;
        let traits = &mut world.colliders.outlines.poses[index as usize].traits;
        traits.set(Traits::HAS_SEAMS, has_seams);
    }
    world.colliders.seams = seams;
    Ok(())
}
