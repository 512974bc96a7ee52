//! Descriptions of scenes for any engine, read from a filled Umbra scene.

use std::collections::HashMap;
use std::ops::Range;

use umbra::prelude::*;
use umbra_scenes::{Driver, SceneDef};

/// The contents of a scene.
#[derive(Clone, Debug)]
pub struct Description {
    /// The name of the scene.
    pub name: &'static str,
    /// The acceleration of all dynamic bodies.
    pub gravity: Vector,
    /// True if bodies at rest may fall asleep.
    pub sleeping: bool,
    /// The bodies, in the order in which they were added.
    pub bodies: Vec<BodyDescription>,
    /// The joints, in the order in which they were added.
    pub joints: Vec<JointDescription>,
    /// The index of the body whose drift is measured.
    pub marked: Option<usize>,
    /// The index of the driven kinematic body, and its pose at the end of each step.
    pub driven: Option<(usize, Target)>,
    /// The bodies that are put back to their start before the step of a number.
    pub respawned: Option<Respawned>,
    /// The region of the bodies.
    pub bounds: Aabb,
}

/// The pose at the end of the step of a number.
pub type Target = fn(u32) -> Pose;

/// The bodies that are put back before the step of a number.
pub type Respawned = fn(u32) -> Range<usize>;

/// A body and its colliders.
#[derive(Clone, Debug)]
pub struct BodyDescription {
    /// The kind of the body.
    pub kind: BodyKind,
    /// The initial pose.
    pub pose: Pose,
    /// The velocity of its centre of mass.
    pub velocity: Vector,
    /// The angular velocity.
    pub angular_velocity: Real,
    /// The damping of the velocity.
    pub linear_damping: Real,
    /// The damping of the angular velocity.
    pub angular_damping: Real,
    /// The factor on gravity.
    pub gravity_scale: Real,
    /// True if it starts awake.
    pub awake: bool,
    /// True if it is enabled from the start.
    pub enabled: bool,
    /// Its mass, as Umbra computes it.
    pub mass: f64,
    /// Its inertia about the centre of mass, as Umbra computes it.
    pub inertia: f64,
    /// Its centre of mass, relative to its origin.
    pub local_center: Point,
    /// Mass, centre and inertia, if they do not follow from the colliders.
    pub given: Option<MassProperties>,
    /// Its colliders.
    pub colliders: Vec<ColliderDescription>,
}

/// A revolute or prismatic joint.
#[derive(Clone, Copy, Debug)]
pub struct JointDescription {
    /// The indices of its bodies.
    pub bodies: [usize; 2],
    /// The positions of its anchors on them.
    pub anchors: [Point; 2],
    /// The axis of a prismatic joint in the frame of each body; `None` if the joint is revolute.
    pub axes: Option<[Vector; 2]>,
    /// The least and the greatest angle.
    pub limits: Option<[Real; 2]>,
    /// Speed, and largest torque.
    pub motor: Option<[Real; 2]>,
    /// The spring that pulls it to its initial angle.
    pub spring: Option<Softness>,
}

/// A collider.
#[derive(Clone, Debug)]
pub struct ColliderDescription {
    /// Shapes with their poses on the body.
    pub shapes: Vec<(Shape, Pose)>,
    /// Mass per area.
    pub density: Real,
    /// The coefficient of friction.
    pub friction: Real,
    /// The coefficient of restitution.
    pub restitution: Real,
    /// The rolling resistance.
    pub rolling_resistance: Real,
    /// The speed of its surface.
    pub surface_speed: Real,
    /// The collision filter.
    pub filter: Filter,
    /// True if impacts are reported.
    pub hit_events: bool,
}

impl Description {
    /// Fills the scene with `config` and reads it; also returns the scene.
    ///
    /// # Errors
    /// When the scene cannot be filled, or has a driver that only Umbra can run.
    pub fn from_def(def: &SceneDef, config: SceneConfig) -> Result<(Self, Scene), String> {
        let running = def.set_up(config).map_err(|error| error.to_string())?;
        let (scene, roles) = (running.scene, running.roles);
        let index_of = |key: BodyKey| scene.bodies().position(|other| other == key);
        let respawned = match def.driver {
            Driver::Respawn(which) => Some(which),
            _ => None,
        };
        let driven = match def.driver {
            Driver::None | Driver::Respawn(_) => None,
            Driver::Target(target) => roles.driven.and_then(index_of).map(|index| (index, target)),
            Driver::Script(_) | Driver::Play(_) => {
                return Err(format!("{}: its script is Umbra's", def.name));
            }
        };
        let description = Self {
            sleeping: def.sleeping,
            marked: roles.marked.and_then(index_of),
            driven,
            respawned,
            ..Self::read(def.name, &scene, def.bounds)?
        };
        Ok((description, scene))
    }

