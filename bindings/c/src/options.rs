//! Values that may be left out.

use umbra::prelude::*;

use crate::{UmbraPose, UmbraVec2};

/// A number that may be left out: see `umbra_some`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraOptionReal {
    /// False if there is none; `value` does not count then.
    pub is_set: bool,
    /// The number.
    pub value: f32,
}

/// Two numbers that may be left out: see `umbra_some_pair`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraOptionPair {
    /// False if there are none; the others do not count then.
    pub is_set: bool,
    /// The first number: a lower limit, a speed, a frequency, a stiffness, x.
    pub first: f32,
    /// The second number: an upper limit, a maximum force, a damping ratio, a damping, y.
    pub second: f32,
}

/// A pose that may be left out.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmbraOptionPose {
    /// False if there is none; `pose` does not count then.
    pub is_set: bool,
    /// The pose.
    pub pose: UmbraPose,
}

/// Mass, inertia and centre of mass of a body.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UmbraMassProperties {
    /// False to compute them from the colliders; the others do not count then.
    pub is_set: bool,
    /// Mass.
    pub mass: f32,
    /// Rotational inertia about the centre of mass.
    pub inertia: f32,
    /// Centre of mass, as the body sees it.
    pub center: UmbraVec2,
}

impl From<Option<f32>> for UmbraOptionReal {
    fn from(value: Option<f32>) -> Self {
        Self { is_set: value.is_some(), value: value.unwrap_or_default() }
    }
}

impl UmbraOptionReal {
    pub(crate) fn get(self) -> Option<f32> {
        self.is_set.then_some(self.value)
    }
}

impl From<Option<[f32; 2]>> for UmbraOptionPair {
    fn from(pair: Option<[f32; 2]>) -> Self {
        let [first, second] = pair.unwrap_or_default();
        Self { is_set: pair.is_some(), first, second }
    }
}

impl From<Option<Softness>> for UmbraOptionPair {
    fn from(softness: Option<Softness>) -> Self {
        softness.map(|softness| [softness.hertz, softness.damping_ratio]).into()
    }
}

impl From<Option<Vector>> for UmbraOptionPair {
    fn from(vector: Option<Vector>) -> Self {
        vector.map(|vector| [vector.x, vector.y]).into()
    }
}

impl UmbraOptionPair {
    pub(crate) fn get(self) -> Option<[f32; 2]> {
        self.is_set.then_some([self.first, self.second])
    }

    pub(crate) fn softness(self) -> Option<Softness> {
        self.get().map(|[hertz, damping_ratio]| Softness { hertz, damping_ratio })
    }
}

impl From<Option<Pose>> for UmbraOptionPose {
    fn from(pose: Option<Pose>) -> Self {
        Self { is_set: pose.is_some(), pose: pose.map_or(UmbraPose::IDENTITY, Into::into) }
    }
}

impl UmbraOptionPose {
    pub(crate) fn get(self) -> Option<Pose> {
        self.is_set.then(|| self.pose.raw())
    }
}

impl From<Option<MassProperties>> for UmbraMassProperties {
    fn from(properties: Option<MassProperties>) -> Self {
        properties.map_or_else(Self::default, |MassProperties { mass, inertia, center }| Self {
            is_set: true,
            mass,
            inertia,
            center: center.into(),
        })
    }
}

impl UmbraMassProperties {
    pub(crate) fn get(self) -> Option<MassProperties> {
        let Self { is_set, mass, inertia, center } = self;
        is_set.then(|| MassProperties { mass, inertia, center: center.point() })
    }
}

/// A number that is set.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_some(value: f32) -> UmbraOptionReal {
    Some(value).into()
}

/// Two numbers that are set.
#[unsafe(no_mangle)]
pub extern "C" fn umbra_some_pair(first: f32, second: f32) -> UmbraOptionPair {
    Some([first, second]).into()
}
