//! Small charts side by side, with lines over two logarithmic axes.

use super::{Anchor, Drawing, GRID, Series, TEXT, WIDTH, with_commas};

const COLUMNS: usize = 2;
/// Room for the title and two lines of legend.
const TOP: f64 = 84.0;
const BOTTOM: f64 = 30.0;
/// The size of a panel with its surroundings, and the room for its axes and its title.
const PANEL: [f64; 2] = [0.5 * (WIDTH - 12.0), 236.0];
const LEFT: f64 = 52.0;
const RIGHT: f64 = 16.0;
const ABOVE: f64 = 26.0;
const BELOW: f64 = 28.0;
/// Fraction of a decade that is left free beside the ends of the horizontal axis.
const MARGIN: f64 = 0.08;
/// The width and the opacity of a line that lies on others.
const WIDE: [f64; 2] = [11.0, 0.25];

/// Charts of lines.
#[derive(Clone, Debug)]
pub struct Panels {
    /// Title of them all.
    pub title: String,
    /// The text of the horizontal axes, with the unit.
    pub across: String,
    /// Values that the horizontal axes show, from the least to the greatest.
    pub ticks: Vec<f64>,
    /// The index of a series that lies on others: it is drawn wide and pale, below them.
    pub wide: Option<usize>,
    /// The charts, row by row. The legend is that of the first one.
    pub panels: Vec<Panel>,
}

/// One of the charts.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Its title, with the unit of the vertical axis.
    pub title: String,
    /// Points from left to right. Those without logarithms are left out.
    pub series: Vec<Series<[f64; 2]>>,
}

/// Positions of a panel's values.
struct Frame {
    corner: [f64; 2],
    /// Logarithms of the least and the greatest value of both axes.
    ranges: [[f64; 2]; 2],
}

impl Frame {
    /// The position of two logarithms.
    fn place(&self, values: [f64; 2]) -> [f64; 2] {
        let [x, y] = [0, 1].map(|axis| {
            let [least, most] = self.ranges[axis];
            (values[axis] - least) / (most - least)
        });
        let (width, height) = (PANEL[0] - LEFT - RIGHT, PANEL[1] - ABOVE - BELOW);
        [self.corner[0] + LEFT + width * x, self.corner[1] + ABOVE + height * (1.0 - y)]
    }
}

impl Panels {
    /// The charts as SVG.
    pub fn draw(&self) -> String {
        let rows = self.panels.len().div_ceil(COLUMNS) as f64;
        let mut drawing = Drawing::new(TOP + PANEL[1] * rows + BOTTOM, &self.title);
        self.draw_legend(&mut drawing);
        for (index, panel) in self.panels.iter().enumerate() {
            let [column, row] = [index % COLUMNS, index / COLUMNS].map(|it| it as f64);
            let corner = [PANEL[0] * column, TOP + PANEL[1] * row];
            self.draw_panel(&mut drawing, panel, corner);
        }
        let base = TOP + PANEL[1] * rows + 14.0;
        drawing.text([0.5 * WIDTH, base], Anchor::Middle, &self.across);
        drawing.finish()
    }

    fn draw_legend(&self, drawing: &mut Drawing) {
        let [mut x, mut y] = [16.0, 46.0];
        let first = self.panels.first();
        for (index, series) in first.iter().flat_map(|panel| &panel.series).enumerate() {
            let width = 48.0 + 7.4 * series.name.chars().count() as f64;
            if x + width > WIDTH {
                [x, y] = [16.0, y + 20.0];
            }
            self.draw_line(drawing, index, series.colour, &[[x, y], [x + 26.0, y]]);
            if self.wide != Some(index) {
                drawing.mark([x + 13.0, y], index, series.colour);
            }
            drawing.text([x + 32.0, y + 4.5], Anchor::Start, &series.name);
            x += width;
        }
    }

    fn draw_line(&self, drawing: &mut Drawing, index: usize, colour: &str, places: &[[f64; 2]]) {
        let [width, opacity] = if self.wide == Some(index) { WIDE } else { [2.0, 1.0] };
        drawing.lines(places, colour, width, opacity);
    }

    fn draw_panel(&self, drawing: &mut Drawing, panel: &Panel, corner: [f64; 2]) {
        let frame = Frame { corner, ranges: [self.range_across(), range_up(panel)] };
        self.draw_axes(drawing, &frame);
        drawing.text([corner[0] + LEFT, corner[1] + 17.0], Anchor::Start, &panel.title);
        // The wide line first.
        let mut order: Vec<usize> = (0..panel.series.len()).collect();
        order.sort_by_key(|index| self.wide != Some(*index));
        for index in order {
            let series = &panel.series[index];
            let places: Vec<_> = logarithms(series).map(|values| frame.place(values)).collect();
            self.draw_line(drawing, index, series.colour, &places);
            if self.wide != Some(index) {
                for place in places {
                    drawing.mark(place, index, series.colour);
                }
            }
        }
    }

