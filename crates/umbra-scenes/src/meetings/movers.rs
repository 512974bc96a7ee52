//! The moving bodies of a world, and their joints.

use umbra::geom::math;
use umbra::prelude::*;

use super::dice::Dice;
use super::dimensions::{Values, value};
use super::plan::{BodyPlan, ColliderPlan, Form, JointForm, JointPlan, Part};

/// The shapes of a moving body, about as large as a disc of radius `s`.
fn forms(name: &str, s: Real) -> Vec<ColliderPlan> {
    let scaled = |points: &[[Real; 2]]| points.iter().map(|[x, y]| [s * x, s * y]).collect();
    let wedge = [[-1.6, -0.2], [1.6, 0.0], [-1.6, 0.2]];
    let triangle = [[-1.0, -0.7], [1.0, -0.7], [0.2, 1.0]];
    let form = match name {
        "box" => Form::Cuboid([s, 0.8 * s], 0.0),
        "circle" => Form::Circle(s),
        "capsule" => Form::Capsule([-0.8 * s, 0.0], [0.8 * s, 0.0], 0.4 * s),
        "triangle" => Form::Polygon(scaled(&triangle), 0.0),
        "wedge" => Form::Polygon(scaled(&wedge), 0.0),
        "hexagon" => {
            let corner = |index: u8| {
                let at = math::rotation(core::f32::consts::FRAC_PI_3 * Real::from(index));
                [at.re, at.im]
            };
            Form::Polygon(scaled(&[0, 1, 2, 3, 4, 5].map(corner)), 0.0)
        }
        "rounded box" => Form::Cuboid([0.8 * s, 0.5 * s], 0.2 * s),
        "rounded triangle" => Form::Polygon(scaled(&triangle), 0.15 * s),
        "bar" => Form::Cuboid([1.6 * s, 0.1 * s], 0.0),
        "compound" => Form::Compound(vec![
            ([-0.6 * s, 0.0, 0.0], Form::Circle(0.5 * s)),
            ([0.4 * s, 0.0, 0.4], Form::Cuboid([0.7 * s, 0.3 * s], 0.0)),
        ]),
        "concave" => {
            let corner =
                [[-1.0, -1.0], [1.0, -1.0], [1.0, -0.4], [-0.3, -0.4], [-0.3, 1.0], [-1.0, 1.0]];
            Form::Concave(scaled(&corner))
        }
        "two colliders" => {
            return [-0.5, 0.5]
                .map(|x| {
                    ColliderPlan::new(Form::Cuboid([0.5 * s, 0.6 * s], 0.0)).at([x * s, 0.0, 0.0])
                })
                .to_vec();
        }
        other => panic!("no shape {other}"),
    };
    vec![ColliderPlan::new(form)]
}

/// The bounding radius of the shapes of a name, for a size of one.
fn reach(name: &str) -> Real {
    match name {
        "wedge" | "bar" | "mixed" => 1.62,
        "concave" | "rounded triangle" => 1.45,
        "circle" | "hexagon" => 1.0,
        "two colliders" | "compound" => 1.2,
        _ => 1.3,
    }
}

const SHAPES: [&str; 8] =
    ["box", "circle", "capsule", "triangle", "wedge", "hexagon", "rounded box", "compound"];

/// The moving bodies, at rest at their starting poses.
pub(super) fn movers(values: &Values, seed: u64, inner: &Aabb) -> Vec<BodyPlan> {
    let dice = &mut Dice::new(seed, "movers");
    let shape = value(values, "shape");
    let [least, most] = match value(values, "size") {
        "small" => [0.03, 0.06],
        "huge" => [0.8, 0.9],
        "mixed" => [0.05, 0.5],
        _ => [0.25, 0.35],
    };
    let most = if reach(shape) * most > 1.2 { 1.2 / reach(shape) } else { most };
    let count: usize = value(values, "count").parse().unwrap_or(1);
    let lying = value(values, "lying");
    let joined = value(values, "joint") != "none";
    let spacing = match lying {
        "overlapping" => 1.3 * most,
        "apart" => 2.0 * reach(shape) * most + 0.1,
        _ => 2.0 * reach(shape) * most,
    };
    let half = reach(shape) * most + 0.01;
    // In the air, above what stands on the floor, or from the corner.
    let low = matches!(lying, "stacked" | "corner");
    let floor = if low { inner.min.y } else { inner.min.y + 2.3 };
    let fits = |room: Real| (((room - 2.0 * half) / spacing) as usize + 1).min(count);
    let columns = match lying {
        "stacked" => 1,
        "corner" if joined => 1,
        "corner" => fits(2.4),
        _ => fits(inner.max.x - inner.min.x),
    };
    let rows = if joined && columns > 1 { 1 } else { fits(inner.max.y - floor) };
    let places = (0..columns * rows).take(count);
    places
        .map(|index| {
            let (column, row) = (index % columns, index / columns);
            let mut place = [
                inner.max.x - half - spacing * column as Real,
                floor + half + spacing * row as Real,
                0.0,
            ];
            if lying == "stacked" {
                place[0] = inner.max.x - half - 0.3;
            }
            let size = dice.between(least, most);
            let name = if shape == "mixed" { dice.one_of(&SHAPES) } else { shape };
            let (angle, shake) = (dice.between(-3.1, 3.1), dice.between(-0.04, 0.04));
            if lying == "apart" {
                place[2] = angle;
                place[0] -= shake.abs();
            }
            BodyPlan { place, colliders: forms(name, size), ..BodyPlan::default() }
        })
        .collect()
}

