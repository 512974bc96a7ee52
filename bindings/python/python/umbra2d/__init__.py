"""Umbra: a complete 2D rigid-body physics engine.

>>> import umbra2d
>>> scene = umbra2d.Scene(gravity=(0, -9.81))
>>> ground = scene.add(umbra2d.fixed(), umbra2d.cuboid(20, 0.5, friction=0.6))
>>> ball = scene.add(umbra2d.dynamic(position=(0, 5)), umbra2d.circle(0.5, restitution=0.8))
>>> scene.step(1 / 60)
>>> ball.velocity.y < 0
True

Lengths are in metres, angles in radians, y points up. A step gives the same bits on every
platform: compare ``scene.state_hash()``.
"""

from . import _native, build
from ._native import *  # noqa: F403
from ._native import __version__
from . import draw
from .film import Film, animate

__all__ = [name for name in dir(_native) if not name.startswith("_")]
__all__ += ["Film", "__version__", "animate", "build", "draw"]
