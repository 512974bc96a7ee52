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
    #[doc(alias("hinge", "pin joint", "pivot"))]
    pub fn revolute(a: BodyKey, b: BodyKey, anchor: impl Into<Point>) -> JointBuilder {
        JointBuilder::new(JointKind::Revolute, a, b).at(anchor)
    }

    /// Prismatic joint: B slides along an axis of A and does not turn, as lifts and drawers do.
    /// Motor, limits and spring act along the axis.
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
    #[doc(alias("fixed joint", "glue"))]
    pub fn weld(a: BodyKey, b: BodyKey, anchor: impl Into<Point>) -> JointBuilder {
        JointBuilder::new(JointKind::Weld, a, b).at(anchor)
    }

    /// Rod between two points: it keeps their current distance, or
    /// [`length`](JointBuilder::length). With a spring the rod is elastic; with limits the length
    /// is free between them, unless there is a spring too.
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
    #[doc(alias("mouse joint", "drag"))]
    pub fn target(b: BodyKey, point: impl Into<Point>) -> JointBuilder {
        let target = JointBuilder::new(JointKind::Target, b, b).at(point);
        target.spring(5.0, 0.7)
    }

    /// Friction joint: slows relative motion with a force at the anchor and a torque, for bodies
    /// seen from above on their ground. Both are 0 until [`max_force`](JointBuilder::max_force) and
    /// [`max_torque`](JointBuilder::max_torque) are given.
    pub fn friction(a: BodyKey, b: BodyKey, anchor: impl Into<Point>) -> JointBuilder {
        JointBuilder::new(JointKind::Friction, a, b).at(anchor)
    }

    /// Gear: keeps `turn_a + ratio * turn_b` constant, so wheels that mesh have a positive ratio.
    /// With 2, B turns half as fast as A, in the opposite direction.
    pub fn gear(a: BodyKey, b: BodyKey, ratio: Real) -> JointBuilder {
        JointBuilder::new(JointKind::Gear, a, b).changed(JointEdit::Ratio(ratio))
    }

    /// [`gear`](Self::gear) between the angles or displacements of two joints, each revolute,
    /// wheel, prismatic or groove: for example, a wheel drives a rack. It acts on their second
    /// bodies; their first bodies have to be fixed or kinematic. It is removed with either of the
    /// two.
    pub fn gear_between(joint_a: JointKey, joint_b: JointKey, ratio: Real) -> JointBuilder {
        let none = BodyKey::default();
        let mut gear = JointBuilder::new(JointKind::Gear, none, none);
        gear.def.geared = Some([joint_a, joint_b]);
        gear.changed(JointEdit::Ratio(ratio))
    }

    /// Pulley joint: a rope from A over two points of the world to B. It keeps `length_a + ratio *
    /// length_b` at its current value, or at [`length`](JointBuilder::length); with limits it stays
    /// between them.
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
    pub fn ratchet(a: BodyKey, b: BodyKey, phase: Real, step: Real) -> JointBuilder {
        JointBuilder::new(JointKind::Ratchet, a, b)
            .with(|settings| settings.set_ratchet(phase, step))
    }

    /// Filter joint: the two bodies do not collide; otherwise they move freely.
    pub fn filter(a: BodyKey, b: BodyKey) -> JointBuilder {
        JointBuilder::new(JointKind::Filter, a, b)
    }
}
