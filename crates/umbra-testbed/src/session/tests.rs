//! Going back and playing on, with hands at work in between.

use super::*;
use umbra::geom::math::pose;

const DT: u32 = 60;

fn session(name: &str) -> Session {
    Session::new(umbra_scenes::find(name).unwrap()).unwrap()
}

fn run(session: &mut Session, steps: u32) {
    (0..steps).for_each(|_| session.step().unwrap());
}

fn first_dynamic(session: &Session) -> BodyKey {
    let scene = session.scene();
    let is_dynamic = |key: &BodyKey| scene.body(*key).is_ok_and(|b| b.kind() == BodyKind::Dynamic);
    scene.bodies().find(is_dynamic).unwrap()
}

fn position(session: &Session, body: BodyKey) -> Point {
    session.scene().body(body).unwrap().position()
}

/// Drags, throws, spawns, bombs, pins, removes and edits, a while apart.
fn handled(name: &str) -> Session {
    let mut session = session(name);
    run(&mut session, 5);
    let body = first_dynamic(&session);
    let at = position(&session, body);
    session.command(Command::Grab { body, at, strength: 100.0 }).unwrap();
    for step in 0..20 {
        let to = at + Vector::new(0.1, 0.2) * step as Real;
        session.command(Command::Drag(to)).unwrap();
        session.step().unwrap();
    }
    session.command(Command::Release).unwrap();
    let shapes = [
        Spawn::Circle { size: 0.4 },
        Spawn::Box { size: 0.4 },
        Spawn::Capsule { size: 0.6 },
        Spawn::Polygon { size: 0.5, corners: 5 },
        Spawn::Ragdoll,
        Spawn::Outline([[-1.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.3]].map(Point::from).to_vec()),
    ];
    for (index, what) in shapes.into_iter().enumerate() {
        let at = Point::new(index as Real - 3.0, 12.0);
        session.command(Command::Spawn { what, at, velocity: Vector::new(0.0, -3.0) }).unwrap();
        run(&mut session, 7);
    }
    session.command(Command::Bomb { at, radius: 8.0, speed: 12.0 }).unwrap();
    run(&mut session, 20);
    let mut config = *session.scene().config();
    config.solver.substeps = 2;
    session.command(Command::Configure(config)).unwrap();
    let last = session.scene().bodies().last().unwrap();
    let at = position(&session, last);
    session.command(Command::Pin { body: last, at }).unwrap();
    run(&mut session, 10);
    session.command(Command::Remove(Target::Body(body))).unwrap();
    let edit = Edit::Body(last, BodyEdit::GravityScale(-0.5));
    session.command(Command::Edit(Box::new(edit))).unwrap();
    run(&mut session, 30);
    session
}

#[test]
fn a_replay_from_the_start_comes_to_the_same_hashes() {
    for name in ["towers", "ragdoll", "platforms", "clock", "table"] {
        let session = handled(name);
        let outcome = session.check().unwrap().work(Duration::MAX).unwrap();
        let hash = session.scene().state_hash();
        assert_eq!(outcome, Outcome::Same { steps: session.step_count(), hash }, "{name}");
    }
}

#[test]
fn a_replay_tells_when_something_else_was_done() {
    let mut session = session("towers");
    run(&mut session, 20);
    session.world.apply(&Command::Bomb { at: Point::origin(), radius: 9.0, speed: 1.0 }).unwrap();
    run(&mut session, 20);
    let outcome = session.check().unwrap().work(Duration::MAX).unwrap();
    assert_eq!(outcome, Outcome::Different { step: 21 });
}

#[test]
fn every_step_can_be_gone_back_to_and_played_on_from() {
    let mut session = handled("towers");
    let (end, hash) = (session.end(), session.scene().state_hash());
    for step in [0, 1, 19, 20, 21, 33, 64, end - 1, end, 3] {
        session.seek(step).unwrap();
        session.work(Duration::MAX).unwrap();
        assert_eq!(session.step_count(), step);
        // Commands of the step itself may be given already at the end of the record.
        let recorded = session.history.hashes()[step as usize];
        assert!(session.scene().state_hash() == recorded, "step {step}");
    }
    run(&mut session, end - 3);
    assert_eq!(session.scene().state_hash(), hash);
    assert_eq!((session.end(), session.diverged()), (end, None));
}

