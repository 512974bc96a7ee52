"""Rays and boxes that find fixtures."""

from __future__ import annotations

from .vec2 import pair, vec


class b2RayCastCallback:
    """Base of callbacks of rays: override `ReportFixture`."""

    def __init__(self, **attributes):
        self.__dict__.update(attributes)

    def ReportFixture(self, fixture, point, normal, fraction):
        """-1 leaves the fixture out, 0 ends the ray, a fraction shortens it, 1 goes on."""
        return 1


class b2QueryCallback:
    """Base of callbacks of boxes: override `ReportFixture`."""

    def __init__(self, **attributes):
        self.__dict__.update(attributes)

    def ReportFixture(self, fixture):
        """False ends the query."""
        return True


def ray_cast(world, callback, point1, point2):
    """Reports fixtures along a ray, the nearest first, to a callback object or a function."""
    report = getattr(callback, "ReportFixture", callback)
    (ax, ay), (bx, by) = pair("point1", point1), pair("point2", point2)
    if (ax, ay) == (bx, by):
        return
    hits = world.scene.cast_ray_all((ax, ay), (bx - ax, by - ay), sensors=True)
    hits.sort(key=lambda hit: hit.fraction)
    most, known = 1.0, world.known
    for hit in hits:
        fraction = hit.fraction
        if fraction > most:
            return
        # The shape that a ray starts in is not seen.
        if fraction <= 0.0:
            continue
        answer = report(known[hit.collider], vec(hit.point), vec(hit.normal), fraction)
        if answer == 0.0:
            return
        if answer > 0.0:
            most = min(most, answer)


def query_aabb(world, callback, aabb):
    """Reports fixtures whose boxes meet a box."""
    report = getattr(callback, "ReportFixture", callback)
    lower, upper = pair("lowerBound", aabb.lowerBound), pair("upperBound", aabb.upperBound)
    for collider in world.scene.overlap_aabb(lower, upper, sensors=True):
        if not report(world.known[collider]):
            return
