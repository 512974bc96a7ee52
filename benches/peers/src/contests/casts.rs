//! Rays, moving shapes, and the time of impact of rotating ones. Answers are compared in metres
//! travelled.
//!
//! Box2D stops a cast 5 mm before the shapes touch, parry at the touch: the tolerance allows for
//! that, and not for the grazing paths on which those 5 mm are a long distance.

use crate::box2d::{self, Form, b2RayCastInput, b2ShapeCastPairInput, b2TOIInput, b2Transform};
use crate::contest::Contest;
use crate::pairs::{Moving, Pair, Shot, moving, shots};
use crate::parry::{self, ParryPose, ParryVector};
use crate::shapes::Kind;
use parry2d::query::{
    NonlinearRigidMotion, Ray, ShapeCastHit, ShapeCastOptions, Sweep, SweepToiOutput,
    SweepToiStatus, ToiProxy, cast_shapes, cast_shapes_nonlinear, sweep_time_of_impact,
};
use parry2d::shape::SharedShape;
use umbra_geom::query::{Impact, Interior, cast_ray, cast_shape, time_of_impact};
use umbra_geom::{Point, Shape, Vector};

/// The target distance of two shapes in Box2D's time of impact; its tolerance is a quarter of that.
/// Both are built in.
const LINEAR_SLOP: f32 = 0.005;
/// A distance farther than any motion here.
const NO_HIT: f32 = 100.0;

pub(super) fn contests() -> Vec<Contest> {
    vec![
        rays("ray_cast_polygon", &shots(Kind::Polygon, 21)),
        rays("ray_cast_box", &shots(Kind::Cuboid, 22)),
        rays("ray_cast_rounded_box", &shots(Kind::RoundedCuboid, 23)),
        rays("ray_cast_capsule", &shots(Kind::Capsule, 24)),
        rays("ray_cast_circle", &shots(Kind::Circle, 25)),
        shape_casts("shape_cast_box_box", &moving(Kind::Cuboid, Kind::Cuboid, false, 31)),
        shape_casts("shape_cast_mixed", &moving(Kind::Any, Kind::Any, false, 32)),
        impacts("time_of_impact_box_box", &moving(Kind::Cuboid, Kind::Cuboid, true, 33)),
        impacts("time_of_impact_mixed", &moving(Kind::Any, Kind::Any, true, 34)),
    ]
}

fn rays(name: &'static str, shots: &[Shot]) -> Contest {
    let box2d_shot = |shot: &Shot| {
        let form = box2d::form(&shot.shape).expect("these contests draw shapes that Box2D has");
        let ray = b2RayCastInput {
            origin: box2d::vector(shot.origin.x, shot.origin.y),
            translation: box2d::vector(shot.translation.x, shot.translation.y),
            maxFraction: 1.0,
        };
        (form, box2d::transform(&shot.pose), ray, shot.translation.norm())
    };
    let parry_shot = |shot: &Shot| {
        let shape = parry::shape(&shot.shape).expect("these contests draw shapes that parry has");
        let ray = Ray::new(vector(shot.origin), vector(shot.translation));
        (shape, parry::pose(&shot.pose), ray, shot.translation.norm())
    };
    // Box2D casts rays at rounded shapes as shapes without extent, and lets them in by its 5 mm.
    Contest::new(name, if shots.iter().any(is_rounded) { 0.03 } else { 1e-3 }, NO_HIT)
        .entry(
            "umbra",
            shots.to_vec(),
            |shot| {
                let (origin, way) = (Point::from(shot.origin), shot.translation);
                cast_ray(&shot.shape, &shot.pose, origin, way, Interior::Solid)
            },
            |shot, hit| hit.map(|hit| hit.fraction * shot.translation.norm()),
        )
        .entry(
            "box2d",
            shots.iter().map(box2d_shot).collect(),
            |(form, at, ray, _): &mut (Form, b2Transform, b2RayCastInput, f32)| {
                box2d::ray_cast(form, at, ray)
            },
            |(_, _, _, length), hit| hit.hit.then_some(hit.fraction * length),
        )
        .entry(
            "parry",
            shots.iter().map(parry_shot).collect(),
            |(shape, at, ray, _): &mut (SharedShape, ParryPose, Ray, f32)| {
                shape.cast_ray_and_get_normal(at, ray, 1.0, true)
            },
            |(_, _, _, length), hit| hit.map(|hit| hit.time_of_impact * length),
        )
}

fn is_rounded(shot: &Shot) -> bool {
    matches!(&shot.shape, Shape::Polygon(polygon) if polygon.radius() > 0.0)
}

fn shape_casts(name: &'static str, paths: &[Moving]) -> Contest {
    let our_path = |path: &Moving| (path.pair.clone(), path.translation());
    Contest::new(name, 0.03, NO_HIT)
        .entry(
            "umbra",
            paths.iter().map(our_path).collect(),
            |(p, way): &mut (Pair, Vector)| cast_shape(&p.a, &p.pose_a, &p.b, &p.pose_b, *way),
            |(_, way), hit| hit.map(|hit| hit.fraction * way.norm()),
        )
        .entry(
            "box2d",
            paths.iter().map(Box2dCast::new).collect(),
            |p| {
                p.input.transform = box2d::relative(&p.pose_a, &p.pose_b);
                p.input.translationB = box2d::into_frame(&p.pose_a, p.translation);
                box2d::shape_cast(&p.input)
            },
            |p, hit| hit.hit.then_some(hit.fraction * p.length),
        )
        .entry(
            "parry",
            paths.iter().map(ParryPath::new).collect(),
            |p| {
                let (still, options) = (ParryVector::ZERO, p.options);
                cast_shapes(&p.pose_a, still, &*p.a, &p.pose_b, p.translation, &*p.b, options)
                    .ok()
                    .flatten()
            },
            parry_hit,
        )
}

