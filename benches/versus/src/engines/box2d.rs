//! Box2D, through its C interface.
//!
//! With two threads it runs on threads of its own.

use core::ffi::c_void;
use std::ops::Range;

use boxdd_sys::ffi;
use umbra::prelude::*;
use umbra_scenes::mechanisms::Push;

use super::{BodyState, CopyCost, Engine};
use crate::description::{BodyDescription, ColliderDescription, Description, JointDescription};
use crate::questions::{Batch, CAST_RADIUS, Line};
use crate::timing::timed;

/// The substeps of Box2D's own benchmark, and the default of the other engines.
const SUBSTEPS: u32 = 4;

/// Frequency of the stiffest joints, in hertz: Box2D limits it to a quarter of the substeps per
/// second.
const STIFF: f32 = 1e6;

pub(super) struct Box2d {
    world: ffi::b2WorldId,
    bodies: Vec<ffi::b2BodyId>,
    starts: Vec<Pose>,
    driven: Option<ffi::b2BodyId>,
    substeps: u32,
    /// True if its joints are as stiff as possible.
    has_stiff_joints: bool,
    /// Milliseconds so far: pairs, collide, constraints, other.
    profile: [f64; 4],
}

fn vector(v: Vector) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x: v.x, y: v.y }
}

fn point(p: Point) -> ffi::b2Vec2 {
    vector(p.coords)
}

fn rotation(rotation: Rotation) -> ffi::b2Rot {
    ffi::b2Rot { c: rotation.re, s: rotation.im }
}

impl Box2d {
    pub(super) fn new(
        description: &Description,
        threads: usize,
        has_stiff_joints: bool,
    ) -> Result<Self, String> {
        // SAFETY: a definition made by the engine, with plain numbers and flags written to it.
        let world = unsafe {
            let mut def = ffi::b2DefaultWorldDef();
            def.gravity = vector(description.gravity);
            def.enableSleep = description.sleeping;
            def.workerCount = if threads > 1 { threads as i32 } else { 0 };
            ffi::b2CreateWorld(&def)
        };
        let starts = description.bodies.iter().map(|body| body.pose).collect();
        let mut engine = Self {
            world,
            bodies: Vec::new(),
            starts,
            driven: None,
            substeps: SUBSTEPS,
            has_stiff_joints,
            profile: [0.0; 4],
        };
        for body in &description.bodies {
            let body = engine.add(body)?;
            engine.bodies.push(body);
        }
        for joint in &description.joints {
            engine.join(joint);
        }
        engine.driven = description.driven.map(|(index, _)| engine.bodies[index]);
        Ok(engine)
    }

    fn add(&self, body: &BodyDescription) -> Result<ffi::b2BodyId, String> {
        // SAFETY: a definition made by the engine, with plain numbers and flags written to it, for
        // a world that lives as long as `self`.
        let id = unsafe {
            let mut def = ffi::b2DefaultBodyDef();
            def.type_ = match body.kind {
                BodyKind::Fixed => ffi::b2BodyType_b2_staticBody,
                BodyKind::Kinematic => ffi::b2BodyType_b2_kinematicBody,
                BodyKind::Dynamic => ffi::b2BodyType_b2_dynamicBody,
            };
            def.position = vector(body.pose.translation.vector);
            def.rotation = rotation(body.pose.rotation);
            def.linearVelocity = vector(body.velocity);
            def.angularVelocity = body.angular_velocity;
            def.linearDamping = body.linear_damping;
            def.angularDamping = body.angular_damping;
            def.gravityScale = body.gravity_scale;
            def.isAwake = body.awake;
            def.isEnabled = body.enabled;
            ffi::b2CreateBody(self.world, &def)
        };
        for collider in &body.colliders {
            add_collider(id, collider)?;
        }
        if let Some(MassProperties { mass, center, inertia }) = body.given {
            let data = ffi::b2MassData { mass, center: point(center), rotationalInertia: inertia };
            // SAFETY: plain numbers for a body of a world that lives as long as `self`.
            unsafe { ffi::b2Body_SetMassData(id, data) };
        }
        Ok(id)
    }
}

