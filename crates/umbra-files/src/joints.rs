//! Joints in files.

use umbra_geom::{Point, Real, Rotation};

use crate::record::entry;
use crate::record::{Number, Pair, PoseRecord, of_rotation, pair, point, record, rotation, vector};
use crate::{BodyKey, Error, JointEdit, JointKey, JointKind, Softness, check};
use umbra_world::World;
use umbra_world::joint::{JointDef, Settings, Spring};
use umbra_world::store::JointInfo;

record! {
    /// A joint between two bodies of the file, or two joints that are geared.
    #[derive(PartialEq)]
    pub(crate) struct JointRecord {
        kind: JointKind = JointKind::Revolute,
        /// Indices of both bodies in the file.
        bodies: [u32; 2] = [0, 0],
        /// Indices in the file of the joints of a gear between joints.
        geared: Option<[u32; 2]> = None,
        /// A point of the world.
        anchor: Option<Pair> = None,
        /// A point of the world on each body.
        anchors: Option<[Pair; 2]> = None,
        /// A point of each body, as it sees it. An axis is then as the first body sees it,
        /// otherwise one of the world.
        local_anchors: Option<[Pair; 2]> = None,
        /// Rotation of B relative to A at which the angle is 0, by cosine and sine; of a gear, the
        /// rotations of both. The current ones if this is left out.
        reference: Option<[Pair; 2]> = None,
        axis: Option<Pair> = None,
        rest: Option<Number> = None,
        limits: Option<Pair> = None,
        /// Speed, and the largest force or torque.
        motor: Option<Pair> = None,
        spring: Option<Spring> = None,
        angular_spring: Option<Spring> = None,
        softness: Option<Softness> = None,
        max_force: Option<Number> = None,
        max_torque: Option<Number> = None,
        target: Option<PoseRecord> = None,
        velocity: Option<Pair> = None,
        angular_velocity: Option<Number> = None,
        ratio: Number = Number(1.0),
        phase: Number = Number(0.0),
        step: Number = Number(0.0),
        /// Ground points of a pulley, in the world.
        grounds: [Pair; 2] = [pair([0.0, 0.0]); 2],
        break_force: Option<Number> = None,
        break_torque: Option<Number> = None,
        enabled: bool = true,
        collide_connected: bool = false,
        user_data: u64 = 0,
    }
}

impl JointRecord {
    /// Of a joint in a scene, given how bodies and joints are numbered.
    pub(crate) fn from_info(
        info: &JointInfo,
        number_of_body: impl Fn(BodyKey) -> u32,
        number_of_joint: impl Fn(JointKey) -> u32,
    ) -> Self {
        Self {
            bodies: info.bodies.map(number_of_body),
            geared: info.geared.map(|joints| joints.map(number_of_joint)),
            reference: Some(info.reference.map(of_rotation)),
            ..Self::of_settings(&info.settings)
        }
    }

    /// Of what a joint was told.
    pub(crate) fn of_settings(settings: &Settings) -> Self {
        let usual = Settings::new(settings.kind);
        let other =
            |now: Real, usual: Real| (now.to_bits() != usual.to_bits()).then_some(Number(now));
        let pairs = |points: [Point; 2]| points.map(|at| pair(at.coords.into()));
        Self {
            kind: settings.kind,
            bodies: [0, 0],
            geared: None,
            anchor: None,
            anchors: None,
            local_anchors: Some(pairs(settings.anchors)),
            reference: None,
            axis: Some(pair(settings.axis.into())).filter(|axis| *axis != pair([1.0, 0.0])),
            rest: settings.rest.map(Number),
            limits: settings.limits.map(pair),
            motor: settings.motor.map(pair),
            spring: settings.spring,
            angular_spring: settings.angular_spring,
            softness: settings.softness,
            max_force: other(settings.max_force, usual.max_force),
            max_torque: other(settings.max_torque, usual.max_torque),
            target: settings.target.as_ref().map(PoseRecord::from_pose),
            velocity: settings.velocity.map(|velocity| pair(velocity.into())),
            angular_velocity: settings.angular_velocity.map(Number),
            ratio: Number(settings.ratio),
            phase: Number(settings.phase),
            step: Number(settings.step),
            grounds: pairs(settings.grounds),
            break_force: other(settings.break_force, usual.break_force),
            break_torque: other(settings.break_torque, usual.break_torque),
            enabled: settings.enabled,
            collide_connected: settings.collide_connected,
            user_data: settings.user_data,
        }
    }

    /// Does what a builder cannot, of a joint that was added.
    pub(crate) fn finish(&self, world: &mut World, key: JointKey) -> Result<(), Error> {
        if let Some(reference) = self.references()? {
            world.joints.infos[key].reference = reference;
            world.capture_reference(key);
            world.open_joint(key);
        }
        Ok(())
    }

    /// Reference rotations of both bodies, from which angles are measured, if the file has them.
    pub(crate) fn references(&self) -> Result<Option<[Rotation; 2]>, Error> {
        let Some([a, b]) = self.reference else { return Ok(None) };
        Ok(Some([rotation("reference", a)?, rotation("reference", b)?]))
    }

