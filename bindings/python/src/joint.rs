//! Joints: the functions that describe them, their settings and their handle.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::prelude::{Point, Pose, Vector};
use umbra::{Joint as Kinds, JointBuilder as Builder, Softness};

use crate::body::take_body;
use crate::errors::bad_type;
use crate::record::apply_options;
use crate::scene_lock::Shared;
use crate::value::Take;

/// Description of a joint to be added: see `revolute`, `prismatic`, `weld` and so on.
#[pyclass(frozen, module = "umbra2d")]
#[derive(Clone)]
pub struct JointDef {
    pub(crate) builder: Builder,
    /// Scene of the bodies.
    pub(crate) scene: Shared,
}

#[pymethods]
impl JointDef {
    fn __repr__(&self) -> &'static str {
        "<description of a joint>"
    }
}

handle! {
    /// A joint between two bodies. Attributes read and change it.
    ///
    /// A setting that this kind of joint does not have is a `ValueError` when it is assigned.
    Joint(JointKey), joint, remove_joint, "joint"
}

properties! {
    Joint, read joint, write joint_mut, builder Builder;

    /// Limits `(lower, upper)` of the angle or displacement, or `None`.
    limits: Option<[f32; 2]> {
        build(it, value) match value { Some([lower, upper]) => it.limits(lower, upper), None => it };
        get(it) it.limits();
        set set_limits(it, value) match value {
            Some([lower, upper]) => it.set_limits(lower, upper),
            None => {
                it.remove_limits();
                Ok(())
            }
        };
    }
    /// Motor `(speed, max_force)`, or `None`.
    motor: Option<[f32; 2]> {
        build(it, value) match value { Some([speed, most]) => it.motor(speed, most), None => it };
        get(it) it.motor();
        set set_motor(it, value) match value {
            Some([speed, most]) => it.set_motor(speed, most),
            None => {
                it.remove_motor();
                Ok(())
            }
        };
    }
    /// Spring `(hertz, damping_ratio)`, or `None`. Assigning `None` removes both springs.
    spring: Option<[f32; 2]> {
        build(it, value) match value { Some([hertz, ratio]) => it.spring(hertz, ratio), None => it };
        get(it) it.spring();
        set set_spring(it, value) match value {
            Some([hertz, ratio]) => it.set_spring(hertz, ratio),
            None => {
                it.remove_springs();
                Ok(())
            }
        };
    }
    /// Spring against turning, `(hertz, damping_ratio)`, or `None`.
    angular_spring: Option<[f32; 2]> {
        build(it, value) match value {
            Some([hertz, ratio]) => it.angular_spring(hertz, ratio),
            None => it,
        };
        get(it) it.angular_spring();
        set set_angular_spring(it, value) match value {
            Some([hertz, ratio]) => it.set_angular_spring(hertz, ratio),
            None => {
                it.remove_springs();
                Ok(())
            }
        };
    }
    /// Spring as `(stiffness, damping)`, or `None`.
    spring_stiffness: [f32; 2] {
        build(it, value) it.spring_stiffness(value[0], value[1]);
        get(it) it.spring_stiffness();
        set set_spring_stiffness(it, value) it.set_spring_stiffness(value[0], value[1]);
    }
    /// Spring against turning as `(stiffness, damping)`, or `None`.
    angular_spring_stiffness: [f32; 2] {
        build(it, value) it.angular_spring_stiffness(value[0], value[1]);
        get(it) it.angular_spring_stiffness();
        set set_angular_spring_stiffness(it, value)
            it.set_angular_spring_stiffness(value[0], value[1]);
    }
    /// Angle or displacement at which the spring rests, or `None`.
    rest: f32 {
        build(it, value) it.rest(value);
        get(it) it.rest();
        set set_rest(it, value) it.set_rest(value);
    }
    /// Length between the anchors: the current one when read, the wanted one when assigned.
    length: f32 {
        build(it, value) it.length(value);
        get(it) it.length();
        set set_length(it, value) it.set_length(value);
    }
    /// Pose of B that a motor joint aims at, as A sees it, or `None`.
    target: Option<Pose> {
        build(it, value) match value { Some(value) => it.target(value), None => it };
        get(it) it.target();
        set set_target(it, value) match value {
            Some(value) => it.set_target(value),
            None => {
                it.remove_target();
                Ok(())
            }
        };
    }
    /// Velocity of B that a motor joint aims at, as A sees it, or `None`.
    velocity: Vector {
        build(it, value) it.velocity(value);
        get(it) it.velocity();
        set set_velocity(it, value) it.set_velocity(value);
    }
    /// Angular velocity of B that a motor joint aims at, relative to A, or `None`.
    angular_velocity: f32 {
        build(it, value) it.angular_velocity(value);
        get(it) it.angular_velocity();
        set set_angular_velocity(it, value) it.set_angular_velocity(value);
    }
    /// Largest force of a motor, target or friction joint, or `None`.
    max_force: Option<f32> {
        build(it, value) match value { Some(value) => it.max_force(value), None => it };
        get(it) it.max_force();
        set set_max_force(it, value) it.set_max_force(value.unwrap_or(f32::INFINITY));
    }
    /// Largest torque of a motor or friction joint, or `None`.
    max_torque: Option<f32> {
        build(it, value) match value { Some(value) => it.max_torque(value), None => it };
        get(it) it.max_torque();
        set set_max_torque(it, value) it.set_max_torque(value.unwrap_or(f32::INFINITY));
    }
    /// Force at which it breaks, or `None`.
    break_force: Option<f32> {
        build(it, value) match value { Some(value) => it.break_force(value), None => it };
        get(it) it.break_force();
        set set_break_force(it, value) it.set_break_force(value.unwrap_or(f32::INFINITY));
    }
    /// Torque at which it breaks, or `None`.
    break_torque: Option<f32> {
        build(it, value) match value { Some(value) => it.break_torque(value), None => it };
        get(it) it.break_torque();
        set set_break_torque(it, value) it.set_break_torque(value.unwrap_or(f32::INFINITY));
    }
    /// Softness `(hertz, damping_ratio)` of the rigid parts, or `None` for that of the solver.
    softness: Option<Softness> {
        build(it, value) match value { Some(value) => it.softness(value), None => it };
        get(it) it.softness();
        set set_softness(it, value) match value {
            Some(value) => it.set_softness(value),
            None => it.reset_softness(),
        };
    }
    /// False while it does nothing.
    enabled: bool {
        build(it, value) it.enabled(value);
        get(it) it.is_enabled();
        set set_enabled(it, value) it.set_enabled(value);
    }
    /// True if its two bodies may collide.
    collide_connected: bool {
        build(it, value) it.collide_connected(value);
        get(it) it.collide_connected();
        set set_collide_connected(it, value) it.set_collide_connected(value);
    }
    /// A number for the caller, from 0 to 2**64 - 1.
    user_data: u64 {
        build(it, value) it.user_data(value);
        get(it) it.user_data();
        set set_user_data(it, value) it.set_user_data(value);
    }
    /// Ratio of a gear or a pulley.
    ratio: f32 {
        get(it) it.ratio();
        set set_ratio(it, value) it.set_ratio(value);
    }
    /// Anchors in the bodies' coordinates, `(in_a, in_b)`; can only be assigned.
    local_anchors: [Point; 2] {
        build(it, value) it.local_anchors(value[0], value[1]);
        set set_local_anchors(it, value) it.set_local_anchors(value[0], value[1]);
    }
    /// Axis in the coordinates of A; can only be assigned.
    local_axis: Vector {
        set set_local_axis(it, value) it.set_local_axis(value);
    }
    /// Point that a target joint pulls to; can only be assigned.
    target_point: Point {
        set set_target_point(it, value) it.set_target_point(value);
    }
    /// Kind: "revolute", "prismatic" and so on.
    kind: _ { get(it) it.kind(); }
    /// First body.
    body_a: _ { get(it) it.body_a(); }
    /// Second body.
    body_b: _ { get(it) it.body_b(); }
    /// Anchor on A in the world.
    anchor_a: _ { get(it) it.anchor_a(); }
    /// Anchor on B in the world.
    anchor_b: _ { get(it) it.anchor_b(); }
    /// Axis in the world.
    axis: _ { get(it) it.axis(); }
    /// Angle of B relative to A, in radians.
    angle: _ { get(it) it.angle(); }
    /// Angle of B relative to A at which `angle` is 0.
    reference_angle: _ { get(it) it.reference_angle(); }
    /// Displacement along the axis.
    translation: _ { get(it) it.translation(); }
    /// Speed of the angle or the displacement.
    speed: _ { get(it) it.speed(); }
    /// Distance by which the joint is open.
    separation: _ { get(it) it.separation(); }
    /// Angle by which the joint is open.
    angular_separation: _ { get(it) it.angular_separation(); }
    /// Force with which the joint pulled B in the last step.
    reaction_force: _ { get(it) it.reaction_force(); }
    /// Torque with which the joint turned B in the last step.
    reaction_torque: _ { get(it) it.reaction_torque(); }
    /// Force or torque of the motor in the last step.
    motor_force: _ { get(it) it.motor_force(); }
    /// Force or torque of the limits in the last step.
    limit_force: _ { get(it) it.limit_force(); }
    /// Mass that the joint moves along its axis.
    effective_mass: _ { get(it) it.effective_mass(); }
    /// How it was solved in the last step: "rows" (one by one) or "tree" (exactly, with those that
    /// hang together with it).
    solved_as: _ { get(it) it.solved_as(); }
    /// Points of a pulley in the world, or `None`.
    grounds: _ { get(it) it.grounds(); }
}