impl Box2d {
    fn join(&self, joint: &JointDescription) {
        if let Some(axes) = joint.axes {
            return self.join_along(joint, axes);
        }
        // SAFETY: a definition made by the engine, with plain numbers and flags written to it, for bodies of a world
        // that lives as long as `self`.
        unsafe {
            let mut def = ffi::b2DefaultRevoluteJointDef();
            def.base.bodyIdA = self.bodies[joint.bodies[0]];
            def.base.bodyIdB = self.bodies[joint.bodies[1]];
            if self.has_stiff_joints {
                def.base.constraintHertz = STIFF;
            }
            def.base.localFrameA.p = point(joint.anchors[0]);
            def.base.localFrameB.p = point(joint.anchors[1]);
            if let Some([lower, upper]) = joint.limits {
                (def.enableLimit, def.lowerAngle, def.upperAngle) = (true, lower, upper);
            }
            if let Some([speed, torque]) = joint.motor {
                (def.enableMotor, def.motorSpeed, def.maxMotorTorque) = (true, speed, torque);
            }
            if let Some(Softness { hertz, damping_ratio }) = joint.spring {
                (def.enableSpring, def.hertz, def.dampingRatio) = (true, hertz, damping_ratio);
            }
            ffi::b2CreateRevoluteJoint(self.world, &def);
        }
    }

    fn join_along(&self, joint: &JointDescription, axes: [Vector; 2]) {
        let [a, b] = [0, 1].map(|side| ffi::b2Transform {
            p: point(joint.anchors[side]),
            q: ffi::b2Rot { c: axes[side].x, s: axes[side].y },
        });
        // SAFETY: as above.
        unsafe {
            let mut def = ffi::b2DefaultPrismaticJointDef();
            def.base.bodyIdA = self.bodies[joint.bodies[0]];
            def.base.bodyIdB = self.bodies[joint.bodies[1]];
            (def.base.localFrameA, def.base.localFrameB) = (a, b);
            if self.has_stiff_joints {
                def.base.constraintHertz = STIFF;
            }
            ffi::b2CreatePrismaticJoint(self.world, &def);
        }
    }
}

fn material(collider: &ColliderDescription) -> ffi::b2SurfaceMaterial {
    // SAFETY: a pure function.
    let mut material = unsafe { ffi::b2DefaultSurfaceMaterial() };
    material.friction = collider.friction;
    material.restitution = collider.restitution;
    material.rollingResistance = collider.rolling_resistance;
    material.tangentSpeed = collider.surface_speed;
    material
}

fn add_collider(body: ffi::b2BodyId, collider: &ColliderDescription) -> Result<(), String> {
    let filter = ffi::b2Filter {
        categoryBits: collider.filter.category,
        maskBits: collider.filter.mask,
        groupIndex: collider.filter.group,
    };
    if let Some((points, closed)) = collider.chain() {
        let points: Vec<ffi::b2Vec2> = points.into_iter().map(point).collect();
        let material = material(collider);
        // SAFETY: points and material outlive the call, which clones them.
        unsafe {
            let mut def = ffi::b2DefaultChainDef();
            def.points = points.as_ptr();
            def.count = points.len() as i32;
            def.materials = &raw const material;
            def.materialCount = 1;
            def.filter = filter;
            def.isLoop = closed;
            ffi::b2CreateChain(body, &def);
        }
        return Ok(());
    }
    // SAFETY: a pure function.
    let mut def = unsafe { ffi::b2DefaultShapeDef() };
    def.material = material(collider);
    def.density = collider.density;
    def.filter = filter;
    def.enableHitEvents = collider.hit_events;
    for (shape, pose) in &collider.shapes {
        add_shape(body, &def, shape, pose)?;
    }
    Ok(())
}

