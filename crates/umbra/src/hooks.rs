//! What a caller can say about single contacts.

use umbra_geom::{Real, Vector};
use umbra_solver::Contact;

use crate::{BodyKey, ColliderKey, Error, check};

/// Asked by [`Scene::step_with`](crate::Scene::step_with) about every contact that has points, in
/// an order that depends on nothing but the scene.
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
pub trait Hooks {
    /// Whether the two collide in this step. Yes, unless overridden.
    fn should_collide(&self, pair: &ContactPair) -> bool {
        let _ = pair;
        true
    }

    /// Whether a collider that overlaps a sensor counts as its visitor. Yes, unless overridden.
    ///
    /// The sensor is the first of the pair. Asked when an overlap is about to begin, at the end of the step; a pair
    /// that was refused is asked about again when one of the two moves or is changed.
    fn should_sense(&self, pair: &ContactPair) -> bool {
        let _ = pair;
        true
    }

    /// Changes a contact for this step. Does nothing unless overridden.
    fn modify_contact(&self, contact: &mut ContactMut<'_>) {
        let _ = contact;
    }
}

/// Who touches whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactPair {
    /// The colliders.
    pub colliders: [ColliderKey; 2],
    /// Their bodies.
    pub bodies: [BodyKey; 2],
    /// What the caller attached to the colliders.
    pub user_data: [u64; 2],
}

/// A contact that a hook may change for the step at hand.
#[derive(Debug)]
pub struct ContactMut<'a> {
    pair: ContactPair,
    contact: &'a mut Contact,
}

impl<'a> ContactMut<'a> {
    pub(crate) fn new(pair: ContactPair, contact: &'a mut Contact) -> Self {
        Self { pair, contact }
    }

    /// Who touches whom.
    pub fn pair(&self) -> &ContactPair {
        &self.pair
    }

    /// The unit normal, from the first to the second.
    pub fn normal(&self) -> Vector {
        self.contact.normal
    }

    /// The least distance of the surfaces; negative when they overlap.
    pub fn separation(&self) -> Real {
        let least = |least: Real, p: &umbra_solver::ContactPoint| {
            if p.separation < least { p.separation } else { least }
        };
        self.contact.points().iter().fold(Real::INFINITY, least)
    }

    /// Lets the two pass through one another in this step.
    pub fn disable(&mut self) {
        self.contact.point_count = 0;
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
    /// # Errors
    /// When it is not from 0 to 1.
    pub fn set_restitution(&mut self, restitution: Real) -> Result<(), Error> {
        self.contact.restitution = check::range("restitution", restitution, 0.0, 1.0)?;
        Ok(())
    }

    /// How fast the first surface runs past the second, along the normal turned clockwise.
    ///
    /// # Errors
    /// When it is not finite or absurdly large.
    pub fn set_surface_speed(&mut self, surface_speed: Real) -> Result<(), Error> {
        self.contact.surface_speed = check::number("surface_speed", surface_speed)?;
        Ok(())
    }
}
