//! Trees of joints: all their equations solved together, exactly.
//!
//! With `J` the gradients of all constraints and `M` the masses, the impulses for the target speeds
//! solve `J M^-1 J^T x = wanted - J v`. A substep factors that matrix once, and each pass solves
//! it. Numbers have 64 bits here: with 32, a weight of 10,000 links would drown in rounding.
//!
//! Impulses of the substep before are taken back first, as the solution needs no start; only if
//! joints close loops does it start with them. They give the tension of the links: a light link
//! under a great pull swings faster than a substep can follow. So the rotational stiffness that the
//! pull gives the link is integrated implicitly, as far as a substep cannot follow it: it adds to
//! the link's inertia and slows its rotation down (Tournier et al. 2015, Andrews et al. 2017).

mod body;
mod correction;
mod driven;
mod elimination;
mod goals;
mod node;
mod tension;

use body::{BodyOfTree, dot, write};
use driven::{Acts, Driven};
use node::{NodeState, Rows};

use crate::block::joint::{PointBlock, ScalarBlock};
use crate::body::Half;
use crate::shared::States;
use crate::structure::Tree;

/// The greatest stiffness of a link, as a fraction of its inertia, whose swinging a substep
/// follows.
const FOLLOWED: f64 = 0.1;
/// An equation that follows from others leaves a pivot smaller than its own by this factor, and is
/// left out.
const DEPENDENT: f64 = 1e-9;
/// The most solutions in a pass when the assumptions about limits and motors were wrong.
const MOST_ROUNDS: usize = 32;
/// After this many rounds, motors that are too weak give what they can without another solution: in
/// the first pass of a substep, and in others, which begin with the result of the one before.
const MOTOR_ROUNDS: [usize; 2] = [2, 1];
/// The number of rounds in which all wrong assumptions change at once without becoming fewer,
/// before they change one by one.
const PATIENCE: usize = 3;
/// The yielding of equations if joints close loops, as a fraction of the effect of an impulse: the
/// equations of a straight chain between two fixed points, or of a linkage that lies flat, nearly
/// follow from one another, and exact impulses would have no bound. With a tenth of it, 40
/// four-bars fold the wrong way; with three times as much a taut bridge has gaps of 2 mm.
const LOOSENED: f64 = 3e-5;
/// The fraction of the impulses of the substep before with which a substep starts if joints close
/// loops, so that nothing yields under a steady load. Without them, a taut bridge sinks in every
/// substep; with all of them, it throws balls.
const KEPT: f64 = 0.97;

/// The parameters of a substep's start for trees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Substep {
    /// True if a step begins.
    pub(crate) whole: bool,
    /// The fraction of the error beyond a limit that is removed.
    pub(crate) correction: f32,
    /// Its length.
    pub(crate) h: f32,
}

/// The state of a tree, kept during a step.
#[derive(Debug, Default)]
pub(crate) struct TreeState {
    nodes: Vec<NodeState>,
    bodies: Vec<BodyOfTree>,
    /// The nodes with limits and motors.
    driven: Vec<Driven>,
    /// True if the substep has a solution already.
    solved: bool,
    /// The diagonal of the matrix, with all limits and motors, and its other blocks, row by row.
    diagonals: Vec<[f64; 3]>,
    blocks: Vec<[f64; 4]>,
    /// The blocks of the equations that act, as they are in the elimination; then, on the diagonal,
    /// the inverse of `D`.
    pivots: Vec<[f64; 3]>,
    eliminated: Vec<[f64; 4]>,
    /// Blocks of the factor `L`.
    factors: Vec<[f64; 4]>,
    /// The right sides, then the solution.
    x: Vec<[f64; 2]>,
}

