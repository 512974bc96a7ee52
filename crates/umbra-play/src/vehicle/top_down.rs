//! A car seen from above.

use umbra_geom::{Point, Real, Vector, math};

use super::tyre::{Tyre, TyreState};
use super::{Controls, Drive, check_count, check_dt};
use crate::check;
use umbra_core::{Body, BodyKey, BodyRef, Collider, Error, Filter, Inserted, Scene};

/// Settings of a [`TopDownCar`].
///
/// ```
/// # use umbra::prelude::*;
/// use umbra::vehicle::TopDownSettings;
///
/// // A car on ice, in which the tail comes round.
/// let mut icy = TopDownSettings::default();
/// for tyre in &mut icy.tyres {
///     tyre.grip.peak = 0.3;
///     tyre.grip.slide = 0.2;
/// }
/// assert_eq!(icy.tyres.len(), 4);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct TopDownSettings {
    /// Its tyres, from 1 to 64. By default four: the front ones are steered, the rear ones drive
    /// and have the handbrake.
    pub tyres: Vec<Tyre>,
    /// Maximum angle of the steering, in radians. 0.6 by default.
    pub most_steer: Real,
    /// Speed of the steering, in radians per second. 4 by default.
    pub steer_speed: Real,
    /// Acceleration with which its mass presses its tyres to the ground, whatever the gravity of
    /// the scene is. 9.81 by default.
    pub gravity: Real,
    /// Rolling resistance of the tyres, as a part of their load. 0.015 by default.
    pub rolling: Real,
    /// Half of the length and of the width of a body that [`TopDownCar::spawn`] makes, and its
    /// mass. 4.2 by 1.8 and 1200 kg by default.
    pub body: [Real; 3],
    /// Filter of such a body.
    pub filter: Filter,
}

impl Default for TopDownSettings {
    fn default() -> Self {
        let front = |y: Real| Tyre { at: [1.3, y], steer: 1.0, ..Tyre::default() };
        let drive = Some(Drive::new(3000.0, 45.0));
        let rear = |y: Real| {
            let drive = drive.clone();
            Tyre { at: [-1.3, y], drive, brake: 2500.0, handbrake: true, ..Tyre::default() }
        };
        Self {
            tyres: vec![front(0.8), front(-0.8), rear(0.8), rear(-0.8)],
            most_steer: 0.6,
            steer_speed: 4.0,
            gravity: 9.81,
            rolling: 0.015,
            body: [2.1, 0.9, 1200.0],
            filter: Filter::default(),
        }
    }
}

impl TopDownSettings {
    /// Scales every length by the length unit, and forces accordingly: for games that do not use
    /// metres. Masses stay.
    ///
    /// ```
    /// use umbra::vehicle::TopDownSettings;
    ///
    /// // 20 pixels to the metre.
    /// let settings = TopDownSettings::default().in_units(20.0);
    /// assert_eq!(settings.body, [42.0, 18.0, 1200.0]);
    /// ```
    #[must_use]
    pub fn in_units(mut self, length_unit: Real) -> Self {
        self.gravity *= length_unit;
        self.body[0] *= length_unit;
        self.body[1] *= length_unit;
        self.tyres.iter_mut().for_each(|tyre| tyre.scale(length_unit));
        self
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        check_count("tyres", self.tyres.len())?;
        check::range("most_steer", self.most_steer, 0.0, 1.5)?;
        check::amount("steer_speed", self.steer_speed)?;
        check::amount("gravity", self.gravity)?;
        check::range("rolling", self.rolling, 0.0, 1.0)?;
        self.tyres.iter().try_for_each(Tyre::check)
    }
}

