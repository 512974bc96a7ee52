//! The kernels against the textbook, written the obvious way: one contact, vectors, `f64`.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::projection::Projection;
use super::velocity::Bias;
use crate::block::filling::{FillInputs, Filling, fill, fill_cold};
use crate::block::{Approach, BlockEntry, ColdBlock, ContactBlock, LaneFlags};
use crate::kernel::{Anchored, Movable};
use crate::run::passes::ColourPart;
use crate::run::stage::Pass;
use crate::shared::States;
use crate::{BodyState, Contact, ContactPoint};
use umbra_lanes::{Job, Register, SimdLevel, dispatch};

type V = [f64; 2];

fn cross(a: V, b: V) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn wide(v: umbra_geom::Vector) -> V {
    [f64::from(v.x), f64::from(v.y)]
}

/// A body: velocity and spin, displacement and turn, inverse mass and inertia.
#[derive(Clone, Copy, Debug)]
struct Plain {
    v: V,
    w: f64,
    d: V,
    turn: f64,
    inv_mass: f64,
    inv_inertia: f64,
}

impl Plain {
    fn from_state(state: &BodyState) -> Self {
        let m = state.motion.map(f64::from);
        let o = state.offset.map(f64::from);
        let (v, d) = ([m[0], m[1]], [o[0], o[1]]);
        Self { v, w: m[2], d, turn: o[2], inv_mass: m[3], inv_inertia: o[3] }
    }

    fn push(&mut self, impulse: V, arm: V) {
        self.v = [self.v[0] + self.inv_mass * impulse[0], self.v[1] + self.inv_mass * impulse[1]];
        self.w += self.inv_inertia * cross(arm, impulse);
    }

    fn shift(&mut self, impulse: V, arm: V) {
        self.d = [self.d[0] + self.inv_mass * impulse[0], self.d[1] + self.inv_mass * impulse[1]];
        self.turn += self.inv_inertia * cross(arm, impulse);
    }

    fn point_velocity(&self, arm: V) -> V {
        [self.v[0] - self.w * arm[1], self.v[1] + self.w * arm[0]]
    }

    fn point_shift(&self, arm: V) -> V {
        [self.d[0] - self.turn * arm[1], self.d[1] + self.turn * arm[0]]
    }
}

/// One contact and its impulses.
struct Textbook {
    contact: Contact,
    normal: [f64; 2],
    tangent: [f64; 2],
    rolling: f64,
}

impl Textbook {
    fn frame(&self) -> (V, V) {
        let n = wide(self.contact.normal);
        (n, [n[1], -n[0]])
    }

    fn mass(a: &Plain, b: &Plain, arms: (V, V), along: V) -> f64 {
        let (ra, rb) = (cross(arms.0, along), cross(arms.1, along));
        1.0 / (a.inv_mass + b.inv_mass + a.inv_inertia * ra * ra + b.inv_inertia * rb * rb)
    }

    /// Solves both normal impulses at once. `wish` returns the impulse that a point would add
    /// alone, from its velocity, mass and impulse.
    fn both_normals(
        &mut self,
        a: &mut Plain,
        b: &mut Plain,
        n: V,
        wish: impl Fn(usize, f64, f64, f64) -> f64,
    ) {
        let points = self.contact.points().to_vec();
        let mut wanted = vec![];
        for (k, p) in points.iter().enumerate() {
            let arms = (wide(p.anchor_a), wide(p.anchor_b));
            let (va, vb) = (a.point_velocity(arms.0), b.point_velocity(arms.1));
            let vn = dot([vb[0] - va[0], vb[1] - va[1]], n);
            wanted.push(wish(k, vn, Self::mass(a, b, arms, n), self.normal[k]));
        }
        let new = self.together(a, b, n, self.normal, &wanted);
        for (k, p) in points.iter().enumerate() {
            let size = new[k] - self.normal[k];
            let impulse = [n[0] * size, n[1] * size];
            a.push([-impulse[0], -impulse[1]], wide(p.anchor_a));
            b.push(impulse, wide(p.anchor_b));
            self.normal[k] = new[k];
        }
    }

