//! Masks in memory.

use umbra_geom::Real;

use super::{MaskSettings, Outlines, check_size, outlines_from_mask_with};
use umbra_core::Error;

/// The most bytes of a pixel.
const MAX_STRIDE: usize = 64;

/// The alpha channel of a picture in memory, one byte per pixel: 0 is empty, 255 is solid.
///
/// Rows follow one another from the top row down, without gaps.
///
/// ```
/// use umbra::build::Mask;
///
/// let rgba = [[0, 0, 0, 255], [9, 9, 9, 0], [0, 0, 0, 255], [0, 0, 0, 255]];
/// let mask = Mask::from_rgba(2, 2, rgba.as_flattened())?;
/// assert_eq!((mask.alpha(0, 0), mask.alpha(1, 0)), (1.0, 0.0));
/// assert_eq!(mask.outlines(0.0)?.outlines.len(), 1);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask<'a> {
    size: [usize; 2],
    bytes: &'a [u8],
    stride: usize,
    offset: usize,
}

impl<'a> Mask<'a> {
    /// A mask of one byte per pixel.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::build::Mask;
    ///
    /// // A font's glyph, or a fog of war: one byte per pixel.
    /// let bytes = [0, 255, 255, 255];
    /// let mask = Mask::from_bytes(2, 2, &bytes)?;
    /// assert_eq!((mask.size(), mask.alpha(0, 0), mask.alpha(1, 0)), ([2, 2], 0.0, 1.0));
    /// assert!(Mask::from_bytes(3, 3, &bytes).is_err());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the sides are out of the range of [`outlines_from_mask_with`], or there are not as many
    /// bytes as pixels.
    pub fn from_bytes(width: usize, height: usize, bytes: &'a [u8]) -> Result<Self, Error> {
        Self::with_stride(width, height, bytes, 1, 0)
    }

    /// The alpha channel of a picture of four bytes per pixel: red, green, blue and alpha.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::build::Mask;
    ///
    /// let image = [[255; 4]; 16]; // as image libraries decode it: red, green, blue, alpha
    /// let mask = Mask::from_rgba(4, 4, image.as_flattened())?;
    /// assert_eq!(mask.outlines(0.0)?.area(), 15.5); // 16 pixels, with blunt corners
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the sides are out of the range of [`outlines_from_mask_with`], or there are not four
    /// bytes per pixel.
    pub fn from_rgba(width: usize, height: usize, bytes: &'a [u8]) -> Result<Self, Error> {
        Self::with_stride(width, height, bytes, 4, 3)
    }

    /// One channel of a picture of `stride` bytes per pixel: the byte at `offset` of each pixel,
    /// counted from 0.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::build::Mask;
    ///
    /// // Ground is where a picture of three bytes per pixel is red.
    /// let image = [[255, 0, 0], [0, 0, 255], [255, 0, 0], [255, 0, 0]];
    /// let ground = Mask::with_stride(2, 2, image.as_flattened(), 3, 0)?;
    /// assert_eq!((ground.alpha(0, 0), ground.alpha(1, 0)), (1.0, 0.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the sides are out of the range of [`outlines_from_mask_with`], the stride is not from 1
    /// to 64, the offset is not less than the stride, or there are not `stride` bytes per pixel.
    pub fn with_stride(
        width: usize,
        height: usize,
        bytes: &'a [u8],
        stride: usize,
        offset: usize,
    ) -> Result<Self, Error> {
        check_size([width, height])?;
        if !(1..=MAX_STRIDE).contains(&stride) {
            let value = u32::try_from(stride).unwrap_or(u32::MAX);
            return Err(Error::BadCount { parameter: "stride", value, max: MAX_STRIDE as u32 });
        }
        if offset >= stride {
            let (value, limit) = (offset as Real, stride as Real);
            return Err(umbra_geom::Error::TooLarge { parameter: "offset", value, limit }.into());
        }
        let (count, expected) = (bytes.len(), width * height * stride);
        if count != expected {
            return Err(Error::WrongCount { parameter: "bytes", count, expected });
        }
        Ok(Self { size: [width, height], bytes, stride, offset })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [usize; 2] {
        self.size
    }

    /// Alpha of a pixel from 0 to 1, (0, 0) being the top left one. 0 outside of the picture.
    pub fn alpha(&self, x: usize, y: usize) -> Real {
        let [width, height] = self.size;
        let is_inside = x < width && y < height;
        let byte = || self.bytes[(y * width + x) * self.stride + self.offset];
        if is_inside { Real::from(byte()) / 255.0 } else { 0.0 }
    }

    /// Outlines in pixels, simplified to a tolerance in pixels: see
    /// [`outlines_from_mask`](super::outlines_from_mask).
    ///
    /// # Errors
    /// As [`outlines_from_mask_with`].
    pub fn outlines(&self, tolerance: Real) -> Result<Outlines, Error> {
        self.outlines_with(&MaskSettings { tolerance, ..MaskSettings::default() })
    }

    /// Outlines in metres: see [`outlines_from_mask_with`].
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::build::{Mask, MaskSettings};
    ///
    /// let bytes = [255; 400];
    /// let settings = MaskSettings { pixel_size: 0.05, ..MaskSettings::default() };
    /// let sprite = Mask::from_bytes(20, 20, &bytes)?.outlines_with(&settings)?;
    /// assert!((sprite.area() - 1.0).abs() < 0.01); // a square metre
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`outlines_from_mask_with`].
    pub fn outlines_with(&self, settings: &MaskSettings) -> Result<Outlines, Error> {
        outlines_from_mask_with(self.size, |x, y| self.alpha(x, y), settings)
    }
}
