//! Characters in games that go back in time, count in pixels, or turn the world over.

use super::*;

/// A world with a lift, a belt, a platform and crates.
fn busy() -> (World, BodyKey) {
    let mut world = World::flat();
    world.fixed(Collider::cuboid(2.0, 0.1).at([6.0, 0.1]).surface_speed(-1.0));
    world.fixed(Collider::cuboid(1.0, 0.1).at([3.0, 1.4]).one_way([0.0, 1.0]));
    for x in [9.0, 10.0] {
        let body = Body::dynamic().position([x, 0.4]);
        world.scene.add(body, [Collider::cuboid(0.4, 0.4).mass(20.0)]).unwrap();
    }
    let body = Body::kinematic().position([-2.0, -0.4]);
    let lift = world.scene.add(body, [Collider::cuboid(1.0, 0.5)]).unwrap();
    (world, lift)
}

fn drive(world: &mut World, lift: BodyKey, step: u32) {
    let y = -0.4 + 0.01 * (step % 200) as Real;
    world.scene.body_mut(lift).unwrap().move_to(pose([-2.0, y], 0.0), DT).unwrap();
    let input = match step % 97 {
        0..60 => CharacterInput { jump: step % 30 > 20, ..RIGHT },
        60..80 => CharacterInput { jump: step.is_multiple_of(11), ..LEFT },
        _ => CharacterInput { drop: step.is_multiple_of(3), ..IDLE },
    };
    world.step(input);
}

#[test]
fn a_game_goes_back_and_on_to_the_same_bits() {
    let (mut world, lift) = busy();
    (0..150).for_each(|step| drive(&mut world, lift, step));
    let mut saved = Snapshot::default();
    world.scene.save_into(&mut saved).unwrap();
    let kept = world.player.clone();
    (150..400).for_each(|step| drive(&mut world, lift, step));
    let (player, hash) = (world.player.clone(), world.scene.state_hash());
    world.scene.restore(&saved).unwrap();
    // Trees are built anew: surfaces are found in another order.
    world.scene.rebuild_derived().unwrap();
    world.player = kept;
    (150..400).for_each(|step| drive(&mut world, lift, step));
    assert_eq!(world.player, player);
    assert_eq!(world.scene.state_hash(), hash);
}

#[cfg(feature = "serde")]
#[test]
fn a_character_comes_back_from_a_file_as_it_was() {
    let (mut world, lift) = busy();
    for step in 0..300 {
        drive(&mut world, lift, step);
        if step.is_multiple_of(50) {
            let text = serde_json::to_string(&world.player).unwrap();
            let read: Character = serde_json::from_str(&text).unwrap();
            assert_eq!(read, world.player);
            world.player = read;
        }
    }
}

#[test]
fn up_may_be_anywhere() {
    let mut upright = World::flat();
    let mut turned = World::new();
    turned.fixed(Collider::cuboid(1.0, 100.0).at([1.0, 0.0]));
    turned.player.settings.up = Vector::new(-2.0, 0.0);
    // Lying down, it stands on a wall.
    turned.player.pose = pose([0.0, 0.0], core::f32::consts::FRAC_PI_2);
    turned.put([-FEET - SKIN, 0.0]);
    for step in 0..200 {
        let input = CharacterInput { jump: step % 50 > 30, ..RIGHT };
        upright.step(input);
        turned.step(input);
        let (a, b) = (upright.player.position(), turned.player.position());
        // What is to the right of up.
        let differs = (a - Point::new(b.y, -b.x)).norm();
        assert!(differs < 1e-3, "{step}: {a} {b}");
    }
}

#[test]
fn a_game_in_pixels_sets_one_number() {
    let mut metres = World::flat();
    let config = SceneConfig { length_unit: 50.0, ..SceneConfig::default() };
    let mut pixels = World { scene: Scene::new(config).unwrap(), ..World::new() };
    pixels.fixed(Collider::cuboid(5000.0, 50.0).at([0.0, -50.0]));
    pixels.fixed(Collider::cuboid(50.0, 5.0).at([200.0, 5.0]));
    metres.fixed(Collider::cuboid(1.0, 0.1).at([4.0, 0.1]));
    let shape = Capsule::new([0.0, -15.0], [0.0, 15.0], 15.0).unwrap();
    pixels.player = Character::new(shape).unwrap();
    pixels.player.settings = CharacterSettings::default().in_units(50.0);
    pixels.put([0.0, 50.0 * (FEET + SKIN)]);
    for step in 0..150 {
        let input = CharacterInput { jump: step % 60 > 40, ..RIGHT };
        metres.step(input);
        pixels.step(input);
        let differs = pixels.player.position() / 50.0 - metres.player.position();
        assert!(differs.norm() < 1e-3, "{step}: {differs}");
    }
}

#[test]
fn far_from_the_origin_it_walks_and_stands_as_well() {
    for far in [1e3, 8e3] {
        let mut world = World::new();
        world.fixed(Collider::tiles(0.5, [[Cell::Full; 80]]).at([far, far]));
        world.fixed(Collider::cuboid(1.0, 0.1).at([far + 10.0, far + 0.6]));
        world.put([far + 2.0, far + 0.5 + FEET + 0.1]);
        let from = world.x();
        for _ in 0..120 {
            world.step(RIGHT);
            assert!(world.player.is_on_ground());
        }
        assert!((world.x() - from - 9.7).abs() < 0.3, "{far}: {}", world.x() - from);
        world.go(IDLE, 30);
        let at = world.player.position();
        world.go(IDLE, 60);
        assert_eq!(world.player.position(), at);
    }
}

#[test]
fn other_shapes_walk_as_well() {
    let shapes: [Shape; 3] = [
        Circle::new(0.6).unwrap().into(),
        Polygon::rounded_cuboid(0.3, 0.6, 0.1).unwrap().into(),
        Polygon::cuboid(0.3, 0.6).unwrap().into(),
    ];
    for (kind, shape) in shapes.into_iter().enumerate() {
        let mut world = World::flat();
        world.fixed(Collider::cuboid(2.0, 0.125).at([5.0, 0.125]));
        world.fixed(Collider::polygon([[9.0, 0.0], [14.0, 0.0], [14.0, 2.5]]));
        world.player.shape = shape;
        for _ in 0..150 {
            world.step(RIGHT);
            assert!(world.player.is_on_ground(), "{kind} {}", world.player.position());
        }
        assert!(world.x() > 11.0 && world.feet() > 0.5, "{kind} {}", world.player.position());
    }
}

#[test]
fn a_filter_leaves_out_what_it_says() {
    let mut world = World::flat();
    let ghost = world.fixed(Collider::cuboid(0.5, 2.0).at([2.0, 2.0]).user_data(7));
    world.go(RIGHT, 60);
    assert!(world.x() < 1.5);
    for _ in 0..60 {
        let scene = &world.scene;
        let real = |key| scene.collider(key).is_ok_and(|it| it.user_data() != 7);
        let filter = QueryFilter::default().predicate(real);
        world.player.step_with(scene, &RIGHT, DT, filter).unwrap();
    }
    assert!(world.x() > 3.0);
    world.player.set_position([0.0, FEET + SKIN]).unwrap();
    world.player.settings.filter = Filter { mask: !2, ..world.player.settings.filter };
    let key = world.scene.body(ghost).unwrap().colliders().next().unwrap();
    let filter = Filter { category: 2, ..Filter::default() };
    world.scene.collider_mut(key).unwrap().set_filter(filter);
    world.go(RIGHT, 120);
    assert!(world.x() > 3.0);
}
