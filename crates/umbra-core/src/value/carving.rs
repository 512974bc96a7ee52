//! Carving as a value.

use umbra_geom::Point;

use crate::{BodyKey, Filter};

/// Outline to be carved out of a scene: see `Scene::carve`.
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
