//! Trees of joints: the constraints that are solved at once, and the order of their elimination.
//!
//! Joint constraints that share a movable body are *neighbours*. The equations of connected ones
//! make a symmetric matrix with a block for each constraint and each pair of neighbours. It is
//! factored as `L D L^T`, constraint by constraint: each changes the blocks of its later
//! neighbours, and makes neighbours of those. The constraint with the fewest neighbours goes first
//! (minimum degree, Tinney and Walker 1967), so a tree of bodies is walked from its leaves to its
//! root and gets no additional blocks, and few loops add few blocks. Constraints that would add
//! many stay in rows.
//!
//! All this depends on the constraints alone: see `forest.rs`.

use umbra_geom::Real;
use umbra_geom::sort::Arrange;

use super::elimination::eliminate;
use super::joint_parts::{JointKind, JointLink};
use super::parts::Load;
use crate::kernel::joint::scalar::ScalarForm;
use crate::tuning::{
    CHEAP_NEIGHBOURS, CHEAP_PRODUCTS, HEAVY_CHAIN, HEAVY_LOAD, HEAVY_PINNED, LARGEST_FIGURE,
    LINKAGE_PRODUCTS, LONGEST_LINKAGE, MOST_NEIGHBOURS, MOST_PRODUCTS,
};
use crate::{Body, JointSolving};

/// Constraints that are solved at once, in the order of their elimination.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<TreeNode>,
    pub(crate) bodies: Vec<TreeBody>,
    /// The later neighbours of all nodes, one node after the other: each is a block of the matrix.
    pub(crate) later: Vec<u32>,
    /// The initial values of the blocks in `later`.
    pub(crate) couplings: Vec<Coupling>,
    /// The block that each product of two different blocks of a node changes, in the order of the
    /// elimination.
    pub(crate) targets: Vec<u32>,
    /// The number of its component among all that are connected.
    pub(super) component: u32,
    pub(crate) batch: u32,
    /// True if there are more joints than in a tree of its bodies, counting all immovable ones as
    /// one body.
    pub(crate) has_loops: bool,
    /// The load of its bodies' contacts. Trees that rows would replace come first in a batch.
    pub(crate) load: Load,
}

/// A constraint of a tree.
#[derive(Clone, Debug)]
pub(crate) struct TreeNode {
    pub(crate) constraint: u32,
    /// True if it has two equations.
    pub(crate) is_point: bool,
    /// True if it holds a length.
    pub(crate) is_length: bool,
    /// True if it has limits or a motor.
    pub(crate) is_driven: bool,
    /// Its bodies among those of the tree.
    pub(crate) bodies: [u32; 2],
    /// Its later neighbours.
    pub(crate) later: core::ops::Range<u32>,
    /// Its block among those of the batch, and its lane.
    pub(crate) block: u32,
    pub(crate) lane: u32,
}

/// A body of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeBody {
    pub(crate) body: u32,
    pub(crate) moves: bool,
    pub(crate) slot: u32,
    pub(crate) copies: u32,
}

/// Two neighbours and a body that they share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coupling {
    /// The index in `later`.
    pub(crate) block: u32,
    pub(crate) body: u32,
    /// The earlier and the later node, and the index of the shared body in each.
    pub(crate) nodes: [u32; 2],
    pub(crate) sides: [u8; 2],
}

/// The tree of connected constraints, if solving them at once pays.
pub(super) fn tree_of(
    links: &[&JointLink],
    bodies: &[Body],
    solving: JointSolving,
) -> Option<Tree> {
    let graph = BodyGraph::new(links);
    let heaviest = graph.heaviest_load(bodies);
    let pins = links.iter().any(|link| pins_far_heavier(link, bodies));
    let load = match heaviest {
        _ if pins || heaviest > HEAVY_LOAD => Load::Heavy,
        _ if heaviest > HEAVY_CHAIN => Load::Pulled,
        _ => Load::Usual,
    };
    let cheap = CHEAP_PRODUCTS * links.len();
    let most = match solving {
        JointSolving::Trees => [MOST_NEIGHBOURS, MOST_PRODUCTS],
        JointSolving::Auto | JointSolving::Rows if load > Load::Usual => {
            [CHEAP_NEIGHBOURS, MOST_PRODUCTS.min(cheap)]
        }
        _ if graph.is_linkage(links) => [CHEAP_NEIGHBOURS, LINKAGE_PRODUCTS * links.len()],
        _ if graph.is_figure(links) => [CHEAP_NEIGHBOURS, cheap],
        _ => return None,
    };
    let load = if solving == JointSolving::Auto { load } else { load.max(Load::Pulled) };
    Some(Tree { load, ..graph.tree(links, most)? })
}

