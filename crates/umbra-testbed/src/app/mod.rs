//! The window: panels around a canvas.
//!
//! Data flows down. [`App`] owns the experiment, the camera and the hands; panels read them, and
//! change the scene only by [`App::command`], so that everything is recorded.
//!
//! - this file: [`App`], and one frame of it;
//! - `layout.rs`: which panels there are, by the size of the window; `sheet.rs`: those of phones;
//! - `top.rs`: the bar with scene, transport and switches; `time.rs`: the timeline below;
//! - `scenes.rs`, `knobs.rs`, `view.rs`, `numbers.rs`, `inspect/`: the panels;
//! - `stage.rs`: the canvases, and what pointers do there; `fit.rs`: what the camera shows of a
//!   scene at first; `tools.rs`: the toolbar; `keys.rs`: the keyboard;
//! - `buttons.rs`: keys and places on the screen for scenes that are played; `legend.rs`: what
//!   colours mean;
//! - `address.rs`: the link to what is shown, which the address of a page follows;
//! - `picture.rs`: pictures as SVG and PNG; `files.rs`: where files go, on the desktop and in a
//!   browser, and where they come from; `open.rs`: the window that lists files; `source.rs`: the
//!   source of a scene;
//! - `notes.rs`: what went wrong, to be dismissed; `help.rs`: keys and tools; `style.rs`: looks.

mod address;
mod buttons;
mod files;
mod fit;
mod help;
mod inspect;
mod keys;
mod knobs;
mod layout;
mod legend;
mod notes;
mod numbers;
#[cfg(not(target_arch = "wasm32"))]
mod open;
mod picture;
mod scenes;
mod sheet;
mod source;
mod stage;
mod style;
mod time;
mod tools;
mod top;
mod view;

use core::time::Duration;

use egui::Ui;
use umbra::prelude::*;
use umbra_scenes::SceneDef;
use web_time::Instant;

use crate::canvas::{Camera, Layers, Tints, Trails, ViewOptions};
use crate::experiment::{Experiment, Side};
use crate::hands::Hands;
use crate::link::Link;
use crate::session::{Check, Command, Outcome, Source, Target};

pub use layout::{Layout, Sheet};
pub use picture::png;
pub use scenes::title;
#[cfg(target_arch = "wasm32")]
pub use style::set_fonts;

use fit::Fit;
use layout::Panels;
use notes::Notes;
use numbers::Numbers;

/// How much of a frame a check may take.
const CHECK_BUDGET: Duration = Duration::from_millis(12);

/// Tab of the panel on the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// Selected body or joint.
    Inspect,
    /// The configuration.
    #[default]
    Knobs,
    /// Options of the canvas.
    View,
    /// Figures.
    Numbers,
}

impl Tab {
    /// All tabs, in order.
    pub const ALL: [Self; 4] = [Self::Knobs, Self::Inspect, Self::View, Self::Numbers];

    /// Label of its button.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inspect => "Inspect",
            Self::Knobs => "Knobs",
            Self::View => "View",
            Self::Numbers => "Numbers",
        }
    }
}

