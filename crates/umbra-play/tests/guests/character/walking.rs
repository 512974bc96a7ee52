//! On the ground: slopes, steps, seams, walls, corners.

use super::*;

/// A hill: up by an angle from x = 0 for 4 m along the ground, flat for 4 m, and down again.
fn hill(degrees: Real) -> (World, Real) {
    let (mut world, angle) = (World::new(), degrees.to_radians());
    let (run, rise) = (4.0 * angle.cos(), 4.0 * angle.sin());
    let top = 4.0 + run;
    let points =
        [[-20.0, 0.0], [0.0, 0.0], [run, rise], [top, rise], [top + run, 0.0], [40.0, 0.0]];
    world.fixed(Collider::chain(points.into_iter().rev()));
    world.put([-1.0, 0.7]);
    (world, rise)
}

#[test]
fn slopes_up_to_the_limit_are_walked_up_and_down_and_no_steeper_ones() {
    for (degrees, can) in [(20.0, true), (45.0, true), (49.0, true), (51.0, false), (60.0, false)] {
        let (mut world, rise) = hill(degrees);
        let mut highest: Real = 0.0;
        for _ in 0..300 {
            world.step(RIGHT);
            if can {
                assert!(world.player.is_on_ground(), "{degrees}: {}", world.player.position());
            }
            highest = highest.max(world.feet());
        }
        assert_eq!(highest > rise - 0.1, can, "{degrees}: {highest}");
        assert_eq!(world.x() > 10.0, can, "{degrees}: {}", world.x());
        if !can {
            assert!(highest < 0.05, "{degrees}: {highest}");
        }
    }
}

#[test]
fn the_limit_is_a_number() {
    for (limit, can) in [(29.0_f32, false), (31.0, true)] {
        let (mut world, rise) = hill(30.0);
        world.player.settings.max_slope = limit.to_radians();
        world.go(RIGHT, 120);
        assert_eq!(world.feet() > 0.5 * rise, can, "{limit}: {}", world.feet());
    }
}

#[test]
fn it_runs_as_fast_up_as_down_and_stands_still_on_slopes() {
    let (mut world, _) = hill(40.0);
    let mut speeds = vec![];
    while world.x() < 9.0 {
        let from = world.player.position();
        world.step(RIGHT);
        speeds.push((world.player.position() - from).norm() / DT);
    }
    let settled = &speeds[20..];
    let slowest = settled.iter().copied().fold(Real::MAX, Real::min);
    let fastest = settled.iter().copied().fold(0.0, Real::max);
    // At the foot of the slope a step is cut short, and at the crest it goes straight.
    assert!(slowest > 3.5 && fastest < 5.8, "{slowest} {fastest}");
    world.go(IDLE, 30);
    let from = world.player.position();
    world.go(IDLE, 300);
    assert_eq!(world.player.position(), from);
}

#[test]
fn steps_of_the_height_are_climbed_and_no_higher_ones() {
    for (height, can) in [(0.1, true), (0.25, true), (0.3, true), (0.31, false), (0.5, false)] {
        for speed in [0.5, 1.0] {
            let mut world = World::flat();
            world.fixed(Collider::cuboid(2.0, 0.5 * height).at([4.0, 0.5 * height]));
            world.go(run(speed), (100.0 / speed) as u32);
            let on_step = (world.feet() - height).abs() < 0.02 || world.x() > 6.0;
            assert_eq!(on_step, can, "{height}: {}", world.player.position());
            assert_eq!(world.x() > 2.1, can, "{height}");
        }
    }
}

#[test]
fn a_step_does_not_slow_it_down() {
    let mut world = World::flat();
    for step in 0..5 {
        let height = 0.2 * (step + 1) as Real;
        let x = 3.0 + step as Real + 10.0;
        world.fixed(Collider::cuboid(10.0, 0.5 * height).at([x, 0.5 * height]));
    }
    world.go(RIGHT, 20);
    let mut stepped = 0.0;
    for _ in 0..90 {
        let told = world.step(RIGHT);
        assert!(
            (told.translation.x - 5.0 * DT).abs() < 0.02,
            "{told:?} {:?} {:?}",
            world.player.position(),
            world.player.hits()
        );
        stepped += told.stepped;
    }
    assert!((world.feet() - 1.0).abs() < 0.02, "{}", world.feet());
    assert!((stepped - 1.0).abs() < 0.02, "{stepped}");
    // Down the stairs again, without leaving the ground.
    while world.x() > 1.0 {
        world.step(LEFT);
        assert!(world.player.is_on_ground());
    }
    assert!(world.feet() < 0.02);
}