    /// The impulses `x`, none negative, for which every point with an impulse has its wanted speed
    /// and no point wants more: of the four cases, with or without each impulse, the one that is
    /// consistent.
    fn together(&self, a: &Plain, b: &Plain, n: V, old: [f64; 2], wanted: &[f64]) -> [f64; 2] {
        let points = self.contact.points();
        let [first, second] = points else { return [(old[0] + wanted[0]).max(0.0), 0.0] };
        let arms = [first, second].map(|p| (wide(p.anchor_a), wide(p.anchor_b)));
        let cross_of = |k: usize| (cross(arms[k].0, n), cross(arms[k].1, n));
        let (one, two) = (cross_of(0), cross_of(1));
        let across =
            a.inv_mass + b.inv_mass + a.inv_inertia * one.0 * two.0 + b.inv_inertia * one.1 * two.1;
        let mass = [0, 1].map(|k| Self::mass(a, b, arms[k], n));
        let mean_mass = (mass[0] * mass[1]).sqrt();
        let coupling = across * mean_mass;
        // What both do alike is solved exactly, and what they do in opposite directions as if the coupling were 0.9 times
        // as strong; where it is negative, the other way round.
        let (alike, opposite) = if coupling > 0.0 {
            (1.0 + coupling, 1.0 - 0.9 * coupling)
        } else {
            (1.0 + 0.9 * coupling, 1.0 - coupling)
        };
        let (own, other) = (0.5 * (alike + opposite), 0.5 * (alike - opposite));
        let on = [0, 1].map(|k| other * mass[k] / mean_mass);
        let missing = |x: [f64; 2]| {
            [0, 1].map(|k| wanted[k] - own * (x[k] - old[k]) - on[k] * (x[1 - k] - old[1 - k]))
        };
        // With the other impulse at zero.
        let alone = [0, 1].map(|k| old[k] + (wanted[k] + on[k] * old[1 - k]) / own);
        let determinant = own * own - on[0] * on[1];
        let both = [0, 1].map(|k| old[k] + (own * wanted[k] - on[k] * wanted[1 - k]) / determinant);
        let cases = [both, [alone[0], 0.0], [0.0, alone[1]], [0.0, 0.0]];
        let wrong = |x: &[f64; 2]| {
            let rest = missing(*x);
            (0..2).map(|k| (-x[k]).max(0.0) + rest[k].max(0.0)).sum::<f64>()
        };
        let better = |x: [f64; 2], y: [f64; 2]| if wrong(&y) < wrong(&x) { y } else { x };
        cases.into_iter().fold(cases[0], better).map(|x| x.max(0.0))
    }

