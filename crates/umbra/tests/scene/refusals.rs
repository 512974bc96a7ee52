//! Refused calls change nothing: a scene that refused a call continues, bit for bit, like one that
//! never got it.

use crate::common::{DT, add, at, ground, run, scene, stack};
use umbra::geom::math::pose;
use umbra::prelude::*;

const BAD: [Real; 3] = [Real::NAN, Real::INFINITY, Real::NEG_INFINITY];

/// A pile, half of it asleep, and a ball on its way to it.
struct World {
    scene: Scene,
    body: BodyKey,
    collider: ColliderKey,
    /// Taken out before the scene is looked at.
    gone: (BodyKey, ColliderKey),
}

fn world() -> World {
    let mut scene = scene(10.0, SolverConfig::default());
    ground(&mut scene, |collider| collider);
    let boxes = stack(&mut scene, 0.0, 4);
    let gone = stack(&mut scene, 9.0, 1)[0];
    let gone = (gone, at(&scene, gone).colliders().next().unwrap());
    run(&mut scene, 90);
    scene.remove_body(gone.0).unwrap();
    let ball = Body::dynamic().position([-6.0, 1.5]).velocity([9.0, 1.0]);
    add(&mut scene, ball, Collider::circle(0.4).restitution(0.5));
    run(&mut scene, 5);
    let collider = at(&scene, boxes[3]).colliders().next().unwrap();
    World { scene, body: boxes[3], collider, gone }
}

/// Whatever is read of a scene.
fn state(scene: &Scene) -> (u64, Stats, Vec<ContactEvent>, Vec<BodyEvent>) {
    let events = (scene.contact_events().to_vec(), scene.body_events().to_vec());
    (scene.state_hash(), scene.stats(), events.0, events.1)
}

/// Makes calls, each of which has to be refused, and looks whether the scene has noticed any.
fn refused<const N: usize>(what: &str, calls: impl FnOnce(&mut World) -> [bool; N]) {
    let mut world = world();
    let mut untouched = world.scene.clone();
    let before = state(&world.scene);
    for (index, refused) in calls(&mut world).into_iter().enumerate() {
        assert!(refused, "{what}, call {index}, was accepted");
    }
    assert_eq!(state(&world.scene), before, "{what}");
    world.scene.validate().unwrap();
    for step in 0..90 {
        world.scene.step(DT).unwrap();
        untouched.step(DT).unwrap();
        assert_eq!(state(&world.scene), state(&untouched), "{what}, {step} steps later");
    }
}

#[test]
fn bodies_of_bad_numbers() {
    for bad in BAD.into_iter().chain([-1e30, 1e30]) {
        refused("a body", |world| {
            [
                Body::dynamic().position([bad, 0.0]),
                Body::kinematic().position([0.0, bad]),
                Body::fixed().pose(pose([bad, bad], 0.0)),
                Body::dynamic().velocity([bad, 0.0]),
                Body::dynamic().angular_velocity(bad),
                Body::dynamic().linear_damping(bad),
                Body::dynamic().angular_damping(bad),
                Body::dynamic().gravity_scale(bad),
                Body::dynamic().additional_mass(bad),
            ]
            .map(|body| world.scene.add_body(body).is_err())
        });
    }
    refused("a body of negative numbers", |world| {
        [
            Body::dynamic().linear_damping(-1.0),
            Body::dynamic().angular_damping(-1.0),
            Body::dynamic().additional_mass(-1.0),
            Body::dynamic().angle(Real::NAN),
            Body::dynamic().angle(Real::INFINITY),
        ]
        .map(|body| world.scene.add_body(body).is_err())
    });
}

