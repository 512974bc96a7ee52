//! Outlines, and the colliders made of them.

use umbra_geom::{Point, Polygon, Pose, Real, cut};

use umbra_core::{Collider, Error};

/// Outline of one island of a picture, with its holes. Islands within its holes have outlines of
/// their own.
///
/// ```
/// # use umbra::prelude::*;
/// use umbra::build;
///
/// // A ring: one island with one hole.
/// let ring = ["####", "#..#", "#..#", "####"];
/// let alpha = |x: usize, y: usize| if ring[y].as_bytes()[x] == b'#' { 1.0 } else { 0.0 };
/// let found = build::outlines_from_mask([4, 4], alpha, 0.0)?;
/// let [island] = &found.outlines[..] else { panic!() };
/// assert_eq!((island.holes.len(), island.area()), (1, 12.0));
/// assert!(island.contains([0.5, 0.5]) && !island.contains([2.0, 2.0]));
/// # Ok::<(), umbra::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Outline {
    /// Outer boundary, counter-clockwise. The first point is not repeated at the end.
    pub outer: Vec<Point>,
    /// Boundaries of the holes, clockwise.
    pub holes: Vec<Vec<Point>>,
}

/// Outlines of all islands of a picture: see [`outlines_from_mask`](super::outlines_from_mask).
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Outlines {
    /// The islands, from the bottom of the picture up.
    pub outlines: Vec<Outline>,
}

impl Outline {
    /// Area of the island without its holes.
    pub fn area(&self) -> Real {
        self.rings().map(signed_area).sum::<f64>() as Real
    }

    /// True if a point lies on the island, and not in a hole.
    pub fn contains(&self, point: impl Into<Point>) -> bool {
        let point = point.into();
        self.rings().map(|ring| crossings(ring, point)).sum::<usize>() % 2 == 1
    }

    /// Ground: a closed one-sided [chain](Collider::chain_loop) for the boundary and for each hole,
    /// which hold what comes from the empty side.
    ///
    /// Chains have no inside: a body that begins within the island is not pushed out, but can
    /// leave. [`concave`](Self::concave) pushes such bodies out.
    pub fn terrain(&self) -> Vec<Collider> {
        // The left side of a chain holds: turned round, its left is the empty side.
        let chain = |ring: &[Point]| Collider::chain_loop(ring.iter().rev().copied());
        self.rings().map(|ring| chain(ring).one_sided(true)).collect()
    }

    /// Solid island, taken apart into convex pieces: one collider, for bodies of every kind.
    ///
    /// # Errors
    /// When an outline that was changed by hand has edges that cross or touch, too few points, or
    /// points that are not finite, or the island is too thin to have pieces.
    pub fn concave(&self) -> Result<Collider, Error> {
        let pieces = cut::decompose(&self.outer, &self.holes)?;
        Ok(Collider::compound(pieces.into_iter().map(|piece| (Pose::identity(), piece.into()))))
    }

    /// Convex hull of the island: one shape, the cheapest one.
    ///
    /// # Errors
    /// When an outline that was changed by hand has too few points, points that are not finite, or
    /// no area.
    pub fn convex(&self) -> Result<Collider, Error> {
        Ok(Collider::new(Polygon::hull(self.outer.iter().copied())?))
    }

    fn rings(&self) -> impl Iterator<Item = &[Point]> {
        core::iter::once(&self.outer).chain(&self.holes).map(Vec::as_slice)
    }
}

impl Outlines {
    /// Area of all islands without their holes.
    pub fn area(&self) -> Real {
        self.outlines.iter().map(Outline::area).sum()
    }

    /// True if a point lies on an island.
    ///
    /// ```
    /// # use umbra::prelude::*;
    /// use umbra::build;
    ///
    /// let dots = ["#.#"];
    /// let alpha = |x: usize, y: usize| if dots[y].as_bytes()[x] == b'#' { 1.0 } else { 0.0 };
    /// let dots = build::outlines_from_mask([3, 1], alpha, 0.0)?;
    /// assert_eq!(dots.outlines.len(), 2);
    /// assert!(dots.contains([2.5, 0.5]) && !dots.contains([1.5, 0.5]));
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn contains(&self, point: impl Into<Point>) -> bool {
        let point = point.into();
        self.outlines.iter().any(|outline| outline.contains(point))
    }

