"""Results of queries."""

from typing import Any, NamedTuple

from .contact_point_set import ContactPointSet
from .vec2d import Vec2d

__all__ = ["PointQueryInfo", "SegmentQueryInfo", "ShapeQueryInfo"]


class PointQueryInfo(NamedTuple):
    """Nearest point of a shape; `distance` is negative inside."""

    shape: Any
    point: Vec2d
    distance: float
    gradient: Vec2d


class SegmentQueryInfo(NamedTuple):
    """First point of a segment on a shape."""

    shape: Any
    point: Vec2d
    normal: Vec2d
    alpha: float


class ShapeQueryInfo(NamedTuple):
    """A shape that overlaps, with the contacts."""

    shape: Any
    contact_point_set: ContactPointSet
