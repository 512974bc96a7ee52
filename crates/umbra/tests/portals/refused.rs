//! Portals that make no sense.

use super::*;

#[test]
fn bad_portals_are_refused() {
    let mut scene = scene(0.0);
    let good = [[0.0, 0.0], [1.0, 0.0]];
    for bad in [
        [[0.0, 0.0], [0.0, 0.0]],
        [[0.0, 0.0], [Real::NAN, 0.0]],
        [[0.0, 0.0], [Real::INFINITY, 0.0]],
        [[0.0, 0.0], [2.0, 0.0]],
        [[0.0, 0.0], [1e30, 0.0]],
    ] {
        assert!(scene.add_portal(Portal::new(good, bad)).is_err(), "{bad:?}");
        assert!(scene.add_portal(Portal::new(bad, good)).is_err(), "{bad:?}");
    }
    assert_eq!(scene.portal_count(), 0);
    let error = scene.add_portal(Portal::new(good, [[0.0, 0.0], [2.0, 0.0]])).unwrap_err();
    let text = "the segments of a portal must be equally long, but `from` is 1 and `to` is 2";
    assert_eq!(error.to_string(), text);
    let key = scene.add_portal(Portal::new(good, [[5.0, 0.0], [6.0, 0.0]])).unwrap();
    assert!(scene.portal_mut(key).unwrap().set(Portal::new(good, [[0.0; 2]; 2])).is_err());
    assert_eq!(scene.portal(key).unwrap().to(), [Point::new(5.0, 0.0), Point::new(6.0, 0.0)]);
    scene.remove_portal(key).unwrap();
    assert!(scene.remove_portal(key).is_err() && scene.portal(key).is_err());
    assert!(scene.portal_mut(PortalKey::from_bits(7)).is_err());
}
