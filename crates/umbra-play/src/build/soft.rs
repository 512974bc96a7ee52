//! Soft bodies: a ring that cannot stretch, on soft spokes.

use umbra_geom::{Point, Real, Vector, math};

use super::adding::{self, Adding, Assembly, adding, along, count, length};
use crate::check;
use umbra_core::{
    Body, BodyKey, Collider, ColliderKey, Error, Filter, Inserted, Joint, JointKey, Scene, Softness,
};

/// Settings of a soft body. See [`blob_with`] and [`soft_box_with`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct SoftSettings {
    /// Number of capsules in its skin, from 8 to 200, rounded up to a multiple of four. 20 by
    /// default. With more than 24, scenes with [`JointSolving::Auto`](umbra_core::JointSolving)
    /// solve its joints one by one, and it keeps its area less well.
    pub segments: u32,
    /// Thickness of the skin; by default, half the length of a segment.
    pub thickness: Option<Real>,
    /// Mass per area of all that it encloses. 1 by default.
    pub density: Real,
    /// Frequency, per second, at which it swings after it was squeezed, and the damping ratio of
    /// that. 8 and 0.7 by default.
    pub softness: Softness,
    /// Range by which a spoke can be compressed or stretched, as a fraction of its length. 0.03 by
    /// default for blobs; 0.012 for boxes, which keeps the area within 2 %, and less for boxes
    /// longer than 1.5 to 1. A larger value makes the body softer.
    pub give: Option<Real>,
    /// Frequency at which a bend of the skin swings, per second. 40 by default.
    pub skin: Real,
    /// The friction of its skin. 0.6 by default.
    pub friction: Real,
    /// Filter that decides which colliders it collides with. Its skin does not collide with itself:
    /// it gets a negative group of its own, unless a group is given.
    pub filter: Filter,
}

impl Default for SoftSettings {
    fn default() -> Self {
        Self {
            segments: 20,
            thickness: None,
            density: 1.0,
            softness: Softness { hertz: 8.0, damping_ratio: 0.7 },
            give: None,
            skin: 40.0,
            friction: 0.6,
            filter: Filter::default(),
        }
    }
}

/// A soft body of a scene: plain keys.
///
/// ```
/// use umbra::build;
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
///
/// let jelly = build::blob(&mut scene, [0.0, 3.0], 0.5)?;
/// jelly.set_velocity(&mut scene, [4.0, 0.0])?;
/// for _ in 0..30 {
///     scene.step(1.0 / 60.0)?;
/// }
/// assert!((jelly.center(&scene)?.x - 2.0).abs() < 0.05);
/// jelly.remove(&mut scene);
/// assert_eq!(scene.body_count(), 0);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct SoftBody {
    /// The segments of the skin, counter-clockwise.
    pub skin: Vec<BodyKey>,
    /// The hinges of the skin: each between a segment and the next one.
    pub hinges: Vec<JointKey>,
    /// The springs from the hub to every second segment.
    pub spokes: Vec<JointKey>,
    /// The body in the middle, that has no collider.
    pub hub: BodyKey,
    /// A weight of a hundredth of a segment, pinned to the first one: see
    /// `docs/design/vehicles.md`.
    pub pebble: BodyKey,
    /// The half of a segment's length.
    half: Real,
}

impl SoftBody {
    /// Corners of its skin, counter-clockwise: the joints of the segments, in the middle of their
    /// thickness.
    ///
    /// ```
    /// use umbra::build;
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    ///
    /// let blob = build::blob(&mut scene, [0.0, 0.0], 1.0)?;
    /// let polygon = blob.outline(&scene)?; // to be filled
    /// assert_eq!(polygon.len(), 20);
    /// assert!(polygon.iter().all(|corner| corner.coords.norm() > 0.9));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a segment was removed.
    pub fn outline(&self, scene: &Scene) -> Result<Vec<Point>, Error> {
        let ends = |key: &BodyKey| {
            let body = scene.body(*key)?;
            Ok([-self.half, self.half].map(|x| body.world_point([x, 0.0])))
        };
        let ends: Result<Vec<_>, Error> = self.skin.iter().map(ends).collect();
        let ends = ends?;
        let before = ends.iter().cycle().skip(ends.len().saturating_sub(1));
        let corner =
            |(before, own): (&[Point; 2], &[Point; 2])| own[0] + (before[1] - own[0]) * 0.5;
        Ok(before.zip(&ends).map(corner).collect())
    }

