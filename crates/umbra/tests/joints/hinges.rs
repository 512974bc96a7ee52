//! Links on hinges with limits, shot about in a room: the harshest impacts that limits and pins
//! have to agree in.

use umbra::prelude::*;
use umbra_scenes::meetings::World;
use umbra_scenes::meetings::dimensions::parse;

/// A room of 6 x 5 m with a chain of triangles in it, of these sizes, that flies at `speed` in the
/// direction `angle`.
fn shot(sizes: &[Real], speed: Real, angle: Real, restitution: Real) -> (Scene, Vec<BodyKey>) {
    let mut scene =
        Scene::new(SceneConfig { gravity: Vector::zeros(), ..Default::default() }).unwrap();
    let room = scene.add_body(Body::fixed()).unwrap();
    for (half, at) in [
        ([3.2, 0.1], [0.0, -2.6]),
        ([3.2, 0.1], [0.0, 2.6]),
        ([0.1, 2.6], [-3.1, 0.0]),
        ([0.1, 2.6], [3.1, 0.0]),
    ] {
        let wall = Collider::cuboid(half[0], half[1]).at(at);
        scene.add_collider(room, wall.restitution(restitution)).unwrap();
    }
    let velocity = speed * Vector::new(angle.cos(), angle.sin());
    let mut links: Vec<BodyKey> = vec![];
    for (index, size) in sizes.iter().enumerate() {
        let at = [1.1 * index as Real - 1.5, 0.3];
        let link = scene.add_body(Body::dynamic().position(at).velocity(velocity)).unwrap();
        let corners = [[-1.0, -0.7], [1.0, -0.7], [0.2, 1.0]];
        let shape = Polygon::new(corners.map(|[x, y]| [size * x, size * y])).unwrap();
        scene.add_collider(link, Collider::new(shape).restitution(restitution)).unwrap();
        if let Some(before) = links.last() {
            let pin = [at[0] - 0.55, at[1]];
            let hinge = Joint::revolute(*before, link, pin).limits(-0.25, 0.4);
            scene.add_joint(hinge).unwrap();
        }
        links.push(link);
    }
    (scene, links)
}

fn energy(scene: &Scene, links: &[BodyKey]) -> Real {
    let bodies = links.iter().map(|key| scene.body(*key).unwrap());
    let of = |body: BodyRef<'_>| {
        body.mass() * body.velocity().norm_squared()
            + body.inertia() * body.angular_velocity().powi(2)
    };
    bodies.map(of).sum::<Real>() / 2.0
}

#[test]
fn links_that_are_short_beside_their_lever_arms_gain_no_energy() {
    for sizes in [&[0.1, 0.25][..], &[0.07, 0.07], &[0.3, 0.06], &[0.25, 0.08, 0.25]] {
        for (speed, rate) in [(15.0, 60.0), (40.0, 60.0), (25.0, 30.0), (60.0, 30.0)] {
            // Bounces that keep all energy give a hinge some of what its pin takes out.
            for (restitution, most) in [(0.0, 1.02), (0.7, 1.02), (1.0, 1.15)] {
                for direction in 0..10 {
                    let angle = 0.63 * direction as Real;
                    let (mut scene, links) = shot(sizes, speed, angle, restitution);
                    let before = energy(&scene, &links);
                    for step in 0..100 {
                        scene.step(1.0 / rate).unwrap();
                        let now = energy(&scene, &links);
                        assert!(
                            now < most * before,
                            "{sizes:?} at {speed} m/s towards {angle}, {rate} Hz, restitution \
                             {restitution}, step {step}: {before} to {now} J"
                        );
                    }
                }
            }
        }
    }
}

/// Hinges of a loop that is shot at a ceiling and locked: rows throw some of its links until they
/// are disabled.
#[test]
fn joints_of_disabled_bodies_have_no_impulses_and_the_same_bits_in_all_lanes() {
    let values = "mass=one light, motion=faster, count=8, joint=revolute limits, joining=loop, solving=rows, \
                  correction=projection, bounce=all, edit=lock";
    let mut world = World::new(1_078_256, parse(values).unwrap());
    world.without = vec![10, 7, 3, 2, 0];
    let mut hashes = vec![];
    for level in SimdLevel::available() {
        let mut plan = world.plan();
        plan.config.simd = Some(level);
        let mut filled = plan.fill().unwrap();
        for step in 0..plan.steps {
            for (_, edit) in plan.edits.iter().filter(|(at, _)| *at == step) {
                // Some are refused: of bodies that are left out.
                let _ = filled.edit(edit);
            }
            filled.scene.step(plan.dt).unwrap();
        }
        let scene = &filled.scene;
        for joint in scene.joints().map(|key| scene.joint(key).unwrap()) {
            assert!(joint.reaction_force().norm().is_finite(), "{:?}", joint.reaction_force());
        }
        hashes.push(scene.state_hash());
    }
    assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:?}");
}