    fn draw_axes(&self, drawing: &mut Drawing, frame: &Frame) {
        let [[left, right], [least, most]] = frame.ranges;
        for power in least as i32..=most as i32 {
            let [from, to] = [left, right].map(|x| frame.place([x, f64::from(power)]));
            drawing.line(from, to, GRID, 1.0);
            drawing.text([from[0] - 8.0, from[1] + 4.5], Anchor::End, &power_of_ten(power));
        }
        for tick in &self.ticks {
            let [x, y] = frame.place([tick.log10(), least]);
            drawing.line([x, y], [x, y + 5.0], TEXT, 1.0);
            drawing.text([x, y + 19.0], Anchor::Middle, &tick_text(*tick));
        }
        drawing.line(frame.place([left, least]), frame.place([right, least]), TEXT, 1.0);
    }

    fn range_across(&self) -> [f64; 2] {
        let ends = [self.ticks.first(), self.ticks.last()];
        let [least, most] = ends.map(|tick| tick.copied().unwrap_or(1.0).log10());
        [least - MARGIN, most + MARGIN]
    }
}

/// A value of the horizontal axis: small ones may have decimals.
fn tick_text(tick: f64) -> String {
    if tick < 10.0 { tick.to_string() } else { with_commas(tick) }
}

/// The points of a series that have logarithms.
fn logarithms(series: &Series<[f64; 2]>) -> impl Iterator<Item = [f64; 2]> {
    let logarithms = series.values.iter().map(|point| point.map(f64::log10));
    logarithms.filter(|[x, y]| x.is_finite() && y.is_finite())
}

/// The whole powers of ten around all values.
fn range_up(panel: &Panel) -> [f64; 2] {
    let values = || panel.series.iter().flat_map(logarithms).map(|[_, y]| y);
    let least = values().fold(f64::INFINITY, f64::min).floor();
    let most = values().fold(f64::NEG_INFINITY, f64::max).ceil();
    if least.is_finite() { [least, most.max(least + 1.0)] } else { [0.0, 1.0] }
}

fn power_of_ten(power: i32) -> String {
    let superscript = |digit: char| match digit {
        '-' => '\u{207b}',
        '1' => '\u{b9}',
        '2' => '\u{b2}',
        '3' => '\u{b3}',
        _ => char::from_u32(0x2070 + digit.to_digit(10).unwrap_or(0)).unwrap_or(digit),
    };
    match power {
        0 => "1".to_owned(),
        1 => "10".to_owned(),
        _ => format!("10{}", power.to_string().chars().map(superscript).collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decades_have_the_same_height_and_what_has_no_logarithm_is_left_out() {
        let values = vec![[10.0, 0.1], [100.0, 0.01], [1000.0, 0.001], [1000.0, 0.0]];
        let series = Series { name: "x".to_owned(), colour: "#123456", values };
        let panel = Panel { title: "p".to_owned(), series: vec![series] };
        let frame = Frame { corner: [0.0; 2], ranges: [[1.0, 3.0], range_up(&panel)] };
        let places: Vec<_> = logarithms(&panel.series[0]).map(|it| frame.place(it)).collect();
        let [a, b, c] = places[..] else { panic!("{places:?}") };
        assert!((a[1] - 2.0 * b[1] + c[1]).abs() < 1e-9, "{places:?}");
        assert!((a[0] - 2.0 * b[0] + c[0]).abs() < 1e-9 && a[0] < b[0] && a[1] < b[1]);
        let chart = Panels {
            title: "t".to_owned(),
            across: "steps".to_owned(),
            ticks: vec![10.0, 1000.0],
            wide: None,
            panels: vec![panel],
        };
        let text = chart.draw();
        assert!(text.contains("1,000") && text.contains("10\u{207b}\u{b2}"));
        assert!(!text.contains("NaN") && !text.contains("inf"));
    }

    #[test]
    fn powers_of_ten_are_written_with_superscripts() {
        let texts = [-10, -3, 0, 1, 4].map(power_of_ten);
        let expected = ["10\u{207b}\u{b9}\u{2070}", "10\u{207b}\u{b3}", "1", "10", "10\u{2074}"];
        assert_eq!(texts, expected);
    }
}