/// Car seen from above: a body, and tyres that are only forces. Use it in scenes whose gravity does
/// not act in the plane. Forwards is along x of the body.
///
/// ```
/// use umbra::prelude::*;
/// use umbra::vehicle::{Controls, TopDownCar, TopDownSettings};
///
/// let mut scene = Scene::new(SceneConfig { gravity: Vector::zeros(), ..Default::default() })?;
/// let mut car = TopDownCar::spawn(&mut scene, [0.0, 0.0], 0.0, &TopDownSettings::default())?;
/// let controls = Controls { throttle: 1.0, steer: 0.2, ..Controls::default() };
/// for _ in 0..120 {
///     car.drive(&mut scene, controls, 1.0 / 60.0)?;
///     scene.step(1.0 / 60.0)?;
/// }
/// let body = scene.body(car.body())?;
/// assert!(body.position().y > 1.0 && body.angle() > 0.3); // it has turned left
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::saved::SavedTopDownCar"))]
pub struct TopDownCar {
    pub(super) body: BodyKey,
    pub(super) settings: TopDownSettings,
    /// The part of the weight that each tyre bears.
    pub(super) shares: Vec<Real>,
    pub(super) steer: Real,
    pub(super) tyres: Vec<TyreState>,
}

impl TopDownCar {
    /// Puts tyres on a body.
    ///
    /// # Errors
    /// When a number makes no sense, or there is no such body or it is not dynamic. Nothing is
    /// changed then.
    pub fn new(scene: &Scene, body: BodyKey, settings: &TopDownSettings) -> Result<Self, Error> {
        settings.check()?;
        let body = scene.body(body)?;
        if !body.is_dynamic() {
            return Err(Error::NotDynamic(body.key()));
        }
        let center = body.local_point(body.center_of_mass());
        let places: Vec<_> = settings.tyres.iter().map(|tyre| Vector::from(tyre.at)).collect();
        let shares = shares(&places, center.coords);
        let tyres = vec![TyreState::default(); shares.len()];
        Ok(Self { body: body.key(), settings: settings.clone(), shares, steer: 0.0, tyres })
    }

    /// A body at a place, with tyres: see [`TopDownSettings::body`].
    ///
    /// # Errors
    /// When a number makes no sense. Nothing is added then.
    pub fn spawn(
        scene: &mut Scene,
        position: impl Into<Point>,
        angle: Real,
        settings: &TopDownSettings,
    ) -> Result<Self, Error> {
        settings.check()?;
        let [half_length, half_width, mass] = settings.body;
        check::positive("body.mass", mass)?;
        let shape = Collider::rounded_cuboid(half_length, half_width, 0.3 * half_width);
        let shape = shape.mass(mass).filter(settings.filter);
        let body = scene.add(Body::dynamic().position(position).angle(angle), [shape])?;
        let car = Self::new(scene, body, settings);
        if car.is_err() {
            let _ = scene.remove_body(body);
        }
        car
    }

    /// Removes its body from the scene. If it was removed before, nothing happens.
    pub fn remove(&self, scene: &mut Scene) {
        let _ = scene.remove_body(self.body);
    }

    /// The same where it was inserted, with the new key of its body: see [`Inserted`].
    ///
    /// # Errors
    /// When the part did not hold its body.
    pub fn after_insert(&self, inserted: &Inserted) -> Result<Self, Error> {
        Ok(Self { body: inserted.body(self.body)?, ..self.clone() })
    }

    /// Body of the car.
    pub fn body(&self) -> BodyKey {
        self.body
    }

    /// Settings with which it was added.
    pub fn settings(&self) -> &TopDownSettings {
        &self.settings
    }

    /// Angle of the steering, in radians.
    pub fn steer(&self) -> Real {
        self.steer
    }

    /// States of its tyres in the last step that it was driven for, in their order.
    pub fn tyres(&self) -> &[TyreState] {
        &self.tyres
    }

