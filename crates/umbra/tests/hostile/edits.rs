//! Edits of all kinds, with any numbers and keys.

use umbra::prelude::*;
use umbra_scenes::flippers::Dice;

/// Numbers at which arithmetic goes wrong.
const ODD: [Real; 16] = [
    Real::NAN,
    Real::INFINITY,
    Real::NEG_INFINITY,
    Real::MAX,
    Real::MIN,
    Real::MIN_POSITIVE,
    1e-40,
    -1e-40,
    -0.0,
    1e30,
    -1e30,
    1e19,
    1e8,
    1e-8,
    Real::EPSILON,
    1.000_000_1,
];

/// What calls are made of. Keys are never forgotten, so many name what is gone.
pub struct Source {
    pub dice: Dice,
    pub bodies: Vec<BodyKey>,
    pub colliders: Vec<ColliderKey>,
    pub joints: Vec<JointKey>,
    pub fields: Vec<FieldKey>,
}

impl Source {
    pub fn below(&mut self, count: u32) -> u32 {
        self.dice.below(count)
    }

    /// Mostly a number of the world that bodies meet in.
    pub fn number(&mut self) -> Real {
        match self.below(80) {
            0 | 1 => ODD[self.below(ODD.len() as u32) as usize],
            2 => self.dice.between(-1e4, 1e4),
            3 => 0.0,
            4..=60 => self.dice.between(0.0, 1.5),
            _ => self.dice.between(-4.0, 4.0),
        }
    }

    pub fn pair(&mut self) -> [Real; 2] {
        [self.number(), self.number()]
    }

    pub fn vector(&mut self) -> Vector {
        self.pair().into()
    }

    pub fn point(&mut self) -> Point {
        self.pair().into()
    }

    pub fn pose(&mut self) -> Pose {
        pose(self.pair(), self.number())
    }

    pub fn is_so(&mut self) -> bool {
        self.below(2) == 0
    }

    /// One of a list, the later ones more often; nobody's if it is empty.
    fn key<K: Copy + Default>(&mut self, keys: fn(&Self) -> &Vec<K>) -> K {
        let count = keys(self).len() as u32;
        match (count, self.below(8)) {
            (0, _) => K::default(),
            (_, 0) => {
                let place = self.below(count);
                keys(self)[place as usize]
            }
            _ => {
                let back = self.below(count.min(40));
                keys(self)[(count - 1 - back) as usize]
            }
        }
    }

    pub fn body_key(&mut self) -> BodyKey {
        self.key(|it| &it.bodies)
    }

    pub fn collider_key(&mut self) -> ColliderKey {
        self.key(|it| &it.colliders)
    }

    pub fn joint_key(&mut self) -> JointKey {
        self.key(|it| &it.joints)
    }

    pub fn field_key(&mut self) -> FieldKey {
        self.key(|it| &it.fields)
    }

    /// An edit of any kind.
    pub fn edit(&mut self) -> Edit {
        match self.below(72) {
            0..=5 => Edit::AddBody(self.body()),
            6..=14 => Edit::AddCollider(self.body_key(), self.collider()),
            15..=17 => Edit::AddJoint(self.joint()),
            18 | 19 => Edit::RemoveBody(self.body_key()),
            20 => Edit::RemoveCollider(self.collider_key()),
            21 => Edit::RemoveJoint(self.joint_key()),
            22 => Edit::Config(self.config()),
            23 => Edit::ShiftOrigin(self.vector()),
            24 if self.below(40) == 0 => Edit::Clear,
            24..=40 => Edit::Body(self.body_key(), self.body_edit()),
            41..=54 => Edit::Collider(self.collider_key(), self.collider_edit()),
            55..=63 => Edit::Joint(self.joint_key(), self.joint_edit()),
            64 => Edit::AddField(self.field()),
            65 => Edit::Field(self.field_key(), self.field()),
            66 => Edit::RemoveField(self.field_key()),
            67 => Edit::SplitBody(self.body_key(), [self.point(), self.point()]),
            68 => Edit::ShatterBody(self.body_key(), self.point(), self.below(7)),
            69 => Edit::CarveBody(self.body_key(), self.points()),
            70 => {
                let carving = Carving::new(self.points()).isles_fall(self.is_so());
                Edit::Carve(Box::new(carving.anchors([self.point()])))
            }
            _ => Edit::Explode(self.explosion()),
        }
    }

    fn field(&mut self) -> Field {
        let field = match self.below(5) {
            0 => Field::gravity(self.pair()),
            1 => Field::attraction(self.number(), self.number()),
            2 => Field::magnet(self.number(), self.number()),
            3 => Field::wind(self.pair()).drag(self.number()).lift(self.number()),
            _ => Field::water(self.number()).drag(self.number()).velocity(self.pair()),
        };
        let field = field.at_pose(self.pair(), self.number());
        match self.below(8) {
            0 => field,
            1 => field.below(),
            2 => field.polygon(self.points()),
            3 => field.on(self.body_key()).cuboid(self.number(), self.number()),
            _ => field.cuboid(self.number(), self.number()),
        }
    }

