//! Explosions: who is pushed, how strongly, and what shields from them.

use umbra::Error;
use umbra::prelude::*;

use crate::common::{add, at, ground, run, scene};

fn space() -> Scene {
    scene(0.0, SolverConfig::default())
}

fn shapes() -> Vec<Collider> {
    vec![
        Collider::circle(0.4),
        Collider::cuboid(0.7, 0.2),
        Collider::capsule([-0.5, 0.0], [0.5, 0.1], 0.2),
        Collider::rounded_cuboid(0.4, 0.3, 0.1),
        Collider::polygon([[-0.5, -0.4], [0.6, -0.2], [0.1, 0.7]]),
        Collider::segment([-0.5, 0.1], [0.4, 0.3]).mass(1.0),
    ]
}

/// What is mirrored, or a quarter turn away, gets the same to a thousandth.
#[test]
fn an_explosion_is_symmetric() {
    for (shape, collider) in shapes().into_iter().enumerate() {
        let mut scene = space();
        let mut bodies = vec![];
        let (place, angle) = (Vector::new(1.3, 0.4), 0.3);
        for turn in 0..4 {
            let by = Rotation::new(turn as Real * core::f32::consts::FRAC_PI_2);
            let at = Point::from(by * place);
            let body = Body::dynamic().position(at).angle(angle + by.angle());
            bodies.push(add(&mut scene, body, collider.clone()));
        }
        let blown = scene.explode(Explosion::new([0.0, 0.0], 3.0).impulse(5.0).core(0.5)).unwrap();
        assert_eq!(blown.iter().map(|it| it.body).collect::<Vec<_>>(), bodies);
        let first = at(&scene, bodies[0]);
        let (speed, spin) = (first.velocity(), first.angular_velocity());
        assert!(speed.norm() > 0.2, "{shape}: {speed}");
        for (turn, body) in bodies.iter().enumerate() {
            let by = Rotation::new(turn as Real * core::f32::consts::FRAC_PI_2);
            let body = at(&scene, *body);
            assert!((body.velocity() - by * speed).norm() < 1e-3 * speed.norm(), "{shape} {turn}");
            assert!((body.angular_velocity() - spin).abs() < 1e-3 * spin.abs().max(0.1));
        }
    }
    // Left and right.
    let mut scene = space();
    let sides = [-1.0, 1.0].map(|side| {
        let corners = [[-0.5, -0.4], [0.6, -0.2], [0.1, 0.7]].map(|[x, y]| [side * x, y]);
        add(&mut scene, Body::dynamic().position([side * 1.5, 0.2]), Collider::polygon(corners))
    });
    scene.explode(Explosion::new([0.0, 0.0], 3.0).impulse(5.0)).unwrap();
    let [left, right] = sides.map(|body| at(&scene, body));
    let [l, r] = [left.velocity(), right.velocity()];
    assert!((l.x + r.x).abs() < 1e-3 * r.x && (l.y - r.y).abs() < 1e-3 * r.x, "{l} {r}");
    let [l, r] = [left.angular_velocity(), right.angular_velocity()];
    assert!((l + r).abs() < 1e-3 * r.abs().max(0.1), "{l} {r}");
}

/// The point of the outline of a polygon that is nearest to the origin.
fn nearest(corners: &[[f64; 2]]) -> [f64; 2] {
    let mut best = [f64::INFINITY; 2];
    for (index, from) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()];
        let way = [to[0] - from[0], to[1] - from[1]];
        let along = -(from[0] * way[0] + from[1] * way[1]) / (way[0] * way[0] + way[1] * way[1]);
        let along = along.clamp(0.0, 1.0);
        let point = [from[0] + along * way[0], from[1] + along * way[1]];
        if point[0].hypot(point[1]) < best[0].hypot(best[1]) {
            best = point;
        }
    }
    best
}

