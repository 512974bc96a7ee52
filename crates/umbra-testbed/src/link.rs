//! A link: the scene and the settings that a command line or the end of an address names.
//!
//! `scene=bridge&substeps=8&paused=1` is a scene, a knob by its name in [`KNOBS`], and how to
//! begin. `steps=300` does 300 steps as fast as possible and stops; `at=300` does them and goes on
//! from there. `show=contacts,normals` and `hide=grid` switch drawings, `colors=island` chooses
//! what colours mean, `tab=numbers` opens a tab, `panels=0` leaves the canvas and the bars, `ui=0`
//! the canvas alone, `camera=x,y,height` says what is looked at, `theme=dark` and `compare=1` are
//! what they say. `b.substeps=2` is a knob of the second of two sessions, `hands=..` what was done
//! by hand (`session/tape.rs`). The parameters of a scene are named as they are:
//! `scene=drum&count=2000`.

use umbra::prelude::*;
use umbra_scenes::{GROUPS, SceneDef, examples};

use crate::app::Tab;
use crate::canvas::{Coloring, ViewOptions};
use crate::experiment::{Experiment, Side};
use crate::knobs::{self, KNOBS};
use crate::session::{Command, Source, tape};

/// Scene to begin with: a pyramid, unless another one is named.
#[derive(Clone, Debug)]
pub struct Link {
    /// The scene.
    pub scene: &'static SceneDef,
    /// A solver by name, and knobs with their values, in order.
    settings: Vec<(String, String)>,
    /// True if time stands still.
    pub paused: bool,
    /// Steps to do as fast as possible, before time stands still.
    pub steps: Option<u32>,
    /// Step at which it begins: those before are done as fast as possible.
    pub at: Option<u32>,
    /// True if two sessions stand side by side.
    pub compare: bool,
    /// Dark or light, if either is asked for.
    pub dark: Option<bool>,
    /// Options of the canvas.
    pub view: ViewOptions,
    /// Tab of the panel on the right, if it is asked for.
    pub tab: Option<Tab>,
    /// True if there are panels, if it is asked for.
    pub panels: Option<bool>,
    /// True if there is anything but the canvas.
    pub interface: bool,
    /// The point in the middle of the view and the height of it, if they are asked for.
    pub camera: Option<(Point, Real)>,
    /// Parameters of the scene by name.
    numbers: Vec<(String, u32)>,
    /// Knobs of the second session.
    settings_of_b: Vec<(String, String)>,
    /// What was done by hand.
    hands: Option<String>,
}

impl Default for Link {
    fn default() -> Self {
        Self {
            scene: umbra_scenes::find("pyramid").unwrap_or(&GROUPS[0].scenes[0]),
            settings: vec![],
            paused: false,
            steps: None,
            at: None,
            compare: false,
            dark: None,
            view: ViewOptions::default(),
            tab: None,
            panels: None,
            interface: true,
            camera: None,
            numbers: vec![],
            settings_of_b: vec![],
            hands: None,
        }
    }
}