    fn explosion(&mut self) -> Explosion {
        let explosion = Explosion::new(self.pair(), self.number()).impulse(self.number());
        let explosion = explosion.shielded(self.is_so());
        if self.below(4) == 0 { explosion.core(self.number()) } else { explosion }
    }

    fn body(&mut self) -> Body {
        let mut body = match self.below(8) {
            0 | 1 => Body::fixed(),
            2 => Body::kinematic(),
            _ => Body::dynamic(),
        };
        body = body.position(self.pair()).velocity(self.pair());
        if self.is_so() {
            body = body.angle(self.number()).angular_velocity(self.number());
        }
        if self.below(6) == 0 {
            body = body.bullet(true).linear_damping(self.number()).gravity_scale(self.number());
        }
        if self.below(6) == 0 {
            body = body.sleeping(true).can_sleep(self.is_so());
        }
        body
    }

    fn collider(&mut self) -> Collider {
        let shape = match self.below(12) {
            0 | 1 => Collider::circle(self.number()),
            2 | 3 => Collider::cuboid(self.number(), self.number()),
            4 => Collider::rounded_cuboid(self.number(), self.number(), self.number()),
            5 => Collider::capsule(self.point(), self.point(), self.number()),
            6 => Collider::segment(self.point(), self.point()),
            7 => Collider::polygon(self.points()),
            8 => Collider::chain(self.points()),
            9 => Collider::concave(self.points()),
            10 => {
                let heights: Vec<_> = (0..self.below(7)).map(|_| self.number()).collect();
                Collider::heightfield(heights, self.number())
            }
            _ => {
                let rows: Vec<Vec<Tile>> = (0..self.below(4))
                    .map(|_| (0..self.below(5)).map(|_| self.tile()).collect())
                    .collect();
                Collider::tiles(self.number(), rows)
            }
        };
        let mut shape = shape.friction(self.number().abs()).sensor(self.below(6) == 0);
        if self.below(4) == 0 {
            shape = shape.restitution(self.number()).rolling_resistance(self.number());
        }
        if self.below(4) == 0 {
            shape = shape.density(self.number()).surface_speed(self.number());
        }
        if self.below(8) == 0 {
            shape = shape.one_way(self.pair());
        }
        if self.below(4) == 0 { shape.offset(self.pose()).hit_events(true) } else { shape }
    }

