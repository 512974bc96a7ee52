//! Lines over a logarithmic axis, for growth with size.

use std::fmt::Write;

use super::{Anchor, Drawing, GRID, Series, TEXT, WIDTH, figure, ticks, with_commas};

const LEFT: f64 = 76.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 48.0;
const HEIGHT: f64 = 400.0;
const BASE: f64 = HEIGHT - 56.0;
/// The least distance between the names at the ends of two lines.
const LINE_OF_TEXT: f64 = 16.0;

/// A chart of lines.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The title.
    pub title: String,
    /// The text of the horizontal axis, with its unit. It is logarithmic.
    pub across: String,
    /// The text of the vertical axis, with its unit. It begins at zero.
    pub up: String,
    /// Points from left to right.
    pub series: Vec<Series<[f64; 2]>>,
}

impl Lines {
    /// The chart as SVG.
    pub fn draw(&self) -> String {
        let mut drawing = Drawing::new(HEIGHT, &self.title);
        let points = || self.series.iter().flat_map(|series| &series.values);
        let ticks = ticks(points().map(|point| point[1]).fold(0.0, f64::max));
        let most = ticks[ticks.len() - 1];
        let least_x = points().map(|point| point[0]).fold(f64::INFINITY, f64::min).log10();
        let most_x = points().map(|point| point[0]).fold(0.0, f64::max).log10();
        let room = WIDTH - LEFT - RIGHT;
        let along = move |x: f64| LEFT + room * (x.log10() - least_x) / (most_x - least_x);
        let up = move |y: f64| BASE - (BASE - TOP) * y / most;
        for tick in &ticks {
            drawing.line([LEFT, up(*tick)], [WIDTH - RIGHT, up(*tick)], GRID, 1.0);
            drawing.text([LEFT - 8.0, up(*tick) + 4.5], Anchor::End, &figure(*tick));
        }
        for power in 0..9 {
            for x in [1.0, 2.0, 5.0].map(|n| n * 10.0_f64.powi(power)) {
                if least_x - 1e-9 <= x.log10() && x.log10() <= most_x + 1e-9 {
                    drawing.line([along(x), BASE], [along(x), BASE + 5.0], TEXT, 1.0);
                    drawing.text([along(x), BASE + 20.0], Anchor::Middle, &with_commas(x));
                }
            }
        }
        drawing.line([LEFT, BASE], [WIDTH - RIGHT, BASE], TEXT, 1.0);
        drawing.text([LEFT + 0.5 * room, HEIGHT - 12.0], Anchor::Middle, &self.across);
        let middle = 0.5 * (TOP + BASE);
        let _ = writeln!(drawing.text, "<g transform=\"rotate(-90 20 {middle})\">");
        drawing.text([20.0, middle], Anchor::Middle, &self.up);
        drawing.text += "</g>\n";
        for (index, series) in self.series.iter().enumerate() {
            let places: Vec<_> = series.values.iter().map(|p| [along(p[0]), up(p[1])]).collect();
            for pair in places.windows(2) {
                drawing.line(pair[0], pair[1], series.colour, 2.5);
            }
            for place in places {
                drawing.mark(place, index, series.colour);
            }
        }
        for (index, y) in self.name_heights(up) {
            let series = &self.series[index];
            drawing.mark([WIDTH - RIGHT + 16.0, y], index, series.colour);
            drawing.text([WIDTH - RIGHT + 27.0, y + 4.5], Anchor::Start, &series.name);
        }
        drawing.finish()
    }

    /// The heights of the lines' names: at their ends, but not on top of one another.
    fn name_heights(&self, up: impl Fn(f64) -> f64) -> Vec<(usize, f64)> {
        let ends = self.series.iter().map(|series| series.values.last().map_or(0.0, |p| up(p[1])));
        let mut heights: Vec<(usize, f64)> = ends.enumerate().collect();
        heights.sort_by(|a, b| a.1.total_cmp(&b.1));
        for index in 1..heights.len() {
            heights[index].1 = heights[index].1.max(heights[index - 1].1 + LINE_OF_TEXT);
        }
        heights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_where_they_should_and_names_do_not_overlap() {
        let series = |name: &str, end: f64| Series {
            name: name.to_owned(),
            colour: "#123456",
            values: vec![[100.0, 0.0], [1000.0, 5.0], [10_000.0, end]],
        };
        let chart = Lines {
            title: "growth".to_owned(),
            across: "contacts".to_owned(),
            up: "ns".to_owned(),
            series: vec![series("x", 10.0), series("y", 10.0)],
        };
        let text = chart.draw();
        let (middle, height) = (LEFT + 0.5 * (WIDTH - LEFT - RIGHT), 0.5 * (TOP + BASE));
        assert!(text.contains(&format!("<circle cx=\"{middle:.1}\" cy=\"{height:.1}\"")), "{text}");
        assert!(text.contains(">10,000<"));
        let heights = chart.name_heights(|y| y);
        assert!((heights[1].1 - heights[0].1).abs() >= LINE_OF_TEXT);
    }
}
