//! Any history of calls to a scene, with any numbers: no panic, a sound scene, and after a refusal the scene of before.
#![no_main]

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use umbra::Error;
use umbra::prelude::*;

/// A number: mostly a small one, so that bodies meet; now and then any at all.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum Number {
    Small(i8),
    Tenths(u8),
    Raw(f32),
}

impl From<Number> for f32 {
    fn from(number: Number) -> Self {
        match number {
            Number::Small(whole) => Self::from(whole) * 0.05,
            Number::Tenths(tenths) => Self::from(tenths) * 0.1,
            Number::Raw(any) => any,
        }
    }
}

fn both(numbers: [Number; 2]) -> [f32; 2] {
    numbers.map(f32::from)
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Kind {
    Fixed,
    Kinematic,
    Dynamic,
}

impl From<Kind> for BodyKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Fixed => Self::Fixed,
            Kind::Kinematic => Self::Kinematic,
            Kind::Dynamic => Self::Dynamic,
        }
    }
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Action {
    AddBody { kind: Kind, at: [Number; 2], angle: Number, bullet: bool },
    AddCollider { body: u8, shape: u8, size: [Number; 2], mass: Number, material: [Number; 2] },
    AddPlatform { body: u8, shape: u8, size: [Number; 2], direction: [Number; 2] },
    AddSensor { body: u8, shape: u8, size: [Number; 2], at: [Number; 2], sees_sensors: bool },
    EditCollider { collider: u8, what: u8, numbers: [Number; 2], on: bool },
    RemoveBody(u8),
    RemoveCollider(u8),
    Join { kind: u8, bodies: [u8; 2], at: [[Number; 2]; 2], numbers: [Number; 2] },
    EditJoint { joint: u8, what: u8, numbers: [Number; 2], on: bool },
    RemoveJoint(u8),
    EditBody { body: u8, what: u8, numbers: [Number; 2], on: bool },
    SetKind(u8, Kind),
    Solving(u8),
    Sweep(u8),
    Rules(u8, u8),
    Gravity([Number; 2]),
    Step(Number),
    Steps(u8),
    StepWithHooks { edit: u8, numbers: [Number; 2] },
    Ask { from: [Number; 2], to: [Number; 2], turn: Number, options: u8 },
    Copy,
}

fn cell(which: u8, number: f32) -> Tile {
    match which % 6 {
        0 => Cell::Empty.into(),
        1 => Cell::Full.into(),
        2 => Cell::Slope { rises: Side::Right, ramp: Ramp::Steep, ceiling: false }.into(),
        3 => Cell::OneWay.user_data(1),
        4 => Cell::Half { half: Half::Bottom }.into(),
        _ => {
            let material = Material { surface_speed: number, ..Material::default() };
            Cell::Full.material(material)
        }
    }
}

fn rule(which: u8) -> CombineRule {
    match which % 6 {
        0 => CombineRule::Usual,
        1 => CombineRule::GeometricMean,
        2 => CombineRule::Average,
        3 => CombineRule::Minimum,
        4 => CombineRule::Multiply,
        _ => CombineRule::Maximum,
    }
}

fn material(friction: f32) -> Material {
    Material { friction, ..Material::default() }
}

fn collider(shape: u8, [a, b]: [f32; 2]) -> Collider {
    match shape % 14 {
        0 => Collider::circle(a),
        1 => Collider::cuboid(a, b),
        2 => Collider::capsule([-a, 0.0], [a, 0.0], b),
        3 => Collider::chain([[-a, b], [0.0, 0.0], [a, b]]),
        4 => Collider::heightfield([a, 0.0, b, 0.0], 2.0),
        5 => Collider::heightfield([0.0, 1.0, 0.5], a),
        9 => Collider::concave([[-a, -b], [a, -b], [a, b], [0.0, 0.0], [-a, b]]),
        10 => Collider::polygon([[-a, 0.0], [a, 0.0], [b, a]]).hit_events(true),
        11 => Collider::rounded_polygon([[-a, 0.0], [a, 0.0], [0.0, a]], b),
        12 => Collider::segment([-a, 0.0], [b, a]).hit_events(shape > 99),
        7 => Collider::chain_loop([[a, 0.0], [0.0, b], [-a, 0.0]]).one_sided(shape > 99),
        8 => Collider::chain([[-a, b], [0.0, 0.0], [a, b]]).materials([material(a), material(b)]),
        6 => Collider::tiles(
            a,
            [[cell(1, b), cell(2, b), cell(shape / 8, b)], [cell(0, b), cell(3, b), cell(4, b)]],
        ),
        _ => Collider::tiles(a, [[Cell::Full, Cell::Empty, Cell::Full]; 2]),
    }
}

