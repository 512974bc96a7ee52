//! Stage 9: which colliders came to touch, parted, or hit.
//!
//! It runs after the solver, because impulses tell best what touches: a ball that bounces is never
//! seen overlapping. What is new is listed in the order of the contacts, so that the order of events
//! depends on nothing else.

use umbra_geom::Real;
use umbra_solver::Contact;

use crate::store::{ContactRecord, Contacts, Piece};
use crate::{ColliderKey, ContactEvent, Scene, SceneConfig};

use super::collide::Fate;

/// What counts as touching, and as a hit.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    /// Surfaces that touched part at this distance.
    apart: Real,
    hit_speed: Real,
}

/// Reports how what touches now differs from what touched after the last step. The solver has taken
/// note of the contacts of which there is news.
pub(super) fn report(scene: &mut Scene) {
    let sight = Sight::of(&scene.config);
    let mut news = core::mem::take(&mut scene.scratch.news);
    news.clear();
    if scene.structure_changed {
        // A body was disabled, and contacts have gone with it.
        let rows = scene.contacts.rows.iter().enumerate();
        news.extend(rows.filter(|(_, row)| sight.select(row)).map(|(contact, _)| contact));
    } else {
        news.extend(scene.solver.selected_contacts());
    }
    for &contact in &news {
        let row = &mut scene.contacts.rows[contact];
        let Some((touching, hits)) = sight.look_at(row) else { continue };
        // An impact that takes two steps is told once.
        let is_new = hits && !row.was_hit;
        row.was_hit = hits;
        if touching != row.touching {
            row.touching = touching;
            let colliders = scene.contacts.records[contact].colliders;
            note(scene, colliders, touching);
        }
        if is_new {
            report_hit(scene, contact);
        }
    }
    scene.scratch.news = news;
}

impl Sight {
    pub(super) fn of(config: &SceneConfig) -> Self {
        let hit_speed = config.hit_speed * config.speed_unit();
        Self { apart: config.touch_distance(), hit_speed }
    }

    /// Whether there is something to report of a contact.
    #[inline]
    pub(super) fn select(self, row: &Contact) -> bool {
        // Most contacts touch, as they did before, and do so gently.
        let pushes = row.impulse > 0.0;
        let gentle = row.approach_speed < self.hit_speed && !row.was_hit;
        let is_old = row.touching && pushes && row.point_count > 0 && gentle;
        !is_old && self.look_at(row).is_some()
    }

    /// What is new of a contact: whether it touches now, and whether it hits.
    fn look_at(self, row: &Contact) -> Option<(bool, bool)> {
        let touching = touches(row, if row.touching { self.apart } else { 0.0 });
        let hits = touching && row.approach_speed >= self.hit_speed && row.approach_speed > 0.0;
        (touching != row.touching || hits != row.was_hit || hits).then_some((touching, hits))
    }
}

/// Drops the contacts that end, and reports the end of those that touched; those that part become
/// distant pairs.
pub(super) fn drop_leaving(scene: &mut Scene) {
    let mut leaving = core::mem::take(&mut scene.scratch.leaving_contacts);
    leaving.clear();
    let fates = (0..).zip(&scene.scratch.fates);
    leaving.extend(fates.filter(|(_, fate)| fate.leaves()).map(|(index, _)| index));
    for &index in &leaving {
        let record = scene.contacts.records[index];
        if scene.scratch.fates[index] == Fate::Parts {
            scene.contacts.distant.push(record.pair());
        } else if scene.contacts.rows[index].touching {
            note(scene, record.colliders, false);
            startle(scene, &record);
        }
    }
    scene.contacts.drop_all(&leaving);
    scene.scratch.leaving_contacts = leaving;
}

/// Notes that a contact's bodies lost one another: what sleeps of them is woken in this step.
fn startle(scene: &mut Scene, record: &ContactRecord) {
    for (piece, proxy) in record.pieces.into_iter().zip(record.proxies) {
        let Piece { body, proxy: own, .. } = scene.colliders.pieces[piece as usize];
        if own == Some(proxy) && scene.bodies.sleeps_in_island(body as usize) {
            scene.startled.push(piece);
        }
    }
}

/// Whether surfaces no farther apart than `apart` touch, or pushed one another in this step.
fn touches(row: &Contact, apart: Real) -> bool {
    row.impulse > 0.0 || row.points().iter().any(|p| p.separation <= apart)
}

/// Reports a begin or an end, unless other pieces of the same colliders touch.
pub(super) fn note(scene: &mut Scene, colliders: [ColliderKey; 2], begins: bool) {
    // A collider that was removed may have had several pieces: only the count can tell.
    let counted = colliders
        .iter()
        .any(|key| scene.colliders.records.get(*key).is_none_or(|record| record.pieces.len() > 1));
    // One that has another shape now may have had several pieces, too.
    let counted = counted || scene.contacts.is_counted(colliders);
    if counted && !changes_pair(&mut scene.contacts, colliders, begins) {
        return;
    }
    let bodies = colliders.map(|key| scene.colliders.body_of(key));
    scene.contact_events.push(if begins {
        ContactEvent::Begin { colliders, bodies }
    } else {
        ContactEvent::End { colliders, bodies }
    });
}

/// Counts a touching pair of pieces in or out; whether it is the first or was the last.
fn changes_pair(contacts: &mut Contacts, colliders: [ColliderKey; 2], begins: bool) -> bool {
    let [a, b] = colliders;
    let key = if a <= b { [a, b] } else { [b, a] };
    if begins {
        let count = contacts.shared.entry(key).or_insert(0);
        *count += 1;
        return *count == 1;
    }
    match contacts.shared.get_mut(&key) {
        Some(count) if *count > 1 => {
            *count -= 1;
            false
        }
        // Colliders of one piece are not counted.
        _ => {
            contacts.shared.remove(&key);
            true
        }
    }
}

fn report_hit(scene: &mut Scene, index: usize) {
    let record = scene.contacts.records[index];
    let row = &scene.contacts.rows[index];
    let colliders = record.colliders;
    let listens = |key| scene.colliders.records.get(key).is_some_and(|record| record.hit_events);
    if !colliders.into_iter().any(listens) {
        return;
    }
    let Some(point) = row.points().iter().reduce(|best, point| {
        if point.normal_impulse > best.normal_impulse { point } else { best }
    }) else {
        return;
    };
    let pieces = record.pieces.map(|piece| &scene.colliders.pieces[piece as usize]);
    // From where A was when the points were found.
    let center = scene.bodies.previous[pieces[0].body as usize].center;
    scene.contact_events.push(ContactEvent::Hit {
        colliders,
        bodies: colliders.map(|key| scene.colliders.body_of(key)),
        materials: pieces.map(|piece| piece.substance.material),
        point: center + point.anchor_a,
        normal: row.normal,
        speed: row.approach_speed,
        tangent_speed: row.tangent_speed,
        impulse: row.impulse,
    });
}
