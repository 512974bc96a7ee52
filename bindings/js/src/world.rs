//! A world: a scene of the engine with what JavaScript reads of it.
use std::cell::Cell;

use umbra::prelude::*;
use wasm_bindgen::prelude::*;

use crate::config::CONFIG;
use crate::error::Answer;
use crate::poses::Poses;
use crate::table::apply;
use crate::wire::{Key, Value, numbers};

/// A scene, and buffers that JavaScript looks into.
#[wasm_bindgen]
pub struct RawWorld {
    pub(crate) scene: Scene,
    pub(crate) poses: Poses,
    /// Cells, so that predicates of queries can read while the scene is borrowed.
    scratch: Box<[Cell<f64>; 5]>,
}

impl RawWorld {
    pub(crate) fn of_scene(scene: Scene) -> Self {
        let mut world = Self { scene, poses: Poses::default(), scratch: Box::default() };
        world.poses.write_all(&world.scene);
        world
    }

    /// Hands out a value: its kind is returned, its numbers are in the scratch memory.
    pub(crate) fn give(&self, value: impl Into<Value>) -> u32 {
        let Value(mark, numbers) = value.into();
        for (cell, number) in self.scratch.iter().zip(numbers) {
            cell.set(number);
        }
        mark
    }

    /// Writes all poses anew after something that may have moved or added many bodies.
    pub(crate) fn changed<T>(&mut self, result: T) -> T {
        self.poses.write_all(&self.scene);
        result
    }
}

#[wasm_bindgen]
impl RawWorld {
    /// A world without bodies.
    #[wasm_bindgen(constructor)]
    pub fn new(config: &[f64]) -> Answer<RawWorld> {
        let config = apply(CONFIG, SceneConfig::default(), config);
        Ok(Self::of_scene(Scene::new(config)?))
    }

    /// Changes parts of the configuration.
    pub fn configure(&mut self, config: &[f64]) -> Answer {
        let config = apply(CONFIG, *self.scene.config(), config);
        config.validate()?;
        *self.scene.config_mut() = config;
        Ok(())
    }

    /// Gravity.
    pub fn gravity(&self) -> u32 {
        let gravity = self.scene.config().gravity;
        self.give(gravity)
    }

    /// A copy that goes on by itself.
    pub fn copy(&self) -> RawWorld {
        Self::of_scene(self.scene.clone())
    }

    /// Advances the world.
    pub fn step(&mut self, dt: f32) -> Answer {
        self.scene.step(dt)?;
        self.poses.write_moved(&self.scene);
        Ok(())
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.scene.clear();
        self.poses.moved.clear();
        self.changed(());
    }

    /// Moves the origin.
    #[wasm_bindgen(js_name = shiftOrigin)]
    pub fn shift_origin(&mut self, x: f32, y: f32) -> Answer {
        self.scene.shift_origin([x, y])?;
        self.changed(Ok(()))
    }

    /// The hash of the state, as 64 bits.
    #[wasm_bindgen(js_name = stateHash)]
    pub fn state_hash(&self) -> u64 {
        self.scene.state_hash()
    }

    /// Checks the links between the arrays of the scene.
    pub fn validate(&self) -> Answer {
        Ok(self.scene.validate()?)
    }

    /// Kinetic and potential energy.
    pub fn energy(&self) -> f32 {
        self.scene.energy()
    }

    /// Address of the scratch memory: five numbers.
    #[wasm_bindgen(js_name = scratchAddress)]
    pub fn scratch_address(&self) -> *const f64 {
        self.scratch.as_ptr().cast()
    }
    /// Address of the poses.
    #[wasm_bindgen(js_name = posesAddress)]
    pub fn poses_address(&self) -> *const f32 {
        self.poses.rows.as_ptr()
    }
    /// Length of the poses, in numbers.
    #[wasm_bindgen(js_name = posesLength)]
    pub fn poses_length(&self) -> usize {
        self.poses.rows.len()
    }
    /// Address of the keys of what moved.
    #[wasm_bindgen(js_name = movedAddress)]
    pub fn moved_address(&self) -> *const f64 {
        self.poses.moved.as_ptr()
    }
    /// Number of bodies that moved.
    #[wasm_bindgen(js_name = movedLength)]
    pub fn moved_length(&self) -> usize {
        self.poses.moved.len()
    }

    /// Poses between the last two steps: key, x, y, angle of each body.
    #[wasm_bindgen(js_name = interpolated)]
    pub fn interpolated(&self, alpha: f32) -> Vec<f64> {
        let bodies = self.scene.bodies().filter_map(|key| self.scene.body(key).ok());
        bodies
            .flat_map(|body| {
                let pose = body.interpolated_pose(alpha);
                let (position, angle) = (pose.translation.vector, pose.rotation.angle());
                [body.key().to_number(), position.x.into(), position.y.into(), angle.into()]
            })
            .collect()
    }

    /// Keys of all bodies (0), awake ones (1), colliders (2), joints (3), fields (4), portals (5).
    pub fn keys(&self, kind: u32) -> Vec<f64> {
        let scene = &self.scene;
        match kind {
            0 => numbers(scene.bodies()),
            1 => numbers(scene.awake_bodies()),
            2 => numbers(scene.colliders()),
            3 => numbers(scene.joints()),
            4 => numbers(scene.fields()),
            _ => numbers(scene.portals()),
        }
    }

    /// Counts of `Stats`, in the order of `js/world.ts`.
    pub fn stats(&self) -> Vec<f64> {
        let it = self.scene.stats();
        let counts = [
            it.bodies,
            it.awake_bodies,
            it.moving_bodies,
            it.colliders,
            it.joints,
            it.contacts,
            it.touching_contacts,
            it.islands,
            it.sensors,
            it.overlaps,
        ];
        counts.map(|it| it as f64).to_vec()
    }

    /// Islands: lists of keys, each behind its length.
    pub fn islands(&self) -> Vec<f64> {
        let mut all = Vec::new();
        for island in self.scene.islands() {
            all.push(island.len() as f64);
            all.extend(numbers(island));
        }
        all
    }

    /// Touching contacts: colliders, bodies, normal, count of points, and for each point its
    /// position, separation, normal and tangent impulse.
    pub fn contacts(&self) -> Vec<f64> {
        let mut all = Vec::new();
        for contact in self.scene.contacts().filter(ContactRef::is_touching) {
            write_contact(&mut all, &contact);
        }
        all
    }
}

/// Writes a contact for `js/contact.ts`.
pub(crate) fn write_contact(all: &mut Vec<f64>, contact: &ContactRef<'_>) {
    all.extend(contact.colliders().map(Key::to_number));
    all.extend(contact.bodies().map(Key::to_number));
    let normal = contact.normal();
    all.extend([normal.x, normal.y].map(f64::from));
    let count = all.len();
    all.push(0.0);
    for point in contact.points() {
        all[count] += 1.0;
        let (at, tangent) = (point.position, point.tangent_impulse);
        let numbers = [at.x, at.y, point.separation, point.normal_impulse, tangent];
        all.extend(numbers.map(f64::from));
    }
}
