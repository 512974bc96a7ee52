//! Arrays of the caller, in and out.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::slice;

use crate::call::given;
use crate::status::Fault;

/// The `count` elements at `array`, which may be null if there are none.
///
/// # Safety
/// If `array` is not null, that many elements can be read there, and nothing writes them meanwhile.
pub(crate) unsafe fn input<'a, T>(
    parameter: &'static str,
    array: *const T,
    count: usize,
) -> Result<&'a [T], Fault> {
    if count == 0 {
        return Ok(&[]);
    }
    if array.is_null() {
        return Err(Fault::Null(parameter));
    }
    check_length::<T>(parameter, count)?;
    // SAFETY: it is not null, and the caller of this function vouches for the rest.
    Ok(unsafe { slice::from_raw_parts(array, count) })
}

/// Room for `capacity` elements at `array`, which may be null if there is none.
///
/// # Safety
/// If `array` is not null, that many elements can be written there, and nothing else touches them
/// meanwhile.
pub(crate) unsafe fn room<'a, T>(
    parameter: &'static str,
    array: *mut T,
    capacity: usize,
) -> Result<&'a mut [MaybeUninit<T>], Fault> {
    if capacity == 0 {
        return Ok(&mut []);
    }
    if array.is_null() {
        return Err(Fault::Null(parameter));
    }
    check_length::<T>(parameter, capacity)?;
    // SAFETY: it is not null, and the caller of this function vouches for the rest.
    Ok(unsafe { slice::from_raw_parts_mut(array.cast(), capacity) })
}

fn check_length<T>(parameter: &'static str, count: usize) -> Result<(), Fault> {
    if count > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(Fault::Value(parameter, format!("cannot have {count} elements")));
    }
    Ok(())
}

/// Writes as many of the items as there is room for, and the number of all to `count`.
pub(crate) fn fill<T>(
    room: &mut [MaybeUninit<T>],
    count: Option<&mut MaybeUninit<usize>>,
    items: impl IntoIterator<Item = T>,
) -> Result<(), Fault> {
    let count = given("count", count)?;
    let mut written = 0;
    for item in items {
        if let Some(place) = room.get_mut(written) {
            place.write(item);
        }
        written += 1;
    }
    count.write(written);
    Ok(())
}

/// Writes all of the items, or none if there is not room for all. Their number goes to `count`.
pub(crate) fn fill_whole<T: Copy>(
    room: &mut [MaybeUninit<T>],
    count: Option<&mut MaybeUninit<usize>>,
    items: &[T],
) -> Result<(), Fault> {
    given("count", count)?.write(items.len());
    if items.len() > room.len() {
        return Err(Fault::Small("out", items.len()));
    }
    for (place, item) in room.iter_mut().zip(items) {
        place.write(*item);
    }
    Ok(())
}

/// A text of the caller.
///
/// # Safety
/// If `text` is not null, it ends with a zero, and nothing writes it meanwhile.
pub(crate) unsafe fn text<'a>(
    parameter: &'static str,
    text: *const c_char,
) -> Result<&'a str, Fault> {
    if text.is_null() {
        return Err(Fault::Null(parameter));
    }
    // SAFETY: it is not null, and the caller of this function vouches for the rest.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| Fault::Value(parameter, "must be UTF-8".to_owned()))
}
