//! Raw bytes to pairs of shapes in any pose: contacts are finite, mirror when the shapes are
//! exchanged, and come out of the batch as they come one by one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use umbra_fuzz::{Bytes, shape};
use umbra_geom::collide::{BatchPair, BoxState, separating_axis, visit_box_contacts};
use umbra_geom::{Level, Manifold, Pose, Shape, collide};

/// Whether the numbers in a pair are small enough that their squares are numbers.
fn tame(poses: &[&Pose]) -> bool {
    let coordinates = poses.iter().flat_map(|p| [p.translation.x, p.translation.y]);
    coordinates.into_iter().all(|c| c.abs() < 1e8)
}

fn check(contact: &Manifold) {
    if contact.is_empty() {
        return;
    }
    assert!((contact.normal.norm() - 1.0).abs() < 1e-4, "{contact:?}");
    for point in contact.points() {
        assert!(point.separation.is_finite(), "{contact:?}");
        assert!(point.anchor_a.iter().chain(point.anchor_b.iter()).all(|c| c.is_finite()));
    }
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes::new(data);
    while !bytes.is_empty() {
        let (Ok(a), Ok(b)) = (shape(&mut bytes), shape(&mut bytes)) else { continue };
        let (pose_a, pose_b) = (bytes.pose(), bytes.pose());
        let speculative = bytes.number();
        let there = collide(&a, &pose_a, &b, &pose_b, speculative);
        let back = collide(&b, &pose_b, &a, &pose_a, speculative);
        let _axis = separating_axis(&a, &pose_a, &b, &pose_b);
        if !tame(&[&pose_a, &pose_b]) || speculative.is_nan() || speculative.abs() > 1e8 {
            continue;
        }
        check(&there);
        if pose_a.translation != pose_b.translation {
            assert_eq!(there, back.flipped(), "{a:?} {pose_a:?} {b:?} {pose_b:?}");
        }
        let (Shape::Polygon(box_a), Shape::Polygon(box_b)) = (&a, &b) else { continue };
        let states = [BoxState::new(box_a, &pose_a), BoxState::new(box_b, &pose_b)];
        if let [Some(state_a), Some(state_b)] = states {
            let pair = BatchPair { shapes: [0, 1], speculative };
            visit_box_contacts(Level::new(), &[state_a, state_b], &[pair], |_, contact| {
                assert_eq!(*contact, there);
            })
            .expect("both boxes are there");
        }
    }
});
