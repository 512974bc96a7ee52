//! Questions about what is where.
use std::cell::RefCell;
use std::ops::ControlFlow;

use umbra::prelude::*;
use wasm_bindgen::prelude::*;

use crate::body::kind_number;
use crate::error::{Answer, Refused};
use crate::shape::convex;
use crate::table::{Options, apply};
use crate::wire::{Key, Values, numbers};
use crate::world::RawWorld;

#[wasm_bindgen]
extern "C" {
    /// A function of JavaScript that is asked about a collider.
    pub type Test;
    #[wasm_bindgen(method, catch, js_name = call)]
    fn call(this: &Test, context: &JsValue, collider: f64) -> Result<JsValue, JsValue>;
}

const PLATFORMS: [Platforms; 3] = [Platforms::Passable, Platforms::Solid, Platforms::Overlooked];

/// Options of a filter of queries.
pub const OPTIONS: &Options<QueryFilter> = &[
    ("filter:f", |it, v| QueryFilter { filter: v.filter(0), ..it }),
    ("exclude:k", |it, v| it.exclude(v.key(0))),
    ("only:a(fixed,kinematic,dynamic)", |it, v| it.only(kinds(v))),
    ("sensors:b", |it, v| it.sensors(v.flag(0))),
    ("portals:b", |it, v| it.portals(v.flag(0))),
    ("platforms:e(passable,solid,overlooked)", |it, v| {
        it.platforms(PLATFORMS.get(v.index(0)).copied().unwrap_or(Platforms::Passable))
    }),
];

fn kinds(values: Values<'_>) -> umbra::BodyKinds {
    const KINDS: [BodyKind; 3] = [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic];
    // Kinds that are not wanted are named by one that is: the list has a fixed length.
    let wanted = |kind: BodyKind| values.0.contains(&(kind_number(kind) as f64));
    let Some(first) = KINDS.into_iter().find(|&it| wanted(it)) else {
        return umbra::BodyKinds::from([]);
    };
    KINDS.map(|it| if wanted(it) { it } else { first }).into()
}

/// A query's predicate: a function of JavaScript, and what it threw.
struct Asked {
    test: Option<Test>,
    thrown: RefCell<Option<JsValue>>,
}

impl Asked {
    fn new(test: Option<Test>) -> Self {
        Self { test, thrown: RefCell::new(None) }
    }

    fn ask(&self, collider: ColliderKey) -> bool {
        let Some(test) = &self.test else { return true };
        match test.call(&JsValue::NULL, collider.to_number()) {
            Ok(answer) => answer.is_truthy(),
            Err(thrown) => {
                self.thrown.borrow_mut().get_or_insert(thrown);
                false
            }
        }
    }

    /// The result, unless the function has thrown.
    fn finish<T>(self, result: T) -> Answer<T> {
        self.thrown.into_inner().map_or(Ok(result), |thrown| Err(Refused(thrown)))
    }
}

/// Asks the scene with a filter, and hands on what the filter's function throws.
fn ask<T>(
    options: &[f64],
    test: Option<Test>,
    query: impl FnOnce(QueryFilter<&dyn Fn(ColliderKey) -> bool>) -> T,
) -> Answer<T> {
    let asked = Asked::new(test);
    let predicate = |collider| asked.ask(collider);
    let filter = apply(OPTIONS, QueryFilter::default(), options);
    let result = query(filter.predicate(&predicate));
    asked.finish(result)
}

/// Writes a part of a collider: 0 and the index of a shape, or 1 and a cell.
pub(crate) fn part_numbers(part: ColliderPart) -> [f64; 3] {
    match part {
        ColliderPart::Shape(index) => [0.0, index as f64, 0.0],
        ColliderPart::Cell([x, y]) => [1.0, x.into(), y.into()],
    }
}

/// A hit as ten numbers: collider, body, point, normal, one more number, and the part.
fn hit_numbers(
    keys: (ColliderKey, BodyKey),
    point: Point,
    normal: Vector,
    more: Real,
    part: ColliderPart,
) -> [f64; 10] {
    let [kind, a, b] = part_numbers(part);
    let [x, y, normal_x, normal_y] = [point.x, point.y, normal.x, normal.y].map(f64::from);
    let (collider, body) = (keys.0.to_number(), keys.1.to_number());
    [collider, body, x, y, normal_x, normal_y, more.into(), kind, a, b]
}

fn ray_numbers(it: RayHit) -> [f64; 10] {
    hit_numbers((it.collider, it.body), it.point, it.normal, it.fraction, it.part)
}

/// A cast's hit: that of a ray, and the pose of the shape.
fn cast_numbers(it: &CastHit) -> [f64; 13] {
    let hit = hit_numbers((it.collider, it.body), it.point, it.normal, it.fraction, it.part);
    let (position, angle) = (it.pose.translation.vector, it.pose.rotation.angle());
    let mut all = [0.0; 13];
    all[..10].copy_from_slice(&hit);
    all[10..].copy_from_slice(&[position.x, position.y, angle].map(f64::from));
    all
}

