//! The properties of joints: a table in which each is told once, as `body::properties` tells those
//! of bodies. See there for the columns.
//!
//! - A `property` is a field of [`Settings`](super::Settings), which a builder and a joint of a
//!   scene have alike. Its edit holds the value, also of one that need not be set.
//! - `for some_kinds`: [`JointKind`](super::JointKind) lists those that have it, by its name.
//! - `commands`: the other variants of `JointEdit`. Binary files name variants by their numbers:
//!   **a new row goes to the end**.
//!
//! `joint_properties!(derive)` calls `derive!` with all rows:
//!
//! | where | what follows |
//! |---|---|
//! | `edit.rs` | `JointEdit` |
//! | `settings.rs` | `Settings`, and how an edit changes them |
//! | `umbra-core/src/properties.rs` | functions of `JointBuilder`, `JointMut`, `JointRef` |

/// Calls a macro with the table.
#[doc(hidden)]
#[macro_export]
macro_rules! joint_properties { ($derive:ident $($kind:ident)?) => { $derive! { $($kind)?

commands {
    /// `set_limits`: the lower one and the upper one.
    Limits(Option<[Real; 2]>),
    /// `set_motor`: the speed, and the largest force or torque.
    Motor(Option<[Real; 2]>),
    /// `set_spring`.
    Spring(Option<Softness>),
    /// `set_angular_spring`.
    AngularSpring(Option<Softness>),
    /// `set_spring_stiffness`: the stiffness and the damping.
    SpringStiffness(Real, Real),
    /// `set_angular_spring_stiffness`: the stiffness and the damping.
    AngularSpringStiffness(Real, Real),
}

property softness: Option<Softness> = None, check(softness), edit(Softness(Softness)) => {
    /// Softness of its rigid parts, instead of
    /// [`SolverConfig::joint_softness`](crate::SolverConfig::joint_softness).
    pub fn softness(self, softness: Softness) -> Self;

    /// Sets the softness of its rigid parts. [`reset_softness`](Self::reset_softness) undoes that.
    ///
    /// # Errors
    /// When a number is negative or not finite.
    pub fn set_softness(&mut self, softness: Softness) -> Result<(), Error>;

    /// Softness of its rigid parts, if it was set; otherwise
    /// [`SolverConfig::joint_softness`](crate::SolverConfig::joint_softness) counts.
    pub fn softness(&self) -> Option<Softness>;
}

commands {
    /// `set_rest`.
    Rest(Real),
    /// `set_length`.
    Length(Real),
}

property velocity: Option<Vector> = None, check(vector), edit(Velocity(Vector), for some_kinds) => {
    /// Target velocity of a motor joint: that of B, as A sees it. Without a target pose, the
    /// position of B does not matter then.
    example weightless {
        /// # let river = scene.add_body(Body::fixed())?;
        /// # let raft = scene.add(Body::dynamic(), [Collider::cuboid(1.0, 0.2)])?;
        /// let drift = Joint::motor(river, raft).velocity([1.5, 0.0]).max_force(10.0);
        /// scene.add_joint(drift)?;
        /// # for _ in 0..60 { scene.step(1.0 / 60.0)?; }
        /// assert!((scene.body(raft)?.velocity().x - 1.5).abs() < 1e-3);
    }
    pub fn velocity(self, velocity: impl Into<Vector>) -> Self = velocity.into();

    /// Sets the target velocity of a motor joint: that of B, as A sees it.
    ///
    /// # Errors
    /// When it is not finite, or this is no motor joint.
    pub fn set_velocity(&mut self, velocity: impl Into<Vector>) -> Result<(), Error> = velocity.into();

    /// Target velocity of B, as A sees it, of a motor joint, if it was set.
    pub fn velocity(&self) -> Option<Vector>;
}

property angular_velocity: Option<Real> = None, check(number), edit(AngularVelocity(Real), for some_kinds) => {
    /// Target angular velocity of a motor joint: that of B relative to A.
    pub fn angular_velocity(self, angular_velocity: Real) -> Self;

    /// Sets the target angular velocity of a motor joint: that of B relative to A.
    ///
    /// # Errors
    /// When it is not finite, or this is no motor joint.
    pub fn set_angular_velocity(&mut self, angular_velocity: Real) -> Result<(), Error>;

    /// Target angular velocity of B relative to A, of a motor joint, if it was set.
    pub fn angular_velocity(&self) -> Option<Real>;
}

commands {
    /// `set_target`.
    Target(Option<Pose>),
    /// `set_target_point`.
    TargetPoint(Point),
}

property max_force: Real = UNBOUNDED, check(bound), edit(MaxForce(Real), for some_kinds) => {
    /// Largest force of a motor, target or friction joint.
    example {
        /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
        /// # let safe = Body::dynamic().position([0.0, 1.0]);
        /// # let safe = scene.add(safe, [Collider::cuboid(0.5, 0.5).mass(200.0)])?;
        /// // A player can drag what is light, but not lift a safe.
        /// let drag = Joint::target(safe, [0.0, 1.0]).max_force(1000.0);
        /// let drag = scene.add_joint(drag)?;
        /// scene.joint_mut(drag)?.set_target_point([0.0, 5.0])?;
        /// # for _ in 0..60 { scene.step(1.0 / 60.0)?; }
        /// assert!(scene.body(safe)?.position().y < 1.1);
    }
    pub fn max_force(self, max_force: Real) -> Self;

    /// The largest force of a motor, target or friction joint. Infinity takes the bound away, and
    /// gives a target the force that goes by the mass of its body.
    example {
        /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
        /// # let block = Body::dynamic().position([0.0, 1.0]);
        /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
        /// let grip = scene.add_joint(Joint::target(block, [0.0, 1.0]).max_force(200.0))?;
        /// scene.joint_mut(grip)?.set_target_point([0.0, 3.0])?;
        /// scene.joint_mut(grip)?.set_max_force(5.0)?; // the player grows tired: 1 kg weighs 9.8 N
        /// # for _ in 0..60 { scene.step(1.0 / 60.0)?; }
        /// assert!(scene.body(block)?.position().y < 1.01);
    }
    ///
    /// # Errors
    /// When it is negative or more than 1e15 without being infinite, or this kind has none.
    pub fn set_max_force(&mut self, max_force: Real) -> Result<(), Error>;

    /// The largest force that it may use, if there is one.
    pub fn max_force(&self) -> Option<Real> = bounded;
}

property max_torque: Real = UNBOUNDED, check(bound), edit(MaxTorque(Real), for some_kinds) => {
    /// Largest torque of a motor or friction joint.
    pub fn max_torque(self, max_torque: Real) -> Self;

    /// The largest torque of a motor or friction joint. Infinity takes the bound away.
    ///
    /// # Errors
    /// When it is negative or more than 1e15 without being infinite, or this kind has none.
    pub fn set_max_torque(&mut self, max_torque: Real) -> Result<(), Error>;

    /// The largest torque that it may use, if there is one.
    pub fn max_torque(&self) -> Option<Real> = bounded;
}

property break_force: Real = UNBOUNDED, check(bound), edit(BreakForce(Real)) => {
    /// Force at which the joint breaks: it is removed from the scene, and
    /// [`JointEvent::Broken`](crate::JointEvent::Broken) reports it. It never breaks by default.
    example {
        /// # let wall = scene.add_body(Body::fixed())?;
        /// # let weight = Body::dynamic().position([0.0, -1.0]);
        /// # let weight = scene.add(weight, [Collider::circle(0.3).mass(20.0)])?;
        /// let thread = Joint::distance(wall, weight, [0.0, 0.0], [0.0, -1.0]).break_force(150.0);
        /// let thread = scene.add_joint(thread)?; // 20 kg pull with 196 N
        /// scene.step(1.0 / 60.0)?;
        /// assert_eq!(scene.joint_events()[0].joint(), thread);
        /// assert!(scene.joint(thread).is_err());
    }
    pub fn break_force(self, break_force: Real) -> Self;

    /// The force beyond which the joint breaks. Infinity takes the bound away.
    example {
        /// # let wall = scene.add_body(Body::fixed())?;
        /// # let lamp = Body::dynamic().position([0.0, 0.0]);
        /// # let lamp = scene.add(lamp, [Collider::circle(0.5)])?;
        /// let hook = scene.add_joint(Joint::weld(wall, lamp, [0.0, 0.0]))?;
        /// scene.joint_mut(hook)?.set_break_force(1.0)?; // it has rusted
        /// scene.step(1.0 / 60.0)?;
        /// assert!(scene.joint(hook).is_err()); // the lamp falls
    }
    ///
    /// # Errors
    /// When it is negative, or more than 1e15 without being infinite.
    pub fn set_break_force(&mut self, break_force: Real) -> Result<(), Error>;

    /// The force at which it breaks, if there is one.
    pub fn break_force(&self) -> Option<Real> = bounded;
}

property break_torque: Real = UNBOUNDED, check(bound), edit(BreakTorque(Real)) => {
    /// Torque at which the joint breaks. It never breaks by default.
    pub fn break_torque(self, break_torque: Real) -> Self;

    /// The torque beyond which the joint breaks. Infinity takes the bound away.
    ///
    /// # Errors
    /// When it is negative, or more than 1e15 without being infinite.
    pub fn set_break_torque(&mut self, break_torque: Real) -> Result<(), Error>;

    /// The torque at which it breaks, if there is one.
    pub fn break_torque(&self) -> Option<Real> = bounded;
}

commands {
    /// `set_ratio`.
    Ratio(Real),
    /// `set_local_anchors`.
    LocalAnchors([Point; 2]),
    /// `set_local_axis`.
    LocalAxis(Vector),
}

property enabled: bool = true, check(any), edit(Enabled(bool)) => {
    /// Enables or disables it. True by default.
    pub fn enabled(self, enabled: bool) -> Self;

    /// Enables or disables it.
    example {
        /// # let wall = scene.add_body(Body::fixed())?;
        /// # let bob = Body::dynamic().position([0.0, -2.0]);
        /// # let bob = scene.add(bob, [Collider::circle(0.5)])?;
        /// let string = scene.add_joint(Joint::distance(wall, bob, [0.0, 0.0], [0.0, -2.0]))?;
        /// scene.joint_mut(string)?.set_enabled(false);
        /// scene.step(0.5)?;
        /// assert!(scene.body(bob)?.position().y < -3.0); // it falls
    }
    pub fn set_enabled(&mut self, enabled: bool);

    /// True if it is enabled.
    pub fn is_enabled(&self) -> bool;
}

property collide_connected: bool = false, check(any), edit(CollideConnected(bool)) => {
    /// Lets the two bodies collide. False by default. Bodies with several joints collide only if
    /// all of them allow it.
    example {
        /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
        /// # let block = Body::dynamic().position([0.0, 2.0]);
        /// # let block = scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
        /// let chain = Joint::rope(ground, block, [0.0, 0.5], [0.0, 1.5], 4.0);
        /// scene.add_joint(chain.collide_connected(true))?;
        /// for _ in 0..120 {
        ///     scene.step(1.0 / 60.0)?;
        /// }
        /// assert!(scene.body(block)?.position().y > 0.9); // it lies on that ground
    }
    pub fn collide_connected(self, collide_connected: bool) -> Self;

    /// Lets its two bodies collide, or not.
    pub fn set_collide_connected(&mut self, collide_connected: bool);

    /// True if this joint lets its bodies collide.
    pub fn collide_connected(&self) -> bool;
}

property user_data: u64 = 0, check(any), edit(UserData(u64)) => {
    /// A number for the caller.
    example weightless {
        /// # let wall = scene.add_body(Body::fixed())?;
        /// # let ball = Body::dynamic().position([1.0, 0.0]);
        /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
        /// const DOOR: u64 = 3; // a kind of thing in the game
        /// let hinge = scene.add_joint(Joint::revolute(wall, ball, [0.0, 0.0]).user_data(DOOR))?;
        /// assert_eq!(scene.joint(hinge)?.user_data(), DOOR);
    }
    pub fn user_data(self, user_data: u64) -> Self;

    /// A number for the caller.
    pub fn set_user_data(&mut self, user_data: u64);

    /// The number that the caller gave it.
    pub fn user_data(&self) -> u64;
}

commands {
    /// `close`.
    Close,
    /// `reset_softness`.
    SceneSoftness,
}

} } }
