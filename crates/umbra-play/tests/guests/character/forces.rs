//! Effects that throw, pull and lift bodies, applied to a character: knocks, explosions, gravity of
//! areas and planets, water.

use super::*;

/// How high it comes after a knock, and after how many steps it is back.
fn flight(world: &mut World, knock: Vector) -> (Real, u32) {
    let start = world.player.position();
    world.player.knock = knock;
    let mut top: Real = 0.0;
    for step in 1..600 {
        world.step(IDLE);
        top = top.max(world.player.position().y - start.y);
        if world.player.is_on_ground() {
            return (top, step);
        }
    }
    panic!("it does not come back");
}

#[test]
fn a_knock_upwards_throws_it_as_high_as_anything() {
    let mut world = World::flat();
    let (speed, gravity) = (10.0, world.player.settings.gravity);
    let (top, steps) = flight(&mut world, Vector::new(0.0, speed));
    let wanted = 0.5 * speed * speed / gravity;
    assert!((top - wanted).abs() < 0.02 * wanted, "{top} instead of {wanted}");
    let wanted = 2.0 * speed / gravity / DT;
    assert!((steps as Real - wanted).abs() < 2.0, "{steps} instead of {wanted}");
}

#[test]
fn a_knock_is_given_once_and_no_key_cuts_it_short() {
    let mut world = World::flat();
    let jump = CharacterInput { jump: true, ..IDLE };
    world.step(jump);
    world.player.knock = Vector::new(0.0, 6.0);
    let before = world.player.velocity.y;
    world.step(IDLE);
    let falls = world.player.settings.gravity * DT;
    assert!((world.player.velocity.y - (before + 6.0 - falls)).abs() < 1e-4);
    assert_eq!(world.player.knock, Vector::zeros());
    // It is no ground that it could jump from.
    let before = world.player.velocity.y;
    assert!(!world.step(jump).jumped && world.player.velocity.y < before);
}

#[test]
fn a_knock_along_the_ground_is_braked_and_one_in_the_air_goes_on() {
    let mut world = World::flat();
    world.player.knock = Vector::new(6.0, 0.0);
    world.step(IDLE);
    assert!(world.player.is_on_ground());
    let slowed = world.player.settings.deceleration * DT;
    assert!((world.player.velocity.x - (6.0 - slowed)).abs() < 1e-3, "{}", world.player.velocity);
    world.go(IDLE, 60);
    assert_eq!(world.player.velocity, Vector::zeros());
    world.put([0.0, FEET + SKIN]);
    world.player.knock = Vector::new(6.0, 10.0);
    let start = world.player.position().x;
    world.go(IDLE, 40);
    let way = world.player.position().x - start;
    assert!((way - 6.0 * 40.0 * DT).abs() < 0.05, "{way}");
    world.go(IDLE, 60);
    assert!(world.player.is_on_ground() && world.player.velocity == Vector::zeros());
}

#[test]
fn a_knock_on_a_lift_adds_to_what_the_lift_gives() {
    let mut heights = [0.0; 2];
    for (height, rise) in heights.iter_mut().zip([0.0, 3.0]) {
        let mut world = World::new();
        let lift = Body::kinematic().position([0.0, -0.25]);
        let lift = world.scene.add(lift, [Collider::cuboid(2.0, 0.25)]).unwrap();
        world.put([0.0, FEET + SKIN]);
        world.scene.body_mut(lift).unwrap().set_velocity([0.0, rise]).unwrap();
        world.go(IDLE, 5);
        world.player.knock = Vector::new(0.0, 5.0);
        world.step(IDLE);
        *height = world.player.velocity.y;
        assert!(!world.player.is_on_ground());
    }
    assert!((heights[1] - heights[0] - 3.0).abs() < 1e-3, "{heights:?}");
}

#[test]
fn an_explosion_gives_a_character_what_it_gives_a_body() {
    for (center, shielded) in [([0.7, -0.4], false), ([-2.0, 0.3], true), ([0.0, 0.1], false)] {
        let bomb = Explosion::new(center, 4.0).impulse(50.0).shielded(shielded);
        let mut world = World::new();
        world.fixed(Collider::cuboid(0.1, 0.2).at([-1.0, 0.0]));
        let told = world.scene.explosion_on(&bomb, &world.player.shape, world.player.pose).unwrap();
        let twin = Collider::new(world.player.shape.clone());
        let twin = world.scene.add(Body::dynamic(), [twin]).unwrap();
        let blown = world.scene.explode(bomb).unwrap();
        assert_eq!(blown.iter().find(|it| it.body == twin).unwrap().impulse, told);
        assert!(told.norm() > 1.0);
    }
}

