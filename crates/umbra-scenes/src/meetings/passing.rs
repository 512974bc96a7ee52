//! Worlds that wrap around, and stacks that stand half in a portal.
//!
//! Both came after the other [additional features](super::more). Their numbers are drawn from a
//! stream of their own, so that the other worlds stay what they were.

use umbra::prelude::*;

use super::dice::Dice;
use super::plan::{BodyPlan, ColliderPlan, Edit, Form, Part};
use super::terrain::HALF;

/// A world whose left end is its right end and whose top is its bottom.
pub const WRAPPING: &str = "wrapping around";
/// A stack that stands on one side of a portal and on the other.
pub const STACK: &str = "stack in a portal";

/// Additions to a world.
#[derive(Default)]
pub(super) struct Passing {
    /// Ledges and stacks, after all other bodies.
    pub(super) bodies: Vec<BodyPlan>,
    /// Portals that come, and some that go.
    pub(super) edits: Vec<(u32, Edit)>,
    /// True if the world loses its room.
    pub(super) is_open: bool,
}

impl Passing {
    /// The parts of a feature; nothing for features that are not of this file.
    pub(super) fn new(name: &str, dice: &mut Dice, steps: u32) -> Self {
        match name {
            WRAPPING => wrapping(dice, steps),
            STACK if dice.below(2) == 0 => beside(dice, steps),
            STACK => upright(dice, steps),
            _ => Self::default(),
        }
    }
}

/// A portal that displaces from one segment to another, which both run the same way.
fn displacing(from: [[Real; 2]; 2], by: [Real; 2]) -> Edit {
    let to = from.map(|[x, y]| [x + by[0], y + by[1]]);
    Edit::AddPortal { from, to, one_way: false }
}

/// Portals that come before the first step. One time in three they go again, at different steps.
fn portals(all: Vec<Edit>, dice: &mut Dice, steps: u32) -> Vec<(u32, Edit)> {
    let goes = dice.below(3) == 0;
    let count = if goes { all.len() as u32 } else { 0 };
    let removed = (0..count).map(|index| (2 * steps / 3 + 3 * index, Edit::RemovePortal));
    all.into_iter().map(|portal| (0, portal)).chain(removed).collect()
}

/// Portals at the inside of all four walls, or where they would be.
fn wrapping(dice: &mut Dice, steps: u32) -> Passing {
    let [x, y] = HALF;
    let sides = displacing([[x, -y], [x, y]], [-2.0 * x, 0.0]);
    let ends = displacing([[x, y], [-x, y]], [0.0, -2.0 * y]);
    let is_open = dice.below(2) == 0;
    let edits = portals(vec![sides, ends], dice, steps);
    Passing { bodies: vec![], edits, is_open }
}

/// A stack that is to stand in a portal.
struct Stack {
    /// Half the width and the height of each of its boxes, from the lowest up.
    boxes: Vec<[Real; 2]>,
    radius: Real,
    density: Real,
}

impl Stack {
    fn new(dice: &mut Dice) -> Self {
        let (count, width) = (2 + dice.below(4), dice.between(0.3, 0.5));
        let boxes = (0..count).map(|_| [width, dice.between(0.15, 0.3)]).collect();
        Self { boxes, radius: dice.one_of(&[0.0, 0.0, 0.05]), density: dice.one_of(&[1.0, 20.0]) }
    }

    fn height(&self) -> Real {
        self.boxes.iter().map(|half| 2.0 * half[1]).sum()
    }

    /// The boxes, on a floor at a place. `place_of` moves the middles of those that are past the
    /// portal.
    fn bodies(&self, floor: [Real; 2], place_of: impl Fn([Real; 2]) -> [Real; 2]) -> Vec<BodyPlan> {
        let mut top = floor[1];
        let body = |half: &[Real; 2]| {
            let [x, y] = place_of([floor[0], top + half[1]]);
            top += 2.0 * half[1];
            let collider = ColliderPlan::new(Form::Cuboid(*half, self.radius));
            BodyPlan {
                part: Part::Stack,
                place: [x, y, 0.0],
                colliders: vec![ColliderPlan { density: self.density, ..collider }],
                ..BodyPlan::default()
            }
        };
        self.boxes.iter().map(body).collect()
    }
}

/// A fixed box by its left and right end and its upper side.
fn ledge(left: Real, right: Real, top: Real) -> BodyPlan {
    let form = Form::Cuboid([0.5 * (right - left), 0.2], 0.0);
    BodyPlan {
        part: Part::Obstacle,
        kind: BodyKind::Fixed,
        place: [0.5 * (left + right), top - 0.2, 0.0],
        colliders: vec![ColliderPlan::new(form)],
        ..BodyPlan::default()
    }
}

/// A stack that stands with its right part at the left end of the world, on ledges at both ends.
fn beside(dice: &mut Dice, steps: u32) -> Passing {
    let (x, floor) = (HALF[0], dice.between(-1.5, 0.0));
    let stack = Stack::new(dice);
    let shift = dice.one_of(&[-1.0, 1.0]) * dice.between(0.08, 0.25);
    // What is past the segment is not there; no more are ends of ledges behind it.
    let past = dice.one_of(&[0.0, 0.5]);
    let mut bodies = vec![ledge(x - 1.5, x + past, floor), ledge(-x - past, -x + 1.5, floor)];
    let over = |[at, y]: [Real; 2]| [if at > x { at - 2.0 * x } else { at }, y];
    bodies.extend(stack.bodies([x + shift, floor], over));
    let segment = [[x, floor - 0.3], [x, floor + stack.height() + 0.3]];
    let edits = portals(vec![displacing(segment, [-2.0 * x, 0.0])], dice, steps);
    Passing { bodies, edits, is_open: dice.below(2) == 0 }
}

/// A stack that stands on a ledge below one segment and comes out of another one.
fn upright(dice: &mut Dice, steps: u32) -> Passing {
    let (from, to) = ([dice.between(1.2, 2.8), dice.between(-1.0, 1.5)], dice.between(-2.8, -1.2));
    let stack = Stack::new(dice);
    let base = dice.between(-2.0, 0.0);
    // The middle of no box is near the segment.
    let mut above = dice.between(0.3, 0.9) * stack.height();
    let mut top = 0.0;
    for [_, half] in &stack.boxes {
        let away = above - (top + half);
        if away.abs() < 0.08 {
            above += 0.16;
        }
        top += 2.0 * half;
    }
    let by = [to - from[0], base + above - from[1]];
    let mut bodies = vec![ledge(to - 0.9, to + 0.9, base)];
    let over = |[x, y]: [Real; 2]| {
        if y > base + above { [x - by[0], y - by[1]] } else { [x, y] }
    };
    bodies.extend(stack.bodies([to + dice.between(-0.1, 0.1), base], over));
    let segment = [[from[0] - 0.8, from[1]], [from[0] + 0.8, from[1]]];
    let edits = portals(vec![displacing(segment, by)], dice, steps);
    Passing { bodies, edits, is_open: dice.below(2) == 0 }
}
