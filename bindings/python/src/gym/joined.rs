//! Bodies and joints as `umbra2d.box2d` makes them, with the same numbers in the same order.
use umbra::prelude::{Point, Vector, pose};
use umbra::{Body, BodyKey, Collider, Error, Filter, Joint, JointKey, Scene, SceneConfig};

/// Position iterations, tolerance and largest turn of `umbra2d.box2d.closing`.
const ITERATIONS: usize = 60;
const OPEN: f64 = 0.005;
const LARGEST_TURN: f64 = 8.0 * (std::f64::consts::PI / 180.0);

/// What Python's floats are for the engine.
pub fn point(at: [f64; 2]) -> Point {
    Point::new(at[0] as f32, at[1] as f32)
}

pub fn vector(by: [f64; 2]) -> Vector {
    Vector::new(by[0] as f32, by[1] as f32)
}

/// Configuration of a world for `Step(1 / 50, 180, 60)`.
pub fn config(gravity: f64) -> SceneConfig {
    let gravity = Vector::new(0.0, gravity as f32);
    let mut config = SceneConfig { gravity, ..SceneConfig::default() };
    config.sleep.speed = 0.02;
    config.solver.substeps = 16;
    config
}

/// Material and filter of a fixture.
#[derive(Clone, Copy)]
pub struct Fixture {
    pub density: f64,
    pub friction: f64,
    pub category: u64,
    pub mask: u64,
    pub moves: bool,
}

impl Fixture {
    /// A fixture of the ground.
    pub fn ground(friction: f64) -> Self {
        Self { density: 0.0, friction, category: 1, mask: 0xffff, moves: false }
    }

    /// A fixture that collides with the ground only.
    pub fn moving(density: f64, friction: f64, category: u64) -> Self {
        Self { density, friction, category, mask: 1, moves: true }
    }

    fn apply(self, collider: Collider) -> Collider {
        let filter = Filter { category: self.category, mask: self.mask, group: 0 };
        let collider = collider.density(self.density as f32).friction(self.friction as f32);
        collider.restitution(0.0).sees_sensors(self.moves).filter(filter)
    }

    pub fn edge(self, a: [f64; 2], b: [f64; 2]) -> Collider {
        self.apply(Collider::segment(point(a), point(b)))
    }

    pub fn polygon(self, vertices: &[[f64; 2]]) -> Collider {
        self.apply(Collider::polygon(vertices.iter().map(|at| point(*at)).collect::<Vec<_>>()))
    }

    /// A box of these half extents.
    pub fn cuboid(self, width: f64, height: f64) -> Collider {
        let (w, h) = (width, height);
        self.polygon(&[[-w, -h], [w, -h], [w, h], [-w, h]])
    }
}

/// Adds a dynamic body with one fixture, and returns it with the turns that its angle has lost.
pub fn add_body(
    scene: &mut Scene,
    at: [f64; 2],
    angle: f64,
    collider: Collider,
) -> Result<Turning, Error> {
    let key = scene.add(Body::dynamic().position(point(at)).angle(angle as f32), [])?;
    let lost = angle - f64::from(scene.body(key)?.unwrapped_angle());
    scene.add_collider(key, collider)?;
    Ok(Turning { key, lost })
}

/// A body, and its angle in double precision less that in the engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Turning {
    pub key: BodyKey,
    lost: f64,
}

impl Turning {
    /// Angle with all turns.
    pub fn angle(self, scene: &Scene) -> Result<f64, Error> {
        Ok(f64::from(scene.body(self.key)?.unwrapped_angle()) + self.lost)
    }
}

/// Description of a revolute joint with a motor and limits.
#[derive(Clone, Copy)]
pub struct Hinge {
    pub anchors: [[f64; 2]; 2],
    pub limits: [f64; 2],
    pub speed: f64,
    pub torque: f64,
}

/// A joint of a scene.
#[derive(Clone, Copy, Default)]
pub struct Joined {
    pub key: JointKey,
    /// What is added to the angle of the scene's joint.
    pub offset: f64,
    motor: (f64, f64),
}

impl Joined {
    pub fn add(scene: &mut Scene, bodies: [Turning; 2], hinge: &Hinge) -> Result<Self, Error> {
        let [a, b] = bodies;
        let joint = Joint::revolute(a.key, b.key, [0.0, 0.0])
            .local_anchors(point(hinge.anchors[0]), point(hinge.anchors[1]));
        let key = scene.add_joint(joint)?;
        scene.joint_mut(key)?.set_collide_connected(false);
        let angle = f64::from(scene.joint(key)?.angle());
        let offset = b.angle(scene)? - a.angle(scene)? - 0.0 - angle;
        let [lower, upper] = hinge.limits.map(|limit| (limit - offset) as f32);
        let mut joint = scene.joint_mut(key)?;
        joint.set_motor(hinge.speed as f32, hinge.torque as f32)?;
        joint.set_limits(lower, upper)?;
        Ok(Self { key, offset, motor: (hinge.speed, hinge.torque) })
    }

