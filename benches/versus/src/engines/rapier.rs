//! Rapier. Runs on the rayon pool that it is called in.

use std::ops::Range;

use rapier2d::math::{Pose as RapierPose, Rotation as RapierRotation, Vector as RapierVector};
use rapier2d::parry::query::{Ray, ShapeCastOptions};
use rapier2d::parry::shape::Ball;
use rapier2d::prelude::{
    Aabb as RapierAabb, ActiveHooks, CoefficientCombineRule, ColliderBuilder, GenericJoint, Group,
    InteractionGroups, MassProperties as RapierMassProperties, PairFilterContext, PhysicsHooks,
    PhysicsWorld, PrismaticJointBuilder, RevoluteJointBuilder, RigidBodyBuilder, RigidBodyHandle,
    SolverFlags,
};
use umbra::prelude::*;
use umbra_scenes::mechanisms::Push;

use super::{BodyState, CopyCost, Engine};
use crate::description::{BodyDescription, ColliderDescription, Description, JointDescription};
use crate::memory;
use crate::questions::{Batch, CAST_RADIUS, Line};
use crate::timing::timed;

pub(super) struct Rapier {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
    starts: Vec<Pose>,
    driven: Option<RigidBodyHandle>,
    /// Bodies that were pushed for the next step.
    pushed: Vec<RigidBodyHandle>,
}

fn vector(v: Vector) -> RapierVector {
    RapierVector::new(v.x, v.y)
}

fn point(p: Point) -> RapierVector {
    RapierVector::new(p.x, p.y)
}

fn pose(pose: &Pose) -> RapierPose {
    let rotation = RapierRotation::from_cos_sin_unchecked(pose.rotation.re, pose.rotation.im);
    RapierPose { rotation, translation: vector(pose.translation.vector) }
}

impl Rapier {
    /// Loads a scene. `is_tuned`: four times as many iterations for joints, and no passes without
    /// bias, in which joints lose energy.
    pub(super) fn new(description: &Description, is_tuned: bool) -> Result<Self, String> {
        let mut world = PhysicsWorld::new();
        world.gravity = vector(description.gravity);
        if is_tuned {
            world.integration_parameters.num_internal_pgs_iterations = 4;
            world.integration_parameters.num_internal_stabilization_iterations = 0;
        }
        let mut bodies = Vec::with_capacity(description.bodies.len());
        let driven = description.driven.map(|(index, _)| index);
        for (index, body) in description.bodies.iter().enumerate() {
            let builder = match body.kind {
                BodyKind::Fixed => RigidBodyBuilder::fixed(),
                BodyKind::Kinematic if driven == Some(index) => {
                    RigidBodyBuilder::kinematic_position_based()
                }
                BodyKind::Kinematic => RigidBodyBuilder::kinematic_velocity_based(),
                BodyKind::Dynamic => RigidBodyBuilder::dynamic(),
            };
            let builder = builder
                .pose(pose(&body.pose))
                .linvel(vector(body.velocity))
                .angvel(body.angular_velocity)
                .linear_damping(body.linear_damping)
                .angular_damping(body.angular_damping)
                .gravity_scale(body.gravity_scale)
                .can_sleep(description.sleeping)
                .sleeping(!body.awake)
                .enabled(body.enabled);
            let handle = world.bodies.insert(weighed(builder, body));
            for collider in &body.colliders {
                for shape in shapes(collider)? {
                    let shape = dressed(shape, collider)?;
                    let shape = if body.given.is_some() { shape.density(0.0) } else { shape };
                    world.colliders.insert_with_parent(shape, handle, &mut world.bodies);
                }
            }
            bodies.push(handle);
        }
        for joint in &description.joints {
            let [a, b] = joint.bodies.map(|index| bodies[index]);
            let joint = build_joint(joint);
            world.impulse_joints.insert(a, b, joint, true);
        }
        let starts = description.bodies.iter().map(|body| body.pose).collect();
        let driven = driven.map(|index| bodies[index]);
        Ok(Self { world, starts, driven, bodies, pushed: vec![] })
    }
}

/// A body with its given mass, if it has one.
fn weighed(builder: RigidBodyBuilder, body: &BodyDescription) -> RigidBodyBuilder {
    let Some(MassProperties { mass, center, inertia }) = body.given else { return builder };
    builder.additional_mass_properties(RapierMassProperties::new(point(center), mass, inertia))
}

/// Collision groups, which Rapier does not have: a hook decides for each pair.
struct Groups;

