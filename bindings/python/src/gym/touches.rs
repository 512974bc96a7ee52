//! What of a machine touches anything, by the contact events of its steps.
use umbra::{BodyKey, ContactEvent, Scene};

/// Updates which of two feet touch anything. Returns true if the hull began to.
pub fn listen(scene: &Scene, hull: BodyKey, feet: &[BodyKey; 2], touching: &mut [bool; 2]) -> bool {
    let mut falls = false;
    for event in scene.contact_events() {
        let (bodies, begins) = match event {
            ContactEvent::Begin { bodies, .. } => (bodies, true),
            ContactEvent::End { bodies, .. } => (bodies, false),
            ContactEvent::Hit { .. } => continue,
        };
        falls |= begins && bodies.contains(&hull);
        for (foot, touching) in feet.iter().zip(&mut *touching) {
            if bodies.contains(foot) {
                *touching = begins;
            }
        }
    }
    falls
}
