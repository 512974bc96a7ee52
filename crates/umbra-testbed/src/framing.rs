//! First view of a scene: the part of the world in which bodies move over the first seconds.
//!
//! A copy of the scene is stepped ahead, and the places of its bodies are noted. What the most of
//! them come to is shown whole; what falls off the world or flies away is not worth a view in which
//! the rest is a dot.

use umbra::prelude::*;
use umbra_scenes::Framing;

use crate::session::Source;

/// Length of the look ahead, in seconds.
pub const SECONDS: Real = 5.0;
/// Places are noted this often, in steps.
const EVERY: u32 = 15;
/// How many steps of one body may be done to look ahead: some hundredths of a second.
const BUDGET: usize = 100_000;
/// What a step costs besides its bodies, as so many of them.
const STEP: usize = 50;
/// A place among the outermost of this part does not count, if the view would become so much wider
/// by it.
const OUTERMOST: Real = 0.02;
const WORTH: Real = 1.6;
/// Of a scene that is so many times as long as its bodies, and thin or sparse, a part of another
/// length is shown.
const LONG: Real = 150.0;
const PART: Real = 60.0;
const SPARSE: Real = 0.1;
const THIN: Real = 8.0;
/// Where bodies belong is shown if it is at most so many times as large as where they were seen.
const BELONGS: Real = 2.0;
/// How much room there is around, as a part of the longer side; around one or two bodies there is
/// more.
const ROOM: Real = 0.05;
/// Distance from the middle at which a followed body may be, as a part of half the view.
const MOST_ASIDE: Real = 0.85;
const ROOM_ALONE: Real = 0.5;

/// Poses of every body that can move, at some moments.
#[derive(Clone, Debug)]
pub struct Places {
    /// The boxes of all bodies at each moment, in the order of the moments.
    pub moments: Vec<Vec<Aabb>>,
    /// All around what turns or is moved by itself, which counts wherever it is.
    pub kinematic: Aabb,
    /// True if the budget did not last until the end.
    pub is_short: bool,
}

impl Places {
    /// Those of a scene over its first seconds, or over as many steps as a number of bodies allows.
    ///
    /// # Errors
    /// When the scene cannot be set up or stepped.
    pub fn predict(source: &Source, budget: usize) -> Result<Self, umbra::Error> {
        let mut world = source.set_up()?;
        let steps = (SECONDS * world.rate()) as u32;
        let moments = vec![boxes(world.scene())];
        let kinematic = kinematic_box(world.scene());
        let (mut places, mut done) = (Self { moments, kinematic, is_short: false }, 0);
        for step in 1..=steps {
            world.step()?;
            if step % EVERY == 0 {
                places.moments.push(boxes(world.scene()));
                places.kinematic = places.kinematic.union(&kinematic_box(world.scene()));
            }
            done += world.scene().stats().awake_bodies + STEP;
            if done > budget {
                places.is_short = step < steps;
                break;
            }
        }
        Ok(places)
    }

    /// The box around the places that count.
    fn around(&self) -> Option<Aabb> {
        let all: Vec<Aabb> = self.moments.iter().flatten().copied().collect();
        let union = all.iter().fold(Aabb::EMPTY, |union, it| union.union(it));
        if !union.is_valid() {
            return None;
        }
        let within = |numbers: &mut dyn Iterator<Item = Real>, part: Real| {
            let mut numbers: Vec<Real> = numbers.collect();
            numbers.sort_unstable_by(Real::total_cmp);
            numbers[((numbers.len() - 1) as Real * part) as usize]
        };
        let low = |axis: usize| within(&mut all.iter().map(|it| it.min[axis]), OUTERMOST);
        let high = |axis: usize| within(&mut all.iter().map(|it| it.max[axis]), 1.0 - OUTERMOST);
        let mut view = union;
        for axis in 0..2 {
            let (from, to) = (low(axis), high(axis));
            if union.max[axis] - union.min[axis] > WORTH * (to - from) {
                (view.min[axis], view.max[axis]) = (from, to);
            }
        }
        Some(view.union(&self.kinematic))
    }
}

/// The box around all kinematic bodies.
fn kinematic_box(scene: &Scene) -> Aabb {
    let bodies = scene.bodies().filter_map(|key| scene.body(key).ok());
    let kinematic = bodies.filter(|body| body.kind() == BodyKind::Kinematic);
    kinematic.filter_map(|body| box_of(scene, &body)).fold(Aabb::EMPTY, |all, it| all.union(&it))
}

