//! Functions of JavaScript that are asked about contacts during a step.
use std::cell::RefCell;

use umbra::prelude::*;
use umbra::{ContactMut, ContactPair};
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Refused};
use crate::wire::{Key, Values};
use crate::world::RawWorld;

#[wasm_bindgen]
extern "C" {
    /// The hooks of `js/hooks.ts`.
    pub type RawHooks;
    /// Asks about a pair of colliders: `what` is 0 for a contact, 1 for a sensor.
    #[wasm_bindgen(method, catch)]
    fn pair(this: &RawHooks, what: u32, numbers: &[f64]) -> Result<bool, JsValue>;
    /// Asks about a contact. The answer is empty to leave it as it is, 0 to disable it, or four
    /// numbers: friction, restitution, surface speed and rolling resistance.
    #[wasm_bindgen(method, catch)]
    fn contact(this: &RawHooks, numbers: &[f64]) -> Result<Vec<f64>, JsValue>;
}

/// Hooks, and the first error that one of them threw. After it, no more are asked.
struct Asked {
    hooks: RawHooks,
    which: u32,
    thrown: RefCell<Option<Refused>>,
}

impl Asked {
    /// Asks, if the hook of this bit is there.
    fn ask<T>(&self, bit: u32, usual: T, hook: impl FnOnce() -> Result<T, Refused>) -> T {
        if self.which >> bit & 1 == 0 || self.thrown.borrow().is_some() {
            return usual;
        }
        hook().unwrap_or_else(|thrown| {
            *self.thrown.borrow_mut() = Some(thrown);
            usual
        })
    }
}

fn pair_numbers(pair: &ContactPair) -> [f64; 6] {
    let [collider_a, collider_b] = pair.colliders.map(Key::to_number);
    let [body_a, body_b] = pair.bodies.map(Key::to_number);
    let [data_a, data_b] = pair.user_data.map(|it| it as f64);
    [collider_a, collider_b, body_a, body_b, data_a, data_b]
}

impl Hooks for Asked {
    fn should_collide(&self, pair: &ContactPair) -> bool {
        self.ask(0, true, || self.hooks.pair(0, &pair_numbers(pair)).map_err(Refused))
    }

    fn should_sense(&self, pair: &ContactPair) -> bool {
        self.ask(1, true, || self.hooks.pair(1, &pair_numbers(pair)).map_err(Refused))
    }

    fn modify_contact(&self, contact: &mut ContactMut<'_>) {
        self.ask(2, (), || {
            let normal = contact.normal();
            let mut numbers = pair_numbers(contact.pair()).to_vec();
            let rest = [
                normal.x,
                normal.y,
                contact.separation(),
                contact.friction(),
                contact.restitution(),
                contact.surface_speed(),
                contact.rolling_resistance(),
            ];
            numbers.extend(rest.map(f64::from));
            let answer = self.hooks.contact(&numbers).map_err(Refused)?;
            change(contact, Values(&answer))
        });
    }
}

/// Does to a contact what a hook answered.
fn change(contact: &mut ContactMut<'_>, answer: Values<'_>) -> Answer {
    match answer.0.len() {
        0 => {}
        1 => contact.disable(),
        _ => {
            contact.set_friction(answer.real(0))?;
            contact.set_restitution(answer.real(1))?;
            contact.set_surface_speed(answer.real(2))?;
            contact.set_rolling_resistance(answer.real(3))?;
        }
    }
    Ok(())
}

#[wasm_bindgen]
impl RawWorld {
    /// Advances the world, asking hooks. `which` has a bit for each hook that is there. What a hook
    /// throws is thrown after the step.
    #[wasm_bindgen(js_name = stepWith)]
    pub fn step_with(&mut self, dt: f32, hooks: RawHooks, which: u32) -> Answer {
        let asked = Asked { hooks, which, thrown: RefCell::new(None) };
        self.scene.step_with(dt, &asked)?;
        self.poses.write_moved(&self.scene);
        asked.thrown.into_inner().map_or(Ok(()), Err)
    }
}