#[test]
fn another_command_in_the_past_makes_another_future() {
    let mut session = handled("towers");
    let (end, commands) = (session.end(), session.commands().len());
    session.seek(40).unwrap();
    session.work(Duration::MAX).unwrap();
    session.command(Command::Bomb { at: Point::origin(), radius: 30.0, speed: 9.0 }).unwrap();
    assert_eq!(session.end(), 40);
    assert!(session.commands().len() < commands);
    run(&mut session, end - 40);
    let outcome = session.check().unwrap().work(Duration::MAX).unwrap();
    assert!(matches!(outcome, Outcome::Same { .. }), "{outcome:?}");
}

#[test]
fn long_seeks_are_spread_over_frames() {
    let mut session = session("towers");
    run(&mut session, 29);
    session.seek(28).unwrap();
    assert_eq!((session.step_count(), session.goal()), (20, Some(28)));
    session.work(Duration::ZERO).unwrap();
    assert_eq!(session.step_count(), 21);
    // A command waits for the moment that it is meant for.
    session.command(Command::Release).unwrap();
    assert_eq!((session.step_count(), session.goal()), (28, None));
}

#[test]
fn a_minute_is_kept_and_no_more() {
    for (rate, steps) in [(60.0, 3600), (120.0, 7200)] {
        let mut session = session("hello");
        session.command(Command::Rate(rate)).unwrap();
        run(&mut session, steps + 500);
        assert_eq!(session.earliest(), 500);
        let most = (steps / history::INTERVAL) as usize + 2;
        assert!(session.snapshot_count() <= most, "{}", session.snapshot_count());
        session.seek(0).unwrap();
        session.work(Duration::MAX).unwrap();
        assert_eq!(session.step_count(), 500);
    }
}

#[test]
fn a_minute_of_322_moving_bodies_fits_into_50_megabytes() {
    let mut session = session("hello");
    for index in 0..321_u16 {
        let at = Point::new(Real::from(index % 23) * 1.02 - 11.0, Real::from(index / 23) + 2.0);
        let what = Spawn::Box { size: 0.5 };
        session.command(Command::Spawn { what, at, velocity: Vector::zeros() }).unwrap();
    }
    // A pile that is driven apart again and again. Its first snapshot has what all of them share.
    run(&mut session, history::INTERVAL);
    let (first, mut largest) = (session.snapshot_size(), 0);
    for _ in 0..4 {
        let at = Point::new(0.0, 2.0);
        session.command(Command::Bomb { at, radius: 12.0, speed: 6.0 }).unwrap();
        for _ in 0..3 {
            let before = session.snapshot_size();
            run(&mut session, history::INTERVAL);
            largest = largest.max(session.snapshot_size() - before);
        }
    }
    assert_eq!(session.scene().stats().awake_bodies, 322);
    let snapshots = (WINDOW as u32 * DT / history::INTERVAL) as usize;
    let minute = first + snapshots * largest;
    assert!(minute < 50_000_000, "{minute} bytes, {first} and {snapshots} times {largest}");
}

#[test]
fn with_little_memory_there_are_fewer_copies_and_every_step_is_still_reached() {
    let mut session = session("towers");
    // Room for a few snapshots, fewer than the 16 that 300 steps would have.
    session.history.set_budget(1_200_000);
    run(&mut session, 100);
    session.command(Command::Bomb { at: Point::origin(), radius: 9.0, speed: 9.0 }).unwrap();
    run(&mut session, 200);
    let copies = session.snapshot_count();
    assert!((2..=8).contains(&copies), "{copies}");
    for step in [7, 99, 100, 101, 250] {
        session.seek(step).unwrap();
        session.work(Duration::MAX).unwrap();
        let recorded = session.history.hashes()[step as usize];
        assert_eq!((session.step_count(), session.scene().state_hash()), (step, recorded));
    }
    assert_eq!(session.diverged(), None);
}

#[test]
fn a_body_is_dragged_to_where_the_hand_is_and_thrown() {
    let mut session = session("hello");
    let ball = first_dynamic(&session);
    let at = position(&session, ball);
    session.command(Command::Grab { body: ball, at, strength: 100.0 }).unwrap();
    let goal = Point::new(4.0, 14.0);
    session.command(Command::Drag(goal)).unwrap();
    run(&mut session, DT);
    assert!((position(&session, ball) - goal).norm() < 0.2, "{}", position(&session, ball));
    for step in 0..10 {
        session.command(Command::Drag(goal + Vector::new(0.3, 0.0) * step as Real)).unwrap();
        session.step().unwrap();
    }
    session.command(Command::Release).unwrap();
    let speed = session.scene().body(ball).unwrap().velocity().x;
    assert!(speed > 5.0, "{speed}");
    assert!(session.world().held().is_none());
}