/// True if it pins a body to a far heavier one, and both are movable.
fn pins_far_heavier(link: &JointLink, bodies: &[Body]) -> bool {
    let [a, b] =
        link.bodies.map(|body| bodies.get(body as usize).map_or(0.0, |body| body.inv_mass));
    let is_far = a > HEAVY_PINNED * b || b > HEAVY_PINNED * a;
    link.pins && link.moves.a && link.moves.b && a > 0.0 && b > 0.0 && is_far
}

/// The bodies of connected constraints, and the constraints of each.
struct BodyGraph {
    bodies: Vec<TreeBody>,
    /// Per constraint, its bodies.
    ends: Vec<[u32; 2]>,
    /// Per body, its constraints.
    constraints: Vec<Vec<u32>>,
}

impl BodyGraph {
    fn new(links: &[&JointLink]) -> Self {
        let mut bodies: Vec<u32> = links.iter().flat_map(|link| link.bodies).collect();
        bodies.arrange();
        bodies.dedup();
        let local = |body: u32| bodies.partition_point(|other| *other < body) as u32;
        let mut graph = Self {
            bodies: vec![TreeBody { body: 0, moves: false, slot: 0, copies: 1 }; bodies.len()],
            ends: links.iter().map(|link| link.bodies.map(local)).collect(),
            constraints: vec![vec![]; bodies.len()],
        };
        for (index, (link, ends)) in links.iter().zip(&graph.ends).enumerate() {
            for (side, moves) in [link.moves.a, link.moves.b].into_iter().enumerate() {
                let body = ends[side] as usize;
                graph.bodies[body].body = link.bodies[side];
                graph.bodies[body].moves = moves;
                graph.constraints[body].push(index as u32);
            }
        }
        graph
    }

    /// The greatest load of a body, in multiples of its mass: over all constraints of a spanning
    /// tree, the mass on the lighter side of the tree, divided by that of the lighter one of its
    /// two bodies.
    fn heaviest_load(&self, bodies: &[Body]) -> Real {
        let mass = |body: &TreeBody| match bodies.get(body.body as usize) {
            Some(of) if body.moves && of.inv_mass > 0.0 => 1.0 / of.inv_mass,
            _ => Real::INFINITY,
        };
        let masses: Vec<Real> = self.bodies.iter().map(mass).collect();
        // Walked from all that does not move; if there is no such body, from the heaviest.
        let heaviest =
            (0..masses.len()).max_by(|a, b| masses[*a].total_cmp(&masses[*b])).unwrap_or(0);
        let mut order: Vec<usize> = (0..masses.len())
            .filter(|body| masses[*body] == Real::INFINITY || *body == heaviest)
            .collect();
        let mut parents = vec![None; masses.len()];
        let mut seen = vec![false; masses.len()];
        order.iter().for_each(|root| seen[*root] = true);
        let mut next = 0;
        while let Some(&body) = order.get(next) {
            next += 1;
            for &constraint in &self.constraints[body] {
                for other in self.ends[constraint as usize].map(|end| end as usize) {
                    if !seen[other] {
                        seen[other] = true;
                        parents[other] = Some(body);
                        order.push(other);
                    }
                }
            }
        }
        let mut carried = masses.clone();
        let mut most: Real = 0.0;
        let total: Real = masses.iter().sum();
        for &body in order.iter().rev() {
            let Some(parent) = parents[body] else { continue };
            carried[parent] += carried[body];
            let beyond = carried[body].min(total - carried[body]);
            most = most.max(beyond / masses[body].min(masses[parent]));
        }
        most
    }

    /// True if it is a machine of bars: all are pinned, and some close loops.
    fn is_linkage(&self, links: &[&JointLink]) -> bool {
        links.len() <= LONGEST_LINKAGE && links.iter().all(|link| link.pins) && self.has_loops()
    }

    /// True if it is a figure or a machine of few bodies with held angles, such as ragdolls,
    /// walkers and welded things.
    fn is_figure(&self, links: &[&JointLink]) -> bool {
        let moved = self.bodies.iter().filter(|body| body.moves).count();
        moved <= LARGEST_FIGURE && links.iter().any(|link| link.kind != JointKind::Point)
    }