    /// Velocity in the frame of the car: forwards, and to the left, which is its drift.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::vehicle::{TopDownCar, TopDownSettings};
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    ///
    /// let car = TopDownCar::spawn(&mut scene, [0.0, 0.0], 0.5, &TopDownSettings::default())?;
    /// let sideways = scene.body(car.body())?.world_vector([10.0, 3.0]);
    /// scene.body_mut(car.body())?.set_velocity(sideways)?;
    /// let drift = car.velocity(&scene)?;
    /// assert!((drift - Vector::new(10.0, 3.0)).norm() < 1e-5); // 3 m/s to the left
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When its body was removed.
    pub fn velocity(&self, scene: &Scene) -> Result<Vector, Error> {
        let body = scene.body(self.body)?;
        Ok(body.local_vector(body.velocity()))
    }

    /// Drives for the next step of this length. Call it before each step: without it, the car
    /// slides as if on ice.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::vehicle::{Controls, TopDownCar, TopDownSettings};
    /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
    /// # let mut scene = Scene::new(weightless)?;
    ///
    /// let mut car = TopDownCar::spawn(&mut scene, [0.0, 0.0], 0.0, &TopDownSettings::default())?;
    /// scene.body_mut(car.body())?.set_velocity([20.0, 0.0])?;
    /// let controls = Controls { steer: 1.0, handbrake: true, ..Controls::default() };
    /// for _ in 0..30 {
    ///     car.drive(&mut scene, controls, 1.0 / 60.0)?;
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!(car.tyres().iter().any(|tyre| tyre.slides)); // rubber is left on the road
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number of the controls is not from -1 to 1, `dt` is not from 1e-6 to 1 second, or the
    /// body was removed or is not dynamic. Nothing is changed then.
    pub fn drive(&mut self, scene: &mut Scene, controls: Controls, dt: Real) -> Result<(), Error> {
        let controls = controls.check()?;
        let dt = check_dt(dt)?;
        let body = scene.body(self.body)?;
        if !body.is_dynamic() {
            return Err(Error::NotDynamic(self.body));
        }
        let most = self.settings.steer_speed * dt;
        let way = controls.steer * self.settings.most_steer - self.steer;
        self.steer += way.clamp(-most, most);
        let idle = controls.throttle == 0.0;
        if idle && !body.is_awake() {
            return Ok(());
        }
        let mut rows = Rows::new(body, dt);
        for (index, tyre) in self.settings.tyres.iter().enumerate() {
            let load = self.shares[index] * rows.mass * self.settings.gravity;
            let turn = self.turn_of(tyre);
            let unit = length_unit(scene);
            rows.add(body, tyre, turn, load, [self.settings.rolling, unit], &controls);
        }
        rows.solve();
        self.tyres.clone_from(&rows.states());
        let (impulse, angular) = rows.sum();
        let mut body = scene.body_mut(self.body)?;
        if idle {
            body = body.without_waking();
        }
        if impulse != Vector::zeros() {
            body.apply_impulse(impulse)?;
        }
        if angular != 0.0 {
            body.apply_angular_impulse(angular)?;
        }
        Ok(())
    }

    /// Direction of a tyre on the car. Tyres ahead of the axle that is not steered point along
    /// circles around one common point, as those of real cars do.
    fn turn_of(&self, tyre: &Tyre) -> Vector {
        if tyre.steer == 0.0 || self.steer == 0.0 {
            return Vector::x();
        }
        let turn = math::rotation(self.steer * tyre.steer);
        let fixed = self.settings.tyres.iter().filter(|tyre| tyre.steer == 0.0);
        let (sum, count) = fixed.fold((0.0, 0.0), |(sum, count), it| (sum + it.at[0], count + 1.0));
        let base = if count > 0.0 { tyre.at[0] - sum / count } else { 0.0 };
        let plain = Vector::new(turn.re, turn.im);
        if base <= 0.0 || tyre.steer < 0.0 {
            return plain;
        }
        let around = Vector::new(base * turn.re - tyre.at[1] * turn.im, base * turn.im);
        math::direction(around).filter(|_| around.x > 0.0).map_or(plain, |(unit, _)| unit)
    }
}

