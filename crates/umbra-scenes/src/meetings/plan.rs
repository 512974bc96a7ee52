//! A small world as plain data: it can be filled into a scene, mirrored, shifted, cut down and printed.

use umbra::prelude::*;

use super::guests::GuestPlan;

/// Position and angle.
pub type Place = [Real; 3];

/// All there is in a small world, and what is done to it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How it is computed.
    pub config: SceneConfig,
    /// Seconds of a step.
    pub dt: Real,
    /// How many steps it is watched for.
    pub steps: u32,
    /// The first is the room, if there is one.
    pub bodies: Vec<BodyPlan>,
    /// What joins them.
    pub joints: Vec<JointPlan>,
    /// What is done before the step of a number.
    pub edits: Vec<(u32, Edit)>,
    /// The inside of the room as the first body sees it: centres of what moves stay in there.
    pub room: Option<Aabb>,
    /// The factor of all lengths that movers were given.
    pub length: Real,
    /// The factor of all speeds.
    pub speed: Real,
}

/// What a body is in its world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Floor, walls and ceiling.
    Room,
    /// What stands in the room.
    Obstacle,
    /// What moves.
    Mover,
    /// What something hangs on.
    Anchor,
}

/// A body.
#[derive(Clone, Debug)]
pub struct BodyPlan {
    /// What it is for.
    pub part: Part,
    /// How it moves.
    pub kind: BodyKind,
    /// Where it begins.
    pub place: Place,
    /// Of its centre of mass.
    pub velocity: [Real; 2],
    /// How fast it turns.
    pub spin: Real,
    /// How strongly gravity pulls it.
    pub gravity_scale: Real,
    /// Of its motion and of its turning.
    pub damping: [Real; 2],
    /// Whether x, y and the angle are locked.
    pub locks: [bool; 3],
    /// Whether it is a bullet.
    pub bullet: bool,
    /// Its colliders.
    pub colliders: Vec<ColliderPlan>,
}

/// A collider.
#[derive(Clone, Debug)]
pub struct ColliderPlan {
    /// Its shape.
    pub form: Form,
    /// Where it is on its body.
    pub at: Place,
    /// Mass per area.
    pub density: Real,
    /// How much it resists sliding.
    pub friction: Real,
    /// How much it gives back.
    pub restitution: Real,
    /// How much it resists rolling.
    pub rolling: Real,
    /// How fast its surface runs.
    pub belt: Real,
    /// The way in which it lets through.
    pub one_way: Option<[Real; 2]>,
    /// Whether it is a sensor.
    pub sensor: bool,
    /// Whether it tells of hits.
    pub hits: bool,
    /// The group of its filter.
    pub group: i32,
}

/// A shape.
#[derive(Clone, Debug)]
pub enum Form {
    /// Of this radius.
    Circle(Real),
    /// Half extents, and the radius of its corners.
    Cuboid([Real; 2], Real),
    /// Two ends and a radius.
    Capsule([Real; 2], [Real; 2], Real),
    /// Two ends.
    Segment([Real; 2], [Real; 2]),
    /// Corners, and the radius that rounds them.
    Polygon(Vec<[Real; 2]>, Real),
    /// Any outline.
    Concave(Vec<[Real; 2]>),
    /// Points; whether it is closed; whether only its left side holds.
    Chain(Vec<[Real; 2]>, bool, bool),
    /// Heights over a width.
    Heights(Vec<Real>, Real),
    /// The side of a cell, and rows of cells from below, a letter each: see [`cell`].
    Tiles(Real, Vec<String>),
    /// Parts with their places.
    Compound(Vec<(Place, Form)>),
}

/// A joint.
#[derive(Clone, Debug)]
pub struct JointPlan {
    /// Which one.
    pub form: JointForm,
    /// The indices of its bodies.
    pub bodies: [usize; 2],
    /// The least and the greatest angle, way or length.
    pub limits: Option<[Real; 2]>,
    /// Speed, and largest force or torque.
    pub motor: Option<[Real; 2]>,
    /// Hertz and damping ratio.
    pub spring: Option<[Real; 2]>,
    /// Hertz and damping ratio of the angle.
    pub angular_spring: Option<[Real; 2]>,
    /// The largest force.
    pub max_force: Option<Real>,
    /// The largest torque.
    pub max_torque: Option<Real>,
    /// The force that breaks it.
    pub break_force: Option<Real>,
}

