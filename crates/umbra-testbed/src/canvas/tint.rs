//! Tints of bodies.

use std::collections::HashMap;

use egui::Color32;
use umbra::prelude::*;

use super::paint::{Paint, scaled, slotmap_index};

/// From the bottom of a scene to its top.
pub const TINTS: [u32; 7] = [0x5b9bd5, 0x6d8fd1, 0x8a7cc4, 0xb06fae, 0xd06a8c, 0xe4756a, 0xf2a541];
/// Tints for bodies that are told apart: neighbours differ more than in the order of the rows.
const APART: [usize; 7] = [0, 6, 3, 5, 1, 4, 2];
/// A scene whose bodies begin in a row this flat is coloured from left to right.
const FLAT: Real = 0.15;

/// Meaning of the colours of bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coloring {
    /// Place at the start of the scene.
    #[default]
    Scene,
    /// Every body has one of its own.
    Body,
    /// Bodies that touch have the same.
    Island,
    /// State: awake, asleep, kinematic.
    State,
}

impl Coloring {
    /// All of them, in order.
    pub const ALL: [Self; 4] = [Self::Scene, Self::Body, Self::Island, Self::State];

    /// Label of its button.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scene => "Scene",
            Self::Body => "Body",
            Self::Island => "Island",
            Self::State => "State",
        }
    }

    /// Meaning, in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Scene => "By where bodies began: from the bottom to the top.",
            Self::Body => "Every body by itself.",
            Self::Island => "Bodies that touch have the same colour.",
            Self::State => "Awake, asleep, kinematic.",
        }
    }
}

/// Tint of each body.
#[derive(Clone, Debug, Default)]
pub struct Tints {
    /// By where bodies began.
    start: HashMap<BodyKey, u8>,
    /// By the groups that touch now.
    islands: HashMap<BodyKey, u8>,
}

impl Tints {
    /// Tints of a scene at its start.
    pub fn for_scene(scene: &Scene) -> Self {
        let bodies = scene.bodies().filter_map(|key| scene.body(key).ok());
        let all: Vec<(BodyKey, Point)> = bodies
            .filter(|body| body.kind() == BodyKind::Dynamic)
            .map(|body| (body.key(), body.center_of_mass()))
            .collect();
        let around = Aabb::around(all.iter().map(|(_, at)| *at));
        let size = around.half_extents() * 2.0;
        let is_flat = size.y <= FLAT * size.x;
        let part = |at: Point| {
            let (from, length) =
                if is_flat { (at.x - around.min.x, size.x) } else { (at.y - around.min.y, size.y) };
            // A scene of one body has the warmest.
            let part = if length > 0.0 { from / length } else { 1.0 };
            ((part * TINTS.len() as Real) as usize).min(TINTS.len() - 1) as u8
        };
        let start = all.iter().map(|(key, at)| (*key, part(*at))).collect();
        Self { start, islands: HashMap::new() }
    }

    /// Finds out who touches whom now, if that is what colours mean.
    pub fn update(&mut self, scene: &Scene, coloring: Coloring) {
        self.islands.clear();
        if coloring == Coloring::Island {
            self.islands = islands(scene);
        }
    }

    /// The number of the tint of a body; `None` for one that has the colour of its state.
    pub fn of_body(&self, body: &BodyRef<'_>, coloring: Coloring) -> Option<usize> {
        let by_itself = APART[slotmap_index(body.key()) as usize % APART.len()];
        let start = || self.start.get(&body.key()).map_or(by_itself, |tint| usize::from(*tint));
        match (coloring, body.kind()) {
            (Coloring::State, _) | (_, BodyKind::Fixed | BodyKind::Kinematic) => None,
            (Coloring::Scene, _) => Some(start()),
            (Coloring::Body, _) => Some(by_itself),
            (Coloring::Island, _) => {
                Some(self.islands.get(&body.key()).map_or(by_itself, |tint| usize::from(*tint)))
            }
        }
    }
}

/// The tint of a number; a little darker at night.
pub(super) fn tint(index: usize, paint: &Paint) -> Color32 {
    let [_, red, green, blue] = TINTS[index % TINTS.len()].to_be_bytes();
    let color = Color32::from_rgb(red, green, blue);
    if paint.dark { scaled(color, 0.9) } else { color }
}

/// Bodies joined by contacts that touch or by joints have the tint of the first of them.
fn islands(scene: &Scene) -> HashMap<BodyKey, u8> {
    let keys: Vec<BodyKey> = scene.bodies().collect();
    let index: HashMap<BodyKey, usize> =
        keys.iter().enumerate().map(|(index, key)| (*key, index)).collect();
    let mut parents: Vec<usize> = (0..keys.len()).collect();
    let is_dynamic = |key: &BodyKey| scene.body(*key).is_ok_and(|body| body.is_dynamic());
    let mut join = |bodies: [BodyKey; 2]| {
        if bodies.iter().all(is_dynamic)
            && let [Some(a), Some(b)] = bodies.map(|key| index.get(&key))
        {
            let [a, b] = [*a, *b].map(|of| root(&mut parents, of));
            parents[a.max(b)] = a.min(b);
        }
    };
    for contact in scene.contacts().filter(ContactRef::is_touching) {
        join(contact.bodies());
    }
    for joint in scene.joints().filter_map(|key| scene.joint(key).ok()) {
        join([joint.body_a(), joint.body_b()]);
    }
    let tint = |at: usize| APART[at % APART.len()] as u8;
    let roots = (0..keys.len()).map(|of| root(&mut parents, of)).collect::<Vec<_>>();
    keys.iter().zip(roots).map(|(key, root)| (*key, tint(root))).collect()
}

fn root(parents: &mut [usize], mut of: usize) -> usize {
    while parents[of] != of {
        parents[of] = parents[parents[of]];
        of = parents[of];
    }
    of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pyramid_is_coloured_by_rows_and_an_island_is_of_one_colour() {
        let def = umbra_scenes::find("towers").unwrap();
        let mut running = def.set_up(SceneConfig::default()).unwrap();
        (0..20).for_each(|_| running.step(1.0 / 60.0).unwrap());
        let scene = &running.scene;
        let mut tints = Tints::for_scene(scene);
        tints.update(scene, Coloring::Island);
        let mut by_row: HashMap<i32, Vec<_>> = HashMap::new();
        let mut by_tower: HashMap<i32, Vec<_>> = HashMap::new();
        for body in scene.bodies().filter_map(|key| scene.body(key).ok()) {
            if !body.is_dynamic() {
                assert_eq!(tints.of_body(&body, Coloring::Scene), None);
                continue;
            }
            let at = body.position();
            by_row.entry(at.y as i32).or_default().push(tints.of_body(&body, Coloring::Scene));
            // Towers are two metres apart, left of the pyramid.
            if at.x < -8.0 {
                let tower = (at.x / 2.0).round() as i32;
                by_tower.entry(tower).or_default().push(tints.of_body(&body, Coloring::Island));
            }
        }
        for same in by_row.values().chain(by_tower.values()) {
            assert!(same.iter().all(|tint| tint == &same[0]), "{same:?}");
        }
        assert_ne!(by_row[&0][0], by_row[&11][0]);
        assert_eq!(by_tower.len(), 5);
    }
}
