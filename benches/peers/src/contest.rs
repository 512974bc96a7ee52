//! Contests: one question to several engines, with a timed loop, and a comparison of the answers.

use std::hint::black_box;
use std::time::Instant;

/// One question to several engines about the same pairs.
pub struct Contest {
    /// The question, as the name of the bench group.
    pub name: &'static str,
    /// The greatest difference at which two answers count as equal.
    pub tolerance: f32,
    /// The answer that stands for "nothing": no contact, no hit.
    pub nothing: f32,
    /// The engines in the order they were entered.
    pub entries: Vec<Entry>,
}

/// One engine in a contest.
pub struct Entry {
    /// The engine, with the variant of this entry.
    pub engine: &'static str,
    /// The number of pairs in one round.
    pub pairs: usize,
    round: Box<dyn Round>,
}

impl Contest {
    /// A contest without entries.
    pub fn new(name: &'static str, tolerance: f32, nothing: f32) -> Self {
        Self { name, tolerance, nothing, entries: Vec::new() }
    }

    /// Enters an engine: its own form of every pair, made in advance; the call to be timed; and
    /// the number in its result that is compared, `None` when it found nothing.
    ///
    /// # Panics
    /// When the number of pairs is no power of two.
    pub fn entry<Work: 'static, Answer: 'static>(
        mut self,
        engine: &'static str,
        work: Vec<Work>,
        ask: impl FnMut(&mut Work) -> Answer + 'static,
        number: impl Fn(&Work, &Answer) -> Option<f32> + 'static,
    ) -> Self {
        let pairs = work.len();
        assert!(pairs.is_power_of_two(), "so that every odd stride visits every pair");
        self.entries.push(Entry {
            engine,
            pairs,
            round: Box::new(Asked { work, ask, number, rounds: 0 }),
        });
        self
    }

    /// Enters a variant that answers about all `pairs` pairs in one call: the call to be timed, and
    /// the numbers to be compared, in the order of the pairs.
    pub fn batch_entry<Work: 'static>(
        mut self,
        engine: &'static str,
        pairs: usize,
        work: Work,
        ask: impl FnMut(&mut Work) + 'static,
        numbers: impl Fn(&Work) -> Vec<Option<f32>> + 'static,
    ) -> Self {
        let round = Box::new(AskedAtOnce { work, ask, numbers });
        self.entries.push(Entry { engine, pairs, round });
        self
    }

    /// For the entries of index `a` and `b`: the number of answers that differ by more than the
    /// tolerance, and the largest difference.
    pub fn disagreements(&mut self, a: usize, b: usize) -> (usize, f32) {
        let nothing = self.nothing;
        let known = |answer: Option<f32>| answer.map_or(nothing, |x| x.min(nothing));
        let (first, second) = (self.entries[a].answers(), self.entries[b].answers());
        let mut worst = 0.0_f32;
        let mut count = 0;
        for (x, y) in first.into_iter().zip(second) {
            let apart = (known(x) - known(y)).abs();
            count += usize::from(apart > self.tolerance);
            worst = worst.max(apart);
        }
        (count, worst)
    }
}

impl Entry {
    /// Runs the call for every pair once, in an order that differs from round to round.
    #[inline]
    pub fn run(&mut self) {
        clear_upper_halves();
        self.round.run();
    }

    /// Nanoseconds per pair over `rounds` rounds.
    pub fn time(&mut self, rounds: usize) -> f64 {
        let start = Instant::now();
        for _ in 0..rounds {
            self.run();
        }
        start.elapsed().as_secs_f64() * 1e9 / (rounds * self.pairs) as f64
    }

    /// The answer for every pair.
    pub fn answers(&mut self) -> Vec<Option<f32>> {
        self.round.answers()
    }
}

/// Empties the upper halves of the vector registers.
///
/// Box2D's functions for distances, compiled for AVX2, leave data in them. After that every
/// instruction of code without AVX, which is most of parry's and some of ours, has to keep it: our
/// warm distances of boxes then take 42 ns instead of 28, until they are cleared. No engine should
/// be slow because of another one.
fn clear_upper_halves() {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx")]
        fn clear() {
            core::arch::x86_64::_mm256_zeroupper();
        }
        if is_x86_feature_detected!("avx") {
            // SAFETY: the processor has these instructions.
            unsafe { clear() }
        }
    }
}

trait Round {
    fn run(&mut self);
    fn answers(&mut self) -> Vec<Option<f32>>;
}

/// The loop is generic and only its outside is dynamic, so that there is no call between the loop
/// and the engine's function.
struct Asked<Work, Ask, Number> {
    work: Vec<Work>,
    ask: Ask,
    number: Number,
    rounds: usize,
}

impl<Work, Answer, Ask, Number> Round for Asked<Work, Ask, Number>
where
    Ask: FnMut(&mut Work) -> Answer,
    Number: Fn(&Work, &Answer) -> Option<f32>,
{
    fn run(&mut self) {
        // Every round in another order. In the same order over and over, the processor learns the
        // branches of all pairs by heart and fetches ahead: in a criterion run, Box2D's ray against
        // a box then takes 13 ns instead of 53. No game asks the same questions that often.
        let count = self.work.len();
        self.rounds += 1;
        let stride = (2 * 389 * self.rounds + 1) & (count - 1);
        let mut index = 0;
        for _ in 0..count {
            // By reference: a result handed over by value would be copied once more.
            black_box(&(self.ask)(black_box(&mut self.work[index])));
            index = (index + stride) & (count - 1);
        }
    }

    fn answers(&mut self) -> Vec<Option<f32>> {
        let mut answers = Vec::with_capacity(self.work.len());
        for work in &mut self.work {
            let answer = (self.ask)(work);
            answers.push((self.number)(work, &answer));
        }
        answers
    }
}

/// The loop is the engine's own.
struct AskedAtOnce<Work, Ask, Numbers> {
    work: Work,
    ask: Ask,
    numbers: Numbers,
}

impl<Work, Ask, Numbers> Round for AskedAtOnce<Work, Ask, Numbers>
where
    Ask: FnMut(&mut Work),
    Numbers: Fn(&Work) -> Vec<Option<f32>>,
{
    fn run(&mut self) {
        (self.ask)(black_box(&mut self.work));
        black_box(&self.work);
    }

    fn answers(&mut self) -> Vec<Option<f32>> {
        (self.ask)(&mut self.work);
        (self.numbers)(&self.work)
    }
}