#[test]
fn what_is_refused_of_a_body_is_named_with_its_value() {
    let mut scene = scene(10.0, SolverConfig::default());
    let mut refused = |body| scene.add_body(body).unwrap_err().to_string();
    let dynamic = Body::dynamic;
    for (body, text) in [
        (dynamic().angle(Real::INFINITY), "`angle` must be finite, but is inf"),
        (dynamic().angle(Real::NAN), "`angle` must be finite, but is NaN"),
        (dynamic().angle(1e30), "`angle` must be from -1e15 to 1e15, but is 1e30"),
        (dynamic().position([1e9, 0.0]), "`position` must be from -1e8 to 1e8, but is 1e9"),
        (dynamic().position([0.0, Real::NAN]), "`position` must be finite, but is NaN"),
        (dynamic().pose(pose([1e9, 0.0], 0.0)), "`pose` must be from -1e8 to 1e8, but is 1e9"),
        (dynamic().velocity([-1e38, 0.0]), "`velocity` must be from -1e15 to 1e15, but is -1e38"),
        // The first error counts, and a good value after it does not mend it.
        (dynamic().gravity_scale(Real::NAN).angle(Real::INFINITY).gravity_scale(1.0), {
            "`gravity_scale` must be finite, but is NaN"
        }),
        (dynamic().angle(Real::INFINITY).pose(pose([0.0, 0.0], 0.0)), {
            "`angle` must be finite, but is inf"
        }),
    ] {
        assert_eq!(refused(body), text);
    }
    let key = scene.add_body(Body::dynamic()).unwrap();
    let mut body = scene.body_mut(key).unwrap();
    let angle = body.set_angle(Real::INFINITY).unwrap_err().to_string();
    assert_eq!(angle, "`angle` must be finite, but is inf");
    let position = body.set_position([1e9, 0.0]).unwrap_err().to_string();
    assert_eq!(position, "`position` must be from -1e8 to 1e8, but is 1e9");
}

#[test]
fn what_is_refused_of_a_shape_is_named_with_its_value() {
    let mut scene = scene(10.0, SolverConfig::default());
    let body = scene.add_body(Body::dynamic()).unwrap();
    let disc = || Collider::circle(1.0);
    let line = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]];
    for (collider, text) in [
        (Collider::rounded_cuboid(1.0, 1.0, 1.0), "`radius` must be less than 1, but is 1"),
        (Collider::rounded_cuboid(1.0, 2.0, 3.0), "`radius` must be less than 1, but is 3"),
        (Collider::compound([]), "`shapes` must not be empty"),
        (Collider::polygon(line), "the 3 points of `points` lie on one line"),
        (Collider::chain_loop(line), "the 3 points of `points` lie on one line"),
        (Collider::circle(1e9), "`radius` must be from 1e-6 to 1e8, but is 1e9"),
        (disc().density(1e38), "`density` must be from 0 to 1e15, but is 1e38"),
        (disc().restitution(4.5), "`restitution` must be from 0 to 4, but is 4.5"),
    ] {
        assert_eq!(scene.add_collider(body, collider).unwrap_err().to_string(), text);
    }
}

