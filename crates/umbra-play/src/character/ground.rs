//! Ground under a character.

use arrayvec::ArrayVec;
use umbra_geom::math::{dot, right_of};
use umbra_geom::query::lowest_along;
use umbra_geom::{Circle, Point, Pose, Real, Rotation, Vector};

use super::planes::{Plane, nearest};
use super::report::HitKind;
use super::settings::level;
use super::slide::{MOST_FACES, Mover};
use crate::tuning::{TOO_NEAR, TOUCHED};
use umbra_core::Surface;
use umbra_core::{BodyKey, BodyRef, ColliderKey, ColliderPart, ColliderRef, Scene};

/// Surfaces within so many skins of where it lands are looked at.
const NEAR: Real = 2.0;
/// So many skins behind an edge the surface on top of it is looked for.
const BEHIND: Real = 2.0;
/// Steepest surface that ends a descent: 84 degrees.
const STEEPEST: Real = 0.1;
/// Part of a descent: a character that moves down by less is stuck, and ground that rises by less
/// carries nothing.
const STUCK: Real = 0.01;
/// Ground that is flatter than this has no ledges that a round foot would slide down.
const FLAT: Real = 0.9999;

/// Ground that a character stands on.
///
/// ```
/// use umbra::character::{Character, CharacterInput};
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let ice = Collider::cuboid(50.0, 0.5).user_data(3);
/// let ground = scene.add(Body::fixed(), [ice])?;
/// let mut player = Character::new(Circle::new(0.5)?)?;
/// player.set_position([0.0, 1.01])?;
/// player.step(&scene, &CharacterInput::default(), 1.0 / 60.0)?;
/// let stands_on = player.ground.unwrap();
/// assert_eq!(stands_on.body, ground);
/// // On ice, it hardly stops.
/// if scene.collider(stands_on.collider)?.user_data() == 3 {
///     player.settings.deceleration = 2.0;
/// }
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Ground {
    /// The body.
    pub body: BodyKey,
    /// Collider of the ground.
    pub collider: ColliderKey,
    /// Shape or cell of the collider.
    pub part: ColliderPart,
    /// Point at which the character stands on it.
    pub point: Point,
    /// The unit normal of the surface: at an edge, that of the surface on top.
    pub normal: Vector,
    /// Velocity of the surface there, belts included.
    pub velocity: Vector,
    /// Speed of the surface along itself: see
    /// [`Collider::surface_speed`](umbra_core::Collider::surface_speed).
    pub belt: Real,
    /// True if it is a one-way platform.
    pub is_platform: bool,
    /// Pose of the body at the end of the character's step. The motion of the body from here on
    /// carries the character.
    pub body_pose: Pose,
    /// Force with which the character weighs on the body, if that is dynamic. It grows to `mass`
    /// times `gravity` of the [settings](super::CharacterSettings) on bodies that support it, and
    /// is less on bodies that give way. 0 on other bodies.
    #[cfg_attr(feature = "serde", serde(default))]
    pub load: Real,
    /// Part of itself by which the load may change in a step; negative if it fell in the last one.
    #[cfg_attr(feature = "serde", serde(default))]
    pub load_pace: Real,
}

impl Ground {
    /// Ground made of a surface near the character.
    pub(super) fn new(scene: &Scene, near: &Surface, normal: Vector) -> Option<Self> {
        let body = scene.body(near.body).ok()?;
        let &Surface { collider, part, point, is_platform, .. } = near;
        let surface = scene.collider(collider).ok()?;
        let (velocity, belt) = surface_velocity(body, surface, part, (point, normal));
        let (body, body_pose) = (near.body, body.pose());
        let (load, load_pace) = (0.0, 0.0);
        Some(Self {
            body,
            collider,
            part,
            point,
            normal,
            velocity,
            belt,
            is_platform,
            body_pose,
            load,
            load_pace,
        })
    }

    /// Velocity of the body at that point, without the belt.
    pub(super) fn body_velocity(&self) -> Vector {
        self.velocity - right_of(self.normal) * self.belt
    }

    /// Displacement by which the body has carried the character since then.
    pub(super) fn carries(&self, now: &Pose) -> Vector {
        let (from, to) = (&self.body_pose, now);
        let shifted = to.translation.vector - from.translation.vector;
        if from.rotation == to.rotation {
            return shifted;
        }
        let turn = to.rotation * from.rotation.inverse();
        let arm = self.point.coords - from.translation.vector;
        shifted + (turn * arm - arm)
    }
}

/// Velocity of a collider's surface at one of its points, from its body and as a belt; and its
/// speed as a belt alone. The normal points out of the surface.
pub(crate) fn surface_velocity(
    body: BodyRef<'_>,
    collider: ColliderRef<'_>,
    part: ColliderPart,
    (point, normal): (Point, Vector),
) -> (Vector, Real) {
    let belt = collider.material_of(part).map_or(0.0, |material| material.surface_speed);
    (body.velocity_at(point) + right_of(normal) * belt, belt)
}

/// Ground below a character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) near: Surface,
    pub(super) normal: Vector,
    /// Distance down to it, beyond the skin.
    pub(super) drop: Real,
}

