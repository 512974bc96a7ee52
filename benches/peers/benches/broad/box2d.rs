//! Box2D's tree, used as its broad phase does: two trees, enlarge, partial rebuild, one query per
//! moved box.

use super::{Engine, Pairs, key};
use boxdd_sys::ffi::*;
use core::ffi::c_void;
use umbra_geom::Aabb;

/// Two trees, and the moved boxes.
pub struct Box2d {
    fat: Vec<Aabb>,
    trees: [b2DynamicTree; 2],
    proxies: Vec<i32>,
    statics: usize,
    moved: Vec<bool>,
}

/// A box in the form of Box2D.
pub fn bounds(aabb: &Aabb) -> b2AABB {
    b2AABB {
        lowerBound: b2Vec2 { x: aabb.min.x, y: aabb.min.y },
        upperBound: b2Vec2 { x: aabb.max.x, y: aabb.max.y },
    }
}

/// The context of a query.
struct Context<'a> {
    index: usize,
    moved: &'a [bool],
    known: Option<&'a Pairs>,
    found: &'a mut Vec<u64>,
}

unsafe extern "C" fn visit(_: i32, data: u64, context: *mut c_void) -> bool {
    // SAFETY: `update` passes a context that outlives the query, and nobody else uses it.
    let context = unsafe { &mut *context.cast::<Context>() };
    let other = data as usize;
    if other == context.index || (context.moved[other] && other < context.index) {
        return true;
    }
    let key = key(context.index, other);
    if context.known.is_none_or(|known| !known.contains(&key)) {
        context.found.push(key);
    }
    true
}

impl Box2d {
    /// Trees of all boxes, the first `statics` of them static, fully built.
    pub fn new(boxes: &[Aabb], statics: usize) -> Self {
        // SAFETY: the trees live as long as this value, which is the only one to use them.
        let mut trees = unsafe { [b2DynamicTree_Create(16), b2DynamicTree_Create(16)] };
        let mut add = |(index, aabb): (usize, &Aabb)| {
            let tree = &mut trees[usize::from(index >= statics)];
            // SAFETY: as above.
            unsafe { b2DynamicTree_CreateProxy(tree, bounds(aabb), 1, index as u64) }
        };
        let proxies = boxes.iter().enumerate().map(&mut add).collect();
        for tree in &mut trees {
            // SAFETY: as above.
            unsafe { b2DynamicTree_Rebuild(tree, true) };
        }
        Self { fat: boxes.to_vec(), trees, proxies, statics, moved: vec![false; boxes.len()] }
    }
}

impl Engine for Box2d {
    fn fat(&mut self) -> &mut Vec<Aabb> {
        &mut self.fat
    }

    fn update(&mut self, moved: &[(usize, Aabb)], known: Option<&Pairs>, found: &mut Vec<u64>) {
        // SAFETY: the proxies were created by these trees, and the context outlives each query.
        unsafe {
            for (index, aabb) in moved {
                self.moved[*index] = true;
                let tree = &mut self.trees[usize::from(*index >= self.statics)];
                b2DynamicTree_EnlargeProxy(tree, self.proxies[*index], bounds(aabb));
            }
            b2DynamicTree_Rebuild(&mut self.trees[1], false);
            for (index, aabb) in moved {
                let mut context = Context { index: *index, moved: &self.moved, known, found };
                let context = (&raw mut context).cast::<c_void>();
                for tree in &self.trees {
                    b2DynamicTree_Query(tree, bounds(aabb), 1, Some(visit), context);
                }
            }
        }
        for (index, _) in moved {
            self.moved[*index] = false;
        }
    }
}

impl Drop for Box2d {
    fn drop(&mut self) {
        for tree in &mut self.trees {
            // SAFETY: created by `new`, not used afterwards.
            unsafe { b2DynamicTree_Destroy(tree) };
        }
    }
}