/// The sum over the edges of a polygon, in small pieces: those that face the centre, as long as
/// they look from there, or from straight behind it if the centre is nearer than the polygon is
/// wide.
fn summed(corners: &[[f64; 2]], middle: [f64; 2], strength: impl Fn(f64) -> f64) -> [f64; 3] {
    const PARTS: usize = 20_000;
    let mut sum = [0.0; 3];
    let near = nearest(corners);
    let gap = near[0].hypot(near[1]);
    let across = corners.iter().map(|at| (at[1] * near[0] - at[0] * near[1]) / gap);
    let width =
        across.clone().fold(f64::NEG_INFINITY, f64::max) - across.fold(f64::INFINITY, f64::min);
    let back = (width * width / gap - gap).max(0.0) / gap;
    let eye = [-near[0] * back, -near[1] * back];
    for (index, from) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()];
        let step = [(to[0] - from[0]) / PARTS as f64, (to[1] - from[1]) / PARTS as f64];
        for part in 0..PARTS {
            let along = part as f64 + 0.5;
            let at = [from[0] + step[0] * along, from[1] + step[1] * along];
            let [x, y] = [at[0] - eye[0], at[1] - eye[1]];
            let distance = (x * x + y * y).sqrt();
            // Seen from the left side, an edge that runs counter-clockwise is seen from behind.
            let looks = (step[0] * y - step[1] * x) / distance;
            if looks <= 0.0 {
                continue;
            }
            let push = strength(at[0].hypot(at[1])) * looks / distance;
            let [px, py] = [x * push, y * push];
            sum[0] += px;
            sum[1] += py;
            sum[2] += (at[0] - middle[0]) * py - (at[1] - middle[1]) * px;
        }
    }
    sum
}

/// Impulse and turn are those of the outline that faces the centre, to a hundredth.
#[test]
fn the_impulse_is_that_of_what_faces_the_centre() {
    for (x, y, angle) in [(2.0, 0.0, 0.0), (1.5, 0.8, 0.4), (0.0, 1.1, 1.2), (-3.0, 0.5, 2.2)] {
        let mut scene = space();
        let body = Body::dynamic().position([x, y]).angle(angle);
        let body = add(&mut scene, body, Collider::cuboid(0.9, 0.3));
        let blown = scene.explode(Explosion::new([0.0, 0.0], 5.0).impulse(7.0).core(1.0)).unwrap();
        let (c, s) = (f64::from(angle).cos(), f64::from(angle).sin());
        let corners = [[-0.9, -0.3], [0.9, -0.3], [0.9, 0.3], [-0.9, 0.3]]
            .map(|[u, v]| [f64::from(x) + c * u - s * v, f64::from(y) + s * u + c * v]);
        let strength = |distance: f64| 7.0 * ((5.0 - distance) / 4.0).clamp(0.0, 1.0);
        let [ix, iy, turn] = summed(&corners, [x, y].map(f64::from), strength);
        let size = (ix * ix + iy * iy).sqrt();
        let [gx, gy] = [blown[0].impulse.x, blown[0].impulse.y].map(f64::from);
        assert!((gx - ix).hypot(gy - iy) < 0.01 * size, "{gx} {gy}, {ix} {iy}");
        let body = at(&scene, body);
        let got = f64::from(body.angular_velocity() * body.inertia());
        assert!((got - turn).abs() < 0.01 * size, "{got} {turn}");
        assert!((body.velocity() * body.mass() - blown[0].impulse).norm() < 1e-4);
    }
}

/// It does not matter of how many shapes a body is made.
#[test]
fn what_lies_behind_a_part_of_the_same_body_is_not_pushed() {
    let speed = |colliders: Vec<Collider>| {
        let mut scene = space();
        let body = scene.add(Body::dynamic().position([2.0, 0.3]), colliders).unwrap();
        scene.explode(Explosion::new([0.0, 0.0], 6.0).impulse(4.0)).unwrap();
        (at(&scene, body).velocity(), at(&scene, body).angular_velocity())
    };
    let (whole, spin) = speed(vec![Collider::cuboid(1.0, 0.5)]);
    let quarter = |x: Real, y: Real| Collider::cuboid(0.5, 0.25).at([x, y]);
    let quarters =
        vec![quarter(-0.5, -0.25), quarter(0.5, -0.25), quarter(-0.5, 0.25), quarter(0.5, 0.25)];
    let (parts, spin_of_parts) = speed(quarters);
    assert!((whole - parts).norm() < 0.02 * whole.norm(), "{whole} {parts}");
    assert!((spin - spin_of_parts).abs() < 0.02 * whole.norm(), "{spin} {spin_of_parts}");
}

#[test]
fn it_grows_weaker_up_to_its_reach_and_not_within_its_core() {
    let speed = |x: Real, explosion: Explosion| {
        let mut scene = space();
        let body = add(&mut scene, Body::dynamic().position([x, 0.0]), Collider::circle(0.01));
        scene.explode(explosion).unwrap();
        at(&scene, body).velocity().x
    };
    let plain = Explosion::new([0.0, 0.0], 4.0);
    let [near, middle, far] = [0.51, 2.01, 3.51].map(|x| speed(x, plain));
    assert!((middle / near - 2.0 / 3.5).abs() < 0.02 && (far / near - 0.5 / 3.5).abs() < 0.02);
    assert_eq!(speed(4.2, plain), 0.0);
    let [near, middle] = [1.01, 2.91].map(|x| speed(x, plain.core(3.0)));
    assert!((middle / near - 1.0).abs() < 0.02, "{near} {middle}");
    let pull = speed(1.0, plain.impulse(-1.0));
    assert!(pull < -1.0, "{pull}");
}

