//! Trees of joints: all their equations solved together, exactly.
//!
//! With `J` the gradients of all constraints and `M` the masses, the impulses that give the wanted speeds solve
//! `J M^-1 J^T x = wanted - J v`. A substep factors that matrix once, and each pass solves it. Numbers have 64 bits
//! here: with 32, a weight of 10,000 links would drown in rounding.
//!
//! Impulses of the substep before are taken back first, as the solution needs no start. They tell how tight the links
//! are: a light link under a great pull swings faster than a substep can follow. So the stiffness that the pull gives
//! the link's turning is taken implicitly, as far as it is beyond what a substep follows: it adds to the link's
//! inertia and slows its turning down (Tournier et al. 2015, Andrews et al. 2017).

use crate::joint_block::{PointBlock, ScalarBlock};
use crate::lanes::Half;
use crate::shared::States;
use crate::structure::{Tree, TreeNode};

/// The part of a link's inertia up to which a substep follows its swinging.
const FOLLOWED: f64 = 0.1;
/// The part of a link by which an error is made smaller in a substep at most.
const CORRECTED: f64 = 0.01;
/// An equation that follows from others leaves a pivot this much smaller than it had alone, and is left out.
const DEPENDENT: f64 = 1e-9;
/// Where joints close loops, equations yield this much in a pass: those of a straight chain between two fixed points
/// nearly follow from one another, and exact impulses would throw it about.
const LOOSENED: f64 = 1e-4;

/// What is worked out for a tree, kept during a step.
#[derive(Debug, Default)]
pub(crate) struct TreeState {
    nodes: Vec<NodeState>,
    bodies: Vec<BodyOfTree>,
    /// Blocks of the matrix, and of its factor `L`, row by row.
    blocks: Vec<[f64; 4]>,
    factors: Vec<[f64; 4]>,
}

