//! Ragdolls that are driven to poses.

use umbra_play::build::{
    self, Assembly, Balance, Bone, DriveSettings, RagdollPose, RagdollSettings, RootTarget,
};

use crate::common::{DT, at, ground, run, scene};
use crate::prelude::*;

/// 75 kg.
fn human() -> RagdollSettings {
    RagdollSettings { density: 130.0, friction: 0.8, ..RagdollSettings::default() }
}

fn doll(scene: &mut Scene, y: Real) -> Assembly {
    build::ragdoll_with(scene, [0.0, y], &human()).unwrap()
}

fn stage() -> (Scene, Assembly) {
    let mut scene = scene(9.81, SolverConfig::default());
    ground(&mut scene, |shape| shape.friction(0.8));
    let doll = doll(&mut scene, 0.0);
    (scene, doll)
}

fn balanced() -> DriveSettings {
    DriveSettings { balance: Some(Balance::default()), ..DriveSettings::default() }
}

fn crouch() -> RagdollPose {
    use Bone::*;
    let legs = RagdollPose::STANDING.with(LeftThigh, 1.2).with(RightThigh, 1.0);
    let legs = legs.with(LeftShin, -1.8).with(RightShin, -1.6);
    let arms = legs.with(LeftUpperArm, 0.8).with(RightUpperArm, 1.2).with(RightForearm, 0.6);
    arms.with(Chest, -0.5).with(Head, 0.3)
}

/// The largest difference of an angle from that of a pose, in degrees, without that of the pelvis.
fn error(scene: &Scene, doll: &Assembly, pose: &RagdollPose) -> Real {
    let now = RagdollPose::capture(scene, doll).unwrap();
    let off = |bone: Bone| (now.angle(bone) - pose.angle(bone)).abs();
    Bone::ALL.into_iter().skip(1).map(off).fold(0.0, Real::max).to_degrees()
}

/// Angle of the pelvis from upright, in degrees.
fn lean(scene: &Scene, doll: &Assembly) -> Real {
    RagdollPose::capture(scene, doll).unwrap().angle(Bone::Pelvis).to_degrees()
}

fn head(scene: &Scene, doll: &Assembly) -> Point {
    at(scene, Bone::Head.body(doll).unwrap()).position()
}

#[test]
fn a_pose_is_reached_within_a_second() {
    for joints in [JointSolving::Auto, JointSolving::Trees] {
        for (height, mirrored) in [(1.75, false), (1.75, true), (0.4, false), (20.0, false)] {
            let mut scene = scene(0.0, SolverConfig { joints, ..SolverConfig::default() });
            let settings = RagdollSettings { height, mirrored, ..human() };
            let doll = build::ragdoll_with(&mut scene, [0.0, 0.0], &settings).unwrap();
            let drive = DriveSettings::default();
            assert!(doll.drive_to(&mut scene, &crouch(), &drive).unwrap().is_whole());
            run(&mut scene, 60);
            let off = error(&scene, &doll, &crouch());
            assert!(off < 3.0, "{off} degrees, {height} m, mirrored: {mirrored}, {joints:?}");
            run(&mut scene, 300);
            assert_eq!(scene.stats().awake_bodies, 0);
        }
    }
}

#[test]
fn a_standing_pose_is_held() {
    for (pose, hz) in [(RagdollPose::STANDING, 60.0), (crouch(), 60.0), (crouch(), 120.0)] {
        let (mut scene, doll) = stage();
        doll.drive_to(&mut scene, &pose, &balanced()).unwrap();
        (0..(10.0 * hz) as usize).for_each(|_| scene.step(1.0 / hz).unwrap());
        let (off, lean) = (error(&scene, &doll, &pose), lean(&scene, &doll));
        assert!(off < 5.0 && lean.abs() < 5.0, "{off} and {lean} degrees");
        assert!(head(&scene, &doll).x.abs() < 0.5, "{}", head(&scene, &doll));
    }
}

