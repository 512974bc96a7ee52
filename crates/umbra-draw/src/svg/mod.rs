//! A picture as a file that every browser shows.
//!
//! What is drawn is kept as it came, in places of the world; only when the text is written is it
//! known what has to fit. Places are taken relative to the corner of the picture in `f64`, so that
//! a scene 10 km from the origin is drawn as well as one beside it.

mod markup;

use core::fmt;
use std::path::Path;

use umbra_geom::{Aabb, Error as GeometryError, Point, Real, Rotation, Vector};

use super::{DebugColor, DebugDraw};
use umbra_core::Error;

use crate::check;
use markup::{Escaped, Hex, Pixels, Solid, darker, surface, write_arrow};

/// The longer side of a picture whose scale was not set, in pixels.
const LONGER_SIDE: f64 = 800.0;
/// Empty space around what is drawn, in pixels.
const MARGIN: f64 = 16.0;
const FONT_SIZE: f64 = 13.0;
/// The width of an average letter, as a part of the font's size.
const LETTER_WIDTH: f64 = 0.56;
const DOT_RADIUS: f64 = 3.0;
/// Opacity of solid shapes.
const OPACITY: Real = 0.6;

/// Drawing target that makes a picture in the SVG format, without a window.
///
/// The picture fits everything drawn, unless [`view`](Self::view) selects a part of the world. The
/// same calls give the same text on every machine. Things with a coordinate that is not finite are
/// left out.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut picture = SvgDraw::new().scale(40.0)?; // pixels per unit of length
/// let box_ = Polygon::cuboid(1.0, 0.5)?.into();
/// picture.shape(&box_, &Pose::identity(), DebugColor::hex(0xf2a541));
/// picture.text(Point::new(0.0, 0.6), "a box", DebugColor::hex(0x000000));
/// let text = picture.to_string();
/// assert!(text.contains("a box") && text.ends_with("</svg>\n"));
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[doc(alias("screenshot", "render"))]
pub struct SvgDraw {
    scale: Option<Real>,
    view: Option<Aabb>,
    opacity: Option<Real>,
    elements: Vec<Element>,
}

/// Something that was drawn, in places of the world.
#[derive(Clone, Debug, PartialEq)]
enum Element {
    Circle { center: Point, radius: Real, rotation: Rotation, color: DebugColor },
    Rounded { corners: Vec<Point>, radius: Real, color: DebugColor },
    Segment { a: Point, b: Point, color: DebugColor },
    Outline { aabb: Aabb, color: DebugColor },
    Arrow { from: Point, to: Point, color: DebugColor },
    Dot { at: Point, color: DebugColor },
    Text { at: Point, text: String, color: DebugColor },
}

impl SvgDraw {
    /// An empty picture.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the number of pixels per unit of length. By default, the longer side of the picture is
    /// 800 pixels long.
    ///
    /// # Errors
    /// When `scale` is not from a millionth to a million.
    pub fn scale(mut self, scale: Real) -> Result<Self, Error> {
        self.scale = Some(check::range("scale", scale, 1e-6, 1e6)?);
        Ok(self)
    }

    /// Sets the part of the world that the picture shows. By default, all that was drawn.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// # let ball = Body::dynamic().position([0.0, 0.0]);
    /// # let ball = scene.add(ball, [Collider::circle(0.5)])?;
    /// # let far = Body::dynamic().position([500.0, 0.0]);
    /// # let far = scene.add(far, [Collider::circle(0.5)])?;
    /// let view = Aabb { min: Point::new(-4.0, -3.0), max: Point::new(4.0, 3.0) };
    /// let mut picture = SvgDraw::new().view(view)?.scale(100.0)?;
    /// scene.debug_draw(&mut picture, DebugOptions { view: Some(view), ..Default::default() })?;
    /// assert!(picture.to_string().contains("width=\"800\"")); // 8 m, 100 pixels each
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a coordinate is not finite, or the rectangle has no width or no height.
    pub fn view(mut self, view: Aabb) -> Result<Self, Error> {
        let size = Aabb::new(view.min, view.max)?.half_extents() * 2.0;
        for (parameter, value) in [("width of the view", size.x), ("height of the view", size.y)] {
            if value <= 0.0 {
                return Err(GeometryError::NotPositive { parameter, value }.into());
            }
        }
        self.view = Some(view);
        Ok(self)
    }

