//! Stage 10: which colliders begin and cease to overlap sensors.
//!
//! - `mod.rs`: gathers what moved or was changed, and puts what the search found into effect, in
//!   order;
//! - `search.rs`: compares what overlaps with what did;
//! - `maps.rs`: the same for tile maps;
//! - `parts.rs`: whether two pieces or cells overlap;
//! - `path.rs`: how a piece moved in the step.
//!
//! It runs after bodies have their final poses, and before they fall asleep, which makes their
//! poses before the step unknown. Work follows what moves: sleeping bodies in sensors that stand
//! still cost nothing.

mod maps;
mod parts;
mod path;
mod search;

use core::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use umbra_geom::sort::Arrange;

#[cfg(feature = "parallel")]
use rayon::prelude::*;
use umbra_broad::{BroadPhase, Move};
use umbra_geom::{Aabb, Real};

use crate::hooks::{ContactPair, Hooks};
use crate::store::{Colliders, IS_FAR, PieceCache};
use crate::world::Overlap;
use crate::{ColliderKey, Error, World};

use super::decisions::{Asked, Decisions};
use super::hooks::{SHOULD_SENSE, panicked};
use maps::MapPlace;
use path::Travel;
use search::{Change, ChangeKind, Search, Work};

/// The smallest number of moved pieces for a thread.
const PIECES: usize = 256;
/// The smallest number of sensors or compound visitors for a thread.
const COLLIDERS: usize = 16;

/// Working memory of this stage.
#[derive(Debug, Default)]
pub(super) struct SensorScratch {
    /// Sensors to compare with what stands still: those that moved or were changed.
    sensors: Vec<ColliderKey>,
    /// Visitors to compare as a whole: those that were changed, and moved ones of several pieces.
    visitors: Vec<ColliderKey>,
    moves: Vec<Move>,
    /// Of sensors that have other boxes than before.
    boxes: Vec<Aabb>,
    changes: Vec<Change>,
    /// Pieces that are near no sensor.
    far: Vec<u32>,
    /// One for each chunk of a search.
    works: Vec<Work>,
}

/// Reports what overlaps sensors now and did not before, and the other way round.
///
/// # Errors
/// When a hook panics. Then no overlap begins in this step.
pub(super) fn update(
    world: &mut World,
    followed: &[u32],
    sensors: &mut SensorScratch,
    noted: Option<&mut Decisions>,
    hooks: Option<Asked<'_>>,
    dt: Real,
) -> Result<(), Error> {
    if world.sensors.is_empty() {
        return Ok(());
    }
    gather(world, followed, sensors, dt);
    search(world, sensors, dt);
    let changes = &mut sensors.changes;
    let asked = hooks.map_or(Ok(()), |hooks| ask(world, hooks, noted, changes));
    apply(world, sensors);
    asked
}

