//! Every name that programs are written against, used as they use it: what compiles here today has
//! to compile after every change.

use std::ops::ControlFlow;

use umbra::geom::math::pose;
use umbra::prelude::*;

const DT: Real = 1.0 / 60.0;

#[test]
fn a_scene_is_made_stepped_read_and_emptied() -> Result<(), umbra::Error> {
    let mut scene =
        Scene::new(SceneConfig { gravity: Vector::new(0.0, -9.81), ..Default::default() })?;
    assert_eq!(scene.config().gravity.y, -9.81);
    scene.config_mut().length_unit = 2.0;
    scene.config_mut().validate()?;

    let ground = scene.add_body(Body::fixed())?;
    let slab = scene.add_collider(ground, Collider::cuboid(50.0, 0.5).friction(0.6))?;
    let ball = scene.add_body(Body::dynamic().position([0.0, 10.0]).velocity([1.0, 0.0]))?;
    let disc = Collider::circle(0.5).density(1.0).restitution(0.8);
    let disc = scene.add_collider(ball, disc)?;
    assert_eq!(scene.bodies().collect::<Vec<BodyKey>>(), [ground, ball]);
    assert_eq!(scene.colliders().collect::<Vec<ColliderKey>>(), [slab, disc]);

    scene.step(DT)?;
    scene.step_with(DT, &Quiet)?;
    let moved: Vec<_> = scene.moved_bodies().map(|body| body.key()).collect();
    assert_eq!(moved, [ball]);
    assert_eq!((scene.contact_events().len(), scene.body_events().len()), (0, 0));
    assert_eq!(scene.contacts().count(), 0);
    let Stats { bodies, moving_bodies, awake_bodies, colliders, .. } = scene.stats();
    assert_eq!((bodies, moving_bodies, awake_bodies, colliders), (2, 1, 1, 2));
    let profile: &Profile = scene.profile();
    assert_eq!(profile.stages().count(), Stage::ALL.len());
    let StageProfile { time, count, .. } = profile[Stage::Solve];
    assert!(time <= profile.total() && count == 0);

    let mut copy = scene.clone();
    assert_eq!(copy.state_hash(), scene.state_hash());
    copy.step(DT)?;
    assert_ne!(copy.state_hash(), scene.state_hash());
    copy.clone_from(&scene);
    assert_eq!(copy.state_hash(), scene.state_hash());

    scene.remove_collider(disc)?;
    scene.remove_body(ball)?;
    assert!(scene.body(ball).is_err() && scene.body_mut(ball).is_err());
    assert!(scene.collider(disc).is_err() && scene.collider_mut(disc).is_err());
    scene.clear();
    assert_eq!(scene.stats(), Stats::default());
    Ok(())
}

struct Quiet;
impl Hooks for Quiet {}

#[test]
fn a_body_is_built_with_everything_that_can_be_said_of_it() -> Result<(), umbra::Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    scene.add_body(Body::fixed().pose(pose([1.0, 2.0], 0.5)))?;
    scene.add_body(Body::kinematic().angle(0.5).enabled(false))?;
    let built = Body::dynamic()
        .position(Point::new(3.0, 4.0))
        .velocity(Vector::new(1.0, 0.0))
        .angular_velocity(2.0)
        .linear_damping(0.1)
        .angular_damping(0.2)
        .gravity_scale(0.5)
        .can_sleep(false)
        .sleeping(false)
        .additional_mass(2.0)
        .user_data(7);
    let locked = built.clone().lock_translation_x().lock_translation_y().lock_rotation();
    let locked = scene.add_body(locked)?;
    let locked = scene.body(locked)?;
    assert_eq!((locked.velocity(), locked.angular_velocity()), (Vector::zeros(), 0.0));
    let key = scene.add_body(built)?;
    scene.add_collider(key, Collider::circle(0.5).mass(3.0))?;

    let body: BodyRef<'_> = scene.body(key)?;
    assert_eq!((body.key(), body.kind()), (key, BodyKind::Dynamic));
    assert_eq!((body.position(), body.angle()), (Point::new(3.0, 4.0), 0.0));
    assert_eq!((body.rotation(), body.pose()), (Rotation::identity(), pose([3.0, 4.0], 0.0)));
    assert_eq!((body.velocity(), body.angular_velocity()), (Vector::new(1.0, 0.0), 2.0));
    assert_eq!(body.velocity_at([3.0, 5.0]), Vector::new(-1.0, 0.0));
    assert_eq!((body.mass(), body.center_of_mass()), (5.0, Point::new(3.0, 4.0)));
    assert!(body.inertia() > 0.0 && body.kinetic_energy() > 2.5);
    assert!(body.is_awake() && body.is_enabled());
    assert_eq!((body.colliders().count(), body.contacts().count()), (1, 0));
    assert_eq!(body.user_data(), 7);
    assert_eq!(body.interpolated_pose(1.0), body.pose());
    Ok(())
}

