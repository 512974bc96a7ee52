//! A small world for tests of the solver: boxes and discs, whose contacts are found anew in every
//! step, in a slow and obvious way.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use std::collections::BTreeMap;

use umbra_geom::math::{dot, left_of};
use umbra_geom::{Point, Real, Vector};
use umbra_solver::{
    Body, Contact, ContactPoint, Correction, FIXED, Solver, SolverConfig, Structure,
};

#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Box(Real, Real),
    Disc(Real),
}

#[derive(Clone, Copy, Debug)]
pub struct Material {
    pub friction: Real,
    pub restitution: Real,
    pub rolling_resistance: Real,
    pub surface_speed: Real,
}

impl Default for Material {
    fn default() -> Self {
        Self { friction: 0.6, restitution: 0.0, rolling_resistance: 0.0, surface_speed: 0.0 }
    }
}

/// The data of contacts kept from step to step: rolling impulses, and points.
type Memory = BTreeMap<(u32, u32), (Real, Vec<ContactPoint>)>;

#[derive(Clone)]
pub struct World {
    pub gravity: Vector,
    pub config: SolverConfig,
    pub bodies: Vec<Body>,
    pub shapes: Vec<Shape>,
    pub materials: Vec<Material>,
    /// True for bodies that never move; they have entries for their shapes, and contacts refer to
    /// them as `FIXED`.
    pub fixed: Vec<bool>,
    pub contacts: Vec<Contact>,
    pub structure: Structure,
    pub solver: Solver,
    /// The gap up to which contacts are found.
    pub reach: Real,
    keys: Vec<(u32, u32)>,
    memory: Memory,
}

impl World {
    pub fn new() -> Self {
        Self {
            gravity: Vector::new(0.0, -10.0),
            config: SolverConfig::default(),
            bodies: vec![],
            shapes: vec![],
            materials: vec![],
            fixed: vec![],
            contacts: vec![],
            structure: Structure::new(),
            solver: Solver::new(),
            reach: 0.02,
            keys: vec![],
            memory: Memory::new(),
        }
    }

    /// Adds a body of density 1 and returns its index.
    pub fn add(&mut self, shape: Shape, x: Real, y: Real) -> usize {
        let (mass, inertia) = match shape {
            Shape::Box(w, h) => {
                let mass = 4.0 * w * h;
                (mass, mass * (w * w + h * h) / 3.0)
            }
            Shape::Disc(r) => {
                let mass = core::f32::consts::PI * r * r;
                (mass, mass * r * r / 2.0)
            }
        };
        self.bodies.push(Body {
            center: Point::new(x, y),
            inv_mass: 1.0 / mass,
            inv_inertia: 1.0 / inertia,
            acceleration: self.gravity,
            ..Body::default()
        });
        self.shapes.push(shape);
        self.materials.push(Material::default());
        self.fixed.push(false);
        self.bodies.len() - 1
    }

    pub fn add_fixed(&mut self, shape: Shape, x: Real, y: Real) -> usize {
        let body = self.add_kinematic(shape, x, y);
        self.fixed[body] = true;
        body
    }

    pub fn add_kinematic(&mut self, shape: Shape, x: Real, y: Real) -> usize {
        let body = self.add(shape, x, y);
        self.bodies[body].inv_mass = 0.0;
        self.bodies[body].inv_inertia = 0.0;
        self.bodies[body].acceleration = Vector::zeros();
        body
    }

    pub fn set_materials(&mut self, change: impl Fn(&mut Material)) {
        self.materials.iter_mut().for_each(change);
    }

    /// Finds contacts, keeps their impulses, rebuilds the structure when their set has changed.
    pub fn collide(&mut self) {
        self.memory.clear();
        for (contact, key) in self.contacts.iter().zip(&self.keys) {
            self.memory.insert(*key, (contact.rolling_impulse, contact.points().to_vec()));
        }
        let old_keys = std::mem::take(&mut self.keys);
        self.contacts.clear();
        for (a, b) in self.pairs() {
            self.collide_pair(a, b);
        }
        if self.keys != old_keys || self.contacts.is_empty() {
            self.structure.rebuild(&self.bodies, &mut self.contacts).unwrap();
        }
    }

