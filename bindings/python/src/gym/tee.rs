//! The block of Push-T: two boxes that make a T, and how much of it lies upon its goal.

/// A convex polygon, counter-clockwise.
type Polygon = Vec<[f64; 2]>;

pub const SCALE: f64 = 30.0;
const LENGTH: f64 = 4.0;

/// Corners of the two boxes, counter-clockwise from the leftmost and lowest one.
pub const BOXES: [[[f64; 2]; 4]; 2] = [
    [
        [-LENGTH * SCALE / 2.0, 0.0],
        [LENGTH * SCALE / 2.0, 0.0],
        [LENGTH * SCALE / 2.0, SCALE],
        [-LENGTH * SCALE / 2.0, SCALE],
    ],
    [
        [-SCALE / 2.0, SCALE],
        [SCALE / 2.0, SCALE],
        [SCALE / 2.0, LENGTH * SCALE],
        [-SCALE / 2.0, LENGTH * SCALE],
    ],
];

/// Where the T belongs.
pub const GOAL: [f64; 3] = [256.0, 256.0, std::f64::consts::FRAC_PI_4];

fn placed(corners: &[[f64; 2]; 4], [x, y, angle]: [f64; 3]) -> Polygon {
    let (sin, cos) = (angle.sin(), angle.cos());
    let place = |[u, v]: [f64; 2]| [x + u * cos - v * sin, y + u * sin + v * cos];
    corners.map(place).to_vec()
}

/// Twice the area to the left of the line from `a` to `b` that a triangle with `p` has.
fn side(a: [f64; 2], b: [f64; 2], p: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}

/// The part of a convex polygon on the left of a line.
fn cut(polygon: &Polygon, a: [f64; 2], b: [f64; 2]) -> Polygon {
    let mut kept = Polygon::with_capacity(polygon.len() + 1);
    for (i, p) in polygon.iter().enumerate() {
        let q = polygon[(i + 1) % polygon.len()];
        let (here, there) = (side(a, b, *p), side(a, b, q));
        if here >= 0.0 {
            kept.push(*p);
        }
        if (here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0) {
            let t = here / (here - there);
            kept.push([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]);
        }
    }
    kept
}

fn area(polygon: &Polygon) -> f64 {
    let Some(first) = polygon.first() else { return 0.0 };
    let pairs = polygon.windows(2).map(|pair| side(*first, pair[0], pair[1]));
    pairs.sum::<f64>() / 2.0
}

/// Area that two convex polygons have in common.
fn common(a: &Polygon, b: &Polygon) -> f64 {
    let mut rest = a.clone();
    for (i, p) in b.iter().enumerate() {
        rest = cut(&rest, *p, b[(i + 1) % b.len()]);
    }
    area(&rest)
}

/// Part of the goal that a T at a pose covers.
pub fn coverage(pose: [f64; 3]) -> f64 {
    let goal = BOXES.each_ref().map(|corners| placed(corners, GOAL));
    let block = BOXES.each_ref().map(|corners| placed(corners, pose));
    let whole: f64 = goal.iter().map(area).sum();
    let covered = goal.iter().flat_map(|goal| block.iter().map(|block| common(goal, block)));
    covered.sum::<f64>() / whole
}

/// Moment of inertia of a polygon of mass 1 about the origin, as pymunk has it.
pub fn moment(corners: &[[f64; 2]; 4]) -> f64 {
    let (mut top, mut bottom) = (0.0, 0.0);
    for (i, p) in corners.iter().enumerate() {
        let q = corners[(i + 1) % 4];
        let cross = q[0] * p[1] - q[1] * p[0];
        top += cross
            * (p[0] * p[0] + p[1] * p[1] + p[0] * q[0] + p[1] * q[1] + q[0] * q[0] + q[1] * q[1]);
        bottom += cross;
    }
    top / (6.0 * bottom)
}
