//! In the air: heights, coyote time, buffers, platforms, ladders.

use super::*;

const JUMP: CharacterInput = CharacterInput { jump: true, ..IDLE };

/// How high the feet come when jump is held for so many steps.
fn jump_height(settings: CharacterSettings, held: u32, dt: Real) -> Real {
    let mut world = World::flat();
    world.player.settings = settings;
    let (from, mut highest) = (world.feet(), 0.0_f32);
    for step in 0..(1.5 / dt) as u32 {
        let input = if step < held { JUMP } else { IDLE };
        world.player.step(&world.scene, &input, dt).unwrap();
        highest = highest.max(world.feet() - from);
    }
    assert!(world.player.is_on_ground());
    highest
}

#[test]
fn jumps_are_as_high_as_the_settings_say_at_any_rate() {
    let settings = CharacterSettings::default();
    for (dt, error) in [(DT, 0.01), (0.5 * DT, 0.003), (1.0 / 30.0, 0.03)] {
        let full = jump_height(settings.clone(), 1000, dt);
        assert!((full - 1.6).abs() < error, "{dt}: {full}");
        let least = jump_height(settings.clone(), 1, dt);
        assert!((least - 0.5).abs() < error, "{dt}: {least}");
    }
    let middle = jump_height(settings, 8, DT);
    assert!(middle > 0.9 && middle < 1.5, "{middle}");
}

#[test]
fn a_tap_jumps_by_the_least_height_at_any_rate() {
    for (rate, jump_height_of, least_of) in
        [(10.0, 1.6, 0.5), (20.0, 3.0, 0.3), (30.0, 2.0, 0.1), (50.0, 1.2, 0.8), (144.0, 4.0, 0.25)]
    {
        let dt = 1.0 / rate;
        let settings = CharacterSettings {
            jump_height: jump_height_of,
            min_jump_height: least_of,
            ..Default::default()
        };
        let error = 0.001 + settings.gravity * dt * dt / 8.0;
        let least = jump_height(settings.clone(), 1, dt);
        assert!((least - least_of).abs() < error, "{rate} Hz: {least}");
        let full = jump_height(settings.clone(), 1000, dt);
        assert!((full - jump_height_of).abs() < error, "{rate} Hz: {full}");
        // The longer it is held, the higher it comes.
        let heights: Vec<_> = (1..5).map(|held| jump_height(settings.clone(), held, dt)).collect();
        assert!(heights.is_sorted(), "{rate} Hz: {heights:?}");
    }
    // Jumps of one height are that, however short they are held; and one of no least height stays down.
    let same = CharacterSettings { min_jump_height: 1.6, ..Default::default() };
    assert!((jump_height(same, 1, DT) - 1.6).abs() < 0.01);
    let none = CharacterSettings { min_jump_height: 0.0, ..Default::default() };
    assert!(jump_height(none.clone(), 1, DT) < 0.01);
    assert!((jump_height(none, 1000, DT) - 1.6).abs() < 0.01);
}

/// Runs off a ledge, and jumps so many steps after it has left the ground.
fn jumps_late(steps: u32, coyote_time: Real) -> bool {
    let mut world = World::flat();
    world.player.settings.coyote_time = coyote_time;
    world.fixed(Collider::cuboid(2.0, 2.0).at([0.0, 2.0]));
    world.put([1.0, 4.0 + FEET + SKIN]);
    while world.player.is_on_ground() {
        world.step(RIGHT);
    }
    world.go(RIGHT, steps);
    let told = world.step(CharacterInput { jump: true, ..RIGHT });
    assert_eq!(told.jumped, told.translation.y > 0.0);
    told.jumped
}

#[test]
fn coyote_time_is_counted_in_seconds() {
    // The step in which it leaves the ground is the first one in the air.
    for (steps, can) in [(0, true), (3, true), (5, true), (6, false), (20, false)] {
        assert_eq!(jumps_late(steps, 0.1), can, "{steps}");
    }
    assert!(!jumps_late(0, 0.0) && jumps_late(11, 0.2) && !jumps_late(12, 0.2));
}

#[test]
fn there_is_no_second_jump_in_the_air() {
    let mut world = World::flat();
    assert!(world.step(JUMP).jumped);
    world.step(IDLE);
    for _ in 0..4 {
        assert!(!world.step(JUMP).jumped);
        assert!(!world.step(IDLE).jumped);
    }
}

/// Falls, presses jump so many steps before it lands, and lets go. Whether it jumps when it lands.
fn jumps_early(steps: u32, jump_buffer: Real) -> bool {
    let fall = |press: Option<u32>| {
        let mut world = World::flat();
        world.player.settings.jump_buffer = jump_buffer;
        world.player.set_position([0.0, 3.0]).unwrap();
        for step in 0..200 {
            let input = if press == Some(step) { JUMP } else { IDLE };
            let told = world.step(input);
            if told.jumped {
                return (step, true);
            }
            if told.landed.is_some() && press.is_none_or(|press| step > press + 60) {
                return (step, false);
            }
            if press.is_none() && world.player.is_on_ground() {
                return (step, false);
            }
        }
        (200, false)
    };
    let (landed, _) = fall(None);
    // It jumps in the step after the one in which it lands.
    fall(Some(landed + 1 - steps)).1
}

#[test]
fn a_jump_that_is_pressed_too_early_waits() {
    for (steps, can) in [(0, true), (1, true), (6, true), (7, false), (15, false)] {
        assert_eq!(jumps_early(steps, 0.1), can, "{steps}");
    }
    assert!(jumps_early(0, 0.0) && !jumps_early(1, 0.0));
}