    /// The tree, unless its elimination exceeds `most`: see [`eliminate`].
    fn tree(self, links: &[&JointLink], most: [usize; 2]) -> Option<Tree> {
        let steps = eliminate(self.neighbours(most[0])?, most)?;
        let mut place = vec![0; steps.len()];
        for (at, step) in steps.iter().enumerate() {
            place[step.constraint as usize] = at as u32;
        }
        let has_loops = self.has_loops() || self.is_held_twice(links);
        let mut tree = Tree { bodies: self.bodies, has_loops, ..Tree::default() };
        for step in &steps {
            let link = links[step.constraint as usize];
            let first = tree.later.len() as u32;
            tree.later.extend(step.later.iter().map(|later| place[*later as usize]));
            tree.later[first as usize..].arrange();
            tree.nodes.push(TreeNode {
                constraint: link.constraint,
                is_point: link.kind == JointKind::Point,
                is_length: matches!(
                    link.kind,
                    JointKind::Held(ScalarForm::Length) | JointKind::Driven(ScalarForm::Length)
                ),
                is_driven: matches!(link.kind, JointKind::Driven(_)),
                bodies: self.ends[step.constraint as usize],
                later: first..tree.later.len() as u32,
                block: 0,
                lane: 0,
            });
        }
        tree.list_couplings(&self.constraints, &place);
        tree.list_targets();
        Some(tree)
    }

    fn has_loops(&self) -> bool {
        let is_moved = |body: &u32| self.bodies[*body as usize].moves;
        let moved = self.bodies.iter().filter(|body| body.moves).count();
        let ground = usize::from(moved < self.bodies.len());
        // Constraints of one pair of bodies belong together.
        let mut pairs = self.ends.clone();
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        pairs.arrange();
        pairs.dedup();
        let anchored = pairs.iter().filter(|pair| !pair.iter().all(is_moved)).count();
        let joined = pairs.len() - anchored;
        joined + anchored >= moved + ground
    }

    /// True if two joints may contradict one another about one pair of bodies.
    fn is_held_twice(&self, links: &[&JointLink]) -> bool {
        let mut pairs: Vec<([u32; 2], JointKind)> = self
            .ends
            .iter()
            .zip(links)
            .map(|([a, b], link)| ([*a.min(b), *a.max(b)], link.kind))
            .collect();
        pairs.arrange_by_key(|(pair, _)| *pair);
        pairs.chunk_by(|one, other| one.0 == other.0).any(|same| {
            let count = |is: fn(ScalarForm) -> bool| {
                let forms = same.iter().filter_map(|(_, kind)| kind.form());
                forms.filter(|form| is(*form)).count()
            };
            let angles = count(|form| matches!(form, ScalarForm::Angle | ScalarForm::Hinge));
            let axes = count(|form| form == ScalarForm::Axis);
            let lines = count(|form| matches!(form, ScalarForm::Length | ScalarForm::Pulley));
            let points = same.len() - angles - axes - lines;
            angles > 1 || lines > 1 || 2 * points + axes + lines > 2
        })
    }

    /// Per constraint, those that share a movable body with it.
    fn neighbours(&self, most: usize) -> Option<Vec<Vec<u32>>> {
        let mut neighbours = vec![vec![]; self.ends.len()];
        for (body, constraints) in self.bodies.iter().zip(&self.constraints) {
            if !body.moves {
                continue;
            }
            if constraints.len() > most + 1 {
                return None;
            }
            for &one in constraints {
                neighbours[one as usize].extend(constraints.iter().filter(|other| **other != one));
            }
        }
        for list in &mut neighbours {
            list.arrange();
            list.dedup();
        }
        Some(neighbours)
    }
}

impl Tree {
    /// The block of two neighbours, the earlier one first.
    fn block_of(&self, earlier: u32, later: u32) -> Option<u32> {
        let range = self.nodes[earlier as usize].later.clone();
        let list = &self.later[range.start as usize..range.end as usize];
        list.binary_search(&later).ok().map(|at| range.start + at as u32)
    }

    fn list_couplings(&mut self, constraints_of: &[Vec<u32>], place: &[u32]) {
        let mut couplings = vec![];
        for (body, constraints) in constraints_of.iter().enumerate() {
            if !self.bodies[body].moves {
                continue;
            }
            for &one in constraints {
                for &other in constraints {
                    let nodes = [place[one as usize], place[other as usize]];
                    if nodes[0] >= nodes[1] {
                        continue;
                    }
                    let sides = nodes
                        .map(|node| u8::from(self.nodes[node as usize].bodies[1] as usize == body));
                    if let Some(block) = self.block_of(nodes[0], nodes[1]) {
                        couplings.push(Coupling { block, body: body as u32, nodes, sides });
                    }
                }
            }
        }
        couplings.arrange_by_key(|coupling| (coupling.block, coupling.body));
        self.couplings = couplings;
    }

    fn list_targets(&mut self) {
        let mut targets = vec![];
        for node in &self.nodes {
            let list = &self.later[node.later.start as usize..node.later.end as usize];
            for (at, &earlier) in list.iter().enumerate() {
                targets.extend(
                    list[at + 1..].iter().filter_map(|&later| self.block_of(earlier, later)),
                );
            }
        }
        self.targets = targets;
    }
}
