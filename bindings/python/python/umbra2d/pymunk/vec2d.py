"""`Vec2d`: an immutable pair of numbers with vector arithmetic."""

import math
import numbers
from typing import NamedTuple

__all__ = ["Vec2d"]


class Vec2d(NamedTuple):
    """A vector of two numbers. It is a tuple, so pairs are accepted wherever it is.

    >>> Vec2d(1, 2) + (3, 4)
    Vec2d(4, 6)
    >>> Vec2d(3, 4).length
    5.0
    """

    x: float
    y: float

    def __repr__(self):
        return f"Vec2d({self.x}, {self.y})"

    def __add__(self, other):
        _check_pair(other)
        return Vec2d(self.x + other[0], self.y + other[1])

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        _check_pair(other)
        return Vec2d(self.x - other[0], self.y - other[1])

    def __rsub__(self, other):
        _check_pair(other)
        return Vec2d(other[0] - self.x, other[1] - self.y)

    def __mul__(self, other):
        _check_number(other)
        return Vec2d(self.x * other, self.y * other)

    __rmul__ = __mul__

    def __truediv__(self, other):
        _check_number(other)
        return Vec2d(self.x / other, self.y / other)

    def __floordiv__(self, other):
        _check_number(other)
        return Vec2d(self.x // other, self.y // other)

    def __neg__(self):
        return Vec2d(-self.x, -self.y)

    def __pos__(self):
        return Vec2d(+self.x, +self.y)

    def __abs__(self):
        return self.length

    def __bool__(self):
        return self.x != 0 or self.y != 0

    @property
    def length(self):
        """Length."""
        return math.sqrt(self.x * self.x + self.y * self.y)

    @property
    def length_squared(self):
        """Length, squared."""
        return self.x * self.x + self.y * self.y

    def get_length_sqrd(self):
        """Length, squared; `length_squared` is the newer name."""
        return self.length_squared

    @property
    def angle(self):
        """Angle from the x axis, in radians; 0 for a zero vector."""
        return math.atan2(self.y, self.x) if self else 0.0

    @property
    def angle_degrees(self):
        """Angle from the x axis, in degrees."""
        return math.degrees(self.angle)

    def scale_to_length(self, length):
        """Vector of the same direction with another length."""
        old = self.length
        return Vec2d(self.x * length / old, self.y * length / old)

    def rotated(self, angle_radians):
        """Vector turned counter-clockwise by an angle in radians."""
        cos, sin = math.cos(angle_radians), math.sin(angle_radians)
        return Vec2d(self.x * cos - self.y * sin, self.x * sin + self.y * cos)

    def rotated_degrees(self, angle_degrees):
        """Vector turned counter-clockwise by an angle in degrees."""
        return self.rotated(math.radians(angle_degrees))

    def get_angle_between(self, other):
        """Angle from this vector to another one, in radians."""
        _check_pair(other)
        return math.atan2(self.cross(other), self.dot(other))

    def get_angle_degrees_between(self, other):
        """Angle from this vector to another one, in degrees."""
        return math.degrees(self.get_angle_between(other))

    def normalized(self):
        """Unit vector of the same direction; a zero vector stays zero."""
        return self.normalized_and_length()[0]

    def normalized_and_length(self):
        """Unit vector of the same direction, and the length."""
        length = self.length
        return (self / length if length else Vec2d(0, 0)), length

    def perpendicular(self):
        """Vector turned counter-clockwise by a right angle."""
        return Vec2d(-self.y, self.x)

    def perpendicular_normal(self):
        """Unit vector turned counter-clockwise by a right angle."""
        return self.perpendicular().normalized()

    def dot(self, other):
        """Dot product."""
        _check_pair(other)
        return float(self.x * other[0] + self.y * other[1])

    def cross(self, other):
        """Cross product."""
        _check_pair(other)
        return self.x * other[1] - self.y * other[0]

    def get_distance(self, other):
        """Distance to another point."""
        return math.sqrt(self.get_distance_squared(other))

    def get_distance_squared(self, other):
        """Distance to another point, squared."""
        _check_pair(other)
        return (self.x - other[0]) ** 2 + (self.y - other[1]) ** 2

    def get_dist_sqrd(self, other):
        """Distance, squared; `get_distance_squared` is the newer name."""
        return self.get_distance_squared(other)

    def projection(self, other):
        """Projection onto another vector."""
        _check_pair(other)
        square = other[0] * other[0] + other[1] * other[1]
        if square == 0:
            return Vec2d(0, 0)
        along = self.dot(other) / square
        return Vec2d(other[0] * along, other[1] * along)

    def interpolate_to(self, other, range):
        """Point at a fraction of the line to another point."""
        _check_pair(other)
        return Vec2d(self.x + (other[0] - self.x) * range, self.y + (other[1] - self.y) * range)

    def convert_to_basis(self, x_vector, y_vector):
        """Coordinates in the basis of two vectors."""
        x, y = Vec2d(*x_vector), Vec2d(*y_vector)
        return Vec2d(self.dot(x) / x.length_squared, self.dot(y) / y.length_squared)

    @property
    def int_tuple(self):
        """Both numbers, rounded to integers."""
        return round(self.x), round(self.y)

    @property
    def polar_tuple(self):
        """Length and angle."""
        return self.length, self.angle

    @staticmethod
    def zero():
        """The vector (0, 0)."""
        return Vec2d(0, 0)

    @staticmethod
    def unit():
        """The vector (0, 1)."""
        return Vec2d(0, 1)

    @staticmethod
    def ones():
        """The vector (1, 1)."""
        return Vec2d(1, 1)

    @staticmethod
    def from_polar(length, angle):
        """Vector of a length and an angle in radians."""
        return Vec2d(length * math.cos(angle), length * math.sin(angle))

    def cpvrotate(self, other):
        """Product as complex numbers."""
        return Vec2d(
            self.x * other[0] - self.y * other[1], self.x * other[1] + self.y * other[0]
        )

    def cpvunrotate(self, other):
        """Product with the conjugate, as complex numbers."""
        return Vec2d(
            self.x * other[0] + self.y * other[1], self.y * other[0] - self.x * other[1]
        )


def _check_pair(other):
    assert len(other) == 2, f"{other} is not a pair of numbers"


def _check_number(other):
    assert isinstance(other, numbers.Real), f"{other} is not a number"