    /// The area within its outline.
    ///
    /// ```
    /// use umbra::build;
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::fixed().position([0.0, -0.5]), [Collider::cuboid(20.0, 0.5)])?;
    /// let blob = build::blob(&mut scene, [0.0, 2.0], 0.5)?;
    /// let before = blob.area(&scene)?;
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    ///     assert!((blob.area(&scene)? / before - 1.0).abs() < 0.02);
    /// }
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a segment was removed.
    pub fn area(&self, scene: &Scene) -> Result<Real, Error> {
        let corners = self.outline(scene)?;
        let next = corners.iter().cycle().skip(1);
        let Some(first) = corners.first() else { return Ok(0.0) };
        let triangle = |(a, b): (&Point, &Point)| math::cross(*a - *first, *b - *first);
        Ok(0.5 * corners.iter().zip(next).map(triangle).sum::<Real>())
    }

    /// Position of its centre.
    ///
    /// # Errors
    /// When its hub was removed.
    pub fn center(&self, scene: &Scene) -> Result<Point, Error> {
        Ok(scene.body(self.hub)?.position())
    }

    /// Its bodies: the segments, the hub and the pebble.
    pub fn bodies(&self) -> impl Iterator<Item = BodyKey> + '_ {
        self.skin.iter().copied().chain([self.hub, self.pebble])
    }

    /// The same where it was inserted, with its new keys: see [`Inserted`].
    ///
    /// # Errors
    /// When the part did not hold all of it.
    pub fn after_insert(&self, inserted: &Inserted) -> Result<Self, Error> {
        Ok(Self {
            skin: inserted.all_bodies(&self.skin)?,
            hinges: inserted.all_joints(&self.hinges)?,
            spokes: inserted.all_joints(&self.spokes)?,
            hub: inserted.body(self.hub)?,
            pebble: inserted.body(self.pebble)?,
            half: self.half,
        })
    }

    /// The colliders of its skin.
    ///
    /// ```
    /// use umbra::build;
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    ///
    /// let slime = build::blob(&mut scene, [0.0, 0.0], 1.0)?;
    /// for part in slime.colliders(&scene)? {
    ///     scene.collider_mut(part)?.set_friction(3.0)?; // it sticks
    /// }
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a segment was removed.
    pub fn colliders(&self, scene: &Scene) -> Result<Vec<ColliderKey>, Error> {
        let mut all = vec![];
        for key in &self.skin {
            all.extend(scene.body(*key)?.colliders());
        }
        Ok(all)
    }

    /// Sets the velocity of all of it.
    ///
    /// # Errors
    /// When a number is not finite or absurdly large, or a part of it was removed.
    pub fn set_velocity(
        &self,
        scene: &mut Scene,
        velocity: impl Into<Vector>,
    ) -> Result<(), Error> {
        self.assembly().set_velocity(scene, velocity)
    }

    /// Removes all of it from the scene. Parts that were removed before are skipped.
    pub fn remove(&self, scene: &mut Scene) {
        self.assembly().remove(scene);
    }

    fn assembly(&self) -> Assembly {
        Assembly { bodies: self.bodies().collect(), ..Assembly::default() }
    }
}

/// Adds a soft disc.
///
/// ```
/// use umbra::build;
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let blob = build::blob(&mut scene, [0.0, 2.0], 0.5)?;
/// assert_eq!(blob.skin.len(), 20);
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// As [`blob_with`].
#[doc(alias("jelly", "soft body"))]
pub fn blob(scene: &mut Scene, center: impl Into<Point>, radius: Real) -> Result<SoftBody, Error> {
    blob_with(scene, center, radius, &SoftSettings::default())
}

