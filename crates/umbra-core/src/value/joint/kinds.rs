//! The fifteen kinds of joints.

use umbra_geom::{Point, Real, Vector};

use super::builder::JointBuilder;
use crate::{BodyKey, JointEdit, JointKey, JointKind};

/// The fifteen kinds of joints. Each holds two bodies together, or restricts their relative motion.
///
/// Each function starts a [`JointBuilder`], which takes options and is passed to
/// [`Scene::add_joint`](crate::Scene::add_joint).
///
/// Anchors and axes are given in the world, for the poses of the bodies when the joint is added;
/// then they move with the bodies. Angles and displacements are measured from there: a joint's
/// angle is 0 when it is added, whatever the angles of the bodies.
///
/// Every kind has a softness, and a force and a torque at which it breaks; it can be disabled, and
/// can let its bodies collide or not. Options that only some kinds have, such as limits, are
/// refused by the others. A builder keeps the first error; adding the joint returns it.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let frame = scene.add_body(Body::fixed())?;
/// let door = scene.add_body(Body::dynamic().position([0.5, 0.0]))?;
/// scene.add_collider(door, Collider::cuboid(0.5, 0.05))?;
/// let hinge = scene.add_joint(Joint::revolute(frame, door, [0.0, 0.0]).limits(-1.2, 1.2))?;
/// for _ in 0..120 {
///     scene.step(1.0 / 60.0)?;
/// }
/// assert!((scene.joint(hinge)?.angle() + 1.2).abs() < 0.01); // it hangs on its limit
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Joint {}

