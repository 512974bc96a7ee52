//! Layout of the panels. It follows from the size of the window, and changes with it.
//!
//! A wide window has the scenes on the left and room for a panel on the right; one that is less
//! wide has room for one of them at a time. A telephone has a bar of large buttons, and one sheet
//! at a time: from below when it is held upright, from the right when it lies.

use egui::Vec2;

use super::App;

/// Windows narrower than this are those of telephones.
const NARROW: f32 = 760.0;
/// So are windows that are lower than this.
const LOW: f32 = 480.0;
/// From this width on there is room for both panels.
const WIDE: f32 = 1080.0;
/// Least height and width of a touch target.
pub(super) const THUMB: f32 = 44.0;

/// The arrangement that suits a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// Panels on both sides.
    #[default]
    Wide,
    /// One panel at a time.
    Medium,
    /// A telephone that is held upright: a sheet from below.
    Upright,
    /// A telephone that lies: a sheet from the right.
    Flat,
}

impl Layout {
    /// Layout of a window of this size.
    pub fn for_size(size: Vec2) -> Self {
        let is_compact = size.x < NARROW || size.y < LOW;
        match is_compact {
            true if size.x > size.y => Self::Flat,
            true => Self::Upright,
            false if size.x < WIDE => Self::Medium,
            false => Self::Wide,
        }
    }

    /// True for the layout of a phone.
    pub fn is_compact(self) -> bool {
        matches!(self, Self::Upright | Self::Flat)
    }
}

/// Content of a phone's sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// The list of scenes.
    Scenes,
    /// The tools and the settings of the one in hand.
    Tools,
    /// The panel with the knobs.
    Panel,
    /// The timeline.
    Time,
    /// Comparison, link, theme and help.
    More,
}

impl Sheet {
    /// All sheets, in the order of their buttons.
    pub const ALL: [Self; 5] = [Self::Scenes, Self::Tools, Self::Panel, Self::Time, Self::More];

    /// Label of its button.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scenes => "Scenes",
            Self::Tools => "Tools",
            Self::Panel => "Panel",
            Self::Time => "Time",
            Self::More => "More",
        }
    }
}

/// Panels that are open.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Panels {
    /// The scenes, in a window that is not a telephone's.
    pub(super) scenes: bool,
    /// The panel on the right, in such a window.
    pub(super) side: bool,
    /// The sheet of a telephone.
    pub(super) sheet: Option<Sheet>,
    /// Panels that the link asks for at first.
    pub(super) wanted: Option<bool>,
    pub(super) layout: Option<Layout>,
}

/// A panel that was opened just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    Scenes,
    Side,
}

impl App {
    /// The arrangement of the window as it is now.
    pub fn layout(&self) -> Layout {
        self.panels.layout.unwrap_or_default()
    }

    /// Chooses panels anew when the window has become one of another kind.
    pub(super) fn choose_panels(&mut self, context: &egui::Context, size: Vec2) {
        let layout = Layout::for_size(size);
        if self.panels.layout == Some(layout) {
            return;
        }
        let is_first = self.panels.layout.is_none();
        self.panels.layout = Some(layout);
        super::style::suit(context, layout.is_compact());
        self.panels.sheet = None;
        if layout.is_compact() {
            return;
        }
        let wanted = self.panels.wanted.filter(|_| is_first);
        self.panels.scenes = wanted.unwrap_or(true);
        // The knobs are there for those who ask for them.
        self.panels.side = wanted.unwrap_or(is_first && self.tab_is_wanted);
        if layout == Layout::Medium && self.panels.side {
            self.panels.scenes = false;
        }
    }

    /// Closes the other panel where there is room for one only.
    pub(super) fn make_room(&mut self, shown: Shown) {
        if self.layout() == Layout::Medium {
            match shown {
                Shown::Scenes => self.panels.side &= !self.panels.scenes,
                Shown::Side => self.panels.scenes &= !self.panels.side,
            }
        }
    }

    /// Shows or hides the scenes.
    pub(super) fn toggle_scenes(&mut self) {
        if self.layout().is_compact() {
            return self.toggle_sheet(Sheet::Scenes);
        }
        self.panels.scenes = !self.panels.scenes;
        self.make_room(Shown::Scenes);
    }

    /// Shows or hides the panel on the right.
    pub(super) fn toggle_side(&mut self) {
        if self.layout().is_compact() {
            return self.toggle_sheet(Sheet::Panel);
        }
        self.panels.side = !self.panels.side;
        self.make_room(Shown::Side);
    }

    /// Shows one sheet, or none if it is shown already.
    pub(super) fn toggle_sheet(&mut self, sheet: Sheet) {
        self.panels.sheet = (self.panels.sheet != Some(sheet)).then_some(sheet);
    }

    /// True if figures are on the screen.
    pub(super) fn shows_tab(&self, tab: super::Tab) -> bool {
        let is_open = match self.layout().is_compact() {
            true => self.panels.sheet == Some(Sheet::Panel),
            false => self.panels.side,
        };
        is_open && self.tab == tab
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    #[test]
    fn the_size_of_a_window_decides() {
        for (size, expected) in [
            ([1280.0, 800.0], Layout::Wide),
            ([900.0, 700.0], Layout::Medium),
            ([844.0, 390.0], Layout::Flat),
            ([390.0, 844.0], Layout::Upright),
            ([500.0, 800.0], Layout::Upright),
            ([1280.0, 300.0], Layout::Flat),
        ] {
            assert_eq!(Layout::for_size(vec2(size[0], size[1])), expected, "{size:?}");
        }
    }
}
