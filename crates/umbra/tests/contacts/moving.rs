//! Moving ground carries the bodies on it: platforms that go to and fro or up and down, and belts.

use umbra::prelude::*;

/// Steps per second.
const RATES: [u32; 3] = [30, 60, 120];
/// The upper side of a platform, seen from its middle.
const TOP: Real = 0.25;

/// Something that stands on a platform, with its middle this far above it.
struct Rider {
    name: &'static str,
    height: Real,
    shape: fn() -> Collider,
    turns: bool,
}

const RIDERS: [Rider; 5] = [
    Rider { name: "box", height: 0.5, shape: || Collider::cuboid(0.5, 0.5), turns: true },
    Rider { name: "plank", height: 0.1, shape: || Collider::cuboid(0.9, 0.1), turns: true },
    Rider {
        name: "rounded box",
        height: 0.5,
        shape: || Collider::rounded_cuboid(0.4, 0.4, 0.1),
        turns: true,
    },
    Rider {
        name: "capsule",
        height: 0.75,
        shape: || Collider::capsule([0.0, -0.4], [0.0, 0.4], 0.35),
        turns: false,
    },
    Rider { name: "ball", height: 0.5, shape: || Collider::circle(0.5), turns: false },
];

/// A platform that moves along a direction like a pendulum, from rest, once per period.
#[derive(Clone, Copy)]
struct Sway {
    along: Vector,
    period: u32,
}

impl Sway {
    /// Where the platform is at a time in seconds. It stands still for the first second.
    fn at(self, time: f64) -> Pose {
        let turn = (time - 1.0).max(0.0) / f64::from(self.period) * core::f64::consts::TAU;
        let way = (0.5 - 0.5 * turn.cos()) as Real;
        pose(Point::from(self.along * way), 0.0)
    }
}

/// A platform with a rider on it.
fn ride(rider: &Rider, mass: Real) -> (Scene, BodyKey, BodyKey) {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let platform = scene.add_body(Body::kinematic()).unwrap();
    scene.add_collider(platform, Collider::cuboid(3.0, TOP).friction(0.8)).unwrap();
    let body = Body::dynamic().position([0.3, TOP + rider.height]);
    let body = if rider.turns { body } else { body.lock_rotation() };
    let body = scene.add_body(body.can_sleep(false)).unwrap();
    scene.add_collider(body, (rider.shape)().mass(mass).friction(0.8)).unwrap();
    (scene, platform, body)
}

/// How much the place of the rider on the platform changes in each of three periods, along x and
/// along y.
fn drifts(rider: &Rider, mass: Real, sway: Sway, rate: u32) -> Vec<Vector> {
    let (mut scene, platform, body) = ride(rider, mass);
    let dt = 1.0 / rate as Real;
    let steps = sway.period * rate;
    let mut spans = vec![];
    let mut span = None;
    for step in 1..=rate + 3 * steps {
        let to = sway.at(f64::from(step) / f64::from(rate));
        scene.body_mut(platform).unwrap().move_to(to, dt).unwrap();
        scene.step(dt).unwrap();
        if step < rate {
            continue;
        }
        let above = scene.body(body).unwrap().position() - scene.body(platform).unwrap().position();
        let (least, most) = span.unwrap_or((above, above));
        span = Some((least.inf(&above), most.sup(&above)));
        if step > rate && (step - rate).is_multiple_of(steps) {
            spans.extend(span.take().map(|(least, most)| most - least));
            span = Some((above, above));
        }
    }
    assert_eq!(spans.len(), 3);
    spans
}

/// Checks that riders of these masses stay within a millimetre of where they stand.
fn assert_carried(masses: &[Real], sway: Sway) {
    for rider in &RIDERS {
        for mass in masses {
            for rate in RATES {
                for drift in drifts(rider, *mass, sway, rate) {
                    let what = format!("{} of {mass} kg at {rate} Hz: {drift}", rider.name);
                    assert!(drift.x < 1e-3 && drift.y < 1e-3, "{what}");
                }
            }
        }
    }
}

/// A metre and a half to and fro in four seconds: up to a fifth of gravity, with a friction that
/// could bear four fifths.
#[test]
fn riders_do_not_slip_on_a_platform_that_goes_to_and_fro() {
    let sway = Sway { along: Vector::new(1.5, 0.0), period: 4 };
    assert_carried(&[0.1, 70.0, 5000.0], sway);
}

