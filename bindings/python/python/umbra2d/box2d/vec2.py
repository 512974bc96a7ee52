"""Vectors, transforms and boxes as pybox2d names them."""

from __future__ import annotations

import math


class b2Vec2:
    """A mutable pair of numbers. Wherever a vector is wanted, any pair will do.

    >>> v = b2Vec2(3, 4)
    >>> v.length, v + (1, 1) == (4, 5), v.dot((1, 0))
    (5.0, True, 3.0)
    """

    __slots__ = ("x", "y")
    __hash__ = None

    def __init__(self, x=0.0, y=None):
        if y is None:
            x, y = pair("b2Vec2", x) if hasattr(x, "__getitem__") else (x, 0.0)
        self.x = float(x)
        self.y = float(y)

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return (self.x, self.y)[index]

    def __setitem__(self, index, value):
        if index in (0, -2):
            self.x = float(value)
        elif index in (1, -1):
            self.y = float(value)
        else:
            raise IndexError("a b2Vec2 has two elements")

    def __iter__(self):
        yield self.x
        yield self.y

    def __add__(self, other):
        return b2Vec2(self.x + other[0], self.y + other[1])

    __radd__ = __add__

    def __sub__(self, other):
        return b2Vec2(self.x - other[0], self.y - other[1])

    def __rsub__(self, other):
        return b2Vec2(other[0] - self.x, other[1] - self.y)

    def __mul__(self, factor):
        return b2Vec2(self.x * factor, self.y * factor)

    __rmul__ = __mul__

    def __truediv__(self, divisor):
        return b2Vec2(self.x / divisor, self.y / divisor)

    def __neg__(self):
        return b2Vec2(-self.x, -self.y)

    def __abs__(self):
        return b2Vec2(abs(self.x), abs(self.y))

    def __eq__(self, other):
        try:
            return len(other) == 2 and self.x == other[0] and self.y == other[1]
        except TypeError:
            return NotImplemented

    def __bool__(self):
        return self.x != 0.0 or self.y != 0.0

    def __repr__(self):
        return f"b2Vec2({self.x:g},{self.y:g})"

    def __reduce__(self):
        return b2Vec2, (self.x, self.y)

    @property
    def length(self):
        """Length; assigning it scales the vector."""
        return math.hypot(self.x, self.y)

    @length.setter
    def length(self, value):
        self.Normalize()
        self.x *= value
        self.y *= value

    @property
    def lengthSquared(self):
        """Square of the length."""
        return self.x * self.x + self.y * self.y

    @property
    def tuple(self):
        """The two numbers."""
        return (self.x, self.y)

    @tuple.setter
    def tuple(self, value):
        self.x, self.y = pair("tuple", value)

    @property
    def skew(self):
        """The vector turned by a quarter turn, counter-clockwise."""
        return b2Vec2(-self.y, self.x)

    @property
    def valid(self):
        """True if both numbers are finite."""
        return math.isfinite(self.x) and math.isfinite(self.y)

    def Normalize(self):
        """Makes the length one, and returns the former length."""
        length = self.length
        if length > 0.0:
            self.x /= length
            self.y /= length
        return length

    def dot(self, other):
        """Scalar product."""
        return self.x * other[0] + self.y * other[1]

    def cross(self, other):
        """Cross product with a vector (a number) or with a number (a vector)."""
        if isinstance(other, (int, float)):
            return b2Vec2(self.y * other, -self.x * other)
        return self.x * other[1] - self.y * other[0]

    def copy(self):
        """A copy."""
        return b2Vec2(self.x, self.y)

    __copy__ = copy

    def Set(self, x, y):
        """Assigns both numbers."""
        self.x, self.y = float(x), float(y)

    def SetZero(self):
        """Assigns zero."""
        self.x = self.y = 0.0


class b2Rot:
    """A rotation by an angle in radians."""

    __slots__ = ("angle", "s", "c")

    def __init__(self, angle=0.0):
        self.angle = float(angle)
        self.s, self.c = math.sin(self.angle), math.cos(self.angle)

    def __mul__(self, v):
        return b2Vec2(self.c * v[0] - self.s * v[1], self.s * v[0] + self.c * v[1])


class b2Transform:
    """A position and a rotation; ``transform * point`` is the point in the world."""

    __slots__ = ("position", "q")

    def __init__(self, position=(0.0, 0.0), angle=0.0):
        self.position = b2Vec2(position)
        self.q = angle if isinstance(angle, b2Rot) else b2Rot(angle)

    def __mul__(self, v):
        s, c, at = self.q.s, self.q.c, self.position
        return b2Vec2(c * v[0] - s * v[1] + at.x, s * v[0] + c * v[1] + at.y)

    @property
    def angle(self):
        """Angle in radians."""
        return self.q.angle

    @angle.setter
    def angle(self, value):
        self.q = b2Rot(value)


class b2AABB:
    """A box along the axes."""

    __slots__ = ("lowerBound", "upperBound")

    def __init__(self, lowerBound=(0.0, 0.0), upperBound=(0.0, 0.0)):
        self.lowerBound, self.upperBound = b2Vec2(lowerBound), b2Vec2(upperBound)

    @property
    def center(self):
        """Centre of the box."""
        return (self.lowerBound + self.upperBound) * 0.5

    @property
    def extents(self):
        """Half of the width and of the height."""
        return (self.upperBound - self.lowerBound) * 0.5

    def __repr__(self):
        return f"b2AABB({self.lowerBound!r},{self.upperBound!r})"


def number(name, value):
    """A finite number, or a `ValueError` that names the parameter."""
    try:
        value = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name}: must be a number") from None
    if not math.isfinite(value):
        raise ValueError(f"{name}: must be finite, but is {value}")
    return value


def pair(name, value):
    """Two finite numbers as a tuple, or an error that names the parameter."""
    try:
        if len(value) != 2:
            raise ValueError(f"{name}: must have two elements, but has {len(value)}")
        x, y = value[0], value[1]
    except (TypeError, KeyError):
        raise TypeError(f"{name}: must be a pair of numbers") from None
    return number(name, x), number(name, y)


def vec(value):
    """A `b2Vec2` of a vector of `umbra2d`."""
    made = b2Vec2.__new__(b2Vec2)
    made.x, made.y = value.x, value.y
    return made


def b2Dot(a, b):
    """Scalar product of two vectors."""
    return a[0] * b[0] + a[1] * b[1]


def b2Cross(a, b):
    """Cross product of two vectors, or of a vector and a number."""
    if isinstance(a, (int, float)):
        return b2Vec2(-a * b[1], a * b[0])
    return b2Vec2(a).cross(b)


def b2Mul(a, b):
    """Applies a rotation or a transform to a vector."""
    return a * b
