//! Building, boxes and rays: our tree beside those of the others.

use super::{box2d, parry};
use boxdd_sys::ffi::*;
use core::ffi::c_void;
use core::ops::ControlFlow;
use parry2d::partitioning::{Bvh, BvhBuildStrategy};
use parry2d::query::Ray;
use std::time::Instant;
use umbra_benches::boxes::Random;
use umbra_broad::{Cast, Tree};
use umbra_geom::{Aabb, Point, Vector};

unsafe extern "C" fn count(_: i32, data: u64, context: *mut c_void) -> bool {
    // SAFETY: the caller passes a number that outlives the query.
    unsafe { *context.cast::<u64>() += data };
    true
}

/// A ray against boxes that count as solid: the nearest box is the nearest hit.
struct Closest<'a> {
    boxes: &'a [Aabb],
    best: f32,
}

unsafe extern "C" fn closest(
    input: *const b2RayCastInput,
    _: i32,
    data: u64,
    context: *mut c_void,
) -> f32 {
    // SAFETY: the caller passes a context that outlives the cast.
    let (input, context) = unsafe { (&*input, &mut *context.cast::<Closest>()) };
    let (o, t) = (input.origin, input.translation);
    let clip = context.boxes[data as usize].clip_segment(
        Point::new(o.x, o.y),
        Vector::new(t.x, t.y),
        input.maxFraction,
    );
    match clip {
        Some((enter, _)) => {
            context.best = enter;
            enter
        }
        None => input.maxFraction,
    }
}

/// Times three engines on the same queries, interleaved; prints a row.
fn race(name: &str, per: usize, mut run: [&mut dyn FnMut() -> f64; 3]) {
    let mut times: [Vec<f64>; 3] = Default::default();
    let mut sums = [0.0; 3];
    for _ in 0..15 {
        for ((run, times), sum) in run.iter_mut().zip(&mut times).zip(&mut sums) {
            let start = Instant::now();
            *sum = run();
            times.push(start.elapsed().as_secs_f64());
        }
    }
    for sum in &sums[1..] {
        assert!((sum - sums[0]).abs() <= 1e-4 * sums[0].abs(), "{name}: {sums:?}");
    }
    let [ours, box2d, parry] = times.map(|mut times| 1e9 * super::median(&mut times) / per as f64);
    let [ours_shown, box2d_shown, parry_shown] = [ours, box2d, parry].map(super::whole);
    println!(
        "| {name} | {ours_shown} | {box2d_shown} | {parry_shown} | {:.1} |",
        box2d.min(parry) / ours
    );
}

/// All rows, over `count` boxes strewn over a square as in the reference measurements.
pub fn run() {
    println!();
    println!("| | Umbra | Box2D | parry | faster by |");
    println!("|---|---|---|---|---|");
    for count in [10_000, 100_000] {
        let mut field = Field::new(count);
        field.race_to_build();
        field.race_for_boxes();
        field.race_along("closest ray, 50 m,", &field.short);
        field.race_along("closest ray, across,", &field.long);
    }
}

/// The boxes of one race, the three trees over them, and the queries.
struct Field {
    boxes: Vec<Aabb>,
    asked: Vec<Aabb>,
    /// The starts and translations of rays.
    short: Vec<(Point, Vector)>,
    long: Vec<(Point, Vector)>,
    ours: Tree,
    box2d: b2DynamicTree,
    parry: Bvh,
}

impl Field {
    /// Boxes strewn over a square, and trees without any.
    fn new(count: usize) -> Self {
        let mut random = Random::new(5);
        let side = 10.0 * (count as f32).sqrt();
        let mut some = |half: [f32; 2]| {
            let center = Point::new(random.within(0.0, side), random.within(0.0, side));
            let mut half = || random.within(half[0], half[1]);
            let half = Vector::new(half(), half());
            Aabb { min: center - half, max: center + half }
        };
        let boxes = (0..count).map(|_| some([0.1, 1.0])).collect();
        let asked = (0..4000).map(|_| some([2.5, 2.5])).collect();
        let mut ray = |length: f32| {
            let angle = random.within(0.0, core::f32::consts::TAU);
            let origin = Point::new(random.within(0.0, side), random.within(0.0, side));
            (origin, Vector::new(angle.cos(), angle.sin()) * length)
        };
        let short = (0..4000).map(|_| ray(50.0)).collect();
        let long = (0..2000).map(|_| ray(side)).collect();
        // SAFETY: the tree is used by this field only, and destroyed before each new one.
        let box2d = unsafe { b2DynamicTree_Create(16) };
        Self { boxes, asked, short, long, ours: Tree::new(), box2d, parry: Bvh::new() }
    }

