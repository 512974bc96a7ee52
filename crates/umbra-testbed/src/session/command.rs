//! Everything that a hand or a knob can do to a scene, as data that can be recorded and done again.

use umbra::prelude::*;
use umbra_scenes::Controls;

use super::Spawn;

/// Command: a change of a scene between two steps.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Gives the scene another configuration.
    Configure(SceneConfig),
    /// Sets the number of steps per second.
    Rate(Real),
    /// Puts something new into the scene.
    Spawn {
        /// Kind of the body.
        what: Spawn,
        /// Position of its middle.
        at: Point,
        /// Velocity.
        velocity: Vector,
    },
    /// Takes hold of a body.
    Grab {
        /// The body.
        body: BodyKey,
        /// The point by which it is held, in the world.
        at: Point,
        /// The largest force, as a multiple of the body's weight.
        strength: Real,
    },
    /// Draws the body that is held to a point. Nothing when none is.
    Drag(Point),
    /// Lets go.
    Release,
    /// Blows up what is near a point.
    Bomb {
        /// The point.
        at: Point,
        /// Reach of the bomb.
        radius: Real,
        /// Speed that it gives a body of the scene's length unit at its centre.
        speed: Real,
    },
    /// Takes something out of the scene.
    Remove(Target),
    /// Nails a body to the world, or takes the nail out.
    Pin {
        /// The body.
        body: BodyKey,
        /// Position of the nail.
        at: Point,
    },
    /// Holds down buttons of a scene that is played, and lets go of all others.
    Press(Controls),
    /// Sets one property.
    Edit(Box<Edit>),
}

/// Something in a scene that can be picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A body.
    Body(BodyKey),
    /// A collider.
    Collider(ColliderKey),
    /// A joint.
    Joint(JointKey),
}

impl Target {
    /// True if it is still there.
    pub fn is_in(self, scene: &Scene) -> bool {
        match self {
            Self::Body(key) => scene.body(key).is_ok(),
            Self::Collider(key) => scene.collider(key).is_ok(),
            Self::Joint(key) => scene.joint(key).is_ok(),
        }
    }
}
