//! Tile maps: what rests, slides and falls on them, and their size.

use crate::common::{DT, run_and_validate};
use umbra::geom::math::pose;
use umbra::prelude::*;

/// `.` empty, `#` full, `/` and `\` steep slopes, `a` and `b` a gentle slope up to the right, `c`
/// and `d` down, `-` a platform, `_` a lower half. The first line is the highest row.
pub fn rows(text: &str) -> Vec<Vec<Cell>> {
    let slope = |rises, ramp| Cell::Slope { rises, ramp, ceiling: false };
    let cell = |mark: char| match mark {
        '#' => Cell::Full,
        '/' => slope(Side::Right, Ramp::Steep),
        '\\' => slope(Side::Left, Ramp::Steep),
        'a' => slope(Side::Right, Ramp::GentleStart),
        'b' => slope(Side::Right, Ramp::GentleEnd),
        'c' => slope(Side::Left, Ramp::GentleEnd),
        'd' => slope(Side::Left, Ramp::GentleStart),
        '-' => Cell::OneWay,
        '_' => Cell::Half { half: Half::Bottom },
        _ => Cell::Empty,
    };
    let mut rows: Vec<Vec<Cell>> =
        text.lines().map(|l| l.trim().chars().map(cell).collect()).collect();
    rows.reverse();
    rows
}

pub fn world(text: &str) -> (Scene, ColliderKey) {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let level = scene.add_body(Body::fixed()).unwrap();
    let map = scene.add_collider(level, Collider::tiles(1.0, rows(text)).friction(0.0)).unwrap();
    (scene, map)
}

pub fn add(scene: &mut Scene, body: Body, shape: Collider) -> BodyKey {
    let key = scene.add_body(body).unwrap();
    scene.add_collider(key, shape.friction(0.0)).unwrap();
    key
}

#[test]
fn boxes_and_balls_rest_where_cells_are() {
    let (mut scene, _) = world(
        "........
         ........
         ..##....
         __##.--.",
    );
    let at = |scene: &mut Scene, x: Real, shape: Collider| {
        add(scene, Body::dynamic().position([x, 6.0]).lock_rotation(), shape)
    };
    let cases = [(0.5, 0.5), (1.0, 0.5), (2.5, 2.0), (3.0, 2.0), (5.5, 1.0), (6.0, 1.0)];
    for (x, top) in cases {
        for shape in [Collider::circle(0.3), Collider::cuboid(0.3, 0.3)] {
            let key = at(&mut scene, x, shape);
            run_and_validate(&mut scene, 120);
            let y = scene.body(key).unwrap().position().y;
            assert!((y - top - 0.3).abs() < 0.005, "at {x}: {y} over {top}");
            scene.remove_body(key).unwrap();
        }
    }
    let lost = at(&mut scene, 4.5, Collider::circle(0.3));
    run_and_validate(&mut scene, 120);
    assert!(scene.body(lost).unwrap().position().y < -5.0, "there is nothing");
}

