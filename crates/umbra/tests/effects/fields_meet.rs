//! Fields beside everything else: sleep, copies, snapshots, recordings, parts, filters, other
//! origins, bad input.

use umbra::prelude::*;

use crate::common::{DT, add, at, ground, run, scene};

fn earth() -> Scene {
    scene(10.0, SolverConfig::default())
}

/// A box that sleeps on the ground.
fn sleeper(scene: &mut Scene) -> BodyKey {
    ground(scene, |it| it);
    let body = add(scene, Body::dynamic().position([0.0, 0.5]), Collider::cuboid(0.5, 0.5));
    run(scene, 120);
    assert!(!at(scene, body).is_awake());
    body
}

#[test]
fn what_sleeps_in_a_field_wakes_when_it_comes_changes_and_goes() {
    let mut scene = earth();
    let body = sleeper(&mut scene);
    let wind = scene.add_field(Field::wind([1.0, 0.0])).unwrap();
    assert!(at(&scene, body).is_awake());
    run(&mut scene, 120);
    assert!(!at(&scene, body).is_awake());

    scene.field_mut(wind).unwrap().set(Field::wind([1.0, 0.0])).unwrap();
    assert!(!at(&scene, body).is_awake(), "it is the same");
    scene.field_mut(wind).unwrap().set(Field::wind([-1.0, 0.0])).unwrap();
    assert!(at(&scene, body).is_awake());
    run(&mut scene, 120);
    scene.field_mut(wind).unwrap().set_enabled(false);
    assert!(at(&scene, body).is_awake());
    run(&mut scene, 120);
    scene.field_mut(wind).unwrap().set_position([9.0, 9.0]).unwrap();
    assert!(!at(&scene, body).is_awake(), "it does not act");
    scene.field_mut(wind).unwrap().set_enabled(true);
    run(&mut scene, 120);
    scene.remove_field(wind).unwrap();
    assert!(at(&scene, body).is_awake());
    assert_eq!(scene.field(wind), Err(umbra::Error::NoSuchField(wind)));
}

#[test]
fn what_sleeps_elsewhere_sleeps_on() {
    let mut scene = earth();
    let body = sleeper(&mut scene);
    let field =
        scene.add_field(Field::gravity([0.0, 5.0]).cuboid(1.0, 1.0).at([5.0, 0.5])).unwrap();
    run(&mut scene, 10);
    assert!(!at(&scene, body).is_awake());
    scene.field_mut(field).unwrap().set_position([1.2, 0.5]).unwrap();
    assert!(at(&scene, body).is_awake());
}

/// A field on a body that comes near wakes what sleeps, and one on what trembles at rest does not.
#[test]
fn a_field_that_comes_along_wakes_what_sleeps() {
    let mut scene = earth();
    let body = sleeper(&mut scene);
    let carrier = scene.add_body(Body::kinematic().position([-20.0, 0.5])).unwrap();
    scene.add_field(Field::magnet(-50.0, 6.0).on(carrier)).unwrap();
    run(&mut scene, 30);
    assert!(!at(&scene, body).is_awake());
    scene.body_mut(carrier).unwrap().set_velocity([8.0, 0.0]).unwrap();
    let (mut woke, mut farthest): (_, Real) = (None, 0.0);
    for step in 0..240 {
        scene.step(DT).unwrap();
        farthest = farthest.max(at(&scene, body).position().x);
        if at(&scene, body).is_awake() {
            woke.get_or_insert(step);
        }
    }
    assert!((100..150).contains(&woke.unwrap()), "{woke:?}");
    assert!(farthest > 0.1, "it was pushed away: {farthest}");
}

