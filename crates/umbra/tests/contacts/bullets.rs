//! Fast bodies do not pass fixed and kinematic walls. Bullets pass neither each other nor any other
//! body.

use crate::common::DT;
use umbra::prelude::*;

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn from(&mut self, least: Real, most: Real) -> Real {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        least + (most - least) * (self.0 >> 40) as Real / (1_u64 << 24) as Real
    }

    fn below(&mut self, count: usize) -> usize {
        (self.from(0.0, count as Real) as usize).min(count - 1)
    }
}

fn shape(dice: &mut Dice) -> Collider {
    let size = dice.from(0.05, 0.5);
    match dice.below(5) {
        0 => Collider::circle(size),
        1 => Collider::cuboid(size, dice.from(0.05, 0.5)),
        2 => Collider::capsule([-size, 0.0], [size, 0.0], dice.from(0.05, 0.2)),
        3 => Collider::polygon([[size, 0.0], [0.0, size], [-size, -0.5 * size], [0.0, -size]]),
        _ => Collider::rounded_cuboid(0.6 * size, 0.5 * size, 0.2 * size),
    }
}

fn empty() -> Scene {
    Scene::new(SceneConfig { gravity: Vector::zeros(), ..SceneConfig::default() }).unwrap()
}

/// A wall of 5 cm, 16 m long.
fn of_one_box() -> Collider {
    Collider::cuboid(0.025, 8.0)
}

/// The same of cells.
fn of_cells() -> Collider {
    Collider::tiles(0.05, [[Cell::Full]; 320]).at([-0.025, -8.0])
}

/// Shoots a body at a wall of 5 cm; whether it ever was behind the wall.
fn passes(seed: u64, wall: Body, collider: Collider, dice: &mut Dice) -> bool {
    let mut scene = empty();
    scene.config_mut().solver = crate::common::solvers()[seed as usize % 3];
    let wall = scene.add_body(wall.angle(dice.from(-3.0, 3.0))).unwrap();
    let restitution = dice.from(0.0, 1.0);
    scene.add_collider(wall, collider.restitution(restitution)).unwrap();
    let pose = scene.body(wall).unwrap().pose();
    let way = pose.rotation * Vector::new(dice.from(0.3, 1.0), dice.from(-0.7, 0.7)).normalize();
    let speed = dice.from(1.0, 20.0).powi(2);
    let body = Body::dynamic()
        .position(Point::from(-way * dice.from(1.5, 12.0)))
        .angle(dice.from(-3.0, 3.0))
        .velocity(way * speed)
        .angular_velocity(dice.from(-60.0, 60.0));
    let key = scene.add_body(body).unwrap();
    scene.add_collider(key, shape(dice)).unwrap();
    let place = |scene: &Scene| {
        let wall = scene.body(wall).unwrap().pose();
        wall.inverse_transform_point(&scene.body(key).unwrap().center_of_mass())
    };
    assert!(place(&scene).x < 0.0, "case {seed} begins behind the wall");
    let steps = (20.0 / speed / DT) as u32;
    for _ in 0..steps.clamp(4, 240) {
        scene.step(DT).unwrap();
        let place = place(&scene);
        // Around its ends it may go.
        if place.y.abs() > 7.0 {
            return false;
        }
        if place.x > 0.0 {
            return true;
        }
    }
    false
}

fn cases() -> u64 {
    crate::common::cases(10_000)
}

#[test]
fn nothing_passes_a_fixed_wall() {
    for wall in [of_one_box, of_cells] {
        let passes = |seed: &u64| passes(*seed, Body::fixed(), wall(), &mut Dice::new(*seed));
        let bad: Vec<_> = (1..=cases()).filter(passes).collect();
        assert!(bad.is_empty(), "{bad:?} {:?}", wall());
    }
}

#[test]
fn nothing_passes_a_wall_that_moves_and_turns() {
    for collider in [of_one_box, of_cells] {
        let passes_moving = |seed: &u64| {
            let mut dice = Dice::new(*seed);
            let velocity = [dice.from(-5.0, 5.0), dice.from(-5.0, 5.0)];
            let wall = Body::kinematic().velocity(velocity).angular_velocity(dice.from(-3.0, 3.0));
            passes(*seed, wall, collider(), &mut dice)
        };
        let bad: Vec<_> = (1..=cases()).filter(passes_moving).collect();
        assert!(bad.is_empty(), "{bad:?} {:?}", collider());
    }
}

