"""Shapes: `Circle`, `Segment` and `Poly`."""

import math

import umbra2d

from . import _geometry as geometry
from . import _measures as measures
from ._checks import check_number, check_pair
from ._clock import NO_CLOCK
from ._pickle import PickleMixin
from .bb import BB
from .contact_point_set import ContactPoint, ContactPointSet
from .query_info import PointQueryInfo, SegmentQueryInfo
from .shape_filter import ShapeFilter
from .transform import Transform
from .vec2d import Vec2d

__all__ = ["Circle", "Poly", "Segment", "Shape"]

# Least radius of a circle that the engine is given.
LEAST = 1e-3


class Shape(PickleMixin):
    """What all shapes have in common: a body, a material, a filter."""

    _pickle_general = (
        "sensor", "collision_type", "filter", "elasticity", "friction", "surface_velocity",
        "_mass",
    )
    # Order of the shapes of a contact.
    _order = 0

    def __init__(self, shape):
        raise TypeError("Shape is the base of Circle, Segment and Poly")

    def _init(self, body):
        self._body = None
        self._mass = 0.0
        self._sensor, self._type = False, 0
        self._filter = ShapeFilter()
        self._elasticity = self._friction = 0.0
        self._surface_velocity = Vec2d(0.0, 0.0)
        self._bb = BB()
        # Core in the world as it was last cached, while the shape is in no space.
        self._cached = None
        self._space = None
        self._collider, self._id, self._clock = None, 0, NO_CLOCK
        if body is not None:
            self.body = body

    def _is_added(self):
        return self._space is not None

    def __repr__(self):
        return f"<pymunk.{type(self).__name__} of {self._body}>"

    @property
    def mass(self):
        """Mass; 0 if the body has its own."""
        return self._mass

    @mass.setter
    def mass(self, mass):
        self._mass = check_number("mass", mass)
        if self._body is not None:
            self._body._accumulate()

    @property
    def density(self):
        """Density."""
        return self._mass / self.area

    @density.setter
    def density(self, density):
        self.mass = check_number("density", density) * self.area

    @property
    def moment(self):
        """Moment of inertia about the shape's own centre."""
        return self._mass * self._unit_moment() if self._mass else 0

    @property
    def space(self):
        """The space of the shape, or None."""
        return self._space() if self._space is not None else None

    @property
    def body(self):
        """The body of the shape, or None."""
        return self._body

    @body.setter
    def body(self, body):
        assert self._space is None, "a shape in a space cannot change its body"
        if self._body is not None:
            self._body._shapes.pop(self, None)
        self._body = body
        if body is not None:
            body._shapes[self] = None

    @property
    def sensor(self):
        """True if the shape only reports collisions."""
        return self._sensor

    @sensor.setter
    def sensor(self, sensor):
        self._sensor = bool(sensor)
        self._tell(sensor=self._sensor)
        self._note()

    @property
    def collision_type(self):
        """Number that collision handlers go by."""
        return self._type

    @collision_type.setter
    def collision_type(self, collision_type):
        self._type = collision_type

    @property
    def filter(self):
        """`ShapeFilter` of the shape."""
        return self._filter

    @filter.setter
    def filter(self, filter):
        self._filter = ShapeFilter(*filter)
        self._tell(filter=self._engine_filter())

    @property
    def elasticity(self):
        """Elasticity; that of a contact is the product of both."""
        return self._elasticity

    @elasticity.setter
    def elasticity(self, elasticity):
        self._elasticity = check_number("elasticity", elasticity)
        self._tell(restitution=max(0.0, self._elasticity))

    @property
    def friction(self):
        """Friction; that of a contact is the product of both."""
        return self._friction

    @friction.setter
    def friction(self, friction):
        self._friction = check_number("friction", friction)
        self._tell(friction=max(0.0, self._friction))

    @property
    def surface_velocity(self):
        """Velocity of the surface, as of a conveyor belt."""
        return self._surface_velocity

    @surface_velocity.setter
    def surface_velocity(self, velocity):
        self._surface_velocity = check_pair("surface_velocity", velocity)
        self._note()

    def _note(self):
        """Tells the space that contacts of this shape need care."""
        if self.space is not None:
            self.space._note_shape(self)

    def _tell(self, **values):
        """Changes the collider, if there is one."""
        if self._collider is not None:
            for name, value in values.items():
                setattr(self._collider, name, value)

    def _engine_filter(self):
        group = self._filter.group
        return umbra2d.Filter(
            category=self._filter.categories & 0xFFFFFFFF,
            mask=self._filter.mask & 0xFFFFFFFF,
            group=-(group % 0x7FFFFFFF) if group else 0,
        )

    def _make(self):
        """Adds the engine's collider."""
        material = {
            "density": 0.0,
            "friction": max(0.0, self._friction),
            "restitution": max(0.0, self._elasticity),
            "sensor": self._sensor,
            "filter": self._engine_filter(),
            "user_data": self._id,
        }
        self._collider = self._body._handle.add(self._definition(material))

    def _remake(self):
        """Replaces the collider after a change of its form."""
        if self._collider is not None:
            self._collider.remove()
            self._make()

    def _reshaped(self):
        """Marks the form as changed; static shapes wait until they are indexed anew."""
        if self._collider is not None:
            self._clock.shapes[self] = None

    def _world(self):
        """Core of the shape in the world; of a shape in no space, as it was last cached."""
        if self._space is None:
            return self._cached or self._core()
        return self._placed()

    def _placed(self):
        """Core of the shape where its body is."""
        if self._body is None:
            return self._core()
        to_world = self._body.local_to_world
        return [to_world(point) for point in self._core()]

    def _box(self, points, extra=0.0):
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        r = self.radius + extra
        return BB(min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r)

    def update(self, transform):
        """Sets and returns `bb` for a pose of the body."""
        transform = Transform(*transform)
        self._cached = [transform @ point for point in self._core()]
        self._bb = self._box(self._cached)
        return self._bb

    def cache_bb(self):
        """Sets and returns `bb` for the current pose of the body."""
        self._cached = self._placed()
        self._bb = self._box(self._cached)
        return self._bb

    @property
    def bb(self):
        """Bounding box."""
        return self.cache_bb() if self._space is not None else self._bb

    def point_query(self, p):
        """Nearest point of the surface."""
        p = check_pair("p", p)
        point, distance, gradient = geometry.point_distance(p, self._world(), self.radius)
        return PointQueryInfo(self, Vec2d(*point), distance, Vec2d(*gradient))

    def segment_query(self, start, end, radius=0):
        """First hit of a segment, or None."""
        start, end = check_pair("start", start), check_pair("end", end)
        hit = geometry.ray(start, end, self._world(), self.radius + radius)
        if hit is None:
            return None
        alpha, normal = hit
        point = start + (end - start) * alpha - Vec2d(*normal) * radius
        return SegmentQueryInfo(self, point, Vec2d(*normal), alpha)

    def shapes_collide(self, b):
        """Contacts with another shape."""
        return self._contacts(b, 0.0)

    def _contacts(self, b, gap):
        """Contacts with another shape, up to a distance."""
        here, there = self._world(), b._world()
        normal, contacts = geometry.collide(here, self.radius, there, b.radius, gap)
        points = [ContactPoint(Vec2d(*p), Vec2d(*q), d) for p, q, d in contacts]
        return ContactPointSet(Vec2d(*normal), points)

    def __getstate__(self):
        state = super().__getstate__()
        state["init"] = [("body", self._body), *state["init"]]
        return state