impl PhysicsHooks for Groups {
    fn filter_contact_pair(&self, pair: &PairFilterContext) -> Option<SolverFlags> {
        let group = |handle| pair.colliders.get(handle).map(|collider| collider.user_data);
        let same = group(pair.collider1) == group(pair.collider2);
        (!same).then_some(SolverFlags::all())
    }
}

/// Stiffness with which a motor reaches its speed within a step, unless its torque is too small.
const STIFF_MOTOR: Real = 1e4;

fn build_joint(joint: &JointDescription) -> GenericJoint {
    let Some(axes) = joint.axes else { return revolute(joint).build().into() };
    PrismaticJointBuilder::new(vector(axes[0]))
        .local_axis2(vector(axes[1]))
        .local_anchor1(point(joint.anchors[0]))
        .local_anchor2(point(joint.anchors[1]))
        .contacts_enabled(false)
        .build()
        .into()
}

fn revolute(joint: &JointDescription) -> RevoluteJointBuilder {
    let builder = RevoluteJointBuilder::new()
        .local_anchor1(point(joint.anchors[0]))
        .local_anchor2(point(joint.anchors[1]))
        .contacts_enabled(false);
    let builder = match joint.limits {
        Some(limits) => builder.limits(limits),
        None => builder,
    };
    match joint.motor {
        Some([speed, torque]) => builder.motor_velocity(speed, STIFF_MOTOR).motor_max_force(torque),
        None => builder,
    }
}

/// The shapes of a collider, each as a collider of its own; a chain is one.
fn shapes(collider: &ColliderDescription) -> Result<Vec<ColliderBuilder>, String> {
    if let Some((points, closed)) = collider.chain() {
        let count = points.len() as u32;
        let links = if closed { count } else { count - 1 };
        let indices = (0..links).map(|i| [i, (i + 1) % count]).collect();
        let points = points.into_iter().map(point).collect();
        return Ok(vec![ColliderBuilder::oriented_polyline(points, Some(indices))]);
    }
    collider.shapes.iter().map(|(shape, at)| Ok(plain(shape)?.position(pose(at)))).collect()
}

fn plain(shape: &Shape) -> Result<ColliderBuilder, String> {
    Ok(match shape {
        Shape::Circle(circle) => ColliderBuilder::ball(circle.radius()),
        Shape::Capsule(capsule) => ColliderBuilder::capsule_from_endpoints(
            point(capsule.segment().a()),
            point(capsule.segment().b()),
            capsule.radius(),
        ),
        Shape::Segment(segment) => ColliderBuilder::segment(point(segment.a()), point(segment.b())),
        Shape::ChainSegment(_) => return Err("a link without its chain".to_owned()),
        Shape::Polygon(polygon) => {
            let radius = polygon.radius();
            if let Some(half) = polygon.half_extents() {
                if radius > 0.0 {
                    ColliderBuilder::round_cuboid(half.x, half.y, radius)
                } else {
                    ColliderBuilder::cuboid(half.x, half.y)
                }
            } else {
                let points: Vec<_> = polygon.vertices().iter().map(|p| point(*p)).collect();
                let builder = match points[..] {
                    _ if radius > 0.0 => ColliderBuilder::round_convex_polyline(points, radius),
                    _ => ColliderBuilder::convex_polyline(points),
                };
                builder.ok_or("Rapier does not take a polygon")?
            }
        }
    })
}

fn dressed(
    builder: ColliderBuilder,
    collider: &ColliderDescription,
) -> Result<ColliderBuilder, String> {
    if collider.rolling_resistance != 0.0 || collider.surface_speed != 0.0 {
        return Err("Rapier has neither rolling resistance nor surface speed".to_owned());
    }
    let filter = collider.filter;
    if filter.group > 0 {
        return Err("Rapier has no filter groups".to_owned());
    }
    let builder = builder
        .density(collider.density)
        .friction(collider.friction)
        .friction_combine_rule(CoefficientCombineRule::GeometricMean)
        .restitution(collider.restitution)
        .restitution_combine_rule(CoefficientCombineRule::Max);
    let builder = match filter.group {
        0 => builder,
        group => builder
            .active_hooks(ActiveHooks::FILTER_CONTACT_PAIRS)
            .user_data(u128::from(group.unsigned_abs())),
    };
    if (Filter { group: 0, ..filter }) == Filter::default() {
        return Ok(builder);
    }
    let group = |bits: u64| Group::from_bits_truncate(bits as u32);
    let groups = InteractionGroups {
        memberships: group(filter.category),
        filter: group(filter.mask),
        ..InteractionGroups::default()
    };
    Ok(builder.collision_groups(groups))
}