#[test]
fn what_is_refused_of_a_configuration_is_named_with_its_value() {
    let refused = |change: &dyn Fn(&mut SceneConfig)| {
        let mut scene = scene(10.0, SolverConfig::default());
        change(scene.config_mut());
        scene.step(DT).unwrap_err().to_string()
    };
    let soft = |hertz, damping_ratio, push_speed| {
        let correction = Correction::Soft { hertz, damping_ratio, push_speed };
        refused(&|config| config.solver.correction = correction)
    };
    let linear = |fraction, slop, max_correction| {
        let correction = Correction::LinearProjection { fraction, slop, max_correction };
        refused(&|config| config.solver.correction = correction)
    };
    for (text, expected) in [
        (refused(&|c| c.solver.substeps = 0), "`solver.substeps` must be from 1 to 1024, but is 0"),
        (
            refused(&|c| c.solver.max_speed = Real::NAN),
            "`solver.max_speed` must be finite, but is NaN",
        ),
        (
            refused(&|c| c.solver.max_speed = 0.0),
            "`solver.max_speed` must be greater than zero, but is 0",
        ),
        (refused(&|c| c.solver.joint_softness.hertz = 1e8), {
            "`solver.joint_softness.hertz` must be from 0 to 1000000, but is 1e8"
        }),
        (refused(&|c| c.solver.restitution_threshold = -1.0), {
            "`solver.restitution_threshold` must not be negative, but is -1"
        }),
        (soft(1e8, 1.0, 1.0), "`solver.correction.hertz` must be from 0 to 1000000, but is 1e8"),
        (soft(1.0, -1.0, 1.0), "`solver.correction.damping_ratio` must not be negative, but is -1"),
        (soft(1.0, 1.0, Real::NAN), "`solver.correction.push_speed` must be finite, but is NaN"),
        (linear(1.5, 0.0, 1.0), "`solver.correction.fraction` must be from 0 to 1, but is 1.5"),
        (linear(0.5, -1.0, 1.0), "`solver.correction.slop` must not be negative, but is -1"),
        (linear(0.5, 0.0, Real::INFINITY), {
            "`solver.correction.max_correction` must be finite, but is inf"
        }),
    ] {
        assert_eq!(text, expected);
    }
}

#[test]
fn shapes_of_bad_zero_and_negative_sizes() {
    for bad in BAD.into_iter().chain([0.0, -0.0, -1.0, -1e30]) {
        refused("a size", |world| {
            let body = world.body;
            [
                Collider::circle(bad),
                Collider::cuboid(bad, 1.0),
                Collider::cuboid(1.0, bad),
                Collider::rounded_cuboid(bad, 1.0, 0.1),
                Collider::rounded_cuboid(1.0, 1.0, -1.0),
                Collider::capsule([0.0, 0.0], [1.0, 0.0], bad),
                Collider::segment([bad, 0.0], [bad, 0.0]),
                Collider::polygon([[0.0, 0.0], [1.0, 0.0], [2.0, bad * 0.0]]),
                Collider::concave([[0.0, 0.0], [1.0, 0.0], [2.0, bad * 0.0]]),
                Collider::chain([[bad, 0.0], [bad, 0.0]]),
                Collider::chain_loop([[bad, 0.0], [bad, 0.0], [bad, 0.0]]),
            ]
            .map(|collider| world.scene.add_collider(body, collider).is_err())
        });
    }
    let none: [[Real; 2]; 0] = [];
    let bow_tie = [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]];
    refused("an outline", |world| {
        let body = world.body;
        [
            Collider::polygon(none),
            Collider::polygon([[0.0, 0.0], [1.0, 0.0]]),
            Collider::rounded_polygon(none, 0.1),
            Collider::chain(none),
            Collider::chain([[0.0, 0.0]]),
            Collider::chain_loop([[0.0, 0.0], [1.0, 0.0]]),
            Collider::concave(none),
            Collider::concave(bow_tie),
            Collider::compound([]),
            Collider::compound([(pose([Real::NAN, 0.0], 0.0), Circle::new(1.0).unwrap().into())]),
        ]
        .map(|collider| world.scene.add_collider(body, collider).is_err())
    });
}

#[test]
fn materials_and_absurd_masses() {
    for bad in BAD.into_iter().chain([-1.0, 1e30]) {
        refused("a material", |world| {
            let (body, key) = (world.body, world.collider);
            let disc = || Collider::circle(0.5);
            let added = [
                disc().density(bad),
                disc().mass(bad),
                disc().friction(bad),
                disc().restitution(bad),
                disc().rolling_resistance(bad),
            ]
            .map(|collider| world.scene.add_collider(body, collider).is_err());
            let mut collider = world.scene.collider_mut(key).unwrap();
            let set = [
                collider.set_density(bad).is_err(),
                collider.set_mass(bad).is_err(),
                collider.set_friction(bad).is_err(),
                collider.set_restitution(bad).is_err(),
                collider.set_rolling_resistance(bad).is_err(),
            ];
            [added, set].map(|refused| refused.iter().all(|refused| *refused))
        });
    }
    refused("a surface speed and an offset", |world| {
        let (body, key) = (world.body, world.collider);
        BAD.map(|bad| {
            let speed = Collider::circle(0.5).surface_speed(bad);
            let offset = Collider::circle(0.5).at([bad, 0.0]);
            let added = [speed, offset].map(|c| world.scene.add_collider(body, c).is_err());
            let mut collider = world.scene.collider_mut(key).unwrap();
            added == [true; 2] && collider.set_surface_speed(bad).is_err()
        })
    });
    // Each number is good, the mass is not: it overflows.
    refused("a mass that overflows", |world| {
        let huge = Collider::cuboid(1e7, 1e7).density(1e15);
        [world.scene.add_collider(world.body, huge).is_err()]
    });
}

