//! Settings of a joint, for the builder and while it is in a scene.

use umbra_geom::{Point, Pose, Real, Vector, math};
use umbra_solver::{Softness, UNBOUNDED};

use super::{JointKind, Spring};
use crate::{Error, JointEdit, check};

/// Axes and steps shorter than this are taken for zero.
const SHORTEST: Real = 1e-9;

/// No spring swings faster, per second, or is damped more. It is far more than any step can follow.
pub const FASTEST: Real = 1e6;

/// Marker for the default largest force of a target joint: the force that accelerates its body by
/// [`target_acceleration`].
pub(crate) const BY_MASS: Real = Real::INFINITY;

/// Default largest acceleration by a target joint, for a length unit of a metre and substeps of
/// length `h`.
///
/// Contacts bear less with longer substeps, as their springs are softer. Bodies of six shapes and
/// of 0.1 to 100 kg, dragged to a place 5 to 100 m behind a fixed wall of 0.1 m, passed it with
/// 4,000 to 8,000 m/s² at four substeps of 1/240 s, with 500 to 1,000 at two of 1/120 s, and with
/// 300 to 500 at one of 1/60 s.
pub(crate) fn target_acceleration(h: Real) -> Real {
    const MOST: Real = 1000.0;
    const WAY_IN_SUBSTEP: Real = 0.04;
    let most = WAY_IN_SUBSTEP / (h * h);
    if most < MOST { most } else { MOST }
}

macro_rules! define_settings {
    (
        commands { $($first:tt)* }
        $(
            property $name:ident: $type:ty = $default:expr, check($check:ident),
                edit($Edit:ident($given:ty) $(, for $kinds:ident)?) => $functions:tt
            $(commands { $($commands:tt)* })?
        )*
    ) => {
        /// Settings of a joint. All numbers have been checked.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Settings {
            pub kind: JointKind,
            /// Anchors in the frames of the bodies. A builder has them in world coordinates, unless
            /// it has local anchors.
            pub anchors: [Point; 2],
            /// Axis of length one in the frame of A. A builder has it in world coordinates.
            pub axis: Vector,
            /// The value that a spring draws to, or the length that is held.
            pub rest: Option<Real>,
            pub limits: Option<[Real; 2]>,
            /// Speed, and the largest force or torque.
            pub motor: Option<[Real; 2]>,
            pub spring: Option<Spring>,
            pub angular_spring: Option<Spring>,
            /// Of a motor joint: where B is to be, as A sees it.
            pub target: Option<Pose>,
            /// Of gears and pulleys.
            pub ratio: Real,
            /// Of a ratchet.
            pub phase: Real,
            pub step: Real,
            /// Of a pulley: where its lines run to, in the world.
            pub grounds: [Point; 2],
            $(pub $name: $type,)*
        }

        impl Settings {
            pub fn new(kind: JointKind) -> Self {
                let usual = Self {
                    kind,
                    anchors: [Point::origin(); 2],
                    axis: Vector::x(),
                    rest: None,
                    limits: None,
                    motor: None,
                    spring: None,
                    angular_spring: None,
                    target: None,
                    ratio: 1.0,
                    phase: 0.0,
                    step: 0.0,
                    grounds: [Point::origin(); 2],
                    $($name: $default,)*
                };
                match kind {
                    JointKind::Friction => Self { max_force: 0.0, max_torque: 0.0, ..usual },
                    JointKind::Target => Self { max_force: BY_MASS, ..usual },
                    _ => usual,
                }
            }

            /// Makes a change, of a builder or of a joint in a scene.
            pub fn change(&mut self, edit: &JointEdit) -> Result<(), Error> {
                match *edit {
                    $(JointEdit::$Edit(value) => {
                        $(self.$kinds(stringify!($name))?;)?
                        self.$name = checks::$check(stringify!($name), value)?.into();
                    })*
                    _ => self.change_more(edit)?,
                }
                if self.kind == JointKind::Target && self.max_force >= UNBOUNDED {
                    self.max_force = BY_MASS;
                }
                Ok(())
            }
        }
    };
}
crate::joint_properties!(define_settings);

impl Settings {
    /// Checks that joints of this kind have the parameter.
    fn some_kinds(&self, parameter: &'static str) -> Result<(), Error> {
        self.kind.check(parameter)
    }