#[test]
fn walls_shield_if_asked() {
    let speeds = |wall: Body, shielded: bool| {
        let mut scene = space();
        let behind = add(&mut scene, Body::dynamic().position([3.0, 0.0]), Collider::circle(0.4));
        let half = add(&mut scene, Body::dynamic().position([3.0, 1.5]), Collider::circle(0.4));
        let free = add(&mut scene, Body::dynamic().position([-3.0, 0.0]), Collider::circle(0.4));
        // Its upper end hides the lower half of the second ball.
        add(&mut scene, wall.position([1.0, -0.8]), Collider::cuboid(0.1, 1.25));
        scene.explode(Explosion::new([0.0, 0.0], 8.0).impulse(5.0).shielded(shielded)).unwrap();
        [behind, half, free].map(|body| at(&scene, body).velocity().norm())
    };
    let [behind, half, free] = speeds(Body::fixed(), true);
    assert_eq!(behind, 0.0);
    assert!((0.35..0.65).contains(&(half / free)), "{half} {free}");
    let [behind, ..] = speeds(Body::kinematic(), true);
    assert_eq!(behind, 0.0);
    for (wall, shielded) in [(Body::fixed(), false), (Body::dynamic(), true)] {
        let [behind, half, free] = speeds(wall, shielded);
        assert!((behind / free - 1.0).abs() < 0.01 && half > 0.8 * free);
    }
}

#[test]
fn only_what_may_feel_it_is_pushed_and_wakes() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    let add = |scene: &mut Scene, x: Real, body: Body, collider: Collider| {
        add(scene, body.position([x, 0.5]), collider)
    };
    let cube = Collider::cuboid(0.5, 0.5);
    let sleeper = add(&mut scene, 2.0, Body::dynamic(), cube.clone());
    let far = add(&mut scene, 9.0, Body::dynamic(), cube.clone());
    let lift = add(&mut scene, -2.0, Body::kinematic(), cube.clone());
    let ghost = Filter { category: 2, mask: u64::MAX, group: 0 };
    let other = add(&mut scene, 4.0, Body::dynamic(), cube.filter(ghost));
    run(&mut scene, 120);
    assert!(!at(&scene, sleeper).is_awake());
    let only = Filter { category: 1, mask: 1, group: 0 };
    let blown = scene.explode(Explosion::new([0.0, 0.3], 6.0).impulse(20.0).filter(only)).unwrap();
    assert_eq!(blown.iter().map(|it| it.body).collect::<Vec<_>>(), [sleeper]);
    assert!(at(&scene, sleeper).is_awake() && at(&scene, sleeper).velocity().x > 1.0);
    assert!((blown[0].point.x - 1.5).abs() < 0.01, "{}", blown[0].point);
    for still in [far, other] {
        assert!(!at(&scene, still).is_awake());
    }
    assert_eq!(at(&scene, lift).velocity(), Vector::zeros());
    scene.validate().unwrap();
}

/// Windows break, fixed ones too, and fly away in pieces; what is tough stays whole.
#[test]
fn what_breaks_from_it_flies_away_in_pieces() {
    let mut scene = space();
    let pane = Collider::cuboid(0.1, 1.0).density(1.0);
    let brittle = add(&mut scene, Body::dynamic().position([2.0, 0.0]).fracture(1.0), pane.clone());
    let tough = add(&mut scene, Body::dynamic().position([-2.0, 0.0]).fracture(1e6), pane.clone());
    let wall = Body::fixed().position([0.0, 2.0]).angle(1.57).fracture(1.0);
    let wall = add(&mut scene, wall, pane);
    let mass = at(&scene, brittle).mass();
    let blown = scene.explode(Explosion::new([0.0, 0.0], 5.0).impulse(3.0)).unwrap();
    let pieces: Vec<_> = blown.iter().filter(|it| it.piece_of == Some(brittle)).collect();
    assert!(pieces.len() >= 4, "{blown:?}");
    let sum: Real = pieces.iter().map(|it| at(&scene, it.body).mass()).sum();
    assert!((sum - mass).abs() < 1e-4 * mass);
    for piece in &pieces {
        assert!(at(&scene, piece.body).velocity().x > 0.1);
    }
    assert!(blown.iter().any(|it| it.body == tough && it.piece_of.is_none()));
    // What is fixed breaks, and stays where it is.
    assert!(blown.iter().all(|it| it.piece_of != Some(wall)));
    let fixed = scene.bodies().filter(|key| at(&scene, *key).kind() == BodyKind::Fixed).count();
    assert!(fixed >= 4, "{fixed}");
    scene.validate().unwrap();
}