/// A kind of joint, with its points in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointForm {
    /// At a point.
    Revolute([Real; 2]),
    /// At a point, along an axis.
    Prismatic([Real; 2], [Real; 2]),
    /// At a point, along an axis.
    Wheel([Real; 2], [Real; 2]),
    /// From, to, and the point of B.
    Groove([Real; 2], [Real; 2], [Real; 2]),
    /// At a point.
    Weld([Real; 2]),
    /// Between two points.
    Distance([Real; 2], [Real; 2]),
    /// Between two points, with the greatest length.
    Rope([Real; 2], [Real; 2], Real),
    /// Between two points, with hertz and damping ratio.
    Spring([Real; 2], [Real; 2], [Real; 2]),
    /// B stays where it lies beside A.
    Motor,
    /// B is drawn by a point of it to where that is.
    Target([Real; 2]),
    /// At a point.
    Friction([Real; 2]),
    /// Of a ratio.
    Gear(Real),
    /// Two points of the world, two of the bodies, and the ratio.
    Pulley([[Real; 2]; 4], Real),
    /// Phase and step.
    Ratchet(Real, Real),
    /// The two do not collide.
    Filter,
}

/// Something that is done to a world between two steps. Bodies and joints by their indices.
#[derive(Clone, Debug)]
pub enum Edit {
    /// The body leaves.
    Remove(usize),
    /// The joint leaves.
    RemoveJoint(usize),
    /// The body is put elsewhere.
    Teleport(usize, Place),
    /// The body becomes another kind.
    Kind(usize, BodyKind),
    /// Its first collider gets another shape.
    Shape(usize, Form),
    /// Its colliders get another group.
    Group(usize, i32),
    /// Its first collider becomes a sensor, or ceases to be one.
    Sensor(usize, bool),
    /// Its first collider moves on its body.
    Offset(usize, Place),
    /// Its velocity and how fast it turns.
    Velocity(usize, [Real; 2], Real),
    /// An impulse through its centre.
    Impulse(usize, [Real; 2]),
    /// Whether it takes part.
    Enable(usize, bool),
    /// It sleeps, or wakes.
    Sleep(usize, bool),
    /// Whether it turns.
    LockRotation(usize, bool),
    /// Its first collider weighs so much per area.
    Density(usize, Real),
    /// Its first collider's friction and restitution.
    Material(usize, Real, Real),
    /// Limits of a joint.
    Limits(usize, Real, Real),
    /// Another gravity.
    Gravity([Real; 2]),
    /// One more body.
    Add(BodyPlan),
    /// A field.
    AddField(FieldPlan),
    /// The field leaves.
    RemoveField,
    /// Something that games build or drive comes in.
    Guest(GuestPlan),
    /// The body is cut along a line.
    Split(usize, [[Real; 2]; 2]),
    /// The body comes in so many pieces, around a point.
    Shatter(usize, [Real; 2], u32),
    /// The impulse that breaks the body.
    Toughness(usize, Real),
    /// Something explodes.
    Explode {
        /// Where.
        at: [Real; 2],
        /// How far it reaches.
        reach: Real,
        /// What an edge of length one gets.
        impulse: Real,
        /// Whether walls shield.
        shielded: bool,
    },
}

/// A field.
#[derive(Clone, Copy, Debug)]
pub struct FieldPlan {
    /// What it does.
    pub kind: FieldKind,
    /// Where it is, in the world or on its body.
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
    /// One of a shape, all else as it is by default.
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

    /// The same, elsewhere on its body.
    #[must_use]
    pub fn at(self, at: Place) -> Self {
        Self { at, ..self }
    }
}

impl JointPlan {
    /// One of a kind, without options.
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

/// The cell of a letter: `#` full, `/` and `\` slopes, `_` and `-` the lower and the upper half, `^` a platform, all else
/// empty.
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
    /// The body that it is done to.
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
            | Self::Guest(_)
            | Self::Explode { .. } => None,
        }
    }
}