/// Gives moving bodies their masses, locks and roles, and their velocities.
pub(super) fn dress(values: &Values, seed: u64, movers: &mut [BodyPlan]) {
    let dice = &mut Dice::new(seed, "motion");
    let last = movers.len().saturating_sub(1);
    let is_held = last == 0 || !matches!(value(values, "joining"), "chain" | "star" | "loop");
    let mut together = [0.0; 2];
    for (index, body) in movers.iter_mut().enumerate() {
        let density = match value(values, "mass") {
            "heavy" => 50.0,
            "light" => 0.02,
            "one heavy" if index == last => 100.0,
            "one light" if index == 0 => 0.01,
            _ => 1.0,
        };
        let role = value(values, "role");
        for collider in &mut body.colliders {
            collider.density = density;
            collider.hits = role == "hits";
            collider.group = if role == "group" { -1 } else { 0 };
            collider.sensor = role == "sensor" && index == 0;
            collider.one_way = (role == "one-way" && index == 0).then_some([0.0, 1.0]);
        }
        body.bullet = role == "bullet";
        match value(values, "freedom") {
            "damped" => body.damping = [0.5, 0.5],
            "locked rotation" => body.locks[2] = true,
            "locked x" => body.locks[0] = true,
            "floating" => body.gravity_scale = 0.0,
            _ => {}
        }
        let (speed, spin) = match value(values, "motion") {
            "slow" => (1.0, 0.0),
            "fast" => (20.0, 0.0),
            "faster" => (100.0, 0.0),
            "spinning" => (0.0, 30.0),
            "fast and spinning" => (20.0, 30.0),
            _ => (0.0, 0.0),
        };
        // What is joined begins with one velocity, or its joints would be torn at once; what hangs, with little.
        let (speed, spin) = match value(values, "joint") {
            "none" => (speed, spin),
            _ if index > 0 => {
                body.velocity = together;
                continue;
            }
            _ if is_held => (0.0, 0.0),
            _ => (speed, 0.0),
        };
        let way = math::rotation(dice.between(-3.1, 3.1));
        let turn = dice.one_of(&[-1.0, 1.0]) * dice.between(0.5, 1.0);
        let speed = speed * dice.between(0.5, 1.0);
        body.velocity = [way.re, way.im].map(|it| (1e3 * speed * it).round() / 1e3);
        if body.locks[0] {
            body.velocity[0] = 0.0;
        }
        body.spin = if body.locks[2] { 0.0 } else { spin * turn };
        together = body.velocity;
    }
}

fn middle(a: [Real; 2], b: [Real; 2]) -> [Real; 2] {
    [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])]
}

