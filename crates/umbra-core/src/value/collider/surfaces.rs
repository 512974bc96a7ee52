//! Surfaces that differ along a collider, and from side to side.

use super::builder::Collider;
use crate::{Material, check};

impl Collider {
    /// Materials of its shapes, in their order; in a [`chain`](Self::chain) or a
    /// [`heightfield`](Self::heightfield), one for each link, in the order of its points. Their
    /// number must be that of the shapes.
    ///
    /// ```
    /// use umbra::prelude::*;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// let land = scene.add_body(Body::fixed())?;
    /// let ice = Material { friction: 0.0, ..Material::default() };
    /// let road = Collider::chain([[-20.0, 0.0], [0.0, 0.0], [20.0, 0.0]]);
    /// scene.add_collider(land, road.materials([ice, Material::default()]))?;
    /// let crates = [-15.0, 1.0].map(|x| {
    ///     let body = Body::dynamic().position([x, 0.5]).velocity([5.0, 0.0]);
    ///     let body = scene.add_body(body).unwrap();
    ///     scene.add_collider(body, Collider::cuboid(0.5, 0.5)).unwrap();
    ///     body
    /// });
    /// for _ in 0..60 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// let [on_ice, on_stone] = crates.map(|it| scene.body(it).unwrap().velocity().x);
    /// assert!(on_ice > 4.99 && on_stone < 0.1);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn materials(mut self, materials: impl IntoIterator<Item = Material>) -> Self {
        let materials: Vec<Material> = materials.into_iter().collect();
        let checked = materials.iter().try_for_each(Material::check);
        if check::keep_first(&mut self.refused, checked).is_some() {
            self.def.materials = Some(materials);
        }
        self
    }
}
