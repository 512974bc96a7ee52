//! Debug drawing of a scene, and pictures written from it.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../../umbra-core/tests/common/mod.rs"]
mod common;

use umbra_draw::{DebugColor, DebugDraw, DebugOptions, DebugPalette, DrawScene, SvgDraw};

use common::prelude::*;
use common::{add, ground, run, scene, stack};

/// Writes down what it is told to draw.
#[derive(Default)]
struct Log(Vec<String>);

impl Log {
    fn count(&self, kind: &str) -> usize {
        self.0.iter().filter(|line| line.split(' ').next() == Some(kind)).count()
    }

    fn new(scene: &Scene, options: DebugOptions) -> Self {
        let mut log = Self::default();
        scene.debug_draw(&mut log, options).unwrap();
        log
    }
}

impl DebugDraw for Log {
    fn circle(&mut self, center: Point, radius: Real, _: Rotation, color: DebugColor) {
        self.0.push(format!("circle {center} {radius} {color:?}"));
    }
    fn capsule(&mut self, a: Point, b: Point, radius: Real, color: DebugColor) {
        self.0.push(format!("capsule {a} {b} {radius} {color:?}"));
    }
    fn polygon(&mut self, vertices: &[Point], radius: Real, color: DebugColor) {
        self.0.push(format!("polygon {vertices:?} {radius} {color:?}"));
    }
    fn segment(&mut self, a: Point, b: Point, color: DebugColor) {
        self.0.push(format!("segment {a} {b} {color:?}"));
    }
    fn arrow(&mut self, from: Point, along: Vector, color: DebugColor) {
        self.0.push(format!("arrow {from} {:?} {color:?}", [along.x, along.y]));
    }
    fn point(&mut self, at: Point, color: DebugColor) {
        self.0.push(format!("point {at} {color:?}"));
    }
    fn text(&mut self, at: Point, text: &str, color: DebugColor) {
        self.0.push(format!("text {at} {text} {color:?}"));
    }
}

const ONLY: DebugOptions = DebugOptions {
    shapes: false,
    joints: false,
    fields: false,
    portals: false,
    boxes: false,
    contacts: false,
    normals: false,
    impulses: false,
    centers_of_mass: false,
    velocities: false,
    islands: false,
    view: None,
    interpolation: 1.0,
    normal_length: 0.3,
    impulse_length: 1.0,
    velocity_length: 0.1,
    palette: PALETTE,
};

const fn grey(value: u8) -> DebugColor {
    DebugColor { red: value, green: value, blue: value }
}

const PALETTE: DebugPalette = DebugPalette {
    fixed: grey(1),
    kinematic: grey(2),
    awake: grey(3),
    asleep: grey(4),
    disabled: grey(5),
    joint: grey(14),
    sensor: grey(15),
    bounds: grey(6),
    touching: grey(7),
    near: grey(8),
    normal: grey(9),
    impulse: grey(10),
    center_of_mass: grey(11),
    velocity: grey(12),
    island: grey(13),
};

