//! Part of a collider that a contact or a query hits.

/// A part of a collider, as hits name it: of a chain, which link; of a tile map, which cell.
///
/// ```
/// use umbra::prelude::*;
///
/// let mut scene = Scene::new(SceneConfig::default())?;
/// let land = scene.add_body(Body::fixed())?;
/// let hills = scene.add_collider(land, Collider::chain([[0.0, 0.0], [4.0, 0.0], [8.0, 3.0]]))?;
/// // Where lightning strikes, the ground turns to glass.
/// let hit = scene.cast_ray([6.0, 10.0], [0.0, -20.0], QueryFilter::default()).unwrap();
/// assert_eq!(hit.part, ColliderPart::Shape(1));
/// if let ColliderPart::Shape(link) = hit.part {
///     let glass = Material { friction: 0.1, ..Material::default() };
///     scene.collider_mut(hit.collider)?.set_shape_material(link, glass)?;
/// }
/// assert_eq!(scene.collider(hills)?.material_of(hit.part).unwrap().friction, 0.1);
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum ColliderPart {
    /// The shape with this index in `ColliderRef::shapes`: 0 if the collider has one.
    Shape(usize),
    /// This cell of a tile map.
    Cell([i32; 2]),
}
