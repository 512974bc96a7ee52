//! Edits of all kinds, with any numbers and keys.

use umbra::prelude::*;
use umbra_scenes::flippers::Dice;

use crate::setters::{self, Values};

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

/// Source of the arguments of calls. Keys are never forgotten, so many of them name things that
/// were removed.
pub struct Source {
    pub dice: Dice,
    pub bodies: Vec<BodyKey>,
    pub colliders: Vec<ColliderKey>,
    pub joints: Vec<JointKey>,
    pub fields: Vec<FieldKey>,
    pub portals: Vec<PortalKey>,
}

impl Values for Source {
    fn below(&mut self, count: u32) -> u32 {
        self.dice.below(count)
    }

    /// Mostly a number of the world that bodies meet in.
    fn number(&mut self) -> Real {
        match self.below(80) {
            0 | 1 => ODD[self.below(ODD.len() as u32) as usize],
            2 => self.dice.between(-1e4, 1e4),
            3 => 0.0,
            4..=60 => self.dice.between(0.0, 1.5),
            _ => self.dice.between(-4.0, 4.0),
        }
    }
}

impl Source {
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

    fn portal_key(&mut self) -> PortalKey {
        self.key(|it| &it.portals)
    }

    /// A portal, whose ends mostly are equally long.
    fn portal(&mut self) -> Portal {
        let [from, to, along] = [self.pair(), self.pair(), self.pair()];
        let end = |start: [Real; 2]| [start, [start[0] + along[0], start[1] + along[1]]];
        let to = if self.below(8) == 0 { [to, self.pair()] } else { end(to) };
        Portal::new(end(from), to).one_way(self.coin()).enabled(self.below(8) > 0)
    }

    /// An edit of any kind.
    pub fn edit(&mut self) -> Edit {
        match self.below(78) {
            0..=5 => Edit::AddBody(self.body()),
            6..=14 => Edit::AddCollider(self.body_key(), self.collider()),
            15..=17 => Edit::AddJoint(self.joint()),
            18 | 19 => Edit::RemoveBody(self.body_key()),
            20 => Edit::RemoveCollider(self.collider_key()),
            21 => Edit::RemoveJoint(self.joint_key()),
            22 => Edit::Config(self.config()),
            23 => Edit::ShiftOrigin(self.vector()),
            24 if self.below(40) == 0 => Edit::Clear,
            24..=40 => {
                let (key, kind) = (self.body_key(), self.below(setters::OF_BODY));
                Edit::Body(key, setters::body_edit(self, kind))
            }
            41..=54 => {
                let (key, kind) = (self.collider_key(), self.below(setters::OF_COLLIDER));
                Edit::Collider(key, setters::collider_edit(self, kind))
            }
            55..=63 => {
                let (key, kind) = (self.joint_key(), self.below(setters::OF_JOINT));
                Edit::Joint(key, setters::joint_edit(self, kind))
            }
            64 => Edit::AddField(self.field()),
            65 => Edit::Field(self.field_key(), self.field()),
            66 => Edit::RemoveField(self.field_key()),
            67 => Edit::SplitBody(self.body_key(), [self.point(), self.point()]),
            68 => Edit::ShatterBody(self.body_key(), self.point(), self.below(7)),
            69 => Edit::CarveBody(self.body_key(), self.points()),
            70 => {
                let carving = Carving::new(self.points()).isles_fall(self.coin());
                Edit::Carve(Box::new(carving.anchors([self.point()])))
            }
            71 => Edit::AddPortal(self.portal()),
            72 => Edit::Portal(self.portal_key(), self.portal()),
            73 => Edit::RemovePortal(self.portal_key()),
            74 => Edit::BindJoint(self.joint_key(), [self.body_key(), self.body_key()]),
            75 | 76 => self.exchange(),
            _ => Edit::Explode(self.explosion()),
        }
    }

    fn exchange(&mut self) -> Edit {
        let shapes = |source: &mut Self| {
            let kept: Vec<_> = (0..source.below(4)).map(|_| source.below(6) as usize).collect();
            let mut shapes = NewShapes::new(source.collider_key()).keep(kept);
            for _ in 0..source.below(3) {
                let Ok(box_) = Polygon::cuboid(source.number(), source.number()) else { continue };
                shapes = shapes.add(pose(source.pair(), source.number()), box_);
            }
            match source.below(4) {
                0 => shapes.mass(source.number()),
                1 => shapes.density(source.number()),
                _ => shapes,
            }
        };
        let shapes = (0..self.below(3) + 1).map(|_| shapes(self)).collect();
        Edit::ExchangeShapes(self.body_key(), shapes)
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
        let explosion = explosion.shielded(self.coin());
        if self.below(4) == 0 { explosion.core(self.number()) } else { explosion }
    }

    fn body(&mut self) -> Body {
        let mut body = match self.below(8) {
            0 | 1 => Body::fixed(),
            2 => Body::kinematic(),
            _ => Body::dynamic(),
        };
        body = body.position(self.pair()).velocity(self.pair());
        if self.coin() {
            body = body.angle(self.number()).angular_velocity(self.number());
        }
        if self.below(6) == 0 {
            body = body.bullet(true).linear_damping(self.number()).gravity_scale(self.number());
        }
        if self.below(6) == 0 {
            body = body.sleeping(true).can_sleep(self.coin());
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
}
