//! Text over the picture: on a plate in the colour of the background, so that it is read over
//! walls.

use egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Vec2, vec2};

use super::Paint;

/// Opacity of a plate.
const OPACITY: f32 = 0.82;
/// Margin of a plate around its text.
const ROOM: Vec2 = vec2(4.0, 1.0);

/// Writes text of a size at a place, on a plate. It is not cut off at the edge of what is painted,
/// if its place is there.
pub(crate) fn write(
    painter: &Painter,
    at: Pos2,
    align: Align2,
    text: String,
    size: f32,
    color: Color32,
    paint: &Paint,
) {
    let galley = painter.layout_no_wrap(text, FontId::proportional(size), color);
    let mut place = align.anchor_size(at, galley.size()).expand2(ROOM);
    let around = painter.clip_rect();
    if around.contains(at) && around.width() > place.width() {
        let left = place.left().min(around.right() - place.width()).max(around.left());
        place = place.translate(vec2(left - place.left(), 0.0));
    }
    let plate = paint.background.gamma_multiply(OPACITY);
    painter.rect_filled(place, CornerRadius::same(3), plate);
    painter.galley(place.min + ROOM, galley, color);
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Context, RawInput, Shape, pos2};

    #[test]
    fn text_lies_on_a_plate_that_is_larger_than_it() {
        let (context, paint) = (Context::default(), Paint::new(true));
        let mut output = context.run_ui(RawInput::default(), |ui| {
            // Its middle is near the left edge.
            let (at, align) = (pos2(12.0, 50.0), Align2::CENTER_BOTTOM);
            write(ui.painter(), at, align, "12 coins left".to_owned(), 12.0, paint.text, &paint);
        });
        output.textures_delta.clear();
        let mut all = output.shapes.into_iter().map(|clipped| clipped.shape);
        let plate = all.find_map(|it| if let Shape::Rect(it) = it { Some(it) } else { None });
        let text = all.find_map(|it| if let Shape::Text(it) = it { Some(it) } else { None });
        let (plate, text) = (plate.unwrap(), text.unwrap());
        assert!(plate.rect.contains_rect(text.visual_bounding_rect()), "{:?}", plate.rect);
        assert!(plate.fill.a() > 180 && plate.rect.left() >= 0.0, "{:?}", plate.rect);
    }
}