#[test]
fn a_character_runs_round_a_planet() {
    let mut world = World::new();
    world.scene.config_mut().gravity = Vector::zeros();
    world.fixed(Collider::circle(10.0));
    world.scene.add_field(Field::attraction(20.0, 10.0)).unwrap();
    world.player.set_position([0.0, 10.0 + FEET + SKIN]).unwrap();
    let mut turned = 0.0;
    for step in 0..1000 {
        let at = world.player.position();
        let gravity = world.scene.gravity_at(at, world.player.settings.filter).unwrap();
        let wanted = 20.0 * (10.0 / at.coords.norm()).powi(2);
        assert!((gravity.norm() - wanted).abs() < 1e-3 * wanted);
        let up = -gravity / gravity.norm();
        (world.player.settings.up, world.player.settings.gravity) = (up, gravity.norm());
        world.player.pose.rotation = math::rotation((-up.x).atan2(up.y));
        world.step(RIGHT);
        let now = world.player.position().coords;
        turned += at.coords.angle(&now);
        assert!(step < 5 || world.player.is_on_ground(), "{step}");
        assert!((now.norm() - 10.0 - FEET - SKIN).abs() < 0.02, "{step}: {}", now.norm());
    }
    // 5 m/s at the feet.
    let wanted = 1000.0 * DT * 5.0 / 10.0;
    assert!((turned / wanted - 1.0).abs() < 0.1, "{turned} instead of {wanted}");
}

#[test]
fn gravity_is_that_of_the_last_area_that_one_feels() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let plain = scene.config().gravity;
    let red = Filter { category: 2, mask: 2, ..Filter::default() };
    scene.add_field(Field::gravity([1.0, 0.0]).cuboid(5.0, 5.0)).unwrap();
    let turned = Field::gravity([2.0, 0.0]).cuboid(3.0, 3.0);
    scene.add_field(turned.at_pose([0.0, 0.0], core::f32::consts::FRAC_PI_2)).unwrap();
    scene.add_field(Field::gravity([3.0, 0.0]).cuboid(2.0, 2.0).filter(red)).unwrap();
    let off = scene.add_field(Field::gravity([4.0, 0.0])).unwrap();
    scene.field_mut(off).unwrap().set_enabled(false);
    let at = |x: Real, filter| scene.gravity_at([x, 0.0], filter).unwrap();
    assert_eq!(at(9.0, Filter::ALL), plain);
    assert_eq!(at(4.0, Filter::ALL), Vector::new(1.0, 0.0));
    assert!((at(0.0, Filter::default()) - Vector::new(0.0, 2.0)).norm() < 1e-6);
    assert_eq!(at(0.0, red), Vector::new(3.0, 0.0));
    // What it says is what bodies feel.
    let told = scene.gravity_at([4.0, 3.5], red).unwrap();
    let body = Body::dynamic().position([4.0, 3.5]);
    let body = scene.add(body, [Collider::circle(0.1).filter(red)]).unwrap();
    scene.step(DT).unwrap();
    let gained = scene.body(body).unwrap().velocity() / DT;
    assert_eq!(told, Vector::new(1.0, 0.0));
    assert!((gained - told).norm() < 1e-4, "{gained}");
}

#[test]
fn water_says_how_deep_a_character_is() {
    let mut world = World::new();
    let lake = world.scene.add_field(Field::water(1.0).below()).unwrap();
    let whole = world.player.shape.area_properties().area;
    for (height, part) in [(2.0, 0.0), (0.0, 0.5), (-2.0, 1.0)] {
        let pose = pose([1.0, height], 0.0);
        let under = world.scene.shape_in_field(lake, &world.player.shape, pose).unwrap();
        assert!((under.area - part * whole).abs() < 1e-4 * whole, "{height}: {}", under.area);
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut world = World::flat();
    let before = world.player.clone();
    world.player.knock = Vector::new(Real::NAN, 0.0);
    let error = world.player.step(&world.scene, &IDLE, DT).unwrap_err().to_string();
    assert!(error.contains("`knock`"), "{error}");
    world.player.knock = Vector::zeros();
    assert_eq!(world.player, before);
    let (scene, shape) = (&world.scene, &world.player.shape);
    let far = pose([Real::INFINITY, 0.0], 0.0);
    let field = FieldKey::default();
    assert!(scene.gravity_at([Real::NAN, 0.0], Filter::ALL).is_err());
    assert!(scene.explosion_on(&Explosion::new([0.0, 0.0], 1.0), shape, far).is_err());
    assert!(
        scene.explosion_on(&Explosion::new([0.0, 0.0], -1.0), shape, Pose::identity()).is_err()
    );
    assert!(scene.shape_in_field(field, shape, Pose::identity()).is_err());
    let lake = world.scene.add_field(Field::water(1.0)).unwrap();
    assert!(world.scene.shape_in_field(lake, &world.player.shape, far).is_err());
}