fn joint(
    kind: u8,
    [a, b]: [BodyKey; 2],
    joints: &[JointKey],
    [p, q]: [[f32; 2]; 2],
    [x, y]: [f32; 2],
) -> JointBuilder {
    let joint = match kind % 17 {
        0 => Joint::revolute(a, b, p),
        1 => Joint::prismatic(a, b, p, q),
        2 => Joint::wheel(a, b, p, q),
        3 => Joint::groove(a, b, p, q, p),
        4 => Joint::weld(a, b, p),
        5 => Joint::distance(a, b, p, q),
        6 => Joint::rope(a, b, p, q, x),
        7 => return Joint::spring(a, b, p, q, x, y),
        8 => return Joint::motor(a, b).max_force(x).max_torque(y),
        9 => return Joint::target(b, p).max_force(x),
        10 => return Joint::friction(a, b, p).max_force(x).max_torque(y),
        11 => return Joint::gear(a, b, x),
        12 => return Joint::pulley(a, b, p, q, [x, y], p, x),
        13 => return Joint::ratchet(a, b, x, y),
        14 => Joint::filter(a, b),
        15 if joints.len() > 1 => {
            return Joint::gear_between(joints[0], joints[joints.len() - 1], x);
        }
        _ => return Joint::weld(a, b, p).angular_spring(x, y),
    };
    match kind / 17 % 5 {
        0 => joint,
        1 => joint.limits(x, y),
        2 => joint.motor(x, y),
        3 => joint.spring_stiffness(x, y),
        _ => joint.spring(x, y),
    }
}

fn edit_joint(joint: &mut JointMut<'_>, what: u8, [x, y]: [f32; 2], on: bool) -> Result<(), Error> {
    match what % 12 {
        9 => joint.set_spring_stiffness(x, y),
        10 => joint.set_angular_spring_stiffness(x, y),
        11 => joint.close(),
        0 => joint.set_motor(x, y),
        1 => joint.set_limits(x, y),
        2 => joint.set_spring(x, y),
        3 => joint.set_velocity([x, y]),
        4 => joint.set_target_point([x, y]),
        5 => joint.set_break_force(x),
        6 => {
            joint.set_enabled(on);
            Ok(())
        }
        7 => {
            joint.set_collide_connected(on);
            Ok(())
        }
        _ => {
            joint.remove_limits();
            Ok(())
        }
    }
}

fn edit_body(body: &mut BodyMut<'_>, what: u8, [x, y]: [f32; 2], on: bool) -> Result<(), Error> {
    match what % 13 {
        0 => body.set_position([x, y]),
        9 => body.set_pose(umbra::geom::math::pose([x, y], y)),
        10 => body.move_to(umbra::geom::math::pose([x, y], x), 0.1),
        11 => {
            body.set_can_sleep(on);
            Ok(())
        }
        1 => body.set_angle(x),
        2 => body.set_velocity([x, y]),
        3 => body.set_angular_velocity(x),
        4 => body.apply_impulse([x, y]),
        5 => body.set_enabled(on),
        6 => {
            body.sleep();
            Ok(())
        }
        7 => {
            body.set_bullet(on);
            Ok(())
        }
        8 => {
            body.drop_through(on);
            Ok(())
        }
        _ => {
            body.wake();
            Ok(())
        }
    }
}

