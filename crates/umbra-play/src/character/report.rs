//! Report of a character's step.

use arrayvec::ArrayVec;
use umbra_geom::{Point, Real, Vector};

use crate::check;
use umbra_core::{BodyKey, ColliderKey, ColliderPart, Error, Scene};

/// The most hits of a step that are told.
pub(super) const MOST_HITS: usize = 16;
/// Hits while a step is on its way.
pub(super) type Hits = ArrayVec<Hit, MOST_HITS>;

/// Kind of a surface that a character presses on, as seen from it.
///
/// ```
/// use umbra::character::{Character, CharacterInput, HitKind};
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
///
/// scene.add(Body::fixed().position([0.0, 1.5]), [Collider::cuboid(5.0, 0.5)])?;
/// let mut player = Character::new(Circle::new(0.5)?)?;
/// player.velocity.y = 60.0; // a jump pad below a ceiling
/// let moved = player.step(&scene, &CharacterInput::default(), 1.0 / 60.0)?;
/// assert!(moved.hits.iter().any(|hit| hit.kind == HitKind::Ceiling));
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum HitKind {
    /// Something that it can stand on.
    Ground,
    /// Something too steep to stand on.
    Wall,
    /// Something above it.
    Ceiling,
}

/// Something that a character pressed on in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Hit {
    /// Kind of the surface.
    pub kind: HitKind,
    /// The body.
    pub body: BodyKey,
    /// Collider of the surface.
    pub collider: ColliderKey,
    /// Shape or cell of the collider.
    pub part: ColliderPart,
    /// Point at which the character hit it.
    pub point: Point,
    /// The unit normal there, towards the character.
    pub normal: Vector,
}

/// Push of a character on a dynamic body.
///
/// ```
/// use umbra::character::{Character, CharacterInput};
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
///
/// let cart = Body::dynamic().position([1.0, 0.0]).gravity_scale(0.0);
/// let cart = scene.add(cart, [Collider::cuboid(0.5, 0.5).mass(30.0)])?;
/// let mut player = Character::new(Circle::new(0.4)?)?;
/// player.velocity.x = 5.0;
/// let input = CharacterInput { run: 1.0, ..Default::default() };
/// for _ in 0..3 {
///     for push in player.step(&scene, &input, 1.0 / 60.0)?.pushes {
///         assert_eq!(push.body, cart);
///         scene.body_mut(push.body)?.apply_impulse_at(push.impulse, push.point)?;
///     }
/// }
/// assert!(scene.body(cart)?.velocity().x > 1.0);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Push {
    /// The body.
    pub body: BodyKey,
    /// Point at which the body is pushed.
    pub point: Point,
    /// The impulse; of a weight, that of the whole step.
    pub impulse: Vector,
    /// True if it is the weight of a character that stands there: a force that acts during the
    /// whole next step, not an impulse at its beginning.
    #[cfg_attr(feature = "serde", serde(default))]
    pub is_weight: bool,
    /// True if it wakes the body. A weight that stays the same does not. When a weight ends, a push
    /// with an impulse of zero wakes the body.
    #[cfg_attr(feature = "serde", serde(default = "yes"))]
    pub wakes: bool,
}

/// Value of `wakes` in older files.
#[cfg(feature = "serde")]
fn yes() -> bool {
    true
}

/// An overlap that a character could not leave, because it had no room.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Crush {
    /// Body that it overlaps most deeply.
    pub body: BodyKey,
    /// Depth of the overlap.
    pub depth: Real,
}

/// Result of a character's step.
///
/// ```
/// use umbra::character::{Character, CharacterInput, HitKind};
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// scene.add(Body::fixed(), [Collider::cuboid(50.0, 0.5)])?;
/// let ball = Body::dynamic().position([1.5, 1.0]);
/// let ball = scene.add(ball, [Collider::circle(0.5)])?;
/// let mut player = Character::new(Circle::new(0.5)?)?;
/// player.set_position([0.0, 1.01])?;
/// for _ in 0..30 {
///     let input = CharacterInput { run: 1.0, ..Default::default() };
///     let moved = player.step(&scene, &input, 1.0 / 60.0)?;
///     for hit in moved.hits.iter().filter(|hit| hit.kind == HitKind::Wall) {
///         assert_eq!(hit.body, ball); // there is nothing else
///     }
///     moved.push(&mut scene)?;
///     scene.step(1.0 / 60.0)?;
/// }
/// assert!(scene.body(ball)?.velocity().x > 1.0);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Moved<'a> {
    /// Distance and direction that it moved in all.
    pub translation: Vector,
    /// Part of the translation by which the ground carried it.
    pub carried: Vector,
    /// Height of a step that it was moved up, or down if negative, at once. Drawing code can smooth
    /// it.
    pub stepped: Real,
    /// True if it jumped.
    pub jumped: bool,
    /// Speed at which it came down, if it landed.
    pub landed: Option<Real>,
    /// Body that crushed it: it overlaps something that is not dynamic by more than a hundredth of
    /// a length unit, and there is no room beside it.
    pub crushed: Option<Crush>,
    /// Surfaces that it pressed on.
    pub hits: &'a [Hit],
    /// Pushes on dynamic bodies, which [`push`](Self::push) applies.
    pub pushes: &'a [Push],
    /// Length of the step in seconds.
    pub(super) dt: Real,
}

impl Moved<'_> {
    /// Pushes the dynamic bodies that it ran into, and weighs on the one that it stands on during
    /// the next step of the scene, which is taken to be as long as this one was.
    ///
    /// # Errors
    /// When one of them was removed or is no longer dynamic since the step. Then nothing is pushed.
    pub fn push(&self, scene: &mut Scene) -> Result<(), Error> {
        for push in self.pushes {
            if !scene.body(push.body)?.is_dynamic() {
                return Err(Error::NotDynamic(push.body));
            }
        }
        for push in self.pushes {
            let mut body = scene.body_mut(push.body)?;
            let arm = push.point - body.view().center_of_mass();
            if push.wakes {
                body.wake();
            } else {
                body = body.without_waking();
            }
            if push.is_weight {
                body.apply_force_at(bounded(push.impulse / self.dt, arm), push.point)?;
            } else {
                body.apply_impulse_at(bounded(push.impulse, arm), push.point)?;
            }
        }
        Ok(())
    }
}

/// No more than a scene accepts, as an impulse and as what it turns: what weighs as much as
/// mountains may be run into at any speed.
fn bounded(push: Vector, arm: Vector) -> Vector {
    let [x, y, arm_x, arm_y] = [push.x, push.y, arm.x, arm.y].map(f64::from);
    let turned = arm_x * y - arm_y * x;
    let most = x.abs().max(y.abs()).max(turned.abs());
    // Rounding is not to bring it above the bound.
    let bound = 0.999 * f64::from(check::MAX_MAGNITUDE);
    if most > bound {
        Vector::new((x * bound / most) as Real, (y * bound / most) as Real)
    } else {
        push
    }
}
