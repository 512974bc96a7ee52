//! What a step of a character tells.

use arrayvec::ArrayVec;
use umbra_geom::{Point, Real, Vector};

use crate::check;
use umbra_core::{BodyKey, ColliderKey, ColliderPart, Error, Scene};

/// The most hits of a step that are told.
pub(super) const MOST_HITS: usize = 16;
/// Hits while a step is on its way.
pub(super) type Hits = ArrayVec<Hit, MOST_HITS>;

/// What a character presses on, seen from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hit {
    /// What it is to the character.
    pub kind: HitKind,
    /// The body.
    pub body: BodyKey,
    /// Its collider.
    pub collider: ColliderKey,
    /// Which of its shapes or cells.
    pub part: ColliderPart,
    /// Where the character met it.
    pub point: Point,
    /// The unit normal there, towards the character.
    pub normal: Vector,
}

/// What a character does to a dynamic body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Push {
    /// The body.
    pub body: BodyKey,
    /// Where it is pushed.
    pub point: Point,
    /// The impulse; of a weight, that of the whole step.
    pub impulse: Vector,
    /// Whether it is the weight of a character that stands there: a force that acts for the whole of the next step, and no
    /// impact at its beginning.
    #[cfg_attr(feature = "serde", serde(default))]
    pub is_weight: bool,
    /// Whether it wakes the body. A weight that stays the same does not; one that is gone does, with an impulse of zero.
    #[cfg_attr(feature = "serde", serde(default = "yes"))]
    pub wakes: bool,
}

/// What pushes of older files do.
#[cfg(feature = "serde")]
fn yes() -> bool {
    true
}

/// A character had no room.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Crush {
    /// What it is deepest in.
    pub body: BodyKey,
    /// How deep.
    pub depth: Real,
}

/// What a step of a character came to.
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
    /// How far it came in all.
    pub translation: Vector,
    /// How much of it the ground carried it.
    pub carried: Vector,
    /// How far up a step, or down one, it was put at once. What draws the character can make it smooth.
    pub stepped: Real,
    /// Whether it jumped.
    pub jumped: bool,
    /// How fast it came down, if it landed.
    pub landed: Option<Real>,
    /// What crushed it: it is deeper than a hundredth of a length unit in something that is not dynamic, and there is no room
    /// beside it.
    pub crushed: Option<Crush>,
    /// What it pressed on.
    pub hits: &'a [Hit],
    /// What it does to dynamic bodies, if [`push`](Self::push) is called.
    pub pushes: &'a [Push],
    /// How long the step was.
    pub(super) dt: Real,
}

impl Moved<'_> {
    /// Pushes the dynamic bodies that it ran into, and weighs on the one that it stands on during the next step of the scene,
    /// which is taken to be as long as this one was.
    ///
    /// # Errors
    /// When one of them was removed or is no longer dynamic since the step. Then nothing is pushed.
    pub fn push(&self, scene: &mut Scene) -> Result<(), Error> {
        for push in self.pushes {
            check::vector("impulse", push.impulse)?;
            if push.is_weight {
                check::vector("force", push.impulse / self.dt)?;
            }
            if !scene.body(push.body)?.is_dynamic() {
                return Err(Error::NotDynamic(push.body));
            }
        }
        for push in self.pushes {
            let mut body = scene.body_mut(push.body)?;
            if push.wakes {
                body.wake();
            } else {
                body = body.without_waking();
            }
            if push.is_weight {
                body.apply_force_at(push.impulse / self.dt, push.point)?;
            } else {
                body.apply_impulse_at(push.impulse, push.point)?;
            }
        }
        Ok(())
    }
}