impl Link {
    /// Reads what follows the `#` of an address. Invalid parts are ignored, with a message for
    /// each.
    pub fn parse(text: &str) -> (Self, Vec<String>) {
        let (mut link, mut complaints) = (Self::default(), vec![]);
        let parts = text.trim_start_matches('#').split('&').filter(|part| !part.is_empty());
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, "1"));
            if let Err(complaint) = link.read(name, value) {
                complaints.push(complaint);
            }
        }
        (link, complaints)
    }

    fn read(&mut self, name: &str, value: &str) -> Result<(), String> {
        let is_on = || matches!(value, "1" | "true" | "on");
        match name {
            "scene" => {
                let found = umbra_scenes::find(value);
                self.scene = found.ok_or_else(|| format!("there is no scene {value}"))?;
            }
            "steps" | "at" => {
                let count = value.parse().ok().filter(|steps| *steps <= 1_000_000);
                let complaint = || format!("`{name}` is a count up to 1,000,000, not {value}");
                let place = if name == "at" { &mut self.at } else { &mut self.steps };
                *place = Some(count.ok_or_else(complaint)?);
            }
            "paused" => self.paused = is_on(),
            "compare" => self.compare = is_on(),
            "theme" if value == "dark" || value == "light" => self.dark = Some(value == "dark"),
            "theme" => return Err(format!("`theme` is dark or light, not {value}")),
            "show" | "hide" => {
                for label in value.split(',') {
                    *self.switch(label)? = name == "show";
                }
            }
            "colors" => {
                let mut all = Coloring::ALL.into_iter();
                let found = all.find(|coloring| coloring.name().to_lowercase() == value);
                self.view.coloring =
                    found.ok_or_else(|| format!("nothing is coloured by {value}"))?;
            }
            "camera" => {
                let numbers: Vec<Real> =
                    value.split(',').filter_map(|number| number.parse().ok()).collect();
                let complaint = || format!("`camera` is x,y,height, not {value}");
                let [x, y, height] = numbers[..] else { return Err(complaint()) };
                let is_good = height > 0.0 && [x, y, height].iter().all(|it| it.is_finite());
                self.camera = is_good.then_some((Point::new(x, y), height));
                return self.camera.map(drop).ok_or_else(complaint);
            }
            "hands" => self.hands = Some(value.to_owned()),
            "tab" => {
                let found = Tab::ALL.into_iter().find(|tab| tab.name().to_lowercase() == value);
                self.tab = Some(found.ok_or_else(|| format!("there is no tab {value}"))?);
            }
            "panels" => self.panels = Some(is_on()),
            "ui" => self.interface = is_on(),
            "solver" => {
                examples::solver(value)?;
                self.settings.push((name.to_owned(), value.to_owned()));
            }
            _ if KNOBS.iter().any(|knob| knob.name == name) => {
                self.settings.push((name.to_owned(), value.to_owned()));
            }
            _ => return self.read_other(name, value),
        }
        Ok(())
    }

    /// Knobs of the second session and parameters of the scene.
    fn read_other(&mut self, name: &str, value: &str) -> Result<(), String> {
        if let Some(of_b) = name.strip_prefix("b.")
            && (of_b == "solver" || KNOBS.iter().any(|knob| knob.name == of_b))
        {
            self.settings_of_b.push((of_b.to_owned(), value.to_owned()));
            return Ok(());
        }
        let mut all = umbra_scenes::all().flat_map(SceneDef::parameters);
        if all.any(|parameter| parameter.name == name) {
            let number = value.parse().map_err(|_| format!("`{name}` is a count, not {value}"))?;
            self.numbers.push((name.to_owned(), number));
            return Ok(());
        }
        Err(format!("nothing is called {name}"))
    }

    /// The switch of the View tab that has this name.
    fn switch(&mut self, name: &str) -> Result<&mut bool, String> {
        let name = name.replace('_', " ");
        let mut switches = ViewOptions::SWITCHES.into_iter();
        let found = switches.find(|(label, _, _)| label.to_lowercase() == name);
        let (_, _, get) = found.ok_or_else(|| format!("nothing to show is called {name}"))?;
        Ok(get(&mut self.view))
    }

    /// The scene with the numbers that the link names.
    pub fn source(&self) -> Source {
        let mut numbers = self.scene.usual_numbers();
        for (parameter, number) in self.scene.parameters().iter().zip(&mut numbers) {
            let [least, most] = parameter.limits;
            let named = self.numbers.iter().filter(|(name, _)| name == parameter.name);
            named.for_each(|(_, wanted)| *number = (*wanted).clamp(least, most));
        }
        Source::Catalogue(self.scene, numbers.into())
    }

    /// The configuration that a scene's own becomes.
    ///
    /// # Errors
    /// A sentence, when a value makes no sense.
    pub fn configure(&self, own: SceneConfig) -> Result<SceneConfig, String> {
        configured(own, &self.settings)
    }

    /// Sets everything up. Invalid parts are ignored, with a message for each.
    ///
    /// # Errors
    /// When the scene cannot be set up.
    pub fn open(&self) -> Result<(Experiment, Vec<String>), umbra::Error> {
        let mut experiment = Experiment::new(self.source())?;
        let mut complaints = vec![];
        let own = *experiment.a().original_config();
        match self.configure(own) {
            Ok(config) if config != own => experiment.command(&Command::Configure(config))?,
            Ok(_) => {}
            Err(complaint) => complaints.push(complaint),
        }
        if self.compare || !self.settings_of_b.is_empty() {
            experiment.set_compared(true);
            match configured(own, &self.settings_of_b) {
                Ok(config) if !self.settings_of_b.is_empty() => {
                    experiment.configure(Side::B, config)?;
                }
                Ok(_) => {}
                Err(complaint) => complaints.push(complaint),
            }
        }
        if let Some(hands) = &self.hands {
            match tape::read(hands, &own) {
                Ok(commands) => experiment.expect(&commands),
                Err(complaint) => complaints.push(complaint),
            }
        }
        experiment.playing = !self.paused && self.steps.is_none();
        experiment.run_ahead(self.steps.or(self.at).unwrap_or(0));
        Ok((experiment, complaints))
    }

    /// The link that leads to a scene as it is configured now.
    pub fn to(experiment: &Experiment) -> String {
        let session = experiment.a();
        let own = session.original_config();
        let mut link = format!("scene={}", session.source().name());
        for (parameter, number) in session.source().numbers() {
            if number != parameter.usual {
                link += &format!("&{}={number}", parameter.name);
            }
        }
        link += &knobs::text(own, session.scene().config());
        if let Some(b) = experiment.b() {
            link += "&compare=1";
            link += &knobs::text(own, b.scene().config()).replace('&', "&b.");
        }
        link
    }

    /// Commands given by hand in a session, as a part of a link; nothing if there were none.
    pub fn hands(experiment: &Experiment) -> String {
        let session = experiment.a();
        let own = session.original_config();
        let is_knob = |command: &Command| matches!(command, Command::Configure(_));
        let commands = session.commands();
        // The knobs as they are at first are parts of the link by themselves, unless they change later.
        let first = commands.iter().take_while(|(step, it)| *step == 0 && is_knob(it)).count();
        let changes = commands[first..].iter().any(|(_, command)| is_knob(command));
        let (from, has_first) = if changes { (0, first > 0) } else { (first, true) };
        let mut all = vec![];
        if !has_first {
            all.push((0, Command::Configure(*own)));
        }
        all.extend_from_slice(&commands[from..]);
        if all.is_empty() { String::new() } else { format!("&hands={}", tape::write(&all, own)) }
    }
}

