//! All engines load the same scene: they agree on everything that follows from it exactly.

use umbra::prelude::*;
use umbra_scenes::{Driver, Roles, SceneDef, benchmark, place};
use umbra_versus::description::Description;
use umbra_versus::engines::{BodyState, Kind};

const DT: Real = 1.0 / 60.0;
const ENGINES: [Kind; 3] = [Kind::Umbra, Kind::Box2d, Kind::Rapier];

fn after(def: &SceneDef, kind: Kind, steps: u32) -> (Description, Vec<BodyState>) {
    let (description, scene) =
        Description::from_def(def, SceneConfig::default()).expect("it can be read back");
    let mut engine = kind.load(&description, &scene, 1).expect("it loads");
    for step in 0..steps {
        if let Some((_, target)) = description.driven {
            engine.drive(target(step), DT);
        }
        engine.step(DT);
    }
    let bodies = engine.bodies();
    (description, bodies)
}

/// Nothing overlaps in the first steps of these: bodies fall, drums turn, the pusher moves.
/// (In `compounds` tips touch, at which Rapier pushes bodies apart: it is left out.)
#[test]
fn what_does_not_touch_moves_alike() {
    for name in ["junkyard", "tumbler", "washer"] {
        let def = umbra_scenes::find(name).unwrap();
        let (_, expected) = after(def, Kind::Umbra, 4);
        for kind in [Kind::Box2d, Kind::Rapier] {
            let (_, bodies) = after(def, kind, 4);
            assert_eq!(bodies.len(), expected.len());
            for (a, b) in bodies.iter().zip(&expected) {
                let apart = (a.pose.translation.vector - b.pose.translation.vector).norm();
                assert!(apart < 2e-3, "{name}, {kind:?}: {a:?} and {b:?}");
                assert!(a.pose.rotation.angle_to(&b.pose.rotation).abs() < 2e-3, "{name}");
            }
        }
    }
}

/// A box of each material slides on the floor, a disc hits a ball of another density, a capsule
/// bounces on a wall of a chain: friction, restitution, density and shapes reach all engines.
fn materials(scene: &mut Scene) -> Result<Roles, umbra::Error> {
    scene.config_mut().gravity = Vector::new(0.0, -10.0);
    place(scene, Body::fixed(), Collider::segment([-50.0, 0.0], [50.0, 0.0]).friction(0.4))?;
    let square = Collider::polygon([[0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5], [0.5, -0.5]]);
    for (row, friction) in [0.1, 0.4, 0.9].into_iter().enumerate() {
        let body = Body::dynamic().position([10.0 * row as Real, 0.5]).velocity([3.0, 0.0]);
        place(scene, body, square.clone().friction(friction))?;
    }
    let afloat = |at: [Real; 2]| Body::dynamic().position(at).gravity_scale(0.0);
    let disc = Collider::circle(0.5).restitution(0.5).friction(0.0);
    place(scene, afloat([0.0, 20.0]).velocity([4.0, 0.0]), disc.clone())?;
    place(scene, afloat([2.0, 20.0]), disc.density(3.0))?;
    let wall = [[-20.0, 30.0], [-20.0, 25.0], [20.0, 25.0], [20.0, 30.0]];
    let chain = Collider::chain_loop(wall.into_iter().rev()).restitution(0.7);
    place(scene, Body::fixed(), chain)?;
    let rod = Collider::capsule([0.0, -0.5], [0.0, 0.5], 0.25).friction(0.0);
    place(scene, afloat([0.0, 28.0]).velocity([0.0, -6.0]), rod)?;
    Ok(Roles::default())
}

#[test]
fn materials_shapes_and_masses_arrive() {
    let def = SceneDef { driver: Driver::None, ..SceneDef::new("materials", "", materials) };
    let results = ENGINES.map(|kind| after(&def, kind, 60).1);
    for (name, bodies) in ["umbra", "box2d", "rapier"].into_iter().zip(&results) {
        // Slowed down by the geometric mean of both frictions, until it stops.
        for (row, friction) in [0.1_f32, 0.4, 0.9].into_iter().enumerate() {
            let slide = bodies[1 + row].pose.translation.vector.x - 10.0 * row as Real;
            let slowing = 10.0 * (0.4 * friction).sqrt();
            let time = (3.0 / slowing).min(1.0);
            let expected = 3.0 * time - 0.5 * slowing * time * time;
            assert!((slide - expected).abs() < 0.06, "{name}, {friction}: {slide} {expected}");
        }
        // The heavy disc gets m1 (1 + e) / (m1 + m2) of the speed.
        let speed = bodies[5].velocity.x;
        assert!((speed - 4.0 * 1.5 / 4.0).abs() < 0.02, "{name}: {speed}");
        let rebound = bodies[7].velocity.y;
        assert!((rebound - 0.7 * 6.0).abs() < 0.1, "{name}: {rebound}");
    }
}

#[test]
fn every_scene_loads_in_every_engine() {
    for def in &benchmark::SCENES {
        for kind in ENGINES {
            let (description, bodies) = after(def, kind, 1);
            assert_eq!(bodies.len(), description.bodies.len(), "{}", def.name);
        }
    }
}
