//! Tests of `src/aabb.rs` that need its private parts.

use super::*;

fn unit() -> Aabb {
    Aabb::new([0.0, 0.0], [1.0, 1.0]).unwrap()
}

#[test]
fn bad_corners_are_refused_with_their_values() {
    assert_eq!(
        Aabb::new([2.0, 0.0], [1.0, 1.0]),
        Err(Error::InvertedBox { parameter: "aabb", min: [2.0, 0.0], max: [1.0, 1.0] })
    );
    let nan = Aabb::new([f32::NAN, 0.0], [1.0, 1.0]).unwrap_err();
    assert!(matches!(nan, Error::NotFinite { parameter: "min", .. }));
    assert!(Aabb::from_half_extents([0.0, 0.0], [-1.0, 1.0]).is_err());
    assert!(!Aabb::EMPTY.is_valid());
}

#[test]
fn touching_boxes_overlap_and_parted_ones_do_not() {
    let touching = Aabb::new([1.0, 0.5], [2.0, 2.0]).unwrap();
    let parted = Aabb::new([1.0_f32.next_up(), 0.5], [2.0, 2.0]).unwrap();
    assert!(unit().overlaps(&touching) && touching.overlaps(&unit()));
    assert!(!unit().overlaps(&parted) && !parted.overlaps(&unit()));
    assert!(unit().contains(&unit()) && !unit().contains(&touching));
}

#[test]
fn union_grown_and_swept_hold_what_they_should() {
    let far = Aabb::new([4.0, -1.0], [5.0, 0.0]).unwrap();
    let both = unit().union(&far);
    assert!(both.contains(&unit()) && both.contains(&far));
    assert_eq!(Aabb::EMPTY.union(&far), far);
    assert_eq!(unit().swept(Vector::new(-2.0, 1.0)), Aabb::new([-2.0, 0.0], [1.0, 2.0]).unwrap());
    assert_eq!(unit().grown(0.5), Aabb::new([-0.5, -0.5], [1.5, 1.5]).unwrap());
    assert_eq!(unit().perimeter(), 4.0);
}

#[test]
fn a_segment_is_clipped_from_outside_inside_and_along_an_edge() {
    let clip = |o: [f32; 2], t: [f32; 2]| unit().clip_segment(o.into(), t.into(), 1.0);
    assert_eq!(clip([-1.0, 0.5], [4.0, 0.0]), Some((0.25, 0.5)));
    assert_eq!(clip([0.5, 0.5], [4.0, 0.0]), Some((0.0, 0.125)));
    assert_eq!(clip([-1.0, 1.0], [4.0, 0.0]), Some((0.25, 0.5)));
    assert_eq!(clip([-1.0, 1.5], [4.0, 0.0]), None);
    assert_eq!(clip([-1.0, 0.5], [0.5, 0.0]), None);
    assert_eq!(clip([0.5, 0.5], [0.0, 0.0]), Some((0.0, 1.0)));
}
