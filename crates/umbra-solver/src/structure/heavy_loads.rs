//! Bodies that carry far heavier ones, and the contacts that have to hold them.
//!
//! A light body between a heavy one and the ground passes on a load of a thousand times its own
//! weight, but the impulse of a contact in one pass is limited by the lighter of its bodies: a
//! spring of a stiffness that suits that mass yields without end, and the impulses need as many
//! passes as the ratio of the masses to grow to their final size. So such contacts get colours of
//! their own, which are walked several times in every pass, and springs that yield less.
//!
//! Masses and contacts alone decide which contacts are heavily loaded.

use umbra_geom::Real;

use super::links::{Link, SideA};
use super::lists::refill;
use super::neighbours::Neighbours;
use super::parts::Load;
use super::trees::Tree;
use crate::tuning::{HEAVY_LOAD, HEAVY_LOAD_STEP, MOST_LOAD};

/// The greatest number of bodies that pass on a load, from one to the next.
const FAR: u8 = 12;
/// The distance of a body of a tree that bears no far heavier bodies.
const PULLED: u8 = FAR + 1;
/// The distance of a body that is not loaded.
const FREE: u8 = u8::MAX;

/// The far lighter one of the two (0 or 1), if any. Both are movable.
fn far_lighter(inv_masses: [Real; 2]) -> Option<usize> {
    lighter(inv_masses, HEAVY_LOAD)
}

/// The one of the two (0 or 1), if any, that the load of the other may press on.
#[inline]
pub(super) fn loaded([a, b]: [Real; 2]) -> Option<usize> {
    lighter([a, b], HEAVY_LOAD_STEP)
}

#[inline]
fn lighter([a, b]: [Real; 2], ratio: Real) -> Option<usize> {
    let is_lighter = |light: Real, heavy: Real| light > ratio * heavy && heavy > Real::MIN_POSITIVE;
    match [a, b] {
        _ if is_lighter(a, b) => Some(0),
        _ if is_lighter(b, a) => Some(1),
        _ => None,
    }
}

/// Working memory of the search.
#[derive(Debug, Default)]
pub(super) struct HeavyLoads {
    /// Per body: the number of bodies between it and one that a heavy body touches.
    distance: Vec<u8>,
    /// Per body: the inverse mass of the heaviest one that loads it, or its own.
    load: Vec<Real>,
    /// Per body: its support on the side away from its load.
    backing: Vec<Backing>,
    pressed: Vec<Pressed>,
    /// Bodies that touch one so much heavier that its load may press on them: the lighter first.
    uneven: Vec<[u32; 2]>,
    /// The bodies that the search has reached, from near to far.
    reached: Vec<u32>,
    neighbours: Neighbours,
}

/// The backing that a load presses a body against.
#[derive(Clone, Copy, Debug, Default)]
struct Backing {
    /// True if something immovable holds it, perhaps with other bodies in between.
    holds: bool,
    /// The first far heavier body that touches it, and true if that is held.
    heavy: Option<u32>,
    first_holds: bool,
    /// True if there is another one, and one of the two is held.
    is_between: bool,
}

/// A body between one of more than [`MOST_LOAD`] times its mass and something that does not give
/// way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pressed {
    pub(super) body: u32,
    /// The fraction of its inverse mass that counts.
    pub(super) lightness: Real,
}

