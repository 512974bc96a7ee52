"""pymunk's names upon the engine: code that imports pymunk runs unchanged.

>>> import umbra2d.pymunk
>>> umbra2d.pymunk.install()
>>> import pymunk
>>> pymunk.Space().gravity
Vec2d(0.0, 0.0)
"""

from . import _version
from ._install import install, uninstall
from ._measures import (
    area_for_circle,
    area_for_poly,
    area_for_segment,
    moment_for_box,
    moment_for_circle,
    moment_for_poly,
    moment_for_segment,
)
from .arbiter import Arbiter
from .bb import BB
from .body import Body
from .constraints import (
    Constraint,
    DampedRotarySpring,
    DampedSpring,
    GearJoint,
    GrooveJoint,
    PinJoint,
    PivotJoint,
    RatchetJoint,
    RotaryLimitJoint,
    SimpleMotor,
    SlideJoint,
)
from .contact_point_set import ContactPoint, ContactPointSet
from .query_info import PointQueryInfo, SegmentQueryInfo, ShapeQueryInfo
from .shape_filter import ShapeFilter
from .shapes import Circle, Poly, Segment, Shape
from .space import Space
from .space_debug_draw_options import SpaceDebugColor, SpaceDebugDrawOptions
from .transform import Transform
from .vec2d import Vec2d

version = _version.version
chipmunk_version = _version.chipmunk_version


def empty_callback(*args, **kwargs):
    """A callback that does nothing."""


__all__ = [
    "BB", "Arbiter", "Body", "Circle", "Constraint", "ContactPoint", "ContactPointSet",
    "DampedRotarySpring", "DampedSpring", "GearJoint", "GrooveJoint", "PinJoint", "PivotJoint",
    "PointQueryInfo", "Poly", "RatchetJoint", "RotaryLimitJoint", "Segment", "SegmentQueryInfo",
    "Shape", "ShapeFilter", "ShapeQueryInfo", "SimpleMotor", "SlideJoint", "Space",
    "SpaceDebugColor", "SpaceDebugDrawOptions", "Transform", "Vec2d", "area_for_circle",
    "area_for_poly", "area_for_segment", "chipmunk_version", "empty_callback", "install",
    "moment_for_box", "moment_for_circle", "moment_for_poly", "moment_for_segment", "uninstall",
    "version",
]
