//! Pairs of shapes, spaced as in a narrow phase: half touch, the rest are near misses.

use crate::box2d;
use crate::random::Random;
use crate::shapes::Kind;
use umbra_geom::math::{pose, rotation};
use umbra_geom::{Pose, Shape, Vector};

/// The number of pairs in a contest.
pub const PAIRS: usize = 1024;

/// The speculative distance for manifolds, in metres. Box2D has it built in.
pub const SPECULATIVE: f32 = 0.02;

/// Two shapes and their poses.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The first shape.
    pub a: Shape,
    /// The pose of the first shape.
    pub pose_a: Pose,
    /// The second shape.
    pub b: Shape,
    /// The pose of the second shape.
    pub pose_b: Pose,
}

/// A pair whose second shape moves; the first rests.
#[derive(Clone, Debug)]
pub struct Moving {
    /// The pair at the start.
    pub pair: Pair,
    /// The final pose of the second shape, if nothing were in its path.
    pub end_b: Pose,
}

impl Moving {
    /// The displacement of the second shape.
    pub fn translation(&self) -> Vector {
        self.end_b.translation.vector - self.pair.pose_b.translation.vector
    }
}

/// A shape, and a ray in the world.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The shape.
    pub shape: Shape,
    /// Its pose.
    pub pose: Pose,
    /// The start of the ray, always outside of the shape.
    pub origin: Vector,
    /// The displacement from the start to the end of the ray.
    pub translation: Vector,
}

/// Pairs as a narrow phase gets them: half of them touch or are about to, by up to 5 cm of overlap
/// and up to the speculative distance; the others are the near misses that a broad phase lets
/// through. Every other pair lies face to face but for a little noise, as in a stack.
pub fn contacts(a: Kind, b: Kind, seed: u64) -> Vec<Pair> {
    let gap = |random: &mut Random| {
        if random.chance(0.5) {
            random.range(-0.05, SPECULATIVE)
        } else {
            random.range(SPECULATIVE, 0.3)
        }
    };
    pairs(a, b, seed, gap)
}

/// Pairs for distances: one in ten overlaps, the others are up to two metres apart.
pub fn apart(a: Kind, b: Kind, seed: u64) -> Vec<Pair> {
    let gap = |random: &mut Random| {
        if random.chance(0.1) { random.range(-0.1, 0.0) } else { random.range(0.01, 2.0) }
    };
    pairs(a, b, seed, gap)
}

fn pairs(a: Kind, b: Kind, seed: u64, gap: impl Fn(&mut Random) -> f32) -> Vec<Pair> {
    let mut random = Random::new(seed);
    let symmetry = a.symmetry().max(b.symmetry());
    let one = |_| {
        let (shape_a, shape_b) = (a.shape(&mut random), b.shape(&mut random));
        let angle_a = random.angle();
        let turn = if symmetry > 1 && random.chance(0.5) {
            let step = core::f32::consts::TAU / symmetry as f32;
            step * random.below(symmetry) as f32 + random.range(-0.02, 0.02)
        } else {
            random.angle()
        };
        let at = [random.range(-20.0, 20.0), random.range(-20.0, 20.0)];
        let pose_a = pose(at, angle_a);
        let direction = rotation(random.angle()) * Vector::x();
        let rotation_b = rotation(angle_a + turn);
        let gap = gap(&mut random);
        let place = |distance: f32| {
            Pose::from_parts((pose_a.translation.vector + direction * distance).into(), rotation_b)
        };
        // Halving finds where the shapes start to touch along this direction.
        let (mut near, mut far) = (0.0, 8.0);
        for _ in 0..24 {
            let middle = 0.5 * (near + far);
            if overlap(&shape_a, &pose_a, &shape_b, &place(middle)) {
                near = middle;
            } else {
                far = middle;
            }
        }
        Pair { a: shape_a, pose_a, b: shape_b, pose_b: place(far + gap) }
    };
    (0..PAIRS).map(one).collect()
}

fn overlap(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> bool {
    let input = distance_input(a, pose_a, b, pose_b);
    box2d::distance(&input, &mut box2d::b2SimplexCache { count: 0, indexA: [0; 3], indexB: [0; 3] })
        .distance
        <= 0.0
}

/// The question about the distance of two shapes in Box2D's form.
pub fn distance_input(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
) -> box2d::b2DistanceInput {
    box2d::b2DistanceInput {
        proxyA: box2d::proxy(a),
        proxyB: box2d::proxy(b),
        transform: box2d::relative(&box2d::transform(pose_a), &box2d::transform(pose_b)),
        useRadii: true,
    }
}

/// Pairs whose second shape flies towards, or closely past, the first; `turning` adds up to half a
/// radian of rotation during the motion.
pub fn moving(a: Kind, b: Kind, turning: bool, seed: u64) -> Vec<Moving> {
    let mut random = Random::new(seed);
    let one = |_| {
        let (a, b) = (a.shape(&mut random), b.shape(&mut random));
        let pose_a = pose([random.range(-20.0, 20.0), random.range(-20.0, 20.0)], random.angle());
        let middle = pose_a.translation.vector;
        let direction = rotation(random.angle()) * Vector::x();
        let reach = a.core().reach_from_origin() + b.core().reach_from_origin();
        let aside = random.range(-1.4, 1.4) * reach;
        let sideways = Vector::new(-direction.y, direction.x) * aside;
        let start = middle + sideways - direction * (reach + random.range(0.1, 2.0));
        let end = start + direction * random.range(2.0, 8.0);
        let angle = random.angle();
        let turn = if turning { random.range(-0.5, 0.5) } else { 0.0 };
        let pose_b = Pose::from_parts(start.into(), rotation(angle));
        let end_b = Pose::from_parts(end.into(), rotation(angle + turn));
        Moving { pair: Pair { a, pose_a, b, pose_b }, end_b }
    };
    (0..PAIRS).map(one).collect()
}

/// Rays from outside of a shape, about half of which hit it.
pub fn shots(kind: Kind, seed: u64) -> Vec<Shot> {
    let mut random = Random::new(seed);
    let one = |_| {
        let shape = kind.shape(&mut random);
        let pose = pose([random.range(-20.0, 20.0), random.range(-20.0, 20.0)], random.angle());
        let middle = pose.translation.vector;
        let reach = shape.core().reach_from_origin();
        let direction = rotation(random.angle()) * Vector::x();
        let aside = Vector::new(-direction.y, direction.x) * (random.range(-1.4, 1.4) * reach);
        let origin = middle + aside - direction * (reach * random.range(1.05, 4.0));
        let translation = direction * (reach * random.range(2.0, 8.0));
        Shot { shape, pose, origin, translation }
    };
    (0..PAIRS).map(one).collect()
}
