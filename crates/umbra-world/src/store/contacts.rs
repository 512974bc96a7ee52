//! Pairs of pieces whose fat boxes overlap. Those near each other are *contacts*, with everything
//! needed to find and solve points; of the others only the names are kept ([`CandidatePair`]).

use core::hash::BuildHasherDefault;
use std::collections::HashMap;
use std::hash::DefaultHasher;

use umbra_broad::ProxyId;
use umbra_geom::sort::drop_at;
use umbra_geom::{FeatureId, Real, Vector};
use umbra_solver::Contact as SolverContact;

use crate::threads::both;
use crate::{ColliderKey, CombineRule, SceneConfig};

use crate::clone_by_field;

use super::by_piece::ByPiece;
use super::sleeping::SleepingContacts;
use super::{CandidatePair, Pending, Piece, SleepingContact};

/// Cold data of a contact, which the solver does not read.
#[derive(Clone, Copy, Debug)]
pub struct ContactInfo {
    pub pieces: [u32; 2],
    /// Unlike the indices of pieces, these are unique: slots are reused.
    pub proxies: [ProxyId; 2],
    /// The feature of each point, to carry impulses over.
    pub features: [FeatureId; 2],
    /// Relative pose for which the manifold was built; it decides on recycling.
    pub built: Built,
    /// True if the structure contains the contact, because it had points.
    pub in_structure: bool,
    /// A hook edited the contact: the next step mixes its materials again.
    pub edited: bool,
    /// Decision about the pair, if one of the two is a one-way platform.
    pub passage: Passage,
}

/// Passage of a body through a one-way platform. It is decided when the two begin to touch, and
/// kept until they part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Passage {
    /// They are apart.
    #[default]
    Undecided,
    /// The platform holds the body.
    Closed,
    /// The body passes.
    Open,
}

/// The relative pose of two bodies when their manifold was built. In this order eight numbers are
/// loaded at once.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Built {
    /// From A's centre of mass to B's.
    pub(crate) center_offset: Vector,
    /// Cosine and sine.
    pub(crate) rotation_a: [Real; 2],
    pub(crate) rotation_b: [Real; 2],
    /// Of the points in use.
    pub(crate) separations: [Real; 2],
    /// The manifold has all points up to this gap: less than any that is asked for, if it is not
    /// recycled.
    pub(crate) speculative: Real,
}

impl Built {
    /// A manifold that is not recycled.
    pub const NEVER: Self = Self {
        center_offset: Vector::new(0.0, 0.0),
        rotation_a: [1.0, 0.0],
        rotation_b: [1.0, 0.0],
        separations: [0.0; 2],
        speculative: -1.0,
    };
}

impl ContactInfo {
    /// The candidate pair of the same pieces.
    pub fn pair(&self) -> CandidatePair {
        CandidatePair { pieces: self.pieces, proxies: self.proxies }
    }

    /// True if both pieces are still those of the contact.
    pub fn is_alive(&self, pieces: &[Piece]) -> bool {
        self.pair().is_alive(pieces)
    }
}

/// A contact as it is stored: of an awake one, the results may be in its lane.
#[derive(Clone, Copy, Debug)]
pub struct StoredContact<'a> {
    pub info: &'a ContactInfo,
    pub contact: &'a SolverContact,
    /// Its index, if it is awake.
    pub index: Option<usize>,
}

/// All contacts. `infos` and `solver_contacts` are parallel and hold the contacts with an awake
/// body, in the order in which they came near or woke. The others sleep.
///
/// Between two steps they may include a few without an awake body, which were changed and which the
/// next step has to examine.
#[derive(Debug, Default)]
pub struct Contacts {
    pub infos: Vec<ContactInfo>,
    /// Contacts as the solver reads and writes them. Contacts without points are not solved.
    pub solver_contacts: Vec<SolverContact>,
    /// Pairs with an awake body whose shapes are not near each other.
    pub candidates: Vec<CandidatePair>,
    /// Contacts without an awake body.
    pub sleeping: SleepingContacts,
    /// For colliders of several pieces: how many pairs of their pieces touch. The first makes a
    /// begin event, the last an end event. Nothing depends on the order in the map, because it is
    /// never iterated over.
    pub shared: HashMap<[ColliderKey; 2], u32, BuildHasherDefault<DefaultHasher>>,
    /// Colliders of proxies that were removed: contacts that the next step drops name them. It is
    /// never iterated over either.
    lost: HashMap<ProxyId, ColliderKey, BuildHasherDefault<DefaultHasher>>,
    /// Rules for materials that have none of their own.
    pub rules: MixRules,
    /// The contacts of each piece; built on demand, dropped when contacts change.
    by_piece: ByPiece,
}