/// Lists what moved or was changed, and gives moved sensors boxes that cover their paths.
fn gather(world: &mut World, followed: &[u32], to: &mut SensorScratch, dt: Real) {
    let slack = world.config.speculative_distance();
    let World { bodies, colliders, broad, sensors, .. } = world;
    let SensorScratch { sensors: keys, visitors, moves, boxes, .. } = to;
    keys.clear();
    visitors.clear();
    boxes.clear();
    let info = |key: &ColliderKey| colliders.infos.get(*key);
    let sensor_of = |key: &ColliderKey| info(key).and_then(|info| info.sensor);
    let remade = colliders.outlines.remade.iter().map(|piece| &colliders.pieces[*piece as usize]);
    // Maps have pieces for other reasons. A slot that was freed names what is gone or was made anew.
    visitors.extend(remade.filter(|piece| !piece.is_cell).map(|piece| piece.collider));
    in_order(visitors);
    visitors.retain(|key| colliders.infos.contains_key(*key));
    for key in visitors.iter() {
        if let Some(index) = sensor_of(key) {
            keys.push(*key);
            let proxies = &sensors.list[index as usize].proxies;
            boxes.extend(proxies.iter().filter_map(|proxy| sensors.broad.fat_aabb(*proxy)));
        }
    }
    let mut maps = core::mem::take(&mut colliders.maps.remade);
    maps.extend(colliders.maps.loose().iter().filter(|key| {
        let body = info(key).and_then(|info| bodies.index(info.body).ok());
        body.is_some_and(|body| Travel::new(bodies, body, dt).is_some())
    }));
    in_order(&mut maps);
    for &key in &maps {
        let Some(info) = info(&key) else { continue };
        visitors.push(key);
        if info.sensor.is_some() {
            keys.push(key);
            boxes.extend(MapPlace::new(bodies, colliders, key, dt).map(|place| place.around));
        }
    }
    let moved = |piece: u32| {
        let cache = &colliders.outlines.poses[piece as usize];
        Travel::new(bodies, cache.body as usize, dt).map(|motion| (motion, cache))
    };
    let awake = followed.iter().filter(|piece| moved(**piece).is_some());
    keys.extend(awake.map(|piece| colliders.pieces[*piece as usize].collider));
    in_order(keys);
    moves.clear();
    for key in &*keys {
        let Some((info, index)) = info(key).zip(sensor_of(key)) else { continue };
        let proxies = &sensors.list[index as usize].proxies;
        for (piece, &proxy) in info.pieces.iter().zip(proxies) {
            let Some((motion, cache)) = moved(*piece) else { continue };
            let (aabb, displacement) = (motion.path_box(cache), motion.displacement);
            moves.push(Move { proxy, aabb, displacement });
        }
    }
    for to in &*moves {
        // A box that is refused is too far away to overlap anything.
        let moved = sensors.broad.move_proxy(to.proxy, to.aabb, to.displacement);
        if moved == Ok(true) {
            boxes.extend(sensors.broad.fat_aabb(to.proxy));
        }
    }
    colliders.outlines.remade.clear();
    maps.clear();
    colliders.maps.remade = maps;
    sensors.broad.refresh();
    sensors.broad.prepare_queries();
    if !keys.is_empty() {
        broad.prepare_queries();
    }
    mark_near(broad, boxes, slack, &mut colliders.outlines);
}

/// Marks the pieces that may come to sensors in boxes that are others than before.
fn mark_near(broad: &BroadPhase, boxes: &[Aabb], slack: Real, outlines: &mut PieceCache) {
    for aabb in boxes {
        let _ = broad.query_aabb(&aabb.grown(slack), u64::MAX, |_, piece| {
            outlines.mark(piece, IS_FAR, false);
            ControlFlow::<()>::Continue(())
        });
    }
}

/// Fills `changes`, in their order.
fn search(world: &mut World, scratch: &mut SensorScratch, dt: Real) {
    let slack = world.config.speculative_distance();
    let World { bodies, colliders, broad, sensors, portals, awake_pieces, .. } = world;
    let SensorScratch { sensors: keys, visitors, changes, works, far, .. } = scratch;
    changes.clear();
    far.clear();
    let awake = awake_pieces.list(bodies, &colliders.infos, &colliders.pieces);
    let bounds = sensors.broad.bounds();
    let search = Search { broad, bodies, colliders, sensors, portals, dt, bounds, slack };
    let mut end_chunks = |works: &mut [Work], visitors: &mut Vec<ColliderKey>| {
        for work in works {
            changes.append(&mut work.changes);
            visitors.append(&mut work.compounds);
            far.append(&mut work.far);
        }
    };
    let chunks = for_each(awake, PIECES, works, |piece, work| search.look_around(*piece, work));
    end_chunks(&mut works[..chunks], visitors);
    in_order(visitors);
    let compare = |key: &ColliderKey, work: &mut Work| search.compare_visitor(*key, work);
    let chunks = for_each(visitors, COLLIDERS, works, compare);
    end_chunks(&mut works[..chunks], visitors);
    let compare = |key: &ColliderKey, work: &mut Work| search.compare_sensor(*key, work);
    let chunks = for_each(keys, COLLIDERS, works, compare);
    end_chunks(&mut works[..chunks], visitors);
    changes.arrange();
    // Both sides of a pair may have found the same.
    changes.dedup();
}

