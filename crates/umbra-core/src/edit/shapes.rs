//! The door for an exchange of the shapes of a body.
//!
//! Cuts and carvings use the same path: `plan_exchange` checks, `do_exchange` applies.

use std::sync::Arc;
use umbra_geom::sort::Arrange;

use umbra_geom::Pose;
use umbra_geom::mass::Mass;

use crate::{BodyKey, ColliderKey, Edit, Error, NewShapes, Scene, check};
use umbra_world::collider::{NewPiece, Weight, check_lines, masses};
use umbra_world::store::Colliders;
use umbra_world::world::Dirty;

/// An exchange that was checked.
pub(crate) struct Exchange {
    changed: Vec<Changed>,
    /// Colliders of which nothing is left.
    pub(crate) gone: Vec<ColliderKey>,
}

/// Remains of a collider.
struct Changed {
    key: ColliderKey,
    /// The pieces that stay as they are, with their masses.
    stays: Vec<u32>,
    masses: Vec<Mass>,
    weight: Weight,
    new: Vec<NewPiece>,
}

impl Scene {
    /// Exchanges shapes of a body's colliders, all at once: the body's mass is summed up once,
    /// shapes that are kept keep their contacts, and a collider that is left without shapes is
    /// removed. Other colliders of the body are not touched. A tile map is replaced by the added
    /// shapes.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let tower = scene.add_body(Body::fixed())?;
    /// let box_ = Shape::from(Polygon::cuboid(0.5, 0.5)?);
    /// let block = |y: f32| (pose([0.0, y], 0.0), box_.clone());
    /// let blocks = scene.add_collider(tower, Collider::compound([block(0.5), block(1.5)]))?;
    /// // A shot takes out the upper one.
    /// let hit = scene.cast_ray([-5.0, 1.5], [9.0, 0.0], QueryFilter::default()).unwrap();
    /// let ColliderPart::Shape(shot) = hit.part else { panic!() };
    /// let left = (0..2).filter(|index| *index != shot);
    /// scene.exchange_shapes(tower, [NewShapes::new(blocks).keep(left)])?;
    /// assert_eq!(scene.collider(blocks)?.aabb().max.y, 1.0);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such body, a collider is not one of its or is named twice, there is no
    /// shape to be kept of that index, a mass overflows, or a
    /// [one-sided](crate::Collider::one_sided) collider gets a shape that is no line.
    pub fn exchange_shapes(
        &mut self,
        body: BodyKey,
        shapes: impl IntoIterator<Item = NewShapes>,
    ) -> Result<(), Error> {
        let shapes: Vec<_> = shapes.into_iter().collect();
        let exchange = self.plan_exchange(body, &shapes)?;
        self.noted(|| Edit::ExchangeShapes(body, shapes), |scene| scene.do_exchange(body, exchange))
    }

    /// Checks an exchange.
    pub(crate) fn plan_exchange(
        &self,
        body: BodyKey,
        shapes: &[NewShapes],
    ) -> Result<Exchange, Error> {
        let index = self.world.body(body)?;
        let mut left = self.world.bodies.infos[index].colliders.to_vec();
        let (mut changed, mut gone) = (Vec::new(), Vec::new());
        for new in shapes {
            let place = left.iter().position(|key| *key == new.collider);
            left.swap_remove(place.ok_or(Error::NoSuchCollider(new.collider))?);
            if new.is_empty() {
                gone.push(new.collider);
            } else {
                changed.push(self.plan_change(new)?);
            }
        }
        Ok(Exchange { changed, gone })
    }

    fn plan_change(&self, shapes: &NewShapes) -> Result<Changed, Error> {
        let key = shapes.collider;
        let info = self.world.collider(key)?;
        let all = if self.world.colliders.maps.has(key) { &[] } else { &info.pieces[..] };
        let piece = |index: &usize| {
            let none = Error::NoSuchShape { collider: key, index: *index, count: all.len() };
            all.get(*index).copied().ok_or(none)
        };
        // A file may list them in any order.
        let mut kept = shapes.kept.clone();
        kept.arrange();
        kept.dedup();
        let stays: Vec<u32> = kept.iter().map(piece).collect::<Result<_, _>>()?;
        let mut new = Vec::new();
        for (pose, shape, material) in &shapes.added {
            if let Some(material) = material {
                material.check()?;
            }
            let pose = check::pose("pose", *pose)?;
            let offset = if pose == Pose::identity() { info.offset } else { info.offset * pose };
            let (shape, material) = (shape.clone(), *material);
            new.push(NewPiece { offset, shape, mass: Mass::NONE, material });
        }
        let weight = shapes.weight.map_or(Ok(info.weight), Weight::check)?;
        let kept = stays.iter().map(|piece| self.world.colliders.pieces[*piece as usize].shape());
        let all = || kept.clone().chain(new.iter().map(|piece| &piece.shape));
        check_lines(all(), false, info.one_sided)?;
        let mut masses = masses(all(), weight)?;
        let of_new: Vec<_> = masses.drain(stays.len()..).collect();
        for (piece, mass) in new.iter_mut().zip(of_new) {
            piece.mass = mass;
        }
        Ok(Changed { key, stays, masses, weight, new })
    }

    /// Does what was planned.
    pub(crate) fn do_exchange(&mut self, body: BodyKey, exchange: Exchange) -> Result<(), Error> {
        let Exchange { changed, mut gone } = exchange;
        if changed.is_empty() && gone.is_empty() {
            return Ok(());
        }
        let permit = self.world.generation.change();
        let index = self.world.body(body)?;
        if self.world.bodies.is_dynamic(index) {
            self.world.disturb(index);
        } else {
            let all = gone.iter().map(|key| self.world.pieces_beside(*key, &[]));
            let of_changed = changed.iter().map(|it| self.world.pieces_beside(it.key, &it.stays));
            for pieces in all.chain(of_changed).collect::<Vec<_>>() {
                self.world.disturb_pieces(&pieces);
            }
        }
        for key in &gone {
            self.world.forget_collider(*key);
        }
        let index = self.world.body(body)?;
        gone.arrange();
        let is_gone = |key: &mut ColliderKey| gone.binary_search(key).is_ok();
        self.world.bodies.infos.write(permit)[index].colliders.retain(|key| !is_gone(key));
        let mut keys = Vec::new();
        for Changed { key, stays, masses, weight, new } in changed {
            self.world.exchange_pieces(key, &stays, new)?;
            let Colliders { infos, pieces, .. } = &mut self.world.colliders;
            for (piece, mass) in stays.into_iter().zip(masses) {
                let substance = &mut pieces[piece as usize].substance;
                if substance.mass != mass {
                    Arc::make_mut(substance.write(permit)).mass = mass;
                }
            }
            if let Some(info) = infos.write(permit).get_mut(key) {
                info.weight = weight;
            }
            keys.push(key);
        }
        let index = self.world.body(body)?;
        self.world.refresh(index, &keys, Dirty::PROXIES | Dirty::MASS | Dirty::BOXES).map(drop)
    }
}