    /// Makes a change that is not of the table.
    fn change_more(&mut self, edit: &JointEdit) -> Result<(), Error> {
        let has = |parameter| self.kind.check(parameter);
        match *edit {
            JointEdit::Limits(Some([lower, upper])) => {
                has("limits")?;
                check::number("limits.lower", lower)?;
                check::number("limits.upper", upper)?;
                if lower > upper {
                    return Err(Error::InvertedLimits { parameter: "limits", lower, upper });
                }
                self.limits = Some([lower, upper]);
            }
            // A groove has an end on both sides.
            JointEdit::Limits(None) => {
                self.limits = self.limits.filter(|_| self.kind == JointKind::Groove);
            }
            JointEdit::Motor(Some([speed, most])) => {
                has("motor")?;
                let speed = check::number("motor.speed", speed)?;
                self.motor = Some([speed, check::amount("motor.max_force", most)?]);
            }
            JointEdit::Motor(None) => self.motor = None,
            JointEdit::Spring(spring) => {
                if spring.is_some() {
                    has("spring")?;
                }
                self.spring = spring.map(swings).transpose()?;
            }
            JointEdit::AngularSpring(spring) => {
                if spring.is_some() {
                    has("angular_spring")?;
                }
                self.angular_spring = spring.map(swings).transpose()?;
            }
            JointEdit::SpringStiffness(stiffness, damping) => {
                has("spring")?;
                self.spring = Some(stiff(stiffness, damping)?);
            }
            JointEdit::AngularSpringStiffness(stiffness, damping) => {
                has("angular_spring")?;
                self.angular_spring = Some(stiff(stiffness, damping)?);
            }
            JointEdit::Rest(rest) => {
                has("rest")?;
                let has_length = matches!(self.kind, JointKind::Distance | JointKind::Spring);
                let check = if has_length { check::amount } else { check::number };
                self.rest = Some(check("rest", rest)?);
            }
            JointEdit::Length(length) => {
                has("length")?;
                self.rest = Some(check::amount("length", length)?);
            }
            JointEdit::Target(Some(target)) => {
                has("target")?;
                let target = check::pose("target", target)?;
                self.target = Some(target);
                self.anchors = [target.translation.vector.into(), Point::origin()];
            }
            JointEdit::Target(None) => self.target = None,
            JointEdit::TargetPoint(point) => {
                has("target_point")?;
                self.anchors[0] = check::position("target_point", point)?;
            }
            JointEdit::Ratio(ratio) => {
                has("ratio")?;
                check::number("ratio", ratio)?;
                if ratio == 0.0 || (self.kind == JointKind::Pulley && ratio < 0.0) {
                    let (parameter, value) = ("ratio", ratio);
                    return Err(umbra_geom::Error::NotPositive { parameter, value }.into());
                }
                self.ratio = ratio;
            }
            JointEdit::SceneSoftness => self.softness = None,
            JointEdit::LocalAnchors(anchors) => self.set_anchors(["in_a", "in_b"], anchors)?,
            JointEdit::LocalAxis(axis) => self.set_axis("axis", axis)?,
            // `Close` moves bodies, and changes nothing of what the joint was told.
            _ => {}
        }
        Ok(())
    }

    pub fn set_ratchet(&mut self, phase: Real, step: Real) -> Result<(), Error> {
        self.phase = check::number("phase", phase)?;
        let value = check::number("step", step)?;
        if value.abs() < SHORTEST {
            return Err(umbra_geom::Error::NotPositive { parameter: "step", value }.into());
        }
        self.step = value;
        Ok(())
    }

    pub fn set_anchors(
        &mut self,
        names: [&'static str; 2],
        anchors: [Point; 2],
    ) -> Result<(), Error> {
        check::position(names[0], anchors[0])?;
        check::position(names[1], anchors[1])?;
        self.anchors = anchors;
        Ok(())
    }

    pub fn set_axis(&mut self, parameter: &'static str, axis: Vector) -> Result<(), Error> {
        let axis = check::vector(parameter, axis)?;
        let length = math::dot(axis, axis).sqrt();
        if length < SHORTEST {
            return Err(Error::ZeroAxis { parameter });
        }
        self.axis = axis / length;
        Ok(())
    }
}

fn stiff(stiffness: Real, damping: Real) -> Result<Spring, Error> {
    let stiffness = check::amount("stiffness", stiffness)?;
    Ok(Spring::Stiff([stiffness, check::amount("damping", damping)?]))
}

fn swings(told: Softness) -> Result<Spring, Error> {
    Ok(Spring::Swings(softness_of("spring", told)?))
}

fn softness_of(
    _: &'static str,
    Softness { hertz, damping_ratio }: Softness,
) -> Result<Softness, Error> {
    let hertz = check::range("hertz", hertz, 0.0, FASTEST)?;
    let damping_ratio = check::range("damping_ratio", damping_ratio, 0.0, FASTEST)?;
    Ok(Softness { hertz, damping_ratio })
}

/// Check of a bound. Infinity, and what stands for it in files, means that there is none.
fn bound(parameter: &'static str, value: Real) -> Result<Real, Error> {
    if value >= UNBOUNDED { Ok(UNBOUNDED) } else { Ok(check::amount(parameter, value)?) }
}

/// Checks of the properties, by the names that the table has for them.
mod checks {
    pub(super) use super::{bound, softness_of as softness};
    pub(super) use crate::body::checks::{any, number, vector};
}
