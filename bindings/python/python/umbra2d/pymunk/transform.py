"""`Transform`: affine transforms."""

import math
from typing import NamedTuple

from .vec2d import Vec2d

__all__ = ["Transform"]


class Transform(NamedTuple):
    """The matrix ``a c tx / b d ty / 0 0 1``.

    >>> Transform.translation(1, 2) @ (3, 4)
    Vec2d(4, 6)
    """

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    tx: float = 0
    ty: float = 0

    def __matmul__(self, other):
        """Transforms a point, or multiplies by another transform."""
        if len(other) == 2:
            x, y = other
            return Vec2d(
                self.a * x + self.c * y + self.tx, self.b * x + self.d * y + self.ty
            )
        other = Transform(*other)
        origin = self @ (other.tx, other.ty)
        return Transform(
            self.a * other.a + self.c * other.b,
            self.b * other.a + self.d * other.b,
            self.a * other.c + self.c * other.d,
            self.b * other.c + self.d * other.d,
            *origin,
        )

    @staticmethod
    def identity():
        """Transform that changes nothing."""
        return Transform()

    @staticmethod
    def translation(x, y):
        """Transform that moves."""
        return Transform(tx=x, ty=y)

    @staticmethod
    def scaling(s):
        """Transform that scales."""
        return Transform(a=s, d=s)

    @staticmethod
    def rotation(t):
        """Transform that turns by an angle in radians."""
        cos, sin = math.cos(t), math.sin(t)
        return Transform(cos, sin, -sin, cos)

    def translated(self, x, y):
        """This transform after a translation."""
        return self @ Transform.translation(x, y)

    def scaled(self, s):
        """This transform after a scaling."""
        return self @ Transform.scaling(s)

    def rotated(self, t):
        """This transform after a rotation."""
        return self @ Transform.rotation(t)

    def inverted(self):
        """The inverse."""
        inverse = 1.0 / (self.a * self.d - self.c * self.b)
        a, b = self.d * inverse, -self.b * inverse
        c, d = -self.c * inverse, self.a * inverse
        return Transform(
            a, b, c, d, -(a * self.tx + c * self.ty), -(b * self.tx + d * self.ty)
        )
