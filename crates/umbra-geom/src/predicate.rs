//! The one question of plane geometry that must never be answered wrongly: which side of a line?

use crate::Point;

/// The sign of the area of the triangle `a`, `b`, `c`: `1` when it turns counter-clockwise, `-1`
/// clockwise, and `0` when the three lie exactly on a line. Exact for all finite points.
///
/// The area is a sum of six products of two `f32`. Each product is exact in `f64`; only adding
/// them rounds. A plain sum is far from zero in nearly all cases, and its error is bounded; where
/// it is not far enough, the sum is repeated without any rounding, as an expansion of
/// non-overlapping `f64` (Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
/// Geometric Predicates", 1997).
pub(crate) fn orientation(a: Point, b: Point, c: Point) -> i32 {
    let [ax, ay] = [f64::from(a.x), f64::from(a.y)];
    let [bx, by] = [f64::from(b.x), f64::from(b.y)];
    let [cx, cy] = [f64::from(c.x), f64::from(c.y)];
    let products = [ax * by, -ay * bx, bx * cy, -by * cx, cx * ay, -cy * ax];

    let sum: f64 = products.iter().sum();
    let magnitude: f64 = products.iter().map(|p| p.abs()).sum();
    if sum.abs() > magnitude * (8.0 * f64::EPSILON) {
        return if sum > 0.0 { 1 } else { -1 };
    }
    exact_sign(&products)
}

/// The sign of the exact sum of six numbers.
fn exact_sign(terms: &[f64; 6]) -> i32 {
    // Each pass pushes one term through the expansion; what does not fit the running sum stays
    // behind as that component's rounding error, so that no bit is ever lost.
    let mut expansion = [0.0_f64; 6];
    for (count, &term) in terms.iter().enumerate() {
        let mut carry = term;
        for component in &mut expansion[..count] {
            let (sum, error) = two_sum(carry, *component);
            *component = error;
            carry = sum;
        }
        expansion[count] = carry;
    }
    // Components grow in magnitude and do not overlap: the last that is not zero has the sign.
    match expansion.iter().rev().find(|&&component| component != 0.0) {
        Some(&component) if component > 0.0 => 1,
        Some(_) => -1,
        None => 0,
    }
}

/// `a + b` as the rounded sum and the exact error of that rounding (Knuth).
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    let a_part = sum - b_part;
    (sum, (a - a_part) + (b - b_part))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same area in integers: coordinates are multiples of 2^-20 here, so `i128` is exact.
    fn oracle(p: [[i64; 2]; 3]) -> i32 {
        let [a, b, c] = p.map(|q| q.map(i128::from));
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        area.signum() as i32
    }

    #[test]
    fn agrees_with_integers_near_and_on_the_line() {
        let scale = 2.0_f32.powi(-20);
        let mut state = 7_u64;
        let mut next = move || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 41) as i64 - (1 << 22)
        };
        let mut on_the_line = 0;
        for _ in 0..200_000 {
            let (a, d) = ([next(), next()], [next() >> 12, next() >> 12]);
            let (s, t) = (next() >> 14, next() >> 14);
            let mut points = [
                a,
                [a[0] + s * d[0] / 64, a[1] + s * d[1] / 64],
                [a[0] + t * d[0] / 64, a[1] + t * d[1] / 64],
            ];
            points[2][0] += next() >> 21;
            // Only what an f32 holds exactly.
            if points.iter().flatten().any(|v| v.abs() >= 1 << 24) {
                continue;
            }
            let expected = oracle(points);
            on_the_line += i32::from(expected == 0);
            let [a, b, c] = points.map(|p| Point::new(p[0] as f32 * scale, p[1] as f32 * scale));
            assert_eq!(orientation(a, b, c), expected, "{points:?}");
            assert_eq!(orientation(b, a, c), -expected, "{points:?}");
        }
        assert!(on_the_line > 100, "the test has to meet exact zeros, met {on_the_line}");
    }

    #[test]
    fn sees_a_single_last_bit_at_any_scale() {
        for scale in [1e-20_f32, 1e-3, 1.0, 1e8] {
            let (a, b) = (Point::new(0.0, 0.0), Point::new(scale, scale));
            let on = Point::new(0.5 * scale, 0.5 * scale);
            let above = Point::new(on.x, on.y.next_up());
            let below = Point::new(on.x, on.y.next_down());
            assert_eq!(
                [orientation(a, b, on), orientation(a, b, above), orientation(a, b, below)],
                [0, 1, -1]
            );
        }
    }
}
