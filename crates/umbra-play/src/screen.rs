//! From pixels to the world and back.

use umbra_geom::{Aabb, Point, Pose, Real, Rotation, Vector, math};

use crate::check;
use umbra_core::Error;

/// Camera of a window: converts between pixels and world coordinates.
///
/// Pixels are counted from the upper left corner of the window, x to the right and y down, as
/// windows and mice do. The y axis of the world points up, unless set otherwise.
///
/// ```
/// use umbra::Screen;
/// use umbra::prelude::*;
///
/// // A window of 800 by 600 pixels, 50 to a metre, that looks at (10, 2).
/// let screen = Screen::new(800.0, 600.0, 50.0)?.looking_at([10.0, 2.0])?;
/// assert_eq!(screen.to_world([400.0, 300.0]), Point::new(10.0, 2.0));
/// assert_eq!(screen.to_world([0.0, 0.0]), Point::new(2.0, 8.0)); // the upper left corner
/// assert_eq!(screen.to_screen([11.0, 3.0]), Point::new(450.0, 250.0));
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[doc(alias("pixels per meter", "camera", "unproject"))]
pub struct Screen {
    /// Width and height, in pixels.
    size: [Real; 2],
    /// The place in the world that is in the middle of the window.
    center: Point,
    pixels_per_unit: Real,
    /// Rotation of the window in the world.
    rotation: Rotation,
    /// True if the y axes of the world and of the window point to opposite sides.
    is_flipped: bool,
}

impl Screen {
    /// Makes a camera for a window of this size in pixels, with this number of pixels per unit of
    /// length and the origin in its centre.
    ///
    /// # Errors
    /// When a number is not finite, not greater than zero, or absurdly large.
    pub fn new(width: Real, height: Real, pixels_per_unit: Real) -> Result<Self, Error> {
        Ok(Self {
            size: [positive("width", width)?, positive("height", height)?],
            center: Point::origin(),
            pixels_per_unit: positive("pixels_per_unit", pixels_per_unit)?,
            rotation: Rotation::identity(),
            is_flipped: true,
        })
    }

    /// The same window with this place of the world in its middle.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::Screen;
    ///
    /// let screen = Screen::new(800.0, 600.0, 100.0)?.looking_at([7.0, 3.0])?;
    /// assert_eq!(screen.view().min, [3.0, 0.0].into()); // 8 m by 6 m
    /// assert_eq!(screen.view().max, [11.0, 6.0].into());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite or too large.
    pub fn looking_at(mut self, center: impl Into<Point>) -> Result<Self, Error> {
        self.look_at(center)?;
        Ok(self)
    }

    /// The same window with this place of the world in its upper left corner.
    ///
    /// ```
    /// use umbra::Screen;
    ///
    /// let screen = Screen::new(800.0, 600.0, 50.0)?.with_corner_at([0.0, 12.0])?;
    /// assert_eq!(screen.to_world([0.0, 0.0]), [0.0, 12.0].into());
    /// assert_eq!(screen.to_world([800.0, 600.0]), [16.0, 0.0].into());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite or too large.
    pub fn with_corner_at(self, corner: impl Into<Point>) -> Result<Self, Error> {
        let corner = check::position("corner", corner.into())?;
        let middle = Vector::new(0.5 * self.size[0], 0.5 * self.size[1]);
        self.looking_at(corner + self.vector_to_world(middle))
    }

    /// The same window turned counter-clockwise in the world, in radians: the world then looks
    /// turned clockwise.
    ///
    /// # Errors
    /// When `angle` is not finite or absurdly large.
    pub fn turned(mut self, angle: Real) -> Result<Self, Error> {
        self.set_angle(angle)?;
        Ok(self)
    }

    /// The same window on a world in which y points down, as on the screen. Angles of such a world
    /// go from x to y as well, and so look clockwise.
    ///
    /// ```
    /// use umbra::Screen;
    ///
    /// let screen = Screen::new(800.0, 600.0, 1.0)?.y_down().with_corner_at([0.0, 0.0])?;
    /// assert_eq!(screen.to_world([30.0, 40.0]), [30.0, 40.0].into());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    #[must_use]
    pub fn y_down(mut self) -> Self {
        self.is_flipped = false;
        self
    }

    /// Puts this place of the world in the middle.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::Screen;
    ///
    /// let mut screen = Screen::new(800.0, 600.0, 50.0)?;
    /// let player = [12.0, 4.0];
    /// screen.look_at(player)?; // in every frame
    /// assert_eq!(screen.to_screen(player), [400.0, 300.0].into());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite or too large.
    pub fn look_at(&mut self, center: impl Into<Point>) -> Result<(), Error> {
        self.center = check::position("center", center.into())?;
        Ok(())
    }

