//! Hooks: decisions of the caller about single contacts.

use umbra_geom::{FeatureId, Point, Real, Vector};
use umbra_solver::{Contact, ContactPoint as SolverPoint};

use crate::{BodyKey, ColliderKey, Error, check};

/// Hooks that `Scene::step_with` calls about every contact with points, and about new overlaps of
/// sensors. The order of the calls depends only on the scene.
///
/// ```
/// use umbra::prelude::*;
///
/// /// Colliders marked 7 are as slippery as ice.
/// struct Ice;
///
/// impl Hooks for Ice {
///     fn modify_contact(&self, contact: &mut ContactMut<'_>) {
///         if contact.pair().user_data.contains(&7) {
///             let _ = contact.set_friction(0.0);
///         }
///     }
/// }
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// scene.step_with(1.0 / 60.0, &Ice)?;
/// # Ok::<(), umbra::Error>(())
/// ```
#[doc(alias("pre solve", "contact filter", "contact modification"))]
pub trait Hooks {
    /// True if the two collide in this step. True, unless overridden.
    fn should_collide(&self, pair: &ContactPair) -> bool {
        let _ = pair;
        true
    }

    /// True if a collider that overlaps a sensor counts as its visitor. True, unless overridden.
    ///
    /// The sensor is the first of the pair. Asked when an overlap is about to begin, at the end of
    /// the step; a pair that was refused is asked about again when one of the two moves or is
    /// changed.
    fn should_sense(&self, pair: &ContactPair) -> bool {
        let _ = pair;
        true
    }

    /// Changes a contact for this step. Does nothing unless overridden.
    fn modify_contact(&self, contact: &mut ContactMut<'_>) {
        let _ = contact;
    }
}

/// Two colliders that touch, or are about to.
///
/// ```
/// # use umbra::prelude::*;
/// /// Players pass through their own doors: both have the number of a team.
/// struct Doors;
///
/// impl Hooks for Doors {
///     fn should_collide(&self, pair: &ContactPair) -> bool {
///         let [a, b] = pair.user_data;
///         a == 0 || a != b
///     }
/// }
///
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// let door = Collider::cuboid(0.2, 2.0).user_data(1);
/// scene.add(Body::fixed().position([1.5, 0.0]), [door])?;
/// let player = Body::dynamic().velocity([4.0, 0.0]).gravity_scale(0.0);
/// let player = scene.add(player, [Collider::circle(0.5).user_data(1)])?;
/// for _ in 0..60 {
///     scene.step_with(1.0 / 60.0, &Doors)?;
/// }
/// assert!(scene.body(player)?.position().x > 3.9);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactPair {
    /// The colliders.
    pub colliders: [ColliderKey; 2],
    /// Their bodies.
    pub bodies: [BodyKey; 2],
    /// User data of the colliders.
    pub user_data: [u64; 2],
}

/// One of the at most two points of a contact, as a hook sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// Midway between the two surfaces.
    pub position: Point,
    /// Distance of the surfaces; negative when they overlap.
    pub separation: Real,
}

/// A contact that a hook may change for the step at hand.
///
/// ```
/// use umbra::prelude::*;
///
/// /// Colliders marked 7 are soft at their left: contact points there do not count.
/// struct Soft;
///
/// impl Hooks for Soft {
///     fn modify_contact(&self, contact: &mut ContactMut<'_>) {
///         if contact.pair().user_data.contains(&7) {
///             contact.retain_points(|point| point.position.x > 0.0);
///             let rough = 2.0 * contact.friction();
///             let _ = contact.set_friction(rough);
///         }
///     }
/// }
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// scene.step_with(1.0 / 60.0, &Soft)?;
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Debug)]
pub struct ContactMut<'a> {
    pair: ContactPair,
    contact: &'a mut Contact,
    /// Features to which the points belong.
    features: &'a mut [FeatureId; 2],
    /// The centre of mass of the first body, from which anchors are counted.
    center: Point,
}

impl<'a> ContactMut<'a> {
    pub(crate) fn new(
        pair: ContactPair,
        contact: &'a mut Contact,
        features: &'a mut [FeatureId; 2],
        center: Point,
    ) -> Self {
        Self { pair, contact, features, center }
    }

    /// The two colliders.
    pub fn pair(&self) -> &ContactPair {
        &self.pair
    }

    /// The unit normal, from the first to the second.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// /// Walls let go of what slides along them: only what is nearly level has friction.
    /// struct SlipperyWalls;
    ///
    /// impl Hooks for SlipperyWalls {
    ///     fn modify_contact(&self, contact: &mut ContactMut<'_>) {
    ///         if contact.normal().y.abs() < 0.5 {
    ///             let _ = contact.set_friction(0.0);
    ///         }
    ///     }
    /// }
    /// # Scene::new(SceneConfig::default())?.step_with(1.0 / 60.0, &SlipperyWalls)?;
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn normal(&self) -> Vector {
        self.contact.normal
    }

    /// The least distance of the surfaces; negative when they overlap.
    pub fn separation(&self) -> Real {
        let least = |least: Real, point: &SolverPoint| {
            if point.separation < least { point.separation } else { least }
        };
        self.contact.points().iter().fold(Real::INFINITY, least)
    }