#[test]
fn a_small_scene_is_drawn_as_it_always_was() {
    let mut scene = scene(10.0, SolverConfig::default());
    let floor = Collider::cuboid(3.0, 0.25);
    add(&mut scene, Body::fixed().position([0.0, -0.25]), floor);
    let tile = Collider::rounded_cuboid(0.5, 0.4, 0.1);
    add(&mut scene, Body::dynamic().position([-1.5, 0.5]).angle(0.5), tile);
    add(&mut scene, Body::kinematic().position([0.5, 1.0]), Collider::circle(0.5));
    let pill = Collider::capsule([-0.3, 0.0], [0.3, 0.0], 0.2);
    add(&mut scene, Body::dynamic().position([2.0, 0.5]).velocity([2.0, 0.0]), pill);
    add(&mut scene, Body::fixed(), Collider::chain([[-3.0, 2.0], [0.0, 1.6], [3.0, 2.0]]));

    let mut picture = SvgDraw::new().scale(100.0).unwrap();
    let options = DebugOptions { boxes: true, velocities: true, ..DebugOptions::default() };
    scene.debug_draw(&mut picture, options).unwrap();
    picture.text(Point::new(0.0, 2.2), "<\"small\" & \u{7}quiet>", grey(40));
    // Run with UMBRA_BLESS=1 to write the file anew, and look at it in a browser.
    let path = "tests/golden/small_scene.svg";
    if std::env::var_os("UMBRA_BLESS").is_some() {
        picture.save(path).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    assert_eq!(picture.to_string(), expected);
}

#[test]
fn sensors_have_a_colour_of_their_own_and_lie_behind_the_rest() {
    let mut scene = scene(10.0, SolverConfig::default());
    add(&mut scene, Body::dynamic(), Collider::circle(1.0));
    add(&mut scene, Body::fixed(), Collider::circle(2.0));
    add(&mut scene, Body::kinematic(), Collider::circle(3.0).sensor(true));
    let off = add(&mut scene, Body::kinematic(), Collider::circle(4.0).sensor(true));
    scene.body_mut(off).unwrap().set_enabled(false).unwrap();
    let log = Log::new(&scene, DebugOptions { shapes: true, ..ONLY });
    let drawn = [(3, grey(15)), (4, grey(5)), (2, grey(1)), (1, grey(3))];
    let line = |(radius, color)| format!("circle {} {radius} {color:?}", Point::origin());
    assert_eq!(log.0, drawn.map(line));
}

#[test]
fn shapes_are_coloured_by_the_state_of_their_bodies() {
    let mut scene = scene(10.0, SolverConfig::default());
    let bodies = [
        Body::dynamic(),
        Body::kinematic(),
        Body::fixed(),
        Body::dynamic().enabled(false),
        Body::dynamic().sleeping(true),
    ];
    for (index, body) in bodies.into_iter().enumerate() {
        add(&mut scene, body.position([5.0 * index as Real, 0.0]), Collider::circle(0.5));
    }
    let log = Log::new(&scene, DebugOptions { shapes: true, ..ONLY });
    let expected: Vec<String> = [
        (2, PALETTE.fixed),
        (0, PALETTE.awake),
        (1, PALETTE.kinematic),
        (3, PALETTE.disabled),
        (4, PALETTE.asleep),
    ]
    .map(|(at, color)| format!("circle {{{}, 0}} 0.5 {color:?}", 5 * at))
    .into();
    assert_eq!(log.0, expected);
}

#[test]
fn each_option_draws_what_it_says_and_nothing_else() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    stack(&mut scene, 0.0, 2);
    stack(&mut scene, 5.0, 3);
    let ball = Body::dynamic().position([-5.0, 3.0]).velocity([4.0, 0.0]);
    add(&mut scene, ball, Collider::circle(0.5));
    run(&mut scene, 20);
    let drawn = |options| Log::new(&scene, options);

    assert!(drawn(ONLY).0.is_empty());
    let log = drawn(DebugOptions { shapes: true, ..ONLY });
    assert_eq!((log.count("polygon"), log.count("circle"), log.0.len()), (6, 1, 7));
    let log = drawn(DebugOptions { boxes: true, ..ONLY });
    assert_eq!((log.count("segment"), log.0.len()), (4 * 7, 4 * 7));
    let log = drawn(DebugOptions { contacts: true, ..ONLY });
    assert_eq!((log.count("point"), log.0.len()), (10, 10));
    let log = drawn(DebugOptions { normals: true, ..ONLY });
    assert_eq!((log.count("arrow"), log.0.len()), (10, 10));
    assert!(log.0.iter().all(|line| line.contains(", 0.3] ")), "{:?}", log.0);
    let log = drawn(DebugOptions { impulses: true, ..ONLY });
    assert_eq!((log.count("arrow"), log.0.len()), (10, 10));
    let log = drawn(DebugOptions { centers_of_mass: true, ..ONLY });
    assert_eq!((log.count("point"), log.0.len()), (6, 6));
    let log = drawn(DebugOptions { islands: true, ..ONLY });
    let texts: Vec<_> = log.0.iter().filter(|line| line.starts_with("text")).collect();
    assert_eq!((texts.len(), log.0.len()), (2, 10));
    assert!(texts[0].contains("2 bodies") && texts[1].contains("3 bodies"), "{texts:?}");
}