fn edit_collider(
    collider: &mut ColliderMut<'_>,
    what: u8,
    [x, y]: [f32; 2],
    on: bool,
) -> Result<(), Error> {
    match what % 17 {
        0 => collider.set_sensor(on),
        15 => {
            collider.set_hit_events(on);
            Ok(())
        }
        1 => {
            collider.set_sees_sensors(on);
            Ok(())
        }
        2 => collider.set_enabled(on),
        3 => collider.set_offset(umbra::geom::math::pose([x, y], 0.3)),
        4 => collider.set_shape(Circle::new(x)?),
        5 => {
            let filled = if on { cell(1, y) } else { cell(what / 16, y) };
            collider.set_cell([x as i32, y as i32], filled)
        }
        6 if on => collider.set_shape_material(what as usize / 16, material(x)),
        6 => collider.set_friction(x),
        7 => collider.set_restitution(x),
        8 => collider.set_rolling_resistance(x),
        9 => collider.set_surface_speed(x),
        10 => {
            collider.set_friction_rule(rule(what / 16));
            Ok(())
        }
        11 => {
            collider.set_restitution_rule(rule(what / 16));
            Ok(())
        }
        12 => {
            collider.set_user_data(u64::from(on));
            Ok(())
        }
        13 => collider.set_one_way(on.then(|| Vector::new(x, y))),
        14 => collider.set_one_sided(on),
        _ => {
            let mask = if on { u64::MAX } else { 0 };
            collider.set_filter(Filter { mask, ..Filter::default() });
            Ok(())
        }
    }
}

/// Whether begins and ends of sensors and of contacts come in turns, and lead to what can be polled.
#[derive(Default)]
struct Ledger(BTreeSet<[ColliderKey; 2]>, BTreeSet<[ColliderKey; 2]>);

impl Ledger {
    fn listen(&mut self, scene: &Scene) {
        for event in scene.sensor_events() {
            let pair = [event.sensor(), event.visitor()];
            let in_turn = match event {
                SensorEvent::Begin { .. } => self.0.insert(pair),
                SensorEvent::End { .. } => self.0.remove(&pair),
            };
            assert!(in_turn, "{event:?}");
        }
        let mut struck = BTreeSet::new();
        for event in scene.contact_events() {
            let [a, b] = event.colliders();
            let pair = if a < b { [a, b] } else { [b, a] };
            let in_turn = match event {
                ContactEvent::Begin { .. } => self.1.insert(pair),
                ContactEvent::End { .. } => self.1.remove(&pair),
                _ => struck.insert(pair) && self.1.contains(&pair),
            };
            assert!(in_turn, "{event:?}");
        }
        let mut polled = BTreeSet::new();
        for sensor in scene.colliders().filter_map(|key| scene.collider(key).ok()) {
            polled.extend(sensor.overlaps().map(|visitor| [sensor.key(), visitor]));
        }
        assert_eq!(polled, self.0);
    }
}

/// Changes contacts by any numbers, and refuses colliders that are marked.
struct Edits {
    edit: u8,
    numbers: [f32; 2],
}

impl Hooks for Edits {
    fn should_collide(&self, pair: &ContactPair) -> bool {
        pair.user_data != [1, 1]
    }

    fn modify_contact(&self, contact: &mut ContactMut<'_>) {
        let [x, y] = self.numbers;
        // What is refused changes nothing.
        let _ = match self.edit % 6 {
            0 => contact.set_friction(x),
            1 => contact.set_restitution(x),
            2 => contact.set_rolling_resistance(x),
            3 => contact.set_surface_speed(x),
            4 => {
                contact.retain_points(|point| point.position.x > y);
                Ok(())
            }
            _ => {
                contact.disable();
                Ok(())
            }
        };
    }
}