#[test]
fn ledges_within_the_step_are_walked_down_and_deeper_ones_fallen_from() {
    for (height, stays) in [(0.1, true), (0.29, true), (0.33, false), (1.0, false)] {
        let mut world = World::flat();
        world.fixed(Collider::cuboid(5.0, 0.5 * height).at([0.0, 0.5 * height]));
        world.put([0.0, height + FEET + SKIN]);
        let mut left = false;
        while world.x() < 6.5 {
            world.step(RIGHT);
            left |= !world.player.is_on_ground();
        }
        assert_eq!(!left, stays, "{height}");
        world.go(IDLE, 60);
        assert!((world.feet() - SKIN).abs() < 0.004, "{}", world.feet());
    }
}

#[test]
fn it_does_not_leave_the_ground_on_crests_at_run_speed() {
    for degrees in [10.0, 30.0, 45.0] {
        for speed in [3.0, 5.0, 8.0] {
            let (mut world, _) = hill(degrees);
            world.player.settings.run_speed = speed;
            let mut highest: Real = 0.0;
            while world.x() < 11.0 {
                world.step(RIGHT);
                assert!(world.player.is_on_ground(), "{degrees} {speed} {}", world.x());
                highest = highest.max(world.feet());
            }
            let rise = 4.0 * degrees.to_radians().sin();
            assert!(highest < rise + 0.02, "{degrees} {speed}: {highest} {rise}");
        }
    }
}

/// A floor of the kind, from x = -2 to 20.
fn floor(kind: usize) -> World {
    let mut world = World::new();
    match kind {
        0 => drop(
            world
                .fixed(Collider::tiles(0.5, [[Cell::Full; 60], [Cell::Full; 60]]).at([-4.0, -1.0])),
        ),
        1 => {
            for i in 0..60 {
                world.fixed(Collider::cuboid(0.25, 0.5).at([-4.0 + 0.5 * i as Real, -0.5]));
            }
        }
        2 => {
            let rows: Vec<Tile> = (0..60).map(|i| Cell::Full.user_data(i % 2)).collect();
            world.fixed(Collider::tiles(0.5, [rows]).at([-4.0, -0.5]));
        }
        3 => drop(world.fixed(Collider::tiles(0.5, [[Cell::OneWay; 60]]).at([-4.0, -0.5]))),
        4 => {
            let points = (0..60).map(|i| [-4.0 + 0.5 * (59 - i) as Real, 0.0]);
            world.fixed(Collider::chain(points));
        }
        _ => {
            // Crates in a row, of which each is by itself.
            world.fixed(Collider::cuboid(50.0, 0.5).at([0.0, -1.5]));
            for i in 0..60 {
                let body = Body::dynamic().position([-4.0 + 0.5 * i as Real, -0.5]);
                world.scene.add(body, [Collider::cuboid(0.249, 0.5).density(500.0)]).unwrap();
            }
            world.player.settings.mass = 1.0;
        }
    }
    world.put([0.0, 0.7]);
    world
}

#[test]
fn nothing_catches_at_seams() {
    for kind in 0..6 {
        for speed in [0.1, 0.5, 1.0] {
            let mut world = floor(kind);
            world.go(run(speed), 20);
            let (from, way) = (world.x(), 5.0 * speed * DT);
            let level = world.feet();
            // On crates there are gaps of 2 mm.
            let slack = if kind == 5 { 0.3 * way } else { 1e-5 };
            for step in 0..(10.0 / (5.0 * speed * DT)) as u32 {
                let told = world.step(run(speed));
                assert!(world.player.is_on_ground(), "{kind} {speed} {step}");
                assert!((told.translation.x - way).abs() < slack, "{kind} {speed} {told:?}");
                assert!((world.feet() - level).abs() < 0.004, "{kind} {speed}: {}", world.feet());
                assert!(!world.hits(HitKind::Wall), "{kind} {speed}: {:?}", world.player.hits());
            }
            assert!(world.x() - from > 9.5, "{kind} {speed}");
        }
    }
}

