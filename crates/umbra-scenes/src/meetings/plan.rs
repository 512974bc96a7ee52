//! A small world as plain data: it can be filled into a scene, mirrored, shifted, reduced and
//! printed.

use umbra::prelude::*;

use super::guests::GuestPlan;

/// Position and angle.
pub type Place = [Real; 3];

/// The contents of a small world, and its edits.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The configuration.
    pub config: SceneConfig,
    /// The length of a step in seconds.
    pub dt: Real,
    /// The number of steps.
    pub steps: u32,
    /// The bodies; the first is the room, if there is one.
    pub bodies: Vec<BodyPlan>,
    /// The joints.
    pub joints: Vec<JointPlan>,
    /// The edits, each before the step of a number.
    pub edits: Vec<(u32, Edit)>,
    /// The inside of the room in the frame of the first body: centres of moving bodies stay in
    /// there.
    pub room: Option<Aabb>,
    /// The factor on all lengths of movers.
    pub length: Real,
    /// The factor on all speeds.
    pub speed: Real,
}

/// The role of a body in its world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Floor, walls and ceiling.
    Room,
    /// An object that stands in the room.
    Obstacle,
    /// A moving body.
    Mover,
    /// A body from which others hang.
    Anchor,
    /// A box of a stack that stands half in a portal.
    Stack,
}

/// A body.
#[derive(Clone, Debug)]
pub struct BodyPlan {
    /// Its role.
    pub part: Part,
    /// Its kind.
    pub kind: BodyKind,
    /// Its starting pose.
    pub place: Place,
    /// The velocity of its centre of mass.
    pub velocity: [Real; 2],
    /// Its angular velocity.
    pub spin: Real,
    /// The factor on gravity.
    pub gravity_scale: Real,
    /// The damping of its velocity and of its angular velocity.
    pub damping: [Real; 2],
    /// True for each of x, y and the angle that is locked.
    pub locks: [bool; 3],
    /// True if it is a bullet.
    pub bullet: bool,
    /// Its colliders.
    pub colliders: Vec<ColliderPlan>,
}

/// A collider.
#[derive(Clone, Debug)]
pub struct ColliderPlan {
    /// Its shape.
    pub form: Form,
    /// Its pose on its body.
    pub at: Place,
    /// Mass per area.
    pub density: Real,
    /// The coefficient of friction.
    pub friction: Real,
    /// The coefficient of restitution.
    pub restitution: Real,
    /// The rolling resistance.
    pub rolling: Real,
    /// The speed of its surface.
    pub belt: Real,
    /// The solid direction of a one-way collider.
    pub one_way: Option<[Real; 2]>,
    /// True if it is a sensor.
    pub sensor: bool,
    /// True if it reports hits.
    pub hits: bool,
    /// The group of its filter.
    pub group: i32,
}

/// A shape.
#[derive(Clone, Debug)]
pub enum Form {
    /// A disc of this radius.
    Circle(Real),
    /// A box: half extents, and the radius of its corners.
    Cuboid([Real; 2], Real),
    /// A capsule: two ends and a radius.
    Capsule([Real; 2], [Real; 2], Real),
    /// A segment: two ends.
    Segment([Real; 2], [Real; 2]),
    /// A polygon: corners, and the radius that rounds them.
    Polygon(Vec<[Real; 2]>, Real),
    /// Any outline.
    Concave(Vec<[Real; 2]>),
    /// A chain: points; true if it is closed; true if only its left side is solid.
    Chain(Vec<[Real; 2]>, bool, bool),
    /// A height field: heights over a width.
    Heights(Vec<Real>, Real),
    /// The side of a cell, and rows of cells from below, a letter each: see [`cell`].
    Tiles(Real, Vec<String>),
    /// A compound: parts with their poses.
    Compound(Vec<(Place, Form)>),
}

