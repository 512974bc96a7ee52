//! Sensors: colliders that touch nothing and report what overlaps them.
//!
//! A collider that overlaps a sensor is a *visitor* of it. Every overlap is in two sorted lists:
//! that of the sensor, for polling and for sensors that move, and that of the visitor, for visitors
//! that move. Nothing loops over all overlaps, so those that do not change cost nothing.

use slotmap::SecondaryMap;
use smallvec::SmallVec;
use umbra_broad::{BroadPhase, ProxyId};

use crate::ColliderKey;
use crate::clone_by_field;
use crate::features::SENSORS;

use super::Few;

/// A collider that is a sensor.
#[derive(Clone, Debug)]
pub struct Sensor {
    pub key: ColliderKey,
    /// In [`Sensors::broad`], one for each piece; none while the collider or its body is disabled.
    pub proxies: Few<ProxyId>,
    /// Its visitors, in the order of their keys.
    pub visitors: Vec<ColliderKey>,
}

/// The sensors of a scene.
#[derive(Debug)]
pub struct Sensors {
    /// The proxies of their pieces. These are in no other broad phase, so no stage that looks for
    /// contacts meets them, and scenes without sensors pay nothing.
    pub broad: BroadPhase,
    /// In an order that depends on what was added and removed. A collider knows its index.
    pub list: Vec<Sensor>,
    /// The sensors that each visitor overlaps, in the order of their keys. A visitor keeps its list
    /// for as long as it is in the scene, so that coming and going asks for no memory.
    pub seen_by: SecondaryMap<ColliderKey, SmallVec<[ColliderKey; 4]>>,
    /// True if there is, or was, a sensor that sees sensors.
    pub any_see_sensors: bool,
}

impl Sensors {
    pub fn new(broad: BroadPhase) -> Self {
        Self { broad, list: Vec::new(), seen_by: SecondaryMap::new(), any_see_sensors: false }
    }

    pub fn is_empty(&self) -> bool {
        !SENSORS || self.list.is_empty()
    }

    /// The sensors that a collider overlaps.
    pub fn seen_by(&self, visitor: ColliderKey) -> &[ColliderKey] {
        self.seen_by.get(visitor).map_or(&[], |sensors| &sensors[..])
    }

    /// Notes that a visitor begins to overlap the sensor at `index`.
    pub fn begin(&mut self, index: u32, visitor: ColliderKey) {
        let sensor = &mut self.list[index as usize];
        insert(&mut sensor.visitors, visitor);
        let key = sensor.key;
        if let Some(entry) = self.seen_by.entry(visitor) {
            let sensors = entry.or_default();
            if let Err(place) = sensors.binary_search(&key) {
                sensors.insert(place, key);
            }
        }
    }

    /// Notes that a visitor no longer overlaps the sensor at `index`.
    pub(crate) fn end(&mut self, index: u32, visitor: ColliderKey) {
        let sensor = &mut self.list[index as usize];
        if let Ok(place) = sensor.visitors.binary_search(&visitor) {
            sensor.visitors.remove(place);
        }
        let key = sensor.key;
        if let Some(sensors) = self.seen_by.get_mut(visitor) {
            sensors.retain(|sensor| *sensor != key);
        }
    }

    /// Size in bytes, without the broad phase.
    pub(crate) fn size(&self) -> usize {
        let overlaps = 2 * self.overlaps() * size_of::<ColliderKey>();
        size_of_val(&self.list[..]) + overlaps
    }

    /// The number of overlaps.
    pub fn overlaps(&self) -> usize {
        self.list.iter().map(|sensor| sensor.visitors.len()).sum()
    }
}

fn insert(list: &mut Vec<ColliderKey>, key: ColliderKey) {
    if let Err(place) = list.binary_search(&key) {
        list.insert(place, key);
    }
}

clone_by_field!(Sensors { broad, list, seen_by, any_see_sensors });