/// A scene's own configuration with settings: a solver by name, and knobs.
fn configured(own: SceneConfig, settings: &[(String, String)]) -> Result<SceneConfig, String> {
    let mut config = own;
    for (_, value) in settings.iter().filter(|(name, _)| name == "solver") {
        config.solver = examples::solver(value)?;
    }
    // In the order of the table: a choice before what belongs to it.
    for knob in &KNOBS {
        for (_, value) in settings.iter().filter(|(name, _)| name == knob.name) {
            knob.set_text(&mut config, value)?;
        }
    }
    config.validate().map_err(|error| error.to_string())?;
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_scene_and_settings() {
        let (link, complaints) = Link::parse("#scene=bridge&substeps=8&gravity_y=-3.5&paused=1");
        assert_eq!(complaints, Vec::<String>::new());
        let (experiment, complaints) = link.open().unwrap();
        assert!(complaints.is_empty());
        assert_eq!(experiment.a().source().name(), "bridge");
        let config = experiment.a().scene().config();
        assert_eq!((config.solver.substeps, config.gravity.y), (8, -3.5));
        assert!(!experiment.playing);
        assert_eq!(Link::to(&experiment), "scene=bridge&gravity_y=-3.5&substeps=8");
    }

    #[test]
    fn a_link_begins_at_a_moment_and_goes_on() {
        for (text, plays) in
            [("scene=pyramid&at=90", true), ("scene=pyramid&at=90&paused=1", false)]
        {
            let (mut experiment, complaints) = Link::parse(text).0.open().unwrap();
            assert!(complaints.is_empty() && experiment.playing == plays);
            while experiment.ahead() > 0 {
                experiment.frame(1.0 / 60.0).unwrap();
            }
            assert_eq!(experiment.a().step_count(), 90);
            for _ in 0..30 {
                experiment.frame(1.0 / 60.0).unwrap();
            }
            assert_eq!(experiment.a().step_count() > 110, plays);
        }
        assert_eq!(Link::parse("at=x").1.len(), 1);
    }

    #[test]
    fn hands_of_a_link_do_the_same_again() {
        let (link, _) = Link::parse("scene=towers&substeps=6&compare=1&b.substeps=2");
        let (mut first, complaints) = link.open().unwrap();
        assert!(complaints.is_empty());
        (0..40).for_each(|_| first.step().unwrap());
        first
            .command(&Command::Bomb { at: Point::new(1.0, 0.3), radius: 5.0, speed: 9.7 })
            .unwrap();
        (0..50).for_each(|_| first.step().unwrap());
        let text = Link::to(&first) + &Link::hands(&first);
        assert!(text.contains("&hands=") && text.contains("&b.substeps=2"), "{text}");
        let (link, complaints) = Link::parse(&text);
        assert!(complaints.is_empty());
        let (mut second, complaints) = link.open().unwrap();
        assert!(complaints.is_empty());
        (0..90).for_each(|_| second.step().unwrap());
        for (side, session) in first.sessions() {
            let again = second.session(side).scene();
            assert_eq!(session.scene().state_hash(), again.state_hash());
            assert_eq!(session.scene().config(), again.config());
        }
        // The link of what came of a link is the same link.
        assert_eq!(Link::to(&second) + &Link::hands(&second), text);
        // Knobs that were turned on the way are turned again, from what they were at first.
        let mut config = *first.a().scene().config();
        config.solver.substeps = 3;
        first.configure(Side::A, config).unwrap();
        first.configure(Side::B, config).unwrap();
        (0..30).for_each(|_| first.step().unwrap());
        let (link, _) = Link::parse(&(Link::to(&first) + &Link::hands(&first)));
        let (mut third, _) = link.open().unwrap();
        (0..120).for_each(|_| third.step().unwrap());
        assert_eq!(first.a().scene().state_hash(), third.a().scene().state_hash());
    }

    #[test]
    fn parameters_of_a_scene_are_parts_of_a_link() {
        let (link, complaints) = Link::parse("scene=drum&count=60");
        assert!(complaints.is_empty());
        let (mut experiment, _) = link.open().unwrap();
        assert_eq!(experiment.a().scene().bodies().count(), 61);
        assert_eq!(Link::to(&experiment), "scene=drum&count=60");
        experiment.restart().unwrap();
        assert_eq!(experiment.a().scene().bodies().count(), 61);
        let (_, complaints) = Link::parse("count=x&camera=1,2&colors=taste&b.x=3&hide=nothing");
        assert_eq!(complaints.len(), 5, "{complaints:?}");
        let (_, complaints) = Link::parse("hands=!!").0.open().unwrap();
        assert_eq!(complaints.len(), 1, "{complaints:?}");
    }

    #[test]
    fn settings_of_a_choice_count_in_any_order() {
        let (link, _) = Link::parse("projection_slop=0.01&correction=projection&solver=precise");
        let config = link.configure(SceneConfig::default()).unwrap();
        assert_eq!(config.solver.substeps, 8);
        let Correction::LinearProjection { slop, .. } = config.solver.correction else {
            panic!("{config:?}")
        };
        assert_eq!(slop, 0.01);
        // A link names what counts and nothing else, and leads back to the same.
        let (link, _) = Link::parse("scene=towers&correction=projection&projection_slop=0.01");
        let text = Link::to(&link.open().unwrap().0);
        assert_eq!(text.matches('&').count(), 4, "{text}");
        assert!(text.ends_with("&projection_fraction=0.4&projection_slop=0.01&projection_max=0.2"));
    }

    #[test]
    fn what_makes_no_sense_is_explained_and_left_out() {
        let text = "scene=nowhere&substeps=many&colour=red&steps=-1&theme=pink&solver=magic&paused\
            &show=contacts,ghosts&tab=x";
        let (link, complaints) = Link::parse(text);
        assert_eq!(complaints.len(), 7, "{complaints:?}");
        assert!(link.view.contacts && link.tab.is_none());
        assert!(link.paused);
        let (experiment, complaints) = link.open().unwrap();
        assert_eq!(complaints, ["`substeps` is a count, not many"]);
        assert_eq!(experiment.a().source().name(), "pyramid");
        let (link, _) = Link::parse("substeps=0");
        let (_, complaints) = link.open().unwrap();
        assert!(complaints[0].contains("solver.substeps"), "{complaints:?}");
    }
}
