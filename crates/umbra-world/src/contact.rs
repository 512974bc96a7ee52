//! Contacts as they are read.

use umbra_geom::{Point, Real, Vector};
use umbra_solver::{BodyPath, Contact, ContactPoint};

use crate::store::{Bodies, ContactInfo, PieceCache, StoredContact};
use crate::{BodyKey, ColliderKey, World};

/// Paths of the two bodies of a contact in the last step.
pub(crate) fn paths(bodies: &Bodies, outlines: &PieceCache, info: &ContactInfo) -> [BodyPath; 2] {
    info.pieces.map(|piece| {
        let piece = &outlines.poses[piece as usize];
        let start = bodies.previous[piece.body as usize].center;
        BodyPath { start, displacement: piece.displacement }
    })
}

/// A contact between two colliders, as the last step left it.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
/// # let block = Body::dynamic().position([0.0, 1.0]);
/// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
/// for _ in 0..60 {
///     scene.step(1.0 / 60.0)?;
/// }
/// // The force with which it presses on what is below it: its weight.
/// let points = scene.body(block)?.contacts().flat_map(|contact| contact.points());
/// let force = 60.0 * points.map(|point| point.normal_impulse).sum::<f32>();
/// assert!((force - 9.81).abs() < 0.1);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ContactRef<'a> {
    world: &'a World,
    stored: StoredContact<'a>,
}

/// One of the at most two points of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContactPointRef {
    /// Point midway between the two surfaces at the start of the last step; of a fast pair, at its
    /// impact in that step.
    pub position: Point,
    /// Distance of the surfaces; negative when they overlapped.
    pub separation: Real,
    /// The impulse along the normal in the last step. Divided by its length, it is the force.
    pub normal_impulse: Real,
    /// The impulse across the normal in the last substep.
    pub tangent_impulse: Real,
}

impl<'a> ContactRef<'a> {
    /// A contact, unless one of its colliders was taken out since the last step.
    #[doc(hidden)]
    pub fn new(world: &'a World, stored: StoredContact<'a>) -> Option<Self> {
        stored.info.is_alive(&world.colliders.pieces).then_some(Self { world, stored })
    }

    /// The colliders; the normal points from the first to the second.
    pub fn colliders(&self) -> [ColliderKey; 2] {
        self.world.contacts.colliders_of(&self.world.colliders.pieces, self.stored.info)
    }

    /// The bodies of the colliders.
    pub fn bodies(&self) -> [BodyKey; 2] {
        self.body_indices().map(|index| self.world.bodies.infos[index].original())
    }

    pub(crate) fn body_indices(&self) -> [usize; 2] {
        self.stored
            .info
            .pieces
            .map(|piece| self.world.colliders.pieces[piece as usize].body as usize)
    }

    /// The unit normal, from the first to the second. Without meaning when there are no points.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// # let block = Body::dynamic().position([0.0, 1.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.step(1.0 / 60.0)?;
    /// let contact = scene.contacts().next().unwrap();
    /// let up = if contact.bodies()[0] == ground { contact.normal() } else { -contact.normal() };
    /// assert!(up.y > 0.99); // from the ground to the box
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn normal(&self) -> Vector {
        self.stored.contact.normal
    }

    /// True if the surfaces touch. Contacts with points that do not touch may do so soon.
    pub fn is_touching(&self) -> bool {
        self.stored.contact.touching
    }

    /// The points: none, one or two.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// # let block = Body::dynamic().position([3.0, 1.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// scene.step(1.0 / 60.0)?;
    /// for contact in scene.contacts().filter(|contact| contact.is_touching()) {
    ///     for point in contact.points() {
    ///         assert!((point.position.x - 3.0).abs() < 0.51); // where dust rises
    ///     }
    /// }
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn points(&self) -> impl Iterator<Item = ContactPointRef> + use<'a> {
        let World { bodies, colliders, .. } = self.world;
        let paths = paths(bodies, &colliders.outlines, self.stored.info);
        let contact = self.world.with_results(&self.stored);
        let center = contact.origin_of_anchors(paths);
        // The impulse of the whole step is divided as the points had it in the last substep.
        let Contact { points, point_count, .. } = contact;
        let count = usize::from(point_count.min(2));
        let last: Real = points[..count].iter().map(|point| point.normal_impulse).sum();
        let total = contact.impulse;
        let share = move |own: Real| {
            if last > 0.0 { own / last } else { 1.0 / count as Real }
        };
        points.into_iter().take(count).map(move |point: ContactPoint| ContactPointRef {
            position: center + point.anchor_a,
            separation: point.separation,
            normal_impulse: total * share(point.normal_impulse),
            tangent_impulse: point.tangent_impulse,
        })
    }
}
