//! Choice between one thread and several: a step does what was faster lately.
//!
//! A second thread gives piles up to twice the speed where cores are near one another, and takes
//! half of it where they are far apart. Handing over a line of the cache takes 40 ns on one machine
//! and 250 on the next, and on a virtual one it changes while a scene runs. So now and then a few
//! steps are taken the other way. No bit of the result depends on it.

use core::time::Duration;
use umbra_geom::sort::Arrange;

/// Steps of a trial, in which the other mode is used.
const TRIAL_STEPS: u32 = 6;
/// Steps of a trial that are not counted: they find caches and threads cold.
const WARM_UP_STEPS: u32 = 2;
/// The least and greatest number of steps from one trial to the next.
const LEAST_PERIOD: u32 = 128;
const MOST_PERIOD: u32 = 1024;
/// Steps before the first trial.
const STEPS_BEFORE_FIRST: u32 = 8;
/// The other mode is adopted if it needs less than this fraction of the time.
const ADOPTED_BELOW: f32 = 0.95;
/// The other mode is tried less often if the times differ by more than this factor.
const CLEAR_FACTOR: f32 = 1.2;
/// A trial tells nothing of scenes with so many times as many contacts, or as few. Scenes often
/// begin with few, which one thread does faster.
const OUTGROWN: usize = 2;
/// The least number of steps to the next trial if that is why.
const LEAST_REST: u32 = 4 * TRIAL_STEPS;

/// Times of the last steps, in nanoseconds for each contact.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    last: [f32; (TRIAL_STEPS - WARM_UP_STEPS) as usize],
    next: usize,
}

/// The choice between one thread and several.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// True if one thread was faster lately.
    alone: bool,
    /// Steps since the last trial began, and until the next.
    step: u32,
    period: u32,
    /// Step times of the current mode and of the other mode.
    taken: Times,
    tried: Times,
    /// The number of contacts in the last trial.
    contacts: usize,
}

impl Default for Pace {
    fn default() -> Self {
        let (taken, tried) = (Times::default(), Times::default());
        Self {
            alone: false,
            step: LEAST_PERIOD - STEPS_BEFORE_FIRST,
            period: LEAST_PERIOD,
            taken,
            tried,
            contacts: 0,
        }
    }
}

impl Pace {
    /// True if the next step is to be taken by one thread.
    pub(super) fn is_alone(&self) -> bool {
        self.alone != (self.step < TRIAL_STEPS)
    }

    /// Notes how long that step took. Without a clock nothing is noted, and all threads are at
    /// work.
    pub(super) fn note(&mut self, time: Duration, contacts: usize) {
        if time.is_zero() {
            return;
        }
        let each = time.as_nanos() as f32 / contacts as f32;
        match self.step {
            0..WARM_UP_STEPS => {}
            WARM_UP_STEPS..TRIAL_STEPS => self.tried.push(each),
            _ => self.taken.push(each),
        }
        self.step += 1;
        if self.step == TRIAL_STEPS {
            let ratio = self.tried.median() / self.taken.median();
            if ratio < ADOPTED_BELOW {
                self.alone = !self.alone;
                (self.taken, self.tried) = (self.tried, self.taken);
            }
            let is_clear = !(1.0 / CLEAR_FACTOR..CLEAR_FACTOR).contains(&ratio);
            self.period = if is_clear { MOST_PERIOD.min(2 * self.period) } else { LEAST_PERIOD };
            self.contacts = contacts;
        } else if self.step >= self.period {
            self.step = 0;
        } else if self.step >= LEAST_REST && self.has_outgrown(contacts) {
            (self.step, self.period) = (0, LEAST_PERIOD);
        }
    }

    /// True if there are far more contacts, or fewer, than in the last trial.
    fn has_outgrown(&self, contacts: usize) -> bool {
        let (less, more) = (contacts.min(self.contacts), contacts.max(self.contacts));
        less > 0 && more >= OUTGROWN * less
    }
}

impl Times {
    fn push(&mut self, time: f32) {
        self.last[self.next] = time;
        self.next = (self.next + 1) % self.last.len();
    }

    fn median(&self) -> f32 {
        let mut sorted = self.last;
        sorted.arrange_by(f32::total_cmp);
        sorted[sorted.len() / 2]
    }
}

#[cfg(test)]
#[path = "../../tests/unit/step_pace.rs"]
mod tests;
