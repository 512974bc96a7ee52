//! Batches: the same bits as alone, resets, errors.

use umbra_geom::Vector;

use crate::{Batch, Body, BodyKey, Collider, Error, Joint, Scene, SceneConfig, Snapshot};

/// A pile of boxes beside a pendulum.
fn scene() -> Result<(Scene, BodyKey), Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let ground = scene.add(Body::fixed(), [Collider::cuboid(20.0, 0.5)])?;
    for row in 0..4_u8 {
        let body = Body::dynamic().position([0.1 * f32::from(row), 1.0 + f32::from(row)]);
        scene.add(body, [Collider::cuboid(0.5, 0.5).restitution(0.3)])?;
    }
    let ball = Body::dynamic().position([-5.0, 2.0]).velocity([9.0, 0.0]);
    let ball = scene.add(ball, [Collider::circle(0.3)])?;
    let bob = scene.add(Body::dynamic().position([4.0, 3.0]), [Collider::circle(0.2)])?;
    scene.add_joint(Joint::revolute(ground, bob, [4.0, 5.0]).limits(-0.5, 0.5))?;
    Ok((scene, ball))
}

/// The template, with another speed of the ball in each scene.
fn batch(count: usize) -> Result<Batch, Error> {
    let (scene, ball) = scene()?;
    let mut batch = Batch::new(&scene, count);
    batch
        .each(|index, scene| scene.body_mut(ball)?.set_velocity(Vector::new(index as f32, 1.0)))?;
    Ok(batch)
}

#[test]
fn each_scene_comes_to_the_same_bits_as_alone() -> Result<(), Error> {
    let mut batch = batch(70)?;
    let mut alone = batch.scenes().to_vec();
    for _ in 0..90 {
        batch.step(1.0 / 60.0)?;
        alone.iter_mut().try_for_each(|scene| scene.step(1.0 / 60.0))?;
    }
    let hashes: Vec<_> = alone.iter().map(Scene::state_hash).collect();
    assert_eq!(batch.hashes(), hashes);
    batch.scenes().iter().try_for_each(Scene::validate)
}

#[test]
fn scenes_that_are_not_alike_share_scratch_memory() -> Result<(), Error> {
    let (mut large, _) = scene()?;
    let mut small = Scene::new(SceneConfig { gravity: Vector::zeros(), ..Default::default() })?;
    small.add(Body::dynamic().velocity([1.0, 0.0]), [Collider::circle(0.5)])?;
    let mixed = |index: usize| if index.is_multiple_of(2) { large.clone() } else { small.clone() };
    let mut batch: Batch = (0..20).map(mixed).collect();
    for _ in 0..30 {
        batch.step(1.0 / 60.0)?;
        large.step(1.0 / 60.0)?;
        small.step(1.0 / 60.0)?;
    }
    let [even, odd] = [&large, &small].map(Scene::state_hash);
    let expected = (0..20).map(|index| if index % 2 == 0 { even } else { odd });
    assert_eq!(batch.hashes(), expected.collect::<Vec<_>>());
    Ok(())
}

#[test]
fn single_scenes_are_reset() -> Result<(), Error> {
    let mut batch = batch(5)?;
    let mut start = Snapshot::default();
    let template = batch.scenes()[3].clone();
    batch.scenes_mut()[3].save_into(&mut start)?;
    (0..20).try_for_each(|_| batch.step(1.0 / 60.0))?;
    let others = batch.hashes();
    batch.restore(3, &start)?;
    batch.restore(1, &start)?;
    batch.reset(2, &template);
    let expected = template.state_hash();
    let hashes = batch.hashes();
    assert_eq!(hashes[1..4], [expected; 3]);
    assert_eq!([hashes[0], hashes[4]], [others[0], others[4]]);
    // They go on alike.
    (0..50).try_for_each(|_| batch.step(1.0 / 60.0))?;
    let hashes = batch.hashes();
    assert!(hashes[1] == hashes[2] && hashes[2] == hashes[3]);
    Ok(())
}

#[test]
fn errors_leave_a_usable_batch() -> Result<(), Error> {
    let mut batch = batch(40)?;
    let before = batch.hashes();
    assert!(batch.step(f32::NAN).is_err());
    assert_eq!(batch.hashes(), before);
    let refused = Err(Error::EmptySnapshot);
    let result = batch.each(|index, _| if index >= 17 { refused.clone() } else { Ok(()) });
    assert_eq!(result, refused);
    assert_eq!(batch.restore(0, &Snapshot::default()), refused);
    batch.step(1.0 / 60.0)?;
    assert!(Batch::default().hashes().is_empty());
    Batch::default().step(1.0)
}
