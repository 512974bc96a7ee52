"""Films of scenes: SVG that moves by itself, for notebooks and web pages.

>>> import umbra2d
>>> scene = umbra2d.Scene()
>>> ground = scene.add(umbra2d.fixed(), umbra2d.cuboid(5, 0.5))
>>> ball = scene.add(umbra2d.dynamic(position=(0, 4)), umbra2d.circle(0.5, restitution=0.7))
>>> film = umbra2d.animate(scene, 2)
>>> film.svg.startswith("<svg"), film.seconds
(True, 2.0)
>>> ball.position.y  # the scene is as it was
4.0
"""

import base64
from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from . import Scene
from ._cast import Cast
from ._page import page_of
from ._progress import bar
from ._written import written

__all__ = ["Film", "animate"]

# Poses are noted so many times a second.
FRAMES_PER_SECOND = 30


class Film:
    """A film that ``animate`` has made. Notebooks show it."""

    def __init__(self, cast: Any, page: Any, seconds: float, dark: bool) -> None:
        self._cast, self._page, self._dark = cast, page, dark
        self.seconds = seconds
        self.size: tuple[int, int] = page.size
        self.svg: str = written(cast, page, seconds, dark)

    def frame(self, seconds: float) -> str:
        """Picture of one moment as SVG, for papers and for thumbnails."""
        if not 0 <= seconds <= self.seconds:
            raise ValueError(f"`seconds` must be from 0 to {self.seconds}, but is {seconds}")
        last = self._cast.frames - 1
        index = round(last * seconds / self.seconds) if self.seconds else 0
        picture: str = written(self._cast, self._page, None, self._dark, index)
        return picture

    def save(self, path: str | PathLike[str]) -> None:
        """Write the film to a file that ends in ``.svg`` or ``.html``."""
        path = Path(path)
        if path.suffix == ".svg":
            path.write_text(self.svg, encoding="utf-8")
        elif path.suffix == ".html":
            page = "<!doctype html><meta charset=utf-8><title>Umbra</title>" + self.svg
            path.write_text(page, encoding="utf-8")
        else:
            raise ValueError(f"`path` must end in .svg or .html, but is {str(path)!r}")

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        # As an image, so that the styles of two films in one page do not mix.
        data = base64.b64encode(self.svg.encode()).decode()
        width, height = self.size
        return f'<img width="{width}" height="{height}" src="data:image/svg+xml;base64,{data}">'

    def __repr__(self) -> str:
        return f"<Film: {self.seconds:g} s, {len(self.svg) // 1024} KB>"


def animate(
    scene: Scene,
    seconds: float,
    *,
    dt: float = 1 / 60,
    width: float = 640,
    view: tuple[Sequence[float], Sequence[float]] | None = None,
    step: Callable[[float], object] | None = None,
    dark: bool = False,
    progress: bool = False,
) -> Film:
    """Film the next seconds of a scene. Return a ``Film``.

    The scene stays as it is: a copy is stepped. With ``step``, a function of ``dt`` that controls
    and steps the scene itself, the scene goes on. ``view`` is the corners ``(min, max)`` of what is
    shown, by default all that moves; ``width`` is in pixels. With ``progress`` there is a progress
    bar if tqdm is installed.
    """
    steps = _checked(scene, seconds, dt, width, step)
    if step is None:
        scene = scene.branch()
        step = scene.step
    every = max(1, round(1 / FRAMES_PER_SECOND / dt))
    cast = Cast()
    with bar(steps) if progress else _Silent() as shown:
        cast.note(scene)
        for done in range(1, steps + 1):
            step(dt)
            shown.update(1)
            if done % every == 0 or done == steps:
                cast.note(scene)
    return Film(cast, page_of(cast, view, width), float(seconds), dark)


def _checked(scene, seconds, dt, width, step):
    """The number of steps."""
    if not isinstance(scene, Scene):
        raise TypeError("`scene` must be a Scene")
    for name, value, most in [("seconds", seconds, 3600), ("dt", dt, 10), ("width", width, 10_000)]:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(f"`{name}` must be a number")
        if not 0 < value <= most:
            raise ValueError(f"`{name}` must be more than 0 and at most {most}, but is {value}")
    if step is not None and not callable(step):
        raise TypeError("`step` must be a function of dt")
    return max(1, round(seconds / dt))


class _Silent:
    """No progress bar."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def update(self, count):
        """Show nothing."""