#[test]
fn nothing_catches_at_the_seams_of_cells_and_neighbours() {
    for (offset, angle) in [([0.0, 0.0], 0.0), ([-3.0, 2.0], 0.5)] {
        for (shape, height) in [
            (Collider::circle(0.3), 0.3),
            (Collider::cuboid(0.3, 0.3), 0.3),
            (Collider::capsule([-0.3, 0.0], [0.3, 0.0], 0.2), 0.2),
        ] {
            for speed in [0.5, 3.0, 12.0] {
                // A row of cells of two kinds, a box beside it, and another map beside that.
                let mut scene = Scene::new(SceneConfig::default()).unwrap();
                let turned = pose(offset, angle);
                scene.config_mut().gravity = turned.rotation * Vector::new(0.0, -9.81);
                let kinds = (0..150_u64).map(|x| Cell::Full.user_data(x / 7 % 2));
                let level = scene.add_body(Body::fixed().pose(turned)).unwrap();
                scene.add_collider(level, Collider::tiles(1.0, [kinds]).friction(0.0)).unwrap();
                let place = turned * pose([151.0, 0.5], 0.0);
                let block = scene.add_body(Body::fixed().pose(place)).unwrap();
                scene.add_collider(block, Collider::cuboid(1.0, 0.5).friction(0.0)).unwrap();
                let more = Collider::tiles(0.5, [[Cell::Full; 100], [Cell::Full; 100]]);
                let more = more.at([152.0, 0.0]).friction(0.0);
                scene.add_collider(level, more).unwrap();
                let start =
                    turned * pose([if speed < 10.0 { 140.0 } else { 2.0 }, 1.0 + height], 0.0);
                let along = turned.rotation * Vector::x();
                let body = Body::dynamic().pose(start).velocity(along * speed);
                let key = add(&mut scene, body, shape.clone());
                for step in 0..1000 {
                    scene.step(DT).unwrap();
                    let body = scene.body(key).unwrap();
                    let place = turned.inverse_transform_point(&body.position());
                    if place.x > 195.0 {
                        break;
                    }
                    let velocity = turned.rotation.inverse() * body.velocity();
                    let case = format!("{shape:?} {angle} {speed} m/s, {place}, {velocity}");
                    assert!((velocity.x / speed - 1.0).abs() < 2e-3, "{case}");
                    assert!(step < 20 || velocity.y.abs() < 0.01, "{case}");
                    // Where the map is turned, rounding turns a ball a little in time.
                    assert!(body.angular_velocity().abs() < 2e-2, "{case}");
                }
                scene.validate().unwrap();
            }
        }
    }
}

#[test]
fn slopes_lead_up_and_down_without_a_bump() {
    for (text, climb) in [("....../#\n###########", 1.0), ("....../#####\n############", 1.0)] {
        let (mut scene, _) = world(text);
        let body = Body::dynamic().position([1.0, 1.3]).velocity([8.0, 0.0]);
        let key = add(&mut scene, body, Collider::circle(0.3));
        let mut highest: Real = 0.0;
        for _ in 0..60 {
            scene.step(DT).unwrap();
            highest = highest.max(scene.body(key).unwrap().position().y);
        }
        assert!(highest > 1.2 + climb, "{highest}");
    }
    // Down a slope a ball gains what it falls by. At its foot it loses what points into the ground.
    for (text, cos) in [("##cd....\n########", 0.894), ("##\\....\n########", 0.707)] {
        let (mut scene, _) = world(text);
        let body = Body::dynamic().position([0.5, 2.3]).velocity([0.6, 0.0]);
        let key = add(&mut scene, body, Collider::circle(0.3));
        let mut speed: Real = 0.0;
        for _ in 0..400 {
            scene.step(DT).unwrap();
            let body = scene.body(key).unwrap();
            if body.position().x > 6.0 {
                speed = body.velocity().x;
                break;
            }
        }
        let expected = cos * (0.36_f32 + 2.0 * 9.81).sqrt();
        assert!((speed / expected - 1.0).abs() < 0.03, "{speed} of {expected}");
    }
}

#[test]
fn materials_belts_and_user_data_belong_to_cells() {
    let belt = Material { surface_speed: 2.0, friction: 1.0, ..Material::default() };
    let mut rows = vec![vec![Tile::from(Cell::Full); 20]];
    for (x, tile) in rows[0].iter_mut().enumerate().skip(5) {
        *tile = Cell::Full.material(belt).user_data(x as u64);
    }
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let level = scene.add_body(Body::fixed()).unwrap();
    let map = scene.add_collider(level, Collider::tiles(1.0, rows).friction(0.0)).unwrap();
    assert_eq!(scene.collider(map).unwrap().cell([7, 0]).unwrap().user_data, 7);
    assert_eq!(scene.collider(map).unwrap().cell([2, 0]).unwrap().material, None);
    let body = Body::dynamic().position([1.5, 1.2]).velocity([1.0, 0.0]);
    let key = scene.add_body(body).unwrap();
    scene.add_collider(key, Collider::cuboid(0.2, 0.2).friction(1.0)).unwrap();
    run_and_validate(&mut scene, 400);
    // It slid over the smooth cells, and the belt carries it.
    assert!((scene.body(key).unwrap().velocity().x - 2.0).abs() < 0.01);
    // What is changed of the map is so where cells have nothing of their own.
    scene.collider_mut(map).unwrap().set_surface_speed(-3.0).unwrap();
    run_and_validate(&mut scene, 60);
    assert!((scene.body(key).unwrap().velocity().x - 2.0).abs() < 0.01);
    scene.collider_mut(map).unwrap().set_friction(1.0).unwrap();
    let other = add(&mut scene, Body::dynamic().position([4.5, 1.2]), Collider::cuboid(0.2, 0.2));
    let collider = scene.body(other).unwrap().colliders().next().unwrap();
    scene.collider_mut(collider).unwrap().set_friction(1.0).unwrap();
    run_and_validate(&mut scene, 70);
    let velocity = scene.body(other).unwrap().velocity();
    assert!((velocity.x + 3.0).abs() < 0.01, "{velocity}");
}