    fn race_to_build(&mut self) {
        let Self { boxes, ours, box2d, parry, .. } = self;
        let items: Vec<_> = boxes.iter().zip(0..).map(|(aabb, data)| (*aabb, data, 1)).collect();
        let leaves: Vec<_> = boxes.iter().map(parry::bounds).collect();
        let name = format!("build {}, per box", super::thousands(boxes.len()));
        let build_ours = &mut || {
            *ours = Tree::from_boxes(&items).unwrap().0;
            0.0
        };
        let build_box2d = &mut || {
            // SAFETY: as above.
            unsafe {
                b2DynamicTree_Destroy(box2d);
                *box2d = b2DynamicTree_Create(16);
                for (aabb, data, _) in &items {
                    let data = u64::from(*data);
                    b2DynamicTree_CreateProxy(box2d, box2d::bounds(aabb), 1, data);
                }
                b2DynamicTree_Rebuild(box2d, true);
            }
            0.0
        };
        let build_parry = &mut || {
            *parry = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
            0.0
        };
        race(&name, boxes.len(), [build_ours, build_box2d, build_parry]);
    }

    fn race_for_boxes(&self) {
        let Self { asked, ours, box2d, parry, .. } = self;
        let name = format!("boxes 5 x 5 in {}", super::thousands(self.boxes.len()));
        let ask_ours = &mut || {
            let mut sum = 0_u64;
            for aabb in asked {
                let _: ControlFlow<()> = ours.query_aabb(aabb, u64::MAX, |data| {
                    sum += u64::from(data);
                    ControlFlow::Continue(())
                });
            }
            sum as f64
        };
        let ask_box2d = &mut || {
            let mut sum = 0_u64;
            for aabb in asked {
                let context = (&raw mut sum).cast::<c_void>();
                // SAFETY: as above, and the sum outlives the query.
                unsafe {
                    b2DynamicTree_Query(box2d, box2d::bounds(aabb), 1, Some(count_up()), context)
                };
            }
            sum as f64
        };
        let ask_parry = &mut || {
            let mut sum = 0_u64;
            for aabb in asked {
                let aabb = parry::bounds(aabb);
                parry.intersect_aabb(&aabb).for_each(|data| sum += u64::from(data));
            }
            sum as f64
        };
        race(&name, asked.len(), [ask_ours, ask_box2d, ask_parry]);
    }

    fn race_along(&self, name: &str, rays: &[(Point, Vector)]) {
        let Self { boxes, ours, box2d, parry, .. } = self;
        let name = format!("{name} in {}", super::thousands(boxes.len()));
        let cast_ours = &mut || {
            let mut sum = 0.0;
            for (origin, by) in rays {
                let cast = Cast::ray(*origin, *by, 1.0).unwrap();
                let mut best = 1.0;
                let _: ControlFlow<()> = ours.cast(&cast, u64::MAX, |data, _| {
                    let hit = boxes[data as usize].clip_segment(*origin, *by, best);
                    best = hit.map_or(best, |hit| hit.0);
                    ControlFlow::Continue(best)
                });
                sum += f64::from(best);
            }
            sum
        };
        let cast_box2d = &mut || {
            let mut sum = 0.0;
            for (origin, by) in rays {
                let mut context = Closest { boxes, best: 1.0 };
                let input = b2RayCastInput {
                    origin: b2Vec2 { x: origin.x, y: origin.y },
                    translation: b2Vec2 { x: by.x, y: by.y },
                    maxFraction: 1.0,
                };
                // SAFETY: as above, and the context outlives the cast.
                unsafe {
                    let context = (&raw mut context).cast::<c_void>();
                    b2DynamicTree_RayCast(box2d, &input, 1, Some(closest), context);
                }
                sum += f64::from(context.best);
            }
            sum
        };
        let cast_parry = &mut || {
            let mut sum = 0.0;
            for (origin, by) in rays {
                let to = |v: Vector| parry2d::math::Vector::new(v.x, v.y);
                let ray = Ray::new(to(origin.coords), to(*by));
                let hit = parry.cast_ray(&ray, 1.0, |data, best| {
                    boxes[data as usize].clip_segment(*origin, *by, best).map(|hit| hit.0)
                });
                sum += f64::from(hit.map_or(1.0, |hit| hit.1));
            }
            sum
        };
        race(&name, rays.len(), [cast_ours, cast_box2d, cast_parry]);
    }
}

impl Drop for Field {
    fn drop(&mut self) {
        // SAFETY: not used afterwards.
        unsafe { b2DynamicTree_Destroy(&mut self.box2d) };
    }
}

fn count_up() -> unsafe extern "C" fn(i32, u64, *mut c_void) -> bool {
    count
}
