//! Setters of every kind, as edits.

use umbra::prelude::*;
use umbra_scenes::flippers::Dice;

/// Draws the values that edits are made of.
pub trait Values {
    fn below(&mut self, count: u32) -> u32;
    fn number(&mut self) -> Real;

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    fn pair(&mut self) -> [Real; 2] {
        [self.number(), self.number()]
    }

    fn vector(&mut self) -> Vector {
        self.pair().into()
    }

    fn point(&mut self) -> Point {
        self.pair().into()
    }

    fn pose(&mut self) -> Pose {
        pose(self.pair(), self.number())
    }

    fn material(&mut self) -> Material {
        let (friction, restitution) = (self.number(), self.number());
        Material { friction, restitution, ..Material::default() }
    }

    fn rule(&mut self) -> CombineRule {
        use CombineRule::{Average, GeometricMean, Maximum, Minimum, Multiply, Usual};
        [Usual, GeometricMean, Average, Minimum, Multiply, Maximum][self.below(6) as usize]
    }

    fn tile(&mut self) -> Tile {
        let cell = match self.below(4) {
            0 => Cell::Empty,
            1 => Cell::OneWay,
            _ => Cell::Full,
        };
        match self.below(5) {
            0 => cell.material(self.material()),
            _ => cell.into(),
        }
    }
}

/// Ordinary values.
impl Values for Dice {
    fn below(&mut self, count: u32) -> u32 {
        Self::below(self, count)
    }

    fn number(&mut self) -> Real {
        match Self::below(self, 8) {
            0 => 0.0,
            1 => self.between(-2.0, 0.0),
            _ => self.between(0.0, 2.0),
        }
    }
}

/// Numbers of kinds of setters of bodies, colliders and joints, of which some are drawn more often.
pub const OF_BODY: u32 = 25;
pub const OF_COLLIDER: u32 = 20;
pub const OF_JOINT: u32 = 24;

pub fn body_edit(values: &mut impl Values, kind: u32) -> BodyEdit {
    let wakes = values.coin();
    match kind {
        0 | 1 => BodyEdit::Pose(values.pose()),
        2 => BodyEdit::Velocity(values.vector()),
        3 => BodyEdit::AngularVelocity(values.number()),
        4 => BodyEdit::Force { force: values.vector(), torque: values.number(), wakes },
        5 => {
            let (impulse, angular_impulse) = (values.vector(), values.number());
            BodyEdit::Impulse { impulse, angular_impulse, wakes }
        }
        6 => BodyEdit::ConstantForce(values.vector(), values.number()),
        7 => BodyEdit::LinearDamping(values.number()),
        8 => BodyEdit::AngularDamping(values.number()),
        9 => BodyEdit::GravityScale(values.number()),
        10 => BodyEdit::AdditionalMass(values.number()),
        11 if values.coin() => BodyEdit::MassProperties(None),
        11 => {
            let (mass, center, inertia) = (values.number(), values.point(), values.number());
            BodyEdit::MassProperties(Some(MassProperties { mass, center, inertia }))
        }
        12 => BodyEdit::LockRotation(wakes),
        13 => BodyEdit::LockTranslation([wakes, values.coin()]),
        14 => {
            let kinds = [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic];
            BodyEdit::Kind(kinds[values.below(3) as usize])
        }
        15 | 16 => BodyEdit::Enabled(wakes),
        17 => BodyEdit::Bullet(wakes),
        18 => BodyEdit::DropThrough(wakes),
        19 => BodyEdit::CanSleep(wakes),
        20 => BodyEdit::SleepTolerance(values.number()),
        21 => BodyEdit::Wake,
        22 => BodyEdit::Sleep,
        23 => BodyEdit::Fracture(wakes.then(|| values.number())),
        _ => BodyEdit::UserData(u64::from(values.below(3))),
    }
}

pub fn collider_edit(values: &mut impl Values, kind: u32) -> ColliderEdit {
    let coin = values.coin();
    match kind {
        0 => ColliderEdit::Friction(values.number()),
        1 => ColliderEdit::Restitution(values.number()),
        2 => ColliderEdit::RollingResistance(values.number()),
        3 => ColliderEdit::SurfaceSpeed(values.number()),
        4 => ColliderEdit::FrictionRule(values.rule()),
        5 => ColliderEdit::RestitutionRule(values.rule()),
        6 => ColliderEdit::ShapeMaterial(values.below(5) as usize, values.material()),
        7 => ColliderEdit::Density(values.number()),
        8 => ColliderEdit::Mass(values.number()),
        9 => {
            let mask = u64::from(values.below(4));
            ColliderEdit::Filter(Filter { mask, group: values.below(3) as i32 - 1, category: 1 })
        }
        10 => ColliderEdit::Sensor(coin),
        11 => ColliderEdit::SeesSensors(coin),
        12 => ColliderEdit::OneWay(coin.then(|| values.vector())),
        13 => ColliderEdit::OneSided(coin),
        14 => match Circle::new(values.number()) {
            Ok(circle) => ColliderEdit::Shape(circle.into()),
            Err(_) => ColliderEdit::UserData(7),
        },
        15 => ColliderEdit::Offset(values.pose()),
        16 => ColliderEdit::Enabled(coin),
        17 | 18 => {
            let far = if values.below(9) == 0 { i32::MAX } else { 0 };
            let at = [0, 1].map(|_| (values.below(9) as i32 - 2).saturating_add(far));
            ColliderEdit::Cell(at, values.tile())
        }
        _ => ColliderEdit::HitEvents(coin),
    }
}