#[wasm_bindgen]
impl RawWorld {
    /// The first hit of a ray. The ray is four numbers: its origin and its translation.
    #[wasm_bindgen(js_name = castRay)]
    pub fn cast_ray(&self, ray: &[f64], filter: &[f64], test: Option<Test>) -> Answer<Vec<f64>> {
        let (origin, translation) = (Values(ray).point(0), Values(ray).vector(2));
        let hit = ask(filter, test, |filter| self.scene.cast_ray(origin, translation, filter))?;
        Ok(hit.map_or(Vec::new(), |it| ray_numbers(it).to_vec()))
    }

    /// All hits of a ray, nearest first.
    #[wasm_bindgen(js_name = castRayAll)]
    pub fn cast_ray_all(
        &self,
        ray: &[f64],
        filter: &[f64],
        test: Option<Test>,
    ) -> Answer<Vec<f64>> {
        let (origin, translation) = (Values(ray).point(0), Values(ray).vector(2));
        ask(filter, test, |filter| {
            let mut hits = Vec::new();
            self.scene.cast_ray_all(origin, translation, filter, |hit| {
                hits.push(hit);
                ControlFlow::Continue(())
            });
            hits.sort_by(|a, b| a.fraction.total_cmp(&b.fraction));
            hits.into_iter().flat_map(ray_numbers).collect()
        })
    }

    /// The first hits of many rays: ten numbers each, zeros where nothing was hit.
    #[wasm_bindgen(js_name = castRays)]
    pub fn cast_rays(&self, rays: &[f32], filter: &[f64]) -> Vec<f64> {
        let ray = |it: &[f32]| Ray {
            origin: Point::new(it[0], it[1]),
            translation: Vector::new(it[2], it[3]),
        };
        let rays: Vec<_> = rays.chunks_exact(4).map(ray).collect();
        let filter = apply(OPTIONS, QueryFilter::default(), filter);
        let hits = self.scene.cast_rays(&rays, filter);
        hits.into_iter().flat_map(|hit| hit.map_or([0.0; 10], ray_numbers)).collect()
    }

    /// The first hit of a moving shape. The motion is six numbers: the pose of the shape, its
    /// translation, and how far it turns.
    #[wasm_bindgen(js_name = castShape)]
    pub fn cast_shape(
        &self,
        shape: &[f64],
        motion: &[f64],
        filter: &[f64],
        test: Option<Test>,
    ) -> Answer<Vec<f64>> {
        let (shape, v) = (convex(Values(shape))?, Values(motion));
        let (pose, translation, turn) = (v.pose(0), v.vector(3), v.real(5));
        let hit = ask(filter, test, |filter| {
            if turn == 0.0 {
                return self.scene.cast_shape(&shape, pose, translation, filter);
            }
            self.scene.cast_shape_turning(&shape, pose, translation, turn, filter)
        })?;
        Ok(hit.map_or(Vec::new(), |it| cast_numbers(&it).to_vec()))
    }

    /// Colliders whose boxes overlap a box.
    #[wasm_bindgen(js_name = overlapAabb)]
    pub fn overlap_aabb(
        &self,
        aabb: &[f64],
        filter: &[f64],
        test: Option<Test>,
    ) -> Answer<Vec<f64>> {
        let aabb = Aabb::new(Values(aabb).point(0), Values(aabb).point(2))?;
        ask(filter, test, |filter| numbers(self.scene.overlap_aabb(&aabb, filter)))
    }

    /// Colliders that overlap a shape.
    #[wasm_bindgen(js_name = overlapShape)]
    pub fn overlap_shape(
        &self,
        shape: &[f64],
        at: &[f64],
        filter: &[f64],
        test: Option<Test>,
    ) -> Answer<Vec<f64>> {
        let (shape, pose) = (convex(Values(shape))?, Values(at).pose(0));
        ask(filter, test, |filter| numbers(self.scene.overlap_shape(&shape, pose, filter)))
    }

    /// Colliders that contain a point.
    #[wasm_bindgen(js_name = collidersAt)]
    pub fn colliders_at(
        &self,
        x: f32,
        y: f32,
        filter: &[f64],
        test: Option<Test>,
    ) -> Answer<Vec<f64>> {
        ask(filter, test, |filter| numbers(self.scene.colliders_at([x, y], filter)))
    }

    /// The point of any collider that is closest to a point.
    #[wasm_bindgen(js_name = closestPoint)]
    pub fn closest_point(
        &self,
        x: f32,
        y: f32,
        max_distance: f32,
        filter: &[f64],
        test: Option<Test>,
    ) -> Answer<Vec<f64>> {
        let hit =
            ask(filter, test, |filter| self.scene.closest_point([x, y], max_distance, filter))?;
        let all = hit.map(|it| {
            hit_numbers((it.collider, it.body), it.point, it.normal, it.distance, it.part).to_vec()
        });
        Ok(all.unwrap_or_default())
    }
}
