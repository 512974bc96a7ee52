//! Several bodies and joints are added, or none.

use std::collections::BTreeSet;

use umbra_geom::{Circle, Point, Pose, Real, Vector, math};

use crate::check;
use umbra_core::{
    Body, BodyKey, BodyKind, Collider, Error, Filter, Inserted, Joint, JointBuilder, JointKey,
    QueryFilter, Scene, Softness,
};

/// Keys of the things that one call has added, in order.
///
/// ```
/// use umbra::build;
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
///
/// let rope = build::rope(&mut scene, [0.0, 5.0], [4.0, 5.0])?;
/// let end = rope.bodies[rope.bodies.len() - 1];
/// scene.body_mut(end)?.apply_impulse([0.0, -0.1])?; // somebody pulls at it
/// scene.remove_joint(rope.joints[8])?; // and it is cut in two
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Assembly {
    /// Bodies, in an order that the function that added them documents.
    pub bodies: Vec<BodyKey>,
    /// The joints, in the order of the bodies.
    pub joints: Vec<JointKey>,
    /// Fixed body that holds the parts attached to the world, if there are any.
    pub anchor: Option<BodyKey>,
}

impl Assembly {
    /// Removes all of it from the scene. Parts that were removed before, or have broken, are
    /// skipped.
    ///
    /// ```
    /// use umbra::build;
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let rope = build::rope(&mut scene, [0.0, 5.0], [4.0, 5.0])?;
    /// rope.remove(&mut scene);
    /// assert_eq!((scene.body_count(), scene.joint_count()), (0, 0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn remove(&self, scene: &mut Scene) {
        self.relax(scene);
        for key in self.bodies.iter().rev().chain(&self.anchor) {
            // Joints go with their bodies.
            let _ = scene.remove_body(*key);
        }
    }

    /// Returns the same assembly with its new keys after it was inserted: see [`Inserted`].
    ///
    /// ```
    /// use umbra::build;
    /// use umbra::prelude::*;
    ///
    /// let mut here = Scene::new(SceneConfig::default())?;
    /// let doll = build::ragdoll(&mut here, [0.0, 2.0])?;
    /// let part = here.extract(&doll.bodies)?;
    /// let mut there = Scene::new(SceneConfig::default())?;
    /// let doll = doll.after_insert(&there.insert(&part)?)?;
    /// doll.set_velocity(&mut there, [3.0, 0.0])?;
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the part did not hold all of it. What hangs on the world has an
    /// [`anchor`](Self::anchor) that belongs to it.
    pub fn after_insert(&self, inserted: &Inserted) -> Result<Self, Error> {
        Ok(Self {
            bodies: inserted.all_bodies(&self.bodies)?,
            joints: inserted.all_joints(&self.joints)?,
            anchor: self.anchor.map(|key| inserted.body(key)).transpose()?,
        })
    }

    /// Sets the velocity of all its bodies, and stops their turning.
    ///
    /// ```
    /// use umbra::build;
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    ///
    /// let doll = build::ragdoll(&mut scene, [0.0, 2.0])?;
    /// doll.set_velocity(&mut scene, [6.0, 4.0])?; // as fast as the player who fell
    /// assert!(doll.bodies.iter().all(|bone| scene.body(*bone).unwrap().velocity().x == 6.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite or absurdly large, or a body was removed.
    pub fn set_velocity(
        &self,
        scene: &mut Scene,
        velocity: impl Into<Vector>,
    ) -> Result<(), Error> {
        let velocity = check::vector("velocity", velocity.into())?;
        self.bodies.iter().try_for_each(|key| scene.body(*key).map(drop))?;
        for key in &self.bodies {
            let mut body = scene.body_mut(*key)?;
            body.set_velocity(velocity)?;
            body.set_angular_velocity(0.0)?;
        }
        Ok(())
    }

    /// Their mass together.
    ///
    /// ```
    /// use umbra::build;
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    ///
    /// let bridge = build::bridge(&mut scene, [0.0, 0.0], [8.0, 0.0])?;
    /// assert!((bridge.mass(&scene)? - 0.8).abs() < 0.1); // 16 planks of 0.5 m by 0.1 m
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a body was removed.
    pub fn mass(&self, scene: &Scene) -> Result<Real, Error> {
        self.bodies.iter().map(|key| scene.body(*key).map(|body| body.mass())).sum()
    }
}

/// Attachment of an end.
///
/// ```
/// use umbra::build::{self, End, RopeSettings};
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
///
/// let kite = scene.add(Body::dynamic().position([0.0, 9.0]), [Collider::cuboid(0.4, 0.4)])?;
/// let ends = [End::World, End::Body(kite)];
/// let settings = RopeSettings { ends, ..RopeSettings::default() };
/// let line = build::rope_with(&mut scene, [0.0, 0.0], [0.0, 8.6], &settings)?;
/// assert_eq!(line.joints.len(), 16 + 1); // one hinge more than links
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum End {
    /// Nothing.
    #[default]
    Free,
    /// The world, at the position of the end: a fixed body is added for it. If the end lies in the
    /// ground, the ground does not push it.
    World,
    /// A body, at its point that is at the position of the end.
    Body(BodyKey),
}

impl End {
    pub(super) fn check(self, scene: &Scene) -> Result<(), Error> {
        if let Self::Body(key) = self {
            scene.body(key)?;
        }
        Ok(())
    }
}

/// Bodies and joints on their way into a scene.
pub(super) struct Adding<'a> {
    pub(super) scene: &'a mut Scene,
    added: Assembly,
}

