//! Chains, loops and nets with heavy ends: they do not come apart, whatever they carry.

use umbra::prelude::*;

const LINK: Real = 0.5;
/// Steps per second, and how many times as much is allowed as at 60.
const RATES: [(Real, Real); 3] = [(30.0, 2.0), (60.0, 1.0), (120.0, 2.0)];

struct Chain {
    scene: Scene,
    links: Vec<BodyKey>,
    joints: Vec<JointKey>,
}

/// What was seen while a chain moved.
struct Seen {
    /// How far the end was from the origin at most, in lengths of the chain.
    reach: f64,
    /// How far a joint was open, in the mean of joints and steps, and at most.
    mean_gap: f64,
    worst_gap: f64,
    /// The most energy over that of the start, in parts of what the chain can lose.
    gained: f64,
    /// How deep the deepest contact was, in the mean.
    mean_depth: f64,
}

fn config(substeps: u32, joints: JointSolving) -> SolverConfig {
    SolverConfig { substeps, joints, ..SolverConfig::default() }
}

impl Chain {
    fn new(solver: SolverConfig) -> Self {
        let scene = Scene::new(SceneConfig { solver, ..SceneConfig::default() }).unwrap();
        Self { scene, links: vec![], joints: vec![] }
    }

    /// Bars of 1 kg held out level from a body, the last of them so heavy.
    fn bars(&mut self, from: BodyKey, start: [Real; 2], count: usize, heavy: Real) {
        let (mut before, [x0, y]) = (from, start);
        for i in 0..count {
            let mass = if i + 1 == count { heavy } else { 1.0 };
            let x = x0 + LINK * i as Real;
            let body = Body::dynamic().position([x + 0.5 * LINK, y]);
            let link = self.scene.add_body(body).unwrap();
            let bar = Collider::cuboid(0.5 * LINK, 0.05).mass(mass);
            self.scene.add_collider(link, bar).unwrap();
            let joint = Joint::revolute(before, link, [x, y]);
            self.joints.push(self.scene.add_joint(joint).unwrap());
            self.links.push(link);
            before = link;
        }
    }

    fn hung(count: usize, heavy: Real, solver: SolverConfig) -> Self {
        let mut chain = Self::new(solver);
        let ground = chain.scene.add_body(Body::fixed()).unwrap();
        chain.bars(ground, [0.0, 0.0], count, heavy);
        chain
    }

    /// Lets it hang straight down, and gives its end a speed.
    fn push_end(&mut self) {
        for (i, link) in self.links.iter().enumerate() {
            let mut body = self.scene.body_mut(*link).unwrap();
            body.set_position([0.0, -LINK * (i as Real + 0.5)]).unwrap();
            body.set_angle(-core::f32::consts::FRAC_PI_2).unwrap();
        }
        let end = *self.links.last().unwrap();
        self.scene.body_mut(end).unwrap().set_velocity([5.0, 0.0]).unwrap();
    }

    fn energy(&self) -> f64 {
        let bodies = self.scene.bodies().filter_map(|key| self.scene.body(key).ok());
        let of = |body: BodyRef| {
            let (mass, height) = (f64::from(body.mass()), f64::from(body.center_of_mass().y));
            let linear = mass * f64::from(body.velocity().norm_squared());
            let angular = f64::from(body.inertia()) * f64::from(body.angular_velocity()).powi(2);
            0.5 * (linear + angular) + mass * 9.81 * height
        };
        bodies.filter(|body| body.kind() == BodyKind::Dynamic).map(of).sum()
    }

    fn watch(&mut self, seconds: Real, hz: Real, mut each: impl FnMut(&mut Scene, Real)) -> Seen {
        let masses =
            self.links.iter().map(|link| f64::from(self.scene.body(*link).unwrap().mass()));
        let length = f64::from(LINK) * self.links.len() as f64;
        let scale = 9.81 * masses.sum::<f64>() * length;
        let (start, steps) = (self.energy(), (seconds * hz) as u32);
        let mut seen =
            Seen { reach: 0.0, mean_gap: 0.0, worst_gap: 0.0, gained: f64::MIN, mean_depth: 0.0 };
        for step in 0..steps {
            each(&mut self.scene, step as Real / hz);
            self.scene.step(1.0 / hz).unwrap();
            seen.gained = seen.gained.max((self.energy() - start) / scale);
            if let Some(end) = self.links.last().and_then(|end| self.scene.body(*end).ok()) {
                // The origin of the last bar is half a bar before its end.
                let reach = f64::from(end.position().coords.norm() + 0.5 * LINK);
                seen.reach = seen.reach.max(reach / length);
            }
            for joint in &self.joints {
                let gap = f64::from(self.scene.joint(*joint).unwrap().separation());
                seen.mean_gap += gap / f64::from(steps) / self.joints.len() as f64;
                seen.worst_gap = seen.worst_gap.max(gap);
            }
            let depths = self.scene.contacts().flat_map(|contact| {
                contact.points().map(|point| -point.separation).collect::<Vec<_>>()
            });
            seen.mean_depth += f64::from(depths.fold(0.0, Real::max)) / f64::from(steps);
        }
        self.scene.validate().unwrap();
        seen
    }
}