/// A joint of a kind between bodies at these positions. `mass` is about that of one of them.
fn joint(name: &str, bodies: [usize; 2], [a, b]: [[Real; 2]; 2], mass: Real) -> JointPlan {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let distance = (dx * dx + dy * dy).sqrt();
    let axis = if distance > 1e-3 { [dx, dy] } else { [1.0, 0.0] };
    let at = middle(a, b);
    let new = |form| JointPlan::new(form, bodies);
    let (force, torque) = (60.0 * mass, 20.0 * mass);
    match name {
        "revolute" => new(JointForm::Revolute(at)),
        "revolute limits" => {
            JointPlan { limits: Some([-0.3, 0.5]), ..new(JointForm::Revolute(at)) }
        }
        "revolute motor" => {
            JointPlan { motor: Some([6.0, torque]), ..new(JointForm::Revolute(at)) }
        }
        "revolute spring" => JointPlan {
            spring: Some([4.0, 0.2]),
            limits: Some([-0.8, 0.8]),
            ..new(JointForm::Revolute(at))
        },
        "prismatic" => {
            JointPlan { limits: Some([-0.2, 0.3]), ..new(JointForm::Prismatic(at, axis)) }
        }
        "prismatic motor" => JointPlan {
            motor: Some([1.0, force]),
            limits: Some([-0.3, 0.3]),
            ..new(JointForm::Prismatic(at, axis))
        },
        "wheel" => JointPlan {
            spring: Some([4.0, 0.7]),
            limits: Some([-0.2, 0.2]),
            motor: Some([8.0, torque]),
            ..new(JointForm::Wheel(b, [0.0, 1.0]))
        },
        "groove" => new(JointForm::Groove(a, [a[0] + axis[0], a[1] + axis[1]], b)),
        "weld" => new(JointForm::Weld(at)),
        "soft weld" => JointPlan {
            spring: Some([8.0, 0.7]),
            angular_spring: Some([5.0, 0.3]),
            ..new(JointForm::Weld(at))
        },
        "distance" => new(JointForm::Distance(a, b)),
        "distance limits" => JointPlan {
            limits: Some([0.8 * distance, 1.2 * distance]),
            ..new(JointForm::Distance(a, b))
        },
        "rope" => new(JointForm::Rope(a, b, 1.1 * distance)),
        "spring" => new(JointForm::Spring(a, b, [3.0, 0.2])),
        "motor" => {
            JointPlan { max_force: Some(force), max_torque: Some(torque), ..new(JointForm::Motor) }
        }
        "target" => {
            JointPlan { max_force: Some(3.0 * force), ..new(JointForm::Target([b[0] + 0.1, b[1]])) }
        }
        "friction" => JointPlan {
            max_force: Some(0.1 * force),
            max_torque: Some(0.1 * torque),
            ..new(JointForm::Friction(at))
        },
        "gear" => new(JointForm::Gear(1.5)),
        "pulley" => {
            let grounds = [[a[0], a[1] + 1.0], [b[0], b[1] + 1.0]];
            new(JointForm::Pulley([grounds[0], grounds[1], a, b], 1.5))
        }
        "ratchet" => new(JointForm::Ratchet(0.0, 0.5)),
        "filter" => new(JointForm::Filter),
        other => panic!("no joint {other}"),
    }
}

/// Joins bodies from the index `first` on; adds the bodies from which they hang.
pub(super) fn join(values: &Values, bodies: &mut Vec<BodyPlan>, first: usize) -> Vec<JointPlan> {
    let name = value(values, "joint");
    let last = bodies.len();
    if name == "none" || last == first {
        return vec![];
    }
    let at = |index: usize, bodies: &[BodyPlan]| [bodies[index].place[0], bodies[index].place[1]];
    let anchor = |at: [Real; 2]| BodyPlan {
        part: Part::Anchor,
        kind: BodyKind::Fixed,
        place: [at[0], at[1], 0.0],
        ..BodyPlan::default()
    };
    let chain = || (first + 1..last).map(|index| [index - 1, index]);
    let is_alone = last - first == 1;
    // Angles of what is fixed drive no gear.
    let joining = match value(values, "joining") {
        _ if is_alone => "to the world",
        "to the world" if name == "gear" => "chain",
        other => other,
    };
    let mut pairs: Vec<[usize; 2]> = match joining {
        "to the world" => vec![],
        // Arms no longer than three bodies: others are longer than any machine's.
        "star" => (first + 1..last.min(first + 4)).map(|index| [first, index]).collect(),
        _ => chain().collect(),
    };
    if joining == "loop" && last - first > 2 {
        pairs.push([last - 1, first]);
    }
    let mut hang = |index: usize, shift: [Real; 2], bodies: &mut Vec<BodyPlan>| {
        let [x, y] = at(index, bodies);
        bodies.push(anchor([x + shift[0], y + shift[1]]));
        pairs.push([bodies.len() - 1, index]);
    };
    match joining {
        "to the world" if name != "gear" => {
            (first..last).for_each(|index| hang(index, [0.0, 0.5], bodies));
        }
        "hanging" => hang(first, [0.0, 0.5], bodies),
        "taut" => {
            hang(first, [0.5, 0.0], bodies);
            hang(last - 1, [-0.5, 0.0], bodies);
        }
        _ => {}
    }
    let density = |index: usize| bodies[index].colliders.first().map_or(1.0, |it| it.density);
    let size = if value(values, "size") == "huge" { 2.0 } else { 0.3 };
    let new =
        |[a, b]: [usize; 2]| joint(name, [a, b], [at(a, bodies), at(b, bodies)], size * density(b));
    pairs.into_iter().map(new).collect()
}
