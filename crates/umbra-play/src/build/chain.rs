//! Ropes, bridges and chains: links in a row, joined by hinges.

use umbra_geom::{Point, Real, Vector, math};

use super::adding::{self, Adding, Assembly, End, adding, along, count, length};
use crate::check;
use umbra_core::{Body, BodyKey, Collider, Error, Filter, Joint, Scene, Softness};

/// No chain has more links.
const MOST_LINKS: u32 = 10_000;

/// Settings of a rope. See [`rope_with`].
///
/// ```
/// use umbra::build::{End, RopeSettings};
///
/// let line = RopeSettings { ends: [End::World; 2], slack: 0.05, ..RopeSettings::default() };
/// assert_eq!(line.links, 16);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct RopeSettings {
    /// Number of links, from 1 to 10,000. 16 by default.
    pub links: u32,
    /// Thickness; by default, a fifth of the length of a link.
    pub thickness: Option<Real>,
    /// Mass per area, as of any collider. 1 by default.
    pub density: Real,
    /// Extra length, as a fraction of the distance between its ends: 0.1 for a tenth. With slack,
    /// the rope is added in an arc. 0 by default.
    pub slack: Real,
    /// Attachments of its beginning and its end. By default, the beginning is attached to the world
    /// and the end is free.
    pub ends: [End; 2],
    /// A spring in each hinge that straightens the rope: a hose, a fishing rod. None by default.
    pub bending: Option<Softness>,
    /// Softness of the hinges, instead of
    /// [`SolverConfig::joint_softness`](umbra_core::SolverConfig::joint_softness).
    pub softness: Option<Softness>,
    /// The force at which a hinge breaks. Never by default.
    pub break_force: Option<Real>,
    /// Damping: roughly the fraction of their velocity that its links lose per second. 0.1 by
    /// default, so that it comes to rest.
    pub damping: Real,
    /// The friction of its links. 0.6 by default.
    pub friction: Real,
    /// Filter that decides which colliders it collides with. Its links pass through one another:
    /// they get a negative group of their own, unless a group is given.
    pub filter: Filter,
}

impl Default for RopeSettings {
    fn default() -> Self {
        Self {
            links: 16,
            thickness: None,
            density: 1.0,
            slack: 0.0,
            ends: [End::World, End::Free],
            bending: None,
            softness: None,
            break_force: None,
            damping: 0.1,
            friction: 0.6,
            filter: Filter::default(),
        }
    }
}

/// Settings of a bridge. See [`bridge_with`].
///
/// ```
/// use umbra::build::{self, BridgeSettings};
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
///
/// let rotten = BridgeSettings { planks: 10, break_force: Some(50.0), ..Default::default() };
/// let bridge = build::bridge_with(&mut scene, [0.0, 0.0], [6.0, 0.0], &rotten)?;
/// assert_eq!(bridge.bodies.len(), 10);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct BridgeSettings {
    /// Number of planks, from 1 to 10,000. 16 by default.
    pub planks: u32,
    /// Thickness of the planks; by default, a fifth of the length of a plank.
    pub thickness: Option<Real>,
    /// Mass per area. 1 by default.
    pub density: Real,
    /// Extra length, as a fraction of the distance between its ends. 0.02 by default.
    pub slack: Real,
    /// Attachments of its ends. The world by default.
    pub ends: [End; 2],
    /// The force at which a hinge breaks. Never by default.
    pub break_force: Option<Real>,
    /// Damping: roughly the fraction of their velocity that its planks lose per second. 0.5 by
    /// default.
    pub damping: Real,
    /// The friction of its planks. 0.6 by default.
    pub friction: Real,
    /// Filter that decides which colliders it collides with. Its planks pass through one another,
    /// as the links of a [rope](RopeSettings::filter).
    pub filter: Filter,
}

impl Default for BridgeSettings {
    fn default() -> Self {
        Self {
            planks: 16,
            thickness: None,
            density: 1.0,
            slack: 0.02,
            ends: [End::World; 2],
            break_force: None,
            damping: 0.5,
            friction: 0.6,
            filter: Filter::default(),
        }
    }
}