/// Adds a soft disc: a ring of capsules, joined by hinges, on springs to a body in its middle. The
/// ring cannot stretch, and the springs are pressed in and drawn out by no more than they give: so
/// its area hardly changes.
///
/// ```
/// use umbra::build::{self, SoftSettings};
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
///
/// let dough = SoftSettings { give: Some(0.2), density: 2.0, ..SoftSettings::default() };
/// let dough = build::blob_with(&mut scene, [0.0, 2.0], 0.5, &dough)?;
/// let usual = build::blob(&mut scene, [3.0, 2.0], 0.5)?;
/// let mass = |it: &build::SoftBody| -> f32 {
///     it.bodies().map(|key| scene.body(key).unwrap().mass()).sum()
/// };
/// assert!((mass(&dough) - 2.0 * mass(&usual)).abs() < 1e-3);
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// When a number makes no sense. Nothing is added then.
pub fn blob_with(
    scene: &mut Scene,
    center: impl Into<Point>,
    radius: Real,
    settings: &SoftSettings,
) -> Result<SoftBody, Error> {
    length("radius", radius)?;
    let segments = count("segments", settings.segments, 8, 200)?.next_multiple_of(4);
    let turn = core::f32::consts::TAU / segments as Real;
    // The skin lies within the disc: its middle is half of its thickness below the edge.
    let sine = math::rotation(0.5 * turn).im;
    let inset = settings.thickness.map_or(radius - radius / (1.0 + 0.5 * sine), |it| 0.5 * it);
    let middle = radius - if inset < radius { inset } else { 0.0 };
    let corner = |i: u32| math::rotation(turn * i as Real) * Vector::new(middle, 0.0);
    let corners: Vec<Vector> = (0..segments).map(corner).collect();
    Ring { corners, give: 0.03 }.add(scene, center.into(), settings)
}

/// Adds a soft box, given by half of its width and half of its height.
///
/// ```
/// use umbra::build;
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
///
/// let cushion = build::soft_box(&mut scene, [0.0, 1.0], 0.8, 0.4)?;
/// let area = cushion.area(&scene)?; // within the middle of its skin
/// assert!(area > 0.9 && area < 1.28);
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// As [`soft_box_with`].
pub fn soft_box(
    scene: &mut Scene,
    center: impl Into<Point>,
    half_width: Real,
    half_height: Real,
) -> Result<SoftBody, Error> {
    soft_box_with(scene, center, half_width, half_height, &SoftSettings::default())
}

/// Adds a soft box: as [`blob_with`], with a skin that is bent at its four corners. Its segments
/// are about as long as they would be in a ring, and as many on sides that face one another.
///
/// With the default settings its area stays within 2 % up to sides of ten to one. Longer ones lose
/// more: make several.
///
/// # Errors
/// When a number makes no sense. Nothing is added then.
pub fn soft_box_with(
    scene: &mut Scene,
    center: impl Into<Point>,
    half_width: Real,
    half_height: Real,
    settings: &SoftSettings,
) -> Result<SoftBody, Error> {
    length("half_width", half_width)?;
    length("half_height", half_height)?;
    let segments = count("segments", settings.segments, 8, 200)?.next_multiple_of(4);
    // All segments are equally long, so the shorter side is a little shorter or longer than it was told.
    let half = segments as Real / 4.0;
    let wide = (half * half_width / (half_width + half_height)).round().clamp(1.0, half - 1.0);
    // Even, so that every corner is a hinge that is stiff.
    let (wide, high) = (2.0 * wide, 2.0 * (half - wide));
    // The skin lies within the box: by default it is half as thick as a segment is long.
    let inset = (half_width + half_height) / segments as Real;
    let inset = settings.thickness.map_or(inset, |it| 0.5 * it);
    let inset = if inset < half_width.min(half_height) { inset } else { 0.0 };
    let mut corners = vec![];
    let side = |from: [Real; 2], to: [Real; 2], count: Real| {
        let (from, to) = (Vector::from(from), Vector::from(to));
        (0..count as u32).map(move |i| from + (to - from) * (i as Real / count))
    };
    let (w, h) = (half_width - inset, half_height - inset);
    corners.extend(side([w, -h], [w, h], high));
    corners.extend(side([w, h], [-w, h], wide));
    corners.extend(side([-w, h], [-w, -h], high));
    corners.extend(side([-w, -h], [w, -h], wide));
    // The spokes of a long box lie along it, and hold its height the less the longer it is.
    let ratio = (half_width / half_height).max(half_height / half_width) / LONG;
    let give = if ratio > 1.0 { 0.012 / (ratio * ratio) } else { 0.012 };
    Ring { corners, give }.add(scene, center.into(), settings)
}

/// Boxes whose sides have a greater ratio than this are long.
const LONG: Real = 1.5;

/// Fraction of the mass that is in the hub.
const HUB: Real = 0.1;

/// Fraction of a segment's mass that the pebble has. Bodies pinned to one of more than 64 times
/// their mass are solved at once, with all that is connected to them.
const PEBBLE: Real = 0.01;

/// A closed line around the origin.
struct Ring {
    corners: Vec<Vector>,
    give: Real,
}

