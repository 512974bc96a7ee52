//! Limits and motors of trees: which of them act is found by trying.
//!
//! A limit that acts is an equation of its tree, and so is a motor that reaches its speed. What does not act gives
//! nothing, and a motor that is too weak gives all it can. After a solution, each looks whether its assumption was
//! right: a limit must not pull, no limit may be passed, a motor has a largest torque. What was wrong changes, and the
//! tree is solved once more. All that is wrong changes at once, while it becomes less; if it does not, one changes after
//! the other, the last one first, which always comes to an end (block principal pivoting, Judice and Pires 1994).

use crate::block::joint::ScalarBlock;

/// Speeds and impulses that differ by less are the same.
const SAME: f64 = 1e-6;

/// The limits and the motor of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Driven {
    pub(super) node: usize,
    /// Which equation of the node it is: the second if a spring holds the number as well.
    pub(super) row: usize,
    pub(super) acts: Acts,
    /// What should act, as the last solution shows.
    pub(super) should: Acts,
    /// How the number grows with the velocities of A and of B.
    pub(super) along: [[f64; 3]; 2],
    value: f64,
    curve: f64,
    limits: [f64; 2],
    motor_speed: f64,
    motor_impulse: f64,
}

/// What acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Acts {
    /// An impulse, whatever the speed: none, or all that the motor can.
    Given(f64),
    /// The motor has its speed.
    Motor,
    /// The lower limit holds, or the upper one.
    Limit(usize),
}

impl Driven {
    /// A step begins with the impulses of the last one.
    pub(super) fn begin(node: usize, block: &ScalarBlock, lane: usize) -> Self {
        let [_, motor, lower, upper] = block.impulse.each_ref().map(|wide| wide[lane]);
        let most = block.motor_impulse[lane];
        let acts = if lower > 0.0 {
            Acts::Limit(0)
        } else if upper > 0.0 {
            Acts::Limit(1)
        } else if most > motor.abs() {
            Acts::Motor
        } else {
            Acts::Given(f64::from(most.copysign(motor)))
        };
        // Without damping, a spring does not look at the speed.
        let is_held = block.soft.mass_scale[lane] > 0.0 || block.soft.rate[lane] > 0.0;
        Self {
            node,
            row: usize::from(is_held),
            acts,
            should: acts,
            along: [[0.0; 3]; 2],
            value: 0.0,
            curve: 0.0,
            limits: block.limits.each_ref().map(|wide| f64::from(wide[lane])),
            motor_speed: f64::from(block.motor_speed[lane]),
            motor_impulse: f64::from(most),
        }
    }

    /// The number as it is now.
    pub(super) fn read(&mut self, block: &ScalarBlock, lane: usize, gradients: [[[f64; 3]; 2]; 2]) {
        self.value = f64::from(block.now.value[lane]);
        self.curve = f64::from(block.now.curve[lane]);
        self.along = gradients.map(|[along, _]| along);
    }

    /// Whether it is an equation.
    pub(super) fn is_equation(&self) -> bool {
        !matches!(self.acts, Acts::Given(_))
    }

    /// The speed that its equation wants.
    pub(super) fn goal(&self, inv_h: f64) -> f64 {
        let speed = match self.acts {
            Acts::Given(_) => return 0.0,
            Acts::Motor => self.motor_speed,
            Acts::Limit(side) => SIGNS[side] * self.least_speed(side, inv_h),
        };
        speed - self.curve
    }

    /// How far it is to a limit.
    fn room(&self, side: usize) -> f64 {
        SIGNS[side] * (self.value - self.limits[side])
    }

    /// The least speed away from a limit that keeps it. What is beyond is moved back without a speed.
    fn least_speed(&self, side: usize, inv_h: f64) -> f64 {
        -self.room(side).max(0.0) * inv_h
    }

    /// Limits that are passed act, at least until a solution shows that they would pull.
    pub(super) fn hold_what_is_passed(&mut self) {
        for side in [0, 1] {
            if self.room(side) < 0.0 {
                self.acts = Acts::Limit(side);
            }
        }
    }

    /// How far it is beyond the limit that acts, as a part of its value.
    pub(super) fn beyond(&self) -> f64 {
        match self.acts {
            Acts::Limit(side) => SIGNS[side] * self.room(side).min(0.0),
            Acts::Given(_) | Acts::Motor => 0.0,
        }
    }

    /// The speed that its equation wants because anchors go round.
    pub(super) fn curved(&self) -> f64 {
        if self.is_equation() { -self.curve } else { 0.0 }
    }

    /// Wants only a part of that.
    pub(super) fn bend_less(&mut self, part: f64) {
        self.curve *= part;
    }

    /// Its bodies were moved so much.
    pub(super) fn moved(&mut self, by: f64) {
        self.value += by;
    }

    /// What acts, as a solution shows that gives it this speed with this impulse.
    pub(super) fn reviewed(&self, speed: f64, impulse: f64, inv_h: f64) -> Acts {
        let speed = speed + self.curve;
        let most = self.motor_impulse;
        if let Acts::Limit(side) = self.acts {
            // In the direction away from the limit: of all the impulse, the part of the motor is as small as its speed
            // lets it be.
            let sign = SIGNS[side];
            let is_away = sign * self.motor_speed > self.least_speed(side, inv_h);
            let motor = if is_away { most } else { -most };
            let pulls = sign * impulse < motor - SAME * (1.0 + motor.abs());
            return match (pulls, self.motor_impulse > 0.0) {
                (false, _) => self.acts,
                (true, true) => Acts::Motor,
                (true, false) => Acts::Given(0.0),
            };
        }
        // A motor that is too weak comes first: what it gives then may keep the limits.
        if self.acts == Acts::Motor && !(-most..=most).contains(&impulse) {
            return Acts::Given(most.copysign(impulse));
        }
        for side in [0, 1] {
            if SIGNS[side] * speed < self.least_speed(side, inv_h) - SAME {
                return Acts::Limit(side);
            }
        }
        match self.acts {
            Acts::Given(given) => {
                let faster = speed > self.motor_speed + SAME && given > -most;
                let slower = speed < self.motor_speed - SAME && given < most;
                if faster || slower { Acts::Motor } else { self.acts }
            }
            acts => acts,
        }
    }

    /// The impulses as a scalar reports them: of holding, of the motor, of the lower and of the upper limit.
    pub(super) fn report(&self, [first, second]: [f64; 2]) -> [f32; 4] {
        let (hold, own) = if self.row == 0 { (0.0, first) } else { (first, second) };
        let [motor, lower, upper] = match self.acts {
            Acts::Limit(0) => [0.0, own, 0.0],
            Acts::Limit(_) => [0.0, 0.0, -own],
            Acts::Motor | Acts::Given(_) => [own, 0.0, 0.0],
        };
        [hold, motor, lower, upper].map(|impulse| impulse as f32)
    }
}

/// The direction away from the lower limit and from the upper one.
const SIGNS: [f64; 2] = [1.0, -1.0];