impl HeavyLoads {
    /// Marks the links of all heavily loaded bodies: those that touch a far heavier one, or one
    /// that carries such a body, and those below them, next to them or in between.
    ///
    /// Trees of joints pull like heavy bodies push: their bodies are loaded too, but not heavily if
    /// no body of the tree bears far more than its own mass.
    pub(super) fn mark(&mut self, inv_mass: &[Real], links: &mut [Link], trees: &[Tree]) {
        let load = &mut self.load;
        let masses = |link: &Link| [link.a, link.b].map(|body| inv_mass[body as usize]);
        load.clear();
        load.extend_from_slice(inv_mass);
        let movable = || links.iter().filter(|link| link.side_a == SideA::Movable);
        self.uneven.clear();
        self.uneven.extend(movable().filter_map(|link| {
            let lighter = loaded(masses(link))?;
            Some([lighter, 1 - lighter].map(|end| [link.a, link.b][end]))
        }));
        let mut any_more = true;
        while any_more {
            any_more = false;
            for pair in &self.uneven {
                let [light, heavy] = pair.map(|body| body as usize);
                if load[heavy] < load[light] {
                    load[light] = load[heavy];
                    any_more = true;
                }
            }
        }
        self.find_pressed(inv_mass, links);
        let Self { distance, load, reached, .. } = self;
        refill(distance, inv_mass.len(), FREE);
        let mut any = trees.iter().any(|tree| tree.load > Load::Usual);
        for (distance, (own, load)) in distance.iter_mut().zip(inv_mass.iter().zip(&*load)) {
            if *own > HEAVY_LOAD * *load && *load > Real::MIN_POSITIVE {
                *distance = 0;
                any = true;
            }
        }
        if !any {
            return;
        }
        // A load does not go through what is far heavier, or pinned.
        let passes_on = |ends: [u32; 2]| {
            let masses = ends.map(|body| inv_mass[body as usize]);
            far_lighter(masses).is_none()
                && masses.into_iter().all(|mass| mass > Real::MIN_POSITIVE)
        };
        reached.clear();
        let heavily = (0..).zip(&*distance).filter(|(_, distance)| **distance == 0);
        reached.extend(heavily.map(|(body, _)| body));
        if !reached.is_empty() {
            self.neighbours.list(inv_mass.len(), movable().map(|link| [link.a, link.b]));
        }
        let mut next = 0;
        while let Some(&body) = reached.get(next) {
            next += 1;
            let step = distance[body as usize];
            if step == FAR {
                break;
            }
            for &other in self.neighbours.near(body) {
                if distance[other as usize] == FREE && passes_on([body, other]) {
                    distance[other as usize] = step + 1;
                    reached.push(other);
                }
            }
        }
        for tree in trees.iter().filter(|tree| tree.load > Load::Usual) {
            let own = if tree.load == Load::Heavy { FAR } else { PULLED };
            for body in tree.bodies.iter().filter(|body| body.moves) {
                let distance = &mut distance[body.body as usize];
                *distance = own.min(*distance);
            }
        }
        for link in links {
            let of_a = if link.side_a == SideA::Movable { link.a } else { link.b };
            let nearest = distance[of_a as usize].min(distance[link.b as usize]);
            link.load = match nearest {
                FREE => Load::Usual,
                PULLED => Load::Pulled,
                _ => Load::Heavy,
            };
        }
    }

    /// Finds the bodies that are to count as heavier than they are.
    ///
    /// Passes carry a load of up to [`MOST_LOAD`] times the mass of the body below it. A lighter
    /// body would be pressed into its support, without end. It counts as heavy enough, if it lies
    /// between its load and something that does not give way: something immovable, perhaps with
    /// other bodies in between, or another far heavier body that is held. A body that only meets a
    /// heavy one bounces off it with its own mass, and a body on top of one keeps its weight.
    fn find_pressed(&mut self, inv_mass: &[Real], links: &[Link]) {
        let Self { load, backing, pressed, .. } = self;
        pressed.clear();
        for (body, (own, load)) in (0..).zip(inv_mass.iter().zip(&*load)) {
            if *own > MOST_LOAD * *load && *load > Real::MIN_POSITIVE {
                pressed.push(Pressed { body, lightness: MOST_LOAD * *load / *own });
            }
        }
        if pressed.is_empty() {
            return;
        }
        refill(backing, inv_mass.len(), Backing::default());
        for (backing, inv_mass) in backing.iter_mut().zip(inv_mass) {
            backing.holds = *inv_mass <= Real::MIN_POSITIVE;
        }
        for link in links.iter().filter(|link| link.side_a != SideA::Movable) {
            backing[link.b as usize].holds = true;
        }
        // Whatever lies on something that holds is held, but by nothing far heavier: that may lie on it.
        for _ in 0..FAR {
            let mut further = false;
            for link in links.iter().filter(|link| link.side_a == SideA::Movable) {
                let ends = [link.a, link.b].map(|body| body as usize);
                let light = far_lighter(ends.map(|body| inv_mass[body]));
                for to in (0..2).filter(|to| light != Some(*to)) {
                    if backing[ends[1 - to]].holds && !backing[ends[to]].holds {
                        backing[ends[to]].holds = true;
                        further = true;
                    }
                }
            }
            if !further {
                break;
            }
        }
        for link in links.iter().filter(|link| link.side_a == SideA::Movable) {
            let ends = [link.a, link.b];
            if let Some(light) = far_lighter(ends.map(|body| inv_mass[body as usize])) {
                let (light, heavy) = (ends[light] as usize, ends[1 - light]);
                let holds = backing[heavy as usize].holds;
                let Backing { heavy: first, first_holds, is_between, .. } = &mut backing[light];
                match *first {
                    Some(first) => *is_between |= first != heavy && (*first_holds || holds),
                    None => (*first, *first_holds) = (Some(heavy), holds),
                }
            }
        }
        pressed.retain(|pressed| {
            let Backing { holds, is_between, .. } = backing[pressed.body as usize];
            holds || is_between
        });
    }

    /// The bodies that are to count as heavier than they are, in ascending order.
    pub(super) fn pressed(&self) -> &[Pressed] {
        &self.pressed
    }

    /// Clears that list.
    pub(super) fn forget_pressed(&mut self) {
        self.pressed.clear();
    }
}