/// The testbed.
pub struct App {
    experiment: Experiment,
    camera: Camera,
    /// Where the canvases are.
    canvas: egui::Rect,
    /// What the camera was set for last, and is set for again when the canvas changes, until
    /// somebody moves it.
    fit: Fit,
    is_fitted: bool,
    is_moved: bool,
    /// The size of the canvas then.
    fitted_for: egui::Vec2,
    /// The part of the world that the scene shows at its start.
    start_view: Option<Aabb>,
    /// What the link wants to be seen instead.
    wanted_view: Option<Aabb>,
    /// The body that the camera follows.
    follow: Option<BodyKey>,
    hands: Hands,
    /// The canvas that the pointer is used on.
    active: Side,
    /// Where the pointer is in the world, if it is over a canvas.
    hovered: Option<Point>,
    selected: Option<Target>,
    view: ViewOptions,
    layers: [Layers; 2],
    tints: [Tints; 2],
    trails: [Trails; 2],
    /// The buttons on the screen that are held down, and where they are.
    pad: buttons::Pad,
    address: address::Address,
    tab: Tab,
    /// The side that the knobs are about.
    side: Side,
    search: String,
    panels: Panels,
    /// Whether the link asks for a tab.
    tab_is_wanted: bool,
    /// Whether there is anything but the canvas.
    shows_interface: bool,
    shows_help: bool,
    /// Whether the settings of the tool in hand are shown, and where its button is.
    shows_tool: bool,
    tool_at: egui::Rect,
    numbers: Numbers,
    check: Option<Check>,
    outcome: Option<Outcome>,
    notes: Notes,
    pictures: picture::Pictures,
    dropped: files::Dropped,
    #[cfg(not(target_arch = "wasm32"))]
    opening: Option<open::Opening>,
    /// True if somebody wants to open a file.
    wants_file: bool,
    /// Scene whose source is shown.
    #[cfg(not(target_arch = "wasm32"))]
    source: Option<source::Shown>,
    /// Part of the world to which the camera keeps while it follows a body.
    follow_within: Option<Aabb>,
    /// Time of the window, in seconds.
    now: f64,
    /// A theme that the link asked for, until it is set.
    theme: Option<egui::Theme>,
    is_styled: bool,
    /// Length of the last frame without the window system, and how much of it was steps.
    frame_time: Duration,
    steps_time: Duration,
    /// How long a step takes in the mean of some frames, in milliseconds.
    step_ms: f32,
}

