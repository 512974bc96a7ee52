//! Notation of numbers, colours, text and outlines in SVG.

use core::fmt::{self, Write as _};

use umbra_geom::{Point, Real};

use super::Page;
use crate::DebugColor;

/// Length of an arrow's head, in pixels.
const ARROW_HEAD: f64 = 9.0;

/// The surface of a rounded polygon: an arc around every corner, and a line to the next.
pub(super) fn surface(corners: &[Point], radius: Real, page: &Page) -> String {
    let places: Vec<_> = corners.iter().map(|corner| page.place(*corner)).collect();
    let (n, r) = (places.len(), f64::from(radius) * page.scale);
    // Outwards from the edge that starts at corner `i`, as long as the radius.
    let outwards = |i: usize| {
        let ((x, y), (u, v)) = (places[i % n], places[(i + 1) % n]);
        let (along, across) = (u - x, v - y);
        let length = libm::sqrt(along * along + across * across);
        if length > 0.0 { (-across / length * r, along / length * r) } else { (0.0, r) }
    };
    let mut path = String::new();
    for (i, (x, y)) in places.iter().enumerate() {
        let ((a, b), (c, d)) = (outwards(i + n - 1), outwards(i));
        let (from, letter) = ((Pixels(x + a), Pixels(y + b)), if i == 0 { 'M' } else { 'L' });
        let _infallible = write!(path, "{letter}{} {}", from.0, from.1);
        if r > 0.0 {
            let (to, r) = ((Pixels(x + c), Pixels(y + d)), Pixels(r));
            let _infallible = write!(path, "A{r} {r} 0 0 0 {} {}", to.0, to.1);
        }
    }
    path + "Z"
}

/// A line that ends in a triangle.
pub(super) fn write_arrow(
    f: &mut fmt::Formatter<'_>,
    (x, y): (f64, f64),
    (u, v): (f64, f64),
    color: DebugColor,
) -> fmt::Result {
    let (along, across) = (u - x, v - y);
    let length = libm::sqrt(along * along + across * across);
    if length <= 0.0 {
        return Ok(());
    }
    let head = ARROW_HEAD.min(0.5 * length);
    let (back_x, back_y) = (along / length * head, across / length * head);
    let (neck_x, neck_y) = (u - back_x, v - back_y);
    let [x, y, u, v, neck_u, neck_v] = [x, y, u, v, neck_x, neck_y].map(Pixels);
    let [c, d, e, g] = [
        neck_x - 0.4 * back_y,
        neck_y + 0.4 * back_x,
        neck_x + 0.4 * back_y,
        neck_y - 0.4 * back_x,
    ]
    .map(Pixels);
    let color = Hex(color);
    writeln!(
        f,
        "<path d=\"M{x} {y}L{neck_u} {neck_v}\" stroke=\"{color}\" stroke-width=\"1.6\"/>\
         <path d=\"M{u} {v}L{c} {d}L{e} {g}Z\" fill=\"{color}\"/>"
    )
}

/// A number of pixels, to a hundredth.
pub(super) struct Pixels(pub(super) f64);

impl fmt::Display for Pixels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero makes a positive zero of a negative one.
        write!(f, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}

pub(super) struct Hex(pub(super) DebugColor);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0.red, self.0.green, self.0.blue)
    }
}

/// Paint of a solid shape, for its inside and its edge, with the opacity of the inside.
pub(super) struct Solid(pub(super) DebugColor, pub(super) Real);

impl fmt::Display for Solid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (fill, edge) = (Hex(self.0), darker(self.0));
        write!(f, " fill=\"{fill}\" fill-opacity=\"{}\" stroke=\"{edge}\"", self.1)
    }
}

/// The colour of the edge of what is filled with `color`.
pub(super) fn darker(color: DebugColor) -> Hex {
    let dim = |part: u8| (u16::from(part) * 5 / 8) as u8;
    Hex(DebugColor { red: dim(color.red), green: dim(color.green), blue: dim(color.blue) })
}

/// Text in which nothing is taken for markup.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                // No document may hold these, escaped or not.
                _ if letter.is_control() => f.write_str(" ")?,
                _ => write!(f, "{letter}")?,
            }
        }
        Ok(())
    }
}