impl Ring {
    fn add(
        &self,
        scene: &mut Scene,
        center: Point,
        settings: &SoftSettings,
    ) -> Result<SoftBody, Error> {
        check::position("center", center)?;
        check::amount("density", settings.density)?;
        check::amount("friction", settings.friction)?;
        check::range("skin", settings.skin, 0.0, 1e6)?;
        check::range("give", settings.give.unwrap_or(self.give), 0.0, 1.0)?;
        adding::softness(settings.softness)?;
        settings.thickness.map(|thickness| length("thickness", thickness)).transpose()?;
        let added = adding(scene, |adding| self.add_to(adding, center, settings))?;
        let mut skin = added.bodies;
        let mut hinges = added.joints;
        // Hub, pebble and its pin were added last.
        let (pebble, hub) = (skin.pop().unwrap_or_default(), skin.pop().unwrap_or_default());
        hinges.pop();
        let spokes = hinges.split_off(skin.len());
        Ok(SoftBody { skin, hinges, spokes, hub, pebble, half: 0.5 * self.segment(0).1 })
    }

    /// Start and length of a segment.
    fn segment(&self, index: usize) -> (Vector, Real) {
        let way = self.corners[(index + 1) % self.corners.len()] - self.corners[index];
        math::direction(way).unwrap_or((Vector::x(), 0.0))
    }

    fn area(&self) -> Real {
        let next = self.corners.iter().cycle().skip(1);
        0.5 * self.corners.iter().zip(next).map(|(a, b)| math::cross(*a, *b)).sum::<Real>()
    }

    fn add_to(
        &self,
        adding: &mut Adding<'_>,
        center: Point,
        settings: &SoftSettings,
    ) -> Result<(), Error> {
        let count = self.corners.len();
        let mass = settings.density * self.area();
        let share = (1.0 - HUB) * mass / count as Real;
        let mut skin = vec![];
        for (i, corner) in self.corners.iter().enumerate() {
            let (unit, length) = self.segment(i);
            let middle = center + *corner + unit * (0.5 * length);
            skin.push(adding.body(Body::dynamic().pose(along(middle, unit)))?);
        }
        let filter = adding.filter(settings.filter);
        for (i, segment) in skin.iter().enumerate() {
            let half = 0.5 * self.segment(i).1;
            let radius = 0.5 * settings.thickness.unwrap_or(half);
            let shape = Collider::capsule([-half, 0.0], [half, 0.0], radius);
            let shape = shape.mass(share);
            adding.collider(*segment, shape.friction(settings.friction).filter(filter))?;
        }
        for i in 0..count {
            let next = (i + 1) % count;
            let hinge = Joint::revolute(skin[i], skin[next], center + self.corners[next]);
            // Every second one is enough, and half as much to solve.
            let hinge = if settings.skin > 0.0 && i % 2 == 1 {
                hinge.spring(settings.skin, settings.softness.damping_ratio)
            } else {
                hinge
            };
            adding.joint(hinge)?;
        }
        let hub = adding.body(Body::dynamic().position(center).additional_mass(HUB * mass))?;
        self.add_spokes(adding, hub, &skin, share, settings)?;
        let place = adding.scene.body(skin[0])?.position();
        let pebble = Body::dynamic().position(place).additional_mass(PEBBLE * share);
        let pebble = adding.body(pebble)?;
        adding.joint(Joint::revolute(skin[0], pebble, place))
    }

    fn add_spokes(
        &self,
        adding: &mut Adding<'_>,
        hub: BodyKey,
        skin: &[BodyKey],
        share: Real,
        settings: &SoftSettings,
    ) -> Result<(), Error> {
        let Softness { hertz, damping_ratio } = settings.softness;
        let omega = core::f32::consts::TAU * hertz;
        // A ring that becomes an ellipse moves along its skin as well, by half as much, which is a quarter more of energy; and
        // a spoke holds two segments.
        let moves = 2.0 * 1.25 * share;
        let (stiffness, damping) = (moves * omega * omega, 2.0 * damping_ratio * moves * omega);
        let give = settings.give.unwrap_or(self.give);
        let center = adding.scene.body(hub)?.position();
        for (i, segment) in skin.iter().enumerate().step_by(2) {
            let (unit, length) = self.segment(i);
            let way = self.corners[i] + unit * (0.5 * length);
            let far = way.norm();
            let spoke = Joint::distance(hub, *segment, center, center + way);
            let spoke = spoke.spring_stiffness(stiffness, damping);
            adding.joint(spoke.limits(far * (1.0 - give), far * (1.0 + give)))?;
        }
        Ok(())
    }
}
