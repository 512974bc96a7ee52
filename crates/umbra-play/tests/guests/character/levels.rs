//! Random levels and random input: never stuck, never through walls, never in the ground, always
//! the same.
//!
//! `UMBRA_CASES` sets how many levels are played; 10,000 were.

use super::*;

/// How deep in fixed ground rounding may bring it.
const MARGIN: Real = 0.001;
/// The part of levels in which one rests where nothing bears it, trembles, or is slow to leave a
/// wedge. It may only fall.
const KNOWN: f64 = 1.5e-4;
/// How long a level is played.
const FRAMES: u32 = 600;
/// The room of a level, in metres: there are walls around it.
const WIDTH: Real = 24.0;
const HEIGHT: Real = 12.0;

/// Random numbers that are the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        crate::common::split_mix(&mut self.0)
    }

    fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    fn is(&mut self, one_in: u64) -> bool {
        self.below(one_in) == 0
    }

    fn between(&mut self, least: Real, most: Real) -> Real {
        least + (most - least) * (self.below(1 << 20) as Real / (1 << 20) as Real)
    }
}

/// A platform that goes to and fro.
struct Platform {
    body: BodyKey,
    from: Point,
    way: Vector,
    turn: Real,
    period: u32,
}

struct Level {
    world: World,
    platforms: Vec<Platform>,
    /// Where something moves by itself, a character may be crushed.
    has_presses: bool,
    /// How long a step is.
    dt: Real,
}

fn cell(random: &mut Random) -> Cell {
    let sides = [Side::Left, Side::Right];
    let ramps = [Ramp::Steep, Ramp::GentleStart, Ramp::GentleEnd];
    let halves = [Half::Bottom, Half::Top, Half::Left, Half::Right];
    match random.below(10) {
        0..=4 => Cell::Full,
        5 | 6 => Cell::Slope {
            rises: sides[random.below(2) as usize],
            ramp: ramps[random.below(3) as usize],
            ceiling: random.is(3),
        },
        7 => Cell::Half { half: halves[random.below(4) as usize] },
        _ => Cell::OneWay,
    }
}

fn tiles(world: &mut World, random: &mut Random) {
    let size = [0.5, 1.0][random.below(2) as usize];
    let (columns, rows) = ((WIDTH / size) as usize, (HEIGHT / size) as usize);
    let density = 3 + random.below(8);
    let map: Vec<Vec<Cell>> = (0..rows)
        .map(|_| {
            (0..columns)
                .map(|_| if random.is(density) { cell(random) } else { Cell::Empty })
                .collect()
        })
        .collect();
    world.fixed(Collider::tiles(size, map));
}

fn boxes(world: &mut World, random: &mut Random) {
    for _ in 0..4 + random.below(16) {
        let at = [random.between(0.0, WIDTH), random.between(0.0, HEIGHT)];
        let half = [random.between(0.1, 2.0), random.between(0.1, 1.0)];
        let angle = if random.is(2) { 0.0 } else { random.between(-3.0, 3.0) };
        let shape = match random.below(4) {
            0 => Collider::circle(half[0]),
            1 => Collider::rounded_cuboid(half[0], half[1], 0.1),
            _ => Collider::cuboid(half[0], half[1]),
        };
        let shape = if random.is(5) { shape.one_way([0.0, 1.0]) } else { shape };
        world.fixed(shape.at_pose(at, angle));
    }
}

fn chains(world: &mut World, random: &mut Random) {
    for _ in 0..1 + random.below(3) {
        let mut at = [0.0, random.between(0.5, HEIGHT - 4.0)];
        let mut points = vec![at];
        while at[0] < WIDTH {
            at = [at[0] + random.between(0.2, 3.0), at[1] + random.between(-1.5, 1.5)];
            points.push(at);
        }
        world.fixed(Collider::chain(points));
    }
}

