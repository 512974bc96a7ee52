"""Shapes: plain descriptions, copied when a fixture is made of them."""

from __future__ import annotations

import math

import umbra2d

from .vec2 import b2Vec2, number, pair

b2_linearSlop = 0.005
b2_polygonRadius = 2.0 * b2_linearSlop
b2_maxPolygonVertices = 16


def points(name, values, least):
    """A list of pairs of finite numbers, of at least some length."""
    made = [pair(name, value) for value in values]
    if len(made) < least:
        raise ValueError(f"{name}: needs {least} points or more, but has {len(made)}")
    return made


class b2Shape:
    """What all shapes have in common."""

    radius = b2_polygonRadius
    childCount = 1

    def collider(self, options):
        """Description of a collider of this shape."""
        raise TypeError("shape: b2Shape itself has no form")

    def copy(self):
        """A copy that later changes of this one do not reach."""
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    __copy__ = copy


class b2CircleShape(b2Shape):
    """A circle around a point of the body."""

    type = 0

    def __init__(self, radius=1.0, pos=(0, 0), **options):
        self.radius = float(radius)
        self.pos = options.pop("p", pos)
        refuse("circleShape", options)

    @property
    def pos(self):
        """Centre in the coordinates of the body."""
        return self._pos

    @pos.setter
    def pos(self, value):
        self._pos = b2Vec2(value)

    def collider(self, options):
        return umbra2d.circle(
            number("radius", self.radius), position=pair("pos", self.pos), **options
        )


class b2PolygonShape(b2Shape):
    """A convex polygon: the hull of its vertices."""

    type = 2

    def __init__(self, vertices=None, box=None, **options):
        refuse("polygonShape", options)
        self._vertices = []
        if vertices is not None:
            self.vertices = vertices
        if box is not None:
            self.SetAsBox(*box)

    @property
    def vertices(self):
        """Vertices, as a list of tuples."""
        return list(self._vertices)

    @vertices.setter
    def vertices(self, values):
        self._vertices = points("vertices", values, 3)

    @property
    def vertexCount(self):
        """Number of vertices."""
        return len(self._vertices)

    @property
    def box(self):
        """Can only be assigned: `(hx, hy)` or `(hx, hy, center, angle)`."""
        raise AttributeError("box: can only be assigned")

    @box.setter
    def box(self, value):
        self.SetAsBox(*value)

    @property
    def centroid(self):
        """Centre of the area."""
        area = x = y = 0.0
        for (ax, ay), (bx, by) in zip(self._vertices, self._vertices[1:] + self._vertices[:1]):
            part = ax * by - ay * bx
            area, x, y = area + part, x + part * (ax + bx), y + part * (ay + by)
        return b2Vec2(x / (3.0 * area), y / (3.0 * area)) if area else b2Vec2()

    def SetAsBox(self, hx, hy, center=(0, 0), angle=0.0):
        """Makes it a box with half extents, around a centre and turned by an angle."""
        hx, hy, angle = number("hx", hx), number("hy", hy), number("angle", angle)
        (x, y), c, s = pair("center", center), math.cos(angle), math.sin(angle)
        corners = ((-hx, -hy), (hx, -hy), (hx, hy), (-hx, hy))
        self._vertices = [(x + c * u - s * v, y + s * u + c * v) for u, v in corners]

    def collider(self, options):
        return umbra2d.polygon(points("vertices", self._vertices, 3), **options)


class b2EdgeShape(b2Shape):
    """A segment without thickness."""

    type = 1

    def __init__(self, vertices=((0, 0), (0, 0)), **options):
        refuse("edgeShape", options)
        self.vertices = vertices

    @property
    def vertices(self):
        """The two ends, as a list of tuples."""
        return list(self._vertices)

    @vertices.setter
    def vertices(self, values):
        made = points("vertices", values, 2)
        if len(made) != 2:
            raise ValueError(f"vertices: an edge has two points, but these are {len(made)}")
        self._vertices = made

    vertexCount = 2

    @property
    def vertex1(self):
        """First end."""
        return self._vertices[0]

    @property
    def vertex2(self):
        """Second end."""
        return self._vertices[1]

    def collider(self, options):
        return umbra2d.segment(*self._vertices, **options)


class b2ChainShape(b2Shape):
    """A chain of segments over whose joints bodies slide without a bump."""

    type = 3

    def __init__(self, vertices=None, vertices_chain=None, vertices_loop=None, **options):
        refuse("chainShape", options)
        self._vertices, self.loop = [], False
        if vertices_loop is not None:
            self.vertices, self.loop = vertices_loop, True
        elif vertices_chain is not None or vertices is not None:
            self.vertices = vertices_chain if vertices_chain is not None else vertices

    @property
    def vertices(self):
        """Points, as a list of tuples."""
        return list(self._vertices)

    @vertices.setter
    def vertices(self, values):
        self._vertices = points("vertices", values, 2)

    @property
    def vertexCount(self):
        """Number of points."""
        return len(self._vertices)

    @property
    def childCount(self):
        """Number of segments."""
        return len(self._vertices) - (0 if self.loop else 1)

    def collider(self, options):
        made = umbra2d.chain_loop if self.loop else umbra2d.chain
        return made(points("vertices", self._vertices, 2), **options)


b2LoopShape = b2ChainShape


def refuse(what, options):
    """An error for keywords that do not exist."""
    for name in options:
        raise TypeError(f"{what} has no option {name!r}")