impl Adding<'_> {
    pub(super) fn body(&mut self, body: Body) -> Result<BodyKey, Error> {
        let key = self.scene.add_body(body)?;
        self.added.bodies.push(key);
        Ok(key)
    }

    pub(super) fn collider(&mut self, body: BodyKey, collider: Collider) -> Result<(), Error> {
        self.scene.add_collider(body, collider).map(drop)
    }

    pub(super) fn joint(&mut self, joint: JointBuilder) -> Result<(), Error> {
        self.added.joints.push(self.scene.add_joint(joint)?);
        Ok(())
    }

    /// The body that holds an end at a point, if one does.
    pub(super) fn holder(&mut self, end: End, at: Point) -> Result<Option<BodyKey>, Error> {
        match (end, self.added.anchor) {
            (End::Free, _) => Ok(None),
            (End::Body(key), _) => Ok(Some(key)),
            (End::World, Some(anchor)) => Ok(Some(anchor)),
            (End::World, None) => {
                self.added.anchor = Some(self.scene.add_body(Body::fixed().position(at))?);
                Ok(self.added.anchor)
            }
        }
    }

    /// Lets a body of the caller's pass through one of these, if they lie over one another.
    pub(super) fn part(&mut self, holder: BodyKey, body: BodyKey) -> Result<(), Error> {
        let boxes = [holder, body].map(|key| self.scene.body(key).ok()?.aabb());
        if let [Some(a), Some(b)] = boxes
            && a.overlaps(&b)
        {
            self.scene.add_joint(Joint::filter(holder, body))?;
        }
        Ok(())
    }

    /// Lets what the world holds at a point pass through the ground that is there: its hinge holds
    /// it in that, and the two would press against one another for ever.
    pub(super) fn part_from_ground(
        &mut self,
        body: BodyKey,
        at: Point,
        radius: Real,
    ) -> Result<(), Error> {
        let around = Circle::new(radius)?.into();
        let at = Pose::translation(at.x, at.y);
        let fixed = QueryFilter::default().only(BodyKind::Fixed);
        let mut grounds = BTreeSet::new();
        for collider in self.scene.overlap_shape(&around, at, fixed) {
            grounds.insert(self.scene.collider(collider)?.body());
        }
        for ground in grounds {
            self.scene.add_joint(Joint::filter(ground, body))?;
        }
        Ok(())
    }

    /// The filter of all its colliders, of which none has been added yet: they pass through one
    /// another.
    pub(super) fn filter(&self, told: Filter) -> Filter {
        if told.group != 0 {
            return told;
        }
        let first = self.added.bodies.first().map_or(0, |key| key.index());
        Filter { group: own_group(self.scene, first), ..told }
    }
}

/// The first group that no collider of the scene has, from one on that the place of a body names.
/// That one is free but for assemblies of which this body was removed, and parts that were copied.
fn own_group(scene: &Scene, place: usize) -> i32 {
    const FIRST: i32 = -0x4000_0000;
    const LAST: i32 = -0x7fff_ffff;
    let groups = scene.colliders().filter_map(|key| Some(scene.collider(key).ok()?.filter().group));
    let mut taken = BTreeSet::new();
    taken.extend(groups.filter(|group| *group <= FIRST));
    let mut group = FIRST - (place & 0x3fff_ffff) as i32;
    // There are more groups than colliders.
    while taken.contains(&group) {
        group = if group > LAST { group - 1 } else { FIRST };
    }
    group
}

/// Does some work that adds to a scene. If it is refused, all that it has added goes again.
pub(super) fn adding(
    scene: &mut Scene,
    work: impl FnOnce(&mut Adding<'_>) -> Result<(), Error>,
) -> Result<Assembly, Error> {
    let mut adding = Adding { scene, added: Assembly::default() };
    let result = work(&mut adding);
    let Adding { scene, added } = adding;
    match result {
        Ok(()) => Ok(added),
        Err(error) => {
            added.remove(scene);
            Err(error)
        }
    }
}

/// A count from 1 to a most.
pub(super) fn count(
    parameter: &'static str,
    value: u32,
    least: u32,
    max: u32,
) -> Result<u32, Error> {
    if (least..=max).contains(&value) {
        return Ok(value);
    }
    let (value, least, most) = (value as Real, least as Real, max as Real);
    Err(umbra_geom::Error::OutOfRange { parameter, value, least, most }.into())
}

/// A length greater than zero.
pub(super) fn length(parameter: &'static str, value: Real) -> Result<Real, Error> {
    Ok(check::length(parameter, value)?)
}

pub(super) fn softness(told: Softness) -> Result<Softness, Error> {
    const FASTEST: Real = 1e6;
    check::range("hertz", told.hertz, 0.0, FASTEST)?;
    check::range("damping_ratio", told.damping_ratio, 0.0, FASTEST)?;
    Ok(told)
}

/// Direction and size of gravity in a scene; straight down with size 0 if there is no gravity.
pub(super) fn down(scene: &Scene) -> (Vector, Real) {
    math::direction(scene.config().gravity).unwrap_or((Vector::new(0.0, -1.0), 0.0))
}

/// The pose at a point whose x axis looks along a unit vector.
pub(super) fn along(at: Point, unit: Vector) -> Pose {
    let turn = umbra_geom::Rotation::from_cos_sin_unchecked(unit.x, unit.y);
    Pose::from_parts(at.into(), turn)
}