    /// Turns the window counter-clockwise in the world to this angle.
    ///
    /// # Errors
    /// When `angle` is not finite or absurdly large.
    pub fn set_angle(&mut self, angle: Real) -> Result<(), Error> {
        self.rotation = math::rotation(check::number("angle", angle)?);
        Ok(())
    }

    /// Sets the scale: the number of pixels per unit of length.
    ///
    /// # Errors
    /// When the number is not finite, not greater than zero, or absurdly large.
    pub fn set_pixels_per_unit(&mut self, pixels_per_unit: Real) -> Result<(), Error> {
        self.pixels_per_unit = positive("pixels_per_unit", pixels_per_unit)?;
        Ok(())
    }

    /// Sets the size of the window. The point of the world in its centre stays there.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::Screen;
    ///
    /// let mut screen = Screen::new(800.0, 600.0, 50.0)?.looking_at([3.0, 3.0])?;
    /// screen.resize(1000.0, 400.0)?; // the window was pulled
    /// assert_eq!(screen.to_screen([3.0, 3.0]), [500.0, 200.0].into());
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite, not greater than zero, or absurdly large.
    pub fn resize(&mut self, width: Real, height: Real) -> Result<(), Error> {
        self.size = [positive("width", width)?, positive("height", height)?];
        Ok(())
    }

    /// Zooms by a factor and keeps the point below a pixel in place: for the wheel of a mouse.
    ///
    /// ```
    /// use umbra::Screen;
    ///
    /// let mut screen = Screen::new(800.0, 600.0, 50.0)?;
    /// let before = screen.to_world([100.0, 100.0]);
    /// screen.zoom_at([100.0, 100.0], 2.0)?;
    /// assert_eq!(screen.pixels_per_unit(), 100.0);
    /// assert!((screen.to_world([100.0, 100.0]) - before).norm() < 1e-5);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite, the factor not greater than zero, or the place or scale too
    /// large. Nothing is changed then.
    pub fn zoom_at(&mut self, pixel: impl Into<Point>, factor: Real) -> Result<(), Error> {
        let pixel = check::position("pixel", pixel.into())?;
        let factor = positive("factor", factor)?;
        let mut zoomed = *self;
        zoomed.set_pixels_per_unit(self.pixels_per_unit * factor)?;
        let moved = self.to_world(pixel) - zoomed.to_world(pixel);
        zoomed.look_at(self.center + moved)?;
        *self = zoomed;
        Ok(())
    }

    /// Moves the window so that the place that was below one pixel is below another one: dragging
    /// with the mouse.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::Screen;
    ///
    /// let mut screen = Screen::new(800.0, 600.0, 50.0)?;
    /// let grabbed = screen.to_world([100.0, 100.0]);
    /// screen.drag([100.0, 100.0], [150.0, 120.0])?;
    /// assert!((screen.to_world([150.0, 120.0]) - grabbed).norm() < 1e-5); // it went along
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a number is not finite or too large. Nothing is changed then.
    pub fn drag(&mut self, from: impl Into<Point>, to: impl Into<Point>) -> Result<(), Error> {
        let from = check::position("from", from.into())?;
        let to = check::position("to", to.into())?;
        self.look_at(self.center - self.vector_to_world(to - from))
    }

    /// The place in the middle.
    pub fn center(&self) -> Point {
        self.center
    }

    /// Width and height, in pixels.
    pub fn size(&self) -> [Real; 2] {
        self.size
    }

    /// Number of pixels per unit of length.
    pub fn pixels_per_unit(&self) -> Real {
        self.pixels_per_unit
    }