fn add_shape(
    body: ffi::b2BodyId,
    def: &ffi::b2ShapeDef,
    shape: &Shape,
    pose: &Pose,
) -> Result<(), String> {
    let at = vector(pose.translation.vector);
    // SAFETY: every call reads structs that live here and clones them; hulls come from the engine
    // itself, of at most the eight points it has room for.
    unsafe {
        match shape {
            Shape::Circle(circle) => {
                let circle = ffi::b2Circle { center: at, radius: circle.radius() };
                ffi::b2CreateCircleShape(body, def, &circle);
            }
            Shape::Capsule(capsule) => {
                let ends = [capsule.segment().a(), capsule.segment().b()].map(|p| point(pose * p));
                let capsule =
                    ffi::b2Capsule { center1: ends[0], center2: ends[1], radius: capsule.radius() };
                ffi::b2CreateCapsuleShape(body, def, &capsule);
            }
            Shape::Segment(segment) => {
                let ends = [segment.a(), segment.b()].map(|p| point(pose * p));
                let segment = ffi::b2Segment { point1: ends[0], point2: ends[1] };
                ffi::b2CreateSegmentShape(body, def, &segment);
            }
            Shape::Polygon(polygon) => {
                let (q, radius) = (rotation(pose.rotation), polygon.radius());
                let polygon = if let Some(half) = polygon.half_extents() {
                    ffi::b2MakeOffsetRoundedBox(half.x, half.y, at, q, radius)
                } else {
                    let points: Vec<_> = polygon.vertices().iter().map(|p| point(*p)).collect();
                    if points.len() > 8 {
                        return Err(format!("Box2D has no polygon of {} corners", points.len()));
                    }
                    let hull = ffi::b2ComputeHull(points.as_ptr(), points.len() as i32);
                    if hull.count as usize != points.len() {
                        return Err("Box2D dropped a corner of a polygon".to_owned());
                    }
                    ffi::b2MakeOffsetRoundedPolygon(&hull, at, q, radius)
                };
                ffi::b2CreatePolygonShape(body, def, &polygon);
            }
            Shape::ChainSegment(_) => return Err("a link without its chain".to_owned()),
        }
    }
    Ok(())
}

/// Counts the shapes that overlap a box.
unsafe extern "C" fn count(_: ffi::b2ShapeId, context: *mut c_void) -> bool {
    // SAFETY: the context is the number that `ask` has given.
    unsafe { *context.cast::<u64>() += 1 };
    true
}

/// Records the fraction of a hit, and continues with nearer ones only.
unsafe extern "C" fn nearest(
    _: ffi::b2ShapeId,
    _: ffi::b2Pos,
    _: ffi::b2Vec2,
    fraction: f32,
    context: *mut c_void,
) -> f32 {
    // SAFETY: the context is the number that `ask` has given.
    unsafe { *context.cast::<f32>() = fraction };
    fraction
}

impl Engine for Box2d {
    fn drive(&mut self, target: Pose, dt: Real) {
        let Some(body) = self.driven else { return };
        let target =
            ffi::b2Transform { p: vector(target.translation.vector), q: rotation(target.rotation) };
        // SAFETY: the body lives as long as `self`.
        unsafe { ffi::b2Body_SetTargetTransform(body, target, dt, true) };
    }

    fn respawn(&mut self, bodies: Range<usize>) {
        for index in bodies {
            let (body, start) = (self.bodies[index], self.starts[index]);
            let (p, q) = (vector(start.translation.vector), rotation(start.rotation));
            // SAFETY: the body lives as long as `self`.
            unsafe {
                ffi::b2Body_SetTransform(body, p, q);
                ffi::b2Body_SetLinearVelocity(body, vector(Vector::zeros()));
                ffi::b2Body_SetAngularVelocity(body, 0.0);
                ffi::b2Body_Enable(body);
                ffi::b2Body_SetAwake(body, true);
            }
        }
    }

    fn push(&mut self, body: usize, push: Push) {
        let body = self.bodies[body];
        let [force, at] = [push.force, push.at].map(|[x, y]| Vector::new(x as Real, y as Real));
        // SAFETY: the body lives as long as `self`.
        unsafe {
            ffi::b2Body_ApplyForce(body, vector(force), vector(at), true);
            ffi::b2Body_ApplyTorque(body, push.torque as Real, true);
        }
    }

    fn set_substeps(&mut self, substeps: u32) {
        self.substeps = substeps;
    }

    fn step(&mut self, dt: Real) {
        // SAFETY: the world lives as long as `self`.
        let profile = unsafe {
            ffi::b2World_Step(self.world, dt, self.substeps as i32);
            ffi::b2World_GetProfile(self.world)
        };
        let parts = [profile.pairs, profile.collide, profile.constraints].map(f64::from);
        let rest = f64::from(profile.step) - parts.iter().sum::<f64>();
        for (sum, part) in self.profile.iter_mut().zip(parts.into_iter().chain([rest])) {
            *sum += part;
        }
    }