#[test]
fn a_push_moves_it_and_it_comes_back() {
    let (mut scene, doll) = stage();
    let most = |torque| Some(torque);
    let balance = Balance { max_torque: most(1500.0), ..Balance::default() };
    let drive = DriveSettings { balance: Some(balance), max_torque: most(300.0), ..balanced() };
    doll.drive_to(&mut scene, &RagdollPose::STANDING, &drive).unwrap();
    run(&mut scene, 60);
    let head_key = Bone::Head.body(&doll).unwrap();
    scene.body_mut(head_key).unwrap().apply_impulse([40.0, 0.0]).unwrap();
    let mut farthest: Real = 0.0;
    for _ in 0..30 {
        run(&mut scene, 1);
        farthest = farthest.max(error(&scene, &doll, &RagdollPose::STANDING));
    }
    assert!(farthest > 10.0, "{farthest} degrees");
    run(&mut scene, 150);
    let (off, lean) = (error(&scene, &doll, &RagdollPose::STANDING), lean(&scene, &doll));
    assert!(off < 5.0 && lean.abs() < 5.0, "{off} and {lean} degrees");
}

#[test]
fn torques_are_bounded() {
    let (mut scene, doll) = stage();
    let drive = DriveSettings { max_torque: Some(200.0), ..balanced() };
    let drive = drive.weight(Bone::Head, 0.5);
    doll.drive_to(&mut scene, &crouch(), &drive).unwrap();
    let motors: Vec<_> = scene.joints().filter(|key| is_drive(&scene, *key)).collect();
    assert_eq!(motors.len(), 11);
    for step in 0..120 {
        if step == 60 {
            let chest = Bone::Chest.body(&doll).unwrap();
            scene.body_mut(chest).unwrap().apply_impulse([300.0, 0.0]).unwrap();
        }
        run(&mut scene, 1);
        for key in &motors {
            let joint = scene.joint(*key).unwrap();
            let most = joint.max_torque().unwrap();
            assert!(joint.reaction_torque().abs() <= most * 1.001, "{most}");
            assert!(joint.reaction_force().norm() < 1e-6);
        }
    }
    let hip = Bone::LeftThigh.body(&doll).unwrap();
    let hip = motors.iter().find(|key| scene.joint(**key).unwrap().body_b() == hip).unwrap();
    assert_eq!(scene.joint(*hip).unwrap().max_torque(), Some(200.0));
}

fn is_drive(scene: &Scene, key: JointKey) -> bool {
    matches!(scene.joint(key).unwrap().kind(), JointKind::Motor | JointKind::Target)
}

#[test]
fn it_gets_up() {
    for push in [-100.0, 100.0] {
        let (mut scene, doll) = stage();
        let chest = Bone::Chest.body(&doll).unwrap();
        scene.body_mut(chest).unwrap().apply_impulse([push, 0.0]).unwrap();
        run(&mut scene, 300);
        assert!(head(&scene, &doll).y < 0.6, "{}", head(&scene, &doll));
        doll.drive_to(&mut scene, &RagdollPose::STANDING, &balanced()).unwrap();
        run(&mut scene, 180);
        let (off, lean) = (error(&scene, &doll, &RagdollPose::STANDING), lean(&scene, &doll));
        assert!(off < 5.0 && lean.abs() < 5.0, "{off} and {lean} degrees after {push}");
        assert!(head(&scene, &doll).y > 1.55, "{}", head(&scene, &doll));
    }
}