/// Adds a rope between two points, held by the world at the first one.
///
/// ```
/// use umbra::build;
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let rope = build::rope(&mut scene, [0.0, 5.0], [4.0, 5.0])?;
/// for _ in 0..60 {
///     scene.step(1.0 / 60.0)?;
/// }
/// // It has swung down.
/// assert!(scene.body(*rope.bodies.last().unwrap())?.position().y < 3.0);
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// As [`rope_with`].
pub fn rope(
    scene: &mut Scene,
    from: impl Into<Point>,
    to: impl Into<Point>,
) -> Result<Assembly, Error> {
    rope_with(scene, from, to, &RopeSettings::default())
}

/// Adds a rope between two points: its links from the first point on, and its hinges, first the one
/// that holds its beginning, if one does, last the one that holds its end. Links are capsules that
/// pass through one another.
///
/// ```
/// use umbra::build::{self, End, RopeSettings};
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
///
/// // A washing line that hangs through.
/// let settings = RopeSettings { ends: [End::World; 2], slack: 0.1, ..RopeSettings::default() };
/// let line = build::rope_with(&mut scene, [0.0, 3.0], [6.0, 3.0], &settings)?;
/// for _ in 0..120 {
///     scene.step(1.0 / 60.0)?;
/// }
/// assert!(scene.body(line.bodies[8])?.position().y < 2.5);
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// When a number makes no sense, the points are in the same place, or a body that is to hold an end
/// is not in the scene. Nothing is added then.
pub fn rope_with(
    scene: &mut Scene,
    from: impl Into<Point>,
    to: impl Into<Point>,
    settings: &RopeSettings,
) -> Result<Assembly, Error> {
    let links = Links { settings: *settings, names: ["links", "from", "to"], are_boxes: false };
    links.add(scene, [from.into(), to.into()])
}

/// Adds a bridge of planks between two points, held by the world at both.
///
/// ```
/// use umbra::build;
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// build::bridge(&mut scene, [0.0, 0.0], [8.0, 0.0])?;
/// let crate_ = Body::dynamic().position([4.0, 1.0]);
/// let crate_ = scene.add(crate_, [Collider::cuboid(0.4, 0.4)])?;
/// for _ in 0..240 {
///     scene.step(1.0 / 60.0)?;
/// }
/// // The bridge is 2 % longer than the gap, so it hangs a little.
/// assert!(scene.body(crate_)?.position().y > -1.0);
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// As [`bridge_with`].
pub fn bridge(
    scene: &mut Scene,
    from: impl Into<Point>,
    to: impl Into<Point>,
) -> Result<Assembly, Error> {
    bridge_with(scene, from, to, &BridgeSettings::default())
}

/// Adds a bridge between two points: its planks from the first point on, and its hinges, as
/// [`rope_with`] does. Planks are boxes; the points are in the middle of their thickness.
///
/// ```
/// use umbra::build::{self, BridgeSettings, End};
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let raft = Body::dynamic().position([9.0, 0.0]);
/// # let raft = scene.add(raft, [Collider::cuboid(0.5, 0.5)])?;
///
/// // From the shore to a raft.
/// let ends = [End::World, End::Body(raft)];
/// let settings = BridgeSettings { ends, ..BridgeSettings::default() };
/// let bridge = build::bridge_with(&mut scene, [0.0, 0.0], [8.5, 0.0], &settings)?;
/// assert_eq!(scene.joint(bridge.joints[16])?.body_b(), raft);
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// When a number makes no sense, the points are in the same place, or a body that is to hold an end
/// is not in the scene. Nothing is added then.
pub fn bridge_with(
    scene: &mut Scene,
    from: impl Into<Point>,
    to: impl Into<Point>,
    settings: &BridgeSettings,
) -> Result<Assembly, Error> {
    let BridgeSettings {
        planks,
        thickness,
        density,
        slack,
        ends,
        break_force,
        damping,
        friction,
        filter,
    } = *settings;
    let settings = RopeSettings {
        links: planks,
        thickness,
        density,
        slack,
        ends,
        break_force,
        damping,
        friction,
        filter,
        ..RopeSettings::default()
    };
    let links = Links { settings, names: ["planks", "from", "to"], are_boxes: true };
    links.add(scene, [from.into(), to.into()])
}

