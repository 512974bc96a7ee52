"""Outlines of round shapes as points: what painters have in common."""

from math import atan2, cos, hypot, pi, sin

STEP = pi / 12


def _arc(center, radius, start, end):
    """Points of an arc, counter-clockwise, with both ends."""
    count = max(1, round((end - start) / STEP))
    angles = [start + (end - start) * index / count for index in range(count + 1)]
    return [(center[0] + radius * cos(it), center[1] + radius * sin(it)) for it in angles]


def rounded(vertices, radius):
    """Outline of a convex polygon, counter-clockwise, with round corners of this radius."""
    points = [(x, y) for x, y in vertices]
    if radius <= 0 or len(points) < 2:
        return points
    outline = []
    for index, corner in enumerate(points):
        before, after = points[index - 1], points[(index + 1) % len(points)]
        # Directions of the outer normals of the two edges that meet here.
        start = atan2(before[0] - corner[0], corner[1] - before[1])
        end = atan2(corner[0] - after[0], after[1] - corner[1])
        while end < start:
            end += 2 * pi
        outline += _arc(corner, radius, start, end)
    return outline


def capsule(a, b, radius):
    """Outline of a capsule."""
    if hypot(b[0] - a[0], b[1] - a[1]) == 0:
        return _arc(a, radius, 0, 2 * pi)
    return rounded([a, b], radius)


def arrow(start, along):
    """Lines of an arrow: pairs of points."""
    end = (start[0] + along[0], start[1] + along[1])
    length = hypot(*along)
    if length == 0:
        return []
    back = (-along[0] / length, -along[1] / length)
    head = min(0.25 * length, 0.2)
    lines = [(start, end)]
    for side in (0.5, -0.5):
        turned = (back[0] - side * back[1], back[1] + side * back[0])
        lines.append((end, (end[0] + head * turned[0], end[1] + head * turned[1])))
    return lines
