//! The grid and the scale bar.

use egui::{Align2, Painter, Stroke, pos2, vec2};
use umbra::prelude::*;

use super::{Lens, Paint, write};

/// How far apart lines are at least, in points.
const LEAST: f32 = 18.0;

/// The distance between two lines, in metres: 1, 2 or 5 times a power of ten.
fn spacing(scale: f32) -> f32 {
    let least = LEAST / scale;
    let power = 10.0_f32.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].iter().map(|by| by * power).find(|it| *it >= least).unwrap_or(least)
}

/// Draws lines over the whole canvas.
pub(crate) fn draw_grid(painter: &Painter, lens: &Lens, paint: &Paint) {
    let (view, spacing) = (lens.view(), spacing(lens.camera.scale));
    let rect = lens.rect;
    let range = |from: Real, to: Real| {
        let (first, last) = ((from / spacing).ceil(), (to / spacing).floor());
        // Far from the origin, lines can be closer together than numbers are.
        let count = (last - first).clamp(0.0, 400.0) as i32;
        (0..=count).map(move |index| first + index as f32)
    };
    let stroke = |index: f32| {
        let strong = index % 5.0 == 0.0;
        Stroke::new(1.0, if strong { paint.grid_strong } else { paint.grid })
    };
    for index in range(view.min.x, view.max.x) {
        let x = lens.to_screen(Point::new(index * spacing, 0.0)).x;
        painter.vline(x, rect.y_range(), stroke(index));
    }
    for index in range(view.min.y, view.max.y) {
        let y = lens.to_screen(Point::new(0.0, index * spacing)).y;
        painter.hline(rect.x_range(), y, stroke(index));
    }
}

/// Draws a bar that says how long a stretch is, so high above the lower edge.
pub(crate) fn draw_scale(painter: &Painter, lens: &Lens, paint: &Paint, above: f32) {
    let (rect, meters) = (lens.rect, 5.0 * spacing(lens.camera.scale));
    let (end, length) = (rect.right_bottom() - vec2(16.0, 14.0 + above), lens.length(meters));
    let start = pos2(end.x - length, end.y);
    let line = Stroke::new(1.5, paint.text);
    painter.line_segment([start, end], line);
    for tick in [start, end] {
        painter.line_segment([tick - vec2(0.0, 4.0), tick], line);
    }
    let text = if meters >= 1000.0 {
        format!("{} km", meters / 1000.0)
    } else if meters >= 0.99 {
        format!("{} m", meters.round())
    } else if meters >= 0.0099 {
        format!("{} cm", (100.0 * meters).round())
    } else {
        format!("{} mm", 1000.0 * meters)
    };
    let at = pos2(0.5 * (start.x + end.x), end.y - 5.0);
    write(painter, at, Align2::CENTER_BOTTOM, text, 11.0, paint.text, paint);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_a_round_number_apart_and_not_too_close() {
        for scale in [0.001, 0.7, 3.0, 40.0, 1234.0, 1e6] {
            let apart = spacing(scale);
            assert!((LEAST..6.0 * LEAST).contains(&(apart * scale)), "{scale}: {apart}");
            let mantissa = apart / 10.0_f32.powf(apart.log10().floor());
            assert!(
                [1.0, 2.0, 5.0, 10.0].iter().any(|m| (mantissa - m).abs() < 1e-3),
                "{mantissa}"
            );
        }
    }
}
