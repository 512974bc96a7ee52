//! Bad input is refused with the name of the parameter, and adds nothing.

use umbra_play::build::{
    self, BridgeSettings, ClothSettings, End, RagdollSettings, RopeSettings, SoftSettings,
};

use crate::common::scene;
use crate::prelude::*;

const NAN: Real = Real::NAN;

/// Whether a call is refused with a message that names a parameter, and leaves the scene as it was.
fn refused<T>(name: &str, call: impl Fn(&mut Scene) -> Result<T, Error>) {
    let mut scene = scene(9.81, SolverConfig::default());
    let gone = scene.add_body(Body::dynamic()).unwrap();
    scene.remove_body(gone).unwrap();
    let before = (scene.state_hash(), scene.stats());
    let error = call(&mut scene).err().unwrap_or_else(|| panic!("{name} is accepted"));
    assert!(error.to_string().contains(name), "{name}: {error}");
    assert_eq!(before, (scene.state_hash(), scene.stats()), "{name}");
}

#[test]
fn of_ropes() {
    let rope = |name, change: fn(&mut RopeSettings)| {
        refused(name, |scene| {
            let mut settings = RopeSettings::default();
            change(&mut settings);
            build::rope_with(scene, [0.0, 0.0], [1.0, 0.0], &settings)
        });
    };
    rope("`links`", |it| it.links = 0);
    rope("`links`", |it| it.links = 10_001);
    rope("`thickness`", |it| it.thickness = Some(0.0));
    rope("`thickness`", |it| it.thickness = Some(NAN));
    rope("`density`", |it| it.density = -1.0);
    rope("`slack`", |it| it.slack = -0.1);
    rope("`slack`", |it| it.slack = Real::INFINITY);
    rope("`damping`", |it| it.damping = -1.0);
    rope("`friction`", |it| it.friction = NAN);
    rope("`break_force`", |it| it.break_force = Some(-1.0));
    let negative = Softness { hertz: -1.0, damping_ratio: 1.0 };
    refused("`hertz`", |scene| {
        let settings = RopeSettings { bending: Some(negative), ..Default::default() };
        build::rope_with(scene, [0.0, 0.0], [1.0, 0.0], &settings)
    });
    refused("`hertz`", |scene| {
        let settings = RopeSettings { softness: Some(negative), ..Default::default() };
        build::rope_with(scene, [0.0, 0.0], [1.0, 0.0], &settings)
    });
    refused("`to`", |scene| build::rope(scene, [0.0, 0.0], [0.0, 0.0]));
    refused("`from`", |scene| build::rope(scene, [NAN, 0.0], [0.0, 0.0]));
    refused("`to`", |scene| build::rope(scene, [0.0, 0.0], [Real::INFINITY, 0.0]));
    refused("there is no body", |scene| {
        let ends = [End::Body(BodyKey::default()), End::Free];
        let settings = RopeSettings { ends, ..Default::default() };
        build::rope_with(scene, [0.0, 0.0], [1.0, 0.0], &settings)
    });
}

#[test]
fn of_bridges_and_chains() {
    refused("`planks`", |scene| {
        let settings = BridgeSettings { planks: 0, ..Default::default() };
        build::bridge_with(scene, [0.0, 0.0], [1.0, 0.0], &settings)
    });
    refused("`to`", |scene| build::bridge(scene, [1.0, 0.0], [1.0, 0.0]));
    let mut scene = scene(9.81, SolverConfig::default());
    let [a, gone] = [0.0, 1.0].map(|x| scene.add_body(Body::dynamic().position([x, 0.0])).unwrap());
    scene.remove_body(gone).unwrap();
    let bodies = scene.stats().bodies;
    let to_itself = build::chain_between(&mut scene, a, a, [0.0, 0.0], [1.0, 0.0]);
    assert_eq!(to_itself, Err(Error::JoinsItself(a)));
    let to_nothing = build::chain_between(&mut scene, a, gone, [0.0, 0.0], [1.0, 0.0]);
    assert_eq!(to_nothing, Err(Error::NoSuchBody(gone)));
    assert_eq!(scene.stats().bodies, bodies);
}

