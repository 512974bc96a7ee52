//! The joints of a scene, and their constraints for the solver.

use slotmap::SlotMap;
use umbra_geom::{Real, Rotation, Vector};
use umbra_solver::{JointConstraint, Softness, Structure, UNBOUNDED};

use super::{Bodies, BodyInfo, Slots};

use crate::clone_by_field;
use crate::joint::{BY_MASS, JointPart, Opening, Parts, Settings};
use crate::{BodyKey, Error, JointKey, JointKind, SolvedAs, check};

/// Stands for a joint without constraints in the solver.
pub(crate) const NOT_LISTED: u32 = u32::MAX;

/// Joints by their keys.
pub type Infos = SlotMap<JointKey, JointInfo>;

/// A joint.
#[derive(Clone, Debug)]
pub struct JointInfo {
    pub bodies: [BodyKey; 2],
    pub settings: Settings,
    /// Of a gear between two joints.
    pub geared: Option<[JointKey; 2]>,
    /// B's rotation past A's where the angle is 0; of a gear between bodies, the rotations of A and
    /// of B.
    pub reference: [Rotation; 2],
    /// Full turns of its bodies, while the joint is not listed: see [`Joints::turns`].
    pub(crate) turns: [Turns; 2],
    /// Value that a gear holds.
    pub gear_value: f64,
    /// The angle that a ratchet does not turn back behind.
    pub(crate) tooth: Real,
    /// Impulses of the last substep, while the joint is not listed.
    impulses: [[Real; 4]; 3],
    impulse_at_pin: Vector,
    /// Opening that remains since it was made.
    pub(crate) opening: Opening,
    /// Method by which it was solved, while it is not listed.
    pub solved_as: SolvedAs,
    /// Its place among the listed joints.
    pub listed: u32,
}

/// Counter of full turns: an angle alone gives only a direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Turns {
    count: i32,
    /// From -2 to 2, and grows with the angle; the square root and the arc tangent are left out.
    last: Real,
}

impl Turns {
    /// Counts on, if the body turned by less than half a turn since the last call.
    pub(crate) fn follow(&mut self, rotation: Rotation) {
        let (x, y) = (rotation.re, rotation.im);
        let part = y / (x.abs() + y.abs());
        let now = if x >= 0.0 {
            part
        } else if y.is_sign_positive() {
            2.0 - part
        } else {
            -2.0 - part
        };
        let more = i32::from(now - self.last < -2.0) - i32::from(now - self.last > 2.0);
        self.count = self.count.saturating_add(more);
        self.last = now;
    }

    /// Has this angle, of which the rotation shows no turns.
    pub(crate) fn set(&mut self, angle: f64, rotation: Rotation) {
        self.follow(rotation);
        let more = (angle - self.angle(rotation)) / core::f64::consts::TAU;
        self.count = self.count.saturating_add(libm::round(more) as i32);
    }

    /// The angle with all turns.
    pub(crate) fn angle(mut self, rotation: Rotation) -> f64 {
        self.follow(rotation);
        let angle = f64::from(libm::atan2f(rotation.im, rotation.re));
        angle + core::f64::consts::TAU * f64::from(self.count)
    }
}

/// State of a joint that steps have made, to be given to another one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct JointMotion {
    turns: [Turns; 2],
    #[cfg_attr(feature = "serde", serde(with = "super::exact"))]
    gear_value: f64,
    tooth: Real,
    impulses: [[Real; 4]; 3],
    impulse_at_pin: Vector,
    opening: Opening,
}

impl JointMotion {
    pub fn from_info(joints: &Joints, info: &JointInfo) -> Self {
        Self {
            turns: joints.turns(info),
            gear_value: info.gear_value,
            tooth: info.tooth,
            impulses: [0, 1, 2].map(|part| joints.impulse(info, part)),
            impulse_at_pin: joints.impulse_at_pin(info),
            opening: info.opening,
        }
    }

    /// Gives it to a joint that is not listed.
    pub fn put(&self, info: &mut JointInfo) {
        let Self { turns, gear_value, tooth, impulses, impulse_at_pin, opening } = *self;
        (info.turns, info.gear_value, info.tooth) = (turns, gear_value, tooth);
        (info.impulses, info.impulse_at_pin) = (impulses, impulse_at_pin);
        info.opening = opening;
    }