    /// Ground: closed one-sided chains for a fixed body, one collider for each boundary: see
    /// [`Outline::terrain`].
    ///
    /// ```
    /// use umbra::build;
    /// use umbra::prelude::*;
    ///
    /// let picture = ["##......", "##....##", "########", "########"];
    /// let alpha = |x: usize, y: usize| if picture[y].as_bytes()[x] == b'#' { 1.0 } else { 0.0 };
    /// let level = build::outlines_from_mask([8, 4], alpha, 0.0)?;
    ///
    /// let mut scene = Scene::new(SceneConfig::default())?;
    /// scene.add(Body::fixed(), level.terrain().into_iter().map(|it| it.friction(0.9)))?;
    /// let ball = scene.add(Body::dynamic().position([4.0, 5.0]), [Collider::circle(0.5)])?;
    /// for _ in 0..120 {
    ///     scene.step(1.0 / 60.0)?;
    /// }
    /// assert!((scene.body(ball)?.position().y - 2.5).abs() < 0.01);
    /// # Ok::<(), umbra::Error>(())
    /// ```
    pub fn terrain(&self) -> Vec<Collider> {
        self.outlines.iter().flat_map(Outline::terrain).collect()
    }

    /// Solid islands, a collider for each: see [`Outline::concave`].
    ///
    /// ```
    /// use umbra::build;
    /// # use umbra::prelude::*;
    /// # let mut scene = Scene::new(SceneConfig::default())?;
    ///
    /// let letter = ["#...", "#...", "####"];
    /// let alpha = |x: usize, y: usize| if letter[y].as_bytes()[x] == b'#' { 1.0 } else { 0.0 };
    /// let letter = build::outlines_from_mask([4, 3], alpha, 0.0)?;
    /// let body = scene.add(Body::dynamic(), letter.concave()?)?;
    /// let mass = scene.body(body)?.mass();
    /// assert!(mass > 5.0 && mass <= 6.0); // six pixels, with blunt corners
    /// # Ok::<(), umbra::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Outline::concave`].
    pub fn concave(&self) -> Result<Vec<Collider>, Error> {
        self.outlines.iter().map(Outline::concave).collect()
    }

    /// Convex hulls, a collider for each island: see [`Outline::convex`].
    ///
    /// # Errors
    /// As [`Outline::convex`].
    pub fn convex(&self) -> Result<Vec<Collider>, Error> {
        self.outlines.iter().map(Outline::convex).collect()
    }
}

/// Edges of a closed line, as numbers of twice the precision.
fn edges(ring: &[Point]) -> impl Iterator<Item = [[f64; 2]; 2]> {
    let next = ring.iter().skip(1).chain(ring.first());
    ring.iter().zip(next).map(|(a, b)| [a, b].map(|p| [f64::from(p.x), f64::from(p.y)]))
}

/// Area within a closed line, negative if it is clockwise.
fn signed_area(ring: &[Point]) -> f64 {
    let [x, y] = ring.first().map_or([0.0; 2], |p| [f64::from(p.x), f64::from(p.y)]);
    let cross = |[[ax, ay], [bx, by]]: [[f64; 2]; 2]| (ax - x) * (by - y) - (ay - y) * (bx - x);
    0.5 * edges(ring).map(cross).sum::<f64>()
}

/// Number of edges that a ray to the right of a point crosses.
fn crossings(ring: &[Point], point: Point) -> usize {
    let [x, y] = [f64::from(point.x), f64::from(point.y)];
    let is_crossed = |[a, b]: &[[f64; 2]; 2]| {
        let (low, high) = if a[1] <= b[1] { (a, b) } else { (b, a) };
        let turn = (high[0] - low[0]) * (y - low[1]) - (high[1] - low[1]) * (x - low[0]);
        low[1] <= y && y < high[1] && turn > 0.0
    };
    edges(ring).filter(is_crossed).count()
}