/// How far a shape reaches from the origin of its body.
fn reach(shape: &Shape, offset: &Pose) -> Real {
    let far = |points: &[Point]| {
        points.iter().map(|point| (offset * point).coords.norm()).fold(0.0, Real::max)
    };
    far(shape.core().vertices) + shape.radius()
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
    if !around.is_valid() {
        return None;
    }
    // What turns by itself goes all around.
    if body.kind() == BodyKind::Kinematic && body.angular_velocity() != 0.0 {
        let colliders = body.colliders().filter_map(|key| scene.collider(key).ok());
        let reaches = colliders.flat_map(|it| {
            it.local_shapes().map(|(shape, at)| reach(shape, &at)).collect::<Vec<_>>()
        });
        let side = reaches.fold(0.0, Real::max);
        return Some(Aabb { min: body.position(), max: body.position() }.grown(side));
    }
    Some(around)
}

/// A part of the world to be shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The box.
    pub shown: Aabb,
    /// True for a part of a scene whose bodies would be dots if all of it was shown.
    pub is_part: bool,
}

/// Part of the world that a window shows of a scene at its start.
pub fn start_view(source: &Source) -> Option<View> {
    if let Framing::View(shown) = source.framing() {
        return Some(View { shown, is_part: false });
    }
    let mut places = Places::predict(source, BUDGET).ok()?;
    let world = source.set_up().ok()?;
    if places.moments.iter().all(Vec::is_empty) {
        places.moments = vec![fixed_boxes(world.scene())];
    }
    let mut around = places.around()?;
    // Where the bodies of a large scene will be is known from where they belong.
    if let Some(bounds) = source.def().map(|def| def.bounds).filter(|_| places.is_short) {
        let (a, b) = (bounds.half_extents(), around.half_extents());
        if a.x < BELONGS * b.x && a.y < BELONGS * b.y {
            around = around.union(&bounds);
        }
    }
    let marked = world.roles().marked.and_then(|key| world.scene().body(key).ok());
    let part = part_of(&places, &around, marked.map(|body| body.position()));
    let shown = part.unwrap_or(around);
    let half = shown.half_extents();
    let most = places.moments.iter().map(Vec::len).max().unwrap_or(0);
    let room = if most <= 2 { ROOM_ALONE } else { ROOM };
    let shown = shown.grown(2.0 * room * half.x.max(half.y));
    Some(View { shown, is_part: part.is_some() })
}

/// The part to show of a scene that is long, and thin or sparse.
fn part_of(places: &Places, around: &Aabb, marked: Option<Point>) -> Option<Aabb> {
    let boxes = places.moments.iter().find(|boxes| !boxes.is_empty())?;
    let side = |it: &Aabb| 2.0 * it.half_extents().x.max(it.half_extents().y);
    let mut sides: Vec<Real> = boxes.iter().map(side).collect();
    sides.sort_unstable_by(Real::total_cmp);
    let typical = sides[sides.len() / 2].max(1e-6);
    let (long, half) = (side(around), around.half_extents());
    let covered: Real = boxes.iter().map(|it| it.half_extents().x * it.half_extents().y).sum();
    // What falls from high above fills the place where it lands.
    let moves = places.moments.len() > 1;
    let is_sparse = !moves && covered < SPARSE * half.x * half.y;
    let is_thin = long > THIN * 2.0 * half.x.min(half.y);
    if long <= LONG * typical || !(is_sparse || is_thin) {
        return None;
    }
    let near = |at: &Point| around.contains_point(*at);
    let middle = marked.filter(near).unwrap_or_else(|| nearest(boxes, around.center()));
    let reach = 0.5 * PART * typical;
    let part = Aabb { min: middle, max: middle }.grown(reach);
    // Not beyond what there is.
    let (min, max) = (
        Point::new(part.min.x.max(around.min.x), part.min.y.max(around.min.y)),
        Point::new(part.max.x.min(around.max.x), part.max.y.min(around.max.y)),
    );
    Some(Aabb { min, max })
}

/// The middle of the box that is nearest to a point.
fn nearest(boxes: &[Aabb], to: Point) -> Point {
    let distance = |it: &Point| (it - to).norm_squared();
    let centers = boxes.iter().map(Aabb::center);
    centers.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(to)
}

