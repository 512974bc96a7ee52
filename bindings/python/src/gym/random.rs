//! numpy's `Generator(PCG64)`: the same numbers from the same state.

const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;

/// State of a generator. It starts where `numpy.random.PCG64(seed).state` says.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random {
    state: u128,
    increment: u128,
    /// The upper half of the last number of which 32 bits were used.
    half: Option<u32>,
}

impl Random {
    /// Generator from the upper and lower halves of state and increment.
    pub fn new(parts: [u64; 4]) -> Self {
        let join = |high: u64, low: u64| u128::from(high) << 64 | u128::from(low);
        let [a, b, c, d] = parts;
        Self { state: join(a, b), increment: join(c, d), half: None }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
        let folded = (self.state >> 64) as u64 ^ self.state as u64;
        folded.rotate_right((self.state >> 122) as u32)
    }

    fn next_half(&mut self) -> u32 {
        if let Some(half) = self.half.take() {
            return half;
        }
        let next = self.next();
        self.half = Some((next >> 32) as u32);
        next as u32
    }

    /// `random()`: from 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }

    /// `uniform(low, high)`.
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// `integers(low, high)`, for fewer than 2^32 numbers.
    pub fn integer(&mut self, low: i64, high: i64) -> i64 {
        let count = (high - low) as u32;
        if count <= 1 {
            return low;
        }
        // Lemire's method.
        let threshold = count.wrapping_neg() % count;
        loop {
            let product = u64::from(self.next_half()) * u64::from(count);
            if product as u32 >= threshold {
                return low + (product >> 32) as i64;
            }
        }
    }
}