fn platforms(world: &mut World, random: &mut Random) -> Vec<Platform> {
    let mut all = vec![];
    for _ in 0..1 + random.below(4) {
        let from = Point::new(random.between(2.0, WIDTH - 2.0), random.between(1.0, HEIGHT - 1.0));
        let way = Vector::new(random.between(-4.0, 4.0), random.between(-3.0, 3.0));
        let turn = if random.is(2) { random.between(-1.5, 1.5) } else { 0.0 };
        let shape = Collider::cuboid(random.between(0.5, 2.0), random.between(0.1, 0.4));
        let shape = if random.is(3) { shape.one_way([0.0, 1.0]) } else { shape };
        let body = Body::kinematic().position(from);
        let body = world.scene.add(body, [shape]).unwrap();
        all.push(Platform { body, from, way, turn, period: 120 + random.below(240) as u32 });
    }
    all
}

fn crates(world: &mut World, random: &mut Random) {
    for _ in 0..2 + random.below(10) {
        let at = [random.between(1.0, WIDTH - 1.0), random.between(1.0, HEIGHT - 1.0)];
        let half = random.between(0.1, 0.6);
        let shape =
            if random.is(3) { Collider::circle(half) } else { Collider::cuboid(half, half) };
        let body = Body::dynamic().position(at);
        world.scene.add(body, [shape.density(random.between(5.0, 60.0))]).unwrap();
    }
}

fn shape(random: &mut Random) -> Shape {
    match random.below(4) {
        0 => Circle::new(0.35).unwrap().into(),
        1 => Polygon::rounded_cuboid(0.25, 0.45, 0.05).unwrap().into(),
        _ => Capsule::new([0.0, -0.3], [0.0, 0.3], 0.3).unwrap().into(),
    }
}

fn level(seed: u64) -> (Level, Random) {
    let mut random = Random(seed);
    let mut world = World::new();
    let (w, h) = (WIDTH, HEIGHT);
    for (half, at) in [
        ([w, 0.5], [0.5 * w, -0.5]),
        ([w, 0.5], [0.5 * w, h + 0.5]),
        ([0.5, h], [-0.5, 0.5 * h]),
        ([0.5, h], [w + 0.5, 0.5 * h]),
    ] {
        world.fixed(Collider::cuboid(half[0], half[1]).at(at));
    }
    let kinds = 1 + random.below(7);
    if kinds & 1 != 0 {
        tiles(&mut world, &mut random);
    }
    if kinds & 2 != 0 {
        boxes(&mut world, &mut random);
    }
    if kinds & 4 != 0 {
        chains(&mut world, &mut random);
    }
    let has_presses = random.is(3);
    let platforms = if has_presses { platforms(&mut world, &mut random) } else { vec![] };
    if random.is(3) {
        crates(&mut world, &mut random);
    }
    world.player = Character::new(shape(&mut random)).unwrap();
    if random.is(4) {
        // Fast enough to go through what is thin in a step.
        let settings = &mut world.player.settings;
        (settings.run_speed, settings.acceleration) = (40.0, 400.0);
        (settings.gravity, settings.max_fall_speed, settings.jump_height) = (80.0, 90.0, 5.0);
    }
    let dt = [1.0 / 30.0, DT, DT, 1.0 / 120.0][random.below(4) as usize];
    (Level { world, platforms, has_presses, dt }, random)
}

/// Whether the player is deeper than the margin in fixed, solid ground: whether a shape overlaps it
/// that is thinner by that.
fn is_in_the_ground(world: &World) -> bool {
    let thinner = |radius: Real| radius - MARGIN;
    let shape: Shape = match &world.player.shape {
        Shape::Circle(circle) => Circle::new(thinner(circle.radius())).unwrap().into(),
        Shape::Capsule(it) => Capsule::new(it.a(), it.b(), thinner(it.radius())).unwrap().into(),
        _ => Polygon::rounded_cuboid(thinner(0.25), thinner(0.45), 0.05).unwrap().into(),
    };
    let fixed = QueryFilter::default().only(BodyKind::Fixed).platforms(Platforms::Overlooked);
    !world.scene.overlap_shape(&shape, world.player.pose, fixed).is_empty()
}