#[test]
fn a_million_cells_cost_a_byte_each_and_what_is_near() {
    let size = 1000_u32;
    let cell = |x: u32, y: u32| {
        if y < 500 && !(x * 7 + y * 3).is_multiple_of(11) { Cell::Full } else { Cell::Empty }
    };
    let cells = (0..size).map(|y| (0..size).map(move |x| cell(x, y)));
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let level = scene.add_body(Body::fixed()).unwrap();
    let map = scene.add_collider(level, Collider::tiles(1.0, cells)).unwrap();
    for i in 0..20_u16 {
        let x = 10.0 + 45.0 * Real::from(i);
        let key = scene.add_body(Body::dynamic().position([x, 502.0])).unwrap();
        scene.add_collider(key, Collider::cuboid(0.4, 0.4)).unwrap();
    }
    run_and_validate(&mut scene, 240);
    for key in scene.bodies().collect::<Vec<_>>() {
        let body = scene.body(key).unwrap();
        assert!(body.kind() == BodyKind::Fixed || (body.position().y - 500.4).abs() < 1.1);
    }
    // Only what is near has pieces: the broad phase knows of a few hundred shapes.
    let mut fast = Body::dynamic().position([500.0, 600.0]).velocity([-300.0, -30.0]);
    fast = fast.gravity_scale(1.0);
    let key = add(&mut scene, fast, Collider::circle(0.3));
    run_and_validate(&mut scene, 300);
    assert!(
        scene.body(key).unwrap().position().y > 490.0
            || scene.body(key).unwrap().position().x < 0.0
    );
    // A copy shares the cells, and changes its own.
    let mut copy = scene.clone();
    copy.collider_mut(map).unwrap().set_cell([500, 499], Cell::OneWay).unwrap();
    assert_ne!(
        copy.collider(map).unwrap().cell([500, 499]),
        scene.collider(map).unwrap().cell([500, 499])
    );
    for _ in 0..60 {
        copy.step(DT).unwrap();
    }
}

#[test]
fn copies_go_on_alike() {
    let (mut scene, map) = world("..a b....\n##########");
    for i in 0..6_u8 {
        let body = Body::dynamic()
            .position([1.5 + Real::from(i), 4.0 + Real::from(i)])
            .velocity([3.0, 0.0]);
        add(&mut scene, body, Collider::cuboid(0.3, 0.2));
    }
    run_and_validate(&mut scene, 40);
    let mut copy = scene.clone();
    for step in 0..120 {
        for scene in [&mut scene, &mut copy] {
            if step == 30 {
                scene.collider_mut(map).unwrap().set_cell([3, 0], Cell::Empty).unwrap();
            }
            scene.step(DT).unwrap();
        }
        assert_eq!(scene.state_hash(), copy.state_hash());
    }
}