    /// Reads a scene without a driver.
    ///
    /// # Errors
    /// When it has a joint that is not compared: neither revolute nor a plain prismatic one.
    pub fn read(name: &'static str, scene: &Scene, bounds: Aabb) -> Result<Self, String> {
        let keys: Vec<BodyKey> = scene.bodies().collect();
        let indices: HashMap<_, _> = keys.iter().copied().zip(0_usize..).collect();
        let index_of = |key: BodyKey| indices.get(&key).copied();
        Ok(Self {
            name,
            gravity: scene.config().gravity,
            sleeping: scene.config().sleep.enabled,
            bodies: keys.iter().filter_map(|key| body(scene, *key)).collect(),
            joints: scene
                .joints()
                .filter_map(|key| joint(scene, key, index_of))
                .collect::<Result<_, _>>()?,
            marked: None,
            driven: None,
            respawned: None,
            bounds,
        })
    }
}

fn body(scene: &Scene, key: BodyKey) -> Option<BodyDescription> {
    let body = scene.body(key).ok()?;
    Some(BodyDescription {
        kind: body.kind(),
        pose: body.pose(),
        velocity: body.velocity(),
        angular_velocity: body.angular_velocity(),
        linear_damping: body.linear_damping(),
        angular_damping: body.angular_damping(),
        gravity_scale: body.gravity_scale(),
        awake: body.kind() != BodyKind::Dynamic || body.is_awake(),
        enabled: body.is_enabled(),
        mass: f64::from(body.mass()),
        inertia: f64::from(body.inertia()),
        local_center: body.pose().inverse() * body.center_of_mass(),
        given: body.mass_properties(),
        colliders: body.colliders().filter_map(|key| collider(scene, key)).collect(),
    })
}

fn joint(
    scene: &Scene,
    key: JointKey,
    index_of: impl Fn(BodyKey) -> Option<usize>,
) -> Option<Result<JointDescription, String>> {
    let joint = scene.joint(key).ok()?;
    let is_plain = joint.limits().is_none() && joint.motor().is_none() && joint.spring().is_none();
    let is_prismatic = joint.kind() == JointKind::Prismatic && is_plain;
    if joint.kind() != JointKind::Revolute && !is_prismatic {
        return Some(Err(format!("a {:?} joint is not compared", joint.kind())));
    }
    let [a, b] = [joint.body_a(), joint.body_b()];
    let axis_on = |key| Some(scene.body(key).ok()?.pose().rotation.inverse() * joint.axis());
    Some(Ok(JointDescription {
        bodies: [index_of(a)?, index_of(b)?],
        anchors: [
            scene.body(a).ok()?.local_point(joint.anchor_a()),
            scene.body(b).ok()?.local_point(joint.anchor_b()),
        ],
        axes: if is_prismatic { Some([axis_on(a)?, axis_on(b)?]) } else { None },
        limits: joint.limits(),
        motor: joint.motor(),
        spring: joint.spring(),
    }))
}

fn collider(scene: &Scene, key: ColliderKey) -> Option<ColliderDescription> {
    let collider = scene.collider(key).ok()?;
    Some(ColliderDescription {
        shapes: collider.local_shapes().map(|(shape, pose)| (shape.clone(), pose)).collect(),
        density: collider.density(),
        friction: collider.friction(),
        restitution: collider.restitution(),
        rolling_resistance: collider.rolling_resistance(),
        surface_speed: collider.surface_speed(),
        filter: collider.filter(),
        hit_events: collider.hit_events(),
    })
}

impl ColliderDescription {
    /// The points of the chain, and true if it is closed; `None` if the collider is no chain.
    pub fn chain(&self) -> Option<(Vec<Point>, bool)> {
        let links: Option<Vec<_>> = self
            .shapes
            .iter()
            .map(|(shape, pose)| match shape {
                Shape::ChainSegment(link) => {
                    Some([pose * link.segment().a(), pose * link.segment().b()])
                }
                _ => None,
            })
            .collect();
        let links = links?;
        let (first, last) = (links.first()?[0], links.last()?[1]);
        let mut points: Vec<Point> = links.iter().map(|link| link[0]).collect();
        let closed = first == last;
        if !closed {
            points.push(last);
        }
        Some((points, closed))
    }
}