    /// Checks that steps can have made it.
    pub fn check(&self) -> Result<(), Error> {
        let Self { turns, gear_value, tooth, impulses, impulse_at_pin, opening } = self;
        let ways = [impulse_at_pin, &opening.way].into_iter().flat_map(|way| [way.x, way.y]);
        let others = [*tooth, opening.length].into_iter().chain(turns.map(|turns| turns.last));
        check::all_finite("a joint", impulses.iter().flatten().copied().chain(ways).chain(others))?;
        let is_sound = gear_value.is_finite() && turns.iter().all(|turns| turns.last.abs() <= 2.0);
        if is_sound {
            Ok(())
        } else {
            Err(Error::Corrupt("the turn counter of a joint is out of range".into()))
        }
    }
}

/// A joint that the solver solves.
#[derive(Clone, Copy, Debug)]
pub struct ListedJoint {
    pub key: JointKey,
    /// Indices of its bodies in the arrays.
    pub bodies: [u32; 2],
    /// From the centres of its bodies to its anchors, as they see them.
    pub(crate) arms: [Vector; 2],
    pub kind: JointKind,
    /// Result of [`Settings::is_plain`].
    pub(crate) is_plain: bool,
    /// Its largest force goes by the mass of its body: see [`BY_MASS`].
    pub(crate) drawn_by_mass: bool,
    /// Copy of [`JointInfo::reference`], kept here because every step counts turns.
    pub reference: [Rotation; 2],
    pub(crate) turns: [Turns; 2],
    pub(crate) parts: Parts,
    /// Its first constraint.
    pub(crate) first: u32,
    /// It keeps its bodies awake.
    pub(crate) drives: bool,
    /// It is still open since it was made.
    pub(crate) is_open: bool,
}

impl ListedJoint {
    /// Counts the turns of its bodies.
    pub(crate) fn count_turns(&mut self, bodies: &Bodies) {
        let [a, b] = self.bodies.map(|index| bodies.states[index as usize].rotation);
        if self.kind == JointKind::Gear {
            for ((turns, reference), rotation) in
                self.turns.iter_mut().zip(self.reference).zip([a, b])
            {
                turns.follow(past(reference, rotation));
            }
        } else {
            self.turns[0].follow(past(self.reference[0], past(a, b)));
        }
    }

    /// Method by which it is solved.
    pub fn solved_as(&self, structure: &Structure) -> SolvedAs {
        let at_once = self.constraints().any(|(_, _, place)| structure.is_at_once(place));
        if at_once { SolvedAs::Tree } else { SolvedAs::Rows }
    }

    /// The constraints that were listed, each with the slot of its part, the part, and its place.
    /// Between two steps the joint may have been told to be made of other parts.
    pub(crate) fn constraints(&self) -> impl Iterator<Item = (usize, JointPart, usize)> + use<> {
        let parts = self.parts.into_iter().enumerate();
        let listed = parts.filter_map(|(slot, part)| Some((slot, part?)));
        listed.zip(self.first as usize..).map(|((slot, part), place)| (slot, part, place))
    }

    /// The place of the constraint of a part, if it was listed with one.
    pub(crate) fn constraint(&self, slot: usize) -> Option<usize> {
        self.constraints().find(|it| it.0 == slot).map(|(_, _, place)| place)
    }
}

/// All joints.
#[derive(Debug, Default)]
pub struct Joints {
    pub infos: Infos,
    pub slots: Slots,
    /// Those that have an awake dynamic body, in the order of their slots.
    pub listed: Vec<ListedJoint>,
    /// Constraints of all listed joints, as the solver gets them.
    pub(crate) constraints: Vec<JointConstraint>,
    /// One may break.
    pub any_breakable: bool,
    /// Number of gears between joints.
    pub gears: usize,
    /// Substeps per second in the last step.
    pub inv_h: Real,
}

clone_by_field!(Joints { infos, slots, listed, constraints, any_breakable, gears, inv_h });