/// What a magnet on the ceiling holds falls when the magnet's body is removed, or disabled.
#[test]
fn what_a_magnet_holds_falls_when_the_magnet_goes() {
    for removes in [true, false] {
        let mut scene = earth();
        let ceiling =
            scene.add(Body::fixed().position([0.0, 5.0]), [Collider::cuboid(2.0, 0.2)]).unwrap();
        scene.add_field(Field::magnet(100.0, 3.0).on(ceiling)).unwrap();
        let held =
            add(&mut scene, Body::dynamic().position([0.0, 4.2]), Collider::cuboid(0.5, 0.5));
        run(&mut scene, 240);
        assert!(!at(&scene, held).is_awake() && at(&scene, held).position().y > 4.2);
        if removes {
            scene.remove_body(ceiling).unwrap();
            assert_eq!(scene.field_count(), 0);
        } else {
            scene.body_mut(ceiling).unwrap().set_enabled(false).unwrap();
        }
        run(&mut scene, 30);
        assert!(at(&scene, held).position().y < 4.0, "{removes}");
        scene.validate().unwrap();
    }
}

/// A fallen-asleep magnet wakes for what comes into its reach, and what has come to rest there
/// sleeps with it.
#[test]
fn a_sleeping_magnet_wakes_for_what_comes() {
    let mut scene = earth();
    ground(&mut scene, |it| it.friction(1.0));
    let magnet = add(&mut scene, Body::dynamic().position([0.0, 0.5]), Collider::cuboid(0.5, 0.5));
    scene.add_field(Field::magnet(60.0, 4.0).on(magnet)).unwrap();
    run(&mut scene, 120);
    assert!(!at(&scene, magnet).is_awake());
    let ball = Body::dynamic().position([8.0, 0.3]).velocity([-3.0, 0.0]);
    let ball = add(&mut scene, ball, Collider::circle(0.3).rolling_resistance(0.02));
    let gap = |scene: &Scene| (at(scene, ball).position() - at(scene, magnet).position()).norm();
    while gap(&scene) > 4.1 {
        assert!(!at(&scene, magnet).is_awake());
        run(&mut scene, 1);
    }
    while gap(&scene) > 1.5 {
        run(&mut scene, 1);
    }
    assert!(at(&scene, magnet).position().x > 1e-4, "it is drawn to the ball");
    run(&mut scene, 600);
    assert!(!at(&scene, magnet).is_awake() && !at(&scene, ball).is_awake());
}

/// A body that is struck asleep in water is lifted in the very step in which it wakes.
#[test]
fn what_wakes_in_a_step_is_pushed_in_it() {
    let mut scene = earth();
    scene.add_field(Field::water(2.0).below()).unwrap();
    let raft = add(&mut scene, Body::dynamic(), Collider::cuboid(1.0, 0.5));
    run(&mut scene, 900);
    assert!(!at(&scene, raft).is_awake());
    let rest = at(&scene, raft).position().y;
    let fly = Body::dynamic().position([0.0, 0.52 + rest]).velocity([0.0, -0.5]);
    add(&mut scene, fly, Collider::circle(0.01).mass(1e-6));
    let mut lowest: Real = 0.0;
    for _ in 0..30 {
        scene.step(DT).unwrap();
        lowest = lowest.min(at(&scene, raft).velocity().y);
    }
    assert!(lowest > -0.02, "without water it would have fallen by 0.17 m/s: {lowest}");
}

#[test]
fn filters_tell_who_feels_a_field() {
    let mut scene = scene(0.0, SolverConfig::default());
    let iron = Filter { category: 2, ..Filter::default() };
    let only_iron = Filter { mask: 2, ..Filter::default() };
    scene.add_field(Field::magnet(5.0, 9.0).filter(only_iron)).unwrap();
    scene.add_field(Field::wind([0.0, 4.0]).filter(only_iron)).unwrap();
    let nail =
        add(&mut scene, Body::dynamic().position([3.0, 0.0]), Collider::circle(0.2).filter(iron));
    let cork = add(&mut scene, Body::dynamic().position([-3.0, 0.0]), Collider::circle(0.2));
    let ghost = Collider::circle(0.2).filter(iron).sensor(true).mass(1.0);
    let ghost = add(&mut scene, Body::dynamic().position([0.0, 3.0]), ghost);
    run(&mut scene, 10);
    assert!(at(&scene, nail).velocity().x < -0.1 && at(&scene, nail).velocity().y > 0.1);
    assert_eq!(at(&scene, cork).velocity(), Vector::zeros());
    assert!(at(&scene, ghost).velocity().x == 0.0, "wind does not push sensors");
}

