//! The exact orientation test: the side of a line on which a point lies.

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
#[path = "../tests/unit/predicate.rs"]
mod tests;