#[test]
fn a_body_is_changed_in_every_way() -> Result<(), umbra::Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let key = scene.add_body(Body::dynamic())?;
    scene.add_collider(key, Collider::circle(0.5))?;
    let mut body: BodyMut<'_> = scene.body_mut(key)?;
    body.set_pose(pose([1.0, 1.0], 0.1))?;
    body.set_position([2.0, 1.0])?;
    body.set_angle(0.0)?;
    body.set_velocity([0.5, 0.0])?;
    body.set_angular_velocity(0.5)?;
    body.set_linear_damping(0.1)?;
    body.set_angular_damping(0.1)?;
    body.set_gravity_scale(0.0)?;
    body.set_additional_mass(1.0)?;
    body.set_lock_translation(true, true);
    body.set_lock_translation(false, false);
    body.set_lock_rotation(true);
    body.set_lock_rotation(false);
    body.set_can_sleep(false);
    body.set_user_data(3);
    body.apply_force([1.0, 0.0])?;
    body.apply_force_at([1.0, 0.0], [2.0, 2.0])?;
    body.apply_torque(1.0)?;
    body.apply_impulse([0.0, 1.0])?;
    body.apply_impulse_at([0.0, 1.0], [2.0, 1.0])?;
    body.apply_angular_impulse(0.1)?;
    body.sleep();
    assert!(!body.view().is_awake());
    body.wake();
    assert!(body.view().is_awake());
    body.set_enabled(false)?;
    body.set_enabled(true)?;
    body.set_kind(BodyKind::Kinematic).unwrap();
    body.set_linear_damping(0.0)?;
    body.move_to(pose([3.0, 1.0], 0.0), DT)?;
    scene.step(DT)?;
    let place = scene.body(key)?.position();
    assert!((place - Point::new(3.0, 1.0)).norm() < 1e-4, "{place:?}");
    Ok(())
}

#[test]
fn a_collider_is_made_of_any_shape_and_material() -> Result<(), umbra::Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let body = scene.add_body(Body::dynamic())?;
    let (square, three) =
        ([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]], [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    let hook = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 2.0], [1.0, 1.0], [0.0, 1.0]];
    let shapes: [(Pose, Shape); 2] = [
        (Pose::identity(), Circle::new(0.5)?.into()),
        (pose([1.0, 0.0], 0.3), Capsule::new([0.0, 0.0], [1.0, 0.0], 0.1)?.into()),
    ];
    let mut keys = vec![];
    for collider in [
        Collider::circle(0.5),
        Collider::cuboid(0.5, 0.5),
        Collider::rounded_cuboid(0.5, 0.5, 0.1),
        Collider::capsule([0.0, 0.0], [1.0, 0.0], 0.5),
        Collider::segment([0.0, 0.0], [1.0, 0.0]),
        Collider::polygon(square),
        Collider::rounded_polygon(three, 0.1),
        Collider::chain(square),
        Collider::chain_loop(square),
        Collider::compound(shapes),
        Collider::concave(hook),
        Collider::new(Polygon::cuboid(1.0, 2.0)?),
        Collider::new(Segment::new([0.0, 0.0], [0.0, 1.0])?),
    ] {
        let filter = Filter { category: 2, mask: u64::MAX, group: 1 };
        let collider = collider
            .density(2.0)
            .friction(0.5)
            .restitution(0.1)
            .rolling_resistance(0.01)
            .surface_speed(1.0)
            .filter(filter)
            .at([0.0, 1.0])
            .user_data(9)
            .hit_events(true);
        keys.push(scene.add_collider(body, collider)?);
    }
    for key in keys {
        let mut edit: ColliderMut<'_> = scene.collider_mut(key)?;
        edit.set_friction(0.4)?;
        edit.set_restitution(0.2)?;
        edit.set_rolling_resistance(0.0)?;
        edit.set_surface_speed(0.0)?;
        edit.set_mass(2.0)?;
        edit.set_density(3.0)?;
        edit.set_filter(Filter::default());
        edit.set_hit_events(false);
        edit.set_user_data(1);
        let read: ColliderRef<'_> = scene.collider(key)?;
        assert_eq!((read.key(), read.body(), read.user_data()), (key, body, 1));
        assert_eq!((read.friction(), read.restitution()), (0.4, 0.2));
        assert_eq!((read.rolling_resistance(), read.surface_speed()), (0.0, 0.0));
        assert_eq!((read.filter(), read.hit_events()), (Filter::default(), false));
        assert_eq!(read.offset(), pose([0.0, 1.0], 0.0));
        assert_eq!(read.density(), 3.0);
        assert_eq!(read.shapes().count(), read.local_shapes().count());
        assert!(read.aabb().is_valid() && read.mass() >= 0.0);
    }
    Ok(())
}

