//! Bodies as plain values: the kind, the mass, and all that a body is added with.

use umbra_geom::{Point, Pose, Real, Vector};
use umbra_solver::Locks;

use crate::check;

#[doc(hidden)]
pub mod checks;
mod properties;

/// Kind of a body: it decides how the body moves.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// let kinds = [Body::fixed(), Body::kinematic(), Body::dynamic()].map(|body| {
///     let key = scene.add_body(body).unwrap();
///     scene.body(key).unwrap().kind()
/// });
/// assert_eq!(kinds, [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic]);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum BodyKind {
    /// Never.
    Fixed,
    /// Moves with its velocity, turning about its origin; nothing pushes it.
    Kinematic,
    /// Moves by forces, contacts and gravity.
    Dynamic,
}

/// Mass of a body, its centre and its moment of inertia.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// // A hammer that turns about its head, as the artist wants it.
/// let given = MassProperties { mass: 2.0, center: Point::new(0.0, 0.9), inertia: 0.3 };
/// let hammer = scene.add(Body::dynamic(), [Collider::cuboid(0.1, 1.0)])?;
/// scene.body_mut(hammer)?.set_mass_properties(Some(given))?;
/// assert_eq!(scene.body(hammer)?.inertia(), 0.3);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct MassProperties {
    /// The mass. With 0, the body weighs one and does not turn, as one without colliders does.
    pub mass: Real,
    /// Position of the centre of mass on the body.
    pub center: Point,
    /// The moment of inertia about the centre of mass. With 0, the body does not turn.
    pub inertia: Real,
}

impl MassProperties {
    #[doc(hidden)]
    pub fn check(self) -> Result<Self, umbra_geom::Error> {
        check::amount("mass_properties.mass", self.mass)?;
        check::position("mass_properties.center", self.center)?;
        check::amount("mass_properties.inertia", self.inertia)?;
        Ok(self)
    }
}

/// A force and a torque.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Push {
    pub force: Vector,
    pub torque: Real,
}

impl Push {
    pub const NONE: Self = Self { force: Vector::new(0.0, 0.0), torque: 0.0 };

    pub fn check(self) -> Result<Self, umbra_geom::Error> {
        check::vector("force", self.force)?;
        check::number("torque", self.torque)?;
        Ok(self)
    }
}

macro_rules! define_body {
    ($(
        $(commands $commands:tt)?
        property $name:ident: $type:ty = $default:expr, check($check:ident)
            $(, kept $kept:tt $(, edit $edit:tt)?)? => $functions:tt
    )*) => {
        /// All that a body is added with. The numbers have been checked.
        #[derive(Clone, Debug, PartialEq)]
        pub struct BodyDef {
            $(pub $name: $type,)*
        }

        impl BodyDef {
            /// The defaults of a kind.
            pub fn new(kind: BodyKind) -> Self {
                Self { kind, ..Self { $($name: $default,)* } }
            }

            /// Checks all numbers.
            pub fn check(&self) -> Result<(), umbra_geom::Error> {
                $(checks::$check(stringify!($name), self.$name)?;)*
                Ok(())
            }
        }
    };
}
crate::body_properties!(define_body);
