//! Contacts, with all that warm starting and kept manifolds need.

use umbra_solver::{Contact, FIXED};

use crate::file::state::StateRecord;
use crate::store::{CandidatePair, ContactInfo};
use crate::{Error, Scene};

pub(super) fn take(scene: &mut Scene, state: &StateRecord) -> Result<(), Error> {
    let count = scene.bodies.infos.len() as u32;
    let is_body = |body: u32| body == FIXED || body < count;
    for (info, contact) in state.contacts.iter() {
        check_contact(scene, info, contact)?;
        let are_bodies = is_body(contact.body_a) && is_body(contact.body_b);
        rule(are_bodies, "a contact is one of bodies that are there")?;
    }
    for pair in state.candidates.iter() {
        check_pair(scene, pair)?;
    }
    state.sleeping.check()?;
    for contact in state.sleeping.iter() {
        check_contact(scene, &contact.info, &contact.contact)?;
    }
    let contacts = &mut scene.contacts;
    (contacts.infos, contacts.solver_contacts) = state.contacts.iter().copied().unzip();
    contacts.candidates = state.candidates.0.clone();
    contacts.sleeping = state.sleeping.clone();
    contacts.shared = state.shared.iter().copied().collect();
    contacts.sleeping.link(&mut scene.colliders.pieces);
    Ok(())
}

fn check_pair(scene: &Scene, pair: &CandidatePair) -> Result<(), Error> {
    let count = scene.colliders.pieces.len();
    let are_there = pair.pieces.iter().all(|piece| (*piece as usize) < count);
    rule(are_there && pair.pieces[0] != pair.pieces[1], "a contact is one of two pieces")
}

fn check_contact(scene: &Scene, info: &ContactInfo, contact: &Contact) -> Result<(), Error> {
    check_pair(scene, &info.pair())?;
    let pieces = &scene.colliders.pieces;
    let colliders = info.pieces.map(|piece| pieces[piece as usize].collider);
    let are_theirs = !info.is_alive(pieces) || colliders == info.colliders;
    rule(are_theirs, "a contact is one of the colliders of its pieces")?;
    rule(contact.point_count <= 2, "a contact has two points at most")?;
    let mut numbers = vec![contact.normal.x, contact.normal.y, contact.rolling_impulse];
    for point in &contact.points {
        numbers.extend([point.anchor_a.x, point.anchor_a.y, point.anchor_b.x, point.anchor_b.y]);
        numbers.extend([point.separation, point.normal_impulse, point.tangent_impulse]);
    }
    rule(numbers.into_iter().all(f32::is_finite), "the numbers of a contact are finite")
}

fn rule(holds: bool, rule: &'static str) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::Corrupt(rule.into())) }
}
