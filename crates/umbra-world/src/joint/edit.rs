//! Changes of joints as values.

use umbra_geom::{Point, Pose, Real, Vector};
use umbra_solver::{Softness, UNBOUNDED};

macro_rules! define_edits {
    (
        commands { $($first:tt)* }
        $(
            property $name:ident: $type:ty = $default:expr, check($check:ident),
                edit($Edit:ident($given:ty) $(, for $kinds:ident)?) => $functions:tt
            $(commands { $($commands:tt)* })?
        )*
    ) => {
        /// A change of a joint, for `Edit::Joint`: a method of `JointMut` as a value. See there.
        ///
        /// ```
        /// # use umbra::prelude::*;
        /// # let weightless = SceneConfig { gravity: Vector::zeros(), ..Default::default() };
        /// # let mut scene = Scene::new(weightless)?;
        /// # let wall = scene.add_body(Body::fixed())?;
        /// # let wheel = scene.add(Body::dynamic(), [Collider::circle(0.5)])?;
        /// let axle = scene.add_joint(Joint::revolute(wall, wheel, [0.0, 0.0]))?;
        /// // Sent over a network.
        /// let start = Edit::Joint(axle, JointEdit::Motor(Some([2.0, 50.0])));
        /// scene.edit(start)?;
        /// assert_eq!(scene.joint(axle)?.motor(), Some([2.0, 50.0]));
        /// # Ok::<(), umbra::Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        #[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
        pub enum JointEdit {
            $($first)*
            $(
                #[doc = concat!("`set_", stringify!($name), "`.")]
                $Edit($given),
                $($($commands)*)?
            )*
        }
    };
}
crate::joint_properties!(define_edits);

impl JointEdit {
    /// The same with the number that stands for no bound in the place of infinity.
    #[must_use]
    pub fn without_infinity(self) -> Self {
        let finite = |bound: Real| if bound > UNBOUNDED { UNBOUNDED } else { bound };
        match self {
            Self::MaxForce(bound) => Self::MaxForce(finite(bound)),
            Self::MaxTorque(bound) => Self::MaxTorque(finite(bound)),
            Self::BreakForce(bound) => Self::BreakForce(finite(bound)),
            Self::BreakTorque(bound) => Self::BreakTorque(finite(bound)),
            other => other,
        }
    }
}
