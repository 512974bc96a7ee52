//! The proof in a page: two functions of the window that the gallery calls.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::*;

use crate::proof::Proof;

/// Gives the page `umbra_proof_step(count)`, which returns the status as JSON, and
/// `umbra_proof_draw(width, dark)`, which returns a picture as lines of text. A negative count
/// begins again.
///
/// # Errors
/// When there is no window, or it cannot be written to.
pub fn publish() -> Result<(), JsValue> {
    let window = web_sys::window().ok_or("there is no window")?;
    let proof = Rc::new(RefCell::new(Proof::new()?));
    let stepped = Rc::clone(&proof);
    let step = Closure::<dyn Fn(i32) -> Result<String, JsValue>>::new(move |count: i32| {
        let mut proof = stepped.try_borrow_mut().map_err(|error| error.to_string())?;
        if count < 0 {
            *proof = Proof::new()?;
        }
        proof.step(u32::try_from(count).unwrap_or(0))?;
        Ok(proof.status())
    });
    js_sys::Reflect::set(&window, &"umbra_proof_step".into(), step.as_ref())?;
    step.forget();
    let draw = Closure::<dyn Fn(f32, bool) -> String>::new(move |width: f32, dark: bool| {
        proof.try_borrow().map(|proof| proof.draw(width, dark)).unwrap_or_default()
    });
    js_sys::Reflect::set(&window, &"umbra_proof_draw".into(), draw.as_ref())?;
    draw.forget();
    Ok(())
}