#[test]
fn a_pin_holds_and_comes_out() {
    let mut session = session("hello");
    let ball = first_dynamic(&session);
    let at = position(&session, ball);
    let pin = Command::Pin { body: ball, at };
    session.command(pin.clone()).unwrap();
    assert!(session.world().is_pinned(ball));
    run(&mut session, DT);
    assert!((position(&session, ball) - at).norm() < 0.01);
    let bodies = session.scene().bodies().count();
    session.command(pin).unwrap();
    assert_eq!(session.scene().bodies().count(), bodies - 1);
    run(&mut session, 10);
    assert!(position(&session, ball).y < at.y - 0.05);
}

#[test]
fn a_bomb_throws_what_is_near_and_nothing_else() {
    let mut session = session("towers");
    let (at, radius) = (Point::new(-9.0, 0.2), 3.0);
    session.command(Command::Bomb { at, radius, speed: 10.0 }).unwrap();
    let mut fastest: Real = 0.0;
    for body in session.scene().bodies().filter_map(|key| session.scene().body(key).ok()) {
        let (speed, distance) = (body.velocity().norm(), (body.center_of_mass() - at).norm());
        // A body is no larger than a metre.
        let is_near = body.kind() == BodyKind::Dynamic && distance < radius + 0.7;
        assert!(is_near || speed == 0.0, "{distance}");
        assert!(speed > 0.0 || !is_near || distance > radius - 0.7, "{distance}");
        fastest = fastest.max(speed);
    }
    assert!((3.0..=10.0).contains(&fastest), "{fastest}");
}

#[test]
fn a_bomb_breaks_glass() {
    let mut session = session("glass_house");
    let bodies = session.scene().bodies().count();
    session.command(Command::Bomb { at: Point::new(0.0, 2.0), radius: 8.0, speed: 40.0 }).unwrap();
    assert!(session.scene().bodies().count() > bodies + 10);
}

#[test]
fn refused_commands_say_why_and_leave_nothing_behind() {
    let mut session = session("hello");
    let bodies = session.scene().bodies().count();
    let edit = |body, edit| Command::Edit(Box::new(Edit::Body(body, edit)));
    let spawn = |what| Command::Spawn { what, at: Point::origin(), velocity: Vector::zeros() };
    for (command, says) in [
        (spawn(Spawn::Circle { size: -1.0 }), "`radius` must be greater than zero"),
        (spawn(Spawn::Outline(vec![])), "points"),
        (Command::Rate(0.0), "`rate`"),
        (Command::Configure(SceneConfig { length_unit: 0.0, ..Default::default() }), "length_unit"),
        (edit(BodyKey::default(), BodyEdit::Wake), "there is no body"),
        (Command::Remove(Target::Joint(JointKey::default())), "there is no joint"),
        (
            edit(first_dynamic(&session), BodyEdit::Pose(pose([Real::NAN, 0.0], 0.0))),
            "must be finite",
        ),
    ] {
        let error = session.command(command.clone()).unwrap_err().to_string();
        assert!(error.contains(says), "{command:?}: {error}");
    }
    assert_eq!(session.scene().bodies().count(), bodies);
    run(&mut session, 10);
    let outcome = session.check().unwrap().work(Duration::MAX).unwrap();
    assert!(matches!(outcome, Outcome::Same { .. }), "{outcome:?}");
}

#[test]
fn figures_are_those_of_physics() {
    let mut session = session("hello");
    let ball = first_dynamic(&session);
    let before = session.sample();
    let mass = f64::from(session.scene().body(ball).unwrap().mass());
    assert!((before.kinetic_energy - 0.5 * mass).abs() < 1e-3);
    assert!((before.potential_energy - mass * 9.81 * 10.0).abs() < 1e-2);
    assert!((before.momentum[0] - mass).abs() < 1e-4 && before.momentum[1] == 0.0);
    assert!((before.angular_momentum + mass * 10.0).abs() < 1e-3);
    run(&mut session, 30);
    let after = session.sample();
    let energy = |sample: &Sample| sample.kinetic_energy + sample.potential_energy;
    assert!((energy(&after) / energy(&before) - 1.0).abs() < 2e-3);
    let columns = |line: &str| line.split(',').count();
    assert_eq!(columns(Sample::HEADER), columns(&after.row()));
    assert!(after.row().starts_with("30,"));
}