/// Input that changes now and then.
fn input(random: &mut Random, last: CharacterInput) -> CharacterInput {
    let mut next = last;
    if random.is(20) {
        next.run = [-1.0, 0.0, 1.0, 0.5, -0.3][random.below(5) as usize];
    }
    next.jump = if last.jump { !random.is(12) } else { random.is(15) };
    next.drop = random.is(40);
    next.ladder = if last.ladder { !random.is(30) } else { random.is(300) };
    next.climb = if random.is(10) { random.between(-1.0, 1.0) } else { last.climb };
    next
}

/// Plays a level; a hash of the way through it.
fn play(seed: u64, judge: bool) -> Result<u64, String> {
    let (mut level, mut random) = level(seed);
    let world = &mut level.world;
    // A free place to start from.
    let mut placed = false;
    for _ in 0..200 {
        let at = [random.between(0.5, WIDTH - 0.5), random.between(0.7, HEIGHT - 0.7)];
        world.player.set_position(at).unwrap();
        let shape = world.player.shape.clone();
        if world.player.fits(&world.scene, &shape).unwrap() {
            placed = true;
            break;
        }
    }
    if !placed {
        return Ok(0);
    }
    let (mut hash, mut told) = (0xCBF2_9CE4_8422_2325_u64, IDLE);
    for frame in 1..=FRAMES {
        for platform in &level.platforms {
            let part = frame as Real / platform.period as Real;
            let swing = 0.5 - 0.5 * math::rotation(std::f32::consts::TAU * part).re;
            let at = platform.from + platform.way * swing;
            let to = pose(at, platform.turn * level.dt * frame as Real);
            world.scene.body_mut(platform.body).unwrap().move_to(to, level.dt).unwrap();
        }
        told = input(&mut random, told);
        let before = world.player.position();
        let step = world.step_by(told, level.dt);
        let at = world.player.position();
        for number in [at.x, at.y, world.player.velocity.x, world.player.velocity.y] {
            hash = (hash ^ u64::from(number.to_bits())).wrapping_mul(0x0100_0000_01B3);
        }
        if !judge {
            continue;
        }
        let inside = (0.2..WIDTH - 0.2).contains(&at.x) && (0.2..HEIGHT - 0.2).contains(&at.y);
        if !inside {
            return Err(format!("frame {frame}: out of the room at {at}"));
        }
        if is_in_the_ground(world) {
            return Err(format!("frame {frame}: in the ground at {at}"));
        }
        assert!(step.translation == at - before);
        if let Some(met) = crossed(world, before, at) {
            return Err(format!("frame {frame}: from {before} to {at} through {met:?}"));
        }
    }
    if judge && !level.has_presses {
        settles(world)?;
    }
    Ok(hash)
}

/// Fixed and solid ground that the middle of the player went through. Fast ones are carried around
/// corners in a step: a way that first rises or falls and then goes on, or the other way round,
/// leads around what the straight one would cut.
fn crossed(world: &World, from: Point, to: Point) -> Option<RayHit> {
    let met = met_on_way(world, from, to)?;
    let around = [Point::new(from.x, to.y), Point::new(to.x, from.y)];
    let is_free = |corner| {
        met_on_way(world, from, corner).is_none() && met_on_way(world, corner, to).is_none()
    };
    (!around.into_iter().any(is_free)).then_some(met)
}