impl TreeState {
    /// The impulses of all nodes, in the form of
    /// [`JointConstraint::impulse`](crate::JointConstraint::impulse).
    pub(crate) fn impulses(&self) -> impl Iterator<Item = [f32; 4]> {
        let mut driven = self.driven.iter().peekable();
        self.nodes.iter().enumerate().map(move |(at, node)| {
            if let Some(driven) = driven.next_if(|driven| driven.node == at) {
                return driven.report(node.impulse);
            }
            let [x, y] = node.impulse.map(|impulse| impulse as f32);
            [x, if node.rows == Rows::Point { y } else { 0.0 }, 0.0, 0.0]
        })
    }

    /// Starts a substep, with `whole` a step: takes back the tree's impulses of the one before.
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
            self.driven.clear();
            self.blocks.resize(tree.later.len(), [0.0; 4]);
            self.factors.resize(tree.later.len(), [0.0; 4]);
            self.diagonals.resize(tree.nodes.len(), [0.0; 3]);
            self.x.resize(tree.nodes.len(), [0.0; 2]);
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

    /// Reads the current state of the tree, and factors its matrix.
    pub(crate) fn prepare(
        &mut self,
        tree: &Tree,
        states: &mut States,
        (points, scalars): (&[PointBlock], &[ScalarBlock]),
        substep: Substep,
    ) {
        let Substep { whole, h, .. } = substep;
        for (body, state) in tree.bodies.iter().zip(&mut self.bodies) {
            let [x, y, spin, ..] = states.both(body.slot).map(f64::from);
            for (others, (now, free)) in
                state.others.iter_mut().zip([x, y, spin].into_iter().zip(state.free))
            {
                *others += now - free;
            }
        }
        self.read(tree, states, (points, scalars), whole);
        if whole {
            for node in tree.nodes.iter().filter(|node| node.is_point || node.is_length) {
                node.bodies.into_iter().for_each(|body| self.bodies[body as usize].joints += 1.0);
            }
        }
        for (node, state) in tree.nodes.iter().zip(&mut self.nodes) {
            if node.is_point || node.is_length {
                state.tighten(node, &mut self.bodies, f64::from(h));
            }
        }
        self.slow_links(tree, states);
        let correction = f64::from(substep.correction);
        if tree.has_loops {
            self.correct_by_few_turns(tree, states, correction);
        }
        self.assemble(tree);
        self.factor(tree);
        if tree.has_loops {
            self.bound_goals(tree, f64::from(h));
        } else {
            self.correct(tree, states, correction);
        }
        self.solved = false;
        let kept = if tree.has_loops { KEPT } else { 0.0 };
        for (node, of) in self.nodes.iter_mut().zip(&tree.nodes) {
            let part = if of.is_driven { 0.0 } else { kept };
            node.impulse = node.impulse.map(|impulse| part * impulse);
        }
    }

    /// Reads all constraints in their current state.
    fn read(
        &mut self,
        tree: &Tree,
        states: &States,
        (points, scalars): (&[PointBlock], &[ScalarBlock]),
        whole: bool,
    ) {
        let mut driven = 0;
        for (at, (node, state)) in tree.nodes.iter().zip(&mut self.nodes).enumerate() {
            let lane = node.lane as usize;
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
            if node.is_driven {
                let block = &scalars[node.block as usize];
                if whole {
                    self.driven.push(Driven::begin(at, block, lane));
                }
                self.driven[driven].read(block, lane, state.gradients);
                self.driven[driven].hold_what_is_passed();
                state.goal[self.driven[driven].row] = self.driven[driven].curved();
                driven += 1;
            }
        }
    }

    /// Reads the velocities. Returns true if they differ from those after the last solution.
    fn read_motions(&mut self, tree: &Tree, states: &States) -> bool {
        let mut changed = false;
        for (body, state) in tree.bodies.iter().zip(&mut self.bodies) {
            let [x, y, spin, ..] = states.both(body.slot);
            changed |= state.left != [x, y, spin];
            state.velocity = [x, y, spin].map(f64::from);
        }
        changed
    }

