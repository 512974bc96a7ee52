//! Hands: pointer events go in, actions on a scene come out, without a window.
//!
//! - this file: [`Hands`], the tool in hand and what it is doing;
//! - `pick.rs`: what is under the pointer;
//! - `sketch.rs`: a freehand line becomes an outline.
//!
//! A press that moves is a drag, one that does not is a click. With the hand, a drag that began on
//! a body carries it, and one that began elsewhere moves the picture. Two fingers, the other
//! buttons and the wheel move and zoom with every tool.

mod pick;
mod sketch;

pub use pick::{body_at, pick};

use egui::{Pos2, Vec2};
use umbra::prelude::*;

use crate::session::{Command, Spawn, Target};

/// A press that has moved less far, in points, is still a click.
const CLICK: f32 = 4.0;
/// What is thrown while it is spawned is so many times as fast as the stretch is long, per second.
const THROW: Real = 4.0;

/// Tool: the effect of a press.
#[derive(Clone, Debug, PartialEq)]
pub enum Tool {
    /// Drags and throws bodies, selects, moves the picture.
    Hand,
    /// Puts something new into the scene.
    Spawn(Spawn),
    /// Draws an outline that becomes a body.
    Draw,
    /// Throws everything near outwards.
    Bomb,
    /// Takes bodies out.
    Remove,
    /// Nails bodies to the world.
    Pin,
}

impl Tool {
    /// All tools, in the order of the toolbar and of the number keys.
    pub fn all() -> [Self; 10] {
        let size = 0.5;
        [
            Self::Hand,
            Self::Spawn(Spawn::Circle { size }),
            Self::Spawn(Spawn::Box { size }),
            Self::Spawn(Spawn::Capsule { size }),
            Self::Spawn(Spawn::Polygon { size, corners: 5 }),
            Self::Spawn(Spawn::Ragdoll),
            Self::Draw,
            Self::Bomb,
            Self::Remove,
            Self::Pin,
        ]
    }

    /// Label of its button.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Hand => "Hand",
            Self::Spawn(what) => what.name(),
            Self::Draw => "Draw",
            Self::Bomb => "Bomb",
            Self::Remove => "Remove",
            Self::Pin => "Pin",
        }
    }

    /// Instructions, in a sentence.
    pub fn about(&self) -> &'static str {
        match self {
            Self::Hand => {
                "Drag a body and throw it; click to inspect; drag elsewhere to move the picture."
            }
            Self::Spawn(_) => "Click to put one here; drag to throw it.",
            Self::Draw => "Draw the outline of a body.",
            Self::Bomb => "Click to throw everything near outwards.",
            Self::Remove => "Click a body to take it out.",
            Self::Pin => "Click a body to nail it to the world, or to take the nail out.",
        }
    }
}

/// Pointer input over a canvas in a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pointer {
    /// Position on the screen, and the point of the world there. Nothing if the pointer is
    /// elsewhere.
    pub at: Option<(Pos2, Point)>,
    /// The first button went down, over the canvas.
    pub pressed: bool,
    /// The first button is down.
    pub down: bool,
    /// Displacement with another button down.
    pub pan: Vec2,
    /// Two fingers: how far they moved, and how much farther apart they are.
    pub pinch: Option<(Vec2, f32)>,
    /// Zoom of the wheel; 1 for none.
    pub zoom: f32,
    /// Length of a point of the screen in the world.
    pub point_length: Real,
}

/// Action to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Something to the scene.
    Do(Command),
    /// Another selection.
    Select(Option<Target>),
    /// The picture moves by a vector of the screen.
    Pan(Vec2),
    /// The picture grows by a factor about a point of the screen.
    Zoom(f32, Pos2),
    /// Something cannot be done, and why.
    Complain(String),
}