/// The boxes of all colliders, whether they can move or not.
fn fixed_boxes(scene: &Scene) -> Vec<Aabb> {
    let colliders = scene.colliders().filter_map(|key| scene.collider(key).ok());
    colliders.map(|collider| collider.aabb()).filter(Aabb::is_valid).collect()
}

/// The box around all that stands still: the course of a scene whose camera follows a body.
pub fn stage(scene: &Scene) -> Option<Aabb> {
    let bodies = scene.bodies().filter_map(|key| scene.body(key).ok());
    let fixed = bodies.filter(|body| body.kind() == BodyKind::Fixed);
    let colliders = fixed.flat_map(|body| body.colliders().collect::<Vec<_>>());
    let solid = colliders.filter_map(|key| scene.collider(key).ok()).filter(|it| !it.is_sensor());
    let stage = solid.fold(Aabb::EMPTY, |all, it| all.union(&it.aabb()));
    stage.is_valid().then_some(stage)
}

/// Points of the screen per metre, where a width is followed: on a screen that is higher than wide
/// less is seen of it.
pub fn follow_scale(size: egui::Vec2, width: Real) -> f32 {
    size.max_elem() / width
}

/// The middle of a view that follows a point: no farther outside of the stage than it must be.
/// `half` is half of the view.
pub fn follow(at: Point, stage: Option<Aabb>, half: Vector) -> Point {
    let Some(stage) = stage else { return at };
    let mut middle = at;
    for axis in 0..2 {
        let (a, b) = (stage.min[axis] + half[axis], stage.max[axis] - half[axis]);
        let (low, high) = (a.min(b), a.max(b));
        // What is followed stays in view wherever it is.
        let reach = MOST_ASIDE * half[axis];
        let within = at[axis].max(low).min(high);
        middle[axis] = within.max(at[axis] - reach).min(at[axis] + reach);
    }
    middle
}

