//! The angle of a hinge: ragdolls have a spring at each, and each is measured in each step.
//!
//! The general way takes three rows, each without what the ones before it hold. Most of their
//! numbers are zeros and ones here: this is the same arithmetic without them.

use umbra_geom::math::dot;
use umbra_geom::{Real, Vector};

use super::{ROUNDING, Side};

/// The speed that a torque impulse of one gives the angle of two bodies that nothing locks: alone,
/// and while the point holds. The `arms` reach from their centres to it.
pub(super) fn yieldings([a, b]: &[Side; 2], arms: [Vector; 2]) -> [Real; 2] {
    // The speed along one row by an impulse along another, of which the lines go the same `way` on both bodies.
    let between = |way: Real, one: [Real; 2], other: [Real; 2]| {
        (a.inv_mass * way + a.inv_inertia * one[0] * other[0])
            + (b.inv_mass * way + b.inv_inertia * one[1] * other[1])
    };
    let part = |of: Real, own: Real| if own > 0.0 { of / own } else { 0.0 };
    let less = |one: [Real; 2], other: [Real; 2], times: Real| {
        [one[0] - other[0] * times, one[1] - other[1] * times]
    };
    // The rows of the point along x, and along y without what the first one holds.
    let x = [arms[0].y, -arms[1].y];
    let own_x = between(1.0, x, x);
    let y = [-arms[0].x, arms[1].x];
    let y_of_x = part(between(0.0, y, x), own_x);
    let y = less(y, x, y_of_x);
    let own_y = between(y_of_x * y_of_x + 1.0, y, y);
    // The row of the angle, without what these hold.
    let angle = [-1.0, 1.0];
    let alone = between(0.0, angle, angle);
    let along_x = part(between(0.0, angle, x), own_x);
    let angle = less(angle, x, along_x);
    let along_y = part(between(along_x * y_of_x, angle, y), own_y);
    let angle = less(angle, y, along_y);
    let line = Vector::new(along_x - y_of_x * along_y, along_y);
    let left = between(dot(line, line), angle, angle);
    [alone, if left > ROUNDING * alone { left } else { 0.0 }]
}