/// Within a body, it pushes to the side on which most of the body is; in the middle of it, nowhere.
#[test]
fn an_explosion_within_a_body_pushes_it_away() {
    for (x, sign) in [(0.3, -1.0), (-0.3, 1.0), (0.0, 0.0)] {
        let mut scene = space();
        let body = add(&mut scene, Body::dynamic(), Collider::cuboid(0.5, 0.5));
        let blown = scene.explode(Explosion::new([x, 0.0], 2.0).impulse(3.0)).unwrap();
        let speed = at(&scene, body).velocity();
        assert!((speed - Vector::new(3.0 * sign, 0.0)).norm() < 1e-4, "{speed}");
        assert_eq!(blown.len(), usize::from(sign != 0.0));
    }
}

/// The same for a body of two colliders, whichever is around the centre.
#[test]
fn an_explosion_within_one_of_two_colliders_pushes_as_within_one() {
    for x in [0.3, 0.2, -0.3] {
        let impulse = |colliders: Vec<Collider>| {
            let mut scene = space();
            scene.add(Body::dynamic(), colliders).unwrap();
            scene.explode(Explosion::new([x, 0.0], 2.0).impulse(5.0)).unwrap()[0].impulse
        };
        let whole = impulse(vec![Collider::cuboid(0.5, 0.5)]);
        let halves = [-0.25, 0.25].map(|x| Collider::cuboid(0.25, 0.5).at([x, 0.0]));
        let halves = impulse(halves.into());
        assert!((whole - halves).norm() < 1e-4, "{whole} {halves}");
    }
}

/// The nearer the stronger, up to about the impulse times the width in touch, whatever the shape.
/// Within the core, where the strength is the same, up to 7 % go to both sides at the distance of
/// the width.
#[test]
fn it_is_the_stronger_the_nearer_it_is() {
    let shapes = [
        (Collider::cuboid(0.5, 0.5), 0.5, 1.0),
        (Collider::cuboid(0.1, 0.5), 0.1, 1.0),
        (Collider::circle(0.5), 0.5, 1.0),
        (Collider::rounded_cuboid(0.5, 0.5, 0.2), 0.5, 1.0),
        (Collider::capsule([0.0, -0.3], [0.0, 0.3], 0.2), 0.2, 1.0),
        (Collider::cuboid(2.0, 0.1), 2.0, 0.2),
    ];
    for (core, shape) in [0.0, 1.0].into_iter().flat_map(|core| (0..6).map(move |it| (core, it))) {
        let (collider, half, width) = shapes[shape].clone();
        let impulse = |gap: Real| {
            let mut scene = space();
            add(&mut scene, Body::dynamic().position([gap + half, 0.0]), collider.clone());
            let explosion = Explosion::new([0.0, 0.0], 6.0).impulse(10.0).core(core);
            let blown = scene.explode(explosion).unwrap();
            assert!(blown[0].impulse.y.abs() < 1e-3);
            blown[0].impulse.x
        };
        let gaps = [3.0, 2.0, 1.5, 1.0, 0.7, 0.5, 0.3, 0.1, 0.03, 0.01, 1e-3, 1e-4];
        let mut before = 0.0;
        for gap in gaps {
            let now = impulse(gap);
            let least = if core == 0.0 { 0.999 } else { 0.925 };
            assert!(now >= least * before, "{shape} {core}, {gap}: {now} after {before}");
            before = now.max(before);
        }
        let touching = 0.1 * impulse(1e-4) / width;
        assert!((0.9..1.01).contains(&touching), "{shape} {core}: {touching}");
    }
}

/// A body that is met off its middle turns, and continuously so while the centre goes along it.
#[test]
fn a_near_explosion_off_the_middle_turns_a_body() {
    let mut before: Option<[Real; 3]> = None;
    for step in 0..97 {
        let y = -0.48 + 0.01 * step as Real;
        let mut scene = space();
        let body =
            add(&mut scene, Body::dynamic().position([0.51, 0.0]), Collider::cuboid(0.5, 0.5));
        scene.explode(Explosion::new([0.0, y], 4.0).impulse(3.0)).unwrap();
        let body = at(&scene, body);
        let now = [body.velocity().x, body.velocity().y, body.angular_velocity()];
        // What pushes to the right above the middle turns clockwise.
        assert!(y.abs() < 0.02 || now[2] * y < 0.0, "{y}: {now:?}");
        let jump = before.map_or(0.0, |old| (0..3).map(|it| (now[it] - old[it]).abs()).sum());
        assert!(jump < 0.1, "{y}: {now:?} {before:?}");
        before = Some(now);
    }
}

