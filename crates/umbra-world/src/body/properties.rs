//! The properties of bodies: a table that defines each once. All else follows from its row.
//!
//! ```text
//! property name: Type = default, check(the test of its numbers, of body::checks),
//!     kept(array.field of store::Bodies), edit(its BodyEdit => the Dirty data, then what else)
//!     => { documented functions of Body (`self`), BodyMut (`&mut self`) and BodyRef (`&self`) }
//! ```
//!
//! - A function takes the value of the property, or makes it of its arguments: `= force.into()`. A
//!   getter may read it by a closure. A `set_` function ends with the errors of the check.
//! - What is kept in `infos` is a part of what a scene is made of: snapshots share it, and a change
//!   takes a permit. The other arrays are motion.
//! - `unless equal`: an edit to the value that there is does nothing, and wakes nothing.
//!   `then name`: `Scene::name` follows the write, in `umbra-core/src/edit/body.rs`.
//! - A property without `edit` or `kept` is changed or kept by code of its own, and checked here.
//! - `commands`: other variants of `BodyEdit`. Binary files number them: **add rows at the end**.
//!
//! `body_properties!(derive)` calls `derive!` with all rows:
//!
//! | where | what follows |
//! |---|---|
//! | `body.rs` | `BodyDef`, its defaults and checks |
//! | `store/bodies.rs` | a body that is added is written, and copied |
//! | `umbra-core/src/value/body_edit.rs` | `BodyEdit`: variants, checks, what becomes dirty |
//! | `umbra-core/src/edit/body.rs` | edits are written |
//! | `umbra-core/src/properties.rs` | functions of `Body`, `BodyMut`, `BodyRef` |

