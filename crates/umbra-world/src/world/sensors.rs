//! Colliders become sensors, cease to be ones, and leave those that they overlap.
//!
//! A step finds overlaps. What a call ends for certain (removal, disabling, a sensor that is none
//! any more) ends at once, and the next step reports it: a list of overlaps never names what is
//! gone.

use crate::features::SENSORS;
use crate::store::{Colliders, Few, Sensor, Sensors};
use crate::{BodyKey, ColliderKey, SensorEvent, World};

impl World {
    /// Makes a collider a sensor or a solid one.
    pub fn make_sensor(&mut self, key: ColliderKey, on: bool) {
        if !SENSORS {
            return;
        }
        if on {
            self.list_sensor(key);
        } else {
            self.end_overlaps_of_sensor(key);
            self.hide_sensor(key);
            self.unlist_sensor(key);
        }
        let Colliders { infos, pieces, .. } = &mut self.colliders;
        for &piece in infos.get(key).into_iter().flat_map(|info| &info.pieces) {
            pieces[piece as usize].is_sensor = on;
        }
    }

    /// Lists a collider as a sensor.
    pub(super) fn list_sensor(&mut self, key: ColliderKey) {
        let permit = self.generation.change();
        let infos = self.colliders.infos.write(permit);
        let Some(info) = infos.get_mut(key) else { return };
        info.sensor = Some(self.sensors.list.len() as u32);
        self.sensors.any_see_sensors |= info.sees_sensors;
        self.sensors.list.push(Sensor { key, proxies: Few::default(), visitors: Vec::new() });
        if self.sensors.list.len() == 1 {
            self.colliders.outlines.watch(true);
        }
    }

    /// Takes a collider without proxies and visitors from the list of sensors.
    fn unlist_sensor(&mut self, key: ColliderKey) {
        let Self { sensors, colliders, generation, .. } = self;
        let infos = colliders.infos.write(generation.change());
        let Some(index) = infos.get_mut(key).and_then(|info| info.sensor.take()) else {
            return;
        };
        sensors.list.swap_remove(index as usize);
        if let Some(moved) = sensors.list.get(index as usize)
            && let Some(info) = infos.get_mut(moved.key)
        {
            info.sensor = Some(index);
        }
        if sensors.is_empty() {
            sensors.any_see_sensors = false;
            sensors.seen_by.clear();
            colliders.maps.remade.clear();
            colliders.outlines.watch(false);
        }
    }

    /// Ends all overlaps of a collider, takes it out of the broad phase of sensors and from their
    /// list.
    pub(super) fn forget_sensor(&mut self, key: ColliderKey) {
        self.leave_sensors(key);
        self.hide_sensor(key);
        self.unlist_sensor(key);
        self.sensors.seen_by.remove(key);
    }

    /// Takes the pieces of a sensor out of the broad phase.
    pub(crate) fn hide_sensor(&mut self, key: ColliderKey) {
        let Some(index) = self.colliders.infos.get(key).and_then(|info| info.sensor) else {
            return;
        };
        for proxy in core::mem::take(&mut self.sensors.list[index as usize].proxies) {
            // The proxy is the sensor's own, so the broad phase has it.
            let _ = self.sensors.broad.remove(proxy);
        }
    }

    /// Ends all overlaps of a collider, as a sensor and as a visitor, because it is removed or
    /// disabled.
    pub(crate) fn leave_sensors(&mut self, key: ColliderKey) {
        if self.sensors.is_empty() {
            return;
        }
        for sensor in self.sensors.seen_by(key).to_vec() {
            self.end_overlap(sensor, key);
        }
        self.end_overlaps_of_sensor(key);
    }

    fn end_overlaps_of_sensor(&mut self, key: ColliderKey) {
        let Some(index) = self.colliders.infos.get(key).and_then(|info| info.sensor) else {
            return;
        };
        for visitor in self.sensors.list[index as usize].visitors.clone() {
            self.end_overlap(key, visitor);
        }
    }

    /// Ends an overlap between two steps.
    fn end_overlap(&mut self, sensor: ColliderKey, visitor: ColliderKey) {
        let event = Overlap { sensor, visitor }.end(&mut self.sensors, &mut self.colliders);
        self.events.sensors.next.extend(event);
    }

    /// True if a collider is a sensor without mass. Edits of it set nothing in motion.
    pub fn is_weightless_sensor(&self, key: ColliderKey) -> bool {
        let is_sensor = self.colliders.infos.get(key).is_some_and(|info| info.sensor.is_some());
        let mut pieces = self.colliders.pieces_of(key);
        is_sensor && pieces.all(|piece| piece.substance.mass.mass == 0.0)
    }
}

/// Sensor and visitor of an overlap that exists or existed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Overlap {
    pub sensor: ColliderKey,
    pub(crate) visitor: ColliderKey,
}

impl Overlap {
    /// Notes that it begins. `None` if one of the two is not what it was.
    pub(crate) fn begin(
        self,
        sensors: &mut Sensors,
        colliders: &mut Colliders,
    ) -> Option<SensorEvent> {
        let Self { sensor, visitor } = self;
        let [sensor_body, visitor_body] = self.bodies(colliders)?;
        sensors.begin(colliders.infos.get(sensor)?.sensor?, visitor);
        colliders.mark_seen(visitor, true);
        Some(SensorEvent::Begin { sensor, visitor, sensor_body, visitor_body })
    }

    /// Notes that it ends. `None` if one of the two is not what it was.
    pub(crate) fn end(
        self,
        sensors: &mut Sensors,
        colliders: &mut Colliders,
    ) -> Option<SensorEvent> {
        let Self { sensor, visitor } = self;
        let [sensor_body, visitor_body] = self.bodies(colliders)?;
        sensors.end(colliders.infos.get(sensor)?.sensor?, visitor);
        colliders.mark_seen(visitor, !sensors.seen_by(visitor).is_empty());
        Some(SensorEvent::End { sensor, visitor, sensor_body, visitor_body })
    }

    fn bodies(self, colliders: &Colliders) -> Option<[BodyKey; 2]> {
        let body = |key| colliders.infos.get(key).map(|info| info.body);
        Some([body(self.sensor)?, body(self.visitor)?])
    }
}