    /// Sets the motor, if that changes it: speed first, as in Python.
    pub fn drive(&mut self, scene: &mut Scene, speed: f64, torque: f64) -> Result<(), Error> {
        if self.motor == (speed, torque) {
            return Ok(());
        }
        self.motor = (speed, torque);
        scene.joint_mut(self.key)?.set_motor(speed as f32, torque as f32)
    }
}

/// A joint that is to be closed: its index in the bodies, and what it is.
pub struct Open {
    pub bodies: [usize; 2],
    pub hinge: Hinge,
    pub joint: JointKey,
}

/// Pose of a body while joints are closed.
struct Motion {
    x: f64,
    y: f64,
    angle: f64,
    local: [f64; 2],
    mass: f64,
    inertia: f64,
}

impl Motion {
    fn new(scene: &Scene, body: Turning) -> Result<Self, Error> {
        let angle = body.angle(scene)?;
        let body = scene.body(body.key)?;
        let center = body.center_of_mass();
        let local = body.local_point(center);
        Ok(Self {
            x: center.x.into(),
            y: center.y.into(),
            angle,
            local: [local.x.into(), local.y.into()],
            mass: 1.0 / f64::from(body.mass()),
            inertia: 1.0 / f64::from(body.inertia()),
        })
    }

    /// From the centre of mass to an anchor.
    fn arm(&self, anchor: [f64; 2]) -> [f64; 2] {
        let (x, y) = (anchor[0] - self.local[0], anchor[1] - self.local[1]);
        let (c, s) = (self.angle.cos(), self.angle.sin());
        [c * x - s * y, s * x + c * y]
    }

    fn push(&mut self, x: f64, y: f64, arm: [f64; 2]) {
        self.x += x * self.mass;
        self.y += y * self.mass;
        self.angle += self.inertia * (arm[0] * y - arm[1] * x);
    }
}

/// Two motions at once.
fn both(motions: &mut [Motion], [a, b]: [usize; 2]) -> Option<[&mut Motion; 2]> {
    motions.get_disjoint_mut([a, b]).ok()
}

/// Turns two bodies toward the limits of their joint.
fn turn_into_limits([a, b]: [&mut Motion; 2], limits: [f64; 2]) {
    let inertia = a.inertia + b.inertia;
    let angle = b.angle - a.angle - 0.0;
    let error = (angle - limits[1]).max(0.0) + (angle - limits[0]).min(0.0);
    let impulse = -error.clamp(-LARGEST_TURN, LARGEST_TURN) / inertia;
    a.angle -= a.inertia * impulse;
    b.angle += b.inertia * impulse;
}

/// Moves the anchors of two bodies together, and returns how far apart they were.
fn draw_together([a, b]: [&mut Motion; 2], anchors: [[f64; 2]; 2]) -> f64 {
    let (ra, rb) = (a.arm(anchors[0]), b.arm(anchors[1]));
    let ([ax, ay], [bx, by]) = (ra, rb);
    let (x, y) = (b.x + bx - a.x - ax, b.y + by - a.y - ay);
    let mass = a.mass + b.mass;
    let k11 = mass + a.inertia * ay * ay + b.inertia * by * by;
    let k12 = -a.inertia * ax * ay - b.inertia * bx * by;
    let k22 = mass + a.inertia * ax * ax + b.inertia * bx * bx;
    let det = k11 * k22 - k12 * k12;
    if det > 0.0 {
        let (ix, iy) = ((k12 * y - k22 * x) / det, (k12 * x - k11 * y) / det);
        a.push(-ix, -iy, ra);
        b.push(ix, iy, rb);
    }
    x.hypot(y)
}

/// Closes joints that were created open, as the first `Step` of `umbra2d.box2d` does.
pub fn close(scene: &mut Scene, bodies: &mut [Turning], joints: &[Open]) -> Result<(), Error> {
    let motions = bodies.iter().map(|body| Motion::new(scene, *body));
    let mut motions = motions.collect::<Result<Vec<_>, _>>()?;
    for iteration in 0..ITERATIONS {
        let mut worst = 0.0_f64;
        for joint in joints {
            let Some([a, b]) = both(&mut motions, joint.bodies) else { continue };
            turn_into_limits([&mut *a, &mut *b], joint.hinge.limits);
            worst = worst.max(draw_together([a, b], joint.hinge.anchors));
        }
        if iteration == 0 && worst < OPEN {
            return Ok(());
        }
    }
    for (body, motion) in bodies.iter_mut().zip(&motions) {
        let [x, y] = motion.arm([0.0, 0.0]);
        let at = [(motion.x + x) as f32, (motion.y + y) as f32];
        scene.body_mut(body.key)?.set_pose(pose(at, motion.angle as f32))?;
        body.lost = motion.angle - f64::from(scene.body(body.key)?.unwrapped_angle());
    }
    joints.iter().try_for_each(|joint| scene.joint_mut(joint.joint)?.close())
}