/// Two bodies on a course to meet in their middles, within a few steps.
fn meet(dice: &mut Dice, bullets: [bool; 2], continuous: Continuous) -> bool {
    let mut scene = empty();
    scene.config_mut().continuous = continuous;
    let way = {
        let angle = dice.from(-3.0, 3.0);
        Vector::new(angle.cos(), angle.sin())
    };
    let speeds = [dice.from(0.0, 300.0), dice.from(50.0, 400.0)];
    let after = dice.from(0.3, 3.0) * DT;
    let keys = [0, 1].map(|i| {
        let sign = if i == 0 { 1.0 } else { -1.0 };
        let (start, velocity) =
            (-way * (sign * (speeds[i] * after + 0.6)), way * (sign * speeds[i]));
        let body = Body::dynamic()
            .position(Point::from(start))
            .angle(dice.from(-3.0, 3.0))
            .velocity(velocity)
            .angular_velocity(dice.from(-60.0, 60.0))
            .bullet(bullets[i]);
        let key = scene.add_body(body).unwrap();
        scene.add_collider(key, shape(dice)).unwrap();
        key
    });
    let before = scene.body(keys[1]).unwrap().velocity();
    let steps = 8 + (1.2 / (speeds[0] + speeds[1]) / DT) as u32;
    (0..steps).any(|_| {
        scene.step(DT).unwrap();
        (scene.body(keys[1]).unwrap().velocity() - before).norm() > 1e-3
    })
}

#[test]
fn bullets_meet_one_another_and_all_else() {
    for (bullets, continuous) in [
        ([true, true], Continuous::Fixed),
        ([true, false], Continuous::Fixed),
        ([false, true], Continuous::Fixed),
        ([false, false], Continuous::All),
    ] {
        let misses = |seed: &u64| !meet(&mut Dice::new(*seed), bullets, continuous);
        let bad: Vec<_> = (1..=cases()).filter(misses).collect();
        assert!(bad.is_empty(), "{bullets:?}, {continuous:?}: {bad:?}");
    }
}

#[test]
fn what_is_no_bullet_may_miss() {
    let missed = |continuous| {
        let each = 1..=500_u64;
        let meets = |seed: &u64| {
            let mut dice = Dice::new(*seed);
            !meet(&mut dice, [false; 2], continuous)
        };
        each.filter(meets).count()
    };
    assert!(missed(Continuous::Fixed) > 20, "else the setting does nothing");
    assert_eq!(missed(Continuous::All), 0);
}

#[test]
fn nothing_is_swept_if_that_is_switched_off() {
    let passed = |continuous| {
        let mut scene = empty();
        scene.config_mut().continuous = continuous;
        let wall = scene.add_body(Body::fixed().position([10.0, 0.0])).unwrap();
        scene.add_collider(wall, Collider::cuboid(0.025, 5.0)).unwrap();
        let ball = scene.add_body(Body::dynamic().velocity([200.0, 0.0]).bullet(true)).unwrap();
        scene.add_collider(ball, Collider::circle(0.05)).unwrap();
        (0..10).for_each(|_| scene.step(DT).unwrap());
        scene.body(ball).unwrap().position().x > 10.0
    };
    assert!(passed(Continuous::Off));
    assert!(!passed(Continuous::Fixed));
    // The setting can be changed at any time, and a body can become a bullet.
    let mut scene = empty();
    let key = scene.add_body(Body::dynamic()).unwrap();
    assert!(!scene.body(key).unwrap().is_bullet());
    scene.body_mut(key).unwrap().set_bullet(true);
    assert!(scene.body(key).unwrap().is_bullet());
}

#[test]
fn sweeping_opens_no_joints() {
    // A chain of three is shot at a wall: with and without sweeps its joints open about as far.
    let widest = |continuous, speed: Real| {
        let mut scene = empty();
        scene.config_mut().continuous = continuous;
        let wall = scene.add_body(Body::fixed().position([6.0, 0.0])).unwrap();
        scene.add_collider(wall, Collider::cuboid(1.0, 5.0)).unwrap();
        let mut joints = vec![];
        let mut last = None;
        for i in 0..3_u8 {
            let body = Body::dynamic().position([0.6 * Real::from(i), 0.1 * Real::from(i)]);
            let key = scene.add_body(body.velocity([speed, 0.0])).unwrap();
            scene.add_collider(key, Collider::capsule([-0.2, 0.0], [0.2, 0.0], 0.1)).unwrap();
            if let Some(last) = last {
                let anchor = [0.6 * Real::from(i) - 0.3, 0.1 * Real::from(i) - 0.05];
                joints.push(scene.add_joint(Joint::revolute(last, key, anchor)).unwrap());
            }
            last = Some(key);
        }
        let mut widest: Real = 0.0;
        for _ in 0..60 {
            scene.step(DT).unwrap();
            for joint in &joints {
                widest = widest.max(scene.joint(*joint).unwrap().separation());
            }
        }
        widest
    };
    for speed in [5.0, 20.0, 60.0] {
        let [off, fixed] = [Continuous::Off, Continuous::Fixed].map(|it| widest(it, speed));
        assert!(fixed < 1.5 * off + 0.01, "{speed} m/s: {fixed} with sweeps, {off} without");
    }
}