    fn bodies(&self) -> Vec<BodyState> {
        let state = |body: &ffi::b2BodyId| {
            // SAFETY: the body lives as long as `self`.
            let (pose, velocity, angular_velocity) = unsafe {
                (
                    ffi::b2Body_GetTransform(*body),
                    ffi::b2Body_GetLinearVelocity(*body),
                    ffi::b2Body_GetAngularVelocity(*body),
                )
            };
            BodyState {
                pose: Pose::from_parts(
                    Vector::new(pose.p.x, pose.p.y).into(),
                    Rotation::from_cos_sin_unchecked(pose.q.c, pose.q.s),
                ),
                velocity: Vector::new(velocity.x, velocity.y),
                angular_velocity,
            }
        };
        self.bodies.iter().map(state).collect()
    }

    fn get_ready(&mut self) {
        // SAFETY: the world lives as long as `self`.
        unsafe { ffi::b2World_RebuildStaticTree(self.world) };
    }

    fn ask(&mut self, batch: &Batch) -> f64 {
        // SAFETY: a pure function.
        let all = unsafe { ffi::b2DefaultQueryFilter() };
        match batch {
            Batch::Rays(lines) | Batch::RaysAtOnce(lines) => {
                let cast = |line: &Line| {
                    let (origin, by) = (point(line.origin), vector(line.translation));
                    // SAFETY: the world lives as long as `self`.
                    unsafe { ffi::b2World_CastRayClosest(self.world, origin, by, all) }
                };
                let fraction = |hit: ffi::b2RayResult| if hit.hit { hit.fraction } else { 1.0 };
                lines.iter().map(|line| f64::from(fraction(cast(line)))).sum()
            }
            Batch::Boxes(boxes) => {
                let mut found = 0_u64;
                let origin = vector(Vector::zeros());
                for aabb in boxes {
                    let lower_bound = point(aabb.min);
                    let aabb = ffi::b2AABB { lowerBound: lower_bound, upperBound: point(aabb.max) };
                    let context = (&raw mut found).cast::<c_void>();
                    // SAFETY: the world lives as long as `self`, and the number outlives the call.
                    unsafe {
                        ffi::b2World_OverlapAABB(
                            self.world,
                            origin,
                            aabb,
                            all,
                            Some(count),
                            context,
                        )
                    };
                }
                found as f64
            }
            Batch::Circles(lines) => {
                let center = vector(Vector::zeros());
                // SAFETY: reads one point.
                let disc = unsafe { ffi::b2MakeProxy(&center, 1, CAST_RADIUS) };
                let cast = |line: &Line| {
                    let (origin, by) = (point(line.origin), vector(line.translation));
                    let mut first = 1.0_f32;
                    let context = (&raw mut first).cast::<c_void>();
                    // SAFETY: as above; the proxy too outlives the call.
                    unsafe {
                        ffi::b2World_CastShape(
                            self.world,
                            origin,
                            &disc,
                            by,
                            all,
                            Some(nearest),
                            context,
                        )
                    };
                    first
                };
                lines.iter().map(|line| f64::from(cast(line))).sum()
            }
        }
    }

    fn copy_cost(&mut self, rounds: usize) -> CopyCost {
        // SAFETY: a null buffer asks for the size; afterwards the buffer has that size, and the
        // image is the world's own.
        unsafe {
            let size = ffi::b2World_Snapshot(self.world, core::ptr::null_mut(), 0);
            let mut image = vec![0_u8; size as usize];
            let save = timed(rounds, || {
                ffi::b2World_Snapshot(self.world, image.as_mut_ptr(), size);
            });
            let restore = timed(rounds, || {
                ffi::b2World_Restore(self.world, image.as_ptr(), size);
            });
            CopyCost { save, restore, bytes: size as usize }
        }
    }

    fn foreign_bytes(&self) -> usize {
        // SAFETY: the world lives as long as `self`.
        unsafe { ffi::b2World_GetCounters(self.world).byteCount as usize }
    }

    fn remarks(&self) -> String {
        // SAFETY: the world lives as long as `self`.
        let counters = unsafe { ffi::b2World_GetCounters(self.world) };
        let [pairs, collide, constraints, rest] = self.profile;
        format!(
            "{} contacts, {} islands; all steps: pairs {pairs:.0} ms, collide {collide:.0}, \
             constraints {constraints:.0}, other {rest:.0}",
            counters.contactCount, counters.islandCount
        )
    }
}

impl Drop for Box2d {
    fn drop(&mut self) {
        // SAFETY: made by `new`, not used afterwards.
        unsafe { ffi::b2DestroyWorld(self.world) };
    }
}