class Circle(Shape):
    """A circle.

    >>> Circle(None, 2).area == math.pi * 4
    True
    """

    _pickle_init = ("radius", "offset")

    def __init__(self, body, radius, offset=(0, 0)):
        self._radius = check_number("radius", radius)
        self._offset = check_pair("offset", offset)
        self._init(body)

    @property
    def radius(self):
        """Radius."""
        return self._radius

    def unsafe_set_radius(self, r):
        """Changes the radius."""
        self._radius = check_number("r", r)
        self._reshaped()

    @property
    def offset(self):
        """Centre, in the coordinates of the body."""
        return self._offset

    def unsafe_set_offset(self, o):
        """Changes the offset."""
        self._offset = check_pair("o", o)
        self._reshaped()

    @property
    def area(self):
        """Area."""
        return measures.area_for_circle(0, self._radius)

    @property
    def center_of_gravity(self):
        """Centre of gravity."""
        return self._offset

    def _unit_moment(self):
        return measures.moment_for_circle(1, 0, self._radius)

    def _core(self):
        return [self._offset]

    def _definition(self, material):
        radius = max(abs(self._radius), LEAST)
        return umbra2d.circle(radius, position=self._offset, **material)


class Segment(Shape):
    """A segment with a radius."""

    _pickle_init = ("a", "b", "radius")
    _order = 1

    def __init__(self, body, a, b, radius):
        self._a, self._b = check_pair("a", a), check_pair("b", b)
        self._radius = check_number("radius", radius)
        self._init(body)

    @property
    def a(self):
        """First end."""
        return self._a

    @property
    def b(self):
        """Second end."""
        return self._b

    @property
    def normal(self):
        """Normal, on the right of the way from A to B."""
        return Vec2d(*geometry.outward(self._a, self._b))

    @property
    def radius(self):
        """Radius."""
        return self._radius

    def unsafe_set_endpoints(self, a, b):
        """Changes the ends."""
        self._a, self._b = check_pair("a", a), check_pair("b", b)
        self._reshaped()

    def unsafe_set_radius(self, r):
        """Changes the radius."""
        self._radius = check_number("r", r)
        self._reshaped()

    def set_neighbors(self, prev, next):
        """Accepted for compatibility: the engine needs no neighbours."""
        check_pair("prev", prev)
        check_pair("next", next)

    @property
    def area(self):
        """Area."""
        return measures.area_for_segment(self._a, self._b, self._radius)

    @property
    def center_of_gravity(self):
        """Centre of gravity."""
        return (self._a + self._b) / 2

    def _unit_moment(self):
        half = (self._b - self._a) / 2
        return measures.moment_for_segment(1, -half, half, self._radius)

    def _core(self):
        return [self._a, self._b]

    def _definition(self, material):
        if self._a == self._b:
            return umbra2d.circle(max(self._radius, LEAST), position=self._a, **material)
        if self._radius <= 0:
            return umbra2d.segment(self._a, self._b, **material)
        return umbra2d.capsule(self._a, self._b, self._radius, **material)


