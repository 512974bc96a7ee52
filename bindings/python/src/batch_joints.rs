//! Joints of many scenes at once: motors, angles and speeds.
use numpy::{PyArray3, PyArrayMethods, ToPyArray};
use pyo3::prelude::*;
use umbra::geom::limits;
use umbra::{Error, JointKey};

use crate::arrays::{array, floats3};
use crate::batch::Batch;
use crate::errors::raise_geometry;
use crate::joint::Joint;

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

/// The joints that are meant: handles, of the scene that was copied, or keys.
fn chosen(value: Object<'_, '_>) -> PyResult<Vec<JointKey>> {
    if let Ok(handles) = value.extract::<Vec<Bound<'_, Joint>>>() {
        return Ok(handles.iter().map(|joint| joint.get().key).collect());
    }
    let keys = array::<u64, numpy::Ix1>("joints", value, "uint64")?;
    Ok(keys.as_slice()?.iter().map(|bits| JointKey::from_bits(*bits)).collect())
}

#[pymethods]
impl Batch {
    /// Sets motors: rows of speed and largest force (or torque), `float32[n, joints, 2]`, for
    /// handles or keys of joints. All motors are set, or none.
    ///
    /// >>> import numpy, umbra2d
    /// >>> scene = umbra2d.Scene()
    /// >>> hub = scene.add(umbra2d.fixed())
    /// >>> wheel = scene.add(umbra2d.dynamic(), umbra2d.circle(0.5))
    /// >>> axle = scene.add(umbra2d.revolute(hub, wheel, (0, 0)))
    /// >>> batch = umbra2d.Batch(scene, 3, bodies=[wheel])
    /// >>> batch.set_motors([[[1, 50]], [[2, 50]], [[3, 50]]], [axle])
    /// >>> batch.step(1 / 60, 60)
    /// >>> batch.joint_states([axle])[:, 0, 1].round(2).tolist()
    /// [1.0, 2.0, 3.0]
    fn set_motors(
        &self,
        py: Python<'_>,
        motors: Object<'_, '_>,
        joints: Object<'_, '_>,
    ) -> PyResult<()> {
        let joints = chosen(joints)?;
        let rows = floats3("motors", motors, [self.count, joints.len(), 2])?;
        let rows = rows.as_slice()?;
        for row in rows.chunks_exact(2) {
            let speed = limits::number("motors", row[0]);
            speed.and_then(|_| limits::amount("motors", row[1])).map_err(raise_geometry)?;
        }
        if rows.is_empty() {
            return Ok(());
        }
        let width = 2 * joints.len();
        self.run(py, |batch| {
            // What cannot have a motor is found before one is set.
            if let Some(first) = batch.scenes().first() {
                let mut probe = first.clone();
                joints.iter().try_for_each(|key| probe.joint_mut(*key)?.set_motor(0.0, 0.0))?;
            }
            check_kinds(batch, &joints)?;
            batch.each_with(rows.chunks_exact(width), |rows, scene| {
                let mut each = joints.iter().zip(rows.chunks_exact(2));
                each.try_for_each(|(key, row)| scene.joint_mut(*key)?.set_motor(row[0], row[1]))
            })
        })
    }

    /// Angle (or displacement) and speed of joints, `float32[n, joints, 2]`.
    fn joint_states<'py>(
        &self,
        py: Python<'py>,
        joints: Object<'_, 'py>,
    ) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let joints = chosen(joints)?;
        let mut rows = vec![0.0_f32; 2 * self.count * joints.len()];
        if !rows.is_empty() {
            self.run(py, |batch| {
                batch.each_with(rows.chunks_exact_mut(2 * joints.len()), |rows, scene| {
                    for (key, row) in joints.iter().zip(rows.chunks_exact_mut(2)) {
                        let joint = scene.joint(*key)?;
                        let slides = joint.kind() == umbra::JointKind::Prismatic;
                        row[0] = if slides { joint.translation() } else { joint.angle() };
                        row[1] = joint.speed();
                    }
                    Ok(())
                })
            })?;
        }
        rows.to_pyarray(py).reshape([self.count, joints.len(), 2])
    }
}

/// Refuses joints that a scene has not, or that are of another kind than in the first scene.
fn check_kinds(batch: &umbra::Batch, joints: &[JointKey]) -> Result<(), Error> {
    let Some(first) = batch.scenes().first() else { return Ok(()) };
    for key in joints {
        let kind = first.joint(*key)?.kind();
        for scene in batch.scenes() {
            if scene.joint(*key)?.kind() != kind {
                return Err(Error::NoSuchJoint(*key));
            }
        }
    }
    Ok(())
}