#[test]
fn changes_of_a_body() {
    for bad in BAD.into_iter().chain([1e30, -1e30]) {
        refused("a change", |world| {
            let mut body = world.scene.body_mut(world.body).unwrap();
            [
                body.set_pose(pose([bad, 0.0], 0.0)).is_err(),
                body.set_position([0.0, bad]).is_err(),
                body.set_angle(bad).is_err(),
                body.set_velocity([bad, 0.0]).is_err(),
                body.set_angular_velocity(bad).is_err(),
                body.set_linear_damping(bad).is_err(),
                body.set_angular_damping(bad).is_err(),
                body.set_gravity_scale(bad).is_err(),
                body.set_additional_mass(bad).is_err(),
                body.apply_force([bad, 0.0]).is_err(),
                body.apply_force_at([1.0, 0.0], [bad, 0.0]).is_err(),
                body.apply_force_at([0.0, bad], [1.0, 0.0]).is_err(),
                body.apply_torque(bad).is_err(),
                body.apply_impulse([0.0, bad]).is_err(),
                body.apply_impulse_at([1.0, 0.0], [bad, 0.0]).is_err(),
                body.apply_impulse_at([bad, 0.0], [1.0, 0.0]).is_err(),
                body.apply_angular_impulse(bad).is_err(),
                body.move_to(pose([bad, 0.0], 0.0), DT).is_err(),
                body.move_to(pose([0.0, 0.0], 0.0), bad).is_err(),
            ]
        });
    }
    refused("a negative or a zero", |world| {
        let mut body = world.scene.body_mut(world.body).unwrap();
        [
            body.set_linear_damping(-1.0).is_err(),
            body.set_angular_damping(-1.0).is_err(),
            body.set_additional_mass(-1.0).is_err(),
            body.move_to(pose([0.0, 0.0], 0.0), 0.0).is_err(),
            body.move_to(pose([0.0, 0.0], 0.0), -1.0).is_err(),
        ]
    });
}

#[test]
fn keys_of_what_was_removed() {
    refused("a key", |world| {
        let (body, collider) = world.gone;
        let scene = &mut world.scene;
        [
            scene.body(body).is_err() && scene.body_mut(body).is_err(),
            scene.collider(collider).is_err() && scene.collider_mut(collider).is_err(),
            scene.remove_body(body) == Err(umbra::Error::NoSuchBody(body)),
            scene.remove_collider(collider) == Err(umbra::Error::NoSuchCollider(collider)),
            scene.add_collider(body, Collider::circle(0.5)).is_err(),
            scene.remove_body(BodyKey::default()).is_err(),
            scene.remove_collider(ColliderKey::default()).is_err(),
        ]
    });
}

