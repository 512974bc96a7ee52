//! Vectors of other libraries go in where ours do, and ours come out as theirs.

use umbra::prelude::*;

#[test]
fn vectors_of_glam_go_in_and_come_out() -> Result<(), umbra::Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let (at, velocity) = (glam::Vec2::new(1.0, 2.0), glam::Vec2::new(3.0, 0.0));
    let key = scene.add_body(Body::dynamic().position(at).velocity(velocity))?;
    scene.add_collider(key, Collider::capsule(glam::Vec2::ZERO, glam::Vec2::X, 0.5))?;
    let body = scene.body(key)?;
    assert_eq!(glam::Vec2::from(body.position()), at);
    assert!(scene.cast_ray(at, glam::Vec2::X, QueryFilter::default()).is_some());
    Ok(())
}

#[test]
fn vectors_of_mint_go_in_and_come_out() -> Result<(), umbra::Error> {
    let mut scene = Scene::new(SceneConfig::default())?;
    let (at, velocity) = (mint::Point2 { x: 1.0, y: 2.0 }, mint::Vector2 { x: 3.0, y: 0.0 });
    let key = scene.add_body(Body::dynamic().position(at).velocity(velocity))?;
    let body = scene.body(key)?;
    let back: (mint::Point2<f32>, mint::Vector2<f32>) =
        (body.position().into(), body.velocity().into());
    assert_eq!(back, (at, velocity));
    Ok(())
}