impl Mover<'_> {
    /// The ground at most so far below.
    pub(super) fn ground_below(&self, pose: &Pose, reach: Real) -> Option<Found> {
        let skin = self.skin();
        let length = reach + NEAR * skin;
        let down = self.up * -length;
        let met = self.cast(self.shape, pose, down)?;
        let way = met.hit.fraction * length;
        let near = met.surface(way * dot(met.hit.normal, self.up));
        let found = self.stands_on(pose, &near, way, reach);
        let found = found.or_else(|| {
            // A steep surface was met first; there may be ground right beside it.
            let mut landed = *pose;
            landed.translation.vector -= self.up * (way - 0.5 * skin).max(0.0);
            let drop = if way > TOUCHED * skin { way - skin } else { 0.0 };
            let (near, normal) = match self.best_ground(&landed, NEAR) {
                Some(best) => (best, best.normal),
                None => (self.wedge(&landed)?, self.up),
            };
            Some(Found { near, normal, drop }).filter(|it| it.drop <= reach)
        });
        found.map(|found| Found { drop: self.free_drop(pose, found.drop), ..found })
    }

    /// Part of a descent before something else is too near.
    fn free_drop(&self, pose: &Pose, drop: Real) -> Real {
        if drop <= 0.0 {
            return 0.0;
        }
        let mut at = *pose;
        at.translation.vector -= self.up * drop;
        let (skin, mut lacks) = (self.skin(), 0.0_f32);
        for face in self.faces(&at, TOO_NEAR) {
            let rise = dot(face.normal, self.up);
            if rise > STEEPEST {
                lacks = lacks.max((skin - face.gap) / rise);
            }
        }
        (drop - lacks).max(0.0)
    }

    /// Ground on which the character can stand, if the surface hit below it is ground.
    fn stands_on(&self, pose: &Pose, near: &Surface, way: Real, reach: Real) -> Option<Found> {
        let skin = self.skin();
        let (normal, drop) = match self.kind_of(near.normal) {
            HitKind::Ground if !self.is_ledge(near) => {
                let gap = near.gap;
                let is_far = gap > TOUCHED * skin;
                let drop = if is_far { way - skin / dot(near.normal, self.up) } else { 0.0 };
                (near.normal, drop)
            }
            HitKind::Ground | HitKind::Wall => {
                // Round feet do not slide down an edge: they stand on it as flat ones.
                let top = self.top_of_edge(near)?;
                let above = self.lowest(pose) - dot(near.point.coords, self.up);
                (top, if above > TOUCHED * skin { above - skin } else { 0.0 })
            }
            HitKind::Ceiling => return None,
        };
        (drop <= reach).then_some(Found { near: *near, normal, drop })
    }

    /// True if ground ends at its contact point: there is none right beside it, on the lower side.
    fn is_ledge(&self, near: &Surface) -> bool {
        if dot(near.normal, self.up) > FLAT {
            return false;
        }
        let Some((away, _)) = level(near.normal, self.up) else { return false };
        let side = BEHIND * self.skin();
        let steepest = side * (1.0 - self.least_up * self.least_up).max(0.0).sqrt() / self.least_up;
        self.probe(near.point.coords + away * side, side, steepest + side).is_none()
    }

    /// The ground's normal where a point is, from so much above to so much below it.
    fn probe(&self, at: Vector, above: Real, below: Real) -> Option<Vector> {
        let disc = Circle::new(TOO_NEAR * self.skin()).ok()?.into();
        let start = (at + self.up * above).into();
        let start = Pose::from_parts(start, Rotation::identity());
        let down = self.up * -(above + below);
        let met = self.cast(&disc, &start, down)?;
        let is_ground = met.hit.fraction > 0.0 && self.kind_of(met.hit.normal) == HitKind::Ground;
        is_ground.then_some(met.hit.normal)
    }

    /// The normal of the surface on top of an edge that was met at its side, if it can be stood on.
    fn top_of_edge(&self, near: &Surface) -> Option<Vector> {
        let side = BEHIND * self.skin();
        let (away, _) = level(near.normal, self.up)?;
        self.probe(near.point.coords - away * side, side, side)
    }

    /// Surface on which the shape is stuck: the flattest of the slopes and walls between which it
    /// cannot move down.
    pub(super) fn wedge(&self, pose: &Pose) -> Option<Surface> {
        let faces = self.faces(pose, NEAR);
        let rise = |face: &Surface| dot(face.normal, self.up);
        let planes: ArrayVec<Plane, MOST_FACES> =
            faces.iter().map(|face| Plane { normal: face.normal, least: 0.0 }).collect();
        let sinks = -dot(nearest(-self.up, &planes, 1e-4)?, self.up);
        let flattest = faces.iter().max_by(|a, b| rise(a).total_cmp(&rise(b)));
        flattest.copied().filter(|face| sinks < STUCK && rise(face) > STUCK)
    }

    /// The flattest ground within so many skins.
    pub(super) fn best_ground(&self, pose: &Pose, skins: Real) -> Option<Surface> {
        let faces = self.faces(pose, skins);
        let grounds = faces.iter().filter(|face| self.kind_of(face.normal) == HitKind::Ground);
        let rise = |face: &Surface| dot(face.normal, self.up);
        let flattest = |best: Surface, face: &Surface| {
            let by = rise(face) - rise(&best);
            let is_better = by > 1e-3 || by > -1e-3 && face.gap < best.gap - 1e-3 * self.skin();
            if is_better { *face } else { best }
        };
        grounds.fold(None, |best, face| Some(best.map_or(*face, |best| flattest(best, face))))
    }

    /// Height of the lowest point of the shape, along `up`.
    pub(super) fn lowest(&self, pose: &Pose) -> Real {
        lowest_along(self.shape, pose, self.up)
    }
}
