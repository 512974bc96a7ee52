//! Legend: the meaning of colours, in a corner of the canvas.

use egui::{Align2, CornerRadius, FontId, Painter, Rect, pos2, vec2};

use super::App;
use crate::canvas::Paint;

/// The height of a row, and the side of a swatch.
const ROW: f32 = 17.0;
const SWATCH: f32 = 11.0;

impl App {
    pub(super) fn show_legend(&self, painter: &Painter, rect: Rect, paint: &Paint) {
        let rows = paint.legend(self.view.coloring);
        let height = ROW * rows.len() as f32;
        let size = vec2(176.0, height + 12.0);
        let frame = Rect::from_min_size(rect.left_bottom() + vec2(10.0, -size.y - 10.0), size);
        painter.rect_filled(frame, CornerRadius::same(5), paint.background.gamma_multiply(0.85));
        for (index, (color, text)) in rows.into_iter().enumerate() {
            let top = frame.top() + 6.0 + ROW * index as f32;
            let swatch = pos2(frame.left() + 8.0, top + 0.5 * (ROW - SWATCH));
            let swatch = Rect::from_min_size(swatch, vec2(SWATCH, SWATCH));
            painter.rect_filled(swatch, CornerRadius::same(2), color);
            let at = pos2(swatch.right() + 7.0, top + 0.5 * ROW);
            painter.text(at, Align2::LEFT_CENTER, text, FontId::proportional(12.0), paint.text);
        }
    }
}
