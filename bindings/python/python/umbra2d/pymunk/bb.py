"""`BB`: axis-aligned boxes."""

from typing import NamedTuple

from .vec2d import Vec2d

__all__ = ["BB"]

INFINITY = float("inf")


class BB(NamedTuple):
    """An axis-aligned box.

    >>> BB(0, 0, 2, 1).area()
    2
    """

    left: float = 0
    bottom: float = 0
    right: float = 0
    top: float = 0

    @staticmethod
    def newForCircle(p, r):
        """Box around a circle."""
        return BB(p[0] - r, p[1] - r, p[0] + r, p[1] + r)

    def intersects(self, other):
        """True if both boxes overlap or touch."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.bottom <= other.top
            and other.bottom <= self.top
        )

    def intersects_segment(self, a, b):
        """True if a segment touches the box."""
        return self.segment_query(a, b) != INFINITY

    def contains(self, other):
        """True if the other box lies within this one."""
        return (
            self.left <= other.left
            and self.right >= other.right
            and self.bottom <= other.bottom
            and self.top >= other.top
        )

    def contains_vect(self, v):
        """True if a point lies within the box."""
        return self.left <= v[0] <= self.right and self.bottom <= v[1] <= self.top

    def merge(self, other):
        """Box around both boxes."""
        return BB(
            min(self.left, other.left),
            min(self.bottom, other.bottom),
            max(self.right, other.right),
            max(self.top, other.top),
        )

    def expand(self, v):
        """Box that also holds a point."""
        return self.merge(BB(v[0], v[1], v[0], v[1]))

    def center(self):
        """Centre."""
        return Vec2d((self.left + self.right) / 2, (self.bottom + self.top) / 2)

    def area(self):
        """Area."""
        return (self.right - self.left) * (self.top - self.bottom)

    def merged_area(self, other):
        """Area of the box around both boxes."""
        return self.merge(other).area()

    def segment_query(self, a, b):
        """Fraction of the segment before it enters the box, or infinity."""
        enter, leave = 0.0, 1.0
        for axis in (0, 1):
            low, high = self[axis], self[axis + 2]
            start, way = a[axis], b[axis] - a[axis]
            if way == 0:
                if not low <= start <= high:
                    return INFINITY
                continue
            near, far = (low - start) / way, (high - start) / way
            enter, leave = max(enter, min(near, far)), min(leave, max(near, far))
        return enter if enter <= leave else INFINITY

    def clamp_vect(self, v):
        """Nearest point of the box."""
        return Vec2d(
            min(max(v[0], self.left), self.right), min(max(v[1], self.bottom), self.top)
        )

    def wrap_vect(self, v):
        """Point within the box, after moving it by whole widths and heights."""
        width, height = self.right - self.left, self.top - self.bottom
        return Vec2d(
            self.left + (v[0] - self.left) % width, self.bottom + (v[1] - self.bottom) % height
        )