#[test]
fn steps_of_no_length_of_a_negative_one_and_of_a_huge_one() {
    struct Nothing;
    impl Hooks for Nothing {}
    for dt in BAD.into_iter().chain([-1.0, -1e-9, -Real::MIN_POSITIVE, 10.001, 1e9, Real::MAX]) {
        refused("a step", |world| {
            [world.scene.step(dt).is_err(), world.scene.step_with(dt, &Nothing).is_err()]
        });
    }
    // Not refused; but no time passes, and so nothing happens.
    let mut world = world();
    let hash = world.scene.state_hash();
    for dt in [0.0, -0.0, 1e-44] {
        world.scene.step(dt).unwrap();
        world.scene.step_with(dt, &Nothing).unwrap();
        assert_eq!(world.scene.state_hash(), hash, "{dt}");
    }
}

#[test]
fn configurations() {
    let good = SceneConfig::default();
    let solver = |change: &dyn Fn(&mut SolverConfig)| {
        let mut solver = SolverConfig::default();
        change(&mut solver);
        SceneConfig { solver, ..good }
    };
    let sleep =
        |speed, delay| SceneConfig { sleep: SleepConfig { speed, delay, ..good.sleep }, ..good };
    let mut configs = vec![
        SceneConfig { length_unit: 0.0, ..good },
        SceneConfig { length_unit: -1.0, ..good },
        SceneConfig { hit_speed: -1.0, ..good },
        sleep(-1.0, 0.5),
        sleep(0.05, -1.0),
        solver(&|s| s.substeps = 0),
        solver(&|s| s.velocity_iterations = 0),
        solver(&|s| s.position_iterations = 0),
        solver(&|s| s.substeps = u32::MAX),
        solver(&|s| s.velocity_iterations = u32::MAX),
        solver(&|s| s.restitution_threshold = -1.0),
        solver(&|s| s.max_speed = 0.0),
        SceneConfig { solver: SolverConfig::classic(0), ..good },
    ];
    for bad in BAD {
        let (fraction, slop, max_correction) = (0.4, 0.005, 0.2);
        let (hertz, damping_ratio, push_speed) = (40.0, 10.0, 1.0);
        let corrections = [
            Correction::LinearProjection { fraction: bad, slop, max_correction },
            Correction::LinearProjection { fraction, slop: bad, max_correction },
            Correction::LinearProjection { fraction, slop, max_correction: bad },
            Correction::Soft { hertz: bad, damping_ratio, push_speed },
            Correction::Soft { hertz, damping_ratio: bad, push_speed },
            Correction::Soft { hertz, damping_ratio, push_speed: bad },
        ];
        configs.extend(corrections.map(|correction| solver(&|s| s.correction = correction)));
        configs.extend([
            SceneConfig { gravity: Vector::new(bad, 0.0), ..good },
            SceneConfig { gravity: Vector::new(0.0, bad), ..good },
            SceneConfig { length_unit: bad, ..good },
            SceneConfig { hit_speed: bad, ..good },
            sleep(bad, 0.5),
            sleep(0.05, bad),
            solver(&|s| s.restitution_threshold = bad),
            solver(&|s| s.max_speed = bad),
            solver(&|s| s.joint_softness.hertz = bad),
            solver(&|s| s.joint_softness.damping_ratio = bad),
        ]);
    }
    for config in configs {
        assert!(Scene::new(config).is_err(), "{config:?}");
        refused("a configuration", |world| {
            let good = *world.scene.config();
            *world.scene.config_mut() = config;
            let refused = world.scene.step(DT).is_err();
            *world.scene.config_mut() = good;
            [refused]
        });
    }
}