    fn pass(&mut self, a: &mut Plain, b: &mut Plain, pass: Pass, h: f64, movable: bool) {
        let (n, t) = self.frame();
        let apply = |a: &mut Plain, b: &mut Plain, along: V, size: f64, arms: (V, V)| {
            let impulse = [along[0] * size, along[1] * size];
            a.push([-impulse[0], -impulse[1]], arms.0);
            b.push(impulse, arms.1);
        };
        let points = self.contact.points().to_vec();
        let arms = |p: &ContactPoint| (wide(p.anchor_a), wide(p.anchor_b));
        let relative = |a: &Plain, b: &Plain, arms: (V, V)| {
            let (va, vb) = (a.point_velocity(arms.0), b.point_velocity(arms.1));
            [vb[0] - va[0], vb[1] - va[1]]
        };
        let separation = |a: &Plain, b: &Plain, p: &ContactPoint| {
            let (da, db) = (a.point_shift(arms(p).0), b.point_shift(arms(p).1));
            f64::from(p.separation) + dot([db[0] - da[0], db[1] - da[1]], n)
        };
        let separations: Vec<f64> = points.iter().map(|p| separation(a, b, p)).collect();
        match pass {
            Pass::WarmStart => {
                for (k, p) in points.iter().enumerate() {
                    apply(a, b, n, self.normal[k], arms(p));
                    apply(a, b, t, self.tangent[k], arms(p));
                }
                a.w -= a.inv_inertia * self.rolling;
                b.w += b.inv_inertia * self.rolling;
            }
            Pass::Push { movable: soft, anchored } => {
                let bias = if movable { soft } else { anchored };
                self.both_normals(a, b, n, |k, vn, m, old| {
                    let s = separations[k];
                    if s > 0.0 {
                        return -m * (vn + s / h);
                    }
                    let (spring, stop) = (f64::from(bias.rate) * s, -f64::from(bias.push_speed));
                    let parts = vn > f64::from(bias.parting_speed());
                    let yielding = if parts { 1.0 } else { f64::from(bias.held) };
                    let ms = f64::from(bias.mass_scale);
                    let is = f64::from(bias.impulse_scale) * yielding;
                    let most = if spring < stop { -m * stop } else { f64::INFINITY };
                    -m * (ms * vn + spring.max(stop)) - (is * old).min(most)
                });
            }
            Pass::Stop { .. } => {
                self.both_normals(a, b, n, |k, vn, m, _| -m * (vn + separations[k].max(0.0) / h));
                let limit =
                    f64::from(self.contact.rolling_resistance) * (self.normal[0] + self.normal[1]);
                let old = self.rolling;
                let m = a.inv_inertia + b.inv_inertia;
                let free = if m > 0.0 { old - (b.w - a.w) / m } else { old };
                self.rolling = free.clamp(-limit, limit);
                a.w -= a.inv_inertia * (self.rolling - old);
                b.w += b.inv_inertia * (self.rolling - old);
                for (k, p) in points.iter().enumerate() {
                    let vt =
                        dot(relative(a, b, arms(p)), t) - f64::from(self.contact.surface_speed);
                    let limit = f64::from(self.contact.friction) * self.normal[k];
                    let old = self.tangent[k];
                    let free = old - Self::mass(a, b, arms(p), t) * vt;
                    self.tangent[k] = free.clamp(-limit, limit);
                    apply(a, b, t, self.tangent[k] - old, arms(p));
                }
            }
            Pass::Project(by) => {
                let masses = points.iter().map(|p| Self::mass(a, b, arms(p), n));
                let pushes = masses.zip(&separations).map(|(m, s)| {
                    let push = f64::from(by.fraction) * (-s - f64::from(by.slop));
                    m * push.min(f64::from(by.max_correction))
                });
                let wanted: Vec<f64> = pushes.collect();
                let added = self.together(a, b, n, [0.0; 2], &wanted);
                for (p, size) in points.iter().zip(added) {
                    let impulse = [n[0] * size, n[1] * size];
                    a.shift([-impulse[0], -impulse[1]], arms(p).0);
                    b.shift(impulse, arms(p).1);
                }
            }
            Pass::Forget => {}
        }
    }
}

/// One contact, run through passes by the kernels.
struct Kernels<'a> {
    contact: &'a Contact,
    states: &'a mut [BodyState],
    passes: &'a [Pass],
    h: f32,
    movable: bool,
}

impl Job for Kernels<'_> {
    type Output = (ContactBlock, ColdBlock);

    #[inline(always)]
    fn run<const W: usize, L: Register<W>>(self, token: L::Token) -> (ContactBlock, ColdBlock) {
        let (mut block, mut cold) = (ContactBlock::EMPTY, ColdBlock::EMPTY);
        let entry = BlockEntry { contact: 0, slot_a: 2, slot_b: 3, flipped: false };
        let (entries, contacts) = ([entry], [*self.contact]);
        let filling = Filling { impulse_scale: 1.0, bounce_speed: 0.0, reach: 1.0 };
        let mut approach = Approach::NONE;
        let states = &*self.states;
        let inputs = FillInputs { contacts: &contacts, known: &[], states, filling };
        fill::<W, L>(token, &mut block, &mut approach, &entries, inputs);
        fill_cold(&mut cold, &entries, inputs, false);
        for &pass in self.passes {
            let part = ColourPart {
                blocks: core::slice::from_mut(&mut block),
                flags: &[LaneFlags { cold: true, ..LaneFlags::default() }],
                cold: core::slice::from_mut(&mut cold),
                lanes: 1,
            };
            let states = States::new(self.states);
            if self.movable {
                part.run::<W, L, Movable>(token, states, pass, 1.0 / self.h);
            } else {
                part.run::<W, L, Anchored>(token, states, pass, 1.0 / self.h);
            }
        }
        (block, cold)
    }
}