    /// Sets the opacity of solid shapes, from 0 to 1. By default 0.6, so that overlap shows.
    ///
    /// # Errors
    /// When `opacity` is not from 0 to 1.
    pub fn opacity(mut self, opacity: Real) -> Result<Self, Error> {
        self.opacity = Some(check::range("opacity", opacity, 0.0, 1.0)?);
        Ok(self)
    }

    /// Writes the picture to a file, and makes the folder for it if there is none.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn save(&self, path: impl AsRef<Path>) -> std::io::Result<()> {
        let path = path.as_ref();
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(path, self.to_string())
    }

    /// Keeps an element if its numbers are finite.
    fn push(&mut self, element: Element) {
        if element.bounds().is_valid() {
            self.elements.push(element);
        }
    }

    fn page(&self) -> Page {
        let drawn = self.elements.iter().fold(Aabb::EMPTY, |all, e| all.union(&e.bounds()));
        let nothing = Aabb { min: Point::origin(), max: Point::origin() };
        let world = self.view.unwrap_or(if drawn.is_valid() { drawn } else { nothing });
        let (left, top) = (f64::from(world.min.x), f64::from(world.max.y));
        let width = f64::from(world.max.x) - left;
        let height = top - f64::from(world.min.y);
        let longer = if width > height { width } else { height };
        let fitting = if longer > 0.0 { LONGER_SIDE / longer } else { 1.0 };
        let scale = self.scale.map_or(fitting, f64::from);
        let opacity = self.opacity.unwrap_or(OPACITY);
        let mut page = Page { left, top, scale, opacity, ..Page::default() };
        (page.width, page.height) = (width * scale, height * scale);
        if self.view.is_none() {
            // Letters and heads of arrows have their size in pixels, and have to fit as well.
            let space = self.elements.iter().map(|element| element.overhang(&page));
            let most = space.fold([MARGIN; 2], |a, b| [a[0].max(b[0]), a[1].max(b[1])]);
            page.left -= most[0] / scale;
            page.top += most[1] / scale;
            page.width += 2.0 * most[0];
            page.height += 2.0 * most[1];
        }
        page
    }
}

impl fmt::Display for SvgDraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let page = self.page();
        let (width, height) = (page.width.ceil(), page.height.ceil());
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" stroke-linejoin=\"round\" stroke-linecap=\"round\" \
             font-family=\"sans-serif\" font-size=\"{FONT_SIZE}\" text-anchor=\"middle\">"
        )?;
        writeln!(f, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>")?;
        for element in &self.elements {
            element.write(f, &page)?;
        }
        writeln!(f, "</svg>")
    }
}

impl DebugDraw for SvgDraw {
    fn circle(&mut self, center: Point, radius: Real, rotation: Rotation, color: DebugColor) {
        self.push(Element::Circle { center, radius, rotation, color });
    }

    fn capsule(&mut self, a: Point, b: Point, radius: Real, color: DebugColor) {
        self.polygon(&[a, b], radius, color);
    }

    fn polygon(&mut self, vertices: &[Point], radius: Real, color: DebugColor) {
        match vertices {
            [center] => self.circle(*center, radius, Rotation::identity(), color),
            [a, b] if a == b => self.circle(*a, radius, Rotation::identity(), color),
            _ => self.push(Element::Rounded { corners: vertices.to_vec(), radius, color }),
        }
    }

    fn segment(&mut self, a: Point, b: Point, color: DebugColor) {
        self.push(Element::Segment { a, b, color });
    }

    fn arrow(&mut self, from: Point, along: Vector, color: DebugColor) {
        self.push(Element::Arrow { from, to: from + along, color });
    }

    fn point(&mut self, at: Point, color: DebugColor) {
        self.push(Element::Dot { at, color });
    }

    fn text(&mut self, at: Point, text: &str, color: DebugColor) {
        self.push(Element::Text { at, text: text.to_owned(), color });
    }

    fn outline(&mut self, aabb: &Aabb, color: DebugColor) {
        self.push(Element::Outline { aabb: *aabb, color });
    }
}

impl Element {
    /// The part of the world that it covers; not a valid box when one of its numbers is not finite.
    fn bounds(&self) -> Aabb {
        match self {
            Self::Circle { center, radius, rotation, .. } => {
                let spoke = around(&[rim(*center, *radius, *rotation)], 0.0);
                if spoke.is_valid() { around(&[*center], *radius) } else { spoke }
            }
            Self::Rounded { corners, radius, .. } => around(corners, *radius),
            Self::Segment { a, b, .. } => around(&[*a, *b], 0.0),
            Self::Arrow { from, to, .. } => around(&[*from, *to], 0.0),
            Self::Outline { aabb, .. } => *aabb,
            Self::Dot { at, .. } | Self::Text { at, .. } => around(&[*at], 0.0),
        }
    }

