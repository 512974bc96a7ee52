"""Many bodies or contacts of a space at once, in buffers."""

import array
from enum import Flag

__all__ = [
    "ArbiterFields", "BodyFields", "Buffer", "get_space_arbiters", "get_space_bodies",
    "set_space_bodies",
]


class BodyFields(Flag):
    """Fields of bodies, in the order in which they stand in the buffers."""

    BODY_ID = 1
    POSITION = 2
    ANGLE = 4
    VELOCITY = 8
    ANGULAR_VELOCITY = 16
    FORCE = 32
    TORQUE = 64
    ALL = 0xFFFF


class ArbiterFields(Flag):
    """Fields of contacts, in the order in which they stand in the buffers."""

    BODY_A_ID = 1
    BODY_B_ID = 2
    TOTAL_IMPULSE = 4
    TOTAL_KE = 8
    IS_FIRST_CONTACT = 16
    NORMAL = 32
    CONTACT_COUNT = 64
    POINT_A_1 = 128
    POINT_B_1 = 256
    DISTANCE_1 = 512
    POINT_A_2 = 1024
    POINT_B_2 = 2048
    DISTANCE_2 = 4096
    ALL = 0xFFFF


VECTORS = (
    (BodyFields.POSITION, "position", True),
    (BodyFields.ANGLE, "angle", False),
    (BodyFields.VELOCITY, "velocity", True),
    (BodyFields.ANGULAR_VELOCITY, "angular_velocity", False),
    (BodyFields.FORCE, "force", True),
    (BodyFields.TORQUE, "torque", False),
)


class Buffer:
    """A buffer of floats (type "d") and one of integers (type "P")."""

    def __init__(self):
        self.clear()

    def clear(self):
        """Empties both buffers."""
        self._floats, self._ints = array.array("d"), array.array("Q")

    def float_buf(self):
        """The floats, as bytes."""
        return self._floats.tobytes()

    def set_float_buf(self, buffer):
        """Copies floats from a buffer."""
        self._floats = array.array("d", bytes(memoryview(buffer).cast("B")))

    def int_buf(self):
        """The integers, as bytes."""
        return self._ints.tobytes()

    def set_int_buf(self, buffer):
        """Copies integers from a buffer."""
        self._ints = array.array("Q", bytes(memoryview(buffer).cast("B")))


def get_space_bodies(space, fields, buffers):
    """Appends fields of all bodies to the buffers."""
    for body in space.bodies:
        if BodyFields.BODY_ID in fields:
            buffers._ints.append(body.id)
        for field, name, is_vector in VECTORS:
            if field in fields:
                value = getattr(body, name)
                buffers._floats.extend(value if is_vector else (value,))


def set_space_bodies(space, fields, buffers):
    """Sets fields of all bodies from the buffers. Numbers of bodies are not changed."""
    width = sum(1 + is_vector for field, _, is_vector in VECTORS if field in fields)
    if len(buffers._floats) < width * len(space.bodies):
        raise ValueError("the buffer has fewer numbers than the bodies need")
    floats = iter(buffers._floats)
    for body in space.bodies:
        for field, name, is_vector in VECTORS:
            if field in fields:
                setattr(body, name, (next(floats), next(floats)) if is_vector else next(floats))


def get_space_arbiters(space, fields, buffers):
    """Appends fields of all contacts to the buffers. Points that a contact has not are zero."""
    from .arbiter import Arbiter

    for pair in space._list_pairs():
        arbiter = Arbiter(pair)
        points = list(arbiter.contact_point_set.points)
        buffers._ints.extend(_ints(arbiter, fields, len(points)))
        buffers._floats.extend(_floats(arbiter, fields, points))


def _ints(arbiter, fields, count):
    a, b = arbiter.bodies
    values = (
        (ArbiterFields.BODY_A_ID, a.id),
        (ArbiterFields.BODY_B_ID, b.id),
        (ArbiterFields.IS_FIRST_CONTACT, int(arbiter.is_first_contact)),
        (ArbiterFields.CONTACT_COUNT, count),
    )
    return [value for field, value in values if field in fields]


def _floats(arbiter, fields, points):
    floats = []
    if ArbiterFields.TOTAL_IMPULSE in fields:
        floats.extend(arbiter.total_impulse)
    if ArbiterFields.TOTAL_KE in fields:
        floats.append(arbiter.total_ke)
    if ArbiterFields.NORMAL in fields:
        floats.extend(arbiter.normal)
    for index in (0, 1):
        point = points[index] if index < len(points) else None
        for name, field in POINT_FIELDS[index]:
            if field in fields:
                value = getattr(point, name) if point else (0.0 if name == "distance" else (0, 0))
                floats.extend((value,) if name == "distance" else value)
    return floats


POINT_FIELDS = [
    [(name, ArbiterFields[f"{name.upper()}_{n}"]) for name in ("point_a", "point_b", "distance")]
    for n in (1, 2)
]