#[test]
fn heavy_ropes_do_not_stretch() {
    for (count, heavy) in [(40, 100.0), (60, 1000.0), (100, 10_000.0)] {
        for (substeps, bound) in [(4, 1e-3), (2, 5e-3)] {
            for (hz, times) in RATES {
                for struck in [false, true] {
                    let mut rope = Chain::hung(count, heavy, config(substeps, JointSolving::Auto));
                    if struck {
                        rope.push_end();
                    }
                    let seen = rope.watch(20.0, hz, |_, _| {});
                    let name = format!("{count} of {heavy}:1, {substeps} substeps, {hz} Hz");
                    assert!(seen.reach < 1.0 + bound * f64::from(times), "{name}: {}", seen.reach);
                    assert!(seen.gained < 1e-6, "{name} gains {}", seen.gained);
                    assert!(seen.mean_gap < 1e-4, "{name}: gaps of {}", seen.mean_gap);
                }
            }
        }
    }
}

#[test]
fn weights_on_distance_joints_do_not_stretch() {
    for (count, heavy) in [(20, 1.0), (40, 100.0), (60, 1000.0), (100, 10_000.0)] {
        for (substeps, bound) in [(4, 1e-3), (2, 5e-3)] {
            for off_center in [0.0, 0.1] {
                let mut rope = Chain::new(config(substeps, JointSolving::Auto));
                let mut before = rope.scene.add_body(Body::fixed()).unwrap();
                for i in 0..count {
                    let x = LINK * (i as Real + 1.0);
                    let link = rope.scene.add_body(Body::dynamic().position([x, 0.0])).unwrap();
                    let mass = if i + 1 == count { heavy } else { 1.0 };
                    rope.scene.add_collider(link, Collider::circle(0.1).mass(mass)).unwrap();
                    let left = if i == 0 { 0.0 } else { x - LINK + off_center };
                    let joint = Joint::distance(before, link, [left, 0.0], [x - off_center, 0.0]);
                    rope.joints.push(rope.scene.add_joint(joint).unwrap());
                    rope.links.push(link);
                    before = link;
                }
                let seen = rope.watch(20.0, 60.0, |_, _| {});
                let name = format!("{count} of {heavy}:1, {substeps} substeps");
                let reach = seen.reach - 0.5 / f64::from(count);
                assert!(reach < 1.0 + bound, "{name}: {reach}");
                // A rope of equal weights cracks like a whip, and swings up to where it was let go.
                assert!(seen.gained < 2.5e-3, "{name} gains {}", seen.gained);
                assert!(seen.mean_gap < 2e-4, "{name}: gaps of {}", seen.mean_gap);
            }
        }
    }
}

#[test]
fn a_heavy_rope_winds_round_a_disc() {
    for (count, heavy, depth) in [(40, 100.0, 1.5e-3), (60, 1000.0, 5e-3)] {
        for (hz, times) in RATES {
            let mut rope = Chain::hung(count, heavy, config(4, JointSolving::Auto));
            let x = 0.4 * LINK * count as Real;
            let disc = rope.scene.add_body(Body::fixed().position([x, -1.2])).unwrap();
            rope.scene.add_collider(disc, Collider::circle(1.0)).unwrap();
            let seen = rope.watch(20.0, hz, |_, _| {});
            let (name, times) = (format!("{heavy}:1 at {hz} Hz"), f64::from(times));
            assert!(seen.mean_gap < 1e-5 * times, "{name}: gaps of {}", seen.mean_gap);
            assert!(seen.gained < 1e-6, "{name} gains {}", seen.gained);
            assert!(seen.mean_depth < depth * times, "{name}: {} deep", seen.mean_depth);
        }
    }
}

#[test]
fn a_heavy_rope_is_dragged_over_boxes() {
    for (count, heavy) in [(40, 100.0), (60, 1000.0)] {
        for (hz, times) in RATES {
            let mut rope = Chain::new(config(4, JointSolving::Auto));
            let ground = rope.scene.add_body(Body::fixed()).unwrap();
            let floor = Collider::cuboid(200.0, 1.0).offset(Pose::new([0.0, -1.0].into(), 0.0));
            rope.scene.add_collider(ground, floor).unwrap();
            for i in 0..10_u8 {
                let body = Body::dynamic().position([3.0 * Real::from(i), 0.25]);
                let body = rope.scene.add_body(body).unwrap();
                let crate_ = Collider::cuboid(0.25, 0.25).density(20.0);
                rope.scene.add_collider(body, crate_).unwrap();
            }
            let hand = rope.scene.add_body(Body::kinematic().position([0.0, 1.0])).unwrap();
            rope.bars(hand, [0.0, 1.0], count, heavy);
            let seen = rope.watch(20.0, hz, |scene, time| {
                let speed = if time > 2.0 { -2.0 } else { 0.0 };
                scene.body_mut(hand).unwrap().set_velocity([speed, 0.0]).unwrap();
            });
            let (name, times) = (format!("{heavy}:1 at {hz} Hz"), f64::from(times));
            assert!(seen.mean_gap < 5e-5 * times, "{name}: gaps of {}", seen.mean_gap);
            assert!(seen.gained < 1e-6, "{name} gains {}", seen.gained);
            assert!(seen.mean_depth < 1e-2 * times, "{name}: {} deep", seen.mean_depth);
        }
    }
}

