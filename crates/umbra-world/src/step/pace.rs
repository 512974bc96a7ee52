//! Choice between one thread and several: a step does what was faster lately.
//!
//! A second thread gives piles up to twice the speed where cores are near one another, and takes half of it where they are far
//! apart. Handing over a line of the cache takes 40 ns on one machine and 250 on the next, and on a virtual one it changes while a
//! scene runs. So now and then a few steps are taken the other way. No bit of the result depends on it.

use core::time::Duration;
use umbra_geom::sort::Arrange;

/// The number of steps that are taken the other way, to see.
const TRIED: u32 = 6;
/// Those of them that are not counted: they find caches and threads cold.
const COLD: u32 = 2;
/// The least and greatest number of steps from one trial to the next.
const LEAST: u32 = 128;
const MOST: u32 = 1024;
/// The number of steps before the first trial.
const FIRST: u32 = 8;
/// The other way is taken if it needs less than this part of the time.
const BETTER: f32 = 0.95;
/// It is tried less often if it needs more than this.
const FAR_WORSE: f32 = 1.2;

/// Times of the last steps, in nanoseconds for each contact.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    last: [f32; (TRIED - COLD) as usize],
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
    /// Of the way that is taken, and of the other.
    taken: Times,
    tried: Times,
}

impl Default for Pace {
    fn default() -> Self {
        let (taken, tried) = (Times::default(), Times::default());
        Self { alone: false, step: LEAST - FIRST, period: LEAST, taken, tried }
    }
}

impl Pace {
    /// True if the next step is to be taken by one thread.
    pub(super) fn is_alone(&self) -> bool {
        self.alone != (self.step < TRIED)
    }

    /// Notes how long that step took. Without a clock nothing is noted, and all threads are at work.
    pub(super) fn note(&mut self, time: Duration, contacts: usize) {
        if time.is_zero() {
            return;
        }
        let each = time.as_nanos() as f32 / contacts as f32;
        match self.step {
            0..COLD => {}
            COLD..TRIED => self.tried.push(each),
            _ => self.taken.push(each),
        }
        self.step += 1;
        if self.step == TRIED {
            let ratio = self.tried.median() / self.taken.median();
            if ratio < BETTER {
                self.alone = !self.alone;
                (self.taken, self.tried) = (self.tried, self.taken);
            }
            let is_clear = !(1.0 / FAR_WORSE..FAR_WORSE).contains(&ratio);
            self.period = if is_clear { MOST.min(2 * self.period) } else { LEAST };
        } else if self.step >= self.period {
            self.step = 0;
        }
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
