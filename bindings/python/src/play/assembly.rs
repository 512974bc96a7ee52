//! What builders have added: ropes, bridges, cloth, ragdolls.
use pyo3::prelude::*;
use pyo3::types::PyDict;
use umbra::build::{Assembly as Engine, Balance, Bone, DriveSettings, RagdollPose, RootTarget};
use umbra::prelude::Vector;

use crate::errors::bad_value;
use crate::record::apply_options;
use crate::value::{Give, Take};

kept! {
    /// Bodies and joints that a function of `umbra2d.build` has added.
    ///
    /// >>> import umbra2d
    /// >>> scene = umbra2d.Scene()
    /// >>> rope = umbra2d.build.rope(scene, (0, 5), (4, 5))
    /// >>> rope.bodies[-1].apply_impulse((0, -0.1))
    /// >>> rope.joints[8].remove()
    /// >>> rope.remove()
    /// >>> scene.body_count
    /// 0
    Assembly(Engine), "an Assembly"
}

attributes! { Assembly;
    /// Its bodies, in order.
    bodies |it| it.bodies;
    /// Its joints, in the order of the bodies.
    joints |it| it.joints;
    /// Fixed body that holds what is attached to the world, or `None`.
    anchor |it| it.anchor;
}

keywords! {
    drive_option(DriveSettings) {
        strength: f32, hertz: f32, damping_ratio: f32, max_torque: Option<f32>,
        weights: [f32; 11], balance: Option<Balance>, root: Option<RootTarget>,
    }
}

#[pymethods]
impl Assembly {
    /// Sets the velocity of all its bodies, and stops their turning.
    fn set_velocity(&self, velocity: &Bound<'_, PyAny>) -> PyResult<()> {
        let (it, value) = (self.get(), Vector::take("velocity", velocity)?);
        self.scene.write(velocity.py(), |scene| it.set_velocity(scene, value))
    }

    /// Mass of all its bodies.
    #[getter]
    fn mass(&self, py: Python<'_>) -> PyResult<f32> {
        let it = self.get();
        self.scene.read(py, |scene| it.mass(scene))
    }

    /// Removes all of it from the scene.
    fn remove(&self, py: Python<'_>) -> PyResult<()> {
        let it = self.get();
        self.scene.write(py, |scene| {
            it.remove(scene);
            Ok(())
        })
    }

    /// Body of a bone of a ragdoll: "pelvis", "chest", "head", "left_thigh", "left_shin",
    /// "right_thigh", "right_shin", "left_upper_arm", "left_forearm", "right_upper_arm" or
    /// "right_forearm".
    fn bone<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let body = Bone::take("name", name)?.body(&self.get());
        body.ok_or_else(no_ragdoll)?.give(name.py(), &self.scene)
    }

    /// Joint that holds a bone of a ragdoll; `None` for the pelvis.
    fn bone_joint<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (bone, it) = (Bone::take("name", name)?, self.get());
        bone.body(&it).ok_or_else(no_ragdoll)?;
        bone.joint(&it).give(name.py(), &self.scene)
    }

    /// Pose that a ragdoll has now, a `RagdollPose`.
    fn ragdoll_pose<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let it = self.get();
        self.scene.read(py, |scene| RagdollPose::capture(scene, &it))?.give(py, &self.scene)
    }

    /// Drives a ragdoll to a `RagdollPose` by motors in its joints. Call it when the pose changes,
    /// or in each step. Keywords: `strength`, `hertz`, `damping_ratio`, `max_torque`, `weights` (a
    /// dictionary of bones), `balance` (a `Balance`, which keeps it upright) and `root` (a
    /// `RootTarget`). Returns the names of the bones that it could not drive.
    ///
    /// >>> import umbra2d
    /// >>> scene = umbra2d.Scene()
    /// >>> ground = scene.add(umbra2d.fixed(position=(0, -0.5)), umbra2d.cuboid(20, 0.5))
    /// >>> doll = umbra2d.build.ragdoll(scene, (0, 0))
    /// >>> hands_up = umbra2d.RagdollPose(left_upper_arm=2.6, right_upper_arm=2.6)
    /// >>> doll.drive_to(hands_up, balance=umbra2d.Balance())
    /// []
    /// >>> scene.step(1 / 60, 120)
    /// >>> abs(doll.ragdoll_pose()["left_upper_arm"] - 2.6) < 0.1
    /// True
    #[pyo3(signature = (pose, **options))]
    fn drive_to<'py>(
        &self,
        pose: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (it, goal) = (self.get(), RagdollPose::take("pose", pose)?);
        let each = |settings, name: &str, value: &Bound<'_, PyAny>| {
            drive_option(settings, &self.scene, name, value)
        };
        let settings = apply_options(DriveSettings::default(), options, each)?;
        let driven = self.scene.write(pose.py(), |scene| it.drive_to(scene, &goal, &settings))?;
        driven.missing().collect::<Vec<_>>().give(pose.py(), &self.scene)
    }

    /// Lets a ragdoll go: takes away all that `drive_to` has added.
    fn relax(&self, py: Python<'_>) -> PyResult<()> {
        let it = self.get();
        self.scene.write(py, |scene| {
            it.relax(scene);
            Ok(())
        })
    }

    fn __repr__(&self) -> String {
        let it = self.get();
        format!("<Assembly: {} bodies, {} joints>", it.bodies.len(), it.joints.len())
    }
}

fn no_ragdoll() -> PyErr {
    bad_value("name", "is a bone of ragdolls: this assembly has too few bodies")
}
