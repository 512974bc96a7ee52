//! Looks: spacing, sizes, colours of widgets, letters.

use std::sync::Arc;

use egui::{
    Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Stroke, Style,
    TextStyle, Theme, Visuals, vec2,
};

use super::layout::THUMB;

/// The letters that the window writes, and no others: pages would have to fetch them.
const FONTS: [(FontFamily, &str, &[u8]); 2] = [
    (FontFamily::Proportional, "text", include_bytes!("../../fonts/umbra-text.ttf")),
    (FontFamily::Monospace, "numbers", include_bytes!("../../fonts/umbra-numbers.ttf")),
];

/// Has a window write with fonts of its own, from the next frame on.
pub fn set_fonts(context: &Context) {
    let mut fonts = FontDefinitions::empty();
    for (family, name, file) in FONTS {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(file)));
        fonts.families.insert(family, vec![name.to_owned()]);
    }
    // What has no letter among the numbers has one in the text.
    fonts.families.entry(FontFamily::Monospace).or_default().push("text".to_owned());
    context.set_fonts(fonts);
}

/// Gives both themes the same restrained looks.
pub(super) fn apply(context: &Context) {
    set_fonts(context);
    context.style_mut_of(Theme::Light, |style| set(style, light()));
    context.style_mut_of(Theme::Dark, |style| set(style, dark()));
}

/// Makes everything as large as thumbs need it, or as small as a mouse does.
pub(super) fn suit(context: &Context, compact: bool) {
    context.all_styles_mut(|style| {
        let spacing = &mut style.spacing;
        (spacing.interact_size.y, spacing.button_padding) =
            if compact { (THUMB, vec2(12.0, 6.0)) } else { (21.0, vec2(7.0, 3.0)) };
        (spacing.icon_width, spacing.icon_width_inner) =
            if compact { (24.0, 14.0) } else { (14.0, 8.0) };
    });
}

fn set(style: &mut Style, visuals: Visuals) {
    style.visuals = visuals;
    style.spacing.item_spacing = vec2(8.0, 5.0);
    style.spacing.button_padding = vec2(7.0, 3.0);
    style.spacing.interact_size.y = 21.0;
    style.spacing.slider_width = 110.0;
    style.spacing.indent = 12.0;
    style.text_styles = [
        (TextStyle::Small, 10.5),
        (TextStyle::Body, 13.0),
        (TextStyle::Button, 13.0),
        (TextStyle::Heading, 16.0),
    ]
    .map(|(style, size)| (style, FontId::proportional(size)))
    .into_iter()
    .chain([(TextStyle::Monospace, FontId::monospace(12.0))])
    .collect();
    for widget in [
        &mut style.visuals.widgets.noninteractive,
        &mut style.visuals.widgets.inactive,
        &mut style.visuals.widgets.hovered,
        &mut style.visuals.widgets.active,
        &mut style.visuals.widgets.open,
    ] {
        widget.corner_radius = CornerRadius::same(4);
        widget.expansion = 0.0;
    }
}

fn light() -> Visuals {
    let mut visuals = Visuals::light();
    visuals.panel_fill = Color32::from_rgb(0xf3, 0xf3, 0xf1);
    visuals.window_fill = Color32::from_rgb(0xfc, 0xfc, 0xfb);
    visuals.extreme_bg_color = Color32::WHITE;
    visuals.selection.bg_fill = Color32::from_rgb(0xcf, 0xdf, 0xf7);
    visuals.selection.stroke = Stroke::new(1.0, Color32::from_rgb(0x1d, 0x3f, 0x7a));
    visuals.hyperlink_color = Color32::from_rgb(0x1d, 0x4e, 0xb8);
    let line = Color32::from_rgb(0xd9, 0xd9, 0xd6);
    visuals.widgets.noninteractive.bg_stroke = Stroke::new(1.0, line);
    visuals.widgets.noninteractive.fg_stroke = Stroke::new(1.0, Color32::from_gray(0x33));
    visuals.widgets.inactive.fg_stroke = Stroke::new(1.0, Color32::from_gray(0x2c));
    visuals.widgets.inactive.weak_bg_fill = Color32::from_rgb(0xe4, 0xe5, 0xe4);
    visuals.widgets.inactive.bg_fill = Color32::from_rgb(0xda, 0xdb, 0xdb);
    visuals.window_stroke = Stroke::new(1.0, line);
    visuals
}

fn dark() -> Visuals {
    let mut visuals = Visuals::dark();
    visuals.panel_fill = Color32::from_rgb(0x1f, 0x21, 0x27);
    visuals.window_fill = Color32::from_rgb(0x25, 0x28, 0x2f);
    visuals.extreme_bg_color = Color32::from_rgb(0x14, 0x16, 0x1a);
    visuals.selection.bg_fill = Color32::from_rgb(0x2b, 0x4a, 0x7d);
    visuals.selection.stroke = Stroke::new(1.0, Color32::from_rgb(0xdb, 0xe7, 0xfb));
    let line = Color32::from_rgb(0x33, 0x37, 0x40);
    visuals.widgets.noninteractive.bg_stroke = Stroke::new(1.0, line);
    visuals.widgets.noninteractive.fg_stroke = Stroke::new(1.0, Color32::from_gray(0xc8));
    visuals.widgets.inactive.fg_stroke = Stroke::new(1.0, Color32::from_gray(0xd8));
    visuals.widgets.inactive.weak_bg_fill = Color32::from_rgb(0x31, 0x35, 0x3e);
    visuals.widgets.inactive.bg_fill = Color32::from_rgb(0x3a, 0x3f, 0x49);
    visuals.window_stroke = Stroke::new(1.0, line);
    visuals
}
