//! Strips of cloth: small discs in a grid, joined by ropes.

use umbra_geom::{Point, Real, Vector, math};

use super::adding::{Adding, Assembly, End, adding, count, down, length};
use crate::check;
use umbra_core::{Body, BodyKey, Collider, Error, Filter, Joint, Scene};

/// Settings of a strip of cloth. See [`cloth_strip_with`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct ClothSettings {
    /// Number of discs along its upper edge, from 2 to 200. 9 by default.
    pub columns: u32,
    /// Number of rows of discs, from 2 to 200. 7 by default.
    pub rows: u32,
    /// Thickness: the diameter of its discs. By default, two thirds of their distance.
    pub thickness: Option<Real>,
    /// Mass per area of the cloth. 1 by default.
    pub density: Real,
    /// Attachment of the upper edge. The world by default.
    pub end: End,
    /// True if only the two upper corners are attached. False by default.
    pub corners_only: bool,
    /// The force at which a thread tears. Never by default.
    pub break_force: Option<Real>,
    /// Damping by the air: roughly the fraction of their velocity that its discs lose per second. 1
    /// by default.
    pub damping: Real,
    /// The friction of its discs. 0.6 by default.
    pub friction: Real,
    /// Filter that decides which colliders it collides with. Its discs pass through one another:
    /// they get a negative group of their own, unless a group is given.
    pub filter: Filter,
}

impl Default for ClothSettings {
    fn default() -> Self {
        Self {
            columns: 9,
            rows: 7,
            thickness: None,
            density: 1.0,
            end: End::World,
            corners_only: false,
            break_force: None,
            damping: 1.0,
            friction: 0.6,
            filter: Filter::default(),
        }
    }
}

/// Adds a strip of cloth. Its upper edge goes from one point to another, and it hangs down from
/// there by a length.
///
/// ```
/// use umbra::build;
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let cloth = build::cloth_strip(&mut scene, [0.0, 4.0], [2.0, 4.0], 1.5)?;
/// assert_eq!(cloth.bodies.len(), 9 * 7);
/// for _ in 0..60 {
///     scene.step(1.0 / 60.0)?;
/// }
/// let corner = scene.body(cloth.bodies[62])?.position();
/// assert!((corner - Point::new(2.0, 2.5)).norm() < 0.05);
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// As [`cloth_strip_with`].
pub fn cloth_strip(
    scene: &mut Scene,
    from: impl Into<Point>,
    to: impl Into<Point>,
    drop: Real,
) -> Result<Assembly, Error> {
    cloth_strip_with(scene, from, to, drop, &ClothSettings::default())
}

/// Adds a strip of cloth: its discs row by row from the upper edge on, and its threads, first along
/// all rows, then down from row to row, then the hinges that hold it. Threads are ropes: they bear
/// pull and fold under pressure.
///
/// ```
/// use umbra::build::{self, ClothSettings};
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
///
/// let flag = ClothSettings { columns: 6, rows: 5, corners_only: true, ..Default::default() };
/// let flag = build::cloth_strip_with(&mut scene, [0.0, 4.0], [2.0, 4.0], 1.5, &flag)?;
/// scene.add_field(Field::wind([3.0, 0.0]))?;
/// assert_eq!(flag.bodies.len(), 30);
/// # Ok::<(), umbra::Error>(())
/// ```
///
/// # Errors
/// When a number makes no sense, the points are in the same place or one below the other, or a body
/// that is to hold the edge is not in the scene. Nothing is added then.
pub fn cloth_strip_with(
    scene: &mut Scene,
    from: impl Into<Point>,
    to: impl Into<Point>,
    drop: Real,
    settings: &ClothSettings,
) -> Result<Assembly, Error> {
    let cloth = Cloth::new(scene, from.into(), to.into(), drop, settings)?;
    adding(scene, |adding| cloth.add_to(adding))
}

struct Cloth<'a> {
    settings: &'a ClothSettings,
    from: Point,
    /// From disc to disc along a row, and from row to row.
    across: Vector,
    along: Vector,
    radius: Real,
    mass: Real,
}

impl<'a> Cloth<'a> {
    fn new(
        scene: &Scene,
        from: Point,
        to: Point,
        drop: Real,
        settings: &'a ClothSettings,
    ) -> Result<Self, Error> {
        let columns = count("columns", settings.columns, 2, 200)?;
        let rows = count("rows", settings.rows, 2, 200)?;
        check::position("from", from)?;
        check::position("to", to)?;
        length("drop", drop)?;
        check::amount("density", settings.density)?;
        check::amount("damping", settings.damping)?;
        check::amount("friction", settings.friction)?;
        settings.break_force.map(|force| check::amount("break_force", force)).transpose()?;
        settings.thickness.map(|thickness| length("thickness", thickness)).transpose()?;
        settings.end.check(scene)?;
        let across = (to - from) / (columns - 1) as Real;
        let along = down(scene).0 * (drop / (rows - 1) as Real);
        let cell = math::cross(across, along).abs();
        if cell <= 1e-10 {
            return Err(Error::ZeroAxis { parameter: "to" });
        }
        let least = across.norm().min(along.norm());
        let radius = 0.5 * settings.thickness.unwrap_or(2.0 / 3.0 * least);
        Ok(Self { settings, from, across, along, radius, mass: settings.density * cell })
    }

    fn at(&self, column: u32, row: u32) -> Point {
        self.from + self.across * column as Real + self.along * row as Real
    }

    fn add_to(&self, adding: &mut Adding<'_>) -> Result<(), Error> {
        let ClothSettings { columns, rows, damping, friction, .. } = *self.settings;
        let mut discs = vec![];
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |it| (row, it))) {
            let body = Body::dynamic().position(self.at(column, row));
            discs.push(adding.body(body.linear_damping(damping).angular_damping(damping))?);
        }
        let filter = adding.filter(self.settings.filter);
        for disc in &discs {
            let shape = Collider::circle(self.radius).mass(self.mass).friction(friction);
            adding.collider(*disc, shape.filter(filter))?;
        }
        let index = |column: u32, row: u32| (row * columns + column) as usize;
        for row in 0..rows {
            for column in 1..columns {
                let ends = [index(column - 1, row), index(column, row)];
                self.thread(adding, ends.map(|end| discs[end]), self.across.norm())?;
            }
        }
        for row in 1..rows {
            for column in 0..columns {
                let ends = [index(column, row - 1), index(column, row)];
                self.thread(adding, ends.map(|end| discs[end]), self.along.norm())?;
            }
        }
        self.hold(adding, &discs)
    }

    fn thread(
        &self,
        adding: &mut Adding<'_>,
        [a, b]: [BodyKey; 2],
        most: Real,
    ) -> Result<(), Error> {
        let middle = Point::origin();
        let thread = Joint::rope(a, b, middle, middle, most).local_anchors(middle, middle);
        adding.joint(match self.settings.break_force {
            Some(force) => thread.break_force(force),
            None => thread,
        })
    }

    fn hold(&self, adding: &mut Adding<'_>, discs: &[BodyKey]) -> Result<(), Error> {
        let columns = self.settings.columns;
        let Some(holder) = adding.holder(self.settings.end, self.from)? else { return Ok(()) };
        for column in 0..columns {
            let is_corner = column == 0 || column + 1 == columns;
            if is_corner || !self.settings.corners_only {
                let at = self.at(column, 0);
                adding.joint(Joint::revolute(holder, discs[column as usize], at))?;
            }
        }
        if let End::Body(holder) = self.settings.end {
            discs.iter().try_for_each(|disc| adding.part(holder, *disc))?;
        }
        Ok(())
    }
}