impl App {
    /// Opens what a link names.
    ///
    /// # Errors
    /// When the scene cannot be set up.
    pub fn new(link: &Link) -> Result<Self, umbra::Error> {
        let (experiment, complaints) = link.open()?;
        let mut app = Self {
            experiment,
            camera: Camera::default(),
            canvas: egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(800.0, 600.0)),
            fit: Fit::Start,
            is_fitted: false,
            is_moved: false,
            fitted_for: egui::Vec2::ZERO,
            start_view: None,
            wanted_view: None,
            follow: None,
            hands: Hands::default(),
            active: Side::A,
            hovered: None,
            selected: None,
            view: link.view,
            layers: Default::default(),
            tints: Default::default(),
            trails: Default::default(),
            pad: buttons::Pad::default(),
            address: address::Address::default(),
            tab: link.tab.unwrap_or_default(),
            side: Side::A,
            search: String::new(),
            panels: Panels { wanted: link.panels, ..Panels::default() },
            tab_is_wanted: link.tab.is_some(),
            shows_interface: link.interface,
            shows_help: false,
            shows_tool: false,
            tool_at: egui::Rect::NOTHING,
            numbers: Numbers::default(),
            check: None,
            outcome: None,
            notes: Notes::default(),
            pictures: picture::Pictures::default(),
            dropped: files::Dropped::default(),
            #[cfg(not(target_arch = "wasm32"))]
            opening: None,
            wants_file: false,
            #[cfg(not(target_arch = "wasm32"))]
            source: None,
            follow_within: None,
            now: 0.0,
            theme: link.dark.map(|dark| if dark { egui::Theme::Dark } else { egui::Theme::Light }),
            is_styled: false,
            frame_time: Duration::ZERO,
            steps_time: Duration::ZERO,
            step_ms: 0.0,
        };
        app.frame_scene();
        if let Some((center, height)) = link.camera {
            app.look_at(center, height);
        }
        complaints.into_iter().for_each(|complaint| app.notes.complain(complaint));
        Ok(app)
    }

    /// Says something that went wrong before there was a window.
    pub fn complain(&mut self, complaint: String) {
        self.notes.complain(complaint);
    }

    /// The sessions and the clock.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// The same, for tests.
    pub fn experiment_mut(&mut self) -> &mut Experiment {
        &mut self.experiment
    }

    /// Selected body or joint.
    pub fn selected(&self) -> Option<Target> {
        self.selected
    }

    /// Selects something, and shows the inspector.
    pub fn select(&mut self, target: Option<Target>) {
        self.selected = target;
        if target.is_some() {
            self.tab = Tab::Inspect;
        }
    }

    /// Errors so far that were not dismissed.
    pub fn complaints(&self) -> impl Iterator<Item = &str> {
        self.notes.all()
    }

    /// Screen position of a point of the world, on the canvas of the first session.
    pub fn on_screen(&self, point: Point) -> egui::Pos2 {
        self.lens(Side::A).to_screen(point)
    }

    /// Places of the canvases.
    pub fn canvas(&self) -> egui::Rect {
        self.canvas
    }

    /// The part of the world that the scene shows at its start.
    pub fn start_view(&self) -> Option<Aabb> {
        self.start_view
    }

    /// Duration of the last frame: steps, meshes, and all of the user interface together.
    pub fn times(&self) -> [Duration; 3] {
        let meshes = self.layers.iter().map(Layers::time).sum();
        [self.steps_time, meshes, self.frame_time]
    }

    /// State for the tests and the page of a browser, as JSON.
    pub fn status(&self) -> String {
        let session = self.experiment.a();
        let moving = session.world().roles().marked.or_else(|| session.scene().bodies().last());
        let at = moving.and_then(|key| session.scene().body(key).ok()).map(|body| body.position());
        let at = at.unwrap_or_default();
        let on_screen = self.on_screen(at);
        format!(
            "{{\"version\":\"{}\",\"scene\":\"{}\",\"step\":{},\"hash\":\"{:016x}\",\"playing\":{},\"busy\":{},\
             \"complaints\":{},\"marked\":[{},{}],\"marked_on_screen\":[{},{}]}}",
            umbra::VERSION,
            session.source().name(),
            session.step_count(),
            session.scene().state_hash(),
            self.experiment.playing,
            // Before the first frame, nothing is where it will be.
            !self.is_fitted || self.experiment.ahead() > 0 || session.goal().is_some(),
            self.notes.all().count(),
            at.x,
            at.y,
            on_screen.x,
            on_screen.y,
        )
    }

    /// Sets another scene up.
    pub fn open(&mut self, def: &'static SceneDef) {
        self.open_source(def.into());
    }

    /// Sets another scene up, or the same with other numbers.
    pub(super) fn open_source(&mut self, source: Source) {
        let name = source.name().to_owned();
        match Experiment::new(source) {
            Ok(experiment) => self.show(experiment),
            Err(error) => self.notes.complain(format!("{name}: {error}")),
        }
    }

    /// Puts another scene in the place of the one that is shown. A recording of that is saved.
    fn show(&mut self, mut experiment: Experiment) {
        self.save_recording();
        experiment.playing = self.experiment.playing;
        experiment.speed = self.experiment.speed;
        experiment.threads = self.experiment.threads.clone();
        experiment.set_compared(self.experiment.is_compared());
        self.experiment = experiment;
        self.numbers.clear();
        self.forget();
        self.frame_scene();
    }

    /// Begins the scene again.
    pub fn restart(&mut self) {
        self.noting(Experiment::restart);
        self.numbers.clear();
        self.forget();
        self.find_followed();
        self.start_looks();
    }

    /// Lets go of what belongs to a scene that is gone.
    fn forget(&mut self) {
        self.selected = None;
        self.follow = None;
        self.check = None;
        self.outcome = None;
    }

    /// Gives a command to the scene, and says so if it is refused.
    pub fn command(&mut self, command: &Command) {
        self.noting(|experiment| experiment.command(command));
    }

    /// Does something that can be refused, and says so if it is.
    fn noting<T>(&mut self, act: impl FnOnce(&mut Experiment) -> Result<T, umbra::Error>) {
        if let Err(error) = act(&mut self.experiment) {
            self.notes.complain(error.to_string());
        }
    }

    /// One frame: time passes, keys are heard, panels are shown.
    pub fn ui(&mut self, ui: &mut Ui) {
        let start = Instant::now();
        self.now = ui.input(|input| input.time);
        if !self.is_styled {
            self.is_styled = true;
            style::apply(ui.ctx());
            if let Some(theme) = self.theme.take() {
                ui.ctx().set_theme(theme);
            }
        }
        self.choose_panels(ui.ctx(), ui.available_size());
        self.open_dropped(ui.ctx());
        self.pass_time(ui);
        self.keys(ui);
        self.hold_buttons(ui);
        if self.shows_interface {
            self.show_panels(ui);
        }
        egui::CentralPanel::no_frame().show(ui, |ui| self.stage(ui));
        // Pictures are of the scene alone.
        if self.shows_interface && !self.pictures.is_waiting() {
            self.help_window(ui.ctx());
            self.source_window(ui.ctx());
            #[cfg(not(target_arch = "wasm32"))]
            self.open_window(ui.ctx());
            if !self.layout().is_compact() {
                self.tool_window(ui.ctx());
            }
            let bottom = ui.ctx().content_rect().bottom() - self.canvas.bottom() + 16.0;
            self.notes.show(ui.ctx(), bottom);
        }
        self.save_pictures();
        self.frame_time = start.elapsed();
        let is_busy = self.experiment.a().goal().is_some() || self.experiment.ahead() > 0;
        if self.experiment.playing || is_busy || self.check.is_some() || self.pictures.is_waiting()
        {
            ui.ctx().request_repaint();
        }
    }

    fn show_panels(&mut self, ui: &mut Ui) {
        if self.layout().is_compact() {
            return self.compact(ui);
        }
        self.top_bar(ui);
        self.timeline(ui);
        if self.panels.scenes {
            self.scenes_panel(ui);
        }
        if self.panels.side {
            self.side_panel(ui);
        }
        self.toolbar(ui);
    }

    fn pass_time(&mut self, ui: &Ui) {
        let start = Instant::now();
        let seconds = ui.input(|input| input.stable_dt);
        let mut passed = Ok(0);
        self.noting(|experiment| {
            passed = experiment.frame(seconds);
            passed.clone()
        });
        self.steps_time = start.elapsed();
        let shows_numbers = self.shows_tab(Tab::Numbers);
        self.numbers.note(&self.experiment, shows_numbers);
        if self.selected.is_some_and(|target| !target.is_in(self.experiment.a().scene())) {
            self.selected = None;
        }
        self.work_on_check();
    }

    /// Begins a replay of everything so far, to see whether it comes to the same.
    pub fn begin_check(&mut self) {
        match self.experiment.a().check() {
            Ok(check) => (self.check, self.outcome) = (Some(check), None),
            Err(error) => self.notes.complain(error.to_string()),
        }
    }

    /// Result of the last replay.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn work_on_check(&mut self) {
        let Some(check) = &mut self.check else { return };
        match check.work(CHECK_BUDGET) {
            Ok(outcome) => {
                self.outcome = Some(outcome);
                if !matches!(outcome, Outcome::Running { .. }) {
                    self.check = None;
                }
            }
            Err(error) => {
                self.check = None;
                self.notes.complain(error.to_string());
            }
        }
    }

    /// The panel on the right.
    fn side_panel(&mut self, ui: &mut Ui) {
        let panel = egui::Panel::right("panel").default_size(292.0).size_range(240.0..=460.0);
        panel.show(ui, |ui| {
            ui.add_space(4.0);
            self.tabs(ui);
        });
    }

    /// The tabs of that panel, and what the chosen one shows.
    fn tabs(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for tab in Tab::ALL {
                ui.selectable_value(&mut self.tab, tab, tab.name());
            }
        });
        ui.separator();
        let scroll = egui::ScrollArea::vertical().auto_shrink(false).id_salt(self.tab.name());
        scroll.show(ui, |ui| match self.tab {
            Tab::Inspect => self.inspector(ui),
            Tab::Knobs => self.knobs_panel(ui),
            Tab::View => self.view_panel(ui),
            Tab::Numbers => self.numbers_panel(ui),
        });
    }
}
