"""What pymunk 6 has and 7 has not."""

from ._collision_handler import CollisionHandler
from .space import Space


def add_collision_handler(self, collision_type_a, collision_type_b):
    """The handler of two collision types."""
    return _handler(self, (collision_type_a, collision_type_b))


def add_wildcard_collision_handler(self, collision_type_a):
    """The handler of one collision type and any other."""
    return _handler(self, (collision_type_a, None))


def add_default_collision_handler(self):
    """The handler of all collisions."""
    return _handler(self, (None, None))


def _handler(space, key):
    if key[::-1] in space._handlers:
        key = key[::-1]
    handler = space._handler(key)
    handler._decides = True
    return handler


METHODS = (add_collision_handler, add_wildcard_collision_handler, add_default_collision_handler)


def use(version):
    """Gives `Space` the methods of a version."""
    Space._finds_sensors = version >= 7
    for method in METHODS:
        if version == 6:
            setattr(Space, method.__name__, method)
        elif method.__name__ in vars(Space):
            delattr(Space, method.__name__)


__all__ = ["CollisionHandler", "use"]