/// What a press has become so far.
#[derive(Clone, Debug, PartialEq)]
enum Grip {
    /// Nothing is pressed.
    None,
    /// Pressed here, and not moved yet.
    Pressed(Pos2, Point),
    /// A body is carried. The point that it was drawn to last.
    Carrying(Point),
    /// The picture is moved. Where the pointer was last.
    Panning(Pos2),
    /// Something new is thrown from here.
    Throwing(Point),
    /// A line is drawn.
    Drawing(Vec<Point>),
    /// Fingers came or went: nothing until all are up.
    Spoilt,
}

/// The tool in hand.
#[derive(Clone, Debug)]
pub struct Hands {
    /// Tool in hand.
    pub tool: Tool,
    /// Size of new bodies.
    pub size: Real,
    /// Strength of the hand, as a multiple of a body's weight.
    pub strength: Real,
    /// Reach of a bomb.
    pub bomb_radius: Real,
    /// Speed that a bomb gives a body of the scene's length unit at its centre.
    pub bomb_speed: Real,
    grip: Grip,
}

impl Default for Hands {
    fn default() -> Self {
        Self {
            tool: Tool::Hand,
            size: 0.5,
            strength: 100.0,
            bomb_radius: 6.0,
            bomb_speed: 20.0,
            grip: Grip::None,
        }
    }
}

impl Hands {
    /// Sizes that suit a scene whose bodies are about this large.
    pub fn suit(&mut self, length_unit: Real) {
        let usual = Self::default();
        self.size = usual.size * length_unit;
        self.bomb_radius = usual.bomb_radius * length_unit;
        self.bomb_speed = usual.bomb_speed * length_unit.max(0.05).sqrt();
        self.grip = Grip::None;
    }

    /// The line that is being drawn.
    pub fn line(&self) -> &[Point] {
        match &self.grip {
            Grip::Drawing(points) => points,
            _ => &[],
        }
    }

    /// From where something new is being thrown.
    pub fn throws_from(&self) -> Option<Point> {
        match self.grip {
            Grip::Throwing(from) => Some(from),
            _ => None,
        }
    }

    /// True while the pointer is used for something that must not be taken away from it.
    pub fn is_busy(&self) -> bool {
        !matches!(self.grip, Grip::None)
    }

    /// A bomb at a point.
    pub fn bomb(&self, at: Point) -> Command {
        Command::Bomb { at, radius: self.bomb_radius, speed: self.bomb_speed }
    }

    /// Actions of the pointer's input in a frame.
    pub fn update(
        &mut self,
        pointer: &Pointer,
        scene: &Scene,
        selected: Option<Target>,
    ) -> Vec<Action> {
        let mut actions = vec![];
        if pointer.pan != Vec2::ZERO {
            actions.push(Action::Pan(pointer.pan));
        }
        if let (true, Some((at, _))) = (pointer.zoom != 1.0, pointer.at) {
            actions.push(Action::Zoom(pointer.zoom, at));
        }
        if let Some((moved, factor)) = pointer.pinch {
            self.spoil(&mut actions);
            actions.push(Action::Pan(moved));
            actions.extend(pointer.at.map(|(at, _)| Action::Zoom(factor, at)));
            return actions;
        }
        match pointer.at {
            Some((at, point)) if pointer.pressed => self.grip = Grip::Pressed(at, point),
            _ => {}
        }
        match (pointer.down, pointer.at) {
            (true, Some((at, point))) => self.hold(at, point, pointer, scene, &mut actions),
            (false, at) => {
                self.let_go(at.map(|(_, point)| point), pointer, scene, selected, &mut actions);
            }
            (true, None) => {}
        }
        actions
    }

