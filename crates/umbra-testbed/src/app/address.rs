//! The link to what is shown. The address of a page follows it.

use crate::canvas::{Coloring, ViewOptions};
use crate::link::Link;

use super::App;

/// Seconds after which the address is written again: browsers refuse more than a hundred times in
/// half a minute.
const EVERY: f64 = 0.75;

/// Text of the address.
#[derive(Clone, Debug, Default)]
pub(super) struct Address {
    /// When it was written.
    written: f64,
    /// What it said last: at first, what leads to the start.
    last: Option<String>,
}

impl App {
    /// The link to this moment: scene, knobs, both sides, camera, looks, what was done by hand, and
    /// the step.
    pub fn link(&self) -> String {
        let mut link = self.link_to_scene();
        let step = self.experiment.a().step_count();
        if step > 0 {
            link += &format!("&at={step}");
        }
        if !self.experiment.playing {
            link += "&paused=1";
        }
        link
    }

    /// Link for the address of a page. Of a scene that only plays, it is that to its start: who
    /// loads the page again wants to see it again.
    fn link_of_page(&self) -> String {
        let is_handled = !Link::hands(&self.experiment).is_empty();
        let is_a_moment = is_handled || !self.experiment.playing;
        if is_a_moment { self.link() } else { self.link_to_scene() }
    }

    fn link_to_scene(&self) -> String {
        let mut link = Link::to(&self.experiment);
        if !self.shows_interface {
            link += "&ui=0";
        }
        link += &self.looks();
        if let Some((center, height)) = self.own_view() {
            link += &format!("&camera={},{},{height}", center.x, center.y);
        }
        link + &Link::hands(&self.experiment)
    }

    /// What is shown otherwise than usual.
    fn looks(&self) -> String {
        let mut usual = ViewOptions::default();
        let mut view = self.view;
        let (mut shown, mut hidden) = (vec![], vec![]);
        for (name, _, get) in ViewOptions::SWITCHES {
            let (is_usual, is_shown) = (*get(&mut usual), *get(&mut view));
            if is_usual != is_shown {
                let list = if is_shown { &mut shown } else { &mut hidden };
                list.push(name.to_lowercase().replace(' ', "_"));
            }
        }
        let mut text = String::new();
        for (name, list) in [("show", shown), ("hide", hidden)] {
            if !list.is_empty() {
                text += &format!("&{name}={}", list.join(","));
            }
        }
        if self.view.coloring != Coloring::default() {
            text += &format!("&colors={}", self.view.coloring.name().to_lowercase());
        }
        text
    }

    /// The link, when it is another one than before and some time has passed.
    pub fn changed_link(&mut self) -> Option<String> {
        let is_shown = self.is_fitted && self.experiment.ahead() == 0;
        if !is_shown || self.experiment.a().source().def().is_none() {
            return None;
        }
        // What the visitor came with is noted before anything can be done.
        let is_early = (0.0..EVERY).contains(&(self.now - self.address.written));
        if self.address.last.is_some() && is_early {
            return None;
        }
        self.address.written = self.now;
        let link = self.link_of_page();
        let is_first = self.address.last.is_none();
        let is_same = self.address.last.as_ref() == Some(&link);
        self.address.last = Some(link.clone());
        // It stays until something is done.
        (!is_first && !is_same).then_some(link)
    }
}
