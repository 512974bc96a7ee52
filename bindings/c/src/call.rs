//! The one way into the library: [`run`], and short forms of it.

use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

use umbra::{Error, prelude::*};

use crate::UmbraScene;
use crate::status::{Fault, UmbraStatus};

/// Runs a call. Errors and panics become a status, with a message for the thread.
pub(crate) fn run(call: impl FnOnce() -> Result<(), Fault>) -> UmbraStatus {
    let outcome = catch_unwind(AssertUnwindSafe(call));
    match outcome.unwrap_or_else(|panic| Err(Fault::Panic(message_of(&*panic)))) {
        Ok(()) => UmbraStatus::Ok,
        Err(fault) => fault.tell(),
    }
}

/// Runs a function that cannot fail, with a substitute for what a panic leaves out.
pub(crate) fn value<T>(substitute: T, make: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(make)).unwrap_or_else(|panic| {
        Fault::Panic(message_of(&*panic)).tell();
        substitute
    })
}

fn message_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
}

/// A reference of the caller, which must not be null.
pub(crate) fn given<T>(parameter: &'static str, pointer: Option<T>) -> Result<T, Fault> {
    pointer.ok_or(Fault::Null(parameter))
}

/// Computes a value of a scene and writes it to `out`.
pub(crate) fn read<T>(
    scene: Option<&UmbraScene>,
    out: Option<&mut MaybeUninit<T>>,
    value: impl FnOnce(&Scene) -> Result<T, Fault>,
) -> UmbraStatus {
    run(|| {
        let (scene, out) = (given("scene", scene)?, given("out", out)?);
        out.write(value(&scene.0)?);
        Ok(())
    })
}

/// Computes a value without a scene and writes it to `out`.
pub(crate) fn write<T>(
    out: Option<&mut MaybeUninit<T>>,
    value: impl FnOnce() -> Result<T, Fault>,
) -> UmbraStatus {
    run(|| {
        given("out", out)?.write(value()?);
        Ok(())
    })
}

/// Changes a scene.
pub(crate) fn edit(
    scene: Option<&mut UmbraScene>,
    change: impl FnOnce(&mut Scene) -> Result<(), Fault>,
) -> UmbraStatus {
    run(|| change(&mut given("scene", scene)?.0))
}

/// Adds something to a scene and writes its key to `out`, which may be null.
pub(crate) fn add<T>(
    scene: Option<&mut UmbraScene>,
    out: Option<&mut MaybeUninit<T>>,
    change: impl FnOnce(&mut Scene) -> Result<T, Fault>,
) -> UmbraStatus {
    run(|| {
        let key = change(&mut given("scene", scene)?.0)?;
        if let Some(out) = out {
            out.write(key);
        }
        Ok(())
    })
}

/// Setters of the engine return nothing or a result; here both are a result.
pub(crate) trait Done {
    fn done(self) -> Result<(), Fault>;
}

impl Done for () {
    fn done(self) -> Result<(), Fault> {
        Ok(())
    }
}

impl Done for Result<(), Error> {
    fn done(self) -> Result<(), Fault> {
        Ok(self?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_become_a_status() {
        assert_eq!(run(|| panic!("test of a panic")), UmbraStatus::Defect);
        assert_eq!(value(7, || panic!("test of a panic")), 7);
    }
}