#[test]
fn a_kinematic_map_carries_what_stands_on_it() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let ship = scene.add_body(Body::kinematic().velocity([2.0, 1.0])).unwrap();
    let deck = Collider::tiles(1.0, [[Cell::Full; 12]]).friction(1.0);
    scene.add_collider(ship, deck).unwrap();
    let key = scene.add_body(Body::dynamic().position([6.0, 1.3]).velocity([2.0, 1.0])).unwrap();
    scene.add_collider(key, Collider::cuboid(0.3, 0.3).friction(1.0)).unwrap();
    run_and_validate(&mut scene, 300);
    let beside = scene.body(key).unwrap().position() - scene.body(ship).unwrap().position();
    assert!((beside - Vector::new(6.0, 1.3)).norm() < 0.02, "{beside}");
}

#[test]
fn bad_maps_and_cells_are_refused_and_change_nothing() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let body = scene.add_body(Body::fixed()).unwrap();
    for (size, said) in [
        (0.0, "`size` must be from"),
        (-1.0, "`size` must be from"),
        (Real::NAN, "`size` must be finite, but is NaN"),
        (Real::INFINITY, "`size` must be finite, but is inf"),
    ] {
        let refused = scene.add_collider(body, Collider::tiles(size, [[Cell::Full]])).unwrap_err();
        assert!(refused.to_string().starts_with(said), "{refused}");
    }
    let map = scene.add_collider(body, Collider::tiles(1.0, [[Cell::Full]])).unwrap();
    let ball = scene.add_collider(body, Collider::circle(1.0)).unwrap();
    let bad = Material { friction: Real::NAN, ..Material::default() };
    let mut set = |at, tile: Tile| scene.collider_mut(map).unwrap().set_cell(at, tile);
    assert!(
        set([0, 0], Cell::Full.material(bad)).unwrap_err().to_string().starts_with("`friction`")
    );
    assert!(set([i32::MAX, 0], Cell::Full.into()).unwrap_err().to_string().starts_with("`cell.x`"));
    assert!(set([0, i32::MIN], Cell::Full.into()).unwrap_err().to_string().starts_with("`cell.y`"));
    let not_a_map = scene.collider_mut(ball).unwrap().set_cell([0, 0], Cell::Full).unwrap_err();
    assert!(not_a_map.to_string().ends_with("is no tile map"), "{not_a_map}");
    assert_eq!(scene.collider(map).unwrap().cell([0, 0]), Some(Cell::Full.into()));
    assert_eq!(scene.collider(ball).unwrap().cell([0, 0]), None);
    let heights = |heights: &[Real], width| {
        let field = Collider::heightfield(heights.iter().copied(), width);
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        let body = scene.add_body(Body::fixed()).unwrap();
        scene.add_collider(body, field).unwrap_err().to_string()
    };
    assert_eq!(heights(&[0.0], 1.0), "`heights` needs at least 2 points, but has 1");
    assert_eq!(heights(&[0.0, Real::NAN], 1.0), "`heights` must be finite, but is NaN");
    assert!(heights(&[0.0, 1.0], 0.0).starts_with("`width` must be from"));
}

#[test]
fn an_empty_map_is_a_map() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let body = scene.add_body(Body::fixed()).unwrap();
    let none: [[Cell; 0]; 0] = [];
    let map = scene.add_collider(body, Collider::tiles(1.0, none)).unwrap();
    let key = add(&mut scene, Body::dynamic().position([0.5, 2.0]), Collider::circle(0.3));
    run_and_validate(&mut scene, 5);
    scene.collider_mut(map).unwrap().set_cell([0, 0], Cell::Full).unwrap();
    run_and_validate(&mut scene, 120);
    assert!((scene.body(key).unwrap().position().y - 1.3).abs() < 0.01);
    scene.clear();
    run_and_validate(&mut scene, 2);
}

