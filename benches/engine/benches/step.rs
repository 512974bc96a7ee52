//! Cost of a step of a whole scene: `cargo bench -p umbra-benches --bench step -- [scene] [steps]`.
//!
//! One line per scene: the median and the least time of a step on one thread, contacts, and the
//! hash at the end, which no optimisation may change. Each scene is warmed up until it has reached
//! the state in its name: a pyramid that stands, a drum that has turned its boxes over.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program that prints figures")]

use std::time::Instant;

use umbra::prelude::*;

const DT: f32 = 1.0 / 60.0;

/// A scene, the number of steps before the clock starts, and the number of measured steps.
type Case = (&'static str, fn() -> Scene, usize, usize);

const CASES: [Case; 21] = [
    ("large_pyramid", || pyramid(100), 100, 200),
    ("tumbler", || tumbler(45), 300, 200),
    ("compounds", compounds, 150, 200),
    ("circles", || heap(1000, |_| Collider::circle(0.4)), 120, 200),
    ("mixed", || heap(1000, mixed), 120, 200),
    ("pile_1", || heap(1, boxes), 100, 1000),
    ("pile_10", || heap(10, boxes), 100, 1000),
    ("pile_100", || heap(100, boxes), 300, 1000),
    ("stacks_100", || stacks(10, 10), 100, 1000),
    ("sleeping_10k", || sleeping(false), 5, 1000),
    ("one_awake", || sleeping(true), 5, 1000),
    ("sensors_10k", || sensors(sleeping(false), &Body::fixed()), 5, 1000),
    ("sensors_one", || sensors(sleeping(true), &Body::fixed()), 5, 1000),
    ("sensors_move", || sensors(sleeping(false), &Body::kinematic().velocity([0.5, 0.0])), 5, 200),
    ("sensors_heap", || sensors(heap(1000, mixed), &Body::fixed()), 120, 200),
    ("sensors_drum", || sensors(tumbler(45), &Body::fixed()), 300, 200),
    ("sensors_few", || few_sensors(tumbler(45)), 300, 200),
    ("rope_rows", || rope(1000, JointSolving::Rows), 60, 200),
    ("rope_100", || rope(100, JointSolving::Trees), 60, 1000),
    ("rope_1000", || rope(1000, JointSolving::Trees), 60, 200),
    ("rope_10000", || rope(10_000, JointSolving::Trees), 60, 50),
];

fn main() {
    // Cargo adds `--bench`.
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let wanted = arguments.next().unwrap_or_default();
    let steps: Option<usize> = arguments.next().and_then(|steps| steps.parse().ok());
    let threads = std::env::var("RAYON_NUM_THREADS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    println!(
        "{:14} {:>9} {:>9} {:>8} {:>18}",
        "scene", "median us", "least us", "contacts", "hash"
    );
    for (name, build, warm_up, measured) in CASES {
        if name.contains(&wanted) {
            pool.install(|| measure(name, build(), warm_up, steps.unwrap_or(measured)));
        }
    }
}

fn measure(name: &str, mut scene: Scene, warm_up: usize, steps: usize) {
    for _ in 0..warm_up {
        scene.step(DT).unwrap();
    }
    let mut times = Vec::with_capacity(steps);
    for _ in 0..steps {
        let start = Instant::now();
        scene.step(DT).unwrap();
        times.push(start.elapsed().as_secs_f64() * 1e6);
    }
    times.sort_by(f64::total_cmp);
    let contacts = scene.stats().contacts;
    let (median, least) = (times[times.len() / 2], times[0]);
    println!("{name:14} {median:9.1} {least:9.1} {contacts:8} {:18x}", scene.state_hash());
}

/// A scene in which nothing falls asleep, as steps are measured here.
fn empty() -> Scene {
    let sleep = SleepConfig { enabled: false, ..SleepConfig::default() };
    Scene::new(SceneConfig { sleep, ..SceneConfig::default() }).unwrap()
}

/// A thousand stacks of ten that sleep, and maybe one box that floats above them.
fn sleeping(one_awake: bool) -> Scene {
    let mut scene = scene_with_ground();
    scene.config_mut().gravity = Vector::zeros();
    for index in 0..10_000 {
        let (stack, row) = (index / 10, index % 10);
        let at = [2.0 * stack as f32 - 1000.0, row as f32 + 0.5];
        add(&mut scene, Body::dynamic().position(at).sleeping(true), Collider::cuboid(0.5, 0.5));
    }
    if one_awake {
        let floats = Body::dynamic().position([0.0, 20.0]).can_sleep(false);
        add(&mut scene, floats, Collider::cuboid(0.5, 0.5));
    }
    scene
}

/// A thousand sensors in two rows, over a thousand stacks or the bodies in between.
fn sensors(mut scene: Scene, body: &Body) -> Scene {
    let stacks = scene.stats().bodies > 9000;
    for index in 0..1000 {
        let (column, row) = ((index % 500) as f32, (index / 500) as f32);
        let at = if stacks {
            [2.0 * index as f32 - 1000.0, 5.0]
        } else {
            [0.04 * column - 10.0, 5.0 * row + 4.0]
        };
        let zone = Collider::cuboid(0.9, if stacks { 6.0 } else { 0.9 });
        let bodies = Filter { mask: 1, ..Filter::default() };
        add(&mut scene, body.clone().position(at), zone.filter(bodies).sensor(true));
    }
    scene
}

/// Ten sensors in a drum.
fn few_sensors(mut scene: Scene) -> Scene {
    for index in 0..10 {
        let at = [index as f32 - 5.0, 4.0];
        add(&mut scene, Body::fixed().position(at), Collider::circle(0.5).sensor(true));
    }
    scene
}

fn scene_with_ground() -> Scene {
    let mut scene = empty();
    add(&mut scene, Body::fixed().position([0.0, -1.0]), Collider::cuboid(200.0, 1.0));
    scene
}

fn add(scene: &mut Scene, body: Body, collider: Collider) -> BodyKey {
    let body = scene.add_body(body).unwrap();
    scene.add_collider(body, collider).unwrap();
    body
}

fn boxes(_: usize) -> Collider {
    Collider::cuboid(0.4, 0.4)
}

fn mixed(index: usize) -> Collider {
    match index % 5 {
        0 => Collider::cuboid(0.4, 0.3),
        1 => Collider::circle(0.35),
        2 => Collider::capsule([-0.25, 0.0], [0.25, 0.0], 0.2),
        3 => Collider::polygon([[-0.4, -0.3], [0.5, -0.2], [0.1, 0.5]]),
        _ => {
            let corner = |i: u8| {
                let angle = f32::from(i) * core::f32::consts::TAU / 6.0;
                [0.4 * libm::cosf(angle), 0.4 * libm::sinf(angle)]
            };
            Collider::polygon((0..6).map(corner))
        }
    }
}

fn pyramid(base: usize) -> Scene {
    let mut scene = scene_with_ground();
    for row in 0..base {
        for column in 0..base - row {
            let x = 0.5 * row as f32 + column as f32 - 0.5 * base as f32;
            let body = Body::dynamic().position([x, row as f32 + 0.5]);
            add(&mut scene, body, Collider::cuboid(0.5, 0.5));
        }
    }
    scene
}

/// Stacks side by side that stand from the start.
fn stacks(count: usize, height: usize) -> Scene {
    let mut scene = scene_with_ground();
    for stack in 0..count {
        for row in 0..height {
            let body = Body::dynamic().position([2.0 * stack as f32, row as f32 + 0.5]);
            add(&mut scene, body, Collider::cuboid(0.5, 0.5));
        }
    }
    scene
}

/// Boxes in a square drum that turns.
fn tumbler(side: usize) -> Scene {
    let mut scene = empty();
    let drum = Body::kinematic().position([0.0, 10.0]).angular_velocity(0.436);
    let drum = scene.add_body(drum).unwrap();
    for (x, y, half_x, half_y) in [
        (10.0, 0.0, 0.5, 10.0),
        (-10.0, 0.0, 0.5, 10.0),
        (0.0, 10.0, 10.0, 0.5),
        (0.0, -10.0, 10.0, 0.5),
    ] {
        let wall = Collider::cuboid(half_x, half_y).at([x, y]);
        scene.add_collider(drum, wall).unwrap();
    }
    for row in 0..side {
        for column in 0..side {
            let at = |index: usize| (index as f32 - 0.5 * side as f32) * 0.4;
            let body = Body::dynamic().position([at(column), 10.0 + at(row)]);
            add(&mut scene, body, Collider::cuboid(0.125, 0.125));
        }
    }
    scene
}

/// Bodies of two triangles each, in a bin.
fn compounds() -> Scene {
    let shape = || {
        let triangle = |points: [[f32; 2]; 3]| {
            let points = points.map(Point::from);
            (pose([0.0, 0.0], 0.0), Polygon::new(points).unwrap().into())
        };
        Collider::compound([
            triangle([[-0.5, 0.0], [0.5, 0.0], [0.0, 0.5]]),
            triangle([[-0.5, 0.0], [0.0, -0.3], [0.5, 0.0]]),
        ])
    };
    heap(1000, |_| shape())
}

/// Bodies that have fallen into a bin, 25 to a row.
fn heap(count: usize, shape: impl Fn(usize) -> Collider) -> Scene {
    let mut scene = scene_with_ground();
    for x in [-16.0, 16.0] {
        add(&mut scene, Body::fixed().position([x, 50.0]), Collider::cuboid(1.0, 50.0));
    }
    for index in 0..count {
        let (column, row) = (index % 25, index / 25);
        let x = 1.1 * (column as f32 - 12.0) + 0.05 * (row % 3) as f32;
        let body = Body::dynamic().position([x, 1.0 + 1.1 * row as f32]).angle(0.1 * index as f32);
        add(&mut scene, body, shape(index));
    }
    scene
}

/// A rope of `links` links that hangs straight down.
fn rope(links: u32, joints: JointSolving) -> Scene {
    let solver = SolverConfig { joints, ..SolverConfig::default() };
    let sleep = SleepConfig { enabled: false, ..SleepConfig::default() };
    let mut scene = Scene::new(SceneConfig { solver, sleep, ..SceneConfig::default() }).unwrap();
    let mut before = scene.add_body(Body::fixed()).unwrap();
    for link in 0..links {
        let y = -0.5 * link as f32;
        let body = scene.add_body(Body::dynamic().position([0.0, y - 0.25])).unwrap();
        scene.add_collider(body, Collider::cuboid(0.05, 0.25)).unwrap();
        scene.add_joint(Joint::revolute(before, body, [0.0, y])).unwrap();
        before = body;
    }
    scene
}
