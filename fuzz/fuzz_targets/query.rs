//! Raw bytes to every query: any shape, any pose, any ray; nothing panics, nothing runs forever,
//! and fractions stay within the cast.
#![no_main]

use libfuzzer_sys::fuzz_target;
use umbra_fuzz::{Bytes, shape};
use umbra_geom::query::{
    DistanceCache, Interior, Sweep, cast_circle, cast_ray, cast_shape, contains_point, distance,
    overlaps, project_point, time_of_impact,
};

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes::new(data);
    let mut cache = DistanceCache::default();
    while !bytes.is_empty() {
        let (Ok(a), Ok(b)) = (shape(&mut bytes), shape(&mut bytes)) else { continue };
        let (pose_a, pose_b) = (bytes.pose(), bytes.pose());
        let found = distance(&a, &pose_a, &b, &pose_b, &mut cache);
        assert!(found.distance >= 0.0 || found.distance.is_nan(), "{found:?}");
        let _overlap = overlaps(&a, &pose_a, &b, &pose_b);

        let (point, way) = (bytes.point(), bytes.vector());
        let _projection = project_point(&a, &pose_a, point);
        let _inside = contains_point(&a, &pose_a, point);
        let within = |fraction: f32| (0.0..=1.0).contains(&fraction);
        for interior in [Interior::Solid, Interior::Hollow] {
            if let Some(hit) = cast_ray(&a, &pose_a, point, way, interior) {
                assert!(within(hit.fraction), "{hit:?}");
            }
        }
        if let Some(hit) = cast_circle(&a, &pose_a, point, bytes.number(), way) {
            assert!(within(hit.fraction), "{hit:?}");
        }
        if let Some(hit) = cast_shape(&a, &pose_a, &b, &pose_b, bytes.vector()) {
            assert!(within(hit.fraction), "{hit:?}");
        }
        let sweep_a = Sweep::between(pose_a, bytes.pose(), bytes.point());
        let sweep_b = Sweep::between(pose_b, bytes.pose(), bytes.point());
        let _impact = time_of_impact(&a, &sweep_a, &b, &sweep_b, 0.0, 1e-3);
    }
});
