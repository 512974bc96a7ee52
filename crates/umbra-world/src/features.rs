//! Parts of the engine that a build may leave out.
//!
//! Nothing else asks for these features. Where a tile map or a sensor is found or made, code asks
//! the constants here, so that the compiler leaves out all that only follows from one.

use crate::Error;

/// True if there are tile maps.
pub const TILES: bool = cfg!(feature = "tiles");
/// True if there are sensors.
pub const SENSORS: bool = cfg!(feature = "sensors");

/// Refuses what needs a tile map.
pub const fn need_tiles() -> Result<(), Error> {
    if TILES { Ok(()) } else { Err(Error::WithoutFeature("tiles")) }
}

/// Refuses what needs a sensor.
pub const fn need_sensors() -> Result<(), Error> {
    if SENSORS { Ok(()) } else { Err(Error::WithoutFeature("sensors")) }
}
