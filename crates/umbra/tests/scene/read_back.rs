//! Settings of a builder are read back from the scene, to the bit.

use umbra::prelude::*;

#[test]
fn bodies_and_colliders_tell_what_they_were_made_of() {
    let mut scene = Scene::new(SceneConfig::default()).unwrap();
    let body = Body::dynamic().position([3.0, 4.0]).angle(0.5).gravity_scale(0.25);
    let body = body.constant_force([1.5, -2.5], 0.75);
    let body = scene.add_body(body.linear_damping(0.1).angular_damping(0.2)).unwrap();
    let offset = pose([1.0, -2.0], 0.75);
    let heavy = Collider::cuboid(0.5, 1.0).density(7.0).offset(offset);
    let heavy = scene.add_collider(body, heavy).unwrap();
    let by_mass = Collider::cuboid(0.5, 1.0).mass(6.0);
    let by_mass = scene.add_collider(body, by_mass).unwrap();
    let line = scene.add_collider(body, Collider::segment([0.0, 0.0], [1.0, 0.0]).mass(1.0));

    let read = scene.body(body).unwrap();
    assert_eq!(read.gravity_scale(), 0.25);
    assert_eq!(read.constant_force(), (Vector::new(1.5, -2.5), 0.75));
    assert_eq!((read.linear_damping(), read.angular_damping()), (0.1, 0.2));
    let heavy = scene.collider(heavy).unwrap();
    assert_eq!(heavy.density(), 7.0);
    let shapes: Vec<_> = heavy.local_shapes().collect();
    assert_eq!(shapes, [(&Shape::from(Polygon::cuboid(0.5, 1.0).unwrap()), offset)]);
    assert_eq!(scene.collider(by_mass).unwrap().density(), 3.0);
    assert_eq!(scene.collider(line.unwrap()).unwrap().density(), 0.0);
}
