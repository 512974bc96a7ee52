//! Events, for the caller to read after a step.

use crate::clone_by_field;
use umbra_geom::{Real, Vector};

use crate::tuning::LONGEST_IMPACT;
use crate::{BodyEvent, ContactEvent, FractureEvent, ImpactEvent, JointEvent, SensorEvent};

/// Events of one kind. A step reports at its end what happened since the one before: first the
/// effects of calls before it, then its own.
#[derive(Debug)]
pub struct Stream<T> {
    /// Events that the last step reported.
    pub current: Vec<T>,
    /// Events that this step, or the next one, will report.
    pub next: Vec<T>,
}

/// The events of a scene.
#[derive(Debug, Default)]
pub struct Streams {
    pub contacts: Stream<ContactEvent>,
    pub bodies: Stream<BodyEvent>,
    pub sensors: Stream<SensorEvent>,
    pub joints: Stream<JointEvent>,
    pub impacts: Stream<ImpactEvent>,
    pub fractures: Stream<FractureEvent>,
    /// Impacts that are not over yet, and those that wait to break something.
    pub open: Vec<OpenImpact>,
    /// Number of bodies that did not break, or broke into fewer pieces, because of a limit: in the
    /// last step, and in this one.
    pub bounded: [u32; 2],
}

/// An impact that is not over yet, or waits to break something.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct OpenImpact {
    /// With the impulse so far.
    pub event: ImpactEvent,
    /// For how long it has been going on.
    pub time: Real,
}

impl OpenImpact {
    /// Impact that is over and reported, but has yet to break something, because too many bodies
    /// were to break in one step.
    pub fn waiting(event: ImpactEvent) -> Self {
        Self { event, time: LONGEST_IMPACT }
    }

    /// True if it is over, and waits to break something.
    pub fn waits(&self) -> bool {
        self.time >= LONGEST_IMPACT
    }
}

impl<T> Stream<T> {
    /// Publishes the pending events. The events before them have been cleared.
    fn tell(&mut self) {
        core::mem::swap(&mut self.current, &mut self.next);
    }
}

impl Streams {
    /// Clears the events of the last step when a step begins.
    pub fn forget(&mut self) {
        let Self { contacts, bodies, sensors, joints, impacts, fractures, open: _, bounded } = self;
        bounded[0] = 0;
        contacts.current.clear();
        bodies.current.clear();
        sensors.current.clear();
        joints.current.clear();
        impacts.current.clear();
        fractures.current.clear();
    }

    /// Publishes the events when a step ends. A cancelled step publishes nothing and leaves its
    /// events to the next one.
    pub(crate) fn tell(&mut self) {
        let Self { contacts, bodies, sensors, joints, impacts, fractures, open: _, bounded } = self;
        *bounded = [bounded[1], 0];
        contacts.tell();
        bodies.tell();
        sensors.tell();
        joints.tell();
        impacts.tell();
        fractures.tell();
    }
}

impl Streams {
    /// Shifts the positions in all pending events to another origin. Event types without a position
    /// are listed so that a new one cannot be missed.
    pub(crate) fn shift(&mut self, by: Vector) {
        let Self { contacts, bodies: _, sensors: _, joints: _, .. } = self;
        let Self { impacts, fractures, open, bounded: _, .. } = self;
        for event in contacts.all() {
            match event {
                ContactEvent::Hit { point, .. } => *point -= by,
                ContactEvent::Begin { .. } | ContactEvent::End { .. } => {}
            }
        }
        let open = open.iter_mut().map(|impact| &mut impact.event);
        open.chain(impacts.all()).for_each(|event| event.point -= by);
        fractures.all().for_each(|event| event.point -= by);
    }
}

impl Streams {
    /// Size of the lists in bytes.
    pub(crate) fn size(&self) -> usize {
        let Self { contacts, bodies, sensors, joints, impacts, fractures, open, bounded: _ } = self;
        let of_states = contacts.size() + bodies.size() + sensors.size() + joints.size();
        of_states + impacts.size() + fractures.size() + size_of_val(&open[..])
    }
}

impl<T> Stream<T> {
    fn size(&self) -> usize {
        size_of_val(&self.current[..]) + size_of_val(&self.next[..])
    }

    /// Current and pending events.
    fn all(&mut self) -> impl Iterator<Item = &mut T> {
        self.current.iter_mut().chain(&mut self.next)
    }
}

impl<T> Default for Stream<T> {
    fn default() -> Self {
        Self { current: Vec::new(), next: Vec::new() }
    }
}

impl<T: Clone> Clone for Stream<T> {
    fn clone(&self) -> Self {
        Self { current: self.current.clone(), next: self.next.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.current.clone_from(&source.current);
        self.next.clone_from(&source.next);
    }
}

clone_by_field!(Streams { contacts, bodies, sensors, joints, impacts, fractures, open, bounded });
