//! Flippers of pinball tables, and balls that are shot at one of them.
//!
//! Lengths are those of a real table, times `size`. A guide leads to the flipper's pivot, without a
//! gap that a ball fits through. Beyond the tip the table is open: a ball that goes round there
//! missed; one that crosses the flipper's axis between guide and tip passed through it.

use umbra::Error;
use umbra::geom::math::rotation;
use umbra::prelude::*;

use crate::place;

/// The radius of a ball, in metres.
pub const BALL_RADIUS: Real = 0.0135;
/// The distance from the pivot of a flipper to the centre of its round tip.
pub const LENGTH: Real = 0.075;
/// The radius of the tip.
pub const TIP: Real = 0.006;
/// The radius of the end at the pivot.
const ROOT: Real = 0.011;
const CORNER: Real = 0.003;
/// The speed of a flipper's swing, in radians per second.
pub const SPEED: Real = 20.0;
/// The angle of a flipper from level, down or up.
pub const SWING: Real = 0.5;
/// Earth's gravity along a table that is inclined by 6.5 degrees.
pub const GRAVITY: Real = 1.11;
/// The length unit of a table: a ball is about this long.
pub const UNIT: Real = 2.0 * BALL_RADIUS;
const BALL_MASS: Real = 0.08;
/// The torque of a flipper of a kilogram.
const TORQUE: Real = 25.0;
const DT: Real = 1.0 / 60.0;

/// A ball of a pinball table: a bullet.
pub fn ball(size: Real) -> (Body, Collider) {
    let shape = Collider::circle(size * BALL_RADIUS).mass(size * size * BALL_MASS);
    (Body::dynamic().bullet(true), shape.friction(0.1).restitution(0.3))
}

/// The parameters of a flipper: a dynamic body on a hinge with a motor and limits.
#[derive(Clone, Copy, Debug)]
pub struct Flipper {
    /// 1 for one that points to the right, -1 for one that points to the left.
    pub side: Real,
    /// The ratio of its size to that of a real one.
    pub size: Real,
    /// Its mass in kilograms if it had the size of a real one; a ball has 0.08.
    pub mass: Real,
}

impl Flipper {
    /// A flipper of real size, with the mass of its drive.
    pub const fn new(side: Real) -> Self {
        Self { side, size: 1.0, mass: 1.0 }
    }

    /// Adds it to a table, at rest. Returns the body and the hinge.
    ///
    /// # Errors
    /// When a number is invalid.
    pub fn add(
        &self,
        scene: &mut Scene,
        table: BodyKey,
        pivot: Point,
    ) -> Result<(BodyKey, JointKey), Error> {
        let Self { side, size, mass } = *self;
        // A wide end at the pivot, a slim tip, and round corners.
        let [root, tip] = [ROOT - CORNER, TIP - CORNER];
        let outline = [
            [-root, 0.0],
            [0.0, -root],
            [LENGTH, -tip],
            [LENGTH + tip, 0.0],
            [LENGTH, tip],
            [0.0, root],
        ];
        let outline = outline.map(|[x, y]| [side * size * x, size * y]);
        let shape = Collider::rounded_polygon(outline, size * CORNER).mass(size * size * mass);
        let body = Body::dynamic().position(pivot).angle(-side * SWING);
        let flipper = place(scene, body, shape.friction(0.3).restitution(0.3))?;
        let limits = if side > 0.0 { [0.0, 2.0 * SWING] } else { [-2.0 * SWING, 0.0] };
        let hinge = Joint::revolute(table, flipper, pivot).limits(limits[0], limits[1]);
        let hinge = scene.add_joint(hinge.motor(-side * SPEED, self.torque()))?;
        Ok((flipper, hinge))
    }

    /// Raises or lowers it: reverses its motor.
    ///
    /// # Errors
    /// Never, with numbers that `add` accepted.
    pub fn set_raised(
        &self,
        scene: &mut Scene,
        hinge: JointKey,
        raised: bool,
    ) -> Result<(), Error> {
        let speed = if raised { self.side * SPEED } else { -self.side * SPEED };
        match scene.joint_mut(hinge) {
            Ok(mut joint) => joint.set_motor(speed, self.torque()),
            Err(_) => Ok(()),
        }
    }

    /// The largest torque of its motor, which reaches its speed within a fraction of a step.
    fn torque(&self) -> Real {
        TORQUE * self.mass * (self.size * self.size) * (self.size * self.size)
    }
}

/// Pseudorandom numbers.
#[derive(Clone, Copy, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// A number between two others.
    pub fn between(&mut self, least: Real, most: Real) -> Real {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        least + (most - least) * (self.0 >> 40) as Real / (1_u64 << 24) as Real
    }

    /// A whole number below another.
    pub fn below(&mut self, count: u32) -> u32 {
        (self.between(0.0, count as Real) as u32).min(count - 1)
    }
}

