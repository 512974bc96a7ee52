"""`ShapeFilter`: groups and masks that decide which shapes collide."""

from typing import NamedTuple

__all__ = ["ShapeFilter"]

ALL = 0xFFFFFFFF


class ShapeFilter(NamedTuple):
    """Shapes of one group, other than 0, do not collide. Otherwise each mask has to have a bit in
    common with the categories of the other shape.

    >>> ShapeFilter(group=1).rejects_collision(ShapeFilter(group=1))
    True
    """

    group: int = 0
    categories: int = ALL
    mask: int = ALL

    @staticmethod
    def ALL_MASKS():
        """All bits of a mask."""
        return ALL

    @staticmethod
    def ALL_CATEGORIES():
        """All bits of the categories."""
        return ALL

    def rejects_collision(self, other):
        """True if shapes with these filters do not collide."""
        return (
            (self.group != 0 and self.group == other.group)
            or not self.categories & other.mask
            or not other.categories & self.mask
        )
