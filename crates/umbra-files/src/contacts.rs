//! Contacts in files: what warm starting, kept manifolds, one-way decisions and open events need.
//! The rest follows from the two pieces.

use serde::{Deserialize, Serialize};
use umbra_broad::ProxyId;
use umbra_geom::FeatureId;
use umbra_solver::{Contact, ContactPoint, FIXED};

use crate::record::{List, Number, Pair, corrupt, pair, record, vector};
use crate::{ColliderKey, Error, check};
use umbra_world::World;
use umbra_world::store::{
    Built, ContactInfo, Contacts, Neighbours, Passage, SleepingContacts, mix_materials,
};

/// Stands beside which point struck: fields of binary files have no names, and none can come
/// between those of old ones.
const HEAVILY_LOADED: u8 = 2;

record! {
    #[derive(PartialEq)]
    pub(crate) struct ContactState {
        pieces: [u32; 2] = [0, 0],
        /// Of a piece that is gone, or was put elsewhere: what it was. The next step drops the
        /// contact.
        was: Option<([[u32; 2]; 2], [ColliderKey; 2])> = None,
        /// Indices of both bodies in the file; none for bodies that do not move.
        bodies: [Option<u32>; 2] = [None, None],
        normal: Pair = pair([0.0, 0.0]),
        /// One, or two. Two of one that is `reserve`: the second are the ends of an edge.
        points: List<PointState> = List::default(),
        point_count: u8 = 0,
        features: [FeatureId; 2] = [FeatureId::default(); 2],
        /// Relative pose of the two when the points were found, if they may be kept.
        built: Option<Built> = None,
        rolling_impulse: Number = Number(0.0),
        approach_speed: Number = Number(0.0),
        tangent_speed: Number = Number(0.0),
        impulse: Number = Number(0.0),
        /// Friction, restitution, rolling resistance and surface speed, if they are not those of
        /// what the pieces are made of.
        material: Option<[Number; 4]> = None,
        touching: bool = false,
        was_hit: bool = false,
        round: bool = false,
        discs: [bool; 2] = [false; 2],
        reserve: bool = false,
        on_the_way: bool = false,
        in_structure: bool = false,
        edited: bool = false,
        passage: Passage = Passage::Undecided,
        ahead: u16 = 0,
        /// The point that struck, and [`HEAVILY_LOADED`].
        striker: u8 = 0,
    }
}

record! {
    #[derive(PartialEq)]
    pub(crate) struct PointState {
        anchor_a: Pair = pair([0.0, 0.0]),
        anchor_b: Pair = pair([0.0, 0.0]),
        separation: Number = Number(0.0),
        normal_impulse: Number = Number(0.0),
        tangent_impulse: Number = Number(0.0),
    }
}

/// Contacts that sleep, with the links between those of one piece.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SleepingState {
    places: List<Option<(ContactState, Neighbours)>>,
    free: List<u32>,
}

impl PointState {
    fn from_point(point: &ContactPoint) -> Self {
        let ContactPoint { anchor_a, anchor_b, separation, normal_impulse, tangent_impulse } =
            *point;
        Self {
            anchor_a: pair(anchor_a.into()),
            anchor_b: pair(anchor_b.into()),
            separation: Number(separation),
            normal_impulse: Number(normal_impulse),
            tangent_impulse: Number(tangent_impulse),
        }
    }

    fn point(&self) -> ContactPoint {
        ContactPoint {
            anchor_a: vector(self.anchor_a),
            anchor_b: vector(self.anchor_b),
            separation: self.separation.0,
            normal_impulse: self.normal_impulse.0,
            tangent_impulse: self.tangent_impulse.0,
        }
    }
}

fn material_of(contact: &Contact) -> [Number; 4] {
    let Contact { friction, restitution, rolling_resistance, surface_speed, .. } = *contact;
    [friction, restitution, rolling_resistance, surface_speed].map(Number)
}

/// The contact with the materials of its pieces.
fn mixed(world: &World, pieces: [u32; 2], contact: &Contact) -> Contact {
    let both = pieces.map(|piece| &world.colliders.pieces[piece as usize]);
    let mut mixed = *contact;
    mix_materials(&mut mixed, both, world.contacts.rules);
    mixed
}

impl ContactState {
    pub(crate) fn from_contact(world: &World, info: &ContactInfo, contact: &Contact) -> Self {
        let ContactInfo { pieces, proxies, features, built, .. } = *info;
        let ContactInfo { in_structure, edited, passage, .. } = *info;
        let Contact {
            round,
            discs,
            reserve,
            swept,
            touching,
            was_hit,
            heavily_loaded,
            ahead,
            striker,
            ..
        } = *contact;
        let count = world.bodies.infos.len() as u32;
        // The next step names bodies anew where some are gone.
        let named = |body: u32| (body < count).then_some(body);
        let mut points: Vec<_> = contact.points.iter().map(PointState::from_point).collect();
        while points.last().is_some_and(|last| *last == PointState::default()) {
            points.pop();
        }
        let is_gone = !info.is_alive(&world.colliders.pieces);
        let material = material_of(contact);
        let usual = material_of(&mixed(world, pieces, contact));
        Self {
            pieces,
            was: is_gone.then(|| (proxies.map(ProxyId::parts), world.colliders_of(info))),
            bodies: [contact.body_a, contact.body_b].map(named),
            normal: pair(contact.normal.into()),
            points: List(points),
            point_count: contact.point_count,
            features,
            built: Some(built).filter(|built| *built != Built::NEVER),
            rolling_impulse: Number(contact.rolling_impulse),
            approach_speed: Number(contact.approach_speed),
            tangent_speed: Number(contact.tangent_speed),
            impulse: Number(contact.impulse),
            material: (is_gone || material != usual).then_some(material),
            touching,
            was_hit,
            round,
            discs,
            reserve,
            on_the_way: swept,
            in_structure,
            edited,
            passage,
            ahead,
            striker: striker | (u8::from(heavily_loaded) * HEAVILY_LOADED),
        }
    }