/// A flipper beside a guide, and a ball, ready for a shot.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The scene.
    pub scene: Scene,
    /// The ball that is shot.
    pub ball: BodyKey,
    /// The body of the flipper.
    pub flipper: BodyKey,
    hinge: JointKey,
    build: Flipper,
    raised: bool,
}

/// The result of a shot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// True if the ball passed through the flipper, or between it and the guide.
    pub passed: bool,
    /// True if the ball went past the tip.
    pub went_round: bool,
    /// True if the ball touched the flipper.
    pub touched: bool,
    /// True if the flipper swung when the ball first touched it.
    pub swinging: bool,
    /// True if the ball came back up, faster than half the speed of the tip.
    pub returned: bool,
    /// The widest gap of the hinge, as a fraction of the ball's radius.
    pub gap: Real,
}

/// Outcomes of many shots.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The number of shots.
    pub shots: u32,
    /// The numbers of those whose ball passed.
    pub passed: Vec<u32>,
    /// The number of balls that went past the tip.
    pub went_round: u32,
    /// The number of balls that touched the flipper.
    pub touched: u32,
    /// The number of balls that first touched it while it swung.
    pub swinging: u32,
    /// The number of balls that came back up.
    pub returned: u32,
    /// The widest gap of the hinge, as a fraction of the ball's radius.
    pub gap: Real,
}

impl Tally {
    /// Runs the shots with these numbers.
    ///
    /// # Errors
    /// When `config` is refused.
    pub fn run(
        build: Flipper,
        config: SceneConfig,
        numbers: impl IntoIterator<Item = u32>,
    ) -> Result<Self, Error> {
        let ready = [Trial::new(build, false, config)?, Trial::new(build, true, config)?];
        let (mut tally, mut trial) = (Self::default(), ready[0].clone());
        for number in numbers {
            trial.clone_from(&ready[number as usize % 2]);
            let outcome = trial.shoot(number, |_| {})?;
            tally.shots += 1;
            tally.touched += u32::from(outcome.touched);
            tally.swinging += u32::from(outcome.swinging);
            tally.went_round += u32::from(outcome.went_round);
            tally.returned += u32::from(outcome.returned);
            tally.gap = tally.gap.max(outcome.gap);
            if outcome.passed {
                tally.passed.push(number);
            }
        }
        Ok(tally)
    }
}

impl Trial {
    /// A flipper at rest, raised or not. `config` sets everything but gravity and the length unit.
    ///
    /// # Errors
    /// When `config` is refused.
    pub fn new(build: Flipper, raised: bool, config: SceneConfig) -> Result<Self, Error> {
        let size = build.size;
        let gravity = Vector::new(0.0, -GRAVITY * size);
        let mut scene = Scene::new(SceneConfig { gravity, length_unit: UNIT * size, ..config })?;
        let table = scene.add_body(Body::fixed())?;
        scene.add_collider(table, Collider::chain(guide(size)).friction(0.2))?;
        let (flipper, hinge) = build.add(&mut scene, table, Point::origin())?;
        let (body, shape) = ball(size);
        let ball = place(&mut scene, body.enabled(false), shape)?;
        let mut trial = Self { scene, ball, flipper, hinge, build, raised };
        trial.set_raised(raised)?;
        (0..30).try_for_each(|_| trial.scene.step(DT))?;
        Ok(trial)
    }

    fn set_raised(&mut self, raised: bool) -> Result<(), Error> {
        self.raised = raised;
        self.build.set_raised(&mut self.scene, self.hinge, raised)
    }

    /// Shoots the ball at the flipper and works the flipper. Start, target, speed and the time of
    /// the swing follow from the number. `watch` is called after each step.
    ///
    /// # Errors
    /// When there is a mistake here.
    pub fn shoot(&mut self, number: u32, mut watch: impl FnMut(&Scene)) -> Result<Outcome, Error> {
        let (mut dice, size) = (Dice::new(u64::from(number)), self.build.size);
        let angle = dice.between(-SWING, SWING);
        let aim = rotation(angle) * Vector::new(dice.between(0.0, LENGTH), 0.0);
        let start = Vector::new(dice.between(-0.2, 0.03), dice.between(0.16, 0.5));
        let root = dice.between(0.7, FASTEST.sqrt());
        let (speed, distance) = (root * root, (aim - start).norm());
        let arrival = distance / speed;
        // A swing takes a twentieth of a second: it begins before the ball comes, or when it has come.
        let lead = dice.between(-0.03, 0.08);
        let mut toggle = ((arrival - lead) / DT).max(0.0) as u32;
        if let Ok(mut ball) = self.scene.body_mut(self.ball) {
            ball.set_enabled(true)?;
            ball.set_position(Point::from(start * size))?;
            ball.set_velocity((aim - start) * (size * speed / distance))?;
            ball.set_angular_velocity(dice.between(-100.0, 100.0))?;
        }
        let mut outcome = Outcome::default();
        for step in 0..(arrival / DT) as u32 + 45 {
            if step == toggle {
                self.set_raised(!self.raised)?;
                toggle += 3 + dice.below(8);
            }
            let before = self.poses();
            self.scene.step(DT)?;
            watch(&self.scene);
            self.look(before, &mut outcome);
            if outcome.passed || outcome.went_round {
                break;
            }
        }
        Ok(outcome)
    }