/// What a joint does.
#[pymethods]
impl Joint {
    /// Moves one of the bodies so that the joint is not open.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.scene.write(py, |scene| scene.joint_mut(self.key)?.close())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.scene.read(py, |scene| {
            let Ok(joint) = scene.joint(self.key) else { return Ok("<removed Joint>".into()) };
            Ok(format!("<Joint {}>", joint.kind().name()))
        })
    }
}

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

/// The scene of a body or a joint, which the others have to be of too.
fn scene_of(parameter: &str, value: Object<'_, '_>) -> PyResult<Shared> {
    if let Ok(joint) = value.cast::<Joint>() {
        return Ok(joint.get().scene.clone());
    }
    let body = value.cast::<crate::body::Body>();
    Ok(body.map_err(|_| bad_type(parameter, "a Body"))?.get().scene.clone())
}

/// Two bodies of one scene.
fn bodies(a: Object<'_, '_>, b: Object<'_, '_>, scene: &Shared) -> PyResult<[umbra::BodyKey; 2]> {
    Ok([take_body("a", a, scene)?, take_body("b", b, scene)?])
}

fn point(parameter: &str, value: Object<'_, '_>) -> PyResult<Point> {
    Point::take(parameter, value)
}

macro_rules! joints {
    ($(
        $(#[$about:meta])*
        $name:ident($first:ident $(, $argument:ident: $type:ty)*) |$scene:ident| $build:expr;
    )*) => {
        $(
            $(#[$about])*
            #[pyfunction]
            #[pyo3(signature = ($first, $($argument,)* **options))]
            #[allow(clippy::too_many_arguments)]
            pub fn $name(
                $first: Object<'_, '_>,
                $($argument: $type,)*
                options: Option<&Bound<'_, PyDict>>,
            ) -> PyResult<JointDef> {
                let scene = scene_of(stringify!($first), $first)?;
                let $scene = &scene;
                let builder = apply_options($build, options, option)?;
                Ok(JointDef { builder, scene })
            }
        )*

        /// Adds the functions of this file to the module.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
}

/// A joint of two bodies with one anchor.
macro_rules! at_anchor {
    ($kind:ident, $a:ident, $b:ident, $anchor:ident, $scene:ident) => {{
        let [a, b] = bodies($a, $b, $scene)?;
        Kinds::$kind(a, b, point("anchor", $anchor)?)
    }};
}

joints! {
    /// Revolute joint: both bodies turn about one point of the world. Keywords, here and below:
    /// the attributes of `Joint` that can be assigned.
    revolute(a, b: Object<'_, '_>, anchor: Object<'_, '_>) |scene|
        at_anchor!(revolute, a, b, anchor, scene);
    /// Prismatic joint: B slides along an axis of A, without turning.
    prismatic(a, b: Object<'_, '_>, anchor: Object<'_, '_>, axis: Object<'_, '_>) |scene| {
        let [a, b] = bodies(a, b, scene)?;
        Kinds::prismatic(a, b, point("anchor", anchor)?, Vector::take("axis", axis)?)
    };
    /// Wheel joint: B turns about the anchor and slides along an axis of A.
    wheel(a, b: Object<'_, '_>, anchor: Object<'_, '_>, axis: Object<'_, '_>) |scene| {
        let [a, b] = bodies(a, b, scene)?;
        Kinds::wheel(a, b, point("anchor", anchor)?, Vector::take("axis", axis)?)
    };
    /// Groove joint: a point of B slides along a segment of A.
    groove(
        a, b: Object<'_, '_>, start: Object<'_, '_>, end: Object<'_, '_>, anchor: Object<'_, '_>
    ) |scene| {
        let [a, b] = bodies(a, b, scene)?;
        Kinds::groove(a, b, point("start", start)?, point("end", end)?, point("anchor", anchor)?)
    };
    /// Weld joint: keeps the bodies as they are to one another.
    weld(a, b: Object<'_, '_>, anchor: Object<'_, '_>) |scene|
        at_anchor!(weld, a, b, anchor, scene);
    /// Distance joint: a rod between two points.
    distance(a, b: Object<'_, '_>, anchor_a: Object<'_, '_>, anchor_b: Object<'_, '_>) |scene| {
        let [a, b] = bodies(a, b, scene)?;
        Kinds::distance(a, b, point("anchor_a", anchor_a)?, point("anchor_b", anchor_b)?)
    };
    /// Rope joint: two points come no farther apart than `most`.
    rope(
        a, b: Object<'_, '_>, anchor_a: Object<'_, '_>, anchor_b: Object<'_, '_>, most: f64
    ) |scene| {
        let [a, b] = bodies(a, b, scene)?;
        let anchors = (point("anchor_a", anchor_a)?, point("anchor_b", anchor_b)?);
        Kinds::rope(a, b, anchors.0, anchors.1, most as f32)
    };
    /// Spring joint between two points.
    spring(
        a, b: Object<'_, '_>, anchor_a: Object<'_, '_>, anchor_b: Object<'_, '_>,
        hertz: f64, damping_ratio: f64
    ) |scene| {
        let [a, b] = bodies(a, b, scene)?;
        let anchors = (point("anchor_a", anchor_a)?, point("anchor_b", anchor_b)?);
        Kinds::spring(a, b, anchors.0, anchors.1, hertz as f32, damping_ratio as f32)
    };
    /// Motor joint: B follows a target pose or a velocity relative to A.
    motor(a, b: Object<'_, '_>) |scene| {
        let [a, b] = bodies(a, b, scene)?;
        Kinds::motor(a, b)
    };
    /// Target joint: a spring pulls a point of the body to a point of the world, as for a mouse.
    target(body, point: Object<'_, '_>) |scene|
        Kinds::target(take_body("body", body, scene)?, Point::take("point", point)?);
    /// Friction joint: slows relative motion, for bodies seen from above.
    friction(a, b: Object<'_, '_>, anchor: Object<'_, '_>) |scene|
        at_anchor!(friction, a, b, anchor, scene);
    /// Gear joint: keeps `turn_a + ratio * turn_b` constant.
    gear(a, b: Object<'_, '_>, ratio: f64) |scene| {
        let [a, b] = bodies(a, b, scene)?;
        Kinds::gear(a, b, ratio as f32)
    };
    /// Gear between the angles or displacements of two joints.
    gear_between(joint_a, joint_b: Object<'_, '_>, ratio: f64) |scene| {
        let joint = |parameter: &str, value: Object<'_, '_>| {
            let joint = value.cast::<Joint>().map_err(|_| bad_type(parameter, "a Joint"))?;
            joint.get().key_in(parameter, scene)
        };
        Kinds::gear_between(joint("joint_a", joint_a)?, joint("joint_b", joint_b)?, ratio as f32)
    };
    /// Pulley joint: a rope from A over two points of the world to B.
    pulley(
        a, b: Object<'_, '_>, ground_a: Object<'_, '_>, ground_b: Object<'_, '_>,
        anchor_a: Object<'_, '_>, anchor_b: Object<'_, '_>, ratio: f64
    ) |scene| {
        let [a, b] = bodies(a, b, scene)?;
        let grounds = (point("ground_a", ground_a)?, point("ground_b", ground_b)?);
        let anchors = (point("anchor_a", anchor_a)?, point("anchor_b", anchor_b)?);
        Kinds::pulley(a, b, grounds.0, grounds.1, anchors.0, anchors.1, ratio as f32)
    };
    /// Ratchet joint: B turns freely in one direction, and back by at most one `step`.
    ratchet(a, b: Object<'_, '_>, phase: f64, step: f64) |scene| {
        let [a, b] = bodies(a, b, scene)?;
        Kinds::ratchet(a, b, phase as f32, step as f32)
    };
    /// Filter joint: its two bodies do not collide.
    filter(a, b: Object<'_, '_>) |scene| {
        let [a, b] = bodies(a, b, scene)?;
        Kinds::filter(a, b)
    };
}