fn length_unit(scene: &Scene) -> Real {
    scene.config().length_unit
}

/// Share of a weight that each support bears: of all possible distributions, the most even one.
/// Supports in a line bear loads beside the line as if they were on it; no share is negative.
fn shares(places: &[Vector], center: Vector) -> Vec<Real> {
    let count = places.len() as Real;
    let mean = places.iter().sum::<Vector>() / count;
    let spread = |i: usize, j: usize| -> Real {
        places.iter().map(|place| (place[i] - mean[i]) * (place[j] - mean[j])).sum()
    };
    let (xx, xy, yy) = (spread(0, 0), spread(0, 1), spread(1, 1));
    let (off, determinant) = (center - mean, xx * yy - xy * xy);
    let slope = if determinant > 1e-6 * (xx + yy) * (xx + yy) {
        Vector::new(yy * off.x - xy * off.y, xx * off.y - xy * off.x) / determinant
    } else if xx + yy > 0.0 {
        off / (xx + yy)
    } else {
        Vector::zeros()
    };
    let parts = places.iter().map(|place| 1.0 / count + math::dot(slope, place - mean));
    let parts: Vec<_> = parts.map(|part| if part > 0.0 { part } else { 0.0 }).collect();
    let sum: Real = parts.iter().sum();
    parts.iter().map(|part| part / sum).collect()
}

/// An impulse along a line that slows the body there.
struct Row {
    unit: Vector,
    arm: Real,
    /// Change of speed by an impulse of one.
    yielding: Real,
    /// Speed that an impulse of one leaves: for a damper; 0 for a brake.
    leaves: Real,
    most: Real,
    impulse: Real,
}

/// Constraints of the tyres of one car in one step.
struct Rows {
    mass: Real,
    inv_inertia: Real,
    dt: Real,
    velocity: Vector,
    spin: Real,
    rows: Vec<Row>,
    states: Vec<TyreState>,
    /// Of each tyre, which way it looks, and its two rows.
    tyres: Vec<(Vector, [usize; 2])>,
}

impl Rows {
    fn new(body: BodyRef<'_>, dt: Real) -> Self {
        let mass = if body.mass() > 0.0 { body.mass() } else { 1.0 };
        let turns = body.inertia() > 0.0 && !body.is_rotation_locked();
        Self {
            mass,
            inv_inertia: if turns { 1.0 / body.inertia() } else { 0.0 },
            dt,
            velocity: body.velocity_at(body.center_of_mass()),
            spin: body.angular_velocity(),
            rows: vec![],
            states: vec![],
            tyres: vec![],
        }
    }