/// The greatest speed is meant in the unit of the world.
#[test]
fn the_greatest_speed_is_in_the_units_of_the_world() {
    let config = SceneConfig { gravity: Vector::zeros(), length_unit: 50.0, ..Default::default() };
    let mut scene = Scene::new(config).unwrap();
    let body = Body::dynamic().position([100.0, 0.0]);
    let body = add(&mut scene, body, Collider::cuboid(25.0, 25.0).mass(1.0));
    scene.explode(Explosion::new([0.0, 0.0], 400.0).impulse(1e4)).unwrap();
    let most = 50.0 * SolverConfig::default().max_speed;
    assert!((at(&scene, body).velocity().x - most).abs() < 1e-3 * most);
}

/// How far it reaches does not matter to what is near.
#[test]
fn an_explosion_that_reaches_to_the_horizon_sees_what_is_near() {
    let speed = |reach: Real| {
        let mut scene = space();
        let body = Body::dynamic().position([1.5, 0.8]).angle(0.4);
        let body = add(&mut scene, body, Collider::cuboid(0.9, 0.3));
        scene.explode(Explosion::new([0.0, 0.0], reach).core(3.0)).unwrap();
        at(&scene, body).velocity()
    };
    assert!((speed(4.0) - speed(1e12)).norm() < 1e-5, "{} {}", speed(4.0), speed(1e12));
}

/// However strong it is and however light a body, none gets faster than bodies may.
#[test]
fn absurd_explosions_are_bounded() {
    let config = SolverConfig::default();
    for (impulse, density) in [(1e15, 1e-9), (1e15, 1.0), (-1e15, 1e-6), (1e-15, 1e9)] {
        let mut scene = space();
        let thin = Collider::cuboid(0.001, 0.8).density(density);
        let body = add(&mut scene, Body::dynamic().position([0.5, 0.4]).angle(0.3), thin);
        scene.explode(Explosion::new([0.0, 0.0], 1e10).impulse(impulse)).unwrap();
        assert!(at(&scene, body).velocity().norm() <= 1.001 * config.max_speed);
        run(&mut scene, 10);
        scene.validate().unwrap();
        assert!(at(&scene, body).velocity().norm() <= 1.001 * config.max_speed);
    }
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let mut scene = space();
    add(&mut scene, Body::dynamic().position([1.0, 0.0]).fracture(0.1), Collider::circle(0.5));
    let before = scene.state_hash();
    let plain = Explosion::new([0.0, 0.0], 2.0);
    let bad = [
        (Explosion::new([Real::NAN, 0.0], 2.0), "center"),
        (Explosion::new([0.0, 1e30], 2.0), "center"),
        (Explosion::new([0.0, 0.0], 0.0), "reach"),
        (Explosion::new([0.0, 0.0], -1.0), "reach"),
        (Explosion::new([0.0, 0.0], Real::INFINITY), "reach"),
        (plain.core(-1.0), "core"),
        (plain.core(3.0), "core"),
        (plain.core(Real::NAN), "core"),
        (plain.impulse(Real::NAN), "impulse"),
        (plain.impulse(1e30), "impulse"),
    ];
    for (explosion, parameter) in bad {
        let Err(Error::BadValue(error)) = scene.explode(explosion) else { panic!("{parameter}") };
        assert!(error.to_string().contains(parameter), "{error} for {parameter}");
        assert!(scene.edit(Edit::Explode(explosion)).is_err());
    }
    assert_eq!(scene.state_hash(), before);
    assert_eq!(scene.explode(Explosion::new([50.0, 0.0], 2.0)).unwrap(), []);
    assert_eq!(scene.state_hash(), before);
}

/// A recording of one plays to the same bits.
#[test]
fn recorded_explosions_do_the_same() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |it| it);
    for x in 0..5 {
        let body = Body::dynamic().position([x as Real - 2.0, 0.5]).fracture(3.0);
        add(&mut scene, body, Collider::cuboid(0.4, 0.4));
    }
    scene.record(Recorder::default()).unwrap();
    run(&mut scene, 5);
    let explosion = Explosion::new([0.5, 0.2], 6.0).impulse(9.0).shielded(true);
    scene.explode(explosion).unwrap();
    run(&mut scene, 60);
    let mut replay = Replay::new(scene.take_recording().unwrap()).unwrap();
    assert_eq!(replay.check(), Ok(()));
    assert_eq!(replay.scene().state_hash(), scene.state_hash());
}