#[test]
fn who_names_no_filter_means_all() {
    let mut scene = scene(0.0, SolverConfig::default());
    scene.add_field(Field::wind([0.0, 4.0])).unwrap();
    let shy = Filter { category: 4, mask: 2, ..Filter::default() };
    let shot = add(&mut scene, Body::dynamic(), Collider::circle(0.2).filter(shy));
    // A body without colliders falls, too.
    let point = scene.add_body(Body::dynamic().additional_mass(1.0)).unwrap();
    scene.add_field(Field::gravity([-9.0, 0.0])).unwrap();
    run(&mut scene, 10);
    assert!(at(&scene, shot).velocity().y > 0.1 && at(&scene, shot).velocity().x < -1.0);
    assert!(at(&scene, point).velocity().x < -1.0);
    assert_eq!(scene.explode(Explosion::new([0.0, -1.0], 3.0)).unwrap().len(), 1);
}

/// A world with every kind of field.
fn garden() -> Scene {
    let mut scene = earth();
    ground(&mut scene, |it| it);
    scene.add_field(Field::water(2.0).cuboid(6.0, 1.5).at([-8.0, 1.5])).unwrap();
    scene.add_field(Field::wind([6.0, 1.0]).cuboid(4.0, 6.0).at_pose([6.0, 5.0], 0.3)).unwrap();
    scene.add_field(Field::gravity([0.0, 4.0]).cuboid(2.0, 9.0).at([0.0, 9.0])).unwrap();
    scene.add_field(Field::attraction(8.0, 1.0).at([0.0, 12.0])).unwrap();
    let cart = add(&mut scene, Body::dynamic().position([2.0, 1.0]), Collider::cuboid(0.5, 0.3));
    scene.add_field(Field::magnet(9.0, 4.0).on(cart).at([0.0, 0.5])).unwrap();
    for i in 0..30 {
        let body =
            Body::dynamic().position([(i % 10) as Real * 2.5 - 12.0, 3.0 + (i / 10) as Real]);
        let shapes = [Collider::circle(0.3), Collider::rounded_cuboid(0.4, 0.3, 0.1)];
        let shape = shapes[i % 2].clone().density(0.5 + 0.1 * i as Real);
        add(&mut scene, body.angular_velocity(i as Real), shape);
    }
    scene
}

#[test]
fn copies_snapshots_and_recordings_go_on_to_the_same_bits() {
    let mut scene = garden();
    scene.record(Recorder::default().keyframe_every(50)).unwrap();
    run(&mut scene, 60);
    let mut copy = scene.clone();
    let mut saved = Snapshot::default();
    scene.save_into(&mut saved).unwrap();
    let change = |scene: &mut Scene| {
        let first = scene.fields().next().unwrap();
        scene.remove_field(first).unwrap();
        let new = scene.add_field(Field::wind([-3.0, 0.0]).drag(2.0)).unwrap();
        scene.field_mut(new).unwrap().set_angle(0.5).unwrap();
        new
    };
    let key = change(&mut scene);
    run(&mut scene, 60);
    let hash = scene.state_hash();
    assert_eq!(change(&mut copy), key);
    run(&mut copy, 60);
    assert_eq!(copy.state_hash(), hash);
    let recording = scene.take_recording().unwrap();
    scene.restore(&saved).unwrap();
    assert_eq!(change(&mut scene), key);
    run(&mut scene, 60);
    assert_eq!(scene.state_hash(), hash);
    scene.restore_as_branch(&saved).unwrap();
    assert_ne!(change(&mut scene), key, "another one than what was there");
    assert_eq!(Replay::new(recording).unwrap().check(), Ok(()));
}