#[test]
fn it_gets_up_after_it_has_turned_over() {
    let (mut scene, doll) = stage();
    doll.drive_to(&mut scene, &RagdollPose::STANDING, &balanced()).unwrap();
    run(&mut scene, 10);
    for turn in 1..=6_u8 {
        // Far above the ground, it is turned by hand.
        for key in &doll.bodies {
            let mut body = scene.body_mut(*key).unwrap();
            let [x, y] = [body.view().position().x, body.view().position().y];
            body.set_position([-y, x + if turn == 1 { 40.0 } else { 0.0 }]).unwrap();
            let angle = body.view().angle();
            body.set_angle(angle + core::f32::consts::FRAC_PI_2).unwrap();
            body.set_velocity([0.0, 0.0]).unwrap();
        }
        scene.step(1e-3).unwrap();
    }
    let mut turned: Real = 0.0;
    for _ in 0..120 {
        doll.drive_to(&mut scene, &RagdollPose::STANDING, &balanced()).unwrap();
        let before = at(&scene, doll.bodies[0]).unwrapped_angle();
        run(&mut scene, 1);
        turned += at(&scene, doll.bodies[0]).unwrapped_angle() - before;
    }
    // It goes on by the half turn that is left, and not back by one and a half.
    assert!(lean(&scene, &doll).abs() < 10.0 && turned.abs() < 4.0, "{turned}");
}

#[test]
fn a_root_carries_it() {
    let (mut scene, doll) = stage();
    let drive = |x: Real| {
        let root = RootTarget { hertz: 6.0, ..RootTarget::new([x, 1.2]) };
        DriveSettings { root: Some(root), ..balanced() }
    };
    for step in 0..180_u8 {
        let x = 0.01 * Real::from(step);
        doll.drive_to(&mut scene, &RagdollPose::STANDING, &drive(x)).unwrap();
        run(&mut scene, 1);
    }
    let pelvis = at(&scene, doll.bodies[0]).position();
    assert!((pelvis.x - 1.79).abs() < 0.1 && (pelvis.y - 1.2).abs() < 0.1, "{pelvis}");
    // A bounded one lets it fall.
    let root = RootTarget { max_force: Some(300.0), ..RootTarget::new([1.8, 1.2]) };
    let weak = DriveSettings { root: Some(root), strength: 1.0, ..DriveSettings::default() };
    doll.drive_to(&mut scene, &RagdollPose::STANDING, &weak).unwrap();
    run(&mut scene, 300);
    assert!(at(&scene, doll.bodies[0]).position().y < 1.1);
}

#[test]
fn without_strength_it_is_limp() {
    let (mut limp, doll) = stage();
    let mut driven = limp.clone();
    let settings = [
        DriveSettings { strength: 0.0, root: Some(RootTarget::new([0.0, 9.0])), ..balanced() },
        DriveSettings { hertz: 0.0, ..DriveSettings::default() },
        DriveSettings { max_torque: Some(0.0), ..DriveSettings::default() },
        DriveSettings { weights: [0.0; 11], ..balanced() },
    ];
    doll.relax(&mut driven);
    for step in 0..120 {
        let drive = &settings[step % settings.len()];
        assert!(doll.drive_to(&mut driven, &crouch(), drive).unwrap().is_whole());
        run(&mut limp, 1);
        run(&mut driven, 1);
        assert_eq!(limp.state_hash(), driven.state_hash());
    }
    // One that was driven is left with what it had.
    let before = (driven.joint_count(), driven.body_count());
    let root = Some(RootTarget::new([0.0, 2.0]));
    doll.drive_to(&mut driven, &crouch(), &DriveSettings { root, ..balanced() }).unwrap();
    assert_eq!((driven.joint_count(), driven.body_count()), (before.0 + 12, before.1 + 1));
    let mut other = driven.clone();
    doll.drive_to(&mut driven, &crouch(), &settings[0]).unwrap();
    doll.relax(&mut other);
    assert_eq!((driven.joint_count(), driven.body_count()), before);
    assert_eq!(driven.state_hash(), other.state_hash());
    doll.drive_to(&mut driven, &crouch(), &balanced()).unwrap();
    doll.remove(&mut driven);
    assert_eq!((driven.joint_count(), driven.body_count()), (0, 1));
}