/// parry has two: the sweeps of Box2D in Rust, which its users' bullets go through, and the general
/// nonlinear cast.
fn impacts(name: &'static str, paths: &[Moving]) -> Contest {
    let box2d_input = |path: &Moving| {
        let pair = &path.pair;
        let input = b2TOIInput {
            proxyA: box2d::proxy(&pair.a),
            proxyB: box2d::proxy(&pair.b),
            sweepA: box2d::sweep(&pair.pose_a, &pair.pose_a),
            sweepB: box2d::sweep(&pair.pose_b, &path.end_b),
            maxFraction: 1.0,
        };
        (input, path.translation().norm())
    };
    let our_sweeps = |path: &Moving| {
        let pair = path.pair.clone();
        let sweep = umbra_geom::query::Sweep::between(pair.pose_b, path.end_b, [0.0, 0.0]);
        (umbra_geom::query::Sweep::still(pair.pose_a), sweep, pair, path.translation().norm())
    };
    Contest::new(name, 0.03, NO_HIT)
        .entry(
            "umbra",
            paths.iter().map(our_sweeps).collect(),
            |(still, sweep, pair, _)| {
                time_of_impact(&pair.a, still, &pair.b, sweep, LINEAR_SLOP, 0.25 * LINEAR_SLOP)
            },
            |(.., length), met| match met.impact {
                Impact::Separated => None,
                _ => Some(met.fraction * length),
            },
        )
        .entry(
            "box2d",
            paths.iter().map(box2d_input).collect(),
            |(input, _): &mut (b2TOIInput, f32)| box2d::time_of_impact(input),
            |(_, length), output| box2d::touched(output).then_some(output.fraction * length),
        )
        .entry("parry", paths.iter().map(ParryPath::new).collect(), parry_sweep, |p, output| {
            let output = output.as_ref()?;
            let touched = matches!(output.status, SweepToiStatus::Hit | SweepToiStatus::Overlapped);
            touched.then_some(output.fraction * p.length)
        })
        .entry(
            "parry, nonlinear",
            paths.iter().map(ParryPath::new).collect(),
            |p| {
                cast_shapes_nonlinear(&p.motion_a, &*p.a, &p.motion_b, &*p.b, 0.0, 1.0, true)
                    .ok()
                    .flatten()
            },
            parry_hit,
        )
}

/// A proxy borrows the shape's points or copies four of them: it is made per call, as parry's own
/// callers do.
fn parry_sweep(p: &mut ParryPath) -> Option<SweepToiOutput> {
    let (a, b) = (ToiProxy::from_shape(&*p.a)?, ToiProxy::from_shape(&*p.b)?);
    Some(sweep_time_of_impact(&a, &p.sweep_a, &b, &p.sweep_b, 1.0, 0.005))
}

struct Box2dCast {
    input: b2ShapeCastPairInput,
    pose_a: b2Transform,
    pose_b: b2Transform,
    translation: box2d::b2Vec2,
    length: f32,
}

impl Box2dCast {
    fn new(path: &Moving) -> Self {
        let pair = &path.pair;
        let (pose_a, pose_b) = (box2d::transform(&pair.pose_a), box2d::transform(&pair.pose_b));
        let translation = box2d::vector(path.translation().x, path.translation().y);
        let input = b2ShapeCastPairInput {
            proxyA: box2d::proxy(&pair.a),
            proxyB: box2d::proxy(&pair.b),
            transform: box2d::relative(&pose_a, &pose_b),
            translationB: box2d::into_frame(&pose_a, translation),
            maxFraction: 1.0,
            canEncroach: false,
        };
        Self { input, pose_a, pose_b, translation, length: path.translation().norm() }
    }
}

struct ParryPath {
    a: SharedShape,
    b: SharedShape,
    pose_a: ParryPose,
    pose_b: ParryPose,
    translation: ParryVector,
    options: ShapeCastOptions,
    sweep_a: Sweep,
    sweep_b: Sweep,
    motion_a: NonlinearRigidMotion,
    motion_b: NonlinearRigidMotion,
    length: f32,
}

impl ParryPath {
    fn new(path: &Moving) -> Self {
        let pair = &path.pair;
        let (pose_a, pose_b) = (parry::pose(&pair.pose_a), parry::pose(&pair.pose_b));
        let translation = vector(path.translation());
        let turn = (pair.pose_b.rotation.inverse() * path.end_b.rotation).angle();
        let center = ParryVector::ZERO;
        Self {
            a: parry::shape(&pair.a).expect("these contests draw shapes that parry has"),
            b: parry::shape(&pair.b).expect("these contests draw shapes that parry has"),
            translation,
            options: ShapeCastOptions::with_max_time_of_impact(1.0),
            sweep_a: Sweep::constant(&pose_a, center),
            sweep_b: Sweep::from_poses(&pose_b, &parry::pose(&path.end_b), center),
            motion_a: NonlinearRigidMotion::constant_position(pose_a),
            motion_b: NonlinearRigidMotion::new(pose_b, center, translation, turn),
            pose_a,
            pose_b,
            length: path.translation().norm(),
        }
    }
}

fn parry_hit(path: &ParryPath, hit: &Option<ShapeCastHit>) -> Option<f32> {
    hit.map(|hit| hit.time_of_impact * path.length)
}

fn vector(v: Vector) -> ParryVector {
    ParryVector::new(v.x, v.y)
}