/// Queries of all kinds: what is found first is the first of all, and rays at once find what each finds alone.
fn ask(scene: &Scene, from: [f32; 2], to: [f32; 2], turn: f32, options: u8) {
    let mut filter = QueryFilter::default().sensors(options & 1 != 0);
    if options & 2 != 0 {
        let all = [Platforms::Solid, Platforms::Overlooked];
        filter = filter.platforms(all[usize::from(options & 4 != 0)]);
    }
    let way = [to[0] - from[0], to[1] - from[1]];
    let mut count = 0;
    scene.cast_ray_all(from, way, filter, |_| {
        count += 1;
        ControlFlow::Break(())
    });
    let rays = [Ray::new(from, way); 9];
    let hit = scene.cast_ray(from, way, filter);
    assert_eq!(scene.cast_rays(&rays, filter), [hit; 9]);
    assert_eq!(count, u32::from(hit.is_some()));
    let none = filter.predicate(|_| false);
    assert_eq!(scene.cast_ray(from, way, none), None);
    let Ok(shape) = Polygon::cuboid(0.3, 0.2) else { return };
    let (shape, start) = (Shape::from(shape), umbra::geom::math::pose(from, 0.0));
    let mut first = f32::INFINITY;
    scene.cast_shape_turning_each(&shape, start, way, turn, filter, |hit| {
        first = first.min(hit.fraction);
        ControlFlow::Continue(1.0)
    });
    let hit = scene.cast_shape_turning(&shape, start, way, turn, filter);
    // The search along thousands of turns may be given up early, before what it would meet.
    if turn.abs() < 100.0 {
        assert_eq!(hit.map_or(f32::INFINITY, |hit| hit.fraction), first);
    }
    let mut nearest = f32::INFINITY;
    scene.closest_points_each(from, to[0], filter, |hit| {
        nearest = nearest.min(hit.distance);
        ControlFlow::Continue(())
    });
    let hit = scene.closest_point(from, to[0], filter);
    assert_eq!(hit.map_or(f32::INFINITY, |hit| hit.distance), nearest);
    for key in scene.overlap_shape(&shape, start, filter) {
        let is_sensor = scene.collider(key).is_ok_and(|it| it.is_sensor());
        assert!(!is_sensor || filter.sensors);
    }
}

