//! A vector per lane.

use crate::Lanes;

/// The x and the y coordinates.
pub type Vec2<L> = [L; 2];

/// The dot product.
#[inline(always)]
pub fn dot<L: Lanes>(a: Vec2<L>, b: Vec2<L>) -> L {
    a[0] * b[0] + a[1] * b[1]
}

/// The difference `a - b`.
#[inline(always)]
pub fn minus<L: Lanes>(a: Vec2<L>, b: Vec2<L>) -> Vec2<L> {
    [a[0] - b[0], a[1] - b[1]]
}

/// The vector `v` in a frame rotated by `rotation`.
#[inline(always)]
pub fn turn_back<L: Lanes>(rotation: Vec2<L>, v: Vec2<L>) -> Vec2<L> {
    let [cos, sin] = rotation;
    [cos * v[0] + sin * v[1], cos * v[1] - sin * v[0]]
}

/// The vector `v` rotated by `rotation`.
#[inline(always)]
pub fn turn<L: Lanes>(rotation: Vec2<L>, v: Vec2<L>) -> Vec2<L> {
    let [cos, sin] = rotation;
    [cos * v[0] - sin * v[1], sin * v[0] + cos * v[1]]
}

/// The vector `yes` where the mask is set, `no` where it is not.
#[inline(always)]
pub fn select2<L: Lanes>(mask: L::Mask, yes: Vec2<L>, no: Vec2<L>) -> Vec2<L> {
    [L::select(mask, yes[0], no[0]), L::select(mask, yes[1], no[1])]
}
