"""`SpaceDebugDrawOptions`: what `Space.debug_draw` draws with."""

from typing import ClassVar, NamedTuple

from .body import Body
from .transform import Transform

__all__ = ["SpaceDebugColor", "SpaceDebugDrawOptions"]


class SpaceDebugColor(NamedTuple):
    """A colour: red, green, blue and opacity, each from 0 to 255."""

    r: float
    g: float
    b: float
    a: float

    def as_int(self):
        """The colour as integers."""
        return tuple(int(part) for part in self)

    def as_float(self):
        """The colour as numbers from 0 to 1."""
        return tuple(part / 255.0 for part in self)


def _color(color):
    r, g, b, *rest = color
    return SpaceDebugColor(float(r), float(g), float(b), float(rest[0]) if rest else 255.0)


def _color_property(name, about):
    field = "_" + name

    def read(self):
        return getattr(self, field)

    def write(self, color):
        setattr(self, field, _color(color))

    return property(read, write, doc=about)


class SpaceDebugDrawOptions:
    """Draws by printing. Subclasses draw with a library."""

    DRAW_SHAPES: ClassVar[int] = 1
    DRAW_CONSTRAINTS: ClassVar[int] = 2
    DRAW_COLLISION_POINTS: ClassVar[int] = 4

    shape_dynamic_color = SpaceDebugColor(52.0, 152.0, 219.0, 255.0)
    shape_static_color = SpaceDebugColor(149.0, 165.0, 166.0, 255.0)
    shape_kinematic_color = SpaceDebugColor(39.0, 174.0, 96.0, 255.0)
    shape_sleeping_color = SpaceDebugColor(114.0, 148.0, 168.0, 255.0)

    shape_outline_color = _color_property("outline", "Colour of the outlines of shapes.")
    constraint_color = _color_property("constraint", "Colour of constraints.")
    collision_point_color = _color_property("points", "Colour of contacts.")

    def __init__(self):
        self.shape_outline_color = (44, 62, 80, 255)
        self.constraint_color = (142, 68, 173, 255)
        self.collision_point_color = (231, 76, 60, 255)
        self.transform = Transform.identity()
        self.flags = self.DRAW_SHAPES | self.DRAW_CONSTRAINTS | self.DRAW_COLLISION_POINTS
        # False to call `draw_shape` for each shape.
        self._use_chipmunk_debug_draw = True

    def __enter__(self):
        pass

    def __exit__(self, type, value, traceback):
        pass

    def draw_circle(self, pos, angle, radius, outline_color, fill_color):
        """Draws a circle."""
        print("draw_circle", (pos, angle, radius, outline_color, fill_color))

    def draw_segment(self, a, b, color):
        """Draws a line."""
        print("draw_segment", (a, b, color))

    def draw_fat_segment(self, a, b, radius, outline_color, fill_color):
        """Draws a segment with a radius."""
        print("draw_fat_segment", (a, b, radius, outline_color, fill_color))

    def draw_polygon(self, verts, radius, outline_color, fill_color):
        """Draws a polygon with a radius."""
        print("draw_polygon", (verts, radius, outline_color, fill_color))

    def draw_dot(self, size, pos, color):
        """Draws a dot."""
        print("draw_dot", (size, pos, color))

    def draw_shape(self, shape):
        """Draws a shape."""
        print("draw_shape", shape)

    def color_for_shape(self, shape):
        """Colour of a shape: its attribute `color`, or one by the type of its body."""
        if hasattr(shape, "color"):
            return _color(shape.color)
        body = shape.body
        if body is None:
            return self.shape_dynamic_color
        if body.body_type == Body.STATIC:
            return self.shape_static_color
        if body.body_type == Body.KINEMATIC:
            return self.shape_kinematic_color
        return self.shape_sleeping_color if body.is_sleeping else self.shape_dynamic_color