/// A chain of 40, in a zigzag between two points so far apart for its length, heavy in the middle.
fn joined_at_both_ends(heavy: Real, taut: Real, joints: JointSolving) -> Chain {
    let mut chain = Chain::new(config(4, joints));
    let ground = chain.scene.add_body(Body::fixed()).unwrap();
    let (mut before, rise) = (ground, 0.5 * LINK * (1.0 - taut * taut).sqrt());
    for i in 0..40_u8 {
        let (x, side) = (LINK * taut * Real::from(i), if i % 2 == 0 { 1.0 } else { -1.0 });
        let body = Body::dynamic().position([x + 0.5 * LINK * taut, 0.0]);
        let link = chain.scene.add_body(body.angle(side * taut.acos())).unwrap();
        let mass = if i == 20 { heavy } else { 1.0 };
        chain.scene.add_collider(link, Collider::cuboid(0.5 * LINK, 0.05).mass(mass)).unwrap();
        let joint = Joint::revolute(before, link, [x, -side * rise]);
        chain.joints.push(chain.scene.add_joint(joint).unwrap());
        before = link;
    }
    let last = Joint::revolute(before, ground, [LINK * taut * 40.0, -rise]);
    chain.joints.push(chain.scene.add_joint(last).unwrap());
    chain
}

#[test]
fn chains_joined_at_both_ends_hold() {
    for heavy in [1.0, 20.0, 100.0, 1000.0] {
        for taut in [1.0, 0.9999, 0.99, 0.9, 0.5] {
            for (hz, times) in RATES {
                let mut chain = joined_at_both_ends(heavy, taut, JointSolving::Auto);
                let seen = chain.watch(10.0, hz, |_, _| {});
                let name = format!("{heavy}:1, {taut} taut, {hz} Hz");
                let bound = (3e-4 + 1.5e-6 * f64::from(heavy)) * f64::from(times);
                assert!(seen.mean_gap < bound, "{name}: gaps of {}", seen.mean_gap);
                assert!(
                    seen.worst_gap < 0.02 * f64::from(times),
                    "{name}: a gap of {}",
                    seen.worst_gap
                );
            }
        }
    }
}

#[test]
fn what_is_not_solved_at_once_stretches() {
    let mut rows = joined_at_both_ends(20.0, 0.9, JointSolving::Rows);
    let mut trees = joined_at_both_ends(20.0, 0.9, JointSolving::Trees);
    let gaps = [&mut rows, &mut trees].map(|chain| chain.watch(5.0, 60.0, |_, _| {}).mean_gap);
    assert!(gaps[0] > 50.0 * gaps[1], "{gaps:?}");
    // The way of solving can be changed at any time.
    rows.scene.config_mut().solver.joints = JointSolving::Trees;
    rows.watch(2.0, 60.0, |_, _| {});
    let late = rows.watch(3.0, 60.0, |_, _| {}).mean_gap;
    assert!(late < 2.0 * gaps[1], "{late} after a change, {} from the start", gaps[1]);
}

#[test]
fn a_soft_beam_bends_as_its_springs_say() {
    // 20 bars welded one to the next by springs of the angle, under their own weight.
    for (hz, times) in RATES {
        let mut beam = Chain::new(config(4, JointSolving::Trees));
        let mut before = beam.scene.add_body(Body::fixed()).unwrap();
        let (mass, inertia) = (1.0, (LINK * LINK + 0.01) / 12.0);
        for i in 0..20_u8 {
            let x = LINK * Real::from(i);
            let link =
                beam.scene.add_body(Body::dynamic().position([x + 0.5 * LINK, 0.0])).unwrap();
            let bar = Collider::cuboid(0.5 * LINK, 0.05).mass(mass);
            beam.scene.add_collider(link, bar).unwrap();
            let joint = Joint::weld(before, link, [x, 0.0]).angular_spring(120.0, 1.0);
            beam.joints.push(beam.scene.add_joint(joint).unwrap());
            beam.links.push(link);
            before = link;
        }
        beam.watch(20.0, hz, |_, _| {});
        // The stiffness of a spring is that of its two bodies: the first has a fixed one.
        let omega = core::f32::consts::TAU * 120.0;
        let stiffness = |i: u8| omega * omega * if i == 0 { inertia } else { 0.5 * inertia };
        let (mut angle, mut fall) = (0.0, 0.0);
        for i in 0..20_u8 {
            let beyond = Real::from(20 - i);
            angle += mass * 9.81 * beyond * beyond * 0.5 * LINK / stiffness(i);
            fall += LINK * angle;
        }
        let end = beam.scene.body(*beam.links.last().unwrap()).unwrap();
        let measured = -end.world_point([0.5 * LINK, 0.0]).y;
        let ratio = measured / fall;
        assert!((ratio - 1.0).abs() < 0.05 * times, "{measured} instead of {fall} at {hz} Hz");
    }
}
