//! Building, boxes and rays: our tree beside theirs.

use super::boxes::Random;
use super::{box2d, parry};
use boxdd_sys::ffi::*;
use core::ffi::c_void;
use core::ops::ControlFlow;
use parry2d::partitioning::{Bvh, BvhBuildStrategy};
use parry2d::query::Ray;
use std::time::Instant;
use umbra_broad::{Cast, Tree};
use umbra_geom::{Aabb, Point, Vector};

unsafe extern "C" fn count(_: i32, data: u64, context: *mut c_void) -> bool {
    // SAFETY: the caller passes a number that outlives the query.
    unsafe { *context.cast::<u64>() += data };
    true
}

/// A ray against boxes taken as solid: the nearest box is the nearest hit.
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

/// Times three ways to answer `queries`, in turns; prints a row.
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
        among(count);
    }
}

fn among(count: usize) {
    let mut random = Random::new(5);
    let side = 10.0 * (count as f32).sqrt();
    let mut some = |half: [f32; 2]| {
        let center = Point::new(random.within(0.0, side), random.within(0.0, side));
        let half = Vector::new(random.within(half[0], half[1]), random.within(half[0], half[1]));
        Aabb { min: center - half, max: center + half }
    };
    let boxes: Vec<Aabb> = (0..count).map(|_| some([0.1, 1.0])).collect();
    let asked: Vec<Aabb> = (0..4000).map(|_| some([2.5, 2.5])).collect();
    let mut ray = |length: f32| {
        let angle = random.within(0.0, core::f32::consts::TAU);
        let origin = Point::new(random.within(0.0, side), random.within(0.0, side));
        (origin, Vector::new(angle.cos(), angle.sin()) * length)
    };
    let short: Vec<_> = (0..4000).map(|_| ray(50.0)).collect();
    let long: Vec<_> = (0..2000).map(|_| ray(side)).collect();

    let items: Vec<_> = boxes.iter().zip(0..).map(|(aabb, data)| (*aabb, data, 1)).collect();
    let leaves: Vec<_> = boxes.iter().map(parry::bounds).collect();
    let mut tree = Tree::new();
    let mut theirs = Bvh::new();
    // SAFETY: the tree is used by this function only, and destroyed before each new one.
    let mut other = unsafe { b2DynamicTree_Create(16) };
    race(
        &format!("build {}, per box", super::thousands(count)),
        count,
        [
            &mut || {
                tree = Tree::from_boxes(&items).unwrap().0;
                0.0
            },
            &mut || {
                // SAFETY: as above.
                unsafe {
                    b2DynamicTree_Destroy(&mut other);
                    other = b2DynamicTree_Create(16);
                    for (aabb, data, _) in &items {
                        b2DynamicTree_CreateProxy(
                            &mut other,
                            box2d::bounds(aabb),
                            1,
                            u64::from(*data),
                        );
                    }
                    b2DynamicTree_Rebuild(&mut other, true);
                }
                0.0
            },
            &mut || {
                theirs = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
                0.0
            },
        ],
    );
    race(
        &format!("boxes 5 x 5 in {}", super::thousands(count)),
        asked.len(),
        [
            &mut || {
                let mut sum = 0_u64;
                for aabb in &asked {
                    let _: ControlFlow<()> = tree.query_aabb(aabb, u64::MAX, |data| {
                        sum += u64::from(data);
                        ControlFlow::Continue(())
                    });
                }
                sum as f64
            },
            &mut || {
                let mut sum = 0_u64;
                for aabb in &asked {
                    let context = (&raw mut sum).cast::<c_void>();
                    // SAFETY: as above, and the sum outlives the query.
                    unsafe {
                        b2DynamicTree_Query(
                            &other,
                            box2d::bounds(aabb),
                            1,
                            Some(count_up()),
                            context,
                        )
                    };
                }
                sum as f64
            },
            &mut || {
                let mut sum = 0_u64;
                for aabb in &asked {
                    let aabb = parry::bounds(aabb);
                    theirs.intersect_aabb(&aabb).for_each(|data| sum += u64::from(data));
                }
                sum as f64
            },
        ],
    );
    for (name, rays) in [("closest ray, 50 m,", &short), ("closest ray, across,", &long)] {
        race(
            &format!("{name} in {}", super::thousands(count)),
            rays.len(),
            [
                &mut || {
                    let mut sum = 0.0;
                    for (origin, by) in rays {
                        let cast = Cast::ray(*origin, *by, 1.0).unwrap();
                        let mut best = 1.0;
                        let _: ControlFlow<()> = tree.cast(&cast, u64::MAX, |data, _| {
                            let hit = boxes[data as usize].clip_segment(*origin, *by, best);
                            best = hit.map_or(best, |hit| hit.0);
                            ControlFlow::Continue(best)
                        });
                        sum += f64::from(best);
                    }
                    sum
                },
                &mut || {
                    let mut sum = 0.0;
                    for (origin, by) in rays {
                        let mut context = Closest { boxes: &boxes, best: 1.0 };
                        let input = b2RayCastInput {
                            origin: b2Vec2 { x: origin.x, y: origin.y },
                            translation: b2Vec2 { x: by.x, y: by.y },
                            maxFraction: 1.0,
                        };
                        // SAFETY: as above, and the context outlives the cast.
                        unsafe {
                            let context = (&raw mut context).cast::<c_void>();
                            b2DynamicTree_RayCast(&other, &input, 1, Some(closest), context);
                        }
                        sum += f64::from(context.best);
                    }
                    sum
                },
                &mut || {
                    let mut sum = 0.0;
                    for (origin, by) in rays {
                        let to = |v: Vector| parry2d::math::Vector::new(v.x, v.y);
                        let ray = Ray::new(to(origin.coords), to(*by));
                        let hit = theirs.cast_ray(&ray, 1.0, |data, best| {
                            boxes[data as usize].clip_segment(*origin, *by, best).map(|hit| hit.0)
                        });
                        sum += f64::from(hit.map_or(1.0, |hit| hit.1));
                    }
                    sum
                },
            ],
        );
    }
    // SAFETY: not used afterwards.
    unsafe { b2DynamicTree_Destroy(&mut other) };
}

fn count_up() -> unsafe extern "C" fn(i32, u64, *mut c_void) -> bool {
    count
}
