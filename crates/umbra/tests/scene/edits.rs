//! Edits as values: what a call does, its edit does to the last bit, and it is refused like it.

use umbra::Error;
use umbra::geom::math::pose;
use umbra::prelude::*;

use crate::common::{DT, add, ground, run, scene, stack};

/// A world with something of everything.
#[derive(Clone)]
struct World {
    scene: Scene,
    /// A box on a pile, a lift, and the ground.
    bodies: [BodyKey; 3],
    /// The box's, a map's, and that of a chain with two links.
    colliders: [ColliderKey; 3],
    joints: Vec<JointKey>,
}

fn world() -> World {
    let mut scene = scene(10.0, SolverConfig::default());
    let floor = ground(&mut scene, |collider| collider);
    let boxes = stack(&mut scene, 0.0, 3);
    let lift = add(&mut scene, Body::kinematic().position([6.0, 2.0]), Collider::cuboid(1.0, 0.2));
    let map = Collider::tiles(0.5, [[Cell::Full; 4]; 1]).at([3.0, 0.0]);
    let map = scene.add_collider(floor, map).unwrap();
    let chain = Collider::chain([[-9.0, 0.5], [-7.0, 0.2], [-5.0, 0.5]]);
    let chain = scene.add_collider(floor, chain).unwrap();
    let of_box = scene.body(boxes[2]).unwrap().colliders().next().unwrap();
    let mut hang = |joint: JointBuilder| scene.add_joint(joint).unwrap();
    let hinge = hang(Joint::revolute(floor, boxes[2], [0.0, 3.0]));
    let motor = hang(Joint::motor(floor, boxes[1]).max_force(1.0).max_torque(1.0));
    let target = hang(Joint::target(boxes[0], [0.0, 0.5]));
    let rope = hang(Joint::rope(boxes[0], boxes[2], [0.0, 0.5], [0.0, 2.5], 2.0));
    let slider = hang(Joint::prismatic(floor, boxes[0], [0.0, 0.5], [1.0, 0.0]).spring(2.0, 1.0));
    let gear = hang(Joint::gear(boxes[0], boxes[1], 2.0));
    let joints = vec![hinge, motor, target, rope, slider, gear];
    run(&mut scene, 5);
    World { scene, bodies: [boxes[2], lift, floor], colliders: [of_box, map, chain], joints }
}

type Call = Box<dyn Fn(&mut World) -> Result<(), Error>>;