impl<'a> StoredContact<'a> {
    pub(crate) fn asleep(contact: &'a SleepingContact) -> Self {
        Self { info: &contact.info, contact: &contact.contact, index: None }
    }
}

impl Contacts {
    pub(crate) fn new(rules: MixRules) -> Self {
        Self { rules, ..Self::default() }
    }

    /// The colliders of a contact, also if they are gone since it was examined.
    pub fn colliders_of(&self, pieces: &[Piece], info: &ContactInfo) -> [ColliderKey; 2] {
        core::array::from_fn(|side| {
            let gone = if self.lost.is_empty() { None } else { self.lost.get(&info.proxies[side]) };
            gone.copied().unwrap_or(pieces[info.pieces[side] as usize].collider)
        })
    }

    /// Notes the collider of a proxy that is removed.
    pub fn note_lost(&mut self, proxy: ProxyId, collider: ColliderKey) {
        self.lost.insert(proxy, collider);
    }

    /// Forgets removed proxies, once no contact names them.
    pub fn forget_lost(&mut self) {
        self.lost.clear();
    }

    pub fn push(&mut self, info: ContactInfo, contact: SolverContact) {
        self.by_piece.forget();
        self.infos.push(info);
        self.solver_contacts.push(contact);
    }

    /// Size in bytes.
    pub(crate) fn size(&self) -> usize {
        size_of_val(&self.infos[..])
            + size_of_val(&self.solver_contacts[..])
            + size_of_val(&self.candidates[..])
            + self.sleeping.size()
            + self.shared.len() * size_of::<([ColliderKey; 2], u32)>()
            + self.lost.len() * size_of::<(ProxyId, ColliderKey)>()
    }

    /// Forgets which contacts each piece has, until somebody asks.
    pub(crate) fn forget_links(&mut self) {
        self.by_piece.forget();
    }

    /// Drops the contacts at these ascending indices, and keeps the order of the others.
    pub(crate) fn drop_all(&mut self, indices: &[u32]) {
        if !indices.is_empty() {
            self.by_piece.forget();
            let Self { infos, solver_contacts, .. } = self;
            both(
                infos.len(),
                || drop_at(infos, indices.iter().map(|index| *index as usize)),
                || drop_at(solver_contacts, indices.iter().map(|index| *index as usize)),
            );
        }
    }

    /// Puts contacts and candidate pairs to sleep when `is_idle` holds for both pieces, and keeps
    /// the order of the others.
    pub(crate) fn put_to_sleep(
        &mut self,
        pieces: &mut [Piece],
        is_idle: impl Fn(u32, &Piece) -> bool,
    ) {
        let idle = |pair: CandidatePair, pieces: &[Piece]| {
            pair.is_alive(pieces)
                && pair.pieces.into_iter().all(|piece| is_idle(piece, &pieces[piece as usize]))
        };
        self.retain(|sleeping, info, contact| {
            let idle = idle(info.pair(), pieces);
            if idle {
                sleeping.insert(pieces, *info, *contact);
            }
            !idle
        });
        let (sleeping, rules) = (&mut self.sleeping, self.rules);
        self.candidates.retain(|pair| {
            let idle = idle(*pair, pieces);
            if idle {
                let (info, contact) = pair.contact(pieces, rules);
                sleeping.insert(pieces, info, contact);
            }
            !idle
        });
    }

    /// Wakes the first sleeping contact in the list of a piece; `None` when there is none.
    pub(crate) fn wake_first(
        &mut self,
        pieces: &mut [Piece],
        piece: u32,
    ) -> Option<SleepingContact> {
        let mut contact = self.sleeping.remove(pieces, pieces[piece as usize].first_sleeping)?;
        // A hook or the caller may have changed the materials.
        mix_materials(
            &mut contact.contact,
            contact.info.pieces.map(|piece| &pieces[piece as usize]),
            self.rules,
        );
        self.push(contact.info, contact.contact);
        Some(contact)
    }

    /// True if several pieces of two colliders touch.
    pub(crate) fn is_counted(&self, [a, b]: [ColliderKey; 2]) -> bool {
        let key = if a <= b { [a, b] } else { [b, a] };
        !self.shared.is_empty() && self.shared.contains_key(&key)
    }

    /// The number of contacts and candidate pairs that a step loops over.
    pub fn awake_len(&self) -> usize {
        self.infos.len() + self.candidates.len()
    }