    /// Joint to be added, with all values checked like a caller's, and equal to the last bit.
    pub(crate) fn def(&self, bodies: &[BodyKey], joints: &[JointKey]) -> Result<JointDef, Error> {
        let body = |number: u32| entry("bodies", bodies, number).copied();
        let [a, b] = self.bodies;
        let bodies = [body(a)?, body(b)?];
        let joint = |number: u32| entry("geared", joints, number).copied();
        let geared = match self.geared {
            Some([a, b]) => Some([joint(a)?, joint(b)?]),
            None => None,
        };
        let mut settings = Settings::new(self.kind);
        self.check(&mut settings)?;
        self.write_exactly(&mut settings)?;
        Ok(JointDef { bodies, settings, is_local: self.local_anchors.is_some(), geared })
    }

    /// Makes all changes that the record asks for, which checks them.
    fn check(&self, settings: &mut Settings) -> Result<(), Error> {
        settings.grounds = self.grounds.map(point);
        for ground in settings.grounds {
            check::position("grounds", ground)?;
        }
        if let Some(axis) = self.axis {
            settings.set_axis("axis", vector(axis))?;
        }
        if self.kind == JointKind::Ratchet {
            settings.set_ratchet(self.phase.0, self.step.0)?;
        }
        if let Some(Number(rest)) = self.rest {
            let lengths =
                [JointKind::Distance, JointKind::Rope, JointKind::Spring, JointKind::Pulley];
            let has_length = lengths.contains(&self.kind);
            (if has_length { check::amount } else { check::number })("rest", rest)?;
        }
        if let Some(target) = self.target {
            settings.change(&JointEdit::Target(Some(target.pose()?)))?;
        }
        // A groove has limits from the start, and others cannot be set.
        let is_groove = self.kind == JointKind::Groove;
        let [Number(lower), Number(upper)] = self.limits.unwrap_or(pair([0.0, 0.0]));
        if is_groove && !(0.0 <= lower && lower <= upper && upper.is_finite()) {
            return Err(Error::InvertedLimits { parameter: "limits", lower, upper });
        }
        let real = |[Number(a), Number(b)]: Pair| [a, b];
        let spring = |spring: Option<Spring>,
                      swings: fn(Option<Softness>) -> JointEdit,
                      stiff: fn(Real, Real) -> JointEdit| match spring? {
            Spring::Swings(softness) => Some(swings(Some(softness))),
            Spring::Stiff([stiffness, damping]) => Some(stiff(stiffness, damping)),
        };
        let edits = [
            self.limits.filter(|_| !is_groove).map(|limits| JointEdit::Limits(Some(real(limits)))),
            self.motor.map(|motor| JointEdit::Motor(Some(real(motor)))),
            spring(self.spring, JointEdit::Spring, JointEdit::SpringStiffness),
            spring(
                self.angular_spring,
                JointEdit::AngularSpring,
                JointEdit::AngularSpringStiffness,
            ),
            self.softness.map(JointEdit::Softness),
            self.max_force.map(|Number(most)| JointEdit::MaxForce(most)),
            self.max_torque.map(|Number(most)| JointEdit::MaxTorque(most)),
            self.velocity.map(|velocity| JointEdit::Velocity(vector(velocity))),
            self.angular_velocity.map(|Number(spin)| JointEdit::AngularVelocity(spin)),
            (self.ratio != Number(1.0)).then_some(JointEdit::Ratio(self.ratio.0)),
            self.break_force.map(|Number(most)| JointEdit::BreakForce(most)),
            self.break_torque.map(|Number(most)| JointEdit::BreakTorque(most)),
        ];
        edits.iter().flatten().try_for_each(|edit| settings.change(edit))?;
        let anchors = self.local_anchors.or(self.anchors).or(self.anchor.map(|anchor| [anchor; 2]));
        anchors.map_or(Ok(()), |anchors| settings.set_anchors(["anchors"; 2], anchors.map(point)))
    }

    /// Writes what checks may have rounded.
    fn write_exactly(&self, settings: &mut Settings) -> Result<(), Error> {
        let real = |[Number(a), Number(b)]: Pair| [a, b];
        if let Some(axis) = self.axis.map(vector).filter(|axis| (axis.norm() - 1.0).abs() < 1e-5) {
            settings.axis = axis;
        }
        settings.rest = self.rest.map(|rest| rest.0);
        (settings.limits, settings.motor) = (self.limits.map(real), self.motor.map(real));
        (settings.spring, settings.angular_spring) = (self.spring, self.angular_spring);
        settings.softness = self.softness;
        settings.target = self.target.map(|target| target.pose()).transpose()?;
        settings.velocity = self.velocity.map(vector);
        settings.angular_velocity = self.angular_velocity.map(|spin| spin.0);
        (settings.ratio, settings.phase, settings.step) = (self.ratio.0, self.phase.0, self.step.0);
        settings.enabled = self.enabled;
        settings.collide_connected = self.collide_connected;
        settings.user_data = self.user_data;
        Ok(())
    }
}