/// Makes the call. `Ok` as well if there is nothing to call it for.
fn act(scene: &mut Scene, action: Action, ledger: &mut Ledger) -> Result<(), Error> {
    let bodies: Vec<_> = scene.bodies().collect();
    let joints: Vec<_> = scene.joints().collect();
    let body = |which: u8| bodies.get(usize::from(which) % bodies.len().max(1)).copied();
    let joined = |which: u8| joints.get(usize::from(which) % joints.len().max(1)).copied();
    match action {
        Action::AddBody { kind, at, angle, bullet } => {
            let new = match kind {
                Kind::Fixed => Body::fixed(),
                Kind::Kinematic => Body::kinematic(),
                Kind::Dynamic => Body::dynamic(),
            };
            scene.add_body(new.position(both(at)).angle(angle.into()).bullet(bullet))?;
        }
        Action::AddCollider {
            body: which,
            shape,
            size,
            mass,
            material: [friction, restitution],
        } => {
            let Some(key) = body(which) else { return Ok(()) };
            let new = collider(shape, both(size)).mass(mass.into());
            scene
                .add_collider(key, new.friction(friction.into()).restitution(restitution.into()))?;
        }
        Action::AddPlatform { body: which, shape, size, direction } => {
            let Some(key) = body(which) else { return Ok(()) };
            scene.add_collider(key, collider(shape, both(size)).one_way(both(direction)))?;
        }
        Action::AddSensor { body: which, shape, size, at, sees_sensors } => {
            let Some(key) = body(which) else { return Ok(()) };
            let new = collider(shape, both(size)).sensor(true).sees_sensors(sees_sensors);
            scene.add_collider(key, new.at(both(at)))?;
        }
        Action::EditCollider { collider: which, what, numbers, on } => {
            let colliders: Vec<_> = scene.colliders().collect();
            let key = colliders.get(usize::from(which) % colliders.len().max(1));
            if let Some(mut collider) = key.and_then(|key| scene.collider_mut(*key).ok()) {
                edit_collider(&mut collider, what, both(numbers), on)?;
            }
        }
        Action::RemoveBody(which) => {
            if let Some(key) = body(which) {
                scene.remove_body(key)?;
            }
        }
        Action::RemoveCollider(which) => {
            let colliders: Vec<_> = scene.colliders().collect();
            if let Some(key) = colliders.get(usize::from(which) % colliders.len().max(1)) {
                scene.remove_collider(*key)?;
            }
        }
        Action::Join { kind, bodies: [a, b], at: [p, q], numbers } => {
            let (Some(a), Some(b)) = (body(a), body(b)) else { return Ok(()) };
            scene.add_joint(joint(kind, [a, b], &joints, [both(p), both(q)], both(numbers)))?;
        }
        Action::EditJoint { joint, what, numbers, on } => {
            let Some(mut joint) = joined(joint).and_then(|key| scene.joint_mut(key).ok()) else {
                return Ok(());
            };
            edit_joint(&mut joint, what, both(numbers), on)?;
        }
        Action::RemoveJoint(which) => {
            if let Some(key) = joined(which) {
                scene.remove_joint(key)?;
            }
        }
        Action::EditBody { body: which, what, numbers, on } => {
            let Some(mut body) = body(which).and_then(|key| scene.body_mut(key).ok()) else {
                return Ok(());
            };
            edit_body(&mut body, what, both(numbers), on)?;
        }
        Action::SetKind(which, kind) => {
            if let Some(mut body) = body(which).and_then(|key| scene.body_mut(key).ok()) {
                body.set_kind(kind.into())?;
            }
        }
        Action::Solving(which) => {
            let ways = [JointSolving::Auto, JointSolving::Rows, JointSolving::Trees];
            scene.config_mut().solver.joints = ways[usize::from(which) % 3];
        }
        Action::Sweep(which) => {
            let ways = [Continuous::Off, Continuous::Fixed, Continuous::All];
            scene.config_mut().continuous = ways[usize::from(which) % 3];
        }
        Action::Rules(friction, restitution) => {
            scene.config_mut().friction_rule = rule(friction);
            scene.config_mut().restitution_rule = rule(restitution);
        }
        Action::StepWithHooks { edit, numbers } => {
            scene.step_with(1.0 / 60.0, &Edits { edit, numbers: both(numbers) })?;
            ledger.listen(scene);
        }
        Action::Ask { from, to, turn, options } => {
            ask(scene, both(from), both(to), turn.into(), options);
        }
        Action::Gravity(gravity) => {
            let [x, y] = both(gravity);
            if x.abs() < 1e3 && y.abs() < 1e3 {
                scene.config_mut().gravity = [x, y].into();
            }
        }
        Action::Step(dt) => {
            let dt = f32::from(dt);
            scene.step(dt)?;
            // A step of no time leaves the events of the step before.
            if dt >= f32::MIN_POSITIVE {
                ledger.listen(scene);
            }
        }
        Action::Steps(count) => {
            for _ in 0..count % 16 {
                scene.step(1.0 / 60.0)?;
                ledger.listen(scene);
            }
        }
        Action::Copy => {
            let mut copy = scene.clone();
            copy.step(1.0 / 60.0)?;
            scene.step(1.0 / 60.0)?;
            ledger.listen(scene);
            assert_eq!(scene.sensor_events(), copy.sensor_events());
            assert_eq!(scene.state_hash(), copy.state_hash(), "a copy goes on as the scene does");
        }
    }
    Ok(())
}

fuzz_target!(|actions: Vec<Action>| {
    let Ok(mut scene) = Scene::new(SceneConfig::default()) else { return };
    let mut ledger = Ledger::default();
    for action in actions.into_iter().take(60) {
        let before = scene.state_hash();
        if let Err(error) = act(&mut scene, action, &mut ledger) {
            assert_eq!(scene.state_hash(), before, "refused, and changed: {error}");
        }
        scene.validate().expect("sound");
    }
});