#[test]
fn a_held_jump_jumps_once() {
    let mut world = World::flat();
    let jumps = (0..200).filter(|_| world.step(JUMP).jumped).count();
    assert_eq!(jumps, 1);
}

/// One-way platforms at 1 m and 2 m: colliders, cells, or lines.
fn platforms(kind: usize) -> World {
    let mut world = World::flat();
    match kind {
        0 => {
            for y in [0.9, 1.9] {
                world.fixed(Collider::cuboid(3.0, 0.1).at([0.0, y]).one_way([0.0, 1.0]));
            }
        }
        1 => {
            let row = [Cell::OneWay; 12];
            let rows = [[Cell::Empty; 12], row, [Cell::Empty; 12], row];
            world.fixed(Collider::tiles(0.5, rows).at([-3.0, 0.0]));
        }
        _ => {
            for y in [1.0, 2.0] {
                let line = Collider::chain([[-3.0, y], [3.0, y]]).one_sided(true);
                world.fixed(line);
            }
        }
    }
    world
}

#[test]
fn platforms_are_jumped_through_stood_on_and_dropped_through() {
    for kind in 0..3 {
        let mut world = platforms(kind);
        let mut free = World::flat();
        // Up through both: nothing slows it down.
        world.player.settings.jump_height = 2.5;
        free.player.settings.jump_height = 2.5;
        world.step(JUMP);
        free.step(JUMP);
        for _ in 0..15 {
            world.step(JUMP);
            free.step(JUMP);
            let differs = world.feet() - free.feet();
            assert!((-1e-4..0.02).contains(&differs), "{kind}: {differs}");
            assert!(!world.hits(HitKind::Wall) && !world.hits(HitKind::Ceiling));
        }
        world.go(IDLE, 60);
        assert!((world.feet() - 2.0 - SKIN).abs() < 0.004, "{kind}: {}", world.feet());
        assert!(world.player.ground.unwrap().is_platform);
        for level in [1.0, 0.0] {
            // One step of asking is enough.
            world.step(CharacterInput { drop: true, ..IDLE });
            assert!(!world.player.is_on_ground());
            world.go(IDLE, 60);
            assert!((world.feet() - level - SKIN).abs() < 0.004, "{kind}: {}", world.feet());
        }
        // Solid ground is not fallen through.
        world.go(CharacterInput { drop: true, ..IDLE }, 10);
        assert!(world.player.is_on_ground());
    }
}

#[test]
fn a_held_drop_falls_through_all_platforms() {
    for kind in 0..3 {
        let mut world = platforms(kind);
        world.put([0.0, 2.0 + FEET + SKIN]);
        world.go(CharacterInput { drop: true, ..IDLE }, 45);
        assert!(world.feet() < 0.01, "{kind}: {}", world.feet());
    }
}

#[test]
fn the_sides_of_platforms_are_no_walls() {
    for kind in 0..3 {
        let mut world = platforms(kind);
        world.put([-5.0, FEET + SKIN]);
        world.player.settings.jump_height = 1.2;
        // Runs and jumps past the ends, from both sides, in all phases.
        for phase in 0..40 {
            world.player.set_position([-5.0 + 0.02 * phase as Real, FEET + SKIN]).unwrap();
            for step in 0..100 {
                world.step(CharacterInput { jump: step % 31 > 15, ..RIGHT });
                assert!(!world.hits(HitKind::Wall), "{kind} {phase} {step}");
                assert!(!world.hits(HitKind::Ceiling), "{kind} {phase} {step}");
            }
            assert!(world.x() > 2.5, "{kind} {phase} {}", world.x());
        }
    }
}

#[test]
fn ladders_are_climbed_without_gravity_and_left_by_a_jump() {
    let mut world = World::flat();
    world.fixed(Collider::cuboid(3.0, 0.1).at([0.0, 3.9]).one_way([0.0, 1.0]));
    let climb = |climb| CharacterInput { ladder: true, climb, ..IDLE };
    let from = world.feet();
    world.go(climb(1.0), 60);
    assert!((world.feet() - from - 3.0).abs() < 1e-3, "{}", world.feet());
    let at = world.player.position();
    world.go(climb(0.0), 60);
    assert_eq!(world.player.position(), at);
    // Up through the platform, onto it, and down through it again.
    world.go(climb(1.0), 30);
    world.go(IDLE, 60);
    assert!((world.feet() - 4.0 - SKIN).abs() < 0.004, "{}", world.feet());
    world.go(climb(-1.0), 20);
    assert!(world.feet() < 3.4, "{}", world.feet());
    assert!(world.step(CharacterInput { jump: true, ..climb(0.0) }).jumped);
    assert!(!world.player.is_climbing);
    world.go(climb(-1.0), 120);
    assert!(world.player.is_on_ground() && (world.feet() - SKIN).abs() < 0.004);
}

#[test]
fn steep_slopes_are_slid_down_and_not_climbed_by_jumps() {
    let mut world = World::flat();
    world.fixed(Collider::polygon([[2.0, 0.0], [6.0, 0.0], [6.0, 6.9]]));
    let mut highest = 0.0_f32;
    for step in 0..600 {
        world.step(CharacterInput { jump: step % 40 < 30, ..RIGHT });
        highest = highest.max(world.feet());
    }
    assert!(highest < 1.65, "{highest}");
    // From above it slides down.
    world.player.set_position([4.0, 7.0]).unwrap();
    world.go(IDLE, 120);
    assert!(world.feet() < 0.01 && world.x() < 2.0, "{}", world.player.position());
}
