//! Nets, whose joints are solved one by one, hold as well as they can.

use umbra::prelude::*;

/// The gaps of all joints, in the mean of joints and steps, and the widest.
fn gaps(name: &str, hz: Real, seconds: Real) -> [Real; 2] {
    let mut running = umbra_scenes::find(name).unwrap().set_up(SceneConfig::default()).unwrap();
    let (mut mean, mut widest) = (0.0, 0.0_f32);
    let steps = (seconds * hz) as u32;
    for _ in 0..steps {
        running.step(1.0 / hz).unwrap();
        let scene = &running.scene;
        let count = scene.joints().count() as Real;
        for joint in scene.joints().filter_map(|key| scene.joint(key).ok()) {
            mean += joint.separation() / count / steps as Real;
            widest = widest.max(joint.separation());
        }
    }
    running.scene.validate().unwrap();
    [mean, widest]
}

#[test]
fn a_net_hangs_with_small_gaps() {
    // The better peer has gaps of 0.6 mm in the mean at 60 Hz, and of 3 mm at most (docs/benchmarks/scenes.md).
    // What a substep misses grows with the square of its length.
    for (hz, most, widest_most) in
        [(30.0, 0.8e-3, 15e-3), (60.0, 0.2e-3, 4e-3), (120.0, 0.1e-3, 2e-3)]
    {
        let [mean, widest] = gaps("net_10", hz, 10.0);
        assert!(mean < most, "{mean} in the mean at {hz} Hz");
        assert!(widest < widest_most, "{widest} at most at {hz} Hz");
    }
}

#[test]
fn a_net_of_ten_thousand_discs_does_not_tear() {
    let [mean, widest] = gaps("joint_grid", 60.0, 3.0);
    assert!(mean < 15e-3, "{mean}");
    assert!(widest < 0.4, "{widest}");
}
