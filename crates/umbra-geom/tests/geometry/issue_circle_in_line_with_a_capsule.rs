//! A circle whose centre lies on the line of a segment or a capsule, beyond its end: the faces show
//! no gap then, and the circle was in contact from any distance, as deep as it is thick.

use umbra_geom::math::pose;
use umbra_geom::{Capsule, ChainSegment, Circle, Segment, Shape, collide};

#[test]
fn a_circle_beyond_the_end_touches_the_end_or_nothing() {
    let ball = Shape::from(Circle::new(0.25).unwrap());
    let shapes: [Shape; 3] = [
        Segment::new([-1.0, 0.0], [1.0, 0.0]).unwrap().into(),
        Capsule::new([-1.0, 0.0], [1.0, 0.0], 0.5).unwrap().into(),
        ChainSegment::new(None, [-1.0, 0.0], [1.0, 0.0], None).unwrap().into(),
    ];
    let at = pose([0.0, 0.0], 0.0);
    for shape in &shapes {
        let touch = 1.0 + shape.radius() + 0.25;
        for side in [1.0_f32, -1.0] {
            for gap in [-0.125, 0.0, 0.125, 1.0, 100.0] {
                let place = pose([side * (touch + gap), 0.0], 0.0);
                let contact = collide(shape, &at, &ball, &place, 0.0);
                assert_eq!(contact.is_empty(), gap > 0.0, "{shape:?} {gap} {contact:?}");
                if let Some(separation) = contact.separation() {
                    assert_eq!((contact.normal.x, contact.normal.y), (side, 0.0), "{contact:?}");
                    assert!((separation - gap).abs() < 1e-6, "{contact:?}");
                }
                let back = collide(&ball, &place, shape, &at, 0.0);
                assert_eq!(contact, back.flipped());
            }
        }
    }
}
