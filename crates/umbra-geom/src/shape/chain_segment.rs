//! One link of a chain, smooth across its ends.

use super::polygon_build::lie_on_a_line;
use crate::{AreaProperties, Error, Point, Segment, check};

/// One link of a chain: a segment that knows the points before and after it, its *ghosts*.
///
/// A series of plain segments is bumpy: a box that slides along catches on the end of the next
/// segment, which cannot know that there is ground in front of it. A link knows its ghosts. At an
/// end where the chain continues straight or bends away inwards, nothing can touch the end itself;
/// where it bends outwards, only from within the corner. Links are solid from both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainSegment {
    segment: Segment,
    before: Option<Point>,
    after: Option<Point>,
}

impl ChainSegment {
    /// The link from `a` to `b`, with the chain's point `before` it and the one `after` it;
    /// `None` at the end of an open chain.
    ///
    /// # Errors
    /// When a coordinate is not finite or absurd, or two neighbouring points are the same.
    pub fn new(
        before: Option<Point>,
        a: impl Into<Point>,
        b: impl Into<Point>,
        after: Option<Point>,
    ) -> Result<Self, Error> {
        let segment = Segment::new(a, b)?;
        for (parameter, ghost, end) in
            [("before", before, segment.a()), ("after", after, segment.b())]
        {
            let Some(ghost) = ghost else { continue };
            check::point(parameter, ghost)?;
            if nalgebra::distance(&ghost, &end) < check::MIN_SIZE {
                return Err(Error::DuplicatePoints { parameter, first: 0, second: 1 });
            }
        }
        Ok(Self { segment, before, after })
    }

    /// The links of the open chain through `points`.
    ///
    /// # Errors
    /// When there are fewer than two points, a coordinate is not finite or absurd, or two points
    /// in a row are the same.
    ///
    /// ```
    /// use umbra_geom::ChainSegment;
    /// let hill = ChainSegment::chain([[0.0, 0.0], [4.0, 1.0], [8.0, 0.0]])?;
    /// assert_eq!(hill.len(), 2);
    /// assert_eq!(hill[0].after(), Some([8.0, 0.0].into()));
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    pub fn chain(points: impl IntoIterator<Item = impl Into<Point>>) -> Result<Vec<Self>, Error> {
        Self::links(&check::points("points", points, 2)?, false)
    }

    /// The links of the closed chain through `points`; the last joins the first.
    ///
    /// ```
    /// use umbra_geom::ChainSegment;
    /// let room = ChainSegment::chain_loop([[0.0, 0.0], [0.0, 5.0], [8.0, 5.0], [8.0, 0.0]])?;
    /// assert_eq!(room.len(), 4);
    /// assert_eq!(room[3].after(), Some([0.0, 5.0].into())); // it goes on round
    /// # Ok::<(), umbra_geom::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`ChainSegment::chain`], and when there are fewer than three points, or all
    /// lie on one line.
    pub fn chain_loop(
        points: impl IntoIterator<Item = impl Into<Point>>,
    ) -> Result<Vec<Self>, Error> {
        let points = check::points("points", points, 3)?;
        let links = Self::links(&points, true)?;
        if lie_on_a_line(&points) {
            return Err(Error::Collinear { parameter: "points", count: points.len() });
        }
        Ok(links)
    }

    fn links(points: &[Point], closed: bool) -> Result<Vec<Self>, Error> {
        let n = points.len();
        let count = if closed { n } else { n - 1 };
        let link = |i: usize| {
            let next = (i + 1) % n;
            if nalgebra::distance(&points[i], &points[next]) < check::MIN_SIZE {
                return Err(Error::DuplicatePoints { parameter: "points", first: i, second: next });
            }
            let before = (closed || i > 0).then(|| points[(i + n - 1) % n]);
            let after = (closed || i + 2 < n).then(|| points[(i + 2) % n]);
            Self::new(before, points[i], points[next], after)
        };
        (0..count).map(link).collect()
    }

    /// The segment itself.
    #[inline]
    pub fn segment(&self) -> &Segment {
        &self.segment
    }

    /// The chain's point before this link.
    #[inline]
    pub fn before(&self) -> Option<Point> {
        self.before
    }

    /// The chain's point after this link.
    #[inline]
    pub fn after(&self) -> Option<Point> {
        self.after
    }

    /// Area (none), centre and second moment (none).
    pub fn area_properties(&self) -> AreaProperties {
        self.segment.area_properties()
    }
}
