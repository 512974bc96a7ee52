//! Bars that lie side by side in groups, each with its figure.

use super::{Anchor, Drawing, GRID, Series, TEXT, WIDTH, figure, ticks};

const LEFT: f64 = 200.0;
const RIGHT: f64 = 64.0;
const TOP: f64 = 66.0;
const BOTTOM: f64 = 50.0;
const BAR: f64 = 14.0;
const BETWEEN_GROUPS: f64 = 14.0;

/// A chart of bars.
#[derive(Clone, Debug)]
pub struct Bars {
    /// The title.
    pub title: String,
    /// The text of the axis, with its unit.
    pub axis: String,
    /// The name of each group of bars.
    pub groups: Vec<String>,
    /// A value for each group; NaN for none.
    pub series: Vec<Series<f64>>,
    /// A value to compare with: a line, and its label.
    pub goal: Option<(f64, String)>,
}

impl Bars {
    /// The chart as SVG.
    pub fn draw(&self) -> String {
        let group = BAR * self.series.len() as f64 + BETWEEN_GROUPS;
        let base = TOP + group * self.groups.len() as f64;
        let mut drawing = Drawing::new(base + BOTTOM, &self.title);
        self.draw_legend(&mut drawing);
        let values = self.series.iter().flat_map(|series| &series.values).copied();
        let goal = self.goal.iter().map(|(goal, _)| *goal);
        let ticks = ticks(values.chain(goal).fold(0.0, f64::max));
        let most = ticks[ticks.len() - 1];
        let across = |value: f64| LEFT + (WIDTH - LEFT - RIGHT) * value / most;
        for tick in &ticks {
            drawing.line([across(*tick), TOP], [across(*tick), base], GRID, 1.0);
            drawing.text([across(*tick), base + 17.0], Anchor::Middle, &figure(*tick));
        }
        let middle = 0.5 * (LEFT + WIDTH - RIGHT);
        drawing.text([middle, base + 38.0], Anchor::Middle, &self.axis);
        for (index, name) in self.groups.iter().enumerate() {
            let top = TOP + 0.5 * BETWEEN_GROUPS + group * index as f64;
            let center = top + 0.5 * BAR * self.series.len() as f64;
            drawing.text([LEFT - 10.0, center + 4.5], Anchor::End, name);
            for (place, series) in self.series.iter().enumerate() {
                let value = series.values.get(index).copied().unwrap_or(f64::NAN);
                if value.is_finite() {
                    let y = top + BAR * place as f64;
                    let long = across(value) - LEFT;
                    drawing.bar([LEFT, y], [long, BAR - 2.0], series.colour);
                    drawing.text([LEFT + long + 5.0, y + 10.5], Anchor::Start, &figure(value));
                }
            }
        }
        drawing.line([LEFT, TOP], [LEFT, base], TEXT, 1.0);
        if let Some((goal, name)) = &self.goal {
            drawing.line([across(*goal), TOP - 6.0], [across(*goal), base], TEXT, 1.5);
            drawing.text([across(*goal), TOP - 10.0], Anchor::Middle, name);
        }
        drawing.finish()
    }

    fn draw_legend(&self, drawing: &mut Drawing) {
        let mut x = 16.0;
        for series in &self.series {
            drawing.bar([x, 37.0], [12.0, 12.0], series.colour);
            drawing.text([x + 17.0, 48.0], Anchor::Start, &series.name);
            x += 40.0 + 7.2 * series.name.chars().count() as f64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_bar_of_its_length_and_what_is_missing_has_none() {
        let series = |name: &str, values: [f64; 2]| Series {
            name: name.to_owned(),
            colour: "#123456",
            values: values.into(),
        };
        let chart = Bars {
            title: "a < b".to_owned(),
            axis: "ms".to_owned(),
            groups: vec!["one".to_owned(), "two".to_owned()],
            series: vec![series("x", [1.0, 2.0]), series("y", [4.0, f64::NAN])],
            goal: None,
        };
        let text = chart.draw();
        assert!(text.contains("a &lt; b") && !text.contains("NaN"));
        let all = WIDTH - LEFT - RIGHT;
        for (value, count) in [(1.0, 1), (2.0, 1), (4.0, 1), (3.0, 0)] {
            let width =
                format!("width=\"{:.1}\" height=\"12.0\" fill=\"#123456\"", all * value / 4.0);
            assert_eq!(text.matches(&width).count(), count, "{value}: {text}");
        }
    }
}
