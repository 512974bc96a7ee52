//! Contacts, with all that warm starting and kept manifolds need.

use umbra_broad::ProxyId;

use crate::Error;
use crate::record::corrupt;
use crate::state::{PairState, StateRecord};
use umbra_world::World;
use umbra_world::store::CandidatePair;

pub(super) fn restore(world: &mut World, state: &StateRecord) -> Result<(), Error> {
    let contacts = state.contacts.iter().map(|contact| contact.contact(world));
    let contacts: Vec<_> = contacts.collect::<Result<_, _>>()?;
    let candidates = state.candidates.iter().map(|pair| candidate(world, pair));
    let candidates: Vec<_> = candidates.collect::<Result<_, _>>()?;
    let sleeping = state.sleeping.contacts(world)?;
    let pairs = contacts.iter().map(|(info, _)| info.pair()).chain(candidates.iter().copied());
    for pair in pairs.chain(sleeping.iter().map(|contact| contact.info.pair())) {
        check_known(world, state, &pair)?;
    }
    let list = &mut world.contacts;
    // Of colliders that had a proxy until they were disabled, a moment ago.
    list.forget_lost();
    (list.infos, list.solver_contacts) = contacts.into_iter().unzip();
    for contact in state.contacts.iter().chain(state.sleeping.states()) {
        contact.lost().for_each(|(proxy, collider)| list.note_lost(proxy, collider));
    }
    list.candidates = candidates;
    list.sleeping = sleeping;
    let count = (list.infos.len() + list.sleeping.len()) as u32;
    if state.shared.iter().any(|(_, pieces)| *pieces == 0 || *pieces > count) {
        return Err(corrupt("more pieces touch than there are contacts, or none"));
    }
    list.shared = state.shared.iter().copied().collect();
    list.sleeping.link(&mut world.colliders.pieces);
    Ok(())
}

/// Checks that the broad phase knows a pair, and does not report it again.
fn check_known(world: &World, state: &StateRecord, pair: &CandidatePair) -> Result<(), Error> {
    if !pair.is_alive(&world.colliders.pieces) {
        return Ok(());
    }
    let [a, b] = pair.proxies;
    if !(state.pending.all_pairs || world.broad.are_known(a, b)?) {
        return Err(corrupt("the boxes of a pair had not overlapped"));
    }
    // The next step looks at what changed, and lets go of what is no pair any more.
    let outlines = &world.colliders.outlines;
    let is_looked_at = pair.pieces.iter().any(|piece| outlines.is_changed(*piece));
    if !is_looked_at && !world.broad.touches(a, b)? {
        return Err(corrupt("the boxes of a pair do not overlap"));
    }
    Ok(())
}

fn candidate(world: &World, PairState(pieces, was): &PairState) -> Result<CandidatePair, Error> {
    let piece = |index: u32| world.colliders.pieces.get(index as usize);
    let [a, b] = *pieces;
    let both = piece(a).zip(piece(b)).filter(|_| a != b);
    let (first, second) =
        both.ok_or_else(|| corrupt("a pair names a piece that does not exist, or one twice"))?;
    let now = first.proxy.zip(second.proxy).map(|(a, b)| [a, b]);
    let proxies = was.map(|proxies| proxies.map(ProxyId::from_parts)).or(now);
    let proxies = proxies.ok_or_else(|| corrupt("a piece of a pair has no proxy"))?;
    Ok(CandidatePair { pieces: *pieces, proxies })
}
