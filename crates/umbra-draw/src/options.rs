//! Options of debug drawing: the parts of a scene to draw, and their colours.

use umbra_geom::{Aabb, Error as GeometryError, Point, Pose, Real};

use super::DebugColor;
use umbra_core::{BodyRef, Error};

use crate::check;

/// Options of [`DrawScene::debug_draw`](crate::DrawScene::debug_draw).
///
/// ```
/// use umbra::prelude::*;
///
/// let options = DebugOptions { contacts: true, normals: true, ..DebugOptions::default() };
/// assert!(options.shapes && !options.velocities);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugOptions {
    /// Shapes of colliders. Shapes, joints and fields are drawn by default.
    pub shapes: bool,
    /// Joints: lines from bodies to anchors, lengths, axes.
    pub joints: bool,
    /// The areas of fields, and the places that pull. Shown by default.
    pub fields: bool,
    /// The two segments of portals, with marks on the side at which one goes in. Shown by default.
    pub portals: bool,
    /// The smallest axis-aligned box around each collider.
    pub boxes: bool,
    /// Contact points, as the last step found them; those that may touch soon in another colour.
    pub contacts: bool,
    /// The normal of each contact, at its points, from the first collider to the second.
    pub normals: bool,
    /// Impulses at contact points: those on the second collider in the last substep.
    pub impulses: bool,
    /// The centre of mass of each body that moves.
    pub centers_of_mass: bool,
    /// The velocity of each centre of mass.
    pub velocities: bool,
    /// A box around each group of bodies that touch one another, with the number of its bodies.
    pub islands: bool,
    /// Rectangle to draw: shapes that do not reach into it are left out. Everything is drawn by
    /// default.
    pub view: Option<Aabb>,
    /// Time at which to show bodies and joints, from 0, before the last step, to 1, after it, as
    /// `FixedTimestep::alpha` returns it. 1 by default. Contacts and boxes are as the last step
    /// left them.
    pub interpolation: Real,
    /// Length of a drawn normal, in length units.
    pub normal_length: Real,
    /// Length of a drawn impulse of one unit, in length units.
    pub impulse_length: Real,
    /// Length of a drawn velocity of one unit, in length units.
    pub velocity_length: Real,
    /// The colours.
    pub palette: DebugPalette,
}

impl Default for DebugOptions {
    fn default() -> Self {
        Self {
            shapes: true,
            joints: true,
            fields: true,
            portals: true,
            boxes: false,
            contacts: false,
            normals: false,
            impulses: false,
            centers_of_mass: false,
            velocities: false,
            islands: false,
            view: None,
            interpolation: 1.0,
            normal_length: 0.3,
            impulse_length: 1.0,
            velocity_length: 0.1,
            palette: DebugPalette::default(),
        }
    }
}

impl DebugOptions {
    /// Everything there is to be seen.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// # scene.step(1.0 / 60.0)?;
    /// let mut picture = SvgDraw::new();
    /// scene.debug_draw(&mut picture, DebugOptions::all())?; // with velocities, contacts, boxes
    /// let mut plain = SvgDraw::new();
    /// scene.debug_draw(&mut plain, DebugOptions::default())?;
    /// assert!(picture.to_string().len() > plain.to_string().len());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn all() -> Self {
        Self {
            boxes: true,
            contacts: true,
            normals: true,
            impulses: true,
            centers_of_mass: true,
            velocities: true,
            islands: true,
            ..Self::default()
        }
    }

    /// Pose at which a body is drawn.
    pub(super) fn pose_of(&self, body: &BodyRef<'_>) -> Pose {
        if self.interpolation < 1.0 {
            body.interpolated_pose(self.interpolation)
        } else {
            body.pose()
        }
    }

    /// Position at which a point that moves with a body is drawn.
    pub(super) fn point_on(&self, body: &BodyRef<'_>, point: Point) -> Point {
        if self.interpolation < 1.0 { self.pose_of(body) * body.local_point(point) } else { point }
    }

    pub(super) fn validate(&self) -> Result<(), Error> {
        check::range("interpolation", self.interpolation, 0.0, 1.0)?;
        check::amount("normal_length", self.normal_length)?;
        check::amount("impulse_length", self.impulse_length)?;
        check::amount("velocity_length", self.velocity_length)?;
        if let Some(view) = &self.view {
            let (min, max) = (view.min, view.max);
            for number in [min.x, min.y, max.x, max.y] {
                check::finite("view", number)?;
            }
            if !view.is_valid() {
                let (min, max) = (min.coords.into(), max.coords.into());
                return Err(GeometryError::InvertedBox { parameter: "view", min, max }.into());
            }
        }
        Ok(())
    }
}

/// Colours of the drawn things.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// # let ball = Body::dynamic().position([0.0, 0.0]);
/// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
/// let night = DebugPalette { awake: DebugColor::hex(0x00ffcc), ..DebugPalette::default() };
/// let options = DebugOptions { palette: night, ..DebugOptions::default() };
/// let mut picture = SvgDraw::new();
/// scene.debug_draw(&mut picture, options)?;
/// assert!(picture.to_string().contains("00ffcc"));
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DebugPalette {
    /// Shapes of bodies that never move.
    pub fixed: DebugColor,
    /// Shapes of kinematic bodies.
    pub kinematic: DebugColor,
    /// Shapes of bodies that forces move.
    pub awake: DebugColor,
    /// Shapes of bodies that sleep.
    pub asleep: DebugColor,
    /// Shapes of bodies that take no part.
    pub disabled: DebugColor,
    /// Shapes of sensors, unless they take no part.
    pub sensor: DebugColor,
    /// Joints.
    pub joint: DebugColor,
    /// Boxes around colliders.
    pub bounds: DebugColor,
    /// Contact points that touch.
    pub touching: DebugColor,
    /// Contact points that may touch soon.
    pub near: DebugColor,
    /// Normals.
    pub normal: DebugColor,
    /// Impulses.
    pub impulse: DebugColor,
    /// Centres of mass.
    pub center_of_mass: DebugColor,
    /// Velocities.
    pub velocity: DebugColor,
    /// Boxes around islands of bodies that touch one another, with their labels.
    pub island: DebugColor,
}

impl Default for DebugPalette {
    fn default() -> Self {
        Self {
            fixed: DebugColor::hex(0x9aa0a6),
            kinematic: DebugColor::hex(0x9b6fc9),
            awake: DebugColor::hex(0xf2a541),
            asleep: DebugColor::hex(0x5b9bd5),
            disabled: DebugColor::hex(0xd9d9d9),
            sensor: DebugColor::hex(0xcdeadb),
            joint: DebugColor::hex(0x2b4c7e),
            bounds: DebugColor::hex(0xb0b7c3),
            touching: DebugColor::hex(0xc1121f),
            near: DebugColor::hex(0x8d99ae),
            normal: DebugColor::hex(0xc1121f),
            impulse: DebugColor::hex(0x2a7f3f),
            center_of_mass: DebugColor::hex(0x22223b),
            velocity: DebugColor::hex(0x1d4ed8),
            island: DebugColor::hex(0x6d597a),
        }
    }
}