    /// The button is down.
    fn hold(
        &mut self,
        at: Pos2,
        point: Point,
        pointer: &Pointer,
        scene: &Scene,
        actions: &mut Vec<Action>,
    ) {
        match &mut self.grip {
            Grip::None | Grip::Spoilt => {}
            Grip::Pressed(start, from) => {
                let (start, from) = (*start, *from);
                if (at - start).length() < CLICK {
                    return;
                }
                self.grip = self.begin_drag(start, from, point, pointer, scene, actions);
                if matches!(self.grip, Grip::Panning(_) | Grip::Drawing(_)) {
                    self.hold(at, point, pointer, scene, actions);
                }
            }
            Grip::Carrying(last) => {
                if *last != point {
                    *last = point;
                    actions.push(Action::Do(Command::Drag(point)));
                }
            }
            Grip::Panning(last) => {
                actions.push(Action::Pan(at - *last));
                *last = at;
            }
            Grip::Throwing(_) => {}
            Grip::Drawing(points) => {
                let is_new = points
                    .last()
                    .is_none_or(|last| (point - last).norm() > CLICK * pointer.point_length);
                if is_new {
                    points.push(point);
                }
            }
        }
    }

    fn begin_drag(
        &self,
        start: Pos2,
        from: Point,
        to: Point,
        pointer: &Pointer,
        scene: &Scene,
        actions: &mut Vec<Action>,
    ) -> Grip {
        match self.tool {
            Tool::Spawn(_) => Grip::Throwing(from),
            Tool::Draw => Grip::Drawing(vec![from]),
            Tool::Hand => match body_at(scene, from, pointer.point_length) {
                Some(body) => {
                    let grab = Command::Grab { body, at: from, strength: self.strength };
                    actions.extend([Action::Do(grab), Action::Do(Command::Drag(to))]);
                    Grip::Carrying(to)
                }
                None => Grip::Panning(start),
            },
            Tool::Bomb | Tool::Remove | Tool::Pin => Grip::Panning(start),
        }
    }

    /// The button is up.
    fn let_go(
        &mut self,
        at: Option<Point>,
        pointer: &Pointer,
        scene: &Scene,
        selected: Option<Target>,
        actions: &mut Vec<Action>,
    ) {
        match core::mem::replace(&mut self.grip, Grip::None) {
            Grip::Carrying(_) => actions.push(Action::Do(Command::Release)),
            Grip::Throwing(from) => {
                if let (Tool::Spawn(what), Some(at)) = (&self.tool, at) {
                    let what = what.clone().sized(self.size);
                    let velocity = (at - from) * THROW;
                    actions.push(Action::Do(Command::Spawn { what, at: from, velocity }));
                }
            }
            Grip::Drawing(points) => match sketch::outline(&points, CLICK * pointer.point_length) {
                Ok((at, outline)) => {
                    let (what, velocity) = (Spawn::Outline(outline), Vector::zeros());
                    actions.push(Action::Do(Command::Spawn { what, at, velocity }));
                }
                Err(error) => actions.push(Action::Complain(error)),
            },
            Grip::Pressed(_, point) => self.click(point, pointer, scene, selected, actions),
            Grip::None | Grip::Panning(_) | Grip::Spoilt => {}
        }
    }

    fn click(
        &self,
        at: Point,
        pointer: &Pointer,
        scene: &Scene,
        selected: Option<Target>,
        actions: &mut Vec<Action>,
    ) {
        let under = || pick::any_body_at(scene, at, pointer.point_length);
        let command = match &self.tool {
            Tool::Hand => {
                actions.push(Action::Select(pick(scene, at, pointer.point_length, selected)));
                None
            }
            Tool::Spawn(what) => {
                let what = what.clone().sized(self.size);
                Some(Command::Spawn { what, at, velocity: Vector::zeros() })
            }
            Tool::Draw => None,
            Tool::Bomb => Some(self.bomb(at)),
            Tool::Remove => under().map(|body| Command::Remove(Target::Body(body))),
            Tool::Pin => {
                let body = body_at(scene, at, pointer.point_length);
                body.map(|body| Command::Pin { body, at })
            }
        };
        actions.extend(command.map(Action::Do));
    }

    /// Ends whatever the press was, without its effect.
    fn spoil(&mut self, actions: &mut Vec<Action>) {
        if matches!(self.grip, Grip::Carrying(_)) {
            actions.push(Action::Do(Command::Release));
        }
        self.grip = Grip::Spoilt;
    }
}

#[cfg(test)]
mod tests;