    pub fn step(&mut self, dt: Real) {
        self.collide();
        self.solve(dt);
    }

    pub fn solve(&mut self, dt: Real) {
        self.solver
            .step(&self.config, dt, &self.structure, &mut self.bodies, &mut self.contacts)
            .unwrap();
        assert!(self.solver.non_finite_bodies().is_empty());
    }

    pub fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            self.step(1.0 / 60.0);
        }
    }

    fn radius(&self, body: usize) -> Real {
        match self.shapes[body] {
            Shape::Box(w, h) => (w * w + h * h).sqrt(),
            Shape::Disc(r) => r,
        }
    }

    /// Pairs with nearby bounding circles, by sorting along x.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let reach = |body: usize| {
            let speed = self.bodies[body].velocity.norm() / 30.0;
            self.radius(body) + self.reach + speed
        };
        let low = |body: usize| self.bodies[body].center.x - reach(body);
        let mut order: Vec<usize> = (0..self.bodies.len()).collect();
        order.sort_by(|&a, &b| low(a).total_cmp(&low(b)));
        let mut pairs = vec![];
        for (i, &a) in order.iter().enumerate() {
            let high = self.bodies[a].center.x + reach(a);
            for &b in order[i + 1..].iter().take_while(|&&b| low(b) <= high) {
                let apart = (self.bodies[a].center.y - self.bodies[b].center.y).abs();
                let movable = self.bodies[a].is_dynamic() || self.bodies[b].is_dynamic();
                if movable && apart <= reach(a) + reach(b) {
                    pairs.push((a.min(b), a.max(b)));
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }

    fn collide_pair(&mut self, a: usize, b: usize) {
        let relative = self.bodies[b].velocity - self.bodies[a].velocity;
        let reach = self.reach + relative.norm() / 30.0;
        let found = match (self.shapes[a], self.shapes[b]) {
            (Shape::Disc(p), Shape::Disc(q)) => {
                discs(self.bodies[a].center, p, self.bodies[b].center, q)
            }
            (Shape::Box(..), Shape::Box(..)) => self.boxes(a, b, reach),
            (Shape::Box(..), Shape::Disc(_)) => self.box_disc(a, b),
            (Shape::Disc(_), Shape::Box(..)) => {
                let (normal, points) = self.box_disc(b, a);
                (-normal, points)
            }
        };
        let (normal, points) = found;
        let points: Vec<_> = points.into_iter().filter(|p| p.1 <= reach).take(2).collect();
        if points.is_empty() {
            return;
        }
        let key = (a as u32, b as u32);
        let index = |body: usize| if self.fixed[body] { FIXED } else { body as u32 };
        let (ma, mb) = (self.materials[a], self.materials[b]);
        let mut contact = Contact {
            body_a: index(a),
            body_b: index(b),
            normal,
            friction: (ma.friction * mb.friction).sqrt(),
            restitution: ma.restitution.max(mb.restitution),
            rolling_resistance: ma.rolling_resistance.max(mb.rolling_resistance),
            surface_speed: ma.surface_speed + mb.surface_speed,
            point_count: points.len() as u8,
            priority: Contact::priority_of([self.contacts.len() as u32; 2]),
            ..Contact::default()
        };
        let kept = self.memory.get(&key);
        contact.rolling_impulse = kept.map_or(0.0, |kept| kept.0);
        for (i, (place, separation)) in points.into_iter().enumerate() {
            let anchor_a = place - self.bodies[a].center;
            let old = kept.and_then(|kept| {
                kept.1.iter().find(|old| (old.anchor_a - anchor_a).norm() < 5.0 * self.reach)
            });
            contact.points[i] = ContactPoint {
                anchor_a,
                anchor_b: place - self.bodies[b].center,
                separation,
                normal_impulse: old.map_or(0.0, |old| old.normal_impulse),
                tangent_impulse: old.map_or(0.0, |old| old.tangent_impulse),
            };
        }
        self.contacts.push(contact);
        self.keys.push(key);
    }

    pub fn corners(&self, body: usize) -> [Point; 4] {
        let Shape::Box(w, h) = self.shapes[body] else { panic!("not a box") };
        let pose = &self.bodies[body];
        [[-w, -h], [w, -h], [w, h], [-w, h]].map(|c| pose.center + pose.rotation * Vector::from(c))
    }

    fn boxes(&self, a: usize, b: usize, reach: Real) -> (Vector, Found) {
        let (pa, pb) = (self.corners(a), self.corners(b));
        let face = |p: &[Point; 4], q: &[Point; 4]| {
            let mut best = (Real::MIN, 0);
            for i in 0..4 {
                let normal = -left_of((p[(i + 1) % 4] - p[i]).normalize());
                let gap = q.iter().map(|c| dot(*c - p[i], normal)).fold(Real::MAX, Real::min);
                if gap > best.0 {
                    best = (gap, i);
                }
            }
            best
        };
        let (on_a, on_b) = (face(&pa, &pb), face(&pb, &pa));
        if on_a.0 > reach || on_b.0 > reach {
            return (Vector::y(), vec![]);
        }
        // A little in favour of A, or two equal faces would take turns.
        let flip = on_b.0 > on_a.0 + 0.05 * self.reach;
        let (p, q, i) = if flip { (&pb, &pa, on_b.1) } else { (&pa, &pb, on_a.1) };
        let (start, end) = (p[i], p[(i + 1) % 4]);
        let tangent = (end - start).normalize();
        let normal = -left_of(tangent);
        let incident = (0..4)
            .min_by(|&j, &k| {
                let along = |j: usize| dot(-left_of(q[(j + 1) % 4] - q[j]).normalize(), normal);
                along(j).total_cmp(&along(k))
            })
            .unwrap();
        let mut clipped = vec![];
        let length = (end - start).norm();
        let (from, to) = (q[incident], q[(incident + 1) % 4]);
        let (s0, s1) = (dot(from - start, tangent), dot(to - start, tangent));
        for (k, s) in [s0, s1].into_iter().enumerate() {
            let kept = s.clamp(0.0, length);
            let t = if (s1 - s0).abs() < 1e-9 { k as Real } else { (kept - s0) / (s1 - s0) };
            if !(-1e-3..=1.001).contains(&t) {
                return (if flip { -normal } else { normal }, vec![]);
            }
            let place = from + (to - from) * t;
            let depth = dot(place - start, normal);
            clipped.push((place - normal * (depth / 2.0), depth));
        }
        (if flip { -normal } else { normal }, clipped)
    }

    fn box_disc(&self, a: usize, b: usize) -> (Vector, Found) {
        let (Shape::Box(w, h), Shape::Disc(r)) = (self.shapes[a], self.shapes[b]) else {
            panic!("not a box and a disc")
        };
        let local =
            self.bodies[a].rotation.inverse() * (self.bodies[b].center - self.bodies[a].center);
        let near = Vector::new(local.x.clamp(-w, w), local.y.clamp(-h, h));
        let away = local - near;
        let normal = self.bodies[a].rotation * away.try_normalize(1e-6).unwrap_or(Vector::y());
        let gap = away.norm() - r;
        let place = self.bodies[b].center - normal * (r + gap / 2.0);
        (normal, vec![(place, gap)])
    }

    /// Kinetic energy plus the potential energy above y = 0.
    pub fn energy(&self) -> f64 {
        let of = |body: &Body| {
            if body.inv_mass == 0.0 {
                return 0.0;
            }
            let mass = 1.0 / f64::from(body.inv_mass);
            let [vx, vy] = [f64::from(body.velocity.x), f64::from(body.velocity.y)];
            let spin = f64::from(body.angular_velocity);
            let turning = if body.inv_inertia > 0.0 {
                spin * spin / f64::from(body.inv_inertia)
            } else {
                0.0
            };
            let height = f64::from(body.center.y);
            mass * (vx * vx + vy * vy) / 2.0 + turning / 2.0
                - mass * f64::from(self.gravity.y) * height
        };
        self.bodies.iter().map(of).sum()
    }

    /// Momentum, and angular momentum about the origin.
    pub fn momentum(&self) -> [f64; 3] {
        let mut sum = [0.0; 3];
        for body in self.bodies.iter().filter(|body| body.inv_mass > 0.0) {
            let mass = 1.0 / f64::from(body.inv_mass);
            let [vx, vy] = [f64::from(body.velocity.x), f64::from(body.velocity.y)];
            let [x, y] = [f64::from(body.center.x), f64::from(body.center.y)];
            sum[0] += mass * vx;
            sum[1] += mass * vy;
            sum[2] += mass * (x * vy - y * vx);
            if body.inv_inertia > 0.0 {
                sum[2] += f64::from(body.angular_velocity) / f64::from(body.inv_inertia);
            }
        }
        sum
    }

    /// The deepest and the mean overlap of all overlapping points, computed from the poses.
    pub fn overlap(&self) -> (Real, Real) {
        let mut probe = self.clone();
        probe.collide();
        let depths: Vec<Real> = probe
            .contacts
            .iter()
            .flat_map(|contact| contact.points().iter().map(|p| (-p.separation).max(0.0)))
            .collect();
        let deepest = depths.iter().fold(0.0, |a: Real, &b| a.max(b));
        (deepest, depths.iter().sum::<Real>() / depths.len().max(1) as Real)
    }

    pub fn top_speed(&self) -> Real {
        self.bodies.iter().map(|body| body.velocity.norm()).fold(0.0, Real::max)
    }

    /// A hash of all poses and velocities.
    pub fn hash(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for body in &self.bodies {
            let numbers = [
                body.center.x,
                body.center.y,
                body.rotation.re,
                body.rotation.im,
                body.velocity.x,
                body.velocity.y,
                body.angular_velocity,
            ];
            for number in numbers {
                hash = (hash ^ u64::from(number.to_bits())).wrapping_mul(0x100_0000_01b3);
            }
        }
        hash
    }

    /// A pyramid of unit boxes with `base` boxes in the lowest row.
    pub fn pyramid(base: usize) -> Self {
        let mut world = Self::new();
        world.add_fixed(Shape::Box(base as Real * 2.0 + 10.0, 1.0), 0.0, -1.0);
        for row in 0..base {
            for column in row..base {
                let x = (row as Real + 1.0) * 0.5 + (column - row) as Real - 0.5 * base as Real;
                world.add(Shape::Box(0.5, 0.5), x, row as Real + 0.5);
            }
        }
        world
    }

    /// `height` unit boxes on top of each other.
    pub fn stack(height: usize) -> Self {
        let mut world = Self::new();
        world.add_fixed(Shape::Box(20.0, 1.0), 0.0, -1.0);
        for i in 0..height {
            world.add(Shape::Box(0.5, 0.5), 0.0, i as Real + 0.5);
        }
        world
    }
}

type Found = Vec<(Point, Real)>;

fn discs(a: Point, p: Real, b: Point, q: Real) -> (Vector, Found) {
    let away = b - a;
    let normal = away.try_normalize(1e-6).unwrap_or(Vector::y());
    let gap = away.norm() - p - q;
    (normal, vec![(a + normal * (p + gap / 2.0), gap)])
}

/// The default, and linear projection with substeps and without.
pub fn both_corrections() -> [SolverConfig; 3] {
    let projection =
        SolverConfig { correction: Correction::LINEAR_PROJECTION, ..SolverConfig::default() };
    [SolverConfig::default(), projection, SolverConfig::classic(10)]
}

/// A world without gravity.
pub fn weightless() -> World {
    let mut world = World::new();
    world.gravity = Vector::zeros();
    world
}
