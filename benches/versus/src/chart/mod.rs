//! Charts as SVG: bars side by side, lines over a logarithmic axis, and panels of lines over two.
//!
//! Dark on white, so that they read the same everywhere. The colours are those of Okabe and Ito,
//! which colour-blind people can distinguish; bars are in the order of the legend and carry their
//! figures, lines have marks of different shapes, so that nothing depends on colour alone.

mod bars;
mod lines;
mod panels;

pub use bars::Bars;
pub use lines::Lines;
pub use panels::{Panel, Panels};

use std::fmt::Write;

use crate::engines::{Kind, Preset};

/// The width of all charts.
const WIDTH: f64 = 760.0;
const TEXT: &str = "#222222";
const GRID: &str = "#dddddd";

/// The values of one engine, or of another category.
#[derive(Clone, Debug)]
pub struct Series<T> {
    /// Its name in the legend.
    pub name: String,
    /// Its colour.
    pub colour: &'static str,
    /// Its figures.
    pub values: Vec<T>,
}

/// The colour that an engine has in all charts.
pub fn colour_of(kind: Kind) -> &'static str {
    match kind {
        Kind::UmbraWith(Preset::Rows) => "#56b4e9",
        Kind::UmbraWith(Preset::Trees) => "#222222",
        Kind::Umbra | Kind::UmbraWith(_) => "#0072b2",
        Kind::Box2d => "#e69f00",
        Kind::RapierBest => "#009e73",
        Kind::Rapier => "#cc79a7",
        Kind::Box2dTuned => "#d55e00",
        Kind::RapierTuned => "#009e73",
        Kind::Box2dNative => "#888888",
    }
}

/// A drawing that grows.
struct Drawing {
    text: String,
}

/// The alignment of a text.
#[derive(Clone, Copy)]
enum Anchor {
    Start,
    Middle,
    End,
}

impl Drawing {
    fn new(height: f64, title: &str) -> Self {
        let mut drawing = Self { text: String::new() };
        let _ = writeln!(
            drawing.text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\" \
             role=\"img\">\n<title>{}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
            escaped(title)
        );
        let _ = writeln!(
            drawing.text,
            "<text x=\"16\" y=\"26\" font-size=\"16\" font-weight=\"bold\" fill=\"{TEXT}\">{}</text>",
            escaped(title)
        );
        drawing
    }

    fn text(&mut self, at: [f64; 2], anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = writeln!(
            self.text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" fill=\"{TEXT}\">{}</text>",
            at[0],
            at[1],
            escaped(text)
        );
    }

    fn line(&mut self, from: [f64; 2], to: [f64; 2], colour: &str, width: f64) {
        let _ = writeln!(
            self.text,
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>",
            from[0], from[1], to[0], to[1]
        );
    }

    fn bar(&mut self, at: [f64; 2], size: [f64; 2], colour: &str) {
        let _ = writeln!(
            self.text,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>",
            at[0], at[1], size[0], size[1]
        );
    }

    /// A line through all points.
    fn lines(&mut self, places: &[[f64; 2]], colour: &str, width: f64, opacity: f64) {
        let points: Vec<_> = places.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            self.text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-linejoin=\"round\" opacity=\"{opacity}\"/>",
            points.join(" ")
        );
    }

    /// A small disc, square, triangle, diamond, hourglass or lying triangle: the mark of the series
    /// of this index.
    fn mark(&mut self, at: [f64; 2], index: usize, colour: &str) {
        let [x, y] = at;
        let _ = match index % 6 {
            0 => writeln!(
                self.text,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{colour}\"/>"
            ),
            1 => writeln!(
                self.text,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"9\" height=\"9\" fill=\"{colour}\"/>",
                x - 4.5,
                y - 4.5
            ),
            2 => self.path([x, y - 6.0], "l5.5 9.5h-11z", colour),
            3 => self.path([x, y - 6.0], "l6 6l-6 6l-6 -6z", colour),
            4 => self.path([x - 5.0, y - 5.0], "h10l-10 10h10z", colour),
            _ => self.path([x + 6.0, y], "l-9.5 5.5v-11z", colour),
        };
    }

    /// A filled shape whose outline begins at a point.
    fn path(&mut self, [x, y]: [f64; 2], outline: &str, colour: &str) -> std::fmt::Result {
        writeln!(self.text, "<path d=\"M{x:.1} {y:.1}{outline}\" fill=\"{colour}\"/>")
    }

    fn finish(mut self) -> String {
        self.text += "</svg>\n";
        self.text
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Multiples of 1, 2 or 5 times a power of ten, from 0 to beyond `most`, about six of them.
fn ticks(most: f64) -> Vec<f64> {
    if !(most.is_finite() && most > 0.0) {
        return vec![0.0, 1.0];
    }
    let rough = most / 6.0;
    let power = 10.0_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power);
    let step = step.into_iter().find(|step| *step >= rough).unwrap_or(rough);
    let count = (most / step).ceil() as usize;
    (0..=count).map(|n| n as f64 * step).collect()
}

fn with_commas(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with three significant digits.
fn figure(value: f64) -> String {
    match value.abs() {
        size if size >= 99.95 || value == 0.0 => format!("{value:.0}"),
        size if size >= 9.995 => format!("{value:.1}"),
        size if size >= 0.1 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_reach_far_enough() {
        assert_eq!(ticks(5.1), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(ticks(100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(f64::NAN), [0.0, 1.0]);
        for most in [0.013, 0.9, 7.0, 1234.0] {
            let ticks = ticks(most);
            assert!(*ticks.last().unwrap() >= most && ticks.len() <= 8, "{most}: {ticks:?}");
        }
    }

    #[test]
    fn figures_have_three_digits() {
        let texts = [0.0, 0.0123, 0.999, 1.5, 12.34, 99.99, 1234.0].map(figure);
        assert_eq!(texts, ["0", "0.012", "1.00", "1.50", "12.3", "100", "1234"]);
    }
}