/// The first that is fixed and solid on a straight way.
fn met_on_way(world: &World, from: Point, to: Point) -> Option<RayHit> {
    let solid = |key: ColliderKey| world.scene.collider(key).unwrap().one_way().is_none();
    let fixed = QueryFilter::default().only(BodyKind::Fixed).predicate(solid);
    let met = world.scene.cast_ray(from, to - from, fixed)?;
    let collider = world.scene.collider(met.collider).unwrap();
    let is_platform = match met.part {
        ColliderPart::Cell(at) => collider.cell(at).unwrap().cell == Cell::OneWay,
        ColliderPart::Shape(_) => false,
    };
    (!is_platform).then_some(met)
}

/// Left alone, it comes to rest.
fn settles(world: &mut World) -> Result<(), String> {
    world.go(IDLE, 240);
    if world.scene.bodies().any(|key| world.scene.body(key).unwrap().is_dynamic()) {
        return Ok(());
    }
    for frame in 0..60 {
        let told = world.step(IDLE);
        let (moved, at) = (told.translation.norm(), world.player.position());
        if moved > 1e-4 {
            return Err(format!("trembles by {moved} in frame {frame} at rest at {at}"));
        }
        if !world.player.is_on_ground() {
            return Err(format!("rests in the air at {at} in frame {frame}"));
        }
    }
    is_free(world)
}

/// It gets away from where it rests, if there is room.
fn is_free(world: &World) -> Result<(), String> {
    let wishes = [
        (LEFT, [-0.3, 0.0]),
        (RIGHT, [0.3, 0.0]),
        (CharacterInput { jump: true, ..IDLE }, [0.0, 0.3]),
    ];
    for (input, way) in wishes {
        let shape = world.player.current_shape();
        let met = world.scene.cast_shape(shape, world.player.pose, way, QueryFilter::default());
        if met.is_some() {
            continue;
        }
        let (mut player, from) = (world.player.clone(), world.player.position());
        let mut farthest = 0.0_f32;
        for _ in 0..12 {
            player.step(&world.scene, &input, DT).map_err(|error| error.to_string())?;
            farthest = farthest.max((player.position() - from).norm());
        }
        if farthest < 0.2 {
            return Err(format!("stuck at {from}: comes {farthest} towards {way:?}"));
        }
    }
    Ok(())
}

fn cases() -> u64 {
    let asked = std::env::var("UMBRA_CASES").ok().and_then(|cases| cases.parse().ok());
    asked.unwrap_or_else(|| crate::common::cases(100))
}

#[test]
fn it_is_never_stuck_in_the_ground_or_through_a_wall() {
    let first: u64 = std::env::var("UMBRA_FIRST").ok().and_then(|it| it.parse().ok()).unwrap_or(0);
    let failed = (first..first + cases()).filter_map(|seed| {
        let why = play(seed, true).err()?;
        Some(format!("level {seed}: {why}\n"))
    });
    let failed: Vec<String> = failed.collect();
    let shown: String = failed.iter().take(20).cloned().collect();
    let known = (cases() as f64 * KNOWN) as usize;
    assert!(failed.len() <= known, "{} levels, {known} known:\n{shown}", failed.len());
}

/// The ways through some levels without dynamic bodies.
fn tracks() -> Vec<u64> {
    let is_alone = |seed: &u64| {
        let scene = level(*seed).0.world.scene;
        scene.bodies().all(|key| !scene.body(key).unwrap().is_dynamic())
    };
    (0..).filter(is_alone).take(TRACKS.len()).map(|seed| play(seed, false).unwrap()).collect()
}

/// What [`tracks`] are on every machine and in every build. Another number here means that
/// characters move in another way.
const TRACKS: [u64; 6] = [
    0x09f9_151e_31f3_66d5,
    0x7184_7293_6860_eb3f,
    0xea70_6b97_b83f_e37a,
    0xf26e_4fe8_4fce_16d4,
    0x89ee_4a8f_1e13_c4f8,
    0xa178_b88d_5d40_d572,
];

#[test]
fn a_track_has_the_same_bits_everywhere() {
    let tracks = tracks();
    assert_eq!(tracks, TRACKS, "{tracks:#x?}");
}