impl Joint {
    /// Revolute joint: the bodies share a point and turn about it, as doors, limbs and chains do.
    /// Motor, limits and spring act on the angle.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// let door = Body::dynamic().position([1.0, 0.0]);
    /// let door = scene.add(door, [Collider::cuboid(1.0, 0.1)])?;
    /// let hinge = scene.add_joint(Joint::revolute(wall, door, [0.0, 0.0]))?;
    /// scene.step(0.1)?;
    /// assert!(scene.joint(hinge)?.angle() < 0.0); // it swings down
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("hinge", "pin joint", "pivot"))]
    pub fn revolute(a: BodyKey, b: BodyKey, anchor: impl Into<Point>) -> JointBuilder {
        JointBuilder::new(JointKind::Revolute, a, b).at(anchor)
    }

    /// Prismatic joint: B slides along an axis of A and does not turn, as lifts and drawers do.
    /// Motor, limits and spring act along the axis.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let shaft = scene.add_body(Body::fixed())?;
    /// let lift = scene.add(Body::dynamic(), [Collider::cuboid(1.0, 0.1)])?;
    /// let rail = Joint::prismatic(shaft, lift, [0.0, 0.0], [0.0, 1.0]);
    /// let rail = scene.add_joint(rail.motor(2.0, 1000.0).limits(0.0, 5.0))?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// // A second later:
    /// assert!((scene.joint(rail)?.translation() - 2.0).abs() < 0.01);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("slider", "piston"))]
    pub fn prismatic(
        a: BodyKey,
        b: BodyKey,
        anchor: impl Into<Point>,
        axis: impl Into<Vector>,
    ) -> JointBuilder {
        JointBuilder::new(JointKind::Prismatic, a, b).at(anchor).along(axis)
    }

    /// Wheel joint: B slides along an axis of A and turns, as a wheel with a suspension does.
    /// Limits and spring act along the axis, the motor turns B. Without limits and spring, nothing
    /// holds B along the axis.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let chassis = Body::dynamic().position([0.0, 1.0]).gravity_scale(0.0);
    /// let chassis = scene.add(chassis, [Collider::cuboid(1.0, 0.2).mass(50.0)])?;
    /// let wheel = Body::dynamic().position([0.8, 0.5]);
    /// let wheel = scene.add(wheel, [Collider::circle(0.4).mass(1.0)])?;
    /// let axle = Joint::wheel(chassis, wheel, [0.8, 0.5], [0.0, 1.0]).spring(4.0, 0.7);
    /// let axle = scene.add_joint(axle.motor(-10.0, 50.0))?;
    /// scene.step(0.1)?;
    /// assert!(scene.joint(axle)?.speed() < -9.0); // the motor turns the wheel
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("suspension"))]
    pub fn wheel(
        a: BodyKey,
        b: BodyKey,
        anchor: impl Into<Point>,
        axis: impl Into<Vector>,
    ) -> JointBuilder {
        JointBuilder::new(JointKind::Wheel, a, b).at(anchor).along(axis)
    }

    /// Groove joint: a point of B slides on A between two points. Motor and spring act along the
    /// groove.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let rail = scene.add_body(Body::fixed())?;
    /// let bead = Body::dynamic().position([-1.0, 1.0]);
    /// let bead = scene.add(bead, [Collider::circle(0.1)])?;
    /// // Down an inclined wire, to its end.
    /// let wire = Joint::groove(rail, bead, [-1.0, 1.0], [1.0, 0.0], [-1.0, 1.0]);
    /// scene.add_joint(wire)?;
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!((scene.body(bead)?.position() - Point::new(1.0, 0.0)).norm() < 0.05);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn groove(
        a: BodyKey,
        b: BodyKey,
        from: impl Into<Point>,
        to: impl Into<Point>,
        anchor_b: impl Into<Point>,
    ) -> JointBuilder {
        let (from, to) = (from.into(), to.into());
        let groove = JointBuilder::new(JointKind::Groove, a, b);
        let groove = groove.with(|settings| settings.set_anchors(["from", "to"], [from, to]));
        let length = (to - from).norm();
        let groove = groove.with(|settings| settings.set_axis("to", to - from)).with(|settings| {
            settings.limits = Some([0.0, length]);
            Ok(())
        });
        groove.between(from, anchor_b)
    }

    /// Weld: the bodies move as one. With [`spring`](JointBuilder::spring) the point is elastic,
    /// with [`angular_spring`](JointBuilder::angular_spring) the angle is: planks that bend.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let a = Body::dynamic().position([0.0, 0.0]);
    /// # let a = scene.add(a, [Collider::cuboid(0.5, 0.5)])?;
    /// # let b = Body::dynamic().position([1.0, 0.0]);
    /// # let b = scene.add(b, [Collider::cuboid(0.5, 0.5)])?;
    /// let glue = scene.add_joint(Joint::weld(a, b, [0.5, 0.0]).break_force(500.0))?;
    /// scene.body_mut(a)?.apply_impulse([0.0, 2.0])?;
    /// scene.step(0.1)?;
    /// assert!(scene.joint(glue)?.separation() < 1e-3); // the two turn as one
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("fixed joint", "glue"))]
    pub fn weld(a: BodyKey, b: BodyKey, anchor: impl Into<Point>) -> JointBuilder {
        JointBuilder::new(JointKind::Weld, a, b).at(anchor)
    }

    /// Rod between two points: it keeps their current distance, or
    /// [`length`](JointBuilder::length). With a spring the rod is elastic; with limits the length
    /// is free between them, unless there is a spring too.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let ball = Body::dynamic().position([3.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let rod = scene.add_joint(Joint::distance(wall, ball, [0.0, 0.0], [3.0, 0.0]))?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!((scene.joint(rod)?.length() - 3.0).abs() < 1e-3); // a pendulum
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("rod", "distance joint"))]
    pub fn distance(
        a: BodyKey,
        b: BodyKey,
        anchor_a: impl Into<Point>,
        anchor_b: impl Into<Point>,
    ) -> JointBuilder {
        JointBuilder::new(JointKind::Distance, a, b).between(anchor_a, anchor_b)
    }

    /// Rope joint: two points come no farther apart than `most`.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let ball = Body::dynamic().position([0.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let leash = Joint::rope(wall, ball, [0.0, 0.0], [0.0, 0.0], 2.0);
    /// scene.add_joint(leash)?;
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!((scene.body(ball)?.position().y + 2.0).abs() < 0.01); // it fell to the end of it
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("max distance", "slide joint"))]
    pub fn rope(
        a: BodyKey,
        b: BodyKey,
        anchor_a: impl Into<Point>,
        anchor_b: impl Into<Point>,
        most: Real,
    ) -> JointBuilder {
        let rope = JointBuilder::new(JointKind::Rope, a, b).between(anchor_a, anchor_b);
        rope.with(|settings| {
            settings.rest = Some(crate::check::amount("most", most)?);
            Ok(())
        })
    }

    /// Spring joint between two points. Its rest length is their current distance, or
    /// [`length`](JointBuilder::length). It swings `hertz` times per second; a damping ratio of 1
    /// stops it soonest.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let ball = Body::dynamic().position([0.0, -1.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// let spring = Joint::spring(wall, ball, [0.0, 0.0], [0.0, -1.0], 1.0, 0.5);
    /// let spring = scene.add_joint(spring)?;
    /// # for _ in 0..600 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// // It comes to rest pulled out by gravity / (tau * hertz)².
    /// let pulled = 9.81 / (core::f32::consts::TAU * 1.0).powi(2);
    /// assert!((scene.joint(spring)?.length() - 1.0 - pulled).abs() < 1e-3);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("damped spring"))]
    pub fn spring(
        a: BodyKey,
        b: BodyKey,
        anchor_a: impl Into<Point>,
        anchor_b: impl Into<Point>,
        hertz: Real,
        damping_ratio: Real,
    ) -> JointBuilder {
        let spring = JointBuilder::new(JointKind::Spring, a, b).between(anchor_a, anchor_b);
        spring.spring(hertz, damping_ratio)
    }

    /// Motor: B follows a [`target`](JointBuilder::target) pose, a
    /// [`velocity`](JointBuilder::velocity), or both, with at most the largest force and torque.
    /// With neither, it keeps its pose relative to A.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// let ship = scene.add(Body::dynamic(), [Collider::circle(1.0).mass(100.0)])?;
    /// let drone = scene.add(Body::dynamic().position([3.0, 0.0]), [Collider::circle(0.2)])?;
    /// let follow = Joint::motor(ship, drone).target(pose([0.0, 2.0], 0.0));
    /// scene.add_joint(follow.max_force(500.0).max_torque(50.0))?;
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// let place = scene.body(ship)?.local_point(scene.body(drone)?.position());
    /// assert!((place - Point::new(0.0, 2.0)).norm() < 0.01);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("motor joint", "offset joint"))]
    pub fn motor(a: BodyKey, b: BodyKey) -> JointBuilder {
        JointBuilder::new(JointKind::Motor, a, b)
    }

    /// Mouse joint: a spring draws the point of B that is at `point` to that position in the world.
    /// Move the position with [`crate::JointMut::set_target_point`]. The spring has 5 Hz and a
    /// damping ratio of 0.7, unless another one is given.
    ///
    /// Unless [`max_force`](JointBuilder::max_force) is set, its force accelerates the body by at
    /// most 1000 length units per second squared, and by less with substeps longer than 1/160 s.
    /// That is too weak to pull a body through a fixed wall, however far behind the wall the
    /// position is.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// # let block = Body::dynamic().position([0.0, 1.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// let grip = scene.add_joint(Joint::target(block, [0.3, 1.4]))?; // a corner is picked
    /// scene.joint_mut(grip)?.set_target_point([3.0, 4.0])?; // the mouse moves
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!((scene.joint(grip)?.anchor_b() - Point::new(3.0, 4.0)).norm() < 0.05);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("mouse joint", "drag"))]
    pub fn target(b: BodyKey, point: impl Into<Point>) -> JointBuilder {
        let target = JointBuilder::new(JointKind::Target, b, b).at(point);
        target.spring(5.0, 0.7)
    }

    /// Friction joint: slows relative motion with a force at the anchor and a torque, for bodies
    /// seen from above on their ground. Both are 0 until [`max_force`](JointBuilder::max_force) and
    /// [`max_torque`](JointBuilder::max_torque) are given.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// let floor = scene.add_body(Body::fixed())?; // seen from above
    /// let chair = Body::dynamic().velocity([3.0, 0.0]);
    /// let chair = scene.add(chair, [Collider::cuboid(0.5, 0.5)])?;
    /// let slides = Joint::friction(floor, chair, [0.0, 0.0]);
    /// scene.add_joint(slides.max_force(6.0).max_torque(1.0))?;
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// // It stopped after half a second: 1 kg with 3 m/s against 6 N.
    /// let place = scene.body(chair)?.position();
    /// assert!((place.x - 0.75).abs() < 0.02);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn friction(a: BodyKey, b: BodyKey, anchor: impl Into<Point>) -> JointBuilder {
        JointBuilder::new(JointKind::Friction, a, b).at(anchor)
    }

    /// Gear: keeps `turn_a + ratio * turn_b` constant, so wheels that mesh have a positive ratio.
    /// With 2, B turns half as fast as A, in the opposite direction.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let [small, large] = [0.0, 3.0].map(|x| {
    /// #     let body = Body::dynamic().position([x, 0.0]);
    /// #     let body = scene.add(body, [Collider::circle(1.0)]).unwrap();
    /// #     let frame = scene.add_body(Body::fixed()).unwrap();
    /// #     scene.add_joint(Joint::revolute(frame, body, [x, 0.0])).unwrap();
    /// #     body
    /// # });
    /// scene.add_joint(Joint::gear(small, large, 2.0))?; // the large one has twice the teeth
    /// scene.body_mut(small)?.apply_angular_impulse(5.0)?;
    /// scene.step(1.0 / 60.0)?;
    /// let [a, b] = [small, large].map(|it| scene.body(it).unwrap().angular_velocity());
    /// assert!(a > 0.0 && (b + 0.5 * a).abs() < 1e-4);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn gear(a: BodyKey, b: BodyKey, ratio: Real) -> JointBuilder {
        JointBuilder::new(JointKind::Gear, a, b).changed(JointEdit::Ratio(ratio))
    }

    /// [`gear`](Self::gear) between the angles or displacements of two joints, each revolute,
    /// wheel, prismatic or groove: for example, a wheel drives a rack. It acts on their second
    /// bodies; their first bodies have to be fixed or kinematic. It is removed with either of the
    /// two.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let wheel = scene.add(Body::dynamic(), [Collider::circle(0.5)])?;
    /// # let rack = Body::dynamic().position([0.0, -0.7]);
    /// # let rack = scene.add(rack, [Collider::cuboid(2.0, 0.1)])?;
    /// let axle = scene.add_joint(Joint::revolute(wall, wheel, [0.0, 0.0]))?;
    /// let rail = scene.add_joint(Joint::prismatic(wall, rack, [0.0, -0.7], [1.0, 0.0]))?;
    /// scene.add_joint(Joint::gear_between(axle, rail, -2.0))?; // 0.5 m per radian
    /// scene.body_mut(wheel)?.apply_angular_impulse(1.0)?;
    /// scene.step(1.0 / 60.0)?;
    /// let (turning, sliding) = (scene.joint(axle)?.speed(), scene.joint(rail)?.speed());
    /// assert!(sliding > 0.0 && (sliding - 0.5 * turning).abs() < 1e-4);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn gear_between(joint_a: JointKey, joint_b: JointKey, ratio: Real) -> JointBuilder {
        let none = BodyKey::default();
        let mut gear = JointBuilder::new(JointKind::Gear, none, none);
        gear.def.geared = Some([joint_a, joint_b]);
        gear.changed(JointEdit::Ratio(ratio))
    }

    /// Pulley joint: a rope from A over two points of the world to B. It keeps `length_a + ratio *
    /// length_b` at its current value, or at [`length`](JointBuilder::length); with limits it stays
    /// between them.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let light = Body::dynamic().position([-2.0, 0.0]);
    /// let light = scene.add(light, [Collider::circle(0.3).mass(1.0)])?;
    /// let heavy = Body::dynamic().position([2.0, 0.0]);
    /// let heavy = scene.add(heavy, [Collider::circle(0.3).mass(3.0)])?;
    /// let [over_light, over_heavy] = [[-2.0, 5.0], [2.0, 5.0]];
    /// let ends = ([-2.0, 0.0], [2.0, 0.0]);
    /// let rope = Joint::pulley(light, heavy, over_light, over_heavy, ends.0, ends.1, 1.0);
    /// scene.add_joint(rope)?;
    /// scene.step(0.5)?;
    /// // Atwood's machine: both accelerate with g (3 - 1) / (3 + 1).
    /// assert!((scene.body(light)?.velocity().y - 0.5 * 9.81 / 2.0).abs() < 0.01);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn pulley(
        a: BodyKey,
        b: BodyKey,
        ground_a: impl Into<Point>,
        ground_b: impl Into<Point>,
        anchor_a: impl Into<Point>,
        anchor_b: impl Into<Point>,
        ratio: Real,
    ) -> JointBuilder {
        let grounds = [ground_a.into(), ground_b.into()];
        let pulley = JointBuilder::new(JointKind::Pulley, a, b);
        let pulley = pulley.with(|settings| {
            settings.set_anchors(["ground_a", "ground_b"], grounds)?;
            settings.grounds = grounds;
            settings.change(&JointEdit::Ratio(ratio))
        });
        pulley.between(anchor_a, anchor_b)
    }

    /// Ratchet: B turns freely in one direction relative to A, and back by at most one `step`. The
    /// teeth are at `phase` and every `step` from there. A positive step lets it turn
    /// counter-clockwise, a negative one clockwise.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    /// # let wall = scene.add_body(Body::fixed())?;
    /// # let winch = scene.add(Body::dynamic(), [Collider::circle(0.5)])?;
    /// # scene.add_joint(Joint::revolute(wall, winch, [0.0, 0.0]))?;
    /// scene.add_joint(Joint::ratchet(wall, winch, 0.0, 0.1))?;
    /// scene.body_mut(winch)?.set_angular_velocity(-20.0)?; // the load pulls it back
    /// # for _ in 0..60 {
    /// #     scene.step(1.0 / 60.0)?;
    /// # }
    /// assert!(scene.body(winch)?.angle() > -0.12); // a tooth holds it
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn ratchet(a: BodyKey, b: BodyKey, phase: Real, step: Real) -> JointBuilder {
        JointBuilder::new(JointKind::Ratchet, a, b)
            .with(|settings| settings.set_ratchet(phase, step))
    }

    /// Filter joint: the two bodies do not collide; otherwise they move freely.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    /// # let block = Body::dynamic().position([0.0, 3.0]);
    /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
    /// let passes = scene.add_joint(Joint::filter(ground, block))?;
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!(scene.body(block)?.position().y < -5.0); // through the ground
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn filter(a: BodyKey, b: BodyKey) -> JointBuilder {
        JointBuilder::new(JointKind::Filter, a, b)
    }
}