    /// Number of pixels by which a drawing may reach beyond the page, to the sides and up or down.
    fn overhang(&self, page: &Page) -> [f64; 2] {
        let Self::Text { at, text, .. } = self else { return [MARGIN; 2] };
        let (x, y) = page.place(*at);
        let half = 0.5 * LETTER_WIDTH * FONT_SIZE * text.chars().count() as f64;
        let beyond = (half - x).max(x + half - page.width);
        [beyond + 0.5 * MARGIN, FONT_SIZE + 0.5 * MARGIN - y.min(0.0)]
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, page: &Page) -> fmt::Result {
        match self {
            Self::Circle { center, radius, rotation, color } => {
                let ((x, y), r) = (page.pixels(*center), Pixels(f64::from(*radius) * page.scale));
                writeln!(
                    f,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{}/>",
                    Solid(*color, page.opacity)
                )?;
                let (u, v) = page.pixels(rim(*center, *radius, *rotation));
                let color = darker(*color);
                writeln!(f, "<path d=\"M{x} {y}L{u} {v}\" stroke=\"{color}\"/>")
            }
            Self::Rounded { corners, radius, color } => {
                let path = surface(corners, *radius, page);
                writeln!(f, "<path d=\"{path}\"{}/>", Solid(*color, page.opacity))
            }
            Self::Segment { a, b, color } => {
                let ((x, y), (u, v)) = (page.pixels(*a), page.pixels(*b));
                let color = Hex(*color);
                writeln!(f, "<path d=\"M{x} {y}L{u} {v}\" stroke=\"{color}\" stroke-width=\"2\"/>")
            }
            Self::Outline { aabb, color } => {
                let ((x, y), (u, v)) = (page.pixels(aabb.min), page.pixels(aabb.max));
                let color = Hex(*color);
                writeln!(
                    f,
                    "<path d=\"M{x} {y}H{u}V{v}H{x}Z\" fill=\"none\" stroke=\"{color}\" \
                     stroke-dasharray=\"5 4\"/>"
                )
            }
            Self::Arrow { from, to, color } => {
                write_arrow(f, page.place(*from), page.place(*to), *color)
            }
            Self::Dot { at, color } => {
                let ((x, y), color) = (page.pixels(*at), Hex(*color));
                writeln!(
                    f,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{DOT_RADIUS}\" fill=\"{color}\" \
                     stroke=\"#ffffff\"/>"
                )
            }
            Self::Text { at, text, color } => {
                let (x, y) = page.place(*at);
                let (x, y, color) = (Pixels(x), Pixels(y - 0.4 * FONT_SIZE), Hex(*color));
                writeln!(f, "<text x=\"{x}\" y=\"{y}\" fill=\"{color}\">{}</text>", Escaped(text))
            }
        }
    }
}

/// Placement of the world in the picture.
#[derive(Clone, Copy, Debug, Default)]
struct Page {
    /// The world's place in the upper left corner.
    left: f64,
    top: f64,
    scale: f64,
    opacity: Real,
    width: f64,
    height: f64,
}

impl Page {
    fn place(&self, p: Point) -> (f64, f64) {
        ((f64::from(p.x) - self.left) * self.scale, (self.top - f64::from(p.y)) * self.scale)
    }

    fn pixels(&self, p: Point) -> (Pixels, Pixels) {
        let (x, y) = self.place(p);
        (Pixels(x), Pixels(y))
    }
}

/// The smallest box around everything within `radius` of these points; the empty box when the
/// radius is negative or a coordinate is not finite, which comparisons would pass over.
fn around(points: &[Point], radius: Real) -> Aabb {
    let finite = points.iter().all(|point| point.coords.iter().all(|c| c.is_finite()));
    if finite && radius >= 0.0 {
        Aabb::around(points.iter().copied()).grown(radius)
    } else {
        Aabb::EMPTY
    }
}

/// End of the spoke of a disc.
fn rim(center: Point, radius: Real, rotation: Rotation) -> Point {
    center + Vector::new(rotation.re, rotation.im) * radius
}