#[test]
fn every_query_is_asked_with_a_filter() -> Result<(), umbra::Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let wall = scene.add_body(Body::fixed().position([5.0, 0.0]))?;
    let box_ = scene.add_collider(wall, Collider::cuboid(1.0, 1.0))?;
    let all = QueryFilter::default();
    let none = QueryFilter { exclude: Some(wall), ..all };
    let disc = Shape::from(Circle::new(0.5)?);
    let at = |x| pose([x, 0.0], 0.0);

    let hit: Option<RayHit> = scene.cast_ray([0.0, 0.0], [8.0, 0.0], all);
    assert_eq!(hit.map(|hit| (hit.collider, hit.body, hit.fraction)), Some((box_, wall, 0.5)));
    assert_eq!(scene.cast_ray([0.0, 0.0], [8.0, 0.0], none), None);
    let mut hits = 0;
    scene.cast_ray_all([0.0, 0.0], [8.0, 0.0], all, |hit| {
        hits += 1;
        assert_eq!((hit.point, hit.normal), (Point::new(4.0, 0.0), Vector::new(-1.0, 0.0)));
        ControlFlow::Break(())
    });
    assert_eq!(hits, 1);
    let hit = scene.cast_shape(&disc, at(0.0), [7.0, 0.0], all);
    assert!(hit.is_some_and(|hit| (hit.fraction - 0.5).abs() < 1e-3), "{hit:?}");
    assert_eq!(scene.overlap_aabb(&Aabb::new([4.5, 0.0], [5.0, 1.0])?, all), [box_]);
    assert_eq!(scene.overlap_shape(&disc, at(3.9), all), [box_]);
    assert_eq!(scene.overlap_shape(&disc, at(3.9), none), []);
    assert_eq!(scene.colliders_at([5.0, 0.5], all), [box_]);
    let near: Option<PointHit> = scene.closest_point([3.0, 0.0], 2.0, all);
    assert_eq!(near.map(|near| (near.collider, near.body, near.distance)), Some((box_, wall, 1.0)));

    // Asked by many at once: a scene is shared by reference.
    std::thread::scope(|threads| {
        for _ in 0..4 {
            threads.spawn(|| assert!(scene.cast_ray([0.0, 0.0], [8.0, 0.0], all).is_some()));
        }
    });
    Ok(())
}

#[test]
fn every_knob_of_the_configuration_is_public() {
    let soft = Correction::Soft { hertz: 30.0, damping_ratio: 10.0, push_speed: 3.0 };
    let project = Correction::LinearProjection { fraction: 0.4, slop: 0.01, max_correction: 0.2 };
    for correction in [soft, project, Correction::SOFT, Correction::LINEAR_PROJECTION] {
        let solver = SolverConfig {
            substeps: 4,
            velocity_iterations: 1,
            position_iterations: 1,
            correction,
            warm_starting: true,
            restitution_threshold: 1.0,
            joints: JointSolving::Auto,
            joint_softness: Softness { hertz: 60.0, damping_ratio: 2.0 },
            max_speed: 400.0,
        };
        let config = SceneConfig {
            gravity: Vector::zeros(),
            length_unit: 1.0,
            solver,
            hit_speed: 1.0,
            continuous: Continuous::Fixed,
            friction_rule: CombineRule::Usual,
            restitution_rule: CombineRule::GeometricMean,
            sleep: SleepConfig { enabled: true, speed: 0.05, delay: 0.5 },
            fracture: FractureConfig { pieces_per_body: 256, pieces_in_scene: 4096 },
            simd: SimdLevel::available().next(),
        };
        assert!(Scene::new(config).is_ok());
    }
    for preset in [
        SolverConfig::default(),
        SolverConfig::classic(10),
        SolverConfig::precise(),
        SolverConfig::fast(),
    ] {
        assert!(preset.validate().is_ok());
    }
}