/// Everything that can move where it is now, or everything there is.
pub fn whole(scene: &Scene) -> Option<Aabb> {
    let moving = boxes(scene).iter().fold(Aabb::EMPTY, |all, it| all.union(it));
    if moving.is_valid() {
        return Some(moving);
    }
    let all = fixed_boxes(scene).iter().fold(Aabb::EMPTY, |all, it| all.union(it));
    all.is_valid().then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::{Camera, Lens};
    use egui::{Pos2, Rect, Vec2, vec2};

    /// The canvases of a desktop and of two telephones.
    const CANVASES: [Vec2; 3] = [vec2(1016.0, 712.0), vec2(844.0, 338.0), vec2(390.0, 740.0)];
    /// How much of the view there has to be, in one direction.
    const FILL: Real = 0.4;

    /// What a canvas shows of a scene, when the body that is followed is here.
    fn seen(source: &Source, view: Option<View>, followed: Option<Point>, size: Vec2) -> Aabb {
        let rect = Rect::from_min_size(Pos2::ZERO, size);
        let camera = match (source.framing(), followed) {
            (Framing::Follow(width), Some(center)) => {
                let scale = follow_scale(size, width);
                let half = Vector::new(size.x, size.y) * (0.5 / scale);
                let stage = source.set_up().ok().and_then(|world| stage(world.scene()));
                Camera { center: follow(center, stage, half), scale }
            }
            _ => Camera::default().fit(&view.unwrap().shown, size),
        };
        Lens { camera, rect }.view()
    }

    fn whole_of(scene: &Scene) -> Aabb {
        fixed_boxes(scene).iter().fold(Aabb::EMPTY, |all, it| all.union(it))
    }

    fn fill(of: &Aabb, view: &Aabb) -> Real {
        let (a, b) = (of.half_extents(), view.half_extents());
        (a.x / b.x).max(a.y / b.y)
    }

    /// Judges a scene on all canvases, and says what is wrong with it.
    fn judge(def: &'static umbra_scenes::SceneDef, faults: &mut Vec<String>) -> bool {
        let source = Source::from(def);
        let view = start_view(&source);
        let is_followed = matches!(source.framing(), Framing::Follow(_));
        let is_part = view.is_some_and(|view| view.is_part);
        let mut world = source.set_up().unwrap();
        let bodies = world.scene().bodies().count();
        // Steps of large scenes take long: they are done when more cases are asked for.
        let most = if std::env::var_os("UMBRA_CASES").is_some() { 12_000 } else { 1_500 };
        let last = if bodies > most { 0 } else { 300 };
        let mut around = [Aabb::EMPTY; CANVASES.len()];
        let mut views = around;
        for step in 0..=last {
            if [0, 120, 300].contains(&step) {
                let boxes = boxes(world.scene());
                let marked = world.roles().marked.and_then(|key| world.scene().body(key).ok());
                let followed = marked.map(|body| body.position());
                for (index, size) in CANVASES.into_iter().enumerate() {
                    let seen = seen(&source, view, followed, size);
                    views[index] = seen;
                    let what = format!("{} at {step} on {size}", def.name);
                    let marked = marked.and_then(|body| box_of(world.scene(), &body));
                    judge_moment(&what, &boxes, marked, &seen, is_part || is_followed, faults);
                    if !def.buttons.is_empty() {
                        // The stage of a game is what its player acts on.
                        around[index] = whole_of(world.scene());
                    } else if is_followed {
                        around[index] = around[index].union(&marked.unwrap_or(Aabb::EMPTY));
                    } else {
                        let inside = boxes.iter().filter(|it| seen.contains(it));
                        around[index] = inside.fold(around[index], |all, it| all.union(it));
                    }
                }
            }
            world.step().unwrap();
        }
        for (around, view) in around.iter().zip(&views) {
            // Where nothing moves, there is what stands.
            let is_empty = !around.is_valid();
            if !is_empty && fill(around, view) < FILL {
                faults.push(format!("{}: {:.2} of the view", def.name, fill(around, view)));
            }
        }
        is_part
    }

    fn judge_moment(
        what: &str,
        boxes: &[Aabb],
        marked: Option<Aabb>,
        seen: &Aabb,
        is_part: bool,
        faults: &mut Vec<String>,
    ) {
        if boxes.is_empty() {
            return;
        }
        // What is farther away than the view is large has left for good.
        let far = seen.grown(2.0 * seen.half_extents().x.max(seen.half_extents().y));
        let inside = boxes.iter().filter(|it| seen.contains(it)).count();
        let cropped = boxes.iter().filter(|it| !seen.contains(it) && far.overlaps(it)).count();
        let count = boxes.len();
        if inside == 0 {
            faults.push(format!("{what}: nothing is seen of {count}"));
        } else if !is_part && (cropped > 1 && 7 * cropped > count) {
            faults.push(format!("{what}: {cropped} of {count} are cropped"));
        } else if is_part && inside < count.min(1) {
            faults.push(format!("{what}: {inside} of {count} are seen"));
        }
        if let Some(marked) = marked.filter(|it| far.overlaps(it) && !seen.contains(it)) {
            faults.push(format!("{what}: the marked body is at {marked:?}, seen is {seen:?}"));
        }
    }

    #[test]
    fn at_0_2_and_5_seconds_bodies_are_inside_and_fill_the_view() {
        let (mut faults, mut parts) = (vec![], vec![]);
        for def in umbra_scenes::all() {
            if judge(def, &mut faults) {
                parts.push(def.name);
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        assert!(parts.len() <= 5, "{parts:?}");
    }

    #[test]
    fn a_camera_that_follows_keeps_to_the_level() {
        let source = Source::from(umbra_scenes::find("play_platformer").unwrap());
        let world = source.set_up().unwrap();
        let player = world.roles().marked.and_then(|key| world.scene().body(key).ok()).unwrap();
        let level = stage(world.scene()).unwrap();
        for size in CANVASES {
            let view = seen(&source, None, Some(player.position()), size);
            // At the left end of the level, nothing left of it is seen.
            assert!((view.min.x - level.min.x).abs() < 1e-3, "{size}: {view:?}");
            let inside = view.max.y.min(level.max.y) - view.min.y.max(level.min.y);
            let part = inside / (view.max.y - view.min.y);
            assert!(part > 0.55, "{size}: the level has {part} of the height");
        }
        // Far above the level, the player is seen and not the level.
        let half = Vector::new(5.0, 5.0);
        let middle = follow(Point::new(30.0, 90.0), Some(level), half);
        assert!((90.0 - middle.y).abs() < 5.0 && middle.x == 30.0, "{middle}");
    }

    #[test]
    fn a_field_of_fixed_boxes_is_not_a_field_of_dots() {
        let view = start_view(&Source::from(&umbra_scenes::growth::FIELD)).unwrap();
        let scene = Source::from(&umbra_scenes::growth::FIELD).set_up().unwrap();
        let seen = fixed_boxes(scene.scene()).iter().filter(|it| view.shown.contains(it)).count();
        assert!(view.is_part && seen >= 20, "{seen}");
    }
}