#[test]
fn sleepers_wake_for_another_pose_and_only_for_that() {
    let mut scene = scene(0.0, SolverConfig::default());
    let doll = doll(&mut scene, 0.0);
    let drive = DriveSettings { root: Some(RootTarget::new([0.0, 1.0])), ..balanced() };
    doll.drive_to(&mut scene, &RagdollPose::STANDING, &drive).unwrap();
    run(&mut scene, 240);
    assert_eq!(scene.stats().awake_bodies, 0);
    let hash = scene.state_hash();
    doll.drive_to(&mut scene, &RagdollPose::STANDING, &drive).unwrap();
    assert_eq!(scene.state_hash(), hash);
    run(&mut scene, 1);
    assert_eq!(scene.stats().awake_bodies, 0);
    let nod = RagdollPose::STANDING.with(Bone::Head, -0.5);
    doll.drive_to(&mut scene, &nod, &drive).unwrap();
    run(&mut scene, 120);
    assert!(error(&scene, &doll, &nod) < 3.0);
    run(&mut scene, 240);
    assert_eq!(scene.stats().awake_bodies, 0);
    let root = Some(RootTarget::new([0.5, 1.0]));
    doll.drive_to(&mut scene, &nod, &DriveSettings { root, ..drive }).unwrap();
    run(&mut scene, 120);
    assert!((at(&scene, doll.bodies[0]).position().x - 0.5).abs() < 0.05);
}

#[test]
fn limits_bound_the_pose() {
    let mut scene = scene(0.0, SolverConfig::default());
    let doll = doll(&mut scene, 0.0);
    let pose = RagdollPose { angles: [1e6; 11] };
    doll.drive_to(&mut scene, &pose, &DriveSettings::default()).unwrap();
    run(&mut scene, 120);
    let now = RagdollPose::capture(&scene, &doll).unwrap();
    for (bone, most) in [(Bone::LeftThigh, 120.0), (Bone::LeftShin, 3.0), (Bone::Head, 40.0)] {
        let angle = now.angle(bone).to_degrees();
        assert!((angle - most).abs() < 3.0, "{bone:?}: {angle}");
    }
}

#[test]
fn the_same_bits_come_of_copies_snapshots_and_recordings() {
    let act = |scene: &mut Scene, doll: &Assembly, step: u8| {
        let part = Real::from(step % 40) / 40.0;
        let pose = RagdollPose::STANDING.blend(&crouch(), part);
        match step {
            30..40 => doll.relax(scene),
            _ => drop(doll.drive_to(scene, &pose, &balanced()).unwrap()),
        }
        scene.step(DT).unwrap();
    };
    let (mut scene, doll) = stage();
    scene.record(Recorder::default()).unwrap();
    (0..20).for_each(|step| act(&mut scene, &doll, step));
    let mut copy = scene.clone();
    let mut saved = Snapshot::default();
    scene.save_into(&mut saved).unwrap();
    (20..100).for_each(|step| act(&mut scene, &doll, step));
    (20..100).for_each(|step| act(&mut copy, &doll, step));
    assert_eq!(scene.state_hash(), copy.state_hash());
    let recording = scene.take_recording().unwrap();
    Replay::new(recording).unwrap().check().unwrap();
    copy.restore(&saved).unwrap();
    (20..100).for_each(|step| act(&mut copy, &doll, step));
    assert_eq!(scene.state_hash(), copy.state_hash());
}

#[test]
fn a_mirrored_pose_moves_the_other_limbs() {
    let step = crouch().with(Bone::LeftForearm, 0.2).with(Bone::RightThigh, -0.3);
    assert_eq!(step.mirrored().mirrored(), step);
    assert_eq!(step.blend(&crouch(), 0.0), step);
    assert_eq!(step.blend(&crouch(), 1.0), crouch());
    let bones = |pose: RagdollPose, mirrored: bool| {
        let mut scene = scene(0.0, SolverConfig::default());
        let settings = RagdollSettings { mirrored, ..human() };
        let doll = build::ragdoll_with(&mut scene, [0.0, 0.0], &settings).unwrap();
        doll.drive_to(&mut scene, &pose, &DriveSettings::default()).unwrap();
        run(&mut scene, 90);
        assert!(error(&scene, &doll, &pose) < 3.0);
        Bone::ALL.map(|bone| at(&scene, bone.body(&doll).unwrap()).position())
    };
    let (one, other) = (bones(step, false), bones(step.mirrored(), false));
    for (left, right) in [(3, 5), (4, 6), (7, 9), (8, 10)] {
        assert!((one[left] - other[right]).norm() < 0.02, "{} {}", one[left], other[right]);
        assert!((one[right] - other[left]).norm() < 0.02);
    }
    // One that looks to the left does the same to its left.
    for (one, left) in one.iter().zip(bones(step, true)) {
        assert!((one.x + left.x).abs() < 0.02 && (one.y - left.y).abs() < 0.02, "{one} {left}");
    }
}

