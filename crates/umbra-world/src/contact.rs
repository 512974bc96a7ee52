//! Contacts as they are read.

use umbra_geom::math::dot;
use umbra_geom::{Point, Real, Vector};
use umbra_solver::{Contact, ContactPoint};

use crate::store::{Bodies, ContactInfo, PieceCache, PoseCache};
use crate::{BodyKey, ColliderKey, World};

/// Centres of the two bodies when the last step began.
fn starts(bodies: &Bodies, pieces: [&PoseCache; 2]) -> [Point; 2] {
    pieces.map(|piece| bodies.previous[piece.body as usize].center)
}

/// The part of the last step after which a fast pair met; `None` if its points are those of the step's start.
fn time_of_meeting(
    bodies: &Bodies,
    pieces: [&PoseCache; 2],
    info: &ContactInfo,
    contact: &Contact,
) -> Option<Real> {
    let point = contact.points().first()?;
    if !info.on_the_way {
        return None;
    }
    if contact.ahead > 0 {
        return Some(Real::from(contact.ahead) / Real::from(u16::MAX));
    }
    // Each body sees the place as if it had not moved until then.
    let [from_a, from_b] = starts(bodies, pieces);
    let gap = (from_a + point.anchor_a) - (from_b + point.anchor_b);
    let way = pieces[1].displacement - pieces[0].displacement;
    let squared = dot(way, way);
    (squared > 0.0).then(|| (dot(gap, way) / squared).clamp(0.0, 1.0))
}

/// Origin of the first body's anchors: its centre when the last step began, or, for a fast pair,
/// when the two met.
pub(crate) fn origin_of_anchors(
    bodies: &Bodies,
    outlines: &PieceCache,
    info: &ContactInfo,
    contact: &Contact,
) -> Point {
    let pieces = info.pieces.map(|piece| &outlines.poses[piece as usize]);
    let time = time_of_meeting(bodies, pieces, info, contact).unwrap_or(0.0);
    starts(bodies, pieces)[0] + pieces[0].displacement * time
}

/// Impact of two pieces: point, normal and speeds.
pub struct Meeting {
    pub(crate) point: Point,
    pub(crate) normal: Vector,
    pub(crate) speed: Real,
    pub(crate) tangent_speed: Real,
}

impl Meeting {
    /// Impact of two pieces at a point of their contact.
    pub(crate) fn new(
        bodies: &Bodies,
        outlines: &PieceCache,
        info: &ContactInfo,
        contact: &Contact,
        point: &ContactPoint,
    ) -> Self {
        let pieces = info.pieces.map(|piece| &outlines.poses[piece as usize]);
        let has_edge = contact.reserve && contact.points[1] != ContactPoint::default();
        let discs = if contact.round && !has_edge {
            of_discs(bodies, pieces, contact, point)
        } else {
            None
        };
        discs.unwrap_or_else(|| Self {
            point: place_of_hit(bodies, pieces, info, contact, point),
            normal: contact.normal,
            speed: contact.approach_speed,
            tangent_speed: contact.tangent_speed,
        })
    }
}

/// Impact of two discs that were apart when the step began: the solver itself found it.
fn of_discs(
    bodies: &Bodies,
    pieces: [&PoseCache; 2],
    contact: &Contact,
    point: &ContactPoint,
) -> Option<Meeting> {
    let [from_a, from_b] = starts(bodies, pieces);
    let (gap, way) = (from_b - from_a, pieces[1].displacement - pieces[0].displacement);
    let reach = dot(gap, contact.normal) - point.separation;
    let (along, squared) = (dot(gap, way), dot(way, way));
    let closed = -dot(way, contact.normal);
    let root = along * along - squared * (dot(gap, gap) - reach * reach);
    if point.separation <= 0.0 || closed <= 0.0 || root < 0.0 || along >= 0.0 {
        return None;
    }
    let time = ((-along - root.sqrt()) / squared).clamp(0.0, 1.0);
    let between = gap + way * time;
    let normal = between / between.norm();
    // What turning adds to the speed of the surfaces past one another is the same all round.
    let rate = contact.approach_speed / closed;
    let past = |normal: Vector| (way.x * normal.y - way.y * normal.x) * rate;
    let spin = contact.tangent_speed - past(contact.normal).abs();
    let radius = dot(point.anchor_a, contact.normal) - 0.5 * point.separation;
    Some(Meeting {
        point: from_a + pieces[0].displacement * time + normal * radius,
        normal,
        speed: -dot(way, normal) * rate,
        tangent_speed: (past(normal).abs() + spin).abs(),
    })
}

/// Point at which two pieces hit one another, from a point of their contact.
fn place_of_hit(
    bodies: &Bodies,
    pieces: [&PoseCache; 2],
    info: &ContactInfo,
    contact: &Contact,
    point: &ContactPoint,
) -> Point {
    let [a, b] = pieces.map(|piece| piece.displacement);
    let [start_of_a, start_of_b] = starts(bodies, pieces);
    let place = start_of_a + point.anchor_a;
    if let Some(time) = time_of_meeting(bodies, pieces, info, contact) {
        return place + a * time;
    }
    let (gap, approach) = (point.separation, dot(a - b, contact.normal));
    if gap <= 0.0 || approach <= 0.0 {
        return place;
    }
    // The point was found midway across the gap that the two closed within the step.
    let time = if gap < approach { gap / approach } else { 1.0 };
    let half = contact.normal * (0.5 * gap);
    if dot(a, a) >= dot(b, b) {
        place - half + a * time
    } else {
        start_of_b + point.anchor_b + half + b * time
    }
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
    info: &'a ContactInfo,
    contact: &'a Contact,
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
    pub fn new(world: &'a World, info: &'a ContactInfo, contact: &'a Contact) -> Option<Self> {
        info.is_alive(&world.colliders.pieces).then_some(Self { world, info, contact })
    }

    /// The colliders; the normal points from the first to the second.
    pub fn colliders(&self) -> [ColliderKey; 2] {
        self.info.colliders
    }

    /// The bodies of the colliders.
    pub fn bodies(&self) -> [BodyKey; 2] {
        self.body_indices().map(|index| self.world.bodies.infos[index].original())
    }

    pub(crate) fn body_indices(&self) -> [usize; 2] {
        self.info.pieces.map(|piece| self.world.colliders.pieces[piece as usize].body as usize)
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
        self.contact.normal
    }

    /// True if the surfaces touch. Contacts with points that do not touch may do so soon.
    pub fn is_touching(&self) -> bool {
        self.contact.touching
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
        let center = origin_of_anchors(bodies, &colliders.outlines, self.info, self.contact);
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