/// A constraint. A length or an angle has an empty second equation.
#[derive(Clone, Copy, Debug, Default)]
struct NodeState {
    /// How its two values grow with the velocities of A and of B.
    gradients: [[[f64; 3]; 2]; 2],
    error: [f64; 2],
    /// The speed that is wanted without the error.
    goal: [f64; 2],
    /// How much of the error is wanted per second.
    rate: f64,
    /// By how much springs yield to an impulse: `xx`, `xy`, `yy`.
    yielding: [f64; 3],
    /// How much a spring yields, in parts of what the bodies do.
    softness: f64,
    is_spring: bool,
    length: f64,
    /// The stiffness across a length, times the square of the substep.
    tension: f64,
    /// On the diagonal of the matrix; then what its inverse is.
    diagonal: [f64; 3],
    /// What was on the diagonal before the elimination.
    alone: [f64; 3],
    impulse: [f64; 2],
    /// The right side, then the solution.
    x: [f64; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct BodyOfTree {
    inv_mass: f64,
    inv_inertia: f64,
    /// That without what stiffness adds to the inertia.
    own_inv_inertia: f64,
    velocity: [f64; 3],
    /// What the tree gave in this substep.
    given: [f64; 3],
    /// Its velocity without constraints, which says how fast anchors go round.
    free: [f64; 3],
    /// What contacts and rows gave.
    others: [f64; 3],
    /// The stiffness of its turning, times the square of the substep.
    stiffness: f64,
}

impl TreeState {
    /// The impulses of a node.
    pub(crate) fn impulse(&self, node: usize) -> [f32; 2] {
        self.nodes[node].impulse.map(|impulse| impulse as f32)
    }

    /// A substep begins, with `whole` a step: takes back what the tree gave in the one before.
    pub(crate) fn take_back(
        &mut self,
        tree: &Tree,
        states: &mut States,
        base: &[Half],
        whole: bool,
    ) {
        if whole {
            self.nodes.clear();
            self.nodes.resize(tree.nodes.len(), NodeState::default());
            self.bodies.clear();
            self.bodies.resize(tree.bodies.len(), BodyOfTree::default());
            self.blocks.resize(tree.later.len(), [0.0; 4]);
            self.factors.resize(tree.later.len(), [0.0; 4]);
        }
        for (body, state) in tree.bodies.iter().zip(&mut self.bodies) {
            let [x, y, spin, inv_mass, .., inv_inertia] = states.both(body.slot).map(f64::from);
            if whole {
                let part = if body.moves { 1.0 / f64::from(body.copies) } else { 0.0 };
                (state.inv_mass, state.inv_inertia) = (inv_mass * part, inv_inertia * part);
                state.own_inv_inertia = state.inv_inertia;
            }
            let [x0, y0, spin0, _] = base[body.slot as usize].map(f64::from);
            state.free = [x0, y0, spin0];
            let given = core::mem::take(&mut state.given);
            state.others = [x - x0 - given[0], y - y0 - given[1], spin - spin0 - given[2]];
            state.stiffness = 0.0;
            if body.moves {
                write(states, body.slot, state.free);
            }
        }
    }

    /// The tree as it lies now, and its matrix factored.
    pub(crate) fn prepare(
        &mut self,
        tree: &Tree,
        states: &mut States,
        (points, scalars): (&[PointBlock], &[ScalarBlock]),
        h: f32,
        whole: bool,
    ) {
        for (body, state) in tree.bodies.iter().zip(&mut self.bodies) {
            let [x, y, spin, ..] = states.both(body.slot).map(f64::from);
            for (others, (now, free)) in
                state.others.iter_mut().zip([x, y, spin].into_iter().zip(state.free))
            {
                *others += now - free;
            }
        }
        for (node, state) in tree.nodes.iter().zip(&mut self.nodes) {
            if node.is_point {
                state.read_point(&points[node.block as usize], node, whole);
            } else {
                state.read_scalar(&scalars[node.block as usize], node, whole);
            }
            if node.is_length {
                let turns = node.bodies.map(|body| {
                    let [.., turn, _] = states.both(tree.bodies[body as usize].slot);
                    turn
                });
                state.read_arms(&scalars[node.block as usize], node, turns);
            }
            if node.is_point || node.is_length {
                state.tighten(node, &mut self.bodies, f64::from(h));
            }
        }
        if tree.has_loops {
            self.bound_corrections(tree, f64::from(h));
        }
        self.slow_links(tree, states);
        self.assemble(tree);
        self.factor(tree);
        for node in &mut self.nodes {
            node.impulse = [0.0; 2];
        }
    }

    /// Errors are removed no faster than so much of a link in a substep.
    ///
    /// To close a gap in a chain that is nearly straight, all links have to turn a little; solved as if turning were a
    /// straight motion, they would spin so fast that they opened others.
    fn bound_corrections(&mut self, tree: &Tree, h: f64) {
        let reaches = tree.nodes.iter().zip(&self.nodes).filter_map(|(node, state)| {
            let [[u, v], [w, x]] = state.gradients;
            let reach = [u[2], v[2]].into_iter().chain([w[2], x[2]]).map(f64::abs).sum::<f64>();
            if node.is_point { Some(reach) } else { node.is_length.then_some(state.length) }
        });
        let (sum, count) =
            reaches.fold((0.0, 0.0), |(sum, count), reach| (sum + reach, count + 1.0));
        let most = CORRECTED * sum / (count * h);
        if sum <= 0.0 {
            return;
        }
        for (node, state) in tree.nodes.iter().zip(&mut self.nodes) {
            let wanted = state.rate * (state.error[0].powi(2) + state.error[1].powi(2)).sqrt();
            if (node.is_point || node.is_length) && !state.is_spring && wanted > most {
                state.rate *= most / wanted;
            }
        }
    }

    fn read_motions(&mut self, tree: &Tree, states: &States) {
        for (body, state) in tree.bodies.iter().zip(&mut self.bodies) {
            let [x, y, spin, ..] = states.both(body.slot).map(f64::from);
            state.velocity = [x, y, spin];
        }
    }

    /// Stiffness beyond what a substep follows adds to the inertia, also for contacts and rows.
    fn slow_links(&mut self, tree: &Tree, states: &mut States) {
        for (body, state) in tree.bodies.iter().zip(&mut self.bodies).filter(|(body, _)| body.moves)
        {
            let beyond = state.stiffness * state.own_inv_inertia - FOLLOWED;
            let keep = 1.0 / (1.0 + beyond.max(0.0));
            let inv_inertia = state.own_inv_inertia * keep;
            // The same impulses turn it less.
            let ratio = if state.inv_inertia > 0.0 { inv_inertia / state.inv_inertia } else { 1.0 };
            state.inv_inertia = inv_inertia;
            let ([x, y, spin], others) = (state.free, state.others);
            state.velocity = [x + others[0], y + others[1], spin * keep + others[2] * ratio];
            state.given[2] = spin * (keep - 1.0);
            write(states, body.slot, state.velocity);
            states.set_inv_inertia(body.slot, (inv_inertia * f64::from(body.copies)) as f32);
        }
    }

    /// The matrix `J M^-1 J^T`, with the yielding of springs.
    fn assemble(&mut self, tree: &Tree) {
        let Self { nodes, bodies, blocks, .. } = self;
        let loosened = if tree.has_loops { LOOSENED } else { 0.0 };
        for (node, state) in tree.nodes.iter().zip(&mut *nodes) {
            let mut diagonal = [0.0; 3];
            for (side, body) in node.bodies.into_iter().enumerate() {
                let body = &bodies[body as usize];
                let [u, v] = state.gradients[side];
                diagonal[0] += body.yield_between(u, u);
                diagonal[1] += body.yield_between(u, v);
                diagonal[2] += body.yield_between(v, v);
            }
            let softness = state.softness;
            state.yielding = diagonal.map(|value| softness * value);
            if !node.is_point {
                diagonal = state.brace(diagonal);
            }
            state.diagonal = [0, 1, 2].map(|i| diagonal[i] + state.yielding[i]);
            state.diagonal[0] *= 1.0 + loosened;
            state.diagonal[2] *= 1.0 + loosened;
            state.alone = state.diagonal;
        }
        blocks.fill([0.0; 4]);
        for coupling in &tree.couplings {
            let body = &bodies[coupling.body as usize];
            let [earlier, later] = [0, 1].map(|i| {
                nodes[coupling.nodes[i] as usize].gradients[usize::from(coupling.sides[i])]
            });
            let block = &mut blocks[coupling.block as usize];
            for (row, gradient) in later.into_iter().enumerate() {
                block[2 * row] += body.yield_between(gradient, earlier[0]);
                block[2 * row + 1] += body.yield_between(gradient, earlier[1]);
            }
        }
    }

    /// `L D L^T`, with the inverse of `D` on the diagonal.
    fn factor(&mut self, tree: &Tree) {
        let Self { nodes, blocks, factors, .. } = self;
        let mut targets = tree.targets.iter();
        for (at, node) in tree.nodes.iter().enumerate() {
            let own = nodes[at].inverse();
            nodes[at].diagonal = own;
            let range = node.later.start as usize..node.later.end as usize;
            for block in range.clone() {
                let [a, b, c, d] = blocks[block];
                factors[block] = [
                    a * own[0] + b * own[1],
                    a * own[1] + b * own[2],
                    c * own[0] + d * own[1],
                    c * own[1] + d * own[2],
                ];
            }
            for column in range.clone() {
                let ([a, b, c, d], [e, f, g, h]) = (blocks[column], factors[column]);
                let diagonal = &mut nodes[tree.later[column] as usize].diagonal;
                diagonal[0] -= e * a + f * b;
                diagonal[1] -= e * c + f * d;
                diagonal[2] -= g * c + h * d;
                for [e, f, g, h] in &factors[column + 1..range.end] {
                    let Some(target) = targets.next() else { return };
                    let target = &mut blocks[*target as usize];
                    target[0] -= e * a + f * b;
                    target[1] -= e * c + f * d;
                    target[2] -= g * a + h * b;
                    target[3] -= g * c + h * d;
                }
            }
        }
    }

    /// One pass: gives the bodies the velocities that the joints ask for. With `relax`, errors are left as they are.
    pub(crate) fn solve(&mut self, tree: &Tree, states: &mut States, relax: bool) {
        self.read_motions(tree, states);
        let Self { nodes, bodies, factors, .. } = self;
        for (node, state) in tree.nodes.iter().zip(&mut *nodes) {
            state.x = state.missing(node.bodies.map(|body| bodies[body as usize].velocity), relax);
        }
        for (at, node) in tree.nodes.iter().enumerate() {
            let [x, y] = nodes[at].x;
            for block in node.later.start as usize..node.later.end as usize {
                let [a, b, c, d] = factors[block];
                let later = &mut nodes[tree.later[block] as usize].x;
                later[0] -= a * x + b * y;
                later[1] -= c * x + d * y;
            }
        }
        for (at, node) in tree.nodes.iter().enumerate().rev() {
            let ([xx, xy, yy], [u, v]) = (nodes[at].diagonal, nodes[at].x);
            let (mut x, mut y) = (xx * u + xy * v, xy * u + yy * v);
            for block in node.later.start as usize..node.later.end as usize {
                let [a, b, c, d] = factors[block];
                let [u, v] = nodes[tree.later[block] as usize].x;
                x -= a * u + c * v;
                y -= b * u + d * v;
            }
            let state = &mut nodes[at];
            state.x = [x, y];
            state.impulse = [state.impulse[0] + x, state.impulse[1] + y];
            for (side, body) in node.bodies.into_iter().enumerate() {
                bodies[body as usize].push(state.gradients[side], [x, y]);
            }
        }
        for (body, state) in tree.bodies.iter().zip(&mut *bodies).filter(|(body, _)| body.moves) {
            let [x, y, spin, ..] = states.both(body.slot).map(f64::from);
            for (given, (new, old)) in
                state.given.iter_mut().zip(state.velocity.iter().zip([x, y, spin]))
            {
                *given += new - old;
            }
            write(states, body.slot, state.velocity);
        }
    }
}

/// Sets the velocity of a body.
fn write(states: &mut States, slot: u32, [x, y, spin]: [f64; 3]) {
    let [.., inv_mass, _, _, _, _] = states.both(slot);
    states.set_motion(slot, [x as f32, y as f32, spin as f32, inv_mass]);
}

impl NodeState {
    fn read_point(&mut self, block: &PointBlock, node: &TreeNode, whole: bool) {
        let lane = node.lane as usize;
        let pair = |of: &[[f32; 16]; 2]| of.map(|wide| f64::from(wide[lane]));
        let ([ax, ay], [bx, by]) = (pair(&block.now.arm_a), pair(&block.now.arm_b));
        self.gradients = [[[-1.0, 0.0, ay], [0.0, -1.0, -ax]], [[1.0, 0.0, -by], [0.0, 1.0, bx]]];
        self.error = pair(&block.now.error);
        self.goal = pair(&block.now.goal);
        if whole {
            self.impulse = pair(&block.impulse);
        }
        self.read_softness(&block.soft, lane);
    }

    fn read_scalar(&mut self, block: &ScalarBlock, node: &TreeNode, whole: bool) {
        let lane = node.lane as usize;
        let of = |wide: &[f32; 16]| f64::from(wide[lane]);
        let now = &block.now;
        let (line_a, line_b) = (now.line_a.each_ref().map(of), now.line_b.each_ref().map(of));
        self.gradients = [
            [[-line_a[0], -line_a[1], -of(&now.turn_a)], [0.0; 3]],
            [[line_b[0], line_b[1], of(&now.turn_b)], [0.0; 3]],
        ];
        self.length = of(&now.value);
        self.error = [of(&now.value) - of(&block.goal), 0.0];
        self.goal = [of(&block.speed) - of(&now.curve), 0.0];
        if whole {
            self.impulse = [of(&block.impulse[0]), 0.0];
        }
        self.read_softness(&block.soft, lane);
    }

    fn read_softness(&mut self, soft: &crate::joint_block::Softnesses, lane: usize) {
        // Without damping, a spring does not look at the speed: nearly so here.
        let mass_scale = f64::from(soft.mass_scale[lane]).max(1e-6);
        self.rate = f64::from(soft.rate[lane]) / mass_scale;
        self.is_spring = soft.relaxes[lane] == 0.0;
        let impulse_scale = f64::from(soft.impulse_scale[lane]);
        self.softness = if self.is_spring { impulse_scale / mass_scale } else { 0.0 };
    }

    /// A length is seen with the direction across it as its second value.
    fn read_arms(&mut self, block: &ScalarBlock, node: &TreeNode, turns: [f32; 2]) {
        let lane = node.lane as usize;
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let arm = [&block.ends.arm_a, &block.ends.arm_b][side]
                .each_ref()
                .map(|wide| f64::from(wide[lane]));
            let (sin, cos) = crate::body::sin_cos(turns[side]);
            let (sin, cos) = (f64::from(sin), f64::from(cos));
            let [x, y] = [arm[0] * cos - arm[1] * sin, arm[0] * sin + arm[1] * cos];
            let [[u, v, _], across] = &mut self.gradients[side];
            let [u, v] = [sign * *u, sign * *v];
            *across = [-sign * v, sign * u, sign * (x * u + y * v)];
        }
    }

    /// The stiffness that the pull of the substep before gives the turning of both bodies, and the motion across a
    /// length.
    fn tighten(&mut self, node: &TreeNode, bodies: &mut [BodyOfTree], h: f64) {
        let [px, py] = self.impulse;
        for (side, body) in node.bodies.into_iter().enumerate() {
            let [u, v] = self.gradients[side];
            // A point's gradients say where its arms are; a length's second one says how far they reach along it.
            let along = if node.is_point { v[2] * px - u[2] * py } else { v[2] * px };
            bodies[body as usize].stiffness += (h * along).max(0.0);
        }
        self.tension = if node.is_length && self.length > 0.0 {
            h * (-px).max(0.0) / self.length
        } else {
            0.0
        };
    }

    /// The second equation of a number: of a length, a spring across it as stiff as its pull makes it, as far as a
    /// substep cannot follow; else none.
    fn brace(&mut self, [xx, xy, yy]: [f64; 3]) -> [f64; 3] {
        let beyond = self.tension - FOLLOWED / yy;
        if beyond > 0.0 {
            self.yielding = [self.yielding[0], 0.0, 1.0 / beyond];
            return [xx, xy, yy];
        }
        self.gradients[0][1] = [0.0; 3];
        self.gradients[1][1] = [0.0; 3];
        self.yielding = [self.yielding[0], 0.0, 0.0];
        [xx, 0.0, 1.0]
    }

    /// The speeds that are still missing.
    fn missing(&self, [a, b]: [[f64; 3]; 2], relax: bool) -> [f64; 2] {
        let rate = if relax && !self.is_spring { 0.0 } else { self.rate };
        let ([xx, xy, yy], [px, py]) = (self.yielding, self.impulse);
        let yielded = [xx * px + xy * py, xy * px + yy * py];
        [0, 1].map(|i| {
            let speed = dot(self.gradients[0][i], a) + dot(self.gradients[1][i], b);
            self.goal[i] - rate * self.error[i] - yielded[i] - speed
        })
    }

    /// The inverse of the diagonal, without equations that follow from others.
    fn inverse(&self) -> [f64; 3] {
        let [xx, xy, yy] = self.diagonal;
        let [alone_xx, _, alone_yy] = self.alone;
        let first = if xx > DEPENDENT * alone_xx { 1.0 / xx } else { 0.0 };
        let factor = xy * first;
        let rest = yy - factor * xy;
        let second = if rest > DEPENDENT * alone_yy { 1.0 / rest } else { 0.0 };
        [first + factor * factor * second, -factor * second, second]
    }
}

impl BodyOfTree {
    /// What an impulse of one along one gradient adds to the speed along another.
    fn yield_between(&self, u: [f64; 3], v: [f64; 3]) -> f64 {
        self.inv_mass * (u[0] * v[0] + u[1] * v[1]) + self.inv_inertia * (u[2] * v[2])
    }

    fn push(&mut self, [u, v]: [[f64; 3]; 2], [x, y]: [f64; 2]) {
        self.velocity[0] += self.inv_mass * (u[0] * x + v[0] * y);
        self.velocity[1] += self.inv_mass * (u[1] * x + v[1] * y);
        self.velocity[2] += self.inv_inertia * (u[2] * x + v[2] * y);
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