/// A cell that hides a part of the next one's side, from the top down.
#[test]
fn cells_of_different_heights_with_one_surface_are_one_floor() {
    let (full, half) = (Cell::Full, Cell::Half { half: Half::Top });
    for [first, second] in [[full, half], [half, full]] {
        for speed in [3.0, 12.0] {
            for start in 0..20_u8 {
                let row: Vec<_> = (0..40).map(|x| if x < 10 { first } else { second }).collect();
                let mut scene = Scene::new(SceneConfig::default()).unwrap();
                let map = Collider::tiles(1.0, [row]).friction(0.0);
                add(&mut scene, Body::fixed(), map);
                let at = Body::dynamic().position([8.0 + 0.01 * Real::from(start), 1.3]);
                let slider = at.velocity([speed, 0.0]);
                let slider = add(&mut scene, slider, Collider::cuboid(0.3, 0.3).friction(0.0));
                run_and_validate(&mut scene, 60);
                let velocity = scene.body(slider).unwrap().velocity();
                let case = format!("{first:?}, {second:?}, {speed} m/s, {start}: {velocity}");
                assert!((velocity.x - speed).abs() < 1e-3 && velocity.y.abs() < 0.01, "{case}");
            }
        }
    }
}

#[test]
fn a_map_from_a_text_is_the_map_of_its_rows() {
    let tile = |letter| match letter {
        '#' => Tile::from(Cell::Full),
        'i' => Cell::Full.user_data(3),
        _ => Cell::Empty.into(),
    };
    let texts =
        [("#i.\n##\n\n###", 4), ("\n\n#i.\n##\n\n###\n\n", 4), ("#i.\r\n##\r\n\r\n###\r\n", 4)];
    for (text, rows) in texts {
        let map = Collider::tiles_from_str(0.5, text, tile);
        let rows_up = ["###", "", "##", "#i."].map(|row| row.chars().map(tile).collect::<Vec<_>>());
        assert_eq!(map, Collider::tiles(0.5, rows_up), "{text:?}");
        let mut scene = Scene::new(SceneConfig::default()).unwrap();
        let body = scene.add_body(Body::fixed()).unwrap();
        let key = scene.add_collider(body, map).unwrap();
        let map = scene.collider(key).unwrap();
        assert_eq!(map.cell([1, rows - 1]), Some(Cell::Full.user_data(3)));
    }
    for nothing in ["", "\n\n"] {
        let none: [[Tile; 0]; 0] = [];
        assert_eq!(Collider::tiles_from_str(0.5, nothing, tile), Collider::tiles(0.5, none));
    }
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let body = scene.add_body(Body::fixed()).unwrap();
    assert!(scene.add_collider(body, Collider::tiles_from_str(-1.0, "#", tile)).is_err());
}

/// Cells that nothing is near have no pieces: a box around a body counts them all the same.
#[test]
fn the_box_of_a_body_holds_all_cells_of_its_maps() {
    let (mut scene, map) = world(
        "#.....
         ......
         ...../",
    );
    let level = scene.collider(map).unwrap().body();
    let corners = |scene: &Scene, key| {
        let aabb: Aabb = scene.body(key).unwrap().aabb().unwrap();
        [aabb.min, aabb.max].map(|corner| [corner.x, corner.y])
    };
    assert_eq!(corners(&scene, level), [[0.0, 0.0], [6.0, 3.0]]);
    add(&mut scene, Body::dynamic().position([0.5, 3.6]), Collider::circle(0.5));
    run_and_validate(&mut scene, 5);
    assert_eq!(corners(&scene, level), [[0.0, 0.0], [6.0, 3.0]], "what is near changes nothing");
    let train = Body::kinematic().position([10.0, -2.0]).angle(core::f32::consts::FRAC_PI_2);
    let train = scene.add(train, [Collider::tiles(0.5, rows("##\n#."))]).unwrap();
    let [min, max] = corners(&scene, train);
    let expected = [[9.0, -2.0], [10.0, -1.0]];
    assert!(
        [min, max]
            .as_flattened()
            .iter()
            .zip(expected.as_flattened())
            .all(|(a, b)| (a - b).abs() < 1e-5)
    );
    scene.add_collider(train, Collider::circle(0.25).at([4.0, 0.0])).unwrap();
    assert!((corners(&scene, train)[1][1] - 2.25).abs() < 1e-5, "other colliders count, too");
    let empty = scene.add(Body::fixed(), [Collider::tiles(1.0, rows(".."))]).unwrap();
    assert_eq!(scene.body(empty).unwrap().aabb(), None);
}