    /// The poses of the ball and of the flipper.
    fn poses(&self) -> [Pose; 2] {
        [self.ball, self.flipper]
            .map(|key| self.scene.body(key).map_or(Pose::identity(), |body| body.pose()))
    }

    /// Adds the result of a step to the outcome.
    fn look(&self, before: [Pose; 2], outcome: &mut Outcome) {
        let (scene, size, after) = (&self.scene, self.build.size, self.poses());
        let (Ok(ball), Ok(flipper)) = (scene.body(self.ball), scene.body(self.flipper)) else {
            return;
        };
        let touches = scene.contact_events().iter().any(|event| {
            let bodies = event.bodies();
            bodies.contains(&self.ball) && bodies.contains(&self.flipper)
        });
        let swings = flipper.angular_velocity().abs() > 0.5 * SPEED;
        outcome.swinging |= touches && !outcome.touched && swings;
        outcome.touched |= touches;
        outcome.returned |= outcome.touched && ball.velocity().y > 0.5 * size * SPEED * LENGTH;
        if let Ok(hinge) = scene.joint(self.hinge) {
            outcome.gap = outcome.gap.max(hinge.separation() / (size * BALL_RADIUS));
        }
        // As the flipper sees it, at several times of the step.
        let seen = |time: Real| {
            let [ball, flipper] = [0, 1].map(|i| before[i].lerp_slerp(&after[i], time));
            flipper.inverse_transform_point(&ball.translation.vector.into()) / size
        };
        let mut last = seen(0.0);
        for part in 1..=16_u8 {
            let next = seen(Real::from(part) / 16.0);
            if last.y >= 0.0 && next.y < 0.0 {
                let x = last.x + (next.x - last.x) * last.y / (last.y - next.y);
                outcome.passed |= (GUIDE_END..LENGTH).contains(&x);
                outcome.went_round |= x >= LENGTH;
            }
            last = next;
        }
        let at = ball.position() / size;
        outcome.passed |= !outcome.went_round && at.x <= GUIDE_END && at.y < guide_at(at.x);
    }
}

/// The fastest shot, in metres per second.
const FASTEST: Real = 20.0;
/// The guide begins at the left and ends at the pivot.
const GUIDE: [[Real; 2]; 2] = [[-0.5, 0.26], [-0.014, 0.014]];
/// To the left of this, a ball can only cross the guide.
const GUIDE_END: Real = -0.02;

/// The height of the guide at an x coordinate.
fn guide_at(x: Real) -> Real {
    let [[left, high], [right, low]] = GUIDE;
    low + (high - low) * (right - x) / (right - left)
}

/// The points down a wall, along the guide to the pivot, and on below it.
fn guide(size: Real) -> [Point; 4] {
    let points = [[GUIDE[0][0], 2.0], GUIDE[0], GUIDE[1], [-0.03, -0.1]];
    points.map(|[x, y]| Point::new(size * x, size * y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flipper_swings_at_its_speed_and_stops_at_its_limits() {
        for (side, size) in [(1.0, 1.0), (-1.0, 1.0), (1.0, 10.0)] {
            let build = Flipper { size, ..Flipper::new(side) };
            let mut trial = Trial::new(build, false, SceneConfig::default()).unwrap();
            let angle = |trial: &Trial| side * trial.scene.body(trial.flipper).unwrap().angle();
            assert!((angle(&trial) + SWING).abs() < 0.01, "{}", angle(&trial));
            trial.set_raised(true).unwrap();
            let mut speed: Real = 0.0;
            for _ in 0..20 {
                trial.scene.step(DT).unwrap();
                let flipper = trial.scene.body(trial.flipper).unwrap();
                speed = speed.max(side * flipper.angular_velocity());
            }
            assert!(speed >= SPEED, "{speed}");
            assert!((angle(&trial) - SWING).abs() < 0.01, "{}", angle(&trial));
        }
    }

    #[test]
    fn a_ball_behind_the_flipper_is_seen() {
        let ready = Trial::new(Flipper::new(1.0), false, SceneConfig::default()).unwrap();
        let collider = ready.scene.body(ready.flipper).unwrap().colliders().next().unwrap();
        let passed = |solid: bool| {
            let each = 0..50;
            let passes = |number: &u32| {
                let mut trial = ready.clone();
                trial.scene.collider_mut(collider).unwrap().set_sensor(!solid).unwrap();
                trial.shoot(*number, |_| {}).unwrap().passed
            };
            each.filter(passes).count()
        };
        assert_eq!(passed(true), 0);
        assert!(passed(false) > 30, "nothing holds the ball up");
    }
}