/// A kinematic body changes its velocity at the beginning of a step, and friction can give its
/// rider so much in a substep. What asks for more slips until the substep in which the rider has
/// caught up: for 2 m in four seconds by 1.2 mm at 60 Hz, half as much at 120, and as far back on
/// the way back.
#[test]
fn what_asks_for_more_than_the_friction_of_a_substep_slips_until_it_has_caught_up() {
    let (friction, gravity) = (0.8, 9.81);
    let substeps = SolverConfig::default().substeps;
    for (reach, period) in [(2.0, 4), (4.0, 4), (1.0, 2)] {
        let sway = Sway { along: Vector::new(reach, 0.0), period };
        for rate in RATES {
            let time = |step: u32| f64::from(step) / f64::from(rate);
            let dt = 1.0 / rate as Real;
            let substep = dt / substeps as Real;
            let place = |step: u32| sway.at(time(step)).translation.x;
            let (mut slip, mut least, mut most) = (0.0_f32, 0.0_f32, 0.0_f32);
            for step in rate + 1..=rate + period * rate {
                let mut change = (place(step + 1) - 2.0 * place(step) + place(step - 1)) / dt;
                for _ in 0..substeps {
                    let given = friction * gravity * substep;
                    change -= change.clamp(-given, given);
                    slip += change * substep;
                }
                (least, most) = (least.min(slip), most.max(slip));
            }
            for rider in RIDERS.iter().filter(|rider| !rider.turns) {
                for drift in drifts(rider, 70.0, sway, rate) {
                    let (is, may) = (drift.x, 1.1 * (most - least) + 1e-4);
                    assert!(is < may, "{} at {rate} Hz, {reach} m: {is} > {may}", rider.name);
                    assert!(drift.y < 1e-3, "{} at {rate} Hz, {reach} m: {drift}", rider.name);
                }
            }
        }
    }
}

/// A metre up and down in two seconds: up to half of gravity.
#[test]
fn riders_neither_dip_nor_hop_on_a_lift() {
    let sway = Sway { along: Vector::new(0.0, 1.0), period: 2 };
    assert_carried(&[0.1, 70.0, 5000.0], sway);
}

/// A rider is pushed and lifted at once, by a tenth of gravity each: what falls away is pressed
/// less, and held less.
#[test]
fn riders_stay_on_a_platform_that_goes_aslant() {
    let sway = Sway { along: Vector::new(0.8, 0.8), period: 4 };
    assert_carried(&[70.0], sway);
}

/// A platform that falls away faster than things fall leaves its rider behind: what the tests above
/// measure can fail.
#[test]
fn a_lift_that_outruns_gravity_leaves_its_rider_behind() {
    let sway = Sway { along: Vector::new(0.0, 8.0), period: 2 };
    let drift = drifts(&RIDERS[0], 70.0, sway, 60)[0];
    assert!(drift.y > 0.1, "{drift}");
}

/// A disc that may turn rolls on a platform that moves below it without slipping. Its inertia is
/// half of that of a ring, so it is carried a third of the way.
#[test]
fn a_ball_rolls_and_is_carried_a_third_of_the_way() {
    let sway = Sway { along: Vector::new(2.0, 0.0), period: 4 };
    let rider = Rider { turns: true, ..RIDERS[4] };
    for mass in [0.1, 70.0, 5000.0] {
        for rate in RATES {
            let (mut scene, platform, body) = ride(&rider, mass);
            let (dt, mut slip) = (1.0 / rate as Real, 0.0);
            for step in 1..=rate + 4 * rate {
                let to = sway.at(f64::from(step) / f64::from(rate));
                scene.body_mut(platform).unwrap().move_to(to, dt).unwrap();
                scene.step(dt).unwrap();
                let (ball, below) = (scene.body(body).unwrap(), scene.body(platform).unwrap());
                let foot = ball.position() - Vector::new(0.0, rider.height);
                slip += (ball.velocity_at(foot) - below.velocity()).x.abs() * dt;
                let carried = ball.position().x - 0.3;
                let third = below.position().x / 3.0;
                let what = format!("{mass} kg at {rate} Hz: {carried} of {third}");
                assert!((carried - third).abs() < 1e-3, "{what}");
            }
            assert!(slip < 1e-3, "{mass} kg at {rate} Hz: {slip}");
        }
    }
}

