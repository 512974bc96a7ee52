"""Helpers for polygons; most programs use `pymunk.autogeometry` in their place."""

from ._measures import area_for_poly, centroid, convex_hull, turn
from .vec2d import Vec2d

__all__ = [
    "calc_area", "calc_center", "calc_perimeter", "convex_hull", "convexise", "is_clockwise",
    "is_convex", "is_left", "poly_vectors_around_center", "reduce_poly", "sign", "triangulate",
]


def sign(x):
    """-1 if a number is negative, 1 otherwise.

    >>> sign(-2), sign(0), sign(3)
    (-1, 1, 1)
    """
    return -1 if x < 0 else 1


def is_clockwise(points):
    """True if the points of a polygon run clockwise, or enclose nothing."""
    return area_for_poly(points) <= 0


def is_left(p0, p1, p2):
    """Positive if `p2` is on the left of the line from `p0` to `p1`, 0 if it is on it."""
    value = turn(p0, p1, p2)
    return (value > 0) - (value < 0)


def is_convex(points):
    """True if a polygon is convex: all of its corners turn to the same side, once around.

    >>> is_convex([(0, 0), (2, 0), (2, 2), (0, 2)])
    True
    >>> is_convex([(0, 0), (2, 0), (0.5, 0.5), (0, 2)])
    False
    """
    if len(points) < 3:
        raise AssertionError("need at least 3 points to form a polygon")
    count = len(points)
    corners = [(points[i - 2], points[i - 1], points[i]) for i in range(count)]
    if len({is_left(*corner) for corner in corners}) > 1:
        return False
    # A star turns to one side as well, but its edges change direction more often.
    return all(
        sum(sign(q[axis] - p[axis]) != sign(r[axis] - q[axis]) for p, q, r in corners) <= 2
        for axis in (0, 1)
    )


def calc_area(points):
    """Area of a polygon; negative if it is clockwise."""
    return area_for_poly(points)


def calc_center(points):
    """Centroid of a polygon."""
    return Vec2d(*centroid(list(points)))


def calc_perimeter(points):
    """Perimeter of a polygon."""
    return sum(Vec2d(*p).get_distance(q) for p, q in zip(points, [*points[1:], points[0]]))


def reduce_poly(points, tolerance=0.5):
    """A polyline without points that are close to the one before.

    `tolerance` is the square of the largest distance that counts as close.

    >>> reduce_poly([(0, 0), (0.1, 0), (2, 0), (2, 0.5), (2, 3)])
    [(0, 0), (2, 0), (2, 3)]
    """
    if len(points) == 0:
        raise AssertionError("reduce_poly can not simplify an empty list of points")
    kept = [points[0]]
    for point in points[1:]:
        if (point[0] - kept[-1][0]) ** 2 + (point[1] - kept[-1][1]) ** 2 > tolerance:
            kept.append(point)
    return kept


def poly_vectors_around_center(pointlist, points_as_Vec2d=True):
    """Points of a polygon as they are seen from its centroid.

    With `points_as_Vec2d` they are `Vec2d`; without, they are tuples, and y points down.

    >>> poly_vectors_around_center([(0, 0), (2, 0), (2, 4), (0, 4)])[0]
    Vec2d(-1.0, -2.0)
    """
    x, y = calc_center(pointlist)
    if points_as_Vec2d:
        return [Vec2d(point[0] - x, point[1] - y) for point in pointlist]
    return [(point[0] - x, y - point[1]) for point in pointlist]


def triangulate(poly):
    """Triangles of a counter-clockwise polygon that does not cross itself, by clipping its ears.

    >>> triangulate([(0, 0), (2, 0), (2, 2), (0, 2)])
    [[(0, 0), (2, 0), (2, 2)], [(0, 2), (0, 0), (2, 2)]]
    """
    triangles, rest = [], list(poly)
    while len(rest) > 3:
        # Each search begins one corner further on: triangles do not all share a corner.
        rest = rest[1:] + rest[:1]
        at = next((i for i in range(len(rest)) if _is_ear(rest, i)), None)
        if at is None:
            return triangles  # clockwise, or it crosses itself
        triangles.append([rest[at - 1], rest[at], rest[(at + 1) % len(rest)]])
        del rest[at]
    if len(rest) == 3:
        triangles.append(rest[1:] + rest[:1])
    return triangles


def convexise(triangles):
    """Convex polygons from triangles, as of `triangulate`, by joining neighbours.

    Their number is small, but not always the smallest.

    >>> len(convexise(triangulate([(0, 0), (2, 0), (2, 2), (0, 2)])))
    1
    """
    hulls = list(triangles)
    while (found := _joined_pair(hulls)) is not None:
        first, second, joined = found
        others = [hull for i, hull in enumerate(hulls) if i not in (first, second)]
        hulls = [joined, *others]
    return hulls


def _is_ear(points, at):
    """True if a corner turns left, and no other point lies in its triangle."""
    a, b, c = points[at - 1], points[at], points[(at + 1) % len(points)]
    if turn(a, b, c) <= 0:
        return False
    ends = {(at - 1) % len(points), at, (at + 1) % len(points)}
    others = (point for i, point in enumerate(points) if i not in ends)
    return not any(_is_in_triangle(point, a, b, c) for point in others)


def _is_in_triangle(point, a, b, c):
    """True if a point lies in a triangle or on its border."""
    parts = abs(turn(a, b, point)) + abs(turn(b, c, point)) + abs(turn(c, a, point))
    return parts < abs(turn(a, b, c)) + 2e-7


def _joined_pair(hulls):
    """The first two polygons whose union is convex, by number, and that union."""
    for first in range(len(hulls) - 1):
        for second in range(first + 1, len(hulls)):
            joined = _joined(hulls[first], hulls[second])
            if joined is not None and is_convex(joined):
                return first, second, joined
    return None


def _joined(a, b):
    """Union of two polygons with a common edge, or None."""
    common = [point for point in a if point in b]
    if len(common) != 2:
        return None
    one, other = a.index(common[1]), b.index(common[0])
    return (a[one:] + a[:one])[1:] + (b[other:] + b[:other])[1:]
