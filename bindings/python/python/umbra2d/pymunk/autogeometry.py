"""Polylines and polygons from pictures: marching squares, simplification, convex parts."""

from collections.abc import Sequence

from . import _measures as measures
from ._geometry import nearest_on_segment
from ._marching import march
from .vec2d import Vec2d

__all__ = [
    "PolylineSet", "convex_decomposition", "is_closed", "march_hard", "march_soft",
    "simplify_curves", "simplify_vertexes", "to_convex_hull",
]


def _points(polyline):
    return [Vec2d(float(x), float(y)) for x, y in polyline]


def is_closed(polyline):
    """True if the last point is the first one."""
    return tuple(polyline[0]) == tuple(polyline[-1])


def simplify_curves(polyline, tolerance):
    """Leaves out points within a tolerance of the line without them; good for smooth curves."""
    points = _points(polyline)
    if len(points) < 3:
        return points
    if not is_closed(points):
        return [points[0], *_curve(points, tolerance)]
    far = max(range(len(points)), key=lambda i: points[0].get_distance_squared(points[i]))
    halves = _curve(points[: far + 1], tolerance) + _curve(points[far:], tolerance)
    return [points[0], *halves]


def _curve(points, tolerance):
    """Points that are kept after the first one."""
    if len(points) < 3:
        return points[1:]
    first, last = points[0], points[-1]

    def away(i):
        return points[i].get_distance(nearest_on_segment(points[i], first, last))

    worst = max(range(1, len(points) - 1), key=away)
    if away(worst) <= tolerance:
        return [last]
    return _curve(points[: worst + 1], tolerance) + _curve(points[worst:], tolerance)


def simplify_vertexes(polyline, tolerance):
    """Leaves out vertices within a tolerance of the line of their neighbours; good for corners."""
    points = _points(polyline)
    kept = points[:1]
    for point, after in zip(points[1:], points[2:]):
        near = nearest_on_segment(point, kept[-1], after)
        if point.get_distance(near) > tolerance:
            kept.append(point)
    return kept + points[-1:] if len(points) > 1 else kept


def to_convex_hull(polyline, tolerance):
    """Convex hull as a closed polyline, without corners that stand out by less than a
    tolerance."""
    hull = _points(measures.convex_hull(polyline))
    kept = [p for i, p in enumerate(hull) if len(hull) < 4 or _stands_out(hull, i, tolerance)]
    return kept + kept[:1]


def _stands_out(hull, i, tolerance):
    before, after = hull[i - 1], hull[(i + 1) % len(hull)]
    return hull[i].get_distance(nearest_on_segment(hull[i], before, after)) > tolerance


def convex_decomposition(polyline, tolerance):
    """Convex parts of a closed counter-clockwise polyline, as closed polylines."""
    if not is_closed(polyline):
        raise ValueError("the polyline must be closed")
    points = _points(polyline)[:-1]
    if measures.area_for_poly(points) < 0:
        raise ValueError("the polyline must be counter-clockwise")
    triangles = _triangles(points)
    return [part + part[:1] for part in _merged(triangles, max(0.0, tolerance))]


def _triangles(points):
    """Triangles of a polygon, by cutting off ears."""
    points = list(points)
    triangles = []
    while len(points) > 3:
        ear = next((i for i in range(len(points)) if _is_ear(points, i)), None)
        if ear is None:
            break
        triangles.append([points[ear - 1], points[ear], points[(ear + 1) % len(points)]])
        del points[ear]
    if len(points) == 3:
        triangles.append(points)
    return [t for t in triangles if measures.turn(*t) > 0]


def _is_ear(points, i):
    a, b, c = points[i - 1], points[i], points[(i + 1) % len(points)]
    if measures.turn(a, b, c) < 0:
        return False
    others = [p for p in points if p not in (a, b, c)]
    return not any(
        measures.turn(a, b, p) >= 0 and measures.turn(b, c, p) >= 0 and measures.turn(c, a, p) >= 0
        for p in others
    )


def _merged(parts, tolerance):
    """Parts, joined as long as they stay convex."""
    merging = True
    while merging:
        merging = False
        for i in range(len(parts)):
            for j in range(i + 1, len(parts)):
                both = _joined(parts[i], parts[j], tolerance)
                if both is not None:
                    parts[i] = both
                    del parts[j]
                    merging = True
                    break
            if merging:
                break
    return parts


def _joined(a, b, tolerance):
    """Convex union of two parts with a common edge, or None."""
    if len(set(a) & set(b)) < 2:
        return None
    hull = _points(measures.convex_hull(a + b))
    area = measures.area_for_poly
    grown = area(hull) - area(a) - area(b)
    allowed = tolerance * sum(p.get_distance(q) for p, q in zip(hull, hull[1:])) * 1e-3
    return hull if grown <= max(allowed, 1e-9 * abs(area(hull))) else None


class PolylineSet(Sequence):
    """Polylines that grow out of segments."""

    def __init__(self):
        self._lines = []

    def collect_segment(self, v0, v1):
        """Adds a segment, at the end of a line that leads to it if there is one."""
        a, b = Vec2d(float(v0[0]), float(v0[1])), Vec2d(float(v1[0]), float(v1[1]))
        before = next((line for line in self._lines if line[-1] == a), None)
        after = next((line for line in self._lines if line[0] == b), None)
        if before is not None and after is not None:
            if before is after:
                before.append(b)
            else:
                before.extend(after)
                self._lines = [line for line in self._lines if line is not after]
        elif before is not None:
            before.append(b)
        elif after is not None:
            after.insert(0, a)
        else:
            self._lines.append([a, b])

    def __len__(self):
        return len(self._lines)

    def __getitem__(self, index):
        if not isinstance(index, slice):
            return self._lines[index]
        part = PolylineSet()
        part._lines = self._lines[index]
        return part


def march_soft(bb, x_samples, y_samples, threshold, sample_func):
    """Lines around what is above a threshold, with slopes."""
    return march(PolylineSet(), bb, (x_samples, y_samples), threshold, sample_func, soft=True)


def march_hard(bb, x_samples, y_samples, threshold, sample_func):
    """Lines around what is above a threshold, as steps: for tiles."""
    return march(PolylineSet(), bb, (x_samples, y_samples), threshold, sample_func, soft=False)