    fn add(
        &mut self,
        body: BodyRef<'_>,
        tyre: &Tyre,
        turn: Vector,
        load: Real,
        [rolling, unit]: [Real; 2],
        controls: &Controls,
    ) {
        /// Tyres that roll slower than this, in length units per second, slip as if they did so.
        const SLOWEST: Real = 0.5;
        let arm = body.world_point(tyre.at) - body.center_of_mass();
        let forward = body.world_vector(turn);
        let left = math::left_of(forward);
        let velocity = self.velocity + math::left_of(arm) * self.spin;
        let (rolls, slides) = (math::dot(velocity, forward), math::dot(velocity, left));
        let base = if rolls.abs() > SLOWEST * unit { rolls.abs() } else { SLOWEST * unit };
        let slip = slides / base;
        let peak = tyre.grip.peak * load;
        let drive = tyre.drive.as_ref().map_or(0.0, |drive| {
            let against = rolls * controls.throttle < 0.0;
            controls.throttle * drive.at(if against { 0.0 } else { rolls })
        });
        let brake = controls.brake * tyre.brake;
        let locked = (tyre.handbrake && controls.handbrake) || brake > peak;
        let (damping, along, lost);
        if locked {
            // The tread stands still on the car, and rubs along the way that it goes.
            let speed = math::dot(velocity, velocity).sqrt().max(1e-3 * unit);
            damping = tyre.grip.slide * load / speed;
            (along, lost) = (0.0, tyre.grip.slide * load);
        } else {
            let spins = drive.abs() > peak;
            let drive = if spins { tyre.grip.slide * load * drive.signum() } else { drive };
            along = drive;
            lost = brake + rolling * load;
            // What it gives along, it cannot give sideways: both are within an ellipse. A brake gives less along if the tyre hardly
            // rolls.
            let speed = math::dot(velocity, velocity).sqrt();
            let brakes = if speed > 0.0 { brake * (rolls.abs() / speed) } else { brake };
            let used = (drive.abs().max(brakes) / peak.max(1e-9)).min(1.0);
            let left_over = if spins { 0.2 } else { (1.0 - used * used).sqrt().max(0.2) };
            damping = left_over * tyre.grip.slope(slip) * load / base;
            self.push(arm, forward * along);
        }
        let first = self.rows.len();
        self.add_row(arm, forward, if locked { damping } else { Real::INFINITY }, lost);
        self.add_row(arm, left, damping, tyre.grip.peak * load);
        self.tyres.push((forward, [first, first + 1]));
        let slides = locked || slip.abs() > tyre.grip.peak_slip || along.abs() > peak;
        self.states.push(TyreState { load, slip, slides, force: [along, 0.0] });
    }

    /// Gives a force for the whole step.
    fn push(&mut self, arm: Vector, force: Vector) {
        let impulse = force * self.dt;
        self.velocity += impulse / self.mass;
        self.spin += self.inv_inertia * math::cross(arm, impulse);
        self.rows.push(Row {
            unit: impulse,
            arm: math::cross(arm, impulse),
            yielding: 0.0,
            leaves: 0.0,
            most: 0.0,
            impulse: 1.0,
        });
    }

    fn add_row(&mut self, arm: Vector, unit: Vector, damping: Real, most: Real) {
        let lever = math::cross(arm, unit);
        self.rows.push(Row {
            unit,
            arm: lever,
            // A tyre that bears nothing gives nothing.
            yielding: if damping > 0.0 {
                1.0 / self.mass + self.inv_inertia * lever * lever
            } else {
                0.0
            },
            leaves: 1.0 / (damping * self.dt),
            most: most * self.dt,
            impulse: 0.0,
        });
    }

    /// All rows in turn, until they agree. What each may give is bounded, so none can bring the car
    /// into motion.
    fn solve(&mut self) {
        const TURNS: usize = 12;
        for _ in 0..TURNS {
            for row in self.rows.iter_mut().filter(|row| row.yielding > 0.0) {
                let speed = math::dot(self.velocity, row.unit) + self.spin * row.arm;
                let left = speed + row.leaves * row.impulse;
                let told = row.impulse - left / (row.yielding + row.leaves);
                let told = told.clamp(-row.most, row.most);
                let change = told - row.impulse;
                row.impulse = told;
                self.velocity += row.unit * (change / self.mass);
                self.spin += self.inv_inertia * row.arm * change;
            }
        }
    }

    fn states(&self) -> Vec<TyreState> {
        let force = |(state, (_, [along, across])): (&TyreState, &(Vector, [usize; 2]))| {
            let [drive, _] = state.force;
            let force =
                [drive + self.rows[*along].impulse / self.dt, self.rows[*across].impulse / self.dt];
            TyreState { force, ..*state }
        };
        self.states.iter().zip(&self.tyres).map(force).collect()
    }

    /// The impulse and the angular impulse of all together.
    fn sum(&self) -> (Vector, Real) {
        let impulse = self.rows.iter().map(|row| row.unit * row.impulse).sum();
        (impulse, self.rows.iter().map(|row| row.arm * row.impulse).sum())
    }
}