impl Joints {
    pub fn info(&self, key: JointKey) -> Result<&JointInfo, Error> {
        self.infos.get(key).ok_or(Error::NoSuchJoint(key))
    }

    /// Size in bytes.
    pub(crate) fn size(&self) -> usize {
        self.infos.len() * size_of::<JointInfo>()
            + size_of_val(&self.listed[..])
            + size_of_val(&self.constraints[..])
    }

    /// The impulses that a part of a joint gave in the last substep: see
    /// [`JointConstraint::impulse`].
    pub fn impulse(&self, info: &JointInfo, part: usize) -> [Real; 4] {
        let listed = self.listed.get(info.listed as usize);
        let place = listed.and_then(|listed| listed.constraint(part));
        place.map_or(info.impulses[part], |place| self.constraints[place].impulse)
    }

    /// Impulse of motor and limits. A hinge: at its anchors. A slider: the angular impulse, in `x`.
    pub(crate) fn impulse_at_pin(&self, info: &JointInfo) -> Vector {
        let Some(listed) = self.listed.get(info.listed as usize) else {
            return info.impulse_at_pin;
        };
        listed.constraints().map(|(_, _, place)| self.constraints[place].impulse_at_pin).sum()
    }

    /// Full turns of its bodies.
    pub(crate) fn turns(&self, info: &JointInfo) -> [Turns; 2] {
        self.listed.get(info.listed as usize).map_or(info.turns, |listed| listed.turns)
    }

    /// Adapts the warm-starting impulse of a motor to changed settings: removes the part with which
    /// motor and limit oppose each other.
    pub fn note_motor(&mut self, key: JointKey, before: &Settings, softness: Softness) {
        let Some(info) = self.infos.get_mut(key) else { return };
        let listed = self.listed.get(info.listed as usize);
        for (slot, part) in before.parts().into_iter().enumerate() {
            let Some(part) = part else { continue };
            let was = before.constraint(part, softness).motor;
            let motor = info.settings.constraint(part, softness).motor;
            if was.max_force <= 0.0 || motor == was {
                continue;
            }
            let impulse = match listed {
                // A part that came since the joint was listed has given nothing.
                Some(listed) => match listed.constraint(slot) {
                    Some(place) => {
                        let JointConstraint { impulse, changed, .. } = &mut self.constraints[place];
                        *changed = true;
                        impulse
                    }
                    None => continue,
                },
                None => &mut info.impulses[slot],
            };
            *impulse = without_opposed(*impulse);
            if motor.max_force <= 0.0 {
                // It is solved no more, and would go on with what it gave last.
                impulse[1] = 0.0;
            }
        }
    }

    /// Updates the constraints of a joint from its settings. Their kinds stay the same.
    pub fn refresh(&mut self, key: JointKey, softness: Softness) {
        let Some(info) = self.infos.get(key) else { return };
        let Some(listed) = self.listed.get_mut(info.listed as usize) else { return };
        listed.is_plain = info.settings.is_plain() && !listed.is_open;
        listed.drawn_by_mass = info.settings.max_force >= BY_MASS;
        self.any_breakable |= info.settings.is_breakable();
        if listed.kind == JointKind::Target {
            listed.arms[0] = info.settings.anchors[0].coords;
        }
        for (_, part, place) in listed.constraints() {
            let constraint = &mut self.constraints[place];
            let told = info.settings.constraint(part, softness);
            let JointConstraint { body_a, body_b, priority, impulse, impulse_at_pin, .. } =
                *constraint;
            *constraint =
                JointConstraint { body_a, body_b, priority, impulse, impulse_at_pin, ..told };
        }
    }

    /// True if a joint of two bodies keeps them from colliding.
    pub(crate) fn keep_apart(&self, a: &BodyInfo, b: &BodyInfo) -> bool {
        let fewer = if a.joints.len() <= b.joints.len() { a } else { b };
        fewer.joints.iter().filter_map(|key| self.infos.get(*key)).any(|joint| {
            joint.keeps_apart() && joint.bodies.contains(&a.key) && joint.bodies.contains(&b.key)
        })
    }

