//! Flashes of recent events: contacts that began or hit, sensors, joints that broke.

use std::collections::VecDeque;

use umbra::JointEvent;
use umbra::prelude::*;

/// Number of steps for which a flash is shown.
pub const SHOWN: u32 = 30;
/// More than these of one step are left out: nobody could tell them apart.
const MOST: usize = 120;

/// Kind of the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlashKind {
    /// A contact began.
    Contact,
    /// A contact hit, of colliders that tell.
    Hit,
    /// Something came into a sensor.
    Sensor,
    /// A joint broke.
    Break,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flash {
    /// After which step.
    pub step: u32,
    /// Position.
    pub at: Point,
    /// Kind.
    pub kind: FlashKind,
}

/// Recent events.
#[derive(Clone, Debug, Default)]
pub(super) struct Flashes(VecDeque<Flash>);

impl Flashes {
    /// Those of the last steps before this one.
    pub(super) fn lately(&self, step: u32) -> impl Iterator<Item = &Flash> {
        self.0.iter().filter(move |it| it.step <= step && it.step + SHOWN > step)
    }

    /// Notes what the last step did.
    pub(super) fn note(&mut self, scene: &Scene, step: u32) {
        while self.0.front().is_some_and(|it| it.step + SHOWN <= step || it.step >= step) {
            self.0.pop_front();
        }
        let mut add = |at: Option<Point>, kind| {
            self.0.extend(at.map(|at| Flash { step, at, kind }));
        };
        for event in scene.contact_events().iter().take(MOST) {
            match event {
                ContactEvent::Begin { colliders, bodies } => {
                    add(touching_point(scene, *colliders, *bodies), FlashKind::Contact);
                }
                ContactEvent::Hit { point, .. } => add(Some(*point), FlashKind::Hit),
                ContactEvent::End { .. } => {}
            }
        }
        for event in scene.sensor_events().iter().take(MOST) {
            if let SensorEvent::Begin { visitor_body, .. } = event {
                add(scene.body(*visitor_body).map(|it| it.position()).ok(), FlashKind::Sensor);
            }
        }
        for event in scene.joint_events().iter().take(MOST) {
            if let JointEvent::Broken { body_b, .. } = event {
                add(scene.body(*body_b).map(|it| it.center_of_mass()).ok(), FlashKind::Break);
            }
        }
    }
}

/// Where two colliders touch.
fn touching_point(
    scene: &Scene,
    colliders: [ColliderKey; 2],
    bodies: [BodyKey; 2],
) -> Option<Point> {
    let one =
        bodies.into_iter().filter_map(|key| scene.body(key).ok()).find(BodyRef::is_dynamic)?;
    let [a, b] = colliders;
    let is_it = |contact: &ContactRef<'_>| {
        let [c, d] = contact.colliders();
        (a == c && b == d) || (a == d && b == c)
    };
    one.contacts().find(is_it)?.points().next().map(|point| point.position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    #[test]
    fn what_happens_is_noted_for_a_moment() {
        let mut session = Session::new(umbra_scenes::find("hello").unwrap()).unwrap();
        let mut seen = vec![];
        for _ in 0..150 {
            session.step().unwrap();
            seen.push(session.flashes().count());
        }
        // The ball falls for a second and a half before it touches the ground.
        assert_eq!(seen[60], 0);
        let first = seen.iter().position(|count| *count > 0).unwrap();
        assert!((60..110).contains(&first), "{first}");
        let at = session.flashes().next().map(|flash| flash.at);
        assert!(at.is_none_or(|at| at.y.abs() < 1.0));
        let sensors = umbra_scenes::find("sensors").unwrap();
        let mut session = Session::new(sensors).unwrap();
        let mut found = false;
        for _ in 0..240 {
            session.step().unwrap();
            found |= session.flashes().any(|flash| flash.kind == FlashKind::Sensor);
        }
        assert!(found);
    }
}