/// A joint.
#[derive(Clone, Debug)]
pub struct JointPlan {
    /// Its kind.
    pub form: JointForm,
    /// The indices of its bodies.
    pub bodies: [usize; 2],
    /// The least and the greatest angle, displacement or length.
    pub limits: Option<[Real; 2]>,
    /// The speed of the motor, and its largest force or torque.
    pub motor: Option<[Real; 2]>,
    /// The frequency and damping ratio of the spring.
    pub spring: Option<[Real; 2]>,
    /// The frequency and damping ratio of the angular spring.
    pub angular_spring: Option<[Real; 2]>,
    /// The largest force.
    pub max_force: Option<Real>,
    /// The largest torque.
    pub max_torque: Option<Real>,
    /// The force at which it breaks.
    pub break_force: Option<Real>,
}

/// A kind of joint, with its points in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointForm {
    /// A hinge at a point.
    Revolute([Real; 2]),
    /// A slider at a point, along an axis.
    Prismatic([Real; 2], [Real; 2]),
    /// A wheel at a point, along an axis.
    Wheel([Real; 2], [Real; 2]),
    /// A groove: its start, its end, and the point of B.
    Groove([Real; 2], [Real; 2], [Real; 2]),
    /// A weld at a point.
    Weld([Real; 2]),
    /// A rod between two points.
    Distance([Real; 2], [Real; 2]),
    /// A rope between two points, with its greatest length.
    Rope([Real; 2], [Real; 2], Real),
    /// A spring between two points, with frequency and damping ratio.
    Spring([Real; 2], [Real; 2], [Real; 2]),
    /// A motor that keeps B at its pose relative to A.
    Motor,
    /// A target joint that holds a point of B.
    Target([Real; 2]),
    /// Friction at a point.
    Friction([Real; 2]),
    /// A gear with its ratio.
    Gear(Real),
    /// A pulley: two points of the world, two of the bodies, and the ratio.
    Pulley([[Real; 2]; 4], Real),
    /// A ratchet: phase and step.
    Ratchet(Real, Real),
    /// A filter: the two do not collide.
    Filter,
}

/// An edit of a world between two steps. Bodies and joints are given by their indices.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Removes the body.
    Remove(usize),
    /// Removes the joint.
    RemoveJoint(usize),
    /// Moves the body to another pose.
    Teleport(usize, Place),
    /// Changes the kind of the body.
    Kind(usize, BodyKind),
    /// Replaces the shape of its first collider.
    Shape(usize, Form),
    /// Sets the filter group of its colliders.
    Group(usize, i32),
    /// Makes its first collider a sensor, or a solid again.
    Sensor(usize, bool),
    /// Moves its first collider on its body.
    Offset(usize, Place),
    /// Sets its velocity and angular velocity.
    Velocity(usize, [Real; 2], Real),
    /// Applies an impulse at its centre.
    Impulse(usize, [Real; 2]),
    /// Enables or disables it.
    Enable(usize, bool),
    /// Puts it to sleep, or wakes it.
    Sleep(usize, bool),
    /// Locks or unlocks its rotation.
    LockRotation(usize, bool),
    /// Sets the density of its first collider.
    Density(usize, Real),
    /// Sets friction and restitution of its first collider.
    Material(usize, Real, Real),
    /// Sets the limits of a joint.
    Limits(usize, Real, Real),
    /// Sets the gravity.
    Gravity([Real; 2]),
    /// Adds a body.
    Add(BodyPlan),
    /// Adds a field.
    AddField(FieldPlan),
    /// Removes the field.
    RemoveField,
    /// Adds a portal.
    AddPortal {
        /// Segment that is entered from its left side.
        from: [[Real; 2]; 2],
        /// Segment at whose right side bodies come out.
        to: [[Real; 2]; 2],
        /// Nothing goes back.
        one_way: bool,
    },
    /// Removes the portal.
    RemovePortal,
    /// Adds a guest: an assembly, a vehicle or a character.
    Guest(GuestPlan),
    /// Cuts the body along a line.
    Split(usize, [[Real; 2]; 2]),
    /// Shatters the body around a point into this number of pieces.
    Shatter(usize, [Real; 2], u32),
    /// Sets the impulse that breaks the body.
    Toughness(usize, Real),
    /// Makes an explosion.
    Explode {
        /// The centre.
        at: [Real; 2],
        /// The radius.
        reach: Real,
        /// The impulse on an edge of length one.
        impulse: Real,
        /// True if walls shield.
        shielded: bool,
    },
}

