//! Raw bytes to the constructors of all shapes: each refuses, or makes a shape that every
//! function of it accepts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use umbra_fuzz::{Bytes, shape};
use umbra_geom::{Aabb, ChainSegment};

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes::new(data);
    while !bytes.is_empty() {
        let _refused = ChainSegment::chain(bytes.points(6));
        let _refused = ChainSegment::chain_loop(bytes.points(6));
        let _refused = Aabb::new(bytes.point(), bytes.point());
        let shape = match shape(&mut bytes) {
            Ok(shape) => shape,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        let area = shape.area_properties();
        assert!(area.area >= 0.0 && area.second_moment >= 0.0, "{area:?} of {shape:?}");
        assert!(area.area.is_finite() && area.second_moment.is_finite(), "{area:?} of {shape:?}");
        assert!(area.center.iter().all(|c| c.is_finite()), "{area:?} of {shape:?}");
        let _refused = area.mass(bytes.number());
        let core = shape.core();
        assert!(core.inner_radius <= core.outer_radius, "{shape:?}");
        for normal in core.normals {
            assert!((normal.norm() - 1.0).abs() < 1e-5, "{normal:?} of {shape:?}");
        }
        let (from, to) = (bytes.pose(), bytes.pose());
        let _boxes = (shape.aabb(&from), shape.swept_aabb(&from, &to));
    }
});
