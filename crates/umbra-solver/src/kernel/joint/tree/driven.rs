//! Limits and motors of trees: trial and error finds those that act.
//!
//! A limit that acts is an equation of its tree, and so is a motor that reaches its speed. A limit
//! that does not act gives no impulse, and a motor that is too weak gives all it can. After a
//! solution, each checks if its assumption was right: a limit must not pull, no limit may be
//! exceeded, a motor has a largest torque. Wrong assumptions change, and the tree is solved again.
//! All wrong ones change at once, while they become fewer; if they do not, one changes after the
//! other, the last one first, which always terminates (block principal pivoting, Judice and Pires
//! 1994).

use crate::block::joint::ScalarBlock;

/// Speeds and impulses that differ by less are equal.
const SAME: f64 = 1e-6;

/// The limits and the motor of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Driven {
    pub(super) node: usize,
    /// The index of its equation in the node: the second if a spring holds the number as well.
    pub(super) row: usize,
    pub(super) acts: Acts,
    /// The part that should act according to the last solution.
    pub(super) should: Acts,
    /// The gradients of the number by the velocities of A and of B.
    pub(super) along: [[f64; 3]; 2],
    value: f64,
    curve: f64,
    limits: [f64; 2],
    motor_speed: f64,
    motor_impulse: f64,
}

/// The part of limits and motor that acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Acts {
    /// An impulse, at any speed: none, or all that the motor can give.
    Given(f64),
    /// The motor has its speed.
    Motor,
    /// The lower limit holds, or the upper one.
    Limit(usize),
}

impl Driven {
    /// Starts a step with the impulses of the last one.
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

    /// Reads the current number.
    pub(super) fn read(&mut self, block: &ScalarBlock, lane: usize, gradients: [[[f64; 3]; 2]; 2]) {
        self.value = f64::from(block.now.value[lane]);
        self.curve = f64::from(block.now.curve[lane]);
        self.along = gradients.map(|[along, _]| along);
    }

    /// True if it is an equation.
    pub(super) fn is_equation(&self) -> bool {
        !matches!(self.acts, Acts::Given(_))
    }

    /// The target speed of its equation.
    pub(super) fn goal(&self, inv_h: f64) -> f64 {
        let speed = match self.acts {
            Acts::Given(_) => return 0.0,
            Acts::Motor => self.motor_speed,
            Acts::Limit(side) => SIGNS[side] * self.least_speed(side, inv_h),
        };
        speed - self.curve
    }

    /// The distance to a limit.
    fn room(&self, side: usize) -> f64 {
        SIGNS[side] * (self.value - self.limits[side])
    }

    /// The least speed away from a limit that keeps it. An excess is removed without a speed.
    fn least_speed(&self, side: usize, inv_h: f64) -> f64 {
        -self.room(side).max(0.0) * inv_h
    }

    /// Makes exceeded limits act, at least until a solution shows that they would pull.
    pub(super) fn hold_what_is_passed(&mut self) {
        for side in [0, 1] {
            if self.room(side) < 0.0 {
                self.acts = Acts::Limit(side);
            }
        }
    }

    /// The excess over the limit that acts.
    pub(super) fn beyond(&self) -> f64 {
        match self.acts {
            Acts::Limit(side) => SIGNS[side] * self.room(side).min(0.0),
            Acts::Given(_) | Acts::Motor => 0.0,
        }
    }

    /// The target speed of its equation because anchors move in circles.
    pub(super) fn curved(&self) -> f64 {
        if self.is_equation() { -self.curve } else { 0.0 }
    }

    /// Reduces that target speed to a fraction.
    pub(super) fn bend_less(&mut self, part: f64) {
        self.curve *= part;
    }

    /// Updates the value after its bodies were moved.
    pub(super) fn moved(&mut self, by: f64) {
        self.value += by;
    }

    /// The part that should act, after a solution with this speed and impulse.
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

    /// The impulses in the order of a scalar's report: holding, motor, lower limit, upper limit.
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