#[test]
fn fields_go_with_their_bodies() {
    let mut here = earth();
    let magnet = add(&mut here, Body::dynamic(), Collider::circle(0.3));
    here.add_field(Field::magnet(3.0, 5.0).on(magnet)).unwrap();
    here.add_field(Field::wind([1.0, 0.0])).unwrap();
    let part = here.extract(&[magnet]).unwrap();
    assert_eq!(here.field_count(), 1);
    let mut there = earth();
    let inserted = there.insert(&part).unwrap();
    let field = there.field(inserted.fields[0]).unwrap();
    assert_eq!(field.body(), Some(inserted.bodies[0]));
    there.clear();
    assert_eq!(there.field_count(), 0);
    there.validate().unwrap();
}

/// Seen from another origin, all goes on as before.
#[test]
fn fields_shift_with_the_origin() {
    let mut scene = garden();
    let mut shifted = scene.clone();
    shifted.shift_origin([64.0, -32.0]).unwrap();
    run(&mut scene, 30);
    run(&mut shifted, 30);
    for key in scene.bodies() {
        let moved = at(&scene, key).position() - at(&shifted, key).position();
        assert!((moved - Vector::new(64.0, -32.0)).norm() < 1e-2, "{moved}");
    }
}

#[test]
fn bad_fields_are_refused() {
    let mut scene = earth();
    let body = scene.add_body(Body::fixed()).unwrap();
    scene.remove_body(body).unwrap();
    let nan = Real::NAN;
    let bad = [
        (Field::gravity([nan, 0.0]), "`acceleration`"),
        (Field::attraction(1.0, 0.0), "`radius`"),
        (Field::attraction(Real::INFINITY, 1.0), "`acceleration`"),
        (Field::magnet(1.0, -1.0), "`range`"),
        (Field::wind([0.0, 1e30]), "`velocity`"),
        (Field::wind([0.0, 1.0]).density(-1.0), "`density`"),
        (Field::wind([0.0, 1.0]).lift(nan), "`lift`"),
        (Field::water(nan), "`density`"),
        (Field::water(1.0).drag(-2.0), "`drag`"),
        (Field::water(1.0).lift(1.0), "`lift`"),
        (Field::gravity([0.0, 1.0]).density(1.0), "`density`"),
        (Field::water(1.0).cuboid(0.0, 1.0), "`half_width`"),
        (Field::water(1.0).polygon([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]), "points"),
        (Field::water(1.0).at([nan, 0.0]), "`pose`"),
        (Field::water(1.0).at_pose([0.0, 0.0], nan), "`angle`"),
        (Field::water(1.0).on(body), "no body"),
    ];
    let key = scene.add_field(Field::water(1.0)).unwrap();
    let hash = scene.state_hash();
    for (field, name) in bad {
        let told = format!("{field:?}");
        let error = scene.add_field(field.clone()).unwrap_err();
        assert!(error.to_string().contains(name), "{error} for {told}");
        assert!(scene.field_mut(key).unwrap().set(field).is_err());
    }
    assert!(scene.field_mut(key).unwrap().set_angle(nan).is_err());
    assert!(scene.field_mut(key).unwrap().set_position([nan, 1.0]).is_err());
    assert_eq!((scene.field_count(), scene.state_hash()), (1, hash));
    assert_eq!(scene.field(key), Ok(&Field::water(1.0)));
    scene.remove_field(key).unwrap();
    assert!(scene.remove_field(key).is_err() && scene.field_mut(key).is_err());
    assert!(scene.submerged(key, body).is_err());
}

/// Edits as values do the same as calls.
#[test]
fn edits_do_what_calls_do() {
    let mut scene = earth();
    let Added::Field(key) = scene.edit(Edit::AddField(Field::water(1.0))).unwrap() else {
        panic!()
    };
    scene.edit(Edit::Field(key, Field::wind([1.0, 0.0]))).unwrap();
    assert_eq!(scene.field(key), Ok(&Field::wind([1.0, 0.0])));
    scene.edit(Edit::RemoveField(key)).unwrap();
    assert!(scene.edit(Edit::RemoveField(key)).is_err());
    assert_eq!(FieldKey::from_bits(key.to_bits()), key);
}

