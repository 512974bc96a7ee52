//! Questions about shapes that are not contacts: points, distances, rays, casts.