/// A box meets a card with a corner, a tenth of a millimetre beside a corner of the card. Cast onto
/// the card, it is found to hit the card's side, while the nearest way between the two corners is
/// along that side.
#[test]
fn a_corner_beside_a_corner_is_struck() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let card = Body::dynamic().position([0.0, -15.0]).angle(-0.203_705_9);
    let card = scene.add_body(card.angular_velocity(0.168_625_26)).unwrap();
    scene.add_collider(card, Collider::cuboid(0.005, 0.15)).unwrap();
    let velocity = umbra::geom::math::rotation(0.436_089_1) * Vector::new(359.821_9, 0.0);
    let target = Point::new(0.0, -15.0 + 0.013_558_928);
    let shot = Body::dynamic()
        .position(target - velocity * 0.042_457_037)
        .velocity(velocity)
        .angle(-1.018_529_5)
        .angular_velocity(1.686_252_6)
        .bullet(true);
    let shot = scene.add_body(shot).unwrap();
    let size = 0.147_426_05;
    let shape = Collider::cuboid(size, 0.6 * size).restitution(0.293_057_14);
    scene.add_collider(shot, shape).unwrap();
    (0..5).for_each(|_| scene.step(DT).unwrap());
    assert!(scene.body(card).unwrap().velocity().x.abs() > 1e-3);
}

#[test]
fn what_is_struck_stops_at_cells_that_nothing_was_near() {
    for seed in 0..crate::common::cases(400) {
        let mut dice = Dice::new(seed);
        let mut scene = empty();
        let level = scene.add_body(Body::fixed()).unwrap();
        let column = vec![[Cell::Full]; 400];
        let map = Collider::tiles(0.1, column).at([0.0, -20.0]);
        scene.add_collider(level, map.restitution(1.0)).unwrap();
        let mut ball = |at: [Real; 2], velocity: [Real; 2]| {
            let key = scene.add_body(Body::dynamic().position(at).velocity(velocity)).unwrap();
            scene.add_collider(key, Collider::circle(0.35).restitution(1.0)).unwrap();
            key
        };
        let struck = ball([dice.from(-1.5, -0.4), -5.0], [0.0, 30.0]);
        let speed = dice.from(80.0, 250.0);
        let _ = ball([dice.from(-4.0, -2.5), dice.from(-5.2, -4.8)], [speed, 30.0]);
        for step in 0..20 {
            scene.step(DT).unwrap();
            let x = scene.body(struck).unwrap().position().x;
            assert!(x < 0.05, "{seed}, step {step}: {x}");
        }
        scene.validate().unwrap();
    }
}

/// Rooms of 20 m: with walls two cells thick, the same of boxes, and a loop with a link for each
/// metre.
fn rooms() -> [Vec<Collider>; 3] {
    let is_wall = |at: [i32; 2]| at.into_iter().any(|x| !(-10..10).contains(&x));
    let places = || (-12..12).flat_map(|y| (-12..12).map(move |x| [x, y]));
    let cell = |at| if is_wall(at) { Cell::Full } else { Cell::Empty };
    let row = |y| (-12..12).map(move |x| cell([x, y])).collect::<Vec<_>>();
    let cells = Collider::tiles(1.0, (-12..12).map(row)).at([-12.0, -12.0]);
    let block = |[x, y]: [i32; 2]| {
        let at = [x as Real + 0.5, y as Real + 0.5];
        Collider::cuboid(0.5, 0.5).at(at)
    };
    let corners = [[-10.0, -10.0], [10.0, -10.0], [10.0, 10.0], [-10.0, 10.0]].map(Point::from);
    let links = Collider::chain_loop((0..80_u8).map(|index| {
        let (side, along) = (usize::from(index / 20), Real::from(index % 20) / 20.0);
        corners[side] + (corners[(side + 1) % 4] - corners[side]) * along
    }));
    [vec![cells], places().filter(|at| is_wall(*at)).map(block).collect(), vec![links]]
}