/// Asks the hooks about everything that begins, and drops what they refuse.
fn ask(
    world: &mut World,
    asked: Asked<'_>,
    noted: Option<&mut Decisions>,
    changes: &mut Vec<Change>,
) -> Result<(), Error> {
    let begins = |change: &Change| change.kind != ChangeKind::Ends;
    let before: Vec<_> = match &noted {
        Some(_) => changes.iter().filter(|it| begins(it)).map(|it| it.overlap).collect(),
        None => Vec::new(),
    };
    let Colliders { infos, outlines, maps, .. } = &mut world.colliders;
    let accepts = |hooks: &dyn Hooks, overlap: &Overlap| {
        let colliders = [overlap.sensor, overlap.visitor];
        let info = |key| infos.get(key).map(|info| (info.body, info.user_data));
        let [(a, a_data), (b, b_data)] = colliders.map(|key| info(key).unwrap_or_default());
        hooks.should_sense(&ContactPair { colliders, bodies: [a, b], user_data: [a_data, b_data] })
    };
    let asked = match asked {
        Asked::Hooks(hooks) => catch_unwind(AssertUnwindSafe(|| {
            changes.retain(|change| !begins(change) || accepts(hooks, &change.overlap));
        }))
        .map_err(|panic| panicked(SHOULD_SENSE, &*panic)),
        Asked::Recorded(decisions) => {
            changes
                .retain(|change| !begins(change) || !decisions.refused.contains(&change.overlap));
            match decisions.panicked {
                Some(hook) => Err(Error::HookPanicked { hook, message: String::new() }),
                None => Ok(()),
            }
        }
    };
    if let Some(decisions) = noted {
        let is_there = |overlap: &Overlap| changes.iter().any(|it| it.overlap == *overlap);
        decisions.refused.extend(before.into_iter().filter(|overlap| !is_there(overlap)));
    }
    if asked.is_err() {
        // The next step looks at them again, even if nothing moves.
        for change in changes.iter().filter(|change| change.kind != ChangeKind::Ends) {
            let visitor = change.overlap.visitor;
            maps.remade.extend(maps.has(visitor).then_some(visitor));
            let pieces = infos.get(visitor).map_or(&[][..], |info| &info.pieces[..]);
            outlines.remade.extend_from_slice(pieces);
        }
        changes.retain(|change| change.kind == ChangeKind::Ends);
    }
    asked
}

/// Writes lists and events.
fn apply(world: &mut World, scratch: &SensorScratch) {
    let World { colliders, sensors, events, .. } = world;
    let events = &mut events.sensors.next;
    for &Change { overlap, kind } in &scratch.changes {
        if kind != ChangeKind::Ends {
            events.extend(overlap.begin(sensors, colliders));
        }
        if kind != ChangeKind::Begins {
            events.extend(overlap.end(sensors, colliders));
        }
    }
    for &piece in &scratch.far {
        colliders.outlines.mark(piece, IS_FAR, true);
    }
    // Pieces that were made anew do not know yet.
    for &visitor in &scratch.visitors {
        colliders.mark_seen(visitor, !sensors.seen_by(visitor).is_empty());
    }
}

fn in_order(keys: &mut Vec<ColliderKey>) {
    keys.arrange();
    keys.dedup();
}

/// Does something for every element of a list, in chunks of at least `least` on several threads if
/// there are enough. Returns how many chunks there were; each had a work of its own.
#[cfg_attr(not(feature = "parallel"), allow(unused_variables))]
fn for_each<T: Sync>(
    list: &[T],
    least: usize,
    works: &mut Vec<Work>,
    each: impl Fn(&T, &mut Work) + Sync,
) -> usize {
    #[cfg(feature = "parallel")]
    if list.len() >= 2 * least && umbra_lanes::threads::count() > 1 {
        let chunks = list.len().div_ceil(least);
        if works.len() < chunks {
            works.resize_with(chunks, Work::default);
        }
        let chunked = list.par_chunks(least).zip(&mut *works).with_max_len(1);
        chunked.for_each(|(chunk, work)| chunk.iter().for_each(|element| each(element, work)));
        return chunks;
    }
    if works.is_empty() {
        works.push(Work::default());
    }
    list.iter().for_each(|element| each(element, &mut works[0]));
    1
}
