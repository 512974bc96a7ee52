//! Waters and winds that overlap, light bodies in them, and bodies that are only partly in them.

use umbra::prelude::*;

use super::{earth, space};
use crate::common::{DT, add, at, run};

/// The motion of a body relative to a flow, as an energy.
fn energy(scene: &Scene, body: BodyKey, flow: Vector) -> Real {
    let body = at(scene, body);
    let spin = body.angular_velocity();
    0.5 * body.mass() * (body.velocity() - flow).norm_squared() + 0.5 * body.inertia() * spin * spin
}

/// Random numbers from 0 to 1.
struct Random(u32);

impl Random {
    fn next(&mut self) -> Real {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as Real / (1 << 24) as Real
    }

    fn within(&mut self, from: Real, to: Real) -> Real {
        from + (to - from) * self.next()
    }
}

#[test]
fn overlapping_waters_never_turn_a_motion_around() {
    let mut scene = space();
    for _ in 0..4 {
        scene.add_field(Field::water(1.0).drag(100.0)).unwrap();
    }
    let body = Body::dynamic().velocity([1.0, 0.0]);
    let body = add(&mut scene, body, Collider::cuboid(0.5, 0.5));
    let mut before = 1.0;
    for _ in 0..10 {
        scene.step(DT).unwrap();
        let now = at(&scene, body).velocity().x;
        assert!((-1e-6..=before).contains(&now), "{now} {before}");
        before = now;
    }
    // On earth, the four lift it as fast as the four brake it.
    let mut scene = earth();
    for x in [-0.4, 0.4] {
        for y in [-0.4, 0.4] {
            let pool = Field::water(1.0).drag(100.0).cuboid(3.0, 3.0).at([x, y]);
            scene.add_field(pool).unwrap();
        }
    }
    let body = add(&mut scene, Body::dynamic(), Collider::cuboid(0.5, 0.5));
    let mut fastest: Real = 0.0;
    for _ in 0..120 {
        scene.step(DT).unwrap();
        fastest = fastest.max(at(&scene, body).velocity().norm());
    }
    assert!((0.07..0.08).contains(&fastest), "{fastest}");
}

#[test]
fn overlapping_winds_never_carry_past_their_speed() {
    for (count, dt) in [(3, 1.0 / 30.0), (2, DT), (9, 0.1)] {
        let mut scene = space();
        for _ in 0..count {
            scene.add_field(Field::wind([20.0, 0.0])).unwrap();
        }
        let leaf = add(&mut scene, Body::dynamic(), Collider::cuboid(0.05, 0.5));
        for _ in 0..200 {
            scene.step(dt).unwrap();
            let velocity = at(&scene, leaf).velocity();
            assert!((-1e-3..20.001).contains(&velocity.x), "{count}: {velocity}");
        }
        assert!(at(&scene, leaf).velocity().x > 18.0);
    }
}

/// Drag that acts beside the middle of a body turns it, and gives it no energy.
#[test]
fn a_light_plank_that_dips_in_is_braked() {
    let mut scene = space();
    scene.add_field(Field::water(1.0).drag(100.0).cuboid(5.0, 50.0).at([6.5, 0.0])).unwrap();
    let plank = Body::dynamic().velocity([0.0, 1.0]);
    let plank = add(&mut scene, plank, Collider::cuboid(2.0, 0.1).density(0.1));
    let mut before = energy(&scene, plank, Vector::zeros());
    for _ in 0..120 {
        scene.step(DT).unwrap();
        let now = energy(&scene, plank, Vector::zeros());
        assert!(now <= before * 1.0001, "{now} {before}");
        before = now;
    }
}

/// Whatever the waters and winds and wherever they end: what all of them drag to the same speed
/// comes nearer to it.
#[test]
fn no_body_gains_energy_from_flows() {
    let mut random = Random(7);
    for round in 0..60 {
        let flow = if round % 2 == 0 { Vector::zeros() } else { Vector::new(3.0, -2.0) };
        let mut scene = space();
        for _ in 0..5 {
            let place = [random.within(-3.0, 3.0), random.within(-3.0, 3.0)];
            let strength = 10.0_f32.powf(random.within(-1.0, 3.0));
            let field = if random.next() < 0.5 {
                Field::water(random.within(0.1, 2.0)).drag(strength)
            } else {
                Field::wind([0.0, 0.0]).density(strength).lift(random.within(0.0, 0.5))
            };
            let angle = random.within(-3.0, 3.0);
            let turned = Rotation::new(-angle) * flow;
            let field = field.velocity(turned).at_pose(place, angle);
            scene
                .add_field(field.cuboid(random.within(0.5, 4.0), random.within(0.5, 4.0)))
                .unwrap();
        }
        let shapes = [
            Collider::cuboid(random.within(0.1, 2.0), random.within(0.02, 0.5)),
            Collider::circle(random.within(0.1, 1.0)),
            Collider::capsule([-1.0, 0.0], [1.0, 0.2], 0.2),
            Collider::rounded_cuboid(0.8, 0.3, 0.1),
        ];
        let collider = shapes[round % 4].clone().density(10.0_f32.powf(random.within(-3.0, 1.0)));
        let body = Body::dynamic()
            .velocity([random.within(-9.0, 9.0), random.within(-9.0, 9.0)])
            .angular_velocity(random.within(-9.0, 9.0));
        let body = add(&mut scene, body, collider);
        let mut before = energy(&scene, body, flow);
        for step in 0..40 {
            scene.step(if round % 3 == 0 { 1.0 / 30.0 } else { DT }).unwrap();
            let now = energy(&scene, body, flow);
            assert!(now <= before * 1.001 + 1e-6, "{round} {step}: {now} {before}");
            before = now;
        }
    }
}