/// Adds a rope from a point of one body to a point of another one; both are points of the world, as
/// the bodies lie now.
///
/// ```
/// use umbra::build;
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let crane = scene.add(Body::fixed(), [])?;
/// let load = Body::dynamic().position([0.0, -4.5]);
/// let load = scene.add(load, [Collider::cuboid(0.5, 0.5).mass(20.0)])?;
/// build::chain_between(&mut scene, crane, load, [0.0, 0.0], [0.0, -4.0])?;
/// for _ in 0..120 {
///     scene.step(1.0 / 60.0)?;
/// }
/// assert!((scene.body(load)?.position().y + 4.5).abs() < 0.01);
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// As [`chain_between_with`].
pub fn chain_between(
    scene: &mut Scene,
    a: BodyKey,
    b: BodyKey,
    anchor_a: impl Into<Point>,
    anchor_b: impl Into<Point>,
) -> Result<Assembly, Error> {
    chain_between_with(scene, a, b, anchor_a, anchor_b, &RopeSettings::default())
}

/// Adds a rope from a point of one body to a point of another one. The ends that the settings name
/// do not count.
///
/// Links that lie over one of the two bodies when they are added never collide with it.
///
/// ```
/// use umbra::build::{self, RopeSettings};
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let truck = Body::dynamic().position([0.0, 0.0]);
/// # let truck = scene.add(truck, [Collider::cuboid(0.5, 0.5)])?;
/// # let trailer = Body::dynamic().position([-6.0, 0.0]);
/// # let trailer = scene.add(trailer, [Collider::cuboid(0.5, 0.5)])?;
///
/// let settings = RopeSettings { links: 8, break_force: Some(2000.0), ..Default::default() };
/// let tow = build::chain_between_with(
///     &mut scene, truck, trailer, [-0.5, 0.0], [-5.5, 0.0], &settings,
/// )?;
/// assert_eq!((tow.bodies.len(), tow.joints.len()), (8, 9));
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// When a number makes no sense, the points are in the same place, both bodies are the same, or one
/// is not in the scene. Nothing is added then.
pub fn chain_between_with(
    scene: &mut Scene,
    a: BodyKey,
    b: BodyKey,
    anchor_a: impl Into<Point>,
    anchor_b: impl Into<Point>,
    settings: &RopeSettings,
) -> Result<Assembly, Error> {
    if a == b {
        return Err(Error::JoinsItself(a));
    }
    let settings = RopeSettings { ends: [End::Body(a), End::Body(b)], ..*settings };
    let links = Links { settings, names: ["links", "anchor_a", "anchor_b"], are_boxes: false };
    links.add(scene, [anchor_a.into(), anchor_b.into()])
}

/// Links in a row.
struct Links {
    settings: RopeSettings,
    /// Names of the count and of the two points in errors.
    names: [&'static str; 3],
    are_boxes: bool,
}

impl Links {
    fn add(&self, scene: &mut Scene, ends: [Point; 2]) -> Result<Assembly, Error> {
        let points = self.check(scene, ends)?;
        adding(scene, |adding| self.add_to(adding, &points))
    }

    /// Checks all numbers, and returns the positions of the hinges.
    fn check(&self, scene: &Scene, [from, to]: [Point; 2]) -> Result<Vec<Point>, Error> {
        let RopeSettings { links, thickness, density, slack, ends, .. } = self.settings;
        let links = count(self.names[0], links, 1, MOST_LINKS)?;
        check::position(self.names[1], from)?;
        check::position(self.names[2], to)?;
        check::amount("density", density)?;
        check::range("slack", slack, 0.0, 10.0)?;
        check::amount("damping", self.settings.damping)?;
        check::amount("friction", self.settings.friction)?;
        self.settings.break_force.map(|force| check::amount("break_force", force)).transpose()?;
        self.settings.bending.map(adding::softness).transpose()?;
        self.settings.softness.map(adding::softness).transpose()?;
        thickness.map(|thickness| length("thickness", thickness)).transpose()?;
        ends.into_iter().try_for_each(|end| end.check(scene))?;
        let Some((_, span)) = math::direction(to - from) else {
            return Err(Error::ZeroAxis { parameter: self.names[2] });
        };
        length(self.names[2], span / links as Real)?;
        Ok(hang(from, to, links, slack, adding::down(scene).0))
    }

