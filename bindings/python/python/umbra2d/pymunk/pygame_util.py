"""`DrawOptions` that draw with pygame."""

import pygame

from .space_debug_draw_options import SpaceDebugDrawOptions
from .vec2d import Vec2d

__all__ = [
    "DrawOptions", "from_pygame", "get_mouse_pos", "lighten", "positive_y_is_up", "to_pygame",
]

# True if y points up in the space; pygame's surfaces have it point down.
positive_y_is_up = False


class DrawOptions(SpaceDebugDrawOptions):
    """Draws a space onto a surface: ``space.debug_draw(DrawOptions(surface))``."""

    def __init__(self, surface):
        super().__init__()
        self.surface = surface

    def _at(self, point):
        return to_pygame(point, self.surface)

    def draw_circle(self, pos, angle, radius, outline_color, fill_color):
        """Draws a circle with a line that shows its angle."""
        end = pos + Vec2d(radius, 0).rotated(angle)
        pygame.draw.circle(self.surface, fill_color.as_int(), self._at(pos), round(radius), 0)
        light = lighten(fill_color)
        width = 3 if radius > 8 else 1
        pygame.draw.line(self.surface, light, self._at(pos), self._at(end), width)

    def draw_segment(self, a, b, color):
        """Draws a line."""
        pygame.draw.aalines(self.surface, color.as_int(), False, [self._at(a), self._at(b)])

    def draw_fat_segment(self, a, b, radius, outline_color, fill_color):
        """Draws a segment with a radius."""
        p, q = self._at(a), self._at(b)
        width = max(1, round(radius * 2))
        color = fill_color.as_int()
        pygame.draw.line(self.surface, color, p, q, width)
        if width > 2 and p != q:
            side = (Vec2d(*q) - p).perpendicular_normal() * radius
            corners = [Vec2d(*p) + side, Vec2d(*p) - side, Vec2d(*q) - side, Vec2d(*q) + side]
            pygame.draw.polygon(self.surface, color, corners)
            for end in (p, q):
                pygame.draw.circle(self.surface, color, end, round(radius))

    def draw_polygon(self, verts, radius, outline_color, fill_color):
        """Draws a polygon with a radius."""
        color = fill_color.as_int()
        pygame.draw.polygon(self.surface, color, [self._at(vertex) for vertex in verts])
        if radius > 0:
            for a, b in zip(verts, [*verts[1:], verts[0]]):
                self.draw_fat_segment(a, b, radius, outline_color, fill_color)

    def draw_dot(self, size, pos, color):
        """Draws a dot."""
        pygame.draw.circle(self.surface, color.as_int(), self._at(pos), round(size), 0)


def get_mouse_pos(surface):
    """Position of the mouse in the space."""
    return from_pygame(pygame.mouse.get_pos(), surface)


def to_pygame(p, surface):
    """Pixel of a point of the space."""
    x, y = round(p[0]), round(p[1])
    return (x, surface.get_height() - y) if positive_y_is_up else (x, y)


def from_pygame(p, surface):
    """Point of the space of a pixel."""
    return to_pygame(p, surface)


def lighten(color):
    """A lighter colour, as integers."""
    return tuple(min(255, int(part * 1.2)) for part in color.as_int()[:3])
