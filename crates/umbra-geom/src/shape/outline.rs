//! Storage for the vertices and normals of a polygon.

use std::sync::Arc;

use crate::{Point, Real, Vector};

/// Polygons of up to this many vertices are stored in place.
const IN_PLACE: usize = 8;

/// Vertices and edge normals of a core of up to eight vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SmallOutline {
    /// The vertices; the last one repeats up to the end of the array.
    pub(crate) vertices: [Point; IN_PLACE],
    pub(crate) normals: [Vector; IN_PLACE],
    pub(crate) count: usize,
    /// The distance from the centre to the farthest vertex.
    pub(crate) outer_radius: Real,
}

/// Vertices and edge normals of a convex polygon.
///
/// Nearly all polygons of a game have eight vertices or fewer; kept in place, they cost no
/// pointer to follow. Larger ones are shared, so that cloning a scene does not copy them.
#[derive(Clone, Debug)]
pub(super) enum Outline {
    Small(SmallOutline),
    Large { vertices: Arc<[Point]>, normals: Arc<[Vector]>, outer_radius: Real },
}

impl Outline {
    pub(super) fn new(vertices: &[Point], normals: &[Vector], outer_radius: Real) -> Self {
        let count = vertices.len();
        if count > IN_PLACE {
            let (vertices, normals) = (vertices.into(), normals.into());
            return Self::Large { vertices, normals, outer_radius };
        }
        Self::Small(SmallOutline {
            vertices: std::array::from_fn(|i| vertices[i.min(count - 1)]),
            normals: std::array::from_fn(|i| normals[i.min(count - 1)]),
            count,
            outer_radius,
        })
    }

    #[inline]
    pub(super) fn vertices(&self) -> &[Point] {
        match self {
            Self::Small(small) => &small.vertices[..small.count],
            Self::Large { vertices, .. } => vertices,
        }
    }

    #[inline]
    pub(super) fn normals(&self) -> &[Vector] {
        match self {
            Self::Small(small) => &small.normals[..small.count],
            Self::Large { normals, .. } => normals,
        }
    }

    #[inline]
    pub(super) fn outer_radius(&self) -> Real {
        match self {
            Self::Small(SmallOutline { outer_radius, .. }) | Self::Large { outer_radius, .. } => {
                *outer_radius
            }
        }
    }

    /// The outline, if it is stored in place.
    #[inline(always)]
    pub(super) fn small(&self) -> Option<&SmallOutline> {
        match self {
            Self::Small(small) => Some(small),
            Self::Large { .. } => None,
        }
    }
}

impl PartialEq for Outline {
    fn eq(&self, other: &Self) -> bool {
        self.vertices() == other.vertices()
    }
}