/// A magnet on a body without colliders sleeps, wakes for what it pulls, and is pulled as strongly.
#[test]
fn a_magnet_without_colliders_wakes_too() {
    let mut scene = scene(0.0, SolverConfig::default());
    let magnet = scene.add_body(Body::dynamic().additional_mass(1.0).position([0.0, 0.0])).unwrap();
    scene.add_field(Field::magnet(20.0, 4.0).on(magnet)).unwrap();
    run(&mut scene, 120);
    assert!(!at(&scene, magnet).is_awake());
    let ball = Body::dynamic().position([4.5, 0.0]).velocity([-1.0, 0.0]);
    let ball = add(&mut scene, ball, Collider::circle(0.2).mass(1.0));
    let mut largest: Real = 0.0;
    for _ in 0..60 {
        scene.step(DT).unwrap();
        let sum = at(&scene, magnet).velocity() + at(&scene, ball).velocity();
        largest = largest.max((sum.x + 1.0).abs());
    }
    assert!(at(&scene, magnet).is_awake() && at(&scene, magnet).velocity().x > 0.1);
    // It wakes one step late.
    assert!(largest < 0.1, "{largest}");
}

/// What stands beyond where things may be after a shift is told, and nothing is shifted.
#[test]
fn a_shift_that_would_leave_something_outside_is_refused() {
    let far = Point::new(9e7, 0.0);
    let make = |add: &dyn Fn(&mut Scene)| {
        let mut scene = earth();
        add(&mut scene);
        scene
    };
    let field = make(&|scene| {
        scene.add_field(Field::wind([1.0, 0.0]).at(far)).unwrap();
    });
    let target = make(&|scene| {
        let body = add(scene, Body::dynamic(), Collider::circle(0.5));
        scene.add_joint(Joint::target(body, far)).unwrap();
    });
    let pulley = make(&|scene| {
        let [a, b] = [0.0, 5.0]
            .map(|x| add(scene, Body::dynamic().position([x, 0.0]), Collider::circle(0.5)));
        let (none, ground) = (Point::origin(), Point::new(0.0, 9.0));
        scene.add_joint(Joint::pulley(a, b, ground, far, none, none, 1.0)).unwrap();
    });
    for mut scene in [field, target, pulley] {
        let hash = scene.state_hash();
        assert!(matches!(scene.shift_origin([-9e7, 0.0]), Err(umbra::Error::BadValue(_))));
        assert_eq!(scene.state_hash(), hash);
    }
    // What was shifted within bounds can be switched.
    let mut scene = earth();
    let field = scene.add_field(Field::wind([1.0, 0.0]).at(far)).unwrap();
    scene.shift_origin([9e7, 0.0]).unwrap();
    scene.field_mut(field).unwrap().set_enabled(false);
    assert!(!scene.field(field).unwrap().is_enabled());
}

/// A field whose body is switched on wakes what sleeps where it acts.
#[test]
fn a_field_on_a_body_that_is_switched_on_wakes_what_sleeps() {
    let mut scene = earth();
    let owner = scene.add_body(Body::fixed().position([0.0, 3.0])).unwrap();
    scene.add_field(Field::gravity([0.0, 10.0]).cuboid(5.0, 5.0).on(owner)).unwrap();
    scene.body_mut(owner).unwrap().set_enabled(false).unwrap();
    let body = sleeper(&mut scene);
    scene.body_mut(owner).unwrap().set_enabled(true).unwrap();
    assert!(at(&scene, body).is_awake());
    run(&mut scene, 60);
    assert!(at(&scene, body).position().y > 1.0);
    // One that is moved while it does not act wakes what sleeps when it does.
    let mut scene = earth();
    let owner = scene.add_body(Body::kinematic().position([50.0, 3.0])).unwrap();
    let field = Field::gravity([0.0, 10.0]).cuboid(5.0, 5.0).on(owner);
    let field = scene.add_field(field.enabled(false)).unwrap();
    let body = sleeper(&mut scene);
    scene.body_mut(owner).unwrap().set_position([0.0, 3.0]).unwrap();
    run(&mut scene, 5);
    assert!(!at(&scene, body).is_awake());
    scene.field_mut(field).unwrap().set_enabled(true);
    assert!(at(&scene, body).is_awake());
}
