"""`Drawing`: debug drawing of a space."""

import math

from .constraints import DampedSpring, GrooveJoint, PinJoint, PivotJoint, SlideJoint
from .shapes import Circle, Segment

DOT = 5.0
# Length by which the mark of a contact is shorter than the overlap, at each end.
INSET = 2.0


class Drawing:
    """The part of `Space` that draws."""

    def debug_draw(self, options):
        """Draws shapes, constraints and contacts with a `SpaceDebugDrawOptions`."""
        with options:
            if options.flags & options.DRAW_SHAPES:
                for shape in self._shapes:
                    if options._use_chipmunk_debug_draw:
                        draw_shape(shape, options)
                    else:
                        options.draw_shape(shape)
            if options.flags & options.DRAW_CONSTRAINTS:
                for constraint in self._constraints:
                    draw_constraint(constraint, options)
            if options.flags & options.DRAW_COLLISION_POINTS:
                for pair in self._list_pairs():
                    draw_contacts(pair, options)


def scale_of(transform):
    """Factor by which a transform scales."""
    return math.sqrt(abs(transform.a * transform.d - transform.b * transform.c))


def draw_shape(shape, options):
    """Draws a shape."""
    transform = options.transform
    points = [transform @ point for point in shape._world()]
    radius = shape.radius * scale_of(transform)
    outline, fill = options.shape_outline_color, options.color_for_shape(shape)
    if isinstance(shape, Circle):
        options.draw_circle(points[0], shape.body.angle, radius, outline, fill)
    elif isinstance(shape, Segment):
        options.draw_fat_segment(*points, radius, outline, fill)
    else:
        options.draw_polygon(points, radius, outline, fill)


def draw_constraint(constraint, options):
    """Draws the anchors of a constraint and what is between them."""
    transform, color = options.transform, options.constraint_color
    if isinstance(constraint, GrooveJoint):
        a, b = constraint.a, constraint.b
        ends = (constraint.groove_a, constraint.groove_b)
        p, q = (transform @ a.local_to_world(end) for end in ends)
        options.draw_dot(DOT, transform @ b.local_to_world(constraint.anchor_b), color)
        options.draw_segment(p, q, color)
    elif isinstance(constraint, (PinJoint, SlideJoint, PivotJoint, DampedSpring)):
        p, q = (transform @ point for point in constraint._points())
        options.draw_dot(DOT, p, color)
        options.draw_dot(DOT, q, color)
        if not isinstance(constraint, PivotJoint):
            options.draw_segment(p, q, color)


def draw_contacts(pair, options):
    """Draws the contacts of two shapes."""
    found, transform = pair.points(), options.transform
    inset = found.normal * INSET
    for point in found.points:
        a, b = transform @ (point.point_a - inset), transform @ (point.point_b + inset)
        options.draw_segment(a, b, options.collision_point_color)
