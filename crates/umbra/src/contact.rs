//! Contacts as they are read.

use umbra_geom::{Point, Real, Vector};
use umbra_solver::{Contact, ContactPoint};

use crate::store::ContactInfo;
use crate::{BodyKey, ColliderKey, Scene};

/// A contact between two colliders, as the last step left it.
#[derive(Clone, Copy, Debug)]
pub struct ContactRef<'a> {
    scene: &'a Scene,
    info: &'a ContactInfo,
    contact: &'a Contact,
}

/// One of the at most two points of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPointRef {
    /// Midway between the two surfaces, where they were when the last step began.
    pub position: Point,
    /// How far the surfaces were apart; negative when they overlapped.
    pub separation: Real,
    /// The impulse along the normal in the last step. Divided by its length, it is the force.
    pub normal_impulse: Real,
    /// The impulse across the normal in the last substep.
    pub tangent_impulse: Real,
}

impl<'a> ContactRef<'a> {
    /// A contact, unless one of its colliders was taken out since the last step.
    pub(crate) fn new(
        scene: &'a Scene,
        info: &'a ContactInfo,
        contact: &'a Contact,
    ) -> Option<Self> {
        info.is_alive(&scene.colliders.pieces).then_some(Self { scene, info, contact })
    }

    /// The colliders; the normal points from the first to the second.
    pub fn colliders(&self) -> [ColliderKey; 2] {
        self.info.colliders
    }

    /// The bodies of the colliders.
    pub fn bodies(&self) -> [BodyKey; 2] {
        self.body_indices().map(|index| self.scene.bodies.infos[index].key)
    }

    pub(crate) fn body_indices(&self) -> [usize; 2] {
        self.info.pieces.map(|piece| self.scene.colliders.pieces[piece as usize].body as usize)
    }

    /// The unit normal, from the first to the second. Without meaning when there are no points.
    pub fn normal(&self) -> Vector {
        self.contact.normal
    }

    /// Whether the surfaces touch. Contacts with points that do not touch may do so soon.
    pub fn is_touching(&self) -> bool {
        self.contact.touching
    }

    /// The points: none, one or two.
    pub fn points(&self) -> impl Iterator<Item = ContactPointRef> + use<'a> {
        let center = self.scene.bodies.previous[self.body_indices()[0]].center;
        // The impulse of the whole step is divided as the points had it in the last substep.
        let points = self.contact.points();
        let last: Real = points.iter().map(|point| point.normal_impulse).sum();
        let total = self.contact.impulse;
        let share = move |own: Real| {
            if last > 0.0 { own / last } else { 1.0 / points.len() as Real }
        };
        points.iter().map(move |point: &ContactPoint| ContactPointRef {
            position: center + point.anchor_a,
            separation: point.separation,
            normal_impulse: total * share(point.normal_impulse),
            tangent_impulse: point.tangent_impulse,
        })
    }
}
