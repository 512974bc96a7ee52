"""`ContactPointSet`: the contacts of two shapes."""

__all__ = ["ContactPoint", "ContactPointSet"]


class ContactPoint:
    """One contact: a point on the surface of each shape, and their distance, negative where the
    shapes overlap."""

    __slots__ = ("distance", "point_a", "point_b")

    def __init__(self, point_a, point_b, distance):
        self.point_a, self.point_b, self.distance = point_a, point_b, distance

    def __repr__(self):
        return (
            f"ContactPoint(point_a={self.point_a}, point_b={self.point_b}, "
            f"distance={self.distance})"
        )


class ContactPointSet:
    """Contacts with their normal, from the first shape to the second one."""

    __slots__ = ("normal", "points")

    def __init__(self, normal, points):
        self.normal, self.points = normal, points

    def __repr__(self):
        return f"ContactPointSet(normal={self.normal}, points={self.points})"