fn body(
    world: &World,
    which: usize,
    call: impl Fn(BodyMut<'_>) -> Result<(), Error> + 'static,
    edit: BodyEdit,
) -> (Call, Edit) {
    let key = world.bodies[which];
    (Box::new(move |world| call(world.scene.body_mut(key)?)), Edit::Body(key, edit))
}

fn collider(
    world: &World,
    which: usize,
    call: impl Fn(ColliderMut<'_>) -> Result<(), Error> + 'static,
    edit: ColliderEdit,
) -> (Call, Edit) {
    let key = world.colliders[which];
    (Box::new(move |world| call(world.scene.collider_mut(key)?)), Edit::Collider(key, edit))
}

fn joint(
    world: &World,
    which: usize,
    call: impl Fn(JointMut<'_>) -> Result<(), Error> + 'static,
    edit: JointEdit,
) -> (Call, Edit) {
    let key = world.joints[which];
    (Box::new(move |world| call(world.scene.joint_mut(key)?)), Edit::Joint(key, edit))
}

/// A call that cannot be refused.
macro_rules! done {
    ($it:ident.$call:ident($($argument:expr),*)) => {
        move |mut $it| { $it.$call($($argument),*); Ok(()) }
    };
}

/// Calls and their edits. All numbers that may be bad are this one.
fn pairs_of_bodies(world: &World, number: Real) -> Vec<(Call, Edit)> {
    let x = number;
    let v = Vector::new(x, 1.0);
    let given = Some(MassProperties { mass: x, center: Point::new(0.1, 0.0), inertia: 2.0 });
    let force = |torque| BodyEdit::Force { force: v, torque, wakes: true };
    let impulse = |angular_impulse, wakes| BodyEdit::Impulse { impulse: v, angular_impulse, wakes };
    vec![
        body(
            world,
            0,
            move |mut b| b.set_pose(pose([x, 9.0], 0.3)),
            BodyEdit::Pose(pose([x, 9.0], 0.3)),
        ),
        body(world, 0, move |mut b| b.set_velocity(v), BodyEdit::Velocity(v)),
        body(world, 1, move |mut b| b.set_velocity(v), BodyEdit::Velocity(v)),
        body(world, 2, move |mut b| b.set_velocity(v), BodyEdit::Velocity(v)),
        body(world, 0, move |mut b| b.set_angular_velocity(x), BodyEdit::AngularVelocity(x)),
        body(world, 0, move |mut b| b.set_sleep_tolerance(x), BodyEdit::SleepTolerance(x)),
        body(world, 0, move |mut b| b.apply_force(v), force(0.0)),
        body(world, 0, move |mut b| b.apply_impulse(v), impulse(0.0, true)),
        body(world, 0, move |b| b.without_waking().apply_impulse(v), impulse(0.0, false)),
        body(world, 1, move |mut b| b.apply_impulse(v), impulse(0.0, true)),
        body(world, 2, move |mut b| b.apply_force(v), force(0.0)),
        body(
            world,
            0,
            move |mut b| b.apply_torque(x),
            BodyEdit::Force { force: Vector::zeros(), torque: x, wakes: true },
        ),
        body(
            world,
            0,
            move |mut b| b.apply_angular_impulse(x),
            BodyEdit::Impulse { impulse: Vector::zeros(), angular_impulse: x, wakes: true },
        ),
        body(world, 0, move |mut b| b.set_constant_force(v, x), BodyEdit::ConstantForce(v, x)),
        body(world, 0, move |mut b| b.set_linear_damping(x), BodyEdit::LinearDamping(x)),
        body(world, 0, move |mut b| b.set_angular_damping(x), BodyEdit::AngularDamping(x)),
        body(world, 0, move |mut b| b.set_gravity_scale(x), BodyEdit::GravityScale(x)),
        body(world, 0, move |mut b| b.set_additional_mass(x), BodyEdit::AdditionalMass(x)),
        body(world, 0, move |mut b| b.set_mass_properties(given), BodyEdit::MassProperties(given)),
        body(world, 0, done!(b.set_lock_rotation(true)), BodyEdit::LockRotation(true)),
        body(
            world,
            0,
            done!(b.set_lock_translation(true, false)),
            BodyEdit::LockTranslation([true, false]),
        ),
        body(world, 0, |mut b| b.set_kind(BodyKind::Fixed), BodyEdit::Kind(BodyKind::Fixed)),
        body(world, 2, |mut b| b.set_kind(BodyKind::Dynamic), BodyEdit::Kind(BodyKind::Dynamic)),
        body(world, 0, |mut b| b.set_enabled(false), BodyEdit::Enabled(false)),
        body(world, 0, done!(b.set_bullet(true)), BodyEdit::Bullet(true)),
        body(world, 0, done!(b.drop_through(true)), BodyEdit::DropThrough(true)),
        body(world, 0, done!(b.sleep()), BodyEdit::Sleep),
        body(world, 0, done!(b.wake()), BodyEdit::Wake),
        body(world, 0, done!(b.set_can_sleep(false)), BodyEdit::CanSleep(false)),
        body(world, 0, done!(b.set_user_data(7)), BodyEdit::UserData(7)),
    ]
}

fn pairs_of_colliders(world: &World, number: Real) -> Vec<(Call, Edit)> {
    let x = number;
    let filter = Filter { mask: 0, ..Filter::default() };
    let material = Material { friction: x, ..Material::default() };
    let (up, disc) = (Some(Vector::new(x, 1.0)), Shape::from(Circle::new(0.6).unwrap()));
    let rule = CombineRule::Maximum;
    let of_shape = ColliderEdit::ShapeMaterial;
    vec![
        collider(world, 0, move |mut c| c.set_friction(x), ColliderEdit::Friction(x)),
        collider(world, 1, move |mut c| c.set_friction(x), ColliderEdit::Friction(x)),
        collider(world, 2, move |mut c| c.set_restitution(x), ColliderEdit::Restitution(x)),
        collider(
            world,
            0,
            move |mut c| c.set_rolling_resistance(x),
            ColliderEdit::RollingResistance(x),
        ),
        collider(world, 1, move |mut c| c.set_surface_speed(x), ColliderEdit::SurfaceSpeed(x)),
        collider(world, 0, done!(c.set_friction_rule(rule)), ColliderEdit::FrictionRule(rule)),
        collider(
            world,
            0,
            done!(c.set_restitution_rule(rule)),
            ColliderEdit::RestitutionRule(rule),
        ),
        collider(world, 2, move |mut c| c.set_shape_material(1, material), of_shape(1, material)),
        collider(world, 2, move |mut c| c.set_shape_material(2, material), of_shape(2, material)),
        collider(world, 1, move |mut c| c.set_shape_material(0, material), of_shape(0, material)),
        collider(world, 0, move |mut c| c.set_density(x), ColliderEdit::Density(x)),
        collider(world, 1, move |mut c| c.set_density(x), ColliderEdit::Density(x)),
        collider(world, 0, move |mut c| c.set_mass(x), ColliderEdit::Mass(x)),
        collider(world, 0, done!(c.set_filter(filter)), ColliderEdit::Filter(filter)),
        collider(world, 0, |mut c| c.set_sensor(true), ColliderEdit::Sensor(true)),
        collider(world, 0, done!(c.set_sees_sensors(true)), ColliderEdit::SeesSensors(true)),
        collider(world, 1, move |mut c| c.set_one_way(up), ColliderEdit::OneWay(up)),
        collider(world, 0, |mut c| c.set_one_sided(true), ColliderEdit::OneSided(true)),
        collider(world, 2, |mut c| c.set_one_sided(true), ColliderEdit::OneSided(true)),
        collider(
            world,
            0,
            {
                let disc = disc.clone();
                move |mut c| c.set_shape(disc.clone())
            },
            ColliderEdit::Shape(disc),
        ),
        collider(
            world,
            0,
            move |mut c| c.set_offset(pose([x, 0.1], 0.2)),
            ColliderEdit::Offset(pose([x, 0.1], 0.2)),
        ),
        collider(world, 1, |mut c| c.set_enabled(false), ColliderEdit::Enabled(false)),
        collider(
            world,
            1,
            |mut c| c.set_cell([1, 0], Cell::Empty),
            ColliderEdit::Cell([1, 0], Cell::Empty.into()),
        ),
        collider(
            world,
            0,
            |mut c| c.set_cell([1, 0], Cell::Empty),
            ColliderEdit::Cell([1, 0], Cell::Empty.into()),
        ),
        collider(world, 0, done!(c.set_hit_events(true)), ColliderEdit::HitEvents(true)),
        collider(world, 0, done!(c.set_user_data(7)), ColliderEdit::UserData(7)),
    ]
}

/// Each for all joints: what a kind does not have is refused.
fn pairs_of_joints(world: &World, number: Real) -> Vec<(Call, Edit)> {
    let x = number;
    let (v, p, at) = (Vector::new(x, 1.0), Point::new(x, 1.0), pose([x, 1.0], 0.2));
    let soft = Softness { hertz: x, damping_ratio: 0.5 };
    let axis = Vector::new(0.0, x);
    let mut pairs = vec![];
    for i in 0..world.joints.len() {
        pairs.extend([
            joint(world, i, move |mut j| j.set_limits(-1.0, x), JointEdit::Limits(Some([-1.0, x]))),
            joint(world, i, move |mut j| j.set_limits(1.0, -x), JointEdit::Limits(Some([1.0, -x]))),
            joint(world, i, done!(j.remove_limits()), JointEdit::Limits(None)),
            joint(world, i, move |mut j| j.set_motor(x, 2.0), JointEdit::Motor(Some([x, 2.0]))),
            joint(world, i, done!(j.remove_motor()), JointEdit::Motor(None)),
            joint(world, i, move |mut j| j.set_spring(x, 0.5), JointEdit::Spring(Some(soft))),
            joint(
                world,
                i,
                move |mut j| j.set_spring_stiffness(x, 0.5),
                JointEdit::SpringStiffness(x, 0.5),
            ),
            joint(
                world,
                i,
                move |mut j| j.set_angular_spring_stiffness(0.5, x),
                JointEdit::AngularSpringStiffness(0.5, x),
            ),
            joint(
                world,
                i,
                move |mut j| j.set_angular_spring(x, 0.5),
                JointEdit::AngularSpring(Some(soft)),
            ),
            joint(world, i, done!(j.remove_springs()), JointEdit::Spring(None)),
            joint(world, i, move |mut j| j.set_softness(soft), JointEdit::Softness(soft)),
            joint(world, i, move |mut j| j.set_rest(x), JointEdit::Rest(x)),
            joint(world, i, move |mut j| j.set_length(x), JointEdit::Length(x)),
            joint(world, i, move |mut j| j.set_velocity(v), JointEdit::Velocity(v)),
            joint(world, i, move |mut j| j.set_angular_velocity(x), JointEdit::AngularVelocity(x)),
            joint(world, i, move |mut j| j.set_target(at), JointEdit::Target(Some(at))),
            joint(world, i, done!(j.remove_target()), JointEdit::Target(None)),
            joint(world, i, move |mut j| j.set_target_point(p), JointEdit::TargetPoint(p)),
            joint(world, i, move |mut j| j.set_max_force(x), JointEdit::MaxForce(x)),
            joint(world, i, move |mut j| j.set_max_torque(x), JointEdit::MaxTorque(x)),
            joint(world, i, move |mut j| j.set_break_force(x), JointEdit::BreakForce(x)),
            joint(world, i, move |mut j| j.set_break_torque(x), JointEdit::BreakTorque(x)),
            joint(world, i, move |mut j| j.set_ratio(x), JointEdit::Ratio(x)),
            joint(
                world,
                i,
                move |mut j| j.set_local_anchors(p, p),
                JointEdit::LocalAnchors([p, p]),
            ),
            joint(world, i, move |mut j| j.set_local_axis(axis), JointEdit::LocalAxis(axis)),
            joint(world, i, done!(j.set_enabled(false)), JointEdit::Enabled(false)),
            joint(
                world,
                i,
                done!(j.set_collide_connected(true)),
                JointEdit::CollideConnected(true),
            ),
            joint(world, i, |mut j| j.close(), JointEdit::Close),
            joint(world, i, done!(j.set_user_data(7)), JointEdit::UserData(7)),
        ]);
    }
    pairs
}

/// Makes a call in one world and its edit in another, and compares what becomes of them: all that
/// is in them at once, and where they go. Whether it was refused.
fn is_refused_alike(start: &World, call: &Call, edit: &Edit) -> bool {
    let [mut called, mut edited, unchanged] = [start.clone(), start.clone(), start.clone()];
    let by_call = call(&mut called).map_err(|error| error.to_string());
    let by_edit = edited.scene.edit(edit.clone()).map_err(|error| error.to_string());
    let by_edit = by_edit.map(|added| assert_eq!(added, Added::Nothing));
    // As text: a number that is none is not equal to itself.
    assert_eq!(by_call, by_edit, "{edit:?}");
    let [of_call, of_edit, of_start] =
        [&called, &edited, &unchanged].map(|world| format!("{:?}", world.scene));
    assert!(of_call == of_edit, "{edit:?}");
    assert!(by_call.is_ok() || of_call == of_start, "{edit:?}");
    for _ in 0..12 {
        for world in [&mut called, &mut edited] {
            world.scene.step(DT).unwrap();
        }
        assert_eq!(called.scene.state_hash(), edited.scene.state_hash(), "{edit:?}");
    }
    by_call.is_err()
}

#[test]
fn an_edit_does_what_its_call_does() {
    let (world, mut refused) = (world(), 0);
    for number in [0.7, 2.0] {
        let mut pairs = pairs_of_bodies(&world, number);
        pairs.extend(pairs_of_colliders(&world, number));
        pairs.extend(pairs_of_joints(&world, number));
        for (call, edit) in &pairs {
            refused += u32::from(is_refused_alike(&world, call, edit));
        }
    }
    assert!(refused > 60, "{refused}");
}

#[test]
fn edits_with_bad_numbers_are_refused_and_change_nothing() {
    let world = world();
    for number in [Real::NAN, Real::INFINITY, Real::NEG_INFINITY] {
        let mut pairs = pairs_of_bodies(&world, number);
        pairs.extend(pairs_of_colliders(&world, number));
        pairs.extend(pairs_of_joints(&world, number));
        for (call, edit) in &pairs {
            // Infinity is no bound.
            let told = match edit {
                Edit::Joint(_, edit) => format!("{:?}", edit.without_infinity()),
                edit => format!("{edit:?}"),
            };
            let has_number = ["NaN", "inf"].iter().any(|it| told.contains(it));
            let refused = is_refused_alike(&world, call, edit);
            assert!(!has_number || refused, "{edit:?}");
        }
    }
}

#[test]
fn what_is_added_by_edits_is_what_calls_add() {
    let mut called = world();
    let mut edited = world();
    let body = Body::dynamic().position([0.0, 8.0]).user_data(3);
    let floor = called.bodies[2];
    let by_call = called.scene.add_body(body.clone()).unwrap();
    let Added::Body(by_edit) = edited.scene.edit(Edit::AddBody(body)).unwrap() else { panic!() };
    assert_eq!(by_call, by_edit);
    let disc = Collider::circle(0.3);
    let of_call = called.scene.add_collider(by_call, disc.clone()).unwrap();
    let added = edited.scene.edit(Edit::AddCollider(by_edit, disc)).unwrap();
    assert_eq!(added, Added::Collider(of_call));
    let rope = Joint::rope(floor, by_call, [0.0, 9.0], [0.0, 8.0], 1.5);
    let of_call = called.scene.add_joint(rope.clone()).unwrap();
    assert_eq!(edited.scene.edit(Edit::AddJoint(rope)).unwrap(), Added::Joint(of_call));
    let config = SceneConfig { gravity: Vector::new(1.0, -3.0), ..*called.scene.config() };
    *called.scene.config_mut() = config;
    edited.scene.edit(Edit::Config(config)).unwrap();
    for _ in 0..30 {
        called.scene.step(DT).unwrap();
        edited.scene.step(DT).unwrap();
        assert_eq!(called.scene.state_hash(), edited.scene.state_hash());
    }
    called.scene.remove_joint(of_call).unwrap();
    edited.scene.edit(Edit::RemoveJoint(of_call)).unwrap();
    called.scene.remove_collider(called.colliders[0]).unwrap();
    edited.scene.edit(Edit::RemoveCollider(edited.colliders[0])).unwrap();
    called.scene.remove_body(by_call).unwrap();
    edited.scene.edit(Edit::RemoveBody(by_edit)).unwrap();
    run(&mut called.scene, 5);
    run(&mut edited.scene, 5);
    assert_eq!(called.scene.state_hash(), edited.scene.state_hash());
    let bad = SceneConfig { length_unit: -1.0, ..config };
    assert!(edited.scene.edit(Edit::Config(bad)).is_err());
    assert_eq!(edited.scene.config(), &config);
    edited.scene.edit(Edit::Clear).unwrap();
    assert_eq!(edited.scene.body_count(), 0);
}

#[test]
fn edits_of_what_is_gone_say_so() {
    let mut world = world();
    let [body, ..] = world.bodies;
    let (collider, joint) = (world.colliders[0], world.joints[0]);
    world.scene.remove_body(body).unwrap();
    let edits = [
        (Edit::Body(body, BodyEdit::Wake), Error::NoSuchBody(body)),
        (Edit::RemoveBody(body), Error::NoSuchBody(body)),
        (Edit::AddCollider(body, Collider::circle(1.0)), Error::NoSuchBody(body)),
        (Edit::Collider(collider, ColliderEdit::Sensor(true)), Error::NoSuchCollider(collider)),
        (Edit::RemoveCollider(collider), Error::NoSuchCollider(collider)),
        (Edit::Joint(joint, JointEdit::Close), Error::NoSuchJoint(joint)),
        (Edit::RemoveJoint(joint), Error::NoSuchJoint(joint)),
        (Edit::BindJoint(joint, [body; 2]), Error::NoSuchJoint(joint)),
        (Edit::ExchangeShapes(body, vec![NewShapes::new(collider)]), Error::NoSuchBody(body)),
    ];
    let before = format!("{:?}", world.scene);
    for (edit, error) in edits {
        assert_eq!(world.scene.edit(edit), Err(error));
        assert!(format!("{:?}", world.scene) == before);
    }
}

#[test]
fn what_cannot_be_done_to_a_body_says_which() {
    let World { mut scene, bodies: [top, lift, floor], .. } = world();
    for key in [lift, floor] {
        let mut body = scene.body_mut(key).unwrap();
        assert_eq!(body.apply_force([1.0, 0.0]), Err(Error::NotDynamic(key)));
        assert_eq!(body.apply_force_at([1.0, 0.0], [1.0, 0.0]), Err(Error::NotDynamic(key)));
        assert_eq!(body.apply_torque(1.0), Err(Error::NotDynamic(key)));
        assert_eq!(body.apply_impulse([0.0, 0.0]), Err(Error::NotDynamic(key)));
        assert_eq!(body.apply_impulse_at([1.0, 0.0], [1.0, 0.0]), Err(Error::NotDynamic(key)));
        assert_eq!(body.apply_angular_impulse(1.0), Err(Error::NotDynamic(key)));
    }
    for key in [top, floor] {
        let refused = scene.body_mut(key).unwrap().move_to(pose([0.0, 0.0], 0.0), DT);
        assert_eq!(refused, Err(Error::NotKinematic(key)));
    }
    let map = || Collider::tiles(0.5, [[Cell::Full]]);
    assert_eq!(scene.add_collider(top, map()), Err(Error::MapOnDynamicBody(top)));
    assert_eq!(scene.body(top).unwrap().colliders().count(), 1);
    let count = scene.body_count();
    assert!(matches!(scene.add(Body::dynamic(), [map()]), Err(Error::MapOnDynamicBody(_))));
    assert_eq!(scene.body_count(), count);
    let refused = scene.body_mut(floor).unwrap().set_kind(BodyKind::Dynamic);
    assert_eq!(refused, Err(Error::MapOnDynamicBody(floor)));
    scene.add(Body::kinematic(), [map()]).unwrap();
}

#[test]
fn cuts_fields_and_explosions_do_as_edits_what_calls_do() {
    let mut called = world();
    let mut edited = world();
    let [top, _, floor] = called.bodies;
    let line = [Point::new(-2.0, 2.4), Point::new(2.0, 2.6)];
    let outline = vec![Point::new(-1.0, -0.2), Point::new(1.0, -0.2), Point::new(0.0, 0.4)];
    let explosion = Explosion::new([0.4, 0.6], 4.0).impulse(3.0).shielded(true);
    let field = Field::wind([2.0, 0.0]).cuboid(5.0, 5.0);
    called.scene.add_field(field.clone()).unwrap();
    called.scene.split_body(top, line).unwrap();
    called.scene.explode(explosion).unwrap();
    called.scene.carve_body(floor, outline.clone()).unwrap();
    let carving =
        Carving::new(outline.iter().map(|at| at + Vector::new(0.5, 0.6))).isles_fall(true);
    called.scene.carve(&carving).unwrap();
    let box_ = called.scene.bodies().find(|key| called.scene.body(*key).unwrap().is_dynamic());
    called.scene.shatter_body(box_.unwrap(), [0.0, 1.0], 5).unwrap();
    let edits = [
        Edit::AddField(field),
        Edit::SplitBody(top, line),
        Edit::Explode(explosion),
        Edit::CarveBody(floor, outline),
        Edit::Carve(Box::new(carving)),
        Edit::ShatterBody(box_.unwrap(), Point::new(0.0, 1.0), 5),
    ];
    for edit in edits {
        edited.scene.edit(edit).unwrap();
    }
    assert!(called.scene.body_count() > 8, "{}", called.scene.body_count());
    for _ in 0..30 {
        called.scene.step(DT).unwrap();
        edited.scene.step(DT).unwrap();
        assert_eq!(called.scene.state_hash(), edited.scene.state_hash());
    }
}
