//! Reads events, and compares them with what there is.

use std::collections::BTreeSet;

use umbra::prelude::*;

use crate::common::DT;
use crate::common::ledger::{SensorLedger, overlapping, polled};

/// Touching pairs, kept by the events alone.
#[derive(Default)]
pub struct Ledger {
    touching: BTreeSet<[ColliderKey; 2]>,
    sensors: SensorLedger,
    /// Visitors that hooks refused: they are asked about again only when something moves or is
    /// changed.
    pub refused: BTreeSet<[ColliderKey; 2]>,
    /// Errors found in the events.
    pub faults: Vec<String>,
}

impl Ledger {
    /// Reads the events of a step, and compares them with the contacts there are.
    pub fn listen(&mut self, scene: &Scene) {
        self.sensors.listen(scene);
        let mut struck = BTreeSet::new();
        self.faults.append(&mut self.sensors.faults);
        for event in scene.contact_events() {
            let [a, b] = event.colliders();
            let pair = if a < b { [a, b] } else { [b, a] };
            let right = match event {
                ContactEvent::Begin { .. } => self.touching.insert(pair),
                ContactEvent::End { .. } => self.touching.remove(&pair),
                // One for each pair, of two that touch.
                _ => struck.insert(pair) && self.touching.contains(&pair),
            };
            if !right {
                self.faults.push(format!("{event:?}"));
            }
            for (collider, body) in [a, b].into_iter().zip(event.bodies()) {
                if scene.collider(collider).is_ok_and(|collider| collider.body() != body) {
                    self.faults.push(format!("not its body: {event:?}"));
                }
            }
        }
        for pair in &self.touching {
            if !pair.iter().all(|key| scene.collider(*key).is_ok()) {
                self.faults.push(format!("{pair:?} touch, but one is gone"));
            }
        }
        let touches = scene.contacts().filter(ContactRef::is_touching);
        let touches: BTreeSet<_> = touches
            .map(|contact| contact.colliders())
            .map(|[a, b]| if a < b { [a, b] } else { [b, a] })
            .collect();
        // What a body touched that was disabled in this step ends in the next one.
        let is_disabled = |event: &BodyEvent| matches!(event, BodyEvent::Disabled { .. });
        if touches != self.touching && !scene.body_events().iter().any(is_disabled) {
            self.faults.push(format!("{touches:?} touch, told were {:?}", self.touching));
        }
    }
}

/// Steps, and reads what is told.
pub fn step(scene: &mut Scene, ledger: &mut Ledger) {
    scene.step(DT).unwrap();
    ledger.listen(scene);
    let moved: Vec<_> = scene.moved_bodies().map(|body| (body.key(), body.pose())).collect();
    let listed: Vec<_> = scene.body_moves().iter().map(|it| (it.body, it.pose)).collect();
    if moved != listed {
        ledger.faults.push(format!("{moved:?} moved, listed are {listed:?}"));
    }
    let (polled, overlapping) = (polled(scene), overlapping(scene));
    let missing: BTreeSet<_> = overlapping.difference(&polled).copied().collect();
    // What is on its way through a portal overlaps sensors in two places.
    if scene.images().next().is_some() {
        return;
    }
    if !polled.is_subset(&overlapping) || !missing.is_subset(&ledger.refused) {
        ledger.faults.push(format!("{overlapping:?} overlap, polled {polled:?}"));
    }
}
