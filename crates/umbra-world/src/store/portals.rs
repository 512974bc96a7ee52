//! The portals of a scene, and the bodies that are on their way through one.

use slotmap::SecondaryMap;
use umbra_geom::{Point, Pose, Real, Vector};

use crate::clone_by_field;
use crate::portal::Opening;
use crate::{BodyKey, ColliderKey, Error, JointKey, Portal, PortalKey};

/// A portal with its key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PortalInfo {
    pub key: PortalKey,
    pub portal: Portal,
}

/// A body on its way through a portal: it has an image at the other end, a second body with a share
/// of the mass, joined to it by a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    pub portal: PortalKey,
    /// The end at which the body is: 0 is `from`, 1 is `to`.
    pub end: u8,
    pub body: BodyKey,
    pub image: BodyKey,
    pub link: JointKey,
}

/// End of a portal at which bodies may go in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entrance {
    pub portal: PortalKey,
    pub end: u8,
    pub opening: Opening,
    /// Motion of what goes in.
    pub motion: Pose,
}

impl Entrance {
    /// The one that a straight way enters first, with the part of the way up to it.
    pub(crate) fn first(
        all: impl Iterator<Item = Self>,
        from: Point,
        way: Vector,
        slack: Real,
    ) -> Option<(Real, Self)> {
        let entered = all.filter_map(|it| Some((it.opening.entered_at(from, way, slack)?, it)));
        entered.min_by(|a, b| a.0.total_cmp(&b.0))
    }
}

/// All portals. There are few, so keys are looked for in the list.
#[derive(Debug, Default)]
pub struct Portals {
    pub list: Vec<PortalInfo>,
    /// Number of portals ever added. Keys count up, and none is given out again.
    pub added: u32,
    /// Each body comes before the images of its image.
    pub crossings: Vec<Crossing>,
    /// The colliders of images, and those of which they are copies.
    pub originals: SecondaryMap<ColliderKey, ColliderKey>,
}

clone_by_field!(Portals { list, added, crossings, originals });

impl Portals {
    pub fn add(&mut self, portal: Portal) -> PortalKey {
        self.added += 1;
        let key = PortalKey::numbered(self.added);
        self.list.push(PortalInfo { key, portal });
        key
    }

    pub fn index(&self, key: PortalKey) -> Result<usize, Error> {
        let found = self.list.binary_search_by_key(&key, |info| info.key);
        found.map_err(|_| Error::NoSuchPortal(key))
    }

    /// The ends at which bodies may go in.
    pub(crate) fn entrances(&self) -> impl Iterator<Item = Entrance> {
        let ends = self.list.iter().flat_map(|info| [(info, 0_u8), (info, 1)]);
        let open = ends.filter(|(info, end)| info.portal.lets_in(usize::from(*end)));
        open.map(|(info, end)| Entrance {
            portal: info.key,
            end,
            opening: info.portal.opening(usize::from(end)),
            motion: info.portal.motion_from(usize::from(end)),
        })
    }

    /// The portal of a crossing.
    pub(crate) fn portal_of(&self, crossing: &Crossing) -> Option<&Portal> {
        self.index(crossing.portal).ok().map(|index| &self.list[index].portal)
    }

    /// The motion from the body of a crossing to its image.
    pub(crate) fn motion_of(&self, crossing: &Crossing) -> Option<Pose> {
        Some(self.portal_of(crossing)?.motion_from(usize::from(crossing.end)))
    }

    /// The openings at which the body of a crossing and its image are.
    pub(crate) fn openings_of(&self, crossing: &Crossing) -> Option<[Opening; 2]> {
        let (portal, end) = (self.portal_of(crossing)?, usize::from(crossing.end));
        Some([portal.opening(end), portal.opening(1 - end)])
    }

    /// True if no body is on its way through a portal.
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.crossings.is_empty()
    }

    /// The collider that a collider of an image stands for; others stand for themselves.
    #[inline]
    pub fn original(&self, collider: ColliderKey) -> ColliderKey {
        self.originals.get(collider).copied().unwrap_or(collider)
    }

    /// The images of a collider.
    pub(crate) fn copies_of(&self, collider: ColliderKey) -> impl Iterator<Item = ColliderKey> {
        let copies = self.originals.iter().filter(move |(_, original)| **original == collider);
        copies.map(|(copy, _)| copy)
    }

    /// The crossings of a body or of an image.
    pub(crate) fn crossings_at(&self, body: BodyKey) -> impl Iterator<Item = &Crossing> {
        self.crossings
            .iter()
            .filter(move |crossing| [crossing.body, crossing.image].contains(&body))
    }

    /// True if a body is not there at a point: that part of it has gone through, or has not yet
    /// come out.
    pub(crate) fn hides(&self, body: BodyKey, point: Point, slack: Real) -> bool {
        self.crossings_at(body).any(|crossing| {
            let Some([own, other]) = self.openings_of(crossing) else { return false };
            if crossing.body == body {
                own.is_past(point, slack)
            } else {
                other.height(point) < slack || !other.is_beside(point)
            }
        })
    }

    pub(crate) fn size(&self) -> usize {
        size_of_val(&self.list[..]) + size_of_val(&self.crossings[..])
    }
}
