//! Events of a step as small objects.
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use umbra::{BodyEvent as OfBody, ContactEvent as OfContact, JointEvent as OfJoint};
use umbra::{ColliderPart, SensorEvent as OfSensor};

use crate::scene_lock::Shared;
use crate::value::Give;

impl Give for ColliderPart {
    fn give<'py>(self, py: Python<'py>, _: &Shared) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Shape(index) => index.into_bound_py_any(py),
            Self::Cell([column, row]) => (column, row).into_bound_py_any(py),
        }
    }
}

/// What only a hit has.
macro_rules! of_hit {
    ($event:ident, $field:ident) => {
        match $event {
            OfContact::Hit { $field, .. } => Some(*$field),
            _ => None,
        }
    };
}

/// What only a joint that broke has.
macro_rules! of_break {
    ($event:ident, $field:ident) => {
        match $event {
            OfJoint::Broken { $field, .. } => Some(*$field),
            _ => None,
        }
    };
}

fn bodies_of_joint(event: &OfJoint) -> [umbra::BodyKey; 2] {
    match *event {
        OfJoint::Broken { body_a, body_b, .. } | OfJoint::Removed { body_a, body_b, .. } => {
            [body_a, body_b]
        }
    }
}

found! {
    /// Two colliders begin or end to touch, or hit one another.
    ContactEvent(OfContact) {
        /// "begin", "end" or "hit".
        kind |it| match it {
            OfContact::Begin { .. } => "begin",
            OfContact::End { .. } => "end",
            OfContact::Hit { .. } => "hit",
        };
        /// The two bodies.
        bodies |it| it.bodies();
        /// The two colliders.
        colliders |it| it.colliders();
        /// Point of a hit; `None` for other events, as below.
        point |it| of_hit!(it, point);
        /// Normal of a hit, from the first to the second collider.
        normal |it| of_hit!(it, normal);
        /// Speed at which the two approached.
        speed |it| of_hit!(it, speed);
        /// Speed of the surfaces past one another.
        tangent_speed |it| of_hit!(it, tangent_speed);
        /// Impulse of the hit.
        impulse |it| of_hit!(it, impulse);
        /// Index of the shape of each collider that was hit, or the cell `(column, row)`.
        parts |it| of_hit!(it, parts);
        /// Materials of the two colliders at the point.
        materials |it| of_hit!(it, materials);
    }
    /// An impact that ended, with its whole impulse.
    ImpactEvent(umbra::ImpactEvent) {
        /// The two bodies.
        bodies |it| it.bodies;
        /// The two colliders.
        colliders |it| it.colliders;
        /// Index of the shape of each collider, or the cell.
        parts |it| it.parts;
        /// Point of the impact.
        point |it| it.point;
        /// Normal, from the first to the second collider.
        normal |it| it.normal;
        /// Speed at which the two approached.
        speed |it| it.speed;
        /// Speed of the surfaces past one another.
        tangent_speed |it| it.tangent_speed;
        /// Impulse of the impact.
        impulse |it| it.impulse;
    }
    /// A collider begins or ends to overlap a sensor.
    SensorEvent(OfSensor) {
        /// "begin" or "end".
        kind |it| match it {
            OfSensor::Begin { .. } => "begin",
            OfSensor::End { .. } => "end",
        };
        /// The sensor.
        sensor |it| it.sensor();
        /// The collider that overlaps it.
        visitor |it| it.visitor();
        /// Body of the sensor, and body of the visitor.
        bodies |it| it.bodies();
    }
    /// A body fell asleep, woke, or was disabled because it left the world.
    BodyEvent(OfBody) {
        /// "fell_asleep", "woke" or "disabled".
        kind |it| match it {
            OfBody::FellAsleep { .. } => "fell_asleep",
            OfBody::Woke { .. } => "woke",
            OfBody::Disabled { .. } => "disabled",
        };
        /// The body.
        body |it| match it {
            OfBody::FellAsleep { body } | OfBody::Woke { body } | OfBody::Disabled { body } => {
                *body
            }
        };
    }
    /// A joint broke, or was removed with a body.
    JointEvent(OfJoint) {
        /// "broken" or "removed".
        kind |it| match it {
            OfJoint::Broken { .. } => "broken",
            OfJoint::Removed { .. } => "removed",
        };
        /// The joint, which is not in the scene any more.
        joint |it| it.joint();
        /// Its two bodies.
        bodies |it| bodies_of_joint(it);
        /// Force at which it broke, or `None`.
        force |it| of_break!(it, force);
        /// Torque at which it broke, or `None`.
        torque |it| of_break!(it, torque);
    }
    /// A body broke.
    FractureEvent(umbra::FractureEvent) {
        /// The body that broke, which is now the largest piece.
        body |it| it.body;
        /// A piece that came off.
        piece |it| it.piece;
        /// Point at which it broke.
        point |it| it.point;
        /// Impulse that broke it.
        impulse |it| it.impulse;
    }
}

macro_rules! streams {
    ($($(#[$about:meta])* $name:ident)*) => {
        #[pymethods]
        impl crate::scene::Scene {
            $(
                $(#[$about])*
                #[getter]
                fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    let events = self.shared.read(py, |scene| Ok(scene.$name().to_vec()))?;
                    events.give(py, &self.shared)
                }
            )*
        }
    };
}
streams! {
    /// Contact events of the last step, a list of `ContactEvent`.
    contact_events
    /// Impacts that ended in the last step, a list of `ImpactEvent`.
    impact_events
    /// Sensor events of the last step, a list of `SensorEvent`.
    sensor_events
    /// Body events of the last step, a list of `BodyEvent`.
    body_events
    /// Joint events of the last step, a list of `JointEvent`.
    joint_events
    /// Bodies that broke in the last step, a list of `FractureEvent`.
    fracture_events
}