    /// Adds the stiffness that a substep cannot follow to the inertia, also for contacts and rows.
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

    /// Assembles the matrix `J M^-1 J^T`, with the yielding of springs, and with limits and motors
    /// that do not act.
    fn assemble(&mut self, tree: &Tree) {
        let Self { nodes, bodies, diagonals, blocks, .. } = self;
        let loosened = if tree.has_loops { LOOSENED } else { 0.0 };
        nodes.iter_mut().for_each(NodeState::see_across);
        self.driven.iter().for_each(|driven| nodes[driven.node].place(driven));
        for ((node, state), of) in tree.nodes.iter().zip(&mut *nodes).zip(diagonals) {
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
            let [xx, xy, yy] = state.yielding;
            let more = 1.0 + loosened;
            *of = [(diagonal[0] + xx) * more, diagonal[1] + xy, (diagonal[2] + yy) * more];
        }
        blocks.fill([0.0; 4]);
        for coupling in &tree.couplings {
            let body = &bodies[coupling.body as usize];
            let [[earlier, later], [side, later_side]] =
                [coupling.nodes, coupling.sides.map(u32::from)];
            let [u, v] = nodes[earlier as usize].gradients[side as usize];
            let [w, z] = nodes[later as usize].gradients[later_side as usize];
            let block = &mut blocks[coupling.block as usize];
            block[0] += body.yield_between(w, u);
            block[1] += body.yield_between(w, v);
            block[2] += body.yield_between(z, u);
            block[3] += body.yield_between(z, v);
        }
    }

    /// One pass: gives the bodies the velocities that the joints ask for.
    pub(crate) fn solve(&mut self, tree: &Tree, states: &mut States, h: f32) {
        if !self.read_motions(tree, states) && self.solved {
            return;
        }
        let inv_h = 1.0 / f64::from(h);
        if !self.solved && tree.has_loops {
            self.apply_kept(tree);
        }
        if self.driven.is_empty() {
            self.find_impulses(tree);
            self.apply_impulses(tree);
        } else {
            self.solve_driven(tree, inv_h);
        }
        self.solved = true;
        for (body, state) in tree.bodies.iter().zip(&mut self.bodies).filter(|(body, _)| body.moves)
        {
            let [x, y, spin, ..] = states.both(body.slot).map(f64::from);
            for (given, (new, old)) in
                state.given.iter_mut().zip(state.velocity.iter().zip([x, y, spin]))
            {
                *given += new - old;
            }
            write(states, body.slot, state.velocity);
        }
        for (body, state) in tree.bodies.iter().zip(&mut self.bodies) {
            let [x, y, spin, ..] = states.both(body.slot);
            state.left = [x, y, spin];
        }
    }

    /// Solves with the limits and motors that act, until the assumptions are right.
    ///
    /// Limits must not give way, so they are found exactly. Motors may give too much or too little
    /// for one pass: in a bridge with friction in its joints a few of them change sides in nearly
    /// every pass, and to find them exactly would take ten times as long as all else.
    fn solve_driven(&mut self, tree: &Tree, inv_h: f64) {
        let motor_rounds = if self.solved { MOTOR_ROUNDS[1] } else { MOTOR_ROUNDS[0] };
        let (mut fewest, mut patience) = (usize::MAX, PATIENCE);
        for round in 1.. {
            self.give(tree, inv_h);
            self.bodies.iter_mut().for_each(|body| body.before = body.velocity);
            self.find_impulses(tree);
            self.apply_impulses(tree);
            let [limits, motors] = self.review(tree, inv_h);
            let wrong = limits + motors;
            if wrong == 0 || round >= MOST_ROUNDS || limits == 0 && round > motor_rounds {
                return;
            }
            if limits == 0 && round == motor_rounds {
                if !self.weaken_motors() {
                    return;
                }
            } else {
                patience = if wrong < fewest { PATIENCE } else { patience.saturating_sub(1) };
                fewest = fewest.min(wrong);
                self.change(patience == 0);
            }
            self.bodies.iter_mut().for_each(|body| body.velocity = body.before);
            for (node, [x, y]) in self.nodes.iter_mut().zip(&self.x) {
                node.impulse = [node.impulse[0] - x, node.impulse[1] - y];
            }
            self.driven.iter().for_each(|driven| self.nodes[driven.node].mark(driven));
            self.factor(tree);
        }
    }

