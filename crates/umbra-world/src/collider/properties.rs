//! The properties of colliders: a table in which each is told once, as `body::properties` tells
//! those of bodies. See there for the columns.
//!
//! - A `surface` is a field of [`Material`](super::Material), where its default stands: the
//!   collider has it, and so has each of its shapes. An edit writes it to all of them.
//! - A `property` is a field of `ColliderDef` and, by the same name, of `store::ColliderInfo`.
//! - `commands`: the other variants of `ColliderEdit`. Binary files name variants by their numbers:
//!   **a new row goes to the end**.
//!
//! `collider_properties!(derive)` calls `derive!` with all rows:
//!
//! | where | what follows |
//! |---|---|
//! | `world/collider_def.rs` | `ColliderDef`: what a collider is added with, and copied as |
//! | `umbra-core/src/value/collider_edit.rs` | `ColliderEdit`: variants, checks, what becomes dirty |
//! | `umbra-core/src/edit/collider.rs` | edits are written |
//! | `umbra-core/src/properties.rs` | functions of `Collider`, `ColliderMut`, `ColliderRef` |

/// Calls a macro with the table.
#[doc(hidden)]
#[macro_export]
macro_rules! collider_properties { ($derive:ident $($kind:ident)?) => { $derive! { $($kind)?

surface friction: Real, check(amount), edit(Friction) => {
    /// Friction coefficient: its resistance to sliding. The friction of two surfaces is the
    /// geometric mean of both, unless a [`friction_rule`](Self::friction_rule) says otherwise. 0.6
    /// by default.
    pub fn friction(self, friction: Real) -> Self;

    /// Sets the friction of all its shapes, also of those that have a material of their own, but
    /// not of tile map cells that have one.
    example {
        /// # let road = scene.add_body(Body::fixed())?;
        /// # let road = scene.add_collider(road, Collider::cuboid(20.0, 0.5))?;
        /// scene.collider_mut(road)?.set_friction(0.1)?; // it begins to rain
        /// let refused = scene.collider_mut(road)?.set_friction(-0.1).unwrap_err();
        /// assert_eq!(refused.to_string(), "`friction` must not be negative, but is -0.1");
    }
    pub fn set_friction(&mut self, friction: Real) -> Result<(), Error>;

    /// Friction coefficient: its resistance to sliding.
    pub fn friction(&self) -> Real;
}

surface restitution: Real, check(restitution), edit(Restitution) => {
    /// Restitution: the fraction of an impact's speed that it gives back, from 0 to 4. The larger
    /// value of two surfaces counts, unless a [`restitution_rule`](Self::restitution_rule) says
    /// otherwise. A value above 1 adds energy, once in a substep, as the bumper of a pinball table
    /// does. 0 by default.
    example {
        /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
        /// let ball = Body::dynamic().position([0.0, 1.5]).velocity([0.0, -10.0]);
        /// let ball = scene.add(ball, [Collider::circle(0.5).restitution(0.8)])?;
        /// scene.step(0.1)?;
        /// assert!(scene.body(ball)?.velocity().y > 7.0);
    }
    #[doc(alias("bounciness", "elasticity"))]
    pub fn restitution(self, restitution: Real) -> Self;

    /// Sets the restitution: the fraction of an impact's speed that it gives back.
    pub fn set_restitution(&mut self, restitution: Real) -> Result<(), Error>;

    /// Restitution: the fraction of an impact's speed that it gives back.
    pub fn restitution(&self) -> Real;
}

surface rolling_resistance: Real, check(amount), edit(RollingResistance) => {
    /// Rolling resistance, as the length of a lever. The larger value of two surfaces counts. 0 by
    /// default.
    pub fn rolling_resistance(self, rolling_resistance: Real) -> Self;

    /// Sets the rolling resistance, as the length of a lever.
    pub fn set_rolling_resistance(&mut self, rolling_resistance: Real) -> Result<(), Error>;

    /// Rolling resistance, as the length of a lever.
    pub fn rolling_resistance(&self) -> Real;
}

surface surface_speed: Real, check(number), edit(SurfaceSpeed) => {
    /// Tangential speed of its surface, clockwise around it. With a positive speed, the top of a
    /// conveyor belt carries to the right. 0 by default.
    example {
        /// let belt = Collider::cuboid(9.0, 0.5).surface_speed(2.0);
        /// scene.add(Body::fixed(), [belt])?;
        /// # let parcel = Body::dynamic().position([0.0, 1.0]);
        /// # let parcel = scene.add(parcel, [Collider::cuboid(0.5, 0.5)])?;
        /// # for _ in 0..60 { scene.step(1.0 / 60.0)?; }
        /// // A second later:
        /// assert!((scene.body(parcel)?.velocity().x - 2.0).abs() < 0.01);
    }
    pub fn surface_speed(self, surface_speed: Real) -> Self;

    /// Sets the tangential speed of its surface, clockwise around it.
    example {
        /// # let belt = scene.add_body(Body::fixed())?;
        /// # let belt = scene.add_collider(belt, Collider::cuboid(9.0, 0.5).surface_speed(2.0))?;
        /// let speed = scene.collider(belt)?.surface_speed();
        /// scene.collider_mut(belt)?.set_surface_speed(-speed)?; // a lever was pulled
        /// # let parcel = Body::dynamic().position([0.0, 1.0]);
        /// # let parcel = scene.add(parcel, [Collider::cuboid(0.5, 0.5)])?;
        /// # for _ in 0..60 { scene.step(1.0 / 60.0)?; }
        /// assert!(scene.body(parcel)?.velocity().x < -1.9);
    }
    pub fn set_surface_speed(&mut self, surface_speed: Real) -> Result<(), Error>;

    /// Tangential speed of its surface, clockwise around it.
    pub fn surface_speed(&self) -> Real;
}

surface friction_rule: CombineRule, check(any), edit(FrictionRule) => {
    /// Rule that combines its friction with that of another collider.
    pub fn friction_rule(self, rule: CombineRule) -> Self;

    /// Sets the rule that combines its friction with that of another collider.
    pub fn set_friction_rule(&mut self, rule: CombineRule);

    /// Rule that combines its friction with that of another collider.
    pub fn friction_rule(&self) -> CombineRule;
}

surface restitution_rule: CombineRule, check(any), edit(RestitutionRule) => {
    /// Rule that combines its restitution with that of another collider.
    pub fn restitution_rule(self, rule: CombineRule) -> Self;

    /// Sets the rule that combines its restitution with that of another collider.
    pub fn set_restitution_rule(&mut self, rule: CombineRule);

    /// Rule that combines its restitution with that of another collider.
    pub fn restitution_rule(&self) -> CombineRule;
}

commands {
    /// [`set_shape_material`](crate::ColliderMut::set_shape_material).
    ShapeMaterial(usize, Material),
    /// [`set_density`](crate::ColliderMut::set_density).
    Density(Real),
    /// [`set_mass`](crate::ColliderMut::set_mass).
    Mass(Real),
}

property filter: Filter = Filter::default(), check(any), edit(Filter => REST | PROXIES | MEETINGS | SEAMS) => {
    /// Filter that decides which colliders it collides with.
    example {
        /// const GHOST: u64 = 1 << 3;
        /// let no_ghosts = Filter { mask: !GHOST, ..Filter::default() };
        /// let wall = Collider::cuboid(1.0, 9.0).filter(no_ghosts);
        /// scene.add(Body::fixed().position([2.0, 0.0]), [wall])?;
        /// let as_ghost = Filter { category: GHOST, ..Filter::default() };
        /// let ghost = Collider::circle(0.5).filter(as_ghost);
        /// let ghost = scene.add(Body::dynamic().velocity([4.0, 0.0]), [ghost])?;
        /// # for _ in 0..60 { scene.step(1.0 / 60.0)?; }
        /// // A second later:
        /// assert!(scene.body(ghost)?.position().x > 3.9); // it went through
    }
    #[doc(alias("collision layer", "collision mask", "bitmask", "collision groups"))]
    pub fn filter(self, filter: Filter) -> Self;

    /// Sets the filter that decides which colliders it collides with. Takes effect in the next
    /// step.
    example {
        /// # let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
        /// # let player = Body::dynamic().position([0.0, 1.0]);
        /// # let player = scene.add(player, [Collider::circle(0.5)])?;
        /// let collider = scene.body(player)?.colliders().next().unwrap();
        /// let nothing = Filter { mask: 0, ..Filter::default() };
        /// scene.collider_mut(collider)?.set_filter(nothing); // the player has lost, and drops out
        /// # for _ in 0..60 { scene.step(1.0 / 60.0)?; }
        /// assert!(scene.body(player)?.position().y < 0.0);
    }
    pub fn set_filter(&mut self, filter: Filter);

    /// Filter that decides which colliders it collides with.
    pub fn filter(&self) -> Filter;
}

commands {
    /// [`set_sensor`](crate::ColliderMut::set_sensor).
    Sensor(bool),
}

property sees_sensors: bool = false, check(any), edit(SeesSensors => CONTACTS, then note_seeing) => {
    /// Lets it, as a sensor, see other sensors. Whether they see this one depends on their own
    /// setting. False by default.
    pub fn sees_sensors(self, sees_sensors: bool) -> Self;

    /// Lets it see other sensors while it is a sensor: see
    /// [`Collider::sees_sensors`](crate::Collider::sees_sensors). Takes effect in the next step.
    pub fn set_sees_sensors(&mut self, sees_sensors: bool);

    /// True if it sees other sensors while it is a sensor.
    pub fn sees_sensors(&self) -> bool;
}

property one_way: Option<Vector> = None, check(one_way), edit(OneWay => REST | CONTACTS | SEAMS, unless equal, then refresh_sides) => {
    /// Makes it a one-way platform: bodies pass through it along `direction` and are held in the
    /// opposite direction. A platform to jump up through has the direction `[0.0, 1.0]`. The
    /// direction is in the collider's own frame, and turns with it.
    ///
    /// The decision to let a body pass is made when the two begin to touch, and kept until they
    /// part. Bodies arriving from the side that the direction points to, within 45 degrees, are
    /// held. [`BodyMut::drop_through`](crate::BodyMut::drop_through) lets a body fall through.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let level = scene.add_body(Body::fixed().position([0.0, 2.0]))?;
    /// scene.add_collider(level, Collider::cuboid(2.0, 0.1).one_way([0.0, 1.0]))?;
    /// let player = scene.add_body(Body::dynamic().velocity([0.0, 9.0]))?;
    /// scene.add_collider(player, Collider::circle(0.4))?;
    /// for _ in 0..180 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// let height = scene.body(player)?.position().y;
    /// assert!((height - 2.5).abs() < 0.01); // it jumped up through the platform and stands on it
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[doc(alias("one-way platform", "jump-through"))]
    pub fn one_way(self, direction: impl Into<Vector>) -> Self = Some(direction.into());

    /// Makes it a one-way platform, or solid again: see
    /// [`Collider::one_way`](crate::Collider::one_way). A body inside it at that time passes if it
    /// becomes a platform, and is pushed out if it becomes solid.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let level = scene.add_body(Body::fixed().position([0.0, 2.0]))?;
    /// let hatch = scene.add_collider(level, Collider::cuboid(2.0, 0.1))?;
    /// let body = scene.add_body(Body::dynamic().position([0.0, 2.5]))?;
    /// scene.add_collider(body, Collider::circle(0.4))?;
    /// scene.step(1.0 / 60.0)?;
    /// assert_eq!(scene.body(body)?.contacts().count(), 1);
    /// // From now on it lets through what comes from above.
    /// scene.collider_mut(hatch)?.set_one_way(Some(Vector::new(0.0, -1.0)))?;
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!(scene.body(body)?.position().y < 0.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn set_one_way(&mut self, direction: Option<Vector>) -> Result<(), Error>;

    /// Direction in which bodies pass it, in its own frame, if it is a one-way platform.
    pub fn one_way(&self) -> Option<Vector>;
}

property one_sided: bool = false, check(any), edit(OneSided => REST | CONTACTS | SEAMS, unless equal, then refresh_sides) => {
    /// Makes only the left side of its lines solid, seen along the path from point to point. Ground
    /// drawn from left to right holds bodies that come from above. Bodies pass from the other side,
    /// as with [`one_way`](Self::one_way). For lines such as a [`chain`](Self::chain).
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let land = scene.add_body(Body::fixed())?;
    /// let roof = Collider::chain([[-5.0, 2.0], [0.0, 3.0], [5.0, 2.0]]).one_sided(true);
    /// scene.add_collider(land, roof)?;
    /// let [above, below] = [6.0, 0.0].map(|y| {
    ///     let speed = if y > 3.0 { -5.0 } else { 15.0 };
    ///     let body = Body::dynamic().position([0.5, y]).velocity([0.0, speed]);
    ///     let body = scene.add_body(body).unwrap();
    ///     scene.add_collider(body, Collider::circle(0.2).friction(0.0)).unwrap();
    ///     body
    /// });
    /// for _ in 0..30 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// let [above, below] = [above, below].map(|it| scene.body(it).unwrap().position().y);
    /// assert!(above > 2.5 && below > 4.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn one_sided(self, one_sided: bool) -> Self;

    /// Makes only the left sides of its lines solid, or both sides: see
    /// [`Collider::one_sided`](crate::Collider::one_sided).
    ///
    /// # Errors
    /// When it has shapes that are no lines.
    pub fn set_one_sided(&mut self, one_sided: bool) -> Result<(), Error>;

    /// True if only the left sides of its lines are solid: see
    /// [`Collider::one_sided`](crate::Collider::one_sided).
    pub fn is_one_sided(&self) -> bool;
}

commands {
    /// [`set_shape`](crate::ColliderMut::set_shape).
    Shape(Shape),
    /// [`set_offset`](crate::ColliderMut::set_offset).
    Offset(Pose),
    /// [`set_enabled`](crate::ColliderMut::set_enabled).
    Enabled(bool),
    /// [`set_cell`](crate::ColliderMut::set_cell).
    Cell([i32; 2], Tile),
}

property hit_events: bool = false, check(any), edit(HitEvents => NOTHING) => {
    /// Reports its impacts as [`ContactEvent::Hit`](crate::ContactEvent::Hit). False by default.
    pub fn hit_events(self, hit_events: bool) -> Self;

    /// Switches hit events: reports of its impacts.
    example {
        /// # let bell = scene.add_body(Body::fixed())?;
        /// # let bell = scene.add_collider(bell, Collider::cuboid(1.0, 1.0))?;
        /// # let clapper = Body::dynamic().position([0.0, 1.3]).velocity([0.0, -5.0]);
        /// # scene.add(clapper, [Collider::circle(0.25)])?;
        /// scene.collider_mut(bell)?.set_hit_events(true);
        /// scene.step(1.0 / 30.0)?;
        /// let is_hit = |event: &ContactEvent| matches!(event, ContactEvent::Hit { .. });
        /// assert!(scene.contact_events().iter().any(is_hit)); // it rings
    }
    pub fn set_hit_events(&mut self, hit_events: bool);

    /// True if its impacts are reported as hit events.
    pub fn hit_events(&self) -> bool;
}

property user_data: u64 = 0, check(any), edit(UserData => NOTHING) => {
    /// A number for the caller.
    pub fn user_data(self, user_data: u64) -> Self;

    /// A number for the caller.
    pub fn set_user_data(&mut self, user_data: u64);

    /// The number that the caller attached.
    pub fn user_data(&self) -> u64;
}

} } }
