//! Events come in pairs, and tell what can be asked for.

use std::collections::BTreeSet;

use umbra::prelude::*;

use super::Law;
use crate::ledger::SensorLedger;
use crate::watch::Run;

/// Of each pair of colliders, begin and end take turns, and between them the two touch.
#[derive(Default)]
pub struct Contacts {
    touching: BTreeSet<[ColliderKey; 2]>,
}

fn sorted([a, b]: [ColliderKey; 2]) -> [ColliderKey; 2] {
    if a < b { [a, b] } else { [b, a] }
}

impl Law for Contacts {
    fn name(&self) -> &'static str {
        "events"
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        let scene = run.scene();
        let live: BTreeSet<ColliderKey> = scene.colliders().collect();
        for event in scene.contact_events() {
            let pair = sorted(event.colliders());
            let is_there = pair.iter().all(|key| live.contains(key));
            let right = match event {
                ContactEvent::Begin { .. } => is_there && self.touching.insert(pair),
                ContactEvent::End { .. } => self.touching.remove(&pair),
                _ => is_there && self.touching.contains(&pair),
            };
            if !right {
                return Err(format!("out of turn: {event:?}"));
            }
        }
        let touch = scene.contacts().filter(ContactRef::is_touching);
        let touch: BTreeSet<_> = touch.map(|contact| sorted(contact.colliders())).collect();
        // What a body touched that was disabled in this step ends in the next one.
        let disabled = |event: &BodyEvent| matches!(event, BodyEvent::Disabled { .. });
        if touch != self.touching && !scene.body_events().iter().any(disabled) {
            return Err(format!("{touch:?} touch, told were {:?}", self.touching));
        }
        Ok(())
    }
}

/// The same of sensors, with what can be polled.
#[derive(Default)]
pub struct Sensors(SensorLedger);

impl Law for Sensors {
    fn name(&self) -> &'static str {
        "sensors"
    }

    fn look(&mut self, run: &Run<'_>) -> Result<(), String> {
        self.0.listen(run.scene());
        match self.0.faults.first() {
            Some(fault) => Err(fault.clone()),
            None => Ok(()),
        }
    }
}