fn numbers(count: usize, size: f32) -> impl Strategy<Value = Vec<f32>> {
    proptest::collection::vec(-size..size, count)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: crate::cases(1000),
        rng_seed: RngSeed::Fixed(20),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn kernels_agree_with_the_textbook(
        angle in 0.0_f32..core::f32::consts::TAU,
        anchors in numbers(6, 1.0),
        motions in numbers(6, 3.0),
        offsets in numbers(6, 0.02),
        separations in numbers(2, 0.02),
        impulses in proptest::collection::vec(0.0_f32..2.0, 5),
        masses in proptest::collection::vec(0.2_f32..5.0, 4),
        (friction, rolling, surface) in (0.0_f32..1.0, 0.0_f32..0.2, -1.0_f32..1.0),
        movable in proptest::bool::ANY,
        point_count in 1_u8..=2,
    ) {
        // In single precision first: both sides start from the same numbers.
        let normal = umbra_geom::Vector::new(angle.cos(), angle.sin());
        let [ax, ay, bx, by, cx, cy] = anchors[..] else { unreachable!() };
        let shift = [bx, by];
        let point = |x: f32, y: f32, k: usize| ContactPoint {
            anchor_a: [x, y].into(),
            anchor_b: [x + shift[0], y + shift[1]].into(),
            separation: separations[k],
            normal_impulse: impulses[k],
            tangent_impulse: impulses[2 + k] - 1.0,
        };
        let contact = Contact {
            normal,
            friction,
            rolling_resistance: rolling,
            surface_speed: surface,
            rolling_impulse: impulses[4] - 1.0,
            point_count,
            points: [point(ax, ay, 0), point(cx, cy, 1)],
            ..Contact::default()
        };
        let state = |i: usize, inv_mass, inv_inertia| BodyState {
            motion: [motions[i], motions[i + 1], motions[i + 2], inv_mass],
            offset: [offsets[i], offsets[i + 1], offsets[i + 2], inv_inertia],
        };
        let mut states = [BodyState::default(); 4];
        states[2] = if movable {
            state(0, masses[0], masses[1])
        } else {
            state(0, 0.0, 0.0)
        };
        states[3] = state(3, masses[2], masses[3]);
        let h = 1.0_f32 / 240.0;
        let [soft, anchored] = [40.0, 60.0].map(|hertz| Bias::soft(hertz, 10.0, 3.0, h));
        let [heavy, heavy_anchored] = [soft, anchored].map(|bias| bias.yielding_less(0.03));
        let passes = [
            Pass::WarmStart,
            Pass::Push { movable: soft, anchored },
            Pass::Push { movable: heavy, anchored: heavy_anchored },
            Pass::Stop { last: false },
            Pass::Project(Projection { fraction: 0.4, slop: 0.005, max_correction: 0.2 }),
            Pass::Stop { last: true },
        ];

        let (mut a, mut b) = (Plain::from_state(&states[2]), Plain::from_state(&states[3]));
        let kept = contact.points();
        let mut textbook = Textbook {
            contact,
            normal: [0, 1].map(|k| kept.get(k).map_or(0.0, |p| f64::from(p.normal_impulse))),
            tangent: [0, 1].map(|k| kept.get(k).map_or(0.0, |p| f64::from(p.tangent_impulse))),
            rolling: f64::from(contact.rolling_impulse),
        };
        for pass in passes {
            textbook.pass(&mut a, &mut b, pass, 1.0 / 240.0, movable);
        }
        let kernels = Kernels { contact: &contact, states: &mut states, passes: &passes, h, movable };
        let (block, cold) = dispatch(SimdLevel::best(), kernels);

        // Speeds up to 30 with inverse masses up to 5 and gaps divided by h: some hundred roundings
        // of numbers of about 100, each half a unit of 8e-6, that mostly cancel.
        let close = |wide: f64, narrow: f32| (wide - f64::from(narrow)).abs() < 1e-3;
        for (plain, state) in [(a, states[2]), (b, states[3])] {
            let [x, y, spin, _] = state.motion;
            prop_assert!(close(plain.v[0], x) && close(plain.v[1], y), "{plain:?} {state:?}");
            prop_assert!(close(plain.w, spin), "{plain:?} {state:?}");
            let [x, y, turn, _] = state.offset;
            prop_assert!(close(plain.d[0], x) && close(plain.d[1], y), "{plain:?} {state:?}");
            prop_assert!(close(plain.turn, turn), "{plain:?} {state:?}");
        }
        for k in 0..point_count as usize {
            prop_assert!(close(textbook.normal[k], block.points[k].normal_impulse[0]));
            prop_assert!(close(textbook.tangent[k], block.points[k].tangent_impulse[0]));
        }
        prop_assert!(close(textbook.rolling, cold.rolling_impulse[0]));
        // Unused lanes did nothing.
        prop_assert_eq!(states[0], BodyState::default());
        prop_assert_eq!(states[1], BodyState::default());
    }
}