#[test]
fn hooks_see_who_meets_and_events_tell_what_happened() -> Result<(), umbra::Error> {
    struct Ice(BodyKey);
    impl Hooks for Ice {
        fn should_collide(&self, pair: &ContactPair) -> bool {
            let ContactPair { colliders, bodies, user_data } = *pair;
            colliders[0] != colliders[1] && user_data == [0, 0] && bodies.contains(&self.0)
        }
        fn modify_contact(&self, contact: &mut ContactMut<'_>) {
            assert!(contact.pair().bodies.contains(&self.0));
            assert!(contact.normal().norm() > 0.9 && contact.separation() < 0.5);
            let set = contact.set_friction(0.0);
            assert!(set.and(contact.set_restitution(0.0)).is_ok());
            assert!(contact.set_surface_speed(0.0).is_ok());
            if contact.separation() < -100.0 {
                contact.disable();
            }
        }
    }
    let mut scene = Scene::new(SceneConfig::default())?;
    let ground = scene.add_body(Body::fixed().position([0.0, -0.5]))?;
    scene.add_collider(ground, Collider::cuboid(50.0, 0.5))?;
    let ball = scene.add_body(Body::dynamic().position([0.0, 1.0]))?;
    let disc = scene.add_collider(ball, Collider::circle(0.5).hit_events(true))?;

    let (mut begun, mut ended, mut hits, mut fell, mut woke) = (0, 0, 0, 0, 0);
    let mut listen = |scene: &Scene| {
        for event in scene.contact_events() {
            match *event {
                ContactEvent::Begin { colliders, .. } => {
                    begun += u32::from(colliders.contains(&disc));
                }
                ContactEvent::End { colliders, .. } => {
                    ended += u32::from(colliders.contains(&disc));
                }
                ContactEvent::Hit { colliders, bodies, point, normal, speed, impulse, .. } => {
                    assert!(colliders.contains(&disc) && bodies.contains(&ball) && impulse > 0.0);
                    hits += u32::from(point.y < 0.5 && normal.y > 0.9 && speed > 1.0);
                }
            }
        }
        for event in scene.body_events() {
            match *event {
                BodyEvent::FellAsleep { body } => fell += u32::from(body == ball),
                BodyEvent::Woke { body } => woke += u32::from(body == ball),
                BodyEvent::Disabled { body } => panic!("{body:?}"),
            }
        }
    };
    for _ in 0..180 {
        scene.step_with(DT, &Ice(ball))?;
        listen(&scene);
    }
    let resting: Vec<ContactRef<'_>> = scene.contacts().collect();
    assert_eq!(resting.len(), 1);
    assert_eq!(resting[0].bodies(), [ground, ball]);
    assert!(resting[0].colliders().contains(&disc) && resting[0].is_touching());
    assert_eq!(resting[0].normal(), Vector::new(0.0, 1.0));
    let points: Vec<ContactPointRef> = resting[0].points().collect();
    let ContactPointRef { position, separation, normal_impulse, tangent_impulse, .. } = points[0];
    assert!(position.y.abs() < 0.01 && separation.abs() < 0.01);
    assert!(normal_impulse > 0.0 && tangent_impulse == 0.0);

    scene.body_mut(ball)?.set_position([0.0, 9.0])?;
    scene.step(DT)?;
    listen(&scene);
    assert_eq!((begun, ended, hits, fell, woke), (1, 1, 1, 1, 1));
    Ok(())
}

#[test]
fn frames_of_any_length_become_steps() -> Result<(), umbra::Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let mut timestep = FixedTimestep::new(60.0)?;
    let steps: u32 = timestep.advance(0.04, |dt| scene.step(dt))?;
    assert_eq!((steps, timestep.dt()), (2, DT));
    assert!((timestep.alpha() - 0.4).abs() < 1e-3);
    Ok(())
}

