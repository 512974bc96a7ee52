//! The link to what is shown. The address of a page follows it.

use crate::canvas::{Coloring, ViewOptions};
use crate::link::Link;

use super::App;

/// The address is written again after so many frames at most: browsers refuse more than a hundred in half a minute.
const EVERY: u32 = 45;

/// Text of the address.
#[derive(Clone, Debug, Default)]
pub(super) struct Address {
    frames: u32,
    /// What it said last: at first, what leads to the start.
    last: Option<String>,
}

impl App {
    /// The link to what is shown: scene, knobs, both sides, camera, looks, and what was done by hand.
    pub fn link(&self) -> String {
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
        let mut usual = ViewOptions { events: self.plays(), ..ViewOptions::default() };
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
        self.address.frames += 1;
        let is_shown = self.is_fitted && self.experiment.ahead() == 0;
        if !is_shown || self.experiment.a().source().def().is_none() {
            return None;
        }
        // What the visitor came with is noted before anything can be done.
        if self.address.last.is_some() && self.address.frames < EVERY {
            return None;
        }
        self.address.frames = 0;
        let link = self.link();
        let is_first = self.address.last.is_none();
        let is_same = self.address.last.as_ref() == Some(&link);
        self.address.last = Some(link.clone());
        // It stays until something is done.
        (!is_first && !is_same).then_some(link)
    }
}