#[test]
fn of_ragdolls_and_cloth() {
    let doll = |name, change: fn(&mut RagdollSettings)| {
        refused(name, |scene| {
            let mut settings = RagdollSettings::default();
            change(&mut settings);
            build::ragdoll_with(scene, [0.0, 0.0], &settings)
        });
    };
    doll("`height`", |it| it.height = 0.0);
    doll("`density`", |it| it.density = NAN);
    doll("`stiffness`", |it| it.stiffness = -1.0);
    doll("`damping`", |it| it.damping = -1.0);
    doll("`friction`", |it| it.friction = -1.0);
    doll("`hertz`", |it| it.spring = Some(Softness { hertz: NAN, damping_ratio: 0.0 }));
    refused("`feet`", |scene| build::ragdoll(scene, [NAN, 0.0]));
    let cloth = |name, change: fn(&mut ClothSettings)| {
        refused(name, |scene| {
            let mut settings = ClothSettings::default();
            change(&mut settings);
            build::cloth_strip_with(scene, [0.0, 0.0], [1.0, 0.0], 1.0, &settings)
        });
    };
    cloth("`columns`", |it| it.columns = 1);
    cloth("`rows`", |it| it.rows = 201);
    cloth("`thickness`", |it| it.thickness = Some(-1.0));
    cloth("`density`", |it| it.density = -1.0);
    cloth("`break_force`", |it| it.break_force = Some(NAN));
    cloth("there is no body", |it| it.end = End::Body(BodyKey::default()));
    refused("`drop`", |scene| build::cloth_strip(scene, [0.0, 0.0], [1.0, 0.0], 0.0));
    refused("`to`", |scene| build::cloth_strip(scene, [0.0, 0.0], [0.0, -1.0], 1.0));
}

#[test]
fn of_soft_bodies() {
    let blob = |name, change: fn(&mut SoftSettings)| {
        refused(name, |scene| {
            let mut settings = SoftSettings::default();
            change(&mut settings);
            build::blob_with(scene, [0.0, 0.0], 0.5, &settings)
        });
    };
    blob("`segments`", |it| it.segments = 7);
    blob("`thickness`", |it| it.thickness = Some(0.0));
    blob("`density`", |it| it.density = -1.0);
    blob("`give`", |it| it.give = Some(1.5));
    blob("`skin`", |it| it.skin = NAN);
    blob("`friction`", |it| it.friction = -0.5);
    blob("`hertz`", |it| it.softness.hertz = -1.0);
    refused("`radius`", |scene| build::blob(scene, [0.0, 0.0], -1.0));
    refused("`center`", |scene| build::blob(scene, [NAN, 0.0], 1.0));
    refused("`half_width`", |scene| build::soft_box(scene, [0.0, 0.0], 0.0, 1.0));
    refused("`half_height`", |scene| build::soft_box(scene, [0.0, 0.0], 1.0, NAN));
}

#[test]
fn what_is_refused_half_way_goes_again() {
    // How much a segment weighs is known, and refused, when all of them have been added as bodies.
    let mut scene = scene(9.81, SolverConfig::default());
    let would_be = scene.clone().add_body(Body::dynamic()).unwrap();
    let settings = SoftSettings { density: 1e15, ..SoftSettings::default() };
    let blob = build::blob_with(&mut scene, [0.0, 0.0], 100.0, &settings);
    assert!(blob.unwrap_err().to_string().contains("`mass`"));
    assert_eq!((scene.body_count(), scene.joint_count(), scene.colliders().count()), (0, 0, 0));
    // It was begun: the place of the first segment has been used.
    assert_ne!(scene.add_body(Body::dynamic()).unwrap(), would_be);
}
