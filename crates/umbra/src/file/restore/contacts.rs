//! Contacts, with all that warm starting and kept manifolds need.

use umbra_broad::ProxyId;

use crate::file::state::{PairState, StateRecord};
use crate::store::CandidatePair;
use crate::{Error, Scene};

pub(super) fn take(scene: &mut Scene, state: &StateRecord) -> Result<(), Error> {
    let contacts = state.contacts.iter().map(|contact| contact.contact(scene));
    let contacts: Vec<_> = contacts.collect::<Result<_, _>>()?;
    let candidates = state.candidates.iter().map(|pair| candidate(scene, pair));
    let candidates: Vec<_> = candidates.collect::<Result<_, _>>()?;
    let sleeping = state.sleeping.contacts(scene)?;
    if !state.pending.all_pairs {
        let pairs = contacts.iter().map(|(info, _)| info.pair()).chain(candidates.iter().copied());
        for pair in pairs.chain(sleeping.iter().map(|contact| contact.info.pair())) {
            let [a, b] = pair.proxies;
            // Else the next search would report them once more.
            if pair.is_alive(&scene.colliders.pieces) && !scene.broad.are_known(a, b)? {
                return Err(Error::Corrupt("boxes of a pair have overlapped".into()));
            }
        }
    }
    let list = &mut scene.contacts;
    (list.infos, list.solver_contacts) = contacts.into_iter().unzip();
    list.candidates = candidates;
    list.sleeping = sleeping;
    list.shared = state.shared.iter().copied().collect();
    list.sleeping.link(&mut scene.colliders.pieces);
    Ok(())
}

fn candidate(scene: &Scene, PairState(pieces, was): &PairState) -> Result<CandidatePair, Error> {
    let piece = |index: u32| scene.colliders.pieces.get(index as usize);
    let [a, b] = *pieces;
    let both = piece(a).zip(piece(b)).filter(|_| a != b);
    let (first, second) =
        both.ok_or_else(|| Error::Corrupt("a pair is one of two pieces".into()))?;
    let now = first.proxy.zip(second.proxy).map(|(a, b)| [a, b]);
    let proxies = was.map(|proxies| proxies.map(ProxyId::from_parts)).or(now);
    let proxies = proxies.ok_or_else(|| Error::Corrupt("pieces of a pair have proxies".into()))?;
    Ok(CandidatePair { pieces: *pieces, proxies })
}