#[test]
fn walls_of_tiles_are_slid_down_and_jumped_up_without_catching() {
    let mut world = World::flat();
    world.fixed(Collider::tiles(0.5, [[Cell::Full; 2]; 20]).at([2.0, 0.0]));
    world.go(RIGHT, 60);
    assert!(world.hits(HitKind::Wall) && (world.x() + 0.3 - 2.0 + SKIN).abs() < 0.003);
    let jump = CharacterInput { jump: true, ..RIGHT };
    let mut free = World::flat();
    free.go(IDLE, 60);
    for step in 0..60 {
        world.step(jump);
        free.step(CharacterInput { run: 0.0, ..jump });
        let away = world.feet() - free.feet();
        assert!(away.abs() < 1e-3, "{step}: {away}");
    }
}

/// How far the player comes in the worst of some steps without input.
fn trembles(world: &mut World, input: CharacterInput) -> Real {
    world.go(input, 60);
    (0..120).map(|_| world.step(input).translation.norm()).fold(0.0, Real::max)
}

#[test]
fn in_corners_it_stands_still() {
    for degrees in [20.0_f32, 40.0, 55.0, 70.0, 85.0] {
        let (x, y) = (10.0 * degrees.to_radians().cos(), 10.0 * degrees.to_radians().sin());
        let mut world = World::new();
        world.fixed(Collider::chain([[x, y], [0.0, 0.0], [-x, y]]));
        world.put([0.1, 3.0]);
        world.go(IDLE, 120);
        for input in [IDLE, RIGHT, LEFT] {
            if degrees < 50.0 && input != IDLE {
                continue;
            }
            let most = trembles(&mut world, input);
            assert!(most < 1e-4, "{degrees} {input:?}: {most}");
        }
        // It is not stuck either: a jump leads out.
        assert!(world.player.is_on_ground(), "{degrees}");
        let told = world.step(CharacterInput { jump: true, ..IDLE });
        assert!(told.jumped && told.translation.y > 0.05, "{degrees} {told:?}");
    }
    for overhang in [-0.5, 0.0, 0.5, 2.0] {
        let mut world = World::flat();
        world.fixed(Collider::chain([[3.0 - overhang, 4.0], [3.0, 0.0]]));
        let most = trembles(&mut world, RIGHT);
        assert!(most < 1e-4, "{overhang}: {most}");
    }
}

#[test]
fn ceilings_stop_a_jump_and_slanted_ones_lead_aside() {
    let mut world = World::flat();
    world.fixed(Collider::cuboid(5.0, 0.5).at([0.0, 2.5]));
    let jump = CharacterInput { jump: true, ..IDLE };
    let (mut highest, mut hit, mut steps) = (0.0_f32, false, 0);
    while steps < 2 || !world.player.is_on_ground() {
        world.step(jump);
        hit |= world.hits(HitKind::Ceiling);
        highest = highest.max(world.feet() + 2.0 * FEET);
        steps += 1;
        assert!(steps < 60);
    }
    assert!(hit && highest < 2.0 && highest > 1.98, "{highest}");
    // It does not hang there: 0.8 m up at 8.9 m/s and down again take 0.35 s.
    assert!(steps < 25, "{steps}");

    let mut world = World::flat();
    world.fixed(Collider::chain([[-4.0, 0.8], [4.0, 4.8]]));
    world.put([-1.0, FEET + SKIN]);
    let from = world.x();
    for _ in 0..20 {
        world.step(jump);
    }
    assert!(world.x() > from + 0.05, "{}", world.x());
}

