//! Carving as a value.

use umbra_geom::Point;

use crate::{BodyKey, Filter};

/// Outline to be carved out of a scene: see `Scene::carve`.
///
/// ```
/// # use umbra::prelude::*;
/// # let mut scene = Scene::new(SceneConfig::default())?;
/// let wall = scene.add(Body::fixed(), [Collider::cuboid(5.0, 2.0)])?;
/// let tunnel = Carving::new([[-6.0, -0.5], [6.0, -0.5], [6.0, 0.5], [-6.0, 0.5]]);
/// let carved = scene.carve(&tunnel)?;
/// assert_eq!((carved[0].body, carved[0].pieces.len()), (wall, 2)); // floor and roof
/// assert!(scene.colliders_at([0.0, 0.0], QueryFilter::default()).is_empty());
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Carving {
    pub(crate) outline: Vec<Point>,
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) filter: Filter,
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) isles_fall: bool,
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) anchors: Vec<Point>,
}

impl Carving {
    /// Carving of an outline in the world, which may be concave.
    pub fn new<P: Into<Point>>(outline: impl IntoIterator<Item = P>) -> Self {
        let outline = outline.into_iter().map(Into::into).collect();
        Self { outline, filter: Filter::ALL, isles_fall: false, anchors: Vec::new() }
    }

    /// Filter of the bodies to carve: those with a collider in the outline that collides with this
    /// filter. All by default.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// const EARTH: u64 = 0b10;
    /// let earth = Filter { category: EARTH, ..Filter::default() };
    /// let land = scene.add(Body::fixed(), [Collider::cuboid(9.0, 2.0).filter(earth)])?;
    /// scene.add(Body::fixed(), [Collider::cuboid(1.0, 1.0)])?; // a bunker in it
    /// let hole = Carving::new([[-2.0, -2.0], [2.0, -2.0], [2.0, 1.5], [-2.0, 1.5]]);
    /// let dug = hole.filter(Filter { mask: EARTH, ..Filter::ALL });
    /// let carved = scene.carve(&dug)?;
    /// assert_eq!(carved.iter().map(|it| it.body).collect::<Vec<_>>(), [land]);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// True if the parts cut off a fixed body become dynamic: all pieces but the heaviest one,
    /// which is the body itself. False by default: pieces stay fixed.
    pub fn isles_fall(mut self, isles_fall: bool) -> Self {
        self.isles_fall = isles_fall;
        self
    }

    /// Anchors: points of the world that hold a piece, so that it does not
    /// [fall](Self::isles_fall), such as the ends of a bridge or the foot of a cliff.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    /// let bridge = scene.add(Body::fixed(), [Collider::cuboid(6.0, 0.5)])?;
    /// // A shell hits its middle. Both halves are held at their ends.
    /// let shell = Carving::new([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]);
    /// let carved = scene.carve(&shell.isles_fall(true).anchors([[-5.9, 0.0], [5.9, 0.0]]))?;
    /// for half in &carved[0].pieces {
    ///     assert_eq!(scene.body(*half)?.kind(), BodyKind::Fixed);
    /// }
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn anchors<P: Into<Point>>(mut self, anchors: impl IntoIterator<Item = P>) -> Self {
        self.anchors = anchors.into_iter().map(Into::into).collect();
        self
    }
}

/// Outcome of `Scene::carve` for one body.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Carved {
    /// The body.
    pub body: BodyKey,
    /// Remaining pieces, the heaviest first, which is the body itself; none if the body is gone.
    pub pieces: Vec<BodyKey>,
}
