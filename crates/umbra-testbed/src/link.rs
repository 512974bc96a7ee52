//! A link: the scene and the settings that a command line or the end of an address names.
//!
//! `scene=bridge&substeps=8&paused=1` is a scene, a knob by its name in [`KNOBS`], and how to begin. `steps=300` does 300
//! steps as fast as possible and stops. `show=contacts,normals` switches drawings on, `tab=numbers` opens a tab, `panels=0`
//! leaves the canvas alone, `theme=dark` and `compare=1` are what they say.

use umbra::prelude::*;
use umbra_scenes::{GROUPS, SceneDef, examples};

use crate::app::Tab;
use crate::canvas::ViewOptions;
use crate::experiment::Experiment;
use crate::knobs::{KNOBS, Knob};
use crate::session::Command;

/// What to begin with: the first scene of the catalogue, unless another one is named.
#[derive(Clone, Debug)]
pub struct Link {
    /// The scene.
    pub scene: &'static SceneDef,
    /// A solver by name, and knobs with their values, in order.
    settings: Vec<(String, String)>,
    /// Whether time stands still.
    pub paused: bool,
    /// Steps to do as fast as possible, before time stands still.
    pub steps: Option<u32>,
    /// Whether two sessions stand side by side.
    pub compare: bool,
    /// Dark or light, if either is asked for.
    pub dark: Option<bool>,
    /// What is shown of the scene.
    pub view: ViewOptions,
    /// What the panel on the right shows, if it is asked for.
    pub tab: Option<Tab>,
    /// Whether there are panels, if it is asked for.
    pub panels: Option<bool>,
}

impl Default for Link {
    fn default() -> Self {
        Self {
            scene: &GROUPS[0].scenes[0],
            settings: vec![],
            paused: false,
            steps: None,
            compare: false,
            dark: None,
            view: ViewOptions::default(),
            tab: None,
            panels: None,
        }
    }
}

impl Link {
    /// Reads what follows the `#` of an address. What makes no sense is left out, and a sentence for each says why.
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
            "steps" => {
                let count = value.parse().ok().filter(|steps| *steps <= 1_000_000);
                let complaint = || format!("`steps` is a count up to 1,000,000, not {value}");
                self.steps = Some(count.ok_or_else(complaint)?);
            }
            "paused" => self.paused = is_on(),
            "compare" => self.compare = is_on(),
            "theme" if value == "dark" || value == "light" => self.dark = Some(value == "dark"),
            "theme" => return Err(format!("`theme` is dark or light, not {value}")),
            "show" => {
                for name in value.split(',') {
                    let name = name.replace('_', " ");
                    let mut switches = ViewOptions::SWITCHES.into_iter();
                    let found = switches.find(|(label, _, _)| label.to_lowercase() == name);
                    let (_, _, get) =
                        found.ok_or_else(|| format!("nothing to show is called {name}"))?;
                    *get(&mut self.view) = true;
                }
            }
            "tab" => {
                let found = Tab::ALL.into_iter().find(|tab| tab.name().to_lowercase() == value);
                self.tab = Some(found.ok_or_else(|| format!("there is no tab {value}"))?);
            }
            "panels" => self.panels = Some(is_on()),
            "solver" => {
                examples::solver(value)?;
                self.settings.push((name.to_owned(), value.to_owned()));
            }
            _ if KNOBS.iter().any(|knob| knob.name == name) => {
                self.settings.push((name.to_owned(), value.to_owned()));
            }
            _ => return Err(format!("nothing is called {name}")),
        }
        Ok(())
    }

    /// The configuration that a scene's own becomes.
    ///
    /// # Errors
    /// A sentence, when a value makes no sense.
    pub fn configure(&self, own: SceneConfig) -> Result<SceneConfig, String> {
        let mut config = own;
        for (_, value) in self.settings.iter().filter(|(name, _)| name == "solver") {
            config.solver = examples::solver(value)?;
        }
        // In the order of the table: a choice before what belongs to it.
        for knob in &KNOBS {
            for (_, value) in self.settings.iter().filter(|(name, _)| name == knob.name) {
                knob.set_text(&mut config, value)?;
            }
        }
        config.validate().map_err(|error| error.to_string())?;
        Ok(config)
    }

    /// Sets everything up. What makes no sense is left out, and a sentence for each says why.
    ///
    /// # Errors
    /// When the scene cannot be set up.
    pub fn open(&self) -> Result<(Experiment, Vec<String>), umbra::Error> {
        let mut experiment = Experiment::new(self.scene)?;
        let mut complaints = vec![];
        let own = *experiment.a().original_config();
        match self.configure(own) {
            Ok(config) if config != own => experiment.command(&Command::Configure(config))?,
            Ok(_) => {}
            Err(complaint) => complaints.push(complaint),
        }
        experiment.set_compared(self.compare);
        experiment.playing = !self.paused && self.steps.is_none();
        experiment.run_ahead(self.steps.unwrap_or(0));
        Ok((experiment, complaints))
    }

    /// The link that leads to a scene as it is configured now.
    pub fn to(experiment: &Experiment) -> String {
        let session = experiment.a();
        let (own, config) = (session.original_config(), session.scene().config());
        let mut link = format!("scene={}", session.source().name());
        let differs = |knob: &&Knob| !knob.is_same(own, config) && (knob.is_used)(config);
        for knob in KNOBS.iter().filter(differs) {
            link += &format!("&{}={}", knob.name, knob.text(config));
        }
        link
    }
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