/// What is much lighter than water rises as fast as its drag lets it, at any rate, and jumps no
/// higher.
#[test]
fn light_floats_jump_as_high_at_any_rate() {
    for density in [0.02, 0.001] {
        let heights = [1.0, 2.0, 4.0].map(|rate| {
            let mut scene = earth();
            scene.add_field(Field::water(1.0).below()).unwrap();
            let float = Collider::circle(0.5).density(density);
            let float = add(&mut scene, Body::dynamic().position([0.0, -5.0]), float);
            let (mut highest, mut fastest): (Real, Real) = (0.0, 0.0);
            for _ in 0..(240.0 * rate) as usize {
                scene.step(DT / rate).unwrap();
                highest = highest.max(at(&scene, float).position().y);
                fastest = fastest.max(at(&scene, float).velocity().y);
            }
            assert!(fastest < 10.5, "{density}: {fastest}");
            highest
        });
        let [low, high] =
            heights.iter().fold([9.0, 0.0], |[a, b]: [Real; 2], h| [a.min(*h), b.max(*h)]);
        assert!(high < 1.15 * low && high < 6.0, "{density}: {heights:?}");
    }
}

/// A light float comes to rest and sleeps.
#[test]
fn light_floats_come_to_rest() {
    for density in [0.1, 0.02, 0.001] {
        let mut scene = earth();
        scene.add_field(Field::water(1.0).below()).unwrap();
        let float = Body::dynamic().position([0.0, 0.4]);
        let float = add(&mut scene, float, Collider::cuboid(0.5, 0.5).density(density));
        run(&mut scene, 1200);
        let float = at(&scene, float);
        let off = float.position().y - 0.5 + density;
        let rests = !float.is_awake() || density < 0.01 && float.velocity().norm() < 0.1;
        assert!(rests && off.abs() < 0.01, "{density}: {off} {}", float.velocity());
    }
}

/// Drag takes nothing from the lift of what stands still: a light raft carries its load as deep as
/// Archimedes says.
#[test]
fn a_light_raft_carries_its_load() {
    let mut scene = earth();
    let lake = scene.add_field(Field::water(1.0).below()).unwrap();
    let raft = Body::dynamic().position([0.0, 0.2]);
    let raft = add(&mut scene, raft, Collider::cuboid(2.0, 0.5).density(0.05));
    let load = Body::dynamic().position([0.0, 0.9]);
    add(&mut scene, load, Collider::cuboid(0.5, 0.2).density(4.0));
    run(&mut scene, 1800);
    let under = scene.submerged(lake, raft).unwrap();
    assert!((under.area - 1.8).abs() < 0.02, "{}", under.area);
}

/// The wind of a fan acts on the part of a plank that is in its area.
#[test]
fn wind_in_an_area_pushes_the_part_that_is_in_it() {
    let force = |collider: Collider, half: Real, x: Real| {
        let mut scene = space();
        scene.add_field(Field::wind([0.0, 10.0]).cuboid(half, 9.0).at([x, 0.0])).unwrap();
        let body = add(&mut scene, Body::dynamic(), collider.mass(1e5));
        scene.step(DT).unwrap();
        let body = at(&scene, body);
        let middle = body.angular_velocity() * body.inertia() / (body.velocity().y * body.mass());
        (body.velocity().y * body.mass() / DT, middle)
    };
    // 50 N on each metre.
    for half in [0.4, 1.0, 2.8, 3.0, 4.9, 8.0] {
        let wanted = 100.0 * Real::min(half, 5.0);
        let (got, _) = force(Collider::cuboid(5.0, 0.1), half, 0.0);
        assert!((got - wanted).abs() < 1e-3 * wanted, "{half}: {got} {wanted}");
    }
    let (got, middle) = force(Collider::cuboid(5.0, 0.1), 1.0, 2.0);
    assert!((got - 100.0).abs() < 0.1 && (middle - 2.0).abs() < 0.01, "{got} {middle}");
    for (shape, width) in [
        (Collider::circle(1.0), 1.0),
        (Collider::rounded_cuboid(1.5, 0.6, 0.5), 1.5),
        (Collider::capsule([-1.0, 0.0], [1.0, 0.0], 0.5), 1.5),
    ] {
        let mut before = 0.0;
        for step in 0..60 {
            // The left end of the wind goes from the right end of the shape to beyond the left one.
            let covered = 0.05 * step as Real;
            let (got, _) = force(shape.clone(), 5.0, width + 5.0 - covered);
            let wanted = 50.0 * covered.min(2.0_f32 * width);
            assert!((got - wanted).abs() < 0.05 * 100.0 * width, "{covered}: {got} {wanted}");
            assert!(got >= before - 1e-2 && got - before < 10.0, "{covered}: {got} {before}");
            before = got;
        }
    }
}