/// Panics in one of its methods, or in none.
struct Broken(&'static str);

impl Hooks for Broken {
    fn should_collide(&self, _: &ContactPair) -> bool {
        assert!(self.0 != "should_collide", "on purpose");
        true
    }

    fn modify_contact(&self, _: &mut ContactMut<'_>) {
        assert!(self.0 != "modify_contact", "on purpose");
    }
}

#[test]
fn hooks_that_panic() {
    for hook in ["should_collide", "modify_contact"] {
        let mut world = world();
        world.scene.body_mut(world.body).unwrap().wake();
        let mut untouched = world.scene.clone();
        let hash = world.scene.state_hash();
        for _ in 0..3 {
            let error = world.scene.step_with(DT, &Broken(hook)).unwrap_err();
            assert_eq!(error.to_string(), format!("the hook `{hook}` panicked: on purpose"));
            assert_eq!(world.scene.state_hash(), hash);
            world.scene.validate().unwrap();
        }
        for step in 0..90 {
            world.scene.step_with(DT, &Broken("")).unwrap();
            untouched.step_with(DT, &Broken("")).unwrap();
            assert_eq!(state(&world.scene), state(&untouched), "{hook}, {step} steps later");
        }
    }
}

#[test]
fn what_was_asked_for_before_a_hook_panicked_is_done_in_the_next_step() {
    for hook in ["should_collide", "modify_contact"] {
        let mut world = world();
        world.scene.body_mut(world.body).unwrap().apply_force([30.0, 0.0]).unwrap();
        let below = world.scene.bodies().nth(1).unwrap();
        world.scene.remove_body(below).unwrap();
        let mut untouched = world.scene.clone();
        assert!(world.scene.step_with(DT, &Broken(hook)).is_err());
        for step in 0..60 {
            world.scene.step_with(DT, &Broken("")).unwrap();
            untouched.step_with(DT, &Broken("")).unwrap();
            assert_eq!(state(&world.scene), state(&untouched), "{hook}, {step} steps later");
        }
        assert!(at(&world.scene, world.body).position().x > 0.01);
    }
}

#[test]
fn questions_frames_and_pictures_of_bad_numbers() {
    for bad in BAD {
        refused("a question", |world| {
            let (scene, all) = (&world.scene, QueryFilter::default());
            let disc = Shape::from(Circle::new(1e3).unwrap());
            let mut visited = 0;
            scene.cast_ray_all([bad, 0.0], [1.0, 0.0], all, |_| {
                visited += 1;
                std::ops::ControlFlow::Continue(())
            });
            let mut timestep = FixedTimestep::new(60.0).unwrap();
            let boxed = |min, max| scene.overlap_aabb(&Aabb { min, max }, all);
            let view = Aabb { min: Point::new(bad, 0.0), max: Point::new(1.0, 1.0) };
            let options = DebugOptions { normal_length: bad, ..DebugOptions::default() };
            [
                visited == 0,
                scene.cast_ray([bad, 0.0], [1.0, 0.0], all).is_none(),
                scene.cast_ray([0.0, 9.0], [0.0, bad], all).is_none(),
                scene.cast_shape(&disc, pose([bad, 0.0], 0.0), [1.0, 0.0], all).is_none(),
                scene.cast_shape(&disc, pose([0.0, 0.0], 0.0), [bad, 0.0], all).is_none(),
                scene.colliders_at([bad, 0.0], all).is_empty(),
                scene.closest_point([bad, 0.0], 10.0, all).is_none(),
                scene.closest_point([bad, 0.0], Real::INFINITY, all).is_none(),
                scene.closest_point([0.0, 0.0], Real::NAN, all).is_none(),
                boxed(Point::new(Real::NAN, -9.0), Point::new(9.0, 9.0)).is_empty(),
                boxed(Point::new(-9.0, -9.0), Point::new(9.0, Real::NAN)).is_empty(),
                scene.cast_ray([-1e20, 0.5], [2e20, 0.0], all).is_none(),
                // The ground holds all of these corners.
                boxed(Point::new(1.0, -0.3), Point::new(-1.0, -0.2)).is_empty(),
                boxed(Point::new(-1.0, -0.2), Point::new(1.0, -0.3)).is_empty(),
                FixedTimestep::new(bad).is_err(),
                timestep.advance(bad, |_| panic!("no step")).is_err(),
                SvgDraw::new().scale(bad).is_err() && SvgDraw::new().opacity(bad).is_err(),
                SvgDraw::new().view(view).is_err(),
                scene.debug_draw(&mut SvgDraw::new(), options).is_err(),
            ]
        });
    }
}