    /// Forgets the impulses of a joint in the last substep.
    pub fn forget_impulses(&mut self, key: JointKey) {
        let Some(info) = self.infos.get_mut(key) else { return };
        info.forget_impulses();
        let Some(listed) = self.listed.get(info.listed as usize) else { return };
        for (_, _, place) in listed.constraints() {
            let constraint = &mut self.constraints[place];
            (constraint.impulse, constraint.impulse_at_pin) = ([0.0; 4], Vector::zeros());
            constraint.changed = true;
        }
    }

    /// Copies the solver's results back into the joints, and lists none.
    pub fn unlist_all(&mut self, structure: &Structure) {
        for listed in self.listed.drain(..) {
            let Some(info) = self.infos.get_mut(listed.key) else { continue };
            info.listed = NOT_LISTED;
            info.turns = listed.turns;
            info.solved_as = listed.solved_as(structure);
            info.forget_impulses();
            for (slot, _, place) in listed.constraints() {
                let constraint = &self.constraints[place];
                info.impulses[slot] = constraint.impulse;
                info.impulse_at_pin += constraint.impulse_at_pin;
            }
        }
        self.constraints.clear();
    }
}

/// The impulses of a number without those with which a motor and a limit oppose one another. A
/// motor that presses into a limit gives all it can, and the limit takes as much. If the motor
/// turns around, the limit would hold it back for as many iterations as it is stronger than it need
/// be.
fn without_opposed([hold, motor, lower, upper]: [Real; 4]) -> [Real; 4] {
    let (into_lower, into_upper) = (lower.min(-motor).max(0.0), upper.min(motor).max(0.0));
    [hold, motor + into_lower - into_upper, lower - into_lower, upper - into_upper]
}

impl JointInfo {
    /// Fills a slot for a moment.
    pub fn vacant() -> Self {
        Self::new([BodyKey::default(); 2], Settings::new(JointKind::Filter))
    }

    pub fn new(bodies: [BodyKey; 2], settings: Settings) -> Self {
        Self {
            bodies,
            settings,
            geared: None,
            reference: [Rotation::identity(); 2],
            turns: [Turns::default(); 2],
            gear_value: 0.0,
            tooth: 0.0,
            impulses: [[0.0; 4]; 3],
            impulse_at_pin: Vector::zeros(),
            opening: Opening::default(),
            solved_as: SolvedAs::default(),
            listed: NOT_LISTED,
        }
    }

    /// The impulses that its parts begin with, and the one at the pin of them all. While the joint
    /// is listed, its constraints have them.
    pub(crate) fn take_impulses(&mut self) -> ([[Real; 4]; 3], Vector) {
        let impulses = (self.impulses, self.impulse_at_pin);
        self.forget_impulses();
        impulses
    }

    fn forget_impulses(&mut self) {
        (self.impulses, self.impulse_at_pin) = ([[0.0; 4]; 3], Vector::zeros());
    }

    /// The body beside this one; itself if the joint has one body.
    pub(crate) fn other(&self, body: BodyKey) -> BodyKey {
        let [a, b] = self.bodies;
        if a == body { b } else { a }
    }

    /// True if it keeps its bodies from colliding.
    pub(crate) fn keeps_apart(&self) -> bool {
        self.settings.enabled && !self.settings.collide_connected
    }

    /// The tooth of a ratchet at or behind an angle.
    pub(crate) fn tooth_at(&self, angle: f64) -> Real {
        let Settings { kind, phase, step, .. } = self.settings;
        if kind != JointKind::Ratchet {
            return 0.0;
        }
        let (phase, step) = (f64::from(phase), f64::from(step));
        (phase + step * libm::floor((angle - phase) / step)) as Real
    }

    /// The angles that a ratchet lets it have.
    pub fn tooth_limits(&self) -> [Real; 2] {
        if self.settings.step > 0.0 { [self.tooth, UNBOUNDED] } else { [-UNBOUNDED, self.tooth] }
    }

    /// True if the joint makes one island of its bodies, if both are dynamic.
    pub fn joins(&self) -> bool {
        self.settings.parts().iter().any(Option::is_some)
    }
}

/// B's rotation past A's.
pub fn past(a: Rotation, b: Rotation) -> Rotation {
    a.inverse() * b
}
