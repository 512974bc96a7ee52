//! Options of the canvas.

use umbra::prelude::*;

use super::{Coloring, Paint};

/// Options of the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewOptions {
    /// The shapes of colliders.
    pub shapes: bool,
    /// Joints.
    pub joints: bool,
    /// Contact points.
    pub contacts: bool,
    /// Normals of contacts.
    pub normals: bool,
    /// Impulses at contact points.
    pub impulses: bool,
    /// Boxes around colliders.
    pub boxes: bool,
    /// Boxes around bodies that touch.
    pub islands: bool,
    /// True if sleeping bodies have another colour.
    pub sleep: bool,
    /// Velocities of centres of mass.
    pub velocities: bool,
    /// Centres of mass.
    pub centers: bool,
    /// The number of each body.
    pub ids: bool,
    /// The grid and the scale bar.
    pub grid: bool,
    /// Factor by which arrows are longer than usual.
    pub arrows: Real,
    /// True if bodies move smoothly between two steps.
    pub interpolation: bool,
    /// Meaning of the colours of bodies.
    pub coloring: Coloring,
    /// Lines around bodies.
    pub outlines: bool,
    /// The kind of each joint.
    pub joint_kinds: bool,
    /// Lines behind bodies that move.
    pub trails: bool,
    /// Flashes of contacts that begin, sensors, and joints that break.
    pub events: bool,
    /// Legend of the colours.
    pub legend: bool,
}

impl Default for ViewOptions {
    fn default() -> Self {
        Self {
            shapes: true,
            joints: true,
            contacts: false,
            normals: false,
            impulses: false,
            boxes: false,
            islands: false,
            sleep: true,
            velocities: false,
            centers: false,
            ids: false,
            grid: true,
            arrows: 1.0,
            interpolation: true,
            coloring: Coloring::default(),
            outlines: true,
            joint_kinds: false,
            trails: false,
            events: false,
            legend: false,
        }
    }
}

/// A switch: its name, what it shows, and where it is kept.
pub type Switch = (&'static str, &'static str, fn(&mut ViewOptions) -> &mut bool);

impl ViewOptions {
    /// All switches, in the order in which they are listed.
    pub const SWITCHES: [Switch; 18] = [
        ("Shapes", "The shapes of colliders.", |view| &mut view.shapes),
        ("Outlines", "Lines around bodies.", |view| &mut view.outlines),
        ("Joints", "Anchors, arms and axes of joints, up to some thousands.", |view| {
            &mut view.joints
        }),
        ("Joint kinds", "What each joint is called.", |view| &mut view.joint_kinds),
        ("Trails", "Where bodies were in the last second and a half.", |view| &mut view.trails),
        (
            "Events",
            "What happens: contacts that begin, hits, sensors, joints that break.",
            |view| &mut view.events,
        ),
        ("Legend", "What colours mean.", |view| &mut view.legend),
        ("Contacts", "Contact points; those that may touch soon in grey.", |view| {
            &mut view.contacts
        }),
        ("Normals", "The normal of each contact, from the first collider to the second.", |view| {
            &mut view.normals
        }),
        ("Impulses", "What each contact point gave in the last step.", |view| &mut view.impulses),
        ("Boxes", "The smallest axis-aligned box around each collider.", |view| &mut view.boxes),
        ("Islands", "A box around each group of bodies that touch.", |view| &mut view.islands),
        ("Sleep", "Bodies that sleep have another colour.", |view| &mut view.sleep),
        ("Velocities", "The velocity of each centre of mass.", |view| &mut view.velocities),
        ("Centres", "The centre of mass of each body.", |view| &mut view.centers),
        ("Body numbers", "The number of each body.", |view| &mut view.ids),
        ("Grid", "Lines a round number of metres apart.", |view| &mut view.grid),
        ("Smooth motion", "Bodies are drawn between two steps, where the clock is.", |view| {
            &mut view.interpolation
        }),
    ];

    /// The same at a step, of which there are so many per second: in the first second nothing is
    /// pale for being asleep. Scenes that begin at rest would look as if they were switched off.
    #[must_use]
    pub fn at_step(&self, step: u32, rate: Real) -> Self {
        let is_late = step as Real >= rate || self.coloring == Coloring::State;
        Self { sleep: self.sleep && is_late, ..*self }
    }

    /// The same for the engine's own drawing.
    pub fn debug_options(&self, paint: &Paint, view: Option<Aabb>, alpha: Real) -> DebugOptions {
        let usual = DebugOptions::default();
        DebugOptions {
            shapes: self.shapes,
            joints: self.joints,
            fields: true,
            portals: true,
            boxes: self.boxes,
            contacts: self.contacts,
            normals: self.normals,
            impulses: self.impulses,
            centers_of_mass: self.centers,
            velocities: self.velocities,
            islands: self.islands,
            view,
            interpolation: alpha,
            normal_length: usual.normal_length * self.arrows,
            impulse_length: usual.impulse_length * self.arrows,
            velocity_length: usual.velocity_length * self.arrows,
            palette: paint.palette,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_pale_in_the_first_second() {
        let usual = ViewOptions::default();
        assert!(usual.sleep && !usual.at_step(0, 60.0).sleep && !usual.at_step(59, 60.0).sleep);
        assert_eq!(usual.at_step(60, 60.0), usual);
        let by_state = ViewOptions { coloring: Coloring::State, ..usual };
        assert_eq!(by_state.at_step(0, 60.0), by_state);
    }
}