/// A field.
#[derive(Clone, Copy, Debug)]
pub struct FieldPlan {
    /// Its kind.
    pub kind: FieldKind,
    /// Its pose, in the world or on its body.
    pub place: Place,
    /// Half the width and the height of its area.
    pub half: [Real; 2],
    /// The index of the body that carries it.
    pub on: Option<usize>,
}

impl Default for BodyPlan {
    fn default() -> Self {
        Self {
            part: Part::Mover,
            kind: BodyKind::Dynamic,
            place: [0.0; 3],
            velocity: [0.0; 2],
            spin: 0.0,
            gravity_scale: 1.0,
            damping: [0.0; 2],
            locks: [false; 3],
            bullet: false,
            colliders: vec![],
        }
    }
}

impl ColliderPlan {
    /// A collider of a shape, with defaults for the rest.
    pub fn new(form: Form) -> Self {
        Self {
            form,
            at: [0.0; 3],
            density: 1.0,
            friction: 0.6,
            restitution: 0.0,
            rolling: 0.0,
            belt: 0.0,
            one_way: None,
            sensor: false,
            hits: false,
            group: 0,
        }
    }

    /// The same collider at another pose on its body.
    #[must_use]
    pub fn at(self, at: Place) -> Self {
        Self { at, ..self }
    }
}

impl JointPlan {
    /// A joint of a kind, without options.
    pub fn new(form: JointForm, bodies: [usize; 2]) -> Self {
        Self {
            form,
            bodies,
            limits: None,
            motor: None,
            spring: None,
            angular_spring: None,
            max_force: None,
            max_torque: None,
            break_force: None,
        }
    }
}

/// The cell of a letter: `#` full, `/` and `\` slopes, `_` and `-` the lower and the upper half,
/// `^` a platform, all else empty.
pub fn cell(letter: char) -> Cell {
    let slope = |rises| Cell::Slope { rises, ramp: Ramp::Steep, ceiling: false };
    match letter {
        '#' => Cell::Full,
        '/' => slope(Side::Right),
        '\\' => slope(Side::Left),
        '_' => Cell::Half { half: Half::Bottom },
        '-' => Cell::Half { half: Half::Top },
        '^' => Cell::OneWay,
        _ => Cell::Empty,
    }
}

impl Edit {
    /// The body that the edit changes.
    pub fn body(&self) -> Option<usize> {
        match self {
            Self::Remove(index)
            | Self::Teleport(index, _)
            | Self::Kind(index, _)
            | Self::Shape(index, _)
            | Self::Group(index, _)
            | Self::Sensor(index, _)
            | Self::Offset(index, _)
            | Self::Velocity(index, ..)
            | Self::Impulse(index, _)
            | Self::Enable(index, _)
            | Self::Sleep(index, _)
            | Self::LockRotation(index, _)
            | Self::Density(index, _)
            | Self::Material(index, ..)
            | Self::Split(index, _)
            | Self::Shatter(index, ..)
            | Self::Toughness(index, _) => Some(*index),
            Self::AddField(plan) => plan.on,
            Self::RemoveJoint(_)
            | Self::Limits(..)
            | Self::Gravity(_)
            | Self::Add(_)
            | Self::RemoveField
            | Self::AddPortal { .. }
            | Self::RemovePortal
            | Self::Guest(_)
            | Self::Explode { .. } => None,
        }
    }
}