/// Calls a macro with the table.
#[doc(hidden)]
#[macro_export]
macro_rules! body_properties { ($derive:ident $($kind:ident)?) => { $derive! { $($kind)?

property pose: Pose = Pose::identity(), check(pose) => {}

property velocity: Vector = Vector::zeros(), check(vector) => {
    /// Velocity of its origin when it is added. Zero by default; a fixed body has none.
    ///
    /// This is the motion of its material. Colliders added later move its centre of mass, but do
    /// not change the velocity of any point of the body.
    /// [`BodyRef::velocity`](crate::BodyRef::velocity), the velocity of the centre of mass, may
    /// therefore differ for a body that turns.
    ///
    /// ```
    /// use umbra::geom::math;
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let body = Body::dynamic().velocity([3.0, 0.0]).angular_velocity(2.0);
    /// let body = scene.add_body(body)?;
    /// scene.add_collider(body, Collider::circle(0.5).at([1.0, 0.0]))?;
    /// let body = scene.body(body)?;
    /// assert_eq!(body.velocity_at([0.0, 0.0]), Vector::new(3.0, 0.0));
    /// assert_eq!(body.velocity(), Vector::new(3.0, 2.0)); // one metre to the right of it
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn velocity(self, velocity: impl Into<Vector>) -> Self = velocity.into();
}

property angular_velocity: Real = 0.0, check(number) => {
    /// Angular velocity, counter-clockwise, in radians per second. 0 by default.
    example {
        /// let fan = scene.add_body(Body::kinematic().angular_velocity(2.0))?;
        /// # for _ in 0..60 { scene.step(1.0 / 60.0)?; }
        /// // A second later:
        /// assert!((scene.body(fan)?.angle() - 2.0).abs() < 1e-3);
    }
    pub fn angular_velocity(self, angular_velocity: Real) -> Self;
}

commands {
    /// [`set_pose`](crate::BodyMut::set_pose).
    Pose(Pose),
    /// [`set_velocity`](crate::BodyMut::set_velocity).
    Velocity(Vector),
    /// [`set_angular_velocity`](crate::BodyMut::set_angular_velocity).
    AngularVelocity(Real),
    /// A force at the centre of mass and a torque until the end of the next step:
    /// [`apply_force`](crate::BodyMut::apply_force),
    /// [`apply_torque`](crate::BodyMut::apply_torque).
    Force {
        /// The force.
        force: Vector,
        /// The torque.
        torque: Real,
        /// True if the body wakes: see [`without_waking`](crate::BodyMut::without_waking).
        wakes: bool,
    },
    /// An impulse at the centre of mass and an angular one:
    /// [`apply_impulse`](crate::BodyMut::apply_impulse),
    /// [`apply_angular_impulse`](crate::BodyMut::apply_angular_impulse).
    Impulse {
        /// The impulse.
        impulse: Vector,
        /// The angular impulse.
        angular_impulse: Real,
        /// True if the body wakes.
        wakes: bool,
    },
    /// [`set_constant_force`](crate::BodyMut::set_constant_force): the force and the torque.
    ConstantForce(Vector, Real),
}

property linear_damping: Real = 0.0, check(amount), kept(states.linear_damping), edit(LinearDamping => NOTHING) => {
    /// Linear damping of a dynamic body: roughly the fraction of its velocity that it loses per
    /// second. 0 by default.
    example weightless {
        /// let puck = Body::dynamic().velocity([10.0, 0.0]).linear_damping(0.7);
        /// let puck = scene.add(puck, [Collider::circle(0.1)])?;
        /// # for _ in 0..60 { scene.step(1.0 / 60.0)?; }
        /// // A second later it has half of its speed:
        /// assert!((scene.body(puck)?.velocity().x - 5.0).abs() < 0.1);
    }
    #[doc(alias("drag"))]
    pub fn linear_damping(self, linear_damping: Real) -> Self;

    /// Sets the linear damping: roughly the fraction of its velocity that it loses per second.
    example weightless {
        /// # let diver = Body::dynamic().position([0.0, 0.0]);
        /// # let diver = scene.add(diver, [Collider::circle(0.5)])?;
        /// scene.body_mut(diver)?.set_velocity([0.0, -8.0])?;
        /// scene.body_mut(diver)?.set_linear_damping(5.0)?; // it dips into the pool
        /// # for _ in 0..60 { scene.step(1.0 / 60.0)?; }
        /// assert!(scene.body(diver)?.velocity().y > -0.1);
    }
    pub fn set_linear_damping(&mut self, linear_damping: Real) -> Result<(), Error>;

    /// Linear damping: roughly the fraction of its velocity that it loses per second.
    pub fn linear_damping(&self) -> Real;
}

property angular_damping: Real = 0.0, check(amount), kept(states.angular_damping), edit(AngularDamping => NOTHING) => {
    /// Angular damping of a dynamic body: roughly the fraction of its angular velocity that it
    /// loses per second. 0 by default.
    example weightless {
        /// let top = Body::dynamic().angular_velocity(30.0).angular_damping(3.0);
        /// let top = scene.add(top, [Collider::circle(0.1)])?;
        /// # for _ in 0..60 { scene.step(1.0 / 60.0)?; }
        /// // A second later it hardly turns:
        /// assert!(scene.body(top)?.angular_velocity() < 2.0);
    }
    pub fn angular_damping(self, angular_damping: Real) -> Self;

    /// Sets the angular damping: roughly the fraction of its angular velocity that it loses per
    /// second.
    pub fn set_angular_damping(&mut self, angular_damping: Real) -> Result<(), Error>;

    /// Angular damping: roughly the fraction of its angular velocity that it loses per second.
    pub fn angular_damping(&self) -> Real;
}

property gravity_scale: Real = 1.0, check(number), kept(forces.gravity_scale), edit(GravityScale => REST) => {
    /// Gravity scale: the factor by which gravity pulls it. 1 by default; with 0 it floats, with
    /// negative numbers it rises.
    example {
        /// let balloon = Body::dynamic().gravity_scale(-0.1);
        /// let balloon = scene.add(balloon, [Collider::circle(0.3)])?;
        /// scene.step(0.5)?;
        /// assert!(scene.body(balloon)?.velocity().y > 0.4);
    }
    #[doc(alias("no gravity"))]
    pub fn gravity_scale(self, gravity_scale: Real) -> Self;

    /// Sets the gravity scale: the factor by which gravity pulls it.
    example {
        /// # let bird = Body::dynamic().position([0.0, 0.0]);
        /// # let bird = scene.add(bird, [Collider::circle(0.5)])?;
        /// scene.body_mut(bird)?.set_gravity_scale(0.0)?; // it spreads its wings
        /// scene.step(0.5)?;
        /// assert_eq!(scene.body(bird)?.position().y, 0.0);
    }
    pub fn set_gravity_scale(&mut self, gravity_scale: Real) -> Result<(), Error>;

    /// Gravity scale: the factor by which gravity pulls it.
    pub fn gravity_scale(&self) -> Real;
}

property constant_force: Push = Push::NONE, check(push), kept(marks.constant_force) => {
    /// A force at its centre of mass and a torque that act on a dynamic body in every step: wind,
    /// buoyancy, a planet's own gravity. They do not keep it awake, unlike forces
    /// [applied](crate::BodyMut::apply_force) in every step. None by default.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let balloon = Body::dynamic().additional_mass(2.0).constant_force([1.0, 2.0 * 9.81], 0.0);
    /// let balloon = scene.add_body(balloon)?;
    /// scene.step(0.5)?;
    /// let velocity = scene.body(balloon)?.velocity();
    /// assert!((velocity - Vector::new(0.25, 0.0)).norm() < 1e-5);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn constant_force(self, force: impl Into<Vector>, torque: Real) -> Self = Push { force: force.into(), torque };

    /// Force and torque of every step: see [`Body::constant_force`](crate::Body::constant_force).
    pub fn constant_force(&self) -> (Vector, Real) = |push| (push.force, push.torque);
}

property additional_mass: Real = 0.0, check(amount), kept(infos.additional_mass), edit(AdditionalMass => REST | MASS) => {
    /// Mass at the body's origin, besides that of the colliders. 0 by default.
    example {
        /// let ballast = Body::dynamic().additional_mass(36.0);
        /// let boat = scene.add(ballast, [Collider::cuboid(2.0, 0.5).at([0.0, 1.0])])?;
        /// let boat = scene.body(boat)?;
        /// assert_eq!(boat.mass(), 40.0);
        /// assert!((boat.center_of_mass().y - 0.1).abs() < 1e-6); // far below the hull's middle
    }
    pub fn additional_mass(self, additional_mass: Real) -> Self;

    /// Mass at the body's origin, besides that of the colliders.
    example weightless {
        /// # let truck = Body::dynamic().position([0.0, 0.0]);
        /// # let truck = scene.add(truck, [Collider::cuboid(0.5, 0.5)])?;
        /// scene.body_mut(truck)?.set_additional_mass(9.0)?; // it is loaded
        /// scene.body_mut(truck)?.apply_impulse([10.0, 0.0])?;
        /// assert_eq!(scene.body(truck)?.velocity().x, 1.0);
    }
    pub fn set_additional_mass(&mut self, additional_mass: Real) -> Result<(), Error>;

    /// The mass at its origin that it was given besides that of the colliders.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let key = scene.add_body(Body::dynamic().additional_mass(2.0))?;
    /// scene.add_collider(key, Collider::cuboid(0.5, 0.5))?;
    /// let body = scene.body(key)?;
    /// assert_eq!((body.additional_mass(), body.mass()), (2.0, 3.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn additional_mass(&self) -> Real;
}

property mass_properties: Option<MassProperties> = None, check(mass_properties), kept(infos.mass_properties), edit(MassProperties => REST | MASS) => {
    /// Mass, centre and inertia given by hand, instead of the sum of its colliders and the
    /// [`additional_mass`](Self::additional_mass).
    example {
        /// let given = MassProperties { mass: 80.0, center: Point::new(0.0, -0.5), inertia: 20.0 };
        /// let doll = Body::dynamic().mass_properties(given); // it stands up again by itself
        /// let doll = scene.add(doll, [Collider::circle(1.0)])?;
        /// assert_eq!(scene.body(doll)?.mass(), 80.0);
        /// assert_eq!(scene.body(doll)?.center_of_mass(), Point::new(0.0, -0.5));
    }
    pub fn mass_properties(self, mass_properties: MassProperties) -> Self = Some(mass_properties);

    /// Sets mass, centre and inertia by hand; `None` for the sum of its colliders and the
    /// additional mass.
    pub fn set_mass_properties(&mut self, given: Option<MassProperties>) -> Result<(), Error>;

    /// Mass, centre and inertia, if they were given by hand.
    pub fn mass_properties(&self) -> Option<MassProperties>;
}

property lock_rotation: bool = false, check(any), kept(infos.lock_rotation), edit(LockRotation => REST | MASS) => {
    /// Keeps a dynamic body from turning.
    example {
        /// let hero = Body::dynamic().lock_rotation();
        /// let hero = scene.add(hero, [Collider::cuboid(0.3, 1.0)])?;
        /// scene.body_mut(hero)?.apply_impulse_at([5.0, 0.0], [0.0, 1.0])?; // at its head
        /// scene.step(1.0 / 60.0)?;
        /// assert_eq!(scene.body(hero)?.angle(), 0.0);
    }
    #[doc(alias("fixed rotation", "freeze rotation"))]
    pub fn lock_rotation(self) -> Self = true;

    /// Locks or unlocks its rotation. A lock sets its angular velocity to zero. It has no effect on
    /// a body that is not dynamic.
    example weightless {
        /// # let hero = Body::dynamic().position([0.0, 0.0]);
        /// # let hero = scene.add(hero, [Collider::cuboid(0.5, 0.5)])?;
        /// let mut hero = scene.body_mut(hero)?;
        /// hero.set_angular_velocity(3.0)?;
        /// hero.set_lock_rotation(true); // on its feet again
        /// assert_eq!(hero.view().angular_velocity(), 0.0);
    }
    pub fn set_lock_rotation(&mut self, locked: bool);

    /// True if its rotation is locked.
    pub fn is_rotation_locked(&self) -> bool;
}

property locks: Locks = Locks::default(), check(any), kept(states.locks) => {
    /// True for each axis, x and y, along which its translation is locked.
    pub fn is_translation_locked(&self) -> [bool; 2] = |locks| [locks.x, locks.y];
}

commands {
    /// [`set_lock_translation`](crate::BodyMut::set_lock_translation): along x, and along y.
    LockTranslation([bool; 2]),
}

property kind: BodyKind = BodyKind::Dynamic, check(any), kept(infos.kind), edit(Kind => REST | PROXIES | MEETINGS | SWEEPS | SEAMS | MASS | SIDE | BOXES, unless equal, then stop_if_fixed) => {
    /// Makes it fixed, kinematic or dynamic. A body that becomes fixed stops.
    example {
        /// # let stone = scene.add(Body::fixed().position([0.0, 5.0]), [Collider::circle(0.5)])?;
        /// scene.body_mut(stone)?.set_kind(BodyKind::Dynamic)?; // the trap is sprung
        /// scene.step(0.5)?;
        /// assert!(scene.body(stone)?.position().y < 4.0);
    }
    ///
    /// # Errors
    /// When it is to be dynamic and has a tile map: maps have no mass.
    pub fn set_kind(&mut self, kind: BodyKind) -> Result<(), Error>;

    /// Kind of the body: dynamic, kinematic or fixed.
    pub fn kind(&self) -> BodyKind;
}

property enabled: bool = true, check(any), kept(infos.enabled), edit(Enabled => PLACES | PROXIES | SIDE | BOXES, unless equal) => {
    /// Enables or disables it. A disabled body does not move and touches nothing. True by default.
    example {
        /// let spare = scene.add(Body::dynamic().enabled(false), [Collider::circle(0.1)])?;
        /// scene.step(0.5)?;
        /// assert_eq!(scene.body(spare)?.position().y, 0.0); // it waits in a pool
        /// scene.body_mut(spare)?.set_enabled(true)?;
        /// scene.step(0.5)?;
        /// assert!(scene.body(spare)?.position().y < -1.0);
    }
    pub fn enabled(self, enabled: bool) -> Self;

    /// Enables or disables it. A disabled body does not move, touches nothing and is found by no
    /// query.
    example {
        /// # let pickup = Body::dynamic().position([0.0, 0.0]);
        /// # let pickup = scene.add(pickup, [Collider::circle(0.5)])?;
        /// scene.body_mut(pickup)?.set_enabled(false)?; // the player carries it
        /// assert!(scene.colliders_at([0.0, 0.0], QueryFilter::default()).is_empty());
        /// assert_eq!(scene.body(pickup)?.mass(), core::f32::consts::FRAC_PI_4); // as before
    }
    ///
    /// # Errors
    /// When a collider cannot be put back because there is no room for more.
    pub fn set_enabled(&mut self, enabled: bool) -> Result<(), Error>;

    /// True if it takes part in the simulation.
    pub fn is_enabled(&self) -> bool;
}

property bullet: bool = false, check(any), kept(infos.is_bullet), edit(Bullet => SWEEPS) => {
    /// Sweeps its fast motion against all bodies. Other bodies are swept against fixed and
    /// kinematic ones, and against bullets, unless
    /// [`SceneConfig::continuous`](crate::SceneConfig::continuous) says otherwise. False by
    /// default.
    example weightless {
        /// let plate = Body::dynamic().position([3.0, 0.0]);
        /// let plate = scene.add(plate, [Collider::cuboid(0.02, 1.0)])?;
        /// let shot = Body::dynamic().velocity([300.0, 0.0]).bullet(true);
        /// scene.add(shot, [Collider::circle(0.05)])?;
        /// scene.step(1.0 / 60.0)?; // it flies 5 m per step
        /// assert!(scene.body(plate)?.velocity().x > 0.0); // and hit the plate all the same
    }
    #[doc(alias("CCD", "continuous collision detection"))]
    pub fn bullet(self, bullet: bool) -> Self;

    /// Switches the bullet mode, in which its fast motion is swept against all bodies: see
    /// [`Body::bullet`](crate::Body::bullet).
    example weightless {
        /// # let disc = Body::dynamic().position([0.0, 0.0]);
        /// # let disc = scene.add(disc, [Collider::circle(0.5)])?;
        /// scene.body_mut(disc)?.set_bullet(true); // as long as it is fast
        /// assert!(scene.body(disc)?.is_bullet());
    }
    pub fn set_bullet(&mut self, bullet: bool);

    /// True if it is a bullet: its fast motion is swept against all bodies.
    pub fn is_bullet(&self) -> bool;
}

commands {
    /// [`drop_through`](crate::BodyMut::drop_through).
    DropThrough(bool),
}

property can_sleep: bool = true, check(any), kept(sleep_timers.can_sleep), edit(CanSleep => NOTHING, then wake_if_sleepless) => {
    /// Allows it to fall asleep by itself when it comes to rest. True by default.
    example {
        /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
        /// let clock = Body::dynamic().position([0.0, 1.0]).can_sleep(false);
        /// let clock = scene.add(clock, [Collider::cuboid(0.5, 0.5)])?;
        /// for _ in 0..120 {
        ///     scene.step(1.0 / 60.0)?;
        /// }
        /// assert!(scene.body(clock)?.is_awake()); // at rest for two seconds
    }
    pub fn can_sleep(self, can_sleep: bool) -> Self;

    /// Allows it to fall asleep by itself when it comes to rest, or forbids it. A body that may not
    /// sleep is woken.
    pub fn set_can_sleep(&mut self, can_sleep: bool);

    /// True if it may fall asleep by itself.
    pub fn can_sleep(&self) -> bool;
}

property sleep_tolerance: Real = 1.0, check(amount), kept(sleep_timers.tolerance), edit(SleepTolerance => NOTHING) => {
    /// Sleep tolerance: a factor on [`SleepConfig::speed`](crate::SleepConfig::speed), the speed
    /// below which it counts as still. Use 10 for things that rock gently and may sleep, 0.1 for a
    /// slow clock that must not. 1 by default.
    pub fn sleep_tolerance(self, tolerance: Real) -> Self;

    /// Sets the sleep tolerance, a factor on the speed below which it counts as still: see
    /// [`Body::sleep_tolerance`](crate::Body::sleep_tolerance). This does not wake it.
    pub fn set_sleep_tolerance(&mut self, tolerance: Real) -> Result<(), Error>;

    /// Sleep tolerance, a factor on the speed below which it counts as still: see
    /// [`Body::sleep_tolerance`](crate::Body::sleep_tolerance).
    pub fn sleep_tolerance(&self) -> Real;
}

commands {
    /// [`wake`](crate::BodyMut::wake).
    Wake,
    /// [`sleep`](crate::BodyMut::sleep).
    Sleep,
}

property user_data: u64 = 0, check(any), kept(infos.user_data), edit(UserData => NOTHING) => {
    /// A number for the caller.
    example {
        /// let names = ["player", "door"]; // things of the game
        /// scene.add(Body::fixed().user_data(1), [Collider::cuboid(0.1, 1.0)])?;
        /// let hit = scene.cast_ray([-5.0, 0.0], [10.0, 0.0], QueryFilter::default()).unwrap();
        /// assert_eq!(names[scene.body(hit.body)?.user_data() as usize], "door");
    }
    pub fn user_data(self, user_data: u64) -> Self;

    /// A number for the caller.
    pub fn set_user_data(&mut self, user_data: u64);

    /// The number that the caller attached.
    pub fn user_data(&self) -> u64;
}

property sleeping: bool = false, check(any) => {
    /// Puts it to sleep from the beginning, with zero velocity. Neither the colliders that it gets
    /// before the next step nor bodies that it touches wake it, unless those are awake. A level
    /// full of piles can thus be loaded without setting them in motion. False by default.
    example {
        /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
        /// for y in [1.0, 2.0, 3.0] {
        ///     let block = Body::dynamic().position([0.0, y]).sleeping(true);
        ///     scene.add(block, [Collider::cuboid(0.5, 0.5)])?;
        /// }
        /// scene.step(1.0 / 60.0)?;
        /// assert_eq!(scene.stats().awake_bodies, 0); // the pile costs nothing yet
    }
    pub fn sleeping(self, sleeping: bool) -> Self;
}

property fracture: Option<Real> = None, check(toughness), kept(infos.toughness), edit(Fracture => NOTHING, then make_whole) => {
    /// Breaks by itself when an impact is stronger than this impulse, as by
    /// [`Scene::shatter_body`](crate::Scene::shatter_body) around the point of the impact. A
    /// stronger impact makes more pieces. They are as tough as the body was.
    ///
    /// Pieces break in turn, down to about a tenth of a length unit. Their centres are at least
    /// that far apart, also where the body was hit.
    ///
    /// The body breaks at the beginning of the next step, when the other body has already bounced
    /// off it; [`fracture_events`](crate::Scene::fracture_events) lists the pieces.
    ///
    /// The number of pieces is limited: see [`FractureConfig`](crate::FractureConfig).
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::fixed(), [Collider::cuboid(9.0, 0.5)])?;
    /// let vase = Body::dynamic().position([0.0, 3.0]).fracture(5.0);
    /// scene.add(vase, [Collider::cuboid(0.3, 0.5).density(5.0)])?;
    /// let mut pieces = 1;
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    ///     pieces += scene.fracture_events().len();
    /// }
    /// assert!(pieces > 3);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn fracture(self, toughness: Real) -> Self = Some(toughness);

    /// The impulse that [breaks](crate::Body::fracture) it; `None` if nothing does.
    pub fn set_fracture(&mut self, toughness: Option<Real>) -> Result<(), Error>;

    /// The impulse that [breaks](crate::Body::fracture) it; `None` if nothing does.
    pub fn fracture(&self) -> Option<Real>;
}

} } }

/// Entry of an array of `Bodies`, to be written.
#[doc(hidden)]
#[macro_export]
macro_rules! body_entry {
    ($bodies:expr, $permit:expr, infos[$index:expr]) => {
        $bodies.infos.write($permit)[$index]
    };
    ($bodies:expr, $permit:expr, $array:ident[$index:expr]) => {
        $bodies.$array[$index]
    };
}
