"""Pictures of scenes with matplotlib and pygame, which need not be installed for the rest.

Both functions take the keywords of ``Scene.debug_draw``: ``joints=False``, ``contacts=True`` and so
on. For pictures without either there is ``Scene.to_svg``, for films ``umbra2d.animate``.

>>> import umbra2d
>>> callable(umbra2d.draw.matplotlib) and callable(umbra2d.draw.pygame)
True
"""

from typing import Any

from . import Scene, Screen, _outline

__all__ = ["matplotlib", "pygame"]


def matplotlib(scene: Scene, ax: Any = None, **options: Any) -> Any:
    """Draw a scene into axes of matplotlib, or into those of a new figure. Return the axes.

    ``view``, the corners of what is shown, sets the limits of the axes; otherwise all of it is
    shown.
    """
    if ax is None:
        from matplotlib import pyplot

        ax = pyplot.subplots()[1]
    painter = _MatplotlibPainter(ax)
    scene.debug_draw(painter, **options)
    painter.finish(options.get("view"))
    return ax


class _MatplotlibPainter:
    """Collects shapes and lines, since thousands of single artists are slow."""

    def __init__(self, ax):
        self.ax = ax
        self.shapes, self.fills, self.lines, self.colors, self.texts = [], [], [], [], []

    def circle(self, center, radius, angle, color):
        from math import cos, sin

        from matplotlib.patches import Circle

        self._shape(Circle(tuple(center), radius), color)
        edge = (center.x + radius * cos(angle), center.y + radius * sin(angle))
        self.segment(center, edge, color)

    def capsule(self, a, b, radius, color):
        self._outline(_outline.capsule(a, b, radius), color)

    def polygon(self, vertices, radius, color):
        self._outline(_outline.rounded(vertices, radius), color)

    def segment(self, a, b, color):
        self.lines.append((tuple(a), tuple(b)))
        self.colors.append(_fraction(color))

    def arrow(self, start, along, color):
        for a, b in _outline.arrow(tuple(start), tuple(along)):
            self.segment(a, b, color)

    def point(self, at, color):
        self.ax.plot([at.x], [at.y], ".", color=_fraction(color), markersize=4)

    def text(self, at, text, color):
        self.texts.append(at)
        self.ax.text(at.x, at.y, text, color=_fraction(color), ha="center", clip_on=True)

    def _outline(self, points, color):
        from matplotlib.patches import Polygon

        self._shape(Polygon(points, closed=True), color)

    def _shape(self, patch, color):
        self.shapes.append(patch)
        self.fills.append(_fraction(color))

    def finish(self, view):
        from matplotlib.collections import LineCollection, PatchCollection

        patches = PatchCollection(self.shapes, linewidths=1)
        patches.set_facecolor([(*color, 0.3) for color in self.fills])
        patches.set_edgecolor(self.fills)
        self.ax.add_collection(patches)
        self.ax.add_collection(LineCollection(self.lines, colors=self.colors, linewidths=1))
        self.ax.set_aspect("equal")
        if view is None:
            self.ax.autoscale_view()
        else:
            (left, bottom), (right, top) = view
            self.ax.set_xlim(left, right)
            self.ax.set_ylim(bottom, top)


def pygame(
    scene: Scene,
    surface: Any,
    screen: Screen | None = None,
    *,
    background: tuple[int, int, int] | None = (255, 255, 255),
    **options: Any,
) -> Screen:
    """Draw a scene onto a surface of pygame. Return the ``Screen`` that it was seen through.

    ``screen`` is a ``umbra2d.Screen`` of the size of the surface; by default, one that shows
    everything. The surface is filled with ``background`` first, unless that is ``None``.
    """
    if screen is None:
        screen = _screen_for(scene, surface.get_size())
    if background is not None:
        surface.fill(background)
    options.setdefault("view", screen.view)
    scene.debug_draw(_PygamePainter(surface, screen, background or (255, 255, 255)), **options)
    return screen


def _screen_for(scene, size):
    """The screen that shows all colliders with a margin."""
    boxes = [body.aabb for body in scene.bodies]
    boxes = [box for box in boxes if box is not None] or [((-5, -5), (5, 5))]
    left, bottom = (min(low[axis] for low, _ in boxes) for axis in range(2))
    right, top = (max(high[axis] for _, high in boxes) for axis in range(2))
    scale = 0.95 * min(size[0] / max(right - left, 1e-3), size[1] / max(top - bottom, 1e-3))
    center = ((left + right) / 2, (bottom + top) / 2)
    return Screen(*size, min(max(scale, 1e-6), 1e6), center=center)


class _PygamePainter:
    """Draws at once."""

    def __init__(self, surface: Any, screen: Screen, background: Any) -> None:
        import pygame as module

        self.draw: Any = module.draw
        self.font: Any = module.font
        self.surface, self.screen, self.background = surface, screen, background

    def circle(self, center, radius, angle, color):
        from math import cos, sin

        pixel, length = self._pixel(center), self.screen.length_to_screen(radius)
        self.draw.circle(self.surface, self._light(color), pixel, length)
        self.draw.circle(self.surface, color, pixel, length, 1)
        edge = (center.x + radius * cos(angle), center.y + radius * sin(angle))
        self.segment(center, edge, color)

    def capsule(self, a, b, radius, color):
        self._fill(_outline.capsule(a, b, radius), color)

    def polygon(self, vertices, radius, color):
        self._fill(_outline.rounded(vertices, radius), color)

    def segment(self, a, b, color):
        self.draw.line(self.surface, color, self._pixel(a), self._pixel(b))

    def arrow(self, start, along, color):
        for a, b in _outline.arrow(tuple(start), tuple(along)):
            self.segment(a, b, color)

    def point(self, at, color):
        self.draw.circle(self.surface, color, self._pixel(at), 2)

    def text(self, at, text, color):
        if self.font.get_init():
            image = self.font.Font(None, 18).render(text, True, color)
            self.surface.blit(image, image.get_rect(center=self._pixel(at)))

    def _fill(self, points, color):
        pixels = [self._pixel(point) for point in points]
        if len(pixels) > 2:
            self.draw.polygon(self.surface, self._light(color), pixels)
            self.draw.polygon(self.surface, color, pixels, 1)

    def _pixel(self, point):
        return tuple(self.screen.to_screen(point))

    def _light(self, color):
        """The colour for the inside of a shape."""
        return tuple(
            round(0.35 * part + 0.65 * ground)
            for part, ground in zip(color, self.background, strict=False)
        )


def _fraction(color):
    return tuple(part / 255 for part in color)
