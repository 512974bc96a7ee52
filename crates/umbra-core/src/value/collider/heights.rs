//! Terrain that is given by its heights.

use umbra_geom::{ChainSegment, Point, Real};

use crate::check;
use umbra_world::tuning::MAX_POSITION;

/// The links of a chain through these heights.
pub(super) fn heightfield(
    heights: &[Real],
    width: Real,
) -> Result<Vec<ChainSegment>, umbra_geom::Error> {
    let width = check::range("width", width, Real::MIN_POSITIVE, 2.0 * MAX_POSITION)?;
    let count = heights.len();
    if count < 2 {
        let parameter = "heights";
        return Err(umbra_geom::Error::TooFewPoints { parameter, count, least: 2 });
    }
    for height in heights {
        check::finite("heights", *height)?;
    }
    let place = |index: usize| width * (index as Real / (count - 1) as Real - 0.5);
    ChainSegment::chain((0..count).map(|index| Point::new(place(index), heights[index])))
}