#[test]
fn worlds_that_point_down_have_the_same_poses() {
    let gravity = Vector::new(0.0, 981.0);
    let mut scene =
        Scene::new(SceneConfig { gravity, length_unit: 100.0, ..SceneConfig::default() }).unwrap();
    let floor = Collider::cuboid(4000.0, 50.0).friction(0.8);
    scene.add(Body::fixed().position([0.0, 50.0]), [floor]).unwrap();
    let settings = RagdollSettings { height: 175.0, ..RagdollSettings::default() };
    let doll = build::ragdoll_with(&mut scene, [0.0, 0.0], &settings).unwrap();
    let wave = RagdollPose::STANDING.with(Bone::RightUpperArm, 1.5);
    doll.drive_to(&mut scene, &wave, &balanced()).unwrap();
    run(&mut scene, 300);
    let off = error(&scene, &doll, &wave);
    assert!(off < 5.0 && lean(&scene, &doll).abs() < 5.0, "{off}");
    let hand = at(&scene, Bone::RightForearm.body(&doll).unwrap()).position();
    assert!(hand.x > 40.0 && hand.y < -120.0, "{hand}");
}

#[test]
fn what_has_come_off_is_passed_over() {
    let (mut scene, doll) = stage();
    doll.drive_to(&mut scene, &RagdollPose::STANDING, &balanced()).unwrap();
    run(&mut scene, 10);
    scene.remove_body(Bone::LeftForearm.body(&doll).unwrap()).unwrap();
    scene.remove_joint(Bone::Head.joint(&doll).unwrap()).unwrap();
    let hip = Bone::RightThigh.joint(&doll).unwrap();
    scene.joint_mut(hip).unwrap().set_enabled(false);
    let driven = doll.drive_to(&mut scene, &crouch(), &balanced()).unwrap();
    let missing: Vec<_> = driven.missing().collect();
    assert_eq!(missing, [Bone::Head, Bone::RightThigh, Bone::LeftForearm]);
    assert!(!driven.is_whole());
    let drives = |scene: &Scene| scene.joints().filter(|key| is_drive(scene, *key)).count();
    assert_eq!(drives(&scene), 8);
    run(&mut scene, 60);
    assert!(RagdollPose::capture(&scene, &doll).unwrap().angle(Bone::Head) == 0.0);
    // It is held again.
    scene.joint_mut(hip).unwrap().set_enabled(true);
    let driven = doll.drive_to(&mut scene, &crouch(), &balanced()).unwrap();
    assert_eq!((driven.missing().count(), drives(&scene)), (2, 9));
    // The rest goes without its pelvis, too.
    doll.relax(&mut scene);
    scene.remove_body(doll.bodies[0]).unwrap();
    let driven = doll.drive_to(&mut scene, &crouch(), &balanced()).unwrap();
    assert_eq!((driven.missing().count(), drives(&scene)), (6, 5));
    assert!(driven.missing().any(|bone| bone == Bone::Pelvis));
    run(&mut scene, 60);
}

