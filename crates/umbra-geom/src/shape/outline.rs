//! Storage for the vertices and normals of a polygon.

use std::sync::Arc;

use crate::{Point, Vector};

/// Polygons of up to this many vertices are stored in place.
const IN_PLACE: usize = 8;

/// Vertices and edge normals of a convex polygon.
///
/// Nearly all polygons of a game have eight vertices or fewer; kept in place, they cost no
/// pointer to follow. Larger ones are shared, so that cloning a scene does not copy them.
#[derive(Clone, Debug)]
pub(super) enum Outline {
    Small { count: usize, vertices: [Point; IN_PLACE], normals: [Vector; IN_PLACE] },
    Large { vertices: Arc<[Point]>, normals: Arc<[Vector]> },
}

impl Outline {
    pub(super) fn new(vertices: &[Point], normals: &[Vector]) -> Self {
        if vertices.len() > IN_PLACE {
            return Self::Large { vertices: vertices.into(), normals: normals.into() };
        }
        Self::Small {
            count: vertices.len(),
            vertices: std::array::from_fn(|i| vertices[i.min(vertices.len() - 1)]),
            normals: std::array::from_fn(|i| normals[i.min(normals.len() - 1)]),
        }
    }

    #[inline]
    pub(super) fn vertices(&self) -> &[Point] {
        match self {
            Self::Small { count, vertices, .. } => &vertices[..*count],
            Self::Large { vertices, .. } => vertices,
        }
    }

    #[inline]
    pub(super) fn normals(&self) -> &[Vector] {
        match self {
            Self::Small { count, normals, .. } => &normals[..*count],
            Self::Large { normals, .. } => normals,
        }
    }
}

impl Outline {
    /// All that is stored in place: beyond the last vertex, it again. And how many there are.
    #[inline]
    pub(super) fn arrays(&self) -> Option<(&[Point; IN_PLACE], &[Vector; IN_PLACE], usize)> {
        match self {
            Self::Small { vertices, normals, count } => Some((vertices, normals, *count)),
            Self::Large { .. } => None,
        }
    }
}

impl PartialEq for Outline {
    fn eq(&self, other: &Self) -> bool {
        self.vertices() == other.vertices()
    }
}