    /// Contact points: one or two, unless some were removed. Those of a fast pair are at the
    /// predicted impact.
    pub fn points(&self) -> impl Iterator<Item = ContactPoint> + '_ {
        self.contact.points().iter().map(|point| self.point(point))
    }

    fn point(&self, point: &SolverPoint) -> ContactPoint {
        ContactPoint { position: self.center + point.anchor_a, separation: point.separation }
    }

    /// Removes, for this step, the points for which `keep` is false. Without any left, the two pass
    /// through one another.
    pub fn retain_points(&mut self, mut keep: impl FnMut(&ContactPoint) -> bool) {
        let mut kept = 0;
        for index in 0..self.contact.points().len() {
            let point = self.contact.points[index];
            if keep(&self.point(&point)) {
                self.contact.points[kept] = point;
                self.features[kept] = self.features[index];
                kept += 1;
            }
        }
        self.contact.point_count = kept as u8;
    }

    /// Lets the two pass through one another in this step.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// /// What sinks slowly into the swamp is not held by it.
    /// struct Swamp;
    ///
    /// impl Hooks for Swamp {
    ///     fn modify_contact(&self, contact: &mut ContactMut<'_>) {
    ///         if contact.pair().user_data.contains(&5) {
    ///             contact.disable();
    ///         }
    ///     }
    /// }
    ///
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::fixed(), [Collider::cuboid(9.0, 1.0).user_data(5)])?;
    /// # let ball = Body::dynamic().position([0.0, 1.4]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// for _ in 0..60 {
    ///     scene.step_with(1.0 / 60.0, &Swamp)?;
    /// }
    /// assert!(scene.body(ball)?.position().y < -2.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn disable(&mut self) {
        self.contact.point_count = 0;
    }

    /// The coefficient of friction of this contact.
    pub fn friction(&self) -> Real {
        self.contact.friction
    }

    /// The part of the approach speed that this contact gives back.
    pub fn restitution(&self) -> Real {
        self.contact.restitution
    }

    /// Rolling resistance: its torque is at most the normal force times this length.
    pub fn rolling_resistance(&self) -> Real {
        self.contact.rolling_resistance
    }

    /// Speed of the first surface relative to the second, along the normal turned clockwise.
    pub fn surface_speed(&self) -> Real {
        self.contact.surface_speed
    }

    /// The coefficient of friction of this contact.
    ///
    /// # Errors
    /// When it is negative, not finite or absurdly large.
    pub fn set_friction(&mut self, friction: Real) -> Result<(), Error> {
        self.contact.friction = check::amount("friction", friction)?;
        Ok(())
    }

    /// The part of the approach speed that this contact gives back.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// /// A bumper gives back twice the speed; all else is as it was.
    /// struct Pinball;
    ///
    /// impl Hooks for Pinball {
    ///     fn modify_contact(&self, contact: &mut ContactMut<'_>) {
    ///         if contact.pair().user_data.contains(&9) {
    ///             let _ = contact.set_restitution(2.0);
    ///         }
    ///     }
    /// }
    ///
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// scene.add(Body::fixed(), [Collider::circle(0.5).user_data(9)])?;
    /// let ball = Body::dynamic().position([2.0, 0.0]).velocity([-3.0, 0.0]);
    /// let ball = scene.add(ball, [Collider::circle(0.2)])?;
    /// for _ in 0..60 {
    ///     scene.step_with(1.0 / 60.0, &Pinball)?;
    /// }
    /// assert!((scene.body(ball)?.velocity().x - 6.0).abs() < 0.1);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is not from 0 to 4.
    pub fn set_restitution(&mut self, restitution: Real) -> Result<(), Error> {
        self.contact.restitution = check::restitution(restitution)?;
        Ok(())
    }

    /// Sets the rolling resistance: its torque is at most the normal force times this length.
    ///
    /// # Errors
    /// When it is negative, not finite or absurdly large.
    pub fn set_rolling_resistance(&mut self, rolling_resistance: Real) -> Result<(), Error> {
        let length = check::amount("rolling_resistance", rolling_resistance)?;
        self.contact.rolling_resistance = length;
        Ok(())
    }

    /// Sets the speed of the first surface relative to the second, along the normal turned
    /// clockwise.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// /// Escalators, all of them at once.
    /// struct Escalators {
    ///     speed: f32,
    /// }
    ///
    /// impl Hooks for Escalators {
    ///     fn modify_contact(&self, contact: &mut ContactMut<'_>) {
    ///         let [first, second] = contact.pair().user_data;
    ///         // The speed is that of the first surface.
    ///         if first == 4 || second == 4 {
    ///             let sign = if first == 4 { 1.0 } else { -1.0 };
    ///             let _ = contact.set_surface_speed(sign * self.speed);
    ///         }
    ///     }
    /// }
    /// # Scene::new(SceneConfig::default())?.step_with(1.0 / 60.0, &Escalators { speed: 1.0 })?;
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is not finite or absurdly large.
    pub fn set_surface_speed(&mut self, surface_speed: Real) -> Result<(), Error> {
        self.contact.surface_speed = check::number("surface_speed", surface_speed)?;
        Ok(())
    }
}