#[test]
fn it_goes_on_where_it_is_inserted() {
    let (mut here, doll) = stage();
    doll.drive_to(&mut here, &crouch(), &balanced()).unwrap();
    run(&mut here, 60);
    let part = here.part_of(&doll.bodies).unwrap();
    let (mut there, _) = stage();
    let copy = doll.after_insert(&there.insert(&part).unwrap()).unwrap();
    // The limbs are driven still; the balance stayed where it was.
    assert_eq!(there.joint_count(), 30);
    assert!(copy.drive_to(&mut there, &crouch(), &balanced()).unwrap().is_whole());
    assert_eq!(there.joint_count(), 31);
    run(&mut there, 240);
    let off = error(&there, &copy, &crouch());
    assert!(off < 5.0 && lean(&there, &copy).abs() < 5.0, "{off}");
    copy.relax(&mut there);
    assert_eq!(there.joint_count(), 20);
}

#[test]
fn bad_input_is_refused() {
    const NAN: Real = Real::NAN;
    let (mut scene, doll) = stage();
    doll.drive_to(&mut scene, &RagdollPose::STANDING, &balanced()).unwrap();
    let before = (scene.state_hash(), scene.stats());
    let mut refused = |name: &str, doll: &Assembly, pose: &RagdollPose, drive: &DriveSettings| {
        let error = doll.drive_to(&mut scene, pose, drive);
        let error = error.err().unwrap_or_else(|| panic!("{name} is accepted"));
        assert!(error.to_string().contains(name), "{name}: {error}");
        assert_eq!(before, (scene.state_hash(), scene.stats()), "{name}");
        error
    };
    for value in [NAN, Real::INFINITY, -1.0] {
        let mut with = |name, change: fn(&mut DriveSettings, Real)| {
            let root = Some(RootTarget::new([0.0, 1.0]));
            let mut drive = DriveSettings { root, ..balanced() };
            change(&mut drive, value);
            refused(name, &doll, &crouch(), &drive);
        };
        with("`strength`", |it, bad| it.strength = bad);
        with("`hertz`", |it, bad| it.hertz = bad);
        with("`damping_ratio`", |it, bad| it.damping_ratio = bad);
        with("`max_torque`", |it, bad| it.max_torque = Some(bad));
        with("`weights`", |it, bad| it.weights[4] = bad);
        with("`hertz`", |it, bad| it.balance = Some(Balance { hertz: bad, ..Default::default() }));
        with("`max_torque`", |it, bad| {
            it.balance = Some(Balance { max_torque: Some(bad), ..Default::default() });
        });
        with("`hertz`", |it, bad| it.root.iter_mut().for_each(|root| root.hertz = bad));
        with("`damping_ratio`", |it, bad| {
            it.root.iter_mut().for_each(|root| root.damping_ratio = bad);
        });
        with("`max_force`", |it, bad| {
            it.root.iter_mut().for_each(|root| root.max_force = Some(bad));
        });
    }
    for value in [NAN, Real::NEG_INFINITY, 1e30] {
        let pose = RagdollPose::STANDING.with(Bone::Head, value);
        refused("`angle`", &doll, &pose, &balanced());
        refused("`angle`", &doll, &crouch().blend(&pose, 0.5), &balanced());
        let root = Some(RootTarget::new([value, 1.0]));
        refused("`point`", &doll, &crouch(), &DriveSettings { root, ..balanced() });
    }
    let nothing = RagdollPose::STANDING.blend(&crouch(), NAN);
    refused("`angle`", &doll, &nothing, &balanced());
    let huge = DriveSettings { hertz: 1e6, strength: 1e14, ..balanced() };
    refused("`stiffness`", &doll, &crouch(), &huge);
    let mut short = doll.clone();
    short.joints.pop();
    refused("`joints`", &short, &crouch(), &balanced());
    short = doll.clone();
    short.bodies.push(doll.bodies[0]);
    let error = refused("`bodies`", &short, &crouch(), &balanced());
    assert_eq!(error, Error::WrongCount { parameter: "bodies", count: 12, expected: 11 });
    let rope = build::rope(&mut scene, [0.0, 5.0], [4.0, 5.0]).unwrap();
    assert!(RagdollPose::capture(&scene, &rope).is_err());
    rope.relax(&mut scene);
}
