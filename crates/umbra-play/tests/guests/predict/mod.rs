//! Predictions beside what happens.

mod answers;
mod exact;
mod refused;
mod tied;

use crate::common::DT;
use crate::prelude::*;

/// The poses of bodies when a copy of the scene is changed and stepped: what a prediction is
/// compared with.
fn stepped(
    scene: &Scene,
    ask: &[(BodyKey, BodyEdit)],
    bodies: &[BodyKey],
    steps: u32,
) -> Vec<Vec<Pose>> {
    let mut copy = scene.clone();
    for (body, edit) in ask {
        copy.edit(Edit::Body(*body, *edit)).unwrap();
    }
    let mut paths: Vec<Vec<Pose>> = vec![vec![]; bodies.len()];
    for step in 0..=steps {
        for (body, path) in bodies.iter().zip(&mut paths) {
            path.push(copy.body(*body).unwrap().pose());
        }
        if step < steps {
            copy.step(DT).unwrap();
        }
    }
    paths
}

fn throw(body: BodyKey, velocity: [Real; 2]) -> (BodyKey, BodyEdit) {
    (body, BodyEdit::Velocity(velocity.into()))
}

fn asking(bodies: &[BodyKey], edits: &[(BodyKey, BodyEdit)], steps: u32) -> Predict {
    let ask = Predict::new(steps, DT).bodies(bodies);
    edits.iter().fold(ask, |ask, (body, edit)| ask.edit(*body, *edit))
}

/// The first step after which the poses differ.
fn first_difference(path: &[Pose], real: &[Pose]) -> Option<usize> {
    assert_eq!(path.len(), real.len());
    let bits = |pose: &Pose| {
        let at = pose.translation.vector;
        [at.x, at.y, pose.rotation.re, pose.rotation.im].map(Real::to_bits)
    };
    path.iter().zip(real).position(|(a, b)| bits(a) != bits(b))
}

/// The greatest distance between two paths.
fn greatest_distance(path: &[Pose], real: &[Pose]) -> Real {
    let gap = |(a, b): (&Pose, &Pose)| (a.translation.vector - b.translation.vector).norm();
    path.iter().zip(real).map(gap).fold(0.0, Real::max)
}

/// Checks that predictions have the bits that they say they have: the one with a copy of the whole
/// scene, and those with the surroundings, the first of which begins with what the predictor had.
/// Returns true if these say that they are exact.
fn is_exact(
    predictor: &mut Predictor,
    scene: &Scene,
    bodies: &[BodyKey],
    edits: &[(BodyKey, BodyEdit)],
    steps: u32,
    name: &str,
) -> bool {
    let real = stepped(scene, edits, bodies, steps);
    let hash = scene.state_hash();
    let mut exact = 0;
    for whole in [true, false, false] {
        let ask = asking(bodies, edits, steps).exact(whole);
        let prediction = predictor.predict_with(scene, &ask).unwrap();
        for (path, real) in prediction.bodies().iter().zip(&real) {
            let first = first_difference(path.poses(), real);
            let reasons = prediction.reasons();
            assert!(first.is_none() || !reasons.is_empty(), "{name}, whole {whole}: {first:?}");
        }
        exact += usize::from(prediction.is_exact());
        assert!(prediction.is_exact() || !whole);
    }
    assert_eq!(scene.state_hash(), hash);
    exact == 3
}

/// The same for what has to be exact.
fn assert_exact(
    predictor: &mut Predictor,
    scene: &Scene,
    bodies: &[BodyKey],
    edits: &[(BodyKey, BodyEdit)],
    steps: u32,
    name: &str,
) {
    assert!(is_exact(predictor, scene, bodies, edits, steps, name), "{name}");
}