    fn add_to(&self, adding: &mut Adding<'_>, points: &[Point]) -> Result<(), Error> {
        let settings = &self.settings;
        let mut links = vec![];
        for ends in points.windows(2) {
            let Some((unit, _)) = math::direction(ends[1] - ends[0]) else {
                return Err(Error::ZeroAxis { parameter: self.names[2] });
            };
            let at = along(ends[0] + (ends[1] - ends[0]) * 0.5, unit);
            let body = Body::dynamic().pose(at);
            let damping = settings.damping;
            links.push(adding.body(body.linear_damping(damping).angular_damping(damping))?);
        }
        let filter = adding.filter(settings.filter);
        for (link, ends) in links.iter().zip(points.windows(2)) {
            let half = 0.5 * (ends[1] - ends[0]).norm();
            let shape = self.shape(half, settings.thickness.unwrap_or(0.4 * half));
            let shape = shape.density(settings.density).friction(settings.friction);
            adding.collider(*link, shape.filter(filter))?;
        }
        self.join(adding, &links, points)
    }

    fn shape(&self, half: Real, thickness: Real) -> Collider {
        if self.are_boxes {
            Collider::cuboid(half, 0.5 * thickness)
        } else {
            Collider::capsule([-half, 0.0], [half, 0.0], 0.5 * thickness)
        }
    }

    fn join(
        &self,
        adding: &mut Adding<'_>,
        links: &[BodyKey],
        points: &[Point],
    ) -> Result<(), Error> {
        let last = links.len();
        let [start, end] = self.settings.ends;
        let start = adding.holder(start, points[0])?;
        let end = adding.holder(end, points[last])?;
        for (i, point) in points.iter().enumerate() {
            let before = if i == 0 { start } else { Some(links[i - 1]) };
            let after = if i == last { end } else { Some(links[i]) };
            let (Some(a), Some(b)) = (before, after) else { continue };
            let mut joint = Joint::revolute(a, b, *point);
            if let Some(Softness { hertz, damping_ratio }) = self.settings.bending {
                joint = joint.spring(hertz, damping_ratio);
            }
            if let Some(softness) = self.settings.softness {
                joint = joint.softness(softness);
            }
            if let Some(force) = self.settings.break_force {
                joint = joint.break_force(force);
            }
            adding.joint(joint)?;
        }
        for (end, place) in self.settings.ends.into_iter().zip([0, last]) {
            match end {
                End::Free => {}
                End::Body(holder) => {
                    links.iter().try_for_each(|link| adding.part(holder, *link))?;
                }
                End::World => {
                    let link = links[place.min(last - 1)];
                    let half = 0.5 * (points[1] - points[0]).norm();
                    let thickness = self.settings.thickness.unwrap_or(0.4 * half);
                    adding.part_from_ground(link, points[place], 0.5 * thickness)?;
                }
            }
        }
        Ok(())
    }
}

/// The corners of a row of equal links from one point to another one that is by so much longer than
/// the way, along an arc that bends down.
fn hang(from: Point, to: Point, links: u32, slack: Real, down: Vector) -> Vec<Point> {
    let way = to - from;
    let straight = |i: u32| from + way * (i as Real / links as Real);
    let side = math::left_of(way);
    let side = if math::dot(side, down) < 0.0 { -side } else { side };
    if slack < 1e-5 || links < 2 {
        return (0..=links).map(straight).collect();
    }
    // Chords of equal angles: their sum is longer than the way by links * sin(a) / sin(links * a), with `a` half the angle of
    // one. It grows with `a`, up to a full turn of all.
    let count = links as Real;
    let longer = |a: Real| count * math::rotation(a).im / math::rotation(count * a).im;
    let (mut low, mut high) = (0.0, core::f32::consts::PI * 0.999 / count);
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        if longer(middle) < 1.0 + slack { low = middle } else { high = middle }
    }
    let half = 0.5 * (low + high);
    // From the middle of the circle, in units of half the way: along it, and to the side.
    let whole = math::rotation(count * half);
    let radius = 1.0 / whole.im;
    let at = |i: u32| {
        let turn = math::rotation(half * (2.0 * i as Real - count));
        let (x, y) = (radius * turn.im, radius * (turn.re - whole.re));
        from + way * (0.5 * (1.0 + x)) + side * (0.5 * y)
    };
    let mut points: Vec<Point> = (0..=links).map(at).collect();
    // Rounding must not open the ends.
    points[0] = from;
    points[links as usize] = to;
    points
}