    fn points(&mut self) -> Vec<Point> {
        (0..self.below(9)).map(|_| self.point()).collect()
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

    fn material(&mut self) -> Material {
        let (friction, restitution) = (self.number(), self.number());
        Material { friction, restitution, ..Material::default() }
    }

    fn rule(&mut self) -> CombineRule {
        use CombineRule::{Average, GeometricMean, Maximum, Minimum, Multiply, Usual};
        [Usual, GeometricMean, Average, Minimum, Multiply, Maximum][self.below(6) as usize]
    }

    fn config(&mut self) -> SceneConfig {
        let mut config = SceneConfig::default();
        match self.below(12) {
            0 => config.gravity = self.vector(),
            1 => config.length_unit = self.number(),
            2 => config.hit_speed = self.number(),
            3 => config.sleep.delay = self.number(),
            4 => config.sleep.speed = self.number(),
            5 => config.solver.substeps = self.below(10),
            6 => config.solver.velocity_iterations = self.below(4),
            7 => config.solver.max_speed = self.number(),
            8 => config.solver.joint_softness.hertz = self.number(),
            9 => config.restitution_rule = self.rule(),
            10 => config.continuous = Continuous::All,
            _ => config.sleep.enabled = false,
        }
        config
    }

    fn joint(&mut self) -> JointBuilder {
        let [a, b] = [self.body_key(), self.body_key()];
        let [at, to] = [self.point(), self.point()];
        let joint = match self.below(16) {
            0 | 1 => Joint::revolute(a, b, at),
            2 => Joint::prismatic(a, b, at, self.pair()),
            3 => Joint::wheel(a, b, at, self.pair()),
            4 => Joint::groove(a, b, at, to, self.point()),
            5 => Joint::weld(a, b, at),
            6 => Joint::distance(a, b, at, to),
            7 => Joint::rope(a, b, at, to, self.number()),
            8 => Joint::spring(a, b, at, to, self.number(), self.number()),
            9 => Joint::motor(a, b),
            10 => Joint::target(b, at),
            11 => Joint::friction(a, b, at),
            12 => Joint::gear(a, b, self.number()),
            13 => Joint::gear_between(self.joint_key(), self.joint_key(), self.number()),
            14 => Joint::pulley(a, b, at, to, self.point(), self.point(), self.number()),
            _ => Joint::ratchet(a, b, self.number(), self.number()),
        };
        match self.below(5) {
            0 => joint.limits(self.number(), self.number()),
            1 => joint.motor(self.number(), self.number()),
            2 => joint.break_force(self.number()).collide_connected(true),
            _ => joint,
        }
    }

    fn body_edit(&mut self) -> BodyEdit {
        let wakes = self.is_so();
        match self.below(25) {
            0 | 1 => BodyEdit::Pose(self.pose()),
            2 => BodyEdit::Velocity(self.vector()),
            3 => BodyEdit::AngularVelocity(self.number()),
            4 => BodyEdit::Force { force: self.vector(), torque: self.number(), wakes },
            5 => {
                let (impulse, angular_impulse) = (self.vector(), self.number());
                BodyEdit::Impulse { impulse, angular_impulse, wakes }
            }
            6 => BodyEdit::ConstantForce(self.vector(), self.number()),
            7 => BodyEdit::LinearDamping(self.number()),
            8 => BodyEdit::AngularDamping(self.number()),
            9 => BodyEdit::GravityScale(self.number()),
            10 => BodyEdit::AdditionalMass(self.number()),
            11 if self.is_so() => BodyEdit::MassProperties(None),
            11 => {
                let (mass, center, inertia) = (self.number(), self.point(), self.number());
                BodyEdit::MassProperties(Some(MassProperties { mass, center, inertia }))
            }
            12 => BodyEdit::LockRotation(wakes),
            13 => BodyEdit::LockTranslation([wakes, self.is_so()]),
            14 => {
                let kinds = [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic];
                BodyEdit::Kind(kinds[self.below(3) as usize])
            }
            15 | 16 => BodyEdit::Enabled(wakes),
            17 => BodyEdit::Bullet(wakes),
            18 => BodyEdit::DropThrough(wakes),
            19 => BodyEdit::CanSleep(wakes),
            20 => BodyEdit::SleepTolerance(self.number()),
            21 => BodyEdit::Wake,
            22 => BodyEdit::Sleep,
            23 => BodyEdit::Fracture(wakes.then(|| self.number())),
            _ => BodyEdit::UserData(u64::from(self.below(3))),
        }
    }

    fn collider_edit(&mut self) -> ColliderEdit {
        let is_so = self.is_so();
        match self.below(20) {
            0 => ColliderEdit::Friction(self.number()),
            1 => ColliderEdit::Restitution(self.number()),
            2 => ColliderEdit::RollingResistance(self.number()),
            3 => ColliderEdit::SurfaceSpeed(self.number()),
            4 => ColliderEdit::FrictionRule(self.rule()),
            5 => ColliderEdit::RestitutionRule(self.rule()),
            6 => ColliderEdit::ShapeMaterial(self.below(5) as usize, self.material()),
            7 => ColliderEdit::Density(self.number()),
            8 => ColliderEdit::Mass(self.number()),
            9 => {
                let mask = u64::from(self.below(4));
                ColliderEdit::Filter(Filter { mask, group: self.below(3) as i32 - 1, category: 1 })
            }
            10 => ColliderEdit::Sensor(is_so),
            11 => ColliderEdit::SeesSensors(is_so),
            12 => ColliderEdit::OneWay(is_so.then(|| self.vector())),
            13 => ColliderEdit::OneSided(is_so),
            14 => match Circle::new(self.number()) {
                Ok(circle) => ColliderEdit::Shape(circle.into()),
                Err(_) => ColliderEdit::UserData(7),
            },
            15 => ColliderEdit::Offset(self.pose()),
            16 => ColliderEdit::Enabled(is_so),
            17 | 18 => {
                let far = if self.below(9) == 0 { i32::MAX } else { 0 };
                let at = [0, 1].map(|_| (self.below(9) as i32 - 2).saturating_add(far));
                ColliderEdit::Cell(at, self.tile())
            }
            _ => ColliderEdit::HitEvents(is_so),
        }
    }

    fn joint_edit(&mut self) -> JointEdit {
        let is_so = self.is_so();
        let pair = self.pair();
        let soft = Softness { hertz: pair[0], damping_ratio: pair[1] };
        match self.below(23) {
            0 => JointEdit::Limits(is_so.then_some(pair)),
            1 => JointEdit::Motor(is_so.then_some(pair)),
            2 => JointEdit::Spring(is_so.then_some(soft)),
            3 => JointEdit::AngularSpring(is_so.then_some(soft)),
            4 => JointEdit::SpringStiffness(pair[0], pair[1]),
            5 => JointEdit::AngularSpringStiffness(pair[0], pair[1]),
            6 => JointEdit::Softness(soft),
            7 => JointEdit::Rest(pair[0]),
            8 => JointEdit::Length(pair[0]),
            9 => JointEdit::Velocity(pair.into()),
            10 => JointEdit::AngularVelocity(pair[0]),
            11 => JointEdit::Target(is_so.then(|| self.pose())),
            12 => JointEdit::TargetPoint(pair.into()),
            13 => JointEdit::MaxForce(pair[0]),
            14 => JointEdit::MaxTorque(pair[0]),
            15 => JointEdit::BreakForce(pair[0]),
            16 => JointEdit::BreakTorque(pair[0]),
            17 => JointEdit::Ratio(pair[0]),
            18 => JointEdit::LocalAnchors([pair.into(), self.point()]),
            19 => JointEdit::LocalAxis(pair.into()),
            20 => JointEdit::Enabled(is_so),
            21 => JointEdit::CollideConnected(is_so),
            _ => JointEdit::Close,
        }
    }
}