#[test]
fn velocities_and_lengths_follow_the_length_unit() {
    let config = SceneConfig { length_unit: 50.0, ..SceneConfig::default() };
    let mut scene = Scene::new(config).unwrap();
    let body = Body::dynamic().velocity([3.0, 0.0]);
    add(&mut scene, body, Collider::circle(25.0));
    let log = Log::new(&scene, DebugOptions { velocities: true, ..ONLY });
    assert_eq!(log.0, [format!("arrow {{0, 0}} [15.0, 0.0] {:?}", PALETTE.velocity)]);
}

#[test]
fn only_what_reaches_into_the_view_is_drawn() {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    stack(&mut scene, 0.0, 2);
    stack(&mut scene, 50.0, 2);
    run(&mut scene, 5);
    let view = Some(Aabb::new([-2.0, 0.4], [2.0, 5.0]).unwrap());
    let log = Log::new(&scene, DebugOptions { view, ..DebugOptions::all() });
    // Two boxes with their bounds and the box around both; the ground lies below the view.
    assert_eq!((log.count("polygon"), log.count("segment"), log.count("text")), (2, 12, 1));
    // The upper two contact points, with normals and impulses, and two velocities.
    assert_eq!((log.count("point"), log.count("arrow")), (2 + 2, 4 + 2));
}

#[test]
fn bad_options_are_refused_and_nothing_is_drawn() {
    let mut scene = scene(10.0, SolverConfig::default());
    stack(&mut scene, 0.0, 1);
    let mut log = Log::default();
    let mut refused = |options| scene.debug_draw(&mut log, options).unwrap_err().to_string();
    let all = DebugOptions::all();
    let message = refused(DebugOptions { normal_length: -1.0, ..all });
    assert_eq!(message, "`normal_length` must not be negative, but is -1");
    assert!(refused(DebugOptions { impulse_length: Real::NAN, ..all }).contains("impulse_length"));
    let endless = DebugOptions { velocity_length: Real::INFINITY, ..all };
    assert!(refused(endless).contains("velocity_length"));
    let inverted = Aabb { min: Point::new(1.0, 0.0), max: Point::new(0.0, 1.0) };
    assert!(refused(DebugOptions { view: Some(inverted), ..all }).contains("view"));
    let endless = Aabb { min: Point::new(0.0, 0.0), max: Point::new(Real::INFINITY, 1.0) };
    assert!(refused(DebugOptions { view: Some(endless), ..all }).contains("view"));
    assert!(log.0.is_empty());
}

#[test]
fn an_empty_scene_makes_an_empty_picture() {
    let mut scene = scene(10.0, SolverConfig::default());
    for _ in 0..2 {
        let mut picture = SvgDraw::new();
        scene.debug_draw(&mut picture, DebugOptions::all()).unwrap();
        let text = picture.to_string();
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"), "{text}");
        assert!(text.contains("width=\"32\" height=\"32\""), "{text}");
        assert_eq!(text.lines().count(), 3);
        // A body without colliders has nothing to show either.
        scene.add_body(Body::fixed()).unwrap();
    }
}

#[test]
fn degenerate_views_scales_and_opacities_are_refused() {
    let view = |min: [Real; 2], max: [Real; 2]| Aabb { min: min.into(), max: max.into() };
    let refused = |view| SvgDraw::new().view(view).unwrap_err().to_string();
    assert!(refused(view([0.0, 0.0], [0.0, 1.0])).contains("width of the view"));
    assert!(refused(view([0.0, 0.0], [1.0, 0.0])).contains("height of the view"));
    assert!(refused(view([1.0, 0.0], [0.0, 1.0])).contains("aabb"));
    assert!(refused(view([0.0, 0.0], [Real::NAN, 1.0])).contains("max"));
    assert!(SvgDraw::new().view(Aabb::EMPTY).is_err());
    for scale in [0.0, -1.0, Real::NAN, Real::INFINITY] {
        assert!(SvgDraw::new().scale(scale).unwrap_err().to_string().contains("scale"));
    }
    for opacity in [-0.1, 1.1, Real::NAN] {
        assert!(SvgDraw::new().opacity(opacity).unwrap_err().to_string().contains("opacity"));
    }
    assert!(SvgDraw::new().view(view([0.0, 0.0], [2.0, 1.0])).is_ok());
}

