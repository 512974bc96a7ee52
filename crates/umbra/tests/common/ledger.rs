//! Overlaps of sensors, kept by their events alone.

use std::collections::BTreeSet;

use umbra::prelude::*;

/// Overlaps as the sensor events so far report them.
#[derive(Default)]
pub struct SensorLedger {
    /// Sensor and visitor.
    pub inside: BTreeSet<[ColliderKey; 2]>,
    /// Numbers of begin and of end events.
    pub told: [usize; 2],
    /// Errors found in the events.
    pub faults: Vec<String>,
}

impl SensorLedger {
    /// Reads the events of a step, and compares them with what can be polled.
    pub fn listen(&mut self, scene: &Scene) {
        for event in scene.sensor_events() {
            let pair = [event.sensor(), event.visitor()];
            let right = match event {
                SensorEvent::Begin { .. } => {
                    self.told[0] += 1;
                    self.inside.insert(pair)
                }
                SensorEvent::End { .. } => {
                    self.told[1] += 1;
                    self.inside.remove(&pair)
                }
            };
            if !right {
                self.faults.push(format!("out of turn: {event:?}"));
            }
            for (collider, body) in pair.into_iter().zip(event.bodies()) {
                if scene.collider(collider).is_ok_and(|collider| collider.body() != body) {
                    self.faults.push(format!("not its body: {event:?}"));
                }
            }
        }
        let polled = polled(scene);
        if polled != self.inside {
            self.faults.push(format!("polled {polled:?}, told {:?}", self.inside));
        }
        let by_visitors: BTreeSet<_> = scene
            .colliders()
            .flat_map(|visitor| {
                let seen_by = scene.collider(visitor).unwrap().seen_by();
                seen_by.map(move |sensor| [sensor, visitor])
            })
            .collect();
        if by_visitors != polled {
            self.faults.push(format!("visitors say {by_visitors:?}, sensors {polled:?}"));
        }
    }

    pub fn step(&mut self, scene: &mut Scene) {
        scene.step(super::DT).unwrap();
        self.listen(scene);
    }

    #[track_caller]
    pub fn check(&self) {
        assert_eq!(self.faults, Vec::<String>::new());
    }
}

/// All overlaps, by asking each sensor.
pub fn polled(scene: &Scene) -> BTreeSet<[ColliderKey; 2]> {
    let of = |sensor: ColliderKey| scene.collider(sensor).unwrap().overlaps();
    scene.colliders().flat_map(|sensor| of(sensor).map(move |visitor| [sensor, visitor])).collect()
}

/// All overlaps, by trying all pairs.
pub fn overlapping(scene: &Scene) -> BTreeSet<[ColliderKey; 2]> {
    let mut pairs = BTreeSet::new();
    let takes_part = |key: &ColliderKey| {
        let collider = scene.collider(*key).unwrap();
        collider.is_enabled() && scene.body(collider.body()).unwrap().is_enabled()
    };
    let all: Vec<_> = scene.colliders().filter(takes_part).collect();
    for &a in &all {
        let sensor = scene.collider(a).unwrap();
        for &b in all.iter().filter(|_| sensor.is_sensor()) {
            let visitor = scene.collider(b).unwrap();
            // Tile maps do not see one another.
            let are_maps = [sensor, visitor].iter().all(|it| it.cell([0, 0]).is_some());
            let sees = !are_maps
                && sensor.body() != visitor.body()
                && sensor.filter().accepts(&visitor.filter())
                && (!visitor.is_sensor() || sensor.sees_sensors());
            let overlap = |(one, at): (&Shape, Pose)| {
                let aabb = one.aabb(&at);
                visitor.shapes().any(|(other, there)| {
                    // Where the two just touch, rounding may tell otherwise.
                    other.aabb(&there).overlaps(&aabb)
                        && umbra::geom::query::overlaps(one, &at, other, &there)
                })
            };
            if sees && sensor.shapes().any(overlap) {
                pairs.insert([a, b]);
            }
        }
    }
    pairs
}
