//! Checks what links the arrays to one another. For tests, and after every stage in debug builds.

#[cfg(debug_assertions)]
use umbra_solver::FIXED;

use crate::store::Contacts;
use crate::{BodyKind, Error, Scene};

impl Scene {
    /// Checks every link between bodies, colliders, contacts and the broad phase, in time
    /// proportional to the size of the scene. For tests: a scene never fails this, whatever was
    /// called.
    ///
    /// # Errors
    /// [`Error::Corrupt`] with the first rule found broken.
    pub fn validate(&self) -> Result<(), Error> {
        self.validate_links()?;
        self.validate_pairs()?;
        Ok(self.broad.validate()?)
    }

    /// [`validate`](Self::validate) without the trees of the broad phase.
    pub(crate) fn validate_links(&self) -> Result<(), Error> {
        self.validate_bodies()?;
        self.validate_colliders()?;
        self.validate_contacts()
    }

    /// Checks that no two pieces have more than one contact.
    fn validate_pairs(&self) -> Result<(), Error> {
        let Contacts { records, distant, parked, .. } = &self.contacts;
        let parked = parked.iter().map(|contact| contact.record.proxies);
        let walked = records.iter().map(|record| record.proxies);
        let distant = distant.iter().map(|pair| pair.proxies);
        let mut pairs: Vec<_> = walked.chain(distant).chain(parked).collect();
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        pairs.sort_unstable();
        rule(pairs.is_sorted_by(|a, b| a < b), "a pair has one contact")
    }

    fn validate_bodies(&self) -> Result<(), Error> {
        let bodies = &self.bodies;
        let count = bodies.records.len();
        let (drives, rests) = (bodies.drives.len(), bodies.rests.len());
        let lengths = [bodies.states.len(), bodies.previous.len(), drives, rests];
        rule(lengths == [count; 4], "the arrays of bodies are of one length")?;
        rule(bodies.keys.len() == count, "every body has a key")?;
        rule(bodies.awake <= bodies.moving, "those that sleep come after those that do not")?;
        rule(bodies.moving <= count, "those that move are bodies")?;
        for (index, record) in bodies.records.iter().enumerate() {
            let named = bodies.keys.get(record.key) == Some(&(index as u32));
            rule(named, "the key of a body leads to it")?;
            let moves = record.enabled && record.kind != BodyKind::Fixed;
            rule(moves == (index < bodies.moving), "a body is on its side of the boundary")?;
            let laid = !record.laid || bodies.is_asleep(index);
            rule(laid, "a body added asleep sleeps until it is woken")?;
            if bodies.is_asleep(index) {
                let state = &bodies.states[index];
                let spin = state.angular_velocity;
                rule(state.velocity.norm() == 0.0 && spin == 0.0, "what sleeps does not move")?;
            }
        }
        Ok(())
    }

    fn validate_colliders(&self) -> Result<(), Error> {
        let colliders = &self.colliders;
        let mut pieces = colliders.free.len();
        let mut listed = 0;
        for (index, body) in self.bodies.records.iter().enumerate() {
            for key in &body.colliders {
                let Some(record) = colliders.records.get(*key) else {
                    return Err(Error::Corrupt("a body's collider is in the scene"));
                };
                listed += 1;
                rule(record.body == body.key, "a collider belongs to the body that lists it")?;
                for place in &record.pieces {
                    pieces += 1;
                    let piece = &colliders.pieces[*place as usize];
                    rule(piece.collider == *key, "a piece belongs to the collider that lists it")?;
                    rule(piece.body as usize == index, "a piece knows where its body is")?;
                    let known = piece.proxy.and_then(|proxy| self.broad.data(proxy));
                    let expected = (body.enabled && record.enabled).then_some(*place);
                    rule(known == expected, "the proxy of a piece leads to it")?;
                }
            }
        }
        rule(listed == colliders.records.len(), "every collider is listed by a body")?;
        rule(pieces == colliders.pieces.len(), "every piece is in use or free")
    }

    fn validate_contacts(&self) -> Result<(), Error> {
        let (contacts, pieces) = (&self.contacts, &self.colliders.pieces);
        rule(contacts.records.len() == contacts.rows.len(), "a row for every contact")?;
        let body = |piece: u32| pieces[piece as usize].body as usize;
        for contact in contacts.parked.iter() {
            let record = &contact.record;
            rule(record.is_alive(pieces), "the pieces of a parked contact are in the scene")?;
            let idle = record.pieces.iter().all(|piece| body(*piece) >= self.bodies.awake);
            rule(idle, "no body of a parked contact is awake")?;
        }
        // A list that leads in a circle is cut off, and counts too many.
        let most = 2 * contacts.parked.len();
        let mut ends = 0;
        for (index, piece) in (0..).zip(pieces) {
            for (contact, side) in contacts.parked.of(piece).take(most + 1) {
                rule(contact.record.pieces[side] == index, "a parked contact is in its lists")?;
                ends += 1;
            }
        }
        rule(ends == most, "both ends of a parked contact are listed once")
    }

    /// Checks what holds from the waking to the end of the solver: every row names its bodies by
    /// where they are, and one of them is awake.
    #[cfg(debug_assertions)]
    pub(crate) fn validate_rows(&self) -> Result<(), Error> {
        for (record, row) in self.contacts.records.iter().zip(&self.contacts.rows) {
            let name = |side: usize| {
                let piece = &self.colliders.pieces[record.pieces[side] as usize];
                self.bodies.solver_index(piece.body)
            };
            let named = row.body_a == name(0) && row.body_b == name(1);
            rule(named, "a row names its bodies")?;
            let concerns = row.body_a != FIXED || row.body_b != FIXED;
            rule(concerns, "a contact that a step walks has an awake body")?;
        }
        for pair in &self.contacts.distant {
            let pieces = pair.pieces.map(|piece| self.colliders.pieces[piece as usize].body);
            let concerns = pieces.iter().any(|body| (*body as usize) < self.bodies.awake);
            rule(concerns, "a pair that a step walks has an awake body")?;
        }
        Ok(())
    }
}

fn rule(holds: bool, rule: &'static str) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::Corrupt(rule)) }
}