#[test]
fn a_flat_foot_stands_on_the_edge_of_a_ledge() {
    let mut world = World::flat();
    world.fixed(Collider::cuboid(2.0, 1.0).at([0.0, 1.0]));
    world.put([0.0, 2.0 + FEET + SKIN]);
    while world.x() < 1.9 {
        world.step(run(0.3));
    }
    // At half its radius beyond the edge a round foot would have begun to slide.
    while world.x() < 2.2 {
        world.step(run(0.05));
        assert!(world.player.is_on_ground(), "{}", world.player.position());
    }
    world.go(IDLE, 10);
    let at = world.player.position();
    world.go(IDLE, 60);
    assert_eq!(world.player.position(), at);
}

#[test]
fn what_falls_onto_a_slope_stays_where_it_lands() {
    let (mut world, _) = hill(45.0);
    world.player.set_position([2.0, 6.0]).unwrap();
    world.go(IDLE, 120);
    assert!(world.player.is_on_ground() && (world.x() - 2.0).abs() < 0.02, "{}", world.x());
}

#[test]
fn over_hills_of_cells_it_runs_without_a_wall_and_without_leaving_the_ground() {
    let slope = |rises, ramp| Cell::Slope { rises, ramp, ceiling: false };
    let map = |letter: char| match letter {
        '#' => Cell::Full,
        '/' => slope(Side::Right, Ramp::Steep),
        'L' => slope(Side::Left, Ramp::Steep),
        'a' => slope(Side::Right, Ramp::GentleStart),
        'b' => slope(Side::Right, Ramp::GentleEnd),
        'c' => slope(Side::Left, Ramp::GentleEnd),
        'd' => slope(Side::Left, Ramp::GentleStart),
        '_' => Cell::Half { half: Half::Bottom },
        _ => Cell::Empty,
    };
    let text = "\
        ..................ab##cd....................\n\
        .........../L...ab######cd...../##L.........\n\
        ..__...ab#################cd../#####L.ab_cd.\n\
        ############################################";
    for dt in [1.0 / 30.0, DT, 1.0 / 120.0] {
        for speed in [1.0, 4.0, 9.0] {
            let mut world = World::new();
            world.fixed(Collider::tiles_from_str(0.5, text, map));
            world.put([0.4, 1.2]);
            world.player.settings.run_speed = speed;
            for (input, end) in [(RIGHT, 21.0), (LEFT, 0.4)] {
                let mut steps = 0;
                while (end - world.x()) * input.run > 0.0 {
                    world.step_by(input, dt);
                    let at = world.player.position();
                    assert!(world.player.is_on_ground(), "{dt} {speed} {at}");
                    assert!(!world.hits(HitKind::Wall), "{dt} {speed} {at}");
                    steps += 1;
                    assert!(steps < 10_000);
                }
                // At full speed along the ground, which is up to 1.41 times as long.
                let time = steps as Real * dt;
                assert!(time < 1.3 * 21.0 / speed + 0.5, "{dt} {speed} {time}");
            }
        }
    }
}

/// On a screen whose y points down, right is where x is larger: on the ground, in the air and on
/// ladders.
#[test]
fn in_worlds_that_point_down_it_runs_to_the_right() {
    for mirrored in [false, true] {
        let mut world = World::new();
        world.fixed(Collider::cuboid(100.0, 1.0).at([0.0, 1.0]));
        (world.player.settings.up, world.player.settings.mirrored) =
            (Vector::new(0.0, -1.0), mirrored);
        world.put([0.0, -(FEET + SKIN)]);
        let sign = if mirrored { 1.0 } else { -1.0 };
        world.go(RIGHT, 30);
        let ran = sign * world.x();
        assert!(ran > 1.5 && world.player.is_on_ground(), "{mirrored}: {ran}");
        world.go(CharacterInput { jump: true, ..RIGHT }, 20);
        let jumped = sign * world.x() - ran;
        assert!(jumped > 1.2 && !world.player.is_on_ground(), "{mirrored}: {jumped}");
        let before = world.x();
        world.go(CharacterInput { ladder: true, ..RIGHT }, 20);
        assert!(sign * (world.x() - before) > 0.8, "{mirrored}");
    }
}
