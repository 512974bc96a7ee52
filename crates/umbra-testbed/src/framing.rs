//! Which part of the world a window shows of a scene: where what moves is and will be over the first seconds.
//!
//! A copy of the scene is stepped ahead, and the places of its bodies are noted. What the most of them come to is shown
//! whole; what falls off the world or flies away is not worth a view in which the rest is a dot.

use umbra::prelude::*;
use umbra_scenes::Framing;

use crate::session::Source;

/// How far ahead is looked, in seconds.
pub const SECONDS: Real = 5.0;
/// Places are noted this often, in steps.
const EVERY: u32 = 15;
/// How many steps of one body may be done to look ahead: some hundredths of a second.
const BUDGET: usize = 150_000;

/// Where every body that can move is at some moments.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The boxes of all bodies at each moment, in the order of the moments.
    pub moments: Vec<Vec<Aabb>>,
}

impl Places {
    /// Those of a scene over its first seconds, or over as many steps as a number of bodies allows.
    ///
    /// # Errors
    /// When the scene cannot be set up or stepped.
    pub fn of(source: &Source, budget: usize) -> Result<Self, umbra::Error> {
        let mut world = source.set_up()?;
        let bodies = world.scene().bodies().count().max(1);
        let steps = ((SECONDS * world.rate()) as usize).min(budget / bodies) as u32;
        let mut places = Self { moments: vec![boxes(world.scene())] };
        for step in 1..=steps {
            world.step()?;
            if step % EVERY == 0 {
                places.moments.push(boxes(world.scene()));
            }
        }
        Ok(places)
    }
}

/// The boxes of all bodies that can move.
fn boxes(scene: &Scene) -> Vec<Aabb> {
    let bodies = scene.bodies().filter_map(|key| scene.body(key).ok());
    bodies.filter_map(|body| box_of(scene, &body)).collect()
}

/// The box of a body that can move and has solid colliders.
pub fn box_of(scene: &Scene, body: &BodyRef<'_>) -> Option<Aabb> {
    if body.kind() == BodyKind::Fixed || !body.is_enabled() {
        return None;
    }
    let colliders = body.colliders().filter_map(|key| scene.collider(key).ok());
    let solid = colliders.filter(|collider| !collider.is_sensor());
    let around = solid.fold(Aabb::EMPTY, |all, it| all.union(&it.aabb()));
    around.is_valid().then_some(around)
}

/// What a window shows of a scene at its start.
pub fn start_view(source: &Source) -> Option<Aabb> {
    if let Framing::View(view) = source.framing() {
        return Some(view);
    }
    let places = Places::of(source, BUDGET).ok()?;
    let all = places.moments.iter().flatten().fold(Aabb::EMPTY, |all, it| all.union(it));
    all.is_valid().then_some(all)
}

/// Everything that can move where it is now, or everything there is.
pub fn whole(scene: &Scene) -> Option<Aabb> {
    let moving = boxes(scene).iter().fold(Aabb::EMPTY, |all, it| all.union(it));
    if moving.is_valid() {
        return Some(moving);
    }
    let colliders = scene.colliders().filter_map(|key| scene.collider(key).ok());
    let all = colliders.fold(Aabb::EMPTY, |all, collider| all.union(&collider.aabb()));
    all.is_valid().then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn data() {
        for def in umbra_scenes::all() {
            let source = Source::from(def);
            let n = source.set_up().unwrap().scene().bodies().count();
            if n > 12000 {
                println!("{} {n}", def.name);
                continue;
            }
            let p = Places::of(&source, 1_000_000).unwrap();
            let f =
                |b: &Aabb| format!("[{:.1} {:.1} {:.1} {:.1}]", b.min.x, b.min.y, b.max.x, b.max.y);
            let u = |m: &Vec<Aabb>| m.iter().fold(Aabb::EMPTY, |all, it| all.union(it));
            let last = p.moments.len() - 1;
            let mut xs: Vec<f32> = p.moments.iter().flatten().map(|b| b.center().x).collect();
            let mut ys: Vec<f32> = p.moments.iter().flatten().map(|b| b.center().y).collect();
            xs.sort_by(f32::total_cmp);
            ys.sort_by(f32::total_cmp);
            let q = |v: &Vec<f32>, f: f32| {
                v.get(((v.len() as f32 - 1.0) * f) as usize).copied().unwrap_or(0.0)
            };
            println!(
                "{:22} n={n:5} moving {:5} 0:{} 2:{} 5({}):{} q02..98 x {:.1} {:.1} y {:.1} {:.1} {:?}",
                def.name,
                p.moments[0].len(),
                f(&u(&p.moments[0])),
                f(&u(&p.moments[8.min(last)])),
                last,
                f(&u(&p.moments[last])),
                q(&xs, 0.02),
                q(&xs, 0.98),
                q(&ys, 0.02),
                q(&ys, 0.98),
                match def.framing {
                    Framing::Moving => "".to_string(),
                    Framing::View(v) => format!("VIEW {}", f(&v)),
                    Framing::Follow(w) => format!("FOLLOW {w}"),
                }
            );
        }
    }
}