    /// The contact in a scene that has its pieces.
    pub(crate) fn contact(&self, world: &World) -> Result<(ContactInfo, Contact), Error> {
        let [a, b] = self.pieces;
        let both =
            world.colliders.pieces.get(a as usize).zip(world.colliders.pieces.get(b as usize));
        let (first, second) = both
            .filter(|_| a != b)
            .ok_or_else(|| corrupt("a contact names a piece that does not exist, or one twice"))?;
        let proxies = match self.was {
            Some((proxies, _)) => proxies.map(ProxyId::from_parts),
            None => {
                let proxies = first.proxy.zip(second.proxy);
                let (a, b) = proxies.ok_or_else(|| corrupt("a piece in contact has no proxy"))?;
                [a, b]
            }
        };
        if self.points.len() > 2 || self.point_count > 2 {
            return Err(corrupt("a contact has more than two points"));
        }
        let mut points = [ContactPoint::default(); 2];
        for (point, state) in points.iter_mut().zip(self.points.iter()) {
            *point = state.point();
        }
        let count = world.bodies.infos.len() as u32;
        let named = |body: Option<u32>| match body {
            None => Ok(FIXED),
            Some(body) if body < count => Ok(body),
            Some(_) => Err(corrupt("a contact names a body that does not exist")),
        };
        let [body_a, body_b] = self.bodies;
        let contact = Contact {
            body_a: named(body_a)?,
            body_b: named(body_b)?,
            normal: vector(self.normal),
            rolling_impulse: self.rolling_impulse.0,
            approach_speed: self.approach_speed.0,
            tangent_speed: self.tangent_speed.0,
            impulse: self.impulse.0,
            round: self.round,
            discs: self.discs,
            reserve: self.reserve,
            swept: self.on_the_way,
            touching: self.touching,
            was_hit: self.was_hit,
            heavily_loaded: self.striker & HEAVILY_LOADED != 0,
            priority: Contact::priority_of(self.pieces),
            ahead: self.ahead,
            striker: self.striker & !HEAVILY_LOADED,
            point_count: self.point_count,
            points,
            ..Contact::default()
        };
        let mut contact = mixed(world, self.pieces, &contact);
        if let Some(material) = self.material {
            [
                contact.friction,
                contact.restitution,
                contact.rolling_resistance,
                contact.surface_speed,
            ] = material.map(|part| part.0);
        }
        check::all_finite("a contact", contact.numbers())?;
        let info = ContactInfo {
            pieces: self.pieces,
            proxies,
            features: self.features,
            built: self.built.unwrap_or(Built::NEVER),
            in_structure: self.in_structure,
            edited: self.edited,
            passage: self.passage,
        };
        Ok((info, contact))
    }
}

impl ContactState {
    /// Proxies of pieces that are gone, with their colliders.
    pub(crate) fn lost(&self) -> impl Iterator<Item = (ProxyId, ColliderKey)> {
        let both = self.was.map(|(proxies, colliders)| {
            let [a, b] = proxies.map(ProxyId::from_parts);
            [(a, colliders[0]), (b, colliders[1])]
        });
        both.into_iter().flatten()
    }
}

impl SleepingState {
    /// All contacts of it.
    pub(crate) fn states(&self) -> impl Iterator<Item = &ContactState> {
        self.places.iter().flatten().map(|(state, _)| state)
    }

    pub(crate) fn from_world(world: &World) -> Self {
        let Contacts { sleeping, .. } = &world.contacts;
        let (places, free) = sleeping.parts();
        let state = |place: Option<(&ContactInfo, &Contact, Neighbours)>| {
            place.map(|(info, contact, links)| {
                (ContactState::from_contact(world, info, contact), links)
            })
        };
        Self { places: places.map(state).collect(), free: List(free.to_vec()) }
    }

    pub(crate) fn contacts(&self, world: &World) -> Result<SleepingContacts, Error> {
        let place = |place: &Option<(ContactState, Neighbours)>| {
            let Some((state, links)) = place else { return Ok(None) };
            let (info, contact) = state.contact(world)?;
            Ok(Some((info, contact, *links)))
        };
        let places: Result<Vec<_>, Error> = self.places.iter().map(place).collect();
        SleepingContacts::from_parts(places?, self.free.0.clone())
    }
}