pub fn joint_edit(values: &mut impl Values, kind: u32) -> JointEdit {
    let coin = values.coin();
    let pair = values.pair();
    let soft = Softness { hertz: pair[0], damping_ratio: pair[1] };
    match kind {
        0 => JointEdit::Limits(coin.then_some(pair)),
        1 => JointEdit::Motor(coin.then_some(pair)),
        2 => JointEdit::Spring(coin.then_some(soft)),
        3 => JointEdit::AngularSpring(coin.then_some(soft)),
        4 => JointEdit::SpringStiffness(pair[0], pair[1]),
        5 => JointEdit::AngularSpringStiffness(pair[0], pair[1]),
        6 => JointEdit::Softness(soft),
        7 => JointEdit::Rest(pair[0]),
        8 => JointEdit::Length(pair[0]),
        9 => JointEdit::Velocity(pair.into()),
        10 => JointEdit::AngularVelocity(pair[0]),
        11 => JointEdit::Target(coin.then(|| values.pose())),
        12 => JointEdit::TargetPoint(pair.into()),
        13 => JointEdit::MaxForce(pair[0]),
        14 => JointEdit::MaxTorque(pair[0]),
        15 => JointEdit::BreakForce(pair[0]),
        16 => JointEdit::BreakTorque(pair[0]),
        17 => JointEdit::Ratio(pair[0]),
        18 => JointEdit::LocalAnchors([pair.into(), values.point()]),
        19 => JointEdit::LocalAxis(pair.into()),
        20 => JointEdit::Enabled(coin),
        21 => JointEdit::CollideConnected(coin),
        22 => JointEdit::UserData(u64::from(values.below(3))),
        _ => JointEdit::Close,
    }
}

/// The kind of thing that a run of edits changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Body(BodyKey),
    Collider(ColliderKey),
    Joint(JointKey),
}

impl Target {
    /// One of what a scene has: of bodies, colliders and joints alike.
    pub fn drawn(scene: &Scene, values: &mut impl Values) -> Option<Self> {
        match values.below(4) {
            0 => one(scene.bodies(), scene.body_count(), values).map(Self::Body),
            1 => one(scene.colliders(), scene.collider_count(), values).map(Self::Collider),
            _ => one(scene.joints(), scene.joint_count(), values).map(Self::Joint),
        }
    }

    /// Setters of one or two kinds, again and again.
    pub fn edits(self, values: &mut impl Values) -> Vec<Edit> {
        let kinds = match self {
            Self::Body(_) => OF_BODY,
            Self::Collider(_) => OF_COLLIDER,
            Self::Joint(_) => OF_JOINT,
        };
        let kinds = [values.below(kinds), values.below(kinds)];
        let edit = |_| {
            let kind = kinds[values.below(2) as usize];
            match self {
                Self::Body(key) => Edit::Body(key, body_edit(values, kind)),
                Self::Collider(key) => Edit::Collider(key, collider_edit(values, kind)),
                Self::Joint(key) => Edit::Joint(key, joint_edit(values, kind)),
            }
        };
        (0..5).map(edit).collect()
    }
}

fn one<K>(mut keys: impl Iterator<Item = K>, count: usize, values: &mut impl Values) -> Option<K> {
    (count > 0).then(|| values.below(count as u32)).and_then(|place| keys.nth(place as usize))
}

/// The bits of what all joints but one gave in the last substep.
fn loads_of_others(scene: &Scene, edited: JointKey) -> Vec<(JointKey, [u32; 3])> {
    let load = |key| {
        let joint = scene.joint(key).unwrap();
        let (force, torque) = (joint.reaction_force(), joint.reaction_torque());
        (key, [force.x, force.y, torque].map(Real::to_bits))
    };
    scene.joints().filter(|key| *key != edited).map(load).collect()
}

/// Makes an edit, which may be refused. An edit of a joint changes the load of no other one.
pub fn make(scene: &mut Scene, edit: Edit) -> Result<Added, umbra::Error> {
    let joint = match edit {
        // Closing moves bodies, with which the directions of forces turn.
        Edit::Joint(key, it) if it != JointEdit::Close => Some(key),
        _ => None,
    };
    let before = joint.map(|key| loads_of_others(scene, key));
    let text = joint.map(|_| format!("{edit:?}"));
    let made = scene.edit(edit);
    let after = joint.map(|key| loads_of_others(scene, key));
    assert_eq!(before, after, "after {text:?}");
    made
}