    /// Applies the impulses of motors at their maximum, and takes back those of limits that act no
    /// more.
    fn give(&mut self, tree: &Tree, inv_h: f64) {
        for driven in &self.driven {
            let state = &mut self.nodes[driven.node];
            state.goal[driven.row] = driven.goal(inv_h);
            if let Acts::Given(impulse) = driven.acts {
                let change = impulse - state.impulse[driven.row];
                state.impulse[driven.row] = impulse;
                for (side, body) in tree.nodes[driven.node].bodies.into_iter().enumerate() {
                    let gradients = [driven.along[side], [0.0; 3]];
                    self.bodies[body as usize].push(gradients, [change, 0.0]);
                }
            }
        }
    }

    /// Finds the limits and motors that should have acted: returns the numbers of wrong limits and
    /// motors.
    fn review(&mut self, tree: &Tree, inv_h: f64) -> [usize; 2] {
        let mut wrong = [0; 2];
        for driven in &mut self.driven {
            let [a, b] = tree.nodes[driven.node].bodies.map(|body| &self.bodies[body as usize]);
            let speed = dot(driven.along[0], a.velocity) + dot(driven.along[1], b.velocity);
            let impulse = self.nodes[driven.node].impulse[driven.row];
            driven.should = driven.reviewed(speed, impulse, inv_h);
            let [is, should] = [driven.acts, driven.should];
            let is_limit = [is, should].iter().any(|acts| matches!(acts, Acts::Limit(_)));
            wrong[usize::from(!is_limit)] += usize::from(is != should);
        }
        wrong
    }

    /// Limits motors that gave more than they can to their maximum. Returns true if there were any.
    fn weaken_motors(&mut self) -> bool {
        let mut any = false;
        for driven in &mut self.driven {
            if driven.acts == Acts::Motor && driven.should != Acts::Motor {
                driven.acts = driven.should;
                any = true;
            }
        }
        any
    }

    /// Makes those act that should; or only the last of them.
    fn change(&mut self, only_one: bool) {
        let wrong = self.driven.iter_mut().rev().filter(|driven| driven.should != driven.acts);
        for driven in wrong.take(if only_one { 1 } else { usize::MAX }) {
            driven.acts = driven.should;
        }
    }

    /// Solves for the missing impulses.
    fn find_impulses(&mut self, tree: &Tree) {
        let Self { nodes, bodies, x, .. } = self;
        for ((node, state), x) in tree.nodes.iter().zip(nodes).zip(x) {
            let [a, b] = node.bodies;
            *x = state.missing([bodies[a as usize].velocity, bodies[b as usize].velocity]);
        }
        self.substitute(tree);
    }

    /// Applies the impulses with which loops start a substep.
    fn apply_kept(&mut self, tree: &Tree) {
        for (node, state) in tree.nodes.iter().zip(&self.nodes) {
            for (side, body) in node.bodies.into_iter().enumerate() {
                self.bodies[body as usize].push(state.gradients[side], state.impulse);
            }
        }
    }

    fn apply_impulses(&mut self, tree: &Tree) {
        let Self { nodes, bodies, x, .. } = self;
        for ((node, state), x) in tree.nodes.iter().zip(nodes).zip(x) {
            state.impulse = [state.impulse[0] + x[0], state.impulse[1] + x[1]];
            for (side, body) in node.bodies.into_iter().enumerate() {
                bodies[body as usize].push(state.gradients[side], *x);
            }
        }
    }
}