/// Bounces a body about in a room for ten seconds. How often it stood still for three steps, and
/// for how many at most.
fn standstills(
    room: &[Collider],
    speed: Real,
    dice: &mut Dice,
    turns: bool,
    case: &str,
) -> (u32, u32) {
    let mut scene = empty();
    let level = scene.add_body(Body::fixed()).unwrap();
    for collider in room {
        scene.add_collider(level, collider.clone().restitution(1.0).friction(0.0)).unwrap();
    }
    let angle = dice.from(-3.0, 3.0);
    let mut body = Body::dynamic()
        .position([dice.from(-8.0, 8.0), dice.from(-8.0, 8.0)])
        .angle(if turns { dice.from(-3.0, 3.0) } else { 0.0 })
        .velocity([speed * angle.cos(), speed * angle.sin()]);
    if !turns {
        body = body.lock_rotation();
    }
    let key = scene.add_body(body).unwrap();
    let half = dice.from(0.05, 0.4);
    let is_ball = !turns && dice.below(2) == 0;
    let shape = if is_ball { Collider::circle(half) } else { Collider::cuboid(half, half) };
    scene.add_collider(key, shape.restitution(1.0).friction(0.0)).unwrap();
    let (mut last, mut still, mut often, mut longest) = (Point::origin(), 0, 0, 0);
    for step in 0..600 {
        scene.step(DT).unwrap();
        let body = scene.body(key).unwrap();
        let (place, now) = (body.position(), body.velocity().norm());
        assert!(place.coords.amax() < 10.0, "{case} left in step {step}: {place}");
        still = if (place - last).norm() < 0.01 * now * DT { still + 1 } else { 0 };
        often += u32::from(still == 3);
        longest = longest.max(still);
        last = place;
    }
    (often, longest)
}

#[test]
fn fast_bodies_bounce_off_walls_of_many_parts() {
    for (index, room) in rooms().iter().enumerate() {
        for seed in 0..crate::common::cases(60) {
            let speed = [60.0, 150.0, 300.0][seed as usize % 3];
            let case = format!("room {index}, seed {seed}, {speed} m/s");
            let (often, _) = standstills(room, speed, &mut Dice::new(seed), false, &case);
            assert_eq!(often, 0, "{case}");
        }
    }
}

#[test]
fn fast_bodies_that_spin_hardly_ever_stand_still_at_walls() {
    for (index, room) in rooms().iter().enumerate() {
        let (mut often, mut longest) = (0, 0);
        for seed in 1..=crate::common::cases(150) {
            let case = format!("room {index}, seed {seed}");
            let found = standstills(room, 60.0, &mut Dice::new(seed), true, &case);
            (often, longest) = (often + found.0, longest.max(found.1));
        }
        // It takes a spin of more than 200 radians per second: half a turn in a step.
        assert!(often <= 5 && longest <= 120, "room {index}: {often} times, {longest} steps");
    }
}

/// Fast bodies, every other one kinematic, in a closed room; and where the kinematic ones begin,
/// with their velocities.
fn muddle(dice: &mut Dice) -> (Scene, Vec<(BodyKey, Vector, Vector)>) {
    let (mut scene, mut told) = (empty(), vec![]);
    let room = scene.add_body(Body::fixed()).unwrap();
    let corners = [[-2.0, -2.0], [2.0, -2.0], [2.0, 2.0], [-2.0, 2.0]];
    scene.add_collider(room, Collider::chain_loop(corners)).unwrap();
    for _ in 0..2 + dice.below(10) {
        let mut any = |most: Real| [dice.from(-1.0, 1.0), dice.from(-1.0, 1.0)].map(|x| x * most);
        let (at, way) = (any(1.5), any(1.0).map(|x| 200.0 * x.powi(3)));
        let (spin, is_kinematic) = (dice.from(-60.0, 60.0), dice.below(2) == 0);
        let body = if is_kinematic { Body::kinematic() } else { Body::dynamic() };
        let body = body.position(at).velocity(way).angular_velocity(spin);
        let key = scene.add_body(body.bullet(dice.below(2) == 0)).unwrap();
        scene.add_collider(key, shape(dice).restitution(dice.from(0.0, 1.0))).unwrap();
        if is_kinematic {
            told.push((key, at.into(), way.into()));
        }
    }
    (scene, told)
}

#[test]
fn kinematic_bullets_go_where_they_are_told() {
    for seed in 0..crate::common::cases(1000) {
        let (mut scene, told) = muddle(&mut Dice::new(seed));
        for step in 1..=20_u8 {
            scene.step(DT).unwrap();
            for (key, start, velocity) in &told {
                let place = scene.body(*key).unwrap().position().coords;
                let way = velocity * DT * Real::from(step);
                let off = (place - start - way).norm();
                assert!(off < 1e-4 * (1.0 + way.norm()), "{seed}, step {step}: {off} m off");
            }
        }
    }
}

#[test]
fn rotations_stay_rotations() {
    for seed in 0..crate::common::cases(3000) {
        let (mut scene, _) = muddle(&mut Dice::new(seed));
        for step in 0..60 {
            scene.step(DT).unwrap();
            for key in scene.bodies() {
                let rotation = scene.body(key).unwrap().pose().rotation;
                let length = rotation.into_inner().norm_sqr().sqrt();
                assert!((length - 1.0).abs() < 1e-6, "{seed}, step {step}: {length}");
            }
        }
    }
}
