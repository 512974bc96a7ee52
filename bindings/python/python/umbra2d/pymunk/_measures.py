"""Moments and areas of shapes."""

import math

from .transform import Transform

INFINITY = float("inf")


def moment_for_circle(mass, inner_radius, outer_radius, offset=(0, 0)):
    """Moment of inertia of a ring; the inner radius is 0 for a disc."""
    square = inner_radius**2 + outer_radius**2
    return mass * (0.5 * square + offset[0] ** 2 + offset[1] ** 2)


def moment_for_segment(mass, a, b, radius):
    """Moment of inertia of a segment with a radius."""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    length = math.dist(a, b) + 2 * radius
    return mass * ((length * length + 4 * radius * radius) / 12 + x * x + y * y)


def moment_for_box(mass, size):
    """Moment of inertia of a box about its centre."""
    return mass * (size[0] ** 2 + size[1] ** 2) / 12


def moment_for_poly(mass, vertices, offset=(0, 0), radius=0):
    """Moment of inertia of a polygon."""
    points = [(x + offset[0], y + offset[1]) for x, y in vertices]
    if len(points) == 2:
        return moment_for_segment(mass, points[0], points[1], 0)
    top = bottom = 0.0
    for p, q in zip(points, points[1:] + points[:1]):
        cross = q[0] * p[1] - q[1] * p[0]
        squares = p[0] ** 2 + p[1] ** 2 + p[0] * q[0] + p[1] * q[1] + q[0] ** 2 + q[1] ** 2
        top += cross * squares
        bottom += cross
    return mass * top / (6 * bottom)


def area_for_circle(inner_radius, outer_radius):
    """Area of a ring."""
    return math.pi * abs(inner_radius**2 - outer_radius**2)


def area_for_segment(a, b, radius):
    """Area of a segment with a radius."""
    return radius * (math.pi * radius + 2 * math.dist(a, b))


def area_for_poly(vertices, radius=0):
    """Area of a polygon with a radius; negative if it is clockwise."""
    points = list(vertices)
    area = perimeter = 0.0
    for p, q in zip(points, points[1:] + points[:1]):
        area += p[0] * q[1] - p[1] * q[0]
        perimeter += math.dist(p, q)
    return radius * (math.pi * abs(radius) + perimeter) + area / 2


def centroid(points):
    """Centroid of a polygon."""
    total = x = y = 0.0
    for p, q in zip(points, points[1:] + points[:1]):
        cross = p[0] * q[1] - p[1] * q[0]
        total += cross
        x += (p[0] + q[0]) * cross
        y += (p[1] + q[1]) * cross
    return (x / (3 * total), y / (3 * total)) if total else points[0]


def convex_hull(points):
    """Convex hull, counter-clockwise, from the leftmost and lowest point on."""
    points = sorted(set((float(x), float(y)) for x, y in points))
    if len(points) < 3:
        return points

    def chain(points):
        hull = []
        for p in points:
            while len(hull) > 1 and turn(hull[-2], hull[-1], p) <= 0:
                hull.pop()
            hull.append(p)
        return hull[:-1]

    return chain(points) + chain(reversed(points))


def turn(a, b, c):
    """Twice the area of a triangle; positive if it is counter-clockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def transformed(points, transform):
    """Points after an optional transform."""
    if transform is None:
        return [(float(x), float(y)) for x, y in points]
    transform = Transform(*transform)
    return [transform @ point for point in points]