    /// Box of the world that the window shows. If the camera is turned, it contains the whole
    /// window.
    ///
    /// ```
    /// use umbra::Screen;
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([3.0, 1.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// # let far = Body::dynamic().position([90.0, 1.0]);
    /// # let far = scene.add(far, [Collider::circle(0.5)])?;
    ///
    /// let screen = Screen::new(800.0, 600.0, 50.0)?;
    /// let seen = scene.overlap_aabb(&screen.view(), QueryFilter::default());
    /// assert_eq!(seen.len(), 1); // what has to be drawn
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn view(&self) -> Aabb {
        let [width, height] = self.size;
        self.aabb_to_world(&Aabb { min: Point::origin(), max: Point::new(width, height) })
    }

    /// The place of the world below a pixel.
    ///
    /// ```
    /// use umbra::Screen;
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([2.0, 1.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    ///
    /// let screen = Screen::new(800.0, 600.0, 50.0)?;
    /// let cursor = [500.0, 250.0]; // where the mouse is
    /// let under_it = scene.colliders_at(screen.to_world(cursor), QueryFilter::default());
    /// assert_eq!(scene.collider(under_it[0])?.body(), ball);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn to_world(&self, pixel: impl Into<Point>) -> Point {
        self.center + self.vector_to_world(pixel.into() - self.middle())
    }

    /// The pixel above a place of the world.
    pub fn to_screen(&self, point: impl Into<Point>) -> Point {
        self.middle() + self.vector_to_screen(point.into() - self.center)
    }

    /// Converts a displacement or a velocity from pixels to the world.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::Screen;
    ///
    /// let screen = Screen::new(800.0, 600.0, 50.0)?;
    /// // A swipe of 100 pixels to the right and 200 up, in a fifth of a second:
    /// let throw = screen.vector_to_world([100.0, -200.0]) / 0.2;
    /// assert_eq!(throw, umbra::geom::Vector::new(10.0, 20.0));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn vector_to_world(&self, pixels: impl Into<Vector>) -> Vector {
        let seen = self.flipped(pixels.into()) / self.pixels_per_unit;
        self.rotation * seen
    }

    /// Converts a displacement or a velocity from the world to pixels.
    pub fn vector_to_screen(&self, vector: impl Into<Vector>) -> Vector {
        let seen = self.rotation.inverse() * vector.into();
        self.flipped(seen * self.pixels_per_unit)
    }

    /// A length in pixels as one in the world.
    pub fn length_to_world(&self, pixels: Real) -> Real {
        pixels / self.pixels_per_unit
    }

    /// A length in the world as one in pixels.
    pub fn length_to_screen(&self, length: Real) -> Real {
        length * self.pixels_per_unit
    }

    /// Converts an angle of the window, in radians from x to y and so clockwise, to one of the
    /// world.
    pub fn angle_to_world(&self, angle: Real) -> Real {
        if self.is_flipped { self.angle() - angle } else { self.angle() + angle }
    }

    /// Converts an angle of the world to one of the window, in radians from x to y and so
    /// clockwise, as drawing libraries expect it.
    ///
    /// ```
    /// use umbra::Screen;
    ///
    /// let screen = Screen::new(800.0, 600.0, 50.0)?;
    /// assert_eq!(screen.angle_to_screen(0.5), -0.5);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn angle_to_screen(&self, angle: Real) -> Real {
        if self.is_flipped { self.angle() - angle } else { angle - self.angle() }
    }

    /// Position in pixels at which a body with this pose is drawn, and its angle there, in radians
    /// clockwise.
    ///
    /// ```
    /// use umbra::Screen;
    /// # use umbra::prelude::*;
    ///
    /// let screen = Screen::new(800.0, 600.0, 50.0)?;
    /// let (at, angle) = screen.pose_to_screen(&pose([1.0, 1.0], 0.5)); // for a sprite
    /// assert!((at - Point::new(450.0, 250.0)).norm() < 1e-3 && (angle + 0.5).abs() < 1e-6);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn pose_to_screen(&self, pose: &Pose) -> (Point, Real) {
        let turn = pose.rotation;
        let angle = self.angle_to_screen(libm::atan2f(turn.im, turn.re));
        (self.to_screen(Point::from(pose.translation.vector)), angle)
    }

    /// A rectangle of pixels as a box of the world; turned, the box around it.
    pub fn aabb_to_world(&self, pixels: &Aabb) -> Aabb {
        Aabb::around(corners(pixels).map(|corner| self.to_world(corner)))
    }

    /// A box of the world as a rectangle of pixels; turned, the rectangle around it.
    pub fn aabb_to_screen(&self, aabb: &Aabb) -> Aabb {
        Aabb::around(corners(aabb).map(|corner| self.to_screen(corner)))
    }

    fn middle(&self) -> Point {
        Point::new(0.5 * self.size[0], 0.5 * self.size[1])
    }

    /// Angle of the window in the world.
    fn angle(&self) -> Real {
        libm::atan2f(self.rotation.im, self.rotation.re)
    }

    fn flipped(&self, vector: Vector) -> Vector {
        if self.is_flipped { Vector::new(vector.x, -vector.y) } else { vector }
    }
}

fn corners(aabb: &Aabb) -> [Point; 4] {
    let Aabb { min, max } = *aabb;
    [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)]
}

fn positive(parameter: &'static str, value: Real) -> Result<Real, Error> {
    Ok(check::positive_within(parameter, value, 1e-6, 1e6)?)
}