class Poly(Shape):
    """A convex polygon: the hull of its points, optionally with a radius.

    >>> Poly.create_box(None, (4, 2)).area
    8.0
    """

    _pickle_init = ("_vertices", "_no_transform", "radius")
    _no_transform = None
    _order = 2

    def __init__(self, body, vertices, transform=None, radius=0):
        self._radius = check_number("radius", radius)
        self._set(vertices, transform)
        self._init(body)

    def _set(self, vertices, transform):
        points = [check_pair("vertices", v) for v in measures.transformed(vertices, transform)]
        self._vertices = [Vec2d(*p) for p in measures.convex_hull(points)]

    @staticmethod
    def create_box(body, size=(10, 10), radius=0):
        """Box about the origin of the body."""
        x, y = size[0] / 2, size[1] / 2
        return Poly.create_box_bb(body, BB(-x, -y, x, y), radius)

    @staticmethod
    def create_box_bb(body, bb, radius=0):
        """Box from a `BB`."""
        corners = [
            (bb.right, bb.bottom), (bb.right, bb.top), (bb.left, bb.top), (bb.left, bb.bottom)
        ]
        poly = Poly(body, corners, None, radius)
        if len(poly._vertices) == 4:
            poly._vertices = [Vec2d(float(x), float(y)) for x, y in corners]
        return poly

    @property
    def radius(self):
        """Radius."""
        return self._radius

    def unsafe_set_radius(self, radius):
        """Changes the radius."""
        self._radius = check_number("radius", radius)
        self._reshaped()

    def get_vertices(self):
        """Vertices, in the coordinates of the body."""
        return list(self._vertices)

    def unsafe_set_vertices(self, vertices, transform=None):
        """Changes the vertices."""
        self._set(vertices, transform)
        self._reshaped()

    @property
    def area(self):
        """Area."""
        return measures.area_for_poly(self._vertices, self._radius)

    @property
    def center_of_gravity(self):
        """Centre of gravity."""
        return Vec2d(*measures.centroid(self._vertices))

    def _unit_moment(self):
        return measures.moment_for_poly(1, self._vertices, -self.center_of_gravity, self._radius)

    def _core(self):
        return self._vertices

    def _definition(self, material):
        points = self._vertices
        if len(points) < 3:
            ends = points[0], points[-1]
            return Segment(None, *ends, self._radius)._definition(material)
        try:
            if self._radius > 0:
                # The engine rounds within the outline, so it is given the outline.
                outline = geometry.grown(points, self._radius)
                return umbra2d.rounded_polygon(outline, self._radius, **material)
            return umbra2d.polygon(points, **material)
        except ValueError:
            return umbra2d.concave(points, **material)

    def __setstate__(self, state):
        super().__setstate__(state)
        self._vertices = [Vec2d(*v) for v in dict(state["init"])["_vertices"]]


