"""Helpers for polygons; most programs use `pymunk.autogeometry` in their place."""

from ._measures import area_for_poly, centroid, convex_hull, turn
from .vec2d import Vec2d

__all__ = [
    "calc_area", "calc_center", "calc_perimeter", "convex_hull", "is_clockwise", "is_convex",
    "is_left",
]


def is_clockwise(points):
    """True if the points of a polygon run clockwise."""
    return area_for_poly(points) < 0


def is_left(p0, p1, p2):
    """Positive if `p2` is on the left of the line from `p0` to `p1`, 0 if it is on it."""
    value = turn(p0, p1, p2)
    return (value > 0) - (value < 0)


def is_convex(points):
    """True if a polygon is convex."""
    turns = {
        is_left(points[i - 2], points[i - 1], points[i]) for i in range(len(points))
    } - {0}
    return len(turns) < 2


def calc_area(points):
    """Area of a polygon; negative if it is clockwise."""
    return area_for_poly(points)


def calc_center(points):
    """Centroid of a polygon."""
    return Vec2d(*centroid(list(points)))


def calc_perimeter(points):
    """Perimeter of a polygon."""
    return sum(Vec2d(*p).get_distance(q) for p, q in zip(points, [*points[1:], points[0]]))