impl Engine for Rapier {
    fn drive(&mut self, target: Pose, _dt: Real) {
        if let Some(body) = self.driven.and_then(|handle| self.world.bodies.get_mut(handle)) {
            body.set_next_kinematic_position(pose(&target));
        }
    }

    fn respawn(&mut self, bodies: Range<usize>) {
        for index in bodies {
            if let Some(body) = self.world.bodies.get_mut(self.bodies[index]) {
                body.set_position(pose(&self.starts[index]), true);
                body.set_linvel(RapierVector::ZERO, true);
                body.set_angvel(0.0, true);
                body.set_enabled(true);
            }
        }
    }

    fn push(&mut self, body: usize, push: Push) {
        let handle = self.bodies[body];
        let of = |[x, y]: [f64; 2]| RapierVector::new(x as Real, y as Real);
        if let Some(body) = self.world.bodies.get_mut(handle) {
            body.add_force_at_point(of(push.force), of(push.at), true);
            body.add_torque(push.torque as Real, true);
            self.pushed.push(handle);
        }
    }

    fn set_substeps(&mut self, substeps: u32) {
        self.world.integration_parameters.num_solver_iterations = substeps as usize;
    }

    fn step(&mut self, dt: Real) {
        self.world.integration_parameters.dt = dt;
        self.world.step_with_events(&Groups, &());
        // Rapier's forces stand until they are taken away.
        for handle in self.pushed.drain(..) {
            if let Some(body) = self.world.bodies.get_mut(handle) {
                body.reset_forces(false);
                body.reset_torques(false);
            }
        }
    }

    fn bodies(&self) -> Vec<BodyState> {
        let state = |handle: &RigidBodyHandle| {
            let body = &self.world.bodies[*handle];
            let pose = body.position();
            BodyState {
                pose: Pose::from_parts(
                    Vector::new(pose.translation.x, pose.translation.y).into(),
                    Rotation::from_cos_sin_unchecked(pose.rotation.re, pose.rotation.im),
                ),
                velocity: Vector::new(body.linvel().x, body.linvel().y),
                angular_velocity: body.angvel(),
            }
        };
        self.bodies.iter().map(state).collect()
    }

    fn ask(&mut self, batch: &Batch) -> f64 {
        let queries = self.world.query_pipeline();
        match batch {
            Batch::Rays(lines) | Batch::RaysAtOnce(lines) => {
                let cast = |line: &Line| {
                    let ray = Ray::new(point(line.origin), vector(line.translation));
                    queries.cast_ray_and_get_normal(&ray, 1.0, true)
                };
                let fraction = |line| cast(line).map_or(1.0, |(_, hit)| hit.time_of_impact);
                lines.iter().map(|line| f64::from(fraction(line))).sum()
            }
            Batch::Boxes(boxes) => {
                let found = |aabb: &Aabb| {
                    let aabb = RapierAabb::new(point(aabb.min), point(aabb.max));
                    queries.intersect_aabb_conservative(aabb).count()
                };
                boxes.iter().map(|aabb| found(aabb) as f64).sum()
            }
            Batch::Circles(lines) => {
                let disc = Ball::new(CAST_RADIUS);
                let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                let cast = |line: &Line| {
                    let from = RapierPose::from_translation(point(line.origin));
                    queries.cast_shape(&from, vector(line.translation), &disc, options)
                };
                let fraction = |line| cast(line).map_or(1.0, |(_, hit)| hit.time_of_impact);
                lines.iter().map(|line| f64::from(fraction(line))).sum()
            }
        }
    }

    fn copy_cost(&mut self, rounds: usize) -> CopyCost {
        let parts = |world: &PhysicsWorld| {
            (
                world.islands.clone(),
                world.broad_phase.clone(),
                world.narrow_phase.clone(),
                world.bodies.clone(),
                world.colliders.clone(),
            )
        };
        let before = memory::live_bytes();
        let mut copy = parts(&self.world);
        let bytes = memory::live_bytes() - before;
        let save = timed(rounds, || copy = parts(&self.world));
        let world = &mut self.world;
        let restore = timed(rounds, || {
            let (islands, broad_phase, narrow_phase, bodies, colliders) = copy.clone();
            (world.islands, world.broad_phase, world.narrow_phase) =
                (islands, broad_phase, narrow_phase);
            (world.bodies, world.colliders) = (bodies, colliders);
        });
        CopyCost { save, restore, bytes }
    }
}
