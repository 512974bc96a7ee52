//! Tests of `src/predicate.rs` that need its private parts.

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
