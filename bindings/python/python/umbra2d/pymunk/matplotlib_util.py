"""`DrawOptions` that draw with matplotlib."""

import matplotlib.patches as patches
import matplotlib.pyplot as plt

from .space_debug_draw_options import SpaceDebugDrawOptions
from .vec2d import Vec2d

__all__ = ["DrawOptions"]


class DrawOptions(SpaceDebugDrawOptions):
    """Draws a space into axes of matplotlib: ``space.debug_draw(DrawOptions(ax))``."""

    def __init__(self, ax):
        super().__init__()
        self.ax = ax

    def _edge(self, color, width=1):
        return {"edgecolor": color.as_float(), "linewidth": width}

    def draw_circle(self, pos, angle, radius, outline_color, fill_color):
        """Draws a circle with a line that shows its angle."""
        look = self._edge(outline_color)
        self.ax.add_patch(
            patches.Circle(pos, radius, facecolor=fill_color.as_float(), **look)
        )
        end = pos + Vec2d(radius, 0).rotated(angle)
        self.draw_segment(pos, end, outline_color)

    def draw_segment(self, a, b, color):
        """Draws a line."""
        line = plt.Line2D([a[0], b[0]], [a[1], b[1]], linewidth=1, color=color.as_float())
        self.ax.add_line(line)

    def draw_fat_segment(self, a, b, radius, outline_color, fill_color):
        """Draws a segment with a radius."""
        width = max(1.0, 2 * radius)
        way = b - a
        corner = a - way.perpendicular_normal() * (width / 2)
        self.ax.add_patch(
            patches.Rectangle(
                corner, way.length, width, angle=way.angle_degrees,
                facecolor=fill_color.as_float(), **self._edge(outline_color),
            )
        )
        for end in (a, b):
            self.ax.add_patch(patches.Circle(end, width / 2, color=fill_color.as_float()))

    def draw_polygon(self, verts, radius, outline_color, fill_color):
        """Draws a polygon."""
        look = self._edge(outline_color, max(1.0, radius))
        self.ax.add_patch(
            patches.Polygon(verts, closed=True, facecolor=fill_color.as_float(), **look)
        )

    def draw_dot(self, size, pos, color):
        """Draws a dot."""
        self.ax.add_patch(patches.Circle(pos, size, color=color.as_float()))