#[test]
fn what_is_not_finite_is_left_out_of_a_picture() {
    let (good, color) = (Point::new(1.0, 1.0), grey(0));
    let mut picture = SvgDraw::new();
    for bad in [Real::NAN, Real::INFINITY, -Real::INFINITY] {
        let place = Point::new(0.0, bad);
        picture.circle(place, 1.0, Rotation::identity(), color);
        picture.circle(good, bad, Rotation::identity(), color);
        picture.capsule(good, place, 1.0, color);
        picture.polygon(&[good, place, Point::new(3.0, 0.0)], 0.0, color);
        picture.segment(place, good, color);
        picture.arrow(good, place.coords, color);
        picture.point(place, color);
        picture.text(place, "nowhere", color);
        picture.outline(&Aabb { min: place, max: place }, color);
    }
    picture.circle(good, -1.0, Rotation::identity(), color);
    picture.polygon(&[], 1.0, color);
    assert_eq!(picture, SvgDraw::new());
    // What has no extent is still drawn where it is.
    picture.capsule(good, good, 0.5, color);
    picture.polygon(&[good], 0.5, color);
    assert_eq!(picture.to_string().matches("<circle").count(), 2);
}

#[test]
fn a_picture_far_from_the_origin_is_the_same_one() {
    let draw = |at: Real| {
        let mut picture = SvgDraw::new().scale(10.0).unwrap();
        let tile = Polygon::cuboid(1.0, 0.5).unwrap().into();
        picture.shape(&tile, &pose([at, 0.0], 0.0), grey(9));
        picture.arrow(Point::new(at, 0.5), Vector::new(0.0, 1.0), grey(9));
        picture.to_string()
    };
    assert_eq!(draw(0.0), draw(16_384.0));
    assert_eq!(draw(0.0), draw(-1_048_576.0));
}

#[test]
fn bodies_and_joints_are_shown_between_two_steps() {
    let mut scene = scene(0.0, SolverConfig::default());
    let anchor = scene.add_body(Body::fixed()).unwrap();
    let ball = add(
        &mut scene,
        Body::dynamic().position([2.0, 0.0]).velocity([6.0, 0.0]),
        Collider::circle(0.5),
    );
    scene.add_joint(Joint::spring(anchor, ball, [0.0, 0.0], [2.0, 0.0], 0.01, 0.0)).unwrap();
    run(&mut scene, 1);
    let at = |interpolation| {
        let mut picture = Log::default();
        let options = DebugOptions { shapes: true, joints: true, interpolation, ..ONLY };
        scene.debug_draw(&mut picture, options).unwrap();
        picture.0
    };
    let now = scene.body(ball).unwrap().position().x;
    assert!((now - 2.1).abs() < 1e-3, "{now}");
    let halfway = (2.0 + now) / 2.0;
    for (interpolation, x) in [(0.0, 2.0), (0.5, halfway), (1.0, now)] {
        let drawn = at(interpolation);
        let circle = drawn.iter().find(|line| line.starts_with("circle")).unwrap();
        let end = drawn.iter().rfind(|line| line.starts_with("point")).unwrap();
        for line in [circle, end] {
            let start = line.find('{').unwrap() + 1;
            let drawn: Real = line[start..].split(',').next().unwrap().parse().unwrap();
            assert!((drawn - x).abs() < 1e-5, "{line} at {interpolation}, expected {x}");
        }
    }
    let wrong = DebugOptions { interpolation: 1.5, ..ONLY };
    let error = scene.debug_draw(&mut Log::default(), wrong).unwrap_err().to_string();
    assert_eq!(error, "`interpolation` must be from 0 to 1, but is 1.5");
}

/// Both segments of a portal are drawn, with marks where it is entered.
#[test]
fn portals_are_segments_with_marks() {
    for (portal, segments) in [
        (Portal::new([[0.0, 0.0], [0.0, 2.0]], [[5.0, 0.0], [5.0, 2.0]]), 12),
        (Portal::new([[0.0, 0.0], [0.0, 2.0]], [[5.0, 0.0], [5.0, 2.0]]).one_way(true), 7),
        (Portal::new([[0.0, 0.0], [0.0, 2.0]], [[5.0, 0.0], [5.0, 2.0]]).enabled(false), 0),
    ] {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        scene.add_portal(portal).unwrap();
        let log = Log::new(&scene, DebugOptions { portals: true, ..ONLY });
        assert_eq!(log.count("segment"), segments);
    }
}