#[test]
fn a_scene_draws_itself_into_anything_that_can_draw() -> Result<(), umbra::Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let body = scene.add_body(Body::dynamic())?;
    scene.add_collider(body, Collider::circle(0.5))?;
    let mut picture: SvgDraw = SvgDraw::new().scale(40.0)?.opacity(0.5)?;
    let palette = DebugPalette { awake: DebugColor::hex(0xff_8000), ..DebugPalette::default() };
    scene.debug_draw(&mut picture, DebugOptions { palette, ..DebugOptions::default() })?;
    scene.debug_draw(&mut picture, DebugOptions::all())?;
    picture.text(Point::origin(), "a disc", DebugColor { red: 0, green: 0, blue: 0 });
    let text = picture.to_string();
    assert!(text.starts_with("<svg") && text.contains("a disc"), "{text}");
    Ok(())
}

#[test]
fn a_body_and_its_colliders_come_in_one_call_or_not_at_all() -> Result<(), umbra::Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let parts =
        [Collider::circle(0.5).at([1.0, 2.0]), Collider::cuboid(1.0, 0.5).at_pose([0.0, 1.0], 0.5)];
    let key = scene.add(Body::dynamic(), parts)?;
    let offsets: Vec<_> =
        scene.body(key)?.colliders().map(|it| scene.collider(it).unwrap().offset()).collect();
    assert_eq!(offsets, [pose([1.0, 2.0], 0.0), pose([0.0, 1.0], 0.5)]);
    assert_eq!((scene.body_count(), scene.collider_count(), scene.joint_count()), (1, 2, 0));

    let mut copy = scene.clone();
    let good = || Collider::circle(0.5);
    for bad in [good().at([Real::NAN, 0.0]), good().turned(Real::INFINITY), Collider::circle(-1.0)]
    {
        assert!(scene.add(Body::fixed(), [good(), bad]).is_err());
    }
    let refused = scene.add(Body::dynamic(), [good().at([0.0, 1e30])]).unwrap_err();
    assert_eq!(refused.to_string(), "`position` must be from -1e8 to 1e8, but is 1e30");
    assert!(scene.add(Body::dynamic().angle(Real::NAN), []).is_err());
    assert_eq!(scene.body_count(), 1);
    // No key was used up.
    assert_eq!(scene.add(Body::fixed(), [good()])?, copy.add(Body::fixed(), [good()])?);
    Ok(())
}

#[test]
fn keys_are_numbers_for_those_who_need_numbers() -> Result<(), umbra::Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let body = scene.add(Body::dynamic(), [Collider::circle(0.5)])?;
    let collider = scene.body(body)?.colliders().next().unwrap();
    assert_eq!(BodyKey::from_bits(body.to_bits()), body);
    assert_eq!(ColliderKey::from_bits(collider.to_bits()), collider);
    assert_ne!(body.to_bits(), 0);
    for nothing in [0, 1, u64::MAX, body.to_bits() + (1 << 32)] {
        assert!(scene.body(BodyKey::from_bits(nothing)).is_err(), "{nothing}");
    }
    Ok(())
}

#[test]
fn energy_is_that_of_motion_and_height() -> Result<(), umbra::Error> {
    let gravity = Vector::new(0.0, -10.0);
    let mut scene = Scene::new(SceneConfig { gravity, ..SceneConfig::default() })?;
    let crate_ = || [Collider::cuboid(0.5, 0.5)]; // of mass 1
    scene.add(Body::dynamic().position([0.0, 3.0]).velocity([4.0, 0.0]), crate_())?;
    scene.add(Body::dynamic().position([5.0, 3.0]).gravity_scale(0.5).sleeping(true), crate_())?;
    scene.add(Body::dynamic().position([9.0, 3.0]).enabled(false), crate_())?;
    scene.add(Body::kinematic().velocity([9.0, 0.0]), crate_())?;
    assert!((scene.energy() - (30.0 + 8.0 + 15.0)).abs() < 1e-4, "{}", scene.energy());
    Ok(())
}

/// Scenes number alike, so keys of another scene mostly name something: the guide says so.
#[test]
fn keys_of_another_scene_name_what_has_the_same_number() {
    let level = || {
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        let keys: Vec<_> = (0..200).map(|_| scene.add_body(Body::dynamic()).unwrap()).collect();
        (scene, keys)
    };
    let ((_, keys), (mut other, others)) = (level(), level());
    let known = |scene: &Scene| keys.iter().filter(|key| scene.body(**key).is_ok()).count();
    assert_eq!(known(&other), 200);
    for key in others.into_iter().step_by(2) {
        other.remove_body(key).unwrap();
        other.add_body(Body::dynamic()).unwrap();
    }
    assert_eq!(known(&other), 100);
}