/// A tower leans and is pressed together by some millimetres, and comes to the same place with
/// every period: it does not creep.
#[test]
fn a_tower_of_boxes_does_not_creep() {
    let sway = Sway { along: Vector::new(1.0, 0.5), period: 4 };
    for rate in RATES {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        let platform = scene.add_body(Body::kinematic()).unwrap();
        scene.add_collider(platform, Collider::cuboid(3.0, TOP)).unwrap();
        let boxes: Vec<_> = (0..4)
            .map(|row| {
                let body = Body::dynamic().position([0.0, TOP + 0.4 + 0.8 * row as Real]);
                let body = scene.add_body(body.can_sleep(false)).unwrap();
                scene.add_collider(body, Collider::cuboid(0.4, 0.4)).unwrap();
                body
            })
            .collect();
        let dt = 1.0 / rate as Real;
        let mut first: Option<Vec<Vector>> = None;
        for step in 1..=rate + 12 * rate {
            let to = sway.at(f64::from(step) / f64::from(rate));
            scene.body_mut(platform).unwrap().move_to(to, dt).unwrap();
            scene.step(dt).unwrap();
            if step <= rate || !(step - rate).is_multiple_of(4 * rate) {
                continue;
            }
            let below = scene.body(platform).unwrap().position();
            let place = |body: &BodyKey| scene.body(*body).unwrap().position() - below;
            let places: Vec<_> = boxes.iter().map(place).collect();
            for (row, (at, then)) in
                places.iter().zip(first.get_or_insert(places.clone())).enumerate()
            {
                let put = Vector::new(0.0, TOP + 0.4 + 0.8 * row as Real);
                let (off, crept) = (*at - put, *at - *then);
                assert!(off.norm() < 0.03, "box {row} at {rate} Hz: {off}");
                assert!(crept.norm() < 1e-4, "box {row} at {rate} Hz: {crept}");
            }
        }
    }
}

/// What can be a belt: a name, and its upper side at y = 0, 40 m long.
fn belts() -> [(&'static str, Collider); 7] {
    let below = |shape: Collider| shape.at([0.0, -0.5]);
    let points = (-40..=40).map(|x| [0.5 * Real::from(x as i16), 0.0]);
    let cells = [[Tile::from(Cell::Full); 80]];
    let half = [[Tile::from(Cell::Half { half: Half::Top }); 80]];
    let at = pose([-20.0, -0.5], 0.0);
    [
        ("box", below(Collider::cuboid(20.0, 0.5))),
        ("rounded box", below(Collider::rounded_cuboid(19.6, 0.4, 0.1))),
        ("capsule", below(Collider::capsule([-20.0, 0.0], [20.0, 0.0], 0.5))),
        ("chain", Collider::chain(points)),
        ("heightfield", Collider::heightfield([0.0; 41], 40.0)),
        ("cells", Collider::tiles(0.5, cells).offset(at)),
        ("half cells", Collider::tiles(0.5, half).offset(at)),
    ]
}

/// The box is put down at rest, and friction brings it to the belt's speed within half a second.
#[test]
fn belts_of_all_shapes_carry_a_box_at_their_speed() {
    for rate in RATES {
        for speed in [1.5, -2.0] {
            for (name, belt) in belts() {
                let mut scene = Scene::new(SceneConfig::default()).unwrap();
                let ground = scene.add_body(Body::fixed()).unwrap();
                scene.add_collider(ground, belt.surface_speed(speed).friction(0.8)).unwrap();
                let body = Body::dynamic().position([0.0, 0.4]);
                let body = scene.add_body(body).unwrap();
                let shape = Collider::cuboid(0.4, 0.4).friction(0.8);
                scene.add_collider(body, shape).unwrap();
                let dt = 1.0 / rate as Real;
                (0..rate).for_each(|_| scene.step(dt).unwrap());
                let start = scene.body(body).unwrap().position();
                for _ in 0..3 * rate {
                    scene.step(dt).unwrap();
                    let velocity = scene.body(body).unwrap().velocity();
                    let what = format!("{name}, {speed} m/s at {rate} Hz: {velocity}");
                    // On cells, contacts begin and end under the box: within a thousandth.
                    let off = (velocity - Vector::new(speed, 0.0)).norm();
                    assert!(off < 1e-3 * speed.abs(), "{what}");
                }
                let moved = scene.body(body).unwrap().position() - start;
                let off = moved - Vector::new(3.0 * speed, 0.0);
                assert!(off.norm() < 1e-3, "{name}, {speed} m/s at {rate} Hz: off by {off}");
            }
        }
    }
}