    /// The number of all contacts and candidate pairs.
    #[allow(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.awake_len() + self.sleeping.len()
    }

    /// All contacts without candidate pairs: first the awake, then the sleeping ones.
    pub fn iter(&self) -> impl Iterator<Item = StoredContact<'_>> {
        let awake = (0..self.infos.len()).map(|index| self.awake(index));
        awake.chain(self.sleeping.iter().map(StoredContact::asleep))
    }

    /// All contacts of a piece.
    pub(crate) fn of_piece<'a>(
        &'a self,
        pieces: &'a [Piece],
        piece: u32,
    ) -> impl Iterator<Item = StoredContact<'a>> {
        let ends = self.by_piece.contacts(piece, pieces.len(), &self.infos);
        let awake = ends.iter().map(|end| self.awake((end >> 1) as usize));
        let sleeping = self.sleeping.contacts(&pieces[piece as usize]);
        awake.chain(sleeping.map(|(sleeping, _)| StoredContact::asleep(sleeping)))
    }

    fn awake(&self, index: usize) -> StoredContact<'_> {
        let (info, contact) = (&self.infos[index], &self.solver_contacts[index]);
        StoredContact { info, contact, index: Some(index) }
    }

    /// Retains contacts for which `keep` holds, in order.
    fn retain(
        &mut self,
        mut keep: impl FnMut(&mut SleepingContacts, &ContactInfo, &SolverContact) -> bool,
    ) {
        self.by_piece.forget();
        let mut kept = 0;
        for index in 0..self.infos.len() {
            if keep(&mut self.sleeping, &self.infos[index], &self.solver_contacts[index]) {
                if kept < index {
                    self.infos[kept] = self.infos[index];
                    self.solver_contacts[kept] = self.solver_contacts[index];
                }
                kept += 1;
            }
        }
        self.infos.truncate(kept);
        self.solver_contacts.truncate(kept);
    }

    /// Mixes the materials of contacts that a hook edited, or of all when a material was changed.
    /// Returns whether there were any.
    pub(crate) fn mix(&mut self, pieces: &[Piece], pending: &mut Pending) -> bool {
        let all = core::mem::take(&mut pending.materials);
        if !core::mem::take(&mut pending.edited) && !all {
            return false;
        }
        for (info, contact) in self.infos.iter_mut().zip(&mut self.solver_contacts) {
            if all || info.edited {
                let both = info.pieces.map(|piece| &pieces[piece as usize]);
                mix_materials(contact, both, self.rules);
                info.edited = false;
            }
        }
        true
    }
}

/// True if a contact joins two dynamic bodies to one island: they touch, or are so near that an
/// impact would go through both within one step.
pub fn joins(contact: &SolverContact, separation: impl FnOnce() -> Real, apart: Real) -> bool {
    contact.touching || separation() <= apart
}

/// The rules for materials that ask for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MixRules {
    friction: CombineRule,
    restitution: CombineRule,
}

impl MixRules {
    pub(crate) fn new(config: &SceneConfig) -> Self {
        Self { friction: config.friction_rule, restitution: config.restitution_rule }
    }
}

/// Writes the mixed materials of two pieces into their contact.
pub fn mix_materials(contact: &mut SolverContact, pieces: [&Piece; 2], rules: MixRules) {
    let [a, b] = pieces;
    let (a, b) = (&a.substance.material, &b.substance.material);
    let rule = asked(a.friction_rule.max(b.friction_rule), rules.friction);
    contact.friction = rule.combine(a.friction, b.friction, |a, b| (a * b).sqrt());
    contact.restitution = restitution_of(pieces, rules);
    contact.rolling_resistance = greater(a.rolling_resistance, b.rolling_resistance);
    contact.surface_speed = a.surface_speed + b.surface_speed;
}

/// The mixed restitution of two pieces.
pub(crate) fn restitution_of([a, b]: [&Piece; 2], rules: MixRules) -> Real {
    let (a, b) = (&a.substance.material, &b.substance.material);
    let rule = asked(a.restitution_rule.max(b.restitution_rule), rules.restitution);
    rule.combine(a.restitution, b.restitution, greater)
}

fn asked(rule: CombineRule, world: CombineRule) -> CombineRule {
    if rule == CombineRule::Usual { world } else { rule }
}

fn greater(a: Real, b: Real) -> Real {
    if b > a { b } else { a }
}

clone_by_field!(Contacts {
    infos,
    solver_contacts,
    candidates,
    sleeping,
    shared,
    lost,
    rules,
    by_piece
});
